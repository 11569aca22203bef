//! Endgames solved by retrograde analysis.
//!
//! Bishop and knight beat a bare king, and a queen beats a rook, but a search with few nodes often does not find the
//! win before the fifty-move rule ends the game. So each of these endgames is solved by retrograde analysis,
//! <https://www.chessprogramming.org/Retrograde_Analysis>, the first time that a full-strength search with enough time
//! starts from it. The analysis starts from all positions where the weak side is mated or the strong side wins by
//! capturing the rook, and works backwards.
//!
//! There are no pawns, so the board can be mirrored to bring the strong king into the quarter from a1 to d4. The
//! results for all 64 squares of the weak king are computed at once, as one bitboard. This works because the weak king
//! never blocks a move of the strong side's sliders: if it did, it would be in check with the strong side to move.
//!
//! **Read next:** [`endgame`](super::endgame).

use std::time::Duration;

use std::mem::take;

use once_cell::sync::OnceCell;

use super::Modern;
use super::endgame::{KNOWN_WIN, neighbours};
use super::skill::FULL_ELO;
use crate::bitops::{bit, first_one, squares};
use crate::board::Board;
use crate::data::ATTACKS;
use crate::defines::*;
use crate::moves::Move;
use crate::searcher::Limits;

/// Number of table entries: 16 squares for the strong king times 64 for each of the two pieces.
const ENTRIES: usize = 16 * 64 * 64;
/// Minimum time limit per move for an endgame to be solved before the search. Solving takes about a third of it.
const LEAST_TIME: Duration = Duration::from_secs(1);
/// Upper bound on the value of a won position, in centipawns. Queen against bare king scores higher, so that the search
/// captures the rook.
const BEST_VALUE: i32 = KNOWN_WIN + 400;
/// Cost of each ply to the end, in centipawns: large enough that pruning does not hide a step of progress.
const PLY_VALUE: i32 = 40;

const ENDINGS: [Ending; 2] =
    [Ending { pieces: [BISHOP, KNIGHT], against: false }, Ending { pieces: [QUEEN, ROOK], against: true }];
static SOLVED: [OnceCell<Solved>; 2] = [OnceCell::new(), OnceCell::new()];

/// King and piece against king, plus a second piece on either side.
#[derive(Clone, Copy)]
struct Ending {
    pieces: [Piece; 2],
    /// Whether the second piece belongs to the weak side.
    against: bool,
}

/// Squares of all men except the weak king.
#[derive(Clone, Copy)]
struct Men {
    king: Square,
    pieces: [Square; 2],
}

/// A solved endgame.
pub(super) struct Solved {
    ending: Ending,
    /// One more than the number of plies to mate or to the winning capture of the weak side's piece; 0 if the strong
    /// side does not win. Indexed by turn (0: strong side to move), entry and square of the weak king.
    plies: [Vec<[u8; 64]>; 2],
}

impl Modern {
    /// Solution of the endgame on the board, if it is one of [`ENDINGS`] and has been solved or there is time to solve
    /// it; [`None`] below full strength, or if the search is stopped meanwhile.
    pub(super) fn solve_ending(&self) -> Option<&'static Solved> {
        let number = ENDINGS.iter().position(|ending| ending.strong_side(&self.board).is_some())?;
        let solved = &SOLVED[number];
        // A weakened player must win by its own search.
        if self.settings.elo < FULL_ELO {
            return None;
        }
        if !self.has_time_to_solve() {
            return solved.get();
        }
        solved.get_or_try_init(|| Solved::new(ENDINGS[number], || !self.may_go_on_solving()).ok_or(())).ok()
    }

    /// Whether an endgame may be solved first. A search to depth 1 only replaces one that ran out of time.
    fn has_time_to_solve(&self) -> bool {
        self.board.search_depth > 1 && self.board.timer.max_time.is_none_or(|time| time >= LEAST_TIME)
    }

    /// Whether the search has neither been stopped nor used half its time.
    fn may_go_on_solving(&self) -> bool {
        !self.control.is_stopped() && !is_half_used(&self.control.limits(), self.control.elapsed())
    }

    /// Root moves that lengthen the win or hasten the loss. A search with few nodes may rate them as highly as the best
    /// moves.
    pub(super) fn detours(&mut self) -> Vec<Move> {
        let Some(solved) = self.solved else { return Vec::new() };
        let plies = solved.plies(&self.board).map_or(0, |(_, plies)| plies);
        let mut moves = self.board.legal_moves();
        moves.retain(|mv| !self.root.excluded.contains(mv));
        let leads_on = |&mv: &Move| {
            self.board.make_move(mv);
            let after = solved.plies(&self.board).map_or(0, |(_, plies)| plies);
            self.board.unmake_move();
            after + 1 == plies
        };
        let (shortest, detours): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(leads_on);
        if shortest.is_empty() { Vec::new() } else { detours }
    }
}

