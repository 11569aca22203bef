//! The words of the console.

use std::fs;

use crossterm::terminal;

use crate::bench;
use crate::board::Board;
use crate::command::{self, Group, WORDS, Who, closest};
use crate::defines::*;
use crate::figures::{Figures, Kind};
use crate::moves::Move;
use crate::readfen::read_fen;
use crate::readmove::{MoveError, shortened};
use crate::search::Report;
use crate::test::{self, Suite};

use super::settings::{self, SETTINGS};
use super::show::{self, View};
use super::{Done, Mode, Refusal, Session, VERSION, bad, ini, setupmode};

/// What the console says when it opens for a person.
pub fn greet(board: &Board, session: &mut Session) {
    session
        .out
        .line(&format!("{VERSION}, the tutorial engine WingletX in Rust. You play White: type a move, like e4."));
    session.out.line(&format!("The engine thinks {}. 'help' lists all commands.", limits(board)));
    show_board(board, session);
}

/// How long the engine thinks, in words.
fn limits(board: &Board) -> String {
    let depth = format!("to depth {}", board.search_depth);
    board.timer.max_time.map_or(depth.clone(), |ms| format!("up to {} a move, at most {depth}", show::time_text(ms)))
}

// ---- playing ----------------------------------------------------------------------------------------------------------

/// A line that is no word of the table: a move, or a mistake.
pub fn bare_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let mv = match board.read_move(text) {
        Ok(mv) => mv,
        Err(MoveError::NotAMove(_)) => {
            let word = command::split_word(text).0;
            return Err(Refusal::UnknownWord { word: shortened(word), like: command::like(word) });
        }
        Err(error) => return Err(refused_move(text, &error)),
    };
    play(board, session, mv);
    if session.engine_side == Some(board.next_move) && !announce_end(board, session) {
        engine_move(board, session);
    }
    Ok(())
}

fn refused_move(text: &str, error: &MoveError) -> Refusal {
    Refusal::Move { text: shortened(text), reason: error.to_string() }
}

/// Plays a move and shows the board.
fn play(board: &mut Board, session: &mut Session, mv: Move) {
    board.play(mv);
    session.redo.clear();
    show_board(board, session);
}

/// Says how the game has ended, if it has.
fn announce_end(board: &mut Board, session: &mut Session) -> bool {
    let outcome = board.is_end_of_game().outcome;
    if let Some(outcome) = outcome {
        session.out.line(&show::outcome(outcome));
    }
    outcome.is_some()
}

/// Lets the engine think and move; tells whether it did.
fn engine_move(board: &mut Board, session: &mut Session) -> bool {
    let Some(best) = session.search(board, Board::think) else {
        return false;
    };
    let text = format!("{} plays {}", board.next_move.name(), board.san(best));
    play(board, session, best);
    session.out.line(&text);
    !announce_end(board, session)
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = Some(board.next_move);
    engine_move(board, session);
    Ok(())
}

pub(crate) fn make_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let mv = board.read_move(text).map_err(|error| refused_move(text, &error))?;
    play(board, session, mv);
    Ok(())
}

pub(crate) fn undo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let count = number(text, "half-moves to take back", 1, board.end_of_game.max(1), Some(1))?;
    for _ in 0..count {
        let Some(mv) = board.undo() else { return bad("already at start of game") };
        session.redo.push(mv);
    }
    show_board(board, session);
    Ok(())
}

pub(crate) fn redo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let count = number(text, "half-moves to play again", 1, session.redo.len().max(1), Some(1))?;
    for _ in 0..count {
        let Some(mv) = session.redo.pop() else { return bad("there is nothing to play again") };
        board.play(mv);
    }
    show_board(board, session);
    Ok(())
}

pub(crate) fn new_game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    begin_here(board, session);
    Ok(())
}

/// A new position is on the board: the engine plays the side that is not to move.
pub(crate) fn begin_here(board: &Board, session: &mut Session) {
    session.redo.clear();
    session.engine_side = Some(board.next_move.other());
}

