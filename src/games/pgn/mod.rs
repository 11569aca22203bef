//! Games in Portable Game Notation (S. J. Edwards, *PGN Specification and Implementation Guide*, 1994).
//!
//! | file | contents |
//! |---|---|
//! | `token` | the tokens of tags and moves |
//! | [`split`] | cuts a stream into games in constant memory |
//! | [`parse`] | reads the text of a game, and reports errors |
//! | [`read`] | reads a file's games in order |
//! | [`store`] | finds a game in a file, and appends one |
//! | [`mod@write`] | writes a game in the standard's export format |
//!
//! The reader tolerates broken files, but reports everything it rejects: each [`Problem`] gives its line and byte in
//! the file. Every move is checked. The standard does not allow control characters; they are dropped, so no escape
//! sequence from a file can reach a terminal.

pub mod parse;
pub mod read;
pub mod split;
pub mod store;
mod token;
pub mod write;

pub use parse::{Detail, GameSink, Parser, Problem, Trouble};
pub use read::{GamePlace, Games, MAX_PROBLEMS, ReadGame, read_text};
pub use write::{Audience, moves_text, text};

#[cfg(test)]
mod tests;
