//! Games in Portable Game Notation (S. J. Edwards, *PGN Specification and Implementation Guide*, 1994).
//!
//! | file | what it does |
//! |---|---|
//! | [`split`] | cuts a stream into games, in constant memory |
//! | [`parse`] | reads the text of a game, and says what is wrong with it |
//! | [`read`] | reads one game after the other |
//! | [`store`] | finds a game in a file, and adds one |
//! | [`mod@write`] | writes a game in the standard's export format |
//!
//! Reading is tolerant where files are broken, and exact about what it refuses: each [`Problem`] names the line and the
//! byte of the file. What is read is checked, move by move. Control characters are not allowed by the standard and are
//! dropped, so that nothing from a file can reach a terminal as an escape sequence.

pub mod parse;
pub mod read;
pub mod split;
pub mod store;
pub mod write;

pub use parse::{Parser, Problem, Sink, Trouble, Wish};
pub use read::{GamePlace, Games, Record, read_text};
pub use write::{moves_text, text};

#[cfg(test)]
mod tests;
