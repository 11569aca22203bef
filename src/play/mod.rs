//! Decides a move: which searcher runs, with which settings and limits, what book and endgame tables know, and the
//! policy for draws and resigning.
//!
//! | file | contents |
//! |---|---|
//! | [`options`] | everything about a search that people and GUIs can set |
//! | [`engine`] | the searchers, and a running search as a handle |
//! | [`files`] | files read within limits, and written so that nothing is lost |
//! | [`convert`] | positions in the form of other crates |
//! | [`book`] | opening books |
//! | [`tablebase`] | Syzygy endgame tables |

pub mod book;
pub mod convert;
pub mod engine;
pub mod files;
pub mod options;
pub mod tablebase;

pub use engine::{Engine, Event, Search, Which};
pub use options::Options;
