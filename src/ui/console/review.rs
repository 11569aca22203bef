//! `review`: the engine judges the moves of a game. The results are shown, added to the game and, on request, written
//! as HTML or PGN.

use std::path::PathBuf;
use std::time::Duration;

use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::store::{self, Loaded};
use crate::games::review::{self, Judgement, Review};
use crate::games::tree::Game;
use crate::play::files::{self, Gap, Overwrite};
use crate::readmove::shortened;
use crate::searcher::{AtRoot, Limits, Line, laws};
use crate::ui::arguments::{name_length, words};
use crate::ui::refusal::{Done, Refusal, bad, number, skipped_lines};
use crate::ui::{graph, page, places, show};

use super::gamelist::take_over;
use super::measure::Pace;
use super::newgame;
use super::record;
use super::state::Session;
use super::transfer::{game_number, game_of, readable};

/// Nodes for each position if no limit is given.
const NODES: u64 = 150_000;

/// The options of `review`; some of them take a value.
const OPTIONS: [&str; 7] = ["time", "nodes", "--html", "html", "--pgn", "pgn", "--force"];

/// The arguments of `review`.
#[derive(Default)]
struct Arguments {
    file: Option<PathBuf>,
    game: Option<u64>,
    nodes: Option<u64>,
    ms: Option<u64>,
    html: Option<PathBuf>,
    pgn: Option<PathBuf>,
    overwrite: Overwrite,
}

impl Arguments {
    fn read(text: &str) -> Result<Arguments, Refusal> {
        let mut arguments = Arguments::default();
        let words = words(text);
        let mut rest = &words[..];
        while let Some(&word) = rest.first() {
            if arguments.file.is_none() && !OPTIONS.contains(&word) {
                arguments.file = take_name(&mut rest);
                continue;
            }
            rest = &rest[1..];
            let missing = || Refusal::Bad(format!("{word}: the value is missing"));
            match word {
                "--html" | "html" => arguments.html = Some(take_name(&mut rest).ok_or_else(missing)?),
                "--pgn" | "pgn" => arguments.pgn = Some(take_name(&mut rest).ok_or_else(missing)?),
                "--force" => arguments.overwrite = Overwrite::Yes,
                "time" | "nodes" => arguments.take_limit(word, rest.split_off_first().ok_or_else(missing)?)?,
                _ if arguments.game.is_none() => arguments.game = Some(game_number(word)?),
                _ => {
                    let word = shortened(word);
                    return bad(format!("unknown argument '{word}' after the file and the number of the game"));
                }
            }
        }
        match (arguments.nodes, arguments.ms) {
            (Some(_), Some(_)) => bad("time or nodes, not both"),
            _ => Ok(arguments),
        }
    }

    fn take_limit(&mut self, word: &str, value: &str) -> Done {
        if word == "nodes" {
            self.nodes = Some(number(value, "nodes for a move", 100, 1_000_000_000, None)? as u64);
            return Ok(());
        }
        let seconds: Option<f64> = value.parse().ok().filter(|time| (0.001..=3600.0).contains(time));
        let seconds = seconds.ok_or_else(|| Refusal::Bad("time: seconds for a move, 0.001 to 3600".into()))?;
        self.ms = Some((seconds * 1000.0) as u64);
        Ok(())
    }

    fn limits(&self) -> Limits {
        let nodes = self.nodes.or(self.ms.is_none().then_some(NODES));
        let max_time = self.ms.map(Duration::from_millis);
        Limits { nodes, max_time, lines: 2, root: AtRoot::Search, ..Limits::default() }
    }
}

/// Removes a file name from the front of the arguments; returns None if they do not begin with one.
fn take_name(words: &mut &[&str]) -> Option<PathBuf> {
    let length = name_length(words, |word| OPTIONS.contains(&word));
    let name = words.split_off(..length).filter(|name| !name.is_empty())?;
    Some(name.join(" ").into())
}

