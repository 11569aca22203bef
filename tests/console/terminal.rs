//! In a pseudo-terminal: prompt, keys, and what a person sees.

use std::fs;
use std::process::Command;
use std::time::Duration;

use expectrl::process::unix::{Signal, WaitStatus};
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};

use crate::{Place, at_home_in};

/// A person at a terminal.
pub struct Person {
    terminal: OsSession,
    place: Place,
}

/// What the terminal is, for those tests where it matters.
pub struct Terminal {
    pub columns: usize,
    pub rows: usize,
    pub variables: &'static [(&'static str, &'static str)],
}

const USUAL: Terminal = Terminal { columns: 80, rows: 24, variables: &[] };

impl Person {
    fn sits_down(arguments: &[&str]) -> Person {
        Person::sits_at(Place::new(), USUAL, arguments)
    }

    pub fn sits_at(place: Place, terminal: Terminal, arguments: &[&str]) -> Person {
        // The window has its size before the program starts, and after it was made.
        let mut command = Command::new("sh");
        let script = format!("sleep 0.2; stty cols {} rows {}; exec \"$@\"", terminal.columns, terminal.rows);
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_alula")]).args(arguments);
        at_home_in(&mut command, &place.0);
        command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        for name in ["LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM"] {
            command.env_remove(name);
        }
        command.envs(terminal.variables.iter().copied());
        let mut terminal = Session::spawn(command).expect("a pseudo-terminal");
        terminal.set_expect_timeout(Some(Duration::from_secs(20)));
        Person { terminal, place }
    }