pub(crate) fn play_side(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let name = |side: Option<Side>| side.map_or("neither side", Side::name);
    match text {
        "" => {}
        "white" => session.engine_side = Some(Side::White),
        "black" => session.engine_side = Some(Side::Black),
        "none" => session.engine_side = None,
        "both" => return selfplay(board, session, ""),
        _ => return bad(format!("'{}' is no side; say white, black, both or none", shortened(text))),
    }
    session.out.line(&format!("the engine plays {}", name(session.engine_side)));
    if session.engine_side == Some(board.next_move) && !text.is_empty() && !announce_end(board, session) {
        engine_move(board, session);
    }
    Ok(())
}

pub(crate) fn selfplay(board: &mut Board, session: &mut Session, _: &str) -> Done {
    while engine_move(board, session) && !session.signals.was_interrupted() && !session.out.is_closed() {}
    Ok(())
}

pub(crate) fn white(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::White)
}

pub(crate) fn black(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::Black)
}

fn give_move_to(board: &mut Board, session: &mut Session, side: Side) -> Done {
    let mut setup = board.setup();
    if setup.next_move != side {
        setup.next_move = side;
        setup.ep_square = 0;
    }
    setup.validate().map_err(|error| Refusal::Bad(error.to_string()))?;
    board.init_from_setup(&setup);
    begin_here(board, session);
    Ok(())
}

// ---- looking ----------------------------------------------------------------------------------------------------------

pub(crate) fn show_board(board: &Board, session: &mut Session) {
    session.out.line(&show::board_picture(&board.square, View::of(board)));
}

pub(crate) fn display(board: &mut Board, session: &mut Session, _: &str) -> Done {
    show_board(board, session);
    Ok(())
}

pub(crate) fn rotate(board: &mut Board, _: &mut Session, _: &str) -> Done {
    board.view_rotated = !board.view_rotated;
    Ok(())
}

pub(crate) fn moves(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(&show::moves(board));
    Ok(())
}

pub(crate) fn game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(show::game(board).trim_end());
    session.out.line("");
    Ok(())
}

pub(crate) fn eval(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(&show::evaluation(board));
    session.out.line(&format!("eval score = {}", board.eval()));
    Ok(())
}

pub(crate) fn fen(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(&board.fen());
    Ok(())
}

pub(crate) fn info(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(&show::info(board));
    Ok(())
}

// ---- setting up -------------------------------------------------------------------------------------------------------

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let fen = read_fen(text).map_err(|error| Refusal::Bad(error.to_string()))?;
    board.init_from_setup(&fen.setup);
    begin_here(board, session);
    for dropped in fen.dropped {
        session.out.line(&format!("note: {dropped}"));
    }
    show_board(board, session);
    Ok(())
}

pub(crate) fn setup(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.mode = Mode::Setup(Box::new(board.setup()));
    setupmode::greet(session);
    Ok(())
}

pub(crate) fn readfen(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (file, number_text) = text.rsplit_once(' ').unwrap_or((text, ""));
    let suite = read_suite(file)?;
    let wanted = number(number_text, "FEN of the file", 1, suite.positions.len(), None)?;
    let position = &suite.positions[wanted - 1];
    let fen = read_fen(&position.fen).map_err(|error| Refusal::Bad(format!("FEN {wanted} of {file}: {error}")))?;
    board.init_from_setup(&fen.setup);
    begin_here(board, session);
    session.out.line(&format!("\nFEN {wanted} of {file}: {}\n{}", position.title, position.fen));
    show_board(board, session);
    Ok(())
}

pub(crate) fn read_suite(file: &str) -> Result<Suite, Refusal> {
    let suite = Suite::read(&read_text(file)?);
    if suite.positions.is_empty() {
        return bad(format!("{file} has no position: expected lines of FEN or EPD, or games with [FEN \"…\"]"));
    }
    Ok(suite)
}

/// The text of a file.
pub(crate) fn read_text(file: &str) -> Result<String, Refusal> {
    if file.is_empty() {
        return bad("the name of a file is missing");
    }
    let bytes = fs::read(file).map_err(|error| Refusal::Bad(format!("cannot read {file}: {error}")))?;
    String::from_utf8(bytes).map_err(|_| Refusal::Bad(format!("{file} is not a text file")))
}

