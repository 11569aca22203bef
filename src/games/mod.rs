//! Games and positions in files: reading, writing, naming and judging them.
//!
//! | file | contents |
//! |---|---|
//! | [`archive`] | the user's own games, and what they show |
//! | [`chess960`] | the start positions of Chess960 |
//! | [`epd`] | positions with data, one on a line |
//! | [`explorer`] | the moves that were played from a position |
//! | [`mod@line`] | a line of moves with undo, including passes |
//! | [`makebook`] | opening books made of games |
//! | [`openings`] | names of openings |
//! | [`pgn`] | reading and writing games |
//! | [`practice`] | the user's rating, and the puzzles that come back |
//! | [`puzzle`], [`puzzletable`] | positions with a move to find; tables of them |
//! | [`refutation`] | why a move is wrong, in words |
//! | [`review`] | judging a game, move by move |
//! | [`tree`] | a game with variations, comments and annotations |
//!
//! Nothing here prints: texts for people are made in [`ui`](crate::ui).

pub mod archive;
pub mod chess960;
pub mod epd;
pub mod explorer;
pub mod line;
pub mod makebook;
pub mod openings;
pub mod pgn;
pub mod practice;
pub mod puzzle;
pub mod puzzletable;
pub mod refutation;
pub mod review;
pub mod tree;
