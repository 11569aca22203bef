//! Analysis on a separate board. Meanwhile the game is set aside, with its opponent and its clocks. The analysis starts
//! with a copy of the game, its variations and comments; the moves tried become variations of the copy.

use crate::board::Board;
use crate::defines::Side;
use crate::games::line::MoveLine;
use crate::games::review::mark_text;
use crate::games::tree::{Game, Node, NodeId, ROOT};
use crate::ui::terminal::screen::model::{Analysis, Token};
use crate::ui::words::{Done, bad};

use super::aside::Aside;
use super::browse::{self, Study};
use super::state::Session;
use super::{kept, looking, play};

/// A running analysis.
pub struct AnalysisBoard {
    /// Number of lines shown.
    pub lines: usize,
    /// Whether the threat is marked.
    pub threat: bool,
    /// The end of the line visited last: forward leads there.
    ahead: NodeId,
    game: Aside,
}

/// Starts an analysis of the position on the board, or changes the number of its lines.
pub(super) fn begin(board: &mut Board, session: &mut Session, lines: usize) {
    if let Some(analysis) = &mut session.own.analysing {
        analysis.lines = lines;
        return;
    }
    browse::study(board, session);
    let game = Aside::take(board, session);
    session.own.study = game.study().map(Study::to_be_analysed);
    session.own.analysing = Some(Box::new(AnalysisBoard { lines, threat: false, ahead: ROOT, game }));
    note_place(board, session);
}

/// Ends the analysis and restores the game. False if there was none.
pub(super) fn end(board: &mut Board, session: &mut Session) -> bool {
    let Some(analysis) = session.own.analysing.take() else { return false };
    analysis.game.come_back(board, session);
    looking::show_board(board, session);
    true
}

/// Ends the analysis and makes its line the game. The other moves tried become variations.
///
/// # Errors
/// A refusal if there is no analysis, or it is not that of the game.
pub(super) fn keep_line(board: &mut Board, session: &mut Session) -> Done {
    if let Some(task) = play::training(session) {
        return bad(format!("this is the analysis of {task}, not of your game: 'exit' returns to it"));
    }
    browse::study(board, session);
    let analysed = session.own.study.take();
    let Some(analysis) = session.own.analysing.take() else {
        return bad("there is no analysis: 'keep' makes the line of an analysis the game");
    };
    let origin = analysis.game.origin();
    // The board stays as it is: its line is the game.
    analysis.game.give_back(session);
    let own = &mut session.own;
    own.study = analysed.map(|study| study.with_origin(origin));
    (own.result, own.expected) = (None, None);
    own.standing = Default::default();
    session.redo.clear();
    kept::autosave(board, session);
    looking::show_board(board, session);
    session.say("The line is the game now.");
    Ok(())
}

/// A new position was set up in the analysis.
pub(super) fn begin_anew(board: &Board, session: &mut Session) {
    session.own.study = None;
    if let Some(analysis) = &mut session.own.analysing {
        analysis.ahead = ROOT;
        note_place(board, session);
    }
}

/// Records that the analysis has moved to another position of its game.
pub(super) fn note_place(board: &Board, session: &mut Session) {
    let Some(analysis) = &session.own.analysing else { return };
    let ahead = analysis.ahead;
    let study = browse::study(board, session);
    let (game, at) = (&study.game, study.at());
    let is_on_the_way = game.is_there(ahead) && game.path(ahead).contains(&at);
    if let Some(analysis) = session.own.analysing.as_mut().filter(|_| !is_on_the_way && at != ROOT) {
        analysis.ahead = at;
    }
}

/// Goes `steps` moves back (negative) or forward along the line visited last. False if there are none.
pub(super) fn walk(board: &mut Board, session: &mut Session, steps: isize) -> bool {
    let Some(analysis) = &session.own.analysing else { return false };
    let ahead = analysis.ahead;
    let study = browse::study(board, session);
    let (game, at) = (&study.game, study.at());
    let ahead = if game.is_there(ahead) { ahead } else { at };
    let mut line = vec![ROOT];
    line.extend(game.path(ahead));
    line.extend(game.line_from(ahead));
    let Some(here) = line.iter().position(|&id| id == at) else { return false };
    let there = here.saturating_add_signed(steps).min(line.len() - 1);
    if there != here {
        browse::go_to(board, session, line[there]);
    }
    there != here
}

