//! # The laboratory
//!
//! The tutorial's search as an instrument: every technique is a setting, every event is counted, and a search can be
//! recorded.
//!
//! | question | file |
//! |---|---|
//! | the search itself | [`search`], its null moves [`nullmove`] |
//! | which techniques it uses | [`variants`], [`recipe`]; mistakes to learn from: [`faults`] |
//! | what happened in it | [`stats`], [`tree`] |
//! | what a technique is worth | [`compare`], [`duel`], [`mod@bench`] |
//! | whether it was right | [`audit`], [`figures`] |
//! | how what is random can be repeated | [`random`] |

pub mod audit;
pub mod bench;
pub mod compare;
pub mod duel;
pub mod faults;
pub mod figures;
pub mod nullmove;
pub mod random;
pub mod recipe;
pub mod search;
pub mod stats;
pub mod tree;
pub mod variants;
pub mod walk;

use audit::Audit;
use faults::Faults;
use nullmove::NullLine;
use recipe::NullMove;
use stats::Stats;
use tree::Tree;
use variants::{Switches, Variants};

/// What the laboratory keeps on the Board: settings, counters, record.
#[derive(Clone)]
pub struct Lab {
    /// Is the instrument used although all settings are the tutorial's? For the counters.
    pub instrument: bool,
    /// The techniques of chapters 14 to 19 that are switched on.
    pub switches: Switches,
    /// Techniques of these chapters that can be done in several ways.
    pub variants: Variants,
    /// Mistakes that are made on purpose.
    pub faults: Faults,
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
            instrument: false,
            switches: Switches::default(),
            variants: Variants::TUTORIAL,
            faults: Faults::empty(),
            null_move: NullMove::WINGLET,
            null_line: NullLine::at_root(0),
            stats: Stats::default(),
            audit: None,
            tree: None,
        }
    }
}

impl Lab {
    /// Must the instrument search, because a setting is not the tutorial's, or because counters or a record are wanted?
    /// Otherwise the plain search gives the same tree, faster.
    pub fn is_wanted(&self) -> bool {
        self.instrument
            || self.audit.is_some()
            || self.tree.is_some()
            || !self.faults.is_empty()
            || (self.switches, self.variants, self.null_move)
                != (Switches::default(), Variants::TUTORIAL, NullMove::WINGLET)
    }

    /// Forgets what was counted in the last search.
    pub(crate) fn clear(&mut self) {
        self.stats = Stats::default();
        self.null_line = NullLine::at_root(0);
    }
}
