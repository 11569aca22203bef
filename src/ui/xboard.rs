//! The words of the WinBoard/XBoard protocol (CECP), version 2, and what the search says in it.
//!
//! The protocol is described by Tim Mann and H. G. Muller, <https://www.gnu.org/software/xboard/engine-intf.html>. Lines that come
//! while the engine thinks are looked at from the search: what happens to them is in the table of words,
//! [`command`].
//!
//! **Differs here from the tutorial:** the faults that `?`, `ping`, illegal moves, `st`, `level`, `nopost` and the results of lost games
//! had in the original (quirks 18 to 24) are mended.

use crate::board::Board;
use crate::command;
use crate::defines::*;
use crate::modern::clock::{GameClock, limits};
use crate::moves::Move;
use crate::readfen::read_fen;
use crate::readmove::{MoveError, looks_like_move, shortened};
use crate::search::Report;

use super::{Done, Refusal, Session, VERSION, bad, show};

/// Milliseconds of each move that are kept back for what happens between the engine's clock and the GUI's.
const MARGIN_MS: u64 = 30;
/// A score of this much means mate: mate in N moves is this plus N.
const MATE_SCORE: i32 = 100_000;

/// What the engine is thinking for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Task {
    /// It is not thinking.
    #[default]
    Nothing,
    /// Its own move.
    Move,
    /// Analysis without end.
    Analysis,
}

/// The time for the moves of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum TimeControl {
    /// So many milliseconds for each move.
    PerMove(u64),
    /// Moves a session (0: the whole game), milliseconds added a session and a move.
    Level { moves: u32, base_ms: i64, inc_ms: u64 },
}

/// State of the protocol.
pub struct XBoard {
    task: Task,
    analysing: bool,
    post: bool,
    control: TimeControl,
    /// The engine's clock in milliseconds.
    own_ms: i64,
    /// Moves that the engine has made since `level` was set.
    moves_made: u32,
    /// Depth limit of `sd`, in plies.
    depth: usize,
    /// What the last search wants to be answered.
    expected: Vec<Move>,
    /// The last report: depth in plies and the root move being searched.
    last_depth: usize,
}

impl Default for XBoard {
    fn default() -> XBoard {
        let base_ms = 300_000;
        XBoard {
            task: Task::Nothing,
            analysing: false,
            post: false,
            control: TimeControl::Level { moves: 40, base_ms, inc_ms: 0 },
            own_ms: base_ms,
            moves_made: 0,
            depth: MAX_PLY,
            expected: Vec::new(),
            last_depth: 0,
        }
    }
}

const FEATURES: [&str; 4] = [
    "feature done=0",
    "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 analyze=1",
    "feature colors=0 ics=0 name=1 pause=0 nps=0 debug=1 memory=1 smp=1 variants=\"normal\"",
    "feature done=1",
];

// ---- the dialogue -------------------------------------------------------------------------------------------------------

pub(crate) fn enter(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.become_xboard();
    board.init();
    board.search_depth = MAX_PLY;
    session.engine_side = None;
    session.out.line("");
    Ok(())
}

pub(crate) fn protover(_: &mut Board, session: &mut Session, _: &str) -> Done {
    let [first, others @ .., last] = FEATURES;
    session.out.line(first);
    session.out.line(&format!("feature myname=\"{VERSION}\""));
    for line in others {
        session.out.line(line);
    }
    session.out.line(last);
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
    session.out.line(&format!("pong {number}"));
    Ok(())
}

// ---- the game -----------------------------------------------------------------------------------------------------------

pub(crate) fn new_game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.init();
    session.engine_side = Some(Side::Black);
    session.redo.clear();
    session.xboard.depth = MAX_PLY;
    reset_clock(session);
    Ok(())
}

fn reset_clock(session: &mut Session) {
    session.xboard.moves_made = 0;
    if let TimeControl::Level { base_ms, .. } = session.xboard.control {
        session.xboard.own_ms = base_ms;
    }
}

pub(crate) fn variant(_: &mut Board, _: &mut Session, name: &str) -> Done {
    if name == "normal" { Ok(()) } else { bad("unsupported variant") }
}

pub(crate) fn force(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = None;
    Ok(())
}

pub(crate) fn result(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = None;
    Ok(())
}

pub(crate) fn go(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.xboard.analysing = false;
    session.engine_side = Some(board.next_move);
    think_and_move(board, session);
    Ok(())
}

pub(crate) fn playother(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = Some(board.next_move.other());
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
    }
    session.engine_side = Some(side.other());
    Ok(())
}

pub(crate) fn usermove(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let illegal = |reason: &str| Refusal::Move { text: shortened(text), reason: reason.into() };
    if is_moving(session) || session.engine_side == Some(board.next_move) {
        return Err(illegal("it is the engine's turn"));
    }
    let mv = board.read_move(text).map_err(|error| illegal(reason(&error)))?;
    board.play(mv);
    if session.engine_side == Some(board.next_move) {
        think_and_move(board, session);
    }
    Ok(())
}