// ---- the engine -------------------------------------------------------------------------------------------------------

pub(crate) fn search_depth(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "depth", text)?;
    session.out.line(&format!("search depth {}", board.search_depth));
    Ok(())
}

pub(crate) fn search_time(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "time", text)?;
    session.out.line(&format!("search time {}", board.timer.max_time.map_or("without limit".into(), show::time_text)));
    Ok(())
}

pub(crate) fn stop_frac(board: &mut Board, session: &mut Session, text: &str) -> Done {
    settings::set(board, "stopfrac", text)?;
    session.out.line(&format!("stopfrac {}", board.timer.stop_frac));
    Ok(())
}

pub(crate) fn set(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, value) = command::split_word(text);
    if name.is_empty() {
        for setting in SETTINGS {
            let value = (setting.get)(board);
            session.out.line(&format!("{:<16}{value:<10}{} ({})", setting.name, setting.help, setting.values));
        }
        return Ok(());
    }
    settings::set(board, name, value)?;
    session.out.line(&format!("{name} {}", settings::get(board, name)?));
    Ok(())
}

pub(crate) fn read_ini(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let file = if text.is_empty() { session.ini_file.name().to_string() } else { text.to_string() };
    ini::read(board, &read_text(&file)?).map_err(|error| Refusal::Bad(format!("{file}: {error}")))?;
    session.out.line(&format!("settings read from {file}; the engine thinks {}", limits(board)));
    Ok(())
}

pub(crate) fn memory(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(&format!("the board with all its tables takes {} kB", show::board_size(board) / 1024));
    Ok(())
}

// ---- measuring --------------------------------------------------------------------------------------------------------

pub(crate) fn perft(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let depth = number(text, "depth", 0, Board::MAX_PERFT_DEPTH, None)?;
    session.out.line(&format!("    starting perft {depth}..."));
    board.timer.start();
    let nodes = board.perft(depth);
    let ms = board.timer.elapsed_ms();
    session.out.line(&format!("nodes        = {nodes}, {ms} ms{}", show::speed(nodes, ms)));
    Ok(())
}

pub(crate) fn divide(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let depth = number(text, "depth", 1, Board::MAX_PERFT_DEPTH, None)?;
    board.timer.start();
    let counts = board.divide(depth);
    let ms = board.timer.elapsed_ms();
    for (mv, nodes) in &counts {
        session.out.line(&format!("{mv:<6} {nodes}"));
    }
    let total = counts.iter().map(|(_, nodes)| nodes).sum();
    session.out.line(&format!("total  {total} in {} moves, {ms} ms{}", counts.len(), show::speed(total, ms)));
    Ok(())
}

pub(crate) fn bench(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let deeper = number(text, "plies", 0, 8, Some(0))?;
    let mut total = bench::Line::default();
    for position in bench::POSITIONS {
        let line = bench::search(board, position, deeper);
        session.out.line(&show::bench_line(position.name, line));
        total += line;
    }
    session.out.line(&show::bench_line("total", total));
    session.out.line(&format!("signature {}", total.nodes));
    for (name, line) in bench::perft() {
        session.out.line(&show::bench_line(&name, line));
    }
    Ok(())
}