pub(crate) fn review(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let arguments = Arguments::read(text)?;
    // Checks the files before the review, so that the engine's work is not lost.
    if let Some(html) = &arguments.html {
        files::check_writable(html, arguments.overwrite)?;
    }
    if let Some(pgn) = &arguments.pgn {
        store::check_appendable(pgn)?;
    }
    // A game in progress or a puzzle stays on the board, and the game from the file is reviewed separately.
    let mut apart = None;
    if let Some(file) = &arguments.file {
        let file = &*file.to_string_lossy();
        let Loaded { record, count, strays } = store::load(&places::file_of_games(file), arguments.game.unwrap_or(1))?;
        skipped_lines(file, &strays).iter().for_each(|line| session.say(line));
        let record = readable(record, file)?;
        if newgame::is_running(board, &session.own) || session.own.training().is_some() {
            apart = Some(record.game);
        } else {
            take_over(board, session, record, count);
        }
    }
    let is_apart = apart.is_some();
    let game = apart.unwrap_or_else(|| game_of(board, session));
    if game.main_line().is_empty() {
        if !is_apart {
            session.own.refuse_aside()?;
        }
        return bad("there are no moves to review; play a game, or name a file of games");
    }
    let judgements = judge_all(board, session, &game, &arguments);
    let review = Review::of(&game, judgements);
    if review.moves.is_empty() {
        return bad("stopped before the first move was judged");
    }
    let mut annotated = game.clone();
    review.annotate(&mut annotated);
    show_review(session, &game, &review);
    record::note_review(session, &game, &review);
    if !is_apart {
        // Annotates the game on the board instead of replacing it with the copy: the copy has a result, which may still
        // change.
        review.annotate(&mut session.own.study_of(board).game);
    }
    write_all(session, &arguments, &annotated, &review)?;
    if is_apart {
        let what = match session.own.training() {
            _ if session.own.is_analysing() => "the analysis",
            task => task.unwrap_or("your own game"),
        };
        session.say(&format!("The board still shows {what}."));
    } else if arguments.pgn.is_none() {
        session.say("The marks are now part of the game: 'game' shows it, 'save FILE' saves it.");
    }
    Ok(())
}

/// Judges each position of the main line; an interrupt skips the rest.
fn judge_all(board: &Board, session: &mut Session, game: &Game, arguments: &Arguments) -> Vec<Judgement> {
    let positions = review::positions(game);
    let pace = Pace::new(positions.len());
    // A separate board, so that the game stays as it is.
    let mut own = Box::new(board.clone());
    let mut judgements = Vec::new();
    for (at, &id) in positions.iter().enumerate() {
        own.set_game(&game.board_at(id));
        if let Some(judgement) = review::by_rule(game, id, &own) {
            judgements.push(judgement);
            continue;
        }
        laws::ignore_claim(&mut own);
        session.show_work(&pace.text(at, &format!("{} {}", game.number_text(id), game.san(id))));
        match judge(&mut own, session, arguments.limits()) {
            Some(judgement) if !session.was_interrupted() => judgements.push(judgement),
            _ => break,
        }
    }
    if judgements.len() < positions.len() {
        let all = show::counted(positions.len(), "position");
        session.say(&format!("stopped: {} of {all} judged", judgements.len()));
    }
    judgements
}

/// Searches for the two best moves of a position, always at full strength.
fn judge(board: &mut Board, session: &mut Session, limits: Limits) -> Option<Judgement> {
    session.own.analysis.judged = Some((0, Vec::new()));
    let options = session.options.full_strength();
    let thought = session.quietly(|session| session.search_with(board, &options, limits));
    let (depth, lines) = session.own.analysis.judged.take()?;
    let nodes = thought.filter(|thought| thought.best.is_some())?.nodes;
    let first: &Line = lines.first()?;
    let second = lines.get(1).map(|line| line.score);
    Some(Judgement { score: first.score, line: first.pv.clone(), second, depth, nodes })
}

