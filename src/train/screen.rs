//! Screening of many settings in one match.
//!
//! This is a factorial experiment (<https://en.wikipedia.org/wiki/Factorial_experiment>), more precisely a *screening
//! design*: a search for the few factors that matter (Box, Hunter, Hunter, *Statistics for Experimenters*). In every
//! pair of games, each setting is assigned at random to one of the two players, and the other plays without it. So each
//! player has about half of the settings, and every pair contributes information about all of them.
//!
//! The effect of a setting is its *main effect*: the mean score, over all pairs, of the players that had it, minus one
//! half. The other settings went to both sides at random, so they increase the error but do not shift the mean. N pairs
//! are therefore nearly as informative about each setting as a match of 2N games that tests only that setting. However,
//! each setting is measured while half of the others are in use. The method suits many settings with small effects, not
//! settings that change everything.
//!
//! **Read next:** [`pairs`].

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use super::pairs::{self, Limit, Pair, PlayerConfig};
use crate::hash::split_mix;
use crate::lab::duel::{WinsDrawsLosses, elo, paired_error};
use crate::modern::parameters::Parameter;
use crate::modern::techniques::Techniques;

/// Maximum number of settings in one experiment: one per bit of a [`Draw`].
pub const MOST_SETTINGS: usize = 128;

/// A change to test: techniques to switch off, and parameters to change.
#[derive(Clone)]
pub struct TestedSetting {
    /// The techniques that are switched off.
    pub off: Techniques,
    /// The changed parameters with their values.
    pub parameters: Vec<(&'static Parameter, i32)>,
}

impl Default for TestedSetting {
    fn default() -> TestedSetting {
        TestedSetting { off: Techniques::empty(), parameters: Vec::new() }
    }
}

impl TestedSetting {
    fn give_to(&self, player: &mut PlayerConfig) {
        player.techniques -= self.off;
        for (parameter, value) in &self.parameters {
            (parameter.set)(&mut player.parameters, *value);
        }
    }
}

/// The plan of an experiment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScreenPlan {
    /// Pairs of games.
    pub pairs: u32,
    /// Search limit per move.
    pub limit: Limit,
    /// Seed; different seeds give different assignments and openings.
    pub seed: u64,
    /// Identifies the search that plays ([`signature::brief`](crate::lab::signature::brief)).
    pub search: u64,
}

/// Assignment of the settings in a pair: bit n is 1 if the first player has setting n, 0 if the second has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw(u128);

impl Draw {
    /// Whether the first player has this setting.
    pub fn is_first(self, setting: usize) -> bool {
        self.0 >> setting & 1 != 0
    }

    /// The two players.
    fn players(self, settings: &[TestedSetting]) -> [PlayerConfig; 2] {
        let mut players = [PlayerConfig::USUAL; 2];
        for (number, setting) in settings.iter().enumerate() {
            setting.give_to(&mut players[usize::from(!self.is_first(number))]);
        }
        players
    }
}

impl ScreenPlan {
    fn pair_seed(&self, pair: u32) -> u64 {
        split_mix(self.seed).1 ^ u64::from(pair)
    }

    /// The assignment of the settings in the pair with this number.
    pub fn draw(&self, pair: u32) -> Draw {
        let low = split_mix(split_mix(self.pair_seed(pair)).1).1;
        Draw(u128::from(low) | u128::from(split_mix(low).1) << 64)
    }
}

/// Results (0, 1, 2) of the first player in the two games of each pair, by pair number.
pub type Results = BTreeMap<u32, [u8; 2]>;

/// The log of an experiment, from which it can be continued: properties common to all pairs, and one line per pair in
/// any order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// Names of the settings.
    pub names: Vec<String>,
    /// Search limit per move.
    pub limit: Limit,
    /// The seed of the plan.
    pub seed: u64,
    /// The search of the plan.
    pub search: u64,
    /// Results of the finished pairs.
    pub results: Results,
}

/// Reasons why a [`Log`] cannot be read or continued.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadLog {
    /// Not a screening log.
    #[error("it is not an Alula screening log")]
    Foreign,
    /// A line that cannot be read.
    #[error("line {0} cannot be read")]
    Line(usize),
    /// Different settings, limit, seed or search.
    #[error("it was made with different settings, with a different limit or seed, or by a different search")]
    ScreenPlan,
}

const TITLE: &str = "alula screening 2";

