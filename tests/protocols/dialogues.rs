//! Random dialogues with the real program under both protocols: bursts of lines at random moments, in any order. The
//! guarantees that GUIs rely on must still hold:
//!
//! - XBoard: each `ping` gets its `pong`, in order; `go` produces a move or the end of the game; no move arrives in
//!   force mode or during analysis; a position set up at the end can be played.
//! - UCI: each `go` gets one `bestmove`, legal in its position; each `isready` gets its `readyok`.
//! - Both: the program exits cleanly after `quit` or the end of its input, in every state.
//!
//! A seed determines the random choices; under XBoard, the lines also depend on the engine's moves. A failure prints
//! the seed and all lines sent. `ALULA_SEED=7 cargo test --test protocols dialogues` runs only that dialogue. The slow
//! tests run for a fixed time: `ALULA_SECONDS=600 cargo test --test protocols dialogues -- --ignored --nocapture`.

use std::env;
use std::thread::{panicking, sleep};
use std::time::{Duration, Instant};

use super::gui::Gui;
use alula::board::Board;
use alula::hash::split_mix;
use alula::moves::Move;
use alula::readfen::{Rules, START_FEN, read_fen_by};

/// Maximum number of lines sent at once.
const BURST: usize = 8;
/// Number of bursts in a dialogue.
const BURSTS: usize = 20;
/// Default duration of the slow tests, in seconds.
const SECONDS: u64 = 30;
/// The first seed of a normal test run, and the number of seeds.
const SEEDS: (u64, u64) = (1, 3);
/// The first seed of the slow tests.
const FIRST_SLOW_SEED: u64 = 1000;

const FENS: [&str; 8] = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 97 90",
    "4k3/8/8/8/8/8/8/R3K2R w KQ - 100 90",
    "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", // mated
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",    // stalemate
];

const JUNK: [&str; 6] = ["", "frobnicate", "\u{fc}\u{2654}", "e9e5", "setboard x", "-1 1e9 0x10"];

fn board(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
    board
}

/// Random numbers, the program, and all lines sent to it.
struct Dialogue {
    seed: u64,
    random: u64,
    gui: Gui,
    sent: Vec<String>,
    /// Number of received lines already checked.
    looked_at: usize,
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        if panicking() {
            eprintln!("ALULA_SEED={} repeats this dialogue; lines sent:\n{}", self.seed, self.sent.join("\n"));
        }
    }
}

impl Dialogue {
    fn new(seed: u64, protocol: &str, greeting: &str, answer: &str) -> Dialogue {
        let gui = Gui::start(&[protocol]);
        let mut dialogue = Dialogue { seed, random: seed, gui, sent: Vec::new(), looked_at: 0 };
        dialogue.send(greeting);
        dialogue.gui.wait_for(answer);
        dialogue
    }

    fn below(&mut self, end: usize) -> usize {
        self.random = split_mix(self.random).1;
        (self.random >> 20) as usize % end
    }

    fn one_of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    /// A random legal move; [`None`] if there is none.
    fn legal_move(&mut self, board: &mut Board) -> Option<Move> {
        let moves = board.legal_moves();
        if moves.is_empty() { None } else { Some(moves[self.below(moves.len())]) }
    }

    fn send(&mut self, lines: &str) {
        self.sent.push(lines.into());
        self.gui.send(lines);
    }

    fn pause(&mut self) {
        let ms = [0, 0, 1, 5, 30, 120][self.below(6)];
        sleep(Duration::from_millis(ms));
    }

    /// The lines received since the last call.
    fn hears(&mut self) -> Vec<String> {
        while self.gui.line_within(Duration::ZERO).is_some() {}
        let lines = self.gui.heard[self.looked_at..].to_vec();
        self.looked_at = self.gui.heard.len();
        lines
    }

