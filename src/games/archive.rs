//! The archive: the user's own games against the engine, in one PGN file, and statistics about them.
//!
//! Each game has the tag [`ENGINE_TAG`] with the engine's side and strength settings.

use std::ops::Range;
use std::path::Path;

use crate::defines::Side;
use crate::modern::skill::FULL_ELO;
use crate::moves::Move;
use crate::play::files;
use crate::play::text::MARK;
use crate::setup::Setup;

use super::line::MoveLine;
use super::pgn::store::StoreError;
use super::pgn::{Detail, GamePlace, GameSink, Games, Problem, ReadGame, text};
use super::review::{Judgement, Review};
use super::tree::{Game, Tags};

/// The tag for the side and the strength of the engine; its value is like `black elo=1200`.
pub const ENGINE_TAG: &str = "AlulaEngine";

/// The engine as an opponent: the modern search with a rating, or one of the tutorial's searches.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Opponent {
    /// The modern search, with this rating.
    Rating(i32),
    /// One of the tutorial's searches.
    Algorithm(String),
}

impl Opponent {
    /// Parses strength settings; the default is full strength.
    fn read(settings: &str) -> Opponent {
        let value = |wanted: &str| {
            let pairs = settings.split_whitespace().filter_map(|word| word.split_once('='));
            pairs.into_iter().find_map(|(name, value)| (name == wanted).then_some(value))
        };
        match value("algorithm") {
            Some(name) => Opponent::Algorithm(name.into()),
            None => Opponent::Rating(value("elo").and_then(|elo| elo.parse().ok()).unwrap_or(FULL_ELO)),
        }
    }
}

/// The result of a game from the user's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UserResult {
    /// The user won.
    Won,
    /// The game was drawn.
    Drawn,
    /// The engine won.
    Lost,
}

/// A finished game between the user and the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The day, like `2026-11-28`; incomplete or empty if not fully known.
    pub day: String,
    /// The opponent.
    pub opponent: Opponent,
    /// The user's side.
    pub side: Side,
    /// The result.
    pub outcome: UserResult,
    /// Code and name of the opening, like `C50 Italian Game`; empty if unknown.
    pub opening: String,
    /// The user's accuracy as a percentage, if the game was reviewed.
    pub accuracy: Option<f64>,
}

impl FinishedGame {
    /// Reads the tags of a game; returns [`None`] if it is not a finished game against the engine.
    pub fn of(tags: &Tags) -> Option<FinishedGame> {
        let (engine, settings) = tags.get(ENGINE_TAG).map(|tag| tag.split_once(' ').unwrap_or((tag, "")))?;
        let side = [Side::Black, Side::White][["white", "black"].iter().position(|name| *name == engine)?];
        let outcome = match (tags.get("Result")?, side) {
            ("1-0", Side::White) | ("0-1", Side::Black) => UserResult::Won,
            ("1-0" | "0-1", _) => UserResult::Lost,
            ("1/2-1/2", _) => UserResult::Drawn,
            _ => return None,
        };
        let known = |name: &str| tags.known(name).unwrap_or_default();
        let accuracy = tags.get(["WhiteAccuracy", "BlackAccuracy"][side.index()]);
        Some(FinishedGame {
            day: known("Date").replace('.', "-"),
            opponent: Opponent::read(settings),
            side,
            outcome,
            opening: format!("{} {}", known("ECO"), known("Opening")).trim().into(),
            accuracy: accuracy.and_then(|text| text.parse().ok()),
        })
    }
}

/// Statistics of a group of games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Score {
    /// Games that the user won.
    pub won: usize,
    /// Drawn games.
    pub drawn: usize,
    /// Games that the engine won.
    pub lost: usize,
    /// Day of the last game.
    pub last: String,
    accuracies: Vec<f64>,
}

