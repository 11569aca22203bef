//! # 7 · The board
//!
//! One structure holds the whole state of the engine: the position in three forms (piece bitboards, their unions, and
//! an array of squares), the game so far, the moves generated at every ply, the principal variation, the history
//! tables, and the clock. The searches are methods of this structure.
//!
//! **Differs here:** the twelve named bitboards of the tutorial (`whitePawns` …) are one array indexed by piece code,
//! `bitmap[WHITE_PAWN]`, so code that is the same for both colours is written once.
//!
//! Position, game line, pawn table, limits, view and `watch` persist between searches. `clear_for_search` and
//! `clear_for_iteration` reset the rest.
//!
//! **Read next:** [`readfen`](crate::readfen), [`movegen`](crate::movegen).

use crate::bitops::{bit, first_one, squares};
use crate::data::{ATTACKS, AttackTables};
use crate::defines::*;
use crate::eval::{PAWN_ENTRIES, PawnEntry};
use crate::gameline::GameLine;
use crate::hash::KEYS;
use crate::moves::Move;
use crate::peek::Watch;
use crate::setup::Setup;
use crate::timer::Timer;

/// The squares of one castling move; [`CastlePath::STANDARD`] has the four of standard chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlePath {
    /// King's square before castling.
    pub king_from: Square,
    /// King's square after castling.
    pub king_to: Square,
    /// Rook's square before castling.
    pub rook_from: Square,
    /// Rook's square after castling.
    pub rook_to: Square,
    /// Squares that must be empty.
    pub empty: BitMap,
    /// Squares that the enemy must not attack.
    pub safe: BitMap,
}

impl CastlePath {
    const fn standard(rank: Square, king_to: Square, rook_from: Square, empty: BitMap, safe: BitMap) -> CastlePath {
        let home = 8 * rank;
        CastlePath {
            king_from: home + 4,
            king_to: home + king_to,
            rook_from: home + rook_from,
            rook_to: home + (4 + king_to) / 2,
            empty: empty << home,
            safe: safe << home,
        }
    }

    /// The castling moves of standard chess, `[side][0 short, 1 long]`.
    pub const STANDARD: [[CastlePath; 2]; 2] = [
        [CastlePath::standard(0, 6, 7, 0x60, 0x70), CastlePath::standard(0, 2, 0, 0x0e, 0x1c)],
        [CastlePath::standard(7, 6, 7, 0x60, 0x70), CastlePath::standard(7, 2, 0, 0x0e, 0x1c)],
    ];

    /// Castling move, by the rules of Chess960, of a side whose king and castling rook stand on these files of its
    /// first rank. Standard chess is a special case.
    pub fn new(side: Side, king_file: usize, rook_file: usize) -> CastlePath {
        let (king_to, rook_to) = if rook_file > king_file { (6, 5) } else { (2, 3) };
        let span = |from: usize, to: usize| (from.min(to)..=from.max(to)).fold(0, |set, file| set | bit(file));
        let safe = span(king_file, king_to);
        let both = bit(king_file) | bit(rook_file);
        CastlePath {
            king_from: side.relative(king_file),
            king_to: side.relative(king_to),
            rook_from: side.relative(rook_file),
            rook_to: side.relative(rook_to),
            empty: side.relative_map((safe | span(rook_file, rook_to)) & !both),
            safe: side.relative_map(safe),
        }
    }

    /// Castling right for index 0 (short) or 1 (long).
    #[inline(always)]
    pub const fn right(wing: usize) -> u8 {
        [CANCASTLEOO, CANCASTLEOOO][wing]
    }
}

