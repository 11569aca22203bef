//! # Modern · The evaluation
//!
//! The value of a position without search: a sum of features. Each feature has two values, one for the middlegame and
//! one for the endgame (<https://www.chessprogramming.org/Tapered_Eval>), mixed by the pieces left on the board. All
//! numbers are in [`params`](super::params). The sum is linear in them, so that they can be fitted to games: a
//! [`Trace`] records every feature that is counted.
//!
//! The pawn structure, the king's shelter and the whole sum are cached, because they rarely change from node to node. A
//! few endings have values of their own ([`endgame`]).
//!
//! **Read next:** [`params`](super::params).

use super::geometry::{ahead, distance, file_of, pawn_attacks};
use super::history::CorrectionKeys;
use super::legal::forward;
use super::params::*;
use super::pawns::{Deaf, PawnEntry, Tally, Trace};
use super::{EVAL_MAX, endgame};
use crate::bitops::{bit, bit_cnt, first_one, last_one, squares};
use crate::board::Board;
use crate::data::{FILE_A, FILE_H, RANK_1, RANK_8};
use crate::defines::*;
use crate::eval::DARK_SQUARES;
use crate::hash::KEYS;

/// The phase of the start position; 0 when only kings and pawns are left.
pub const PHASE_MAX: i32 = 24;
/// Weight of each kind of piece in the phase.
const PHASE: [i32; 8] = [0, 0, 0, 1, 0, 1, 2, 4];
/// The scale at which the endgame half counts in full.
pub const SCALE_FULL: i32 = 64;

const CENTRE: BitMap = 0x0000_0018_1800_0000;
const LONG_DIAGONALS: BitMap = 0x8142_2418_1824_4281;
const CENTRE_FILES: BitMap = 0x3c3c_3c3c_3c3c_3c3c;
/// Ranks 1 to 5: where a king's flank is looked at.
const OWN_CAMP: BitMap = 0x0000_00ff_ffff_ffff;
/// Ranks 2 to 4: where space counts.
const SPACE_RANKS: BitMap = 0x0000_0000_ffff_ff00;
/// The files that make a king's flank, by the king's file.
const FLANKS: [BitMap; 8] = {
    let (edge, queenside, kingside) = (0x0707_0707_0707_0707, 0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0);
    [edge, queenside, queenside, CENTRE_FILES, CENTRE_FILES, kingside, kingside, edge << 5]
};

/// The sum of the features, without the bonus for the side to move.
#[derive(Clone, Copy, Debug)]
struct Sum {
    pair: i32,
    phase: i32,
}

/// The cached sum for the placement of pieces with this key.
#[derive(Clone, Copy, Debug)]
struct SumEntry {
    key: u64,
    sum: Sum,
}

/// Caches of pawn structures and sums.
#[derive(Clone)]
pub struct EvalCache {
    structures: Box<[PawnEntry]>,
    sums: Box<[SumEntry]>,
}

impl Default for EvalCache {
    fn default() -> EvalCache {
        let no_sum = SumEntry { key: 0, sum: Sum { pair: 0, phase: 0 } };
        EvalCache {
            structures: vec![PawnEntry::EMPTY; 1 << 13].into_boxed_slice(),
            sums: vec![no_sum; 1 << 14].into_boxed_slice(),
        }
    }
}

impl EvalCache {
    /// Memory used, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.structures) + size_of_val(&*self.sums)
    }

    /// The index of the board's pawn structure; the entry there may belong to another one.
    #[inline(always)]
    fn structure_place(&self, board: &Board) -> usize {
        let hash = mix(board.bitmap[WHITE_PAWN as usize], board.bitmap[BLACK_PAWN as usize]);
        // The high bits of a product depend on all bits of its factors.
        (hash >> 40) as usize & (self.structures.len() - 1)
    }
}

