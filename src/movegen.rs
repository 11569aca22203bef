//! # 11 · The move generator
//!
//! `movegen` writes all pseudo-legal moves of the side to move into the move buffer, `captgen` the captures and
//! promotions that the quiescence search tries, best exchange first.
//!
//! The order of the moves affects the search, since history counts are often equal. The order is: pawns, knights,
//! bishops, rooks, queens, king; within a piece type by from-square, and for each piece by target square, both
//! ascending from a1 to h8 for either colour; a pawn's en-passant capture after its other moves; short castling, then
//! long, after the king's other moves.
//!
//! **Differs here:** one implementation for both colours, with the same order of moves. Of chapter 18's two versions of
//! `captgen`, only the final one is here, ordered by exchange value; the first is ordered by victim and attacker (MVV/LVA).
//!
//! **Read next:** [`makemove`](crate::makemove); for `captgen` [`see`](crate::see) and [`qsearch`](crate::qsearch).

use std::mem;

use crate::bitops::{bit, squares};
use crate::board::{Board, CastlePath};
use crate::data::{FILE_A, FILE_H, RANK_1, RANK_7, RANK_8};
use crate::defines::*;
use crate::moves::Move;

impl Board {
    /// Writes all pseudo-legal moves into the move buffer from `index` on; returns the end of the list.
    pub fn movegen(&mut self, index: usize) -> usize {
        let mut list = mem::take(&mut self.move_buffer);
        let end = self.generate(&mut list, index);
        self.move_buffer = list;
        end
    }

    /// Writes all pseudo-legal moves into a list from `index` on; returns the end of the list.
    #[inline(always)]
    fn generate(&self, list: &mut [Move], mut index: usize) -> usize {
        let side = self.next_move;

        let pawn = side.piece(PAWN);
        let last_but_one = side.relative_map(RANK_7);
        for from in squares(self.bitmap[pawn as usize]) {
            let captures = self.attacks.pawn[side.index()][from] & self.pieces[side.other().index()];
            let targets = self.pawn_steps(from, side) | captures;
            if bit(from) & last_but_one != 0 {
                index = self.add_promotions(list, index, from, targets, pawn);
                continue;
            }
            for to in squares(targets) {
                index = add_move(list, index, Move::new(from, to, pawn, self.square[to]));
            }
            if self.attacks_ep_square(from, side) && self.ep_pawn_stands(side) {
                index = add_move(list, index, Move::en_passant(from, self.ep_square, pawn));
            }
        }
        index = self.add_piece_moves(list, index, side, KNIGHT);
        index = self.add_piece_moves(list, index, side, BISHOP);
        index = self.add_piece_moves(list, index, side, ROOK);
        index = self.add_piece_moves(list, index, side, QUEEN);
        index = self.add_piece_moves(list, index, side, KING);
        self.add_castling(list, index, side)
    }

    /// Writes the captures and promotions that win material into the move buffer from `index` on, in descending order
    /// of their exchange value (kept in `move_value`); returns the end of the list.
    ///
    /// *Quirk 1 (kept, because the golden tables depend on it):* en-passant captures are generated, but always
    /// dropped, because the exchange evaluation finds the target square empty.
    pub fn captgen(&mut self, index: usize) -> usize {
        let side = self.next_move;
        let targets = self.pieces[side.other().index()];
        let pawns_of = |side: Side| self.bitmap[side.piece(PAWN) as usize];
        let guarded = pawn_attacks(pawns_of(side.other()), side.other());
        // Only these pawns can capture or promote; the others are skipped.
        let beside_targets = pawn_attacks(targets | bit(self.ep_square), side.other());
        let eager = pawns_of(side) & (beside_targets | side.relative_map(RANK_7));
        let mut end = index;

        let pawn = side.piece(PAWN);
        for from in squares(eager) {
            let promotions = self.pawn_steps(from, side) & (RANK_1 | RANK_8);
            for to in squares(self.attacks.pawn[side.index()][from] & targets | promotions) {
                let mv = Move::new(from, to, pawn, self.square[to]);
                if promotes(to) {
                    for kind in PROMOTIONS {
                        end = self.add_capt_score(index, end, mv.with_prom(side.piece(kind)));
                    }
                } else {
                    end = self.add_capt_score(index, end, mv);
                }
            }
            if self.attacks_ep_square(from, side) {
                end = self.add_capt_score(index, end, Move::en_passant(from, self.ep_square, pawn));
            }
        }
        end = self.add_piece_captures(index, end, KNIGHT, guarded);
        end = self.add_piece_captures(index, end, BISHOP, guarded);
        end = self.add_piece_captures(index, end, ROOK, guarded);
        end = self.add_piece_captures(index, end, QUEEN, guarded);
        self.add_piece_captures(index, end, KING, guarded)
    }

