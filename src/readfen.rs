//! # 9 · Reading a FEN string
//!
//! The Forsyth-Edwards notation of a position: pieces from a8 on, side to move, castling rights, en-passant square,
//! half-moves since the last pawn move or capture, move number.
//!
//! **Differs here:** the tutorial accepts any input; here a wrong field is an error that names the field and its
//! expected content, and the board does not change (quirk 30). Fields missing at the end get default values. The
//! tutorial's lenient reader is kept for the tables of [`figures`](crate::lab::figures), some of which hold impossible
//! positions on purpose.
//!
//! **Read next:** [`setup`](crate::setup).

use std::fmt::Write;

use thiserror::Error;

use crate::board::{Board, CastlePath};
use crate::defines::*;
use crate::displaymove::square_name;
use crate::readmove::shortened;
use crate::setup::{Dropped, PositionError, Setup};

/// The start position.
pub const START_FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The letters of the pieces, by piece code.
const PIECE_LETTERS: [u8; 16] = *b".PKN.BRQ.pkn.brq";

/// A position read from a FEN, and the impossible parts that were dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fen {
    /// The position, checked.
    pub setup: Setup,
    /// Castling rights and en-passant square that were ignored as impossible.
    pub dropped: Vec<Dropped>,
}

/// Reasons for rejecting a FEN.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// Empty text.
    #[error("the FEN is empty; the start position would be {START_FEN}")]
    Empty,
    /// More than six fields.
    #[error("the FEN has {0} fields; at most 6 are allowed")]
    TooManyFields(usize),
    /// Not eight ranks.
    #[error("the piece field has {0} ranks instead of 8")]
    Ranks(usize),
    /// A rank is too short or too long.
    #[error("rank {0} of the piece field has {1} squares instead of 8")]
    RankLength(usize, usize),
    /// A character that is neither a piece nor a count of empty squares.
    #[error("{0:?} in the piece field is neither a piece (PNBRQK or pnbrqk) nor a count of empty squares (1 to 8)")]
    Piece(char),
    /// Invalid side to move.
    #[error("the side to move is '{0}'; it must be w or b")]
    Side(String),
    /// Invalid castling rights.
    #[error("the castling rights are '{0}'; they must be -, some of KQkq, or rook files like HAha, without repeats")]
    Castling(String),
    /// Invalid en-passant square.
    #[error("the en-passant square is '{0}'; it must be - or a square like e3")]
    EnPassant(String),
    /// Invalid half-move clock.
    #[error("the half-move clock is '{0}'; it must be a number from 0 to 9999")]
    FiftyMove(String),
    /// Invalid move number.
    #[error("the move number is '{0}'; it must be a number from 0 to 9999")]
    MoveNumber(String),
    /// All fields are well-formed, but the position is impossible.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Meaning of the letters `KQkq`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Rules {
    /// King and rooks start on their standard squares.
    #[default]
    Standard,
    /// Chess960: the king may start on any square of the first rank; the letters mean the outermost rooks on either
    /// side of it.
    Chess960,
}

/// Reads a FEN of standard chess and checks the position. Rook files (`HAha`) are also accepted, and mean Chess960 if
/// the king or rooks are not on their standard squares.
///
/// # Errors
/// [`FenError`] with the invalid field and the reason.
pub fn read_fen(text: &str) -> Result<Fen, FenError> {
    read_fen_by(text, Rules::Standard)
}

/// Reads a FEN by the rules of standard chess or Chess960.
///
/// # Errors
/// [`FenError`] with the invalid field and the reason.
pub fn read_fen_by(text: &str, rules: Rules) -> Result<Fen, FenError> {
    let mut fields = text.split_whitespace();
    let count = fields.clone().count();
    if count > 6 {
        return Err(FenError::TooManyFields(count));
    }
    let mut setup = Setup::empty();
    setup.square = read_pieces(fields.next().ok_or(FenError::Empty)?)?;
    setup.next_move = read_side(fields.next().unwrap_or("w"))?;
    read_castling(fields.next().unwrap_or("-"), &mut setup, rules)?;
    let ep_field = fields.next().unwrap_or("-");
    setup.ep_square = read_ep_square(ep_field)?;
    setup.fifty_move = read_number(fields.next().unwrap_or("0"), FenError::FiftyMove)?;
    setup.move_number = read_number(fields.next().unwrap_or("1"), FenError::MoveNumber)?.max(1);
    let mut dropped = setup.validate()?;
    // In `ep_square`, 0 means no en-passant square, so `validate` cannot tell a1 (square 0) from `-`.
    if ep_field == "a1" {
        dropped.push(Dropped::EnPassant(0));
    }
    Ok(Fen { setup, dropped })
}

/// Reads the piece field into an array of squares.
///
/// # Errors
/// [`FenError`] if there are not eight ranks of eight squares, or a character is invalid.
pub fn read_pieces(field: &str) -> Result<[Piece; 64], FenError> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut square = [EMPTY; 64];
    for (row, text) in ranks.into_iter().enumerate() {
        let rank = 7 - row;
        square[8 * rank..8 * rank + 8].copy_from_slice(&read_rank(rank + 1, text)?);
    }
    Ok(square)
}

