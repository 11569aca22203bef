//! Named arguments after a command, in pairs: `nodes 500 seed 3`.

use std::fmt::Display;
use std::str::FromStr;

use crate::readmove::shortened;
use crate::train::pairs::Limit;
use crate::ui::refusal::{Refusal, bad, unknown};

use super::cores;

/// The options of a command.
pub struct NamedArguments<'a> {
    word: &'static str,
    known: &'static [&'static str],
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> NamedArguments<'a> {
    /// Reads pairs whose names must be in `known`.
    ///
    /// # Errors
    /// A refusal if a name is unknown, repeated, or without a value.
    pub fn read(
        word: &'static str,
        known: &'static [&'static str],
        words: &[&'a str],
    ) -> Result<NamedArguments<'a>, Refusal> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for pair in words.chunks(2) {
            let name = pair[0].trim_start_matches("--");
            if !known.contains(&name) {
                let what = format!("{word}: unknown option");
                let takes = if known.is_empty() { "no options".into() } else { known.join(", ") };
                return Err(unknown(&what, name, known.iter().copied(), &format!("it takes {takes}")));
            }
            let Some(&value) = pair.get(1) else { return bad(format!("{word}: {name} needs a value")) };
            if pairs.iter().any(|(before, _)| *before == name) {
                return bad(format!("{word}: {name} is given twice"));
            }
            pairs.push((name, value));
        }
        Ok(NamedArguments { word, known, pairs })
    }

    /// The value of an option, if it was given.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        debug_assert!(self.known.contains(&name));
        self.pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A number of any type within these bounds, if it was given.
    ///
    /// # Errors
    /// A refusal if the value is not a number, or is out of bounds.
    pub fn number<T>(&self, name: &str, least: T, most: T) -> Result<Option<T>, Refusal>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse().ok().filter(|number| (&least..=&most).contains(&number)) {
            Some(number) => Ok(Some(number)),
            None => {
                let text = shortened(text);
                bad(format!("{}: {name} cannot be '{text}'; allowed values: {least} to {most}", self.word))
            }
        }
    }

    /// The random seed; 1 if none was given.
    ///
    /// # Errors
    /// A refusal if the value is not a number.
    pub fn seed(&self) -> Result<u64, Refusal> {
        Ok(self.number("seed", 0, u64::MAX)?.unwrap_or(1))
    }

    /// Number of threads; by default, one for each core.
    ///
    /// # Errors
    /// A refusal if the value is not a number, or is out of bounds.
    pub fn threads(&self) -> Result<usize, Refusal> {
        Ok(self.number("threads", 1, 1024)?.unwrap_or_else(cores))
    }

    /// The limit of the searches: `nodes N` for each move, or `clock SECONDS+SECONDS` (time and increment) for a game.
    ///
    /// # Errors
    /// A refusal if the value cannot be read, or if both options are given.
    pub fn limit(&self, usual: Limit) -> Result<Limit, Refusal> {
        let nodes = self.number("nodes", 10, 1_000_000_000)?;
        match (nodes, self.text("clock")) {
            (Some(_), Some(_)) => bad(format!("{}: nodes and clock cannot both be the limit", self.word)),
            (Some(nodes), None) => Ok(Limit::Nodes(nodes)),
            (None, None) => Ok(usual),
            (None, Some(text)) => clock(text).map_or_else(
                || bad(format!("{}: clock cannot be '{}'; write it like 2+0.02", self.word, shortened(text))),
                Ok,
            ),
        }
    }
}

/// Reads `SECONDS+SECONDS`.
fn clock(text: &str) -> Option<Limit> {
    let ms = |text: &str| {
        let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=86400.0).contains(seconds));
        seconds.map(|seconds| (seconds * 1e3).round() as u64)
    };
    let (base, inc) = text.split_once('+')?;
    let (base_ms, inc_ms) = (ms(base)?, ms(inc)?);
    (base_ms > 0).then_some(Limit::Clock { base_ms, inc_ms })
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["nodes", "seed", "rate"];

    #[test]
    fn pairs_are_read_and_wrong_ones_refused() {
        let options = NamedArguments::read("word", KNOWN, &["nodes", "500", "--rate", "0.5"]).expect("two pairs");
        assert_eq!(options.number("nodes", 1, 1000).ok(), Some(Some(500)));
        assert_eq!(options.number("seed", 1, 1000).ok(), Some(None::<u64>));
        assert_eq!(options.number("rate", 0.0, 1.0).ok(), Some(Some(0.5)));
        assert!(options.number("nodes", 1, 499).is_err() && options.number("rate", 0, 1).is_err());
        assert!(options.number("rate", 0.6, 1.0).is_err());
        for wrong in [&["nodes"][..], &["node", "3"], &["seed", "3", "seed", "4"]] {
            assert!(NamedArguments::read("word", KNOWN, wrong).is_err(), "{wrong:?}");
        }
    }
}
