//! # 12 · Making the moves
//!
//! `make_move` plays a move on the board and updates everything that depends on it: bitboards, squares, material, key,
//! castling rights, en-passant square, fifty-move counter. `unmake_move` takes the last move back, using the record
//! that `make_move` has left in the game line.
//!
//! The generator's moves are pseudo-legal. The tutorial makes each one, and takes it back if the opponent could then
//! capture the king.
//!
//! **Differs here:** one implementation for both colours. The castling rights lost by a move are looked up by its two
//! squares. Illegal moves are recognised before they are made, so they need not be taken back ([`KingGuard`]): king
//! moves and en passant are tested for check, a pinned piece must stay on its line, and in check every other piece must
//! capture the checker or interpose. Exactly the same moves are accepted as with the tutorial's make-and-take-back
//! test.
//!
//! *Quirk 11 (kept):* the en-passant square is set after every double step, whether or not an enemy pawn can capture
//! there.
//!
//! **Read next:** [`gameline`](crate::gameline); [`perft`](crate::perft), which tests all this.

use crate::bitops::{bit, first_one, squares};
use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::moves::Move;

/// Data for testing whether a move leaves the mover's king in check, computed once for all moves of a position.
#[derive(Clone, Copy, Debug)]
pub struct KingGuard {
    /// The pieces whose moves must be tested.
    suspects: BitMap,
    /// The king's square.
    king: Square,
    /// Pinned pieces, which may move only along the line through their king.
    pinned: BitMap,
    /// Squares to which a piece other than the king must move to parry all checks; every square if there is no check.
    answers: BitMap,
}

impl KingGuard {
    /// Whether this move must be tested.
    #[inline(always)]
    fn suspects(&self, mv: Move) -> bool {
        self.suspects & bit(mv.from()) != 0
    }
}

impl Board {
    /// Plays a pseudo-legal move.
    #[doc(alias = "makeMove")]
    #[inline(always)]
    pub fn make_move(&mut self, mv: Move) {
        self.game_line[self.end_of_search] = GameLine {
            ep_square: self.ep_square,
            key: self.hashkey,
            mv,
            fifty_move: self.fifty_move,
            castle: self.castle,
        };
        self.end_of_search += 1;

        let (from, to, piece, captured) = (mv.from(), mv.tosq(), mv.piec(), mv.capt());
        let mut key = self.hashkey ^ KEYS.ep[self.ep_square & 63] ^ KEYS.side;
        self.ep_square = 0;
        self.fifty_move += 1;

        if mv.is_special() {
            key ^= self.make_special(mv);
        } else {
            if captured != EMPTY {
                key ^= self.take_piece(to, captured);
            }
            self.move_piece(self.next_move, from, to, piece);
            key ^= KEYS.piece[piece as usize][from] ^ KEYS.piece[piece as usize][to];
            if kind(piece) == PAWN {
                self.fifty_move = 0;
                self.ep_square = usize::from(mv.is_double_step()) * (from + to) / 2;
                key ^= KEYS.ep[self.ep_square & 63];
            }
        }
        let cost = self.castle_cost[from] | self.castle_cost[to];
        if cost != 0 {
            key ^= self.lose_castling_rights(cost);
        }
        self.hashkey = key;
        self.next_move = self.next_move.other();
        debug_assert!(self.is_consistent(), "after {mv:?}");
    }

    /// Takes back the last move of the game line.
    #[doc(alias = "unmakeMove")]
    #[inline(always)]
    pub fn unmake_move(&mut self) {
        self.end_of_search -= 1;
        self.next_move = self.next_move.other();
        let record = self.game_line[self.end_of_search];
        let mv = record.mv;
        if mv.is_special() {
            self.unmake_special(mv);
        } else {
            self.move_piece(self.next_move, mv.tosq(), mv.from(), mv.piec());
            if mv.is_capture() {
                self.put_piece(mv.tosq(), mv.capt());
                self.add_material(mv.capt());
            }
        }
        self.castle = record.castle;
        self.ep_square = record.ep_square;
        self.fifty_move = record.fifty_move;
        self.hashkey = record.key;
        debug_assert!(self.is_consistent(), "taking back {mv:?}");
    }

