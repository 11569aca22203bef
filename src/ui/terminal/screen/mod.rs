//! The steady screen: board, clocks, moves and the line that is typed stay where they are, and only what changes is
//! written.
//!
//! | file | what it does |
//! |---|---|
//! | [`grid`] | a screen of styled cells |
//! | [`paint`] | what has to be written so that the terminal shows it |
//! | [`skin`] | colours and letters |
//! | [`model`] | all that is to be shown, as plain values |
//! | [`plan`] | where it stands, for each size of the window |
//! | [`stage`] | what is shown just now, and what keys and mouse do there |
//! | [`layout`] | from the model to the grid |
//! | [`mod@line`] | the line that is typed |

pub mod grid;
pub mod layout;
pub mod line;
pub mod model;
pub mod paint;
pub mod plan;
pub mod skin;
pub mod stage;
