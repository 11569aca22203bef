//! Self-play games for the trainer.
//!
//! The engine plays against itself, and every quiet position becomes a [`record`](super::record). Seed, game number,
//! nodes per move and network determine a game completely: every machine produces the same bytes, with any number of
//! threads. So an interrupted run can be continued, and several machines can share one seed, each playing its own share
//! of the games ([`Shard`]).
//!
//! Rules of a game:
//!
//! * It starts with 8 or 9 random half-moves from the start position or, in about [`CHESS960`] per cent of the games,
//!   from a Chess960 position. Start position and moves are redrawn if the game is already over or the engine's score
//!   for either side exceeds [`BALANCED`].
//! * The search for a move ends with the iteration in which it reaches the node limit (a *soft* limit), so that its
//!   score is that of a complete iteration.
//! * A position is kept if the side to move has a choice of moves and is not in check, the best move is neither a
//!   capture nor a queen promotion, and the score is not a mate: only such quiet positions suit a static evaluation.
//! * [`RULES`] adjudicate the game, and only at kept positions, because a score in the middle of an exchange means
//!   little.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::mpsc;

use super::record::{GameHeader, Position};
use crate::board::Board;
use crate::games::chess960;
use crate::hash::split_mix;
use crate::modern::evaluation::EvalKind;
use crate::modern::negamax::is_noisy;
use crate::modern::network::Network;
use crate::modern::smp::OnPanic;
use crate::modern::{self, Modern};
use crate::play::referee::{AdjudicationRules, Referee, points};
use crate::readfen::{self, read_fen_by};
use crate::searcher::random::Random;
use crate::searcher::score::mate_in;
use crate::searcher::{AtRoot, Control, Limits, Searcher, Thought, laws};
use crate::setup::Setup;

/// Minimum number of random half-moves at the start; with probability 1/2, one more is played.
pub const RANDOM_PLIES: u64 = 8;
/// Maximum absolute score of a usable opening, in centipawns.
pub const BALANCED: i32 = 200;
/// Percentage of games that start from a Chess960 position.
pub const CHESS960: usize = 15;
/// Adjudication rules; `decided_plies` and `level_plies` count kept positions only.
pub const RULES: AdjudicationRules =
    AdjudicationRules { decided: 600, decided_plies: 5, level: 10, level_plies: 10, level_from: 80, longest_game: 400 };
/// A search is aborted within an iteration at this multiple of its soft node limit.
const HARD_LIMIT: u64 = 10;
/// Size of the transposition table, in megabytes: enough for a game at a few hundred nodes per move.
const MEGABYTES: usize = 2;

/// The games whose numbers leave the remainder `part` when divided by `parts`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Index of the part, from 0.
    pub part: u32,
    /// Number of parts; at least 1.
    pub parts: u32,
}

impl Shard {
    /// All games.
    pub const ALL: Shard = Shard { part: 0, parts: 1 };

    /// Number of the `index`-th game of this part; [`None`] when the numbers are exhausted.
    pub fn number(self, index: u32) -> Option<u32> {
        index.checked_mul(self.parts)?.checked_add(self.part)
    }
}

/// The games to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DatagenPlan {
    /// Seed; different seeds give different games.
    pub seed: u64,
    /// Nodes per move, as a soft limit; less than 2^24.
    pub nodes: u32,
    /// The part of the games to play.
    pub shard: Shard,
    /// The network that evaluates; [`None`] for the tutorial's evaluation.
    pub network: Option<Arc<Network>>,
}