/// The whole state of the engine.
#[derive(Clone)]
pub struct Board {
    // ---- position ---------------------------------------------------------------------------------------------
    /// Squares of each piece, indexed by piece code.
    #[doc(alias(
        "whitePawns",
        "whiteKnights",
        "whiteBishops",
        "whiteRooks",
        "whiteQueens",
        "whiteKing",
        "blackPawns",
        "blackKnights",
        "blackBishops",
        "blackRooks",
        "blackQueens",
        "blackKing"
    ))]
    pub bitmap: [BitMap; 16],
    /// Squares of all pieces of each side.
    #[doc(alias("whitePieces", "blackPieces"))]
    pub pieces: [BitMap; 2],
    /// All occupied squares.
    #[doc(alias = "occupiedSquares")]
    pub occupied: BitMap,
    /// Piece code on each square.
    pub square: [Piece; 64],
    /// Side to move.
    #[doc(alias = "nextMove")]
    pub next_move: Side,
    /// Castling rights of each side, [`CANCASTLEOO`] and [`CANCASTLEOOO`].
    #[doc(alias("castleWhite", "castleBlack"))]
    pub castle: [u8; 2],
    /// Square passed over by a double pawn step just made, 0 if none.
    #[doc(alias = "epSquare")]
    pub ep_square: Square,
    /// Half-moves since the last pawn move or capture.
    #[doc(alias = "fiftyMove")]
    pub fifty_move: u32,
    /// Key of the position, see [`hash`](crate::hash).
    pub hashkey: u64,
    /// Material, White minus Black, kings not counted, in centipawns.
    #[doc(alias = "Material")]
    pub material: i32,
    /// Value of each side's pawns, in centipawns.
    #[doc(alias("totalWhitePawns", "totalBlackPawns"))]
    pub total_pawns: [i32; 2],
    /// Value of each side's queens, rooks, bishops and knights, in centipawns.
    #[doc(alias("totalWhitePieces", "totalBlackPieces"))]
    pub total_pieces: [i32; 2],
    /// Castling moves of this game, `[side][0 short, 1 long]`.
    pub castle_path: [[CastlePath; 2]; 2],
    /// Castling rights lost by a move from or to each square: White's in the lowest two bits, then Black's.
    pub castle_cost: [u8; 64],
    /// The attack tables. Keeping the reference here avoids the check for lazy initialisation at every lookup.
    pub attacks: &'static AttackTables,

    // ---- game line --------------------------------------------------------------------------------------------
    /// The half-moves of the game, followed by the half-moves of the line being searched.
    #[doc(alias = "gameLine")]
    pub game_line: Vec<GameLine>,
    /// Number of half-moves in the game.
    #[doc(alias = "endOfGame")]
    pub end_of_game: usize,
    /// Number of half-moves in the game and in the line being searched.
    #[doc(alias = "endOfSearch")]
    pub end_of_search: usize,
    /// Move number at which the game began, as in a FEN.
    pub first_move_number: u32,

    // ---- move buffer ------------------------------------------------------------------------------------------
    /// The move lists of all plies, end to end, followed by space for one scratch list.
    #[doc(alias = "moveBuffer")]
    pub move_buffer: Box<[Move]>,
    /// Exchange values of the captures in `move_buffer`, in centipawns.
    #[doc(alias = "OFFSET")]
    pub move_value: Box<[i32]>,
    /// The list of ply p is `move_buf_len[p] .. move_buf_len[p + 1]`.
    #[doc(alias = "moveBufLen")]
    pub move_buf_len: [usize; MAX_PLY + 1],

    // ---- principal variation ----------------------------------------------------------------------------------
    /// Row p holds the best line found from ply p on, in its columns p and up.
    #[doc(alias = "triangularArray")]
    pub triangular_array: Box<[[Move; MAX_PLY]; MAX_PLY]>,
    /// End of each row.
    #[doc(alias = "triangularLength")]
    pub triangular_length: [usize; MAX_PLY + 1],
    /// Principal variation saved at the last improvement at the root or at the end of an iteration.
    #[doc(alias = "lastPV")]
    pub last_pv: [Move; MAX_PLY],
    /// Length of that variation in half-moves; `last_pv` may hold stale moves beyond it.
    #[doc(alias = "lastPVLength")]
    pub last_pv_length: usize,

    // ---- ordering ---------------------------------------------------------------------------------------------
    /// History counters of each side, indexed by [`Move::from_to`].
    #[doc(alias("whiteHeuristics", "blackHeuristics"))]
    pub history: Box<[[u32; 64 * 64]; 2]>,
    /// Whether the search still follows the principal variation of the last iteration. Set until the first leaf.
    pub followpv: bool,
    /// Whether the next node may try a null move.
    pub allownull: bool,

    // ---- pawn table ----------------------------------------------------------------------------------------------------
    /// Cached terms of pawns and kings, see [`eval`](crate::eval).
    pub pawn_table: Box<[PawnEntry; PAWN_ENTRIES]>,

    // ---- limits --------------------------------------------------------------------------------------------------------
    /// Start time of the search, and its time limit.
    pub timer: Timer,
    /// Maximum depth of a search, in plies.
    #[doc(alias = "searchDepth")]
    pub search_depth: usize,
    /// Maximum number of nodes of a search, if limited.
    pub max_nodes: Option<u64>,

    // ---- progress ------------------------------------------------------------------------------------------------------
    /// Nodes visited.
    pub inodes: u64,
    /// Nodes left until the search checks clock and input again.
    pub countdown: u64,
    /// Whether the search must end at once.
    pub timedout: bool,

    // ---- view ------------------------------------------------------------------------------------------------------
    /// Whether the board is shown from Black's side.
    #[doc(alias = "viewRotated")]
    pub view_rotated: bool,

    // ---- outside ---------------------------------------------------------------------------------------------------
    /// Stop flag of the search, and the sink of its reports.
    pub watch: Watch,
}

