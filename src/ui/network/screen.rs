//! `tune screen`: measures the Elo gain of many search settings in one match.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::arguments::NamedArguments;
use super::{of_file, time_left, write_file};
use crate::board::Board;
use crate::lab::signature;
use crate::modern::parameters::{PARAMETERS, Parameter};
use crate::modern::techniques::Techniques;
use crate::readmove::shortened;
use crate::train::pairs::Limit;
use crate::train::screen::{BadLog, Log, MOST_SETTINGS, ScreenPlan, TestedSetting, run};
use crate::ui::console::Session;
use crate::ui::refusal::{self, Done, Refusal, bad, read_text};
use crate::ui::session::Job;
use crate::ui::settings::search_parameter;
use crate::ui::tables::{Format, Table};

/// The default plan; its `search` is not used.
const USUAL: ScreenPlan = ScreenPlan { pairs: 1000, limit: Limit::Nodes(4000), seed: 1, search: 0 };
/// Minimum time between two updates of the status line.
const STATUS_INTERVAL: Duration = Duration::from_millis(250);

pub(super) fn screen(board: &Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let count = words.iter().take_while(|word| word.contains('=')).count();
    let (names, rest) = words.split_at(count);
    let settings = read_settings(names)?;
    let options = NamedArguments::read("tune screen", &["pairs", "nodes", "clock", "seed", "threads", "to"], rest)?;
    let plan = ScreenPlan {
        pairs: options.number("pairs", 2, 10_000_000)?.unwrap_or(USUAL.pairs),
        limit: options.limit(USUAL.limit)?,
        seed: options.number("seed", 0, u64::MAX)?.unwrap_or(USUAL.seed),
        search: signature::brief(),
    };
    let threads = options.threads()?;
    let mut log = Log::new(names, &plan);
    let mut file = options.text("to").map(|name| open(session, name, &mut log, &plan)).transpose()?;
    let kept = session.work_on(board, |job| play(job, &settings, &plan, &mut log, threads, file.as_mut()));
    table(&log, Some(plan.pairs)).show(&mut session.out, format);
    kept.map_err(|error| of_file(options.text("to").unwrap_or_default(), error))
}

/// Opens the file of an experiment for appending. If the file exists, reads its log into `log` first.
fn open(session: &mut Session, name: &str, log: &mut Log, plan: &ScreenPlan) -> Result<File, Refusal> {
    if Path::new(name).exists() {
        let before = read(name)?;
        if (&before.names, before.plan(plan.pairs)) != (&log.names, *plan) {
            return Err(of_file(name, BadLog::ScreenPlan));
        }
        session.out.line(&format!("{name}: continues after {} of {} pairs", before.results.len(), plan.pairs));
        *log = before;
    }
    // Rewriting the file drops an incomplete last line.
    write_file(name, log.text().as_bytes())?;
    OpenOptions::new().append(true).open(name).map_err(|error| of_file(name, error))
}

/// Reads the log of an experiment from a file.
fn read(name: &str) -> Result<Log, Refusal> {
    Log::read(&read_text(name)?).map_err(|error| of_file(name, error))
}

/// Plays the pairs that are not yet in the log. A write error ends the match.
fn play(
    job: &Job,
    settings: &[TestedSetting],
    plan: &ScreenPlan,
    log: &mut Log,
    threads: usize,
    mut file: Option<&mut File>,
) -> io::Result<()> {
    let stop = job.control.stop_flag();
    let first = log.results.range(..plan.pairs).count() as u32;
    let (began, mut told, mut done) = (Instant::now(), Instant::now(), first);
    let mut kept = Ok(());
    job.status(&format!("{done} of {} pairs", plan.pairs));
    run(settings, plan, log, threads, &stop, |pair, points| {
        done += 1;
        if let Some(file) = file.as_mut().filter(|_| kept.is_ok()) {
            kept = file.write_all(Log::line(pair, points).as_bytes());
        }
        if told.elapsed() >= STATUS_INTERVAL {
            told = Instant::now();
            let left = time_left(began, f64::from(done - first), f64::from(plan.pairs - done));
            job.status(&format!("{done} of {} pairs, about {left} left", plan.pairs));
        }
        kept.is_ok()
    });
    kept
}

/// Table with the Elo gain of each setting. If fewer than the requested `pairs` were played, a note says so.
pub(super) fn table(log: &Log, pairs: Option<u32>) -> Table {
    let tally = log.tally();
    let mut table = Table::new("", &["setting", "Elo", "+-"]);
    for (setting, effect) in tally.ranking() {
        // Adding zero turns -0.0 into 0.0.
        let elo = effect.map(|effect| format!("{:+.1}", (10.0 * effect.elo).round() / 10.0 + 0.0));
        let error = effect.and_then(|effect| effect.error).map(|error| format!("{error:.1}"));
        let [elo, error] = [elo, error].map(|text| text.unwrap_or("-".into()));
        table.row(vec![log.names[setting].clone(), elo, error]);
    }
    if let Some(pairs) = pairs.filter(|pairs| tally.pairs < *pairs) {
        table.note(format!("stopped after {} of {pairs} pairs", tally.pairs));
    }
    let games = tally.games.games();
    table.note(format!(
        "{games} games, {} drawn; Elo: gain from the setting; +-: 95 % confidence interval",
        tally.games.drawn
    ));
    table
}