impl DatagenPlan {
    /// The header of the run's first game, still without positions. Its evaluator is 0 for the tutorial's evaluation,
    /// otherwise the network's [`mark`](Network::mark), which takes a pass over all weights to compute.
    pub fn first_game(&self) -> GameHeader {
        let evaluator = self.network.as_ref().map_or(0, |network| network.mark());
        GameHeader { positions: 0, seed: self.seed, number: 0, nodes: self.nodes, evaluator }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Origin of the game.
    pub game: GameHeader,
    /// Quiet positions of the game.
    pub positions: Vec<Position>,
}

/// A game and the search that plays it.
pub struct GameSearch {
    /// The game.
    pub board: Box<Board>,
    /// The limits of each search.
    pub limits: Limits,
    pub(super) modern: Modern,
    control: Control,
}

impl GameSearch {
    /// A game whose searches end when `stop` is set.
    pub fn new(settings: &modern::Settings, limits: Limits, stop: &Arc<AtomicBool>) -> GameSearch {
        let control = Control::stopped_by(Arc::clone(stop));
        GameSearch { board: Board::new(), limits, modern: Modern::with(settings), control }
    }

    /// Searches the position on the board; [`None`] if stopped.
    pub(super) fn think(&mut self) -> Option<Thought> {
        self.modern.set_game(&self.board);
        let thought = self.modern.think(&self.limits, &self.control);
        (!self.control.is_stopped()).then_some(thought)
    }

    /// Clears the data from previous games.
    pub(super) fn clear(&mut self) {
        self.modern.clear();
    }

    /// Sets up a position and plays this many random half-moves, or one more. Returns whether the resulting position is
    /// balanced and the game is not over; [`None`] if stopped.
    pub fn open_from(&mut self, start: &Setup, plies: u64, random: &mut Random) -> Option<bool> {
        let board = &mut self.board;
        board.init_from_setup(start);
        for _ in 0..plies + (random.draw() & 1) {
            let moves = board.legal_moves();
            if moves.is_empty() {
                return Some(false);
            }
            board.play(moves[random.below(moves.len())]);
        }
        if laws::outcome(board).is_some() {
            return Some(false);
        }
        let thought = self.think()?;
        Some(thought.scored().is_some_and(|score| score.abs() <= BALANCED))
    }
}

/// Limits of a search that ends with the iteration in which it reaches this many nodes.
pub fn soft_limit(nodes: u64) -> Limits {
    Limits { soft_nodes: Some(nodes), root: AtRoot::Search, ..Limits::default() }
}

/// Chooses the start position of a game at random.
fn start(random: &mut Random) -> Setup {
    if random.below(100) >= CHESS960 {
        return Setup::start();
    }
    let fen = chess960::fen(random.below(chess960::COUNT));
    read_fen_by(&fen, readfen::Rules::Chess960).expect("a start of Chess960 is a position").setup
}

/// Plays games, one after another.
pub struct SelfPlayer {
    search: GameSearch,
    /// The header of the run's first game.
    first: GameHeader,
}

impl SelfPlayer {
    /// A player for this plan; setting `stop` ends its game.
    pub fn new(plan: &DatagenPlan, stop: &Arc<AtomicBool>) -> SelfPlayer {
        let usual = modern::Settings { megabytes: MEGABYTES, ..modern::Settings::default() };
        let settings = match &plan.network {
            Some(network) => modern::Settings { network: Arc::clone(network), ..usual },
            None => modern::Settings { eval_kind: EvalKind::Tutorial, ..usual },
        };
        let nodes = u64::from(plan.nodes);
        let limits = Limits { nodes: Some(HARD_LIMIT * nodes), ..soft_limit(nodes) };
        let search = GameSearch::new(&settings, limits, stop);
        SelfPlayer { search, first: plan.first_game() }
    }

    /// Plays the game with this number; [`None`] if stopped.
    pub fn play(&mut self, number: u32) -> Option<PlayedGame> {
        let mut random = Random::seeded(split_mix(self.first.seed).1 ^ u64::from(number) << 20);
        self.search.clear();
        while !self.search.open_from(&start(&mut random), RANDOM_PLIES, &mut random)? {}
        let mut positions = Vec::new();
        let result = self.play_on(&mut positions)?;
        let game = GameHeader { positions: positions.len() as u16, number, ..self.first };
        for (at, position) in positions.iter_mut().enumerate() {
            (position.result, position.is_first, position.game) = (result, at == 0, game.hash());
        }
        Some(PlayedGame { game, positions })
    }

