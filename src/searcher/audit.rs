//! Collects a sample of null-move cutoffs during a search, for later verification.

use super::score::mate_in;
use crate::board::Board;
use crate::setup::Setup;

/// A node cut off by a null move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The position, with the original side to move.
    pub setup: Setup,
    /// Remaining depth in plies.
    pub depth: i32,
    /// Beta, in centipawns.
    pub beta: i32,
    /// Score of the null move, in centipawns.
    pub val: i32,
}

/// A sample of null-move cutoffs. Keeps every n-th cutoff; when full, drops every other one and doubles n.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The sample.
    pub cuts: Vec<Cut>,
    /// Number of eligible cutoffs seen.
    pub seen: u64,
    /// The current n: one in n cutoffs is kept.
    pub every: u64,
    least_depth: i32,
    most: usize,
}

impl Audit {
    /// An empty sample, for up to `most` cutoffs (2 if `most` is smaller) from nodes with at least `least_depth` plies
    /// left.
    pub fn new(most: usize, least_depth: i32) -> Audit {
        Audit { cuts: Vec::new(), seen: 0, least_depth, every: 1, most: most.max(2) }
    }

    /// Counts the cutoff of this position, searched to a depth of `depth` plies, and adds every n-th one to the sample.
    /// Ignores nodes with too little depth left, or where beta is a mate score.
    #[cold]
    pub fn see(&mut self, board: &Board, depth: i32, beta: i32, val: i32) {
        // A mate score depends on the distance from the root, and the verification searches the node as a root.
        if depth < self.least_depth || mate_in(beta).is_some() {
            return;
        }
        let is_sample = self.seen.is_multiple_of(self.every);
        self.seen += 1;
        if !is_sample {
            return;
        }
        self.cuts.push(Cut { setup: board.setup(), depth, beta, val });
        if self.cuts.len() > self.most {
            let mut number = 0;
            self.cuts.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.every *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_even_and_bounded() {
        let board = Board::new();
        let mut audit = Audit::new(10, 2);
        for number in 0..1000 {
            audit.see(&board, 2, number, number);
        }
        audit.see(&board, 1, 0, 0);
        assert_eq!(audit.seen, 1000);
        let betas: Vec<i32> = audit.cuts.iter().map(|cut| cut.beta).collect();
        assert!((5..=10).contains(&betas.len()), "{betas:?}");
        let gaps: Vec<i32> = betas.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| *gap == gaps[0]), "{betas:?}");
    }
}
