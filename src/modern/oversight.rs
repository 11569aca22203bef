//! Oversights of weak players.
//!
//! Human errors are not random. People look a few plies ahead and miss certain moves: a bishop move along the whole
//! diagonal, a piece that moves backwards, a quiet move that only makes a threat, the second move of a combination.
//! Below [`SEES_ALL`], a weakened player imitates this: it runs a small alpha-beta search, with captures at the leaves;
//! each move has a `difficulty` and may be overlooked. Whether a move is overlooked depends on the move, its distance
//! from the root, the root position and the seed. A player that misses a bishop move at some ply misses it at that ply
//! in every line of the search, but may see it when it searches again on its next turn.
//!
//! Two kinds of captures are never overlooked: recaptures (on the square where the last move captured), and captures of
//! a queen (below the rating [`CAREFUL`], only at the root). From [`CAREFUL`] on, a player never leaves its queen en
//! prise unless every move does.
//!
//! The difficulties are set by hand. According to chess teachers, beginners most often miss long diagonals, backward
//! moves, quiet moves, and moves later in a line. The difficulties are not fitted to human games, so a rating here need
//! not match a club player's. Matches between the levels and against Stockfish's levels determined the table `EYES`
//! (docs/strength.md).
//!
//! **Read next:** [`skill`](super::skill).

use std::ops::ControlFlow;

use super::clock::Patience;
use super::exchange::EXCHANGE_VALUE;
use super::skill::{MIN_ELO, Slip, rows_around};
use super::techniques::SearchFlags;
use super::{INFINITE, MATE, Modern, Stopped};
use crate::defines::*;
use crate::hash::split_mix;
use crate::moves::Move;

/// From this rating on, a weakened player overlooks nothing; it only searches fewer nodes and, at the lower ratings,
/// adds small random errors to the scores of the root moves.
pub const SEES_ALL: i32 = 2100;
/// From this rating on, a player never leaves its queen en prise unless every move does.
pub const CAREFUL: i32 = 1200;
/// A queen counts as en prise if the exchange that begins with its capture loses at least this many centipawns.
const QUEEN_LOSS: i32 = 300;
/// No iteration starts after this many nodes.
const MOST_NODES: u64 = 40_000;

/// Parameters of a player that overlooks moves.
#[derive(Clone, Copy, Debug)]
struct Eye {
    elo: i32,
    /// A move of difficulty `d` is overlooked with probability 1 - exp(-`blindness` · d).
    blindness: f64,
    /// Search depth in plies. The fractional part is the probability of one more ply.
    depth: f64,
    slip: Slip,
    seed: u64,
}

/// Ratings with blindness, depth and slip; values in between are interpolated.
const EYES: [(i32, [f64; 3]); 6] = [
    (MIN_ELO, [0.54, 1.72, 48.0]),
    (1200, [0.32, 2.15, 33.0]),
    (1400, [0.25, 2.4, 30.0]),
    (1600, [0.13, 2.9, 21.0]),
    (2000, [0.031, 4.12, 10.5]),
    (SEES_ALL, [0.02, 4.45, 8.0]),
];

impl Eye {
    fn of(elo: i32, seed: u64) -> Eye {
        let elo = elo.clamp(EYES[0].0, SEES_ALL);
        let (weaker, stronger, share) = rows_around(&EYES, elo);
        let mix = |at: usize| weaker[at] + share * (stronger[at] - weaker[at]);
        Eye { elo, blindness: mix(0), depth: mix(1), slip: Slip(mix(2)), seed }
    }

