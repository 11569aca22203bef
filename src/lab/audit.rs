//! # Audit: were the null cutoffs right?
//!
//! While the Board searches, an [`Audit`] keeps an even sample of the nodes that null moves have cut off. Afterwards
//! each is searched again to the same depth without null moves: if it then does not reach beta, the cutoff was wrong.

use crate::board::Board;
use crate::defines::*;
use crate::lab::recipe::MATE_BOUND;
use crate::lab::stats::count;
use crate::setup::Setup;

/// A node that a null move has cut off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The position, with the side to move that did not need to.
    pub setup: Setup,
    /// Plies that were left.
    pub depth: i32,
    /// What had to be reached, in centipawns.
    pub beta: i32,
    /// What the pass has reached, in centipawns.
    pub val: i32,
}

/// Keeps every n-th cutoff; when it has too many, it lets every other one go and doubles n.
#[derive(Clone, Debug)]
pub struct Audit {
    /// The sample.
    pub cuts: Vec<Cut>,
    /// Cutoffs seen that could be judged.
    pub seen: u64,
    /// Cutoffs for each sample.
    pub every: u64,
    least_depth: i32,
    most: usize,
}

impl Audit {
    /// Keeps at most `most` cutoffs of nodes with at least `least_depth` plies left.
    pub fn new(most: usize, least_depth: i32) -> Audit {
        Audit { cuts: Vec::new(), seen: 0, least_depth, every: 1, most: most.max(2) }
    }

    /// Shows it a cutoff of a node with so many plies left.
    pub fn see(&mut self, depth: i32, beta: i32, cut: impl FnOnce() -> Cut) {
        // Mates are counted from the root, and these positions will be roots.
        if depth < self.least_depth || beta.abs() >= MATE_BOUND {
            return;
        }
        let is_sample = self.seen.is_multiple_of(self.every);
        self.seen += 1;
        if !is_sample {
            return;
        }
        self.cuts.push(cut());
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

/// The value of a cut-off node without null moves, in centipawns, as far as it lies between beta − 1 and beta: beta or
/// more if the cutoff was right. The game before the position is unknown to it. The Board makes no null moves from then
/// on.
pub fn judge(board: &mut Board, cut: &Cut) -> i32 {
    board.init_from_setup(&cut.setup);
    board.clear_for_search();
    board.forbid_null_moves();
    board.search_root_within(cut.depth.max(0) as usize, cut.beta - 1, cut.beta)
}

/// The exact value of a position with rules but without any pruning, in centipawns for the side to move: what every
/// exact technique must come to. Leaves are those of the Board's settings.
pub fn minimax_by_the_rules(board: &mut Board, ply: usize, depth: i32, expanded: &mut u64) -> i32 {
    if board.timedout {
        return 0;
    }
    board.triangular_length[ply] = ply;
    if depth <= 0 || board.is_full(ply) {
        count(&mut board.lab.stats.leaves, 1);
        return board.lab_qsearch(ply, -LARGE_NUMBER, LARGE_NUMBER);
    }
    if board.repetition_count() >= 3 {
        return DRAWSCORE;
    }
    *expanded += 1;
    let start = board.move_buf_len[ply];
    let end = board.movegen(start);
    board.move_buf_len[ply + 1] = end;
    let guard = board.king_guard();
    let mut best = None;
    for i in start..end {
        let mv = board.move_buffer[i];
        if !board.make_legal(mv, guard) {
            continue;
        }
        board.count_node();
        let val = -minimax_by_the_rules(board, ply + 1, depth - 1, expanded);
        board.unmake_move();
        if best.is_none_or(|best| val > best) {
            best = Some(val);
            board.update_pv(ply, mv);
        }
    }
    if board.fifty_move >= 100 {
        return DRAWSCORE;
    }
    let mated = if board.is_own_king_attacked() { -CHECKMATESCORE + ply as i32 - 1 } else { STALEMATESCORE };
    best.unwrap_or(mated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    #[test]
    fn a_sample_is_even_and_bounded() {
        let setup = Board::new().setup();
        let mut audit = Audit::new(10, 2);
        for number in 0..1000 {
            audit.see(2, number, || Cut { setup: setup.clone(), depth: 2, beta: number, val: number });
        }
        audit.see(1, 0, || Cut { setup: setup.clone(), depth: 1, beta: 0, val: 0 });
        assert_eq!(audit.seen, 1000);
        let betas: Vec<i32> = audit.cuts.iter().map(|cut| cut.beta).collect();
        assert!((5..=10).contains(&betas.len()), "{betas:?}");
        let gaps: Vec<i32> = betas.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|gap| *gap == gaps[0]), "{betas:?}");
    }

    #[test]
    fn a_zugzwang_is_judged_wrong_and_a_won_game_right() {
        let cut = |fen: &str, depth, beta| Cut { setup: read_fen(fen).expect("legal").setup, depth, beta, val: beta };
        let mut board = Board::new();
        board.timer.max_time = None;
        // White must give stalemate or lose the pawn.
        assert!(judge(&mut board, &cut("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 4, 100)) < 100);
        assert!(judge(&mut board, &cut("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1", 4, 100)) >= 100);
    }
}
