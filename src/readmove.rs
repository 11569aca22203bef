//! # 12 · Reading a move
//!
//! Reads a move in the forms that people and programs write: coordinates (`e2e4`, `e7e8q`, `E7E8=Q`), algebraic (`Nf3`,
//! `exd5`, `e8=Q+`, `nbd2`), castling (`O-O`, `0-0-0`, `e1g1`). The error for a refused move gives the reason.
//!
//! **Differs here:** the tutorial reads coordinates only and gives no reasons; its `isValidTextMove` is in
//! [`makemove`](crate::makemove).
//!
//! **Read next:** [`makemove`](crate::makemove).

use std::borrow::Cow;

use thiserror::Error;

use crate::bitops::{bit, first_one};
use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::displaymove::square_name;
use crate::moves::Move;

/// Reasons for refusing a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not look like a move.
    #[error("'{0}' is not a move; type moves like e4, Nf3, exd5, O-O, e2e4 or e7e8q")]
    NotAMove(String),
    /// The from-square is empty.
    #[error("there is no piece on {}", square_name(*.0))]
    EmptySquare(Square),
    /// The piece belongs to the opponent.
    #[error("the {} on {} is {}'s, but {} is to move", kind_name(*.1), square_name(*.0), Side::of(*.1).name(), Side::of(*.1).other().name())]
    WrongSide(Square, Piece),
    /// The piece does not move like that, or is blocked.
    #[error("the {} on {} cannot go to {}", kind_name(*.1), square_name(*.0), square_name(*.2))]
    CannotReach(Square, Piece, Square),
    /// No piece of this type can go there.
    #[error("no {} can go to {}", kind_name(*.0), square_name(*.1))]
    NoneCanReach(Piece, Square),
    /// No pawn on the first of these files can capture on the second.
    #[error("no pawn on the {0} file can take on the {1} file")]
    NoPawnTakes(char, char),
    /// The move would leave the mover's king in check.
    #[error("the king would be in check from {}", square_name(*.0))]
    KingInCheck(Square),
    /// Several pieces can go there.
    #[error("{} {}s can go there: {}", count_name(.1.len()), kind_name(*.0), .1.join(" or "))]
    Ambiguous(Piece, Vec<String>),
    /// A pawn reaches the last rank, but the text names no promotion piece.
    #[error("name the promotion piece: {0}=Q, {0}=R, {0}=B or {0}=N")]
    PromotionMissing(String),
    /// The text names a promotion piece for a move that is not a promotion.
    #[error("only a pawn that reaches the last rank can promote")]
    NoPromotion,
    /// Castling without the castling right.
    #[error("castling on that side is no longer allowed: the king or rook has moved, or the rook was captured")]
    CastlingRight,
    /// Castling with a piece in the way.
    #[error("castling needs empty squares between king and rook")]
    CastlingBlocked,
    /// Castling out of, through or into check.
    #[error("castling is not allowed out of, through or into check; {} is attacked", square_name(*.0))]
    CastlingThroughCheck(Square),
}

/// Name of a piece without its colour: `pawn` to `king`.
pub fn kind_name(piece: Piece) -> &'static str {
    match kind(piece) {
        PAWN => "pawn",
        KNIGHT => "knight",
        BISHOP => "bishop",
        ROOK => "rook",
        QUEEN => "queen",
        _ => "king",
    }
}

fn file_name(file: usize) -> char {
    char::from(b'a' + file as u8)
}

fn count_name(count: usize) -> String {
    ["no", "one", "two", "three", "four"].get(count).map_or_else(|| count.to_string(), |name| name.to_string())
}

/// A move's text, split into its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    /// Castling: 0 short, 1 long.
    Castle(usize),
    /// Origin and target, optionally a promotion.
    Coordinates { from: Square, to: Square, prom: Option<Piece> },
    /// A pawn capture from one file to another.
    PawnTakes { from: usize, to: usize, prom: Option<Piece> },
    /// Algebraic: piece type and target, optionally file or rank of origin (or both) and a promotion.
    Algebraic { kind: Piece, file: Option<usize>, rank: Option<usize>, to: Square, prom: Option<Piece> },
}