    /// Sends `quit` or closes the program's input; the program must exit cleanly. Returns the time it took.
    fn ends(&mut self) -> Duration {
        let begin = Instant::now();
        if self.below(2) == 0 {
            self.send("quit");
        } else {
            self.gui.close_input();
        }
        self.gui.ends_well();
        let took = begin.elapsed();
        // Collect output written before the exit.
        while self.gui.line_within(Duration::from_millis(50)).is_some() {}
        took
    }
}

/// Runs the dialogues of all seeds, or only of the seed in the environment.
fn hold(dialogue: fn(u64) -> Duration) {
    let (first, count) = SEEDS;
    match env::var("ALULA_SEED").ok().and_then(|seed| seed.parse().ok()) {
        Some(seed) => {
            dialogue(seed);
        }
        None => (first..first + count).for_each(|seed| {
            dialogue(seed);
        }),
    }
}

/// Runs dialogues for a while; prints their number and the longest time that the program took to exit.
fn hold_for_a_while(name: &str, dialogue: fn(u64) -> Duration) {
    let seconds = env::var("ALULA_SECONDS").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(SECONDS);
    let (begin, mut slowest, mut count) = (Instant::now(), Duration::ZERO, 0);
    while begin.elapsed() < Duration::from_secs(seconds) {
        slowest = slowest.max(dialogue(FIRST_SLOW_SEED + count));
        count += 1;
    }
    println!("{name}: {count} dialogues; the program ended within {} ms", slowest.as_millis());
}

// ---- XBoard -------------------------------------------------------------------------------------------------------------

/// The state of an XBoard dialogue that the GUI knows.
struct XBoard {
    dialogue: Dialogue,
    /// The probable position.
    guess: Box<Board>,
    /// Whether the engine plays neither side.
    is_forced: bool,
    pings: Vec<u32>,
}

impl XBoard {
    fn line(&mut self) -> String {
        let dialogue = &mut self.dialogue;
        match dialogue.below(30) {
            0..=6 => {
                let bare = dialogue.below(4) == 0;
                let Some(mv) = dialogue.legal_move(&mut self.guess) else { return "undo".into() };
                self.guess.play(mv);
                if bare { mv.to_string() } else { format!("usermove {mv}") }
            }
            7 | 8 => "go".into(),
            9 => "force".into(),
            10 => "new".into(),
            11 => dialogue.one_of(&["playother", "white", "black", "result 1-0 {x}"]).into(),
            12 | 13 => {
                self.guess.undo();
                dialogue.one_of(&["undo", "undo", "remove"]).into()
            }
            14 => {
                let fen = dialogue.one_of(&FENS);
                self.guess = board(fen);
                format!("setboard {fen}")
            }
            15 | 16 => dialogue.one_of(&["analyze", "exit", ".", "."]).into(),
            17 => dialogue.one_of(&["pause", "resume", "resume"]).into(),
            18 | 19 => dialogue.one_of(&["hard", "easy", "ponder on", "post", "nopost"]).into(),
            20 => dialogue.one_of(&["?", "draw", "hint", "bk", "computer", "random"]).into(),
            21 => dialogue.one_of(&["st 0", "st 0.02", "level 0 0:01 0.01", "sd 3", "time 10", "otim 100"]).into(),
            22 => dialogue.one_of(&["memory 1", "memory 4", "cores 1", "cores 2", "egtpath syzygy /nowhere"]).into(),
            23 => {
                let options =
                    ["MultiPV=3", "MultiPV=1", "ClearHash", "Elo=1500", "Elo=3200", "PlainLines=1", "Nothing=1"];
                format!("option {}", dialogue.one_of(&options))
            }
            24 => dialogue.one_of(&["exclude e2e4", "exclude all", "include all"]).into(),
            25 => dialogue.one_of(&["edit", "edit\n#\nKe1\nc\nKe8\n.", "edit\n#\nforce"]).into(),
            26 => dialogue.one_of(&["variant normal", "variant fischerandom", "variant losers", "xboard"]).into(),
            27 => dialogue.one_of(&JUNK).into(),
            _ => self.ping(),
        }
    }

