//! # 13 · The evaluation
//!
//! Static evaluation of a position, without search. Its terms: material; a bonus for trading when ahead; pawn
//! structure; piece-square tables, and distances to the kings; the bishop pair; rooks behind passed pawns; the pawn
//! shield of the king. Each side's terms are counted separately and subtracted, White minus Black; if Black is to move,
//! `eval` negates the result.
//!
//! **Differs here:** one implementation for both colours: Black's position is viewed with the ranks flipped. Pawn
//! structure is computed with sets of pawns instead of pawn by pawn, and cached in a small table, since pawns and kings
//! seldom change from one node to the next. The terms are returned as a table ([`Evaluation`]) that the console can
//! show.
//!
//! *Quirk 13 (kept, because the golden tables depend on it):* a queen counts as 10 pawns in the endgame test and the
//! trade bonus, and as 9 elsewhere. *Quirk 14 (kept):* the rear pawn of a doubled pair can be passed; a rook counts as
//! "behind" a passed pawn even with pieces in between. *Quirk 15 (kept):* only three kinds of insufficient material are
//! recognised.
//!
//! **Read next:** [`search`](crate::search).

use crate::bitops::{bit, bit_cnt, squares};
use crate::board::Board;
use crate::data::{FILE_A, FILE_H};
use crate::defines::*;

/// The dark squares: a1, c1, b2 …
pub const DARK_SQUARES: BitMap = 0xaa55_aa55_aa55_aa55;

const PENALTY_DOUBLED_PAWN: i32 = 10;
const PENALTY_ISOLATED_PAWN: i32 = 20;
const PENALTY_BACKWARD_PAWN: i32 = 8;
const BONUS_PASSED_PAWN: i32 = 20;
const BONUS_BISHOP_PAIR: i32 = 10;
const BONUS_ROOK_BEHIND_PASSED_PAWN: i32 = 20;
const BONUS_PAWN_SHIELD_STRONG: i32 = 9;
const BONUS_PAWN_SHIELD_WEAK: i32 = 4;

/// The position is an endgame if either side has less material than this, counted as in [`Count::pieces_sum`].
const ENDGAME_MATERIAL: i32 = 1500;

// Bonuses by distance to a king, 0 to 7 king moves.
const PAWN_OWN_DISTANCE: [i32; 8] = [0, 8, 4, 2, 0, 0, 0, 0];
const PAWN_OPPONENT_DISTANCE: [i32; 8] = [0, 2, 1, 0, 0, 0, 0, 0];
const KNIGHT_DISTANCE: [i32; 8] = [0, 4, 4, 0, 0, 0, 0, 0];
const BISHOP_DISTANCE: [i32; 8] = [0, 5, 4, 3, 2, 1, 0, 0];
const ROOK_DISTANCE: [i32; 8] = [0, 7, 5, 4, 3, 0, 0, 0];
const QUEEN_DISTANCE: [i32; 8] = [0, 10, 8, 5, 4, 0, 0, 0];