/// Contribution of a piece to the Board's material totals, in centipawns.
#[derive(Clone, Copy)]
struct Share {
    pawns: i32,
    pieces: i32,
    material: i32,
}

/// Contribution of each piece code; 0 for kings.
static SHARES: [Share; 16] = {
    let mut shares = [Share { pawns: 0, pieces: 0, material: 0 }; 16];
    let mut piece = 0;
    while piece < 16 {
        let value = PIECE_VALUE[piece as usize];
        let share = &mut shares[piece as usize];
        match kind(piece) {
            KING => {}
            PAWN => share.pawns = value,
            _ => share.pieces = value,
        }
        let total = share.pawns + share.pieces;
        share.material = if piece & BLACK_BIT == 0 { total } else { -total };
        piece += 1;
    }
    shares
};

/// Castling rights lost by a move from or to each square: none except on the squares of kings and castling rooks.
fn castle_cost(paths: &[[CastlePath; 2]; 2]) -> [u8; 64] {
    let mut cost = [0; 64];
    for (side, wings) in paths.iter().enumerate() {
        for (wing, path) in wings.iter().enumerate() {
            let right = CastlePath::right(wing) << (2 * side);
            cost[path.king_from] |= right;
            cost[path.rook_from] |= right;
        }
    }
    cost
}

/// Allocates an array on the heap without building it on the stack first.
pub(crate) fn boxed<T: Copy, const N: usize>(item: T) -> Box<[T; N]> {
    match vec![item; N].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the vector has N items"),
    }
}

impl Board {
    /// The start position, with the tutorial's settings.
    pub fn new() -> Box<Board> {
        let mut board = Box::new(Board {
            bitmap: [0; 16],
            pieces: [0; 2],
            occupied: 0,
            square: [EMPTY; 64],
            next_move: Side::White,
            castle: [0; 2],
            ep_square: 0,
            fifty_move: 0,
            hashkey: 0,
            material: 0,
            total_pawns: [0; 2],
            total_pieces: [0; 2],
            castle_path: CastlePath::STANDARD,
            castle_cost: [0; 64],
            attacks: &ATTACKS,
            game_line: Vec::new(),
            end_of_game: 0,
            end_of_search: 0,
            first_move_number: 1,
            move_buffer: vec![Move::NONE; MAX_MOV_BUFF + MAX_MOVES].into_boxed_slice(),
            move_value: vec![0; MAX_MOV_BUFF + MAX_MOVES].into_boxed_slice(),
            move_buf_len: [0; MAX_PLY + 1],
            triangular_array: boxed([Move::NONE; MAX_PLY]),
            triangular_length: [0; MAX_PLY + 1],
            last_pv: [Move::NONE; MAX_PLY],
            last_pv_length: 0,
            history: boxed([0; 64 * 64]),
            pawn_table: boxed(PawnEntry::default()),
            followpv: false,
            allownull: true,
            timer: Timer::default(),
            search_depth: 16,
            max_nodes: None,
            inodes: 0,
            countdown: crate::peek::UPDATE_INTERVAL,
            timedout: false,
            view_rotated: false,
            watch: Watch::default(),
        });
        // Allocated after the Board: a record of the first plies must not lie at the same page offset as a field that
        // `make_move` has just written, or loads from the record would falsely depend on those stores (4K aliasing).
        board.game_line = vec![GameLine::default(); MAX_GAME_LINE];
        board.init();
        board
    }

    /// Sets up the start position, seen from White's side, for a new game.
    pub fn init(&mut self) {
        self.view_rotated = false;
        self.init_from_setup(&Setup::start());
    }

