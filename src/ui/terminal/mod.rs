//! The terminal: display settings, the board as a picture, and the line editor.

pub mod editor;
pub mod look;
pub mod picture;
pub mod screen;
