//! # Modern · Histories
//!
//! <https://www.chessprogramming.org/History_Heuristic>. Counters record which moves were good elsewhere in the tree:
//! there are counters for quiet moves, for captures, and for moves as replies to earlier moves (continuation history).
//! A counter goes up when its move causes a cutoff, and down when a move searched later does.
//! The counter of a quiet move is also adjusted by the change in evaluation that the move causes. It goes up if all
//! replies fail low, and down if a reply to one of the first two moves of a node causes a cutoff. The closer a counter
//! is to its limit, the less it grows (*gravity*), so all counters stay within ±[`HISTORY_MAX`] and old results fade.
//!
//! The correction history (<https://www.chessprogramming.org/Static_Evaluation_Correction_History>) records how far
//! search scores deviated from the static evaluation in positions with the same pawns or the same pieces, or after the
//! same two moves.
//!
//! **Read next:** [`picker`](super::picker).

use super::Modern;
use super::pages::prefetch;
use super::parameters::Parameters;
use crate::board::boxed;
use crate::defines::*;
use crate::moves::Move;

/// Maximum absolute value of a counter.
pub const HISTORY_MAX: i32 = 16384;

/// Number of pairs of piece code and target square.
const PIECE_TO: usize = 1024;
/// Number of entries in each correction table.
const CORRECTIONS: usize = 16384;
/// A correction of one centipawn is stored as this number.
const CORRECTION_GRAIN: i32 = 256;
/// Maximum correction, in centipawns.
const CORRECTION_MAX: i32 = 64;

/// Piece and target square of a move as one index.
#[inline(always)]
pub const fn piece_to(mv: Move) -> usize {
    (mv.0 >> 6) as usize & (PIECE_TO - 1)
}

/// The target square of a [`piece_to`] index.
#[inline(always)]
pub const fn target_of(piece_to: usize) -> usize {
    piece_to & 63
}

/// The counters of one thread.
#[derive(Clone)]
pub struct Histories {
    /// `[side][from attacked | to attacked][from, to]`
    quiet: Box<[[[i16; 4096]; 4]; 2]>,
    /// `[captured, piece, to]`
    capture: Box<[i16; 16384]>,
    /// `[piece, to of an earlier move][piece, to]`
    continuation: Box<[[i16; PIECE_TO]; PIECE_TO]>,
    /// `[side][pawns]`
    pawn_correction: Box<[[i16; CORRECTIONS]; 2]>,
    /// `[side][colour][pieces other than pawns]`
    piece_correction: Box<[[[i16; CORRECTIONS]; 2]; 2]>,
    /// `[side][the last two moves]`
    move_correction: Box<[[i16; CORRECTIONS]; 2]>,
}

/// The indices of a position in the correction history.
#[derive(Clone, Copy, Default, Debug)]
pub struct CorrectionKeys {
    /// Index computed from the pawns.
    pub pawns: usize,
    /// Indices computed from White's and from Black's pieces.
    pub pieces: [usize; 2],
    /// Index computed from the last two moves.
    pub moves: usize,
}

impl CorrectionKeys {
    /// Builds the indices from hashes of pawns, pieces and moves.
    pub fn new(pawns: u64, pieces: [u64; 2], moves: u64) -> CorrectionKeys {
        let index = |hash: u64| (hash >> 50) as usize % CORRECTIONS;
        CorrectionKeys { pawns: index(pawns), pieces: pieces.map(index), moves: index(moves) }
    }
}

#[inline(always)]
fn push(counter: &mut i16, bonus: i32) {
    let old = i32::from(*counter);
    *counter = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

/// Bonus for a cutoff at this depth.
#[inline]
pub fn bonus(parameters: &Parameters, depth: i32) -> i32 {
    (parameters.history_factor * depth - parameters.history_base).clamp(0, parameters.history_most)
}

impl Default for Histories {
    fn default() -> Histories {
        Histories {
            quiet: boxed([[0; 4096]; 4]),
            capture: boxed(0),
            continuation: boxed([0; PIECE_TO]),
            pawn_correction: boxed([0; CORRECTIONS]),
            piece_correction: boxed([[0; CORRECTIONS]; 2]),
            move_correction: boxed([0; CORRECTIONS]),
        }
    }
}

/// The context on which the counters of a quiet move depend.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Side to move.
    pub side: Side,
    /// Squares where the side to move could lose a piece to a less valuable one.
    pub attacked: BitMap,
    /// The moves one, two and four plies earlier, as [`piece_to`].
    pub earlier: [usize; 3],
}

