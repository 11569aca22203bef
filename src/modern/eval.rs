//! # Modern · The evaluation
//!
//! What is a position worth, without looking ahead? A sum of features, each worth a pair of numbers, one for the middlegame and one
//! for the endgame (<https://www.chessprogramming.org/Tapered_Eval>), mixed by the pieces that are left. All numbers are in
//! [`params`](super::params); the sum is linear in them, so that they can be fitted to games: a [`Trace`] hears of every
//! feature that is counted.
//!
//! Pawn structure alone is remembered from node to node, since it rarely changes. A few endgames are known
//! ([`endgame`]).
//!
//! **Read next:** [`params`](super::params).

use super::history::CorrectionKeys;
use super::legal::forward;
use super::params::*;
use super::{EVAL_MAX, endgame};
use crate::bitops::{bit, bit_cnt, first_one, last_one, squares};
use crate::board::Board;
use crate::data::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::defines::*;
use crate::eval::DARK_SQUARES;

/// The phase of the start position; 0 when only kings and pawns are left.
pub const PHASE_MAX: i32 = 24;
/// What each piece kind counts in the phase.
const PHASE: [i32; 8] = [0, 0, 0, 1, 0, 1, 2, 4];
/// The endgame half counts in full at this scale.
pub const SCALE_FULL: i32 = 64;

const CENTRE: BitMap = 0x0000_0018_1800_0000;
const CENTRE_FILES: BitMap = 0x3c3c_3c3c_3c3c_3c3c;

/// Hears of the features that are counted.
pub trait Trace {
    /// The pair at `index` counts `n` times for White (less than 0: for Black).
    fn count(&mut self, index: usize, n: i32);
    /// May remembered results be used, of which nothing would be heard?
    const USES_CACHE: bool;
}

/// Does not listen.
pub struct Deaf;

impl Trace for Deaf {
    #[inline(always)]
    fn count(&mut self, _: usize, _: i32) {}
    const USES_CACHE: bool = true;
}

/// What is remembered of a pawn structure.
#[derive(Clone, Copy, Default, Debug)]
struct PawnEntry {
    pawns: [BitMap; 2],
    score: i32,
    passed: BitMap,
}

/// Pawn structures that were evaluated lately.
#[derive(Clone)]
pub struct PawnCache {
    entries: Box<[PawnEntry]>,
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        // The entry of no pawns is right as it is: nothing is worth nothing.
        PawnCache { entries: vec![PawnEntry::default(); 1 << 13].into_boxed_slice() }
    }
}

/// A hash of two sets.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let x = (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// An evaluation under way.
struct Evaluator<'a, T: Trace> {
    board: &'a Board,
    trace: &'a mut T,
    score: i32,
    /// Squares attacked by each side with each kind; index 0 by any.
    by: [[BitMap; 8]; 2],
    /// Squares attacked at least twice.
    twice: [BitMap; 2],
    /// Squares to which mobility is counted.
    area: [BitMap; 2],
    /// The king's surroundings.
    ring: [BitMap; 2],
    /// Units of danger to the enemy king that the pieces of each side have made.
    danger: [i32; 2],
    attackers: [i32; 2],
    passed: BitMap,
    phase: i32,
}

/// An evaluation before the halves are mixed, for the tuner.
#[derive(Clone, Copy, Debug)]
pub struct Mixture {
    /// Phase, 0 to [`PHASE_MAX`].
    pub phase: i32,
    /// Scale of the endgame half, 0 to [`SCALE_FULL`].
    pub scale: i32,
    /// The pair, from White's view.
    pub pair: i32,
}

impl Board {
    /// Static value of the position for the side to move, in centipawns.
    pub(super) fn evaluate(&mut self) -> i32 {
        let known = endgame::known_endgame(self);
        let score = match known {
            Some(score) => score,
            None => {
                let mut cache = std::mem::take(&mut self.modern.pawn_cache.entries);
                let mixture = evaluate_with(self, &mut cache, &mut Deaf);
                self.modern.pawn_cache.entries = cache;
                blend(mixture)
            }
        };
        let score = score.clamp(-EVAL_MAX, EVAL_MAX);
        if self.next_move == Side::White { score } else { -score }
    }

    /// The features of the position, as `trace` hears them, and how they are mixed.
    pub fn trace_evaluation<T: Trace>(&self, trace: &mut T) -> Mixture {
        evaluate_with(self, &mut [], trace)
    }

