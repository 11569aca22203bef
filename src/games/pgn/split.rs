//! Cuts a stream of PGN into games without reading the moves, and with at most one game in memory.
//!
//! A game ends after its result, or where the tags of the next one begin. Braces hide both, so an unclosed brace would
//! hide all games after it. Therefore a brace counts as closed where a line looks like the first tag of a game: a tag
//! `Event`, or any tag after an empty line.

use std::io::{self, Read};

/// The longest game, in bytes. Longer text is skipped.
pub const MAX_GAME: usize = 16 << 20;

/// Bytes read at once.
const CHUNK: usize = 1 << 18;

/// Bytes needed to recognise a tag or a result.
const LOOK_AHEAD: usize = 1 << 16;

/// The longest name of a tag, in bytes.
const MAX_NAME: usize = 128;

/// The text of a game, and its place.
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Their offset in the file.
    pub offset: u64,
    /// Their first line, counted from 1.
    pub line: u64,
    /// Whether it was longer than [`MAX_GAME`]; then there are no bytes.
    pub is_too_long: bool,
}

/// Cuts a stream into games.
pub struct Splitter<R> {
    reader: R,
    buffer: Vec<u8>,
    /// Start of the next game in the buffer.
    begin: usize,
    has_ended: bool,
    /// Its byte and line in the file.
    offset: u64,
    line: u64,
}

/// The state of the scan for the end of a game.
#[derive(Default)]
struct Scan {
    at: usize,
    place: Where,
    depth: usize,
    in_comment: bool,
    /// Only white space so far on this line.
    at_line_start: bool,
    /// The line before was empty.
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
    /// After the result: only the rest of its line belongs to the game.
    Behind,
}

/// The result of a step.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    /// The game ends before this byte.
    End,
}

impl<R: Read> Splitter<R> {
    /// Cuts the text of a reader, from its beginning.
    pub fn new(reader: R) -> Splitter<R> {
        Splitter::at(reader, 0, 1)
    }

    /// Cuts the text of a reader that is at this byte and line of the file.
    pub fn at(reader: R, offset: u64, line: u64) -> Splitter<R> {
        Splitter { reader, buffer: Vec::new(), begin: 0, has_ended: false, offset, line }
    }

