//! Reads the text of a game, and reports errors.
//!
//! [`Parser`] plays the moves of a game on a board and reports to a [`Sink`], which decides what to build: a tree or,
//! faster, less than that, like a row of a list.
//!
//! A game with an illegal move in its main line, or a wrong start position, is refused: its problem [is
//! fatal](Trouble::is_fatal). All other errors are skipped and reported.

use std::borrow::Cow;

use thiserror::Error;

use crate::moves::Move;
use crate::readfen::FenError;
use crate::readmove::{MoveError, shortened};
use crate::setup::{Dropped, Setup};

use super::super::line::MoveLine;
use super::super::tree::{RESULTS, Tags};
use super::split::{MAX_GAME, RawGame, count_lines, is_result, tag_length, tag_name, to_line_end, word_length};

/// The deepest nesting of variations that is read.
const MAX_DEPTH: usize = 200;

/// An error in a game, and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} (byte {offset}): {trouble}")]
pub struct Problem {
    /// Line of the file, counted from 1.
    pub line: u64,
    /// Byte of the file, counted from 0.
    pub offset: u64,
    /// The error.
    pub trouble: Trouble,
}

/// The errors in games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Trouble {
    /// An illegal move of the main line.
    #[error("{number} {text}: {error}")]
    Move {
        /// Its number, with dots.
        number: String,
        /// Its text.
        text: String,
        /// The reason.
        error: MoveError,
    },
    /// An illegal move of a variation.
    #[error("the variation ends before {number} {text}: {error}")]
    VariationMove {
        /// Its number, with dots.
        number: String,
        /// Its text.
        text: String,
        /// The reason.
        error: MoveError,
    },
    /// A pass while the king is in check.
    #[error("{0} passes while in check")]
    PassInCheck(&'static str),
    /// A wrong `FEN` tag.
    #[error("FEN: {0}")]
    Fen(FenError),
    /// A `FEN` tag with parts that were dropped.
    #[error("FEN: {0}")]
    Dropped(Dropped),
    /// An unknown `Variant` tag.
    #[error("Alula does not play {0}")]
    Variant(String),
    /// A game that is too long.
    #[error("the game does not end within {} MB", MAX_GAME >> 20)]
    TooLong,
    /// Text that is not a game.
    #[error("this is not PGN: {0:?}")]
    NotPgn(String),
    /// A wrong tag.
    #[error("this is not a tag: {0:?}")]
    Tag(String),
    /// An unknown word between the moves.
    #[error("not a move, skipped: {0:?}")]
    Word(String),
    /// A comment without an end.
    #[error("the comment that begins here is never closed")]
    UnclosedComment,
    /// A variation without an end.
    #[error("a variation is never closed")]
    UnclosedVariation,
    /// A closing bracket without an opening one.
    #[error("'{0}' without an opening bracket")]
    Stray(char),
    /// A variation before the first move.
    #[error("a variation before the first move is skipped")]
    LoneVariation,
    /// Variations nested too deep.
    #[error("a variation is skipped: more than {MAX_DEPTH} levels")]
    TooDeep,
    /// A wrong annotation glyph.
    #[error("${0} is not an annotation glyph")]
    Glyph(String),
    /// Control characters.
    #[error("control characters are dropped")]
    Control,
    /// Two different results.
    #[error("the tag says {tag}, but the moves end with {end}")]
    Result {
        /// The result in the tag.
        tag: String,
        /// The result after the moves.
        end: &'static str,
    },
}

impl Trouble {
    /// Whether the game is refused because of it.
    pub fn is_fatal(&self) -> bool {
        use Trouble::*;
        matches!(self, Move { .. } | PassInCheck(_) | Fen(_) | Variant(_) | TooLong | NotPgn(_))
    }
}

/// How much of a game the sink wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Nothing: the tags are enough.
    Nothing,
    /// The moves and the result.
    MainLine,
    /// Variations, comments and glyphs, too.
    Everything,
}

/// The receiver of a game's contents, in the order of the file.
pub trait Sink {
    /// A tag.
    fn tag(&mut self, name: &str, value: &str);
    /// End of the tags; the game begins with this position.
    fn start(&mut self, start: &Setup) -> Wish;
    /// A legal move, or a pass. It has been played on the line.
    fn mv(&mut self, mv: Move, line: &mut MoveLine);
    /// A comment.
    fn comment(&mut self, _text: &str) {}
    /// A numeric annotation glyph of the last move.
    fn nag(&mut self, _nag: u8) {}
    /// Begins a variation on the last move.
    fn begin_variation(&mut self) {}
    /// Ends it.
    fn end_variation(&mut self) {}
    /// The result after the moves.
    fn result(&mut self, result: &'static str);
    /// An error.
    fn problem(&mut self, problem: Problem);
}

/// Reads the text of games.
#[derive(Default)]
pub struct Parser {
    line: MoveLine,
    /// For each open variation: half-moves of the line at its beginning, and the move it replaces.
    open: Vec<(usize, Move)>,
}

/// A game being read.
struct Text<'a, S> {
    raw: RawGame<'a>,
    at: usize,
    is_utf8: bool,
    sink: &'a mut S,
    /// Variant and FEN.
    tags: Tags,
    has_tags: bool,
    has_moves: bool,
    has_control: bool,
}

