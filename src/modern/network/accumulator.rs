//! # Modern · The accumulator
//!
//! The accumulator is lazy: making a move does not touch it, because most nodes are cut off without being evaluated.
//! When a position is evaluated, the game line is searched backwards for the last position with a known accumulator,
//! and the moves made since are applied, each by adding or subtracting two to four rows of weights. Accumulators are
//! stored with the keys of their positions, so stale ones from another line are recognised.
//!
//! When a king crosses the middle of the board, the view of its side is mirrored and every piece gets a different
//! feature. The accumulator is then updated from the last position seen with the king on its new half (a refresh cache,
//! or *Finny table*). Within a search, that position and the current one differ in few pieces.
//!
//! **Read next:** [`file`](mod@crate::modern::network::file).

use super::Network;
use super::features::{Perspective, is_mirrored};
use super::kernels::{LANE, Lane, Lanes};
use crate::bitops::squares;
use crate::defines::*;
use crate::modern::Modern;
use crate::moves::Move;

/// Slots for the positions of the line; a power of two, greater than the maximum depth of a search.
const SLOTS: usize = 256;
/// Maximum number of moves to apply; beyond that, the refresh cache is used.
const MOST_STEPS: usize = 12;

/// Entry of the refresh cache: a position and its accumulator in one view.
#[derive(Clone, Default)]
struct Seen {
    /// Piece bitboards of the position, indexed by piece code; empty at first.
    bitmap: [BitMap; 16],
    numbers: Lanes,
}

/// Accumulators of the positions of the current line.
#[derive(Clone, Default)]
pub struct Accumulators {
    /// Hidden neurons per view.
    hidden: usize,
    /// Accumulators of each slot: White's view, then Black's.
    numbers: Lanes,
    /// Position key of each slot and view; 0 if empty.
    keys: Box<[[u64; 2]]>,
    /// `[side][whether the view is mirrored]`
    seen: [[Seen; 2]; 2],
}

impl Accumulators {
    /// Allocates the accumulators for this network and clears them.
    fn prepare(&mut self, network: &Network) {
        let nothing = || Seen { bitmap: [0; 16], numbers: network.feature_bias.clone() };
        self.hidden = network.hidden;
        self.numbers = Lanes::zero(SLOTS * 2 * network.hidden);
        self.keys = vec![[0; 2]; SLOTS].into_boxed_slice();
        self.seen = [[nothing(), nothing()], [nothing(), nothing()]];
    }

    /// Clears everything; required after a change of network.
    pub fn clear(&mut self) {
        *self = Accumulators::default();
    }

    /// Memory used, in bytes.
    pub fn size(&self) -> usize {
        let seen: usize = self.seen.as_flattened().iter().map(|seen| size_of_val(&*seen.numbers)).sum();
        size_of_val(&*self.numbers) + size_of_val(&*self.keys) + seen
    }

    /// Lanes per view.
    #[inline(always)]
    fn lanes(&self) -> usize {
        self.hidden / LANE
    }

    /// Index of the first lane of a side's view of position `at`.
    #[inline(always)]
    fn place(&self, at: usize, side: Side) -> usize {
        ((at % SLOTS) * 2 + side.index()) * self.lanes()
    }

    #[inline(always)]
    fn of(&self, at: usize, side: Side) -> &[Lane] {
        &self.numbers[self.place(at, side)..][..self.lanes()]
    }

    /// The accumulator at `at` and the one before it.
    #[inline(always)]
    fn pair(&mut self, at: usize, side: Side) -> (&mut [Lane], &[Lane]) {
        let (now, before) = (self.place(at, side), self.place(at + SLOTS - 1, side));
        let lanes = self.lanes();
        if now > before {
            let (first, second) = self.numbers.split_at_mut(now);
            (&mut second[..lanes], &first[before..][..lanes])
        } else {
            let (first, second) = self.numbers.split_at_mut(before);
            (&mut first[now..][..lanes], &second[..lanes])
        }
    }
}

/// Pieces removed and added by a move, at most two each.
struct Changes {
    gone: [(Piece, Square); 2],
    gone_count: usize,
    come: [(Piece, Square); 2],
    come_count: usize,
}

impl Modern {
    /// Evaluation by the network for the side to move, in centipawns.
    pub(in crate::modern) fn evaluate_by_network(&mut self) -> i32 {
        if self.accumulators.hidden != self.settings.network.hidden {
            self.accumulators.prepare(&self.settings.network);
        }
        self.bring_up_to_date();
        let (board, network) = (&self.board, &self.settings.network);
        let (at, side) = (board.end_of_search, board.next_move);
        let (own, enemy) = (self.accumulators.of(at, side), self.accumulators.of(at, side.other()));
        let score = network.output(own, enemy, board.occupied.count_ones() as usize);
        debug_assert_eq!(score, network.evaluate_board(board), "{}", board.fen());
        score
    }