/// Whether half the time is used; after a ponder hit, half the time since.
fn is_half_used(limits: &Limits, elapsed: Duration) -> bool {
    let own = |time: Duration| time.saturating_sub(limits.pondered);
    limits.max_time.is_some_and(|most| own(elapsed) > own(most) / 2)
}

impl Ending {
    /// The side with the first piece, if this endgame is on the board.
    fn strong_side(self, board: &Board) -> Option<Side> {
        if board.occupied.count_ones() != 4 {
            return None;
        }
        Side::BOTH.into_iter().find(|&side| self.sets(board, side).into_iter().all(|set| set != 0))
    }

    /// Squares of the two pieces, if `strong` is the strong side.
    fn sets(self, board: &Board, strong: Side) -> [BitMap; 2] {
        let second = if self.against { strong.other() } else { strong };
        [board.bitmap[strong.piece(self.pieces[0]) as usize], board.bitmap[second.piece(self.pieces[1]) as usize]]
    }

    /// Squares attacked by a piece; the weak king does not block it.
    fn attacks(self, men: &Men, number: usize) -> BitMap {
        let occupied = bit(men.king) | bit(men.pieces[1 - number]);
        ATTACKS.of(self.pieces[number], men.pieces[number], occupied)
    }

    /// Squares attacked by the strong side's pieces, its king excluded.
    fn guarded(self, men: &Men) -> BitMap {
        self.attacks(men, 0) | if self.against { 0 } else { self.attacks(men, 1) }
    }

    /// Legal squares of the weak king with the strong side to move.
    fn strong_turn(self, men: &Men) -> BitMap {
        men.free() & !self.guarded(men)
    }

    /// Squares of the weak king for which the strong side, to move, wins by capturing the weak side's piece.
    fn captures(self, men: &Men) -> BitMap {
        if !self.against {
            return 0;
        }
        let [queen, rook] = men.pieces;
        let by_king = if ATTACKS.king[men.king] & bit(rook) != 0 { bare_king_loses(rook, queen) } else { 0 };
        let by_queen = if self.attacks(men, 0) & bit(rook) != 0 { bare_king_loses(men.king, rook) } else { 0 };
        by_king | by_queen
    }

    /// Unprotected strong pieces, which the weak king can capture from any adjacent square.
    fn prey(self, men: &Men) -> BitMap {
        let protected = ATTACKS.king[men.king] | self.guarded(men);
        let strong = bit(men.pieces[0]) | if self.against { 0 } else { bit(men.pieces[1]) };
        strong & !protected
    }

    /// Legal squares of the weak king with the weak side to move. If the rook would attack the strong king, the weak
    /// king must stand between them, because the strong king cannot be in check.
    fn weak_turn(self, men: &Men) -> BitMap {
        let in_check = self.against && self.attacks(men, 1) & bit(men.king) != 0;
        men.free() & if in_check { ATTACKS.between[men.pieces[1]][men.king] } else { !0 }
    }
}

impl Men {
    /// The men of a table entry; [`None`] if two of them share a square.
    fn of_entry(entry: usize) -> Option<Men> {
        let king = entry >> 12;
        let men = Men { king: king / 4 * 8 + king % 4, pieces: [entry >> 6 & 63, entry & 63] };
        (men.occupied().count_ones() == 3).then_some(men)
    }