fn show_review(session: &mut Session, game: &Game, review: &Review) {
    let screen = session.screen();
    for judged in review.moves.iter().filter(|judged| judged.mark > 1) {
        let text = screen.moves(&review.sentence(game, judged));
        session.say(&text);
    }
    let is_spoken = session.own.view.look.spoken;
    if !is_spoken {
        session.out.line("");
        let columns = screen.columns.unwrap_or(80);
        session.out.line(&graph::of(review, game.start(), columns, screen.figurines));
        session.out.line("");
    }
    for side in Side::BOTH {
        if is_spoken {
            let names = [(1, "strong move"), (6, "inaccuracy"), (2, "mistake"), (4, "blunder")];
            let counts = names.map(|(mark, name)| in_plural(review.count(side, mark), name));
            session.say(&format!("{}: {}.", side.name(), counts.join(", ")));
            continue;
        }
        let accuracy = review.accuracy(side).map_or("-".into(), |value| format!("{value:.1} %"));
        let counts = [(1, "!"), (6, "?!"), (2, "?"), (4, "??")];
        let counts = counts.map(|(mark, text)| format!("{text} {}", review.count(side, mark)));
        session.say(&format!("{}: accuracy {accuracy}; {}", side.name(), counts.join(", ")));
    }
    let moments = review.moments();
    let sentences = moments.iter().map(|judged| format!("\n  {}", screen.moves(&review.sentence(game, judged))));
    match moments.is_empty() {
        true => session.say("No inaccuracies or mistakes."),
        false => session.say(&format!(
            "Decisive moments (scores in pawns, from White's point of view):{}",
            sentences.collect::<String>()
        )),
    }
    if !is_spoken {
        session.say("'help marks' explains the marks, the graph and the accuracy.");
    }
}

/// A count in words: `no blunders`, `one mistake`, `3 inaccuracies`.
fn in_plural(count: usize, name: &str) -> String {
    let number = if count == 0 { "no".into() } else { count.to_string() };
    match (count, name.strip_suffix('y')) {
        (1, _) => format!("one {name}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) => format!("{number} {name}s"),
    }
}

fn write_all(session: &mut Session, arguments: &Arguments, annotated: &Game, review: &Review) -> Done {
    keep_missed(session, review, annotated);
    if let Some(file) = &arguments.html {
        files::write(file, page::of(annotated, review).as_bytes(), arguments.overwrite)?;
        session.say(&format!("written: {}", file.display()));
    }
    if let Some(file) = &arguments.pgn {
        store::append(file, annotated)?;
        session.say(&format!("written as game {} of {}", store::count(file)?, file.display()));
    }
    Ok(())
}

/// At a terminal, adds missed tactics to the collection of puzzles, except those it already has.
fn keep_missed(session: &mut Session, review: &Review, game: &Game) {
    if !session.out.is_terminal() || places::state_directory().is_none() {
        return;
    }
    let Some(file) = places::missed_tactics() else { return };
    let old = files::read_text(&file).unwrap_or_default();
    let missed = review.missed_tactics(game);
    let new: Vec<String> = missed
        .iter()
        .filter(|epd| !old.contains(&format!("{} ", epd.position)))
        .map(|epd| format!("{epd}\n"))
        .collect();
    if !new.is_empty() && files::append_lines(&file, &new.concat(), Gap::Line).is_ok() {
        let is_one = new.len() == 1;
        let (mistakes, puzzles, them) =
            if is_one { ("mistake is", "a puzzle", "it") } else { ("mistakes are", "puzzles", "them") };
        session.say(&format!("{} {mistakes} saved as {puzzles}: 'puzzle mine' opens {them}.", new.len()));
    }
}

pub(crate) fn epd(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let arguments = Arguments::read(text)?;
    if arguments.file.is_some() || arguments.html.is_some() || arguments.pgn.is_some() {
        return bad("epd takes a limit: epd, epd time 2 or epd nodes 100000");
    }
    let mut epd = crate::games::epd::Epd::of(board);
    if laws::outcome(board).is_none() {
        let mut own = Box::new(board.clone());
        let Some(judgement) = judge(&mut own, session, arguments.limits()) else {
            return bad("the search was stopped");
        };
        let line = own.san_line(&judgement.line);
        epd.set("bm", line.first().cloned());
        epd.set_score(judgement.score);
        epd.set("acd", [judgement.depth.to_string()]);
        epd.set("acn", [judgement.nodes.to_string()]);
        epd.set("pv", line);
    }
    session.answer_as_is(&epd.to_string())
}
