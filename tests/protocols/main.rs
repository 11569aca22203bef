//! The real program behind pipes, as a GUI, a tuner or OpenBench drives it.

mod cecp;
mod dialogues;
mod gui;
mod openbench;
mod tutorial;
mod uci;
