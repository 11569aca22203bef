//! The command `match`: games between two settings, to find the stronger one.
//!
//! Each player has its own engine and setting. Settings that the player's search ignores are rejected, and so are
//! those without effect in a match: threads under a node limit, and a seed. If one of the two settings applies only to
//! the modern search, like `elo=1000`, both players use that search, unless `search` selects one.

use std::path::Path;

use crate::board::Board;
use crate::defines::*;
use crate::games::pgn::store;
use crate::games::tree::Game;
use crate::hash::split_mix;
use crate::lab::duel::{self, MatchRecord, Openings, WinsDrawsLosses};
use crate::modern::{self, Modern};
use crate::play::referee::{Points, Referee, points};
use crate::play::{Engine, Options};
use crate::searcher::MAX_DEPTH;
use crate::searcher::stats::ratio;
use crate::searcher::{Algorithm, End, laws};
use crate::setup::Setup;
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::settings::{self, SettingReader};
use crate::ui::show;
use crate::ui::tables::{Format, Table, factor, per_cent};

use super::{LabLimits, prepared, take_limits};

/// The searches that read the setting with this name.
fn reader(name: &str) -> SettingReader {
    settings::named(name).map_or(SettingReader::Every, |row| row.reader())
}

/// The names in `NAME=VALUE,NAME=VALUE`.
fn names(setting: &str) -> impl Iterator<Item = &str> {
    setting.split(',').filter_map(|part| Some(part.split_once('=')?.0))
}

/// Default number of games.
const GAMES: usize = 20;
/// Default node limit per move.
const NODES: u64 = 20_000;

/// Totals of one player.
#[derive(Clone, Copy, Default)]
struct Used {
    nodes: u64,
    ms: u64,
    /// Moves with a completed iteration.
    searched: u64,
    /// Sum of their depths.
    depths: u64,
}

/// A player.
struct Player {
    /// The player's setting, with a number appended if both players have the same setting.
    name: String,
    options: Options,
    engine: Engine,
    used: Used,
}

pub(crate) fn play_match(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let (games, seed, file) = take_games(&mut words)?;
    let has_search = words.contains(&"search");
    let has_limit = words.iter().any(|word| ["depth", "nodes", "time"].contains(word));
    let mut limits = take_limits(session.own.analysis.subject, &mut words, MAX_DEPTH)?;
    if !has_limit {
        limits.nodes = Some(NODES);
    }
    let [a, b] = words[..] else { return bad("match takes two settings, like 'match winglet none games 20'") };
    if [a, b].into_iter().flat_map(names).any(|name| name == "seed") {
        return bad("seed= has no effect: each game has its own seed; add 'seed N' after the settings");
    }
    if !has_search && [a, b].into_iter().flat_map(names).any(|name| reader(name) == SettingReader::Modern) {
        limits.algorithm = Algorithm::Modern;
    }
    if let Some(file) = file {
        store::check_appendable(Path::new(file))?;
    }
    let options = session.options.full_strength();
    let mut players = [player(board, &options, a, &limits)?, player(board, &options, b, &limits)?];
    if a == b {
        (1..).zip(&mut players).for_each(|(number, player)| player.name += &format!(" ({number})"));
    }
    let mut record = MatchRecord::default();
    let mut opening = Setup::start();
    let small = modern::Settings { megabytes: 1, ..modern::Settings::default() };
    let mut openings = Openings::fair_to(Box::new(Modern::with(&small)), seed);
    let mut board = Board::new();
    for game in 0..games {
        if game % 2 == 0 {
            opening = openings.next().unwrap_or(opening);
        }
        let WinsDrawsLosses { won, drawn, lost } = record.games;
        let status = format!("game {} of {games}: +{won} ={drawn} -{lost}", game + 1);
        session.show_work(&status);
        let a_is = if game % 2 == 0 { Side::White } else { Side::Black };
        for (number, player) in (0..).zip(&mut players) {
            player.options.modern.variety = split_mix(seed << 32 | (2 * game as u64 + number)).1;
        }
        board.init_from_setup(&opening);
        let Some((points, reason)) = play_game(&mut board, session, &mut players, a_is) else { break };
        record.add(if a_is == Side::White { points } else { 2 - points });
        if let Some(file) = file {
            write_game(file, &board, &players, a_is, game + 1, points, reason)?;
        }
    }
    let table = table_of(&players, record, &limits, games);
    table.show(&mut session.out, format);
    Ok(())
}

