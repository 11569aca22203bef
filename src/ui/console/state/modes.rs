//! Modes that replace the user's game on the board: an analysis, a puzzle, or a game whose moves are guessed. Each
//! holds the game that it has set aside. Also the user's results in puzzles; at a terminal these are saved in a file,
//! one per line.

use std::path::PathBuf;

use chrono::NaiveDate;

use crate::board::Board;
use crate::defines::Side;
use crate::games::practice::{Practice, Went};
use crate::games::puzzle::Puzzle;
use crate::games::puzzletable::Filter;
use crate::games::tree::{Game, NodeId, ROOT};
use crate::moves::Move;
use crate::play::files::{self, Gap};
use crate::ui::out::now;
use crate::ui::{places, show};

use super::game::CurrentGame;
use super::study::Origin;

/// A game set aside.
pub struct Aside {
    pub board: Box<Board>,
    pub engine_side: Option<Side>,
    pub game: CurrentGame,
}

/// A running analysis.
pub struct AnalysisBoard {
    /// Number of lines shown.
    pub lines: usize,
    /// Whether the threat is marked.
    pub threat: bool,
    /// The farthest position visited on the current line; 'forward' steps towards it, and then on along the main line.
    pub ahead: NodeId,
    /// The origin of the game under analysis, if it is not the one set aside: another was loaded or set up.
    pub other: Option<Origin>,
    /// The game set aside.
    pub game: Aside,
}

/// The source of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub enum PuzzleSource {
    /// A collection that is read in full: a suite, a file, the user's own mistakes, or the puzzles due today.
    Whole(String),
    /// A table, read in batches.
    Table(PathBuf, Filter),
}

impl PuzzleSource {
    /// The argument with which `puzzle` opens this source.
    pub fn file(&self) -> String {
        match self {
            PuzzleSource::Whole(name) => name.clone(),
            PuzzleSource::Table(file, _) => file.to_string_lossy().into(),
        }
    }

    pub fn name(&self) -> String {
        match self {
            PuzzleSource::Whole(name) => name.clone(),
            PuzzleSource::Table(file, _) => {
                file.file_name().map_or(String::new(), |name| name.to_string_lossy().into())
            }
        }
    }
}

/// The puzzle on the board, and the others from the same source.
pub struct OpenPuzzle {
    pub source: PuzzleSource,
    pub puzzles: Vec<Puzzle>,
    /// The order of the puzzles.
    pub order: Vec<usize>,
    pub at: usize,
    pub attempt: Attempt,
    /// The game set aside.
    pub game: Aside,
}

/// The attempt to solve a puzzle.
#[derive(Default)]
pub struct Attempt {
    /// Number of half-moves played since the puzzle began.
    pub step: usize,
    /// Whether the moves played differ from the puzzle's line.
    pub is_off_line: bool,
    /// Number of wrong moves tried.
    pub tries: usize,
    pub helped: bool,
    pub solved: bool,
}

impl OpenPuzzle {
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzles[self.at]
    }

    /// `Puzzle 3 of 298 · WAC.003`
    pub fn title(&self) -> String {
        let Puzzle { name, rating, .. } = self.puzzle();
        let name = if name.is_empty() { String::new() } else { format!(" · {name}") };
        let rating = rating.map_or(String::new(), |rating| format!(" · rating {rating}"));
        format!("Puzzle {} of {}{name}{rating}", self.at + 1, self.puzzles.len())
    }

    /// Whether the Board shows the position of the next move to find, not an earlier one.
    pub fn is_on(&self, board: &Board) -> bool {
        board.end_of_game == self.attempt.step + usize::from(self.puzzle().before.is_some())
    }

    /// The next move to find, if it is known.
    pub fn wanted(&self) -> Option<Move> {
        let (puzzle, attempt) = (self.puzzle(), &self.attempt);
        let first = puzzle.right.first().filter(|_| attempt.step == 0 && puzzle.line.is_empty());
        first.or(puzzle.line.get(attempt.step)).copied().filter(|_| !attempt.is_off_line)
    }

    /// The number of moves to mate from here, if the puzzle asks for mate.
    pub fn mate_in(&self) -> Option<i64> {
        self.puzzle().mate_in.map(|moves| moves - self.attempt.step as i64 / 2)
    }
}

/// How a guess compares with the move played in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuessResult {
    /// The same move.
    Right,
    /// A better move.
    Better,
    /// A different move with about the same winning chances.
    AsGood,
    /// A worse move.
    Worse,
    /// No guess: the move was revealed, or a hint was given. Counted separately in the score.
    Told,
}