    /// Brings the accumulators of both views up to date with the current position.
    #[inline]
    fn bring_up_to_date(&mut self) {
        let now = self.board.end_of_search;
        let known = Side::BOTH.map(|side| {
            self.last_known(side).unwrap_or_else(|| {
                self.make_view(side);
                now
            })
        });
        let views = Side::BOTH.map(|side| Perspective::new(side, self.board.king_square(side)));
        for at in known[0].min(known[1]) + 1..=now {
            let (mv, key) = (self.board.game_line[at - 1].mv, self.key_at(at));
            let changes = self.changes(mv);
            for (view, known) in views.into_iter().zip(known) {
                if at > known {
                    self.follow_move(at, key, view, &changes);
                }
            }
        }
    }

    /// The last position of the line with a known accumulator for this view, if it can be updated to the current
    /// position.
    #[inline(always)]
    fn last_known(&self, side: Side) -> Option<usize> {
        let now = self.board.end_of_search;
        let mut at = now;
        while self.accumulators.keys[at % SLOTS][side.index()] != self.key_at(at) {
            if at == 0 || now - at >= MOST_STEPS || self.crosses_the_middle(self.board.game_line[at - 1].mv, side) {
                return None;
            }
            at -= 1;
        }
        Some(at)
    }

    /// Key of the position after the first `at` half-moves of the game line.
    #[inline(always)]
    fn key_at(&self, at: usize) -> u64 {
        if at == self.board.end_of_search { self.board.hashkey } else { self.board.game_line[at].key }
    }

    /// Updates the accumulator from the refresh cache, which holds the last position with the king on the same half.
    #[inline(never)]
    fn make_view(&mut self, side: Side) {
        let (at, king) = (self.board.end_of_search, self.board.king_square(side));
        let view = Perspective::new(side, king);
        let Modern { accumulators, settings, board, .. } = self;
        let network = &settings.network;
        let (place, lanes) = (accumulators.place(at, side), accumulators.lanes());
        let seen = &mut accumulators.seen[side.index()][usize::from(is_mirrored(king))];
        for (piece, (old, new)) in seen.bitmap.into_iter().zip(board.bitmap).enumerate() {
            let row = |square| network.row(view.feature(piece as Piece, square));
            squares(old & !new).for_each(|square| network.kernel.subtract(&mut seen.numbers, row(square)));
            squares(new & !old).for_each(|square| network.kernel.add(&mut seen.numbers, row(square)));
        }
        seen.bitmap = board.bitmap;
        accumulators.keys[at % SLOTS][side.index()] = board.hashkey;
        accumulators.numbers[place..][..lanes].copy_from_slice(&seen.numbers);
    }

    /// Whether this side's king moves from one half of the board to the other.
    #[inline(always)]
    fn crosses_the_middle(&self, mv: Move, side: Side) -> bool {
        if mv.piec() != side.piece(KING) {
            return false;
        }
        let (from, to) = self.king_way(mv);
        is_mirrored(from) != is_mirrored(to)
    }

    /// Origin and target of a king move, castling included.
    #[inline]
    fn king_way(&self, mv: Move) -> (Square, Square) {
        if !mv.is_castling() {
            return (mv.from(), mv.tosq());
        }
        let path = self.board.path_of(mv);
        (path.king_from, path.king_to)
    }

    /// Pieces removed and added by a move; a null move has none.
    #[inline(always)]
    fn changes(&self, mv: Move) -> Changes {
        let (piece, from, to) = (mv.piec(), mv.from(), mv.tosq());
        if mv.is_castling() {
            let side = Side::of(piece);
            let path = self.board.path_of(mv);
            let rook = side.piece(ROOK);
            let gone = [(piece, path.king_from), (rook, path.rook_from)];
            let come = [(piece, path.king_to), (rook, path.rook_to)];
            return Changes { gone, gone_count: 2, come, come_count: 2 };
        }
        let becomes = if mv.is_promotion() { mv.prom() } else { piece };
        let count = usize::from(mv.is_some());
        let mut changes =
            Changes { gone: [(piece, from); 2], gone_count: count, come: [(becomes, to); 2], come_count: count };
        if mv.is_capture() {
            let square = if mv.is_en_passant() { to ^ 8 } else { to };
            changes.gone[1] = (mv.capt(), square);
            changes.gone_count = 2;
        }
        changes
    }
}

