//! Loads a game from a file onto the board.

use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::ReadGame;
use crate::games::tree::ROOT;
use crate::ui::show;

use super::state::{Origin, Session, Study};
use super::transfer::{clocks_of, copy_game};
use super::{looking, play};

/// Maximum number of errors shown for a game.
const MOST_PROBLEMS: usize = 5;

/// Puts the final position of a game on the board, and shows who played it.
pub(super) fn take_over(board: &mut Board, session: &mut Session, record: ReadGame, count: u64, origin: Origin) {
    let ReadGame { place, game, problems } = record;
    let at = game.end_of_line(ROOT);
    let view_rotated = board.view_rotated;
    copy_game(&game.board_at(at), board);
    board.view_rotated = view_rotated;
    play::begin_here(board, session);
    let tag = |name: &str| game.tags.get(name).unwrap_or("?").to_string();
    let by_engine = |name: &str| tag(name).starts_with("Alula");
    session.engine_side = match (by_engine("White"), by_engine("Black")) {
        (true, false) => Some(Side::White),
        (false, true) => Some(Side::Black),
        // The engine plays neither side in a finished game.
        _ if game.result() != "*" => None,
        _ => session.engine_side,
    };
    if session.own.is_analysing() {
        session.engine_side = None;
    }
    let clocks = clocks_of(&game);
    if clocks.is_some() && !session.own.is_analysing() {
        session.own.game.clocks = clocks;
    }
    let text = format!(
        "{} - {}, {}, {}; game {} of {count}",
        tag("White"),
        tag("Black"),
        game.result(),
        show::counted(game.main_line().len(), "half-move"),
        place.number
    );
    session.own.game.study = Some(Study::new(game, at, origin));
    looking::show_board(board, session);
    session.say(&text);
    for problem in problems.iter().take(MOST_PROBLEMS) {
        session.say(&format!("{problem}"));
    }
    if problems.len() > MOST_PROBLEMS {
        session.say(&format!("and {} more like these", problems.len() - MOST_PROBLEMS));
    }
}