/// Reads one rank, from file a on. `rank` is its number, 1 to 8, for the error message.
///
/// # Errors
/// [`FenError`] if there are not eight squares, or a character is invalid.
pub fn read_rank(rank: usize, text: &str) -> Result<[Piece; 8], FenError> {
    let mut pieces = Vec::new();
    for letter in text.chars() {
        match letter {
            '1'..='8' => pieces.resize(pieces.len() + (letter as usize - '0' as usize), EMPTY),
            _ => pieces.push(piece_of(letter).ok_or(FenError::Piece(letter))?),
        }
    }
    let squares = pieces.len();
    pieces.try_into().map_err(|_| FenError::RankLength(rank, squares))
}

/// The piece that a FEN letter stands for.
pub fn piece_of(letter: char) -> Option<Piece> {
    let code = PIECE_LETTERS.iter().position(|&known| letter.is_ascii_alphabetic() && known == letter as u8)?;
    Some(code as Piece)
}

/// The FEN letter of a piece: capital for White.
pub fn letter_of(piece: Piece) -> char {
    PIECE_LETTERS[piece as usize & 15] as char
}

fn read_side(field: &str) -> Result<Side, FenError> {
    match field {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(FenError::Side(shortened(field))),
    }
}

/// Reads castling rights into a position whose pieces are in place: `-`, some of `KQkq`, or rook files like `HAha`.
///
/// # Errors
/// [`FenError::Castling`] for any other letter, or a repeated right.
pub fn read_castling(field: &str, setup: &mut Setup, rules: Rules) -> Result<(), FenError> {
    (setup.castle, setup.castle_path) = ([0; 2], CastlePath::STANDARD);
    let error = || FenError::Castling(shortened(field));
    for letter in field.chars().filter(|_| field != "-") {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let king = setup.square.iter().position(|&piece| piece == side.piece(KING)).unwrap_or_default();
        let (wing, rook_file) = match letter.to_ascii_lowercase() {
            'k' => (0, outermost_rook(setup, side, king, 0).filter(|_| rules == Rules::Chess960)),
            'q' => (1, outermost_rook(setup, side, king, 1).filter(|_| rules == Rules::Chess960)),
            rook @ 'a'..='h' => {
                let rook_file = usize::from(rook as u8 - b'a');
                (usize::from(rook_file < file(king)), Some(rook_file))
            }
            _ => return Err(error()),
        };
        let rights = &mut setup.castle[side.index()];
        if *rights & CastlePath::right(wing) != 0 {
            return Err(error());
        }
        *rights |= CastlePath::right(wing);
        if let Some(rook_file) = rook_file.filter(|_| rank(side.relative(king)) == 0) {
            setup.castle_path[side.index()][wing] = CastlePath::new(side, file(king), rook_file);
        }
    }
    Ok(())
}

/// File of the outermost rook on the king's short (0) or long (1) side.
fn outermost_rook(setup: &Setup, side: Side, king: Square, wing: usize) -> Option<usize> {
    let is_rook = |rook_file: &usize| setup.square[side.relative(*rook_file)] == side.piece(ROOK);
    match wing {
        0 => (file(king) + 1..8).rev().find(is_rook),
        _ => (0..file(king)).find(is_rook),
    }
}

/// Reads an en-passant square; `-` means none.
///
/// # Errors
/// [`FenError::EnPassant`] if it is not a square.
pub fn read_ep_square(field: &str) -> Result<Square, FenError> {
    if field == "-" {
        return Ok(0);
    }
    read_square(field).ok_or_else(|| FenError::EnPassant(shortened(field)))
}

/// The square of this name, `a1` to `h8`.
pub fn read_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((file - b'a') as Square + 8 * (rank - b'1') as Square),
        _ => None,
    }
}

fn read_number(field: &str, error: fn(String) -> FenError) -> Result<u32, FenError> {
    field.parse().ok().filter(|number| *number <= 9999).ok_or_else(|| error(shortened(field)))
}

/// Reads the first five fields of a FEN as the tutorial does. Verifies only that each side has exactly one king, which
/// the engine needs.
///
/// # Errors
/// [`PositionError::Kings`], and [`FenError::Empty`] if there are fewer than five fields.
pub fn read_fen_leniently(text: &str) -> Result<Setup, FenError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [pieces, side, rights, ep, fifty, ..] = fields[..] else {
        return Err(FenError::Empty);
    };
    let mut setup = Setup::empty();
    let (mut rank, mut file) = (7, 0);
    for letter in pieces.chars() {
        match letter {
            '/' => (rank, file) = (rank - 1, 0),
            '1'..='8' => file += letter as i32 - '0' as i32,
            _ => {
                if let Some(piece) = piece_of(letter)
                    && (0..8).contains(&rank)
                    && file < 8
                {
                    setup.square[(8 * rank + file) as usize] = piece;
                    file += 1;
                }
            }
        }
    }
    setup.next_move = if side == "b" { Side::Black } else { Side::White };
    for (letter, side, right) in [('K', 0, 1), ('Q', 0, 2), ('k', 1, 1), ('q', 1, 2)] {
        setup.castle[side] |= if rights.contains(letter) { right } else { 0 };
    }
    setup.ep_square = read_square(ep).unwrap_or(0);
    setup.fifty_move = fifty.parse().unwrap_or(0);
    for side in Side::BOTH {
        let kings = setup.square.iter().filter(|&&piece| piece == side.piece(KING)).count();
        if kings != 1 {
            return Err(PositionError::Kings(side, kings).into());
        }
    }
    Ok(setup)
}

