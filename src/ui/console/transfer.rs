//! Builds a PGN game from the Board; sets the game aside during an analysis, a puzzle or a guessing game, and
//! restores it.

use std::mem;

use crate::VERSION;
use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::ReadGame;
use crate::games::tree::Game;
use crate::readmove::shortened;
use crate::searcher::laws;
use crate::ui::clock::{GameClocks, TimeControl};
use crate::ui::out::now;
use crate::ui::refusal::{Refusal, bad, number};
use crate::ui::show;

use super::looking;
use super::state::{Aside, Finish, Origin, Session};

/// The PGN tag for the state of the clocks.
pub(super) const CLOCKS_TAG: &str = "AlulaClocks";

/// The PGN tags that other programs use if White and Black have different time controls.
const TIME_TAGS: [&str; 2] = ["WhiteTimeControl", "BlackTimeControl"];

/// The game on the board, with players, result and clocks.
pub(super) fn game_of(board: &Board, session: &mut Session) -> Game {
    let study = session.own.study_of(board);
    let (mut game, origin) = (study.game.clone(), study.origin);
    if origin == Origin::Played {
        name_players(&mut game, session);
    }
    let outcome = laws::end(board);
    let finish = session.own.game.finish.as_ref();
    let result = finish.map(Finish::result).or(outcome.map(show::result));
    if let Some(result) = result.filter(|_| game.result() == "*") {
        game.tags.set("Result", result);
        if matches!(finish, Some(Finish::Time { .. })) {
            game.tags.set("Termination", "time forfeit");
        }
    }
    if let Some(mut clocks) = session.own.game.clocks {
        // Deducts the time used so far in the current turn.
        if game.result() == "*" {
            clocks.stop(board.next_move);
        }
        match clocks.controls {
            [white, black] if white == black => game.tags.set("TimeControl", white.tag()),
            controls => TIME_TAGS.iter().zip(controls).for_each(|(tag, control)| game.tags.set(tag, control.tag())),
        }
        game.tags.set(CLOCKS_TAG, clocks.state());
    }
    game
}

/// The clocks stored in the tags of a saved game, if any.
pub(super) fn clocks_of(game: &Game) -> Option<GameClocks> {
    let control = |tag| game.tags.get(tag).and_then(TimeControl::read_tag);
    let controls = TIME_TAGS.map(|tag| control(tag).or_else(|| control("TimeControl")));
    let [Some(white), Some(black)] = controls else { return None };
    GameClocks::read_state([white, black], game.tags.get(CLOCKS_TAG)?)
}

/// Sets the players of a game played here, and its date unless it has one from an earlier day.
fn name_players(game: &mut Game, session: &Session) {
    let own = session.own.view.look.name.as_str();
    let own = if own.is_empty() || session.engine_side.is_none() { "?" } else { own };
    let name = |side: Side| if session.engine_side == Some(side) { VERSION } else { own };
    if game.tags.known("Date").is_none() {
        game.tags.set("Date", now().format("%Y.%m.%d").to_string());
    }
    game.tags.set("White", name(Side::White));
    game.tags.set("Black", name(Side::Black));
}

/// Maximum game number in a file.
const MOST_NUMBER: usize = 100_000_000;

/// Reads the number of a game in a file; 1 if the text is empty.
pub(super) fn game_number(text: &str) -> Result<u64, Refusal> {
    Ok(number(text, "game", 1, MOST_NUMBER, Some(1))? as u64)
}

/// Returns the game, or a refusal if an error makes it unusable.
pub(super) fn readable(record: ReadGame, file: &str) -> Result<ReadGame, Refusal> {
    match record.refusal() {
        Some(problem) => bad(format!("{}, game {}, {problem}", shortened(file), record.place.number)),
        None => Ok(record),
    }
}

/// Sets the game aside and stops its clocks. The engine then plays neither side.
pub(super) fn set_aside(board: &Board, session: &mut Session) -> Aside {
    let mut game = mem::take(&mut session.own.game);
    game.end_turn(board);
    Aside { board: Box::new(board.clone()), engine_side: session.engine_side.take(), game }
}

/// Restores the game that was set aside, and returns its board.
pub(super) fn give_back(aside: Aside, session: &mut Session) -> Box<Board> {
    (session.engine_side, session.own.game) = (aside.engine_side, aside.game);
    if let Some(clocks) = &mut session.own.game.clocks {
        clocks.restart_turn();
    }
    aside.board
}

/// Restores the game that was set aside and shows its board, in the current orientation.
pub(super) fn come_back(aside: Aside, board: &mut Board, session: &mut Session) {
    board.set_game(&give_back(aside, session));
    looking::show_board(board, session);
}
