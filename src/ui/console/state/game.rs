//! The game on the board: its clocks, its opponent, any end other than mate or stalemate, and its autosave files.

use std::fmt;
use std::fs::File;
use std::path::PathBuf;

use crate::board::Board;
use crate::defines::*;
use crate::lab::compare::SearchExperiment;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::play::expected::{Expected, Place};
use crate::play::standing::Standing;
use crate::searcher::{Thought, laws};
use crate::timer::Instant;
use crate::ui::clock::GameClocks;
use crate::ui::{places, show};

use super::study::Study;

/// The game on the board. An analysis, a puzzle or a guessing game sets all this state aside.
#[derive(Default)]
pub struct CurrentGame {
    /// The clocks, in a game with clocks.
    pub clocks: Option<GameClocks>,
    /// Whether the engine has moved in this game.
    pub has_opponent: bool,
    /// The end of the game other than by mate or stalemate, for example a resignation.
    pub finish: Option<Finish>,
    /// The claimable draw that the console announced last.
    pub claim_told: Option<Outcome>,
    /// The side whose time has run out in this game. The console announces this once; `flag` then claims the result.
    pub flagged: Option<Side>,
    /// Whether the bell has warned of low time in this game.
    pub was_alarmed: bool,
    /// The engine's score history, which it uses to decide whether to resign or to offer a draw.
    pub standing: Standing,
    /// Whether the engine has offered a draw; the player's next move declines it.
    pub draw_offered: bool,
    /// Moves taken back, in the order in which they were taken back.
    pub redo: Vec<Move>,
    /// The reply the engine expects.
    pub expected: Option<Expected>,
    /// Whether the engine plays both sides.
    pub selfplay: bool,
    /// Whether the last move was made while the engine played both sides.
    pub last_by_selfplay: bool,
    /// Whether the game is in the autosave file.
    pub autosaved: Autosaved,
    /// Whether the end of this game has been recorded.
    pub is_recorded: bool,
    /// The game with variations and comments; none until a command needs it.
    pub study: Option<Study>,
    /// The search for the engine's move.
    pub thinking: Option<Thinking>,
    /// The ponder search.
    pub pondering: Option<Pondering>,
}

/// Whether the current game is in the autosave file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Autosaved {
    /// Not yet. If the file still has the previous game, and that game reached its second move, the first save renames
    /// the file.
    #[default]
    No,
    /// Yes, as of the last save.
    Yes,
    /// The file cannot be written, and the user has been told.
    Failed,
}

/// The search for the engine's move.
pub struct Thinking {
    /// The position and the settings of the search.
    pub searched: SearchExperiment,
    /// The engine does not move before this time, unless the search is stopped.
    pub not_before: Instant,
    /// The result of the search, once it has ended.
    pub thought: Option<Thought>,
}

/// A search on the opponent's time.
pub struct Pondering {
    pub expected: Move,
    pub place: Place,
    /// The result of the search, if it has ended.
    pub thought: Option<Thought>,
}

/// The end of a game other than by mate or stalemate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// This side has resigned.
    Resignation(Side),
    /// Both sides have agreed to a draw.
    Agreement,
    /// The game has ended by the rules: by itself, or by a claimed draw.
    ByRule(Outcome),
    /// A side has run out of time.
    Time {
        /// The side that has run out of time.
        side: Side,
        /// The other side has only its king, so it cannot win (FIDE Laws of Chess, 6.9).
        drawn: bool,
    },
    /// The result of a game that was read from a file.
    Read(String),
}

impl CurrentGame {
    /// The side whose turn it is, and whose clock runs; [`None`] after the end of the game.
    pub fn turn(&self, board: &Board) -> Option<Side> {
        (self.finish.is_none() && laws::end(board).is_none()).then_some(board.next_move)
    }

    /// Deducts the time used in this turn, if a clock runs, and begins the turn anew. Called before the game ends, is
    /// set aside, or continues from another position.
    pub fn end_turn(&mut self, board: &Board) {
        if let (Some(side), Some(clocks)) = (self.turn(board), &mut self.clocks) {
            clocks.stop(side);
        }
    }