/// The steady screen's view of the analysis, without the lines of the position before.
pub(super) fn shown(board: &Board, session: &mut Session) -> Option<Analysis> {
    session.own.analysing.as_ref()?;
    let screen = session.own.look.screen(&session.out);
    let study = browse::study(board, session);
    let mut tree = tokens(&study.game, study.at());
    tree.iter_mut().for_each(|token| token.text = screen.moves(&token.text));
    Some(Analysis { tree, ..Analysis::default() })
}

/// A game in tokens, written with its variations. `at` is the position on the board.
fn tokens(game: &Game, at: NodeId) -> Vec<Token> {
    let mut writer = Writer { game, at, line: MoveLine::from(game.start()), tokens: Vec::new() };
    if let Some(first) = game.next(ROOT) {
        writer.add_line(first, 0);
    }
    writer.tokens
}

struct Writer<'a> {
    game: &'a Game,
    at: NodeId,
    /// The moves before the one to be written next.
    line: MoveLine,
    tokens: Vec<Token>,
}

impl Writer<'_> {
    /// Adds a line from its first move on. Each move is followed by its alternatives in brackets.
    fn add_line(&mut self, first: NodeId, depth: usize) {
        let before = self.line.len();
        let (mut next, mut begins) = (Some(first), true);
        while let Some(id) = next {
            self.add_move(id, begins, depth);
            if depth > 0 && id == first {
                self.tokens.last_mut().into_iter().for_each(|token| token.text.insert(0, '('));
            }
            begins = false;
            let siblings = self.game.parent(id).map_or(&[][..], |parent| self.game.children(parent));
            if siblings.first() == Some(&id) {
                for &other in &siblings[1..] {
                    self.add_line(other, depth + 1);
                    begins = true;
                }
            }
            self.line.play(self.game.node(id).mv);
            next = self.game.next(id);
        }
        if let Some(last) = self.tokens.last_mut().filter(|_| depth > 0) {
            last.text.push(')');
        }
        while self.line.len() > before {
            self.line.undo();
        }
    }

    fn add_move(&mut self, id: NodeId, begins: bool, depth: usize) {
        let Node { mv, ref nags, .. } = *self.game.node(id);
        let san = if mv.is_some() { self.line.board().san(mv) } else { "--".into() };
        let mark = nags.iter().map(|&nag| mark_text(nag)).find(|mark| !mark.is_empty()).unwrap_or_default();
        let number = match self.line.next_move() {
            Side::White => format!("{}. ", self.line.move_number()),
            Side::Black if begins => format!("{}... ", self.line.move_number()),
            Side::Black => String::new(),
        };
        self.tokens.push(Token { text: format!("{number}{san}{mark}"), current: id == self.at, aside: depth > 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::read_text;

    #[test]
    fn a_game_with_variations_is_written_word_by_word() {
        let text = "1. e4 e5 2. Nf3 $1 (2. f4 exf4 (2... d5)) (2. d4) 2... Nc6 3. Bb5 *";
        let game = read_text(text).remove(0).game;
        let at = game.main_line()[2];
        let tokens = tokens(&game, at);
        let current: Vec<&str> = tokens.iter().filter(|token| token.current).map(|token| token.text.as_str()).collect();
        assert_eq!(current, ["2. Nf3!"]);
        let aside = tokens.iter().filter(|token| token.aside).count();
        assert_eq!(aside, 4);
        let written: Vec<String> = tokens.into_iter().map(|token| token.text).collect();
        assert_eq!(written.join(" "), "1. e4 e5 2. Nf3! (2. f4 exf4 (2... d5)) (2. d4) 2... Nc6 3. Bb5");
    }

    #[test]
    fn black_may_begin_and_passes_are_written() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. -- Ke6 (8... Kc7) *";
        let game = read_text(text).remove(0).game;
        let written: Vec<String> = tokens(&game, ROOT).into_iter().map(|token| token.text).collect();
        assert_eq!(written.join(" "), "7... Kd7 8. -- Ke6 (8... Kc7)");
        assert!(tokens(&Game::default(), ROOT).is_empty());
    }
}
