//! Reads the text of a game, and reports errors.
//!
//! [`Parser`] plays the moves of a game on a board and reports them to a [`GameSink`], which builds a tree, or
//! something smaller, such as a row of a list.
//!
//! A game is rejected if one of its errors [is fatal](Trouble::is_fatal), such as an illegal move in the main line or
//! an invalid start position. After any other error, the reader skips the faulty text and continues. All errors are
//! reported.

use std::borrow::Cow;
use std::ops::Range;

use thiserror::Error;

use crate::moves::Move;
use crate::readfen::FenError;
use crate::readmove::{MoveError, shortened};
use crate::setup::{Dropped, Setup};

use super::super::line::MoveLine;
use super::super::tree::{RESULTS, Tags};
use super::split::{MAX_GAME, RawGame};
use super::token::{Token, brace_length, is_plain, is_space, result_of, spelt, tag_name, token};
use crate::play::text::{count_lines, part, to_line_end};

/// Limit on the nesting depth of variations.
const MAX_DEPTH: usize = 200;

/// An error in a game, and its position in the file. For control characters and for errors in a `FEN` or `Variant` tag,
/// this is the start of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} (byte {offset}): {trouble}")]
pub struct Problem {
    /// Line number in the file, counted from 1.
    pub line: u64,
    /// Byte offset in the file, counted from 0.
    pub offset: u64,
    /// The error.
    pub trouble: Trouble,
}

/// The errors in games.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Trouble {
    /// An illegal move in the main line.
    #[error("{number} {text}: {error}")]
    Move {
        /// Number of the move, with dots.
        number: String,
        /// Text of the move.
        text: String,
        /// The reason.
        error: MoveError,
    },
    /// An illegal move in a variation.
    #[error("the variation ends before {number} {text}: {error}")]
    VariationMove {
        /// Number of the move, with dots.
        number: String,
        /// Text of the move.
        text: String,
        /// The reason.
        error: MoveError,
    },
    /// A pass while in check, in the main line.
    #[error("{0} passes while in check")]
    PassInCheck(&'static str),
    /// A pass while in check, in a variation.
    #[error("the variation ends here: {0} passes while in check")]
    VariationPassInCheck(&'static str),
    /// An invalid `FEN` tag.
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
    /// A malformed tag.
    #[error("this is not a tag: {0:?}")]
    Tag(String),
    /// An unknown word between the moves.
    #[error("not a move, skipped: {0:?}")]
    Word(String),
    /// An unclosed comment.
    #[error("the comment that begins here is never closed")]
    UnclosedComment,
    /// An unclosed variation.
    #[error("a variation is never closed")]
    UnclosedVariation,
    /// A closing bracket without an opening one.
    #[error("'{0}' without an opening bracket")]
    Stray(char),
    /// A variation before the first move of the game or of the enclosing variation.
    #[error("a variation before the first move is skipped")]
    LoneVariation,
    /// A bracket between the moves.
    #[error("a bracket between the moves is skipped; tags must precede the moves")]
    Bracket,
    /// Variations nested too deeply.
    #[error("a variation is skipped: more than {MAX_DEPTH} levels")]
    TooDeep,
    /// An invalid annotation glyph.
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
    /// Whether the game is rejected because of this error.
    pub fn is_fatal(&self) -> bool {
        use Trouble::*;
        matches!(self, Move { .. } | PassInCheck(_) | Fen(_) | Variant(_) | TooLong | NotPgn(_))
    }
}

/// Amount of detail that the sink needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing beyond the tags.
    Nothing,
    /// The moves and the result.
    MainLine,
    /// The moves, the result, variations, comments and glyphs.
    Everything,
}

/// Receives a game's contents, in the order of the file.
pub trait GameSink {
    /// A tag.
    fn tag(&mut self, name: &str, value: &str);
    /// The start position, after all tags. Returns how much detail the sink needs.
    fn start(&mut self, start: &Setup) -> Detail;
    /// A legal move or a null move, already played on the line.
    fn mv(&mut self, mv: Move, line: &mut MoveLine);
    /// A comment.
    fn comment(&mut self, _text: &str) {}
    /// A numeric annotation glyph of the last move.
    fn nag(&mut self, _nag: u8) {}
    /// The start of a variation that replaces the last move.
    fn begin_variation(&mut self) {}
    /// The end of the variation.
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
    /// For each open variation: length of the line at its start, in half-moves, and the move that it replaces.
    open: Vec<(usize, Move)>,
}

/// A game being read.
struct Text<'a, S> {
    raw: RawGame<'a>,
    at: usize,
    /// Where the last error is: byte offset in the game, and line number in the file.
    counted: (usize, u64),
    sink: &'a mut S,
    /// The tags `FEN`, `Variant` and `Result`.
    tags: Tags,
    has_tags: bool,
    has_moves: bool,
    has_control: bool,
    /// Comments before the last tag, which apply to the whole game.
    comments: Vec<&'a [u8]>,
}