    /// Where the corrections for this position stand.
    #[inline]
    pub(super) fn correction_keys(&self) -> CorrectionKeys {
        let bitmap = |side: Side, kind: Piece| self.bitmap[side.piece(kind) as usize];
        let pieces = |side: Side| {
            let minor = mix(bitmap(side, KNIGHT), bitmap(side, BISHOP));
            let major = mix(bitmap(side, ROOK), bitmap(side, QUEEN) ^ bitmap(side, KING).rotate_left(17));
            minor ^ major.rotate_left(23)
        };
        let pawns = mix(bitmap(Side::White, PAWN), bitmap(Side::Black, PAWN));
        CorrectionKeys::new(pawns, pieces(Side::White), pieces(Side::Black))
    }
}

/// The value, from White's view, in centipawns.
pub fn blend(mixture: Mixture) -> i32 {
    let Mixture { phase, scale, pair } = mixture;
    (mg(pair) * phase + eg(pair) * scale / SCALE_FULL * (PHASE_MAX - phase)) / PHASE_MAX
}

fn evaluate_with<T: Trace>(board: &Board, cache: &mut [PawnEntry], trace: &mut T) -> Mixture {
    let mut eval = Evaluator {
        board,
        trace,
        score: 0,
        by: [[0; 8]; 2],
        twice: [0; 2],
        area: [0; 2],
        ring: [0; 2],
        danger: [0; 2],
        attackers: [0; 2],
        passed: 0,
        phase: 0,
    };
    eval.pawns(cache);
    for side in Side::BOTH {
        eval.prepare(side);
    }
    for side in Side::BOTH {
        eval.pieces(side);
    }
    for side in Side::BOTH {
        eval.king(side);
        eval.threats(side);
        eval.passed_pawns(side);
        eval.space(side);
    }
    eval.term(board.next_move, TEMPO);
    let pair = eval.score;
    Mixture { phase: eval.phase.min(PHASE_MAX), scale: endgame::scale(board, eg(pair)), pair }
}

/// All squares that pawns of a side attack.
#[inline(always)]
fn pawn_attacks(side: Side, pawns: BitMap) -> BitMap {
    let up = forward(side, pawns);
    (up & !FILE_A) >> 1 | (up & !FILE_H) << 1
}

/// The squares in front of a set, to the end of the board, as a side sees it; the set not included.
#[inline(always)]
fn ahead(side: Side, map: BitMap) -> BitMap {
    match side {
        Side::White => {
            let mut fill = map << 8;
            fill |= fill << 8;
            fill |= fill << 16;
            fill | fill << 32
        }
        Side::Black => {
            let mut fill = map >> 8;
            fill |= fill >> 8;
            fill |= fill >> 16;
            fill | fill >> 32
        }
    }
}

/// A set and its neighbours on both files beside it.
#[inline(always)]
fn widened(map: BitMap) -> BitMap {
    map | (map & !FILE_A) >> 1 | (map & !FILE_H) << 1
}

#[inline(always)]
fn file_of(square: Square) -> BitMap {
    FILE_A << file(square)
}

/// Distance between two squares in king moves.
#[inline(always)]
pub(super) fn distance(a: Square, b: Square) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

