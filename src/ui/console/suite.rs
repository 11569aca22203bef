//! Test suites: every position of a file is searched, and the move compared with what the file says is right.
//!
//! A position is solved when the engine's last word is a right move; if the file says in how many moves there is mate, the score must
//! say so, too. How long that took is counted from when the right move was found and not given up again. With `stop` a search ends when
//! the right move has stood for some iterations.

use std::path::Path;

use crate::board::Board;
use crate::defines::{CHECKMATESCORE, MAX_PLY};
use crate::moves::Move;
use crate::peek::Report;
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::test::{Position, Suite, Verdict, verdict};

use super::super::tables::{Format, Table};
use super::super::{Done, Refusal, Session, bad, places, settings, show};
use super::measure::Pace;
use super::position::read_suite;
use super::{limits, number};

/// Iterations that a right move has to stand before `stop` ends the search.
const STOP_AFTER: usize = 3;

/// Words that may stand behind the file.
const OPTIONS: [&str; 4] = ["time", "depth", "stop", "unsolved"];

/// What a search has made of a position of a suite so far.
pub struct Solving {
    position: Position,
    stop_after: Option<usize>,
    /// When the right move was found that stands now.
    found: Option<Found>,
    /// Iterations that it stands.
    stood: usize,
}

/// When the right move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Iteration, in plies.
    pub depth: usize,
    /// Nodes so far.
    pub nodes: u64,
    /// Milliseconds so far.
    pub ms: u64,
}

impl Solving {
    /// The search has something to tell; the position is on the board.
    pub(super) fn hear(&mut self, board: &mut Board, report: &Report) {
        let Report::Depth { depth, score, pv } = *report else { return };
        let best = pv.first().copied().unwrap_or_default();
        let right = verdict(board, &self.position, best) != Some(Verdict::Failed);
        if !right || !self.is_mate_seen(score) {
            (self.found, self.stood) = (None, 0);
            return;
        }
        let now = Found { depth, nodes: board.nodes(), ms: board.timer.elapsed_ms() };
        let found = self.found.get_or_insert(now);
        self.stood = depth - found.depth.min(depth);
    }

    /// Does the score, in centipawns, say mate as soon as the file does, if it does?
    fn is_mate_seen(&self, score: i32) -> bool {
        self.position.mate_in.is_none_or(|moves| {
            let last_ply = i32::try_from(moves).unwrap_or(i32::MAX).saturating_sub(1).saturating_mul(2);
            score >= CHECKMATESCORE.saturating_sub(last_ply)
        })
    }

    /// Has the right move stood long enough?
    pub(crate) fn is_done(&self) -> bool {
        self.found.is_some() && self.stop_after.is_some_and(|most| self.stood >= most)
    }

    /// What is said of the move in the end.
    fn verdict(&self, board: &mut Board, best: Move) -> Option<Verdict> {
        if self.position.mate_in.is_none() {
            return verdict(board, &self.position, best);
        }
        Some(if self.found.is_some() { Verdict::Solved } else { Verdict::Failed })
    }
}

/// What is asked for behind the word.
struct Wish {
    file: String,
    format: Format,
    time: Option<String>,
    depth: Option<String>,
    stop_after: Option<usize>,
    unsolved: Option<String>,
}

impl Wish {
    fn read(text: &str) -> Result<Wish, Refusal> {
        let (format, words) = Format::take(text);
        let end = words.iter().skip(1).position(|word| OPTIONS.contains(word)).map_or(words.len(), |found| found + 1);
        let (file, rest) = words.split_at(end);
        let file = file.join(" ");
        let mut wish = Wish { file, format, time: None, depth: None, stop_after: None, unsolved: None };
        let mut rest = rest.iter().peekable();
        while let Some(word) = rest.next() {
            let value = rest.next_if(|word| !OPTIONS.contains(*word)).map(|word| word.to_string());
            match (*word, value) {
                ("stop", value) => {
                    let count = value.unwrap_or_default();
                    wish.stop_after = Some(number(&count, "iterations to stand", 1, 64, Some(STOP_AFTER))?);
                }
                ("time", Some(seconds)) => wish.time = Some(seconds),
                ("depth", Some(plies)) => wish.depth = Some(plies),
                ("unsolved", Some(file)) => wish.unsolved = Some(file),
                ("unsolved", None) => return bad("unsolved: name a file for the positions that are not solved"),
                (word @ ("time" | "depth"), None) => return bad(format!("{word}: the number is missing")),
                (word, _) => {
                    return bad(format!(
                        "'{}': behind the file may stand time SECONDS, depth N, stop [N], unsolved FILE, --csv or --json",
                        shortened(word)
                    ));
                }
            }
        }
        Ok(wish)
    }

    /// Sets the limits that were asked for; one without the other stands alone.
    fn limit(&self, board: &mut Board) -> Done {
        if self.time.is_some() || self.depth.is_some() {
            (board.timer.max_time, board.search_depth) = (None, MAX_PLY);
        }
        if let Some(plies) = &self.depth {
            settings::set(board, "depth", plies)?;
        }
        if let Some(seconds) = &self.time {
            settings::set(board, "time", seconds)?;
            // All of it: an iteration that is cut off may have found the move.
            board.timer.stop_frac = 100;
        }
        Ok(())
    }
}