impl Log {
    /// A log without pairs.
    pub fn new(names: &[&str], plan: &ScreenPlan) -> Log {
        let names = names.iter().map(|name| name.to_string()).collect();
        Log { names, limit: plan.limit, seed: plan.seed, search: plan.search, results: Results::new() }
    }

    /// Contents of the log's file.
    pub fn text(&self) -> String {
        let Log { names, limit, seed, search, results } = self;
        let lines: String = results.iter().map(|(pair, points)| Log::line(*pair, *points)).collect();
        format!("{TITLE}\nsettings {}\n{limit}\nseed {seed}\nsearch {search}\n{lines}", names.join(" "))
    }

    /// The log's line for one pair.
    pub fn line(pair: u32, points: [u8; 2]) -> String {
        format!("{pair} {} {}\n", points[0], points[1])
    }

    /// Reads a log. Ignores an unterminated last line, which is incomplete.
    ///
    /// # Errors
    /// The text is not a log, or a line cannot be read.
    pub fn read(text: &str) -> Result<Log, BadLog> {
        let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')).zip(1..);
        let mut next = |begin: &str| match lines.next() {
            Some((line, at)) => line.strip_prefix(begin).ok_or(BadLog::Line(at)),
            None => Err(BadLog::Foreign),
        };
        if next("") != Ok(TITLE) {
            return Err(BadLog::Foreign);
        }
        let names: Vec<String> = next("settings ")?.split(' ').map(String::from).collect();
        if names.len() > MOST_SETTINGS {
            return Err(BadLog::Line(2));
        }
        let limit = Limit::read(next("")?).ok_or(BadLog::Line(3))?;
        let seed = next("seed ")?.parse().map_err(|_| BadLog::Line(4))?;
        let search = next("search ")?.parse().map_err(|_| BadLog::Line(5))?;
        let results = lines.map(|(line, at)| read_pair(line).ok_or(BadLog::Line(at))).collect::<Result<_, _>>()?;
        Ok(Log { names, limit, seed, search, results })
    }

    /// The plan of this experiment, with this number of pairs.
    pub fn plan(&self, pairs: u32) -> ScreenPlan {
        ScreenPlan { pairs, limit: self.limit, seed: self.seed, search: self.search }
    }

    /// Tallies the results of the pairs.
    pub fn tally(&self) -> Tally {
        let plan = self.plan(0);
        let mut tally = Tally::new(self.names.len());
        self.results.iter().for_each(|(pair, points)| tally.add(plan.draw(*pair), *points));
        tally
    }
}

fn read_pair(line: &str) -> Option<(u32, [u8; 2])> {
    let numbers: Vec<u32> = line.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [pair, first @ 0..=2, second @ 0..=2] => Some((pair, [first as u8, second as u8])),
        _ => None,
    }
}

/// Main effect of a setting: its worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MainEffect {
    /// Elo gained by the setting.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; [`None`] if all pairs have the same score.
    pub error: Option<f64>,
}

/// Sums of the results so far. They are integers, so the order of the pairs does not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Finished pairs.
    pub pairs: u32,
    /// Results of these pairs for the first player; should be about even.
    pub games: WinsDrawsLosses,
    /// For each setting: the half points by which the players that had it exceeded a 50 % score.
    gains: Vec<i64>,
    /// For all pairs: sum of the squared number of half points by which the first player exceeded 50 %.
    squares: i64,
}

impl Tally {
    fn new(settings: usize) -> Tally {
        Tally { pairs: 0, games: WinsDrawsLosses::default(), gains: vec![0; settings], squares: 0 }
    }

    /// Adds a pair with the results (0, 1, 2) of its first player.
    fn add(&mut self, draw: Draw, points: [u8; 2]) {
        let gain = i64::from(points[0]) + i64::from(points[1]) - 2;
        for (setting, sum) in self.gains.iter_mut().enumerate() {
            *sum += if draw.is_first(setting) { gain } else { -gain };
        }
        self.squares += gain.pow(2);
        self.pairs += 1;
        points.into_iter().for_each(|result| self.games.add(result));
    }

    /// Worth of the setting with this number; [`None`] with fewer than two pairs, too few to estimate a variance.
    pub fn effect(&self, setting: usize) -> Option<MainEffect> {
        let gain = *self.gains.get(setting)?;
        let mean = gain as f64 / f64::from(self.pairs);
        let (elo, error) = elo(0.5 + mean / 4.0, paired_error(self.pairs.into(), gain, self.squares));
        (self.pairs > 1).then_some(MainEffect { elo, error })
    }

