//! The real program behind pipes, as driven by a GUI, a tuner or OpenBench.

mod cecp;
mod dialogues;
mod gui;
#[path = "../console/home.rs"]
mod home;
mod openbench;
mod tutorial;
mod uci;

/// An empty directory for the program, so that settings of whoever runs the tests do not change what it does.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/protocols-home");
