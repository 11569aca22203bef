//! The contents of the full-screen view, as plain values. Drawing them needs only a skin and the size of the window.

use crate::defines::*;
pub use crate::ui::terminal::picture::Marks;

/// A player, shown beside the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The time on the clock; empty without clocks.
    pub clock: String,
    /// Whether the clock has nearly run out.
    pub short_of_time: bool,
    /// The pieces captured by this player, most valuable first.
    pub captured: Vec<Piece>,
    /// The player's material lead in pawns, or 0.
    pub ahead: i32,
}

/// A token of a game with variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveToken {
    /// The text: a move, perhaps with its number and a bracket.
    pub text: String,
    /// Whether this move led to the position on the board.
    pub current: bool,
    /// Whether this token is in a variation.
    pub aside: bool,
}

/// The panel that shows an analysis beside the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AnalysisPanel {
    /// Score in centipawns from White's point of view; [`None`] before the first iteration is complete.
    pub score: Option<i32>,
    /// The progress: depth, nodes, time.
    pub head: String,
    /// The lines, best first: score from White's point of view, and moves.
    pub lines: Vec<(String, String)>,
    /// The moves tried on the analysis board, with their variations.
    pub tree: Vec<MoveToken>,
}

/// The input line.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Typing {
    /// The prompt.
    pub prompt: String,
    /// The text typed so far.
    pub text: String,
    /// Number of characters before the cursor; [`None`] if the cursor is elsewhere.
    pub cursor: Option<usize>,
    /// A hint shown after the text: the arguments of the command just typed.
    pub hint: String,
}

/// The contents of a screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// The piece on each square.
    pub square: [Piece; 64],
    /// The choices for a promotion, shown as pieces on squares.
    pub offered: Vec<(Square, Piece)>,
    /// Whether Black is at the bottom.
    pub rotated: bool,
    /// The side to move; [`None`] if the game is over.
    pub turn: Option<Side>,
    /// Marked squares.
    pub marks: Marks,
    /// The players, White first.
    pub players: [Player; 2],
    /// The moves of the game.
    pub moves: Vec<String>,
    /// The number of the first move in `moves`, and the side that made it.
    pub first: (usize, Side),
    /// Number of moves made before the position on the board.
    pub shown: usize,
    /// The score after each move, in centipawns from White's point of view; empty if too few moves have a score.
    pub scores: Vec<i32>,
    /// The name of the opening; may be empty.
    pub opening: String,
    /// The heading.
    pub title: String,
    /// The keys and their meaning.
    pub keys: String,
    /// The state of the engine.
    pub engine: String,
    /// The end of the game, or another important message.
    pub notice: String,
    /// The output, line by line.
    pub said: Vec<String>,
    /// The first output line shown, if there is no room for all; [`None`] shows the end.
    pub said_from: Option<usize>,
    /// Whether the output is a page of a lesson. It leaves the board visible.
    pub reading: bool,
    /// The input line.
    pub typing: Typing,
    /// The analysis, if there is one.
    pub analysis: Option<AnalysisPanel>,
}

impl Default for Model {
    fn default() -> Model {
        Model {
            square: [EMPTY; 64],
            offered: Vec::new(),
            rotated: false,
            turn: Some(Side::White),
            marks: Marks::default(),
            players: Default::default(),
            moves: Vec::new(),
            first: (1, Side::White),
            shown: 0,
            scores: Vec::new(),
            opening: String::new(),
            title: String::new(),
            keys: String::new(),
            engine: String::new(),
            notice: String::new(),
            said: Vec::new(),
            said_from: None,
            reading: false,
            typing: Typing::default(),
            analysis: None,
        }
    }
}
