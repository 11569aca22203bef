//! Files and knowledge: what Alula reads, and what it knows without searching.
//!
//! | file | what it does |
//! |---|---|
//! | [`book`] | opening books |
//! | [`convert`] | positions for other crates |
//! | [`epd`] | positions with what is known about them, one a line |
//! | [`files`] | files read within limits, and written so that nothing is lost |
//! | [`mod@line`] | a line of moves played and taken back, passes included |
//! | [`openings`] | names of openings |
//! | [`pgn`] | reading and writing games |
//! | [`review`] | what a game was worth, move by move |
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`tree`] | a game with its variations, comments and marks |
//!
//! Nothing here prints: texts for people are made in [`ui`](crate::ui).

pub mod book;
pub mod convert;
pub mod epd;
pub mod files;
pub mod line;
pub mod openings;
pub mod pgn;
pub mod review;
mod san;
pub mod tablebase;
pub mod tree;

/// What the system says of a folder or a file, in words that are the same on every system for what happens often.
fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "it is not there".into(),
        ErrorKind::PermissionDenied => "it may not be read".into(),
        ErrorKind::NotADirectory => "it is no folder".into(),
        ErrorKind::UnexpectedEof => "it has become shorter".into(),
        _ => files::reason(error),
    }
}