impl Score {
    fn add(&mut self, played: &FinishedGame) {
        match played.outcome {
            UserResult::Won => self.won += 1,
            UserResult::Drawn => self.drawn += 1,
            UserResult::Lost => self.lost += 1,
        }
        if self.last < played.day {
            self.last.clone_from(&played.day);
        }
        self.accuracies.extend(played.accuracy);
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// Number of reviewed games.
    pub fn reviewed(&self) -> usize {
        self.accuracies.len()
    }

    /// Mean accuracy of the reviewed games, as a percentage; [`None`] if there are none.
    pub fn accuracy(&self) -> Option<f64> {
        let count = self.reviewed();
        (count > 0).then(|| self.accuracies.iter().sum::<f64>() / count as f64)
    }
}

/// Groups the games by a key. Returns each key with the [`Score`] of its games, sorted by key.
pub fn grouped<K: Ord>(games: &[FinishedGame], group: impl Fn(&FinishedGame) -> K) -> Vec<(K, Score)> {
    let mut groups = std::collections::BTreeMap::<K, Score>::new();
    games.iter().for_each(|played| groups.entry(group(played)).or_default().add(played));
    groups.into_iter().collect()
}

/// The finished games in an archive; empty if the file does not exist.
///
/// # Errors
/// The reason why the archive cannot be read.
pub fn read(path: &Path) -> Result<Vec<FinishedGame>, StoreError> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let mut games = Games::new(files::open_text(path)?);
    let mut all = Vec::new();
    while let Some((_, head)) = games.next_into(Head::default)? {
        all.extend(FinishedGame::of(&head.0));
    }
    Ok(all)
}

/// The tags of a game, without its moves.
#[derive(Default)]
struct Head(Tags);

impl GameSink for Head {
    fn tag(&mut self, name: &str, value: &str) {
        self.0.set(name, value);
    }

    fn start(&mut self, _: &Setup) -> Detail {
        Detail::Nothing
    }

    fn mv(&mut self, _: Move, _: &mut MoveLine) {}

