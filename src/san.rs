//! # 15 · Reading algebraic notation, fast
//!
//! Reads standard algebraic notation without generating all moves, since a file of games may hold millions of
//! moves, nearly all of them in standard notation. For other notations, use the slower [`Board::read_move`], which also
//! gives reasons for refusing a move.
//!
//! **Differs here:** the tutorial writes algebraic notation, but does not read it.
//!
//! **Read next:** [`hash`](crate::hash).

use crate::bitops::{bit, squares};
use crate::board::{Board, CastlePath};
use crate::data::{FILE_A, RANK_1};
use crate::defines::*;
use crate::moves::Move;

/// The parts of a move's text, except for castling.
struct Wanted {
    kind: Piece,
    /// Possible from-squares.
    origins: BitMap,
    to: Square,
    /// Type of the promotion piece, or [`EMPTY`].
    becomes: Piece,
}

impl Board {
    /// The only legal move with this text in standard algebraic notation. [`None`] if the move is illegal or ambiguous,
    /// or this reader does not know the notation.
    pub fn read_san(&self, text: &[u8]) -> Option<Move> {
        let end = text.iter().rposition(|letter| !matches!(letter, b'+' | b'#'))? + 1;
        match &text[..end] {
            b"O-O" | b"0-0" => self.castling_move(0),
            b"O-O-O" | b"0-0-0" => self.castling_move(1),
            text => self.find_wanted(&wanted(text)?),
        }
    }

    fn find_wanted(&self, wanted: &Wanted) -> Option<Move> {
        let side = self.next_move;
        let piece = side.piece(wanted.kind);
        let captured = self.square[wanted.to];
        if captured != EMPTY && Side::of(captured) == side {
            return None;
        }
        if wanted.kind == PAWN {
            return self.find_pawn_move(wanted).filter(|mv| self.is_legal(*mv));
        }
        let reach = self.attacks.of(wanted.kind, wanted.to, self.occupied);
        let candidates = reach & self.bitmap[piece as usize] & wanted.origins;
        let mut found = None;
        for from in squares(candidates) {
            let mv = Move::new(from, wanted.to, piece, captured);
            if self.is_legal(mv) && found.replace(mv).is_some() {
                return None;
            }
        }
        found
    }

    fn find_pawn_move(&self, wanted: &Wanted) -> Option<Move> {
        let side = self.next_move;
        let (pawn, to) = (side.piece(PAWN), wanted.to);
        let pawns = self.bitmap[pawn as usize] & wanted.origins;
        let captured = self.square[to];
        let last_rank = matches!(rank(to), 0 | 7);
        if last_rank != (wanted.becomes != EMPTY) {
            return None;
        }
        let becomes = if last_rank { side.piece(wanted.becomes) } else { EMPTY };
        let from = squares(self.attacks.pawn[side.other().index()][to] & pawns);
        if captured != EMPTY {
            return only(from).map(|from| Move::new(from, to, pawn, captured).with_prom(becomes));
        }
        let back = |steps: usize| if side == Side::White { to.wrapping_sub(8 * steps) } else { to + 8 * steps };
        let stands = |square: Square| square < 64 && pawns & bit(square) != 0;
        if stands(back(1)) {
            return Some(Move::new(back(1), to, pawn, EMPTY).with_prom(becomes));
        }
        let second_rank = rank(side.relative(back(2) & 63)) == 1;
        if second_rank && stands(back(2)) && self.square[back(1)] == EMPTY {
            return Some(Move::new(back(2), to, pawn, EMPTY));
        }
        let victim = side.other().piece(PAWN);
        if to == self.ep_square && to != 0 && self.square[to ^ 8] == victim {
            return only(from).map(|from| Move::new(from, to, pawn, victim).with_prom(pawn));
        }
        None
    }

    fn castling_move(&self, wing: usize) -> Option<Move> {
        let side = self.next_move;
        let path = self.castle_path[side.index()][wing];
        let may = self.castle[side.index()] & CastlePath::right(wing) != 0
            && self.occupied & path.empty == 0
            && !self.is_attacked(path.safe, side.other());
        let king = side.piece(KING);
        let mv = Move::new(path.king_from, path.king_to, king, EMPTY).with_prom(king);
        (may && self.is_legal(mv)).then_some(mv)
    }
}

/// The only item of an iterator; [`None`] if it has none or several.
fn only<T>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.next().is_none().then_some(first)
}

fn wanted(text: &[u8]) -> Option<Wanted> {
    let (kind, text) = match text.first()? {
        b'N' => (KNIGHT, &text[1..]),
        b'B' => (BISHOP, &text[1..]),
        b'R' => (ROOK, &text[1..]),
        b'Q' => (QUEEN, &text[1..]),
        b'K' => (KING, &text[1..]),
        _ => (PAWN, text),
    };
    let (text, becomes) = if kind == PAWN { split_promotion(text) } else { (text, EMPTY) };
    let (origin, &[file @ b'a'..=b'h', rank @ b'1'..=b'8']) = text.split_at_checked(text.len().checked_sub(2)?)? else {
        return None;
    };
    let to = usize::from(rank - b'1') * 8 + usize::from(file - b'a');
    let takes = matches!(origin.last(), Some(b'x'));
    let origins = match origin.strip_suffix(b"x").or(origin.strip_suffix(b"-")).unwrap_or(origin) {
        // A pawn capture must name the pawn's file.
        [] if kind == PAWN && !takes => FILE_A << (file - b'a'),
        [] if kind != PAWN => !0,
        [file @ b'a'..=b'h'] => FILE_A << (file - b'a'),
        [rank @ b'1'..=b'8'] if kind != PAWN => RANK_1 << (8 * (rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => bit(usize::from(rank - b'1') * 8 + usize::from(file - b'a')),
        _ => return None,
    };
    Some(Wanted { kind, origins, to, becomes })
}

/// Splits off the promotion, `=Q` or `Q`.
fn split_promotion(text: &[u8]) -> (&[u8], Piece) {
    let Some((last, rest)) = text.split_last() else { return (text, EMPTY) };
    let becomes = match last {
        b'Q' => QUEEN,
        b'R' => ROOK,
        b'B' => BISHOP,
        b'N' => KNIGHT,
        _ => return (text, EMPTY),
    };
    (rest.strip_suffix(b"=").unwrap_or(rest), becomes)
}

#[cfg(test)]
mod tests {
    use crate::board::Board;
    use crate::searcher::random::Random;

    /// In random games, `read_san` and `read_move` both recover every legal move from its text.
    #[test]
    fn every_legal_move_is_read_from_its_text() {
        let mut random = Random(1);
        for _ in 0..40 {
            let mut board = Board::new();
            for _ in 0..120 {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &mv in &moves {
                    let text = board.san(mv);
                    assert_eq!(board.read_san(text.as_bytes()), Some(mv), "{text} in {}", board.fen());
                    assert_eq!(board.read_move(&text), Ok(mv), "{text} in {}", board.fen());
                }
                board.play(moves[random.below(moves.len())]);
            }
        }
    }

    #[test]
    fn illegal_and_ambiguous_moves_are_not_read() {
        let board = Board::new();
        for text in ["e5", "Nd2", "Ke2", "O-O", "exd3", "xe4", "e", "", "+", "N", "Nf3x", "e2e4e5", "é", "e4=Q", "P"] {
            assert_eq!(board.read_san(text.as_bytes()), None, "{text}");
        }
    }
}
