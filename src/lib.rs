//! # Alula
//!
//! A WinBoard/XBoard chess engine in Rust. It reproduces, node for node, WingletX, the engine that the tutorial
//! "Writing a chess program in 99 steps" (Stef Luijten, 2011) builds step by step, and adds a modern search.
//!
//! **The flat files are the tutorial's** (except `san` and `readepd`), its input and output are in [`ui`], and the other
//! folders are ours. Read each file along with its chapter:
//!
//! | chapter | what the program can do after it | file |
//! |---|---|---|
//! | 6 | read commands | [`command`], [`defines`] |
//! | 7 | hold a position in bitboards | [`board`], [`bitops`], [`data`] |
//! | 8 | show it | [`ui::show`] |
//! | 9 | read a FEN | [`readfen`] |
//! | 10 | set up a position by hand | [`setup`], [`ui::console::position`] |
//! | 11 | generate moves, and write them | [`moves`], [`movegen`], [`displaymove`] |
//! | 12 | make and take back moves; count leaves; play | [`makemove`], [`gameline`], [`perft`], [`readmove`], [`timer`] |
//! | 13 | evaluate a position | [`eval`] |
//! | 14 | search: minimax, alpha-beta, principal variation | [`search`] |
//! | 15 | detect mate and draws; algebraic notation | [`search`], [`displaymove`], [`san`] |
//! | 16 | recognise repetitions | [`hash`] |
//! | 17 | deepen iteratively, and order moves | [`search`], [`sortmoves`] |
//! | 18 | search captures at the leaves | [`qsearch`], [`see`] |
//! | 19 | prune with null moves | [`search`] |
//! | 20 | manage time, and run test suites | [`timer`], [`peek`], [`readepd`], [`mod@test`], [`ui::ini`] |
//! | 21 | play under XBoard | [`ui::xboard`], [`modern::clock`] |
//!
//! `examples/` has small complete programs for the chapters, `chapter_12` to `chapter_19` and `wingletx`: `cargo run
//! --manifest-path wingletx/Cargo.toml --example chapter_14 4` builds only the flat files, one such program, and the
//! crates `once_cell` and `thiserror` with their dependencies. `--profile learn` has full debug information.
//!
//! Beyond the tutorial: [`searcher`] (shared by all searches), [`instrument`] (the tutorial's search with settings and
//! counters), [`modern`] (the search that plays), [`play`] (chooses the move to play), [`games`] (games and positions
//! in files), [`lab`] (experiments: [`lab::figures`] recomputes the tables that prove agreement with WingletX),
//! [`train`] (network and tuning), [`ui`] (console, pipes and GUIs).

#![deny(unsafe_code)]
#![deny(missing_docs)]

pub mod bitops;
pub mod board;
pub mod command;
pub mod data;
pub mod defines;
pub mod displaymove;
pub mod eval;
pub mod gameline;
pub mod games;
pub mod hash;
pub mod instrument;
pub mod lab;
pub mod makemove;
pub mod modern;
pub mod movegen;
pub mod moves;
pub mod peek;
pub mod perft;
pub mod play;
pub mod qsearch;
pub mod readepd;
pub mod readfen;
pub mod readmove;
pub mod san;
pub mod search;
pub mod searcher;
pub mod see;
pub mod setup;
pub mod sortmoves;
pub mod test;
pub mod timer;
#[cfg(feature = "terminal")]
pub mod train;
pub mod ui;

/// Name and version of the program.
pub const VERSION: &str = concat!("Alula ", env!("CARGO_PKG_VERSION"));