// Piece-square tables from White's side: rank 8 at the top, file a on the left.
#[rustfmt::skip]
const PAWN_POS: [i32; 64] = upright([
      0,   0,   0,   0,   0,   0,   0,   0,
      5,  10,  15,  20,  20,  15,  10,   5,
      4,   8,  12,  16,  16,  12,   8,   4,
      3,   6,   9,  12,  12,   9,   6,   3,
      2,   4,   6,   8,   8,   6,   4,   2,
      1,   2,   3, -10, -10,   3,   2,   1,
      0,   0,   0, -40, -40,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
]);
#[rustfmt::skip]
const KNIGHT_POS: [i32; 64] = upright([
    -10, -10, -10, -10, -10, -10, -10, -10,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10, -30, -10, -10, -10, -10, -30, -10,
]);
#[rustfmt::skip]
const BISHOP_POS: [i32; 64] = upright([
    -10, -10, -10, -10, -10, -10, -10, -10,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   0,   5,  10,  10,   5,   0, -10,
    -10,   0,   5,   5,   5,   5,   0, -10,
    -10,   0,   0,   0,   0,   0,   0, -10,
    -10, -10, -20, -10, -10, -20, -10, -10,
]);
#[rustfmt::skip]
const ROOK_POS: [i32; 64] = upright([
      0,   0,   0,   0,   0,   0,   0,   0,
     15,  15,  15,  15,  15,  15,  15,  15,
      0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
      0,   0,   0,   0,   0,   0,   0,   0,
    -10,   0,   0,  10,  10,   0,   0, -10,
]);
const QUEEN_POS: [i32; 64] = BISHOP_POS;
#[rustfmt::skip]
const KING_POS: [i32; 64] = upright([
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
    -40, -40, -40, -40, -40, -40, -40, -40,
    -20, -20, -20, -20, -20, -20, -20, -20,
      0,  20,  40, -20,   0, -20,  40,  20,
]);
#[rustfmt::skip]
const KING_POS_ENDGAME: [i32; 64] = upright([
      0,  10,  20,  30,  30,  20,  10,   0,
     10,  20,  30,  40,  40,  30,  20,  10,
     20,  30,  40,  50,  50,  40,  30,  20,
     30,  40,  50,  60,  60,  50,  40,  30,
     30,  40,  50,  60,  60,  50,  40,  30,
     20,  30,  40,  50,  50,  40,  30,  20,
     10,  20,  30,  40,  40,  30,  20,  10,
      0,  10,  20,  30,  30,  20,  10,   0,
]);

/// Turns a table with rank 8 at the top into one indexed by square.
const fn upright(picture: [i32; 64]) -> [i32; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = picture[square ^ 56];
        square += 1;
    }
    table
}

/// Distance between two squares in king moves.
#[inline(always)]
pub const fn distance(a: Square, b: Square) -> usize {
    let (files, ranks) = (file(a).abs_diff(file(b)), rank(a).abs_diff(rank(b)));
    if files > ranks { files } else { ranks }
}

/// For every square, the piece-square value plus the bonus for the distance to a king.
type PlaceTable = [i16; 64];

/// The tables of all pieces except the king, with the enemy king on one particular square.
struct Places {
    pawns: PlaceTable,
    knights: PlaceTable,
    bishops: PlaceTable,
    rooks: PlaceTable,
    queens: PlaceTable,
}

const fn place_table(king: Square, position: &[i32; 64], near: &[i32; 8]) -> PlaceTable {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = (position[square] + near[distance(king, square)]) as i16;
        square += 1;
    }
    table
}

const fn all_places(king: Square) -> Places {
    Places {
        pawns: place_table(king, &PAWN_POS, &PAWN_OPPONENT_DISTANCE),
        knights: place_table(king, &KNIGHT_POS, &KNIGHT_DISTANCE),
        bishops: place_table(king, &BISHOP_POS, &BISHOP_DISTANCE),
        rooks: place_table(king, &ROOK_POS, &ROOK_DISTANCE),
        queens: place_table(king, &QUEEN_POS, &QUEEN_DISTANCE),
    }
}

/// The tables, indexed by the square on which the enemy king stands.
static PLACES: [Places; 64] = {
    let mut places = [const { all_places(0) }; 64];
    let mut king = 1;
    while king < 64 {
        places[king] = all_places(king);
        king += 1;
    }
    places
};

/// Endgame bonus of a pawn for being near its own king, indexed by the square on which that king stands.
static PAWN_ESCORT: [PlaceTable; 64] = {
    let mut tables = [[0; 64]; 64];
    let mut king = 0;
    while king < 64 {
        tables[king] = place_table(king, &[0; 64], &PAWN_OWN_DISTANCE);
        king += 1;
    }
    tables
};

/// Material of one side.
#[derive(Clone, Copy, Debug)]
struct Count {
    /// Value of the pawns, in centipawns.
    pawns: i32,
    /// Number of pawns and pieces, without the king.
    all: i32,
    /// Value of the pieces, in centipawns: 300 for a knight or bishop, 500 for a rook, 1000 for a queen.
    pieces_sum: i32,
}

