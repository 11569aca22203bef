//! Move generation, and legality of moves.
//!
//! The tutorial's generator generates all moves at once. The modern search rarely needs all of them, so this generator
//! has two stages, *noisy* (captures and queen promotions) and *quiet* (all others). Legality is tested without making
//! the move: checkers and pinned pieces are computed once per node ([`CheckInfo`]).
//!
//! **Read next:** [`picker`](super::picker).

use super::Modern;
use crate::bitops::{bit, first_one, squares};
use crate::board::CastlePath;
use crate::data::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::defines::*;
use crate::moves::Move;

/// A scored move in a list. The picker takes the move with the highest key first.
#[derive(Clone, Copy, Default, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Score in the high bits, `PLACES` minus the list index in the low bits, so that the first of several moves with
    /// equal scores has the highest key. The highest key thus also gives the index of its move, without an
    /// unpredictable branch.
    pub key: i32,
}

/// The bits of a key that hold the index.
const PLACES: i32 = MAX_MOVES as i32 - 1;

impl Scored {
    /// Sets the key from a score and `place`, the index in the list.
    #[inline(always)]
    pub fn set_key(&mut self, score: i32, place: usize) {
        self.key = score * (PLACES + 1) + (PLACES - place as i32);
    }

    /// The same move and score at a different index.
    #[inline(always)]
    #[must_use]
    pub fn moved_to(self, place: usize) -> Scored {
        Scored { key: (self.key | PLACES) - place as i32, ..self }
    }
}

/// Checks and pins against the king of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CheckInfo {
    /// Square of the king of the side to move.
    pub king: Square,
    /// Enemy pieces that give check.
    pub checkers: BitMap,
    /// Own pieces that are pinned to the king.
    pub pinned: BitMap,
    /// Allowed targets of pieces other than the king: all squares; in check, only the checker's square and those
    /// between it and the king; in double check, none. En passant captures are tested separately.
    pub allowed: BitMap,
}

/// The group of moves to generate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveGroup {
    /// Captures and queen promotions; no underpromotions, not even those that capture.
    Noisy,
    /// Everything else.
    Quiet,
    /// Quiet moves in which the moved piece itself gives check, except castling and promotions.
    Checks,
}

/// List index of the move with this key.
#[inline(always)]
pub fn place_of(key: i32) -> usize {
    (PLACES - (key & PLACES)) as usize
}