    fn ping(&mut self) -> String {
        let number = self.pings.len() as u32 + 1;
        self.pings.push(number);
        format!("ping {number}")
    }

    /// Sends some lines and waits for the answer to the last one.
    fn burst(&mut self) {
        let lines: Vec<String> = (0..=self.dialogue.below(BURST)).map(|_| self.line()).collect();
        let last = self.ping();
        self.dialogue.pause();
        self.dialogue.send(&format!("{}\n{last}", lines.join("\n")));
        let pong = last.replace("ping", "pong");
        self.dialogue.gui.wait_until(&pong, |line| line == pong);
        let heard = self.dialogue.hears();
        let moves = heard.iter().filter_map(|line| line.strip_prefix("move "));
        let words: Vec<&str> = lines.iter().flat_map(|line| line.lines()).collect();
        let told: Vec<bool> = words.iter().filter_map(|line| tells_to_rest(line)).collect();
        let after_go = words.iter().rposition(|line| *line == "go").map(|at| &words[at + 1..]);
        if after_go.is_some_and(|lines| lines.iter().all(|line| leaves_the_game_alone(line))) {
            let answers = |line: &String| line.starts_with("move ") || line.contains(" {") || line == "resign";
            assert!(heard.iter().any(answers), "no move after {words:?}: {heard:?}");
        }
        if self.is_forced && told.iter().all(|rests| *rests) {
            assert_eq!(moves.clone().count(), 0, "a move in force mode: {heard:?}");
        }
        for text in moves {
            if let Ok(mv) = self.guess.read_move(text) {
                self.guess.play(mv);
            }
        }
        self.is_forced = told.last().copied().unwrap_or(self.is_forced);
    }
}

/// Whether the engine keeps thinking about its move after this line.
fn leaves_the_game_alone(line: &str) -> bool {
    let words =
        ["ping", "post", "nopost", "st", "sd", "level", "time", "otim", "hard", "easy", "ponder", "draw", "hint", "bk"];
    let others = ["computer", "?", ".", "memory", "cores", "egtpath", "option", "exclude", "include", "xboard"];
    let is_refused = JUNK.contains(&line) || line == "variant losers";
    is_refused || words.iter().chain(&others).any(|word| line.split(' ').next() == Some(word))
}

/// Whether this line makes the engine play neither side. [`None`] if it does not affect that.
fn tells_to_rest(line: &str) -> Option<bool> {
    match line.split(' ').next().unwrap_or_default() {
        "force" | "result" | "analyze" => Some(true),
        "new" | "go" | "playother" | "white" | "black" => Some(false),
        _ => None,
    }
}

fn pongs(lines: &[String]) -> Vec<u32> {
    lines.iter().filter_map(|line| line.strip_prefix("pong ")?.parse().ok()).collect()
}

fn by_xboard(seed: u64) -> Duration {
    let dialogue = Dialogue::new(seed, "xboard", "xboard\nprotover 2", "feature done=1");
    let mut xboard = XBoard { dialogue, guess: Board::new(), is_forced: false, pings: Vec::new() };
    xboard.dialogue.send("new\npost\nst 0.02\nsd 12");
    for _ in 0..BURSTS {
        xboard.burst();
    }
    if xboard.dialogue.below(2) == 0 {
        // End in the middle of the last burst.
        let lines: Vec<String> = (0..BURST).map(|_| xboard.line()).collect();
        xboard.dialogue.send(&lines.join("\n"));
        xboard.dialogue.pause();
        let took = xboard.dialogue.ends();
        let heard = pongs(&xboard.dialogue.gui.heard);
        assert!(xboard.pings.starts_with(&heard), "{heard:?}");
        return took;
    }
    let begin = xboard.dialogue.gui.heard.len();
    let last = xboard.ping();
    xboard.dialogue.send(&format!("force\nexit\nforce\nresume\nvariant normal\nsetboard {START_FEN}\n{last}"));
    let pong = last.replace("ping", "pong");
    xboard.dialogue.gui.wait_until(&pong, |line| line == pong);
    let last = xboard.ping();
    xboard.dialogue.send(&format!("usermove e2e4\nusermove e7e5\nusermove g1f3\n{last}"));
    let pong = last.replace("ping", "pong");
    xboard.dialogue.gui.wait_until(&pong, |line| line == pong);
    let refused = |line: &&String| line.starts_with("Illegal") || line.starts_with("Error");
    let heard = &xboard.dialogue.gui.heard;
    assert!(!heard[begin..].iter().any(|line| refused(&line)), "{:?}", &heard[begin..]);
    assert_eq!(pongs(heard), xboard.pings);
    xboard.dialogue.ends()
}