    /// A side's pieces that are worth less than a piece of this `kind`, which must not be a pawn. If a pawn guards one
    /// of them, capturing it with a piece of this `kind` loses material.
    #[inline(always)]
    fn cheaper_pieces(&self, kind: Piece, side: Side) -> BitMap {
        let of = |kind: Piece| self.bitmap[side.piece(kind) as usize];
        match kind {
            KNIGHT | BISHOP => of(PAWN),
            ROOK => of(PAWN) | of(KNIGHT) | of(BISHOP),
            QUEEN => of(PAWN) | of(KNIGHT) | of(BISHOP) | of(ROOK),
            _ => self.pieces[side.index()] & !of(KING),
        }
    }

    /// The pseudo-legal moves, in the order of `movegen`.
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut list = vec![Move::NONE; MAX_MOVES];
        let end = self.generate(&mut list, 0);
        list.truncate(end);
        list
    }

    /// The legal moves, in the order of `movegen`.
    pub fn legal_moves(&self) -> Vec<Move> {
        let guard = self.king_guard();
        let mut list = self.pseudo_legal_moves();
        list.retain(|mv| !self.exposes_king(*mv, guard));
        list
    }

    /// Squares that a pawn can push to: one, or two from its starting rank.
    #[inline(always)]
    fn pawn_steps(&self, from: Square, side: Side) -> BitMap {
        let free = !self.occupied;
        let (single, second_rank) = match side {
            Side::White => (bit(from) << 8 & free, 1),
            Side::Black => (bit(from) >> 8 & free, 6),
        };
        if rank(from) != second_rank {
            return single;
        }
        match side {
            Side::White => single | single << 8 & free,
            Side::Black => single | single >> 8 & free,
        }
    }

    #[inline(always)]
    fn attacks_ep_square(&self, from: Square, side: Side) -> bool {
        self.ep_square != 0 && self.attacks.pawn[side.index()][from] & bit(self.ep_square) != 0
    }

    /// Whether there is an enemy pawn behind the en-passant square. After a null move, the pawn there is the mover's
    /// own and cannot be captured.
    #[inline(always)]
    fn ep_pawn_stands(&self, side: Side) -> bool {
        self.square[self.ep_square ^ 8] == side.other().piece(PAWN)
    }

    /// Adds all moves of the pieces of one type. Inlined for each constant `kind`, so the attack lookup does not branch
    /// on it.
    #[inline(always)]
    fn add_piece_moves(&self, list: &mut [Move], mut index: usize, side: Side, kind: Piece) -> usize {
        let (piece, own) = (side.piece(kind), self.pieces[side.index()]);
        for from in squares(self.bitmap[piece as usize]) {
            for to in squares(self.attacks.of(kind, from, self.occupied) & !own) {
                index = add_move(list, index, Move::new(from, to, piece, self.square[to]));
            }
        }
        index
    }

    /// Adds the captures by all pieces of one type; also inlined for each `kind`. Skips targets defended by enemy pawns
    /// (`guarded`) if the capture would lose material.
    #[inline(always)]
    fn add_piece_captures(&mut self, start: usize, mut end: usize, kind: Piece, guarded: BitMap) -> usize {
        let (side, enemy) = (self.next_move, self.next_move.other());
        let piece = side.piece(kind);
        let targets = self.pieces[enemy.index()] & !(guarded & self.cheaper_pieces(kind, enemy));
        for from in squares(self.bitmap[piece as usize]) {
            for to in squares(self.attacks.of(kind, from, self.occupied) & targets) {
                end = self.add_capt_score(start, end, Move::new(from, to, piece, self.square[to]));
            }
        }
        end
    }

    /// Adds the promotions of a pawn on its seventh rank.
    #[cold]
    fn add_promotions(&self, list: &mut [Move], mut index: usize, from: Square, targets: BitMap, pawn: Piece) -> usize {
        for to in squares(targets) {
            for kind in PROMOTIONS {
                let becomes = self.next_move.piece(kind);
                index = add_move(list, index, Move::new(from, to, pawn, self.square[to]).with_prom(becomes));
            }
        }
        index
    }

    /// Adds castling moves, which require the castling right, an empty path for king and rook, and no attack on the
    /// king's path. Whether king and rook are on their home squares is not tested:
    /// [`validate`](crate::setup::Setup::validate) ensures that they are.
    fn add_castling(&self, list: &mut [Move], mut index: usize, side: Side) -> usize {
        let rights = self.castle[side.index()];
        for wing in 0..2 {
            if rights & CastlePath::right(wing) == 0 {
                continue;
            }
            let path = self.castle_path[side.index()][wing];
            if self.occupied & path.empty == 0 && !self.is_attacked(path.safe, side.other()) {
                let king = side.piece(KING);
                index = add_move(list, index, Move::new(path.king_from, path.king_to, king, EMPTY).with_prom(king));
            }
        }
        index
    }

    /// Inserts a capture into the sorted list `start..end` if its exchange value is high enough; returns the new end.
    #[doc(alias = "addCaptScore")]
    #[inline]
    fn add_capt_score(&mut self, start: usize, end: usize, mv: Move) -> usize {
        let value = self.see(mv);
        if value < MINCAPTVAL {
            return end;
        }
        let mut at = end;
        while at > start && self.move_value[at - 1] < value {
            self.move_buffer[at] = self.move_buffer[at - 1];
            self.move_value[at] = self.move_value[at - 1];
            at -= 1;
        }
        self.move_buffer[at] = mv;
        self.move_value[at] = value;
        end + 1
    }
}

