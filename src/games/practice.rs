//! The user's puzzle results: a rating, and a schedule for repeating missed puzzles.
//!
//! The **rating** is an Elo rating (A. E. Elo, *The Rating of Chessplayers*, 1978). If the user is rated `r` and the
//! puzzle `p`, the expected score is `e = 1 / (1 + 10^((p - r) / 400))`; the actual score is 1 if the puzzle is solved
//! on the first try, otherwise 0; the new rating is `r + k (score - e)`. The initial rating is 1500. As in FIDE's
//! rating regulations (8.3.3), `k` is 40 for the first 30 puzzles and 20 after that. A puzzle counts only the first
//! time it is tried, and only if it has a rating.
//!
//! A puzzle not solved on the first try **comes back** after 1 day. Each time it is then solved on the first try, the
//! interval grows, to 3, 7, 16 and 35 days; once solved after 35 days, the puzzle no longer comes back. If it is again
//! not solved on the first try, the intervals start over at 1 day.

use std::collections::{BTreeMap, HashMap};

use chrono::{Days, NaiveDate};

use super::puzzle::Puzzle;

/// Initial rating.
const FIRST_RATING: f64 = 1500.0;
/// `k` for the first [`FIRST_PUZZLES`] puzzles, and for later ones.
const K: [f64; 2] = [40.0, 20.0];
/// Number of puzzles with the first value of `k`.
const FIRST_PUZZLES: usize = 30;
/// Days until a missed puzzle comes back: the first time, the second time, …
const INTERVALS: [u64; 5] = [1, 3, 7, 16, 35];

/// The result of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Went {
    /// The user played a wrong move, or skipped the puzzle.
    Missed,
    /// Solved after wrong moves or with a hint.
    Helped,
    /// Solved on the first try.
    Solved,
}

const WORDS: [(Went, &str); 3] = [(Went::Missed, "missed"), (Went::Helped, "helped"), (Went::Solved, "solved")];

/// A puzzle to be repeated.
#[derive(Clone, Debug)]
struct Card {
    /// Index into [`INTERVALS`].
    step: usize,
    due: NaiveDate,
    puzzle: Puzzle,
}

/// All results so far.
#[derive(Clone, Debug)]
pub struct Practice {
    /// The best result for each position.
    best: HashMap<String, Went>,
    cards: BTreeMap<String, Card>,
    rating: f64,
    rated: usize,
}

impl Default for Practice {
    fn default() -> Practice {
        Practice { best: HashMap::new(), cards: BTreeMap::new(), rating: FIRST_RATING, rated: 0 }
    }
}

impl Practice {
    /// Reads lines written by [`Practice::line`], in order; skips all other lines.
    pub fn read(text: &str) -> Practice {
        let mut practice = Practice::default();
        for line in text.lines() {
            let [day, word, epd] = line.splitn(3, '\t').collect::<Vec<_>>()[..] else { continue };
            let went = WORDS.iter().find(|(_, known)| *known == word).map(|(went, _)| *went);
            if let (Ok(day), Some(went), Some(puzzle)) = (day.parse(), went, Puzzle::read(epd)) {
                practice.note(day, &puzzle, went);
            }
        }
        practice
    }

    /// The line that records a result in a file: day, result and puzzle.
    pub fn line(day: NaiveDate, puzzle: &Puzzle, went: Went) -> String {
        let word = WORDS.iter().find(|(known, _)| *known == went).map_or("", |(_, word)| word);
        format!("{day}\t{word}\t{}\n", puzzle.epd())
    }

    /// Adds a result.
    pub fn note(&mut self, day: NaiveDate, puzzle: &Puzzle, went: Went) {
        let known = self.best.get(&puzzle.position).copied();
        if let Some(rating) = puzzle.rating.filter(|_| known.is_none()) {
            let expected = 1.0 / (1.0 + 10f64.powf((f64::from(rating) - self.rating) / 400.0));
            let score = f64::from(u8::from(went == Went::Solved));
            self.rating += K[usize::from(self.rated >= FIRST_PUZZLES)] * (score - expected);
            self.rated += 1;
        }
        self.best.insert(puzzle.position.clone(), known.map_or(went, |known| known.max(went)));
        let step = match (went, self.cards.get(&puzzle.position)) {
            (Went::Solved, None) => return,
            (Went::Solved, Some(card)) => card.step + 1,
            _ => 0,
        };
        let Some(due) = INTERVALS.get(step).and_then(|&days| day.checked_add_days(Days::new(days))) else {
            self.cards.remove(&puzzle.position);
            return;
        };
        self.cards.insert(puzzle.position.clone(), Card { step, due, puzzle: puzzle.clone() });
    }

