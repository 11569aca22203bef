//! The games in a file, without their moves; and the source of the moves for `explore`.

use std::path::PathBuf;

use crate::games::explorer::{Explorer, position_key, start_key};
use crate::games::line::MoveLine;
use crate::games::openings::{self, Opening};
use crate::games::pgn::{Detail, GamePlace, GameSink, Problem};
use crate::games::tree::Tags;
use crate::moves::Move;
use crate::play::book::Book;
use crate::setup::Setup;

/// How many half-moves of a game are compared with the named openings, all of which are shorter.
const BOOK_PLIES: usize = 40;

/// The source of the moves for `explore`.
pub enum Explored {
    /// The games in a file.
    Games { name: String, explorer: Explorer },
    /// An opening book.
    Book(Book),
}

/// The games in a file.
pub struct List {
    pub file: PathBuf,
    /// The [state](crate::games::explorer::stamp) of the file before it was read.
    pub stamp: Option<[u8; 24]>,
    /// Number of games read from the file.
    pub count: u64,
    pub rows: Vec<ListedGame>,
    /// Numbers of the games that passed the last filter, in the order of the last sort.
    pub shown: Vec<u64>,
}

/// A game in the list, without its moves.
#[derive(Default)]
pub struct ListedGame {
    pub place: GamePlace,
    pub tags: Tags,
    pub half_moves: usize,
    /// The last named opening that the game passed through.
    pub opening: Option<Opening>,
    pub refusal: Option<Problem>,
    /// The key of the wanted position, if any, and whether the game reaches it.
    pub wanted: Option<u64>,
    pub reaches: bool,
    /// Errors that the reader skipped when it read the game.
    pub skipped: Vec<Problem>,
}

impl GameSink for ListedGame {
    fn tag(&mut self, name: &str, value: &str) {
        // The other tags are read when the game is loaded.
        if matches!(name, "Event" | "Date" | "White" | "Black" | "Result" | "ECO" | "Opening") {
            self.tags.set(name, value);
        }
    }

    fn start(&mut self, start: &Setup) -> Detail {
        self.reaches = self.wanted.is_none_or(|wanted| wanted == start_key(start));
        Detail::MainLine
    }

    fn mv(&mut self, _: Move, line: &mut MoveLine) {
        self.half_moves += 1;
        self.reaches = self.reaches || self.wanted == Some(position_key(line.board()));
        if self.half_moves <= BOOK_PLIES {
            self.opening = openings::of_position(line.board()).or(self.opening);
        }
    }

    fn result(&mut self, result: &'static str) {
        if self.tags.get("Result") == Some("*") {
            self.tags.set("Result", result);
        }
    }

    fn problem(&mut self, problem: Problem) {
        if !problem.trouble.is_fatal() {
            self.skipped.push(problem);
        } else if self.refusal.is_none() {
            self.refusal = Some(problem);
        }
    }
}

impl ListedGame {
    /// The text in a column of the list.
    pub fn cell(&self, column: &str) -> String {
        let tag = |name: &str| self.tags.known(name).unwrap_or_default().to_string();
        match column {
            "number" => self.place.number.to_string(),
            "date" => tag("Date"),
            "white" => tag("White"),
            "black" => tag("Black"),
            "event" => tag("Event"),
            "result" => tag("Result"),
            "eco" => self.tags.get("ECO").or(self.opening.map(|opening| opening.code)).unwrap_or_default().into(),
            "opening" => {
                self.tags.get("Opening").or(self.opening.map(|opening| opening.name)).unwrap_or_default().into()
            }
            _ => self.half_moves.div_ceil(2).to_string(),
        }
    }
}