/// Squares attacked by pawns of a side; also the squares from which pawns of the other side attack the given squares.
#[inline(always)]
fn pawn_attacks(pawns: BitMap, side: Side) -> BitMap {
    let beside = (pawns & !FILE_H) << 1 | (pawns & !FILE_A) >> 1;
    match side {
        Side::White => beside << 8,
        Side::Black => beside >> 8,
    }
}

#[inline(always)]
fn add_move(list: &mut [Move], index: usize, mv: Move) -> usize {
    list[index] = mv;
    index + 1
}

/// Whether a pawn promotes on this square.
#[inline(always)]
fn promotes(to: Square) -> bool {
    matches!(rank(to), 0 | 7)
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::readfen::read_fen;

    fn moves(fen: &str) -> String {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        board.legal_moves().iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn blacks_double_step_comes_before_the_single_one() {
        assert_eq!(moves("4k3/p7/8/8/8/8/8/4K3 b - - 0 1"), "a7a5 a7a6 e8d7 e8e7 e8f7 e8d8 e8f8");
    }

    #[test]
    fn promotions_are_queen_rook_bishop_knight() {
        assert_eq!(moves("8/P7/8/8/8/8/8/k1K5 w - - 0 1"), "a7a8q a7a8r a7a8b a7a8n c1d1 c1c2 c1d2");
    }

    #[test]
    fn castling_out_of_through_and_into_check_is_not_generated() {
        for guarded in ["4k3/8/8/8/8/8/4r3/R3K2R", "3rkr2/8/8/8/8/8/8/R3K2R", "1kr3r1/8/8/8/8/8/8/R3K2R"] {
            let moves = moves(&format!("{guarded} w KQ - 0 1"));
            assert!(!moves.contains("e1g1") && !moves.contains("e1c1"), "{guarded}: {moves}");
        }
    }

    #[test]
    fn the_rook_may_pass_an_attacked_square() {
        assert!(moves("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1").contains("e1c1"));
    }
}
