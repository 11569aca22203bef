//! Binary records of positions, 32 bytes each.
//!
//! Training data is a sequence of 32-byte records with little-endian numbers. There is no header, so files can be
//! joined by concatenation.
//!
//! A **position**:
//!
//! | bytes | contents |
//! |---|---|
//! | 0-7 | occupied squares, bit 0 = a1; never 0 |
//! | 8-23 | the piece codes of [`defines`](crate::defines), 4 bits each, for the occupied squares from a1 up; low nibble first |
//! | 24 | bit 0: Black is to move; bits 1-2: result for White, 0 lost, 1 drawn, 2 won; bit 3: first recorded position of its game; bits 4-7: castling rights, White short, White long, Black short, Black long; none in a game with castling squares other than the standard ones |
//! | 25 | en-passant square after any double step, 0 if none |
//! | 26-27 | score of the search for the side to move, in centipawns, signed |
//! | 28 | half-moves since the last pawn move or capture, at most 255 |
//! | 29 | number of the move, as in a FEN, at most 255 |
//! | 30-31 | hash of the game, the same for all its positions, so that splitting the data keeps them together |
//!
//! A **game** record precedes its positions and gives their origin (shuffled files have no game records):
//!
//! | bytes | contents |
//! |---|---|
//! | 0-7 | 0 |
//! | 8-11 | `AlGm` |
//! | 12-13 | version of this format: 1 |
//! | 14-15 | number of positions that follow |
//! | 16-23 | seed |
//! | 24-27 | number of the game; with seed, nodes per move and evaluator, it identifies the game |
//! | 28-30 | nodes per move |
//! | 31 | the evaluator: 0 for the tutorial's evaluation, otherwise the mark of a network |

use thiserror::Error;

use crate::bitops::{bit, squares};
use crate::board::Board;
use crate::defines::*;
use crate::hash::split_mix;
use crate::setup::Setup;

/// Bytes per record.
pub const SIZE: usize = 32;
/// Version of the format.
pub const VERSION: u16 = 1;

const MAGIC: [u8; 4] = *b"AlGm";

/// The bytes of a record.
pub type Bytes = [u8; SIZE];

/// One position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Occupied squares.
    pub occupied: BitMap,
    /// Piece codes of the occupied squares from a1 up, 4 bits each.
    pub pieces: u128,
    /// Side to move.
    pub next_move: Side,
    /// Castling rights of each side.
    pub castle: [u8; 2],
    /// En-passant square, 0 if none.
    pub ep_square: u8,
    /// Score of the search for the side to move, in centipawns.
    pub score: i16,
    /// Result for White: 0 lost, 1 drawn, 2 won.
    pub result: u8,
    /// Whether this is the first recorded position of its game.
    pub is_first: bool,
    /// Half-moves since the last pawn move or capture, at most 255.
    pub fifty_move: u8,
    /// Move number as in a FEN, at most 255.
    pub move_number: u8,
    /// Hash of the game, the same for all its positions.
    pub game: u16,
}

/// Origin of the positions that follow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameHeader {
    /// Number of positions.
    pub positions: u16,
    /// Seed of the run.
    pub seed: u64,
    /// Number of the game in the run.
    pub number: u32,
    /// Nodes per move, less than 2^24.
    pub nodes: u32,
    /// The evaluator: 0 for the tutorial's evaluation, otherwise a one-byte hash of the network
    /// ([`mark`](crate::modern::network::Network::mark)).
    pub evaluator: u8,
}

/// A record of either kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Record {
    /// The beginning of a game.
    Game(GameHeader),
    /// A position of a game.
    Position(Position),
}

/// Reasons why 32 bytes are not a valid record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BadRecord {
    /// Neither a position nor a game.
    #[error("neither a position nor a game of Alula's training data")]
    Foreign,
    /// Written by another version.
    #[error("the format version is {0}; this program reads version {VERSION}")]
    Version(u16),
    /// More than 32 pieces, not exactly one king per side, an impossible piece code, or more piece codes than occupied
    /// squares.
    #[error("the pieces are impossible")]
    Pieces,
    /// A pawn on the first or last rank.
    #[error("a pawn is on the first or last rank")]
    Pawn,
    /// An impossible result.
    #[error("the result is not a loss, draw or win")]
    Result,
    /// An en-passant square on the wrong rank.
    #[error("the en-passant square is impossible")]
    EnPassant,
}

