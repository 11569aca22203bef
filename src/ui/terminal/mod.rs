//! The terminal: display settings, the board as a picture, its events, and the line editor.

pub mod decode;
pub mod editor;
pub mod events;
pub mod look;
pub mod picture;
pub mod prompt;
pub mod screen;