/// Whether to go on, or the game is over.
type Flow = std::ops::ControlFlow<()>;
const GO_ON: Flow = Flow::Continue(());
const END: Flow = Flow::Break(());

impl Parser {
    /// Reads one game. False if the text is not a game.
    pub fn parse<S: Sink>(&mut self, raw: RawGame<'_>, sink: &mut S) -> bool {
        let is_utf8 = std::str::from_utf8(raw.bytes).is_ok();
        let mut text = Text {
            raw,
            at: 0,
            is_utf8,
            sink,
            tags: Tags::default(),
            has_tags: false,
            has_moves: false,
            has_control: false,
        };
        if raw.is_too_long {
            text.problem(0, Trouble::TooLong);
            return true;
        }
        text.read_tags();
        let Some(start) = text.start() else { return true };
        let wish = text.sink.start(&start);
        // Without tags, only moves show that it is a game.
        if wish == Wish::Nothing && text.has_tags {
            return true;
        }
        self.line.begin(&start);
        self.open.clear();
        let mut end = None;
        while text.skip_space() && self.read_item(&mut text, wish, &mut end).is_continue() {}
        if !self.open.is_empty() && text.at == raw.bytes.len() {
            text.problem(text.at, Trouble::UnclosedVariation);
        }
        if let Some(end) = end {
            text.end(end);
        }
        if text.has_control {
            text.problem(0, Trouble::Control);
        }
        text.has_tags || text.has_moves || end.is_some()
    }

    fn read_item<S: Sink>(&mut self, text: &mut Text<S>, wish: Wish, end: &mut Option<&'static str>) -> Flow {
        let begin = text.at;
        text.at += 1;
        match text.raw.bytes[begin] {
            b'{' => text.comment_in_braces(wish),
            b';' => text.comment_to_line_end(wish),
            b'(' => self.open_variation(text, wish),
            b')' => self.close_variation(text),
            b'$' => text.numbered_glyph(wish),
            b'!' | b'?' => text.glyph(wish),
            b'}' => text.problem(begin, Trouble::Stray('}')),
            b'[' | b']' => {}
            _ => {
                text.at = begin;
                return self.read_word(text, end);
            }
        }
        GO_ON
    }

    fn read_word<S: Sink>(&mut self, text: &mut Text<S>, end: &mut Option<&'static str>) -> Flow {
        let begin = text.at;
        let rest = &text.raw.bytes[begin..];
        let length = word_length(rest);
        text.at += length;
        let word = &rest[..length];
        if is_result(word) {
            *end = Some(result_text(word));
            return GO_ON;
        }
        let word = without_number(word);
        if word.is_empty() || is_noise(word) {
            return GO_ON;
        }
        if let Some(nag) = glyph_of_word(word) {
            text.sink.nag(nag);
            return GO_ON;
        }
        let at = text.at - word.len();
        let mv = if is_pass(word) {
            if self.line.board().is_own_king_attacked() {
                return self.refuse(text, at, Trouble::PassInCheck(self.line.next_move().name()));
            }
            Move::NONE
        } else {
            match self.line.read(word) {
                Ok(mv) => mv,
                Err(error) => return self.refuse_word(text, at, word, error),
            }
        };
        self.line.play(mv);
        text.has_moves = true;
        text.sink.mv(mv, &mut self.line);
        GO_ON
    }

