//! Everything between the Board and its users: people at a terminal, scripts at a pipe, and GUIs.
//!
//! | module | contents | may use |
//! |---|---|---|
//! | [`out`], [`places`], [`signals`] | only writer to standard output; file locations; Ctrl-C and requests to end | |
//! | [`show`], [`tables`], [`terms`], [`clock`], [`suites`] | texts and tables for people, clocks | |
//! | [`graph`], [`page`] | a reviewed game: as a graph for the terminal, and as a page for a browser | the above |
//! | [`refusal`], [`entries`] | refusals; built-in lists of texts | the above |
//! | [`arguments`] | the words of a line, and file names | the above |
//! | [`knowledge`] | endgame tables, openings and books: texts, and the settings file | the above |
//! | [`lines`] | lines of a search, up to the end of the game | |
//! | [`terminal`] | display settings, board picture and line editor of a terminal | the above |
//! | [`settings`] | all settings of `set` | the above |
//! | [`input`], [`ini`], [`manual`] | lines from a terminal or a pipe; the settings file; help for shells | the above |
//! | [`install`] | files for shells and GUIs, written and removed | the above |
//! | [`doctor`] | files, processor features and settings in use | the above |
//! | [`session`] | a dialogue with a person or a program, also during a search | the above |
//! | [`options`] | the options of a GUI | the above |
//! | [`protocol`] | common parts of all protocols' commands | the above |
//! | [`console`] | the dialogue with people | the above |
//! | [`lab`] | the console's commands for the null-move laboratory | `console` and the above |
//! | [`network`] | the console's commands for the network | `console` and the above |
//! | [`xboard`] | the dialogue with GUIs: the WinBoard/XBoard protocol | all but `console`, `uci` and `lab` |
//! | [`uci`] | the dialogue with GUIs: the Universal Chess Interface | all but `console`, `xboard` and `lab` |
//! | [`dialogues`] | the commands of each dialogue, and switches between dialogues | all |
//!
//! A new dialogue implements [`session::Dialogue`], has its own table of commands, and is started in
//! [`dialogues::run`]. `tests/project/structure.rs` enforces the last column.
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
