//! The lesson being read, and the reader's progress.

use crate::board::Board;
use crate::readfen::read_fen;

use super::course::{Block, Lesson};
use super::mutation::Mutation;
use super::progress::Progress;

/// A lesson being read.
pub struct Reading {
    /// The lesson.
    pub lesson: Lesson,
    /// The page shown last.
    pub page: usize,
    /// The block of the experiment that is waiting for a guess.
    pub awaiting: Option<usize>,
}

/// The lessons' part of a dialogue.
#[derive(Default)]
pub struct Lessons {
    /// The open lesson.
    pub reading: Option<Reading>,
    /// Whether its page is still on the screen: no other command has been carried out since.
    pub is_shown: bool,
    /// A change planted in every search.
    pub mutation: Option<Mutation>,
    /// The reader's progress; read from its file when needed.
    progress: Option<Progress>,
}

impl Reading {
    /// The position of the page as a FEN: that of the experiment waiting for a guess, or else the first on the page.
    pub fn fen(&self) -> Option<&str> {
        let page = self.lesson.pages().get(self.page)?.clone();
        let blocks = self.awaiting.map_or(page, |at| at..at + 1);
        self.lesson.blocks[blocks].iter().find_map(|block| match block {
            Block::Diagram(fen) => Some(fen.as_str()),
            Block::Experiment(experiment) => experiment.commands().find_map(|line| line.strip_prefix("setboard ")),
            _ => None,
        })
    }

    /// The same position on a board.
    pub fn position(&self) -> Option<Box<Board>> {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(self.fen()?).ok()?.setup);
        Some(board)
    }
}

impl Lessons {
    /// The position of the page on the screen.
    pub fn position(&self) -> Option<Box<Board>> {
        self.reading.as_ref().filter(|_| self.is_shown)?.position()
    }

    /// Is a lesson waiting for a guess?
    pub fn awaits(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.awaiting.is_some())
    }

    /// The reader's progress. It is saved for people at a terminal.
    pub fn progress(&mut self, is_kept: bool) -> &mut Progress {
        self.progress.get_or_insert_with(|| if is_kept { Progress::kept() } else { Progress::default() })
    }
}