/// A line that is no word: a move without `usermove`, or a mistake.
pub(crate) fn bare_move(board: &mut Board, session: &mut Session, line: &str) -> Done {
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

/// The line that answers what could not be done.
pub(crate) fn refusal(line: &str, refusal: &Refusal) -> String {
    match refusal {
        Refusal::Move { text, reason } => format!("Illegal move ({reason}): {text}"),
        Refusal::UnknownWord { word, .. } => format!("Error (unknown command): {word}"),
        Refusal::Bad(kind) => format!("Error ({kind}): {}", shortened(line)),
    }
}

pub(crate) fn setboard(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let fen = match read_fen(text) {
        Ok(fen) => fen,
        Err(error) => {
            session.out.line(&format!("tellusererror Illegal position: {error}"));
            return Ok(());
        }
    };
    board.init_from_setup(&fen.setup);
    session.redo.clear();
    Ok(())
}

pub(crate) fn undo(board: &mut Board, _: &mut Session, _: &str) -> Done {
    board.undo().map_or(bad("command not legal now"), |_| Ok(()))
}

pub(crate) fn remove(board: &mut Board, _: &mut Session, _: &str) -> Done {
    if board.end_of_game < 2 {
        return bad("command not legal now");
    }
    board.undo();
    board.undo();
    Ok(())
}

/// Thinks, moves, and claims the result if the game is over.
fn think_and_move(board: &mut Board, session: &mut Session) {
    if claim(board, session) {
        return;
    }
    set_limits(board, session);
    session.xboard.task = Task::Move;
    let best = session.search(board, Board::think);
    session.xboard.task = Task::Nothing;
    session.xboard.own_ms -= board.timer.elapsed_ms() as i64;
    let Some(best) = best else { return };
    session.out.line(&format!("move {best}"));
    board.play(best);
    session.xboard.moves_made += 1;
    session.xboard.own_ms += increment(session);
    claim(board, session);
}

/// What the clock gains after the move just made.
fn increment(session: &Session) -> i64 {
    let XBoard { control: TimeControl::Level { moves, base_ms, inc_ms }, moves_made, .. } = session.xboard else {
        return 0;
    };
    let next_session = moves > 0 && moves_made % moves == 0;
    inc_ms as i64 + if next_session { base_ms } else { 0 }
}

/// Claims the result if the game on the board is over by the rules.
fn claim(board: &mut Board, session: &mut Session) -> bool {
    let outcome = board.is_end_of_game().outcome;
    if let Some(outcome) = outcome {
        session.out.line(&show::outcome(outcome));
    }
    outcome.is_some()
}

// ---- the clock ----------------------------------------------------------------------------------------------------------

/// Sets how long the engine may think about its move.
fn set_limits(board: &mut Board, session: &Session) {
    board.search_depth = session.xboard.depth;
    let (soft, hard) = match session.xboard.control {
        TimeControl::PerMove(ms) => {
            let hard = ms.saturating_sub(MARGIN_MS).max(ms / 10).max(1);
            (hard, hard)
        }
        TimeControl::Level { moves, inc_ms, .. } => {
            let moves_to_go = (moves > 0).then(|| moves - session.xboard.moves_made % moves);
            let clock = GameClock { own_ms: session.xboard.own_ms, inc_ms, moves_to_go, margin_ms: MARGIN_MS };
            let limits = limits(&clock);
            (limits.soft_ms, limits.hard_ms)
        }
    };
    board.timer.max_time = Some(hard);
    board.timer.soft_time = Some(soft);
}

pub(crate) fn level(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let mut fields = text.split_whitespace();
    let moves = fields.next().and_then(|field| field.parse().ok());
    let base_ms = fields.next().and_then(minutes);
    let inc_ms = fields.next().and_then(seconds);
    let (Some(moves), Some(base_ms), Some(inc_ms)) = (moves, base_ms, inc_ms) else {
        return bad("wrong number");
    };
    session.xboard.control = TimeControl::Level { moves, base_ms, inc_ms };
    reset_clock(session);
    Ok(())
}

/// Minutes, or minutes and seconds (`5:30`), in milliseconds; anything behind the number is ignored.
fn minutes(text: &str) -> Option<i64> {
    let number = &text[..text.find(|letter: char| !letter.is_ascii_digit() && letter != ':').unwrap_or(text.len())];
    let (minutes, seconds) = number.split_once(':').unwrap_or((number, "0"));
    let (minutes, seconds): (u32, u32) = (minutes.parse().ok()?, seconds.parse().ok()?);
    Some((i64::from(minutes) * 60 + i64::from(seconds)) * 1000)
}

/// Seconds, perhaps with a fraction, in milliseconds.
fn seconds(text: &str) -> Option<u64> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e9).contains(&seconds).then_some((seconds * 1e3).round() as u64)
}