    /// Sets up a position without checking it, and discards the game so far.
    #[doc(alias("initFromSquares", "initFromFen"))]
    pub fn init_from_setup(&mut self, setup: &Setup) {
        self.bitmap = [0; 16];
        self.pieces = [0; 2];
        self.occupied = 0;
        self.square = [EMPTY; 64];
        self.material = 0;
        self.total_pawns = [0; 2];
        self.total_pieces = [0; 2];
        for (square, &piece) in setup.square.iter().enumerate().filter(|(_, piece)| **piece != EMPTY) {
            self.put_piece(square, piece);
            self.add_material(piece);
        }
        self.next_move = setup.next_move;
        self.castle = setup.castle;
        self.castle_path = setup.castle_path;
        self.castle_cost = castle_cost(&setup.castle_path);
        self.ep_square = setup.ep_square;
        self.fifty_move = setup.fifty_move;
        self.first_move_number = setup.move_number;
        self.hashkey = self.compute_key();
        self.end_of_game = 0;
        self.end_of_search = 0;
        self.move_buf_len = [0; MAX_PLY + 1];
        self.triangular_length = [0; MAX_PLY + 1];
        self.inodes = 0;
    }

    /// Copies the position and the game line of another Board.
    pub fn set_game(&mut self, game: &Board) {
        self.init_from_setup(&game.setup());
        self.first_move_number = game.first_move_number;
        self.hashkey = game.hashkey;
        (self.end_of_game, self.end_of_search) = (game.end_of_game, game.end_of_game);
        if self.game_line.len() < game.game_line.len() {
            self.game_line.resize(game.game_line.len(), GameLine::default());
        }
        self.game_line[..game.end_of_game].copy_from_slice(&game.game_line[..game.end_of_game]);
    }

    /// The current position, without the moves that led to it.
    pub fn setup(&self) -> Setup {
        Setup {
            square: self.square,
            next_move: self.next_move,
            castle: self.castle,
            castle_path: self.castle_path,
            ep_square: self.ep_square,
            fifty_move: self.fifty_move,
            move_number: self.move_number(),
        }
    }

    /// Number of the game's next move, counted as in a FEN; moves of the line being searched do not count.
    pub fn move_number(&self) -> u32 {
        let black_began = self.next_move as usize ^ self.end_of_game & 1;
        self.first_move_number + (self.end_of_game + black_began) as u32 / 2
    }

    /// Whether this is a game of Chess960, with castling from squares other than the standard ones.
    pub fn is_chess960(&self) -> bool {
        self.castle_path != CastlePath::STANDARD
    }

    /// Resets principal variation, history, counters and `timedout` for a new search.
    pub fn clear_for_search(&mut self) {
        self.last_pv = [Move::NONE; MAX_PLY];
        self.last_pv_length = 0;
        for side in &mut self.history[..] {
            *side = [0; 64 * 64];
        }
        self.inodes = 0;
        self.timedout = false;
        self.start_countdown();
    }

    /// Resets the arrays and flags of the search for a new iteration.
    pub fn clear_for_iteration(&mut self) {
        self.move_buf_len = [0; MAX_PLY + 1];
        self.triangular_length = [0; MAX_PLY + 1];
        self.triangular_array.fill([Move::NONE; MAX_PLY]);
        self.followpv = true;
        self.allownull = true;
    }

    // ---- changing squares: bitboards, unions and the array stay in step ------------------------------------------

    #[inline(always)]
    pub(crate) fn put_piece(&mut self, square: Square, piece: Piece) {
        self.toggle(Side::of(piece), piece, bit(square));
        self.square[square] = piece;
    }

    #[inline(always)]
    pub(crate) fn remove_piece(&mut self, square: Square, piece: Piece) {
        self.toggle(Side::of(piece), piece, bit(square));
        self.square[square] = EMPTY;
    }

    /// Moves a piece of a side to an empty square.
    #[inline(always)]
    pub(crate) fn move_piece(&mut self, side: Side, from: Square, to: Square, piece: Piece) {
        self.toggle(side, piece, bit(from) | bit(to));
        self.square[from] = EMPTY;
        self.square[to] = piece;
    }

    /// Moves king and rook of a side at once; `from` and `to` list the king first. In Chess960 either piece may stay
    /// where it is, or go to the other's square.
    pub(crate) fn move_king_and_rook(&mut self, side: Side, from: [Square; 2], to: [Square; 2]) {
        let (king, rook) = (side.piece(KING), side.piece(ROOK));
        self.toggle(side, king, bit(from[0]) ^ bit(to[0]));
        self.toggle(side, rook, bit(from[1]) ^ bit(to[1]));
        (self.square[from[0]], self.square[from[1]]) = (EMPTY, EMPTY);
        (self.square[to[0]], self.square[to[1]]) = (king, rook);
    }

