//! Commands for planted faults: listing, planting, revealing and guessing them.

use crate::board::Board;
use crate::instrument::faults::Faults;
use crate::searcher::Algorithm;
use crate::ui::console::Session;
use crate::ui::console::lessons::experiment::Experiment;
use crate::ui::console::lessons::run;
use crate::ui::console::subject::planted;
use crate::ui::refusal::{Done, Refusal, bad, number, unknown};
use crate::ui::tables::{Format, Table};

use super::show_table;

/// The description of a fault.
pub struct FaultText {
    /// The name.
    pub name: &'static str,
    /// The mistake.
    pub about: &'static str,
    /// Its symptom.
    pub seen: &'static str,
    /// Commands that reveal it; the fault changes their last table.
    pub reveal: &'static str,
    /// The column of that table to compare, in its first row.
    pub column: &'static str,
}

/// All faults, in the order of [`Faults::NAMES`].
pub const FAULTS: [FaultText; 8] = [
    FaultText {
        name: "en-passant",
        about: "unmaking a move does not restore the en-passant square",
        seen: "the first iteration captures en passant, later ones no longer can",
        reveal: "setboard 8/8/3p4/3Pp3/8/8/k7/4K3 w - e6 0 1\ncompare winglet depth 4",
        column: "score",
    },
    FaultText {
        name: "null-in-check",
        about: "the null move is tried in check",
        seen: "the side in check passes, and mates are overlooked",
        reveal: "setboard r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1\ncompare winglet depth 4",
        column: "score",
    },
    FaultText {
        name: "sign",
        about: "leaves are evaluated for White, whichever side is to move",
        seen: "scores change their sign from depth to depth: at depth 1, four pawns up is a loss",
        reveal: "setboard 4k3/pppp4/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\ncompare winglet depth 1",
        column: "score",
    },
    FaultText {
        name: "old-pv",
        about: "nodes do not begin with an empty principal variation",
        seen: "lines end with moves from another line, or illegal ones",
        reveal: "setboard r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9\nwhatif dxc5 depth 4",
        column: "line",
    },
    FaultText {
        name: "old-history",
        about: "the history counts are not reset before a search",
        seen: "the same search, repeated, takes a different number of nodes",
        reveal: "sd 5\ngo\nundo\ngo\nstats",
        column: "count",
    },
    FaultText {
        name: "mate-ply",
        about: "mate scores do not contain the distance to the mate",
        seen: "every mate is a mate in one, and a won game is never finished",
        reveal: "setboard r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1\ncompare winglet depth 4",
        column: "score",
    },
    FaultText {
        name: "root-repetition",
        about: "positions before the root do not count as repetitions",
        seen: "a perpetual check is not seen, or a won game ends in threefold repetition",
        reveal: "setboard 6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1\nplay none\nQe8+\nKh7\nQh5+\nKg8\ncompare winglet depth 5",
        column: "score",
    },
    FaultText {
        name: "x-ray",
        about: "the static exchange evaluation does not see an attacker behind another",
        seen: "a rook supported by a rook behind it does not capture",
        reveal: "setboard 3rk3/8/8/3p4/8/8/3R4/3RK3 b - - 0 1\ncompare winglet depth 1",
        column: "score",
    },
];

/// The fault of each riddle.
const RIDDLES: [usize; 8] = [5, 2, 7, 0, 4, 1, 6, 3];

pub(crate) fn fault(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    match words[..] {
        [] | ["list"] => show_table(session, &list(session), format),
        ["off"] => {
            plant(session, Faults::empty());
            session.say("No fault is planted.");
        }
        ["riddle", riddle] => pose(session, riddle)?,
        ["riddle", riddle, name] => answer(session, riddle, name)?,
        ["reveal", name] => reveal(session, find(name)?)?,
        [name] => tell(session, find(name)?),
        [name, "on"] => {
            let faults = session.options.instrument.faults | planted_by(find(name)?);
            plant(session, faults);
            warn(session);
        }
        [name, "off"] => {
            let faults = session.options.instrument.faults - planted_by(find(name)?);
            plant(session, faults);
            warn(session);
        }
        _ => return bad("fault takes: list, NAME on|off, NAME, reveal NAME, riddle N [NAME], off"),
    }
    Ok(())
}

