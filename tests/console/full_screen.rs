//! The full-screen view in a pseudo-terminal. The output goes to a terminal emulator in memory, whose contents are the
//! visible screen.

use std::fs;
use std::io::ErrorKind;
use std::thread::sleep;
use std::time::{Duration, Instant};

use expectrl::Expect;
use expectrl::process::unix::{Signal, WaitStatus};

use crate::Place;
use crate::terminal::{Person, Terminal};

const PATIENCE: Duration = Duration::from_secs(30);

/// A simulated user who sees the whole screen.
pub struct Viewer {
    person: Person,
    screen: vt100::Parser,
    /// Number of bytes written so far.
    written: usize,
    /// Number of bells rung so far.
    pub bells: usize,
}

impl Viewer {
    pub fn sits_down(columns: u16, rows: u16) -> Viewer {
        Viewer::sits_at(Place::new(), columns, rows, &[])
    }

    pub fn sits_at(
        place: Place,
        columns: u16,
        rows: u16,
        variables: &'static [(&'static str, &'static str)],
    ) -> Viewer {
        let terminal = Terminal { columns: columns.into(), rows: rows.into(), variables, view: "auto" };
        let person = Person::sits_at(place, terminal, &[]);
        Viewer { person, screen: vt100::Parser::new(rows, columns, 0), written: 0, bells: 0 }
    }

    /// Reads the output since the last call.
    fn looks(&mut self) {
        let mut bytes = [0; 1 << 14];
        loop {
            match self.person.terminal.try_read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => {
                    self.screen.process(&bytes[..count]);
                    self.written += count;
                    self.bells += bytes[..count].iter().filter(|byte| **byte == 7).count();
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => return,
            }
        }
    }

    pub fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Number of bytes written during the next second.
    fn bytes_in_a_second(&mut self) -> usize {
        self.looks();
        let before = self.written;
        sleep(Duration::from_secs(1));
        self.looks();
        self.written - before
    }

    /// Waits until the screen meets a condition.
    pub fn waits(&mut self, what: &str, is: impl Fn(&vt100::Screen) -> bool) {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            self.looks();
            if is(self.screen.screen()) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        panic!("the screen does not show {what}:\n{}", self.text());
    }

    /// Waits for another bell.
    pub fn hears_a_bell(&mut self) {
        let (before, begin) = (self.bells, Instant::now());
        while self.bells == before {
            assert!(begin.elapsed() < PATIENCE, "no bell:\n{}", self.text());
            sleep(Duration::from_millis(20));
            self.looks();
        }
    }

    pub fn sees(&mut self, text: &str) {
        self.waits(text, |screen| screen.contents().contains(text));
    }

    fn sees_no(&mut self, text: &str) {
        self.waits(&format!("the end of '{text}'"), |screen| !screen.contents().contains(text));
    }

    /// Presses Enter until this text is on the page.
    fn turns_to(&mut self, text: &str) {
        while !self.text().contains(text) {
            let before = self.text();
            self.hits("\r");
            self.waits(text, |screen| screen.contents() != before);
        }
    }

    pub fn hits(&mut self, keys: &str) {
        self.person.terminal.send(keys).expect("the keyboard works");
    }

    /// Presses Ctrl-C each second until this text appears: one that arrives before the command does not stop it.
    fn interrupts_until(&mut self, text: &str) {
        let begin = Instant::now();
        while !self.text().contains(text) {
            assert!(begin.elapsed() < PATIENCE, "Ctrl-C stops nothing:\n{}", self.text());
            sleep(Duration::from_secs(1));
            self.hits("\x03");
            sleep(Duration::from_millis(200));
            self.looks();
        }
    }

    pub fn types(&mut self, line: &str) {
        self.hits(&format!("{line}\r"));
    }

    /// The centre of a square, as column and row; White is at the bottom.
    pub fn place_of(&self, square: &str) -> (usize, usize) {
        let (rows, columns) = self.screen.screen().size();
        let bytes = square.as_bytes();
        let (file, rank) = (usize::from(bytes[0] - b'a'), usize::from(b'8' - bytes[1]));
        match (columns, rows) {
            (120, 40) => (3 + 7 * file + 3, 1 + 3 * rank + 1),
            (80, 24) => (3 + 5 * file + 2, 1 + 2 * rank + 1),
            (60, 20) => (3 + 4 * file + 1, 2 * rank + 1),
            _ => panic!("this test knows no layout for {columns}x{rows}"),
        }
    }

