//! Tests in a pseudo-terminal: prompt, keys, and visible output.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use expectrl::process::unix::{Signal, WaitStatus};
use expectrl::session::OsSession;
use expectrl::{ControlCode, Eof, Expect, Session};

use crate::{Place, at_home_in};

/// A simulated user at a terminal.
pub struct Person {
    pub terminal: OsSession,
    pub place: Place,
}

/// The kind of terminal, for tests where it matters.
pub struct Terminal {
    pub columns: usize,
    pub rows: usize,
    pub variables: &'static [(&'static str, &'static str)],
    /// `log` for scrolling lines; `auto` is the default.
    pub view: &'static str,
}

pub const USUAL: Terminal = Terminal { columns: 80, rows: 24, variables: &[], view: "log" };

impl Person {
    /// Starts the program in a terminal of normal size.
    pub fn sits_down(arguments: &[&str]) -> Person {
        Person::sits_at(Place::new(), USUAL, arguments)
    }

    pub fn sits_at(place: Place, terminal: Terminal, arguments: &[&str]) -> Person {
        // The program starts only once the terminal has its size, because `spawn` sets it to 80x24.
        let mut command = Command::new("sh");
        let script = "read -r _; exec \"$@\"";
        command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_alula"), "--view", terminal.view]).args(arguments);
        at_home_in(&mut command, &place.0);
        command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
        for name in ["LC_ALL", "LC_CTYPE", "NO_COLOR", "COLORTERM", "COLORFGBG"] {
            command.env_remove(name);
        }
        command.envs(terminal.variables.iter().copied());
        let (columns, rows) = (terminal.columns as u16, terminal.rows as u16);
        let mut terminal = Session::spawn(command).expect("a pseudo-terminal");
        terminal.get_process_mut().set_window_size(columns, rows).expect("a window");
        terminal.send("\n").expect("the keyboard works");
        terminal.set_expect_timeout(Some(Duration::from_secs(20)));
        Person { terminal, place }
    }

    /// Starts the program from an interactive shell, to which Ctrl-Z returns.
    pub fn starts_from_a_shell(view: &str) -> Person {
        let place = Place::new();
        let mut shell = Command::new("sh");
        shell.arg("-i").env("PS1", "shell> ").env("TERM", "xterm-256color").env("LANG", "C.UTF-8").env_remove("ENV");
        at_home_in(&mut shell, &place.0);
        let mut terminal = Session::spawn(shell).expect("a pseudo-terminal");
        terminal.set_expect_timeout(Some(Duration::from_secs(20)));
        let mut person = Person { terminal, place };
        person.sees("shell> ");
        person.types(&format!("'{}' --view {view}", env!("CARGO_BIN_EXE_alula")));
        person
    }

    /// Everything shown until the program ends.
    pub fn sees_all(mut self) -> String {
        let seen = self.terminal.expect(Eof).expect("the program ends");
        String::from_utf8_lossy(seen.as_bytes()).replace("\r\n", "\n")
    }

    pub fn sees(&mut self, text: &str) {
        let seen = self.terminal.expect(text);
        assert!(seen.is_ok(), "'{text}' does not appear");
    }

    pub fn types(&mut self, line: &str) {
        self.terminal.send(format!("{line}\r")).expect("the keyboard works");
    }

    fn hits(&mut self, key: ControlCode) {
        self.terminal.send(key).expect("the keyboard works");
    }

    /// Asserts that the program ends by itself with this status.
    pub fn leaves(mut self, status: i32) -> Place {
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
        person.types("book off");
        person.types("sd 64");
        person.sees("search depth 64");
        person.types("e4");
        person.sees("/20)");
        person.hits(key);
        person.sees("Black plays ");
        person.types("quit");
        person.leaves(0);
    }
}