#[test]
fn xboard_keeps_its_promises() {
    hold(by_xboard);
}

#[test]
#[ignore = "slow: half a minute, or as long as ALULA_SECONDS says"]
fn xboard_keeps_its_promises_for_a_while() {
    hold_for_a_while("XBoard", by_xboard);
}

// ---- UCI ----------------------------------------------------------------------------------------------------------------

/// Valid answers to a `go`.
enum Answer {
    /// A legal move in this position, or `(none)` if there is none.
    At(Box<Board>),
    /// `0000`, because there is no position.
    Nothing,
    /// Any move, because the GUI does not know the position.
    Any,
}

impl Answer {
    fn fits(&mut self, text: &str) -> bool {
        match self {
            Answer::At(board) if board.legal_moves().is_empty() => text == "(none)",
            Answer::At(board) => board.read_move(text).is_ok(),
            Answer::Nothing => text == "0000",
            Answer::Any => true,
        }
    }
}

/// The state of a UCI dialogue that the GUI knows.
struct Uci {
    dialogue: Dialogue,
    /// The last position sent; [`None`] if it was rejected.
    position: Option<Box<Board>>,
    /// Whether the position was changed in a way that this model does not follow.
    is_lost: bool,
    /// The answers due for all `go` commands so far.
    goes: Vec<Answer>,
    readies: usize,
}

impl Uci {
    fn position(&mut self) -> String {
        let dialogue = &mut self.dialogue;
        self.is_lost = false;
        if dialogue.below(8) == 0 {
            self.position = None;
            return dialogue.one_of(&["position fen x", "position startpos moves e2e5", "position"]).into();
        }
        let fen = dialogue.one_of(&FENS);
        let (mut board, mut moves) = (board(fen), Vec::new());
        for _ in 0..dialogue.below(12) {
            let Some(mv) = dialogue.legal_move(&mut board) else { break };
            board.play(mv);
            moves.push(mv.to_string());
        }
        self.position = Some(board);
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        if fen == START_FEN { format!("position startpos{moves}") } else { format!("position fen {fen}{moves}") }
    }

    fn go(&mut self) -> String {
        let answer = match &self.position {
            _ if self.is_lost => Answer::Any,
            Some(board) => Answer::At(board.clone()),
            None => Answer::Nothing,
        };
        self.goes.push(answer);
        let limits = [
            "",
            " infinite",
            " ponder wtime 50 btime 50",
            " ponder depth 2",
            " depth 3",
            " depth 30",
            " nodes 500",
            " movetime 1",
            " movetime 20",
            " wtime 100 btime 100 winc 1 binc 1",
            " wtime 0 btime -5",
            " mate 2",
            " searchmoves e2e4 d2d4 movetime 5",
            " depth x",
            " infinite searchmoves a1a1",
        ];
        format!("go{}", self.dialogue.one_of(&limits))
    }