impl<T: Trace> Evaluator<'_, T> {
    /// A feature of a side.
    #[inline(always)]
    fn term(&mut self, side: Side, index: usize) {
        self.terms(side, index, 1);
    }

    /// A feature that a side has `n` times.
    #[inline(always)]
    fn terms(&mut self, side: Side, index: usize, n: i32) {
        let n = if side == Side::White { n } else { -n };
        self.score += PARAMS[index] * n;
        self.trace.count(index, n);
    }

    #[inline(always)]
    fn own(&self, side: Side, kind: Piece) -> BitMap {
        self.board.bitmap[side.piece(kind) as usize]
    }

    fn pawns(&mut self, cache: &mut [PawnEntry]) {
        let pawns = [self.own(Side::White, PAWN), self.own(Side::Black, PAWN)];
        if !T::USES_CACHE {
            for side in Side::BOTH {
                self.pawn_structure(side);
            }
            return;
        }
        let entry = &mut cache[mix(pawns[0], pawns[1]) as usize & ((1 << 13) - 1)];
        if entry.pawns != pawns {
            for side in Side::BOTH {
                self.pawn_structure(side);
            }
            *entry = PawnEntry { pawns, score: self.score, passed: self.passed };
        }
        (self.score, self.passed) = (entry.score, entry.passed);
    }

    fn pawn_structure(&mut self, side: Side) {
        let pawns = self.own(side, PAWN);
        let enemy_pawns = self.own(side.other(), PAWN);
        let guarded = pawn_attacks(side, pawns);
        let guarded_ever = guarded | ahead(side, guarded);
        let enemy_attacks = pawn_attacks(side.other(), enemy_pawns);
        for square in squares(pawns) {
            let here = bit(square);
            let relative = side.relative(square);
            let row = rank(relative);
            self.term(side, MATERIAL);
            self.term(side, PAWN_PLACE + relative);
            let way = ahead(side, here);
            let beside = widened(here) & !here;
            let neighbours = widened(file_of(square)) & !file_of(square) & pawns;
            let half_open = usize::from(way & enemy_pawns == 0);
            if way & pawns != 0 {
                self.term(side, DOUBLED);
            }
            if neighbours == 0 {
                self.term(side, ISOLATED + half_open);
            } else if guarded_ever & here == 0
                && (forward(side, here) & (enemy_attacks | enemy_pawns) != 0)
                && beside & pawns == 0
            {
                self.term(side, BACKWARD + half_open);
            }
            if beside & pawns != 0 {
                self.term(side, PHALANX + row);
            }
            if guarded & here != 0 {
                self.term(side, SUPPORTED + row);
            }
            let stoppers = widened(way) & enemy_pawns;
            if stoppers == 0 && way & pawns == 0 {
                self.passed |= here;
                self.term(side, PASSED + row);
            } else if way & (enemy_pawns | pawns) == 0 {
                let helpers = neighbours & !widened(way);
                if helpers.count_ones() >= stoppers.count_ones() {
                    self.term(side, CANDIDATE + row);
                }
            }
        }
    }

    fn prepare(&mut self, side: Side) {
        let king = self.board.king_square(side);
        let pawns = self.own(side, PAWN);
        let by_pawns = pawn_attacks(side, pawns);
        let by_king = self.board.attacks.king[king];
        let by = &mut self.by[side.index()];
        by[PAWN as usize] = by_pawns;
        by[KING as usize] = by_king;
        by[0] = by_pawns | by_king;
        let up = forward(side, pawns);
        self.twice[side.index()] = (up & !FILE_A) >> 1 & (up & !FILE_H) << 1 | by_pawns & by_king;
        // The ring is the king's zone, not beyond the edge: the king is thought one step inside.
        let inside = king.clamp(0, 63);
        let centre = (rank(inside).clamp(1, 6)) * 8 + file(inside).clamp(1, 6);
        self.ring[side.index()] = self.board.attacks.king[centre] | bit(centre);
        let blocked = pawns & (forward(side.other(), self.board.occupied) | self.first_pawns(side));
        let enemy_pawns = pawn_attacks(side.other(), self.own(side.other(), PAWN));
        self.area[side.index()] = !(blocked | self.own(side, KING) | self.own(side, QUEEN) | enemy_pawns);
    }

    /// The second and third rank of a side.
    fn first_pawns(&self, side: Side) -> BitMap {
        side.relative_map(RANK_1 << 8 | RANK_1 << 16)
    }

    fn pieces(&mut self, side: Side) {
        let enemy = side.other();
        let board = self.board;
        let own_pawns = self.own(side, PAWN);
        let enemy_pawns = self.own(enemy, PAWN);
        let king = board.king_square(side);
        let pinned = board.pinned(king, side);
        let outposts = self.outposts(side);
        for kind in [KNIGHT, BISHOP, ROOK, QUEEN] {
            let (place, mobility, material) = match kind {
                KNIGHT => (KNIGHT_PLACE, KNIGHT_MOBILITY, 1),
                BISHOP => (BISHOP_PLACE, BISHOP_MOBILITY, 2),
                ROOK => (ROOK_PLACE, ROOK_MOBILITY, 3),
                _ => (QUEEN_PLACE, QUEEN_MOBILITY, 4),
            };
            // Sliders see through their own like.
            let transparent = match kind {
                BISHOP => self.own(side, QUEEN),
                ROOK => self.own(side, QUEEN) | self.own(side, ROOK),
                _ => 0,
            };
            for square in squares(self.own(side, kind)) {
                let here = bit(square);
                let relative = side.relative(square);
                self.phase += PHASE[kind as usize];
                self.term(side, MATERIAL + material);
                self.term(side, place + relative);
                let mut attacks = board.attacks.of(kind, square, board.occupied & !transparent);
                if pinned & here != 0 {
                    attacks &= board.attacks.line[king][square];
                }
                self.term(side, mobility + bit_cnt(attacks & self.area[side.index()]) as usize);
                let by = &mut self.by[side.index()];
                self.twice[side.index()] |= by[0] & attacks;
                by[0] |= attacks;
                by[kind as usize] |= attacks;
                let near = attacks & self.ring[enemy.index()];
                if near != 0 {
                    self.attackers[side.index()] += 1;
                    self.danger[side.index()] += ATTACKER_UNITS[kind as usize] + bit_cnt(near);
                }
                match kind {
                    KNIGHT => {
                        if outposts & here != 0 {
                            self.term(side, KNIGHT_OUTPOST);
                        }
                        if forward(enemy, board.bitmap[1] | board.bitmap[9]) & here != 0 {
                            self.term(side, MINOR_BEHIND_PAWN);
                        }
                    }
                    BISHOP => {
                        if outposts & here != 0 {
                            self.term(side, BISHOP_OUTPOST);
                        }
                        if forward(enemy, board.bitmap[1] | board.bitmap[9]) & here != 0 {
                            self.term(side, MINOR_BEHIND_PAWN);
                        }
                        let colour = if here & DARK_SQUARES != 0 { DARK_SQUARES } else { !DARK_SQUARES };
                        self.terms(side, BISHOP_PAWNS, bit_cnt(own_pawns & colour));
                        let sees = board.attacks.bishop(square, own_pawns | enemy_pawns) & CENTRE;
                        if sees & (sees.wrapping_sub(1)) != 0 {
                            self.term(side, LONG_DIAGONAL);
                        }
                    }
                    ROOK => {
                        let file = file_of(square);
                        if file & own_pawns == 0 {
                            self.term(side, ROOK_FILE + usize::from(file & enemy_pawns == 0));
                        }
                        let seventh = side.relative_map(RANK_1 << 48);
                        let prey = enemy_pawns & seventh | self.own(enemy, KING) & side.relative_map(RANK_8);
                        if here & seventh != 0 && prey != 0 {
                            self.term(side, ROOK_SEVENTH);
                        }
                    }
                    _ => {}
                }
            }
        }
        let bishops = self.own(side, BISHOP);
        if bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0 {
            self.term(side, BISHOP_PAIR);
        }
    }

    /// Squares on ranks 4 to 6, guarded by a pawn, from which no enemy pawn can ever drive a piece away.
    fn outposts(&self, side: Side) -> BitMap {
        let enemy = side.other();
        let enemy_attacks = pawn_attacks(enemy, self.own(enemy, PAWN));
        let ever = enemy_attacks | ahead(enemy, enemy_attacks);
        side.relative_map(0x0000_ffff_ff00_0000) & self.by[side.index()][PAWN as usize] & !ever
    }

    fn king(&mut self, side: Side) {
        let board = self.board;
        let enemy = side.other();
        let king = board.king_square(side);
        let relative = side.relative(king);
        self.term(side, KING_PLACE + relative);
        self.shelter(side, king);

        let (by_us, by_them) = (self.by[side.index()], self.by[enemy.index()]);
        let weak = by_them[0] & !self.twice[side.index()] & (!by_us[0] | by_us[KING as usize] | by_us[QUEEN as usize]);
        let safe = !board.pieces[enemy.index()] & (!by_us[0] | weak & self.twice[enemy.index()]);
        let straight = board.attacks.rook(king, board.occupied & !self.own(side, QUEEN));
        let diagonal = board.attacks.bishop(king, board.occupied & !self.own(side, QUEEN));
        let checks = [
            (KNIGHT, board.attacks.knight[king], 5),
            (BISHOP, diagonal, 4),
            (ROOK, straight, 6),
            (QUEEN, straight | diagonal, 5),
        ];
        let mut danger = self.danger[enemy.index()];
        for (kind, lines, units) in checks {
            let squares = lines & by_them[kind as usize];
            if squares & safe != 0 {
                danger += units + i32::from(squares & safe & (squares & safe).wrapping_sub(1) != 0);
            } else if squares & !board.pieces[enemy.index()] != 0 {
                danger += 1;
            }
        }
        danger += 2 * bit_cnt(weak & self.ring[side.index()]);
        danger += bit_cnt(board.pinned(king, side)) * 2;
        danger += 3 * i32::from(self.attackers[enemy.index()] > 2);
        if self.own(enemy, QUEEN) == 0 {
            danger -= 11;
        }
        if self.attackers[enemy.index()] < 2 {
            danger -= 5;
        }
        let flank_defence = bit_cnt(self.ring[side.index()] & self.twice[side.index()]);
        danger -= flank_defence;
        self.term(side, KING_DANGER + danger.clamp(0, 63) as usize);
    }

    fn shelter(&mut self, side: Side, king: Square) {
        let enemy = side.other();
        let relative_king = side.relative(king);
        let own = side.relative_map(self.own(side, PAWN));
        let theirs = side.relative_map(self.own(enemy, PAWN));
        let not_behind = !0 << (8 * rank(relative_king));
        let middle = file(king).clamp(1, 6);
        for file in middle - 1..=middle + 1 {
            let map = FILE_A << file;
            let shield = own & map & not_behind;
            let shield_rank = if shield == 0 { 0 } else { rank(first_one(shield)) };
            let edge = file.min(7 - file);
            self.term(side, SHELTER + edge * 8 + shield_rank);
            let stormers = theirs & map & not_behind;
            let storm_rank = if stormers == 0 { 0 } else { rank(first_one(stormers)) };
            let blocked = usize::from(shield_rank > 0 && storm_rank == shield_rank + 1);
            self.term(side, STORM + blocked * 8 + storm_rank);
        }
        let file = file_of(king);
        if file & self.own(side, PAWN) == 0 {
            self.term(side, KING_FILE + usize::from(file & self.own(enemy, PAWN) == 0));
        }
    }

    fn threats(&mut self, side: Side) {
        let board = self.board;
        let enemy = side.other();
        let (us, them) = (self.by[side.index()], self.by[enemy.index()]);
        let enemies = board.pieces[enemy.index()];
        let victims = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map(|kind| self.own(enemy, kind));
        let guarded_well = them[PAWN as usize] | self.twice[enemy.index()] & !self.twice[side.index()];
        let weak = enemies & !guarded_well & us[0];
        for (i, &victim) in victims.iter().enumerate() {
            if i > 0 {
                self.terms(side, PAWN_THREAT + i - 1, bit_cnt(victim & us[PAWN as usize]));
            }
            let minor = us[KNIGHT as usize] | us[BISHOP as usize];
            let by_minor = if i == 0 { victim & weak } else { victim } & minor;
            self.terms(side, MINOR_THREAT + i, bit_cnt(by_minor));
            let by_rook = if i < 3 { victim & weak } else { victim } & us[ROOK as usize];
            self.terms(side, ROOK_THREAT + i, bit_cnt(by_rook));
        }
        self.terms(side, KING_THREAT, bit_cnt(weak & us[KING as usize]));
        self.terms(side, HANGING, bit_cnt(enemies & !self.own(enemy, PAWN) & us[0] & !them[0]));
        let safe = !them[PAWN as usize] & (us[0] | !them[0]);
        let mut pushed = forward(side, self.own(side, PAWN)) & !board.occupied;
        pushed |= forward(side, pushed & side.relative_map(RANK_1 << 16)) & !board.occupied;
        let pushed = pawn_attacks(side, pushed & safe) & enemies & !self.own(enemy, PAWN);
        self.terms(side, PUSH_THREAT, bit_cnt(pushed));
        self.terms(side, RESTRICTED, bit_cnt(us[0] & them[0] & !guarded_well & !enemies));
        let queen = self.own(enemy, QUEEN);
        if queen != 0 && queen & (queen - 1) == 0 {
            let square = first_one(queen);
            let area = self.area[side.index()] & !them[PAWN as usize] & !self.own(side, PAWN);
            let occupied = board.occupied;
            let hops = board.attacks.knight[square] & us[KNIGHT as usize]
                | (board.attacks.bishop(square, occupied) & us[BISHOP as usize]
                    | board.attacks.rook(square, occupied) & us[ROOK as usize])
                    & self.twice[side.index()];
            self.terms(enemy, QUEEN_ATTACKED_BY_MOVE, bit_cnt(hops & area));
        }
    }

    fn passed_pawns(&mut self, side: Side) {
        let board = self.board;
        let enemy = side.other();
        let (king, enemy_king) = (board.king_square(side), board.king_square(enemy));
        for square in squares(self.passed & self.own(side, PAWN)) {
            let row = rank(side.relative(square));
            let next = forward(side, bit(square));
            if board.occupied & next != 0 {
                self.term(side, PASSED_BLOCKED + row);
            } else if self.by[enemy.index()][0] & next == 0 {
                self.term(side, PASSED_FREE + row);
            }
            if row > 2 {
                let target = if side == Side::White { first_one(next) } else { last_one(next) };
                self.term(side, PASSED_OWN_KING + distance(king, target));
                self.term(side, PASSED_ENEMY_KING + distance(enemy_king, target));
            }
            let behind = ahead(enemy, bit(square)) & self.own(side, ROOK);
            if behind != 0 {
                self.term(side, ROOK_BEHIND_PASSED);
            }
        }
    }

    fn space(&mut self, side: Side) {
        if self.phase < 12 {
            return;
        }
        let pawns = self.own(side, PAWN);
        let zone = CENTRE_FILES & side.relative_map(0x0000_0000_ffff_ff00);
        let safe = zone & !pawns & !self.by[side.other().index()][PAWN as usize];
        let behind = ahead(side.other(), pawns);
        self.terms(side, SPACE, bit_cnt(safe) + bit_cnt(safe & behind & !self.by[side.other().index()][0]));
    }
}

