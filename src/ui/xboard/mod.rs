//! The words of the WinBoard/XBoard protocol (CECP), version 2, and what the search says in it.
//!
//! The protocol is described by Tim Mann and H. G. Muller, <https://www.gnu.org/software/xboard/engine-intf.html>. Lines that come
//! while the engine thinks are looked at from the search: what happens to them is in the table of words, [`command`].
//!
//! | file | what is in it |
//! |---|---|
//! | this one | the dialogue, the game and its position |
//! | [`clock`] | time controls and limits |
//! | [`think`] | the engine's move, pondering, analysis, and the thinking output |
//! | [`options`] | what a GUI can set |
//! | [`edit`] | the old way of setting up a position |
//!
//! In which state the engine is, follows from a few fields: it plays a side ([`Session::engine_side`]) or none (force mode), it
//! analyses or not, it is paused or not, the board is being edited or not; and while it thinks, a [`Task`] says what for.
//!
//! **Decisions** where the protocol leaves a choice: after an impossible `setboard` or `edit` the old position is kept. A word
//! that changes the game ends a pause. `undo` in a running game leaves the engine its side, and it does not think before `go`
//! or a move. After a claimed draw it plays on if the opponent does.
//!
//! **Differs here from the tutorial:** the faults that `?`, `ping`, illegal moves, `st`, `level`, `nopost` and the results of lost games
//! had in the original (quirks 18 to 24) are mended.

pub mod clock;
pub mod edit;
pub mod options;
pub mod think;

use std::fs::File;
use std::time::Instant;

use crate::board::Board;
use crate::command::{self, Busy};
use crate::defines::*;
use crate::moves::Move;
use crate::readfen::{Rules, read_fen_by};
use crate::readmove::{MoveError, looks_like_move, shortened};
use crate::setup::Setup;

use super::settings::{MOST_MEGABYTES, MOST_THREADS};
use super::{Done, Refusal, Session, VERSION, bad, show};
use clock::Clock;
use edit::Edit;
use options::Options;
use think::{Line, Pondering, Ready, Standing};

/// What the engine is thinking for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Task {
    /// It is not thinking.
    #[default]
    Nothing,
    /// Its own move.
    Move,
    /// Its next move, while the opponent thinks about his.
    Ponder,
    /// Analysis without end.
    Analysis,
    /// A move that it could advise.
    Hint,
}

/// A place in a game: key of the position, and number of half-moves that led to it.
type Place = (u64, usize);

/// State of the protocol.
#[derive(Default)]
pub struct XBoard {
    task: Task,
    analysing: bool,
    paused: bool,
    post: bool,
    /// Think in the opponent's time?
    hard: bool,
    /// The opponent is a program, too.
    against_computer: bool,
    /// Is it a game of Chess960?
    chess960: bool,
    clock: Clock,
    options: Options,
    edit: Option<Edit>,
    /// The position from which the running search began, for moves that come in the middle of it.
    root: Option<Setup>,
    pondering: Option<Pondering>,
    /// When the expected move came, if the engine had pondered on it.
    hit_at: Option<Instant>,
    /// What pondering has found before the opponent has moved.
    ready: Option<Ready>,
    /// The answer that the engine expects in a position.
    expected: Option<(Place, Move)>,
    /// Where a draw was claimed, or the game is over in another way.
    claimed: bool,
    /// Where the moves to leave out at the root were named.
    excluded_at: Option<Place>,
    /// Where analysis has come to an end by itself.
    analysed: Option<Place>,
    /// What the search has told last.
    line: Line,
    /// Number of lines that the running analysis looks for.
    lines: usize,
    standing: Standing,
}

fn place(board: &Board) -> Place {
    (board.hashkey, board.end_of_game)
}

// ---- the dialogue -------------------------------------------------------------------------------------------------------

const FEATURES: [&str; 3] = [
    "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1",
    "feature colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 exclude=1",
    "feature variants=\"normal,fischerandom\"",
];

/// The word of the console: `xboard`, or `xboard --log FILE`.
pub(crate) fn begin(board: &mut Board, session: &mut Session, arguments: &str) -> Done {
    if let Some(name) = arguments.strip_prefix("--log") {
        let name = name.trim_start_matches('=').trim();
        let file = File::options().create(true).append(true).open(name);
        session.out.set_transcript(file.map_err(|error| Refusal::Bad(format!("{name}: {error}")))?);
    } else if !arguments.is_empty() {
        return bad("after 'xboard' only '--log FILE' may come");
    }
    session.become_xboard();
    board.init();
    board.search_depth = MAX_PLY;
    board.lab.instrument = false;
    session.engine_side = None;
    session.out.line("");
    Ok(())
}

