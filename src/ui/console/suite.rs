//! Test suites: every position of a file is searched, and the move compared with what the file says is right.
//!
//! A position is solved when the engine's last word is a right move. How long that took is counted from when the right move was found
//! and not given up again. With `stop` a search ends when the right move has stood for some iterations.

use std::path::Path;

use crate::board::Board;
use crate::readfen::read_fen;
use crate::search::Report;
use crate::test::{Position, Suite, Verdict, verdict};

use super::super::tables::{Format, Table};
use super::super::{Done, Refusal, Session, bad, places, show};
use super::measure::Pace;
use super::position::read_suite;
use super::{limits, number};

/// Iterations that a right move has to stand before `stop` ends the search.
const STOP_AFTER: usize = 3;

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
        let Report::Depth { depth, pv, .. } = *report else { return };
        let best = pv.first().copied().unwrap_or_default();
        if verdict(board, &self.position, best) != Some(Verdict::Solved) {
            (self.found, self.stood) = (None, 0);
            return;
        }
        let now = Found { depth, nodes: board.inodes, ms: board.timer.elapsed_ms() };
        let found = self.found.get_or_insert(now);
        self.stood = depth - found.depth.min(depth);
    }

    /// Has the right move stood long enough?
    pub(crate) fn is_done(&self) -> bool {
        self.found.is_some() && self.stop_after.is_some_and(|most| self.stood >= most)
    }
}

/// What is asked for behind the word.
struct Wish {
    file: String,
    format: Format,
    stop_after: Option<usize>,
    unsolved: Option<String>,
}

impl Wish {
    fn read(text: &str) -> Result<Wish, Refusal> {
        let (format, words) = Format::take(text);
        let end = words.iter().position(|word| ["stop", "unsolved"].contains(word)).unwrap_or(words.len());
        let (file, rest) = words.split_at(end);
        let mut wish = Wish { file: file.join(" "), format, stop_after: None, unsolved: None };
        let mut rest = rest.iter().peekable();
        while let Some(word) = rest.next() {
            match *word {
                "stop" => {
                    let count = rest.next_if(|word| **word != "unsolved").unwrap_or(&"");
                    wish.stop_after = Some(number(count, "iterations to stand", 1, 64, Some(STOP_AFTER))?);
                }
                "unsolved" => match rest.next() {
                    Some(file) => wish.unsolved = Some(file.to_string()),
                    None => return bad("unsolved: name a file for the positions that are not solved"),
                },
                _ => {
                    return bad(format!("'{word}': behind the file may stand stop [N], unsolved FILE, --csv or --json"));
                }
            }
        }
        Ok(wish)
    }
}

/// Sums over the positions of a suite.
#[derive(Default)]
struct Sums {
    solved: usize,
    nodes: u64,
    ms: u64,
    /// Milliseconds until the solutions were found.
    solution_ms: u64,
    unsolved: String,
}

pub(crate) fn test(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let wish = Wish::read(text)?;
    let suite = read_suite(&wish.file)?;
    if wish.format == Format::Text {
        session.say(&format!(
            "{} positions of {}; the engine thinks {}",
            suite.positions.len(),
            wish.file,
            limits(board)
        ));
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

fn search_all(board: &Board, session: &mut Session, suite: &Suite, wish: &Wish, table: &mut Table) -> Sums {
    let mut sums = Sums::default();
    let count = suite.positions.len();
    let pace = Pace::new(count);
    // A board of its own: the game stays where it is.
    let mut board = Box::new(board.clone());
    for (number, position) in suite.positions.iter().enumerate() {
        let fen = match read_fen(&position.fen) {
            Ok(fen) => fen,
            Err(error) => {
                session.say(&format!("{:4}  {}: {error}", number + 1, position.title));
                continue;
            }
        };
        board.init_from_setup(&fen.setup);
        pace.show(session, number, &format!("{}, {} solved", position.title, sums.solved));
        let solving = Solving { position: position.clone(), stop_after: wish.stop_after, found: None, stood: 0 };
        session.console.solving = Some(solving);
        session.quiet = true;
        let best = session.search(&mut board, Board::think);
        session.quiet = false;
        let found = session.console.solving.take().and_then(|solving| solving.found);
        if session.was_interrupted() {
            session.out.line("stopped");
            break;
        }
        let Some(best) = best else {
            let Some(outcome) = board.is_end_of_game().outcome else { break };
            session.say(&format!("{:4}  {:<24}{}", number + 1, position.title, show::outcome(outcome)));
            continue;
        };
        let (ms, verdict) = (board.timer.elapsed_ms(), verdict(&mut board, position, best));
        let found = found.filter(|_| verdict == Some(Verdict::Solved));
        sums.nodes += board.inodes;
        sums.ms += ms;
        match verdict {
            Some(Verdict::Solved) => {
                sums.solved += 1;
                sums.solution_ms += found.map_or(ms, |found| found.ms);
            }
            Some(Verdict::Failed) => sums.unsolved.push_str(&epd_line(position)),
            None => {}
        }
        if wish.format == Format::Text {
            let text = show::test_line(&mut board, number + 1, position, best, verdict, ms, found);
            session.out.line(&text);
            continue;
        }
        let word = verdict.map_or("", |verdict| if verdict == Verdict::Solved { "solved" } else { "failed" });
        let depth = session.console.progress.depth;
        let mut cells: Vec<String> =
            vec![(number + 1).to_string(), position.title.clone(), board.san(best), word.into(), depth.to_string()];
        cells.extend([board.inodes.to_string(), ms.to_string()]);
        let found = found.map(|Found { depth, nodes, ms }| [depth.to_string(), nodes.to_string(), ms.to_string()]);
        cells.extend(found.unwrap_or_default());
        table.row(cells);
    }
    sums
}

fn summary(sums: &Sums, suite: &Suite, wish: &Wish) -> String {
    let of = suite.positions.iter().filter(|position| position.has_solution()).count();
    let solved = if of > 0 { format!("solved {} of {of}, ", sums.solved) } else { String::new() };
    let (time, speed) = (show::time_text(sums.ms), show::speed(sums.nodes, sums.ms));
    let mut text = format!("{solved}{} nodes, {time}{speed}", sums.nodes);
    if let Some(mean) = sums.solution_ms.checked_div(sums.solved as u64) {
        text.push_str(&format!("\na solution took {} on average", show::time_text(mean)));
    }
    if let Some(file) = &wish.unsolved {
        text.push_str(&format!("\n{} positions written to {file}", sums.unsolved.lines().count()));
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
}
