//! Browsing a game: forward and back, into variations, and the comments on its moves.
//!
//! The Board holds one line of moves. The whole game, with variations and comments, is a `Study`. It is synchronised
//! with the Board whenever it is needed, so that playing need not know of it. A move played in a loaded game becomes a
//! variation, unless it is the game's own; in a game being played, moves taken back are gone.

use crate::board::Board;
use crate::defines::Side;
use crate::games::tree::{Game, NodeId, ROOT};
use crate::readmove::shortened;
use crate::ui::words::{Done, bad, number};

use super::lessons::words as lessons;
use super::state::Session;
use super::{analyse, analysis_board, keep, kept, looking};

/// A game with its variations, and its node on the Board.
pub(crate) struct Study {
    /// The game.
    pub(super) game: Game,
    at: NodeId,
    /// The position in which the Board's line of moves begins: the start, or the one after a pass.
    base: NodeId,
    origin: Origin,
}

/// Where a game comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// It is being played here.
    Played,
    /// It was loaded and must not be lost.
    Loaded,
}

/// The annotations of a move, by their number in PGN.
const MARKS: [&str; 7] = ["none", "!", "?", "!!", "??", "!?", "?!"];

impl Study {
    /// A study of `game`, with node `at` on the Board.
    pub(super) fn new(game: Game, at: NodeId, origin: Origin) -> Study {
        let base = base_of(&game, at);
        Study { game, at, base, origin }
    }

    pub(super) fn origin(&self) -> Origin {
        self.origin
    }

    /// Who played this side of a loaded game, if that is known.
    pub(super) fn player(&self, side: Side) -> Option<&str> {
        self.game.tags.known(side.name()).filter(|_| self.origin == Origin::Loaded)
    }

    /// The position on the Board.
    pub(super) fn at(&self) -> NodeId {
        self.at
    }

    /// The same study with another origin, which decides how moves played on it are added.
    pub(super) fn with_origin(self, origin: Origin) -> Study {
        Study { origin, ..self }
    }

    /// A copy for an analysis, which keeps every move tried.
    pub(super) fn to_be_analysed(&self) -> Study {
        Study { game: self.game.clone(), origin: Origin::Loaded, ..*self }
    }

    /// Follows the moves played on the Board. False if the Board holds another game.
    fn follow(&mut self, board: &Board) -> bool {
        let mut past = Box::new(board.clone());
        let mut moves: Vec<_> = std::iter::from_fn(|| past.undo()).collect();
        moves.reverse();
        if past.setup() != self.game.line_to(self.base).setup() {
            return false;
        }
        let base = self.base;
        self.at = moves.into_iter().fold(base, |at, mv| self.game.add(at, mv));
        if self.origin == Origin::Played {
            self.game.make_main(self.at);
        }
        true
    }
}

/// The last position on the line to `at` that a pass leads to, or the start.
fn base_of(game: &Game, at: NodeId) -> NodeId {
    game.path(at).into_iter().rev().find(|&id| !game.node(id).mv.is_some()).unwrap_or(ROOT)
}

/// The study of the game on the Board.
pub(super) fn study<'a>(board: &Board, session: &'a mut Session) -> &'a mut Study {
    let known = session.own.study.take().and_then(|mut study| study.follow(board).then_some(study));
    let study = known.unwrap_or_else(|| {
        let game = Game::of(board);
        let at = game.end_of_line(ROOT);
        let origin = if session.own.analysing.is_some() { Origin::Loaded } else { Origin::Played };
        Study::new(game, at, origin)
    });
    session.own.study.insert(study)
}

/// Moves were taken back: a game being played loses them.
pub(super) fn taken_back(board: &Board, session: &mut Session) {
    if session.own.study.is_none() {
        return;
    }
    let study = study(board, session);
    if study.origin == Origin::Played {
        study.game.delete_after(study.at);
    }
}

/// Puts a position of the game on the Board and shows it.
pub(super) fn go_to(board: &mut Board, session: &mut Session, at: NodeId) {
    let study = study(board, session);
    (study.at, study.base) = (at, base_of(&study.game, at));
    let there = study.game.board_at(at);
    keep::copy_game(&there, board);
    session.redo.clear();
    session.engine_side = None;
    session.own.result = None;
    analysis_board::note_place(board, session);
    looking::show_board(board, session);
    tell_place(board, session);
}