/// Whether to go on reading the game or to stop.
type Flow = std::ops::ControlFlow<()>;
const GO_ON: Flow = Flow::Continue(());
const END: Flow = Flow::Break(());

impl Parser {
    /// Reads one game. Returns false if the text is not a game.
    pub fn parse<S: GameSink>(&mut self, raw: RawGame<'_>, sink: &mut S) -> bool {
        let mut text = Text {
            raw,
            at: 0,
            counted: (0, raw.line),
            sink,
            tags: Tags::default(),
            has_tags: false,
            has_moves: false,
            has_control: false,
            comments: Vec::new(),
        };
        if raw.is_too_long {
            text.problem(0, Trouble::TooLong);
            return true;
        }
        text.read_tags();
        let Some(start) = text.start() else { return true };
        let detail = text.sink.start(&start);
        // Without tags, only a move or a result shows that the text is a game.
        if detail == Detail::Nothing && text.has_tags {
            return true;
        }
        self.line.begin(&start);
        self.open.clear();
        for comment in std::mem::take(&mut text.comments) {
            text.comment(comment, detail);
        }
        let mut end = None;
        while let Some(token) = text.next() {
            if self.read_item(&mut text, token, detail, &mut end).is_break() {
                break;
            }
        }
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

    fn read_item<S: GameSink>(
        &mut self,
        text: &mut Text<S>,
        (token, begin): (Token, usize),
        detail: Detail,
        end: &mut Option<&'static str>,
    ) -> Flow {
        match token {
            Token::Brace => {
                let comment = text.take_comment();
                text.comment(comment, detail);
            }
            Token::LineComment => text.comment(&text.raw.bytes[begin + 1..text.at], detail),
            Token::Open => self.open_variation(text, detail),
            Token::Close => {
                // A result in a variation is not that of the game.
                *end = None;
                self.close_variation(text);
            }
            Token::Glyph => text.numbered_glyph(begin, detail),
            Token::Mark => text.mark(begin, detail),
            Token::StrayBrace => text.problem(begin, Trouble::Stray('}')),
            Token::Bracket | Token::Tag => text.problem(begin, Trouble::Bracket),
            Token::Result => *end = result_of(&text.raw.bytes[begin..text.at]),
            Token::Word => return self.read_word(text, begin, detail),
            Token::Noise | Token::Space | Token::LineEnd | Token::Escape => {}
        }
        GO_ON
    }

    fn read_word<S: GameSink>(&mut self, text: &mut Text<S>, begin: usize, detail: Detail) -> Flow {
        let written = &text.raw.bytes[begin..text.at];
        let spelt = spelt(written);
        let word = without_number(&spelt);
        if word.is_empty() || is_nothing(word) {
            return GO_ON;
        }
        if let Some(nag) = sign(word) {
            text.nag(nag, detail);
            return GO_ON;
        }
        // If `spelt` has replaced no characters, the word is a suffix of the written text, so its position is exact.
        let at = if spelt.len() == written.len() { text.at - word.len() } else { begin };
        let (mv, nag) = match self.read_move(word) {
            Ok((mv, _)) if !mv.is_some() && self.line.board().is_own_king_attacked() => {
                let is_main = self.open.is_empty();
                let trouble = if is_main { Trouble::PassInCheck } else { Trouble::VariationPassInCheck };
                return self.refuse(text, at, trouble(self.line.next_move().name()));
            }
            Ok(read) => read,
            Err(error) => return self.refuse_word(text, at, word, error),
        };
        self.line.play(mv);
        text.has_moves = true;
        text.sink.mv(mv, &mut self.line);
        nag.into_iter().for_each(|nag| text.nag(nag, detail));
        GO_ON
    }

    /// Reads a move or a null move, possibly with an annotation attached.
    fn read_move(&mut self, word: &str) -> Result<(Move, Option<u8>), MoveError> {
        if is_pass(word) {
            return Ok((Move::NONE, None));
        }
        let read = self.line.read(word.as_bytes());
        read.map(|mv| (mv, None)).or_else(|error| {
            let parts = SIGNS.iter().find_map(|&(text, nag)| Some((word.strip_suffix(text)?, nag)));
            let (word, nag) = parts.ok_or(error.clone())?;
            self.line.read(word.as_bytes()).map(|mv| (mv, Some(nag))).map_err(|_| error)
        })
    }

    fn refuse_word<S: GameSink>(&mut self, text: &mut Text<S>, at: usize, word: &str, error: MoveError) -> Flow {
        let written = shortened(&without_control(word));
        if !text.has_tags && !text.has_moves {
            text.problem(at, Trouble::NotPgn(written));
            return END;
        }
        if matches!(error, MoveError::NotAMove(_)) && !word.contains(|letter: char| letter.is_ascii_digit()) {
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

    /// Reports an illegal move or pass, which ends the game or the variation.
    fn refuse<S: GameSink>(&mut self, text: &mut Text<S>, at: usize, trouble: Trouble) -> Flow {
        text.problem(at, trouble);
        if self.open.is_empty() {
            return END;
        }
        text.skip_to_close();
        GO_ON
    }

    fn open_variation<S: GameSink>(&mut self, text: &mut Text<S>, detail: Detail) {
        let begin = self.open.last().map_or(0, |(begin, _)| *begin);
        let trouble = match () {
            () if self.line.len() == begin => Some(Trouble::LoneVariation),
            () if self.open.len() == MAX_DEPTH => Some(Trouble::TooDeep),
            () => None,
        };
        if trouble.is_some() || detail != Detail::Everything {
            let at = text.at - 1;
            trouble.into_iter().for_each(|trouble| text.problem(at, trouble));
            text.skip_to_close();
            text.next();
            return;
        }
        if let Some(varied) = self.line.undo() {
            self.open.push((self.line.len(), varied));
            text.sink.begin_variation();
        }
    }

    fn close_variation<S: GameSink>(&mut self, text: &mut Text<S>) {
        let Some((begin, varied)) = self.open.pop() else { return text.problem(text.at - 1, Trouble::Stray(')')) };
        while self.line.len() > begin {
            self.line.undo();
        }
        self.line.play(varied);
        text.sink.end_variation();
    }
}

impl<'a, S: GameSink> Text<'a, S> {
    fn problem(&mut self, at: usize, trouble: Trouble) {
        // Counts lines from the last reported error, or from the start of the game if the new error precedes it.
        let (from, line) = if at < self.counted.0 { (0, self.raw.line) } else { self.counted };
        let line = line + count_lines(&self.raw.bytes[from..at]);
        self.counted = (at, line);
        self.sink.problem(Problem { line, offset: self.raw.offset + at as u64, trouble });
    }

    /// Decodes bytes of the file, and drops control characters.
    fn decode(&mut self, bytes: &'a [u8]) -> Cow<'a, str> {
        let text = part(bytes);
        if !text.contains(is_control) {
            return text;
        }
        self.has_control = true;
        without_control(&text).into()
    }

    /// Advances past the next token; returns it and its position, or [`None`] at the end. White space and escaped lines
    /// are skipped.
    fn next(&mut self) -> Option<(Token, usize)> {
        loop {
            let begin = self.at;
            let (token, length) = self.look()?;
            self.at += length;
            if !matches!(token, Token::Space | Token::LineEnd | Token::Escape) {
                return Some((token, begin));
            }
        }
    }

    /// The token at the current position, and its length.
    fn look(&self) -> Option<(Token, usize)> {
        let bytes = self.raw.bytes;
        let in_first_column = self.at == 0 || matches!(bytes[self.at - 1], b'\n' | b'\r');
        (self.at < bytes.len()).then(|| token(&bytes[self.at..], in_first_column))
    }

    fn read_tags(&mut self) {
        let mut behind_tags = 0;
        let (mut comments, mut words) = (Vec::new(), Vec::new());
        while let Some((token, begin)) = self.next() {
            match token {
                Token::Brace => {
                    let rest = &self.raw.bytes[self.at..];
                    let (length, _) = brace_length(rest);
                    comments.push(&rest[..length.saturating_sub(1)]);
                    self.at += length;
                }
                Token::LineComment => comments.push(&self.raw.bytes[begin + 1..self.at]),
                Token::Tag => self.read_tag(begin),
                Token::Bracket if self.raw.bytes[begin] == b'[' => {
                    self.at = begin + to_line_end(&self.raw.bytes[begin..]);
                    self.refuse_tag(begin..self.at);
                }
                Token::Bracket if self.has_tags => self.problem(begin, Trouble::Stray(']')),
                Token::Noise if self.has_tags => {}
                Token::Word if self.has_tags && is_plain(&self.raw.bytes[begin..self.at]) => {
                    words.push(begin..self.at);
                }
                _ => break,
            }
            if matches!(token, Token::Tag | Token::Bracket) {
                self.has_tags = true;
                behind_tags = self.at;
                self.comments.append(&mut comments);
                words.drain(..).for_each(|word| self.refuse_tag(word));
            }
        }
        // Comments and words after the last tag are read with the moves.
        self.at = behind_tags;
    }

    fn read_tag(&mut self, begin: usize) {
        let tag = &self.raw.bytes[begin..self.at];
        let name = canonical_name(tag_name(tag).unwrap_or_default());
        let (name, value) = (self.decode(name), self.tag_value(tag));
        if matches!(&*name, "FEN" | "Variant" | "Result") {
            self.tags.set(&name, &*value);
        }
        self.sink.tag(&name, &value);
    }

    /// Reports text between tags that is not a tag.
    fn refuse_tag(&mut self, place: Range<usize>) {
        let text = shortened(&self.decode(&self.raw.bytes[place.clone()]));
        self.problem(place.start, Trouble::Tag(text));
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

    /// Returns the text of the comment whose brace was just read, and advances past it.
    fn take_comment(&mut self) -> &'a [u8] {
        let rest = &self.raw.bytes[self.at..];
        let (length, is_closed) = brace_length(rest);
        if !is_closed {
            self.problem(self.at - 1, Trouble::UnclosedComment);
        }
        self.at += length;
        &rest[..length - usize::from(is_closed)]
    }

    fn comment(&mut self, bytes: &'a [u8], detail: Detail) {
        if detail == Detail::Everything {
            let text = self.decode(bytes);
            self.sink.comment(&text);
        }
    }

    fn nag(&mut self, nag: u8, detail: Detail) {
        if detail == Detail::Everything {
            self.sink.nag(nag);
        }
    }

    /// Reads a numbered glyph like `$14`.
    fn numbered_glyph(&mut self, begin: usize, detail: Detail) {
        let text = self.decode(&self.raw.bytes[begin + 1..self.at]);
        match text.parse() {
            Ok(nag) => self.nag(nag, detail),
            Err(_) => self.problem(begin, Trouble::Glyph(shortened(&text))),
        }
    }

    /// Reads a move suffix: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    fn mark(&mut self, begin: usize, detail: Detail) {
        let text = spelt(&self.raw.bytes[begin..self.at]);
        let nag = match text.get(..2).unwrap_or(&text) {
            "!" => 1,
            "?" => 2,
            "!!" => 3,
            "??" => 4,
            "!?" => 5,
            _ => 6,
        };
        self.nag(nag, detail);
    }

    /// Advances to the closing bracket of the current variation, or to the end.
    fn skip_to_close(&mut self) {
        let mut depth = 0;
        while let Some((token, length)) = self.look() {
            match token {
                Token::Close if depth == 0 => return,
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            self.at += length;
            if token == Token::Brace {
                self.at += brace_length(&self.raw.bytes[self.at..]).0;
            }
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

fn is_control(letter: char) -> bool {
    letter.is_control() && !is_space(letter)
}

fn without_control(text: &str) -> String {
    text.chars().filter(|&letter| !is_control(letter)).collect()
}

/// The standard spelling of a tag name that Alula knows; other names are unchanged.
fn canonical_name(name: &[u8]) -> &[u8] {
    const NAMES: [&str; 14] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "SetUp",
        "FEN",
        "Variant",
        "ECO",
        "Opening",
        "TimeControl",
        "Termination",
    ];
    NAMES.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(name)).map_or(name, |known| known.as_bytes())
}

/// Removes a leading move number with its dots: `12.Nf3`, `12...`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // Zeros alone are castling or a pass.
    let is_number = rest.is_empty() && !matches!(word, "00" | "000" | "0000") || rest.starts_with('.');
    if is_number { rest.trim_start_matches('.') } else { word }
}

/// Whether this word is redundant after a move.
fn is_nothing(word: &str) -> bool {
    matches!(word, "e.p." | "e.p" | "ep" | "ep." | "+" | "++" | "#" | "ch" | "ch." | "mate" | "dis.ch." | "dbl.ch.")
}

/// Whether this is one of the spellings of a null move.
fn is_pass(word: &str) -> bool {
    matches!(word, "--" | "Z0" | "null" | "0000" | "@@@@" | "pass" | "<>")
}

/// The annotation symbols of the *Chess Informant*, with their ASCII spellings and glyph numbers. The standard defines
/// the numbers up to 139; ChessBase added the others. If one symbol is a suffix of another, the longer one comes first.
const SIGNS: [(&str, u8); 40] = [
    ("□", 7),
    ("=∞", 44),
    ("∞=", 44),
    ("©", 44),
    ("+/=", 14),
    ("±/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=/∓", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+--", 18),
    ("--+", 19),
    ("+-", 18),
    ("-+", 19),
    ("==", 144),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↻", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("TN", 146),
    ("N", 146),
];

/// The NAG (numeric annotation glyph) of an annotation symbol, like 1 for `!`.
fn sign(word: &str) -> Option<u8> {
    SIGNS.iter().find(|(text, _)| *text == word).map(|(_, nag)| *nag)
}