    /// Plays the game to its end, and collects the kept positions. Returns the result for White, 0, 1 or 2; [`None`] if
    /// stopped.
    fn play_on(&mut self, positions: &mut Vec<Position>) -> Option<u8> {
        let mut referee = Referee::new(RULES);
        loop {
            let board = &mut self.search.board;
            let status = board.is_end_of_game();
            if let Some(outcome) = laws::outcome(board) {
                return Some(points(outcome).0);
            }
            if status.legal_moves == Some(1) {
                board.play(status.last_legal);
                continue;
            }
            let thought = self.search.think()?;
            let (board, best) = (&mut self.search.board, thought.best);
            let Some(score) = thought.scored() else {
                // Too few nodes for the first iteration: any move will do, and the position is not kept.
                board.play(if best.is_some() { best } else { status.last_legal });
                continue;
            };
            if !board.is_own_king_attacked() && !is_noisy(best) && mate_in(score).is_none() {
                positions.push(Position::of(board, score as i16));
                if let Some((result, _)) = referee.judge(board, score) {
                    return Some(result);
                }
            }
            board.play(best);
        }
    }
}

/// Plays the games of a plan's shard, from index `first` on, with this many threads, and passes them to `take` in the
/// order of their numbers. Ends when `take` returns `false` or an error, when `stop` is set, or when the numbers are
/// exhausted; games not passed on by then are dropped.
///
/// # Errors
/// Errors of `take`.
pub fn run(
    plan: &DatagenPlan,
    first: u32,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut take: impl FnMut(&PlayedGame) -> io::Result<bool>,
) -> io::Result<()> {
    let next = AtomicU32::new(first);
    let ended = Arc::new(AtomicBool::new(false));
    std::thread::scope(|scope| {
        let (sender, games) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, next, ended) = (sender.clone(), &next, Arc::clone(&ended));
            scope.spawn(move || {
                // If this thread panics, the run ends: `hand_over` cannot pass on any game after the missing one.
                let _guard = OnPanic(&ended);
                let mut player = SelfPlayer::new(plan, &ended);
                while let Some(game) = plan.shard.number(next.fetch_add(1, Relaxed)).and_then(|n| player.play(n)) {
                    if sender.send(game).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let _guard = OnPanic(&ended);
        let done = hand_over(plan, first, &games, stop, &mut take);
        ended.store(true, Relaxed);
        done
    })
}

/// Passes the games on in the order of their numbers.
fn hand_over(
    plan: &DatagenPlan,
    first: u32,
    games: &mpsc::Receiver<PlayedGame>,
    stop: &AtomicBool,
    take: &mut impl FnMut(&PlayedGame) -> io::Result<bool>,
) -> io::Result<()> {
    let mut waiting = BTreeMap::new();
    let mut index = first;
    while !stop.load(Relaxed) {
        match games.recv_timeout(std::time::Duration::from_millis(50)) {
            Ok(played) => waiting.insert(played.game.number, played),
            Err(mpsc::RecvTimeoutError::Timeout) => continue,
            Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
        };
        while let Some(played) = plan.shard.number(index).and_then(|number| waiting.remove(&number)) {
            if !take(&played)? {
                return Ok(());
            }
            index += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: DatagenPlan = DatagenPlan { seed: 7, nodes: 120, shard: Shard::ALL, network: None };

    fn games(plan: &DatagenPlan, first: u32, count: usize, threads: usize) -> Vec<PlayedGame> {
        let mut games = Vec::new();
        let take = |played: &PlayedGame| {
            games.push(played.clone());
            Ok(games.len() < count)
        };
        run(plan, first, threads, &Arc::default(), take).expect("nothing is written");
        games
    }

    #[test]
    fn a_game_depends_on_seed_number_and_nodes_alone() {
        let one = games(&PLAN, 0, 6, 1);
        assert_eq!(one, games(&PLAN, 0, 6, 2));
        assert_eq!(one[4..], games(&PLAN, 4, 2, 2));
        assert!(one.iter().map(|played| played.positions.len()).sum::<usize>() > 100);
        assert_ne!(one[0].positions, games(&DatagenPlan { seed: 8, ..PLAN }, 0, 1, 1)[0].positions);
        assert_ne!(one[0].positions, games(&DatagenPlan { nodes: 300, ..PLAN }, 0, 1, 1)[0].positions);
        let network = DatagenPlan { network: Some(Network::built_in()), ..PLAN };
        let other = &games(&network, 0, 1, 1)[0];
        assert_ne!(one[0].positions, other.positions);
        assert!(one[0].game.evaluator == 0 && other.game.evaluator == Network::built_in().mark());
    }

    #[test]
    fn one_game_in_seven_starts_from_chess960() {
        let mut random = Random::seeded(1);
        let starts: Vec<Setup> = (0..2000).map(|_| start(&mut random)).collect();
        let others = starts.iter().filter(|setup| **setup != Setup::start()).count();
        assert!((CHESS960 - 2..CHESS960 + 2).contains(&(others / 20)), "{others} of 2000");
        // Records have no castling rights if the game's castling squares are not the standard ones.
        let mut board = Board::new();
        let start = read_fen_by(&chess960::fen(0), readfen::Rules::Chess960).expect("a position").setup;
        board.init_from_setup(&start);
        assert_eq!((board.castle, Position::of(&board, 0).castle), ([3; 2], [0; 2]));
        board.init();
        assert_eq!(Position::of(&board, 0).castle, [3; 2]);
    }

    #[test]
    fn a_panic_of_the_caller_stops_the_players() {
        let take = |_: &PlayedGame| std::panic::resume_unwind(Box::new("planted"));
        let run = || run(&PLAN, 0, 2, &Arc::default(), take);
        let planted = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).expect_err("a panic");
        assert!(planted.is::<&str>());
    }

    #[test]
    fn the_shards_together_are_the_whole() {
        let whole = games(&PLAN, 0, 6, 2);
        for part in 0..3 {
            let shard = games(&DatagenPlan { shard: Shard { part, parts: 3 }, ..PLAN }, 0, 2, 1);
            assert_eq!(shard, [whole[part as usize].clone(), whole[part as usize + 3].clone()]);
        }
    }

    #[test]
    fn kept_positions_are_quiet_and_match_their_game() {
        // With ten nodes, a search may end before it has found a move.
        let hasty = DatagenPlan { nodes: 10, ..PLAN };
        for played in games(&PLAN, 0, 4, 2).into_iter().chain(games(&hasty, 0, 40, 2)) {
            assert_eq!(played.game.positions as usize, played.positions.len());
            for (at, position) in played.positions.iter().enumerate() {
                assert_eq!((position.game, position.is_first), (played.game.hash(), at == 0));
                assert_eq!(position.result, played.positions[0].result);
                let mut board = Board::new();
                board.init_from_setup(&position.setup());
                assert!(!board.is_own_king_attacked() && board.legal_moves().len() > 1);
            }
        }
    }

    /// The first iteration searches every root move. If it is aborted, there is a move but no score.
    #[test]
    fn a_position_without_a_score_is_not_kept() {
        const NODES: u64 = 10;
        let mut player = SelfPlayer::new(&PLAN, &Arc::default());
        let mut first_score = |nodes| {
            player.search.limits.nodes = Some(nodes);
            let thought = player.search.think().expect("nobody stops it");
            assert!(thought.best.is_some());
            thought.scored()
        };
        assert!(first_score(1000).is_some() && first_score(NODES).is_none());
        let mut positions = Vec::new();
        player.play_on(&mut positions).expect("nobody stops it");
        let mut board = Board::new();
        for position in positions {
            board.init_from_setup(&position.setup());
            assert!(board.legal_moves().len() < NODES as usize, "{}", board.fen());
        }
    }
}