/// Removes `games N`, `seed N` and `pgn FILE` from the arguments.
fn take_games<'a>(words: &mut Vec<&'a str>) -> Result<(usize, u64, Option<&'a str>), Refusal> {
    let mut value_of = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        let end = (at + 2).min(words.len());
        Some(words.drain(at..end).nth(1).unwrap_or_default())
    };
    let (games, seed, file) = (value_of("games"), value_of("seed"), value_of("pgn"));
    let games = games.map_or(Ok(GAMES), |text| number(text, "games", 1, 100_000, None))?;
    let seed = seed.map_or(Ok(1), |text| number(text, "seed", 1, 1_000_000, None))? as u64;
    match file {
        Some("") => bad("pgn: name a file"),
        file => Ok((games, seed, file)),
    }
}

/// A player with these options, modified by a setting.
///
/// # Errors
/// A [`Refusal`] for a wrong setting, one that the player's search ignores, or one without effect in a match.
fn player(board: &Board, options: &Options, setting: &str, limits: &LabLimits) -> Result<Player, Refusal> {
    let options = prepared(board, options, setting, limits)?.options;
    if names(setting).any(|name| name == "threads") && limits.nodes.is_some() {
        return bad("threads= has no effect: under a node limit, one thread searches; limit time or depth instead");
    }
    match names(setting).find(|name| !reader(name).reads(options.algorithm)) {
        Some(name) if options.algorithm == Algorithm::Modern => {
            bad(format!("{name} is for the tutorial's searches, but '{setting}' plays with the modern one"))
        }
        Some(name) => bad(format!("{name} is for the modern search: add 'search modern'")),
        None => Ok(Player { name: setting.into(), options, engine: Engine::default(), used: Used::default() }),
    }
}

/// Plays one game; returns [`None`] if it was stopped.
fn play_game(
    board: &mut Board,
    session: &mut Session,
    players: &mut [Player; 2],
    a_is: Side,
) -> Option<(Points, &'static str)> {
    players.iter_mut().for_each(|player| player.engine.clear());
    let mut referee = Referee::new(duel::RULES);
    loop {
        if let Some(outcome) = laws::outcome(board) {
            return Some(points(outcome));
        }
        let Player { options, engine, used, .. } = &mut players[usize::from(board.next_move != a_is)];
        let run = session.work_on(board, |job| engine.think_here(board, options, &options.limits, &job.control));
        if run.end == End::Stopped {
            return None;
        }
        used.nodes += run.nodes;
        used.ms += run.ms;
        used.searched += u64::from(run.depth > 0);
        used.depths += run.depth as u64;
        // A forced move has no score, because it is not searched.
        if let Some(verdict) = run.scored().and_then(|score| referee.judge(board, score)) {
            return Some(verdict);
        }
        board.play(duel::move_or_first(board, run.best)?);
    }
}