pub(crate) fn test(board: &mut Board, session: &mut Session, file: &str) -> Done {
    let suite = read_suite(file)?;
    session.out.line(&format!("{} positions of {file}; the engine thinks {}", suite.positions.len(), limits(board)));
    let mut solved = 0;
    let (mut nodes, mut ms) = (0, 0);
    let old = board.setup();
    for (number, position) in suite.positions.iter().enumerate() {
        let fen = match read_fen(&position.fen) {
            Ok(fen) => fen,
            Err(error) => {
                session.out.line(&format!("{:4}  {}: {error}", number + 1, position.title));
                continue;
            }
        };
        board.init_from_setup(&fen.setup);
        session.quiet = true;
        let best = session.search(board, Board::think);
        session.quiet = false;
        let Some(best) = best else { break };
        let (used, verdict) = (board.timer.elapsed_ms(), test::verdict(board, position, best));
        solved += usize::from(verdict == Some(test::Verdict::Solved));
        (nodes, ms) = (nodes + board.inodes, ms + used);
        let text = show::test_line(board, number + 1, position, best, verdict, used);
        session.out.line(&text);
    }
    board.init_from_setup(&old);
    begin_here(board, session);
    let of = suite.positions.iter().filter(|position| position.has_solution()).count();
    let summary = if of > 0 { format!("solved {solved} of {of}, ") } else { String::new() };
    session.out.line(&format!("{summary}{nodes} nodes, {}{}", show::time_text(ms), show::speed(nodes, ms)));
    Ok(())
}

pub(crate) fn figures(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (name, file) = command::split_word(text);
    let Some(kind) = Kind::of(name) else {
        let names: Vec<&str> = Kind::names().collect();
        return bad(format!("'{}' is no kind of table; there are {}", shortened(name), names.join(", ")));
    };
    let table = read_text(file)?;
    let out = &mut session.out;
    Figures::recompute(kind, &table, |line| {
        out.line(line);
        !out.is_closed()
    })
    .map_err(|error| Refusal::Bad(format!("{file}, {error}")))
}

// ---- the program ------------------------------------------------------------------------------------------------------

pub(crate) fn help(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let words = || WORDS.iter().filter(|word| word.who == Who::Console);
    if !text.is_empty() {
        let Some(word) = command::find(text, false) else {
            let like = closest(text, words().flat_map(|word| word.names.split(' ')));
            return Err(Refusal::UnknownWord { word: shortened(text), like });
        };
        session.out.line(&show::word_help(word));
        return Ok(());
    }
    for (group, heading) in Group::ALL {
        session.out.line(&format!("{heading}:"));
        for word in words().filter(|word| word.group == group) {
            session.out.line(&format!("  {:<32}{}", word.syntax(), word.help));
        }
    }
    Ok(())
}

pub(crate) fn version(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(VERSION);
    Ok(())
}

pub(crate) fn quit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.over = true;
    Ok(())
}

/// A number that follows a word; `default` if there is none.
pub(crate) fn number(
    text: &str,
    what: &str,
    least: usize,
    most: usize,
    default: Option<usize>,
) -> Result<usize, Refusal> {
    if let (true, Some(default)) = (text.is_empty(), default) {
        return Ok(default);
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| {
        let given = if text.is_empty() { "the number is missing".into() } else { format!("'{}'", shortened(text)) };
        Refusal::Bad(format!("{what}: {given}; a number from {least} to {most} is expected"))
    })
}

// ---- what the search tells --------------------------------------------------------------------------------------------

pub(crate) fn tell(board: &mut Board, session: &mut Session, report: &Report) {
    let ms = board.timer.elapsed_ms();
    match *report {
        Report::Header => session.out.line(show::HEADER),
        Report::Forced(mv) => session.out.line(&format!("forced move: {}", board.san(mv))),
        Report::Depth { depth, score, pv } => {
            let pv = show::line(board, pv);
            let line = show::statistics(depth, score, board.inodes, ms, &pv);
            let text = match width(session) {
                Some(width) => show::wrap(&line, width, show::STATISTICS_WIDTH),
                None => line,
            };
            session.out.line(&text);
        }
        Report::RootMove { mv, number, count } => {
            let san = board.san(mv);
            session.out.status(&show::root_move(number, count, ms, &san));
        }
        Report::Stopped => session.out.line(""),
        Report::TimeUsed => session.out.line("    ok"),
        Report::GameOver(outcome) => session.out.line(&show::outcome(outcome)),
    }
}

/// Columns of the terminal, if there is one.
fn width(session: &Session) -> Option<usize> {
    let (columns, _) = session.out.is_terminal().then(terminal::size)?.ok()?;
    Some(usize::from(columns).max(show::STATISTICS_WIDTH + 8))
}
