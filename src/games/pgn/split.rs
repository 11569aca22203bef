//! Cuts a stream of PGN into games without understanding the moves, and without holding more than one game in memory.
//!
//! A game ends behind its result, or where the tags of the next one begin. Braces hide both, so a brace that is never
//! closed would hide all games that follow: a brace counts as closed where a line looks like the first tag of a game.
//! That is a tag `Event`, or any tag behind an empty line.

use std::io::{self, Read};

/// The most bytes of a game. Longer text is no game, and is skipped.
pub const MAX_GAME: usize = 16 << 20;

/// So much is read at once.
const CHUNK: usize = 1 << 18;

/// A tag or a result is recognised by this many bytes from its beginning.
const LOOK_AHEAD: usize = 1 << 16;

/// The name of a tag is not longer than this.
const MAX_NAME: usize = 128;

/// The text of one game, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct RawGame<'a> {
    /// Its bytes.
    pub bytes: &'a [u8],
    /// Where they begin in the file.
    pub offset: u64,
    /// The line that they begin in, from 1.
    pub line: u64,
    /// It was longer than [`MAX_GAME`]: there are no bytes.
    pub is_too_long: bool,
}

/// Cuts a stream into games.
pub struct Splitter<R> {
    reader: R,
    buffer: Vec<u8>,
    /// The game that is being looked for begins here.
    begin: usize,
    has_ended: bool,
    /// Where that is in the file: the byte, and the line.
    offset: u64,
    line: u64,
}

/// Where the scan of a game is.
#[derive(Default)]
struct Scan {
    at: usize,
    place: Where,
    depth: usize,
    in_comment: bool,
    /// Only white space so far in this line.
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
    /// Behind the result: only what is on its line is part of the game.
    Behind,
}

/// What a step of the scan has found.
#[derive(PartialEq, Eq)]
enum Found {
    Nothing,
    /// The game ends in front of this byte.
    End,
}

impl<R: Read> Splitter<R> {
    /// Cuts what a reader gives, from its begin.
    pub fn new(reader: R) -> Splitter<R> {
        Splitter::at(reader, 0, 1)
    }

    /// Cuts what a reader gives, which stands at this byte and line of the file.
    pub fn at(reader: R, offset: u64, line: u64) -> Splitter<R> {
        Splitter { reader, buffer: Vec::new(), begin: 0, has_ended: false, offset, line }
    }

    /// The next game; none at the end.
    ///
    /// # Errors
    /// What the reader says.
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

    /// Goes on to what is no white space.
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

    /// What lies before this place of the buffer is done with.
    fn pass_over(&mut self, at: usize) {
        let done = &self.buffer[self.begin..at];
        self.line += count_lines(done);
        self.offset += done.len() as u64;
        self.begin = at;
    }

    /// Reads on, drops from the buffer what is done with, and returns how many bytes were dropped.
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
    /// Looks at one byte, or at one thing that is recognised, and goes on behind it.
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
                // A tag that is written wrong is no reason to tear a game in two.
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

    /// Goes on to where a comment may end: a brace, or a line.
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
            // A byte order mark; the file that it begins may have been appended to another.
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

/// Bytes up to the end of the line.
pub(super) fn to_line_end(rest: &[u8]) -> usize {
    rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())
}

/// Bytes of a word of the moves, one at least.
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

/// Is there nothing more in this line, nor in the next one?
fn ends_paragraph(rest: &[u8]) -> bool {
    let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    space == rest.len() || count_lines(&rest[..space]) > 1
}

/// The name of a tag pair that begins here: `[Name "`.
pub(super) fn tag_name(text: &[u8]) -> Option<&[u8]> {
    let text = &text[..text.len().min(MAX_NAME)];
    let text = text[..to_line_end(text)].strip_prefix(b"[")?.trim_ascii_start();
    let length = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let (name, rest) = text.split_at(length);
    let is_tag = name.first()?.is_ascii_alphabetic() && rest.trim_ascii_start().first() == Some(&b'"');
    is_tag.then_some(name)
}

/// Bytes of a tag pair: up to its bracket behind a quote, or to the end of the line.
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

/// Does the quote at the end of a text belong to its value, since an odd number of backslashes stands before it?
fn is_escaped(text: &[u8]) -> bool {
    text[..text.len() - 1].iter().rev().take_while(|&&byte| byte == b'\\').count() % 2 == 1
}