fn find(name: &str) -> Result<&'static FaultText, Refusal> {
    let names = FAULTS.iter().map(|fault| fault.name);
    let found = FAULTS.iter().find(|fault| fault.name == name);
    found.ok_or_else(|| unknown("there is no fault", name, names, "'fault list' lists them"))
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
    session.say(&format!("Planted: {planted}. The tutorial's search errs on purpose until 'fault off'."));
    if session.options.algorithm == Algorithm::Modern {
        session.say("The modern search is playing, and has no faults; 'tutorial' selects the other one.");
    }
}

fn list(session: &Session) -> Table {
    let is_secret = session.own.training.riddle.is_some();
    let mut table = Table::new("faults that can be planted in the tutorial's search", &["fault", "on", "mistake"]);
    for fault in &FAULTS {
        let on = match session.options.instrument.faults.contains(planted_by(fault)) {
            _ if is_secret => "?",
            true => "on",
            false => "off",
        };
        table.row(vec![fault.name.into(), on.into(), fault.about.into()]);
    }
    table.note("'fault NAME on' plants one, 'fault off' removes all; 'fault reveal NAME' shows its symptom.");
    table.note("'fault riddle N', N from 1 to 8, plants one without its name.");
    table
}

fn tell(session: &mut Session, fault: &FaultText) {
    session.say(&format!("{}: {}.", fault.name, fault.about));
    session.say(&format!("Symptom: {}.", fault.seen));
    session.say("To see it, on a fresh board with and without the fault:");
    fault.reveal.lines().for_each(|line| session.out.line(&format!("  {line}")));
    session.say(&format!("'fault reveal {}' does both; look at '{}'.", fault.name, fault.column));
}

/// Runs the commands without and with the fault, in a separate session.
fn reveal(session: &mut Session, fault: &FaultText) -> Done {
    session.say(&format!("{}: {}.", fault.name, fault.about));
    for planting in ["fault off".to_string(), format!("fault {} on", fault.name)] {
        let lines = format!("{planting}\n{}", fault.reveal);
        let experiment = Experiment::read(&lines, 0).map_err(Refusal::Bad)?;
        let last = experiment.commands().count();
        let mut number = 0;
        run::experiment(&experiment, session, None, |session, command, shown| {
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

fn riddle_of(text: &str) -> Result<(usize, &'static FaultText), Refusal> {
    let number = number(text, "riddle", 1, RIDDLES.len(), None)?;
    Ok((number, &FAULTS[RIDDLES[number - 1]]))
}

fn pose(session: &mut Session, text: &str) -> Done {
    let (number, fault) = riddle_of(text)?;
    plant(session, planted_by(fault));
    session.own.training.riddle = Some(number);
    warn(session);
    session.say(&format!("Which of the faults of 'fault list' is it? 'fault riddle {number} NAME' answers."));
    Ok(())
}

fn answer(session: &mut Session, text: &str, name: &str) -> Done {
    let (number, fault) = riddle_of(text)?;
    let is_right = find(name)?.name == fault.name;
    session.say(&if is_right {
        format!("Yes, riddle {number} is {name}: {}.", fault.about)
    } else {
        format!("No, riddle {number} is another fault.")
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_faults_belong_together() {
        let names: Vec<&str> = FAULTS.iter().map(|fault| fault.name).collect();
        assert_eq!(names, Faults::NAMES.map(|(name, _)| name));
        let mut riddles = RIDDLES;
        riddles.sort_unstable();
        assert_eq!(riddles, [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}
