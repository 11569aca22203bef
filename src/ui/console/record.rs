//! `record`: the user's finished games, counted by opponent, opening and month. At a terminal they are added to the
//! archive, a PGN file; without a terminal, they are counted only until the program ends.

use std::fs;
use std::path::Path;

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::games::archive::{self, ENGINE_TAG, FinishedGame, Opponent, Score, grouped};
use crate::games::pgn::store::{self, StoreError};
use crate::games::review::Review;
use crate::games::tree::{Game, ROOT};
use crate::games::{chess960, openings};
use crate::modern::skill::FULL_ELO;
use crate::play::files;
use crate::readfen::START_FEN;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::ui::refusal::{Done, bad};
use crate::ui::tables::{Format, Table};
use crate::ui::{places, show};

use super::autosave::engine_tag;
use super::opponent::name_of;
use super::state::{Finish, Origin, Session};
use super::transfer::game_of;

/// Minimum number of half-moves for a game to count.
const LEAST: usize = 2;

/// Maximum number of rows in the tables of openings and of months if `record` shows all tables.
const MOST_ROWS: usize = 6;

/// Counts a finished game (only once) if the user, not a script, played it here against the engine from a start
/// position.
pub(super) fn note(board: &Board, session: &mut Session) {
    let is_loaded = session.own.game.study.as_ref().is_some_and(|study| study.origin == Origin::Loaded);
    let current = &session.own.game;
    let has_opponent = session.engine_side.is_some() && current.has_opponent && !current.last_by_selfplay;
    let is_own = !is_loaded && has_opponent && session.own.script_depth == 0;
    if !is_own || board.end_of_game < LEAST || !is_whole(board) {
        return;
    }
    if current.is_recorded {
        return session.say("This game was continued after its end: 'record' keeps its first result.");
    }
    let game = archived(board, session);
    let Some(played) = FinishedGame::of(&game.tags) else { return };
    session.own.game.is_recorded = true;
    if !session.input.is_terminal() {
        return session.own.training.played.push(played);
    }
    // A full disk must not end the program.
    if let Some(file) = places::archive()
        && let Err(error) = append(&file, &game)
    {
        session.say(&format!("The game was not added to your games, {}: {error}.", file.display()));
    }
}

fn append(file: &Path, game: &Game) -> Result<(), StoreError> {
    file.parent().map_or(Ok(()), fs::create_dir_all)?;
    store::append(file, game)
}

/// The game as stored in the archive: with the engine's strength, the opening, and the reason why the game ended.
fn archived(board: &Board, session: &mut Session) -> Game {
    let mut game = game_of(board, session);
    game.tags.set("Event", "Game against the engine");
    game.tags.set(ENGINE_TAG, engine_tag(session));
    if let Some(side) = session.engine_side.filter(|_| session.options.is_weakened()) {
        game.tags.set(["WhiteElo", "BlackElo"][side.index()], session.options.modern.elo.to_string());
    }
    if let Some((opening, _)) = openings::of_game(board) {
        game.tags.set("ECO", opening.code);
        game.tags.set("Opening", opening.name);
    }
    if game.tags.get("Termination").is_none() {
        game.tags.set("Termination", "normal");
    }
    let end = session.own.game.finish.as_ref().map(Finish::to_string).or(laws::outcome(board).map(show::outcome));
    let reason = end.as_deref().and_then(|text| text.split_once('{')?.1.strip_suffix('}'));
    let last = game.end_of_line(ROOT);
    reason.into_iter().for_each(|reason| game.node_mut(last).add_comment(reason));
    game
}

/// Whether the game began from the standard start position or a Chess960 start position.
fn is_whole(board: &Board) -> bool {
    let past = Game::of(board).board_at(ROOT);
    let start = past.fen();
    let pieces = |fen: &str| command::split_word(fen).0.to_string();
    // In some Chess960 starts, kings and rooks stand on their usual squares.
    let is_a_start = past.castle == [3; 2] && start.ends_with(" 0 1");
    start == START_FEN
        || is_a_start && (0..chess960::COUNT).any(|number| pieces(&chess960::fen(number)) == pieces(&start))
}

/// Adds a review to the archived copy of the game, if there is one.
pub(super) fn note_review(session: &mut Session, game: &Game, review: &Review) {
    let Some(file) = places::archive().filter(|_| session.input.is_terminal()) else { return };
    match archive::note_review(&file, game, &review.positions) {
        Ok(true) if review.is_complete(game) => {
            session.say("The marks were also saved in your games; 'record' shows the accuracy.");
        }
        Ok(true) => session.say("The marks were also saved in your games; the accuracy needs a complete review."),
        Ok(false) => {}
        Err(error) => session.say(&format!("The marks were not saved in your games: {error}.")),
    }
}

pub(crate) fn record(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let file = places::archive();
    let mut games = file.as_ref().map_or(Ok(Vec::new()), |file| archive::read(file))?;
    games.extend_from_slice(&session.own.training.played);
    let all = usize::MAX;
    let tables = match words[..] {
        [] if format == Format::Text => {
            vec![opponents(&games), openings_table(&games, MOST_ROWS), months(&games, MOST_ROWS)]
        }
        [] | ["opponents"] => vec![opponents(&games)],
        ["openings"] => vec![openings_table(&games, all)],
        ["months"] => vec![months(&games, all)],
        [word, ..] => {
            let word = shortened(word);
            return bad(format!("'{word}' is not part of the record; type opponents, openings or months"));
        }
    };
    if games.is_empty() && format == Format::Text {
        return session.answer("You have not finished a game against the engine yet.");
    }
    for table in tables {
        session.show_narrowed(table, format, &["last played", "rating", "accuracy", "reviewed"]);
    }
    if let (Some(file), Format::Text) = (file.filter(|file| file.exists()), format) {
        session.say(&format!("'games' lists the games; they are in {}.", files::shown(&file)));
    }
    Ok(())
}

