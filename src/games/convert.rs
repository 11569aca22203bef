//! A position as the crate `shakmaty` keeps it, for what other crates know about positions: tablebases and book keys.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board as Pieces, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup, PositionError, Setup,
    Square as OtherSquare,
};

use crate::bitops::bit;
use crate::board::{Board, CastlePath};
use crate::defines::*;

/// The position on the board; [`None`] if it breaks the rules of chess so far that `shakmaty` does not take it.
pub fn to_shakmaty(board: &Board) -> Option<Chess> {
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
    let mut setup = Setup::empty();
    setup.board = Pieces::try_from_bitboards(roles, colors).ok()?;
    setup.turn = if board.next_move == Side::White { Color::White } else { Color::Black };
    setup.castling_rights = castling_rooks(board);
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

/// Where the rooks stand with which a side may still castle.
fn castling_rooks(board: &Board) -> Bitboard {
    let ways = Side::BOTH.into_iter().flat_map(|side| [(side, 0), (side, 1)]);
    let allowed = ways.filter(|&(side, wing)| board.castle[side.index()] & CastlePath::right(wing) != 0);
    Bitboard(allowed.fold(0, |set, (side, wing)| set | bit(board.castle_path[side.index()][wing].rook_from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::readfen::{Rules, START_FEN, read_fen_by};
    use shakmaty::{EnPassantMode, fen::Fen};

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
