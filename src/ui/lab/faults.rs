//! Commands for planted faults: listing, planting, revealing and guessing them.

use crate::board::Board;
use crate::instrument::faults::Faults;
use crate::searcher::Algorithm;
use crate::ui::console::Session;
use crate::ui::console::lessons::experiment::Experiment;
use crate::ui::console::lessons::run;
use crate::ui::console::status::planted;
use crate::ui::entries::entries;
use crate::ui::refusal::{Done, Refusal, bad, number, unknown};
use crate::ui::tables::{Format, Table};

/// The texts of each fault: the mistake, its symptom, the column to compare, and the commands that reveal it.
const TEXTS: &str = include_str!("../../../assets/faults.txt");

/// The description of a fault.
pub struct FaultText {
    /// The name.
    pub name: &'static str,
    /// The mistake.
    pub about: &'static str,
    /// Its symptom.
    pub seen: &'static str,
    /// The column to compare, in the first row of the last table shown by the commands.
    pub column: &'static str,
    /// Commands that reveal the fault.
    pub reveal: String,
}

/// All faults, in the order of [`Faults::NAMES`].
pub fn all() -> impl Iterator<Item = FaultText> {
    entries(TEXTS).filter_map(|(name, lines)| {
        let [about, seen, column, ref reveal @ ..] = lines[..] else { return None };
        Some(FaultText { name, about, seen, column, reveal: reveal.join("\n") })
    })
}

/// The fault of each riddle.
const RIDDLES: [&str; 8] =
    ["mate-ply", "sign", "x-ray", "en-passant", "old-history", "null-in-check", "root-repetition", "old-pv"];

pub(crate) fn fault(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    match words[..] {
        [] | ["list"] => list(session).show(&mut session.out, format),
        ["off"] => {
            plant(session, Faults::empty());
            session.say("No fault is planted.");
        }
        ["riddle", riddle] => pose(session, riddle)?,
        ["riddle", riddle, name] => answer(session, riddle, name)?,
        ["reveal", name] => reveal(session, &find(name)?)?,
        [name] => tell(session, &find(name)?),
        [name, "on"] => {
            let faults = session.options.instrument.faults | planted_by(&find(name)?);
            plant(session, faults);
            warn(session);
        }
        [name, "off"] => {
            let faults = session.options.instrument.faults - planted_by(&find(name)?);
            plant(session, faults);
            warn(session);
        }
        _ => return bad("fault takes: list, NAME on|off, NAME, reveal NAME, riddle N [NAME], off"),
    }
    Ok(())
}

fn find(name: &str) -> Result<FaultText, Refusal> {
    let names = all().map(|fault| fault.name);
    all()
        .find(|fault| fault.name == name)
        .ok_or_else(|| unknown("there is no fault", name, names, "'fault list' lists them"))
}

fn planted_by(fault: &FaultText) -> Faults {
    Faults::of(fault.name).unwrap_or_default()
}

fn plant(session: &mut Session, faults: Faults) {
    session.options.instrument.faults = faults;
    session.own.training.riddle = None;
}

fn warn(session: &mut Session) {
    let Some(planted) = planted(session) else { return session.say("No fault is planted.") };
    session.say(&format!("Planted: {planted}. The tutorial's search is faulty until 'fault off'."));
    if session.options.algorithm == Algorithm::Modern {
        session.say("The modern search is playing, without faults; 'tutorial' selects the faulty one.");
    }
}

fn list(session: &Session) -> Table {
    let is_secret = session.own.training.riddle.is_some();
    let mut table = Table::new("faults that can be planted in the tutorial's search", &["fault", "on", "mistake"]);
    for fault in all() {
        let on = match session.options.instrument.faults.contains(planted_by(&fault)) {
            _ if is_secret => "?",
            true => "on",
            false => "off",
        };
        table.row(vec![fault.name.into(), on.into(), fault.about.into()]);
    }
    table.note("'fault NAME on' plants one, 'fault off' removes all; 'fault reveal NAME' shows its symptom.");
    table.note("'fault riddle N', N from 1 to 8, plants one without naming it.");
    table
}

fn tell(session: &mut Session, fault: &FaultText) {
    session.say(&format!("{}: {}.", fault.name, fault.about));
    session.say(&format!("Symptom: {}.", fault.seen));
    session.say("To see it, run these commands on a fresh board, without and with the fault:");
    fault.reveal.lines().for_each(|line| session.out.line(&format!("  {line}")));
    session.say(&format!("'fault reveal {}' does this; look at '{}'.", fault.name, fault.column));
}

/// Runs the commands without and with the fault, in a separate session.
fn reveal(session: &mut Session, fault: &FaultText) -> Done {
    session.say(&format!("{}: {}.", fault.name, fault.about));
    for planting in ["fault off".to_string(), format!("fault {} on", fault.name)] {
        let lines = format!("{planting}\n{}", fault.reveal);
        let experiment = Experiment::read(&lines, 0).map_err(Refusal::Bad)?;
        let last = experiment.commands().count();
        let mut number = 0;
        run::run_experiment(&experiment, session, None, |session, command, shown| {
            number += 1;
            session.out.line(&format!("> {command}"));
            if number == last {
                session.out.line(shown.text.trim_end());
            }
        })?;
    }
    session.say(&format!("Look at '{}': {}.", fault.column, fault.seen));
    Ok(())
}

fn riddle_of(text: &str) -> Result<(usize, FaultText), Refusal> {
    let number = number(text, "riddle", 1, RIDDLES.len(), None)?;
    Ok((number, find(RIDDLES[number - 1])?))
}

fn pose(session: &mut Session, text: &str) -> Done {
    let (number, fault) = riddle_of(text)?;
    plant(session, planted_by(&fault));
    session.own.training.riddle = Some(number);
    warn(session);
    session.say(&format!("Which fault in 'fault list' is it? Answer with 'fault riddle {number} NAME'."));
    Ok(())
}

fn answer(session: &mut Session, text: &str, name: &str) -> Done {
    let (number, fault) = riddle_of(text)?;
    let is_right = find(name)?.name == fault.name;
    session.say(&if is_right {
        format!("Yes, riddle {number} is {name}: {}.", fault.about)
    } else {
        format!("No, riddle {number} is a different fault.")
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_has_its_texts() {
        let mut names: Vec<&str> = all().map(|fault| fault.name).collect();
        assert_eq!(names, Faults::NAMES.map(|(name, _)| name));
        let mut riddles = RIDDLES;
        riddles.sort_unstable();
        names.sort_unstable();
        assert_eq!(names, riddles);
    }
}