    pub fn clicks(&mut self, square: &str) {
        let (column, row) = self.place_of(square);
        let (column, row) = (column + 1, row + 1);
        self.hits(&format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"));
        sleep(Duration::from_millis(60));
    }

    fn piece_on(&self, square: &str) -> String {
        let (column, row) = self.place_of(square);
        let cell = self.screen.screen().cell(row as u16, column as u16);
        cell.map(|cell| cell.contents().to_string()).unwrap_or_default()
    }

    /// Waits until this piece is on the square.
    pub fn sees_piece(&mut self, square: &str, piece: &str) {
        let begin = Instant::now();
        while self.piece_on(square) != piece {
            assert!(begin.elapsed() < PATIENCE, "no {piece} on {square}:\n{}", self.text());
            sleep(Duration::from_millis(20));
            self.looks();
        }
    }

    /// Kills the program.
    pub fn dies(mut self) -> Place {
        self.person.terminal.get_process_mut().kill(Signal::SIGKILL).expect("it is there");
        self.person.place
    }

    /// Asserts that the program ends with status 0.
    fn ends(&mut self) {
        let begin = Instant::now();
        loop {
            self.looks();
            match self.person.terminal.get_process().status() {
                Ok(WaitStatus::StillAlive) => {}
                ended => return assert!(matches!(ended, Ok(WaitStatus::Exited(_, 0))), "{ended:?}"),
            }
            assert!(begin.elapsed() < PATIENCE, "it does not end:\n{}", self.text());
            sleep(Duration::from_millis(20));
        }
    }

    /// Asserts that the program ends with status 0 and leaves the terminal as it was.
    pub fn leaves(mut self) -> Place {
        self.ends();
        self.looks();
        assert!(!self.screen.screen().alternate_screen(), "the terminal shows its old contents");
        assert!(!self.screen.screen().hide_cursor() && !self.screen.screen().bracketed_paste());
        assert_eq!(self.screen.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        self.person.place
    }
}

#[test]
fn a_game_is_played_on_a_screen_that_stands_still() {
    for (columns, rows) in [(60, 20), (80, 24), (120, 40)] {
        let mut viewer = Viewer::sits_down(columns, rows);
        viewer.sees("1. White>");
        assert!(viewer.screen.screen().alternate_screen());
        viewer.types("sd 3");
        viewer.types("e4");
        viewer.sees("2. White>");
        viewer.sees("Black plays 1... ");
        viewer.sees(" for White · depth 3 · ");
        viewer.sees("1. e4 ");
        viewer.sees_piece("e4", "♟");
        viewer.sees_piece("e2", " ");
        // The board has not moved; nothing has scrolled.
        viewer.sees_piece("a1", "♜");
        viewer.types("takeback");
        viewer.sees("1. White>");
        viewer.sees_piece("e2", "♟");
        viewer.types("quit");
        viewer.leaves();
    }
}

#[test]
fn little_is_written_while_the_engine_thinks() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("5+0");
    viewer.types("sd 64");
    viewer.types("time off");
    viewer.types("analyse 3");
    viewer.sees("depth ");
    viewer.types("exit");
    viewer.sees("1. White>");
    viewer.types("level 60+0");
    viewer.types("book off");
    viewer.types("e4");
    viewer.sees("left  depth ");
    // Iterations end quickly in the first seconds, so one quiet second out of eight is enough. A screen that was painted
    // anew for each update would have none.
    let seconds: Vec<usize> = (0..8).map(|_| viewer.bytes_in_a_second()).take_while(|bytes| *bytes >= 4000).collect();
    assert!(seconds.len() < 8, "{seconds:?} bytes in each second");
    viewer.hits("\r");
    viewer.sees("2. White>");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_board_changes_at_once_with_its_settings() {
    let mut viewer = Viewer::sits_at(Place::new(), 80, 24, &[("COLORTERM", "truecolor")]);
    viewer.sees("1. White>");
    let (column, row) = viewer.place_of("e4");
    let ground = |screen: &vt100::Screen| screen.cell(row as u16, column as u16).map(vt100::Cell::bgcolor);
    let before = ground(viewer.screen.screen());
    viewer.types("theme blue");
    viewer.waits("another colour", |screen| ground(screen) != before);
    viewer.types("pieces letters");
    let (column, row) = viewer.place_of("e2");
    viewer
        .waits("a letter", |screen| screen.cell(row as u16, column as u16).is_some_and(|cell| cell.contents() == "P"));
    viewer.types("squares small");
    let is_small = |screen: &vt100::Screen| {
        let contents = screen.contents();
        let row_of = |rank: &str| contents.lines().position(|line| line.trim_start().starts_with(rank));
        row_of("8 ").zip(row_of("1 ")).is_some_and(|(top, bottom)| bottom - top == 7)
    };
    viewer.waits("small squares", is_small);
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn resizing_while_thinking_draws_everything_anew() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    for line in ["book off", "time off", "sd 64", "e4"] {
        viewer.types(line);
    }
    viewer.sees("depth ");
    for (columns, rows) in [(120, 40), (60, 20), (80, 24), (20, 5), (1, 1), (80, 24)] {
        viewer.screen = vt100::Parser::new(rows, columns, 0);
        viewer.person.terminal.get_process_mut().set_window_size(columns, rows).expect("a window");
        if columns >= 60 {
            viewer.sees("1... Black");
            viewer.sees_piece("e4", "♟");
        } else {
            sleep(Duration::from_millis(300));
        }
    }
    viewer.hits("\r");
    viewer.sees("Black plays 1... ");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn a_whole_game_is_played_with_the_mouse() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    // A game without an opponent, ending with a promotion and mate.
    viewer.types("setboard 7k/P7/6K1/8/8/8/8/8 w - - 0 1");
    viewer.types("play none");
    viewer.sees("The engine plays neither side.");
    let ground = |viewer: &Viewer, square: &str| {
        let (column, row) = viewer.place_of(square);
        viewer.screen.screen().cell(row as u16, column as u16).map(|cell| cell.bgcolor())
    };
    let before = ground(&viewer, "g6");
    viewer.clicks("g6");
    viewer.waits("a piece in the hand", |screen| screen.contents().contains('•'));
    assert_ne!(ground(&viewer, "g6"), before);
    viewer.clicks("a3");
    viewer.waits("no piece in the hand", |screen| !screen.contents().contains('•'));
    viewer.clicks("a7");
    viewer.clicks("a8");
    viewer.sees("Promote to: ");
    // The squares below offer the promotion pieces: queen, knight, rook, bishop.
    viewer.clicks("a6");
    viewer.sees("Checkmate: White wins in 1 move.");
    viewer.sees("'new' starts another.");
    viewer.sees("a8=R#");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_opening_is_played_by_dragging_and_clicking_against_the_engine() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("sd 2");
    viewer.clicks("e2");
    viewer.clicks("e4");
    viewer.sees("2. White>");
    let ((from_column, from_row), (to_column, to_row)) = (viewer.place_of("g1"), viewer.place_of("f3"));
    let press = format!("\x1b[<0;{};{}M", from_column + 1, from_row + 1);
    let release = format!("\x1b[<0;{};{}m", to_column + 1, to_row + 1);
    viewer.hits(&format!("{press}{release}"));
    viewer.sees("3. White>");
    viewer.sees("2. Nf3");
    viewer.types("set mouse off");
    viewer.waits("a mouse of the terminal's own", |screen| {
        screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
    });
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_cursor_walks_on_the_board() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("play none");
    viewer.sees("neither side");
    // Tab moves to the board, with the cursor on e2; Enter picks up the pawn and puts it down on e4.
    viewer.hits("\t\r\x1b[A\x1b[A\r");
    viewer.sees("1. e4");
    viewer.sees("1... Black>");
    // Typing a letter returns to the input line.
    viewer.hits("\x1b[Be");
    viewer.waits("the letter", |screen| screen.contents().contains("1... Black> e"));
    viewer.types("5");
    viewer.sees("2. White>");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_arguments_of_the_command_being_typed_are_shown() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.hits("readfen ");
    viewer.sees("1. White> readfen FILE N");
    viewer.hits("x");
    viewer.sees_no("FILE N");
    viewer.hits("\x15");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn an_analysis_has_a_board_of_its_own() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    for line in ["elo 1500", "sd 2", "pause off", "5+0", "e4"] {
        viewer.types(line);
    }
    viewer.sees("2. White>");
    let moves = viewer.text();
    let answer =
        moves.split("1. e4").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a move").to_string();
    viewer.types("analyse 2");
    viewer.sees(" for White");
    viewer.types("Nf3");
    viewer.sees("2... Black>");
    viewer.hits("\x1b[D");
    viewer.sees("2. White>");
    viewer.types("d4");
    viewer.sees("2. Nf3 (2. d4)");
    for _ in 0..9 {
        viewer.hits("\x1b[D");
    }
    viewer.sees("1. White>");
    viewer.types("resign");
    viewer.sees("this is an analysis");
    viewer.types("exit");
    viewer.sees("2. White>");
    viewer.sees_no(" for White");
    viewer.sees(&answer);
    viewer.sees_piece("g1", "♞");
    viewer.types("opponent");
    viewer.sees("You play White against Alula");
    viewer.sees("1500");
    // The clock was stopped: the two moves used less than one of the five minutes.
    viewer.sees("4:5");
    viewer.types("analyse");
    viewer.types("Nf3");
    viewer.sees("2... Black>");
    viewer.types("keep");
    viewer.sees("This line is now the game.");
    viewer.sees("2. Nf3");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn a_game_loaded_in_an_analysis_does_not_become_the_users() {
    let place = Place::new();
    let text = "[White \"Tal\"]\n[Black \"Larsen\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n";
    let (tal, kept) = (place.file("tal.pgn", text), place.0.join("kept.pgn"));
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    for line in ["sd 1", "book off", "d4"] {
        viewer.types(line);
    }
    viewer.sees("2. White>");
    viewer.types("a3");
    viewer.sees("3. White>");
    viewer.types("analyse");
    viewer.types(&format!("load {tal}"));
    viewer.sees("Larsen");
    viewer.types("back");
    viewer.sees("2... Black>");
    viewer.types("keep");
    viewer.sees("This line is now the game.");
    viewer.types("save kept.pgn");
    viewer.sees("saved as game 1");
    let saved = std::fs::read_to_string(kept).expect("the game");
    assert!(saved.contains("[White \"Tal\"]") && !saved.contains("Alula"), "{saved}");
    viewer.types("resume before");
    viewer.sees("1. d4");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn a_game_is_loaded_by_its_number_after_the_file_has_changed() {
    let place = Place::new();
    let one = |white: &str, moves: &str| format!("[White \"{white}\"]\n[Black \"?\"]\n\n{moves} *\n\n");
    let name = place.file("a.pgn", one("Ann", "1. e4") + &one("Bob", "1. d4") + &one("Cyd", "1. c4"));
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    viewer.types(&format!("games {name}"));
    viewer.sees("Cyd");
    let long = one("Ann", "1. e4 {a long comment, longer than the second game} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6");
    std::fs::write(&name, long + &one("Bob", "1. d4") + &one("Cyd", "1. c4")).expect("a file");
    viewer.types("load 2");
    viewer.sees("Bob - ?");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn an_analysis_that_ends_with_a_mate_keeps_its_lines() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.types("setboard 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    viewer.types("analyse");
    viewer.sees("White mates in 1");
    std::thread::sleep(Duration::from_millis(500));
    viewer.sees("1. Ra8#");
    viewer.types("Kf1");
    viewer.sees(" for White");
    viewer.types("exit");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_finished_game_of_others_is_analysed_and_the_engine_takes_no_side() {
    let place = Place::new();
    place.file("mate.pgn", "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. f3 e5 2. g4 (2. e4 {better}) 2... Qh4# 0-1\n");
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    viewer.types("load mate.pgn");
    viewer.sees("Checkmate: Black wins in 2 moves.");
    viewer.sees("Ann");
    viewer.sees("Bob");
    viewer.types("analyse");
    viewer.sees("1. f3 e5 2. g4 (2. e4) 2... Qh4#");
    viewer.types("goto 1 black");
    viewer.sees("analysis 2. White>");
    viewer.types("variation 1");
    viewer.sees("{better}");
    viewer.sees(" for White");
    viewer.types("exit");
    viewer.sees("game over>");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn long_texts_rise_over_the_board_and_go_away() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("set all");
    viewer.sees(" 1-22 of ");
    viewer.sees("Esc: back to the board");
    viewer.hits("\x1b[6~");
    viewer.sees(" 22-43 of ");
    viewer.hits("\x1b");
    viewer.sees_no("Esc: back");
    viewer.sees_piece("e2", "♟");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_line_has_its_history_and_completion() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("echo remember me");
    viewer.sees("remember me");
    viewer.hits("vers\t\r");
    viewer.sees(alula::VERSION);
    viewer.hits("\x1b[A\x1b[A\r");
    viewer.sees("remember me");
    viewer.hits("set the\t\t");
    viewer.sees("set theme");
    viewer.sees("colourblind");
    viewer.hits("\x03");
    viewer.waits("an empty line", |screen| !screen.contents().contains("set theme"));
    viewer.hits("\x1b[200~echo first\recho second\r\x1b[201~");
    viewer.sees("second");
    viewer.types("quit");
    let place = viewer.leaves();
    // The scrolling view has the same history.
    let history = fs::read_to_string(place.0.join("state/alula/history")).expect("a history");
    assert!(history.contains("echo remember me") && history.contains("echo second"), "{history}");
}

/// A terminal that does not mark pastes, and one that loses the mark at the end of a paste.
#[test]
fn bursts_of_keys_and_unterminated_pastes_do_not_block_the_input() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    let is_carried_out = |text: &'static str| {
        move |screen: &vt100::Screen| screen.contents().contains(text) && !screen.contents().contains("echo")
    };
    viewer.hits(&format!("{}\x15echo all of it is read\r", "x".repeat(3000)));
    viewer.waits("the line behind them", is_carried_out("all of it is read"));
    viewer.hits("\x1b[200~d4\x03\r");
    viewer.types("echo the next line");
    viewer.waits("the next line", is_carried_out("the next line"));
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_view_changes_with_the_window_and_when_asked() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("view log");
    viewer.waits("lines that scroll", |screen| !screen.alternate_screen());
    viewer.sees("1. White>");
    viewer.types("view auto");
    viewer.waits("a full-screen view", |screen| screen.alternate_screen());
    viewer.hits("ec");
    viewer.sees("1. White> ec");
    viewer.screen = vt100::Parser::new(19, 50, 0);
    viewer.person.terminal.get_process_mut().set_window_size(50, 19).expect("a window");
    // The typed text is not lost.
    viewer.sees("1. White> ec");
    viewer.types("ho done");
    viewer.sees("done");
    viewer.types("quit");
    viewer.ends();
}

/// A window that shrinks and grows at the prompt.
#[test]
fn a_small_window_shows_a_text_board_and_a_large_one_the_screen() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("play none");
    viewer.types("e4");
    viewer.sees("1... Black");
    viewer.screen = vt100::Parser::new(12, 40, 0);
    viewer.person.terminal.get_process_mut().set_window_size(40, 12).expect("a window");
    // The eight ranks, and the prompt.
    let is_text_board = |screen: &vt100::Screen| {
        let text = screen.contents();
        let is_rank = |line: &&str| line.trim_start().starts_with(|rank: char| ('1'..='8').contains(&rank));
        !screen.alternate_screen() && text.lines().filter(is_rank).count() >= 8 && text.contains("1... Black>")
    };
    viewer.waits("the text board", is_text_board);
    viewer.screen = vt100::Parser::new(24, 80, 0);
    viewer.person.terminal.get_process_mut().set_window_size(80, 24).expect("a window");
    viewer.waits("the screen", |screen| screen.alternate_screen() && screen.contents().contains("1... Black"));
    viewer.sees_piece("e4", "♟");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn long_work_is_interrupted_and_the_screen_stays() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("perft 9");
    viewer.sees("Ctrl-C stops");
    viewer.hits("\x03");
    viewer.sees("Error: stopped");
    viewer.sees_no("Ctrl-C stops");
    viewer.types("fen");
    viewer.sees("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    // An experiment of a lesson, which runs in a session without input and shows no progress.
    viewer.types("check 15.3 1000000000");
    viewer.interrupts_until("Error: stopped");
    viewer.types("version");
    viewer.sees(alula::VERSION);
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn colours_are_those_the_terminal_has() {
    let ground = |variables| {
        let mut viewer = Viewer::sits_at(Place::new(), 80, 24, variables);
        viewer.sees("1. White>");
        let (column, row) = viewer.place_of("e4");
        let colour = viewer.screen.screen().cell(row as u16, column as u16).expect("a cell").bgcolor();
        let text = viewer.text();
        viewer.types("quit");
        viewer.leaves();
        (colour, text)
    };
    assert!(matches!(ground(&[("COLORTERM", "truecolor")]).0, vt100::Color::Rgb(..)));
    assert!(matches!(ground(&[]).0, vt100::Color::Idx(16..)));
    assert!(matches!(ground(&[("TERM", "xterm")]).0, vt100::Color::Idx(0..16)));
    assert_eq!(ground(&[("NO_COLOR", "1")]).0, vt100::Color::Default);
    assert!(ground(&[("LANG", "C")]).1.is_ascii());
}

/// A weak opponent could reply at once, but with a clock it uses part of its planned time: with this seed, more than a
/// second.
#[test]
fn a_weak_opponent_uses_its_clock() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    for line in ["book off", "opponent beginner", "seed 2", "5+0", "e4"] {
        viewer.types(line);
    }
    viewer.sees("2. White>");
    let text = viewer.text();
    let clock = text.lines().find(|line| line.contains("Alula") && line.contains(':') && !line.contains('·'));
    // The clock rounds down to whole seconds, so an immediate move would leave 4:59.
    assert!(clock.is_some_and(|line| line.contains("4:5") && !line.contains("4:59")), "{text}");
    assert!(text.contains("Alula with Elo 800, a beginner · 5+0"), "{text}");
}

#[test]
fn control_z_stops_the_clocks() {
    let person = Person::starts_from_a_shell("auto");
    let mut viewer = Viewer { person, screen: vt100::Parser::new(24, 80, 0), written: 0, bells: 0 };
    viewer.sees("1. White>");
    for line in ["play none", "0.05+0", "e4"] {
        viewer.types(line);
    }
    viewer.sees("1... Black>");
    viewer.hits("\x1a");
    viewer.waits("the shell", |screen| !screen.alternate_screen());
    // Longer than Black's time.
    sleep(Duration::from_millis(3100));
    viewer.types("fg");
    viewer.waits("the screen", |screen| screen.alternate_screen());
    viewer.types("flag");
    viewer.sees("neither side is out of time");
    viewer.types("quit");
    viewer.waits("the shell", |screen| !screen.alternate_screen());
    viewer.types("exit");
    viewer.leaves();
}

#[test]
fn a_game_that_was_killed_is_resumed_as_it_was() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    for line in ["elo 1500", "sd 2", "pause off", "play white"] {
        viewer.types(line);
    }
    viewer.sees("1... Black>");
    viewer.types("5+0");
    viewer.types("e5");
    viewer.sees("2... Black>");
    viewer.person.terminal.get_process_mut().kill(Signal::SIGKILL).expect("it is there");
    let place = viewer.person.place;
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("Unfinished: your game against Alula");
    viewer.types("resume");
    viewer.sees("2... Black>");
    viewer.types("opponent");
    viewer.sees("You play Black against Alula");
    viewer.sees("1500");
    // Black's clock runs. It shows whole seconds, rounded down.
    sleep(Duration::from_millis(50));
    viewer.types("clock");
    viewer.sees("Black 4:5");
    viewer.types("resume");
    viewer.sees("that game is already on the board");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn two_consoles_keep_two_games() {
    let mut first = Viewer::sits_down(80, 24);
    first.sees("1. White>");
    for line in ["play none", "e4", "e5", "Nf3", "Nc6"] {
        first.types(line);
    }
    first.sees("3. White>");
    let path = first.person.place.0.clone();
    // The second program has another terminal and the same home.
    let mut second = Viewer::sits_at(Place(path.clone()), 80, 24, &[]);
    second.sees("1. White>");
    for line in ["play none", "d4"] {
        second.types(line);
    }
    second.sees("1... Black>");
    let kept = |name: &str| fs::read_to_string(path.join("state/alula").join(name)).expect("a kept game");
    assert!(kept("game.pgn").contains("2. Nf3 Nc6") && kept("game-2.pgn").contains("1. d4"));
    second.types("quit");
    let same = second.leaves();
    first.types("quit");
    first.leaves();
    // Both are the same directory, which must be removed once.
    drop(same);
}

#[test]
fn the_position_of_a_lesson_is_on_the_board_and_an_error_leaves_its_page() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("lesson 13 2");
    viewer.sees("guess>");
    viewer.turns_to("Black is to move.");
    // A small board: one row per rank, three columns per file. With colours, both sides use the same figurines.
    let stands = |screen: &vt100::Screen, file: u16, rank: u16, piece: &str| {
        screen.cell(9 - rank, 3 + 3 * file + 1).is_some_and(|cell| cell.contents() == piece)
    };
    viewer.waits("the lesson's position", |screen| stands(screen, 2, 5, "♚") && stands(screen, 4, 4, "♚"));
    viewer.types("load nowhere.pgn");
    viewer.sees("cannot read nowhere.pgn");
    viewer.sees("Black is to move.");
    viewer.waits("the lesson's position", |screen| stands(screen, 2, 5, "♚"));
    viewer.types("lesson close");
    viewer.sees_piece("e1", "♚");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_arrow_keys_step_from_the_start_of_a_game_and_turn_the_pages_of_a_lesson() {
    let place = Place::new();
    place.file("g.pgn", "1. e4 e5 *\n");
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    viewer.types("load g.pgn 1");
    viewer.sees("2. White>");
    viewer.hits("\x1b[H");
    viewer.sees("the start of the game");
    viewer.hits("\x1b[C");
    viewer.sees("next: 1... e5");
    viewer.types("lesson 1 3");
    viewer.turns_to("[lesson 1, page 3 of");
    viewer.hits("\x1b[D");
    viewer.turns_to("[lesson 1, page 2 of");
    viewer.hits("\x1b[C");
    viewer.turns_to("[lesson 1, page 3 of");
    viewer.types("lesson close");
    viewer.hits("\x1b[C");
    viewer.sees("the latest position");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn enter_turns_the_page_and_then_shows_what_a_lesson_asks_about() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    viewer.types("lesson 11 2");
    viewer.sees("Enter: more");
    viewer.sees("guess>");
    viewer.turns_to("Guess first: ");
    viewer.hits("\r");
    viewer.sees_no("guess>");
    viewer.turns_to("= The same as in the text.");
    viewer.types("next");
    viewer.sees("The tutorial's code");
    viewer.types("next");
    viewer.sees("guess>");
    viewer.types("nxet");
    viewer.sees("'nxet' is not a guess: the answer is a number; Enter shows it");
    viewer.sees("guess>");
    viewer.types("0.4");
    viewer.sees_no("guess>");
    viewer.turns_to("You guessed 0.4; it is 0.208. That is a factor of 1.9.");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn a_reviewed_game_shows_all_moves_and_a_graph_at_any_move() {
    let place = Place::new();
    let game = "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Qh5 {[%eval -0.5]} Nc6 {[%eval -0.4]} 3. Bc4 {[%eval -0.5]} Nf6 $4 \
                {[%eval #1]} 4. Qxf7# 1-0\n";
    place.file("g.pgn", game);
    let mut viewer = Viewer::sits_at(place, 100, 30, &[]);
    viewer.sees("1. White>");
    viewer.types("load g.pgn");
    viewer.sees("Qxf7#");
    viewer.types("first");
    viewer.sees("the start of the game");
    viewer.sees("Nf6??");
    viewer.sees("Qxf7#");
    viewer.sees("White's chances");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn text_colours_suit_the_background_of_the_terminal() {
    let colour = |screen: &vt100::Screen| screen.cell(0, 1).map(vt100::Cell::fgcolor);
    let is_dark = |screen: &vt100::Screen| colour(screen) == Some(vt100::Color::Rgb(0xe0, 0xb0, 0x60));
    let is_light = |screen: &vt100::Screen| colour(screen) == Some(vt100::Color::Rgb(0x7a, 0x4f, 0x00));
    let mut viewer = Viewer::sits_at(Place::new(), 80, 24, &[("COLORTERM", "truecolor"), ("COLORFGBG", "0;15")]);
    viewer.sees("1. White>");
    viewer.waits("colours for a light ground", is_light);
    viewer.types("set background dark");
    viewer.waits("colours for a dark ground", is_dark);
    viewer.types("quit");
    viewer.leaves();
    let mut viewer = Viewer::sits_at(Place::new(), 80, 24, &[("COLORTERM", "truecolor")]);
    viewer.sees("1. White>");
    viewer.waits("colours for a dark ground", is_dark);
    // The terminal answers the query for its background colour.
    viewer.hits("\x1b]11;rgb:ffff/fafa/f0f0\x1b\\");
    viewer.waits("colours for a light ground", is_light);
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_linux_console_has_letters_and_its_own_colours() {
    let mut viewer = Viewer::sits_at(Place::new(), 80, 24, &[("TERM", "linux")]);
    viewer.sees("1. White>");
    viewer.types("play none");
    viewer.types("e4");
    viewer.sees_piece("e4", "P");
    viewer.sees_piece("e7", "p");
    let cell = |square: &str| {
        let (column, row) = viewer.place_of(square);
        let cell = viewer.screen.screen().cell(row as u16, column as u16).expect("a cell");
        (cell.fgcolor(), cell.bgcolor())
    };
    // White's and Black's pieces, light and dark squares, and the last move.
    assert_ne!(cell("e4").0, cell("e7").0);
    let grounds = [cell("e4").1, cell("a1").1, cell("b1").1];
    assert!(grounds[0] != grounds[1] && grounds[0] != grounds[2] && grounds[1] != grounds[2], "{grounds:?}");
    assert!(grounds.iter().all(|ground| matches!(ground, vt100::Color::Idx(..8))), "{grounds:?}");
    assert!(viewer.text().contains("[P]"), "{}", viewer.text());
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn the_greeting_leaves_the_board_alone() {
    for (columns, rows) in [(60, 20), (80, 24), (100, 30), (120, 40)] {
        let mut viewer = Viewer::sits_down(columns, rows);
        viewer.sees("'help' lists commands");
        viewer.sees("1. White>");
        let text = viewer.text();
        assert!(!text.contains("Esc: back to the board"), "{columns}x{rows}:\n{text}");
        let is_rank = |line: &&str| line.trim_start().starts_with(|rank: char| ('1'..='8').contains(&rank));
        assert!(text.lines().filter(is_rank).count() >= 8, "{columns}x{rows}:\n{text}");
        viewer.types("quit");
        viewer.leaves();
    }
}

#[test]
fn the_board_fills_a_large_window_and_plus_and_minus_change_it() {
    let mut viewer = Viewer::sits_down(200, 60);
    viewer.sees("1. White>");
    let ranks = |screen: &vt100::Screen| {
        let contents = screen.contents();
        let row_of = |rank: &str| contents.lines().position(|line| line.trim_start().starts_with(rank));
        row_of("8").zip(row_of("1 ")).map(|(top, bottom)| bottom - top)
    };
    viewer.waits("squares of seven rows", |screen| ranks(screen) == Some(49) && screen.contents().contains('▀'));
    viewer.hits("-");
    viewer.waits("squares of six rows", |screen| ranks(screen) == Some(42));
    viewer.hits("--");
    viewer.waits("squares of four rows", |screen| ranks(screen) == Some(28));
    viewer.hits("-");
    viewer.waits("figurines", |screen| ranks(screen) == Some(21) && screen.contents().contains('♟'));
    viewer.hits("+++");
    viewer.waits("squares of six rows", |screen| ranks(screen) == Some(42));
    viewer.types("squares");
    viewer.sees("squares 6");
    viewer.types("quit");
    viewer.leaves();
}