impl Board {
    /// The legal move that this text describes.
    ///
    /// # Errors
    /// [`MoveError`] gives the reason if there is none; [`MoveError::NotAMove`] if the text does not even look like a
    /// move.
    pub fn read_move(&mut self, text: &str) -> Result<Move, MoveError> {
        let notations = notations(text);
        let mut first_error = None;
        for notation in &notations {
            match self.resolve(*notation) {
                Ok(mv) => return Ok(mv),
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
        Err(first_error.unwrap_or_else(|| MoveError::NotAMove(shortened(text))))
    }

    fn resolve(&mut self, notation: Notation) -> Result<Move, MoveError> {
        match notation {
            Notation::Castle(wing) => self.resolve_castling(wing),
            Notation::Coordinates { from, to, prom } => self.resolve_coordinates(from, to, prom),
            Notation::PawnTakes { from, to, prom } => self.resolve_pawn_capture(from, to, prom),
            Notation::Algebraic { kind, file, rank, to, prom } => {
                let piece = self.next_move.piece(kind);
                let fits = |mv: &Move| {
                    mv.piec() == piece
                        && mv.tosq() == to
                        && !mv.is_castling()
                        && file.is_none_or(|file| self::file(mv.from()) == file)
                        && rank.is_none_or(|rank| self::rank(mv.from()) == rank)
                };
                let candidates: Vec<Move> = self.pseudo_legal_moves().into_iter().filter(fits).collect();
                self.resolve_one_of(candidates, prom, MoveError::NoneCanReach(kind, to))
            }
        }
    }

    fn resolve_coordinates(&mut self, from: Square, to: Square, prom: Option<Piece>) -> Result<Move, MoveError> {
        let piece = self.square[from];
        if piece == EMPTY {
            return Err(MoveError::EmptySquare(from));
        }
        if Side::of(piece) != self.next_move {
            return Err(MoveError::WrongSide(from, piece));
        }
        let paths = self.castle_path[self.next_move.index()];
        // Castling is a king move of more than one square to the castling target, or onto the castling rook as in
        // Chess960.
        let castles = |&wing: &usize| {
            let path = paths[wing];
            let takes_rook = to == path.rook_from && self.square[to] == self.next_move.piece(ROOK);
            from == path.king_from && (takes_rook || to == path.king_to && from.abs_diff(to) > 1)
        };
        if let Some(wing) = (0..2).find(castles).filter(|_| kind(piece) == KING) {
            return self.resolve_castling(wing);
        }
        let moves = self.pseudo_legal_moves().into_iter();
        let candidates: Vec<Move> =
            moves.filter(|mv| (mv.from(), mv.tosq()) == (from, to) && !mv.is_castling()).collect();
        self.resolve_one_of(candidates, prom, MoveError::CannotReach(from, piece, to))
    }

    fn resolve_pawn_capture(&mut self, from: usize, to: usize, prom: Option<Piece>) -> Result<Move, MoveError> {
        let pawn = self.next_move.piece(PAWN);
        let fits = |mv: &Move| mv.piec() == pawn && mv.is_capture() && (file(mv.from()), file(mv.tosq())) == (from, to);
        let candidates: Vec<Move> = self.pseudo_legal_moves().into_iter().filter(fits).collect();
        let none = MoveError::NoPawnTakes(file_name(from), file_name(to));
        self.resolve_one_of(candidates, prom, none)
    }

    /// The only legal move among the candidates. These are moves of one piece type, and each piece has at most one
    /// target square among them.
    fn resolve_one_of(
        &mut self,
        candidates: Vec<Move>,
        prom: Option<Piece>,
        none: MoveError,
    ) -> Result<Move, MoveError> {
        if candidates.is_empty() {
            return Err(none);
        }
        // A pawn capture that names only files, like `exd`, can fit one pawn's promotion and another pawn's plain
        // capture.
        let wanted = |mv: &Move| prom.is_none_or(|prom| kind(mv.prom()) == prom);
        let fitting: Vec<Move> = candidates.into_iter().filter(wanted).collect();
        let Some(&any) = fitting.first() else { return Err(MoveError::NoPromotion) };
        let mut legal: Vec<Move> = fitting.into_iter().filter(|mv| self.is_legal(*mv)).collect();
        // All promotions of one pawn count as one candidate.
        legal.dedup_by_key(|mv| mv.from());
        match legal[..] {
            [] => Err(MoveError::KingInCheck(self.checker_after(any))),
            [mv] if mv.is_promotion() && prom.is_none() => {
                let text = mv.short_form();
                Err(MoveError::PromotionMissing(text.split('=').next().unwrap_or_default().into()))
            }
            [mv] => Ok(mv),
            _ => Err(MoveError::Ambiguous(any.piec(), legal.iter().map(|&mv| self.san(mv)).collect())),
        }
    }

    fn resolve_castling(&mut self, wing: usize) -> Result<Move, MoveError> {
        let side = self.next_move;
        let path = self.castle_path[side.index()][wing];
        if self.castle[side.index()] & CastlePath::right(wing) == 0 {
            return Err(MoveError::CastlingRight);
        }
        if self.occupied & path.empty != 0 {
            return Err(MoveError::CastlingBlocked);
        }
        let attacked =
            |square: &Square| path.safe & bit(*square) != 0 && self.is_square_attacked(*square, side.other());
        if let Some(square) = (0..64).find(attacked) {
            return Err(MoveError::CastlingThroughCheck(square));
        }
        let mut moves = self.pseudo_legal_moves().into_iter();
        let castling = moves.find(|mv| mv.is_castling() && mv.is_castle_oo() == (wing == 0));
        match castling.ok_or(MoveError::CastlingBlocked)? {
            mv if self.is_legal(mv) => Ok(mv),
            // In Chess960, castling may remove the rook that shielded the king's target square from an attack.
            mv => Err(MoveError::KingInCheck(self.checker_after(mv))),
        }
    }

    /// Square of an enemy piece that attacks the mover's king after this move.
    fn checker_after(&mut self, mv: Move) -> Square {
        let side = self.next_move;
        self.make_move(mv);
        let king = self.king_square(side);
        let checkers = self.attackers_of(king, self.occupied) & self.pieces[side.other().index()];
        self.unmake_move();
        first_one(checkers)
    }
}

/// Whether the text looks like a move, legal or not.
pub fn looks_like_move(text: &str) -> bool {
    !notations(text).is_empty()
}

/// Converts figurines, dashes, fractions and other special characters in moves and results to ASCII.
pub fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            // Pawns have no letter; the variation selectors only choose text or emoji style.
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            '‐'..='―' | '−' | '﹣' | '－' => plain.push('-'),
            '×' | '✕' | '✖' => plain.push('x'),
            '½' => plain.push_str("1/2"),
            '…' => plain.push_str("..."),
            '‼' => plain.push_str("!!"),
            '⁇' => plain.push_str("??"),
            '⁈' => plain.push_str("?!"),
            '⁉' => plain.push_str("!?"),
            '†' => plain.push('+'),
            '‡' => plain.push_str("++"),
            _ => plain.push(letter),
        }
    }
    plain.into()
}

