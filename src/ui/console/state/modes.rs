//! What may stand on the board in place of the user's game: an analysis, a puzzle, a game whose moves are guessed; and
//! the game set aside meanwhile.

use std::path::PathBuf;

use crate::board::Board;
use crate::defines::Side;
use crate::games::puzzle::Puzzle;
use crate::games::puzzletable::Filter;
use crate::games::tree::{Game, NodeId, ROOT};
use crate::moves::Move;
use crate::ui::show;

use super::game::CurrentGame;

/// A game set aside.
pub struct Aside {
    pub board: Box<Board>,
    pub engine_side: Option<Side>,
    pub redo: Vec<Move>,
    pub game: CurrentGame,
}

/// A running analysis.
pub struct AnalysisBoard {
    /// Number of lines shown.
    pub lines: usize,
    /// Whether the threat is marked.
    pub threat: bool,
    /// The end of the line visited last: forward leads there.
    pub ahead: NodeId,
    /// The game set aside.
    pub game: Aside,
}

/// Where puzzles come from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// A collection that is read whole: a suite, a file, the user's own mistakes, or what comes back today.
    Whole(String),
    /// A table, of which some are read at a time.
    Table(PathBuf, Filter),
}

impl Source {
    pub fn name(&self) -> String {
        match self {
            Source::Whole(name) => name.clone(),
            Source::Table(file, _) => file.file_name().map_or(String::new(), |name| name.to_string_lossy().into()),
        }
    }
}

/// The puzzle on the board and the others of its source.
pub struct OpenPuzzle {
    pub source: Source,
    pub puzzles: Vec<Puzzle>,
    /// The order in which they are given.
    pub order: Vec<usize>,
    pub at: usize,
    /// Number of half-moves of its line that have been played.
    pub step: usize,
    /// Other moves than those of its line were played.
    pub is_off_line: bool,
    /// Number of wrong moves tried.
    pub tries: usize,
    pub helped: bool,
    pub solved: bool,
    pub view_rotated: bool,
    pub game: Aside,
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

    /// The next move of the line that is asked for, if it is known.
    pub fn wanted(&self) -> Option<Move> {
        let puzzle = self.puzzle();
        let first = puzzle.right.first().filter(|_| self.step == 0 && puzzle.line.is_empty());
        first.or(puzzle.line.get(self.step)).copied().filter(|_| !self.is_off_line)
    }

    /// The number of moves in which to mate from here, if it is a mate.
    pub fn mate_in(&self) -> Option<i64> {
        self.puzzle().mate_in.map(|moves| moves - self.step as i64 / 2)
    }

    /// Whether the puzzle is unsolved.
    pub fn is_asking(&self) -> bool {
        !self.solved
    }
}

/// How a guess compares with the move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guess {
    /// The same move.
    Right,
    /// A better one.
    Better,
    /// Another one that loses no winning chances to speak of.
    AsGood,
    /// A worse one.
    Worse,
    /// None: the move was told, or hinted at.
    Told,
}

/// The game whose moves are being guessed.
pub struct OpenGuess {
    pub game: Game,
    /// Its main line.
    pub line: Vec<NodeId>,
    /// Number of its moves that have been played.
    pub played: usize,
    /// The side whose moves are guessed.
    pub side: Side,
    pub guesses: Vec<Guess>,
    /// There was a hint at the next move.
    pub hinted: bool,
    pub view_rotated: bool,
    pub aside: Aside,
}

impl OpenGuess {
    /// The position in which a move is asked for, or the end of the game.
    pub fn here(&self) -> NodeId {
        self.played.checked_sub(1).map_or(ROOT, |last| self.line[last])
    }

    /// The move that is asked for; none at the end of the game.
    pub fn wanted(&self) -> Option<NodeId> {
        self.line.get(self.played).copied()
    }

    /// Goes on to the next move of the side. Returns the move of the other side that was played, if there is one.
    pub fn go_on(&mut self) -> Option<NodeId> {
        let next = self.wanted()?;
        if self.game.board_at(self.here()).next_move == self.side {
            return None;
        }
        self.played += 1;
        Some(next)
    }

    /// Who played this side.
    pub fn player(&self, side: Side) -> &str {
        self.game.tags.known(side.name()).unwrap_or(side.name())
    }

    /// `Guess · Fischer - Spassky`
    pub fn title(&self) -> String {
        format!("Guess · {} - {}", self.player(Side::White), self.player(Side::Black))
    }

    /// Whether there are moves left to guess.
    pub fn is_asking(&self) -> bool {
        self.wanted().is_some()
    }

    /// `12. Nf3`
    pub fn text(&self, id: NodeId) -> String {
        format!("{} {}", self.game.number_text(id), self.game.san(id))
    }

    /// `3 of 6 moves right, 1 better, 1 as good, 1 worse`
    pub fn score(&self) -> String {
        let count = |wanted| self.guesses.iter().filter(|guess| **guess == wanted).count();
        let moves = show::counted(self.guesses.len(), "move");
        let told = match count(Guess::Told) {
            0 => String::new(),
            told => format!(", {told} told"),
        };
        let better = match count(Guess::Better) {
            0 => String::new(),
            better => format!(", {better} better"),
        };
        let (right, as_good, worse) = (count(Guess::Right), count(Guess::AsGood), count(Guess::Worse));
        format!("{right} of {moves} right{better}, {as_good} as good, {worse} worse{told}")
    }
}