    fn refuse_word<'a, S: Sink>(
        &mut self,
        text: &mut Text<'a, S>,
        at: usize,
        word: &'a [u8],
        error: MoveError,
    ) -> Flow {
        let written = shortened(&text.decode(word));
        if !text.has_tags && !text.has_moves {
            text.problem(at, Trouble::NotPgn(written));
            return END;
        }
        if matches!(error, MoveError::NotAMove(_)) && !word.iter().any(u8::is_ascii_digit) {
            text.problem(at, Trouble::Word(written));
            return GO_ON;
        }
        let number = format!("{}{}", self.line.move_number(), [".", "..."][self.line.next_move().index()]);
        let trouble = match self.open.is_empty() {
            true => Trouble::Move { number, text: written, error },
            false => Trouble::VariationMove { number, text: written, error },
        };
        self.refuse(text, at, trouble)
    }

    /// An illegal move ends the game or the variation.
    fn refuse<S: Sink>(&mut self, text: &mut Text<S>, at: usize, trouble: Trouble) -> Flow {
        text.problem(at, trouble);
        if self.open.is_empty() {
            return END;
        }
        text.skip_to_close();
        GO_ON
    }

    fn open_variation<S: Sink>(&mut self, text: &mut Text<S>, wish: Wish) {
        let begin = self.open.last().map_or(0, |(begin, _)| *begin);
        let trouble = match () {
            () if self.line.len() == begin => Some(Trouble::LoneVariation),
            () if self.open.len() == MAX_DEPTH => Some(Trouble::TooDeep),
            () => None,
        };
        if trouble.is_some() || wish != Wish::Everything {
            let at = text.at - 1;
            trouble.into_iter().for_each(|trouble| text.problem(at, trouble));
            text.skip_to_close();
            text.at = (text.at + 1).min(text.raw.bytes.len());
            return;
        }
        if let Some(varied) = self.line.undo() {
            self.open.push((self.line.len(), varied));
            text.sink.begin_variation();
        }
    }

    fn close_variation<S: Sink>(&mut self, text: &mut Text<S>) {
        let Some((begin, varied)) = self.open.pop() else { return text.problem(text.at - 1, Trouble::Stray(')')) };
        while self.line.len() > begin {
            self.line.undo();
        }
        self.line.play(varied);
        text.sink.end_variation();
    }
}

impl<'a, S: Sink> Text<'a, S> {
    fn problem(&mut self, at: usize, trouble: Trouble) {
        let line = self.raw.line + count_lines(&self.raw.bytes[..at]);
        self.sink.problem(Problem { line, offset: self.raw.offset + at as u64, trouble });
    }

    /// Text of the file: UTF-8, otherwise Windows-1252. Control characters are dropped.
    fn decode(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) if self.is_utf8 => Cow::Borrowed(text),
            _ => bytes.iter().map(|&byte| latin1(byte)).collect::<String>().into(),
        };
        let is_control = |letter: char| letter.is_control() && !letter.is_ascii_whitespace();
        if !text.contains(is_control) {
            return text;
        }
        self.has_control = true;
        text.chars().filter(|&letter| !is_control(letter)).collect::<String>().into()
    }

    /// Advances to the next item; false at the end.
    fn skip_space(&mut self) -> bool {
        let bytes = self.raw.bytes;
        loop {
            let Some(&byte) = bytes.get(self.at) else { return false };
            match byte {
                b'%' if self.at == 0 || bytes[self.at - 1] == b'\n' => self.at += to_line_end(&bytes[self.at..]),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ if bytes[self.at..].starts_with(b"\xef\xbb\xbf") => self.at += 3,
                _ => return true,
            }
        }
    }

    fn read_tags(&mut self) {
        while self.skip_space() && self.raw.bytes[self.at] == b'[' {
            let rest = &self.raw.bytes[self.at..];
            let begin = self.at;
            let Some(name) = tag_name(rest) else {
                self.has_tags = true;
                self.at += to_line_end(rest);
                let line = shortened(&self.decode(&rest[..to_line_end(rest)]));
                self.problem(begin, Trouble::Tag(line));
                continue;
            };
            let length = tag_length(rest);
            self.at += length;
            self.has_tags = true;
            let (name, value) = (self.decode(name), self.tag_value(&rest[..length]));
            if matches!(&*name, "FEN" | "Variant" | "Result") {
                self.tags.set(&name, &*value);
            }
            self.sink.tag(&name, &value);
        }
    }

    fn tag_value(&mut self, tag: &'a [u8]) -> Cow<'a, str> {
        let quote = tag.iter().position(|&byte| byte == b'"').map_or(tag.len(), |at| at + 1);
        let value = tag[quote..].trim_ascii_end();
        let value = value.strip_suffix(b"]").unwrap_or(value).trim_ascii_end();
        let value = self.decode(value.strip_suffix(b"\"").unwrap_or(value));
        if !value.contains('\\') {
            return value;
        }
        let mut plain = String::new();
        let mut letters = value.chars().peekable();
        while let Some(letter) = letters.next() {
            let escaped = letters.next_if(|next| letter == '\\' && matches!(next, '"' | '\\'));
            plain.push(escaped.unwrap_or(letter));
        }
        plain.into()
    }

    /// The start position of the game.
    fn start(&mut self) -> Option<Setup> {
        if self.tags.get("FEN").is_none() && self.tags.get("Variant").is_none() {
            return Some(Setup::start());
        }
        let rules = match self.tags.rules() {
            Ok(rules) => rules,
            Err(name) => {
                self.problem(0, Trouble::Variant(shortened(&name)));
                return None;
            }
        };
        match self.tags.start(rules) {
            Ok(fen) => {
                fen.dropped.into_iter().for_each(|dropped| self.problem(0, Trouble::Dropped(dropped)));
                Some(fen.setup)
            }
            Err(error) => {
                self.problem(0, Trouble::Fen(error));
                None
            }
        }
    }

    fn comment_in_braces(&mut self, wish: Wish) {
        let begin = self.at;
        let rest = &self.raw.bytes[begin..];
        let length = rest.iter().position(|&byte| byte == b'}');
        self.at += length.map_or(rest.len(), |length| length + 1);
        if length.is_none() {
            self.problem(begin - 1, Trouble::UnclosedComment);
        }
        self.comment(&rest[..length.unwrap_or(rest.len())], wish);
    }

    fn comment_to_line_end(&mut self, wish: Wish) {
        let rest = &self.raw.bytes[self.at..];
        let length = to_line_end(rest);
        self.at += length;
        self.comment(&rest[..length], wish);
    }

    fn comment(&mut self, bytes: &'a [u8], wish: Wish) {
        if wish == Wish::Everything {
            let text = self.decode(bytes);
            self.sink.comment(&text);
        }
    }

    /// A numbered glyph like `$14`.
    fn numbered_glyph(&mut self, wish: Wish) {
        let rest = &self.raw.bytes[self.at..];
        let length = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += length;
        let text = self.decode(&rest[..length]);
        match text.parse() {
            Ok(nag) if wish == Wish::Everything => self.sink.nag(nag),
            Ok(_) => {}
            Err(_) => self.problem(self.at - length - 1, Trouble::Glyph(shortened(&text))),
        }
    }

    /// A glyph from `!` to `?!`.
    fn glyph(&mut self, wish: Wish) {
        self.at -= 1;
        let rest = &self.raw.bytes[self.at..];
        let length = rest.iter().position(|byte| !matches!(byte, b'!' | b'?')).unwrap_or(rest.len());
        self.at += length;
        let nag = match &rest[..length.min(2)] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            _ => 6,
        };
        if wish == Wish::Everything {
            self.sink.nag(nag);
        }
    }

    /// Advances to the closing bracket of the current variation, or to the end.
    fn skip_to_close(&mut self) {
        let mut depth = 0;
        while self.skip_space() {
            let rest = &self.raw.bytes[self.at..];
            self.at += match rest[0] {
                b'(' => {
                    depth += 1;
                    1
                }
                b')' if depth == 0 => return,
                b')' => {
                    depth -= 1;
                    1
                }
                b'{' => rest.iter().position(|&byte| byte == b'}').map_or(rest.len(), |at| at + 1),
                b';' => to_line_end(rest),
                _ => word_length(rest),
            };
        }
    }

    fn end(&mut self, end: &'static str) {
        let tag = self.tags.get("Result").unwrap_or("*").to_string();
        if tag != end && tag != "*" && RESULTS.contains(&tag.as_str()) {
            self.problem(self.raw.bytes.len(), Trouble::Result { tag: shortened(&tag), end });
        }
        self.sink.result(end);
    }
}