/// Ctrl-Z while the engine thinks: the shell has the terminal until `fg`.
#[test]
fn control_z_while_thinking_suspends_the_program() {
    let mut person = Person::starts_from_a_shell("log");
    person.sees("1. White> ");
    for line in ["time off", "book off", "sd 64"] {
        person.types(line);
    }
    person.sees("search depth 64");
    person.types("e4");
    person.sees("/20)");
    person.hits(ControlCode::Substitute);
    person.sees("shell> ");
    person.types("fg");
    person.sees("/20)");
    person.hits(ControlCode::CarriageReturn);
    person.sees("Black plays ");
    person.types("quit");
    person.sees("shell> ");
    person.types("exit");
    person.leaves(0);
}

/// Suspends the program with Ctrl-Z, and continues it.
fn is_away_for_three_seconds(person: &mut Person) {
    person.hits(ControlCode::Substitute);
    person.sees("shell> ");
    sleep(Duration::from_millis(3100));
    person.types("fg");
}

/// The pauses are longer than the time of Black, who does not lose it: neither the user nor the engine.
#[test]
fn control_z_stops_the_clocks() {
    let mut person = Person::starts_from_a_shell("log");
    person.sees("1. White> ");
    for line in ["book off", "play none", "0.05+0", "e4"] {
        person.types(line);
    }
    person.sees("1... Black 0:0");
    is_away_for_three_seconds(&mut person);
    person.sees("1... Black 0:0");
    person.types("flag");
    person.sees("neither side is out of time");
    for line in ["new", "1 0:03", "e4"] {
        person.types(line);
    }
    person.sees("/20)");
    is_away_for_three_seconds(&mut person);
    person.sees("/20)");
    person.hits(ControlCode::CarriageReturn);
    person.sees("Black plays ");
    person.types("flag");
    person.sees("neither side is out of time");
    person.types("quit");
    person.sees("shell> ");
    person.types("exit");
    person.leaves(0);
}

#[test]
fn settings_of_the_board_show_it_at_once() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    for (setting, seen) in
        [("theme blue", "White to move"), ("pieces letters", " R"), ("squares large", "White to move")]
    {
        person.types(setting);
        person.sees(&format!("{setting}\r\n"));
        person.sees(seen);
        person.sees("1. White> ");
    }
    person.types("quit");
    person.leaves(0);
}