pub(crate) fn protover(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line("feature done=0");
    session.out.line(&format!("feature myname=\"{VERSION}\""));
    for line in FEATURES {
        session.out.line(line);
    }
    for line in options::features(board, session) {
        session.out.line(&line);
    }
    session.out.line("feature done=1");
    Ok(())
}

pub(crate) fn ignore(_: &mut Board, _: &mut Session, _: &str) -> Done {
    Ok(())
}

pub(crate) fn quit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.over = true;
    Ok(())
}

pub(crate) fn ping(_: &mut Board, session: &mut Session, number: &str) -> Done {
    session.out.line(format!("pong {}", shortened(number)).trim_end());
    Ok(())
}

pub(crate) fn computer(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.against_computer = true;
    Ok(())
}

pub(crate) fn pause(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.paused = true;
    Ok(())
}

pub(crate) fn resume(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.paused = false;
    Ok(())
}

pub(crate) fn book(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(" there is no book\n");
    Ok(())
}

/// Carries out one line of the protocol.
pub(super) fn execute(board: &mut Board, session: &mut Session, line: &str) -> Done {
    if let Some(done) = edit::execute(board, session, line) {
        return done;
    }
    let (name, rest) = command::split_word(line);
    let word = command::find(name, true);
    match word.map_or(Busy::Move, |word| word.busy) {
        _ if name.is_empty() || name.starts_with('#') => return Ok(()),
        Busy::StopFirst | Busy::Turn | Busy::Move | Busy::MoveNow if word.is_some() || looks_like_move(name) => {
            end_pause(session);
            session.xboard.edit = None;
        }
        _ => {}
    }
    match word {
        Some(word) => (word.run)(board, session, rest),
        None => bare_move(board, session, line),
    }
}

/// The line that answers what could not be done.
pub(super) fn refusal(line: &str, refusal: &Refusal) -> String {
    let text = match refusal {
        Refusal::Move { text, reason } => format!("Illegal move ({reason}): {text}"),
        Refusal::UnknownWord { .. } => format!("Error (unknown command): {}", echo(line)),
        Refusal::Bad(kind) => format!("Error ({kind}): {}", echo(line)),
    };
    text.trim_end().into()
}

/// Words that xboard takes for a failed start or an end of the game wherever they stand.
const TRAPS: [&str; 8] =
    ["not found", "no such file", "permission denied", "can't alloc", "unknown host", "no remote", "draw", "mate"];

/// A line as it may be repeated in an answer.
fn echo(line: &str) -> String {
    let text = shortened(line);
    let lower = text.to_lowercase();
    if TRAPS.iter().any(|trap| lower.contains(trap)) {
        return shortened(command::split_word(line).0).replace("draw", "…").replace("mate", "…");
    }
    text
}

// ---- the game -----------------------------------------------------------------------------------------------------------

/// Another game or position: what was known of the old one is of no use any more.
fn begin_here(board: &mut Board, session: &mut Session) {
    board.excluded.clear();
    session.redo.clear();
    let xboard = &mut session.xboard;
    (xboard.claimed, xboard.analysed, xboard.expected, xboard.ready) = (false, None, None, None);
    xboard.standing = Standing::default();
    xboard.clock.position_is_new();
}

pub(crate) fn new_game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    board.modern.variety = 0;
    begin_here(board, session);
    session.engine_side = (!session.xboard.analysing).then_some(Side::Black);
    session.xboard.chess960 = false;
    session.xboard.against_computer = false;
    session.xboard.clock.new_game();
    Ok(())
}

/// XBoard says so before every game.
pub(crate) fn random(board: &mut Board, _: &mut Session, _: &str) -> Done {
    if board.modern.variety == 0 {
        board.modern.vary()
    } else {
        board.modern.variety = 0
    }
    Ok(())
}

pub(crate) fn variant(_: &mut Board, session: &mut Session, name: &str) -> Done {
    session.xboard.chess960 = name == "fischerandom";
    if ["normal", "fischerandom"].contains(&name) { Ok(()) } else { bad("unsupported variant") }
}

pub(crate) fn force(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    Ok(())
}

pub(crate) fn result(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    Ok(())
}

/// From now on the engine plays this side, or none.
fn plays(session: &mut Session, side: Option<Side>) {
    session.xboard.analysing = false;
    session.engine_side = side;
    if let Some(side) = side {
        session.xboard.clock.engine_plays(side);
    }
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, Some(board.next_move));
    if !think::claim(board, session) {
        think::think_and_move(board, session);
    }
    Ok(())
}

