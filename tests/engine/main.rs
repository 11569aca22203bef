//! The engine as a library: rules of chess, searches, books, tables and files of games.

mod book;
mod chess960;
mod endings;
mod games;
mod instrument;
mod knowledge;
mod laws;
mod oracle;
mod perft;
mod positions;
mod properties;
mod robustness;
mod suites;
