//! Everything between the Board and its users: people at a terminal, scripts at a pipe, and GUIs.
//!
//! | module | contents | may use |
//! |---|---|---|
//! | [`out`], [`places`] | only writer to standard output; file locations | |
//! | [`signals`] | Ctrl-C and requests to end | the above |
//! | [`clock`], [`lines`] | clocks; lines of a search, up to the end of the game | the above |
//! | [`entries`], [`suites`], [`refusal`] | built-in lists of texts; built-in test suites; refusals | the above |
//! | [`arguments`] | the words of a line, and file names | the above |
//! | [`show`] | texts for people | the above |
//! | [`knowledge`] | endgame tables, openings and books: texts, and the settings file | the above |
//! | [`tables`] | tables for people and programs | the above |
//! | [`graph`], [`page`] | a reviewed game: as a graph for the terminal, and as a page for a browser | the above |
//! | [`terms`] | the evaluation in detail | the above |
//! | [`terminal`] | display settings, board picture and line editor of a terminal | the above |
//! | [`settings`] | all settings of `set` | the above |
//! | [`input`], [`ini`], [`manual`] | lines from a terminal or a pipe; the settings file; help for shells | the above |
//! | [`install`] | files for shells and GUIs, written and removed | the above |
//! | [`doctor`] | files, processor features and settings in use | the above |
//! | [`session`] | a dialogue with a person or a program, also during a search | the above |
//! | [`options`] | the options of a GUI | the above |
//! | [`protocol`] | common parts of all protocols' commands | the above |
//! | [`console`] | the dialogue with people | the above |
//! | [`xboard`] | the dialogue with GUIs: the WinBoard/XBoard protocol | the above, but not `console` |
//! | [`uci`] | the dialogue with GUIs: the Universal Chess Interface | the above, but not `console` and `xboard` |
//! | [`lab`] | the console's commands for the null-move laboratory | the above |
//! | [`network`] | the console's commands for the network | the above, but not `lab` |
//! | [`dialogues`] | the commands of each dialogue, and switches between dialogues | the above |
//!
//! A new dialogue implements [`session::Dialogue`], has its own table of commands, and is started in
//! [`dialogues::run`]. `tests/project/structure.rs` enforces the order of the modules.
//!
//! Without the feature `terminal` there are neither views nor protocols: the console's commands return their texts and
//! tables to the caller.

// Some code is used only by views or interactive dialogues.
#![cfg_attr(not(feature = "terminal"), allow(dead_code))]

pub mod arguments;
pub mod clock;
pub mod console;
#[cfg(feature = "terminal")]
pub mod dialogues;
pub mod doctor;
pub mod entries;
pub mod graph;
pub mod ini;
pub mod input;
pub mod install;
pub mod knowledge;
pub mod lab;
pub mod lines;
pub mod manual;
#[cfg(feature = "terminal")]
pub mod network;
#[cfg(feature = "terminal")]
pub mod options;
pub mod out;
pub mod page;
pub mod places;
#[cfg(feature = "terminal")]
pub mod protocol;
pub mod refusal;
pub mod session;
pub mod settings;
pub mod show;
pub mod signals;
pub mod suites;
pub mod tables;
pub mod terminal;
pub mod terms;
#[cfg(feature = "terminal")]
pub mod uci;
#[cfg(feature = "terminal")]
pub mod xboard;
