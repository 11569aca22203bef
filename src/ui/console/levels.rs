//! Opponents with names: six players, from a beginner to full strength.

use crate::modern::skill::{FULL_ELO, MIN_ELO};

/// A player with a name.
pub(super) struct Level {
    pub(super) name: &'static str,
    pub(super) elo: i32,
    pub(super) says: &'static str,
}

const fn level(name: &'static str, elo: i32, says: &'static str) -> Level {
    Level { name, elo, says }
}

/// All players, the weakest first.
pub(super) const LEVELS: [Level; 6] = [
    level("beginner", 800, "sees direct threats, and often leaves pieces hanging."),
    level("casual player", 1200, "keeps the queen safe, but misses long diagonals, retreats and quiet threats."),
    level("club player", 1600, "looks three half-moves ahead, and sometimes misses the second move of a combination."),
    level("strong club player", 2000, "rarely gives anything away: you have to work for every advantage."),
    level("master", 2400, "misses no short combination, and punishes your mistakes."),
    level("full strength", FULL_ELO, "holds nothing back."),
];

/// The name of a player of exactly this strength.
pub(super) fn name_of(elo: i32) -> Option<&'static str> {
    LEVELS.iter().find(|level| level.elo == elo).map(|level| level.name)
}

/// The rating of a name, an abbreviated name, or a number.
pub(super) fn meant(text: &str) -> Option<i32> {
    let text = text.to_lowercase();
    let named: Vec<&Level> = LEVELS.iter().filter(|level| level.name.starts_with(&text)).collect();
    match named[..] {
        [level] => Some(level.elo),
        _ => text.parse().ok().filter(|elo| (MIN_ELO..=FULL_ELO).contains(elo)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_found_by_name_beginning_and_rating() {
        for level in &LEVELS {
            assert_eq!(meant(level.name), Some(level.elo));
            assert_eq!(name_of(level.elo), Some(level.name));
        }
        for (text, elo) in [("club", 1600), ("Strong", 2000), ("full", FULL_ELO), ("1500", 1500), ("800", 800)] {
            assert_eq!(meant(text), Some(elo), "{text}");
        }
        for wrong in ["b c", "grandmother", "799", "3201", "-1", "99999999999999999999"] {
            assert_eq!(meant(wrong), None, "{wrong}");
        }
        assert!(LEVELS.windows(2).all(|pair| pair[0].elo < pair[1].elo));
    }
}