impl Modern {
    /// Checks and pins against the king of the side to move.
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        self.check_info_given(self.checkers())
    }

    /// Like [`check_info`](Self::check_info), for checkers that are already known.
    #[inline(always)]
    pub(super) fn check_info_given(&self, checkers: BitMap) -> CheckInfo {
        let king = self.board.king_square(self.board.next_move);
        let allowed = match checkers {
            0 => !0,
            _ if checkers & (checkers - 1) != 0 => 0,
            _ => self.board.attacks.between[king][first_one(checkers)] | checkers,
        };
        CheckInfo { king, checkers, pinned: self.board.pinned(king, self.board.next_move), allowed }
    }

    /// Enemy pieces that give check to the side to move.
    #[inline]
    pub(super) fn checkers(&self) -> BitMap {
        let (side, enemy) = (self.board.next_move, self.board.next_move.other());
        let king = self.board.king_square(side);
        self.board.attacks.knight[king] & self.board.bitmap[enemy.piece(KNIGHT) as usize]
            | self.board.attacks.pawn[side.index()][king] & self.board.bitmap[enemy.piece(PAWN) as usize]
            | self.board.attacks.rook(king, self.board.occupied) & self.board.straight_sliders(enemy)
            | self.board.attacks.bishop(king, self.board.occupied) & self.board.diagonal_sliders(enemy)
    }

    /// Writes one group of pseudo-legal moves to the move list from `end` on. Returns the new end.
    pub(super) fn generate(&mut self, group: MoveGroup, check_info: &CheckInfo, mut end: usize) -> usize {
        let side = self.board.next_move;
        let enemies = self.board.pieces[side.other().index()];
        let targets = if group == MoveGroup::Noisy { enemies } else { !self.board.occupied };
        if group == MoveGroup::Checks {
            return self.generate_checks(check_info.allowed & targets, end);
        }
        if check_info.allowed != 0 {
            end = self.generate_pawns(group, check_info.allowed, end);
            // Not a loop, so that the compiler specialises each call for its piece type.
            end = self.generate_pieces(KNIGHT, targets & check_info.allowed, end);
            end = self.generate_pieces(BISHOP, targets & check_info.allowed, end);
            end = self.generate_pieces(ROOK, targets & check_info.allowed, end);
            end = self.generate_pieces(QUEEN, targets & check_info.allowed, end);
        }
        let king = side.piece(KING);
        end = self.add_all(end, check_info.king, self.board.attacks.king[check_info.king] & targets, king);
        if group == MoveGroup::Quiet && check_info.checkers == 0 && self.board.castle[side.index()] != 0 {
            for wing in 0..2 {
                if self.may_castle(side, wing) {
                    let path = self.board.castle_path[side.index()][wing];
                    end = self.add(end, Move::new(path.king_from, path.king_to, king, EMPTY).with_prom(king));
                }
            }
        }
        end
    }

    /// Adds the moves that pieces of one type can make to these squares.
    #[inline(always)]
    fn generate_pieces(&mut self, kind: Piece, targets: BitMap, mut end: usize) -> usize {
        let piece = self.board.next_move.piece(kind);
        for from in squares(self.board.bitmap[piece as usize]) {
            let to = self.board.attacks.of(kind, from, self.board.occupied) & targets;
            end = self.add_all(end, from, to, piece);
        }
        end
    }

    /// Adds quiet checks with targets in this set.
    fn generate_checks(&mut self, targets: BitMap, mut end: usize) -> usize {
        let enemy = self.board.next_move.other();
        let king = self.board.king_square(enemy);
        end = self.generate_pawns(MoveGroup::Quiet, targets & self.board.attacks.pawn[enemy.index()][king], end);
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            end = self.generate_pieces(kind, targets & self.board.attacks.of(kind, king, self.board.occupied), end);
        }
        end
    }

    fn generate_pawns(&mut self, group: MoveGroup, allowed: BitMap, mut end: usize) -> usize {
        let side = self.board.next_move;
        let pawn = side.piece(PAWN);
        let pawns = self.board.bitmap[pawn as usize];
        let enemies = self.board.pieces[side.other().index()] & allowed;
        let empty = !self.board.occupied;
        let last = RANK_1 | RANK_8;
        let single = forward(side, pawns) & empty;
        let left = forward(side, pawns & !FILE_A) >> 1 & enemies;
        let right = forward(side, pawns & !FILE_H) << 1 & enemies;
        let up = forward_step(side);

        if group == MoveGroup::Noisy {
            for (targets, step) in [(left, up - 1), (right, up + 1)] {
                for to in squares(targets) {
                    let from = (to as i32 - step) as Square;
                    let mv = Move::new(from, to, pawn, self.board.square[to]);
                    let promotes = bit(to) & last != 0;
                    end = self.add(end, if promotes { mv.with_prom(side.piece(QUEEN)) } else { mv });
                }
            }
            for to in squares(single & last & allowed) {
                let from = (to as i32 - up) as Square;
                end = self.add(end, Move::new(from, to, pawn, EMPTY).with_prom(side.piece(QUEEN)));
            }
            if self.board.ep_square != 0 && self.board.square[self.board.ep_square ^ 8] == side.other().piece(PAWN) {
                for from in squares(self.board.attacks.pawn[side.other().index()][self.board.ep_square] & pawns) {
                    end = self.add(end, Move::en_passant(from, self.board.ep_square, pawn));
                }
            }
            return end;
        }
        let double = forward(side, single & third_rank(side)) & empty;
        for to in squares(single & !last & allowed) {
            end = self.add(end, Move::new((to as i32 - up) as Square, to, pawn, EMPTY));
        }
        for to in squares(double & allowed) {
            end = self.add(end, Move::new((to as i32 - 2 * up) as Square, to, pawn, EMPTY));
        }
        for (targets, step) in [(left & last, up - 1), (right & last, up + 1), (single & last & allowed, up)] {
            for to in squares(targets) {
                let from = (to as i32 - step) as Square;
                for kind in &PROMOTIONS[1..] {
                    let mv = Move::new(from, to, pawn, self.board.square[to]);
                    end = self.add(end, mv.with_prom(side.piece(*kind)));
                }
            }
        }
        end
    }

    #[inline(always)]
    fn add(&mut self, end: usize, mv: Move) -> usize {
        self.tree.list[end].mv = mv;
        end + 1
    }

    #[inline(always)]
    fn add_all(&mut self, mut end: usize, from: Square, targets: BitMap, piece: Piece) -> usize {
        for to in squares(targets) {
            end = self.add(end, Move::new(from, to, piece, self.board.square[to]));
        }
        end
    }

    /// Whether this castling move is possible: castling right present, path empty, the king's squares not attacked. The
    /// caller makes sure that the king is not in check.
    fn may_castle(&self, side: Side, wing: usize) -> bool {
        let path = &self.board.castle_path[side.index()][wing];
        if self.board.castle[side.index()] & CastlePath::right(wing) == 0 || self.board.occupied & path.empty != 0 {
            return false;
        }
        if self.board.is_attacked(path.safe, side.other()) {
            return false;
        }
        // In Chess960, the castling rook may have shielded the king's target square from an attack.
        let occupied = self.board.occupied & !bit(path.king_from) & !bit(path.rook_from) | bit(path.rook_to);
        self.board.attacks.rook(path.king_to, occupied) & self.board.straight_sliders(side.other()) == 0
    }

    /// Whether this move is pseudo-legal here. Needed for moves that were not generated here, like those from the
    /// transposition table.
    pub(super) fn is_pseudo_legal(&self, mv: Move, check_info: &CheckInfo) -> bool {
        let (from, to, piece) = (mv.from(), mv.tosq(), mv.piec());
        let side = self.board.next_move;
        if !mv.is_some() || piece == EMPTY || self.board.square[from] != piece || Side::of(piece) != side {
            return false;
        }
        if mv.is_castling() {
            let wing = usize::from(!mv.is_castle_oo());
            let path = &self.board.castle_path[side.index()][wing];
            return check_info.checkers == 0
                && (path.king_from, path.king_to) == (from, to)
                && kind(piece) == KING
                && self.may_castle(side, wing);
        }
        if mv.is_en_passant() {
            return self.board.ep_square != 0
                && self.board.ep_square == to
                && kind(piece) == PAWN
                && self.board.attacks.pawn[side.index()][from] & bit(to) != 0
                && self.board.square[to ^ 8] == side.other().piece(PAWN);
        }
        let captured = self.board.square[to];
        if captured != mv.capt() || captured != EMPTY && Side::of(captured) == side {
            return false;
        }
        if mv.is_promotion() && kind(piece) != PAWN {
            return false;
        }
        if kind(piece) == KING {
            return self.board.attacks.king[from] & bit(to) != 0;
        }
        if bit(to) & check_info.allowed == 0 {
            return false;
        }
        if kind(piece) != PAWN {
            return self.board.attacks.of(kind(piece), from, self.board.occupied) & bit(to) != 0;
        }
        if mv.is_promotion() != (bit(to) & (RANK_1 | RANK_8) != 0) {
            return false;
        }
        if captured != EMPTY {
            return self.board.attacks.pawn[side.index()][from] & bit(to) != 0;
        }
        let single = forward(side, bit(from)) & !self.board.occupied;
        let double = forward(side, single & third_rank(side)) & !self.board.occupied;
        bit(to) & (single | double) != 0
    }

    /// Whether a pseudo-legal move leaves the king safe.
    #[inline]
    pub(super) fn is_safe(&self, mv: Move, check_info: &CheckInfo) -> bool {
        let (from, to) = (mv.from(), mv.tosq());
        if mv.is_en_passant() {
            return !self.board.en_passant_exposes_king(mv, check_info.king);
        }
        if from == check_info.king {
            return mv.is_castling() || !self.is_attacked_without_king(to, check_info.king);
        }
        check_info.pinned & bit(from) == 0 || self.board.attacks.line[check_info.king][from] & bit(to) != 0
    }

    /// Whether the opponent attacks this square when the king is removed from the board.
    // Not inlined: only king moves need it, and inlining would slow down all others.
    #[inline(never)]
    fn is_attacked_without_king(&self, square: Square, king: Square) -> bool {
        let enemies = self.board.pieces[self.board.next_move.other().index()];
        self.board.attackers_of(square, self.board.occupied ^ bit(king)) & enemies & !bit(square) != 0
    }

    /// Number of legal moves, without generating a list.
    pub(super) fn count_legal(&self) -> u64 {
        let side = self.board.next_move;
        let check_info = self.check_info();
        let targets = !self.board.pieces[side.index()] & check_info.allowed;
        let mut count = squares(self.board.attacks.king[check_info.king] & !self.board.pieces[side.index()])
            .filter(|&to| !self.is_attacked_without_king(to, check_info.king))
            .count() as u32;
        if check_info.allowed == 0 {
            return u64::from(count);
        }
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            for from in squares(self.board.bitmap[side.piece(kind) as usize]) {
                let mut to = self.board.attacks.of(kind, from, self.board.occupied) & targets;
                if check_info.pinned & bit(from) != 0 {
                    to &= self.board.attacks.line[check_info.king][from];
                }
                count += to.count_ones();
            }
        }
        if check_info.checkers == 0 && self.board.castle[side.index()] != 0 {
            count += (0..2).filter(|&wing| self.may_castle(side, wing)).count() as u32;
        }
        u64::from(count + self.count_legal_pawns(&check_info))
    }

    fn count_legal_pawns(&self, check_info: &CheckInfo) -> u32 {
        let side = self.board.next_move;
        let pawn = side.piece(PAWN);
        let pawns = self.board.bitmap[pawn as usize];
        let mut count = self.count_pawn_moves(pawns & !check_info.pinned, check_info.allowed);
        for from in squares(pawns & check_info.pinned) {
            count +=
                self.count_pawn_moves(bit(from), check_info.allowed & self.board.attacks.line[check_info.king][from]);
        }
        if self.board.ep_square != 0 && self.board.square[self.board.ep_square ^ 8] == side.other().piece(PAWN) {
            let takers = squares(self.board.attacks.pawn[side.other().index()][self.board.ep_square] & pawns);
            let moves = takers.map(|from| Move::en_passant(from, self.board.ep_square, pawn));
            count += moves.filter(|&mv| !self.board.en_passant_exposes_king(mv, check_info.king)).count() as u32;
        }
        count
    }

    fn count_pawn_moves(&self, pawns: BitMap, allowed: BitMap) -> u32 {
        let side = self.board.next_move;
        let empty = !self.board.occupied;
        let enemies = self.board.pieces[side.other().index()] & allowed;
        let last = RANK_1 | RANK_8;
        let single = forward(side, pawns) & empty;
        let double = forward(side, single & third_rank(side)) & empty & allowed;
        let sets = [
            forward(side, pawns & !FILE_A) >> 1 & enemies,
            forward(side, pawns & !FILE_H) << 1 & enemies,
            single & allowed,
        ];
        sets.iter().map(|set| set.count_ones() + 3 * (set & last).count_ones()).sum::<u32>() + double.count_ones()
    }

    /// Whether the moved piece itself gives check. Discovered checks, and checks by a promoted piece or a castling
    /// rook, are not recognised.
    #[inline]
    pub(super) fn checks_directly(&self, mv: Move) -> bool {
        let side = self.board.next_move;
        let king = self.board.king_square(side.other());
        let target = bit(mv.tosq());
        let attacks = match kind(mv.piec()) {
            PAWN => self.board.attacks.pawn[side.other().index()][king],
            KING => 0,
            kind => self.board.attacks.of(kind, king, self.board.occupied),
        };
        attacks & target != 0
    }

    /// Perft with bulk counting: number of leaves `depth` plies deep. The moves of the last ply are counted, not made.
    pub fn perft_bulk(&mut self, depth: usize) -> u64 {
        self.perft_bulk_below(depth, 0)
    }

    fn perft_bulk_below(&mut self, depth: usize, start: usize) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.count_legal(),
            _ => {}
        }
        let check_info = self.check_info();
        let noisy = self.generate(MoveGroup::Noisy, &check_info, start);
        let end = self.generate(MoveGroup::Quiet, &check_info, noisy);
        let mut nodes = 0;
        for i in start..end {
            let mv = self.tree.list[i].mv;
            if self.is_safe(mv, &check_info) {
                self.board.make_move(mv);
                nodes += self.perft_bulk_below(depth - 1, end);
                self.board.unmake_move();
            }
        }
        nodes
    }
}

