//! The real program behind pipes, as driven by a GUI, a tuner or OpenBench.

mod cecp;
mod dialogues;
mod gui;
#[path = "../console/home.rs"]
mod home;
mod openbench;
mod tutorial;
mod uci;

/// An empty directory for the program, so that the tester's settings do not affect it.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/protocols-home");
