//! The state of the protocol.

use std::time::Instant;

use crate::board::Board;
use crate::command;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::play;
use crate::play::thinktime::Timekeeper;
use crate::readfen::Rules;
use crate::setup::Setup;
use crate::ui::session;

use super::go::Go;

/// A session of the protocol.
pub type Session = session::Session<Uci>;

/// Function of a protocol command, and its effect on a running search.
pub type Action = session::Action<session::Run<Uci>>;

/// A command of the protocol.
pub type Word = command::Word<Action>;

/// State of the protocol.
#[derive(Default)]
pub struct Uci {
    /// The commands of the protocol.
    pub(super) words: command::Words<Action>,
    /// Whether to report the time limits of each move.
    pub(super) debug: bool,
    /// The position last sent by the GUI or set up by `flip`; [`None`] if there was none in this game.
    pub(super) named: Option<Named>,
    /// Whether the last `position` was rejected. If so, there is nothing to search.
    pub(super) is_refused: bool,
    /// The `go` not yet answered, or a running `bench`.
    pub(super) unanswered: Option<PendingGo>,
    /// Whether to end the dialogue after the answer to `unanswered`.
    pub(super) quits: bool,
    pub(super) options: UciOptions,
    /// Computes the time limits of each move.
    pub(super) keeper: Timekeeper,
    /// Number of half-moves played by the time the GUI should next send our clock; [`None`] unless the engine has just
    /// moved.
    pub(super) told_next: Option<usize>,
}

impl Uci {
    /// The protocol with these commands.
    pub fn new(words: command::Words<Action>) -> Uci {
        Uci { words, ..Uci::default() }
    }

    /// Copies settings made before the switch to the protocol.
    pub(super) fn take_over(&mut self, options: &play::Options, laboratory: bool) {
        self.options.skill_elo = options.modern.elo;
        self.options.laboratory |= laboratory;
    }
}

/// Options that exist only in the protocol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UciOptions {
    /// Number of lines (multi-PV).
    pub multi_pv: usize,
    /// Whether to read castling rights by the rules of Chess960, and write castling as king takes own rook.
    pub chess960: bool,
    /// Whether to limit the strength to `elo`.
    pub limit_strength: bool,
    pub elo: i32,
    /// The strength, as a rating, if it is not limited to `elo`.
    pub skill_elo: i32,
    pub show_wdl: bool,
    /// Whether to treat even timed searches as analysis, and so play no book moves.
    pub analyse_mode: bool,
    /// The option `Ponder`. It has no effect, because each `go` says whether to ponder.
    pub ponder: bool,
    /// Whether to list the settings of the laboratory as well.
    pub laboratory: bool,
}

impl Default for UciOptions {
    fn default() -> UciOptions {
        UciOptions {
            multi_pv: 1,
            chess960: false,
            limit_strength: false,
            elo: FULL_ELO,
            skill_elo: FULL_ELO,
            show_wdl: false,
            analyse_mode: false,
            ponder: false,
            laboratory: cfg!(feature = "tune"),
        }
    }
}

/// The position sent by the GUI, or set up by `flip`.
pub struct Named {
    /// `startpos`, or `fen` and a FEN; empty after `flip`.
    pub(super) start: String,
    /// The moves as sent.
    pub(super) moves: String,
    pub(super) rules: Rules,
    /// The position before the moves.
    pub(super) setup: Setup,
}

/// A `go` not yet answered, or a running `bench`.
pub struct PendingGo {
    pub(super) go: Go,
    /// Whether the answer must wait for `stop` or `ponderhit`.
    pub(super) holds: bool,
    /// Whether the answer is due as soon as there is a move.
    pub(super) stopped: bool,
    /// Number of root moves to choose from.
    pub(super) moves: usize,
    /// Whether the game is a draw by the laws of chess.
    pub(super) is_drawn: bool,
    /// The move to send as soon as that is allowed.
    pub(super) best: Option<Move>,
    /// Number of lines to search for.
    pub(super) lines: usize,
    /// Time at which our clock started.
    pub(super) since: Instant,
    /// The best line last reported with an exact score.
    pub(super) pv: Vec<Move>,
    /// Depth, score and move of the last lower bound that was reported.
    pub(super) lower_bound: Option<(usize, i32, Move)>,
    /// Time at which a line or progress was last sent.
    pub(super) told_at: Instant,
    pub(super) progress: Progress,
}

/// The progress of a search.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Progress {
    pub nodes: u64,
    /// Milliseconds.
    pub ms: u64,
    /// Fill rate of the transposition table in permille.
    pub full: usize,
    /// Number of tablebase hits.
    pub hits: u64,
}

impl PendingGo {
    pub(super) fn new(go: Go) -> PendingGo {
        let (holds, now) = (go.holds(), Instant::now());
        let (stopped, lines, pv, lower_bound) = (false, 1, Vec::new(), None);
        let (moves, is_drawn, best) = (0, false, None);
        let (since, told_at, progress) = (now, now, Progress::default());
        PendingGo { go, holds, stopped, moves, is_drawn, best, lines, since, pv, lower_bound, told_at, progress }
    }
}

/// A move in the protocol's notation. With the option `UCI_Chess960`, castling is written as king takes own rook.
/// Without the option, this form is used only if the king castles to its own square or an adjacent one: the target
/// alone would look like an ordinary king move.
pub(super) fn move_text(board: &Board, chess960: bool, mv: Move) -> String {
    if !mv.is_castling() {
        return mv.to_string();
    }
    let path = board.path_of(mv);
    let is_a_step = mv.from().abs_diff(mv.tosq()) <= 1;
    if chess960 || is_a_step {
        return Move::new(path.king_from, path.rook_from, mv.piec(), 0).to_string();
    }
    mv.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, read_fen_by};

    #[test]
    fn castling_is_written_as_the_gui_wants_it() {
        let written = |fen: &str, wing: &str, chess960| {
            let mut board = Board::new();
            board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("legal").setup);
            let mv = board.read_move(wing).expect("legal");
            move_text(&board, chess960, mv)
        };
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(written(fen, "O-O", false), "e1g1");
        assert_eq!(written(fen, "O-O", true), "e1h1");
        assert_eq!(written(fen, "O-O-O", true), "e1a1");
        assert_eq!(written("1r3k1r/8/8/8/8/8/8/1R3K1R b KQkq - 0 1", "O-O-O", true), "f8b8");
        assert_eq!(written("1r4kr/8/8/8/8/8/8/1R4KR w KQkq - 0 1", "O-O", true), "g1h1");
        for (fen, wing, text) in [
            ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "O-O-O", "c1b1"),
            ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "O-O-O", "b1a1"),
            ("5k1r/8/8/8/8/8/8/4K3 b h - 0 1", "O-O", "f8h8"),
            ("4k3/8/8/8/8/8/8/RK5R w H - 0 1", "O-O", "b1g1"),
        ] {
            assert_eq!(written(fen, wing, false), text, "{fen}");
        }
    }
}
