//! Examples of the effects of null moves. `demo` searches an example's position and computes the verdict.

use crate::board::Board;
use crate::defines::*;
use crate::instrument::recipe::NullMove;
use crate::lab::compare::SearchExperiment;
use crate::modern::tablebase::opposite;
use crate::moves::Move;
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::searcher::stats::Iteration;
use crate::searcher::{Algorithm, MAX_DEPTH, Thought};
use crate::ui::console::Session;
use crate::ui::entries::entries;
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::tables::{Format, Table, score_text};

use super::checking::{passing_text, result_text, solver};
use super::{configure, interrupted, search, value_of_move, value_of_pass};

/// Maximum error with which a score still counts as right, in centipawns.
const TOLERANCE: i32 = 100;

/// The examples. Each has a position, the effect it shows, and the kind of demonstration:
///
/// * `settings DEPTH MOVE SETTING…`: searches with several settings. The first setting has no null moves and is right
///   by definition. MOVE is the only winning move, or `-` to compare only scores.
/// * `pass DEPTH`: compares the best move with a pass.
/// * `line MOVE…`: a line in which `--` is a pass, with the material after each move.
/// * `en-passant`: counts en-passant captures after a pass.
const EXAMPLES: &str = include_str!("../../../assets/demos.txt");

/// An example.
pub struct Demo {
    /// The name.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// The effect that the example shows.
    pub about: &'static str,
    /// The kind of demonstration.
    pub kind: Vec<&'static str>,
}

/// All examples.
pub fn all() -> impl Iterator<Item = Demo> {
    entries(EXAMPLES).filter_map(|(name, lines)| {
        let [fen, about, kind] = lines[..] else { return None };
        Some(Demo { name, fen, about, kind: kind.split(' ').collect() })
    })
}

pub(crate) fn demo(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let table = match words[..] {
        [] => list(),
        [name] => show(session, &find(name)?)?,
        _ => return bad("demo takes one name; 'demo' lists them"),
    };
    table.show(&mut session.out, format);
    Ok(())
}

fn find(name: &str) -> Result<Demo, Refusal> {
    let found = all().find(|demo| demo.name == name);
    found.map_or_else(|| bad(format!("there is no demo '{}'; 'demo' lists them", shortened(name))), Ok)
}

fn list() -> Table {
    let mut table = Table::new("demos", &["name", "shows"]);
    for demo in all() {
        table.row(vec![demo.name.into(), demo.about.into()]);
    }
    table
}

/// Runs an example with the settings of the session, on a separate board.
fn show(session: &mut Session, demo: &Demo) -> Result<Table, Refusal> {
    let mut board = Board::new();
    let fen = read_fen(demo.fen).map_err(|error| Refusal::Bad(error.to_string()))?;
    board.init_from_setup(&fen.setup);
    let depth = |text: &str| number(text, "depth", 1, MAX_DEPTH, None);
    let mut table = match demo.kind[..] {
        ["settings", plies, only, ref settings @ ..] => {
            by_settings(&mut board, session, depth(plies)?, settings, Some(only).filter(|only| *only != "-"))?
        }
        ["pass", plies] => by_pass(&mut board, session, depth(plies)?)?,
        ["line", ref moves @ ..] => by_line(&mut board, moves)?,
        _ => by_en_passant(&mut board),
    };
    table.title = format!("{}\n {}", demo.fen, demo.about);
    Ok(table)
}

/// An experiment with the tutorial's search.
fn experiment(board: &Board, session: &Session, depth: usize) -> SearchExperiment {
    let mut experiment = SearchExperiment::new(board, &session.options, depth);
    experiment.options.algorithm = Algorithm::Pvs;
    experiment
}

/// Searches with a setting.
fn run(board: &Board, session: &mut Session, depth: usize, setting: &str) -> Result<Thought, Refusal> {
    let mut experiment = experiment(board, session, depth);
    configure(&mut experiment.options, setting)?;
    search(session, &experiment).map_or_else(interrupted, Ok)
}

fn by_settings(
    board: &mut Board,
    session: &mut Session,
    depth: usize,
    settings: &[&str],
    only: Option<&str>,
) -> Result<Table, Refusal> {
    let mut table = Table::new("", &["setting", "right from", "nodes there", "plays", "score", "verdict"]);
    let mut right = None;
    let (mut wrong_ones, mut cures) = (Vec::new(), Vec::new());
    for setting in settings {
        let run = run(board, session, depth, setting)?;
        let truth = *right.get_or_insert(run.score);
        let has_value = |it: &Iteration| (it.score - truth).abs() <= TOLERANCE;
        // The first depth from which the score and the move stay right.
        let iterations = &run.stats.iterations;
        let wrong = iterations.iter().rposition(|it| !has_value(it) || only.is_some_and(|mv| board.san(it.best) != mv));
        let first = iterations.get(wrong.map_or(0, |last| last + 1));
        match first {
            Some(iteration) => cures.push((*setting, iteration.nodes)),
            None => wrong_ones.push(*setting),
        }
        table.row(vec![
            setting.to_string(),
            first.map_or(format!("not by {}", run.depth), |iteration| format!("depth {}", iteration.depth)),
            first.map_or("-".into(), |iteration| iteration.nodes.to_string()),
            board.san(run.best),
            score_text(run.score),
            match first {
                Some(_) => "right".into(),
                None if (run.score - truth).abs() <= TOLERANCE => "WRONG".into(),
                None => format!("WRONG by {}", score_text(run.score - truth)),
            },
        ]);
    }
    let move_too = only.map_or(String::new(), |mv| format!(", and the only winning move, {mv}"));
    table.note(format!("Depth {depth}; right: a score within a pawn of that without null moves{move_too}."));
    // The first setting, without null moves, is the reference, not a cure.
    cures.retain(|(setting, _)| *setting != settings[0]);
    table.note(verdict(&wrong_ones, &cures));
    Ok(table)
}

