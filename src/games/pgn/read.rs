//! Reads a file's games in order, as trees or in a shorter form.

use std::io::{self, Read};

use super::super::line::MoveLine;
use super::super::tree::{ARBITER_RESULTS, Game, NodeId, ROOT, add_text};
use super::parse::{Detail, GameSink, Parser, Problem, Trouble};
use super::split::Splitter;
use super::token::result_of;
use crate::moves::Move;
use crate::play::text::{part, to_line_end};
use crate::readmove::shortened;
use crate::setup::Setup;

/// Maximum number of recorded passages of text between games.
const MAX_STRAYS: usize = 100;

/// Maximum number of non-fatal errors recorded per game.
pub const MAX_PROBLEMS: usize = 1000;

/// A game from a file.
#[derive(Clone, Debug)]
pub struct ReadGame {
    /// The game's position in the file.
    pub place: GamePlace,
    /// The game, as far as it could be read.
    pub game: Game,
    /// The errors in the game's text: the first [`MAX_PROBLEMS`], and the fatal one if there is one.
    pub problems: Vec<Problem>,
}

/// The position of a game in its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GamePlace {
    /// Number of the game, counted from 1.
    pub number: u64,
    /// First line of the game, counted from 1.
    pub line: u64,
    /// First byte of the game, counted from 0.
    pub offset: u64,
    /// The byte after the game. Blank lines and escaped lines may precede it.
    pub end: u64,
}

impl ReadGame {
    /// The fatal error, if any.
    pub fn refusal(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.trouble.is_fatal())
    }
}

/// The games in a file, in order.
pub struct Games<R> {
    splitter: Splitter<R>,
    parser: Parser,
    number: u64,
    /// Text between the games.
    pub strays: Vec<Problem>,
}

impl<R: Read> Games<R> {
    /// Starts at the beginning of a file.
    pub fn new(reader: R) -> Games<R> {
        Games { splitter: Splitter::new(reader), parser: Parser::default(), number: 0, strays: Vec::new() }
    }

    /// Starts at a game whose position is known. The reader must already be at that position.
    pub fn at(reader: R, place: GamePlace) -> Games<R> {
        let splitter = Splitter::at(reader, place.offset, place.line);
        Games { splitter, parser: Parser::default(), number: place.number - 1, strays: Vec::new() }
    }

    /// Reads the next game into a sink; returns [`None`] at the end of the file. Text between games is recorded in
    /// `strays`.
    ///
    /// # Errors
    /// The reader's error.
    pub fn next_into<S: GameSink>(&mut self, mut sink: impl FnMut() -> S) -> io::Result<Option<(GamePlace, S)>> {
        loop {
            let Some(raw) = self.splitter.next_game()? else { return Ok(None) };
            let end = raw.offset + raw.bytes.len() as u64;
            let place = GamePlace { number: self.number + 1, line: raw.line, offset: raw.offset, end };
            let mut sink = sink();
            if self.parser.parse(raw, &mut sink) {
                self.number += 1;
                return Ok(Some((place, sink)));
            }
            let first_line = &raw.bytes[..to_line_end(raw.bytes).min(200)];
            let text = shortened(&part(first_line));
            self.strays.truncate(MAX_STRAYS - 1);
            self.strays.push(Problem { line: raw.line, offset: raw.offset, trouble: Trouble::NotPgn(text) });
        }
    }

    /// Reads the next game completely.
    ///
    /// # Errors
    /// The reader's error.
    pub fn next_game(&mut self) -> io::Result<Option<ReadGame>> {
        let next = self.next_into(Builder::default)?;
        Ok(next.map(|(place, builder)| ReadGame { place, game: builder.game, problems: builder.problems }))
    }
}

/// Reads all games in a string.
pub fn read_text(text: &str) -> Vec<ReadGame> {
    let mut games = Games::new(text.as_bytes());
    // Reading from memory cannot fail.
    std::iter::from_fn(|| games.next_game().ok().flatten()).collect()
}

/// Builds a game from the parser's calls to [`GameSink`].
#[derive(Default)]
struct Builder {
    game: Game,
    at: Option<NodeId>,
    /// Moves replaced by the open variations.
    open: Vec<NodeId>,
    /// The comment before the first move of a variation.
    before: Option<String>,
    problems: Vec<Problem>,
}

impl Builder {
    fn at(&self) -> NodeId {
        self.at.unwrap_or(ROOT)
    }
}

impl GameSink for Builder {
    fn tag(&mut self, name: &str, value: &str) {
        // An invalid result becomes `*`, so that writing the game and reading it back does not change it.
        let value = match name {
            "Result" if ARBITER_RESULTS.contains(&value) => value,
            "Result" => result_of(value.as_bytes()).unwrap_or("*"),
            _ => value,
        };
        self.game.tags.set(name, value);
    }

    fn start(&mut self, start: &Setup) -> Detail {
        self.game.begin(start.clone());
        Detail::Everything
    }

    fn mv(&mut self, mv: Move, _line: &mut MoveLine) {
        let id = self.game.add_again(self.at(), mv);
        self.game.node_mut(id).before = self.before.take().unwrap_or_default();
        self.at = Some(id);
    }

    fn comment(&mut self, text: &str) {
        match &mut self.before {
            Some(before) => add_text(before, text),
            None => self.game.node_mut(self.at()).add_comment(text),
        }
    }

    fn nag(&mut self, nag: u8) {
        let at = self.at();
        if self.before.is_none() && at != ROOT {
            let nags = &mut self.game.node_mut(at).nags;
            // `e4! $1` has the same mark twice.
            if !nags.contains(&nag) {
                nags.push(nag);
            }
        }
    }

    fn begin_variation(&mut self) {
        let varied = self.at();
        self.open.push(varied);
        self.at = self.game.parent(varied);
        self.before = Some(String::new());
    }

    fn end_variation(&mut self) {
        // The comment of a variation without moves belongs to the move that it varies.
        let unused = self.before.take().filter(|text| !text.is_empty());
        self.at = self.open.pop();
        if let Some(text) = unused {
            let at = self.at();
            self.game.node_mut(at).add_comment(&text);
        }
    }

    fn result(&mut self, result: &'static str) {
        if self.game.tags.get("Result") == Some("*") {
            self.game.tags.set("Result", result);
        }
    }

    fn problem(&mut self, problem: Problem) {
        if self.problems.len() < MAX_PROBLEMS || problem.trouble.is_fatal() {
            self.problems.push(problem);
        }
    }
}