pub(crate) fn st(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(ms) = seconds(text) else { return bad("wrong number") };
    session.xboard.control = TimeControl::PerMove(ms);
    Ok(())
}

pub(crate) fn sd(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(depth) = text.parse().ok().filter(|depth: &usize| *depth >= 1) else { return bad("wrong number") };
    session.xboard.depth = depth.min(MAX_PLY);
    Ok(())
}

pub(crate) fn time(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Ok(centiseconds) = text.parse::<i64>() else { return bad("wrong number") };
    session.xboard.own_ms = centiseconds.saturating_mul(10);
    Ok(())
}

pub(crate) fn otim(_: &mut Board, _: &mut Session, text: &str) -> Done {
    if text.parse::<i64>().is_ok() { Ok(()) } else { bad("wrong number") }
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

pub(crate) fn memory(board: &mut Board, _: &mut Session, text: &str) -> Done {
    let Ok(megabytes) = text.parse::<usize>() else { return bad("wrong number") };
    board.modern.set_megabytes(megabytes.clamp(1, 65_536));
    Ok(())
}

pub(crate) fn cores(board: &mut Board, _: &mut Session, text: &str) -> Done {
    let Ok(threads) = text.parse::<usize>() else { return bad("wrong number") };
    board.modern.threads = threads.clamp(1, 256);
    Ok(())
}

// ---- analysis -----------------------------------------------------------------------------------------------------------

pub(crate) fn analyze(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = None;
    session.xboard.analysing = true;
    Ok(())
}

pub(crate) fn exit(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.engine_side = None;
    session.xboard.analysing = false;
    Ok(())
}

/// Nothing is to be carried out: analyses, if that is wanted, until a line comes.
pub(crate) fn use_spare_time(board: &mut Board, session: &mut Session) {
    if !session.xboard.analysing || board.is_end_of_game().outcome.is_some() {
        return;
    }
    board.search_depth = MAX_PLY;
    board.timer.max_time = None;
    board.timer.soft_time = None;
    session.xboard.task = Task::Analysis;
    session.search(board, Board::deepen);
    session.xboard.task = Task::Nothing;
}

pub(crate) fn status(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.xboard.task == Task::Analysis {
        let centiseconds = board.timer.elapsed_ms() / 10;
        let text = format!("stat01: {centiseconds} {} {} 0 0", board.inodes, session.xboard.last_depth);
        session.out.line(&text);
    }
    Ok(())
}

pub(crate) fn hint(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let expected = session.xboard.expected.clone();
    if let Some(mv) = expected.into_iter().find(|mv| board.legal_moves().contains(mv)) {
        session.out.line(&format!("Hint: {mv}"));
    }
    Ok(())
}

pub(crate) fn book(_: &mut Board, session: &mut Session, _: &str) -> Done {
    session.out.line(" there is no book\n");
    Ok(())
}

/// Is the engine thinking about its own move?
pub(crate) fn is_moving(session: &Session) -> bool {
    session.xboard.task == Task::Move
}

// ---- what the search tells ----------------------------------------------------------------------------------------------

pub(crate) fn tell(board: &mut Board, session: &mut Session, report: &Report) {
    let Report::Depth { depth, score, pv } = *report else { return };
    session.xboard.last_depth = depth;
    session.xboard.expected = pv.iter().take(2).copied().collect();
    if !session.xboard.post {
        return;
    }
    let centiseconds = board.timer.elapsed_ms() / 10;
    let pv = show::line(board, pv);
    session.out.line(&format!("{depth} {} {centiseconds} {} {pv}", gui_score(score), board.inodes));
}

/// A score as GUIs read it: a mate in N moves is 100000 + N.
fn gui_score(score: i32) -> i32 {
    let plies_to_mate = LARGE_NUMBER - score.abs();
    if plies_to_mate > MAX_PLY as i32 {
        return score;
    }
    score.signum() * (MATE_SCORE + (plies_to_mate + 1) / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(gui_score(9999), 100_001);
        assert_eq!(gui_score(9997), 100_002);
        assert_eq!(gui_score(-9998), -100_001);
        assert_eq!(gui_score(-9996), -100_002);
        assert_eq!(gui_score(-350), -350);
    }

    #[test]
    fn clocks_are_read_in_all_their_forms() {
        assert_eq!(minutes("5"), Some(300_000));
        assert_eq!(minutes("0:05"), Some(5_000));
        assert_eq!(minutes("25+5"), Some(1_500_000));
        assert_eq!((minutes(""), minutes("x"), minutes("99999999999")), (None, None, None));
        assert_eq!((seconds("0.1"), seconds("12"), seconds("0")), (Some(100), Some(12_000), Some(0)));
        assert_eq!((seconds("-1"), seconds("nan"), seconds("1e99"), seconds("")), (None, None, None, None));
    }
}
