//! Games and positions in files: reading, writing, naming and judging them.
//!
//! | file | contents |
//! |---|---|
//! | [`epd`] | positions with data, one on a line |
//! | [`mod@line`] | a line of moves with undo, including passes |
//! | [`makebook`] | opening books made of games |
//! | [`openings`] | names of openings |
//! | [`pgn`] | reading and writing games |
//! | [`puzzle`] | positions with a move to find |
//! | [`review`] | judging a game, move by move |
//! | [`tree`] | a game with variations, comments and annotations |
//!
//! Nothing here prints: texts for people are made in [`ui`](crate::ui).

pub mod epd;
pub mod line;
pub mod makebook;
pub mod openings;
pub mod pgn;
pub mod puzzle;
pub mod review;
pub mod tree;
