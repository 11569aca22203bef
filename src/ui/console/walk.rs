//! Moves to another position of the game, and describes it.

use crate::board::Board;
use crate::games::tree::{Game, NodeId, ROOT, in_words};
use crate::searcher::laws;
use crate::ui::refusal::{Done, bad};
use crate::ui::show;

use super::looking;
use super::state::{Finish, LookBack, Origin, Session};

/// Move annotations, indexed by their NAG (numeric code in PGN).
pub(super) const MARKS: [&str; 7] = ["none", "!", "?", "!!", "??", "!?", "?!"];

/// Whether the game on the Board is (or was) played here: against the engine, with clocks, or to a result. Browsing must
/// not change such a game. A loaded game is one as soon as the engine has moved in it.
pub(super) fn is_played(board: &Board, session: &mut Session) -> bool {
    let own = &mut session.own;
    if own.is_analysing() || own.training().is_some() {
        return false;
    }
    let is_against_engine = session.engine_side.is_some() && own.game.has_opponent;
    let has_begun = is_against_engine || own.game.thinking.is_some() || own.game.finish.is_some();
    has_begun || own.game.clocks.is_some() && own.study_of(board).origin == Origin::Played
}

/// Shows a position of the game without changing the Board. If it is the current one, the user no longer views an
/// earlier one.
fn look_at(board: &Board, session: &mut Session, at: NodeId) {
    let study = session.own.study_of(board);
    let mut there = study.game.board_at(at);
    there.view_rotated = board.view_rotated;
    session.own.view.looking_back = (at != study.at()).then_some(LookBack { board: there, at });
    looking::show_shown(board, session);
    tell_place(board, session);
}

/// Commands that act on the displayed position, even if it is an earlier one of the game.
pub(super) const ABOUT_WHAT_IS_SHOWN: [&str; 17] = [
    "picture", "d", "fen", "moves", "attacks", "where", "what", "rank", "file", "eval", "see", "epd", "opening", "bk",
    "tb", "threat", "hint",
];

/// Puts a position of the game on the Board and shows it; the engine then plays neither side. If the game was played
/// here against the engine or with clocks, only shows the position.
pub(super) fn go_to(board: &mut Board, session: &mut Session, at: NodeId) {
    if is_played(board, session) {
        return look_at(board, session, at);
    }
    let study = session.own.study_of(board);
    study.go_to(at);
    board.set_game(&study.game.board_at(at));
    session.own.game.redo.clear();
    session.engine_side = None;
    session.own.game.forget_end();
    session.own.note_place(board);
    looking::show_board(board, session);
    tell_place(board, session);
}

/// A direction in a game.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Back,
    Forward,
}

/// Goes to the next or previous move that is marked as an inaccuracy, a mistake or a blunder.
pub(super) fn to_mistake(board: &mut Board, session: &mut Session, way: Way) -> Done {
    let (at, game) = session.own.place_shown(board);
    let is_mistake = |id: &NodeId| game.node(*id).nags.iter().any(|nag| [2, 4, 6].contains(nag));
    let all = game.main_line().into_iter().any(|id| is_mistake(&id));
    let found = match way {
        Way::Back => game.path(at).into_iter().rev().skip(1).find(is_mistake),
        Way::Forward => game.line_from(at).into_iter().find(is_mistake),
    };
    let Some(found) = found else {
        return bad(match (all, way) {
            (true, Way::Back) => "no mistake is marked before this move; 'last' goes to the end",
            (true, Way::Forward) => "no mistake is marked after this move; 'first' goes to the start",
            (false, _) => "no mistake is marked in this game: 'review' marks them",
        });
    };
    go_to(board, session, found);
    Ok(())
}

/// Shows the move that led to the displayed position, its comments, and the continuations or the reason why the game
/// ended.
fn tell_place(board: &Board, session: &mut Session) {
    let is_looking_back = session.own.view.looking_back.is_some();
    let finish = session.own.game.finish.as_ref().map(Finish::to_string);
    let end = finish.or_else(|| laws::outcome(board).map(show::outcome));
    let (at, game) = session.own.place_shown(board);
    let node = game.node(at).clone();
    let mut lines = Vec::new();
    if at == ROOT {
        lines.push("the start of the game".to_string());
    } else {
        let inside = if game.is_main(at) { "" } else { " (in a variation)" };
        lines.push(format!("{}{inside}", text_of(game, at)));
    }
    let end = end.filter(|_| !is_looking_back && game.children(at).is_empty());
    for comment in [&node.before, &node.comment].map(|comment| in_words(comment)) {
        let comment = format!("{{{comment}}}");
        // In a saved game, the last comment may repeat the reason why the game ended.
        if comment != "{}" && end.as_ref().is_none_or(|end| !end.ends_with(&comment)) {
            lines.push(comment);
        }
    }
    lines.push(match end {
        Some(end) => end,
        None if is_looking_back => format!("{}; 'last' returns to the game", continuations(game, at)),
        None => continuations(game, at),
    });
    let screen = session.screen();
    for line in lines {
        session.say(&screen.moves(&line));
    }
}

/// Move number, move and annotation.
pub(super) fn text_of(game: &Game, id: NodeId) -> String {
    let mark = game.node(id).nags.iter().find_map(|&nag| MARKS.get(usize::from(nag)).filter(|_| nag > 0));
    format!("{} {}{}", game.number_text(id), game.san(id), mark.unwrap_or(&""))
}

/// The continuations of a position.
pub(super) fn continuations(game: &Game, at: NodeId) -> String {
    let children = game.children(at);
    let [next, variations @ ..] = children else {
        return if game.is_main(at) {
            match game.result() {
                "*" => "the latest position; the game goes on".into(),
                result => format!("the end of the game: {result}"),
            }
        } else {
            "the variation ends here".into()
        };
    };
    let mut text = format!("next: {}", text_of(game, *next));
    for (number, &variation) in variations.iter().enumerate() {
        text.push_str(&format!("; variation {}: {}", number + 1, text_of(game, variation)));
    }
    text
}
