//! # 11, 15 · The text of a move
//!
//! Three forms: coordinates (`e2e4`, `e7e8q`), the short form of the tutorial's `displayMove` (no disambiguation, no
//! check sign), and standard algebraic notation.
//!
//! **Differs here:** [`Board::san`] follows the PGN standard. [`Board::to_san`] keeps two peculiarities of the
//! tutorial, ` e.p.` after en passant and no check sign after castling, because a table in `tests/golden/`
//! depends on them.
//!
//! **Read next:** [`readmove`](crate::readmove), the reverse direction.

use std::fmt;

use crate::board::Board;
use crate::defines::*;
use crate::moves::Move;
use crate::readfen::letter_of;

/// The name of a square, `a1` to `h8`.
pub fn square_name(square: Square) -> String {
    [(b'a' + file(square) as u8) as char, (b'1' + rank(square) as u8) as char].iter().collect()
}

/// The capital letter of a piece, for either colour.
pub fn kind_letter(piece: Piece) -> char {
    letter_of(kind(piece))
}

/// Coordinate notation: castling is written as the king's move, a promotion ends with a lower-case letter.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", square_name(self.from()), square_name(self.tosq()))?;
        if self.is_promotion() {
            write!(f, "{}", kind_letter(self.prom()).to_ascii_lowercase())?;
        }
        Ok(())
    }
}

impl Move {
    /// The short form: `O-O`, `Nf3`, `exd5`, `e8=Q`.
    #[doc(alias = "displayMove")]
    pub fn short_form(self) -> String {
        self.text_with_origin("")
    }

    /// The algebraic form with `origin` between the piece letter and the rest.
    fn text_with_origin(self, origin: &str) -> String {
        if self.is_castling() {
            return if self.is_castle_oo() { "O-O" } else { "O-O-O" }.into();
        }
        let mut text = String::new();
        if kind(self.piec()) != PAWN {
            text.push(kind_letter(self.piec()));
            text.push_str(origin);
        } else if self.is_capture() {
            text.push_str(&square_name(self.from())[..1]);
        }
        if self.is_capture() {
            text.push('x');
        }
        text.push_str(&square_name(self.tosq()));
        if self.is_promotion() {
            text.push('=');
            text.push(kind_letter(self.prom()));
        }
        text
    }
}

impl Board {
    /// Standard algebraic notation of a legal move.
    pub fn san(&mut self, mv: Move) -> String {
        format!("{}{}", mv.text_with_origin(&self.origin(mv)), self.check_sign(mv))
    }

    /// The tutorial's notation of a legal move; `unknown` if the move is not legal.
    #[doc(alias = "toSan")]
    pub fn to_san(&mut self, mv: Move) -> String {
        if !self.legal_moves().contains(&mv) {
            return "unknown".into();
        }
        let text = mv.text_with_origin(&self.origin(mv));
        if mv.is_castling() {
            return text;
        }
        format!("{text}{}{}", if mv.is_en_passant() { " e.p." } else { "" }, self.check_sign(mv))
    }

    /// The moves of a line in standard algebraic notation, up to but excluding the first illegal one.
    pub fn san_line(&mut self, line: &[Move]) -> Vec<String> {
        let mut texts = Vec::new();
        for &mv in line {
            if !self.legal_moves().contains(&mv) {
                break;
            }
            texts.push(self.san(mv));
            self.make_move(mv);
        }
        for _ in &texts {
            self.unmake_move();
        }
        texts
    }

    /// The file, rank or square of origin that disambiguates the move; empty if none is needed.
    fn origin(&self, mv: Move) -> String {
        let rivals = self.legal_moves().into_iter();
        let rivals: Vec<Square> = rivals
            .filter(|other| other.piec() == mv.piec() && other.tosq() == mv.tosq() && other.from() != mv.from())
            .map(Move::from)
            .collect();
        let name = square_name(mv.from());
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|&rival| file(rival) != file(mv.from())) {
            name[..1].into()
        } else if rivals.iter().all(|&rival| rank(rival) != rank(mv.from())) {
            name[1..].into()
        } else {
            name
        }
    }

    /// `+` if the move gives check, `#` if it mates.
    fn check_sign(&mut self, mv: Move) -> &'static str {
        self.make_move(mv);
        let sign = if !self.is_own_king_attacked() {
            ""
        } else if self.legal_moves().is_empty() {
            "#"
        } else {
            "+"
        };
        self.unmake_move();
        sign
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::read_fen;

    /// Standard notation and the tutorial's notation of a move given in coordinates.
    fn both(fen: &str, text: &str) -> (String, String) {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        let mv = board.is_valid_text_move(text).expect("a legal move");
        (board.san(mv), board.to_san(mv))
    }

    #[test]
    fn two_knights_are_disambiguated() {
        let fen = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(both(fen, "b1d2").0, "Nbd2");
        assert_eq!(both(fen, "f3d2").0, "Nfd2");
    }

    #[test]
    fn a_pinned_rival_needs_no_disambiguation() {
        assert_eq!(both("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2").0, "Ne2");
    }

    #[test]
    fn en_passant_and_castling_differ_between_the_two_notations() {
        let ep = both("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
        assert_eq!(ep, ("exd6".into(), "exd6 e.p.".into()));
        let castling = both("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
        assert_eq!(castling, ("O-O+".into(), "O-O".into()));
    }

    #[test]
    fn mate_and_promotion() {
        assert_eq!(both("6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8q").0, "e8=Q#");
        assert_eq!(both("6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 1", "e7e8n").0, "e8=N");
    }

    #[test]
    fn coordinates_and_short_form() {
        let mv = Move::new(52, 61, WHITE_PAWN, BLACK_ROOK).with_prom(WHITE_QUEEN);
        assert_eq!((mv.to_string(), mv.short_form()), ("e7f8q".into(), "exf8=Q".into()));
    }
}
