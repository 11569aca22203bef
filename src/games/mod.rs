//! Files and knowledge: what Alula reads, and what it knows without searching.
//!
//! | file | what it does |
//! |---|---|
//! | [`tablebase`] | Syzygy endgame tables |
//! | [`convert`] | positions for other crates |
//!
//! Nothing here prints: texts for people are made in [`ui`](crate::ui).

pub mod convert;
pub mod tablebase;
