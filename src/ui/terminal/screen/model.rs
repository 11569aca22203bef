//! All that the steady screen shows, as plain values: layouts need nothing else.

use crate::defines::*;

/// Squares that are marked, as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Marks {
    /// From and to of the last move.
    pub last: BitMap,
    /// A king in check.
    pub check: BitMap,
    /// Attacked squares.
    pub attacked: BitMap,
    /// From and to of the best move.
    pub best: BitMap,
    /// From and to of the threat.
    pub threat: BitMap,
    /// Where the piece that was taken up can go.
    pub targets: BitMap,
    /// Its square.
    pub picked: BitMap,
    /// The square of the cursor.
    pub cursor: BitMap,
}

/// One player, beside the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Player {
    /// What stands beside the colour.
    pub name: String,
    /// The clock; empty without one.
    pub clock: String,
    /// Is there less than a quarter of a minute left?
    pub short_of_time: bool,
    /// The pieces that this player has captured, the dearest first.
    pub captured: Vec<Piece>,
    /// By how many pawns the player is ahead; 0 if not ahead.
    pub ahead: i32,
}

/// One word of a game with variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    /// The word: a number and a move, or a bracket with it.
    pub text: String,
    /// Is it the move that led to the position on the board?
    pub current: bool,
    /// In a variation?
    pub aside: bool,
}

/// What an analysis shows beside the board.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Analysis {
    /// Score in centipawns from White's side; none before the first iteration is done.
    pub score: Option<i32>,
    /// How far it is: depth, nodes, time.
    pub head: String,
    /// The lines, the best first: score from White's side, and moves.
    pub lines: Vec<(String, String)>,
    /// The tree of moves that were tried.
    pub tree: Vec<Token>,
}

/// The line that is typed.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Typing {
    /// What stands before it.
    pub prompt: String,
    /// What was typed.
    pub text: String,
    /// The cursor, as the number of letters before it; none if the cursor is elsewhere.
    pub cursor: Option<usize>,
    /// What may follow.
    pub hint: String,
}

/// A screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What stands on which square.
    pub square: [Piece; 64],
    /// Pieces that stand on squares only to be chosen from.
    pub offered: Vec<(Square, Piece)>,
    /// Is Black below?
    pub rotated: bool,
    /// The side to move; none if the game is over.
    pub turn: Option<Side>,
    /// Marked squares.
    pub marks: Marks,
    /// White and Black.
    pub players: [Player; 2],
    /// The moves of the game.
    pub moves: Vec<String>,
    /// The number of the first of them, and the side that made it.
    pub first: (usize, Side),
    /// So many of them have led to the position on the board.
    pub shown: usize,
    /// The heading.
    pub title: String,
    /// What the keys do.
    pub keys: String,
    /// What the engine is doing.
    pub engine: String,
    /// The end of the game, or another word that must not be missed.
    pub notice: String,
    /// What was said, line by line.
    pub said: Vec<String>,
    /// The first line of it that is shown, where not all are; none: the last ones are shown.
    pub said_from: Option<usize>,
    /// What is typed.
    pub typing: Typing,
    /// The analysis, if there is one.
    pub analysis: Option<Analysis>,
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
            title: String::new(),
            keys: String::new(),
            engine: String::new(),
            notice: String::new(),
            said: Vec::new(),
            said_from: None,
            typing: Typing::default(),
            analysis: None,
        }
    }
}