fn table_of(players: &[Player; 2], record: MatchRecord, limits: &LabLimits, games: usize) -> Table {
    let columns = ["setting", "games", "won", "drawn", "lost", "%", "Elo", "+-", "LOS%", "nodes", "ms", "d"];
    let a_move = if limits.nodes.is_some() || limits.ms.is_some() { " a move" } else { "" };
    let (count, limit) = (show::counted(record.games.games(), "game"), limits.text());
    let but = if record.games.games().is_multiple_of(2) { "" } else { " but the last" };
    let mut table = Table::new(format!("{count}, {limit}{a_move}, every opening{but} with both colours"), &columns);
    for (player, record) in players.iter().zip([record, record.turned()]) {
        let Used { nodes, ms, searched, depths } = player.used;
        let elo = record.elo();
        let whole = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:.0}"));
        table.row(vec![
            player.name.clone(),
            record.games.games().to_string(),
            record.games.won.to_string(),
            record.games.drawn.to_string(),
            record.games.lost.to_string(),
            per_cent(record.games.score()),
            elo.map_or("-".into(), |(elo, _)| format!("{:+}", elo.round() as i64)),
            whole(elo.and_then(|(_, error)| error)),
            per_cent(record.superiority()),
            nodes.to_string(),
            ms.to_string(),
            factor(ratio(depths, searched)),
        ]);
    }
    if record.games.games() < games as u64 {
        table.note("Stopped before the end.");
    }
    table.note("+-: 95 % error margin of Elo; LOS: likelihood of superiority; nodes, ms: all moves; d: mean depth.");
    table.note(match record.elo() {
        Some((elo, Some(error))) if elo.abs() > error => "The difference exceeds its error margin.",
        Some((_, Some(_))) => {
            "The difference is within its error margin: more games are needed to tell which is stronger."
        }
        None if record.games.games() > 0 => {
            "One setting won all games, so the Elo difference cannot be estimated: see LOS."
        }
        _ => "There is no error margin without pairs of games that differ in their scores.",
    });
    table
}

fn write_game(
    file: &str,
    board: &Board,
    players: &[Player; 2],
    a_is: Side,
    round: usize,
    points: Points,
    reason: &'static str,
) -> Done {
    let [a, b] = players;
    let (white, black) = if a_is == Side::White { (a, b) } else { (b, a) };
    let mut game = Game::of(board);
    for (name, value) in [
        ("Event", "Alula against itself"),
        ("Round", round.to_string().as_str()),
        ("White", &white.name),
        ("Black", &black.name),
        ("Result", ["0-1", "1/2-1/2", "1-0"][points as usize]),
        ("Termination", reason),
    ] {
        game.tags.set(name, value);
    }
    Ok(store::append(Path::new(file), &game)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_last_note_suit_the_result() {
        let limits =
            LabLimits { algorithm: Algorithm::Modern, depth: 1, from: None, nodes: None, ms: None, suite: None };
        let player = || Player {
            name: "player".into(),
            options: Options::default(),
            engine: Engine::default(),
            used: Used::default(),
        };
        for (games, title, note) in [
            (&[2; 20][..], "20 games, depth 1, every opening with both", "One setting won all games"),
            (&[0; 3], "3 games, depth 1, every opening but the last with both", "One setting won all games"),
            (&[2, 1, 2, 0, 2, 1, 1, 1, 2, 1], "10 games, depth 1, every opening with both", "The difference exceeds"),
            (&[2, 2, 0, 1, 0], "5 games, depth 1, every opening but the last with both", "The difference is within"),
            (&[1; 4], "4 games, depth 1, every opening with both", "There is no error margin"),
            (&[2, 0], "2 games, depth 1, every opening with both", "There is no error margin"),
            (&[], "0 games, depth 1, every opening with both", "There is no error margin"),
        ] {
            let mut record = MatchRecord::default();
            games.iter().for_each(|points| record.add(*points));
            let table = table_of(&[player(), player()], record, &limits, 20);
            assert!(table.notes.last().is_some_and(|last| last.starts_with(note)), "{games:?}: {:?}", table.notes);
            assert!(table.title.starts_with(title), "{games:?}: {}", table.title);
            let margin = &table.rows[0][7];
            assert_eq!(margin == "-", !note.starts_with("The difference"), "{games:?}: {margin}");
        }
    }
}
