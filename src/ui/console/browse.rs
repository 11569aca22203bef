//! Browses a game: steps forward and back, replays it, and enters variations. Also edits it: comments, marks,
//! variations.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::board::Board;
use crate::games::tree::{NodeId, ROOT, in_words, words_and_commands};
use crate::readmove::shortened;
use crate::timer::Instant;
use crate::ui::refusal::{Done, bad, number};

use super::glance::take_a_moment;
use super::lessons::page;
use super::state::{Origin, Session};
use super::walk::{MARKS, continuations, go_to, is_played, text_of};
use super::{analyse, autosave, looking};

/// Default time per position of `replay`, in seconds.
const USUAL_PAUSE: f64 = 1.5;

/// Minimum and maximum time per position, in seconds.
const PAUSES: RangeInclusive<f64> = 0.1..=60.0;

pub(crate) fn first(board: &mut Board, session: &mut Session, _: &str) -> Done {
    go_to(board, session, ROOT);
    Ok(())
}

pub(crate) fn back(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::back(board, session, text);
    }
    if session.own.is_reading() {
        return page::back(session, text);
    }
    let (at, game) = session.own.place_shown(board);
    let mut path = game.path(at);
    path.insert(0, ROOT);
    let most = path.len() - 1;
    if most == 0 {
        return bad("this is the start of the game");
    }
    let count = number(text, "half-moves back", 1, most, Some(1))?;
    go_to(board, session, path[most - count]);
    Ok(())
}

pub(crate) fn forward(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::forward(board, session, text);
    }
    let over = session.own.game.finish.as_ref().map(|finish| format!("the end of the game: {finish}"));
    let (at, game) = session.own.place_shown(board);
    let line = game.line_from(at);
    let count = number(text, "half-moves forward", 1, line.len().max(1), Some(1))?;
    if line.is_empty() {
        let text = over.filter(|_| game.is_main(at)).unwrap_or_else(|| continuations(game, at));
        return session.answer(&text);
    }
    go_to(board, session, line[count - 1]);
    Ok(())
}

pub(crate) fn last(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let (at, game) = session.own.place_shown(board);
    let end = game.end_of_line(at);
    if end == at {
        return looking::last(board, session);
    }
    go_to(board, session, end);
    Ok(())
}

pub(crate) fn goto(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (at, game) = session.own.place_shown(board);
    let (digits, rest) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
    if digits.is_empty() {
        return bad("goto needs a move number, such as 'goto 12' or 'goto 12 black'");
    }
    let number = number(digits, "move number", 0, 9_999, None)?;
    let after = match rest.trim_matches('.').trim() {
        "" | "w" | "white" => ".",
        "b" | "black" => "...",
        _ => return bad(format!("'{}' is not a move number; type 'goto 20' or 'goto 20 black'", shortened(text))),
    };
    // The line through the displayed position.
    let line: Vec<NodeId> = game.path(at).into_iter().chain(game.line_from(at)).collect();
    let wanted = format!("{number}{after}");
    let found = if number == 0 { Some(ROOT) } else { line.iter().copied().find(|&id| game.number_text(id) == wanted) };
    let Some(found) = found else {
        let last = line.last().map(|&last| format!("the last move is {}", game.number_text(last)));
        return bad(format!("there is no move {wanted}; {}", last.unwrap_or("there are no moves".into())));
    };
    go_to(board, session, found);
    Ok(())
}

pub(crate) fn variation(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (at, game) = session.own.place_shown(board);
    let variations = game.children(at).get(1..).unwrap_or_default().to_vec();
    if text.is_empty() {
        let text = continuations(game, at);
        return session.answer(&text);
    }
    if variations.is_empty() {
        return bad("there is no variation here");
    }
    let number = number(text, "variation", 1, variations.len(), None)?;
    go_to(board, session, variations[number - 1]);
    Ok(())
}

