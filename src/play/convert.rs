//! Converts positions to `shakmaty` types, for probing tablebases and for book keys.

#[cfg(any(unix, windows))]
use std::num::NonZeroU32;

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{Bitboard, Board as Pieces, ByColor, ByRole, CastlingSide, Color, File};
#[cfg(any(unix, windows))]
use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, Setup, Square as OtherSquare};

use crate::bitops::bit;
use crate::board::{Board, CastlePath};
use crate::data::{FILE_A, FILE_H};
use crate::defines::*;

/// The pieces on the board; [`None`] if the bitboards contradict each other.
fn pieces(board: &Board) -> Option<Pieces> {
    let of_kind =
        |kind: Piece| Bitboard(Side::BOTH.iter().fold(0, |set, side| set | board.bitmap[side.piece(kind) as usize]));
    let roles = ByRole {
        pawn: of_kind(PAWN),
        knight: of_kind(KNIGHT),
        bishop: of_kind(BISHOP),
        rook: of_kind(ROOK),
        queen: of_kind(QUEEN),
        king: of_kind(KING),
    };
    let colors = ByColor { white: Bitboard(board.pieces[0]), black: Bitboard(board.pieces[1]) };
    Pieces::try_from_bitboards(roles, colors).ok()
}

fn color(side: Side) -> Color {
    if side == Side::White { Color::White } else { Color::Black }
}

/// The castling rights, each as a side and a wing (0 kingside, 1 queenside).
fn castling_rights(board: &Board) -> impl Iterator<Item = (Side, usize)> {
    let ways = Side::BOTH.into_iter().flat_map(|side| [(side, 0), (side, 1)]);
    ways.filter(|&(side, wing)| board.castle[side.index()] & CastlePath::right(wing) != 0)
}

/// The position on the board; [`None`] if `shakmaty` rejects it.
#[cfg(any(unix, windows))]
pub fn to_shakmaty(board: &Board) -> Option<Chess> {
    let rooks = castling_rights(board).map(|(side, wing)| bit(board.castle_path[side.index()][wing].rook_from));
    let mut setup = Setup::empty();
    setup.board = pieces(board)?;
    setup.turn = color(board.next_move);
    setup.castling_rights = Bitboard(rooks.fold(0, |set, rook| set | rook));
    setup.ep_square = (board.ep_square != 0).then(|| OtherSquare::new(board.ep_square as u32));
    setup.halfmoves = board.fifty_move;
    setup.fullmoves = NonZeroU32::new(board.move_number()).unwrap_or(NonZeroU32::MIN);
    let mode = if board.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard };
    Chess::from_setup(setup, mode)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}

/// Key of a position in Polyglot books (<http://hgm.nubati.net/book_format.html>). It includes the en-passant square
/// only if a pawn of the side to move is beside the pawn that could be captured.
pub fn polyglot_key(board: &Board) -> Option<u64> {
    let mut key = Zobrist64::default();
    for (square, piece) in pieces(board)? {
        key ^= Zobrist64::zobrist_for_piece(square, piece);
    }
    if board.next_move == Side::White {
        key ^= Zobrist64::zobrist_for_white_turn();
    }
    for (side, wing) in castling_rights(board) {
        let wing = [CastlingSide::KingSide, CastlingSide::QueenSide][wing];
        key ^= Zobrist64::zobrist_for_castling_right(color(side), wing);
    }
    if has_pawn_for_en_passant(board) {
        key ^= Zobrist64::zobrist_for_en_passant_file(File::new(u32::from(board.ep_square as u8 % 8)));
    }
    Some(key.0)
}

/// Whether there is an en-passant square, and a pawn of the side to move beside the pawn that could be taken.
fn has_pawn_for_en_passant(board: &Board) -> bool {
    if board.ep_square == 0 {
        return false;
    }
    let pawn = bit(board.ep_square ^ 8);
    let beside = (pawn & !FILE_H) << 1 | (pawn & !FILE_A) >> 1;
    beside & board.bitmap[board.next_move.piece(PAWN) as usize] != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, START_FEN, read_fen_by};
    use crate::searcher::random::Random;
    use shakmaty::fen::Fen;
    use shakmaty::{EnPassantMode, Position};

    /// Positions and keys published with the format.
    #[test]
    fn the_published_keys_are_found() {
        for (moves, key) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut board = Board::new();
            for text in moves.split_whitespace() {
                let mv = board.read_move(text).expect("a legal move");
                board.play(mv);
            }
            assert_eq!(polyglot_key(&board), Some(key), "{moves}");
        }
    }

    #[test]
    fn the_keys_of_random_games_are_those_of_the_crate() {
        let mut random = Random(1);
        for _ in 0..50 {
            let mut board = Board::new();
            for _ in 0..100 {
                let moves = board.legal_moves();
                let Some(&mv) = moves.get(random.below(moves.len().max(1))) else { break };
                board.play(mv);
                let Zobrist64(key) =
                    to_shakmaty(&board).expect("a legal position").zobrist_hash(EnPassantMode::PseudoLegal);
                assert_eq!(polyglot_key(&board), Some(key), "{}", board.fen());
            }
        }
    }

    #[test]
    fn positions_are_the_same_there() {
        for fen in [
            START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17",
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w Kq f6 0 3",
            "8/8/8/8/8/4k3/4p3/4K3 b - - 99 80",
            "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1",
        ] {
            let mut board = Board::new();
            board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
            let chess = to_shakmaty(&board).expect("a legal position");
            assert_eq!(Fen::from_position(&chess, EnPassantMode::Legal).to_string(), fen);
        }
    }
}
