//! Decides a move: which searcher runs, with which settings and limits.
//!
//! | file | contents |
//! |---|---|
//! | [`options`] | everything about a search that people and GUIs can set |
//! | [`files`] | files read within limits, and written so that nothing is lost |
//! | [`engine`] | the searchers, and a running search as a handle |

pub mod engine;
pub mod files;
pub mod options;

pub use engine::{Engine, Event, Search, Which};
pub use options::Options;