impl Context {
    /// Bit 0: is the origin square in `attacked`? Bit 1: is the target square in it?
    #[inline(always)]
    pub fn danger(&self, mv: Move) -> u8 {
        (self.attacked >> mv.from() & 1) as u8 + 2 * (self.attacked >> mv.tosq() & 1) as u8
    }
}

/// Quiet-move counters in one context.
pub struct InContext<'a> {
    context: &'a Context,
    moves: &'a [[i16; 4096]; 4],
    replies: [&'a [i16; PIECE_TO]; 3],
}

impl InContext<'_> {
    /// See [`Histories::quiet`].
    #[inline(always)]
    pub fn quiet(&self, mv: Move) -> i32 {
        let [one, two, four] = self.replies.map(|replies| i32::from(replies[piece_to(mv)]));
        i32::from(self.moves[usize::from(self.context.danger(mv))][mv.from_to()]) + one + two + four / 2
    }
}

impl Histories {
    /// Memory used, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.quiet)
            + size_of_val(&*self.capture)
            + size_of_val(&*self.continuation)
            + size_of_val(&*self.pawn_correction)
            + size_of_val(&*self.piece_correction)
            + size_of_val(&*self.move_correction)
    }

    /// History of a quiet move: its own counter plus its continuation history; at most 3.5 times [`HISTORY_MAX`] in
    /// absolute value.
    #[inline(always)]
    pub fn quiet(&self, mv: Move, context: &Context) -> i32 {
        self.in_context(context).quiet(mv)
    }

    /// Prepares [`Histories::quiet`] for many moves in the same context.
    #[inline(always)]
    pub fn in_context<'a>(&'a self, context: &'a Context) -> InContext<'a> {
        let replies = context.earlier.map(|earlier| &self.continuation[earlier]);
        InContext { context, moves: &self.quiet[context.side.index()], replies }
    }

    /// Updates the history of a quiet move: with a positive bonus if it caused a cutoff, a negative one if a later move
    /// did.
    #[inline]
    pub fn push_quiet(&mut self, mv: Move, context: &Context, bonus: i32) {
        self.push_own(context.side, context.danger(mv), mv, bonus);
        for earlier in context.earlier {
            self.push_reply(earlier, piece_to(mv), bonus);
        }
    }

    /// Updates the quiet move's own counter only.
    #[inline]
    pub fn push_own(&mut self, side: Side, danger: u8, mv: Move, bonus: i32) {
        push(&mut self.quiet[side.index()][usize::from(danger)][mv.from_to()], bonus);
    }

    /// Updates one counter of the continuation history. Both moves are given as [`piece_to`].
    #[inline]
    pub fn push_reply(&mut self, earlier: usize, reply: usize, bonus: i32) {
        push(&mut self.continuation[earlier][reply], bonus);
    }

    /// The history of a capture or promotion.
    #[inline(always)]
    pub fn capture(&self, mv: Move) -> i32 {
        i32::from(self.capture[(mv.0 >> 6) as usize & 16383])
    }

    /// Updates the history of a capture or promotion.
    #[inline]
    pub fn push_capture(&mut self, mv: Move, bonus: i32) {
        push(&mut self.capture[(mv.0 >> 6) as usize & 16383], bonus);
    }

    /// Weighted mean difference between search score and static evaluation in similar positions, in centipawns.
    #[inline]
    pub fn correction(&self, side: Side, keys: &CorrectionKeys) -> i32 {
        let side = side.index();
        let sum = 2 * i32::from(self.pawn_correction[side][keys.pawns])
            + i32::from(self.piece_correction[side][0][keys.pieces[0]])
            + i32::from(self.piece_correction[side][1][keys.pieces[1]])
            + i32::from(self.move_correction[side][keys.moves]);
        sum / (5 * CORRECTION_GRAIN)
    }

    /// Prefetches the entries that [`correction`](Histories::correction) reads.
    #[inline(always)]
    pub(super) fn prefetch_correction(&self, side: Side, keys: &CorrectionKeys) {
        let side = side.index();
        prefetch(&self.pawn_correction[side][keys.pawns]);
        prefetch(&self.piece_correction[side][0][keys.pieces[0]]);
        prefetch(&self.piece_correction[side][1][keys.pieces[1]]);
        prefetch(&self.move_correction[side][keys.moves]);
    }

    /// Updates the correction after a search of this depth whose score differed from the static evaluation by
    /// `difference` centipawns.
    #[inline]
    pub fn push_correction(&mut self, side: Side, keys: &CorrectionKeys, difference: i32, depth: i32) {
        let side = side.index();
        let weight = (depth + 1).min(16);
        let most = CORRECTION_MAX * CORRECTION_GRAIN;
        let target = (difference * CORRECTION_GRAIN).clamp(-4 * most, 4 * most);
        let [white, black] = &mut self.piece_correction[side];
        let entries = [
            &mut self.pawn_correction[side][keys.pawns],
            &mut white[keys.pieces[0]],
            &mut black[keys.pieces[1]],
            &mut self.move_correction[side][keys.moves],
        ];
        for entry in entries {
            let mixed = (i32::from(*entry) * (256 - weight) + target * weight) / 256;
            *entry = mixed.clamp(-most, most) as i16;
        }
    }

    /// Reduces each quiet move's own counter by an eighth before a new search. The other counters are kept.
    pub fn fade(&mut self) {
        self.quiet.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|counter| *counter -= *counter / 8);
    }
}

