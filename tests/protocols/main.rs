//! The real program behind pipes, as driven by a GUI, a tuner or OpenBench.

mod cecp;
mod dialogues;
mod gui;
mod openbench;
mod tutorial;
mod uci;
