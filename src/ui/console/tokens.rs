//! A game with its variations, written word by word: for the analysis on the steady screen.

use crate::defines::Side;
use crate::games::line::MoveLine;

use crate::games::tree::{Game, Node, NodeId, ROOT, mark_text};
use crate::ui::terminal::screen::model::Token;

/// A game in tokens, written with its variations. `at` is the position on the board.
pub(super) fn tokens(game: &Game, at: NodeId) -> Vec<Token> {
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