    /// The numbers of the settings with their worth, best first.
    pub fn ranking(&self) -> Vec<(usize, Option<MainEffect>)> {
        let mut order: Vec<usize> = (0..self.gains.len()).collect();
        order.sort_by_key(|&setting| -self.gains[setting]);
        order.into_iter().map(|setting| (setting, self.effect(setting))).collect()
    }
}

/// Plays the pairs of a plan that are missing from the log, on this many threads, and adds them to the log. `told`
/// receives the number and results of each pair. Ends after all pairs, when `stop` is set, or when `told` returns
/// `false`.
pub fn run(
    settings: &[TestedSetting],
    plan: &ScreenPlan,
    log: &mut Log,
    threads: usize,
    stop: &Arc<AtomicBool>,
    mut told: impl FnMut(u32, [u8; 2]) -> bool,
) {
    let missing: Vec<u32> = (0..plan.pairs).filter(|pair| !log.results.contains_key(pair)).collect();
    let pair = |number| Pair { sides: plan.draw(number).players(settings), seed: plan.pair_seed(number) };
    pairs::play(&missing, plan.limit, threads, stop, pair, |number, points| {
        log.results.insert(number, points);
        told(number, points)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::duel::NORMAL_95;
    use crate::modern::parameters::Parameters;

    const PLAN: ScreenPlan = ScreenPlan { pairs: 4, limit: Limit::Nodes(60), seed: 4, search: 9 };

    fn off(off: Techniques) -> TestedSetting {
        TestedSetting { off, ..TestedSetting::default() }
    }

    fn number(name: &str, value: i32) -> TestedSetting {
        TestedSetting {
            parameters: vec![(Parameter::named(name).expect("a parameter"), value)],
            ..TestedSetting::default()
        }
    }

    fn settings() -> [TestedSetting; 3] {
        let mut both = number("late_move_base", 2);
        both.off = Techniques::SINGULAR | Techniques::SEE_PRUNING;
        [off(Techniques::LMR), number("futility_margin", 150), both]
    }

    #[test]
    fn each_setting_is_given_to_one_of_the_two() {
        let settings = settings();
        let mut firsts = [0; MOST_SETTINGS];
        let mut together = 0;
        for pair in 0..4000 {
            let draw = PLAN.draw(pair);
            let [first, second] = draw.players(&settings);
            for (at, technique) in [(0, Techniques::LMR), (2, Techniques::SINGULAR), (2, Techniques::SEE_PRUNING)] {
                assert_eq!(first.techniques.contains(technique), !draw.is_first(at), "pair {pair}");
                assert_eq!(second.techniques.contains(technique), draw.is_first(at), "pair {pair}");
            }
            let parameters = |[margin, depth]: [bool; 2]| Parameters {
                futility_margin: if margin { 150 } else { Parameters::USUAL.futility_margin },
                late_move_base: if depth { 2 } else { Parameters::USUAL.late_move_base },
                ..Parameters::USUAL
            };
            let has = [1, 2].map(|at| draw.is_first(at));
            assert_eq!(first.parameters, parameters(has), "pair {pair}");
            assert_eq!(second.parameters, parameters(has.map(|has| !has)), "pair {pair}");
            firsts.iter_mut().enumerate().for_each(|(at, count)| *count += u32::from(draw.is_first(at)));
            together += u32::from(draw.is_first(0) == draw.is_first(MOST_SETTINGS - 1));
        }
        // Five standard deviations of 4,000 coin tosses are 158.
        assert!(firsts.iter().all(|count| (1842..=2158).contains(count)), "{firsts:?}");
        assert!((1842..=2158).contains(&together), "{together}");
        assert_ne!(PLAN.draw(0), ScreenPlan { seed: 5, ..PLAN }.draw(0));
    }

    /// Four pairs computed by hand: the first player has one setting in all of them, and it gains 2, 1, 0 and -1
    /// quarters of a point per game.
    #[test]
    fn worth_and_error_follow_the_formulas() {
        let mut tally = Tally::new(2);
        for points in [[2, 2], [2, 1], [1, 1], [0, 1]] {
            tally.add(Draw(0b01), points);
        }
        assert_eq!((tally.pairs, tally.games), (4, WinsDrawsLosses { won: 3, drawn: 4, lost: 1 }));
        // The scores exceed one half by 1/2, 1/4, 0 and -1/4: mean 1/8, sample variance 5/48.
        let elo_of = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let (elo, error) = (elo_of(5.0 / 8.0), NORMAL_95 * (5.0_f64 / 48.0 / 4.0).sqrt());
        let error = (elo_of(5.0 / 8.0 + error) - elo_of(5.0 / 8.0 - error)) / 2.0;
        let [had, lacked] = [0, 1].map(|at| tally.effect(at).expect("four pairs"));
        let is_right = |of: &MainEffect| of.error.is_some_and(|of| (of - error).abs() < 0.01);
        assert!((had.elo - elo).abs() < 0.01 && is_right(&had), "{had:?}");
        assert!((lacked.elo + elo).abs() < 0.01 && is_right(&lacked), "{lacked:?}");
        assert_eq!(tally.effect(2), None);
    }

    #[test]
    fn one_pair_has_no_spread() {
        let mut tally = Tally::new(1);
        assert_eq!(tally.ranking(), [(0, None)]);
        tally.add(Draw(1), [2, 1]);
        assert_eq!(tally.effect(0), None);
    }

    #[test]
    fn level_pairs_have_no_error_and_no_negative_zero() {
        let mut tally = Tally::new(2);
        for points in [[1, 1], [2, 0]] {
            tally.add(Draw(0b01), points);
        }
        for at in [0, 1] {
            let MainEffect { elo, error } = tally.effect(at).expect("two pairs");
            assert!(elo == 0.0 && elo.is_sign_positive() && error.is_none(), "{elo} {error:?}");
        }
    }

    /// Synthetic pairs: the player with setting 2 wins both games, setting 1 costs half a point where possible, and the
    /// others have no effect.
    #[test]
    fn winning_settings_rank_first() {
        let mut tally = Tally::new(4);
        for pair in 0..2000 {
            let draw = PLAN.draw(pair);
            let points = match (draw.is_first(2), draw.is_first(1)) {
                (true, false) => [2, 2],
                (true, true) => [2, 1],
                (false, false) => [0, 1],
                (false, true) => [0, 0],
            };
            tally.add(draw, points);
        }
        let ranking = tally.ranking();
        assert_eq!((ranking[0].0, ranking[3].0), (2, 1), "{ranking:?}");
        let effect = |at: usize| tally.effect(at).expect("pairs");
        let error = |at: usize| effect(at).error.expect("pairs with different scores");
        // The player with setting 2 scores 1 or 3/4 per game, equally often, on average 3/8 above one half; the
        // player with setting 1 scores 3/4 or 0, on average 1/8 below.
        // Scores of 7/8 and 3/8.
        assert!((effect(2).elo - 338.0).abs() < error(2), "{:?}", effect(2));
        assert!((effect(1).elo + 88.7).abs() < 2.0 * error(1), "{:?}", effect(1));
        for idle in [0, 3] {
            assert!(effect(idle).elo.abs() < 2.0 * error(idle), "{:?}", effect(idle));
        }
        let elos: Vec<f64> = ranking.iter().map(|(setting, _)| effect(*setting).elo).collect();
        assert!(elos.is_sorted_by(|a, b| a >= b), "{elos:?}");
    }

    fn log(settings: &[TestedSetting], plan: &ScreenPlan) -> Log {
        Log::new(&["a=off", "b=2", "c=off,d=3"][..settings.len()], plan)
    }

    fn played(settings: &[TestedSetting], plan: &ScreenPlan, threads: usize) -> Log {
        let mut log = log(settings, plan);
        run(settings, plan, &mut log, threads, &Arc::default(), |_, _| true);
        log
    }

    #[test]
    fn the_same_seed_gives_the_same_table_with_any_number_of_threads() {
        let settings = settings();
        let screen = |threads, seed| played(&settings, &ScreenPlan { seed, ..PLAN }, threads);
        let one = screen(1, 4);
        assert_eq!(one, screen(2, 4));
        assert_eq!((one.tally().pairs, one.tally().games.games()), (4, 8));
        assert_ne!(screen(2, 5).results, one.results);
    }

    #[test]
    fn finished_pairs_count_after_a_stop() {
        let settings = settings();
        let plan = ScreenPlan { pairs: 1_000_000, ..PLAN };
        let mut some = log(&settings, &plan);
        run(&settings, &plan, &mut some, 2, &Arc::new(AtomicBool::new(true)), |_, _| true);
        assert_eq!(some.tally(), Tally::new(3));
        let mut told = Vec::new();
        run(&settings, &plan, &mut some, 2, &Arc::default(), |pair, points| {
            told.push((pair, points));
            told.len() < 3
        });
        let tally = some.tally();
        assert!((3..10).contains(&tally.pairs) && tally.games.games() == 2 * u64::from(tally.pairs), "{tally:?}");
        assert!(tally.effect(0).is_some());
        told.sort_unstable();
        assert_eq!(told, some.results.into_iter().collect::<Vec<_>>());
    }

    /// Some pairs are in the log; exactly the missing ones are played.
    #[test]
    fn a_log_is_continued_to_the_same_results() {
        let settings = settings();
        let whole = played(&settings, &PLAN, 2);
        let mut part = whole.clone();
        part.results.retain(|pair, _| [1, 3].contains(pair));
        let mut told = Vec::new();
        run(&settings, &PLAN, &mut part, 2, &Arc::default(), |pair, _| {
            told.push(pair);
            true
        });
        told.sort_unstable();
        assert_eq!(told, [0, 2]);
        assert_eq!(part, whole);
    }

    #[test]
    fn a_log_comes_back_as_it_was() {
        for limit in [Limit::Nodes(60), Limit::Clock { base_ms: 250, inc_ms: 3 }] {
            let mut log = log(&settings(), &ScreenPlan { limit, ..PLAN });
            assert_eq!(Log::read(&log.text()), Ok(log.clone()));
            log.results.extend([(7, [2, 0]), (3, [1, 1])]);
            assert_eq!(Log::read(&log.text()), Ok(log.clone()));
            // Lines are appended as pairs finish, and the last one may be incomplete.
            let text = log.text() + &Log::line(2, [0, 1]) + "12 1";
            log.results.insert(2, [0, 1]);
            assert_eq!(Log::read(&text), Ok(log));
        }
        let text = log(&settings(), &PLAN).text();
        assert_eq!(Log::read(""), Err(BadLog::Foreign));
        assert_eq!(Log::read("alula tuning 1\n"), Err(BadLog::Foreign));
        assert_eq!(Log::read("alula screening 2\nsettings a=off\n"), Err(BadLog::Foreign));
        assert_eq!(Log::read(&text.replace("settings", "names")), Err(BadLog::Line(2)));
        let many = |count: usize| Log { names: vec!["x".into(); count], ..Log::new(&[], &PLAN) };
        assert_eq!(Log::read(&many(MOST_SETTINGS).text()), Ok(many(MOST_SETTINGS)));
        assert_eq!(Log::read(&many(MOST_SETTINGS + 1).text()), Err(BadLog::Line(2)));
        assert_eq!(Log::read(&text.replace("nodes 60", "depth 60")), Err(BadLog::Line(3)));
        assert_eq!(Log::read(&text.replace("seed 4", "seed four")), Err(BadLog::Line(4)));
        assert_eq!(Log::read(&text.replace("search 9", "search")), Err(BadLog::Line(5)));
        for wrong in ["1 2\n", "1 2 3\n", "1 1 1 1\n", "-1 1 1\n", "x\n", "\n"] {
            assert_eq!(Log::read(&(text.clone() + "0 1 1\n" + wrong)), Err(BadLog::Line(7)), "{wrong:?}");
        }
    }

    /// The first setting switches off four important techniques.
    #[test]
    fn a_crippled_search_is_found_out() {
        let crippled = off(Techniques::TABLE | Techniques::QUIET_HISTORY | Techniques::LMR | Techniques::ASPIRATION);
        let settings = [crippled, number("late_move_base", 2)];
        let plan = ScreenPlan { pairs: 24, limit: Limit::Nodes(400), ..PLAN };
        let tally = played(&settings, &plan, 2).tally();
        assert_eq!(tally.ranking()[1].0, 0);
        let MainEffect { elo, error } = tally.effect(0).expect("pairs");
        assert!(error.is_some_and(|error| elo < -error), "{elo} ± {error:?}");
    }

    #[test]
    #[ignore = "takes a minute"]
    fn late_move_reductions_are_worth_more_than_two_late_moves() {
        let settings = [off(Techniques::LMR), number("late_move_base", 2)];
        let plan = ScreenPlan { pairs: 200, limit: Limit::Nodes(2000), seed: 1, search: 0 };
        let tally = played(&settings, &plan, 2).tally();
        assert_eq!(tally.ranking()[1].0, 0);
        let MainEffect { elo, error } = tally.effect(0).expect("pairs");
        assert!(error.is_some_and(|error| elo < -error), "{elo} ± {error:?}");
    }
}