    /// Everything that is shown until the program ends.
    pub fn sees_all(mut self) -> String {
        let seen = self.terminal.expect(Eof).expect("the program ends");
        String::from_utf8_lossy(seen.as_bytes()).replace("\r\n", "\n")
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
    fn leaves(mut self, status: i32) -> Place {
        self.terminal.expect(Eof).expect("the program ends");
        let ended = self.terminal.get_process().wait().expect("it can be waited for");
        assert!(matches!(ended, WaitStatus::Exited(_, code) if code == status), "{ended:?}");
        self.place
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

#[test]
fn control_c_twice_leaves_and_the_game_is_resumed() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("sd 2");
    person.types("e4");
    person.sees("Black plays ");
    person.types("Qh5");
    person.sees("Black plays ");
    person.sees("3. White> ");
    person.hits(ControlCode::EndOfText);
    std::thread::sleep(Duration::from_millis(100));
    person.hits(ControlCode::EndOfText);
    let place = person.leaves(0);
    let mut person = Person::sits_at(place, USUAL, &[]);
    person.sees("Your last game was not finished after 4 half-moves");
    person.types("resume");
    person.sees("3. White> ");
    person.types("game");
    person.sees("1. e4 ");
    person.types("new");
    person.sees("1. White> ");
    person.types("d4");
    person.sees("Black plays ");
    person.types("resume before");
    person.sees("1 of 1");
    person.types("game");
    person.sees("1. e4 ");
    person.types("takeback");
    person.sees("2. White> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn a_closed_terminal_loses_nothing() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("time off");
    person.types("sd 64");
    person.types("d4");
    person.sees("    3  ");
    let Person { mut terminal, place } = person;
    terminal.get_process_mut().kill(Signal::SIGHUP).expect("it is there");
    terminal.expect(Eof).expect("the program ends");
    let kept = fs::read_to_string(place.0.join("state/alula/game.pgn")).expect("the game was kept");
    assert!(kept.contains("1. d4 *"), "{kept}");
}

#[test]
fn history_goes_over_sessions() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("echo remember me");
    person.sees("remember me");
    person.types("quit");
    let place = person.leaves(0);
    let mut person = Person::sits_at(place, USUAL, &[]);
    person.sees("> ");
    // Up is the last line, `quit`; once more is the one before.
    person.terminal.send("\x1b[A\x1b[A\r").expect("the keyboard works");
    person.sees("echo remember me");
    person.sees("remember me");
    // Ctrl-R looks for a part of a line.
    person.terminal.send("\x12memb").expect("the keyboard works");
    person.sees("reverse-i-search");
    person.terminal.send("\r").expect("the keyboard works");
    person.sees("remember me");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn tab_completes_words_moves_and_settings() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time 0.1");
    for (typed, completed) in
        [("vers\t", "Alula 0"), ("set null.red\t3", "null.reduction 3"), ("move Nf\t", "last move 1. Nf3")]
    {
        person.sees("> ");
        person.types(typed);
        person.sees(completed);
    }
    person.types("quit");
    person.leaves(0);
}

#[test]
fn what_is_typed_while_the_engine_thinks_is_the_next_line() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("sd 64");
    person.types("time 0.6");
    person.types("e4");
    person.sees("    3  ");
    person.types("echo typed ahead");
    person.sees("Black plays ");
    person.sees("> echo typed ahead");
    person.sees("typed ahead");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn analysis_follows_the_moves() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("analyse 2");
    person.sees(" nodes  White ");
    person.sees("  2. ");
    person.types("Nf3");
    person.sees("analysis 1. White> ");
    person.sees("last move 1. Nf3");
    person.sees(" nodes  White ");
    person.hits(ControlCode::CarriageReturn);
    person.sees("analysis 1... Black> ");
    person.types("exit");
    person.sees("1... Black> ");
    person.types("exit");
    person.leaves(0);
}

#[test]
fn the_status_line_tells_how_far_the_search_is_and_resizing_does_no_harm() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time off");
    person.types("sd 64");
    person.types("e4");
    person.sees(" of 20)");
    person.sees(" nodes  ");
    person.sees(" knodes/s  ");
    for (columns, rows) in [(20, 8), (1, 1), (200, 60)] {
        person.terminal.get_process_mut().set_window_size(columns, rows).expect("a window");
        std::thread::sleep(Duration::from_millis(250));
    }
    person.sees(" of 20)");
    person.hits(ControlCode::EndOfText);
    person.sees("Black plays ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn long_counting_is_stopped_without_loss() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    for word in ["perft 9", "divide 9", "bench 8"] {
        person.types(word);
        person.sees("Ctrl-C stops");
        person.hits(ControlCode::EndOfText);
        person.sees("Error: stopped");
        person.sees("1. White> ");
    }
    let file = person
        .place
        .file("suite.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"a\";\n".repeat(50));
    person.types("time 1");
    person.types(&format!("test {file}"));
    person.sees("Ctrl-C stops");
    person.hits(ControlCode::EndOfText);
    person.sees("stopped");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn setup_shows_the_board_as_it_changes() {
    let mut person = Person::sits_down(&["--colour", "off"]);
    person.sees("> ");
    person.types("set pieces letters");
    person.types("setup");
    person.sees("setup, White to move> ");
    person.types("clear Ke1 ke8");
    person.sees(" 8     .     .  k  .     .");
    person.types("Qa1 exit");
    person.sees("1. White> ");
    person.types("fen");
    person.sees("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn clocks_run_and_games_end() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("40 5");
    person.sees("White 5:00, Black 5:00");
    person.types("0.02+0");
    person.sees("1. White 0:0");
    person.types("sd 1");
    std::thread::sleep(Duration::from_millis(1500));
    person.types("e4");
    person.sees("White's time has run out");
    person.types("level off");
    person.types("resign");
    person.sees("0-1 {White resigns}");
    person.sees("game over> ");
    person.types("d4");
    person.sees("Error: the game is over");
    person.types("takeback");
    person.sees("1. White> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn a_dumb_terminal_gets_letters_and_no_escapes() {
    let terminal = Terminal { variables: &[("TERM", "dumb"), ("LANG", "C")], ..USUAL };
    let mut person = Person::sits_at(Place::new(), terminal, &[]);
    person.sees("> ");
    person.types("sd 2");
    person.types("e4");
    person.types("quit");
    let seen = person.sees_all();
    assert!(seen.contains("Black plays ") && seen.contains(" 8  r  n "), "{seen}");
    assert!(!seen.contains('\x1b') && seen.is_ascii(), "{seen:?}");
}