    /// The table entry, and the XOR mask that mirrors every square to match it.
    fn entry(&self) -> (usize, usize) {
        let mirror = if file(self.king) > 3 { 7 } else { 0 } | if rank(self.king) > 3 { 56 } else { 0 };
        let king = self.king ^ mirror;
        let number = rank(king) * 4 + file(king);
        (number << 12 | (self.pieces[0] ^ mirror) << 6 | self.pieces[1] ^ mirror, mirror)
    }

    fn with_king(self, king: Square) -> Men {
        Men { king, ..self }
    }

    fn with_piece(mut self, number: usize, square: Square) -> Men {
        self.pieces[number] = square;
        self
    }

    fn occupied(&self) -> BitMap {
        bit(self.king) | bit(self.pieces[0]) | bit(self.pieces[1])
    }

    /// Squares available to the weak king.
    fn free(&self) -> BitMap {
        !(self.occupied() | ATTACKS.king[self.king])
    }
}

/// Mirrors a set.
fn mirrored(set: BitMap, mirror: usize) -> BitMap {
    let set = if mirror & 56 != 0 { set.swap_bytes() } else { set };
    if mirror & 7 != 0 { set.reverse_bits().swap_bytes() } else { set }
}

/// State of the analysis: sets of squares for the king of the weak side. `legal` and `won` are indexed by turn (0: the
/// strong side is to move) and entry, `found` and `doubtful` by entry.
struct Analysis {
    ending: Ending,
    /// Legal squares.
    legal: [Vec<BitMap>; 2],
    /// Positions known to be won for the strong side.
    won: [Vec<BitMap>; 2],
    /// With the strong side to move: positions in which a move to a won position has just been found.
    found: Vec<BitMap>,
    /// With the weak side to move: positions to check again, because one more move has been found to lose, and perhaps
    /// all moves do.
    doubtful: Vec<BitMap>,
}

impl Analysis {
    /// Starts with no known wins, except positions in which the strong side wins by capturing the weak side's piece.
    fn new(ending: Ending) -> Analysis {
        let table = |set: fn(Ending, &Men) -> BitMap| -> Vec<BitMap> {
            (0..ENTRIES).map(|entry| Men::of_entry(entry).map_or(0, |men| set(ending, &men))).collect()
        };
        let legal = [table(Ending::strong_turn), table(Ending::weak_turn)];
        let (found, doubtful) = (table(Ending::captures), legal[1].clone());
        Analysis { ending, legal, won: [vec![0; ENTRIES], vec![0; ENTRIES]], found, doubtful }
    }

    /// Adds to `found` all positions from which the strong side can move to these lost positions of the weak side.
    fn look_back_from_loss(&mut self, men: Men, lost: BitMap) {
        let mut found = |before: Men| {
            let (entry, mirror) = before.entry();
            self.found[entry] |= mirrored(lost, mirror);
        };
        squares(ATTACKS.king[men.king] & !men.occupied()).for_each(|from| found(men.with_king(from)));
        for number in 0..if self.ending.against { 1 } else { 2 } {
            let origins = self.ending.attacks(&men, number) & !men.occupied();
            squares(origins).for_each(|from| found(men.with_piece(number, from)));
        }
    }

    /// Adds to `doubtful` all positions from which the weak side can move to these won positions of the strong side.
    fn look_back_from_win(&mut self, entry: usize, men: Men, won: BitMap) {
        self.doubtful[entry] |= neighbours(won);
        if self.ending.against {
            for from in squares(self.ending.attacks(&men, 1) & !men.occupied()) {
                self.doubtful[men.with_piece(1, from).entry().0] |= won;
            }
        }
    }

    /// Squares in `open` where the weak king is lost, with the weak side to move: every move loses, or the king is in
    /// check and there is no move.
    fn losses(&self, men: &Men, open: BitMap) -> BitMap {
        let steps = self.ending.strong_turn(men);
        let prey = self.ending.prey(men);
        let mut moves = neighbours(steps | prey);
        let mut left = open & !neighbours(steps & !self.won[0][men.entry().0] | prey);
        if self.ending.against {
            let rook = men.pieces[1];
            for to in squares(self.ending.attacks(men, 1) & !bit(men.king)) {
                if left == 0 {
                    return 0;
                }
                let path = !(ATTACKS.between[rook][to] | bit(to));
                let after = men.with_piece(1, to);
                let (legal, won) = if to == men.pieces[0] {
                    (path, 0)
                } else {
                    (path & self.legal[0][after.entry().0], self.won[0][after.entry().0])
                };
                moves |= legal;
                left &= !(legal & !won);
            }
        }
        left & (moves | self.ending.guarded(men))
    }
}