    #[inline(always)]
    fn toggle(&mut self, side: Side, piece: Piece, map: BitMap) {
        self.bitmap[piece as usize & 15] ^= map;
        self.pieces[side.index()] ^= map;
        self.occupied ^= map;
    }

    #[inline(always)]
    pub(crate) fn add_material(&mut self, piece: Piece) {
        let (side, share) = (Side::of(piece).index(), &SHARES[piece as usize & 15]);
        self.total_pawns[side] += share.pawns;
        self.total_pieces[side] += share.pieces;
        self.material += share.material;
    }

    #[inline(always)]
    pub(crate) fn drop_material(&mut self, piece: Piece) {
        let (side, share) = (Side::of(piece).index(), &SHARES[piece as usize & 15]);
        self.total_pawns[side] -= share.pawns;
        self.total_pieces[side] -= share.pieces;
        self.material -= share.material;
    }

    // ---- state that a null move can change besides the side to move -----------------------------------------------

    /// Sets the en-passant square, 0 for none, and updates the key.
    #[inline(always)]
    pub fn set_ep_square(&mut self, square: Square) {
        self.hashkey ^= KEYS.ep[self.ep_square & 63] ^ KEYS.ep[square & 63];
        self.ep_square = square;
    }

    /// Sets the fifty-move count, in half-moves.
    #[inline(always)]
    pub fn set_fifty_move(&mut self, count: u32) {
        self.fifty_move = count;
    }

    // ---- attacks ------------------------------------------------------------------------------------------------

    /// Square of a side's king (0 if it has none).
    #[inline(always)]
    pub fn king_square(&self, side: Side) -> Square {
        first_one(self.bitmap[side.piece(KING) as usize])
    }

    /// Rooks and queens of a side.
    #[inline(always)]
    pub fn straight_sliders(&self, side: Side) -> BitMap {
        self.bitmap[side.piece(ROOK) as usize] | self.bitmap[side.piece(QUEEN) as usize]
    }

    /// Bishops and queens of a side.
    #[inline(always)]
    pub fn diagonal_sliders(&self, side: Side) -> BitMap {
        self.bitmap[side.piece(BISHOP) as usize] | self.bitmap[side.piece(QUEEN) as usize]
    }

    /// Whether a square is attacked by a side.
    #[inline(always)]
    pub fn is_square_attacked(&self, square: Square, by: Side) -> bool {
        self.is_attacked_after(square, by, self.occupied, 0)
    }

    /// Whether a square is attacked if the `occupied` squares block sliders, and attackers on the `gone` squares do not
    /// count.
    #[inline(always)]
    pub(crate) fn is_attacked_after(&self, square: Square, by: Side, occupied: BitMap, gone: BitMap) -> bool {
        let attacks = self.attacks;
        attacks.knight[square] & self.bitmap[by.piece(KNIGHT) as usize] & !gone != 0
            || attacks.pawn[by.other().index()][square] & self.bitmap[by.piece(PAWN) as usize] & !gone != 0
            || attacks.bishop(square, occupied) & self.diagonal_sliders(by) & !gone != 0
            || attacks.rook(square, occupied) & self.straight_sliders(by) & !gone != 0
            || attacks.king[square] & self.bitmap[by.piece(KING) as usize] != 0
    }

    /// Whether any square of a set is attacked by a side.
    #[doc(alias = "isAttacked")]
    #[inline]
    pub fn is_attacked(&self, set: BitMap, by: Side) -> bool {
        squares(set).any(|square| self.is_square_attacked(square, by))
    }

    /// Whether the side to move is in check.
    #[doc(alias = "isOwnKingAttacked")]
    #[inline]
    pub fn is_own_king_attacked(&self) -> bool {
        self.is_attacked(self.bitmap[self.next_move.piece(KING) as usize], self.next_move.other())
    }

    /// Whether the side that is *not* to move is in check. If it is, the last move was illegal.
    #[doc(alias = "isOtherKingAttacked")]
    #[inline]
    pub fn is_other_king_attacked(&self) -> bool {
        self.is_attacked(self.bitmap[self.next_move.other().piece(KING) as usize], self.next_move)
    }

