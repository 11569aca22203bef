//! # The laboratory
//!
//! The tutorial's search as an instrument: every technique is a setting, every event is counted, and a search can be recorded.

pub mod audit;
pub mod bench;
pub mod compare;
pub mod duel;
pub mod figures;
pub mod recipe;
pub mod stats;
pub mod tree;
pub mod variants;

use crate::nullmove::NullLine;

use audit::Audit;
use recipe::NullMove;
use stats::Stats;
use tree::Tree;
use variants::{Switches, Variants};

/// What the laboratory keeps on the Board: settings, counters, record.
#[derive(Clone)]
pub struct Lab {
    /// The techniques of chapters 14 to 19 that are switched on.
    pub switches: Switches,
    /// Techniques of these chapters that can be done in several ways.
    pub variants: Variants,
    /// How null moves are made.
    pub null_move: NullMove,
    /// What a recipe of null moves has to know of the present line.
    pub null_line: NullLine,
    /// What the search has done so far.
    pub stats: Stats,
    /// Takes samples of null cutoffs, if a sample is wanted.
    pub audit: Option<Box<Audit>>,
    /// Is written into while the Board searches, if a record is wanted.
    pub tree: Option<Box<Tree>>,
}

impl Default for Lab {
    fn default() -> Lab {
        Lab {
            switches: Switches::default(),
            variants: Variants::TUTORIAL,
            null_move: NullMove::WINGLET,
            null_line: NullLine::at_root(0),
            stats: Stats::default(),
            audit: None,
            tree: None,
        }
    }
}