    /// Clears the result, the fallen flag, the draw offer and the engine's score history, and restarts the timing of
    /// the current turn. Called when play continues from a different position.
    pub fn forget_end(&mut self) {
        (self.finish, self.flagged, self.claim_told) = (None, None, None);
        (self.standing, self.draw_offered) = (Standing::default(), false);
        if let Some(clocks) = &mut self.clocks {
            clocks.restart_turn();
        }
    }
}

impl Finish {
    /// The end of a game in which this side has run out of time.
    pub fn by_time(board: &Board, side: Side) -> Finish {
        let other = side.other();
        let drawn = board.pieces[other.index()] == board.bitmap[other.piece(KING) as usize];
        Finish::Time { side, drawn }
    }

    /// The result in PGN notation, like `1-0`.
    pub fn result(&self) -> &str {
        match self {
            Finish::Resignation(side) | Finish::Time { side, drawn: false } => show::win_of(side.other()),
            Finish::Agreement | Finish::Time { drawn: true, .. } => "1/2-1/2",
            Finish::ByRule(outcome) => show::result(*outcome),
            Finish::Read(result) => result,
        }
    }
}

impl fmt::Display for Finish {
    /// The result and its reason, like `1-0 {Black resigns}`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let result = self.result();
        match self {
            Finish::Resignation(side) => write!(f, "{result} {{{} resigns}}", side.name()),
            Finish::Agreement => write!(f, "{result} {{Draw by agreement}}"),
            Finish::ByRule(outcome) => f.write_str(&show::outcome(*outcome)),
            Finish::Time { side, drawn: false } => write!(f, "{result} {{{} loses on time}}", side.name()),
            Finish::Time { side, drawn: true } => {
                write!(f, "{result} {{{}'s time has run out, {} has only its king}}", side.name(), side.other().name())
            }
            Finish::Read(_) => f.write_str(result),
        }
    }
}

/// Maximum number of consoles that can save their games at the same time.
pub const SLOTS: usize = 16;

/// File name endings of the autosaved game and of the game before it.
pub const LAST: &str = ".pgn";
pub const BEFORE: &str = "-before.pgn";

/// The files of the autosaved game. Each console locks its own files while it runs, so that two consoles do not
/// overwrite each other's game.
pub struct Slot {
    /// The number of the slot, from 1.
    pub number: usize,
    /// When the game was last written.
    pub written: Option<Instant>,
    _lock: File,
}

impl Slot {
    /// Locks the files with this number, unless another console has locked them.
    pub fn take(number: usize) -> Option<Slot> {
        places::state_directory()?;
        let path = Slot::file(number, ".lock")?;
        let lock = File::options().create(true).truncate(false).write(true).open(path).ok()?;
        lock.try_lock().ok()?;
        Some(Slot { number, written: None, _lock: lock })
    }

    /// Locks the first free slot.
    pub fn free() -> Option<Slot> {
        (1..=SLOTS).find_map(Slot::take)
    }

    /// Path of a slot's file; for the first slot, `game.pgn` or `game-before.pgn`. Neither it nor its directory need
    /// exist.
    pub fn file(number: usize, end: &str) -> Option<PathBuf> {
        let number = if number == 1 { String::new() } else { format!("-{number}") };
        places::state_place().map(|directory| directory.join(format!("game{number}{end}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    #[test]
    fn results_have_their_reasons() {
        for (finish, text) in [
            (Finish::Resignation(Side::White), "0-1 {White resigns}"),
            (Finish::Agreement, "1/2-1/2 {Draw by agreement}"),
            (Finish::ByRule(Outcome::Repetition), "1/2-1/2 {Draw by repetition}"),
            (Finish::Time { side: Side::Black, drawn: false }, "1-0 {Black loses on time}"),
            (Finish::Read("0-1".into()), "0-1"),
        ] {
            assert_eq!(finish.to_string(), text);
            assert!(text.starts_with(finish.result()));
        }
    }

    #[test]
    fn a_bare_king_does_not_win_on_time() {
        let mut board = Board::new();
        board.init_from_setup(&read_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("legal").setup);
        assert_eq!(Finish::by_time(&board, Side::White).result(), "1/2-1/2");
        assert_eq!(Finish::by_time(&board, Side::Black).result(), "1-0");
    }
}
