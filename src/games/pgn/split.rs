//! Splits a PGN stream into games without reading the moves, in constant memory.
//!
//! A game ends after its result and the comments directly below it, or at the first tag of the next game. An unclosed
//! brace would hide the result, the next tags, and with them all later games. So if a comment is not closed before the
//! next one starts, it is taken to end before a line that consists of the first tag of a game: an `Event` tag, or any
//! tag after an empty line.

use std::io::{self, Read};
use std::mem;

use super::token::{Token, is_plain, tag_name, token};
use crate::play::text::{count_lines, to_line_end};

/// Maximum size of a game, in bytes. Longer games are skipped.
pub const MAX_GAME: usize = 16 << 20;

/// Number of bytes per read.
const CHUNK: usize = 1 << 18;

/// Number of bytes that the scan looks ahead to recognise a tag or a result.
const LOOK_AHEAD: usize = 1 << 16;

/// The text of a game, and its position in the file.
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    /// The bytes of the game.
    pub bytes: &'a [u8],
    /// Offset of the game in the file.
    pub offset: u64,
    /// First line of the game, counted from 1.
    pub line: u64,
    /// Whether the game is longer than [`MAX_GAME`]. If so, `bytes` is empty.
    pub is_too_long: bool,
}

/// Splits a stream into games.
pub struct Splitter<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Start of the next game in the buffer.
    begin: usize,
    has_ended: bool,
    /// Byte offset and line number of the next game in the file.
    offset: u64,
    line: u64,
    /// The last consumed byte.
    last: u8,
}

/// The state of the scan for the end of a game.
#[derive(Default)]
struct Scan {
    at: usize,
    place: Where,
    depth: usize,
    in_comment: bool,
    /// Whether the game has any text besides white space, tags and escaped lines.
    has_text: bool,
    /// Whether this line has contained only white space so far. An escaped line counts as white space.
    at_line_start: bool,
    /// Whether the previous line was empty.
    behind_empty_line: bool,
    /// The name of the first tag.
    first_tag: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Where {
    #[default]
    Before,
    Tags,
    Moves,
    /// After the result. Only comments, marks and punctuation on the rest of the line, and comments that begin directly
    /// below, still belong to the game.
    Behind,
}

/// Result of a step.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    /// The game ends before this byte.
    End,
}

impl<R: Read> Splitter<R> {
    /// Splits the text of a reader, from the beginning.
    pub fn new(reader: R) -> Splitter<R> {
        Splitter::at(reader, 0, 1)
    }

    /// Splits the text of a reader positioned at this byte and line of the file.
    pub fn at(reader: R, offset: u64, line: u64) -> Splitter<R> {
        Splitter { reader, buffer: Vec::new(), begin: 0, has_ended: false, offset, line, last: 0 }
    }