pub(crate) fn comment(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (at, game) = session.own.place_shown(board);
    let node = game.node_mut(at);
    let (words, commands) = words_and_commands(&node.comment);
    if text.is_empty() && words.is_empty() {
        return bad("there is no comment here; 'comment TEXT' writes one");
    }
    if !text.is_empty() {
        node.comment.clear();
        if text != "none" {
            node.add_comment(&text.replace('}', ")"));
        }
        // Keeps clock times and evaluations, which the comment holds as `[%...]` commands.
        node.add_comment(&commands);
    }
    let words = in_words(&node.comment);
    let text = if words.is_empty() { "no comment".into() } else { format!("{{{words}}}") };
    answer_and_save(board, session, &text)
}

pub(crate) fn mark(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (at, game) = session.own.place_shown(board);
    if at == ROOT {
        return bad("there is no move to mark");
    }
    let Some(nag) = MARKS.iter().position(|known| *known == text) else {
        return bad(format!("'{}' is not a mark; the marks are {}", shortened(text), MARKS.join(" ")));
    };
    game.set_mark(at, nag as u8);
    let text = text_of(game, at);
    answer_and_save(board, session, &text)
}

pub(crate) fn promote(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.refuse_looking_back()?;
    let study = session.own.study_of(board);
    let (at, game) = (study.at(), &mut study.game);
    let text = if !game.promote(at) {
        "this is already the main line"
    } else if game.is_main(at) {
        "this is now the main line"
    } else {
        "the variation has moved up"
    };
    answer_and_save(board, session, text)
}

pub(crate) fn delete(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.refuse_looking_back()?;
    if !session.own.is_analysing() {
        // A puzzle's moves lead to its position, so they must stay.
        session.own.refuse_aside()?;
    }
    if is_played(board, session) {
        return bad("this is your own game: 'undo' takes back its moves");
    }
    let study = session.own.study_of(board);
    let (at, game) = (study.at(), &mut study.game);
    let move_text = text_of(game, at);
    let Some(before) = game.parent(at) else {
        return bad("there is no move to delete; 'forward' goes to the first move");
    };
    let after = game.line_from(at).len();
    go_to(board, session, before);
    session.own.study_of(board).game.delete(at);
    let more = match after {
        0 => String::new(),
        1 => " and the move after it".into(),
        rest => format!(" and the {rest} moves after it"),
    };
    answer_and_save(board, session, &format!("deleted: {move_text}{more}"))
}

/// Ends a command that has changed the game: shows the text, and autosaves a game being played here.
fn answer_and_save(board: &Board, session: &mut Session, text: &str) -> Done {
    session.say(text);
    if session.own.game.study.as_ref().is_some_and(|study| study.origin == Origin::Played) {
        autosave::save(board, session);
    }
    Ok(())
}

/// `replay`: steps through the rest of the game, or through the whole game if the board shows its end, until the user
/// stops it.
pub(crate) fn replay(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    let seconds = match text {
        "" => Some(USUAL_PAUSE),
        text => text.parse().ok().filter(|seconds| PAUSES.contains(seconds)),
    };
    let Some(seconds) = seconds else {
        return bad(format!("replay takes {} to {} seconds per position", PAUSES.start(), PAUSES.end()));
    };
    if session.own.study_of(board).game.main_line().is_empty() {
        return bad("there is no game to replay: 'load FILE' loads one");
    }
    if session.own.place_has_next(board).is_none() {
        go_to(board, session, ROOT);
    }
    let pause = Duration::from_secs_f64(seconds);
    while let Some(next) = session.own.place_has_next(board) {
        go_to(board, session, next);
        session.out.draw();
        // Without a terminal, there is no pause.
        if session.input.is_terminal() && !was_watched(board, session, pause) {
            break;
        }
    }
    Ok(())
}

/// Waits. Returns false if the user has ended the wait.
fn was_watched(board: &mut Board, session: &mut Session, pause: Duration) -> bool {
    let until = Instant::now() + pause;
    session.own.view.is_replaying = true;
    take_a_moment(board, session, until);
    session.own.view.is_replaying = false;
    !session.abandoned && Instant::now() >= until && !session.was_interrupted()
}