/// Reads the settings. Each technique or parameter may occur only once: an engine can play a game with several of the
/// settings, and they must not conflict.
fn read_settings(words: &[&str]) -> Result<Vec<TestedSetting>, Refusal> {
    if words.is_empty() {
        return bad("tune screen: name a SETTING, like singular=off or search.late-move-base=2");
    }
    if words.len() > MOST_SETTINGS {
        return bad(format!("tune screen: {} settings are too many; the maximum is {MOST_SETTINGS}", words.len()));
    }
    let mut named = Vec::new();
    let mut read = |word: &&str| {
        let mut setting = TestedSetting::default();
        word.split(',').try_for_each(|part| add_part(&mut setting, part, &mut named))?;
        Ok(setting)
    };
    words.iter().map(&mut read).collect()
}

/// Adds one part, `TECHNIQUE=off` or `search.NAME=VALUE`, to a tested setting.
fn add_part(setting: &mut TestedSetting, part: &str, named: &mut Vec<String>) -> Done {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    match (Techniques::named(name), search_parameter(name)) {
        (Some(technique), _) => setting.off |= switched_off(name, value).map(|()| technique)?,
        (None, Some(number)) => setting.parameters.push((number, value_of(number, name, value)?)),
        (None, None) => return Err(unknown(name)),
    }
    let name = name.replace('_', "-");
    if named.contains(&name) {
        return bad(format!("tune screen: {name} is named twice"));
    }
    named.push(name);
    Ok(())
}

fn switched_off(name: &str, value: &str) -> Done {
    match value {
        "off" => Ok(()),
        "on" => bad(format!("tune screen: {name} is already on; only 'off' is allowed")),
        _ => bad(format!("tune screen: {name} cannot be '{}'; only 'off' is allowed", shortened(value))),
    }
}

fn value_of(number: &Parameter, name: &str, text: &str) -> Result<i32, Refusal> {
    let Parameter { least, most, usual, .. } = *number;
    match text.parse().ok().filter(|value| (least..=most).contains(value)) {
        Some(value) if value == usual => bad(format!("tune screen: {name} is already {usual} by default")),
        Some(value) => Ok(value),
        None => {
            let text = shortened(text);
            bad(format!("tune screen: {name} cannot be '{text}'; allowed values: {least} to {most}, except {usual}"))
        }
    }
}

fn unknown(name: &str) -> Refusal {
    let parameters = PARAMETERS.iter().map(|number| format!("search.{}", number.name.replace('_', "-")));
    let known: Vec<String> = Techniques::by_name().map(|(name, _)| name).chain(parameters).collect();
    let otherwise = "a setting is a technique, like singular=off, or a parameter, like search.late-move-base=2";
    let known = known.iter().map(String::as_str);
    refusal::unknown("tune screen: there is no technique or parameter", name, known, otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read() {
        let words = ["singular=off", "search.late-move-base=2,see-pruning=off,search.futility-margin=90", "lmr=off"];
        let read = read_settings(&words).expect("three settings");
        let seen: Vec<_> = read
            .iter()
            .map(|setting| {
                let parameters: Vec<_> =
                    setting.parameters.iter().map(|(number, value)| (number.name, *value)).collect();
                (setting.off, parameters)
            })
            .collect();
        let parameters = vec![("late_move_base", 2), ("futility_margin", 90)];
        let expected =
            [(Techniques::SINGULAR, vec![]), (Techniques::SEE_PRUNING, parameters), (Techniques::LMR, vec![])];
        assert_eq!(seen, expected);
    }

    #[test]
    fn level_pairs_have_no_error_and_no_negative_zero() {
        let mut log = Log::new(&["singular=off"], &USUAL);
        log.results = (0..4000).map(|pair| (pair, [1, 1])).collect();
        assert_eq!(table(&log, None).rows, [["singular=off", "+0.0", "-"]]);
        let pair = (0..4000).find(|pair| USUAL.draw(*pair).is_first(0)).expect("half of the pairs");
        log.results.insert(pair, [0, 1]);
        assert_eq!(table(&log, None).rows[0][..2], ["singular=off", "+0.0"]);
    }

    #[test]
    fn all_techniques_and_numbers_fit_into_one_match() {
        let techniques = Techniques::by_name().map(|(name, _)| format!("{name}=off"));
        let parameters = PARAMETERS.iter().map(|number| {
            let value = if number.usual == number.most { number.least } else { number.most };
            format!("search.{}={value}", number.name)
        });
        let all: Vec<String> = techniques.chain(parameters).collect();
        let words: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(read_settings(&words).is_ok_and(|settings| settings.len() == words.len()));
    }
}
