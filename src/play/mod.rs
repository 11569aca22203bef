//! Decides a move: which searcher runs, with which settings and limits, what book and endgame tables know, and the
//! policy for draws and resigning.
//!
//! | file | contents |
//! |---|---|
//! | [`options`] | everything about a search that people and GUIs can set |
//! | [`beside`] | work in a thread of its own, or, in a page, at once |
//! | [`engine`] | the searchers, and a running search as a handle |
//! | [`text`] | bytes become text: encodings, line ends |
//! | [`files`] | files read within limits, and written so that nothing is lost |
//! | [`convert`] | positions in the form of other crates |
//! | [`book`] | opening books |
//! | [`library`] | the book of a dialogue, and when the engine plays from it |
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`thinktime`] | the time for a move |
//! | [`expected`] | the reply that the engine expects, and ponders on |
//! | [`standing`] | when the engine resigns, and offers or accepts a draw |
//! | [`referee`] | when a game between engines is over |

pub mod beside;
pub mod book;
pub mod convert;
pub mod engine;
pub mod expected;
pub mod files;
pub mod library;
pub mod options;
pub mod referee;
pub mod standing;
pub mod tablebase;
pub mod text;
pub mod thinktime;

pub use engine::{Engine, Event, Search, Which};
pub use options::Options;