/// A position that was searched.
struct Searched<'a> {
    number: usize,
    position: &'a Position,
    best: Move,
    verdict: Option<Verdict>,
    ms: u64,
    found: Option<Found>,
}

/// Sums over the positions of a suite.
#[derive(Default)]
struct Sums {
    /// Positions with a solution that were searched.
    tried: usize,
    solved: usize,
    nodes: u64,
    ms: u64,
    /// Milliseconds until the solutions were found.
    solution_ms: u64,
    /// Positions that were not solved: their names, and as lines of EPD.
    names: Vec<String>,
    unsolved: String,
}

impl Sums {
    fn add(&mut self, nodes: u64, searched: &Searched) {
        self.nodes += nodes;
        self.ms += searched.ms;
        self.tried += usize::from(searched.verdict.is_some());
        match searched.verdict {
            Some(Verdict::Solved) => {
                self.solved += 1;
                self.solution_ms += searched.found.map_or(searched.ms, |found| found.ms);
            }
            Some(Verdict::Failed) => {
                let title = &searched.position.title;
                self.names.push(if title.is_empty() { searched.number.to_string() } else { title.clone() });
                self.unsolved.push_str(&epd_line(searched.position));
            }
            None => {}
        }
    }
}

pub(crate) fn test(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let wish = Wish::read(text)?;
    let suite = read_suite(&wish.file)?;
    // A board of its own: the game stays where it is.
    let board = &mut Box::new(board.clone());
    wish.limit(board)?;
    if wish.format == Format::Text {
        let count = suite.positions.len();
        session.say(&format!("{count} positions of {}; the engine thinks {}", wish.file, limits(board)));
    }
    let columns =
        ["number", "id", "move", "verdict", "depth", "nodes", "ms", "solution_depth", "solution_nodes", "solution_ms"];
    let mut table = Table::new("", &columns);
    let sums = search_all(board, session, &suite, &wish, &mut table);
    if let Some(file) = &wish.unsolved {
        let written = places::write_whole(Path::new(file), &sums.unsolved);
        written.map_err(|error| Refusal::Bad(format!("cannot write {file}: {error}")))?;
    }
    if wish.format == Format::Text {
        session.say(&summary(&sums, &suite, &wish));
    } else {
        session.out.line(&table.written(wish.format));
    }
    Ok(())
}

fn search_all(board: &mut Board, session: &mut Session, suite: &Suite, wish: &Wish, table: &mut Table) -> Sums {
    let mut sums = Sums::default();
    let pace = Pace::new(suite.positions.len());
    for (index, position) in suite.positions.iter().enumerate() {
        let (number, title) = (index + 1, &position.title);
        // What cannot be searched is a line for people, and a row without a move for programs.
        let mut pass_over = |session: &mut Session, why: &str| match wish.format {
            Format::Text => session.say(&format!("{number:4}  {title:<24}{why}")),
            _ => table.row([number.to_string(), title.clone()].into_iter().chain(vec![String::new(); 8]).collect()),
        };
        let fen = match read_fen(&position.fen) {
            Ok(fen) => fen,
            Err(error) => {
                pass_over(session, &error.to_string());
                continue;
            }
        };
        board.init_from_setup(&fen.setup);
        pace.show(session, index, &format!("{title}, {} solved", sums.solved));
        let solving = Solving { position: position.clone(), stop_after: wish.stop_after, found: None, stood: 0 };
        session.console.solving = Some(solving);
        session.quiet = true;
        let best = session.search(board, Board::think);
        session.quiet = false;
        let Some(solving) = session.console.solving.take() else { break };
        if session.was_interrupted() {
            if wish.format == Format::Text {
                session.out.line("stopped");
            }
            break;
        }
        let Some(best) = best else {
            let Some(outcome) = board.is_end_of_game().outcome else { break };
            pass_over(session, &show::outcome(outcome));
            continue;
        };
        let (ms, verdict) = (board.timer.elapsed_ms(), solving.verdict(board, best));
        let found = solving.found.filter(|_| verdict == Some(Verdict::Solved));
        let searched = Searched { number, position, best, verdict, ms, found };
        sums.add(board.nodes(), &searched);
        match wish.format {
            Format::Text => session.out.line(&show::test_line(board, number, position, best, verdict, ms, found)),
            _ => table.row(cells(board, &searched, session.console.progress.depth)),
        }
    }
    sums
}

/// A row of the table.
fn cells(board: &mut Board, searched: &Searched, depth: usize) -> Vec<String> {
    let Searched { number, position, best, verdict, ms, found } = searched;
    let word = verdict.map_or("", |verdict| if verdict == Verdict::Solved { "solved" } else { "failed" });
    let mut cells = vec![number.to_string(), position.title.clone(), board.san(*best), word.into(), depth.to_string()];
    cells.extend([board.nodes().to_string(), ms.to_string()]);
    let found = found.map(|Found { depth, nodes, ms }| [depth.to_string(), nodes.to_string(), ms.to_string()]);
    cells.extend(found.unwrap_or_default());
    cells
}

