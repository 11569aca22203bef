//! Writes games in the standard's export format: ordered tags, an empty line, and moves wrapped at 79 characters.
//!
//! Reading the output back gives the same game, with two exceptions: white space in comments may change, because lines
//! are wrapped there too, and a comment before a promoted variation becomes a comment on the previous move.

use std::fmt::Write;

use super::super::line::MoveLine;
use super::super::tree::{Game, NodeId, ROOT, in_words, mark_text, number_text};
use crate::defines::Side;
use crate::moves::Move;

/// Width at which lines of moves are wrapped, in characters. Closing brackets, long words, comments after `;`, and
/// words that must not start a line may exceed it.
const LINE_WIDTH: usize = 79;

/// The game in PGN, including the final newline.
pub fn text(game: &Game) -> String {
    let mut text = String::new();
    for (name, value) in game.tags.in_order() {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", escaped(value));
    }
    text.push('\n');
    text + &moves_text(game, Audience::Program)
}

/// Intended reader of the moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// A program: glyphs are written as numbers, and comments keep embedded commands like `[%clk 0:10:00]`.
    Program,
    /// A person: marks like `??` follow their moves, and comments contain only words.
    Person,
}

/// The moves of a game with variations, comments and glyphs, and its result.
pub fn moves_text(game: &Game, audience: Audience) -> String {
    let words = WrappedText { text: String::new(), column: 0 };
    let mut writer = Writer { words, line: MoveLine::from(game.start()), game, audience };
    writer.comment(&game.node(ROOT).comment);
    writer.write_from(ROOT, true);
    writer.words.word(game.result());
    writer.words.end()
}

fn escaped(value: &str) -> String {
    let plain: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    plain.replace('\\', "\\\\").replace('"', "\\\"")
}

struct Writer<'a> {
    words: WrappedText,
    /// The position before the next move to write.
    line: MoveLine,
    game: &'a Game,
    audience: Audience,
}

impl Writer<'_> {
    /// Writes the moves after a position, with their variations. A move by Black gets a move number if it follows a
    /// comment or a variation, or if it is the first move and `numbered` is set.
    fn write_from(&mut self, begin: NodeId, mut numbered: bool) {
        let before = self.line.len();
        let mut at = begin;
        while let Some(&next) = self.game.children(at).first() {
            // A promoted variation keeps the comment before its first move.
            numbered |= self.comment(&self.game.node(next).before);
            numbered = self.write_move(next, numbered);
            for &variation in &self.game.children(at)[1..] {
                self.write_variation(variation);
                numbered = true;
            }
            self.line.play(self.game.node(next).mv);
            at = next;
        }
        while self.line.len() > before {
            self.line.undo();
        }
    }

    fn write_variation(&mut self, first: NodeId) {
        self.words.open();
        self.comment(&self.game.node(first).before);
        let numbered = self.write_move(first, true);
        self.line.play(self.game.node(first).mv);
        self.write_from(first, numbered);
        self.line.undo();
        self.words.close();
    }

    /// Writes one move. Returns whether a reply by Black needs a move number.
    fn write_move(&mut self, id: NodeId, numbered: bool) -> bool {
        let node = self.game.node(id);
        let (number, side) = number_text(self.game.start(), self.line.len());
        match side {
            Side::White => self.words.word(&format!("{number}.")),
            Side::Black if numbered => self.words.word(&format!("{number}...")),
            Side::Black => {}
        }
        let text = if node.mv == Move::NONE { "--".into() } else { self.line.board().san(node.mv) };
        let is_sign = |nag: &u8| self.audience == Audience::Person && !mark_text(*nag).is_empty();
        let (signs, numbers): (Vec<u8>, Vec<u8>) = node.nags.iter().partition(|nag| is_sign(nag));
        let signs: String = signs.into_iter().map(mark_text).collect();
        self.words.word(&(text + &signs));
        for nag in numbers {
            self.words.word(&format!("${nag}"));
        }
        self.comment(&node.comment)
    }

    /// Writes a comment. Returns false if it is empty.
    fn comment(&mut self, comment: &str) -> bool {
        let comment = if self.audience == Audience::Person { &in_words(comment) } else { comment };
        self.words.comment(comment);
        !comment.is_empty()
    }
}

/// Words, wrapped into lines.
struct WrappedText {
    text: String,
    column: usize,
}

impl WrappedText {
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        if self.column > 0 && !self.text.ends_with('(') {
            self.space(width);
        }
        self.push(word);
    }

    fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.column += word.chars().count();
    }

    fn space(&mut self, width: usize) {
        if self.column + 1 + width > LINE_WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else {
            self.text.push(' ');
            self.column += 1;
        }
    }

    /// Writes a space, never a line break, before a word that would mean something else at the start of a line.
    fn fixed_space(&mut self) {
        self.text.push(' ');
        self.column += 1;
    }

    fn open(&mut self) {
        self.word("(");
    }

    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
    }

    /// Writes a comment in braces, or, if it contains a closing brace, after `;` up to the end of the line.
    fn comment(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        if comment.contains('}') {
            self.word(";");
            self.text.push_str(&format!(" {comment}\n"));
            self.column = 0;
            return;
        }
        for (at, word) in comment.split(' ').enumerate() {
            match at {
                0 => self.word(&format!("{{{word}")),
                _ if word.starts_with(['[', '%', ';']) => {
                    self.fixed_space();
                    self.push(word);
                }
                _ => {
                    self.space(word.chars().count());
                    self.push(word);
                }
            }
        }
        self.text.push('}');
        self.column += 1;
    }

    fn end(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}
