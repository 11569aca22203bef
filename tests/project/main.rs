//! The project itself: its structure, and the crates that it is built from.

mod dependencies;
mod structure;