/// The text without its redundant suffixes: check signs, annotations, `e.p.`, `mate`.
fn without_ending(mut text: &str) -> &str {
    const ENDINGS: [&str; 11] = ["+", "#", "!", "?", "e.p.", "e.p", "ep.", "ep", "mate", "ch.", "ch"];
    loop {
        text = text.trim_end();
        let Some(shorter) = ENDINGS.iter().find_map(|ending| text.strip_suffix(ending)) else { return text };
        text = shorter;
    }
}

/// Possible readings of a text, the most likely first.
fn notations(text: &str) -> Vec<Notation> {
    let text = in_ascii(text);
    let text = without_ending(&text);
    match text.replace('0', "O").to_ascii_uppercase().as_str() {
        "O-O" | "OO" => return vec![Notation::Castle(0)],
        "O-O-O" | "OOO" => return vec![Notation::Castle(1)],
        _ => {}
    }
    // A lower-case b means a pawn on the b file or, failing that, a bishop. A capital B before a lower-case square is
    // always a bishop: B1b2 does not mean the coordinates b1b2, but B1B2 does.
    let (pawn, piece) = (algebraic(text, PAWN), piece_letter(text).and_then(|kind| algebraic(&text[1..], kind)));
    if piece.is_some() && text.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return piece.into_iter().collect();
    }
    coordinates(text).into_iter().chain(pawn).chain(pawn_takes(text)).chain(piece).collect()
}

/// A pawn capture that names only files: `ed`, `exd`, `e:d`, `gh=Q`.
fn pawn_takes(text: &str) -> Option<Notation> {
    let (text, prom) = match text.split_once('=') {
        Some((files, piece)) => (files, Some(piece_letter(piece).filter(|&kind| kind != KING && piece.len() == 1)?)),
        None => (text, None),
    };
    let file = |byte: u8| (b'a'..=b'h').contains(&byte).then(|| usize::from(byte - b'a'));
    let (from, to) = match *text.as_bytes() {
        [from, to] | [from, b'x' | b':', to] => (file(from)?, file(to)?),
        _ => return None,
    };
    (from.abs_diff(to) == 1).then_some(Notation::PawnTakes { from, to, prom })
}

fn piece_letter(text: &str) -> Option<Piece> {
    match text.bytes().next()?.to_ascii_uppercase() {
        b'N' => Some(KNIGHT),
        b'B' => Some(BISHOP),
        b'R' => Some(ROOK),
        b'Q' => Some(QUEEN),
        b'K' => Some(KING),
        _ => None,
    }
}