/// A hash of two sets.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let x = (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// An evaluation in progress. It is only passed to inlined functions, so the compiler can keep most of it in registers.
struct Evaluator<'a, T: Trace> {
    board: &'a Board,
    structure: &'a mut PawnEntry,
    tally: Tally<'a, T>,
    /// Squares attacked by each side with each kind; index 0 by any.
    by: [[BitMap; 8]; 2],
    /// Squares attacked at least twice.
    twice: [BitMap; 2],
    /// Squares that count for mobility.
    area: [BitMap; 2],
    /// The king's surroundings.
    ring: [BitMap; 2],
    /// Pieces pinned to their king.
    pinned: [BitMap; 2],
    /// Units of danger to the enemy king, plus [`ATTACKER`] for each attacking piece, by attacking side.
    danger: [i32; 2],
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
    /// Static value of the position for the side to move by the terms of this file, in centipawns.
    pub(super) fn evaluate_classical(&mut self) -> i32 {
        let known = endgame::known_endgame(self);
        let score = match known {
            Some(score) => score,
            None => {
                let sum = self.remembered_sum();
                blend(mixture(self, sum))
            }
        };
        let score = score.clamp(-EVAL_MAX, EVAL_MAX);
        if self.next_move == Side::White { score } else { -score }
    }

    /// The sum of the features, from the cache if the same placement was seen lately, for example before a null move.
    #[inline(always)]
    fn remembered_sum(&mut self) -> Sum {
        let key = self.piece_key();
        let place = key as usize & (self.modern.eval_cache.sums.len() - 1);
        let entry = self.modern.eval_cache.sums[place];
        if entry.key == key {
            return entry.sum;
        }
        let structure_place = self.modern.eval_cache.structure_place(self);
        let mut structure = self.modern.eval_cache.structures[structure_place];
        let sum = sum_of_features(self, &mut structure, &mut Deaf);
        self.modern.eval_cache.structures[structure_place] = structure;
        self.modern.eval_cache.sums[place] = SumEntry { key, sum };
        sum
    }

    /// The key of the placement of pieces alone, without side to move and rights.
    #[inline(always)]
    fn piece_key(&self) -> u64 {
        let side = if self.next_move == Side::Black { KEYS.side } else { 0 };
        let rights = KEYS.castle[0][self.castle[0] as usize & 3] ^ KEYS.castle[1][self.castle[1] as usize & 3];
        self.hashkey ^ side ^ rights ^ KEYS.ep[self.ep_square & 63]
    }

    /// Evaluates with every feature recorded by `trace`; returns how they are mixed.
    pub fn trace_evaluation<T: Trace>(&self, trace: &mut T) -> Mixture {
        let sum = sum_of_features(self, &mut PawnEntry::EMPTY.clone(), trace);
        trace.count(TEMPO, if self.next_move == Side::White { 1 } else { -1 });
        mixture(self, sum)
    }

    /// The indices of this position in the correction history.
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

/// Adds the bonus for the side to move, and scales by what is left to win with.
#[inline(always)]
fn mixture(board: &Board, sum: Sum) -> Mixture {
    let tempo = if board.next_move == Side::White { PARAMS[TEMPO] } else { -PARAMS[TEMPO] };
    let pair = sum.pair + tempo;
    Mixture { phase: sum.phase.min(PHASE_MAX), scale: endgame::scale(board, eg(pair)), pair }
}

fn sum_of_features<T: Trace>(board: &Board, structure: &mut PawnEntry, trace: &mut T) -> Sum {
    let mut eval = Evaluator {
        board,
        structure,
        tally: Tally { pair: 0, trace },
        by: [[0; 8]; 2],
        twice: [0; 2],
        area: [0; 2],
        ring: [0; 2],
        pinned: [0; 2],
        danger: [0; 2],
        phase: 0,
    };
    // Not a loop: the compiler specialises each call for its side.
    eval.pawns();
    eval.prepare(Side::White);
    eval.prepare(Side::Black);
    eval.pieces(Side::White);
    eval.pieces(Side::Black);
    eval.whole(Side::White);
    eval.whole(Side::Black);
    Sum { pair: eval.tally.pair, phase: eval.phase }
}