    /// A pseudorandom number, at least 0 and less than 1, determined by `what` and the seed.
    fn chance(&self, what: u64) -> f64 {
        (split_mix(self.seed ^ what << 20).1 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Depth of this search, in plies.
    fn plies(&self) -> usize {
        (self.depth + self.chance(0)) as usize
    }

    /// Whether the player sees this move, `ply` plies from the root. `taken_on` is the target of the last move, if that
    /// was a capture.
    fn sees(&self, mv: Move, ply: usize, taken_on: Option<Square>) -> bool {
        let takes_back = mv.is_capture() && taken_on == Some(mv.tosq());
        let takes_queen = kind(mv.capt()) == QUEEN && (ply == 0 || self.elo >= CAREFUL);
        if takes_back || takes_queen {
            return true;
        }
        self.chance(u64::from(mv.0)) >= 1.0 - (-self.blindness * difficulty(mv, ply)).exp()
    }
}

/// The difficulty of seeing a move `ply` plies from the root: 0 for an obvious move, about 1 for a quiet move by the
/// opponent, up to 2.5 for a move along a long diagonal, more for a combination of these or for a later move.
pub(super) fn difficulty(mv: Move, ply: usize) -> f64 {
    let (files, ranks) = (file(mv.from()).abs_diff(file(mv.tosq())), rank(mv.from()).abs_diff(rank(mv.tosq())));
    let length = files.max(ranks) as f64;
    let is_diagonal = files == ranks;
    let far = if is_diagonal { 0.5 * (length - 2.0) } else { 0.25 * (length - 3.0) };
    let piece = kind(mv.piec());
    let is_black = mv.piec() & BLACK_BIT != 0;
    let goes_back = if is_black { rank(mv.tosq()) > rank(mv.from()) } else { rank(mv.tosq()) < rank(mv.from()) };
    let mut sum = match piece {
        KNIGHT => 0.3,
        BISHOP | ROOK | QUEEN => far.max(0.0),
        _ => 0.0,
    };
    if goes_back && piece != KING {
        sum += 0.7;
    }
    let is_quiet = !mv.is_capture() && !mv.is_promotion();
    let is_own = ply.is_multiple_of(2);
    // People look at their own moves first, then at the opponent's captures, then at the opponent's quiet moves.
    sum += match (is_own, is_quiet) {
        (true, _) => 0.0,
        (false, false) => 0.25,
        (false, true) => 0.8,
    };
    sum + 0.4 * (ply / 2) as f64
}

impl Modern {
    /// Searches as a player that overlooks moves. Returns the move to play, its score and the depth of the search.
    pub(super) fn look_around(&mut self) -> Option<(Move, i32, usize)> {
        let eye = Eye::of(self.settings.elo, self.board.hashkey ^ self.settings.variety);
        let excluded = self.root.excluded.clone();
        let all: Vec<Move> = self.board.legal_moves().into_iter().filter(|mv| !excluded.contains(mv)).collect();
        let careful = if eye.elo >= CAREFUL { self.without_queen_losses(&all) } else { all.clone() };
        let last_taken = self.last_taken();
        let seen: Vec<Move> = careful.iter().copied().filter(|mv| eye.sees(*mv, 0, last_taken)).collect();
        let moves = if seen.is_empty() { careful } else { seen };
        let mut found: Vec<(Move, i32)> = moves.into_iter().map(|mv| (mv, 0)).collect();
        let mut done = 0;
        self.deepen_with(|this, depth| {
            let is_enough = depth > eye.plies() || this.board.inodes > MOST_NODES;
            if depth > 1 && (is_enough || this.is_soft_limit_reached(&Patience::default())) {
                return Ok(ControlFlow::Break(()));
            }
            found = this.score_seen(&eye, &found, depth).inspect_err(|_| this.return_to_root())?;
            done = depth;
            Ok(ControlFlow::Continue(depth))
        });
        let (mv, score) = eye.slip.choose(&found, eye.seed)?;
        Some((mv, score, done))
    }

    /// Target square of the last move, if it was a capture.
    fn last_taken(&self) -> Option<Square> {
        let last = self.board.game_line[self.board.end_of_search.checked_sub(1)?].mv;
        last.is_capture().then(|| last.tosq())
    }

    /// The moves that do not leave the queen en prise; all moves if every move does.
    fn without_queen_losses(&mut self, moves: &[Move]) -> Vec<Move> {
        let safe: Vec<Move> = moves.iter().copied().filter(|mv| !self.leaves_queen(*mv)).collect();
        if safe.is_empty() { moves.to_vec() } else { safe }
    }

    /// Whether the queen can be captured after this move, in an exchange that loses at least [`QUEEN_LOSS`] more than
    /// the move has captured.
    pub(super) fn leaves_queen(&mut self, mv: Move) -> bool {
        self.board.make_move(mv);
        let taken = EXCHANGE_VALUE[mv.capt() as usize];
        let replies = self.board.legal_moves();
        let lost = replies
            .into_iter()
            .any(|reply| kind(reply.capt()) == QUEEN && self.wins_exchange(reply, QUEEN_LOSS + taken));
        self.board.unmake_move();
        lost
    }

    /// Scores root moves as the player sees them; returns them best first. The score of a move too bad to be played is
    /// only a bound.
    fn score_seen(&mut self, eye: &Eye, moves: &[(Move, i32)], depth: usize) -> Result<Vec<(Move, i32)>, Stopped> {
        self.tree.root_depth = depth;
        let mut best = -INFINITE;
        let mut scored = Vec::with_capacity(moves.len());
        for &(mv, _) in moves {
            let alpha = (best - eye.slip.worst() - 1).max(-INFINITE);
            self.enter(0, mv)?;
            let score = -self.see_node(eye, 1, depth as i32 - 1, -INFINITE, -alpha)?;
            self.board.unmake_move();
            best = best.max(score);
            scored.push((mv, score));
        }
        scored.sort_by_key(|(_, score)| -score);
        Ok(scored)
    }

    /// Value of a node as the player sees it. At depth 0 and below, only captures and promotions that do not lose
    /// material are searched; in check, however, all moves are searched down to depth -1.
    fn see_node(&mut self, eye: &Eye, ply: usize, depth: i32, mut alpha: i32, beta: i32) -> Result<i32, Stopped> {
        if let Some(score) = self.end_of_line(ply, SearchFlags::empty()) {
            return Ok(score);
        }
        let in_check = self.frame(ply).checkers != 0;
        let moves = self.board.legal_moves();
        if moves.is_empty() {
            return Ok(if in_check { ply as i32 - MATE } else { DRAWSCORE });
        }
        let looks_at_all = depth > 0 || in_check && depth > -2;
        let mut best = -INFINITE;
        if !looks_at_all {
            best = self.evaluate();
            alpha = alpha.max(best);
        }
        let taken_on = self.last_taken();
        let is_seen =
            |mv: &Move| (looks_at_all || mv.is_capture() || mv.is_promotion()) && eye.sees(*mv, ply, taken_on);
        let mut seen: Vec<Move> = moves.into_iter().filter(is_seen).collect();
        seen.sort_by_key(|mv| -gain(*mv));
        for mv in seen {
            if best >= beta {
                break;
            }
            if !looks_at_all && !self.wins_exchange(mv, 0) {
                continue;
            }
            self.enter(ply, mv)?;
            let score = -self.see_node(eye, ply + 1, depth - 1, -beta, -alpha)?;
            self.board.unmake_move();
            best = best.max(score);
            alpha = alpha.max(score);
        }
        // If the player sees no move, return the evaluation.
        Ok(if best == -INFINITE { self.evaluate() } else { best })
    }
}

/// Ordering score of captures and promotions: the most valuable victim first, then the least valuable attacker.
fn gain(mv: Move) -> i32 {
    let value = |piece: Piece| EXCHANGE_VALUE[piece as usize];
    if !mv.is_capture() && !mv.is_promotion() {
        return 0;
    }
    1000 + 10 * (value(mv.capt()) + if mv.is_promotion() { value(mv.prom()) } else { 0 }) - value(mv.piec())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::modern::Settings;
    use crate::modern::evaluation::EvalKind;
    use crate::searcher::{Control, Limits, Searcher};

    fn player(elo: i32) -> Modern {
        Modern::with(&Settings { elo, eval_kind: EvalKind::Tutorial, ..Settings::default() })
    }

    /// The move that a player with this seed plays in the position on its board.
    fn played(player: &mut Modern, seed: u64) -> Move {
        player.settings.variety = split_mix(seed).1;
        player.think(&Limits::default(), &Control::silent()).best
    }

    fn mv(fen: &str, text: &str) -> Move {
        board(fen).is_valid_text_move(text).expect("a legal move")
    }

    #[test]
    fn long_backward_quiet_and_late_moves_are_harder_to_see() {
        let fen = "6k1/8/8/7p/3p4/4Q2b/8/B3K2N w - - 0 1";
        let of = |text: &str, ply| difficulty(mv(fen, text), ply);
        assert!(of("e3d4", 0) < 0.1);
        let open = "4k3/8/8/8/3p4/8/8/B3K3 w - - 0 1";
        let far = "7k/6p1/8/8/8/8/8/B3K3 w - - 0 1";
        assert!(difficulty(mv(far, "a1g7"), 1) > difficulty(mv(open, "a1d4"), 1) + 1.0, "a long diagonal");
        let rook = "4k3/8/8/8/R7/8/8/4K3 w - - 0 1";
        assert!(difficulty(mv(rook, "a4a2"), 0) > difficulty(mv(rook, "a4a6"), 0), "backward");
        let black = "4k3/8/8/r7/8/8/8/4K3 b - - 0 1";
        assert!(difficulty(mv(black, "a5a7"), 0) > difficulty(mv(black, "a5a3"), 0), "backward for Black");
        assert!(of("e3e4", 1) > of("e3d4", 1), "quiet");
        assert!(of("e3d4", 2) > of("e3d4", 0), "the second move of a combination");
    }

    #[test]
    fn stronger_players_overlook_less() {
        let quiet = mv("4k3/8/8/8/8/8/8/B3K3 w - - 0 1", "a1h8");
        let missed = |elo| (0..500).filter(|seed| !Eye::of(elo, split_mix(*seed).1).sees(quiet, 1, None)).count();
        let counts: Vec<usize> = [800, 1200, 1600, 2000].into_iter().map(missed).collect();
        assert!(counts.windows(2).all(|pair| pair[0] > pair[1] + 20), "{counts:?}");
        for elo in EYES[0].0..SEES_ALL {
            let (weaker, stronger) = (Eye::of(elo, 1), Eye::of(elo + 1, 1));
            assert!(weaker.blindness > stronger.blindness && weaker.depth < stronger.depth, "{elo}");
            assert!(weaker.slip.0 > stronger.slip.0, "{elo}");
        }
    }

    #[test]
    fn taking_back_and_taking_a_queen_are_never_overlooked() {
        let takes = mv("4k3/8/8/8/8/5q2/8/B3K1N1 w - - 0 1", "g1f3");
        let back = mv("4k3/6p1/8/8/8/8/8/B3K3 w - - 0 1", "a1g7");
        for seed in 0..500 {
            let eye = Eye::of(EYES[0].0, split_mix(seed).1);
            assert!(eye.sees(takes, 0, None) && eye.sees(back, 5, Some(back.tosq())));
        }
    }

    /// Positions in which the queen is attacked or could easily be lost: to an attack along a long diagonal, a knight
    /// fork, a discovered attack, a pawn or a pin.
    const QUEENS: [&str; 6] = [
        "rn1qkbnr/pbpp1ppp/1p6/4p1Q1/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 2 4",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "r1b1kbnr/pppp1ppp/2n5/4P3/5B1q/8/PPP1PPPP/RN1QKBNR b KQkq - 2 4",
        "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3",
        "r1bqkbnr/pppp1ppp/2n5/4p3/3PP3/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 3",
        "6k1/5ppp/8/3b4/8/8/3Q1PPP/3R2K1 w - - 0 1",
    ];

    #[test]
    fn a_player_of_1400_never_hangs_the_queen_if_a_safe_move_exists() {
        let mut player = player(1400);
        let mut chances = 0;
        for fen in QUEENS {
            let board = board(fen);
            player.set_game(&board);
            let legal = board.legal_moves();
            let bad = legal.iter().filter(|mv| player.leaves_queen(**mv)).count();
            assert!(bad > 0 && bad < legal.len(), "{fen}: {bad} of {}", legal.len());
            for seed in 1..=100 {
                let played = played(&mut player, seed);
                assert!(!player.leaves_queen(played), "{fen}: {played} with seed {seed}");
                chances += 1;
            }
        }
        assert_eq!(chances, 600);
    }

    #[test]
    fn hanging_queens_are_detected() {
        let mut player = player(1400);
        for (fen, text, lost) in [
            (QUEENS[1], "h5f7", false),
            (QUEENS[1], "h5h6", true),
            (QUEENS[1], "h5g6", true),
            (QUEENS[3], "d5a5", false),
            (QUEENS[3], "d5c6", false),
            (QUEENS[3], "a7a6", true),
            (QUEENS[5], "d2d5", false),
            (QUEENS[5], "d2d4", false),
        ] {
            player.set_game(&board(fen));
            assert_eq!(player.leaves_queen(mv(fen, text)), lost, "{fen} {text}");
        }
    }

    #[test]
    fn beginners_miss_what_experts_see() {
        // The bishop attacks the knight from far away.
        let fen = "b5k1/5ppp/8/8/4N3/8/5PPP/6K1 w - - 0 1";
        let lost = |elo: i32| {
            let mut player = player(elo);
            player.set_game(&board(fen));
            let loses = |played: &Move| kind(played.piec()) != KNIGHT && played.to_string() != "f2f3";
            (1..=40).map(|seed| played(&mut player, seed)).filter(loses).count()
        };
        let (beginner, expert) = (lost(800), lost(2000));
        assert!(beginner >= 5 && expert <= 2, "{beginner} {expert}");
    }
}