/// Splits off a promotion such as `=Q`, `q`, `/Q` or `(Q)`.
fn split_promotion(text: &str) -> (&str, Option<Piece>) {
    let text = text.trim_end_matches(')');
    let last = text.len().checked_sub(1).and_then(|at| text.get(at..)).unwrap_or_default();
    match piece_letter(last) {
        None | Some(KING) => (text, None),
        kind => (text[..text.len() - 1].trim_end_matches(['=', '/', '(']), kind),
    }
}

fn coordinates(text: &str) -> Option<Notation> {
    let lower = text.to_ascii_lowercase();
    let (squares, prom) = split_promotion(&lower);
    if !squares.is_ascii() {
        return None;
    }
    let squares = squares.replace('-', "");
    let (from, to) = squares.split_at_checked(2)?;
    Some(Notation::Coordinates { from: crate::readfen::read_square(from)?, to: crate::readfen::read_square(to)?, prom })
}

/// Reads the part of an algebraic move after its piece letter: `f3`, `bd2`, `1xd2`, `e8=Q`.
fn algebraic(text: &str, kind: Piece) -> Option<Notation> {
    if !text.is_ascii() {
        return None;
    }
    let (text, prom) = if kind == PAWN { split_promotion(text) } else { (text, None) };
    let (origin, target) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let to = crate::readfen::read_square(target)?;
    let origin = origin.trim_end_matches(['x', ':', '-']);
    let (file, rank) = match origin.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(usize::from(file - b'a')), None),
        [rank @ b'1'..=b'8'] => (None, Some(usize::from(rank - b'1'))),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(usize::from(file - b'a')), Some(usize::from(rank - b'1'))),
        _ => return None,
    };
    Some(Notation::Algebraic { kind, file, rank, to, prom })
}

/// Whether this character is harmful in displayed text. Control characters (C0, C1) can send commands to a terminal;
/// some of them, and Unicode's line and paragraph separators, break lines; bidirectional marks (UAX 9) can disguise one
/// text as another.
pub fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text from outside the program, made safe to show on one line: `?` replaces [harmful](is_harmful) characters.
pub fn shown(text: &str) -> String {
    text.chars().map(|letter| if is_harmful(letter) { '?' } else { letter }).collect()
}