    /// The best result for a position; [`None`] if it was never tried.
    pub fn best(&self, position: &str) -> Option<Went> {
        self.best.get(position).copied()
    }

    /// Whether the puzzle with this position is due on this day.
    pub fn is_due(&self, position: &str, day: NaiveDate) -> bool {
        self.cards.get(position).is_some_and(|card| card.due <= day)
    }

    /// The puzzles due on this day, longest overdue first.
    pub fn due(&self, day: NaiveDate) -> Vec<Puzzle> {
        let mut due: Vec<&Card> = self.cards.values().filter(|card| card.due <= day).collect();
        due.sort_by_key(|card| card.due);
        due.into_iter().map(|card| card.puzzle.clone()).collect()
    }

    /// The day on which the next repetition is due; [`None`] if there is none.
    pub fn next_due(&self) -> Option<NaiveDate> {
        self.cards.values().map(|card| card.due).min()
    }

    /// The rating.
    pub fn rating(&self) -> i32 {
        self.rating.round() as i32
    }

    /// Number of puzzles counted in the rating.
    pub fn rated(&self) -> usize {
        self.rated
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(rating: i32) -> Puzzle {
        let text = format!("4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; pv Ra8#; rating {rating}; id \"x\";");
        Puzzle::read(&text).expect("a puzzle")
    }

    /// A puzzle with a different position, and without a rating.
    fn unrated() -> Puzzle {
        Puzzle::read("3k4/8/3K4/8/8/8/8/R7 w - - bm Ra8#;").expect("a puzzle")
    }

    fn day(number: u64) -> NaiveDate {
        "2026-11-28".parse::<NaiveDate>().expect("a day") + Days::new(number)
    }

    #[test]
    fn the_rating_follows_the_formula() {
        let mut practice = Practice::default();
        practice.note(day(0), &puzzle(1500), Went::Solved);
        assert_eq!((practice.rating(), practice.rated()), (1520, 1));
        practice.note(day(0), &puzzle(1500), Went::Missed);
        practice.note(day(0), &unrated(), Went::Missed);
        assert_eq!((practice.rating(), practice.rated()), (1520, 1), "a puzzle counts once, and only if rated");
        let mut practice = Practice { rated: FIRST_PUZZLES, ..Practice::default() };
        // The expected score is 1 / (1 + 10^(200 / 400)) = 0.2403.
        practice.note(day(0), &puzzle(1700), Went::Helped);
        assert_eq!(practice.rating(), 1495);
    }

    #[test]
    fn missed_puzzles_return_after_growing_intervals() {
        let mut practice = Practice::default();
        let puzzle = unrated();
        let is_due = |practice: &Practice, number| practice.is_due(&puzzle.position, day(number));
        practice.note(day(0), &puzzle, Went::Missed);
        practice.note(day(0), &puzzle, Went::Helped);
        assert_eq!([is_due(&practice, 0), is_due(&practice, 1)], [false, true]);
        let mut today = 1;
        for interval in [3, 7, 16, 35] {
            practice.note(day(today), &puzzle, Went::Solved);
            assert_eq!([is_due(&practice, today + interval - 1), is_due(&practice, today + interval)], [false, true]);
            assert_eq!(practice.next_due(), Some(day(today + interval)));
            today += interval;
        }
        let mut known = practice.clone();
        known.note(day(today), &puzzle, Went::Solved);
        assert!(known.due(day(9999)).is_empty(), "the puzzle is known now");
        practice.note(day(today), &puzzle, Went::Missed);
        assert_eq!([is_due(&practice, today), is_due(&practice, today + 1)], [false, true]);
        // A puzzle solved on the first try is not repeated.
        practice.note(day(0), &self::puzzle(1500), Went::Solved);
        assert_eq!(practice.due(day(9999)).len(), 1);
    }

    #[test]
    fn results_are_written_and_read_again() {
        let text = [
            Practice::line(day(0), &puzzle(1500), Went::Missed),
            "nonsense\n2026-11-28\tfled\t4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#;\n\tsolved\t\n".into(),
            Practice::line(day(1), &unrated(), Went::Solved),
        ];
        let practice = Practice::read(&text.concat());
        assert_eq!((practice.rating(), practice.best(&unrated().position)), (1480, Some(Went::Solved)));
        assert_eq!(practice.due(day(1)), [puzzle(1500)]);
        assert_eq!(practice.best(&puzzle(1500).position), Some(Went::Missed));
    }
}