pub(crate) fn playother(board: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, Some(board.next_move.other()));
    session.xboard.clock.opponent_starts();
    Ok(())
}

pub(crate) fn white(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::White)
}

pub(crate) fn black(board: &mut Board, session: &mut Session, _: &str) -> Done {
    give_move_to(board, session, Side::Black)
}

fn give_move_to(board: &mut Board, session: &mut Session, side: Side) -> Done {
    if board.next_move != side {
        let mut setup = board.setup();
        setup.next_move = side;
        setup.ep_square = 0;
        setup.validate().map_err(|_| Refusal::Bad("command not legal now".into()))?;
        board.init_from_setup(&setup);
        begin_here(board, session);
    }
    plays(session, Some(side.other()));
    Ok(())
}

pub(crate) fn usermove(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if is_moving(session) || session.engine_side == Some(board.next_move) {
        return Err(Refusal::Move { text: shortened(text), reason: "it is the engine's turn".into() });
    }
    let mv = board.read_move(text).map_err(|error| illegal(text, &error))?;
    let answer = session.xboard.ready.take().and_then(|ready| ready.answer_to(board, mv));
    let plays_on = session.xboard.claimed;
    board.play(mv);
    if session.engine_side != Some(board.next_move) {
        session.xboard.standing.offered = false;
        return Ok(());
    }
    session.xboard.clock.opponent_moved();
    if !think::may_go_on(board, plays_on) {
        think::claim(board, session);
    } else if let Some(ready) = answer {
        think::move_at_once(board, session, ready);
    } else {
        think::think_and_move(board, session);
    }
    Ok(())
}

fn illegal(text: &str, error: &MoveError) -> Refusal {
    Refusal::Move { text: shortened(text), reason: reason(error).into() }
}

/// A line that is no word: a move without `usermove`, or a mistake.
pub(super) fn bare_move(board: &mut Board, session: &mut Session, line: &str) -> Done {
    let (word, rest) = command::split_word(line);
    if !rest.is_empty() || !looks_like_move(word) {
        return Err(Refusal::UnknownWord { word: shortened(line), like: None });
    }
    usermove(board, session, word)
}

/// Why a move is refused, in words that xboard does not take for something else.
fn reason(error: &MoveError) -> &'static str {
    match error {
        MoveError::NotAMove(_) => "no move",
        MoveError::EmptySquare(_) => "no piece there",
        MoveError::WrongSide(..) => "not your piece",
        MoveError::CannotReach(..) | MoveError::NoneCanReach(..) => "the piece cannot go there",
        MoveError::KingInCheck(_) => "leaves the king in check",
        MoveError::Ambiguous(..) => "ambiguous move",
        MoveError::PromotionMissing(_) => "promotion piece missing",
        MoveError::NoPromotion => "no promotion",
        MoveError::CastlingRight => "king or rook have moved",
        MoveError::CastlingBlocked => "castling is blocked",
        MoveError::CastlingThroughCheck(_) => "castling through check",
    }
}

/// A move as it is sent: castling in Chess960 has a form of its own.
fn move_text(board: &Board, session: &Session, mv: Move) -> String {
    let by_name = mv.is_castling() && (session.xboard.chess960 || board.is_chess960());
    if by_name { mv.short_form() } else { mv.to_string() }
}

// ---- the position -------------------------------------------------------------------------------------------------------

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let rules = if session.xboard.chess960 { Rules::Chess960 } else { Rules::Standard };
    match read_fen_by(text, rules) {
        Ok(fen) => {
            board.init_from_setup(&fen.setup);
            begin_here(board, session);
        }
        Err(error) => session.out.line(&format!("tellusererror Illegal position: {error}")),
    }
    Ok(())
}

pub(crate) fn undo(board: &mut Board, session: &mut Session, _: &str) -> Done {
    take_back(board, session, 1)
}

pub(crate) fn remove(board: &mut Board, session: &mut Session, _: &str) -> Done {
    take_back(board, session, 2)
}

fn take_back(board: &mut Board, session: &mut Session, plies: usize) -> Done {
    if board.end_of_game < plies {
        return bad("command not legal now");
    }
    for _ in 0..plies {
        board.undo();
    }
    session.xboard.claimed = false;
    session.xboard.standing = Standing::default();
    Ok(())
}

/// Leaves a move out at the root, or all of them.
pub(crate) fn exclude(board: &mut Board, session: &mut Session, text: &str) -> Done {
    change_excluded(board, session, text, |excluded, moves| {
        excluded.extend_from_slice(moves);
    })
}