/// A word without a leading move number and dots: `12.Nf3`, `12...`.
fn without_number(word: &[u8]) -> &[u8] {
    const ELLIPSIS: &[u8] = "…".as_bytes();
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = &word[digits..];
    let is_number = rest.is_empty() && word != b"0000" || rest.starts_with(b".") || rest.starts_with(ELLIPSIS);
    if !is_number {
        return word;
    }
    while let Some(shorter) = rest.strip_prefix(b".").or(rest.strip_prefix(ELLIPSIS)) {
        rest = shorter;
    }
    rest
}

/// Words that add nothing to the move before them.
fn is_noise(word: &[u8]) -> bool {
    matches!(word, b"e.p." | b"ep" | b"+" | b"++" | b"#" | b"ch" | b"mate")
}

/// The spellings of a pass.
fn is_pass(word: &[u8]) -> bool {
    matches!(word, b"--" | b"Z0" | b"N" | b"null" | b"0000" | b"@@@@" | b"pass" | b"<>")
}

/// Glyphs written as symbols.
fn glyph_of_word(word: &[u8]) -> Option<u8> {
    Some(match std::str::from_utf8(word).ok()? {
        "□" => 7,
        "=" => 10,
        "∞" => 13,
        "+=" | "⩲" => 14,
        "=+" | "⩱" => 15,
        "+/-" | "±" => 16,
        "-/+" | "∓" => 17,
        "+-" => 18,
        "-+" => 19,
        _ => return None,
    })
}

pub(super) fn result_text(word: &[u8]) -> &'static str {
    match word {
        b"1-0" => "1-0",
        b"0-1" => "0-1",
        b"*" => "*",
        _ => "1/2-1/2",
    }
}

/// The character of a byte in Windows-1252, which has letters where Latin-1 has control characters.
fn latin1(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