impl Modern {
    /// Computes the accumulator of one view at `at` from the one before it.
    #[inline(always)]
    fn follow_move(&mut self, at: usize, key: u64, view: Perspective, changes: &Changes) {
        let row = |&(piece, square): &(Piece, Square)| self.settings.network.row(view.feature(piece, square));
        let gone = changes.gone.each_ref().map(row);
        let come = changes.come.each_ref().map(row);
        self.accumulators.keys[at % SLOTS][view.side().index()] = key;
        let (numbers, before) = self.accumulators.pair(at, view.side());
        self.settings.network.kernel.update(numbers, before, &gone[..changes.gone_count], &come[..changes.come_count]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::testing::play;
    use crate::modern::Settings;
    use crate::modern::network::testing;
    use crate::readfen::{Rules, read_fen_by};
    use crate::searcher::random::Random;
    use crate::setup::Setup;
    use std::sync::Arc;

    fn random_network(hidden: usize, buckets: usize) -> Arc<Network> {
        Arc::new(testing::random_network(77, hidden, buckets))
    }

    fn settings_with(network: &Arc<Network>) -> Settings {
        Settings { network: Arc::clone(network), ..Settings::default() }
    }

    /// Plays a random move. Returns false if there is no legal move.
    fn stumble(board: &mut Board, random: &mut Random) -> bool {
        let moves = board.legal_moves();
        match moves.get(random.below(moves.len().max(1))) {
            Some(&mv) => board.make_move(mv),
            None => return false,
        }
        true
    }

    /// Makes and takes back random moves, enough of them to reuse every slot.
    #[test]
    fn an_incremental_accumulator_equals_a_refreshed_one() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "5rkr/8/8/8/8/8/8/5RKR w KQkq - 0 1",
            "rk5r/8/8/8/8/8/8/RK5R b KQkq - 0 1",
        ];
        let network = random_network(16, 4);
        let mut random = Random(1);
        let mut compared = 0;
        for fen in starts {
            let mut modern = Modern::with(&settings_with(&network));
            modern.board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
            for step in 0..4000 {
                let number = random.draw();
                if number % 5 < 3 && modern.board.end_of_search < 600 {
                    stumble(&mut modern.board, &mut random);
                } else if modern.board.end_of_search > 0 {
                    modern.board.unmake_move();
                }
                if number >> 32 & 3 == 0 || step % 500 == 499 {
                    let from_nothing = network.evaluate_board(&modern.board);
                    assert_eq!(modern.evaluate_by_network(), from_nothing, "{}", modern.board.fen());
                    compared += 1;
                }
            }
        }
        assert!(compared > 4000, "{compared}");
    }

    /// In debug builds, every evaluation of a search is compared with one computed from scratch.
    #[test]
    #[cfg(debug_assertions)]
    fn every_node_of_a_search_has_the_right_numbers() {
        use crate::board::testing::board;
        use crate::searcher::{Control, Limits, Searcher};

        let mut modern = Modern::with(&settings_with(&random_network(32, 8)));
        let mut nodes = 0;
        for fen in crate::lab::signature::positions().step_by(4) {
            modern.set_game(&board(fen));
            nodes += modern.think(&Limits::depth(7), &Control::silent()).nodes;
        }
        assert!(nodes > 10_000, "{nodes}");
    }

    /// The position with colours exchanged (`flip` is 56), files mirrored (7), or both (63).
    fn mirrored(setup: &Setup, flip: Square) -> Setup {
        let is_turned = flip & 56 != 0;
        let piece = |piece: Piece| if piece != EMPTY && is_turned { piece ^ BLACK_BIT } else { piece };
        Setup {
            square: std::array::from_fn(|square| piece(setup.square[square ^ flip])),
            next_move: if is_turned { setup.next_move.other() } else { setup.next_move },
            castle: [0; 2],
            ep_square: 0,
            ..setup.clone()
        }
    }

    #[test]
    fn a_hundred_thousand_positions_and_their_mirrors_agree() {
        let network = random_network(16, 8);
        let (mut board, mut mirror) = (Board::new(), Board::new());
        let mut random = Random(5);
        let mut compared = 0;
        while compared < 100_000 {
            if board.end_of_search >= 120 || !stumble(&mut board, &mut random) {
                board.init();
                continue;
            }
            let setup = Setup { castle: [0; 2], ep_square: 0, ..board.setup() };
            let score = network.evaluate_board(&board);
            for flip in [56, 7, 63] {
                mirror.init_from_setup(&mirrored(&setup, flip));
                assert_eq!(network.evaluate_board(&mirror), score, "{} {flip}", board.fen());
            }
            compared += 1;
        }
    }

    #[test]
    fn a_new_network_invalidates_the_accumulators() {
        let mut board = Board::new();
        play(&mut board, "e2e4");
        let mut modern = Modern::with(&settings_with(&random_network(16, 1)));
        let before = modern.evaluation_of(&board);
        for other in [Arc::new(testing::random_network(79, 16, 1)), random_network(32, 2)] {
            modern.set(&settings_with(&other));
            assert_eq!(modern.evaluation_of(&board), other.evaluate_board(&board));
            assert_ne!(before, modern.evaluation_of(&board));
        }
    }
}