    /// Computes the data for testing which moves leave the king of the side to move in check.
    #[inline]
    pub fn king_guard(&self) -> KingGuard {
        let guard = self.king_guard_no_check();
        let enemies = self.pieces[self.next_move.other().index()];
        let checkers = self.attackers_of(guard.king, self.occupied) & enemies;
        if checkers == 0 {
            return guard;
        }
        // A single check can be parried by capturing the checker or interposing, a double check only by a king move.
        let between = self.attacks.between[guard.king][first_one(checkers)];
        let answers = if checkers.count_ones() == 1 { checkers | between } else { 0 };
        KingGuard { suspects: !0, answers, ..guard }
    }

    /// The king guard when the side to move is known not to be in check.
    #[inline]
    pub fn king_guard_no_check(&self) -> KingGuard {
        let king = self.king_square(self.next_move);
        let pinned = self.pinned(king, self.next_move);
        let suspects = bit(king) | pinned | self.en_passant_takers();
        KingGuard { suspects, king, pinned, answers: !0 }
    }

    /// The pawns that attack the en-passant square.
    #[inline(always)]
    fn en_passant_takers(&self) -> BitMap {
        if self.ep_square == 0 {
            return 0;
        }
        let (side, enemy) = (self.next_move, self.next_move.other());
        self.attacks.pawn[enemy.index()][self.ep_square & 63] & self.bitmap[side.piece(PAWN) as usize]
    }

    /// Pinned pieces of a side: each is the only blocker between the king on `king` and an enemy slider.
    #[inline]
    pub fn pinned(&self, king: Square, side: Side) -> BitMap {
        let (enemy, own) = (side.other(), self.pieces[side.index()]);
        let enemies = self.pieces[enemy.index()];
        let snipers = self.attacks.rook(king, enemies) & self.straight_sliders(enemy)
            | self.attacks.bishop(king, enemies) & self.diagonal_sliders(enemy);
        squares(snipers)
            .map(|sniper| self.attacks.between[king][sniper] & own)
            .filter(|blockers| blockers.count_ones() == 1)
            .fold(0, |pinned, blocker| pinned | blocker)
    }

    /// Plays a pseudo-legal move if it is legal; returns whether it was.
    #[inline(always)]
    pub fn make_legal(&mut self, mv: Move, guard: KingGuard) -> bool {
        if guard.suspects(mv) && self.exposes_king(mv, guard) {
            return false;
        }
        self.make_move(mv);
        true
    }

    /// Whether this move would leave the mover's king in check.
    #[inline(always)]
    pub(crate) fn exposes_king(&self, mv: Move, guard: KingGuard) -> bool {
        if kind(mv.piec()) == KING {
            return self.is_king_attacked_after(mv);
        }
        if mv.is_en_passant() {
            return self.en_passant_exposes_king(mv, guard.king);
        }
        let is_pinned = guard.pinned & bit(mv.from()) != 0;
        let line = if is_pinned { self.attacks.line[guard.king][mv.from()] } else { !0 };
        bit(mv.tosq()) & guard.answers & line == 0
    }

    /// Whether the king would be attacked on the target of this king move, tested with the occupancy after the move.
    fn is_king_attacked_after(&self, mv: Move) -> bool {
        let side = self.next_move;
        let mut occupied = self.occupied & !bit(mv.from()) | bit(mv.tosq());
        if mv.is_castling() {
            let path = self.path_of(mv);
            let left = bit(path.king_from) | bit(path.rook_from);
            occupied = self.occupied & !left | bit(path.king_to) | bit(path.rook_to);
        }
        self.is_attacked_after(mv.tosq(), side.other(), occupied, 0)
    }

    /// Whether the king on `king` would be attacked after this en-passant capture. A test for pins is not enough,
    /// because two pawns leave their squares at once. Every move generator uses this test.
    #[cold]
    pub(crate) fn en_passant_exposes_king(&self, mv: Move, king: Square) -> bool {
        let gone = bit(captured_square(mv));
        let occupied = self.occupied & !gone & !bit(mv.from()) | bit(mv.tosq());
        self.is_attacked_after(king, self.next_move.other(), occupied, gone)
    }