/// Squares where a bare king, to move, loses against a queen.
fn bare_king_loses(king: Square, queen: Square) -> BitMap {
    let guarded = ATTACKS.of(QUEEN, queen, bit(king));
    let near = ATTACKS.king[king];
    let steps = neighbours(!(bit(king) | bit(queen) | near | guarded));
    let takes = if near & bit(queen) == 0 { ATTACKS.king[queen] } else { 0 };
    !(bit(king) | bit(queen) | near | takes) & (steps | guarded)
}

impl Solved {
    /// Solves the endgame; [`None`] if `is_stopped` becomes true first.
    fn new(ending: Ending, is_stopped: impl Fn() -> bool) -> Option<Solved> {
        let mut analysis = Analysis::new(ending);
        let mut plies = [vec![[0; 64]; ENTRIES], vec![[0; 64]; ENTRIES]];
        let all: Vec<_> = (0..ENTRIES).filter_map(|entry| Some((entry, Men::of_entry(entry)?))).collect();
        for count in 1..=u8::MAX {
            // Odd counts are losses for the weak side to move (1 is mate); even counts are wins for the strong side to
            // move.
            let turn = usize::from(count % 2);
            let mut is_complete = true;
            for &(entry, men) in &all {
                if entry.is_multiple_of(1024) && is_stopped() {
                    return None;
                }
                let open = analysis.legal[turn][entry] & !analysis.won[turn][entry];
                let new = match turn {
                    0 => open & take(&mut analysis.found[entry]),
                    _ => {
                        let doubtful = open & take(&mut analysis.doubtful[entry]);
                        analysis.losses(&men, doubtful)
                    }
                };
                if new == 0 {
                    continue;
                }
                is_complete = false;
                analysis.won[turn][entry] |= new;
                squares(new).for_each(|square| plies[turn][entry][square] = count);
                match turn {
                    0 => analysis.look_back_from_win(entry, men, new),
                    _ => analysis.look_back_from_loss(men, new),
                }
            }
            if is_complete {
                break;
            }
        }
        Some(Solved { ending, plies })
    }

    /// The strong side, and the number of plies as in the table; [`None`] if this endgame is not on the board.
    fn plies(&self, board: &Board) -> Option<(Side, u8)> {
        let strong = self.ending.strong_side(board)?;
        let men = Men { king: board.king_square(strong), pieces: self.ending.sets(board, strong).map(first_one) };
        let (entry, mirror) = men.entry();
        let turn = usize::from(board.next_move != strong);
        Some((strong, self.plies[turn][entry][board.king_square(strong.other()) ^ mirror]))
    }