    /// The next game; none at the end.
    ///
    /// # Errors
    /// The reader's error.
    pub fn next_game(&mut self) -> io::Result<Option<RawGame<'_>>> {
        self.pass_over_space()?;
        let mut scan = Scan { at: self.begin, at_line_start: true, behind_empty_line: true, ..Scan::default() };
        let mut is_too_long = false;
        let (offset, line) = (self.offset, self.line);
        loop {
            if self.buffer.len() < scan.at + LOOK_AHEAD && !self.has_ended {
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
        if scan.place == Where::Before && !is_too_long {
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

    /// Marks the buffer up to this place as finished.
    fn pass_over(&mut self, at: usize) {
        let done = &self.buffer[self.begin..at];
        self.line += count_lines(done);
        self.offset += done.len() as u64;
        self.begin = at;
    }

    /// Drops the finished part of the buffer and reads more. Returns the number of bytes dropped.
    fn fill(&mut self) -> io::Result<usize> {
        let dropped = std::mem::take(&mut self.begin);
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

pub(super) fn count_lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte == b'\n').count() as u64
}

impl Scan {
    /// Handles one byte or one recognised item, and advances past it.
    fn step(&mut self, buffer: &[u8]) -> Found {
        let rest = &buffer[self.at..];
        match rest[0] {
            b'\n' => {
                if self.place == Where::Behind && !self.in_comment {
                    return Found::End;
                }
                (self.behind_empty_line, self.at_line_start) = (self.at_line_start, true);
                self.at += 1;
            }
            b' ' | b'\t' | b'\r' => self.at += 1,
            b'[' => return self.step_bracket(rest),
            _ if self.in_comment => self.step_comment(rest),
            b'%' if self.at_line_start => self.at += to_line_end(rest),
            byte => return self.step_moves(rest, byte),
        }
        Found::Nothing
    }

    fn step_bracket(&mut self, rest: &[u8]) -> Found {
        let tag = tag_name(rest);
        let begins_game = |name: &[u8]| match self.place {
            _ if self.in_comment => self.at_line_start && (self.behind_empty_line || name == b"Event"),
            Where::Before => false,
            Where::Tags => name == self.first_tag && (self.behind_empty_line || name == b"Event"),
            Where::Moves => self.at_line_start || self.depth == 0,
            Where::Behind => true,
        };
        match tag {
            Some(name) if begins_game(name) => return Found::End,
            Some(name) if matches!(self.place, Where::Before | Where::Tags) => {
                if self.place == Where::Before {
                    self.first_tag = name.to_vec();
                }
                self.place = Where::Tags;
                self.at += tag_length(rest);
            }
            _ if self.in_comment => self.at += 1,
            _ if self.at_line_start && matches!(self.place, Where::Before | Where::Tags) => {
                // A malformed tag must not split a game in two.
                self.place = Where::Tags;
                self.at += to_line_end(rest);
            }
            _ => {
                self.place = Where::Moves;
                self.at += 1;
            }
        }
        self.at_line_start = false;
        Found::Nothing
    }

    /// Advances to a possible end of a comment: a brace or a line end.
    fn step_comment(&mut self, rest: &[u8]) {
        self.at_line_start = false;
        let end = rest.iter().position(|byte| matches!(byte, b'}' | b'\n'));
        match end {
            Some(end) if rest[end] == b'}' => {
                self.in_comment = false;
                self.at += end + 1;
            }
            _ => self.at += end.unwrap_or(rest.len()),
        }
    }

    fn step_moves(&mut self, rest: &[u8], byte: u8) -> Found {
        let begins_line = std::mem::replace(&mut self.at_line_start, false);
        if rest.starts_with(b"\xef\xbb\xbf") {
            // A byte order mark; its file may have been appended to another.
            self.at_line_start = begins_line;
            self.at += 3;
            return Found::Nothing;
        }
        let is_behind = self.place == Where::Behind;
        if is_behind && !matches!(byte, b'{' | b';' | b'$') {
            return Found::End;
        }
        if !is_behind {
            self.place = Where::Moves;
        }
        match byte {
            b'{' => self.in_comment = true,
            b';' => {
                self.at += to_line_end(rest);
                return Found::Nothing;
            }
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {
                let length = word_length(rest);
                if !is_behind && is_result(&rest[..length]) && (self.depth == 0 || ends_paragraph(&rest[length..])) {
                    self.place = Where::Behind;
                }
                self.at += length;
                return Found::Nothing;
            }
        }
        self.at += 1;
        Found::Nothing
    }
}

/// Number of bytes up to the end of the line.
pub(super) fn to_line_end(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
}

/// Length of a word of the moves, at least 1.
pub(super) fn word_length(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| ends_word(byte)).unwrap_or(rest.len()).max(1)
}

const fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'{' | b'}' | b'(' | b')' | b';' | b'[' | b']' | b'$' | b'!' | b'?')
}

/// Does this word end a game?
pub(super) fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"1/2" | b"*" | b"\xc2\xbd-\xc2\xbd" | b"\xbd-\xbd")
}

/// Are this line and the next one empty from here on?
fn ends_paragraph(rest: &[u8]) -> bool {
    let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    space == rest.len() || count_lines(&rest[..space]) > 1
}

/// The name of the tag pair that begins here: `[Name "`.
pub(super) fn tag_name(text: &[u8]) -> Option<&[u8]> {
    let text = &text[..text.len().min(MAX_NAME)];
    let text = text[..to_line_end(text)].strip_prefix(b"[")?.trim_ascii_start();
    let length = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let (name, rest) = text.split_at(length);
    let is_tag = name.first()?.is_ascii_alphabetic() && rest.trim_ascii_start().first() == Some(&b'"');
    is_tag.then_some(name)
}

/// Length of a tag pair: up to its bracket after a quote, or to the end of the line.
pub(super) fn tag_length(text: &[u8]) -> usize {
    let line = &text[..to_line_end(text)];
    let mut quoted = false;
    for (at, &byte) in line.iter().enumerate().skip(1) {
        match byte {
            b'"' => quoted = true,
            b']' if quoted => {
                let before = line[..at].trim_ascii_end();
                if before.ends_with(b"\"") && !is_escaped(before) {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    line.len()
}

/// Is the quote at the end of a text escaped by an odd number of backslashes?
fn is_escaped(text: &[u8]) -> bool {
    text[..text.len() - 1].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}
