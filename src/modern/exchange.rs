//! Static exchange evaluation (SEE) against a threshold.
//!
//! <https://www.chessprogramming.org/SEE_-_The_Swap_Algorithm>. The search does not need the exact value of an
//! exchange, only whether it reaches a threshold. That is known as soon as one side can stop, usually after one or two
//! captures. Unlike the tutorial's exchange evaluation, this one handles en passant. Neither considers pins.
//!
//! **Read next:** [`picker`](super::picker).

use super::Modern;
use crate::bitops::{bit, first_one};
use crate::defines::*;
use crate::moves::Move;

/// Piece values for exchanges, indexed by piece code, in centipawns.
pub const EXCHANGE_VALUE: [i32; 16] = {
    let kinds = [0, 100, 0, 310, 0, 330, 500, 950];
    let mut values = [0; 16];
    let mut piece = 0;
    while piece < 16 {
        values[piece] = kinds[piece & 7];
        piece += 1;
    }
    values
};

impl Modern {
    /// Whether this move wins at least `threshold` centipawns if both sides keep capturing on its target as long as
    /// that pays.
    pub(super) fn wins_exchange(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let (from, target) = (mv.from(), mv.tosq());
        let mut hanging = EXCHANGE_VALUE[mv.piec() as usize];
        let mut balance = EXCHANGE_VALUE[mv.capt() as usize] - threshold;
        if mv.is_promotion() {
            balance += EXCHANGE_VALUE[mv.prom() as usize] - EXCHANGE_VALUE[PAWN as usize];
            hanging = EXCHANGE_VALUE[mv.prom() as usize];
        }
        if balance < 0 {
            return false;
        }
        balance -= hanging;
        if balance >= 0 {
            return true;
        }
        let mut occupied = self.board.occupied & !bit(from) | bit(target);
        if mv.is_en_passant() {
            occupied &= !bit(target ^ 8);
        }
        self.exchange_goes_on(target, occupied, balance)
    }

    /// Continues the exchange on `target`, with the opponent to capture. Returns whether the side that moved ends with
    /// a balance of at least 0. `balance` is that side's material gain if its piece on `target` is captured, minus the
    /// threshold.
    fn exchange_goes_on(&self, target: Square, mut occupied: BitMap, mut balance: i32) -> bool {
        let both = |kind: Piece| self.board.bitmap[kind as usize] | self.board.bitmap[(BLACK_BIT | kind) as usize];
        let diagonal = both(BISHOP) | both(QUEEN);
        let straight = both(ROOK) | both(QUEEN);
        let mut attackers = self.board.attackers_of(target, occupied) & occupied;
        let mover = self.board.next_move;
        let mut side = mover.other();
        loop {
            attackers &= occupied;
            let own = attackers & self.board.pieces[side.index()];
            if own == 0 {
                break;
            }
            let Some(kind) = KINDS.into_iter().find(|&kind| own & self.board.bitmap[side.piece(kind) as usize] != 0)
            else {
                break;
            };
            side = side.other();
            balance = -balance - 1 - EXCHANGE_VALUE[kind as usize];
            if kind == KING {
                // A king cannot capture a guarded piece.
                if attackers & self.board.pieces[side.index()] != 0 {
                    side = side.other();
                }
                break;
            }
            if balance >= 0 {
                break;
            }
            occupied ^= bit(first_one(own & self.board.bitmap[side.other().piece(kind) as usize]));
            if matches!(kind, PAWN | BISHOP | QUEEN) {
                attackers |= self.board.attacks.bishop(target, occupied) & diagonal;
            }
            if matches!(kind, ROOK | QUEEN) {
                attackers |= self.board.attacks.rook(target, occupied) & straight;
            }
        }
        // The side to move cannot or need not continue.
        side != mover
    }
}

#[cfg(test)]
mod tests {
    use crate::modern::testing::modern;

    /// The highest threshold that the move reaches.
    fn value(fen: &str, text: &str) -> i32 {
        let modern = modern(fen);
        let mv = modern.board.is_valid_text_move(text).expect("a legal move");
        let reached: Vec<i32> = (-2000..2000).filter(|&threshold| modern.wins_exchange(mv, threshold)).collect();
        let most = *reached.last().expect("some threshold is low enough");
        assert_eq!(reached.len() as i32, most + 2001, "the thresholds reached form an interval");
        most
    }

    #[test]
    fn exchanges_are_worth_what_they_win() {
        assert_eq!(value("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
        assert_eq!(value("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), -400);
        assert_eq!(value("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(value("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), -400);
        assert_eq!(value("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), 100);
        assert_eq!(value("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q"), 1350);
        assert_eq!(value("3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7c8n"), -100);
        assert_eq!(value("4k3/8/8/8/8/5n2/8/K3B3 w - - 0 1", "e1c3"), 0);
        assert_eq!(value("4k3/8/8/8/8/5n2/8/K3B3 w - - 0 1", "e1d2"), -330);
    }

    #[test]
    fn a_king_takes_only_what_is_not_guarded() {
        assert_eq!(value("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), -400);
        assert_eq!(value("8/8/3k4/3p4/4P3/8/8/3RK3 w - - 0 1", "d1d5"), 100);
    }
}