/// The terms of one side, in centipawns, positive if they are good for it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SideTerms {
    /// Pawns: piece-square table, and distances to the kings.
    pub pawns: i32,
    /// Passed pawns.
    pub passed_pawns: i32,
    /// Doubled pawns.
    pub doubled_pawns: i32,
    /// Isolated pawns.
    pub isolated_pawns: i32,
    /// Backward pawns.
    pub backward_pawns: i32,
    /// Knights: piece-square table, and distance to the enemy king.
    pub knights: i32,
    /// Bishops: piece-square table, and distance to the enemy king.
    pub bishops: i32,
    /// Bishops on both square colours.
    pub bishop_pair: i32,
    /// Rooks: piece-square table, and distance to the enemy king.
    pub rooks: i32,
    /// Rooks behind passed pawns.
    pub rooks_behind: i32,
    /// Queens: piece-square table, and distance to the enemy king.
    pub queens: i32,
    /// King: piece-square table.
    pub king: i32,
    /// Pawns in front of the king.
    pub king_shield: i32,
}

impl SideTerms {
    /// The terms with their names, in display order.
    pub fn by_name(&self) -> [(&'static str, i32); 13] {
        [
            ("pawns", self.pawns),
            ("passed pawns", self.passed_pawns),
            ("doubled pawns", self.doubled_pawns),
            ("isolated pawns", self.isolated_pawns),
            ("backward pawns", self.backward_pawns),
            ("knights", self.knights),
            ("bishops", self.bishops),
            ("bishop pair", self.bishop_pair),
            ("rooks", self.rooks),
            ("rooks behind", self.rooks_behind),
            ("queens", self.queens),
            ("king", self.king),
            ("king shield", self.king_shield),
        ]
    }

    #[inline(always)]
    fn sum(&self) -> i32 {
        self.pawns
            + self.passed_pawns
            + self.doubled_pawns
            + self.isolated_pawns
            + self.backward_pawns
            + self.knights
            + self.bishops
            + self.bishop_pair
            + self.rooks
            + self.rooks_behind
            + self.queens
            + self.king
            + self.king_shield
    }
}

/// An evaluation, term by term, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Neither side has mating material.
    InsufficientMaterial,
    /// The score is the sum of these terms.
    Terms {
        /// Material, White minus Black.
        material: i32,
        /// Bonus for trading when ahead, White minus Black.
        trade_bonus: i32,
        /// The terms of White and of Black, each positive for its own side.
        sides: [SideTerms; 2],
    },
}

impl Evaluation {
    /// Score from White's point of view, in centipawns.
    #[inline(always)]
    pub fn score(&self) -> i32 {
        match self {
            Evaluation::InsufficientMaterial => DRAWSCORE,
            Evaluation::Terms { material, trade_bonus, sides } => {
                material + trade_bonus + sides[0].sum() - sides[1].sum()
            }
        }
    }
}

impl Board {
    /// Static evaluation for the side to move, in centipawns.
    #[inline]
    pub fn eval(&mut self) -> i32 {
        if self.is_material_draw() {
            return DRAWSCORE;
        }
        let counts = self.counts();
        let key = self.pawn_key(counts);
        let index = key.index();
        if self.pawn_table[index].key != key {
            self.pawn_table[index] = self.pawn_entry(key);
        }
        let entry = &self.pawn_table[index];
        let white = self.piece_terms(Side::White, entry.behind_passed[0]).sum();
        let black = self.piece_terms(Side::Black, entry.behind_passed[1]).sum();
        let score = self.material + trade_bonus(counts) + entry.score + white - black;
        if self.next_move == Side::White { score } else { -score }
    }

    /// The evaluation, term by term.
    pub fn evaluation(&self) -> Evaluation {
        if self.is_material_draw() {
            return Evaluation::InsufficientMaterial;
        }
        let counts = self.counts();
        let sides = Side::BOTH.map(|side| {
            let pawns = self.pawn_terms(side, is_endgame(counts));
            let pieces = self.piece_terms(side, pawns.behind_passed);
            SideTerms {
                knights: pieces.knights,
                bishops: pieces.bishops,
                bishop_pair: pieces.bishop_pair,
                rooks: pieces.rooks,
                rooks_behind: pieces.rooks_behind,
                queens: pieces.queens,
                ..pawns.terms
            }
        });
        Evaluation::Terms { material: self.material, trade_bonus: trade_bonus(counts), sides }
    }

