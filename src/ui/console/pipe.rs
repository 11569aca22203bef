//! The view for a pipe: plain lines, and the board in the tutorial's style.

use std::time::Duration;

use crate::board::Board;
use crate::searcher::{Info, Line};
use crate::ui::show;
use crate::ui::terminal::picture::Marks;

use super::state::{Finish, Session, View};
use super::status::finish_in_words;
use super::{looking, position, telling};

/// Writes plain lines, for output to another program or to a file.
pub(super) struct Pipe;

impl View for Pipe {
    fn position(&self, board: &Board, session: &mut Session, marks: Marks) {
        if session.own.view.look.spoken || marks.attacked != 0 {
            return looking::write_position(board, session, marks);
        }
        session.out.line(&show::board_picture(&board.square, show::Orientation::of(board)));
    }

    fn setup(&self, board: &Board, session: &mut Session) {
        position::write_setup(board, session, None);
    }

    fn aside(&self, _: &mut Board, session: &mut Session, text: &str, _: Duration) {
        session.say(text);
    }

    fn game_over(&self, board: &Board, session: &mut Session, finish: &Finish) {
        let text = match session.own.view.look.spoken {
            true => finish_in_words(board, session, finish),
            false => finish.to_string(),
        };
        session.out.line(&text);
    }

    fn lines(&self, board: &mut Board, session: &mut Session, info: &Info, lines: &[Line], depth: usize) {
        telling::write_lines(board, session, info, lines, depth);
    }
}
