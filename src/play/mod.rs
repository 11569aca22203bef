//! Decides a move: which searcher runs, with which settings and limits.
//!
//! | file | contents |
//! |---|---|
//! | [`options`] | everything about a search that people and GUIs can set |
//! | [`engine`] | the searchers, and a running search as a handle |

pub mod engine;
pub mod options;

pub use engine::{Engine, Event, Search, Which};
pub use options::Options;