    /// Draw by insufficient material: bare kings, a lone knight, or only bishops on squares of one colour.
    pub fn is_material_draw(&self) -> bool {
        let both = |kind: Piece| self.bitmap[kind as usize] | self.bitmap[(BLACK_BIT | kind) as usize];
        if both(PAWN) != 0 || both(ROOK) | both(QUEEN) != 0 {
            return false;
        }
        let (knights, bishops) = (both(KNIGHT), both(BISHOP));
        match (bit_cnt(knights), bit_cnt(bishops)) {
            (0, 0) | (1, 0) => true,
            (0, _) => bishops & DARK_SQUARES == 0 || bishops & !DARK_SQUARES == 0,
            _ => false,
        }
    }

    /// The material of White and of Black.
    #[inline(always)]
    fn counts(&self) -> [Count; 2] {
        [self.count(Side::White), self.count(Side::Black)]
    }

    #[inline(always)]
    fn count(&self, side: Side) -> Count {
        let own = |kind: Piece| self.bitmap[side.piece(kind) as usize];
        Count {
            pawns: self.total_pawns[side.index()],
            all: bit_cnt(self.pieces[side.index()] & !own(KING)),
            // In `total_pieces` a queen counts as nine pawns.
            pieces_sum: self.total_pieces[side.index()] + PAWN_VALUE * bit_cnt(own(QUEEN)),
        }
    }

    /// This position's key in the pawn table.
    #[inline(always)]
    fn pawn_key(&self, counts: [Count; 2]) -> PawnKey {
        PawnKey {
            pawns: [self.bitmap[WHITE_PAWN as usize], self.bitmap[BLACK_PAWN as usize]],
            kings: Side::BOTH.map(|side| self.king_square(side) as u8),
            endgame: is_endgame(counts),
        }
    }

    /// Computes an entry of the pawn table.
    fn pawn_entry(&self, key: PawnKey) -> PawnEntry {
        let [white, black] = Side::BOTH.map(|side| self.pawn_terms(side, key.endgame));
        PawnEntry {
            key,
            score: white.terms.sum() - black.terms.sum(),
            behind_passed: [white.behind_passed, black.behind_passed],
        }
    }

    /// Terms of one side's pawns and king, viewed as if it were White.
    fn pawn_terms(&self, side: Side, endgame: bool) -> PawnTerms {
        let pawns = side.relative_map(self.bitmap[side.piece(PAWN) as usize]);
        let enemy_pawns = side.relative_map(self.bitmap[side.other().piece(PAWN) as usize]);
        let king = side.relative(self.king_square(side));
        let enemy_king = side.relative(self.king_square(side.other()));
        let structure = PawnStructure::new(pawns, enemy_pawns);
        let escort = if endgame { places(pawns, &PAWN_ESCORT[king]) } else { 0 };
        let (shield_strong, shield_weak) = if endgame { (0, 0) } else { pawn_shield(king) };
        let terms = SideTerms {
            pawns: places(pawns, &PLACES[enemy_king].pawns) + escort,
            passed_pawns: BONUS_PASSED_PAWN * bit_cnt(structure.passed),
            doubled_pawns: -PENALTY_DOUBLED_PAWN * bit_cnt(structure.doubled),
            isolated_pawns: -PENALTY_ISOLATED_PAWN * bit_cnt(structure.isolated),
            backward_pawns: -PENALTY_BACKWARD_PAWN * bit_cnt(structure.backward),
            king_shield: BONUS_PAWN_SHIELD_STRONG * bit_cnt(shield_strong & pawns)
                + BONUS_PAWN_SHIELD_WEAK * bit_cnt(shield_weak & pawns),
            king: if endgame { KING_POS_ENDGAME[king] } else { KING_POS[king] },
            ..SideTerms::default()
        };
        PawnTerms { terms, behind_passed: down(structure.passed) }
    }