    fn line(&mut self) -> String {
        match self.dialogue.below(20) {
            0..=4 => self.go(),
            5..=7 => self.position(),
            8..=10 => "stop".into(),
            11 | 12 => "ponderhit".into(),
            13 | 14 => {
                self.readies += 1;
                self.dialogue.one_of(&["isready", "joho isready"]).into()
            }
            15 => {
                let options = [
                    "Hash value 1",
                    "Hash value 4",
                    "Threads value 1",
                    "Threads value 2",
                    "MultiPV value 3",
                    "MultiPV value 1",
                    "UCI_Chess960 value true",
                    "UCI_Chess960 value false",
                    "Clear Hash",
                    "UCI_LimitStrength value true",
                    "UCI_LimitStrength value false",
                    "Ponder value true",
                    "OwnBook value true",
                    "Nothing value 1",
                ];
                format!("setoption name {}", self.dialogue.one_of(&options))
            }
            16 => {
                (self.position, self.is_lost) = (Some(Board::new()), false);
                "ucinewgame".into()
            }
            17 => {
                let word = self.dialogue.one_of(&["d", "eval", "flip", "debug on", "debug off", "register later"]);
                self.is_lost |= word == "flip";
                word.into()
            }
            18 => self.dialogue.one_of(&["go perft 2", "go perft 5", "bench"]).into(),
            _ => self.dialogue.one_of(&JUNK).into(),
        }
    }

    fn burst(&mut self) {
        let lines: Vec<String> = (0..=self.dialogue.below(BURST)).map(|_| self.line()).collect();
        self.dialogue.pause();
        self.dialogue.send(&lines.join("\n"));
    }

    fn answers(&self) -> Vec<String> {
        let bests = self.dialogue.gui.heard.iter().filter_map(|line| line.strip_prefix("bestmove "));
        bests.map(|rest| rest.split(' ').next().unwrap_or_default().to_string()).collect()
    }

    /// Stops the running search and waits for all answers.
    fn waits_for_all(&mut self) {
        self.readies += 1;
        self.dialogue.send("stop\nisready");
        let missing = self.goes.len() - self.answers().len();
        for _ in 0..missing {
            self.dialogue.gui.wait_for("bestmove ");
        }
        let missing = self.readies - self.ready_count();
        for _ in 0..missing {
            self.dialogue.gui.wait_until("readyok", |line| line == "readyok");
        }
    }

    fn ready_count(&self) -> usize {
        self.dialogue.gui.heard.iter().filter(|line| *line == "readyok").count()
    }

    /// Checks that all answers so far are valid.
    fn checks(&mut self) {
        let answers = self.answers();
        assert!(answers.len() <= self.goes.len(), "{} answers to {} go", answers.len(), self.goes.len());
        for (number, (text, answer)) in answers.iter().zip(&mut self.goes).enumerate() {
            assert!(answer.fits(text), "the {number}th answer is {text}: {:?}", self.dialogue.gui.heard);
        }
    }
}

fn by_uci(seed: u64) -> Duration {
    let dialogue = Dialogue::new(seed, "uci", "uci", "uciok");
    let mut uci = Uci { dialogue, position: Some(Board::new()), is_lost: false, goes: Vec::new(), readies: 0 };
    for _ in 0..BURSTS {
        uci.burst();
        if uci.dialogue.below(4) == 0 {
            uci.waits_for_all();
        }
    }
    let in_the_middle = uci.dialogue.below(2) == 0;
    if !in_the_middle {
        uci.waits_for_all();
    }
    let took = uci.dialogue.ends();
    uci.checks();
    if !in_the_middle {
        assert_eq!((uci.answers().len(), uci.ready_count()), (uci.goes.len(), uci.readies));
    }
    took
}

#[test]
fn uci_keeps_its_promises() {
    hold(by_uci);
}

#[test]
#[ignore = "slow: half a minute, or as long as ALULA_SECONDS says"]
fn uci_keeps_its_promises_for_a_while() {
    hold_for_a_while("UCI", by_uci);
}