fn summary(sums: &Sums, suite: &Suite, wish: &Wish) -> String {
    let of = suite.positions.iter().filter(|position| position.has_solution()).count();
    let left = if sums.tried < of { format!(" ({of} in the file)") } else { String::new() };
    let solved = if of > 0 { format!("solved {} of {}{left}, ", sums.solved, sums.tried) } else { String::new() };
    let (time, speed) = (show::time_text(sums.ms), show::speed(sums.nodes, sums.ms));
    let mut text = format!("{solved}{} nodes, {time}{speed}", sums.nodes);
    if let Some(mean) = sums.solution_ms.checked_div(sums.solved as u64) {
        text.push_str(&format!("\na solution took {} on average", show::time_text(mean)));
    }
    if !sums.names.is_empty() {
        text.push_str(&format!("\nnot solved: {}", sums.names.join(", ")));
    }
    if let Some(file) = &wish.unsolved {
        text.push_str(&format!("\nunsolved: {}, written to {file}", sums.unsolved.lines().count()));
    }
    if of > 0 {
        text.push_str(&format!(
            "\nwhat a technique is worth here: compare winglet none history=off suite {}",
            wish.file
        ));
    }
    text
}

/// The position as a line of EPD.
fn epd_line(position: &Position) -> String {
    let fields: Vec<&str> = position.fen.split(' ').take(4).collect();
    let mut line = fields.join(" ");
    for (code, moves) in [("bm", &position.best_moves), ("am", &position.avoid_moves)] {
        if !moves.is_empty() {
            line.push_str(&format!(" {code} {};", moves.join(" ")));
        }
    }
    if let Some(moves) = position.mate_in {
        line.push_str(&format!(" dm {moves};"));
    }
    if !position.title.is_empty() {
        line.push_str(&format!(" id \"{}\";", position.title));
    }
    line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_solved_can_be_read_again() {
        let position = Position {
            title: "one".into(),
            fen: "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".into(),
            best_moves: vec!["Ra8+".into(), "Rd1".into()],
            avoid_moves: vec!["Kd1".into()],
            mate_in: Some(12),
        };
        let [again] = &Suite::read(&epd_line(&position)).positions[..] else { panic!("one position") };
        assert_eq!(*again, Position { fen: "4k3/8/8/8/8/8/8/R3K3 w - -".into(), ..position });
    }

    #[test]
    fn a_solution_counts_from_when_it_stands() {
        let mut board = Board::new();
        let moves = ["e4", "d4"].map(|text| board.read_move(text).expect("legal"));
        let position = Position { best_moves: vec!["d4".into()], ..Position::default() };
        let mut solving = Solving { position, stop_after: Some(2), found: None, stood: 0 };
        for (depth, right, found, done) in [
            (1, 1, Some(1), false),
            (2, 0, None, false),
            (3, 1, Some(3), false),
            (4, 1, Some(3), false),
            (5, 1, Some(3), true),
        ] {
            solving.hear(&mut board, &Report::Depth { depth, score: 0, pv: &moves[right..=right] });
            assert_eq!((solving.found.map(|found| found.depth), solving.is_done()), (found, done), "{depth}");
        }
    }

    #[test]
    fn a_mate_must_be_seen_and_not_a_longer_one() {
        let mut board = Board::new();
        let e4 = board.read_move("e4").expect("legal");
        let position = Position { mate_in: Some(3), ..Position::default() };
        let mut solving = Solving { position, stop_after: None, found: None, stood: 0 };
        for (score, seen) in [(500, false), (CHECKMATESCORE - 6, false), (CHECKMATESCORE - 4, true), (-9999, false)] {
            solving.hear(&mut board, &Report::Depth { depth: 7, score, pv: &[e4] });
            assert_eq!(solving.found.is_some(), seen, "{score}");
            let verdict = if seen { Verdict::Solved } else { Verdict::Failed };
            assert_eq!(solving.verdict(&mut board, e4), Some(verdict));
        }
    }

    #[test]
    fn limits_stand_behind_the_file() {
        let wish =
            Wish::read("my suite.epd time 0.5 stop unsolved left.epd --csv").unwrap_or_else(|why| panic!("{why}"));
        let mut board = Board::new();
        assert_eq!(wish.limit(&mut board), Ok(()));
        assert_eq!((board.timer.max_time, board.search_depth), (Some(500), MAX_PLY));
        assert_eq!((wish.file.as_str(), wish.stop_after), ("my suite.epd", Some(STOP_AFTER)));
        assert_eq!((wish.unsolved.as_deref(), wish.format), (Some("left.epd"), Format::Csv));
        for text in ["wac time", "wac depth stop", "wac unsolved", "wac stop 3 4", "wac time 1 2"] {
            assert!(Wish::read(text).is_err(), "{text}");
        }
    }
}