#[test]
fn escape_takes_the_search_back() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time off");
    person.types("book off");
    person.types("sd 64");
    person.sees("search depth 64");
    person.types("e4");
    person.sees("/20)");
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
fn the_engine_moves_after_resume_if_it_is_its_turn() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("sd 2");
    person.types("e4");
    person.sees("2. White> ");
    person.types("undo");
    person.sees("It is the engine's turn: 'go' lets it move.");
    person.types("quit");
    let place = person.leaves(0);
    let mut person = Person::sits_at(place, USUAL, &[]);
    person.types("sd 2");
    person.types("resume");
    person.sees("Your game against Alula, move 1, you are White.");
    person.sees("Black plays ");
    person.sees("2. White> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn the_command_line_resumes_a_game_in_the_console() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    for line in ["skill 3", "elo 1600", "sd 2", "e4"] {
        person.types(line);
    }
    person.sees("2. White> ");
    person.types("quit");
    let mut person = Person::sits_at(person.leaves(0), USUAL, &["resume"]);
    person.sees("Your game against Alula (Elo 1600, a club player), move 2, you are White.");
    person.sees("2. White> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn exit_from_the_analysis_of_a_puzzle_returns_to_the_puzzle() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("puzzle");
    person.sees("puzzle, ");
    person.types("analyse");
    person.sees("ends the analysis.");
    person.types("exit");
    person.sees("puzzle, ");
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
    sleep(Duration::from_millis(100));
    person.hits(ControlCode::EndOfText);
    let place = person.leaves(0);
    let mut person = Person::sits_at(place, USUAL, &[]);
    person.sees("Unfinished: your game against Alula, move 3, you are White");
    person.types("resume");
    person.sees("3. White> ");
    person.types("game");
    person.sees("1. e4 ");
    person.types("new");
    person.sees("1. White> ");
    person.types("d4");
    person.sees("Black plays ");
    person.types("resume before");
    person.sees("Your game against Alula, move 3, you are White.");
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
    person.types("book off");
    person.types("sd 64");
    person.types("d4");
    person.sees("/20)");
    let Person { mut terminal, place } = person;
    terminal.get_process_mut().kill(Signal::SIGHUP).expect("it is there");
    terminal.expect(Eof).expect("the program ends");
    let kept = fs::read_to_string(place.0.join("state/alula/game.pgn")).expect("the game was kept");
    assert!(kept.contains("1. d4 *"), "{kept}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_that_vanishes_while_the_engine_thinks_ends_the_program() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("time off");
    person.types("book off");
    person.types("sd 64");
    person.types("d4");
    person.sees("/20)");
    let status = format!("/proc/{}/stat", person.terminal.get_process().pid());
    let Person { terminal, place } = person;
    // Nothing waits for the program, so it stays in the process table after its end.
    std::thread::spawn(move || drop(terminal));
    let is_over = || fs::read_to_string(&status).map_or(true, |stat| stat.contains(") Z "));
    let waited = (0..200).find(|_| {
        sleep(Duration::from_millis(50));
        is_over()
    });
    assert!(waited.is_some(), "the text is still there");
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
    // Up recalls the last line, `quit`; Up again recalls the one before.
    person.terminal.send("\x1b[A\x1b[A\r").expect("the keyboard works");
    person.sees("echo remember me");
    person.sees("remember me");
    // Ctrl-R searches for a part of a line.
    person.terminal.send("\x12memb").expect("the keyboard works");
    person.sees("(search) 'memb': ");
    person.terminal.send("\r").expect("the keyboard works");
    person.sees("\nremember me");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn tab_completes_words_moves_and_settings() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time 0.1");
    for (typed, completed) in
        [("vers\t", alula::VERSION), ("set null.red\t3", "null.reduction 3"), ("move Nf\t", "last move 1. Nf3")]
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
    person.types("book off");
    person.types("sd 64");
    person.types("time 0.6");
    person.types("e4");
    person.sees("/20)");
    person.types("echo typed ahead");
    person.sees("Black plays ");
    person.sees("> echo typed ahead");
    person.sees("typed ahead");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn a_typing_error_while_the_engine_thinks_is_refused_at_once() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("book off");
    person.types("time off");
    person.types("sd 64");
    person.types("e4");
    person.sees("/20)");
    person.types("xyzzy");
    person.sees("Error: unknown command: xyzzy");
    // The queue is empty, so `new` ends the search.
    person.types("new");
    person.sees("1. White> ");
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
    // The game is unchanged, and the engine replies.
    person.types("exit");
    person.sees("1. White> ");
    person.types("e4");
    person.sees("Black plays ");
    person.types("exit");
    person.leaves(0);
}

#[test]
fn the_status_line_tells_how_far_the_search_is_and_resizing_does_no_harm() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("time off");
    person.types("book off");
    person.types("sd 64");
    person.types("e4");
    person.sees("depth ");
    person.sees("/20)  ");
    person.sees(" nodes  ");
    person.sees(" knps");
    for (columns, rows) in [(20, 8), (1, 1), (200, 60)] {
        person.terminal.get_process_mut().set_window_size(columns, rows).expect("a window");
        sleep(Duration::from_millis(250));
    }
    person.sees("/20)  ");
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
fn a_screening_that_is_stopped_shows_its_table() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("tune screen singular=off lmr=off nodes 10 pairs 1000000");
    person.sees("left  Ctrl-C stops");
    person.hits(ControlCode::EndOfText);
    person.sees("setting");
    person.sees("stopped after ");
    person.sees(" of 1000000 pairs");
    person.sees("1. White> ");
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
    person.types("0.01+0");
    person.sees("1. White 0:0");
    person.types("sd 1");
    sleep(Duration::from_millis(800));
    person.types("e4");
    person.sees("2. White 0:0");
    sleep(Duration::from_millis(800));
    person.types("d3");
    person.sees("White's time has run out. 'flag' ends the game, a move continues it.");
    person.types("level off");
    person.types("resign");
    person.sees("You resign: Alula wins. 'review' analyses it");
    person.sees("game over> ");
    person.types("d4");
    person.sees("Error: the game is over");
    person.types("takeback");
    person.sees("2. White> ");
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
    person.sees("Black plays ");
    person.types("d");
    person.types("quit");
    let seen = person.sees_all();
    assert!(seen.contains(" 8  r  n "), "{seen}");
    assert!(!seen.contains('\x1b') && seen.is_ascii(), "{seen:?}");
}