impl Board {
    /// The FEN of the position.
    pub fn fen(&self) -> String {
        let mut fen = String::new();
        for rank in (0..8).rev() {
            write_rank(&mut fen, &self.square[8 * rank..8 * rank + 8]);
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        fen.push(if self.next_move == Side::White { 'w' } else { 'b' });
        let ep = if self.ep_square == 0 { "-".into() } else { square_name(self.ep_square) };
        // Writing to a String cannot fail.
        let _ = write!(fen, " {} {ep} {} {}", self.castling_letters(), self.fifty_move, self.move_number());
        fen
    }

    /// The castling rights as in a FEN.
    pub fn castling_letters(&self) -> String {
        castling_letters(self.castle, &self.castle_path)
    }
}

/// These castling rights as in a FEN: `KQkq` for castling from the standard squares, rook files otherwise.
pub fn castling_letters(castle: [u8; 2], castle_path: &[[CastlePath; 2]; 2]) -> String {
    let mut letters = String::new();
    for (side, names) in [(0, ['K', 'Q']), (1, ['k', 'q'])] {
        for (wing, name) in names.into_iter().enumerate() {
            if castle[side] & CastlePath::right(wing) == 0 {
                continue;
            }
            let path = castle_path[side][wing];
            let standard = path == CastlePath::STANDARD[side][wing];
            let rook_file = square_name(path.rook_from).remove(0);
            letters.push(match side {
                _ if standard => name,
                0 => rook_file.to_ascii_uppercase(),
                _ => rook_file,
            });
        }
    }
    if letters.is_empty() { "-".into() } else { letters }
}

fn write_rank(fen: &mut String, pieces: &[Piece]) {
    let mut empty = 0;
    for &piece in pieces {
        if piece == EMPTY {
            empty += 1;
            continue;
        }
        if empty > 0 {
            fen.push((b'0' + empty) as char);
            empty = 0;
        }
        fen.push(letter_of(piece));
    }
    if empty > 0 {
        fen.push((b'0' + empty) as char);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    fn error(text: &str) -> String {
        read_fen(text).expect_err("this FEN is wrong").to_string()
    }

    #[test]
    fn a_fen_is_written_as_it_was_read() {
        for fen in [START_FEN, KIWIPETE, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 49 73"] {
            let mut board = Board::new();
            board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
            assert_eq!(board.fen(), fen);
        }
    }

    #[test]
    fn missing_fields_get_their_usual_values() {
        let full = read_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        assert_eq!(read_fen("4k3/8/8/8/8/8/8/4K3"), full);
        assert_eq!(read_fen("4k3/8/8/8/8/8/8/4K3 w - -"), full);
    }

    #[test]
    fn the_wrong_field_is_named() {
        assert!(error("").contains("empty"));
        assert_eq!(error("8/8/8 w - - 0 1"), "the piece field has 3 ranks instead of 8");
        assert_eq!(error("rnbqkbnr/ppppppp/8/8/8/8/8/4K3"), "rank 7 of the piece field has 7 squares instead of 8");
        assert_eq!(error("rnbqkbnrrr/8/8/8/8/8/8/4K3"), "rank 8 of the piece field has 10 squares instead of 8");
        assert!(error("rnbqkbnr/9/8/8/8/8/8/4K3").starts_with("'9' in the piece field is neither a piece"));
        assert!(error("rnbqkbnr/ppppxppp/8/8/8/8/8/4K3").starts_with("'x' in the piece field"));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 x"), "the side to move is 'x'; it must be w or b");
        assert!(error("4k3/8/8/8/8/8/8/4K3 w KK").starts_with("the castling rights are 'KK'"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - e9").starts_with("the en-passant square is 'e9'"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - -3").starts_with("the half-move clock is '-3'"));
        assert!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999").starts_with("the move number"));
        assert_eq!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 2"), "the FEN has 7 fields; at most 6 are allowed");
    }

    #[test]
    fn any_bytes_are_refused_without_panic() {
        for text in ["é/é/é/é/é/é/é/é w", "//////// ", "88888888/8/8/8/8/8/8/8", "k\u{0}/8/8/8/8/8/8/K7 w - é"]
        {
            assert!(read_fen(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_lenient_reader_accepts_the_same_input_as_the_original() {
        let setup = read_fen_leniently("4k3/4R3/8/8/8/8/8/4K3 w KQkq - 0 1").expect("one king a side");
        assert_eq!(setup.castle, [3, 3]);
        assert!(read_fen("4k3/4R3/8/8/8/8/8/4K3 w KQkq - 0 1").is_err());
    }
}