/// Hashes two sets.
#[inline(always)]
fn mix(a: u64, b: u64) -> u64 {
    let x = (a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

impl Modern {
    /// The indices of this position, `ply` plies from the root, in the correction history.
    #[inline]
    pub(super) fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let bitmap = |side: Side, kind: Piece| self.board.bitmap[side.piece(kind) as usize];
        let pieces = |side: Side| {
            let minor = mix(bitmap(side, KNIGHT), bitmap(side, BISHOP));
            let major = mix(bitmap(side, ROOK), bitmap(side, QUEEN) ^ bitmap(side, KING).rotate_left(17));
            minor ^ major.rotate_left(23)
        };
        let pawns = mix(bitmap(Side::White, PAWN), bitmap(Side::Black, PAWN));
        let [last, earlier] = [1, 2].map(|plies| self.before(ply, plies).piece_to as u64);
        CorrectionKeys::new(pawns, Side::BOTH.map(pieces), mix(last, earlier))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stay_within_their_bounds() {
        let mut counter = 0;
        for _ in 0..10_000 {
            push(&mut counter, bonus(&Parameters::USUAL, 60));
            assert!(i32::from(counter) <= HISTORY_MAX);
        }
        assert!(i32::from(counter) > HISTORY_MAX * 9 / 10);
        for _ in 0..10_000 {
            push(&mut counter, -bonus(&Parameters::USUAL, 60));
        }
        assert!(i32::from(counter) < -HISTORY_MAX * 9 / 10);
    }

    #[test]
    fn a_new_search_begins_with_seven_eighths_of_the_old_counters() {
        let mut histories = Histories::default();
        for (counter, old) in histories.quiet.as_flattened_mut().as_flattened_mut().iter_mut().zip([800, -800, 7]) {
            *counter = old;
        }
        histories.fade();
        assert_eq!(histories.quiet.as_flattened().as_flattened()[..4], [700, -700, 7, 0]);
    }

    #[test]
    fn corrections_go_where_the_search_points() {
        let mut histories = Histories::default();
        let keys = CorrectionKeys::new(1 << 60, [2 << 60, 3 << 60], 4 << 60);
        for _ in 0..100 {
            histories.push_correction(Side::Black, &keys, 40, 12);
        }
        assert!((38..=40).contains(&histories.correction(Side::Black, &keys)));
        assert_eq!(histories.correction(Side::White, &keys), 0);
    }
}