    /// Terms of one side's pieces, viewed as if it were White; `behind_passed` are the squares behind its passed pawns.
    #[inline(always)]
    fn piece_terms(&self, side: Side, behind_passed: BitMap) -> SideTerms {
        let own = |kind: Piece| side.relative_map(self.bitmap[side.piece(kind) as usize]);
        let place = &PLACES[side.relative(self.king_square(side.other()))];
        let (bishops, rooks) = (own(BISHOP), own(ROOK));
        let both_colours = bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0;

        SideTerms {
            knights: places(own(KNIGHT), &place.knights),
            bishops: places(bishops, &place.bishops),
            bishop_pair: if both_colours { BONUS_BISHOP_PAIR } else { 0 },
            rooks: places(rooks, &place.rooks),
            rooks_behind: BONUS_ROOK_BEHIND_PASSED_PAWN * bit_cnt(rooks & behind_passed),
            queens: places(own(QUEEN), &place.queens),
            ..SideTerms::default()
        }
    }
}

/// Sum of a table's values over a set of squares.
#[inline(always)]
fn places(map: BitMap, table: &[i16; 64]) -> i32 {
    squares(map).map(|square| i32::from(table[square])).sum()
}

/// Number of entries of the pawn table.
pub const PAWN_ENTRIES: usize = 4096;

/// Key of an entry of the pawn table: the pawns, the kings' squares, and whether the position is an endgame. The cached
/// terms depend on nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct PawnKey {
    pawns: [BitMap; 2],
    kings: [u8; 2],
    endgame: bool,
}

impl PawnKey {
    /// Index of the entry in the pawn table.
    #[inline(always)]
    fn index(self) -> usize {
        let kings = u64::from(self.kings[0]) << 6 | u64::from(self.kings[1]);
        let [white, black] = self.pawns;
        let mixed = (white ^ kings).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ black.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        (mixed >> 48) as usize % PAWN_ENTRIES
    }
}

/// The terms of one side that come from its pawns and its king; the others are 0.
struct PawnTerms {
    terms: SideTerms,
    /// Squares of the passed pawns and all squares behind them, ranks flipped for Black.
    behind_passed: BitMap,
}

/// An entry of the pawn table. It is used only if its whole key matches, so the table cannot change any score.
#[derive(Clone, Copy, Default, Debug)]
pub struct PawnEntry {
    key: PawnKey,
    /// The sum of the terms, White minus Black.
    score: i32,
    /// `behind_passed` of White and of Black, as in [`PawnTerms`].
    behind_passed: [BitMap; 2],
}

/// Whether the position is an endgame, that is, whether either side has less than [`ENDGAME_MATERIAL`].
#[inline(always)]
fn is_endgame([white, black]: [Count; 2]) -> bool {
    white.pieces_sum < ENDGAME_MATERIAL || black.pieces_sum < ENDGAME_MATERIAL
}

/// Bonus for the side that is ahead in material, White minus Black. Every one-for-one trade, of pieces or of pawns,
/// raises it by 3 centipawns.
#[inline(always)]
fn trade_bonus([white, black]: [Count; 2]) -> i32 {
    let ahead = (white.pieces_sum + white.pawns) - (black.pieces_sum + black.pawns);
    if ahead > 0 {
        45 + 3 * white.all - 6 * black.all
    } else if ahead < 0 {
        -(45 + 3 * black.all - 6 * white.all)
    } else {
        0
    }
}

/// The pawns of one side that get a bonus or a penalty; the side moves up the board.
struct PawnStructure {
    passed: BitMap,
    doubled: BitMap,
    isolated: BitMap,
    backward: BitMap,
}

impl PawnStructure {
    #[inline(always)]
    fn new(own: BitMap, enemy: BitMap) -> PawnStructure {
        let isolated = own & !neighbour_files(up(own) | down(own));
        let below_enemies = down(enemy) >> 8;
        let enemy_attacks = neighbour_files(enemy) >> 8;
        PawnStructure {
            passed: own & !(below_enemies | neighbour_files(below_enemies)),
            doubled: own & (up(own) << 8 | down(own) >> 8),
            isolated,
            // An enemy pawn attacks the pawn's stop square, and no friendly pawn on a neighbouring file is level with
            // it or behind it.
            backward: own & !isolated & (enemy_attacks >> 8) & !neighbour_files(up(own)),
        }
    }
}