/// Text from outside the program, truncated if it is long, and [safe to show](shown).
pub fn shortened(text: &str) -> String {
    let mut short: String = shown(text).chars().take(40).collect();
    if text.chars().count() > 40 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{START_FEN, read_fen};

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn read(fen: &str, text: &str) -> Result<String, String> {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        board.read_move(text).map(|mv| mv.to_string()).map_err(|error| error.to_string())
    }

    fn reason(fen: &str, text: &str) -> String {
        read(fen, text).expect_err("this move is refused")
    }

    #[test]
    fn a_move_may_be_written_in_many_ways() {
        for text in ["e4", "e2e4", "E2E4", "e2-e4", "e4!", "e2e4?!"] {
            assert_eq!(read(START_FEN, text), Ok("e2e4".into()), "{text}");
        }
        for text in ["Nf3", "nf3", "Ngf3", "Ng1f3", "N1f3", "g1f3"] {
            assert_eq!(read(START_FEN, text), Ok("g1f3".into()), "{text}");
        }
        for text in ["O-O", "0-0", "o-o", "e1g1", "OO", "O-O+"] {
            assert_eq!(read(KIWIPETE, text), Ok("e1g1".into()), "{text}");
        }
        assert_eq!(read(KIWIPETE, "O-O-O"), Ok("e1c1".into()));
        assert_eq!(read(KIWIPETE, "dxe6"), Ok("d5e6".into()));
        assert_eq!(read(KIWIPETE, "Qxf6"), Ok("f3f6".into()));
    }

    #[test]
    fn figurines_typography_and_old_notations_are_read() {
        for text in ["♘f3", "♞f3", "♘\u{fe0e}f3", "Ng1–f3", "Nf3‼", "Nf3⁈", "g1−f3"] {
            assert_eq!(read(START_FEN, text), Ok("g1f3".into()), "{text}");
        }
        for text in ["♙e4", "e4⁉", "e2—e4"] {
            assert_eq!(read(START_FEN, text), Ok("e2e4".into()), "{text}");
        }
        assert_eq!(read(KIWIPETE, "O–O"), Ok("e1g1".into()));
        assert_eq!(read(KIWIPETE, "0‑0‑0"), Ok("e1c1".into()));
        assert_eq!(read(KIWIPETE, "♕×f6†"), Ok("f3f6".into()));
        let (mate, takes) = ("6k1/5ppp/8/8/8/8/8/4Q1K1 w - - 0 1", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
        for text in ["Qe8mate", "Qe8 mate", "Qe8#", "Qe8ch", "Qe8++"] {
            assert_eq!(read(mate, text), Ok("e1e8".into()), "{text}");
        }
        for text in ["ed", "exd", "e:d", "ed!"] {
            assert_eq!(read(takes, text), Ok("e4d5".into()), "{text}");
        }
        assert_eq!(reason(takes, "ef"), "no pawn on the e file can take on the f file");
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        for text in ["exd6ep", "exd6e.p.", "exd6 e.p.", "exd6 ep", "ed"] {
            assert_eq!(read(passing, text), Ok("e5d6".into()), "{text}");
        }
        let doubled = "4k3/8/3p4/4P3/3p4/4P3/8/4K3 w - - 0 1";
        assert_eq!(reason(doubled, "ed"), "two pawns can go there: exd4 or exd6");
        let near_and_far = "3r3k/4P3/3p4/4P3/8/8/8/4K3 w - - 0 1";
        assert_eq!(read(near_and_far, "ed=Q"), Ok("e7d8q".into()));
        assert_eq!(reason(near_and_far, "ed"), "two pawns can go there: exd6 or exd8=Q+");
    }

    #[test]
    fn shown_text_contains_no_terminal_commands() {
        assert_eq!(shown("a\u{1b}[2J\r\nb\u{9b}c\u{202e}d\u{2067}é♘"), "a?[2J??b?c?d?é♘");
    }

    #[test]
    fn promotions_need_a_piece() {
        let fen = "3r3k/2P5/8/8/8/8/8/4K3 w - - 0 1";
        for text in ["c8=Q", "c8q", "c8Q", "c7c8q", "c7c8=Q", "C7C8Q", "c8/Q", "c8(Q)", "c8/Q+"] {
            assert_eq!(read(fen, text), Ok("c7c8q".into()), "{text}");
        }
        for text in ["cxd8=N", "cxd8n", "c7d8n", "cd=N"] {
            assert_eq!(read(fen, text), Ok("c7d8n".into()), "{text}");
        }
        assert_eq!(read(fen, "c8=B"), Ok("c7c8b".into()));
        assert_eq!(read(fen, "c7c8b"), Ok("c7c8b".into()));
        assert_eq!(reason(fen, "c8"), "name the promotion piece: c8=Q, c8=R, c8=B or c8=N");
        assert_eq!(reason(fen, "c7d8"), "name the promotion piece: cxd8=Q, cxd8=R, cxd8=B or cxd8=N");
        assert_eq!(reason(START_FEN, "e2e4q"), "only a pawn that reaches the last rank can promote");
    }

    #[test]
    fn a_small_b_is_a_pawn_or_else_a_bishop() {
        assert_eq!(read("4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1", "bxc4"), Ok("b3c4".into()));
        assert_eq!(read("4k3/8/8/8/2p5/3B4/8/4K3 w - - 0 1", "bxc4"), Ok("d3c4".into()));
    }

    #[test]
    fn refusals_give_reasons() {
        assert_eq!(reason(START_FEN, "e5e6"), "there is no piece on e5");
        assert_eq!(reason(START_FEN, "e7e5"), "the pawn on e7 is Black's, but White is to move");
        assert_eq!(reason(START_FEN, "g1g3"), "the knight on g1 cannot go to g3");
        assert_eq!(reason(START_FEN, "Ng3"), "no knight can go to g3");
        assert_eq!(reason(START_FEN, "Ke3"), "no king can go to e3");
        assert_eq!(
            reason("rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", "f4"),
            "the king would be in check from b4"
        );
        assert_eq!(reason("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "Nd2"), "two knights can go there: Nbd2 or Nfd2");
        assert_eq!(reason(START_FEN, "O-O"), "castling needs empty squares between king and rook");
        assert_eq!(
            reason("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "O-O"),
            "castling is not allowed out of, through or into check; f1 is attacked"
        );
        assert_eq!(reason("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "O-O-O"), "the king would be in check from a1");
        assert_eq!(
            reason("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1"),
            "castling on that side is no longer allowed: the king or rook has moved, or the rook was captured"
        );
    }

    #[test]
    fn text_that_is_not_a_move_is_reported() {
        for text in ["", "x", "e9", "castle", "é4", "e2é4", "Né3", "====", "bb", "b", "q", "12345678", "O-O-O-O"] {
            assert!(reason(START_FEN, text).contains("is not a move"), "{text}");
        }
    }
}