/// States which settings fail, and which correct setting with null moves needs the fewest nodes.
fn verdict(wrong_ones: &[&str], cures: &[(&str, u64)]) -> String {
    let names = wrong_ones.join(" ");
    match cures.iter().min_by_key(|(_, nodes)| *nodes) {
        _ if names.is_empty() => "No setting errs at this depth.".into(),
        None => format!("{names}: wrong. No setting with null moves is right at this depth."),
        Some((cure, nodes)) => format!("{names}: wrong. The quickest cure: {cure}, correct after {nodes} nodes."),
    }
}

fn by_pass(board: &mut Board, session: &mut Session, depth: usize) -> Result<Table, Refusal> {
    let mut table = Table::new("", &["move", "score", "result"]);
    let mut solver = solver(&session.options);
    let mut experiment = experiment(board, session, depth);
    experiment.options.instrument.null_move = NullMove::NONE;
    let mut best = -LARGE_NUMBER;
    for mv in board.legal_moves() {
        let run = value_of_move(session, &experiment, mv, depth)?;
        let san = board.san(mv);
        board.make_move(mv);
        let result = result_text(solver.result(board).map(opposite));
        board.unmake_move();
        table.row(vec![san, score_text(run.score), result]);
        best = best.max(run.score);
    }
    let pass = value_of_pass(session, &experiment, depth)?;
    table.row(vec!["pass".into(), score_text(pass.score), result_text(solver.after_pass(board))]);
    table.note(passing_text(pass.score - best, solver.passing(board)));
    Ok(table)
}

fn by_line(board: &mut Board, moves: &[&str]) -> Result<Table, Refusal> {
    let mut table = Table::new("", &["move", "material of the other side"]);
    let side = board.next_move;
    let before = balance(board, side.other());
    for &text in moves {
        if text == "--" {
            board.init_from_setup(&board.setup().passed());
        } else {
            let mv = board.read_move(text).map_err(|error| Refusal::Bad(format!("{text}: {error}")))?;
            board.play(mv);
        }
        let name = if text == "--" { "pass" } else { text };
        table.row(vec![name.into(), score_text(balance(board, side.other()))]);
    }
    let won = balance(board, side.other()) - before;
    table.note(if won > 0 {
        format!(
            "Even after passing, {} gains {}: the first move need not be searched deeply.",
            side.other().name(),
            score_text(won)
        )
    } else {
        format!("{} has lost no material: this line proves nothing.", side.name())
    });
    Ok(table)
}

fn balance(board: &Board, side: Side) -> i32 {
    if side == Side::White { board.material } else { -board.material }
}

fn by_en_passant(board: &mut Board) -> Table {
    let mut table = Table::new("", &["after the pass", "illegal moves", "illegal captures", "key"]);
    let ep_square = board.ep_square;
    let mut clean = Board::new();
    clean.init_from_setup(&board.setup().passed());
    let mut errors = 0;
    for (name, cleared) in [("square not cleared", false), ("square cleared", true)] {
        board.switch_side();
        if cleared {
            board.set_ep_square(0);
        }
        // After a pass, the last move was not a double step, so every en-passant capture is illegal.
        let moves_end = board.movegen(MAX_MOV_BUFF);
        let moves = count_en_passant(&board.move_buffer[MAX_MOV_BUFF..moves_end]);
        let captures_end = board.captgen(MAX_MOV_BUFF);
        let captures = count_en_passant(&board.move_buffer[MAX_MOV_BUFF..captures_end]);
        let key_is_right = board.hashkey == clean.hashkey;
        let key_text = if key_is_right { "right" } else { "wrong" };
        table.row(vec![name.into(), moves.to_string(), captures.to_string(), key_text.into()]);
        errors += if cleared { 0 } else { moves + captures + usize::from(!key_is_right) };
        board.switch_side();
        board.set_ep_square(ep_square);
    }
    table.note(match errors {
        0 => "No errors.".to_string(),
        1 => "The move generator checks for an enemy pawn, and the exchange drops the capture, so no move is illegal, but the key is wrong.".into(),
        _ => format!("{errors} errors if the square is not cleared: captures of own pawns, and a wrong key."),
    });
    table
}

fn count_en_passant(moves: &[Move]) -> usize {
    moves.iter().filter(|mv| mv.is_en_passant()).count()
}
