//! The full-screen view: board, clocks, moves and input line keep their places; only changes are written.
//!
//! | file | contents |
//! |---|---|
//! | [`grid`] | a screen of styled cells |
//! | [`paint`] | the escape sequences that bring the terminal up to date |
//! | [`skin`] | colours and characters |
//! | [`art`] | pieces as pictures |
//! | [`model`] | the contents of the screen, as plain values |
//! | [`plan`] | the layout for each size of the window |
//! | [`stage`] | the current state, and the handling of keys and mouse |
//! | [`layout`] | drawing the model on the grid |
//! | [`mod@line`] | the input line |

pub mod art;
pub mod grid;
pub mod layout;
pub mod line;
pub mod model;
pub mod paint;
pub mod plan;
pub mod skin;
pub mod stage;