    /// Whether a pseudo-legal move is legal in the current position.
    pub fn is_legal(&self, mv: Move) -> bool {
        !self.exposes_king(mv, self.king_guard())
    }

    /// Plays a legal move as a move of the game.
    pub fn play(&mut self, mv: Move) {
        self.make_move(mv);
        self.end_of_game += 1;
        self.end_of_search = self.end_of_game;
        let needed = self.end_of_game + MAX_GAME_LINE / 2;
        if self.game_line.len() < needed {
            self.game_line.resize(needed + MAX_GAME_LINE, GameLine::default());
        }
    }

    /// Takes back the last move of the game, and returns it; [`None`] if there is none.
    pub fn undo(&mut self) -> Option<Move> {
        self.end_of_game = self.end_of_game.checked_sub(1)?;
        self.end_of_search = self.end_of_game + 1;
        self.unmake_move();
        Some(self.game_line[self.end_of_game].mv)
    }

    /// The legal move with this coordinate notation (`e2e4`, `e7e8q`), if any.
    #[doc(alias = "isValidTextMove")]
    pub fn is_valid_text_move(&self, text: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.to_string() == text)
    }

    /// Moves the pieces for castling, en passant and promotions; returns the change to the key.
    fn make_special(&mut self, mv: Move) -> u64 {
        if mv.is_castling() {
            return self.castle_pieces(mv);
        }
        let (from, to, pawn, captured) = (mv.from(), mv.tosq(), mv.piec(), mv.capt());
        let becomes = if mv.is_promotion() { mv.prom() } else { pawn };
        let mut key = KEYS.piece[pawn as usize][from] ^ KEYS.piece[becomes as usize][to];
        if captured != EMPTY {
            key ^= self.take_piece(captured_square(mv), captured);
        }
        self.remove_piece(from, pawn);
        self.put_piece(to, becomes);
        self.drop_material(pawn);
        self.add_material(becomes);
        self.fifty_move = 0;
        key
    }

    fn unmake_special(&mut self, mv: Move) {
        if mv.is_castling() {
            return self.uncastle_pieces(mv);
        }
        let (from, to, pawn, captured) = (mv.from(), mv.tosq(), mv.piec(), mv.capt());
        let became = if mv.is_promotion() { mv.prom() } else { pawn };
        self.remove_piece(to, became);
        self.put_piece(from, pawn);
        self.drop_material(became);
        self.add_material(pawn);
        if captured != EMPTY {
            self.put_piece(captured_square(mv), captured);
            self.add_material(captured);
        }
    }

    /// Removes a captured piece from the board; returns the change to the key.
    #[inline(always)]
    fn take_piece(&mut self, square: Square, captured: Piece) -> u64 {
        self.remove_piece(square, captured);
        self.drop_material(captured);
        self.fifty_move = 0;
        KEYS.piece[captured as usize][square]
    }

    /// Castles; returns the change to the key.
    fn castle_pieces(&mut self, mv: Move) -> u64 {
        let (side, path) = (Side::of(mv.piec()), *self.path_of(mv));
        self.move_king_and_rook(side, [path.king_from, path.rook_from], [path.king_to, path.rook_to]);
        let king = &KEYS.piece[side.piece(KING) as usize];
        let rook = &KEYS.piece[side.piece(ROOK) as usize];
        king[path.king_from] ^ king[path.king_to] ^ rook[path.rook_from] ^ rook[path.rook_to]
    }

    fn uncastle_pieces(&mut self, mv: Move) {
        let (side, path) = (Side::of(mv.piec()), *self.path_of(mv));
        self.move_king_and_rook(side, [path.king_to, path.rook_to], [path.king_from, path.rook_from]);
    }

    /// The squares of king and rook in a castling move.
    #[inline(always)]
    pub(crate) fn path_of(&self, mv: Move) -> &CastlePath {
        &self.castle_path[Side::of(mv.piec()).index()][usize::from(!mv.is_castle_oo())]
    }

    /// Removes the castling rights in `cost`, encoded as in `castle_cost`; returns the change to the key.
    fn lose_castling_rights(&mut self, cost: u8) -> u64 {
        let mut key = 0;
        for side in 0..2 {
            let before = self.castle[side];
            let after = before & !(cost >> (2 * side));
            self.castle[side] = after;
            key ^= KEYS.castle[side][before as usize & 3] ^ KEYS.castle[side][after as usize & 3];
        }
        key
    }
}

