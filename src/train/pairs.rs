//! Pairs of games between two players.
//!
//! Experiments on the search are played as pairs of games: both players play a balanced random opening once with each
//! colour, which cancels out the opening's advantage. The players may differ in their techniques and search parameters.
//!
//! Players, seed and nodes per move determine a pair completely: every machine plays the same games, with any number of
//! threads. With a clock, the games depend on the machine.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::Instant;

use super::datagen::{self, GameSearch, RANDOM_PLIES, soft_limit};
use crate::defines::*;
use crate::modern;
use crate::modern::clock::Lag;
use crate::modern::parameters::Parameters;
use crate::modern::smp::OnPanic;
use crate::modern::techniques::Techniques;
use crate::play::referee::{AdjudicationRules, Referee, points};
use crate::play::thinktime::Allowance;
use crate::searcher::random::Random;
use crate::searcher::{Limits, laws};
use crate::setup::Setup;

/// Adjudication rules. Scores of noisy positions count as well, so adjudicating a win requires a larger score than in
/// data generation.
const RULES: AdjudicationRules = AdjudicationRules { decided: 1500, ..datagen::RULES };

/// Nodes of the search that checks an opening's balance.
const OPENING_NODES: u64 = 1000;
/// Size of a player's transposition table, in megabytes.
const MEGABYTES: usize = 16;
/// Safety margin on the clock, in milliseconds.
const MARGIN_MS: u64 = 10;

/// Search limit per move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Nodes per move.
    Nodes(u64),
    /// A clock: base time and increment in milliseconds.
    Clock {
        /// Base time.
        base_ms: u64,
        /// Increment.
        inc_ms: u64,
    },
}

impl Limit {
    /// Reads a limit in the form `nodes 4000` or `clock 2000 20` (base time and increment in milliseconds).
    pub(super) fn read(text: &str) -> Option<Limit> {
        match text.split(' ').collect::<Vec<_>>()[..] {
            ["nodes", nodes] => Some(Limit::Nodes(nodes.parse().ok()?)),
            ["clock", base, inc] => Some(Limit::Clock { base_ms: base.parse().ok()?, inc_ms: inc.parse().ok()? }),
            _ => None,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Limit::Clock { base_ms, inc_ms } => write!(f, "clock {base_ms} {inc_ms}"),
        }
    }
}

/// Search configuration of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerConfig {
    /// The techniques of this player.
    pub techniques: Techniques,
    /// The parameters of the techniques.
    pub parameters: Parameters,
}

impl PlayerConfig {
    /// All techniques, with the default parameters.
    pub const USUAL: PlayerConfig = PlayerConfig { techniques: Techniques::all(), parameters: Parameters::USUAL };
}

/// Two games between two players, with colours reversed in the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The players.
    pub sides: [PlayerConfig; 2],
    /// Seed; different seeds give different openings.
    pub seed: u64,
}

