//! Verification of null cutoffs.
//!
//! During a search, an [`Audit`](crate::searcher::audit::Audit) collects an evenly spaced sample of the nodes that null
//! moves cut off. Afterwards, each of these nodes is searched again to the same depth without null moves: if that
//! search does not reach beta, the cutoff was wrong.

use super::exact::{Passing, Solver};
use crate::board::Board;
use crate::defines::*;
use crate::instrument::Instrument;
use crate::instrument::tree::{Tree, Why};
use crate::searcher::Subject;
use crate::searcher::audit::Cut;
use crate::searcher::score::mate_in;
use crate::setup::Setup;

/// Searches a cut-off node again without null moves, with the window from beta − 1 to beta. Returns the score in
/// centipawns: beta or more if the cutoff was right. Ignores the moves before the node. Disables the subject's null
/// moves permanently.
pub fn judge(subject: &mut dyn Subject, cut: &Cut) -> i32 {
    subject.forbid_null_moves();
    let mut position = Board::new();
    position.init_from_setup(&cut.setup);
    subject.search_within(&position, cut.depth.max(0) as usize, cut.beta - 1, cut.beta)
}

/// Reasons for a wrong null cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Passing would improve the result of the game.
    Zugzwang,
    /// Passing would not improve the result, but even a full-depth search without null moves scores passing at beta or
    /// more: having to move costs something.
    Tempo,
    /// A full-depth search without null moves scores passing below beta: the reduced search was too shallow.
    Horizon,
    /// Passing scores beta or more, but the exact result is unknown, for example because there are too many men.
    Undecided,
}

/// Finds the cause of a wrong null cutoff. Leaves the subject's null moves disabled, unless the cause is zugzwang,
/// which needs no search.
pub fn cause(subject: &mut dyn Subject, solver: &mut Solver, cut: &Cut) -> Cause {
    let mut position = Board::new();
    position.init_from_setup(&cut.setup);
    let passing = solver.passing(&position);
    if let Passing::Zugzwang(..) = passing {
        return Cause::Zugzwang;
    }
    position.init_from_setup(&cut.setup.clone().passed());
    subject.forbid_null_moves();
    let depth = (cut.depth - 1).max(0) as usize;
    let value = -subject.search_within(&position, depth, -cut.beta, 1 - cut.beta);
    match passing {
        _ if value < cut.beta => Cause::Horizon,
        Passing::NoZugzwang(_) => Cause::Tempo,
        _ => Cause::Undecided,
    }
}

/// Whether the null cutoff at a recorded node was right. `position` is the node's position. [`None`] if the node was
/// not cut off by a null move, or if beta is a mate score, which depends on the distance from the root.
pub fn judge_node(subject: &mut dyn Subject, position: Setup, tree: &Tree, node: usize) -> Option<bool> {
    let record = tree.nodes[node];
    if record.why != Why::NullCut || mate_in(record.beta).is_some() {
        return None;
    }
    let cut = Cut { setup: position, depth: record.depth, beta: record.beta, val: record.value };
    Some(judge(subject, &cut) >= record.beta)
}

/// Minimax score of a position by full-width search without any pruning, in centipawns for the side to move: the
/// reference for every exact technique. Leaves are evaluated according to the instrument's settings.
pub fn minimax_by_the_rules(instrument: &mut Instrument, ply: usize, depth: i32) -> i32 {
    if instrument.board.timedout {
        return 0;
    }
    instrument.board.triangular_length[ply] = ply;
    if depth <= 0 || instrument.board.is_full(ply) {
        instrument.stats.leaves += 1;
        return instrument.qsearch(ply, -LARGE_NUMBER, LARGE_NUMBER);
    }
    if instrument.board.repetition_count() >= 3 {
        return DRAWSCORE;
    }
    instrument.stats.expanded += 1;
    let start = instrument.board.move_buf_len[ply];
    let end = instrument.board.movegen(start);
    instrument.board.move_buf_len[ply + 1] = end;
    let guard = instrument.board.king_guard();
    let mut best = None;
    for i in start..end {
        let mv = instrument.board.move_buffer[i];
        if !instrument.board.make_legal(mv, guard) {
            continue;
        }
        instrument.board.count_node();
        let val = -minimax_by_the_rules(instrument, ply + 1, depth - 1);
        instrument.board.unmake_move();
        if best.is_none_or(|best| val > best) {
            best = Some(val);
            instrument.board.update_pv(ply, mv);
        }
    }
    if instrument.board.fifty_move >= 100 {
        return DRAWSCORE;
    }
    let mated = if instrument.board.is_own_king_attacked() { -CHECKMATESCORE + ply as i32 - 1 } else { STALEMATESCORE };
    best.unwrap_or(mated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrument::tree::record;
    use crate::readfen::read_fen;

    #[test]
    fn a_cutoff_with_a_mate_as_beta_is_not_judged() {
        let position = read_fen("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1").expect("legal").setup;
        let mut tree = record(&mut Instrument::default(), 1, Tree::new(1));
        tree.nodes[0].why = Why::NullCut;
        let mut verdict = |beta| {
            tree.nodes[0].beta = beta;
            judge_node(&mut Instrument::default(), position.clone(), &tree, 0)
        };
        assert_eq!(
            [100, 9000, CHECKMATESCORE, 5 - LARGE_NUMBER].map(&mut verdict),
            [Some(true), Some(false), None, None]
        );
    }

    #[test]
    fn a_wrong_cutoff_has_a_cause() {
        let mut solver = Solver::default();
        let mut cause = |fen: &str, depth, beta| {
            let setup = read_fen(fen).expect("legal").setup;
            super::cause(&mut Instrument::default(), &mut solver, &Cut { setup, depth, beta, val: beta })
        };
        assert_eq!(cause("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 4, 100), Cause::Zugzwang);
        // A draw, whichever side is to move. All scores are below 900 (the first beta) and above -900 (the second).
        assert_eq!(cause("8/3p4/3Pk3/2K5/8/8/8/8 w - - 8 1", 2, 900), Cause::Horizon);
        assert_eq!(cause("8/3p4/3Pk3/2K5/8/8/8/8 w - - 8 1", 2, -900), Cause::Tempo);
        assert_eq!(cause("8/7p/8/2Kp4/3Pk3/8/7P/8 b - - 0 1", 2, -900), Cause::Undecided);
    }

    #[test]
    fn a_zugzwang_is_judged_wrong_and_a_won_game_right() {
        let cut = |fen: &str, depth, beta| Cut { setup: read_fen(fen).expect("legal").setup, depth, beta, val: beta };
        let mut subject = Instrument::default();
        // White must stalemate Black or lose the pawn.
        assert!(judge(&mut subject, &cut("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1", 4, 100)) < 100);
        assert!(judge(&mut subject, &cut("4k3/8/8/8/8/8/8/R3K2Q w - - 0 1", 4, 100)) >= 100);
    }
}