/// The game whose moves are being guessed.
pub struct OpenGuess {
    pub game: Game,
    /// The main line of the game, up to the first null move.
    pub line: Vec<NodeId>,
    /// Number of moves of the main line that have been played.
    pub played: usize,
    /// The side whose moves are guessed.
    pub side: Side,
    pub guesses: Vec<GuessResult>,
    /// Whether a hint was given for the next move.
    pub hinted: bool,
    /// The player's own game, set aside.
    pub own: Aside,
}

impl OpenGuess {
    /// The position in which the next move is to be guessed, or the end of the game.
    pub fn here(&self) -> NodeId {
        self.played.checked_sub(1).map_or(ROOT, |last| self.line[last])
    }

    /// Whether the Board shows the position of the next guess, not an earlier one.
    pub fn is_on(&self, board: &Board) -> bool {
        board.end_of_game == self.game.board_at(self.here()).end_of_game
    }

    /// The move to guess; none at the end of the game.
    pub fn wanted(&self) -> Option<NodeId> {
        self.line.get(self.played).copied()
    }

    /// Plays the next move if it is the other side's, and returns it.
    pub fn go_on(&mut self) -> Option<NodeId> {
        let next = self.wanted()?;
        if self.game.board_at(self.here()).next_move == self.side {
            return None;
        }
        self.played += 1;
        Some(next)
    }

    /// The player of this side.
    pub fn player(&self, side: Side) -> &str {
        self.game.tags.known(side.name()).unwrap_or(side.name())
    }

    /// `Guess · Fischer - Spassky`
    pub fn title(&self) -> String {
        format!("Guess · {} - {}", self.player(Side::White), self.player(Side::Black))
    }

    /// The title and the score, if any move was guessed.
    pub fn final_score(&self) -> Option<String> {
        (!self.guesses.is_empty()).then(|| format!("{}: {}.", self.title(), self.score()))
    }

    /// `12. Nf3`
    pub fn text(&self, id: NodeId) -> String {
        format!("{} {}", self.game.number_text(id), self.game.san(id))
    }

    /// `3 of 6 moves right, 1 better, 1 as good, 1 worse`
    pub fn score(&self) -> String {
        let count = |wanted| self.guesses.iter().filter(|guess| **guess == wanted).count();
        let moves = show::counted(self.guesses.len(), "move");
        let if_any = |guess, name| match count(guess) {
            0 => String::new(),
            some => format!(", {some} {name}"),
        };
        let (better, told) = (if_any(GuessResult::Better, "better"), if_any(GuessResult::Told, "told"));
        let (right, as_good, worse) =
            (count(GuessResult::Right), count(GuessResult::AsGood), count(GuessResult::Worse));
        format!("{right} of {moves} right{better}, {as_good} as good, {worse} worse{told}")
    }
}

/// The user's results in all puzzles.
#[derive(Default, Debug)]
pub struct PuzzleTally {
    pub practice: Practice,
    /// The file; none if the input is a pipe.
    file: Option<PathBuf>,
}

impl PuzzleTally {
    /// Reads the file, if there is one. New results are appended to it.
    pub fn kept() -> PuzzleTally {
        let file = places::state_directory().map(|directory| directory.join("puzzles"));
        let text = file.as_ref().and_then(|file| files::read_text(file).ok()).unwrap_or_default();
        PuzzleTally { file, practice: Practice::read(&text) }
    }

    /// Adds a result. Ignores write errors: a full disk must not end the puzzles.
    pub fn note(&mut self, puzzle: &Puzzle, went: Went) {
        if let Some(file) = &self.file {
            let _ = files::append_lines(file, &Practice::line(today(), puzzle, went), Gap::Line);
        }
        self.practice.note(today(), puzzle, went);
    }

    /// The puzzles due today.
    pub fn due(&self) -> Vec<Puzzle> {
        self.practice.due(today())
    }

    /// Whether this puzzle is due today.
    pub fn is_due(&self, puzzle: &Puzzle) -> bool {
        self.practice.is_due(&puzzle.position, today())
    }

    /// Whether this puzzle has never been tried.
    pub fn is_new(&self, puzzle: &Puzzle) -> bool {
        self.practice.best(&puzzle.position).is_none()
    }
}

fn today() -> NaiveDate {
    now().date_naive()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_begins_a_line_of_its_own() {
        let file = std::env::temp_dir().join(format!("alula-puzzles-{}", std::process::id()));
        std::fs::write(&file, "2026-11-28\tsol").expect("a temporary file");
        let puzzle = Puzzle::read("4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#;").expect("a puzzle");
        PuzzleTally { practice: Practice::default(), file: Some(file.clone()) }.note(&puzzle, Went::Solved);
        let text = std::fs::read_to_string(&file).expect("it is there");
        std::fs::remove_file(&file).expect("it is there");
        assert_eq!(Practice::read(&text).best(&puzzle.position), Some(Went::Solved), "{text}");
    }
}
