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

use super::negamax::is_noisy;
use super::pages::prefetch;
use super::parameters::Parameters;
use super::techniques::Techniques;
use super::{Modern, NO_EVAL};
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
    /// Bit 0: whether the origin square is in `attacked`. Bit 1: whether the target square is in it.
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

    /// History context of the quiet moves in this node.
    #[inline]
    pub(super) fn history_context(&self, ply: usize) -> Context {
        let earlier = |plies| self.before(ply, plies).piece_to;
        Context {
            side: self.board.next_move,
            attacked: self.attacked_by_less(),
            earlier: [earlier(1), earlier(2), earlier(4)],
        }
    }

    /// Updates the histories after a cutoff: a bonus for the cutoff move, a malus for the captures tried before it and,
    /// if it is quiet, for the quiet moves tried before it.
    pub(super) fn learn_cutoff(&mut self, depth: i32, mv: Move, context: &Context, quiet: &[Move], noisy: &[Move]) {
        if !self.settings.techniques.contains(Techniques::QUIET_HISTORY) {
            return;
        }
        let parameters = &self.settings.parameters;
        let bonus = bonus(parameters, depth);
        let malus = -bonus * parameters.history_lost / 64;
        let histories = &mut self.histories;
        if is_noisy(mv) {
            histories.push_capture(mv, bonus);
        } else {
            histories.push_quiet(mv, context, bonus);
            // Later moves were expected to fail, so they get a smaller malus.
            for (place, &tried) in quiet.iter().enumerate() {
                let share = 64 - parameters.history_late * place.min(16) as i32 / 16;
                histories.push_quiet(tried, context, malus * share / 64);
            }
        }
        for &tried in noisy {
            histories.push_capture(tried, malus);
        }
    }

    /// The quiet move that led here and its [danger](Context::danger). [`None`] at the root and after a capture, a
    /// queen promotion or a null move.
    #[inline(always)]
    fn last_quiet_move(&self, ply: usize) -> Option<(Move, u8)> {
        let danger = self.before(ply, 1).danger.filter(|_| ply > 0)?;
        Some((self.board.game_line[self.board.end_of_search - 1].mv, danger))
    }

    /// Updates the history of the last move, if it is quiet: the bonus is proportional to the improvement in evaluation
    /// for the side that made it. This also helps to order moves that have never caused a cutoff.
    #[inline]
    pub(super) fn learn_gain(&mut self, ply: usize, static_eval: i32) {
        const LEAST: i32 = -800;
        const MOST: i32 = 600;
        let Some((mv, danger)) = self.last_quiet_move(ply) else { return };
        let before = self.before(ply, 1).eval;
        if before == NO_EVAL || static_eval == NO_EVAL || !self.settings.techniques.contains(Techniques::QUIET_HISTORY)
        {
            return;
        }
        let gain = -static_eval - before;
        let bonus = (gain * self.settings.parameters.history_gain / 16).clamp(LEAST, MOST);
        self.histories.push_own(self.board.next_move.other(), danger, mv, bonus);
    }

    /// Gives the last move, if it is quiet, a history bonus because all replies failed low.
    pub(super) fn reward_prior_move(&mut self, ply: usize, depth: i32) {
        self.learn_from_replies(ply, depth, self.settings.parameters.prior_move_bonus);
    }

    /// Gives the last move a malus because a reply caused a cutoff, if it is quiet and one of the first two of its node.
    /// Later moves are usually refuted anyway, and a singular search says nothing about the last move.
    pub(super) fn punish_prior_move(&mut self, ply: usize, depth: i32, excluded: Move) {
        if !excluded.is_some() && self.before(ply, 1).number <= 2 {
            self.learn_from_replies(ply, depth, -self.settings.parameters.prior_move_malus);
        }
    }

    /// Updates the histories of the last move, if it is quiet, by this many 64ths of the bonus for a cutoff.
    fn learn_from_replies(&mut self, ply: usize, depth: i32, share: i32) {
        let Some((mv, danger)) = self.last_quiet_move(ply) else { return };
        if !self.settings.techniques.contains(Techniques::QUIET_HISTORY) {
            return;
        }
        let bonus = bonus(&self.settings.parameters, depth) * share / 64;
        self.histories.push_own(self.board.next_move.other(), danger, mv, bonus);
        let reply = self.before(ply, 1).piece_to;
        for plies in [2, 3] {
            let earlier = self.before(ply, plies).piece_to;
            self.histories.push_reply(earlier, reply, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::modern;
    use super::*;

    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

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

    /// Makes these moves from the root. Returns the last one and the history context in which it was made.
    fn line(modern: &mut Modern, moves: &[&str]) -> (Move, Context) {
        modern.begin();
        let mut last = None;
        for (ply, text) in moves.iter().enumerate() {
            let mv = modern.board.is_valid_text_move(text).expect("a legal move");
            let context = modern.history_context(ply);
            modern.enter(ply, mv).expect("nothing stops it");
            modern.frame(ply).danger = (!is_noisy(mv)).then(|| context.danger(mv));
            last = Some((mv, context));
        }
        last.expect("a move")
    }

    #[test]
    fn the_gain_of_a_quiet_move_updates_the_history_of_its_side() {
        // The history of `mv` if the evaluation is 10 before the move and `after` afterwards, each for the side to
        // move.
        let learnt = |mv: &str, after| {
            let mut modern = modern(KIWIPETE);
            let (mv, context) = line(&mut modern, &[mv]);
            modern.frame(0).eval = 10;
            modern.learn_gain(1, after);
            modern.histories.quiet(mv, &context)
        };
        assert_eq!([-40, -10, 20].map(|after| learnt("a1b1", after)), [120, 0, -120], "four points a centipawn");
        assert_eq!([-900, 900].map(|after| learnt("a1b1", after)), [600, -800]);
        assert_eq!(learnt("a1b1", NO_EVAL), 0, "it gives check");
        assert_eq!(learnt("e5f7", -40), 0, "a capture");
    }

    #[test]
    fn a_quiet_move_learns_that_all_replies_failed_low() {
        let mut modern = modern("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        let (mv, context) = line(&mut modern, &["e2e4", "e7e5", "g1f3"]);
        modern.reward_prior_move(3, 6);
        let parameters = Parameters::USUAL;
        let bonus = bonus(&parameters, 6) * parameters.prior_move_bonus / 64;
        assert_eq!(modern.histories.quiet(mv, &context), 3 * bonus, "its own history, and two as a reply");
        let again = modern.histories.clone();
        modern.enter_null(3).expect("nothing stops it");
        modern.reward_prior_move(4, 6);
        modern.reward_prior_move(0, 6);
        assert_eq!(modern.histories.quiet(mv, &context), again.quiet(mv, &context), "a null move has no history");
    }

    #[test]
    fn the_malus_falls_with_the_place_in_the_order() {
        let mut modern = modern("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        modern.settings.parameters.history_late = 48;
        modern.begin();
        let context = modern.history_context(0);
        let moves = modern.board.legal_moves();
        let (best, others) = moves.split_first().expect("twenty moves");
        modern.learn_cutoff(6, *best, &context, others, &[]);
        let malus = |place: usize| modern.histories.quiet(others[place], &context);
        let ratio = f64::from(malus(0)) / f64::from(malus(16));
        // A counter that is updated repeatedly, as here, loses a little of a large malus.
        assert!((3.5..=4.0).contains(&ratio), "the 17th move keeps a quarter: {} {}", malus(0), malus(16));
        assert!(malus(0) < malus(8) && malus(8) < malus(16));
        assert_eq!(malus(16), malus(17), "later moves lose no more");
    }

    #[test]
    fn an_early_quiet_move_learns_that_a_reply_refuted_it() {
        let parameters = Parameters::USUAL;
        let malus = bonus(&parameters, 6) * -parameters.prior_move_malus / 64;
        let learnt = |number, excluded| {
            let mut modern = modern("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
            let (mv, context) = line(&mut modern, &["e2e4", "e7e5", "g1f3"]);
            modern.frame(2).number = number;
            modern.punish_prior_move(3, 6, excluded);
            modern.histories.quiet(mv, &context)
        };
        assert_eq!([1, 2, 3].map(|number| learnt(number, Move::NONE)), [3 * malus, 3 * malus, 0]);
        let excluded = modern(KIWIPETE).board.legal_moves()[0];
        assert_eq!(learnt(1, excluded), 0, "a singular search says nothing about the last move");
    }
}