/// Square of the captured piece: the target square, or, in en passant, the square behind it.
#[inline(always)]
fn captured_square(mv: Move) -> Square {
    if mv.is_en_passant() { mv.tosq() ^ 8 } else { mv.tosq() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    #[test]
    fn castling_moves_both_pieces_and_comes_back() {
        let mut board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
        let before = board.fen();
        play(&mut board, "e1g1 e8c8");
        assert_eq!(board.fen(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 5 10");
        board.undo();
        board.undo();
        assert_eq!(board.fen(), before);
    }

    #[test]
    fn king_and_rook_moves_and_captures_of_rooks_lose_rights() {
        let mut board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        play(&mut board, "h1h8");
        assert_eq!(board.castle, [CANCASTLEOOO, CANCASTLEOOO]);
        play(&mut board, "e8e7 a1a8");
        assert_eq!(board.castle, [0, 0]);
    }

    #[test]
    fn en_passant_takes_the_pawn_behind_the_target() {
        let mut board = board("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1");
        play(&mut board, "d7d5");
        assert_eq!(board.ep_square, 43);
        play(&mut board, "e5d6");
        assert_eq!(board.fen(), "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2");
        assert_eq!(board.total_pawns, [100, 0]);
    }

    #[test]
    fn promotion_changes_the_totals() {
        let mut board = board("8/P6k/8/8/8/8/8/K7 w - - 0 1");
        play(&mut board, "a7a8n");
        assert_eq!((board.total_pawns, board.total_pieces, board.material), ([0, 0], [300, 0], 300));
        board.undo();
        assert_eq!((board.total_pawns, board.total_pieces, board.material), ([100, 0], [0, 0], 100));
    }

    #[test]
    fn undo_at_the_start_of_the_game_does_nothing() {
        let mut board = Board::new();
        assert_eq!(board.undo(), None);
        assert!(board.is_consistent());
    }

    #[test]
    fn a_game_may_be_longer_than_the_game_line_was() {
        let mut board = Board::new();
        for _ in 0..MAX_GAME_LINE {
            play(&mut board, "g1f3 g8f6 f3g1 f6g8");
        }
        assert_eq!(board.end_of_game, 4 * MAX_GAME_LINE);
        while board.undo().is_some() {}
        assert_eq!(board.fen(), Board::new().fen());
    }

    #[test]
    fn legality_agrees_before_and_after_a_move() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1",
            "4k3/8/8/2KpP3/8/8/8/8 w - d6 0 1",
            "4r2k/8/8/7b/1b6/8/4N1P1/3RK3 w - - 0 1",
            "4k3/8/8/1N2r3/1B6/3P4/3Q1P2/q1R1K2R w K - 0 1",
            "4k3/8/8/4r3/8/3n4/1BPP1P1Q/R3K2R w KQ - 0 1",
            "4k3/8/4r3/8/3K4/8/8/q3Q2B w - - 0 1",
            "8/8/8/8/k1Pp3R/8/8/4K3 b - c3 0 1",
            "8/8/8/1k6/2Pp4/8/8/4K3 b - c3 0 1",
            "r3k3/8/8/8/8/8/8/rRK5 w B - 0 1",
        ] {
            let mut board = board(fen);
            let guard = board.king_guard();
            for i in MAX_MOV_BUFF..board.movegen(MAX_MOV_BUFF) {
                let mv = board.move_buffer[i];
                board.make_move(mv);
                let is_legal = !board.is_other_king_attacked(); // the tutorial's test
                board.unmake_move();
                assert_eq!(board.is_legal(mv), is_legal, "{fen}: {mv}");
                assert!(guard.suspects(mv) || is_legal, "{fen}: {mv}");
            }
        }
    }

    #[test]
    fn the_guard_suspects_pinned_pieces_and_the_king() {
        let board = board("4r2k/8/8/7b/8/8/4N1P1/3RK3 w - - 0 1");
        let guard = board.king_guard();
        assert_eq!(guard.suspects, bit(12) | bit(4));
    }
}
