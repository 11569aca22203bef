//! In a pseudo-terminal: prompt, keys, and what a person sees.

use std::time::Duration;

use expectrl::process::unix::WaitStatus;
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};

use crate::Place;

/// A person at a terminal of 80 columns and 24 rows.
struct Person {
    terminal: OsSession,
    _place: Place,
}

impl Person {
    fn sits_down(arguments: &[&str]) -> Person {
        let place = Place::new();
        let mut command = place.alula();
        command.args(arguments).env("TERM", "xterm-256color").env("LANG", "C.UTF-8").env_remove("LC_ALL");
        let mut terminal = Session::spawn(command).expect("a pseudo-terminal");
        terminal.get_process_mut().set_window_size(80, 24).expect("a window");
        terminal.set_expect_timeout(Some(Duration::from_secs(20)));
        Person { terminal, _place: place }
    }

    fn sees(&mut self, text: &str) {
        let seen = self.terminal.expect(text);
        assert!(seen.is_ok(), "'{text}' is not seen");
    }

    fn types(&mut self, line: &str) {
        self.terminal.send(format!("{line}\r")).expect("the keyboard works");
    }

    fn hits(&mut self, key: ControlCode) {
        self.terminal.send(key).expect("the keyboard works");
    }

    /// The program ends by itself, with this status.
    fn leaves(mut self, status: i32) {
        self.terminal.expect(Eof).expect("the program ends");
        let ended = self.terminal.get_process().wait().expect("it can be waited for");
        assert!(matches!(ended, WaitStatus::Exited(_, code) if code == status), "{ended:?}");
    }
}

#[test]
fn a_move_is_typed_and_the_engine_answers() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("sd 3");
    person.sees("search depth 3");
    person.types("e4");
    person.sees("depth  score");
    person.sees("Black plays ");
    person.sees("> ");
    person.hits(ControlCode::EndOfTransmission);
    person.leaves(0);
}

#[test]
fn control_c_and_enter_stop_the_search_and_play() {
    for key in [ControlCode::EndOfText, ControlCode::CarriageReturn] {
        let mut person = Person::sits_down(&[]);
        person.sees("> ");
        person.types("time off");
        person.types("sd 64");
        person.sees("search depth 64");
        person.types("e4");
        person.sees("    3  ");
        person.hits(key);
        person.sees("Black plays ");
        person.types("quit");
        person.leaves(0);
    }
}

#[test]
fn escape_takes_the_search_back() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time off");
    person.types("sd 64");
    person.sees("search depth 64");
    person.types("e4");
    person.sees("    3  ");
    person.hits(ControlCode::Escape);
    person.sees("> ");
    person.types("fen");
    person.sees("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn control_c_at_the_prompt_clears_the_line() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.terminal.send("rubbish").expect("the keyboard works");
    person.sees("rubbish");
    person.hits(ControlCode::EndOfText);
    person.sees("> ");
    person.types("fen");
    person.sees("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w");
    person.types("quit");
    person.leaves(0);
}
