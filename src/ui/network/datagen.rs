//! `datagen`: self-play games for the trainer.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use super::arguments::NamedArguments;
use super::{of_file, read_network, time_left};
use crate::board::Board;
use crate::readmove::shortened;
use crate::train::data::Appender;
use crate::train::datagen::{self, DatagenPlan, PlayedGame, Shard};
use crate::ui::arguments::words;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::session::Job;

/// Default number of nodes per move.
const NODES: u32 = 500;
/// Minimum time between two updates of the status line at a terminal.
const STATUS_INTERVAL: Duration = Duration::from_millis(250);
/// Minimum time between two log lines without a terminal.
const LOG_INTERVAL: Duration = Duration::from_secs(60);
/// Minimum time between two flushes of the file.
const FLUSH_INTERVAL: Duration = Duration::from_secs(2);

/// The goal: the file is complete once it reaches one of these numbers.
#[derive(Clone, Copy)]
struct Goal {
    games: Option<u64>,
    positions: Option<u64>,
}

impl Goal {
    fn is_reached(self, file: &Appender) -> bool {
        self.games.is_some_and(|games| u64::from(file.games) >= games)
            || self.positions.is_some_and(|positions| file.positions >= positions)
    }

    /// The fraction done so far, which may exceed 1; [`None`] without a goal.
    fn part(self, games: u64, positions: u64) -> Option<f64> {
        let of = |done: u64, all: Option<u64>| all.map(|all| done as f64 / all.max(1) as f64);
        match (of(games, self.games), of(positions, self.positions)) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        }
    }
}

pub(crate) fn datagen(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let arguments = words(text);
    let Some((&name, arguments)) = arguments.split_first() else {
        return bad("datagen: name the FILE for the positions");
    };
    let known = &["games", "positions", "nodes", "seed", "shard", "threads", "network"];
    let options = NamedArguments::read("datagen", known, arguments)?;
    let goal = Goal {
        games: options.number("games", 1, u32::MAX.into())?,
        positions: options.number("positions", 1, 1 << 40)?,
    };
    let plan = DatagenPlan {
        seed: options.seed()?,
        nodes: options.number("nodes", 10, (1 << 24) - 1)?.unwrap_or(NODES),
        shard: options.text("shard").map_or(Ok(Shard::ALL), read_shard)?,
        network: options.text("network").map(read_network).transpose()?,
    };
    let threads = options.threads()?;
    let mut file = Appender::open(Path::new(name), &plan).map_err(|error| of_file(name, error))?;
    let had = (u64::from(file.games), file.positions);
    if had.0 > 0 {
        session.out.line(&format!("{name}: continues after {} games, {} positions", had.0, had.1));
    }
    let now = Instant::now();
    let is_terminal = session.out.is_terminal();
    let mut pace = Pace { is_terminal, goal, began: now, had, told: now, flushed: now };
    let done = session.work_on(board, |job| play(job, &mut pace, &mut file, &plan, threads));
    let flushed = file.flush();
    done.and(flushed).map_err(|error| of_file(name, error))?;
    let why = if goal.is_reached(&file) { "complete" } else { "stopped; repeat the command to continue" };
    session.out.line(&format!("{name}: {} games, {} positions, {why}", file.games, file.positions));
    Ok(())
}

fn play(job: &Job, pace: &mut Pace, file: &mut Appender, plan: &DatagenPlan, threads: usize) -> io::Result<()> {
    if pace.goal.is_reached(file) {
        return Ok(());
    }
    let stop = job.control.stop_flag();
    let first = file.games;
    datagen::run(plan, first, threads, &stop, |played: &PlayedGame| {
        file.add(played)?;
        if pace.flushed.elapsed() >= FLUSH_INTERVAL {
            file.flush()?;
            pace.flushed = Instant::now();
        }
        pace.tell(job, file);
        Ok(!pace.goal.is_reached(file))
    })
}

/// The times of the last report and flush, and the data for computing the speed and the time left.
struct Pace {
    /// Whether the output is a terminal with a status line. Otherwise log lines are printed, at longer intervals.
    is_terminal: bool,
    goal: Goal,
    began: Instant,
    had: (u64, u64),
    told: Instant,
    flushed: Instant,
}

impl Pace {
    fn tell(&mut self, job: &Job, file: &Appender) {
        let interval = if self.is_terminal { STATUS_INTERVAL } else { LOG_INTERVAL };
        if self.told.elapsed() < interval {
            return;
        }
        self.told = Instant::now();
        let text = self.text(file);
        if self.is_terminal { job.status(&text) } else { job.line(&text) }
    }

    fn text(&self, file: &Appender) -> String {
        let seconds = self.began.elapsed().as_secs_f64();
        let (games, positions) = (u64::from(file.games), file.positions);
        let speed = (positions - self.had.1) as f64 / seconds;
        let left = self.goal.part(games, positions).and_then(|part| {
            let done = part - self.goal.part(self.had.0, self.had.1).unwrap_or_default();
            let left = || format!(", about {} left", time_left(self.began, done, (1.0 - part).max(0.0)));
            (done > 0.0).then(left)
        });
        format!("{games} games, {positions} positions, {speed:.0} positions/s{}", left.unwrap_or_default())
    }
}

/// Reads `K/N`: the games whose number modulo `N` is `K`.
fn read_shard(text: &str) -> Result<Shard, Refusal> {
    let numbers = text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
    match numbers {
        Some((part, parts)) if part < parts => Ok(Shard { part, parts }),
        _ => bad(format!("shard cannot be '{}'; it is K/N with K from 0 to N-1", shortened(text))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_read() {
        assert_eq!(read_shard("3/8").ok(), Some(Shard { part: 3, parts: 8 }));
        for wrong in ["8/8", "1", "0/0", "-1/3", "a/b", ""] {
            assert!(read_shard(wrong).is_err(), "{wrong}");
        }
    }
}