#[test]
fn the_bar_of_time_fills() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("book off");
    person.types("sd 64");
    person.types("time 2");
    person.types("e4");
    person.sees("━━━───  ");
    // Half of two seconds is left: "1.0 s", or "900 ms" on a busy machine.
    person.sees(" left  depth ");
    person.sees(" nodes in 2.");
    person.sees(" knodes/s; growth ");
    person.sees("Black plays ");
    person.types("quit");
    person.leaves(0);
}

/// Black has one mate in two, and White has only one legal reply: the engine must expect it.
const ONE_WAY: &str = "setboard 1r6/8/8/8/8/2k5/8/K7 b - - 0 1";

#[test]
fn the_engine_ponders_and_the_prompt_stays_alive() {
    for (algorithm, prompt) in [("modern", "2. White> "), ("pvs", "2. White [tutorial]> ")] {
        let mut person = Person::sits_down(&[]);
        person.sees("> ");
        person.types(&format!("set algorithm {algorithm}"));
        person.types("ponder on");
        person.sees("ponder on");
        person.types(ONE_WAY);
        person.types("play black");
        person.sees("Black plays Kc2");
        person.sees(prompt);
        // A line that is typed and cleared, and one that is not a move.
        person.terminal.send("rubbish").expect("the keyboard works");
        person.hits(ControlCode::EndOfText);
        person.sees(prompt);
        person.types("fen");
        person.sees("1r6/8/8/8/8/8/2k5/K7 w - - 1 2");
        person.types("Ka2");
        person.sees("expected move: pondered for ");
        person.sees("depth  score");
        // The last line of the ponder search.
        person.sees("Ra8#");
        person.sees("Black plays Ra8#");
        person.sees("Checkmate: Alula wins in 2 moves. ");
        person.types("quit");
        person.leaves(0);
    }
}

#[test]
fn pondering_that_was_wrong_or_too_long_is_ended() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("book off");
    person.types("sd 64");
    person.types("ponder on");
    person.types("0.2+0.5");
    person.types("e4");
    person.sees("2. White ");
    person.sees("> ");
    // The engine does not expect this move.
    person.types("h4");
    person.sees("last move 2. h4");
    person.sees("depth  score");
    person.hits(ControlCode::EndOfText);
    person.sees("Black plays ");
    person.sees("3. White ");
    // Commands that change the position end pondering, too.
    person.types("takeback 2");
    person.sees("1. White ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn a_command_that_ends_pondering_shows_nothing_of_its_search() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("ponder on");
    person.types(ONE_WAY);
    person.types("play black");
    person.sees("Black plays Kc2");
    person.sees("2. White> ");
    // The ponder search of a mate in one ends soon, and holds back a line that is shown only after a ponder hit.
    sleep(Duration::from_millis(300));
    person.types("new");
    person.types("quit");
    let seen = person.sees_all();
    let after = seen.split_once("new").map_or("", |(_, after)| after);
    assert!(after.contains("1. White> ") && !after.contains("Ra8#"), "{seen}");
}