/// Takes a move in again, or all of them.
pub(crate) fn include(board: &mut Board, session: &mut Session, text: &str) -> Done {
    change_excluded(board, session, text, |excluded, moves| {
        excluded.retain(|mv| !moves.contains(mv));
    })
}

fn change_excluded(board: &mut Board, session: &mut Session, text: &str, change: fn(&mut Vec<Move>, &[Move])) -> Done {
    let moves = match text {
        "all" => board.legal_moves(),
        _ => vec![board.read_move(text).map_err(|error| Refusal::Bad(reason(&error).into()))?],
    };
    if session.xboard.excluded_at != Some(place(board)) {
        board.excluded.clear();
    }
    board.excluded.retain(|mv| !moves.contains(mv));
    change(&mut board.excluded, &moves);
    session.xboard.excluded_at = Some(place(board));
    session.xboard.analysed = None;
    Ok(())
}

// ---- settings -----------------------------------------------------------------------------------------------------------

pub(crate) fn post(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.post = true;
    Ok(())
}

pub(crate) fn nopost(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.post = false;
    Ok(())
}

pub(crate) fn hard(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.hard = true;
    Ok(())
}

pub(crate) fn easy(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.hard = false;
    Ok(())
}

pub(crate) fn memory(board: &mut Board, _: &mut Session, text: &str) -> Done {
    let Ok(megabytes) = text.parse::<i64>() else { return bad("wrong number") };
    board.modern.set_megabytes(megabytes.clamp(1, MOST_MEGABYTES as i64) as usize);
    Ok(())
}

pub(crate) fn cores(board: &mut Board, _: &mut Session, text: &str) -> Done {
    let Ok(threads) = text.parse::<i64>() else { return bad("wrong number") };
    board.modern.threads = threads.clamp(1, MOST_THREADS as i64) as usize;
    Ok(())
}

// ---- analysis -----------------------------------------------------------------------------------------------------------

pub(crate) fn analyze(_: &mut Board, session: &mut Session, _: &str) -> Done {
    plays(session, None);
    session.xboard.analysing = true;
    session.xboard.analysed = None;
    Ok(())
}

pub(crate) fn exit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.xboard.analysing {
        plays(session, None);
    }
    Ok(())
}

/// Is a move or a hint about to come, and `ping` to wait for it?
pub(super) fn owes_an_answer(session: &Session) -> bool {
    matches!(session.xboard.task, Task::Move | Task::Hint) && !session.xboard.paused
}

/// Does everything stand still?
pub(super) fn is_paused(session: &Session) -> bool {
    session.xboard.paused
}

/// A word has come that changes the game: it ends a pause.
pub(super) fn end_pause(session: &mut Session) {
    session.xboard.paused = false;
}

/// Is the engine thinking about its own move?
pub(super) fn is_moving(session: &Session) -> bool {
    session.xboard.task == Task::Move
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_hold_no_words_that_xboard_takes_for_something_else() {
        for line in ["book not found", "I offer a draw", "x Permission Denied", "checkmate", "drawn"] {
            let answer = refusal(line, &Refusal::UnknownWord { word: line.into(), like: None }).to_lowercase();
            assert!(answer.starts_with("error (unknown command): "), "{answer}");
            assert!(!TRAPS.iter().any(|trap| answer.contains(trap)), "{answer}");
        }
        assert_eq!(
            refusal("frobnicate 1", &Refusal::UnknownWord { word: String::new(), like: None }),
            "Error (unknown command): frobnicate 1"
        );
    }

    #[test]
    fn reasons_for_refused_moves_are_read_by_xboard() {
        let dropped =
            ["name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth"];
        let misread = ["accepted", "protover", "draw", "analyze"];
        let errors = [
            MoveError::NotAMove(String::new()),
            MoveError::EmptySquare(0),
            MoveError::WrongSide(0, WHITE_PAWN),
            MoveError::CannotReach(0, WHITE_PAWN, 1),
            MoveError::NoneCanReach(PAWN, 1),
            MoveError::KingInCheck(0),
            MoveError::Ambiguous(KNIGHT, Vec::new()),
            MoveError::PromotionMissing(String::new()),
            MoveError::NoPromotion,
            MoveError::CastlingRight,
            MoveError::CastlingBlocked,
            MoveError::CastlingThroughCheck(0),
        ];
        for error in errors {
            let line = refusal("", &illegal("e2e4", &error));
            assert!(!dropped.iter().chain(&misread).any(|word| line.contains(word)), "{line}");
        }
    }
}
