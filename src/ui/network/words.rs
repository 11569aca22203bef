//! The table of network commands, used by the console.

use crate::command::Group::Learn;
use crate::ui::console::words::{Word, word};

use super::{data, datagen, genfens, neurons, train, tune};

/// The commands for the network.
#[rustfmt::skip]
pub const WORDS: &[Word] = &[
    word(Learn, "datagen", "FILE [games N] [positions N] [nodes N] [seed N] [shard K/N] [threads N] [network FILE]", datagen::datagen,
        "generate training data by self-play; repeat the command to continue after a stop",
        "datagen my.data games 2 nodes 60", "data train"),
    word(Learn, "genfens", "N seed S [book FILE|None] [plies N]", genfens::genfens,
        "generate balanced openings for other programs, as OpenBench requests them: random half-moves after the \
         start position or a line of a book",
        "genfens 2 seed 1 book None", "datagen"),
    word(Learn, "data", "info|check FILE… | merge FILE… to FILE | shuffle FILE… to FILE [seed N] | sample FILE N [to FILE] [seed N]", data::data,
        "describe, check, merge, shuffle or sample files of positions",
        "data info games.data", "datagen train"),
    word(Learn, "train",
        "FILE… to NETWORK [hidden N] [buckets N] [passes N] [batch N] [rate X] [decay X] [result X] [seed N] [held N] [threads N] [name TEXT] [svg FILE] [from CHECKPOINT|NETWORK]",
        train::train,
        "train a network on positions; repeat the command to continue after a stop, or with more passes; from: start \
         with the weights of a checkpoint or network",
        "train games.data to my.network hidden 32 passes 1", "datagen data network"),
    word(Learn, "network", "[FILE | built-in | neuron N [svg FILE] | neurons [svg FILE] | errors FILE… | judge NETWORK… on FILE…]", neurons::network,
        "describe or replace the network in use; show its weights as boards, or its errors on positions; rank \
         several networks by their errors",
        "network neuron 1", "train set eval"),
    word(Learn, "tune",
        "search FILE [iterations N] [pairs N] [nodes N | clock S+S] [seed N] [threads N] | screen SETTING… [pairs N] [nodes N | clock S+S] [seed N] [threads N] [to FILE] | show FILE | openbench [FILE] | source FILE parameters.rs",
        tune::tune,
        "tune the search parameters by playing games (SPSA); repeat the command to continue after a stop; screen: \
         measure the Elo gain of many settings in one match",
        "tune openbench", "set match"),
];