    /// Value of a position of this endgame, in centipawns from White's point of view; [`None`] for any other position.
    pub(super) fn value(&self, board: &Board) -> Option<i32> {
        let (strong, plies) = self.plies(board)?;
        let value = if plies == 0 { 0 } else { BEST_VALUE - PLY_VALUE * i32::from(plies) };
        Some(if strong == Side::White { value } else { -value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::modern::testing::modern;
    use crate::searcher::Control;
    use crate::timer::Timer;

    fn plies(number: usize, turn: usize) -> impl Iterator<Item = u8> {
        let solved = SOLVED[number].get_or_init(|| Solved::new(ENDINGS[number], || false).expect("nobody stops it"));
        solved.plies[turn].iter().flatten().copied()
    }

    #[test]
    fn a_stop_ends_the_analysis() {
        let checks = std::cell::Cell::new(0);
        let stops_at = |at: usize| {
            checks.set(0);
            Solved::new(ENDINGS[0], || checks.replace(checks.get() + 1) == at).is_none()
        };
        assert!(stops_at(0) && stops_at(100));
        assert!(!stops_at(usize::MAX) && checks.get() > 1000, "{}", checks.get());
    }

    #[test]
    fn the_longest_wins_match_published_values() {
        // Bishop and knight mate in at most 33 moves; the queen wins the rook or mates in at most 31.
        assert_eq!(plies(0, 0).max(), Some(2 * 33));
        assert_eq!(plies(1, 0).max(), Some(2 * 31));
    }

    #[test]
    fn the_ending_at_the_root_is_solved_at_full_strength_if_there_is_time() {
        let mut modern = modern("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
        assert!(modern.solve_ending().is_some());
        for (time, is_enough) in [(None, true), (Some(2000), true), (Some(100), false)] {
            modern.board.timer.max_time = time.map(Duration::from_millis);
            assert_eq!(modern.has_time_to_solve(), is_enough, "{time:?}");
        }
        modern.board.timer.max_time = None;
        modern.board.search_depth = 1;
        assert!(!modern.has_time_to_solve());
        modern.board.search_depth = 2;
        assert!(modern.has_time_to_solve());
        modern.settings.elo = 1500;
        assert!(modern.solve_ending().is_none());
        assert!(self::modern("8/8/8/3k4/8/8/8/KBB5 w - - 0 1").solve_ending().is_none());
        assert!(self::modern("8/8/8/3k4/8/7p/8/KBN5 w - - 0 1").solve_ending().is_none());
    }

    #[test]
    fn solving_ends_at_half_the_time_and_after_a_stop() {
        let seconds = Duration::from_secs;
        for (max_time, pondered, elapsed, is_used) in [
            (None, 0, 1000, false),
            (Some(10), 0, 5, false),
            (Some(10), 0, 6, true),
            (Some(100), 90, 94, false),
            (Some(100), 90, 96, true),
        ] {
            let limits = Limits { max_time: max_time.map(seconds), pondered: seconds(pondered), ..Limits::default() };
            assert_eq!(is_half_used(&limits, seconds(elapsed)), is_used, "{max_time:?} {pondered} {elapsed}");
        }
        let mut modern = modern("8/8/8/3k4/8/8/8/KBN5 w - - 0 1");
        modern.control = Control::silent().within(&Limits { max_time: Some(seconds(60)), ..Limits::default() });
        modern.control.begin(Timer::default());
        assert!(modern.may_go_on_solving());
        modern.control.set_limits(Limits { max_time: Some(Duration::ZERO), ..Limits::default() });
        assert!(!modern.may_go_on_solving());
        modern.control.set_limits(Limits::default());
        modern.control.stop();
        assert!(!modern.may_go_on_solving());
    }

    #[test]
    fn a_position_and_its_mirrors_have_one_value() {
        let value = |fen: &str| modern(fen).solve_ending().and_then(|solved| solved.value(&board(fen)));
        for fens in [
            [
                "8/8/8/3k4/8/8/1B6/K1N5 w - - 0 1",
                "8/8/8/4k3/8/8/6B1/5N1K w - - 0 1",
                "K1N5/1B6/8/8/3k4/8/8/8 w - - 0 1",
            ],
            [
                "3q4/8/8/8/2k5/8/8/R5K1 b - - 0 1",
                "4q3/8/8/8/5k2/8/8/1K5R b - - 0 1",
                "R5K1/8/8/2k5/8/8/8/3q4 b - - 0 1",
            ],
        ] {
            let [first, second, third] = fens.map(|fen| value(fen).expect("a solved ending"));
            assert_eq!((first, first), (second, third), "{fens:?}");
        }
    }

    #[test]
    fn without_detours_every_ply_makes_progress() {
        for fen in ["8/1q6/8/8/6K1/8/k2R4/8 b - - 0 1", "8/8/8/3k4/8/8/8/KBN5 w - - 0 1"] {
            let mut modern = modern(fen);
            modern.solved = modern.solve_ending();
            let solved = modern.solved.expect("a solved ending");
            let plies = |board: &Board| solved.plies(board).map_or(0, |(_, plies)| plies);
            let first = plies(&modern.board);
            assert!(first > 30, "{fen}");
            for left in (2..first).rev() {
                let detours = modern.detours();
                let mv =
                    modern.board.legal_moves().into_iter().find(|mv| !detours.contains(mv)).expect("a shortest way");
                modern.board.make_move(mv);
                assert_eq!(plies(&modern.board), left, "{fen}");
            }
        }
    }
}
