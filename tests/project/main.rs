//! The project itself: its structure and its dependencies.

mod dependencies;
mod structure;