/// The terminal settings according to `stty`, before and after a run of the program, which this signal ends.
fn settings_around(asked: &str, view: &str) -> (String, String, Place) {
    let place = Place::new();
    let mut command = Command::new("sh");
    let script = "echo before $(stty -g) end; sh -c 'echo pid $$ end; exec \"$@\"' sh \"$@\"; \
                  echo after $(stty -g) end status $? end";
    command.args(["-c", script, "sh", env!("CARGO_BIN_EXE_alula"), "--view", view]);
    at_home_in(&mut command, &place.0);
    command.env("TERM", "xterm-256color").env("LANG", "C.UTF-8");
    let mut terminal = Session::spawn(command).expect("a pseudo-terminal");
    terminal.set_expect_timeout(Some(Duration::from_secs(20)));
    let mut between = |begin: &str| {
        terminal.expect(begin).expect("it begins");
        let end = terminal.expect(" end").expect("it ends");
        String::from_utf8_lossy(end.before()).to_string()
    };
    let before = between("before ");
    let pid = between("pid ");
    terminal.expect("1. White>").expect("a prompt");
    sleep(Duration::from_millis(100));
    let sent = Command::new("kill").args([asked, &pid]).status().expect("kill is there");
    assert!(sent.success());
    let mut between = |begin: &str| {
        terminal.expect(begin).expect("it begins");
        let end = terminal.expect(" end").expect("it ends");
        String::from_utf8_lossy(end.before()).to_string()
    };
    let after = between("after ");
    (before, after, place)
}

#[test]
fn a_request_to_end_at_the_prompt_leaves_the_terminal_as_it_was() {
    for asked in ["-TERM", "-HUP"] {
        for view in ["log", "play"] {
            let (before, after, _) = settings_around(asked, view);
            assert!(before.contains(':'), "{before}");
            assert_eq!(before, after, "{asked} {view}");
        }
    }
}

#[test]
fn a_block_that_is_pasted_is_carried_out_line_by_line() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.terminal.send("\x1b[200~echo one two\rmove e4\rfen\x1b[201~\r").expect("the keyboard works");
    person.sees("\none two");
    person.sees("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b");
    // The same for a paste without marks while the engine thinks.
    person.terminal.send("new\rsd 3\re4\recho after the engine\rfen\recho the end\r").expect("the keyboard works");
    person.sees("Black plays ");
    person.sees("\nafter the engine");
    person.sees("/PPPP1PPP/RNBQKBNR w");
    person.sees("\nthe end");
    person.types("quit");
    person.leaves(0);
}

/// A weak opponent that has found its move waits a moment before it plays.
#[test]
fn a_pending_move_is_dropped_when_the_position_changes() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("book off");
    person.types("skill 0");
    person.types("e4");
    person.sees("last move 1. e4");
    sleep(Duration::from_millis(200));
    person.types("undo");
    person.sees("1. White> ");
    sleep(Duration::from_millis(1800));
    person.types("fen");
    person.sees("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq");
    person.types("quit");
    person.leaves(0);
}

/// A terminal that does not mark pastes, and one that loses the mark at the end of a paste.
#[test]
fn bursts_of_keys_and_unterminated_pastes_do_not_block_the_input() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.terminal.send(format!("{}\x15echo d4 is read\r", "x".repeat(3000))).expect("the keyboard works");
    person.sees("\nd4 is read");
    person.sees("> ");
    person.terminal.send("\x1b[200~d4\x03\r").expect("the keyboard works");
    person.types("echo control C ends a paste");
    person.sees("\ncontrol C ends a paste");
    person.sees("1. White> ");
    person.terminal.send("\x1b[200~echo silence ends").expect("the keyboard works");
    person.sees("echo silence ends");
    person.types(" a paste");
    person.sees("\nsilence ends a paste");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn a_kept_game_survives_taking_back_and_its_clocks_come_back() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    person.types("sd 2");
    person.types("40 5");
    for (mv, next) in [("e4", "2. White "), ("Qh5", "3. White "), ("Qg4", "4. White ")] {
        person.types(mv);
        person.sees(next);
    }
    // Back to the first half-move, and forward again: it is still the same game.
    person.types("undo 5");
    person.sees("1... Black");
    person.types("redo all");
    person.sees("4. White ");
    sleep(Duration::from_millis(1100));
    person.types("h3");
    person.sees("5. White ");
    person.types("quit");
    let place = person.leaves(0);
    assert!(!place.0.join("state/alula/game-before.pgn").exists());
    let mut person = Person::sits_at(place, USUAL, &[]);
    person.sees("Unfinished: your game against Alula, move 5, you are White");
    person.types("resume");
    person.sees("5. White 4:5");
    person.types("clock");
    person.sees("(5 min for 40 moves)");
    // Another game replaces it, and it can be restored.
    person.types("new");
    person.types("move d4");
    person.sees("1... Black");
    person.types("resume before");
    person.sees("5. White 4:5");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn the_opponent_and_its_strength_are_shown() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    for (typed, seen) in [
        ("opponent", "at full strength"),
        ("skill 3", "You play White against Alula"),
        ("new", "Elo 1160"),
        ("st 0.1", "search time 100 ms"),
        ("sd 5", "search depth 5"),
        ("level", "up to 100 ms"),
        ("ponder on", "ponder on"),
        ("level 40 5", "5 min for 40 moves"),
        ("opponent", "thinks on"),
        ("level off", "no clock"),
        ("theme blue", "theme blue"),
        ("hint", "hint: "),
        ("threat", "if Black could move again: "),
        ("d4", "Black plays "),
        ("takeback", "1. White> "),
        ("redo", "2. White> "),
        ("play white", "White plays "),
        ("resign", "You resign: Alula wins."),
    ] {
        person.types(typed);
        person.sees(seen);
    }
    person.types("quit");
    person.leaves(0);
}

