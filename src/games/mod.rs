//! Reads and writes games and positions, names openings, and reviews games.
//!
//! | file | contents |
//! |---|---|
//! | [`archive`] | the user's own games, and statistics about them |
//! | [`chess960`] | the start positions of Chess960 |
//! | [`epd`] | positions with data, one per line |
//! | [`explorer`] | the moves played from a position in a file of games |
//! | [`mod@line`] | a line of moves with undo, including passes |
//! | [`makebook`] | makes opening books from games |
//! | [`openings`] | names of openings |
//! | [`pgn`] | reading and writing games |
//! | [`practice`] | the user's puzzle rating, and the repetition of missed puzzles |
//! | [`puzzle`], [`puzzletable`] | positions with a move to find; tables of them |
//! | [`refutation`] | explains in words why a move is wrong |
//! | [`review`] | reviews a game move by move |
//! | [`tree`] | a game with variations, comments and annotations |
//!
//! Nothing here prints; [`ui`](crate::ui) writes all text for the user.

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
