//! Boards, snapshots of all state that a move can change, and reproducible random games.

use alula::board::{Board, CastlePath};
use alula::defines::{BitMap, Piece, Side, Square};
use alula::gameline::GameLine;
use alula::moves::Move;
use alula::readfen::{START_FEN, read_fen};
use alula::searcher::random::Random;
use alula::setup::Setup;

/// Starting positions of the random games.
pub const BEGINNINGS: [&str; 14] = [
    START_FEN,
    // All kinds of moves at once.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    // Castling.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/pb3p2/5npp/n2p4/1p1PPB2/6P1/P2N1PBP/R3K2R b KQkq - 3 17",
    // En passant, also where it would expose the king.
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "2r1k3/3p4/8/2P1P1pP/1pP1p1P1/8/3P4/1B2K3 b - - 0 1",
    // Promotions.
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    // Many pieces of one kind, to test disambiguation.
    "3k4/1n3n2/8/1N3N2/Qn1q4/3q4/1R3R1K/8 w - - 0 1",
    // Little material, so the games soon end in a draw.
    "8/1b1k4/8/3p4/8/4P3/3K1N2/8 w - - 0 1",
    "8/b2k4/4p3/8/3K4/8/8/4B3 w - - 0 1",
    // Both kings locked in: repetitions and fifty moves.
    "5bk1/4p1p1/4P1P1/8/8/1p1p4/1P1P4/1KB5 w - - 0 1",
];

/// Length limit for random games, in plies.
const LONGEST_GAME: usize = 120;

/// A board that searches without a clock.
pub fn board(setup: &Setup) -> Box<Board> {
    let mut board = Board::new();
    board.timer.max_time = None;
    board.init_from_setup(setup);
    board
}

/// The board of a legal position.
pub fn board_of(fen: &str) -> Box<Board> {
    board(&read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).setup)
}

/// All pseudo-legal moves.
pub fn pseudo_legal_moves(board: &mut Board) -> Vec<Move> {
    let end = board.movegen(0);
    board.move_buffer[..end].to_vec()
}

/// The position group of the Board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    bitmap: [BitMap; 16],
    pieces: [BitMap; 2],
    occupied: BitMap,
    square: [Piece; 64],
    next_move: Side,
    castle: [u8; 2],
    ep_square: Square,
    fifty_move: u32,
    hashkey: u64,
    material: i32,
    total_pawns: [i32; 2],
    total_pieces: [i32; 2],
    castle_path: [[CastlePath; 2]; 2],
}

impl Position {
    /// The current position of a board.
    pub fn of(board: &Board) -> Position {
        Position {
            bitmap: board.bitmap,
            pieces: board.pieces,
            occupied: board.occupied,
            square: board.square,
            next_move: board.next_move,
            castle: board.castle,
            ep_square: board.ep_square,
            fifty_move: board.fifty_move,
            hashkey: board.hashkey,
            material: board.material,
            total_pawns: board.total_pawns,
            total_pieces: board.total_pieces,
            castle_path: board.castle_path,
        }
    }
}

/// The position and game line groups of the Board: everything that outlives a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Snapshot {
    position: Position,
    line: Vec<GameLine>,
    end_of_game: usize,
    first_move_number: u32,
}

impl Snapshot {
    /// The current position and game line of a board.
    pub fn of(board: &Board) -> Snapshot {
        Snapshot {
            position: Position::of(board),
            line: board.game_line[..board.end_of_search].to_vec(),
            end_of_game: board.end_of_game,
            first_move_number: board.first_move_number,
        }
    }
}

/// Reproducible random numbers.
pub struct Dice(Random);

impl Dice {
    /// A separate sequence for every seed.
    pub fn new(seed: u64) -> Dice {
        Dice(Random(seed))
    }

    /// A number from 0 to `end` - 1.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.below(end)
    }

    /// One of these items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Plays random games, `games` from each start, and visits all their positions.
pub fn random_games(games: u64, mut visit: impl FnMut(&mut Board)) {
    for fen in BEGINNINGS {
        for seed in 0..games {
            let mut dice = Dice::new(seed);
            let mut board = board_of(fen);
            visit(&mut board);
            for _ in 0..LONGEST_GAME {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board.play(dice.pick(&moves));
                visit(&mut board);
            }
        }
    }
}