/// These squares and all squares above them on their files.
#[inline(always)]
fn up(mut map: BitMap) -> BitMap {
    map |= map << 8;
    map |= map << 16;
    map | map << 32
}

/// These squares and all squares below them on their files.
#[inline(always)]
fn down(mut map: BitMap) -> BitMap {
    map |= map >> 8;
    map |= map >> 16;
    map | map >> 32
}

/// The squares next to these on the neighbouring files.
#[inline(always)]
fn neighbour_files(map: BitMap) -> BitMap {
    (map & !FILE_H) << 1 | (map & !FILE_A) >> 1
}

/// The squares of the pawn shield: those one rank ahead of the king, and those two ranks ahead. Only a king on its
/// first three ranks has a shield. It is three files wide, even for a king on the edge of the board.
#[inline(always)]
fn pawn_shield(king: Square) -> (BitMap, BitMap) {
    if rank(king) > 2 {
        return (0, 0);
    }
    let centre = bit(8 * (rank(king) + 1) + file(king).clamp(1, 6));
    let strong = centre | neighbour_files(centre);
    (strong, strong << 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;

    fn white_terms(fen: &str) -> SideTerms {
        match board(fen).evaluation() {
            Evaluation::Terms { sides, .. } => sides[0],
            Evaluation::InsufficientMaterial => panic!("a draw"),
        }
    }

    #[test]
    fn known_values() {
        assert_eq!(Board::new().eval(), 0);
        assert_eq!(board("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1").eval(), -39);
    }

    #[test]
    fn pawn_structure_is_seen() {
        let terms = white_terms("4k3/8/8/3p4/8/2P1P3/P1P1P3/4K3 w - - 0 1");
        assert_eq!((terms.passed_pawns, terms.doubled_pawns, terms.isolated_pawns), (20, -40, -100));
        let terms = white_terms("4k3/8/8/2p5/1P6/3P4/8/4K3 w - - 0 1");
        assert_eq!((terms.isolated_pawns, terms.backward_pawns), (-40, 0));
        let terms = white_terms("4k3/8/8/2p5/2P5/3P4/8/4K3 w - - 0 1");
        assert_eq!((terms.isolated_pawns, terms.backward_pawns), (0, -8));
    }

    #[test]
    fn shields_on_the_edge_count_three_files() {
        assert_eq!(pawn_shield(0), (0x07 << 8, 0x07 << 16));
        assert_eq!(pawn_shield(7), (0xe0 << 8, 0xe0 << 16));
        assert_eq!(pawn_shield(4), (0x38 << 8, 0x38 << 16));
        assert_eq!(pawn_shield(24), (0, 0));
    }

    #[test]
    fn three_kinds_of_insufficient_material() {
        for fen in ["4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4KN2", "4kb2/8/8/8/8/8/8/2B1K3"] {
            assert!(board(fen).is_material_draw(), "{fen}");
        }
        for fen in ["4k3/8/8/8/8/8/8/4KNN1", "4kb2/8/8/8/8/8/8/4KB2", "4kn2/8/8/8/8/8/8/4KB2", "4k3/p7/8/8/8/8/8/4K3"] {
            assert!(!board(fen).is_material_draw(), "{fen}");
        }
    }

    #[test]
    fn the_terms_add_up() {
        let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        assert_eq!(board.eval(), 69);
        for terms in [0, 1].map(|side| match board.evaluation() {
            Evaluation::Terms { sides, .. } => sides[side],
            Evaluation::InsufficientMaterial => panic!("a draw"),
        }) {
            assert_eq!(terms.by_name().iter().map(|(_, value)| value).sum::<i32>(), terms.sum());
        }
    }

    #[test]
    fn the_pawn_table_changes_no_value() {
        let mut board = board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
        for mv in board.legal_moves() {
            board.make_move(mv);
            for reply in board.legal_moves() {
                board.make_move(reply);
                assert_eq!(board.eval(), board.evaluation().score(), "after {mv} {reply}");
                board.unmake_move();
            }
            board.unmake_move();
        }
    }
}