    fn result(&mut self, _: &'static str) {}

    fn problem(&mut self, _: Problem) {}
}

/// Annotates a game in the archive with its review. Returns false if the archive does not contain the game.
///
/// # Errors
/// The archive cannot be read or written, or the game has text that would be lost; the archive is then unchanged.
pub fn note_review(path: &Path, game: &Game, positions: &[Judgement]) -> Result<bool, StoreError> {
    if !path.exists() {
        return Ok(false);
    }
    // Places refer to the decoded text; those in a UTF-16 file are different.
    files::check_encoding(path)?;
    let old = files::read(path, files::MAX_TEXT)?;
    let Some(record) = find(&old, game)? else { return Ok(false) };
    let own = own_text(&old, record.place).filter(|_| record.problems.is_empty());
    let own = own.ok_or_else(|| StoreError::Lossy(files::shown(path)))?;
    let mut kept = record.game;
    Review::of(&kept, positions.to_vec()).annotate(&mut kept);
    let new = [&old[..own.start], text(&kept).trim_end().as_bytes(), &old[own.end..]].concat();
    files::replace(path, &old, &new)?;
    Ok(true)
}

/// The last game in the archive with the same players, result, start position and moves as `game`.
fn find(archive: &[u8], game: &Game) -> Result<Option<ReadGame>, StoreError> {
    let is_like = |tags: &Tags| ["White", "Black", "Result"].iter().all(|name| tags.get(name) == game.tags.get(name));
    let mut places = Vec::new();
    let mut games = Games::new(archive);
    while let Some((place, head)) = games.next_into(Head::default)? {
        if is_like(&head.0) {
            places.push(place);
        }
    }
    let moves = |game: &Game| game.moves_to(game.end_of_line(super::tree::ROOT));
    for place in places.into_iter().rev() {
        let rest = &archive[place.offset as usize..];
        let Some(record) = Games::at(rest, place).next_game()? else { continue };
        if record.game.start() == game.start() && moves(&record.game) == moves(game) {
            return Ok(Some(record));
        }
    }
    Ok(None)
}

/// The range of a game's text, without the blank and escaped lines around it; [`None`] if it has escaped lines inside.
fn own_text(archive: &[u8], place: GamePlace) -> Option<Range<usize>> {
    let raw = &archive[place.offset as usize..place.end as usize];
    let text = raw.strip_prefix(MARK).unwrap_or(raw);
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).collect();
    let is_own = |line: &&[u8]| !line.starts_with(b"%") && !line.trim_ascii().is_empty();
    let (first, last) = (lines.iter().position(is_own)?, lines.iter().rposition(is_own)?);
    let own = &lines[first..=last];
    let begin = place.end as usize - lines[first..].concat().len();
    let is_whole = !own.iter().any(|line| line.starts_with(b"%"));
    is_whole.then(|| begin..begin + own.concat().trim_ascii_end().len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::read_text;
    use std::fs;

    fn game(tags: &str, moves: &str) -> String {
        format!("{tags}\n\n{moves}\n")
    }

    fn three_games() -> String {
        [
            game(
                "[Date \"2026.01.02\"]\n[White \"Me\"]\n[Result \"1-0\"]\n[AlulaEngine \"black elo=1600 skill=9\"]\n\
                 [ECO \"C20\"]\n[Opening \"King's Pawn Game\"]\n[WhiteAccuracy \"80\"]",
                "1. e4 e5 1-0",
            ),
            game(
                "[Date \"2026.02.03\"]\n[Black \"Me\"]\n[Result \"1-0\"]\n[AlulaEngine \"white elo=1600\"]",
                "1. e4 1-0",
            ),
            game("[Date \"2026.02.04\"]\n[Result \"1/2-1/2\"]\n[AlulaEngine \"white algorithm=pvs\"]", "1. d4 1/2-1/2"),
            game("[Date \"2026.02.05\"]\n[Result \"*\"]\n[AlulaEngine \"white\"]", "1. d4 *"),
            game("[Date \"2026.02.05\"]\n[Result \"1-0\"]", "1. d4 1-0"),
        ]
        .join("\n")
    }

    #[test]
    fn games_are_counted_for_each_opponent_opening_and_month() {
        let all: Vec<FinishedGame> =
            read_text(&three_games()).iter().filter_map(|record| FinishedGame::of(&record.game.tags)).collect();
        let counts = |score: &Score| [score.won, score.drawn, score.lost];
        let opponents = grouped(&all, |played| played.opponent.clone());
        let names: Vec<&Opponent> = opponents.iter().map(|(name, _)| name).collect();
        assert_eq!(names, [&Opponent::Rating(1600), &Opponent::Algorithm("pvs".into())]);
        assert_eq!([counts(&opponents[0].1), counts(&opponents[1].1)], [[1, 0, 1], [0, 1, 0]]);
        assert_eq!((opponents[0].1.last.as_str(), opponents[0].1.accuracy()), ("2026-02-03", Some(80.0)));
        let openings = grouped(&all, |played| played.opening.clone());
        assert_eq!((openings[1].0.as_str(), openings[1].1.games()), ("C20 King's Pawn Game", 1));
        let months = grouped(&all, |played| played.day.get(..7).unwrap_or_default().to_string());
        assert_eq!(months.iter().map(|(_, score)| score.games()).collect::<Vec<_>>(), [1, 2]);
        assert_eq!([all[0].side, all[1].side], [Side::White, Side::Black]);
        assert_eq!(Opponent::read(""), Opponent::Rating(FULL_ELO));
    }

    #[test]
    fn a_review_is_written_into_its_game_and_nothing_else_changes() {
        let path = std::env::temp_dir().join(format!("alula-archive-{}.pgn", std::process::id()));
        let other = game("[White \"A\"]\n[Result \"0-1\"]", "1. f3 e5 2. g4 Qh4# 0-1");
        let own = game("[White \"B\"]\n[Result \"0-1\"]", "1. f3 e5 2. g4 Qh4# 0-1");
        fs::write(&path, [&own, &other, &own, &other].map(String::as_str).join("\n")).expect("a temporary file");
        let game = read_text(&own).remove(0).game;
        let judged = |score| Judgement { score, ..Judgement::default() };
        let positions = [0, 0, 0, 9999, -9999].map(judged);
        assert!(note_review(&path, &game, &positions).expect("a file of games"));
        let all = read_text(&fs::read_to_string(&path).expect("it is there"));
        let accuracies: Vec<_> = all.iter().map(|record| record.game.tags.get("WhiteAccuracy").is_some()).collect();
        assert_eq!(accuracies, [false, false, true, false]);
        assert!(all.iter().all(|record| record.problems.is_empty()));
        let interrupted = [positions[0].clone(), judged(-500)];
        assert!(note_review(&path, &game, &interrupted).expect("a file of games"));
        let again = read_text(&fs::read_to_string(&path).expect("it is there"));
        let accuracy = |games: &[ReadGame]| games[2].game.tags.get("WhiteAccuracy").map(str::to_string);
        assert_eq!(accuracy(&again), accuracy(&all), "an interrupted review keeps the accuracy of a complete one");
        let unknown = read_text("1. e4 *").remove(0).game;
        assert!(!note_review(&path, &unknown, &positions[..2]).expect("a file of games"));
        let wide: Vec<u8> = format!("\u{feff}{own}").encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(&path, &wide).expect("a temporary file");
        let error = note_review(&path, &game, &positions).expect_err("UTF-16").to_string();
        assert!(error.contains(" is UTF-16"), "{error}");
        assert_eq!(fs::read(&path).expect("it is there"), wide);
        fs::remove_file(&path).expect("it is there");
        assert!(!note_review(&path, &game, &positions).expect("a missing file is not an error") && read(&path).is_ok());
    }

    /// Reviews the game by this player in a file with this text. Returns the answer, and the text of the file then.
    fn reviewed(name: &str, text: &[u8], white: &str) -> (Result<bool, StoreError>, Vec<u8>) {
        let path = std::env::temp_dir().join(format!("alula-archive-{name}-{}.pgn", std::process::id()));
        fs::write(&path, text).expect("a temporary file");
        let positions = [0, 0, 0, 9999, -9999].map(|score| Judgement { score, ..Judgement::default() });
        let answer = note_review(&path, &read_text(&fools_mate(white)).remove(0).game, &positions);
        let after = fs::read(&path).expect("it is there");
        fs::remove_file(&path).expect("it is there");
        (answer, after)
    }

    fn fools_mate(white: &str) -> String {
        game(&format!("[White \"{white}\"]\n[Result \"0-1\"]"), "1. f3 e5 2. g4 Qh4# 0-1")
    }

    #[test]
    fn text_between_the_games_survives_a_review() {
        let [a, b] = ["A", "B"].map(fools_mate);
        let notes = "a note *\n".repeat(101);
        let [head, tail] = ["\u{feff}% the first words\n\n", "% my own note\n"];
        for (before, own, behind) in [
            (head.into(), &a, format!("\n\n{notes}\n\n{b}% the last words\n")),
            (format!("{head}{a}\n{notes}\n\n{tail}\n{tail}"), &b, String::new()),
            (format!("{a}\n{notes}"), &b, format!("\n{tail}")),
            (format!("{notes}\n"), &a, format!("\n\na note *\nanother *\n\n{b}")),
            ("1. d4 *".into(), &a, " 1. c4 *".into()),
            ("\u{feff}".into(), &a, "\n".into()),
        ] {
            let white = if own == &a { "A" } else { "B" };
            let (answer, after) = reviewed("text", [&before, own.trim_end(), &behind].concat().as_bytes(), white);
            let after = String::from_utf8(after).expect("text");
            assert!(answer.expect("a file of games"), "{after}");
            let new = after.strip_prefix(&before).and_then(|rest| rest.strip_suffix(&behind));
            let new = new.unwrap_or_else(|| panic!("{after}"));
            assert!(new.contains("WhiteAccuracy") && new.ends_with(" 0-1"), "{after}");
        }
    }

    #[test]
    fn a_game_with_text_that_cannot_be_kept_gets_no_review() {
        for moves in [
            "1. f3 e5 2. g4 (2. Ke3 {a fine idea}) Qh4# 0-1",
            "1. f3 e5 [2] 2. g4 Qh4# 0-1",
            "1. f3 e5\n% a note\n2. g4 Qh4# 0-1",
        ] {
            let text = game("[White \"A\"]\n[Result \"0-1\"]", moves);
            let (answer, after) = reviewed("faulty", text.as_bytes(), "A");
            assert!(matches!(answer, Err(StoreError::Lossy(_))), "{moves}");
            assert_eq!(String::from_utf8_lossy(&after), text);
        }
    }

    /// Until the new file is complete, the old one stays.
    #[cfg(unix)]
    #[test]
    fn a_review_replaces_the_file_and_keeps_its_link() {
        let name = |name| std::env::temp_dir().join(format!("alula-archive-{name}-{}.pgn", std::process::id()));
        let [path, hard, soft] = ["file", "hard", "soft"].map(name);
        fs::write(&path, fools_mate("A")).expect("a temporary file");
        fs::hard_link(&path, &hard).expect("a link");
        std::os::unix::fs::symlink(&path, &soft).expect("a link");
        let game = read_text(&fools_mate("A")).remove(0).game;
        assert!(note_review(&soft, &game, &[Judgement::default()]).expect("a file of games"));
        assert_eq!(fs::read_to_string(&hard).expect("it is there"), fools_mate("A"));
        assert_ne!(fs::read_to_string(&path).expect("it is there"), fools_mate("A"));
        assert!(fs::symlink_metadata(&soft).expect("it is there").is_symlink());
        for path in [path, hard, soft] {
            fs::remove_file(path).expect("it is there");
        }
    }
}
