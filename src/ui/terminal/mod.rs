//! The terminal: display settings, pictures of the board, events, and the line editor.

#[cfg(feature = "terminal")]
pub mod decode;
#[cfg(feature = "terminal")]
pub mod editor;
#[cfg(feature = "terminal")]
pub mod events;
pub mod look;
pub mod picture;
#[cfg(feature = "terminal")]
pub mod prompt;
#[cfg(feature = "terminal")]
pub mod screen;
pub mod style;
pub mod theme;