    /// All pieces of both sides that attack a square; the `occupied` squares block sliders.
    #[doc(alias = "attacksTo")]
    #[inline]
    pub fn attackers_of(&self, square: Square, occupied: BitMap) -> BitMap {
        let both = |kind: Piece| self.bitmap[kind as usize] | self.bitmap[(BLACK_BIT | kind) as usize];
        let attacks = self.attacks;
        attacks.knight[square] & both(KNIGHT)
            | attacks.king[square] & both(KING)
            | attacks.pawn[1][square] & self.bitmap[WHITE_PAWN as usize]
            | attacks.pawn[0][square] & self.bitmap[BLACK_PAWN as usize]
            | attacks.rook(square, occupied) & (both(ROOK) | both(QUEEN))
            | attacks.bishop(square, occupied) & (both(BISHOP) | both(QUEEN))
    }

    // ---- consistency --------------------------------------------------------------------------------------------

    /// Whether bitboards, squares, totals and key agree. Debug builds check this after every move made or taken back
    /// (the tutorial's `WINGLET_DEBUG_MOVES`).
    #[doc(alias = "WINGLET_DEBUG_MOVES")]
    pub fn is_consistent(&self) -> bool {
        let mut fresh = [0; 16];
        let (mut pawns, mut others) = ([0; 2], [0; 2]);
        for (square, &piece) in self.square.iter().enumerate().filter(|(_, piece)| **piece != EMPTY) {
            fresh[piece as usize] |= bit(square);
            match kind(piece) {
                KING => {}
                PAWN => pawns[Side::of(piece).index()] += PAWN_VALUE,
                _ => others[Side::of(piece).index()] += PIECE_VALUE[piece as usize],
            }
        }
        let union = |side: Side| KINDS.iter().fold(0, |all, &kind| all | fresh[side.piece(kind) as usize]);
        self.bitmap == fresh
            && self.pieces == [union(Side::White), union(Side::Black)]
            && self.occupied == self.pieces[0] | self.pieces[1]
            && (self.total_pawns, self.total_pieces) == (pawns, others)
            && self.material == pawns[0] + others[0] - pawns[1] - others[1]
            && self.hashkey == self.compute_key()
    }

    /// Switches the side to move, and updates the key.
    #[inline(always)]
    pub(crate) fn switch_side(&mut self) {
        self.next_move = self.next_move.other();
        self.hashkey ^= KEYS.side;
    }
}

/// Helpers for the unit tests of many files.
#[cfg(test)]
pub(crate) mod testing {
    use super::Board;
    use crate::readfen::read_fen;

    /// A quiet middlegame.
    pub const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";

    /// The board of a legal position, with the tutorial's settings.
    pub fn board(fen: &str) -> Box<Board> {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        board
    }

    /// Plays moves of the game, given as `e2e4 e7e5`.
    pub fn play(board: &mut Board, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = board.is_valid_text_move(text).unwrap_or_else(|| panic!("{text} is not legal"));
            board.play(mv);
        }
    }

    /// The board of a legal position, with the tutorial's settings but no time limit.
    pub fn patient(fen: &str) -> Box<Board> {
        let mut board = board(fen);
        board.timer.max_time = None;
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_consistent() {
        let board = Board::new();
        assert!(board.is_consistent());
        assert_eq!(board.material, 0);
        assert_eq!((board.total_pawns, board.total_pieces), ([800; 2], [3100; 2]));
        assert_eq!(board.occupied.count_ones(), 32);
        assert!(!board.is_own_king_attacked() && !board.is_other_king_attacked());
    }

    #[test]
    fn castling_paths_of_standard_chess() {
        let [[short, long], [black_short, black_long]] = CastlePath::STANDARD;
        assert_eq!((short.king_from, short.king_to, short.rook_from, short.rook_to), (4, 6, 7, 5));
        assert_eq!((long.king_from, long.king_to, long.rook_from, long.rook_to), (4, 2, 0, 3));
        assert_eq!((black_short.rook_to, black_long.rook_to), (61, 59));
        assert_eq!(black_long.empty, 0x0e << 56);
    }

    #[test]
    fn standard_chess_is_a_special_case_of_chess960() {
        for side in Side::BOTH {
            let paths = [CastlePath::new(side, 4, 7), CastlePath::new(side, 4, 0)];
            assert_eq!(paths, CastlePath::STANDARD[side.index()]);
        }
        let beside = CastlePath::new(Side::White, 6, 7);
        assert_eq!((beside.king_to, beside.rook_to, beside.empty, beside.safe), (6, 5, 0x20, 0x40));
    }

    #[test]
    fn an_inconsistent_board_is_noticed() {
        let mut board = Board::new();
        board.square[0] = EMPTY;
        assert!(!board.is_consistent());
        let mut board = Board::new();
        board.material += 1;
        assert!(!board.is_consistent());
    }
}