impl Position {
    /// The position on the board, with this score for the side to move. `result`, `is_first` and `game` must be filled
    /// in later.
    pub fn of(board: &Board, score: i16) -> Position {
        let mut pieces = 0;
        for (at, square) in squares(board.occupied).enumerate() {
            pieces |= u128::from(board.square[square]) << (4 * at);
        }
        Position {
            occupied: board.occupied,
            pieces,
            next_move: board.next_move,
            castle: if board.is_chess960() { [0; 2] } else { board.castle },
            ep_square: board.ep_square as u8,
            score,
            result: 1,
            is_first: false,
            fifty_move: board.fifty_move.min(255) as u8,
            move_number: board.move_number().min(255) as u8,
            game: 0,
        }
    }

    /// Squares and piece codes, from a1 up.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        let codes = self.pieces;
        squares(self.occupied).enumerate().map(move |(at, square)| (square, (codes >> (4 * at)) as u8 & 15))
    }

    /// Result for the side to move, 0 to 1.
    pub fn own_result(&self) -> f32 {
        let white = f32::from(self.result) / 2.0;
        if self.next_move == Side::White { white } else { 1.0 - white }
    }

    /// The position as a [`Setup`].
    pub fn setup(&self) -> Setup {
        let mut setup = Setup {
            next_move: self.next_move,
            castle: self.castle,
            ep_square: self.ep_square.into(),
            fifty_move: self.fifty_move.into(),
            move_number: self.move_number.max(1).into(),
            ..Setup::empty()
        };
        for (square, piece) in self.pieces() {
            setup.square[square] = piece;
        }
        setup
    }

    /// The bytes of this position's record.
    pub fn bytes(&self) -> Bytes {
        let mut bytes = [0; SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.pieces.to_le_bytes());
        let rights = self.castle[0] & 3 | (self.castle[1] & 3) << 2;
        bytes[24] = self.next_move as u8 | self.result << 1 | u8::from(self.is_first) << 3 | rights << 4;
        bytes[25] = self.ep_square;
        bytes[26..28].copy_from_slice(&self.score.to_le_bytes());
        bytes[28] = self.fifty_move;
        bytes[29] = self.move_number;
        bytes[30..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    fn read(bytes: &Bytes) -> Result<Position, BadRecord> {
        let flags = bytes[24];
        let position = Position {
            occupied: u64::from_le_bytes(part(bytes, 0)),
            pieces: u128::from_le_bytes(part(bytes, 8)),
            next_move: if flags & 1 == 0 { Side::White } else { Side::Black },
            castle: [flags >> 4 & 3, flags >> 6],
            ep_square: bytes[25],
            score: i16::from_le_bytes(part(bytes, 26)),
            result: flags >> 1 & 3,
            is_first: flags & 8 != 0,
            fifty_move: bytes[28],
            move_number: bytes[29],
            game: u16::from_le_bytes(part(bytes, 30)),
        };
        position.check()?;
        Ok(position)
    }

    fn check(&self) -> Result<(), BadRecord> {
        let count = self.occupied.count_ones();
        if count > 32 || count < 32 && self.pieces >> (4 * count) != 0 {
            return Err(BadRecord::Pieces);
        }
        let mut kings = [0; 2];
        for (square, piece) in self.pieces() {
            match kind(piece) {
                KING => kings[Side::of(piece).index()] += 1,
                PAWN if bit(square) & 0xff00_0000_0000_00ff != 0 => return Err(BadRecord::Pawn),
                0 | 4 => return Err(BadRecord::Pieces),
                _ => {}
            }
        }
        if kings != [1, 1] {
            return Err(BadRecord::Pieces);
        }
        if self.result > 2 {
            return Err(BadRecord::Result);
        }
        let rank = if self.next_move == Side::White { 5 } else { 2 };
        if self.ep_square != 0 && self.ep_square / 8 != rank {
            return Err(BadRecord::EnPassant);
        }
        Ok(())
    }
}

impl GameHeader {
    /// Hash stored in all positions of the game.
    pub fn hash(&self) -> u16 {
        split_mix(split_mix(self.seed).1 ^ u64::from(self.number)).1 as u16
    }

    /// The bytes of this game's record.
    pub fn bytes(&self) -> Bytes {
        let mut bytes = [0; SIZE];
        bytes[8..12].copy_from_slice(&MAGIC);
        bytes[12..14].copy_from_slice(&VERSION.to_le_bytes());
        bytes[14..16].copy_from_slice(&self.positions.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[24..28].copy_from_slice(&self.number.to_le_bytes());
        bytes[28..].copy_from_slice(&(self.nodes | u32::from(self.evaluator) << 24).to_le_bytes());
        bytes
    }

    fn read(bytes: &Bytes) -> Result<GameHeader, BadRecord> {
        if part(bytes, 8) != MAGIC {
            return Err(BadRecord::Foreign);
        }
        let version = u16::from_le_bytes(part(bytes, 12));
        if version != VERSION {
            return Err(BadRecord::Version(version));
        }
        Ok(GameHeader {
            positions: u16::from_le_bytes(part(bytes, 14)),
            seed: u64::from_le_bytes(part(bytes, 16)),
            number: u32::from_le_bytes(part(bytes, 24)),
            nodes: u32::from_le_bytes(part(bytes, 28)) & 0xff_ffff,
            evaluator: bytes[31],
        })
    }
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// [`BadRecord`] with the reason.
    pub fn read(bytes: &Bytes) -> Result<Record, BadRecord> {
        if bytes[..8] == [0; 8] {
            return GameHeader::read(bytes).map(Record::Game);
        }
        Position::read(bytes).map(Record::Position)
    }
}

/// The `N` bytes of a record that start at index `from`.
fn part<const N: usize>(bytes: &Bytes, from: usize) -> [u8; N] {
    std::array::from_fn(|at| bytes[from + at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::readfen::START_FEN;

    const POSITIONS: [&str; 4] = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 3 17",
        "rnbqkbnr/ppp2ppp/8/3pp3/3PP3/8/PPP2PPP/RNBQKBNR w KQkq d6 0 3",
        "8/5k2/8/8/8/8/1Q6/K7 b - - 99 120",
    ];

    #[test]
    fn a_position_comes_back_as_it_was() {
        for (fen, score) in POSITIONS.into_iter().zip([0, -32_000, 32_000, 17]) {
            let board_before = board(fen);
            let mut position = Position::of(&board_before, score);
            (position.result, position.is_first, position.game) = (2, true, 0xabcd);
            let read = Record::read(&position.bytes());
            assert_eq!(read, Ok(Record::Position(position)));
            let mut after = Board::new();
            after.init_from_setup(&position.setup());
            assert_eq!(after.fen(), board_before.fen());
            assert_eq!(after.hashkey, board_before.hashkey);
        }
    }

    #[test]
    fn a_game_comes_back_as_it_was() {
        let game = GameHeader { positions: 77, seed: 1 << 60 | 5, number: 4_000_000_000, nodes: 500, evaluator: 200 };
        assert_eq!(Record::read(&game.bytes()), Ok(Record::Game(game)));
        assert_ne!(game.hash(), GameHeader { number: 1, ..game }.hash());
    }

    #[test]
    fn invalid_records_are_refused() {
        let good = Position::of(&board(START_FEN), 0).bytes();
        let with = |at: usize, byte: u8| {
            let mut bytes = good;
            bytes[at] = byte;
            Record::read(&bytes)
        };
        assert_eq!(with(24, 6), Err(BadRecord::Result));
        assert_eq!(with(25, 3), Err(BadRecord::EnPassant));
        assert_eq!(with(8, 0x31), Err(BadRecord::Pawn));
        assert_eq!(with(8, 0x34), Err(BadRecord::Pieces));
        assert_eq!(with(8, 0x32), Err(BadRecord::Pieces));
        assert_eq!(with(0, 0xfe), Err(BadRecord::Pieces));
        assert_eq!(Record::read(&[0; SIZE]), Err(BadRecord::Foreign));
        assert_eq!(
            Record::read(b"A text file that is no data at al"[..SIZE].try_into().expect("32 bytes")),
            Err(BadRecord::Pieces)
        );
        let mut later = GameHeader { positions: 0, seed: 0, number: 0, nodes: 1, evaluator: 0 }.bytes();
        later[12] = 2;
        assert_eq!(Record::read(&later), Err(BadRecord::Version(2)));
    }
}
