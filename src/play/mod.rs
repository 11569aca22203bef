//! Chooses the move to play: selects the searcher with its settings and limits, uses the opening book and the endgame
//! tables, and decides on draw offers and resignation.
//!
//! | file | contents |
//! |---|---|
//! | [`options`] | all search settings of the console and of GUIs |
//! | [`beside`] | runs work in a separate thread, or immediately in a web page |
//! | [`engine`] | the searchers, and the handle of a running search |
//! | [`text`] | decodes bytes: encodings, line endings |
//! | [`files`] | reads and writes files safely |
//! | [`convert`] | conversion of positions for other crates |
//! | [`book`] | opening books |
//! | [`library`] | the book of a dialogue, and the rules for using it |
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`thinktime`] | the time for a move |
//! | [`expected`] | the expected reply, on which the engine ponders |
//! | [`standing`] | resignation, and draw offers |
//! | [`referee`] | adjudication of games between engines |

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

pub use engine::{Engine, Search, Which, WorkEvent};
pub use options::Options;