/// Name and rating of an opponent.
fn cells(opponent: &Opponent) -> [String; 2] {
    match opponent {
        Opponent::Rating(FULL_ELO) => ["full strength".into(), "-".into()],
        Opponent::Rating(elo) => [name_of(*elo).unwrap_or("-").into(), elo.to_string()],
        Opponent::Algorithm(name) => [format!("algorithm {name}"), "-".into()],
    }
}

fn counts(score: &Score) -> [String; 3] {
    [score.won, score.drawn, score.lost].map(|count| count.to_string())
}

fn accuracy(score: &Score) -> String {
    score.accuracy().map_or("-".into(), |accuracy| format!("{accuracy:.0} %"))
}

fn opponents(games: &[FinishedGame]) -> Table {
    let mut table = Table::new("", &["opponent", "rating", "won", "drawn", "lost", "accuracy", "last played"]);
    for (opponent, score) in grouped(games, |played| played.opponent.clone()) {
        let cells = cells(&opponent).into_iter().chain(counts(&score)).chain([accuracy(&score), score.last.clone()]);
        table.row(cells.collect());
    }
    table
}

/// The openings, the most frequent first.
fn openings_table(games: &[FinishedGame], most: usize) -> Table {
    let mut table = Table::new("", &["opening", "you", "won", "drawn", "lost", "accuracy"]);
    let known: Vec<FinishedGame> = games.iter().filter(|played| !played.opening.is_empty()).cloned().collect();
    let mut groups = grouped(&known, |played| (played.opening.clone(), played.side.index()));
    groups.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    for ((opening, side), score) in groups.iter().take(most) {
        let cells = [opening.clone(), Side::BOTH[*side].name().into()].into_iter().chain(counts(score));
        table.row(cells.chain([accuracy(score)]).collect());
    }
    if groups.len() > most {
        table.note(format!("The {most} most frequent of {}; 'record openings' shows all.", groups.len()));
    }
    table
}

/// The last `most` months, with the accuracy in reviewed games.
fn months(games: &[FinishedGame], most: usize) -> Table {
    let mut table = Table::new("", &["month", "won", "drawn", "lost", "reviewed", "accuracy"]);
    // The file may have been edited: a date may be any text.
    let month = |played: &FinishedGame| played.day.get(..7).map(String::from);
    let dated: Vec<FinishedGame> = games.iter().filter(|played| month(played).is_some()).cloned().collect();
    let groups = grouped(&dated, |played| month(played).unwrap_or_default());
    for (month, score) in &groups[groups.len().saturating_sub(most)..] {
        let cells = [month.clone()].into_iter().chain(counts(score));
        table.row(cells.chain([score.reviewed().to_string(), accuracy(score)]).collect());
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::games::archive::UserResult;
    use crate::readfen::{Rules, read_fen_by};

    fn played(
        day: &str,
        opponent: Opponent,
        outcome: UserResult,
        opening: &str,
        accuracy: Option<f64>,
    ) -> FinishedGame {
        let (day, opening) = (day.into(), opening.into());
        FinishedGame { day, opponent, side: Side::White, outcome, opening, accuracy }
    }

    #[test]
    fn games_are_counted_by_opponent_opening_and_month() {
        let games = [
            played("2026-01-01", Opponent::Rating(1600), UserResult::Won, "C50 Italian Game", Some(80.0)),
            played("2026-01-03", Opponent::Rating(1600), UserResult::Lost, "B20 Sicilian Defence", Some(60.0)),
            played("2026-02-04", Opponent::Algorithm("pvs".into()), UserResult::Drawn, "C50 Italian Game", None),
            played("2026", Opponent::Rating(FULL_ELO), UserResult::Lost, "", None),
        ];
        assert!(months(&[FinishedGame { day: "1er ao\u{fb}t".into(), ..games[3].clone() }], 6).rows.is_empty());
        let rows = opponents(&games).rows;
        assert_eq!(rows[0], ["club player", "1600", "1", "0", "1", "70 %", "2026-01-03"]);
        assert_eq!(rows[1], ["full strength", "-", "0", "0", "1", "-", "2026"]);
        assert_eq!(rows[2], ["algorithm pvs", "-", "0", "1", "0", "-", "2026-02-04"]);
        let openings = openings_table(&games, 1);
        assert_eq!(openings.rows, [["C50 Italian Game", "White", "1", "1", "0", "80 %"]]);
        assert_eq!(openings.notes, ["The 1 most frequent of 2; 'record openings' shows all."]);
        let months = months(&games, 6).rows;
        assert_eq!(months, [["2026-01", "1", "0", "1", "2", "70 %"], ["2026-02", "0", "1", "0", "0", "-"]]);
    }

    #[test]
    fn games_from_every_start_of_chess960_are_whole() {
        for number in [0, 518, 533, 959] {
            let mut board = Board::new();
            let fen = read_fen_by(&chess960::fen(number), Rules::Chess960).expect("a FEN");
            board.init_from_setup(&fen.setup);
            assert!(is_whole(&board), "{number}");
        }
        assert!(!is_whole(&board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
    }
}
