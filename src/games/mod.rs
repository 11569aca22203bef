//! Files and knowledge: what Alula reads, and what it knows without searching.
//!
//! | file | what it does |
//! |---|---|
//! | [`convert`] | positions for other crates |
//! | [`epd`] | positions with what is known about them, one a line |
//! | [`files`] | files read within limits, and written so that nothing is lost |
//! | [`line`] | a line of moves played and taken back, passes included |
//! | [`pgn`] | reading and writing games |
//! | [`review`] | what a game was worth, move by move |
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`tree`] | a game with its variations, comments and marks |
//!
//! Nothing here prints: texts for people are made in [`ui`](crate::ui).

pub mod convert;
pub mod epd;
pub mod files;
pub mod line;
pub mod pgn;
pub mod review;
mod san;
pub mod tablebase;
pub mod tree;