    /// The next game; [`None`] at the end.
    ///
    /// # Errors
    /// The reader's error.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame<'_>>> {
        self.pass_over_space()?;
        let mut scan = Scan { at: self.begin, at_line_start: true, behind_empty_line: true, ..Scan::default() };
        let mut is_too_long = false;
        let (offset, line) = (self.offset, self.line);
        loop {
            while self.buffer.len() < scan.at + LOOK_AHEAD && !self.has_ended {
                scan.at -= self.fill()?;
            }
            if scan.at >= self.buffer.len() || scan.step(&self.buffer) == Found::End {
                break;
            }
            if scan.at - self.begin > MAX_GAME {
                is_too_long = true;
                self.pass_over(scan.at);
            }
        }
        if scan.place == Where::Before && !scan.has_text && !is_too_long {
            return Ok(None);
        }
        let begin = self.begin;
        self.pass_over(scan.at);
        let bytes = if is_too_long { &[] } else { &self.buffer[begin..scan.at] };
        Ok(Some(RawGame { bytes, offset, line, is_too_long }))
    }

    /// Skips white space.
    fn pass_over_space(&mut self) -> io::Result<()> {
        loop {
            let space = self.buffer[self.begin..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.pass_over(self.begin + space);
            if self.begin < self.buffer.len() || self.has_ended {
                return Ok(());
            }
            self.fill()?;
        }
    }

    /// Consumes the buffer up to this index.
    fn pass_over(&mut self, at: usize) {
        let done = &self.buffer[self.begin..at];
        // The two bytes of a CR LF line ending may be consumed by separate calls.
        let is_counted = self.last == b'\r' && done.first() == Some(&b'\n');
        self.line += count_lines(done) - u64::from(is_counted);
        self.last = done.last().copied().unwrap_or(self.last);
        self.offset += done.len() as u64;
        self.begin = at;
    }

    /// Drops the consumed part of the buffer and reads more. Returns the number of bytes dropped.
    fn fill(&mut self) -> io::Result<usize> {
        let dropped = mem::take(&mut self.begin);
        self.buffer.drain(..dropped);
        let old = self.buffer.len();
        self.buffer.resize(old + CHUNK, 0);
        let read = loop {
            match self.reader.read(&mut self.buffer[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(old + read.as_ref().copied().unwrap_or_default());
        self.has_ended = read? == 0;
        Ok(dropped)
    }
}

impl Scan {
    /// Handles one token, or part of a comment, and advances past it.
    fn step(&mut self, buffer: &[u8]) -> Found {
        let rest = &buffer[self.at..];
        let in_first_column = self.at == 0 || matches!(buffer[self.at - 1], b'\n' | b'\r');
        let (token, length) = token(rest, in_first_column);
        match token {
            Token::LineEnd => {
                if self.place == Where::Behind && !self.in_comment && !begins_comment(&rest[length..]) {
                    return Found::End;
                }
                (self.behind_empty_line, self.at_line_start) = (self.at_line_start, true);
            }
            Token::Space => {}
            Token::Tag if self.begins_game(rest, length) => return Found::End,
            _ if self.in_comment => return self.step_comment(rest),
            Token::Escape => {}
            Token::Tag | Token::Bracket => return self.step_bracket(token, rest, length),
            _ => return self.step_moves(token, rest, length),
        }
        self.at += length;
        Found::Nothing
    }

    /// Whether the tag at this position is the first of the next game.
    fn begins_game(&self, rest: &[u8], length: usize) -> bool {
        let name = tag_name(rest).unwrap_or_default();
        match self.place {
            _ if self.in_comment => {
                self.at_line_start
                    && (self.behind_empty_line || name == b"Event")
                    && stands_alone(&rest[length..])
                    && !is_closed(rest)
            }
            Where::Before => false,
            Where::Tags if name == b"Event" => name == self.first_tag || self.at_line_start && self.behind_empty_line,
            Where::Tags => name == self.first_tag && self.behind_empty_line,
            Where::Moves => self.at_line_start || self.depth == 0,
            Where::Behind => true,
        }
    }

    fn step_bracket(&mut self, token: Token, rest: &[u8], length: usize) -> Found {
        let in_tags = matches!(self.place, Where::Before | Where::Tags);
        self.at += match token {
            Token::Tag if in_tags => {
                if self.place == Where::Before {
                    self.first_tag = tag_name(rest).unwrap_or_default().to_vec();
                }
                self.place = Where::Tags;
                length
            }
            Token::Bracket if in_tags && rest[0] == b'[' => {
                // A malformed tag must not split a game in two.
                self.place = Where::Tags;
                to_line_end(rest)
            }
            _ => {
                // Nor must a stray closing bracket between tags.
                if self.place == Where::Before {
                    self.place = Where::Moves;
                }
                1
            }
        };
        self.at_line_start = false;
        Found::Nothing
    }

    /// Advances to a possible end of a comment: a brace or the end of a line.
    fn step_comment(&mut self, rest: &[u8]) -> Found {
        self.at_line_start = false;
        let end = rest.iter().position(|byte| matches!(byte, b'}' | b'\n' | b'\r'));
        match end {
            Some(end) if rest[end] == b'}' => {
                self.in_comment = false;
                self.at += end + 1;
            }
            _ => self.at += end.unwrap_or(rest.len()),
        }
        Found::Nothing
    }

    fn step_moves(&mut self, token: Token, rest: &[u8], length: usize) -> Found {
        let begins_paragraph = mem::take(&mut self.at_line_start) && self.behind_empty_line;
        let is_comment = matches!(token, Token::Brace | Token::LineComment);
        let is_behind = self.place == Where::Behind;
        if is_behind && !is_comment && !matches!(token, Token::Glyph | Token::Mark | Token::Noise) {
            return Found::End;
        }
        let stays = match self.place {
            Where::Before => is_comment,
            // Comments may occur between tags, and words must not split a game in two.
            Where::Tags if is_comment => true,
            Where::Tags => !begins_paragraph && is_filler(token, &rest[..length]),
            Where::Moves | Where::Behind => true,
        };
        if !stays {
            self.place = Where::Moves;
        }
        self.has_text = true;
        match token {
            Token::Brace => self.in_comment = true,
            Token::Open => self.depth += 1,
            Token::Close => self.depth = self.depth.saturating_sub(1),
            Token::Result if !is_behind && (self.depth == 0 || ends_paragraph(&rest[length..])) => {
                self.place = Where::Behind;
            }
            _ => {}
        }
        self.at += length;
        Found::Nothing
    }
}

/// Whether this token has no meaning between tags.
fn is_filler(token: Token, text: &[u8]) -> bool {
    token == Token::Noise || token == Token::Word && is_plain(text)
}

/// Whether this line begins with a comment.
fn begins_comment(line: &[u8]) -> bool {
    matches!(line.iter().find(|byte| !matches!(byte, b' ' | b'\t')), Some(b'{' | b';'))
}

/// Whether the rest of the line is empty.
fn stands_alone(rest: &[u8]) -> bool {
    rest[..to_line_end(rest)].trim_ascii().is_empty()
}

/// Whether this comment is closed before the next comment starts.
fn is_closed(rest: &[u8]) -> bool {
    rest.iter().find(|byte| matches!(byte, b'{' | b'}')) == Some(&b'}')
}

/// Whether the rest of this line and the next line are empty.
fn ends_paragraph(rest: &[u8]) -> bool {
    let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    space == rest.len() || count_lines(&rest[..space]) > 1
}