/// Units of danger for a piece that attacks the king's ring, by kind.
const ATTACKER_UNITS: [i32; 8] = [0, 0, 0, 4, 0, 3, 3, 3];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::readfen::START_FEN;

    const POSITIONS: [&str; 8] = [
        START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
        "2r3k1/5ppp/p3p3/1p1bP3/3P4/1P3N2/P4PPP/2R3K1 b - - 0 30",
        "8/5pk1/6p1/3P4/8/1p4P1/5PK1/8 w - - 0 50",
        "6k1/8/8/8/2q5/8/1P6/1K1R4 w - - 0 1",
    ];

    struct Sum {
        pair: i32,
        counted: usize,
    }

    impl Trace for Sum {
        fn count(&mut self, index: usize, n: i32) {
            self.pair += PARAMS[index] * n;
            self.counted += 1;
        }
        const USES_CACHE: bool = false;
    }

    fn flip(fen: &str) -> String {
        let fields: Vec<&str> = fen.split(' ').collect();
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let rows: Vec<String> = fields[0].split('/').rev().map(|row| row.chars().map(swap).collect()).collect();
        let side = if fields[1] == "w" { "b" } else { "w" };
        let mut castling: Vec<char> = fields[2].chars().map(|c| if c == '-' { c } else { swap(c) }).collect();
        castling.sort_unstable();
        let castling: String = castling.into_iter().collect();
        format!("{} {side} {castling} - 0 1", rows.join("/"))
    }

    #[test]
    fn colours_are_treated_alike() {
        for fen in POSITIONS {
            assert_eq!(board(fen).evaluate(), board(&flip(fen)).evaluate(), "{fen}");
        }
    }

    #[test]
    fn the_trace_hears_all_that_is_counted() {
        for fen in POSITIONS {
            let board = board(fen);
            let mut sum = Sum { pair: 0, counted: 0 };
            let mixture = board.trace_evaluation(&mut sum);
            assert_eq!(mixture.pair, sum.pair);
            assert!(sum.counted > 5);
            let mut cache = PawnCache::default();
            for _ in 0..2 {
                assert_eq!(evaluate_with(&board, &mut cache.entries, &mut Deaf).pair, mixture.pair, "{fen}");
            }
        }
    }

    #[test]
    fn a_queen_more_is_worth_about_a_queen() {
        let score = board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate();
        assert!((700..1700).contains(&score), "{score}");
        assert!(board(START_FEN).evaluate().abs() < 60);
    }
}