/// Shows the move that led here, its comments, and the continuations.
fn tell_place(board: &Board, session: &mut Session) {
    let Study { game, at, .. } = study(board, session);
    let at = *at;
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
fn text_of(game: &Game, id: NodeId) -> String {
    let mark = game.node(id).nags.iter().find_map(|&nag| MARKS.get(usize::from(nag)).filter(|_| nag > 0));
    format!("{} {}{}", game.number_text(id), game.san(id), mark.unwrap_or(&""))
}

/// The continuations of a position.
fn continuations(game: &Game, at: NodeId) -> String {
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

pub(crate) fn first(board: &mut Board, session: &mut Session, _: &str) -> Done {
    go_to(board, session, ROOT);
    Ok(())
}

pub(crate) fn back(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.analysing.is_some() {
        return analyse::back(board, session, text);
    }
    if session.own.lessons.reading.is_some() {
        return lessons::back(session, text);
    }
    let Study { game, at, .. } = study(board, session);
    let mut path = game.path(*at);
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
    if session.own.analysing.is_some() {
        return analyse::forward(board, session, text);
    }
    let Study { game, at, .. } = study(board, session);
    let line = game.line_from(*at);
    if line.is_empty() {
        let text = continuations(game, *at);
        session.say(&text);
        return Ok(());
    }
    let count = number(text, "half-moves forward", 1, line.len(), Some(1))?;
    go_to(board, session, line[count - 1]);
    Ok(())
}

pub(crate) fn last(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let end = game.end_of_line(*at);
    if end != *at {
        go_to(board, session, end);
        return Ok(());
    }
    looking::last(board, session, text)
}

pub(crate) fn goto(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let (digits, rest) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len()));
    let number = number(digits, "number of a move", 0, 9_999, None)?;
    let after = match rest.trim_matches('.').trim() {
        "" | "w" | "white" => ".",
        "b" | "black" => "...",
        _ => return bad(format!("'{}' is no move number; say goto 20, or goto 20 black", shortened(text))),
    };
    // The line that goes through the position on the board.
    let line: Vec<NodeId> = game.path(*at).into_iter().chain(game.line_from(*at)).collect();
    let wanted = format!("{number}{after}");
    let found = if number == 0 { Some(ROOT) } else { line.iter().copied().find(|&id| game.number_text(id) == wanted) };
    let Some(found) = found else {
        let end = line
            .last()
            .map_or("there are no moves".into(), |&end| format!("the last move is {}", game.number_text(end)));
        return bad(format!("there is no move {wanted}; {end}"));
    };
    go_to(board, session, found);
    Ok(())
}

pub(crate) fn variation(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let variations = game.children(*at).get(1..).unwrap_or_default().to_vec();
    if text.is_empty() || variations.is_empty() {
        let text = continuations(game, *at);
        session.say(&text);
        return Ok(());
    }
    let number = number(text, "variation", 1, variations.len(), None)?;
    go_to(board, session, variations[number - 1]);
    Ok(())
}

pub(crate) fn comment(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let node = game.node_mut(*at);
    match text {
        "" if node.comment.is_empty() => return bad("there is no comment here; comment TEXT writes one"),
        "" => {}
        "none" => node.comment.clear(),
        _ => {
            node.comment.clear();
            node.add_comment(&text.replace('}', ")"));
        }
    }
    let text = if node.comment.is_empty() { "no comment".into() } else { format!("{{{}}}", node.comment) };
    session.say(&text);
    autosave(board, session);
    Ok(())
}

pub(crate) fn mark(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    if *at == ROOT {
        return bad("there is no move to mark");
    }
    let Some(nag) = MARKS.iter().position(|known| *known == text) else {
        return bad(format!("'{}' is no mark; it may be {}", shortened(text), MARKS.join(" ")));
    };
    game.set_mark(*at, nag as u8);
    let text = text_of(game, *at);
    session.say(&text);
    autosave(board, session);
    Ok(())
}

pub(crate) fn promote(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let text = if !game.promote(*at) {
        "this is the main line already"
    } else if game.is_main(*at) {
        "this is the main line now"
    } else {
        "the variation has moved up"
    };
    session.say(text);
    autosave(board, session);
    Ok(())
}

pub(crate) fn delete(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Study { game, at, .. } = study(board, session);
    let move_text = text_of(game, *at);
    let Some(before) = game.parent(*at) else { return bad("there is no move to delete; 'forward' goes to the first") };
    let gone = game.line_from(*at).len() + 1;
    let deleted = *at;
    go_to(board, session, before);
    study(board, session).game.delete(deleted);
    let more = match gone - 1 {
        0 => String::new(),
        1 => " and the move after it".into(),
        rest => format!(" and the {rest} moves after it"),
    };
    session.say(&format!("deleted: {move_text}{more}"));
    autosave(board, session);
    Ok(())
}

fn autosave(board: &Board, session: &mut Session) {
    if session.own.study.as_ref().is_some_and(|study| study.origin == Origin::Played) {
        kept::autosave(board, session);
    }
}

/// The moves with variations and comments, if the game has any.
pub(super) fn annotated(board: &Board, session: &mut Session) -> Option<String> {
    session.own.study.as_ref()?;
    let game = &study(board, session).game;
    game.is_annotated().then(|| crate::games::pgn::moves_text(game))
}