#[test]
fn the_engine_offers_draws_and_resigns_if_it_may() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("set resign on");
    // Networks judge the position a little differently, so the test uses the tutorial's evaluation.
    person.types("set eval tutorial");
    person.types("sd 6");
    // A blocked pawn ending, late in the game.
    person.types("setboard 4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 60");
    for mv in ["Kd2", "Kc3", "Kd3", "Ke3", "Kf3"] {
        person.types(mv);
        person.sees(" plays ");
    }
    person.sees("offers a draw: 'draw' accepts, a move declines");
    person.sees("> ");
    person.types("draw");
    person.sees("The game is drawn by agreement."); // not by a rule
    person.sees("game over> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn an_analysis_in_one_line_has_a_bar_too() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    person.types("analyse");
    person.sees(" nodes  White ██");
    person.sees("  1. ");
    person.hits(ControlCode::CarriageReturn);
    person.types("undo");
    person.types("exit");
    person.sees("1. White> ");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn moves_are_written_with_figurines_and_the_bell_rings() {
    let mut person = Person::sits_down(&["--colour", "off"]);
    person.sees("> ");
    for line in ["set notation figurines", "set bell on", "sd 4", "setboard 7k/8/8/8/8/8/8/KQ6 w - - 0 1", "play white"]
    {
        person.types(line);
    }
    person.sees("knps PV");
    person.sees(" ♕");
    person.sees("White plays ");
    person.sees("\x07");
    person.types("quit");
    person.leaves(0);
}

#[test]
fn long_figures_show_how_far_they_are_and_stop() {
    let mut person = Person::sits_down(&[]);
    person.sees("> ");
    let row = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t64\t?\n";
    let file = person.place.file("long.tsv", format!("position\tdepth\tscore\n{}", row.repeat(3)));
    person.types(&format!("figures alphabeta {file}"));
    person.sees("alphabeta (1 of 3)  Ctrl-C stops");
    person.hits(ControlCode::EndOfText);
    person.sees("Error: stopped");
    person.sees("1. White> ");
    for word in ["perft 9 bulk", "ablate 20"] {
        person.types(word);
        person.sees("Ctrl-C stops");
        person.hits(ControlCode::EndOfText);
        person.sees("Error: stopped");
        person.sees("1. White> ");
    }
    person.types("quit");
    person.leaves(0);
}

#[test]
fn tiny_windows_get_small_boards_and_words() {
    for (columns, rows, seen) in
        [(24, 12, "8 r n b q k b n r\n"), (20, 10, "8 r n b q k b n r\n"), (20, 8, "White: king e1,\n")]
    {
        let person = Person::sits_at(Place::new(), Terminal { columns, rows, ..USUAL }, &["d"]);
        let all = person.sees_all();
        assert!(all.contains(seen), "{columns}x{rows}: {all}");
        assert!(all.lines().all(|line| line.chars().count() <= columns), "{columns}x{rows}: {all}");
    }
}