/// Plays the pairs with these numbers on this many threads. `take` receives the number of each pair as soon as it is
/// finished, in no particular order, and the results (0, 1, 2) of the first side in its two games.
///
/// Ends early when `stop` is set; sets `stop` if `take` returns `false`. Pairs unfinished by then are dropped.
pub fn play(
    numbers: &[u32],
    limit: Limit,
    threads: usize,
    stop: &Arc<AtomicBool>,
    pair: impl Fn(u32) -> Pair + Sync,
    mut take: impl FnMut(u32, [u8; 2]) -> bool,
) {
    let next = AtomicUsize::new(0);
    let (next, pair) = (&next, &pair);
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.clamp(1, numbers.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(move || {
                // If this thread panics, the others need not play the remaining pairs.
                let _guard = OnPanic(stop);
                let mut match_ = Match::new(limit, stop);
                loop {
                    let Some(&number) = numbers.get(next.fetch_add(1, Relaxed)) else { return };
                    let Some(points) = match_.play_pair(pair(number)) else { return };
                    if sender.send((number, points)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (number, points) in results {
            if !take(number, points) {
                stop.store(true, Relaxed);
            }
        }
    });
}

/// Two players, and a third search that checks the openings.
struct Match {
    players: [GameSearch; 2],
    opener: GameSearch,
    limit: Limit,
}

impl Match {
    fn new(limit: Limit, stop: &Arc<AtomicBool>) -> Match {
        let of = |megabytes, limits| {
            let settings = modern::Settings { megabytes, ..modern::Settings::default() };
            GameSearch::new(&settings, limits, stop)
        };
        let nodes = match limit {
            Limit::Nodes(nodes) => Some(nodes),
            Limit::Clock { .. } => None,
        };
        let player = || of(MEGABYTES, Limits { nodes, ..Limits::default() });
        Match { players: [player(), player()], opener: of(1, soft_limit(OPENING_NODES)), limit }
    }

    /// Plays an opening twice, with colours reversed. Returns the results of the first side, 0 to 2; [`None`] if
    /// stopped.
    fn play_pair(&mut self, pair: Pair) -> Option<[u8; 2]> {
        for (player, PlayerConfig { techniques, parameters }) in self.players.iter_mut().zip(pair.sides) {
            let usual = modern::Settings::default();
            player.modern.set(&modern::Settings { techniques, parameters, megabytes: MEGABYTES, ..usual });
        }
        let mut random = Random::seeded(!pair.seed);
        self.opener.clear();
        while !self.opener.open_from(&Setup::start(), RANDOM_PLIES, &mut random)? {}
        let first = self.play_game(Side::White)?;
        Some([first, 2 - self.play_game(Side::Black)?])
    }

    /// Plays one game in which the first player has this colour. Returns the result for White.
    fn play_game(&mut self, first: Side) -> Option<u8> {
        let setup = self.opener.board.setup();
        for player in &mut self.players {
            player.clear();
            player.board.init_from_setup(&setup);
        }
        let mut referee = Referee::new(RULES);
        let mut clocks = match self.limit {
            Limit::Clock { base_ms, .. } => [base_ms as i64; 2],
            Limit::Nodes(_) => [0; 2],
        };
        loop {
            let side = self.players[0].board.next_move;
            let turn = usize::from(side != first);
            let player = &mut self.players[turn];
            if let Some(outcome) = laws::outcome(&player.board) {
                return Some(points(outcome).0);
            }
            let began = Instant::now();
            set_clock(&mut player.limits, self.limit, clocks[turn]);
            let thought = player.think()?;
            if let Limit::Clock { inc_ms, .. } = self.limit {
                clocks[turn] -= began.elapsed().as_millis() as i64;
                if clocks[turn] < 0 {
                    return Some(if side == Side::White { 0 } else { 2 });
                }
                clocks[turn] += inc_ms as i64;
            }
            // There is no score if the move was forced, and so not searched, or if the first iteration was aborted.
            if let Some((result, _)) = thought.scored().and_then(|score| referee.judge(&player.board, score)) {
                return Some(result);
            }
            self.players.iter_mut().for_each(|player| player.board.play(thought.best));
        }
    }
}

fn set_clock(search: &mut Limits, limit: Limit, own_ms: i64) {
    if let Limit::Clock { inc_ms, .. } = limit {
        let clock = Allowance::Clock { own_ms, inc_ms, moves_to_go: None };
        let time = clock.move_time(MARGIN_MS, &Lag::default());
        (search.soft_time, search.max_time) = (Some(time.soft), Some(time.hard));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Limit = Limit::Nodes(60);

    #[test]
    fn a_game_is_played_by_the_clock_as_well() {
        let limit = Limit::Clock { base_ms: 400, inc_ms: 2 };
        let pair = Pair { sides: [PlayerConfig::USUAL; 2], seed: 1 };
        let result = Match::new(limit, &Arc::default()).play_pair(pair);
        assert!(result.is_some_and(|points| points.iter().all(|result| *result <= 2)));
    }

    /// A pair with its sides exchanged consists of the same two games in the other order.
    #[test]
    fn each_player_uses_its_own_settings() {
        let parameters = Parameters { late_move_base: 1, aspiration_width: 40, ..Parameters::USUAL };
        let other = PlayerConfig { techniques: Techniques::all() - Techniques::QUIET_HISTORY, parameters };
        let mut match_ = Match::new(LIMIT, &Arc::default());
        for seed in 0..4 {
            let [white, black] = match_.play_pair(Pair { sides: [PlayerConfig::USUAL, other], seed }).expect("no stop");
            let turned = match_.play_pair(Pair { sides: [other, PlayerConfig::USUAL], seed });
            assert_eq!(turned, Some([2 - black, 2 - white]), "seed {seed}");
            assert_eq!(match_.players[0].modern.settings().techniques, other.techniques);
            assert_eq!(match_.players[0].modern.settings().parameters, other.parameters);
            assert_eq!(match_.players[1].modern.settings().techniques, Techniques::all());
        }
    }

    #[test]
    fn play_ends_when_no_more_games_are_wanted() {
        let stop = Arc::default();
        let mut taken = 0;
        let pair = |number: u32| Pair { sides: [PlayerConfig::USUAL; 2], seed: number.into() };
        let numbers: Vec<u32> = (0..1_000_000).collect();
        play(&numbers, LIMIT, 2, &stop, pair, |_, _| {
            taken += 1;
            taken < 2
        });
        assert!((2..10).contains(&taken) && stop.load(Relaxed), "{taken}");
    }

    #[test]
    fn a_panic_of_a_player_ends_the_match() {
        let pair = |number: u32| match number {
            0 => std::panic::resume_unwind(Box::new("planted")),
            _ => Pair { sides: [PlayerConfig::USUAL; 2], seed: number.into() },
        };
        let numbers: Vec<u32> = (0..1_000_000).collect();
        let stop = Arc::default();
        let played = || play(&numbers, LIMIT, 2, &stop, pair, |_, _| true);
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(played)).is_err());
        assert!(stop.load(Relaxed));
    }

    #[test]
    fn only_the_pairs_that_are_asked_for_are_played() {
        let pair = |number: u32| Pair { sides: [PlayerConfig::USUAL; 2], seed: number.into() };
        let mut played = Vec::new();
        play(&[7, 3, 90], LIMIT, 2, &Arc::default(), pair, |number, _| {
            played.push(number);
            true
        });
        played.sort_unstable();
        assert_eq!(played, [3, 7, 90]);
    }

    #[test]
    fn a_limit_is_read_as_it_is_written() {
        for limit in [Limit::Nodes(4000), Limit::Clock { base_ms: 2000, inc_ms: 20 }] {
            assert_eq!(Limit::read(&limit.to_string()), Some(limit));
        }
        for wrong in ["", "nodes", "nodes 3 4", "clock 3", "clock 3 x", "depth 4"] {
            assert_eq!(Limit::read(wrong), None, "{wrong}");
        }
    }
}