/// Shifts a set one rank forward, from the side's point of view.
#[inline(always)]
pub(super) const fn forward(side: Side, map: BitMap) -> BitMap {
    match side {
        Side::White => map << 8,
        Side::Black => map >> 8,
    }
}

#[inline(always)]
const fn forward_step(side: Side) -> i32 {
    match side {
        Side::White => 8,
        Side::Black => -8,
    }
}

#[inline(always)]
const fn third_rank(side: Side) -> BitMap {
    match side {
        Side::White => RANK_1 << 16,
        Side::Black => RANK_1 << 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, START_FEN, read_fen_by};
    use std::collections::HashSet;

    const POSITIONS: [&str; 15] = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/8/8/2k5/3Pp3/8/8/4K2B b - d3 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        // Chess960: king or rook stays in place, they swap places, or castling uncovers an attack.
        "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
        "rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1",
        "5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1",
        "rr2k1r1/p6p/8/8/8/8/P6P/RR2K1R1 b BGbg - 0 1",
        "qrkr4/8/8/8/8/8/8/1RKR3q w KQkq - 0 1",
        "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1",
    ];

    fn modern(fen: &str) -> Modern {
        let mut modern = Modern::default();
        modern.board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
        modern
    }

    /// After a key collision, the packed move may be a promotion even though the piece on its origin square is not a
    /// pawn.
    #[test]
    fn only_pawns_promote() {
        let modern = modern("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
        let check_info = modern.check_info();
        for mv in [Move::new(0, 56, WHITE_ROOK, EMPTY), Move::new(4, 12, WHITE_KING, EMPTY)] {
            assert!(modern.is_pseudo_legal(mv, &check_info), "{mv}");
            assert!(!modern.is_pseudo_legal(mv.with_prom(WHITE_QUEEN), &check_info), "{mv}");
        }
    }

    fn walk(modern: &mut Modern, depth: usize, known: &mut HashSet<Move>) {
        let check_info = modern.check_info();
        let noisy = modern.generate(MoveGroup::Noisy, &check_info, 0);
        let end = modern.generate(MoveGroup::Quiet, &check_info, noisy);
        let mut mine: Vec<Move> = modern.tree.list[..end].iter().map(|scored| scored.mv).collect();
        mine.retain(|&mv| modern.is_safe(mv, &check_info));
        let checks = modern.generate(MoveGroup::Checks, &check_info, 0);
        let mut checks: Vec<Move> = modern.tree.list[..checks].iter().map(|scored| scored.mv).collect();
        checks.retain(|&mv| modern.is_safe(mv, &check_info));
        let legal = modern.board.legal_moves();
        let is_quiet = |mv: Move| !mv.is_capture() && !mv.is_promotion() && !mv.is_castling();
        let expected: Vec<Move> =
            legal.iter().copied().filter(|&mv| is_quiet(mv) && modern.checks_directly(mv)).collect();
        assert_eq!(checks.iter().collect::<HashSet<_>>(), expected.iter().collect(), "{}", modern.board.fen());
        assert_eq!(modern.count_legal(), legal.len() as u64, "{}", modern.board.fen());
        let (mine, legal): (HashSet<Move>, HashSet<Move>) = (mine.into_iter().collect(), legal.into_iter().collect());
        assert_eq!(mine, legal, "{}", modern.board.fen());
        for &mv in known.iter() {
            let accepted = modern.is_pseudo_legal(mv, &check_info) && modern.is_safe(mv, &check_info);
            assert_eq!(accepted, legal.contains(&mv), "{mv} in {}", modern.board.fen());
        }
        if known.len() < 300 {
            known.extend(legal.iter());
        }
        if depth > 0 {
            for mv in legal {
                modern.board.make_move(mv);
                walk(modern, depth - 1, known);
                modern.board.unmake_move();
            }
        }
    }

    #[test]
    fn generates_the_moves_of_the_tutorial_and_rejects_foreign_ones() {
        for fen in POSITIONS {
            walk(&mut modern(fen), 2, &mut HashSet::new());
        }
    }

    #[test]
    fn bulk_perft_equals_perft() {
        for fen in POSITIONS {
            let mut modern = modern(fen);
            for depth in 0..=4 {
                assert_eq!(modern.perft_bulk(depth), modern.board.perft(depth), "{fen} {depth}");
            }
        }
    }
}
