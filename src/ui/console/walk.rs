//! Going to another position of the game, and saying where that is.

use crate::board::Board;
use crate::games::tree::{Game, NodeId, ROOT};

use super::looking;
use super::state::Session;
use super::transfer::copy_game;

/// The annotations of a move, by their number in PGN.
pub(super) const MARKS: [&str; 7] = ["none", "!", "?", "!!", "??", "!?", "?!"];

/// Puts a position of the game on the Board and shows it.
pub(super) fn go_to(board: &mut Board, session: &mut Session, at: NodeId) {
    let study = session.own.study_of(board);
    study.go_to(at);
    let there = study.game.board_at(at);
    copy_game(&there, board);
    session.redo.clear();
    session.engine_side = None;
    session.own.finish = None;
    session.own.note_place(board);
    looking::show_board(board, session);
    tell_place(board, session);
}

/// Shows the move that led here, its comments, and the continuations.
fn tell_place(board: &Board, session: &mut Session) {
    let study = session.own.study_of(board);
    let (game, at) = (&study.game, study.at());
    let node = game.node(at).clone();
    let mut lines = Vec::new();
    if at == ROOT {
        lines.push("the start of the game".to_string());
    } else {
        let inside = if game.is_main(at) { "" } else { " (in a variation)" };
        lines.push(format!("{}{inside}", text_of(game, at)));
    }
    for comment in [&node.before, &node.comment] {
        if !comment.is_empty() {
            lines.push(format!("{{{comment}}}"));
        }
    }
    lines.push(continuations(game, at));
    let screen = session.own.look.screen(&session.out);
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
            format!("the end of the game: {}", game.result())
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