/// The king's ring by its square: the nine squares around it; for a king at the edge, those around the square one step
/// inside.
static RINGS: [BitMap; 64] = {
    const LEFT: [usize; 8] = [0, 0, 1, 2, 3, 4, 5, 5];
    let mut rings = [0; 64];
    let mut king = 0;
    while king < 64 {
        rings[king] = 0x0007_0707 << (8 * LEFT[rank(king)] + LEFT[file(king)]);
        king += 1;
    }
    rings
};

impl<T: Trace> Evaluator<'_, T> {
    /// A feature of a side.
    #[inline(always)]
    fn term(&mut self, side: Side, index: usize) {
        self.tally.term(side, index);
    }

    /// A feature that a side has `n` times.
    #[inline(always)]
    fn terms(&mut self, side: Side, index: usize, n: i32) {
        self.tally.terms(side, index, n);
    }

    #[inline(always)]
    fn own(&self, side: Side, kind: Piece) -> BitMap {
        self.board.bitmap[side.piece(kind) as usize]
    }

    #[inline(always)]
    fn pawns(&mut self) {
        let pawns = [self.own(Side::White, PAWN), self.own(Side::Black, PAWN)];
        if self.structure.pawns != pawns {
            *self.structure = PawnEntry::new(pawns, self.tally.trace);
        }
        self.tally.pair += self.structure.score;
    }

    /// The features that depend on the attacks of all pieces.
    #[inline(always)]
    fn whole(&mut self, side: Side) {
        self.king(side);
        self.threats(side);
        self.passed_pawns(side);
        self.space(side);
    }

    #[inline(always)]
    fn prepare(&mut self, side: Side) {
        let king = self.board.king_square(side);
        let pawns = self.own(side, PAWN);
        let by_pawns = pawn_attacks(side, pawns);
        let by_king = self.board.attacks.king[king];
        self.pinned[side.index()] = self.board.pinned(king, side);
        let by = &mut self.by[side.index()];
        by[PAWN as usize] = by_pawns;
        by[KING as usize] = by_king;
        by[0] = by_pawns | by_king;
        let up = forward(side, pawns);
        self.twice[side.index()] = (up & !FILE_A) >> 1 & (up & !FILE_H) << 1 | by_pawns & by_king;
        self.ring[side.index()] = RINGS[king];
        let blocked = pawns & (forward(side.other(), self.board.occupied) | self.first_pawns(side));
        let enemy_pawns = pawn_attacks(side.other(), self.own(side.other(), PAWN));
        self.area[side.index()] = !(blocked | self.own(side, KING) | self.own(side, QUEEN) | enemy_pawns);
    }

    /// The second and third rank of a side.
    #[inline(always)]
    fn first_pawns(&self, side: Side) -> BitMap {
        side.relative_map(RANK_1 << 8 | RANK_1 << 16)
    }

    #[inline(always)]
    fn pieces(&mut self, side: Side) {
        let outposts = self.structure.outposts[side.index()];
        self.pieces_of(side, KNIGHT, outposts);
        self.pieces_of(side, BISHOP, outposts);
        self.pieces_of(side, ROOK, outposts);
        self.pieces_of(side, QUEEN, outposts);
        let bishops = self.own(side, BISHOP);
        if bishops & DARK_SQUARES != 0 && bishops & !DARK_SQUARES != 0 {
            self.term(side, BISHOP_PAIR);
        }
    }

    /// The features of the pieces of one kind; outposts are for knights and bishops.
    #[inline(always)]
    fn pieces_of(&mut self, side: Side, kind: Piece, outposts: BitMap) {
        let enemy = side.other();
        let board = self.board;
        let own_pawns = self.own(side, PAWN);
        let enemy_pawns = self.own(enemy, PAWN);
        let king = board.king_square(side);
        let pinned = self.pinned[side.index()];
        let (place, mobility, material) = match kind {
            KNIGHT => (KNIGHT_PLACE, KNIGHT_MOBILITY, 1),
            BISHOP => (BISHOP_PLACE, BISHOP_MOBILITY, 2),
            ROOK => (ROOK_PLACE, ROOK_MOBILITY, 3),
            _ => (QUEEN_PLACE, QUEEN_MOBILITY, 4),
        };
        // X-rays: sliders see through pieces that move alike.
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
            // A conditional move, not a branch, which would be unpredictable; likewise for the checks below.
            let attacker = if near != 0 { ATTACKER + danger::ATTACKER[kind as usize] } else { 0 };
            self.danger[side.index()] += attacker + bit_cnt(near);
            let pawns = board.bitmap[WHITE_PAWN as usize] | board.bitmap[BLACK_PAWN as usize];
            if matches!(kind, KNIGHT | BISHOP) && forward(enemy, pawns) & here != 0 {
                self.term(side, MINOR_BEHIND_PAWN);
            }
            match kind {
                KNIGHT => {
                    if outposts & here != 0 {
                        self.term(side, KNIGHT_OUTPOST);
                    } else if outposts & attacks & !board.pieces[side.index()] != 0 {
                        self.term(side, OUTPOST_IN_REACH);
                    }
                    self.term(side, KNIGHT_TO_KING + distance(square, king));
                    self.term(side, KNIGHT_WITH_PAWNS + bit_cnt(own_pawns).min(8) as usize);
                }
                BISHOP => {
                    if outposts & here != 0 {
                        self.term(side, BISHOP_OUTPOST);
                    }
                    self.term(side, BISHOP_TO_KING + distance(square, king));
                    self.terms(side, BISHOP_XRAY_PAWNS, bit_cnt(board.attacks.bishop(square, 0) & enemy_pawns));
                    let colour = if here & DARK_SQUARES != 0 { DARK_SQUARES } else { !DARK_SQUARES };
                    self.terms(side, BISHOP_PAWNS, bit_cnt(own_pawns & colour));
                    if here & LONG_DIAGONALS != 0 {
                        let sees = board.attacks.bishop(square, own_pawns | enemy_pawns) & CENTRE;
                        if sees & (sees.wrapping_sub(1)) != 0 {
                            self.term(side, LONG_DIAGONAL);
                        }
                    }
                }
                ROOK => {
                    self.term(side, ROOK_WITH_PAWNS + bit_cnt(own_pawns).min(8) as usize);
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
                _ => {
                    if self.is_shot_at_through_one(square, enemy) {
                        self.term(side, QUEEN_XRAY);
                    }
                }
            }
        }
    }

    /// Does an enemy rook or bishop attack the queen on this square through one piece?
    #[inline(always)]
    fn is_shot_at_through_one(&self, queen: Square, enemy: Side) -> bool {
        let attacks = &self.board.attacks;
        let straight = attacks.rook(queen, 0) & self.own(enemy, ROOK);
        let diagonal = attacks.bishop(queen, 0) & self.own(enemy, BISHOP);
        squares(straight | diagonal).any(|from| bit_cnt(attacks.between[queen][from] & self.board.occupied) == 1)
    }

    #[inline(always)]
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
        let checks =
            [(KNIGHT, board.attacks.knight[king]), (BISHOP, diagonal), (ROOK, straight), (QUEEN, straight | diagonal)];
        let attackers = self.danger[enemy.index()] / ATTACKER;
        let mut units = self.danger[enemy.index()] & (ATTACKER - 1);
        for (kind, lines) in checks {
            let squares = lines & by_them[kind as usize];
            let unsafe_check = danger::UNSAFE_CHECK * i32::from(squares & !board.pieces[enemy.index()] != 0);
            let count = bit_cnt(squares & safe);
            let safe_check = danger::SAFE_CHECK[kind as usize] + danger::SECOND_CHECK * i32::from(count > 1);
            units += if count > 0 { safe_check } else { unsafe_check };
        }
        units += danger::WEAK_SQUARE * bit_cnt(weak & self.ring[side.index()]);
        units += danger::PINNED * bit_cnt(self.pinned[side.index()]);
        units += danger::MANY_ATTACKERS * i32::from(attackers > 2);
        if self.own(enemy, QUEEN) == 0 {
            units += danger::NO_QUEEN;
        }
        if attackers < 2 {
            units += danger::FEW_ATTACKERS;
        }
        self.flank(side, king);
        units += danger::GUARDED_TWICE * bit_cnt(self.ring[side.index()] & self.twice[side.index()]);
        self.term(side, KING_DANGER + units.clamp(0, danger::MOST) as usize);
    }

    /// Control of the king's flank on the five nearest ranks.
    #[inline(always)]
    fn flank(&mut self, side: Side, king: Square) {
        let enemy = side.other();
        let flank = FLANKS[file(king)];
        if flank & (self.own(side, PAWN) | self.own(enemy, PAWN)) == 0 {
            self.term(side, PAWNLESS_FLANK);
        }
        let camp = flank & side.relative_map(OWN_CAMP);
        let attacked = camp & self.by[enemy.index()][0];
        self.terms(side, FLANK_ATTACK, bit_cnt(attacked));
        self.terms(side, FLANK_ATTACK_TWICE, bit_cnt(attacked & self.twice[enemy.index()]));
        self.terms(side, FLANK_DEFENCE, bit_cnt(camp & self.by[side.index()][0]));
    }

    #[inline(always)]
    fn shelter(&mut self, side: Side, king: Square) {
        let index = side.index();
        if self.structure.king[index] != king as u8 {
            self.structure.shelter[index] = self.structure.look_at_shelter(side, king, self.tally.trace);
            self.structure.king[index] = king as u8;
        }
        self.tally.pair += self.structure.shelter[index];
    }

    #[inline(always)]
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

    #[inline(always)]
    fn passed_pawns(&mut self, side: Side) {
        let board = self.board;
        let enemy = side.other();
        let (king, enemy_king) = (board.king_square(side), board.king_square(enemy));
        for square in squares(self.structure.passed & self.own(side, PAWN)) {
            let row = rank(side.relative(square));
            let next = forward(side, bit(square));
            if board.occupied & next != 0 {
                self.term(side, PASSED_BLOCKED + row);
            } else if self.by[enemy.index()][0] & next == 0 {
                self.term(side, PASSED_FREE + row);
            }
            if self.by[side.index()][0] & next != 0 {
                self.term(side, PASSED_GUARDED + row);
            }
            if ahead(side, bit(square)) & (board.occupied | self.by[enemy.index()][0]) == 0 {
                self.term(side, PASSED_CLEAR + row);
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

    #[inline(always)]
    fn space(&mut self, side: Side) {
        if self.phase < SPACE_PHASE {
            return;
        }
        let pawns = self.own(side, PAWN);
        let zone = CENTRE_FILES & side.relative_map(SPACE_RANKS);
        let safe = zone & !pawns & !self.by[side.other().index()][PAWN as usize];
        let behind = ahead(side.other(), pawns);
        self.terms(side, SPACE, bit_cnt(safe) + bit_cnt(safe & behind & !self.by[side.other().index()][0]));
    }
}

/// One attacker of the king's ring in a sum of danger: far greater than all units, so that one number counts both.
const ATTACKER: i32 = 1 << 16;

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
            assert_eq!(board(fen).evaluate_classical(), board(&flip(fen)).evaluate_classical(), "{fen}");
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
            let mut structure = PawnEntry::EMPTY;
            for _ in 0..2 {
                let sum = sum_of_features(&board, &mut structure, &mut Deaf);
                assert_eq!(super::mixture(&board, sum).pair, mixture.pair, "{fen}");
            }
        }
    }

    #[test]
    fn a_queen_more_is_worth_about_a_queen() {
        let score = board("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").evaluate_classical();
        assert!((700..1700).contains(&score), "{score}");
        assert!(board(START_FEN).evaluate_classical().abs() < 60);
    }
}
