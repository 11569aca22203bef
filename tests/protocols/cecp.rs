//! Tests of the WinBoard/XBoard protocol through pipes with the real program: one test for each feature that GUIs rely
//! on, every command in every state, thousands of random commands against a model, and junk.
//!
//! Timeouts are generous, and so are the tolerances for fast games and for the processor time of an idle engine.
//! Latencies are measured by `tests/clients/latency.py`.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::gui::{Gui, SEARCH, Search};
use alula::board::Board;
use alula::command::usages;
use alula::defines::Side;
use alula::hash::split_mix;
use alula::peek::Outcome;
use alula::readfen::{Rules, START_FEN, read_fen, read_fen_by};
use alula::searcher::laws;
use alula::ui::xboard::words::WORDS;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// The next number of a random sequence.
fn mixed(random: u64) -> u64 {
    split_mix(random).1
}

fn board(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
    board
}

/// One line of thinking output.
#[derive(Clone, Debug)]
struct Thought {
    depth: i64,
    score: i64,
    centiseconds: i64,
    nodes: i64,
    extras: usize,
    pv: Vec<String>,
}

/// Parses a line of thinking output; [`None`] if it is something else.
fn thought(line: &str) -> Option<Thought> {
    let (numbers, pv) = line.split_once('\t')?;
    let numbers: Option<Vec<i64>> = numbers.split(' ').map(|number| number.parse().ok()).collect();
    let [depth, score, centiseconds, nodes, ref extras @ ..] = numbers?[..] else { return None };
    let pv = pv.split(' ').map(String::from).collect();
    Some(Thought { depth, score, centiseconds, nodes, extras: extras.len(), pv })
}

fn thoughts(lines: &[String]) -> Vec<Thought> {
    lines.iter().filter_map(|line| thought(line)).collect()
}

fn has(lines: &[String], beginning: &str) -> bool {
    lines.iter().any(|line| line.starts_with(beginning))
}

/// Whether the line is legal from this position.
fn plays_through(fen: &str, pv: &[String]) -> bool {
    let mut board = board(fen);
    pv.iter().all(|text| board.read_move(text).map(|mv| board.play(mv)).is_ok()) && !pv.is_empty()
}

// ---- start --------------------------------------------------------------------------------------------------------------

fn features() -> Vec<String> {
    let mut gui = Gui::start(&["xboard"]);
    gui.send("xboard\nprotover 2");
    gui.wait_for("feature done=1");
    gui.quit();
    gui.heard.clone()
}

#[test]
fn start_handshake() {
    let lines: Vec<String> = features().into_iter().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.first().map(String::as_str), Some("feature done=0"));
    assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
    assert!(lines.iter().all(|line| line.starts_with("feature ")), "{lines:?}");
}

#[test]
fn start_needed_and_good_features() {
    let all = features().join(" ");
    for feature in [
        "ping=1",
        "setboard=1",
        "usermove=1",
        "san=0",
        "colors=0",
        "sigint=0",
        "sigterm=0",
        "reuse=1",
        "analyze=1",
        "time=1",
        "draw=1",
        "memory=1",
        "smp=1",
        "exclude=1",
        "debug=1",
        "name=1",
        "ics=0",
        "playother=1",
        "pause=1",
        "nps=1",
        "variants=\"normal,fischerandom\"",
        "myname=\"Alula",
    ] {
        assert!(all.contains(&format!(" {feature}")), "{feature} in {all}");
    }
}

#[test]
fn start_feature_syntax() {
    for line in features() {
        // Outside strings every word is NAME=VALUE; strings contain no quotes.
        let outside: String = line.split('"').step_by(2).collect();
        assert_eq!(line.matches('"').count() % 2, 0, "{line}");
        assert!(outside.split_whitespace().skip(1).all(|word| word.matches('=').count() == 1), "{line}");
        assert!(!line.contains('\''), "{line}");
    }
}

#[test]
fn start_option_syntax_and_names() {
    let options: Vec<String> = features().into_iter().filter(|line| line.contains("option=")).collect();
    assert!(options.len() >= 8, "{options:?}");
    for line in options {
        let text = line.strip_prefix("feature option=\"").and_then(|rest| rest.strip_suffix('"')).expect(&line);
        let (name, rest) = text.split_once(" -").expect(&line);
        assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric()), "{line}");
        let (kind, value) = if rest == "button" { continue } else { rest.split_once(' ').expect(&line) };
        match kind {
            "check" => assert!(["0", "1"].contains(&value), "{line}"),
            "spin" => {
                let numbers: Vec<i64> = value.split(' ').map(|number| number.parse().expect(&line)).collect();
                assert!(numbers.len() == 3 && numbers[1] <= numbers[0] && numbers[0] <= numbers[2], "{line}");
            }
            "combo" => assert_eq!(value.split(" /// ").filter(|name| name.starts_with('*')).count(), 1, "{line}"),
            _ => assert!(["string", "file", "path"].contains(&kind), "{line}"),
        }
    }
}

fn option_names(lines: &[String]) -> Vec<String> {
    let texts = lines.iter().filter_map(|line| line.strip_prefix("feature option=\""));
    texts.filter_map(|text| Some(text.split_once(" -")?.0.to_string())).collect()
}

/// Options for players come first, few enough to read; the laboratory's settings are listed on request.
#[test]
fn start_options_for_players_first() {
    let names = option_names(&features());
    let first = ["MultiPV", "Skill", "Elo", "OwnBook", "BookFile", "BookDepth", "BookVariety", "SyzygyPath"];
    assert_eq!(names[..first.len()], first);
    for name in ["Resign", "OfferDraw", "ClearHash", "Laboratory"] {
        assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
    }
    assert!(names.len() <= 16 && !names.iter().any(|name| name == "NullReduction"), "{names:?}");

    let mut gui = Gui::new();
    let all = option_names(&gui.ask("option Laboratory=1"));
    assert!(all.len() > 40 && all.iter().any(|name| name == "NullReduction"), "{all:?}");
    assert!(!all.iter().any(|name| names.contains(name)), "{all:?}");
    assert!(gui.ask("option Laboratory=1").is_empty(), "once is enough");
    assert!(gui.ask("option NullReduction=3\noption ClearHash\noption SyzygyPath=").is_empty());

    let mut gui = Gui::start(&["xboard", "--laboratory"]);
    gui.send("xboard\nprotover 2");
    gui.wait_for("feature done=1");
    assert_eq!(option_names(&gui.heard).len(), names.len() + all.len());
}

/// The laboratory's settings can always be set, even while they are not listed.
#[test]
fn options_that_are_not_offered_can_be_set() {
    let mut gui = Gui::at(MIDDLEGAME);
    assert!(gui.ask("option Null=0\noption NullReduction=2\noption Lmr=0").is_empty());
    let mut nodes = |words: &str| {
        let lines = gui.ask(&format!("{words}\nforce\nsetboard {MIDDLEGAME}\npost\nst 60\nsd 4\ngo"));
        gui.ask("force");
        // A new best move may be reported when it is found or after its iteration, with different nodes; with an empty
        // table, depth 4 has none. A slow machine reports the last depth once more at its end.
        thoughts(&lines).iter().find(|thought| thought.depth == 4).map(|thought| thought.nodes)
    };
    let fresh = nodes("option Algorithm=modern\noption ClearHash");
    assert_ne!(nodes(""), fresh, "the table is kept");
    assert_eq!(nodes("option ClearHash"), fresh);
}

#[test]
fn start_idle() {
    let mut gui = Gui::start(&["xboard"]);
    assert!(gui.line_within(ms(200)).is_none_or(|line| line.is_empty()));
    assert!(gui.is_silent(ms(100)));
    gui.quit();
}

#[test]
fn start_higher_protover_and_none() {
    let mut gui = Gui::start(&["xboard"]);
    gui.send("xboard\nprotover 99");
    gui.wait_for("feature done=1");
    let mut gui = Gui::start(&[]);
    gui.send("xboard\nnew\nst 0.05\ne2e4");
    gui.wait_for_move();
}

#[test]
fn start_accepted_rejected() {
    let mut gui = Gui::new();
    for state in ["force", "analyze", "exit", "new"] {
        let lines = gui.ask(&format!("nopost\n{state}\naccepted ping\nrejected option Foo\nrejected debug"));
        assert!(lines.is_empty(), "{state}: {lines:?}");
    }
}

#[test]
fn start_crlf() {
    let mut gui = Gui::start(&["xboard"]);
    gui.send_bytes(b"xboard\r\nprotover 2\r\nnew\r\nst 0.05\r\n  usermove e2e4  \r\n\r\n");
    gui.wait_for_move();
    gui.send_bytes(b"ping 7\r\n");
    gui.wait_until("pong 7", |line| line == "pong 7");
}

// ---- ping ---------------------------------------------------------------------------------------------------------------

#[test]
fn ping_idle_and_numbers() {
    let mut gui = Gui::new();
    for number in ["1", "0", "123456789", "-4", "99999999999999999999"] {
        gui.send(&format!("ping {number}"));
        gui.wait_until(number, |line| line == format!("pong {number}"));
    }
}

#[test]
pub fn ping_after_move() {
    let mut gui = Gui::new();
    let lines = gui.ask("st 0.3\nusermove e2e4");
    assert!(has(&lines, "move "), "{lines:?}");
}

#[test]
pub fn ping_pondering() {
    let mut gui = Gui::new();
    start_pondering(&mut gui);
    let lines = gui.ask("");
    assert!(!has(&lines, "move "));
    gui.wait_until("another line of thinking", |line| thought(line).is_some());
}

// ---- moves --------------------------------------------------------------------------------------------------------------

/// The engine plays itself; every move of both sides is checked.
fn plays_a_game(clock: &str) {
    let mut board = Board::new();
    let (mut white, mut black) = (Gui::new(), Gui::new());
    white.send(&format!("new\ncomputer\n{clock}\nforce"));
    black.send(&format!("new\ncomputer\n{clock}"));
    white.send("go");
    for ply in 0..300 {
        let (mover, other) = if ply % 2 == 0 { (&mut white, &mut black) } else { (&mut black, &mut white) };
        let text = mover.wait_for_move();
        assert!(text.len() == 4 || text.len() == 5 && text.ends_with(['q', 'r', 'b', 'n']), "{text}");
        let mv = board.is_valid_text_move(&text).unwrap_or_else(|| panic!("{text} in {}", board.fen()));
        board.play(mv);
        if let Some(outcome) = laws::outcome(&board) {
            let result = alula::ui::show::outcome(outcome);
            mover.wait_for(&result);
            return;
        }
        other.send(&format!("usermove {text}"));
    }
}

#[test]
pub fn game_as_white_and_black() {
    plays_a_game("st 0\nsd 3");
}

#[test]
fn move_bare() {
    let mut gui = Gui::new();
    gui.send("e2e4");
    gui.wait_for_move();
    assert!(gui.ask("force\nnew\nforce\ng1f3\nNf6\nE2E4").is_empty());
}

#[test]
fn move_castling_enpassant_promotion_from_the_gui() {
    for (fen, moves) in [
        (KIWIPETE, &["e1g1", "e8c8"][..]),
        (KIWIPETE, &["e1c1", "e8g8"]),
        ("4k3/8/8/8/2p5/8/3P4/4K3 w - - 0 1", &["d2d4", "c4d3"]),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8q"]),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8N", "h7h8"]),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8=r", "h7g7"]),
        ("1r5k/P7/8/8/8/8/8/K7 w - - 0 1", &["a7b8b", "h8g8"]),
    ] {
        let mut gui = Gui::at(fen);
        let before = probe(&mut gui);
        assert!(gui.takes_moves(moves), "{fen} {moves:?}: {:?}", gui.heard.last());
        assert_eq!(probe(&mut gui), before, "{fen}");
    }
}

#[test]
fn move_castling_enpassant_promotion_by_the_engine() {
    for (fen, only, best) in [
        ("5rk1/5pp1/8/8/8/8/8/4K2R w K - 0 1", &["e1g1"][..], "e1g1"),
        ("7k/8/8/8/8/8/8/R3K3 w Q - 0 1", &["e1c1"], "e1c1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", &["e8c8"], "e8c8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"], "e5d6"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8q"], "a7a8q"),
        ("8/8/8/8/8/7K/p7/7k b - - 0 1", &["a2a1n"], "a2a1n"),
    ] {
        let mut gui = Gui::at(fen);
        let include: String = only.iter().map(|mv| format!("include {mv}\n")).collect();
        gui.send(&format!("exclude all\n{include}go"));
        assert_eq!(gui.wait_for_move(), best, "{fen}");
    }
}

#[test]
fn illegal_plain_rules_malformed_and_promotion() {
    for (fen, wrong) in [
        (START_FEN, &["e2e5", "e7e5", "e4e5", "a1a3", "b1d2", "e1g1", "O-O", "e1e2"][..]),
        (START_FEN, &["x", "e9e4", "e2e4q", "e2", "@@@@", "e2e4e5", "", "é2é4", "0000"]),
        ("r3k2r/8/8/8/8/8/4r3/R3K2R w KQkq - 0 1", &["e1g1", "e1c1", "a1a9", "e1d2"]),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", &["e1g1", "e1c1", "O-O"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", &["e5d6", "e5f6"]),
        ("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", &["f2f4", "f2f3"]),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", &["a7a8", "a7a8k", "a7a8p", "a7b8q", "a7a8x"]),
    ] {
        let mut gui = Gui::at(fen);
        let before = probe(&mut gui);
        for text in wrong {
            let lines = gui.ask(&format!("usermove {text}"));
            assert!(lines.len() == 1 && lines[0].starts_with("Illegal move"), "{fen} {text}: {lines:?}");
            assert!(lines[0].ends_with(format!(": {text}").trim_end()), "{fen} {text}: {lines:?}");
        }
        assert_eq!(probe(&mut gui), before, "{fen}");
    }
}

#[test]
fn illegal_on_users_turn_and_while_thinking() {
    let mut gui = Gui::new();
    gui.send("usermove e7e5");
    gui.wait_for("Illegal move (not your piece): e7e5");
    gui.send("st 60\nusermove e2e4\nusermove d2d4\ne7e5");
    gui.wait_for("Illegal move (it is the engine's turn): d2d4");
    gui.wait_for("Illegal move (it is the engine's turn): e7e5");
    gui.send("?");
    gui.wait_for_move();
}

#[test]
fn illegal_wording() {
    // The reasons themselves are tested beside the code; this tests how the protocol reports them.
    let mut gui = Gui::new();
    for text in ["e2e5", "e7e5", "a3a4", "O-O", "nonsense"] {
        let line = gui.ask(&format!("usermove {text}")).join("\n");
        let reason = line.strip_prefix("Illegal move (").and_then(|rest| rest.split_once("): ")).expect(&line).0;
        for trap in ["name", "rating", "?", "result", "board", "bk", "computer", "variant", "hint", "random", "depth"] {
            assert!(!reason.contains(trap), "{line}");
        }
    }
}

#[test]
fn command_unknown_and_misc() {
    let mut gui = Gui::new();
    for text in ["frobnicate", "uci", "isready", "e4 e5", "\u{7}bell", "setup (P) 8/8"] {
        let lines = gui.ask(text);
        assert!(lines.len() == 1 && lines[0].starts_with("Error (unknown command): "), "{text}: {lines:?}");
    }
    let silent = "name Magnus\nrating 2000 2100\ncomputer\nrandom\nics -\negtpath gaviota /nowhere at all\nlift e2\nput e4\nhover e3\n# a remark";
    assert!(gui.ask(silent).is_empty());
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    assert!(gui.ask(&format!("egtpath syzygy {tables}")).is_empty());
    // XBoard may send a default path that its user never chose, so this is only a comment.
    let missing = gui.ask("egtpath syzygy /nowhere at all");
    assert_eq!(missing, ["# Endgame tables: /nowhere at all: it does not exist"]);
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    let empty = gui.ask(&format!("egtpath syzygy {source}"));
    assert_eq!(empty, [format!("telluser Endgame tables: no WDL tables (.rtbw) in {source}")]);
}

/// XBoard sends `random` before every game and gets book moves; other GUIs do not unless they set the option.
#[test]
pub fn the_book_is_used_where_variety_is_wanted() {
    let from_book = |words: &str| {
        let mut gui = Gui::new();
        gui.ask(&format!("new\n{words}\npost\nst 1\nsd 1\neasy"));
        let lines = gui.ask("go");
        assert!(lines.iter().any(|line| line.starts_with("move ")), "{words}: {lines:?}");
        lines.iter().any(|line| line.starts_with("0 0 0 0\t(") && line.ends_with("%)"))
    };
    // The tutorial's search never uses a book.
    let is_modern = SEARCH.get() == Search::Modern;
    assert!(!from_book(""));
    assert_eq!(from_book("random"), is_modern);
    assert!(!from_book("random\nrandom"));
    assert!(!from_book("random\noption OwnBook=off"));
    assert_eq!(from_book("option OwnBook=1"), is_modern);
    assert!(!from_book("option OwnBook=on\noption Algorithm=pvs"));
}

// ---- positions ----------------------------------------------------------------------------------------------------------

#[test]
fn setboard_valid_and_short_fen() {
    for fen in [
        KIWIPETE,
        MIDDLEGAME,
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 49 73",
        "8/P6k/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q -",
        "4k3/8/8/8/8/8/8/R3K3 b",
        "4k3/8/8/8/8/8/8/R3K3",
        "8/8/6k1/8/8/8/8/RNBQKBNR w KQ - 0 1",
    ] {
        let mut gui = Gui::at(fen);
        assert!(gui.ask("").is_empty(), "{fen}");
        let mut model = board(fen);
        assert_eq!(probe(&mut gui), legal_sans(&mut model), "{fen}");
        gui.send("st 0.02\ngo");
        let text = gui.wait_for_move();
        assert!(model.is_valid_text_move(&text).is_some(), "{fen}: {text}");
    }
}

#[test]
fn setboard_bad() {
    for fen in [
        "",
        "x",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R x - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w ABCDEFGHI - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - z9 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999 1",
        "pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp/pppppppp w - - 0 1",
        "rnbqkbnr",
    ] {
        let mut gui = Gui::at(MIDDLEGAME);
        let lines = gui.ask(&format!("setboard {fen}"));
        assert!(lines.len() == 1 && lines[0].starts_with("tellusererror Illegal position"), "{fen}: {lines:?}");
        assert_eq!(probe(&mut gui), legal_sans(&mut board(MIDDLEGAME)), "after {fen}");
        assert!(gui.ask("new\nst 0.02\nusermove e2e4").iter().any(|line| line.starts_with("move ")));
    }
}

#[test]
fn edit_mode() {
    let mut gui = Gui::new();
    gui.send("force\nedit\n#\nKe1\nRh1\nPa2\nc\nKe8\nRa8\nQd8\nxd8\n.");
    assert_eq!(probe(&mut gui), legal_sans(&mut board("r3k3/8/8/8/8/8/P7/4K2R w Kq - 0 1")));
    gui.send("black\nforce");
    assert_eq!(probe(&mut gui), legal_sans(&mut board("r3k3/8/8/8/8/8/P7/4K2R b Kq - 0 1")));
    gui.send("edit\n#\n.");
    gui.wait_for("tellusererror Illegal position");
    assert!(gui.ask("edit").is_empty(), "the engine answers a ping in edit mode");
    gui.send("Zz9");
    gui.wait_for("Error (");
    gui.send(".");
    assert_eq!(probe(&mut gui), legal_sans(&mut board("r3k3/8/8/8/8/8/P7/4K2R b Kq - 0 1")));
    // A refused command leaves the edited position as it is.
    gui.send("edit\n#\nKe1\nsetboard nonsense\nPa2\nc\nKe8\n.");
    assert_eq!(probe(&mut gui), legal_sans(&mut board("4k3/8/8/8/8/8/P7/4K3 b - - 0 1")));
}

// ---- modes --------------------------------------------------------------------------------------------------------------

#[test]
fn force_stops_and_is_silent() {
    let mut gui = Gui::new();
    gui.send("st 60\nusermove e2e4");
    sleep(ms(50));
    gui.ask("force");
    assert!(gui.ask("usermove e7e5\nusermove g1f3\ntime 1\notim 1").is_empty());
    assert!(gui.is_silent(ms(150)));
    assert!(gui.ask("force\nforce").is_empty());
}

#[test]
fn go_changes_side() {
    let mut gui = Gui::new();
    gui.send("go");
    let first = gui.wait_for_move();
    let mut model = Board::new();
    let mv = model.is_valid_text_move(&first).expect("White's move");
    model.play(mv);
    gui.send("go");
    let second = gui.wait_for_move();
    assert!(model.is_valid_text_move(&second).is_some(), "{second} is Black's move");
}

#[test]
fn go_twice_is_one_move() {
    let mut gui = Gui::new();
    let lines = gui.ask("st 0.2\nusermove e2e4\ngo\ngo");
    assert_eq!(lines.iter().filter(|line| line.starts_with("move ")).count(), 1, "{lines:?}");
}

#[test]
fn playother() {
    let mut gui = Gui::new();
    assert!(gui.ask("force\nusermove e2e4\nplayother").is_empty());
    gui.send("usermove e7e5");
    let text = gui.wait_for_move();
    assert!(board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").is_valid_text_move(&text).is_some());
}

#[test]
fn white_and_black() {
    let mut gui = Gui::new();
    assert!(gui.ask("black").is_empty(), "Black is to move, the engine plays White");
    gui.send("usermove e7e5");
    gui.wait_for_move();
    gui.send("new\nwhite\nusermove d2d4");
    gui.wait_for_move();
}

#[test]
fn new_anytime() {
    for state in STATES {
        let mut gui = Gui::new();
        (state.enter)(&mut gui);
        gui.ask("new\nexit\nnew\nst 0.05");
        let lines = gui.ask("usermove e2e4");
        assert!(has(&lines, "move "), "{}: {lines:?}", state.name);
    }
}

#[test]
fn undo_plain_rights_underflow() {
    let mut gui = Gui::at(KIWIPETE);
    let line = ["e1g1", "h3g2", "f1e1", "e8c8", "a1b1"];
    let mut model = board(KIWIPETE);
    let mut places = vec![probe(&mut gui)];
    for text in line {
        gui.ask(&format!("usermove {text}"));
        let mv = model.read_move(text).expect("legal");
        model.play(mv);
        assert_eq!(probe(&mut gui), legal_sans(&mut model));
        places.push(probe(&mut gui));
    }
    for place in places.iter().rev().skip(1) {
        gui.ask("undo");
        assert_eq!(&probe(&mut gui), place);
    }
    let lines = gui.ask("undo\nundo\nremove");
    assert_eq!(
        lines,
        ["Error (command not legal now): undo"; 2]
            .into_iter()
            .map(String::from)
            .chain(["Error (command not legal now): remove".into()])
            .collect::<Vec<_>>()
    );
    assert_eq!(probe(&mut gui), places[0]);
}

#[test]
fn remove() {
    let mut gui = Gui::new();
    gui.send("usermove e2e4");
    gui.wait_for_move();
    assert!(gui.ask("remove").is_empty());
    gui.send("usermove d2d4");
    gui.wait_for_move();
    assert!(gui.ask("force\nremove").is_empty());
    assert_eq!(probe(&mut gui), legal_sans(&mut Board::new()));
}

#[test]
fn result_stops_everything_and_games_follow_each_other() {
    let mut gui = Gui::new();
    for result in ["1-0 {White mates}", "0-1 {x}", "1/2-1/2 {Draw}", "* {}", "*"] {
        gui.send("new\nhard\nst 60\nusermove e2e4");
        sleep(ms(30));
        gui.ask(&format!("result {result}\nforce"));
        assert!(gui.is_silent(ms(50)), "{result}");
        let lines = gui.ask("new\nst 0.05\nusermove d2d4");
        assert!(has(&lines, "move "), "{result}: {lines:?}");
        gui.ask(&format!("result {result}"));
        assert!(gui.is_silent(ms(50)), "{result}");
    }
}

// ---- time ---------------------------------------------------------------------------------------------------------------

#[test]
pub fn time_in_all_forms() {
    for clock in [
        "st 1",
        "st 0.1",
        "st 0",
        "st 0.01",
        "level 40 5 0\ntime 10\notim 10",
        "level 0 0:01 0",
        "level 0 0:02 0.1",
        "level 0 25+5 0\ntime 50",
        "level 10 0:03 0",
        "level 5 0:01 1",
        "level 0 0 1",
        "level 0 0 0",
        "level 1 0:01 0",
        "level 0 5 0\ntime 1\notim 1",
        "level 0 5 0\ntime 0\notim 0",
        "level 0 5 0\ntime -100\notim -5",
        "level 0 0:05",
        "st 3600\nlevel 0 0:01 0",
        "level 0 60 0\nst 0.1",
        "sd 1",
        "sd 3\nst 3600",
        "nps 1000\nst 2",
        "nps 1\nst 100",
        "nps 100000\nlevel 0 0:05 0",
        "level 40 5 0\ntime 99999999999999999\nsd 2",
    ] {
        let mut gui = Gui::new();
        gui.send(&format!("{clock}\nusermove e2e4"));
        gui.wait_for_move();
        assert!(gui.ask("").is_empty(), "{clock}");
    }
}

#[test]
fn time_wrong_forms() {
    let mut gui = Gui::new();
    for text in [
        "level",
        "level x",
        "level 40",
        "level 40 x 0",
        "level 40 5 x",
        "level -1 5 0",
        "st",
        "st x",
        "st -1",
        "st nan",
        "sd",
        "sd 0",
        "sd -3",
        "sd x",
        "time",
        "time x",
        "otim 1.5",
        "nps",
        "nps x",
        "time 99999999999999999999999",
    ] {
        let lines = gui.ask(text);
        assert!(lines.len() == 1 && lines[0].starts_with("Error (wrong number): "), "{text}: {lines:?}");
    }
    assert!(has(&gui.ask("usermove e2e4"), "move "), "the old st stays in force");
}

#[test]
pub fn time_sd_and_its_end() {
    let mut gui = Gui::new();
    let deepest = |lines: &[String]| thoughts(lines).iter().map(|thought| thought.depth).max();
    assert_eq!(deepest(&gui.ask("st 5\nsd 3\nusermove e2e4")), Some(3));
    assert_eq!(deepest(&gui.ask("new\nst 5\nsd 1\nusermove e2e4")), Some(1));
    assert!(deepest(&gui.ask("new\nst 0.3\nusermove e2e4")) > Some(1), "'new' removes the limit of sd");
}

#[test]
pub fn time_nodes() {
    let mut gui = Gui::new();
    let lines = gui.ask("nps 1\nst 5000\nusermove e2e4");
    let nodes = thoughts(&lines).last().expect("thinking output").nodes;
    assert!((1..=5000).contains(&nodes), "{nodes}");
    let lines = gui.ask("new\nst 0.3\nusermove e2e4");
    let nodes = thoughts(&lines).last().expect("thinking output").nodes;
    assert!(nodes > 300, "'new' removes the limit of nps, one node per second: {nodes}");
}

/// Plays a fast game, in which engines easily lose on time. The test itself keeps the clock.
fn survives(level: &str, base_cs: i64, inc_cs: i64, per: Option<i64>) {
    let mut gui = Gui::new();
    let (mut clock, mut overruns) = (base_cs, 0);
    gui.send(&format!("new\nnopost\n{level}\nforce\nsetboard {MIDDLEGAME}"));
    for moves in 1..=60 {
        let begin = std::time::Instant::now();
        gui.send(&format!("time {clock}\notim 100\ngo"));
        let line = gui.wait_until("a move", |line| line.starts_with("move ") || line.contains(" {"));
        if !line.starts_with("move ") {
            return;
        }
        clock -= begin.elapsed().as_millis() as i64 / 10;
        // A busy machine may suspend the engine, so the test tolerates three overruns of up to a second.
        overruns += u32::from(clock < 0);
        assert!(clock > -100 && overruns <= 3, "{level}: {clock} cs after {moves} moves, overrun {overruns}");
        clock = (clock + inc_cs).max(1);
        if per.is_some_and(|per| moves % per == 0) {
            clock += base_cs;
        }
        if has(&gui.ask(""), "1") {
            return;
        }
    }
}

#[test]
fn time_game_increment() {
    survives("level 0 0:01 0.01", 100, 1, None);
}

#[test]
fn time_game_classical() {
    survives("level 40 0:02 0", 200, 0, Some(40));
}

#[test]
fn time_low_clock() {
    survives("level 0 0:01 0", 1, 1, None);
}

#[test]
pub fn movenow() {
    let mut gui = Gui::new();
    assert!(gui.ask("?").is_empty(), "it is not the engine's turn");
    gui.send("st 3600\nusermove e2e4");
    sleep(ms(50));
    gui.send("?");
    gui.wait_for_move();
    assert!(gui.ask("?\n?").is_empty());
    assert!(gui.ask("force\n?").is_empty());
}

// ---- thinking output ----------------------------------------------------------------------------------------------------

#[test]
pub fn post_on_syntax_extras_monotone() {
    let mut gui = Gui::at(MIDDLEGAME);
    let lines = gui.ask("st 0.5\ngo");
    let thinking = thoughts(&lines);
    assert_eq!(thinking.len() + 1, lines.len(), "only thinking output and a move: {lines:?}");
    for (earlier, later) in thinking.iter().zip(&thinking[1..]) {
        assert!(earlier.depth <= later.depth, "{earlier:?} {later:?}");
        assert!(earlier.nodes <= later.nodes && earlier.centiseconds <= later.centiseconds, "{earlier:?} {later:?}");
    }
    let depths: BTreeSet<i64> = thinking.iter().map(|thought| thought.depth).collect();
    assert_eq!(depths.len() as i64, *depths.last().expect("some"), "a line for every depth");
    for thought in &thinking {
        assert_eq!(thought.extras, 3, "selective depth, speed, tablebase hits");
        assert!(plays_through(MIDDLEGAME, &thought.pv), "{thought:?}");
    }
}

#[test]
pub fn post_with_the_four_numbers_that_all_guis_know() {
    let mut gui = Gui::new();
    let is_plain = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let numbers = words.iter().take_while(|word| word.parse::<i64>().is_ok()).count();
        numbers == 4 && Board::new().read_move(words.get(4).copied().unwrap_or("")).is_ok() && !line.contains('\t')
    };
    gui.ask("force\noption PlainLines=1\nanalyze");
    for _ in 0..3 {
        gui.wait_until("plain lines", is_plain);
    }
    gui.ask("option PlainLines=0");
    gui.wait_until("all numbers", |line| thought(line).is_some_and(|thought| thought.extras == 3));
    assert!(!gui.ask("exit").iter().any(|line| is_plain(line)));
}

#[test]
fn post_off() {
    let mut gui = Gui::new();
    let lines = gui.ask("nopost\nst 0.2\nusermove e2e4");
    assert!(lines.len() == 1 && lines[0].starts_with("move "), "{lines:?}");
    assert!(!thoughts(&gui.ask("post\nusermove d2d4")).is_empty());
    gui.send("nopost\nst 5\nusermove g1f3\npost");
    gui.wait_until("thinking output that is switched on meanwhile", |line| thought(line).is_some());
}

#[test]
pub fn post_score_side() {
    for (fen, wins) in [
        ("3qk3/8/8/8/8/8/8/4K3 b - - 0 1", true),
        ("3qk3/8/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/3QK3 b - - 0 1", false),
    ] {
        let thinking = thoughts(&Gui::at(fen).ask("sd 4\nst 5\ngo"));
        let score = thinking.last().expect("thinking output").score;
        assert_eq!(score > 0, wins, "{fen}: {score}");
    }
}

#[test]
pub fn post_mate_score() {
    for (fen, score) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 100_001),
        ("r6k/8/8/8/8/8/5PPP/6K1 b - - 0 1", 100_001),
        ("7k/8/8/8/8/8/1R6/R6K w - - 0 1", 100_002),
        ("8/8/8/8/8/1r6/r7/7K w - - 0 1", -100_001),
    ] {
        let fen = fen.replace("8/8/8/8/8/1r6/r7/7K", "7k/8/8/8/8/1r6/r7/7K");
        let thinking = thoughts(&Gui::at(&fen).ask("sd 12\nst 10\ngo"));
        assert_eq!(thinking.last().map(|thought| thought.score), Some(score), "{fen}");
    }
}

#[test]
fn output_is_protocol_only() {
    let mut gui = Gui::new();
    gui.send("hard");
    for text in ["usermove e2e4", "hint", "bk", ".", "draw", "usermove e7e5", "foo", "setboard x", "analyze", "."] {
        gui.ask(text);
    }
    sleep(ms(100));
    gui.ask("exit");
    for line in gui.heard.iter().filter(|line| !line.is_empty()) {
        let fine =
            ["feature ", "move ", "pong ", "Hint: ", "Illegal move", "Error (", "tellusererror ", "stat01: ", " "];
        assert!(thought(line).is_some() || fine.iter().any(|beginning| line.starts_with(beginning)), "{line}");
    }
}

// ---- pondering ----------------------------------------------------------------------------------------------------------

/// Starts a game in which the engine has moved and ponders; returns the expected move.
fn start_pondering(gui: &mut Gui) -> String {
    // Enough time to find a reply to ponder on, even on a busy machine.
    gui.send("new\npost\nhard\nst 0.15\nusermove e2e4");
    gui.wait_for_move();
    let line = gui.wait_until("thinking in the opponent's time", |line| thought(line).is_some());
    thought(&line).expect("just seen").pv[0].clone()
}

#[test]
fn ponder_hard_and_easy_stops() {
    let mut gui = Gui::new();
    start_pondering(&mut gui);
    gui.wait_until("more thinking", |line| thought(line).is_some());
    gui.ask("easy");
    assert!(gui.is_silent(ms(150)), "'easy' ends the pondering");
    let lines = gui.ask("usermove a2a3");
    assert!(has(&lines, "move "));
    assert!(gui.is_silent(ms(150)), "the pondering does not start again");
}

/// python-chess sends `ping` after receiving the move, and attributes every line before the `pong` to that move.
#[test]
fn ponder_lines_do_not_mix_with_those_of_the_move() {
    let (mut gui, mut model) = (Gui::new(), Board::new());
    gui.send("hard\nst 0.15");
    let mut asked_at_once = 0;
    for _ in 0..60 {
        let moves = model.legal_moves();
        let mv = moves[moves.len() / 2];
        gui.send(&format!("usermove {mv}"));
        model.play(mv);
        let answer = gui.wait_for_move();
        let begin = Instant::now();
        let lines = gui.ask("");
        // On a busy machine the ping may come late.
        if begin.elapsed() < ms(50) {
            asked_at_once += 1;
            assert!(thoughts(&lines).is_empty(), "{lines:?}");
        }
        if asked_at_once == 12 {
            break;
        }
        let answer = model.is_valid_text_move(&answer).expect("legal");
        model.play(answer);
        if laws::outcome(&model).is_some() {
            break;
        }
    }
    assert!(asked_at_once > 0, "the machine is too busy for this test");
}

#[test]
fn ponder_easy() {
    let mut gui = Gui::new();
    gui.send("easy\nst 0.1\nusermove e2e4");
    gui.wait_for_move();
    assert!(gui.is_silent(ms(150)));
}

#[test]
pub fn ponder_hit_and_miss() {
    let mut gui = Gui::new();
    let expected = start_pondering(&mut gui);
    let first = gui.heard.len();
    let lines = gui.ask(&format!("usermove {expected}"));
    assert!(has(&lines, "move "), "{lines:?}");
    let position: Vec<String> =
        gui.heard[..first].iter().filter_map(|line| line.strip_prefix("move ")).map(Into::into).collect();
    let mut model = Board::new();
    for text in ["e2e4", position.last().expect("the engine's move"), &expected] {
        let mv = model.read_move(text).expect("legal");
        model.play(mv);
    }
    let own_move = lines.iter().position(|line| line.starts_with("move ")).expect("just seen");
    // Lines from before the move may still arrive; the last one is certainly newer.
    let last = thoughts(&lines[..own_move]).pop().expect("the engine shows the line again after the move");
    assert!(model.read_move(&last.pv[0]).is_ok(), "after a hit the lines begin with the engine's move: {last:?}");
    // A miss, an illegal move, and a move that arrives together with other commands.
    let mut gui = Gui::new();
    let expected = start_pondering(&mut gui);
    let lines = gui.ask("usermove e4e6");
    assert!(has(&lines, "Illegal move"), "{lines:?}");
    let other = if expected == "h3" { "h2h4" } else { "h2h3" };
    let lines = gui.ask(&format!("time 3000\notim 3000\nusermove {other}"));
    assert!(has(&lines, "move "), "{lines:?}");
}

#[test]
pub fn ponder_ends_by_itself_and_the_move_comes_at_once() {
    let mut gui = Gui::new();
    gui.send("sd 3\nst 3600\nhard\nusermove e2e4");
    gui.wait_for_move();
    let line = gui.wait_until("thinking in the opponent's time", |line| thought(line).is_some());
    let expected = thought(&line).expect("just seen").pv[0].clone();
    sleep(ms(200));
    assert!(has(&gui.ask(&format!("usermove {expected}")), "move "));
    assert!(has(&gui.ask("force\nundo\nundo\nundo\nundo\nusermove d2d4\ngo"), "move "));
}

#[test]
fn after_an_analysis_the_line_shown_with_the_move_is_the_engines() {
    let (mut gui, mut model) = (Gui::new(), Board::new());
    gui.send("sd 3\nst 3600\nhard\nusermove e2e4");
    let answer = gui.wait_for_move();
    let line = gui.wait_until("thinking in the opponent's time", |line| thought(line).is_some());
    let expected = thought(&line).expect("just seen").pv[0].clone();
    for text in ["e2e4", &answer, &expected] {
        let mv = model.read_move(text).expect("legal");
        model.play(mv);
    }
    sleep(ms(200));
    gui.send("analyze");
    gui.wait_until("the analysis", |line| thought(line).is_some_and(|thought| thought.depth > 1));
    gui.ask("exit\nplayother");
    let lines = gui.ask(&format!("usermove {expected}"));
    let own_move = lines.iter().position(|line| line.starts_with("move ")).expect("the engine's move");
    let last = thoughts(&lines[..own_move]).pop().expect("the engine shows its line");
    assert!(model.read_move(&last.pv[0]).is_ok(), "{last:?}");
}

#[test]
fn ponder_games_keep_in_step() {
    let (mut gui, mut model, mut random) = (Gui::new(), Board::new(), 5);
    gui.send("hard\nsd 4\nst 0.2");
    for _ in 0..25 {
        let moves = model.legal_moves();
        random = mixed(random);
        // Play the expected move from the last line of thinking output often, otherwise any move.
        let line = gui.line_within(ms(20)).and_then(|line| thought(&line));
        let expected = line.and_then(|line| model.read_move(&line.pv[0]).ok()).filter(|_| random % 4 != 0);
        let mv = expected.unwrap_or(moves[random as usize / 8 % moves.len()]);
        let lines = gui.ask(&format!("usermove {mv}"));
        assert!(!has(&lines, "Illegal"), "{lines:?}");
        model.play(mv);
        let Some(answer) = lines.iter().find_map(|line| line.strip_prefix("move ")) else {
            assert!(laws::outcome(&model).is_some() || has(&lines, "resign"), "{lines:?}");
            return;
        };
        let answer = model.is_valid_text_move(answer).expect("legal");
        model.play(answer);
        if laws::outcome(&model).is_some() {
            return;
        }
    }
}

// ---- analysis -----------------------------------------------------------------------------------------------------------

#[test]
pub fn analyze_output_moves_undo_setboard_new_exit() {
    let mut gui = Gui::new();
    let mut model = Board::new();
    gui.send("force\nanalyze");
    follows(&mut gui, &mut model, "");
    for text in ["e2e4", "e7e5", "g1f3"] {
        let mv = model.read_move(text).expect("legal");
        model.play(mv);
        follows(&mut gui, &mut model, &format!("usermove {text}"));
    }
    model.undo();
    follows(&mut gui, &mut model, "undo");
    let mut other = board(MIDDLEGAME);
    follows(&mut gui, &mut other, &format!("setboard {MIDDLEGAME}"));
    follows(&mut gui, &mut Board::new(), "new");
    let lines = gui.ask("usermove a1a5");
    assert!(has(&lines, "Illegal move"), "{lines:?}");
    follows(&mut gui, &mut Board::new(), "hard\neasy\nlevel 40 5 0\nmemory 16\noption Null=0\ntime 100\notim 100");
    gui.ask("exit");
    assert!(gui.is_silent(ms(100)));
    assert!(!gui.heard.iter().any(|line| line.starts_with("move ")));
    assert!(gui.ask("usermove e2e4").is_empty(), "force mode");
}

/// Checks that after these lines the analysis shows only lines for the model's position.
fn follows(gui: &mut Gui, model: &mut Board, lines: &str) {
    gui.ask(lines);
    for _ in 0..3 {
        let line = gui.wait_until("analysis", |line| thought(line).is_some());
        let first = &thought(&line).expect("just seen").pv[0];
        assert!(model.read_move(first).is_ok(), "{first} in {}", model.fen());
    }
}

#[test]
fn analyze_ping_dot_hint_bk() {
    let mut gui = Gui::at(MIDDLEGAME);
    gui.send("analyze");
    gui.wait_until("analysis", |line| thought(line).is_some());
    assert!(gui.ask("bk").windows(2).any(|two| two[0].starts_with(' ') && two[1].is_empty()));
    assert!(has(&gui.ask("hint"), "Hint: "));
    sleep(ms(50));
    let lines = gui.ask(".");
    let stat = lines.iter().find_map(|line| line.strip_prefix("stat01: ")).expect("an answer");
    let fields: Vec<&str> = stat.split(' ').collect();
    assert!(fields.len() >= 5 && fields[..5].iter().all(|field| field.parse::<u64>().is_ok()), "{stat}");
    assert!(board(MIDDLEGAME).read_move(fields[5]).is_ok(), "{stat}");
    gui.wait_until("more analysis", |line| thought(line).is_some());
}

#[test]
fn analyze_game_over_and_finished() {
    let mut gui = Gui::new();
    for fen in ["7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"] {
        let lines = gui.ask(&format!("force\nsetboard {fen}\nanalyze\n.\nhint"));
        assert!(thoughts(&lines).is_empty() && !has(&lines, "move"), "{fen}: {lines:?}");
        gui.send("setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
        gui.wait_until("a mate", |line| thought(line).is_some_and(|thought| thought.score == 100_001));
        // The mate is found and nothing is left to search, but the analysis is still active.
        sleep(ms(50));
        assert!(has(&gui.ask("."), "stat01: "));
        gui.send("undo\nusermove h1g1");
        gui.wait_until("analysis of another position", |line| thought(line).is_some_and(|thought| thought.depth > 1));
        gui.send("undo");
        gui.wait_until("the mate again", |line| thought(line).is_some_and(|thought| thought.score == 100_001));
        gui.ask("exit");
    }
}

#[test]
fn analyze_tells_what_can_be_claimed() {
    let mut gui = Gui::at("4k3/8/8/8/8/8/8/R3K2R w KQ - 100 90");
    gui.send("analyze");
    gui.wait_until("analysis all the same", |line| thought(line).is_some());
    let claims = gui.heard.iter().filter(|line| *line == "# can be claimed: fifty-move rule");
    assert_eq!(claims.count(), 1, "{:?}", gui.heard);
    gui.ask("exit\nnew\nforce\nanalyze\nusermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\nusermove g1f3");
    let first = gui.heard.len();
    gui.ask("usermove g8f6\nusermove f3g1\nusermove f6g8");
    gui.wait_until("the repetition", |line| line == "# can be claimed: threefold repetition");
    assert!(!has(&gui.heard[first..], "1/2-1/2"), "an analysis never claims a draw");
}

#[test]
fn analyze_burst_and_restart() {
    let mut gui = Gui::new();
    let burst =
        ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(20).iter().map(|mv| format!("usermove {mv}\n")).collect::<String>();
    gui.send(&format!("analyze\n{burst}usermove e2e4"));
    gui.ask("");
    gui.ask(&format!("{}undo", "undo\n".repeat(80)));
    follows(&mut gui, &mut Board::new(), "");
    for _ in 0..5 {
        gui.ask("exit\nanalyze");
        gui.wait_until("analysis", |line| thought(line).is_some());
    }
    gui.ask(".\nexit");
    assert!(gui.ask("exit\nexit").is_empty());
}

#[test]
pub fn analyze_several_lines() {
    let mut gui = Gui::at(MIDDLEGAME);
    gui.send("option MultiPV=4\nanalyze");
    gui.wait_until("depth 5", |line| thought(line).is_some_and(|thought| thought.depth == 5));
    let lines = thoughts(&gui.ask("exit"));
    let all: Vec<Thought> =
        thoughts(&gui.heard).into_iter().chain(lines).filter(|thought| thought.depth == 4).collect();
    let mut last: Vec<&Thought> = Vec::new();
    for thought in &all {
        last.retain(|other| other.pv[0] != thought.pv[0]);
        last.push(thought);
    }
    assert!(last.len() >= 4, "{all:?}");
    assert!(all.iter().all(|thought| plays_through(MIDDLEGAME, &thought.pv)));
}

#[test]
pub fn exclude_and_include() {
    let mut gui = Gui::at("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    gui.ask("sd 4\nst 5\nexclude a1a8");
    let lines = gui.ask("go");
    assert!(!has(&lines, "move a1a8") && has(&lines, "move "), "{lines:?}");
    gui.ask("force\nundo\nexclude all\ninclude h1h2");
    assert!(has(&gui.ask("go"), "move h1h2"));
    gui.ask("force\nundo\ninclude all");
    assert!(has(&gui.ask("go"), "move a1a8"));
    // A new position excludes no moves, even if it has been on the board before.
    gui.ask("force\nundo\nexclude a1a8\nusermove h1h2\nundo");
    assert!(has(&gui.ask("go"), "move a1a8"));
    assert!(has(&gui.ask("force\nundo\nexclude a1a9\nexclude\ninclude x"), "Error ("));
    // Moves excluded from an analysis are not excluded from the next one.
    gui.ask("new\nforce\nsetboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\nsd 4\nanalyze\nexclude a1a8\nexit");
    assert!(has(&gui.ask("go"), "move a1a8"));
}

// ---- claims -------------------------------------------------------------------------------------------------------------

#[test]
fn claim_mate() {
    let mut gui = Gui::at("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    let lines = gui.ask("nopost\nst 0.2\ngo");
    assert_eq!(lines, ["move a1a8", "1-0 {White mates}"]);
    let mut gui = Gui::new();
    let lines = gui.ask("nopost\nforce\nusermove f2f3\nusermove e7e5\nusermove g2g4\nplayother\nusermove d8h4");
    assert_eq!(lines, ["0-1 {Black mates}"]);
    assert_eq!(gui.ask("go"), ["0-1 {Black mates}"]);
}

#[test]
fn claim_stalemate_and_go_when_over() {
    let mut gui = Gui::at("7k/5K2/8/8/8/8/6Q1/8 w - - 0 1");
    assert_eq!(gui.ask("nopost\nplayother\nusermove g2g6"), ["1/2-1/2 {Stalemate}"]);
    assert_eq!(gui.ask("go"), ["1/2-1/2 {Stalemate}"]);
    assert_eq!(gui.ask("?\n.\nundo").len(), 0);
    assert!(has(&gui.ask("go"), "move "));
}

#[test]
fn claim_repetition_also_of_moves_in_force_mode() {
    let mut gui = Gui::new();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let moves: String = shuffle.iter().chain(&shuffle[..3]).map(|mv| format!("usermove {mv}\n")).collect();
    assert!(gui.ask(&format!("nopost\nforce\n{moves}")).is_empty());
    assert_eq!(gui.ask("playother\nusermove f6g8"), ["1/2-1/2 {Draw by repetition}"]);
    assert!(has(&gui.ask("force\nundo\ngo"), "move "), "after taking back, the game is no draw");
    assert!(
        gui.ask("new\nforce\nusermove g1f3\nusermove g8f6").is_empty(),
        "the next game counts repetitions from zero"
    );
}

#[test]
fn claim_fifty_moves_also_of_a_position_that_was_set_up() {
    let fen = |half_moves: u32| format!("6k1/8/8/8/8/8/8/K6R w - - {half_moves} 80");
    let claim = "1/2-1/2 {Draw by fifty-move rule}";
    let lines = Gui::at(&fen(97)).ask("nopost\nplayother\nusermove h1h2");
    assert!(lines.len() == 1 && lines[0].starts_with("move "), "99 half-moves are too few: {lines:?}");
    let lines = Gui::at(&fen(98)).ask("nopost\nplayother\nusermove h1h2");
    assert!(lines.len() == 2 && lines[0].starts_with("move ") && lines[1] == claim, "{lines:?}");
    let mut gui = Gui::at(&fen(99));
    assert_eq!(gui.ask("nopost\nplayother\nusermove h1h2"), [claim]);
    assert_eq!(gui.ask("go"), [claim]);
    // Mate takes precedence over the fifty-move rule.
    let mut gui = Gui::at("7k/R7/6K1/8/8/8/8/8 w - - 99 90");
    assert_eq!(gui.ask("nopost\nplayother\nusermove a7a8"), ["1-0 {White mates}"]);
}

#[test]
fn claim_material_only_if_it_is_insufficient() {
    for fen in
        ["4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "4k3/8/8/8/8/8/3p4/4KB2 w - - 0 1", "4k3/8/8/8/8/8/3p4/4KN2 w - - 0 1"]
    {
        assert_eq!(Gui::at(fen).ask("nopost\nplayother\nusermove e1d2"), ["1/2-1/2 {Insufficient material}"], "{fen}");
    }
    for fen in
        ["4k3/8/8/8/8/8/3p4/4KNN1 w - - 0 1", "4kb2/8/8/8/8/8/3p4/4KN2 w - - 0 1", "4k3/8/8/8/8/8/3p3P/4K3 w - - 0 1"]
    {
        let lines = Gui::at(fen).ask("nopost\nplayother\nusermove e1d2");
        assert!(has(&lines, "move ") && !has(&lines, "1/2"), "{fen}: {lines:?}");
    }
}

#[test]
fn claim_and_play_on() {
    let mut gui = Gui::at("7k/8/8/8/8/8/8/KR6 w - - 99 80");
    assert_eq!(gui.ask("nopost\nplayother\nusermove b1b2"), ["1/2-1/2 {Draw by fifty-move rule}"]);
    let lines = gui.ask("force\nusermove h8g8\nplayother\nusermove b2b3");
    assert!(has(&lines, "move "), "the opponent plays on, so the engine does: {lines:?}");
}

#[test]
fn a_repetition_is_claimed_by_the_laws_of_chess() {
    let mut gui = Gui::new();
    gui.ask("nopost\nforce\nusermove e2e4");
    let back_and_forth = ["g8f6", "g1f3", "f6g8", "f3g1"].map(|mv| format!("usermove {mv}\n")).concat();
    // The pawn of the double step cannot be captured, so this is the third occurrence.
    assert!(gui.ask(back_and_forth.trim_end()).is_empty());
    assert_eq!(gui.ask(&format!("{back_and_forth}go")), ["1/2-1/2 {Draw by repetition}"]);
}

#[test]
fn a_line_ends_with_the_game() {
    let mut gui = Gui::at("6k1/5ppp/8/8/8/3q4/5PPP/1Q4K1 w - - 0 1");
    gui.send("analyze");
    gui.wait_until("a mate", |line| thought(line).is_some_and(|thought| thought.score == 100_002));
    let game = "b1b8 d3d8 b8b1 d8d3 b1b8 d3d8 b8b1".split(' ').map(|mv| format!("usermove {mv}\n"));
    gui.ask(&format!("exit\n{}exclude all\ninclude d8d3", game.collect::<String>()));
    gui.send("analyze");
    let line = gui.wait_until("depth 6", |line| thought(line).is_some_and(|thought| thought.depth >= 6));
    assert_eq!(thought(&line).expect("a line").pv, ["Qd3"], "the position occurs for the third time");
    gui.ask("exit");
}

// ---- draws, hints -------------------------------------------------------------------------------------------------------

#[test]
fn draw_offers() {
    let mut gui = Gui::new();
    gui.send("nopost\nst 0.2\nusermove e2e4\ndraw");
    gui.wait_for_move();
    // Winning: the offer is declined silently.
    let lines = gui.ask("force\nsetboard 4k3/8/8/8/8/8/4q3/K7 b - - 0 1\nst 0.1\ndraw\ngo\ndraw");
    assert!(!has(&lines, "offer") && has(&lines, "move "), "{lines:?}");
    // Losing: the offer is accepted, together with the move.
    let lines = gui.ask("force\nsetboard 4k3/8/8/8/8/8/4q3/K7 w - - 0 1\nplayother\nforce\ngo\ndraw");
    assert!(has(&lines, "offer draw"), "{lines:?}");
    assert!(gui.ask("force\ndraw").is_empty(), "the engine plays neither side");
    // After a change of sides, the score of the other side's move does not count.
    gui.ask("force\nsetboard 4k3/8/8/8/8/8/4q3/K7 w - - 0 1\nst 0.1\ngo");
    let lines = gui.ask("force\nst 5\ngo\ndraw\n?");
    assert!(!has(&lines, "offer") && has(&lines, "move "), "{lines:?}");
    // A client may offer in force mode, just before `go`.
    let lines = gui.ask("force\nst 0.1\nnopost\nsetboard 4k3/8/8/8/8/8/4q3/7K w - - 0 1\ndraw\ngo");
    assert!(lines.len() == 2 && lines[0] == "offer draw" && lines[1].starts_with("move "), "{lines:?}");
}

#[test]
fn resigns_only_when_it_may() {
    for (options, resigns) in [
        ("option Resign=off", false),
        ("option Resign=on\ncomputer", true),
        ("option Resign=auto\ncomputer", false),
        ("option Resign=auto", true),
    ] {
        let mut gui = Gui::new();
        gui.send(&format!("nopost\n{options}\nsd 2\nforce\nsetboard k7/8/8/8/8/8/qq6/6K1 w - - 0 1"));
        // Black only moves its king around, so the game goes on.
        let walk = ["a8b8", "b8c8", "c8d8", "d8e8", "e8f8", "f8g8", "g8h8", "h8h7", "h7h6", "h6g6", "g6f6"];
        let resigned = walk.iter().any(|step| {
            let lines = gui.ask("go");
            gui.ask(&format!("force\nusermove {step}"));
            has(&lines, "resign")
        });
        assert_eq!(resigned, resigns, "{options}: {:?}", gui.heard);
    }
}

#[test]
pub fn hint_and_bk() {
    let mut gui = Gui::new();
    let lines = gui.ask("hint");
    let text = lines.iter().find_map(|line| line.strip_prefix("Hint: ")).expect("a hint");
    assert!(Board::new().is_valid_text_move(text).is_some(), "{text}");
    assert!(gui.ask("bk").windows(2).any(|two| two[0].starts_with(' ') && two[1].is_empty()));
    assert!(has(&gui.ask("usermove e2e4"), "move "));
    assert!(has(&gui.ask("hint"), "Hint: "));
}

#[test]
fn hints_and_analysis_use_full_strength() {
    let mut gui = Gui::new();
    // Mate in two by a rook sacrifice, which a weak player does not see.
    let mate_in_two = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    for weak in ["option Elo=800", "option Skill=2"] {
        gui.ask(&format!("{weak}\nforce\nsetboard {mate_in_two}"));
        // A tenth of a second may be too short on a busy machine; a weak player would give the same hint each time.
        assert!((0..10).any(|_| has(&gui.ask("hint"), "Hint: a1a6")), "{weak}: {:?}", gui.heard);
        gui.send("analyze");
        gui.wait_until("the mate", |line| thought(line).is_some_and(|thought| thought.score == 100_002));
        gui.ask("exit");
    }
}

// ---- options ------------------------------------------------------------------------------------------------------------

#[test]
fn option_memory_cores_set() {
    let mut gui = Gui::new();
    let fine = "memory 1\nmemory 64\nmemory -5\nmemory 0\ncores 4\ncores 0\ncores -1\ncores 1\noption MultiPV=2\noption MultiPV=1\n\
                option Null=0\noption Null=1\noption Algorithm=alphabeta\noption Algorithm=pvs\noption SafetyMargin=50\n\
                option Resign=off\noption OfferDraw=on";
    assert!(gui.ask(fine).is_empty());
    assert!(has(&gui.ask("usermove e2e4"), "move "));
}

#[test]
fn option_bad() {
    let mut gui = Gui::new();
    for text in [
        "memory",
        "memory x",
        "cores",
        "cores x",
        "option",
        "option X=abc",
        "option MultiPV=abc",
        "option MultiPV=",
        "option Null=maybe",
        "option =",
        "option Algorithm=perft",
    ] {
        let lines = gui.ask(text);
        assert!(lines.len() == 1 && lines[0].starts_with("Error ("), "{text}: {lines:?}");
    }
    assert!(has(&gui.ask("usermove e2e4"), "move "));
}

/// Out-of-range values are set to the nearest bound, with a remark.
#[test]
fn option_out_of_range() {
    let mut gui = Gui::new();
    for (option, said) in [
        ("MultiPV=9999999999999999999999", "# MultiPV 9999999999999999999999: 64 is the maximum"),
        ("SafetyMargin=-1", "# SafetyMargin -1: 0 is the minimum"),
        ("Elo=100", "# Elo 100: 800 is the minimum"),
    ] {
        assert_eq!(gui.ask(&format!("option {option}")), [said]);
    }
}

/// A file name may contain quotes, but the option lines stay readable.
#[cfg(unix)]
#[test]
fn option_with_quotes() {
    let folder = std::env::temp_dir().join(format!("alula-cecp-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let name = folder.join("a\"b option=1.bin").display().to_string();
    std::fs::write(&name, [0; 16]).expect("a file");
    let is_readable = |line: &&String| !line.starts_with("feature option=") || line.matches('"').count() == 2;
    for (start, word) in [(&["xboard"][..], "option BookFile="), (&[][..], "book ")] {
        let mut gui = Gui::start(start);
        gui.send(&format!("{word}{name}\nxboard\nprotover 2"));
        gui.wait_for("feature done=1");
        assert!(gui.heard.iter().all(|line| is_readable(&line)), "{:?}", gui.heard);
        let refused = "Error (a value cannot have double quotes): option BookFile=";
        assert_eq!(has(&gui.heard, refused), word.starts_with("option"), "{:?}", gui.heard);
    }
    std::fs::remove_dir_all(&folder).expect("it goes");
}

/// Commands sent by Scid.
#[test]
fn ponder_on_and_off() {
    let mut gui = Gui::new();
    gui.send("ponder on\nst 0.15\nusermove e2e4");
    gui.wait_for_move();
    let line = gui.wait_until("a line", |line| thought(line).is_some());
    assert!(gui.ask("ponder off").iter().all(|line| thought(line).is_some()), "{line}");
    assert!(gui.is_silent(ms(300)));
    assert!(has(&gui.ask("ponder maybe"), "Error ("));
}

#[test]
fn st_0_is_the_least_time() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("st 0"), ["# st 0: 1 ms is the minimum"]);
    assert!(has(&gui.ask("usermove e2e4"), "move "));
}

#[test]
pub fn pause_resume() {
    let mut gui = Gui::new();
    let lines = gui.ask("st 0.3\nusermove e2e4\npause");
    assert!(!has(&lines, "move "), "the engine answers a ping during a pause");
    assert!(gui.is_silent(ms(500)), "the pause exceeds the time of the move");
    gui.send("resume");
    gui.wait_for_move();
    gui.ask("pause\nresume\npause");
    assert!(has(&gui.ask("usermove d2d4"), "move "), "a move ends a pause");
    gui.ask("analyze");
    gui.wait_until("analysis", |line| thought(line).is_some());
    gui.ask("pause");
    assert!(gui.is_silent(ms(100)));
    gui.ask("resume");
    gui.wait_until("analysis", |line| thought(line).is_some());
}

/// A pause does not change the order of the answers to `ping`.
#[test]
fn pongs_stay_in_order_around_a_pause() {
    let mut gui = Gui::new();
    gui.send("st 3600\nusermove e2e4\nping 901\npause\nping 902");
    gui.wait_until("pong 902", |line| line == "pong 902");
    let pongs: Vec<&String> = gui.heard.iter().filter(|line| line.starts_with("pong 9")).collect();
    assert_eq!(pongs, ["pong 901", "pong 902"]);
    assert!(has(&gui.ask("resume\n?"), "move "));
}

/// The engine handles the lines after `?` only after its move. One of them starts a search, and the next ends it.
#[test]
fn queued_lines_apply_in_order() {
    let mut gui = Gui::new();
    gui.send("st 3600\nusermove e2e4");
    gui.wait_until("a line", |line| thought(line).is_some());
    let lines = gui.ask("?\nforce\ngo\nforce");
    assert_eq!(lines.iter().filter(|line| line.starts_with("move ")).count(), 1, "{lines:?}");
    let lines = gui.ask("go\n?\nundo\ngo\ntime 100\n?");
    assert!(has(&lines, "move "), "{lines:?}");
}

/// The helper threads also pause.
#[test]
fn pause_stops_all_threads() {
    let mut gui = Gui::new();
    gui.ask("cores 2\nanalyze");
    gui.wait_until("a deep line", |line| thought(line).is_some_and(|thought| thought.depth >= 8));
    gui.ask("pause");
    let nodes = |gui: &mut Gui| {
        let lines = gui.ask(".");
        let status = lines.iter().find(|line| line.starts_with("stat01: ")).expect("the status");
        status.split(' ').nth(2).expect("a number of nodes").to_string()
    };
    // Threads notice a pause within about a millisecond.
    sleep(ms(100));
    let before = nodes(&mut gui);
    sleep(ms(300));
    assert_eq!(nodes(&mut gui), before);
    gui.ask("resume");
    // The first line may report nodes that were searched before the pause.
    while nodes(&mut gui) == before {
        gui.wait_until("analysis", |line| thought(line).is_some());
    }
}

/// A setting that arrives during a pause waits for the engine's move, and does not cancel it.
#[test]
fn a_setting_in_a_pause_waits_for_the_move() {
    for line in ["option MultiPV=2", "cores 1", "memory 8", "exclude a2a3"] {
        let mut gui = Gui::new();
        let lines = gui.ask(&format!("st 3600\nusermove e2e4\npause\n{line}"));
        assert!(!has(&lines, "move "), "{line}: {lines:?}");
        gui.send("resume\n?");
        gui.wait_for_move();
    }
}

/// Rejected lines do not stop the search.
#[test]
fn a_refused_line_does_not_stop_the_search() {
    let mut gui = Gui::new();
    for line in ["setboard garbage", "remove", "undo", "variant losers", "variant", "usermove e2e5", "e2e5"] {
        let first = gui.heard.len();
        gui.send("new\nforce\nst 3600\ngo");
        gui.wait_until("thinking output", |line| thought(line).is_some());
        gui.send(line);
        gui.wait_until("a refusal", |line| {
            ["Error", "Illegal", "tellusererror", "move "].iter().any(|begin| line.starts_with(begin))
        });
        // The search goes on: it completes more depths.
        let depth = thoughts(&gui.heard[first..]).last().expect("thinking output").depth;
        let next = gui.wait_until("a deeper line, or a move", |line| {
            line.starts_with("move ") || thought(line).is_some_and(|thought| thought.depth > depth + 1)
        });
        assert!(!has(&gui.heard[first..], "move "), "{line}: {next}");
        gui.send("?");
        gui.wait_for_move();
    }
}

#[test]
fn variant_unknown() {
    let mut gui = Gui::new();
    for name in ["crazyhouse", "", "xyzzy", "normal960"] {
        assert!(has(&gui.ask(&format!("new\nvariant {name}")), "Error (unsupported variant)"), "{name}");
    }
    assert!(has(&gui.ask("new\nvariant normal\nst 0.05\nusermove e2e4"), "move "));
}

#[test]
fn frc_castling_and_game() {
    let fen = "1r3k1r/pppppppp/8/8/8/8/PPPPPPPP/1R3K1R w KQkq - 0 1";
    let mut gui = Gui::new();
    gui.send(&format!("variant fischerandom\nforce\nsetboard {fen}"));
    let mut model = Board::new();
    model.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("legal").setup);
    assert_eq!(probe(&mut gui), legal_sans(&mut model));
    for castling in ["O-O", "O-O-O", "f1h1", "f1b1"] {
        assert!(gui.ask(&format!("usermove {castling}")).is_empty(), "{castling}");
        gui.ask("undo");
    }
    gui.ask("exclude all\ninclude O-O");
    assert!(has(&gui.ask("go"), "move O-O"));
    let lines = gui.ask("new\nst 0.05\nforce\nsetboard 1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 0 1\nusermove O-O");
    assert!(has(&lines, "Illegal move"), "'new' restores normal chess: {lines:?}");
}

#[test]
fn log_file() {
    let name = std::env::temp_dir().join(format!("alula-log-{}.txt", std::process::id()));
    let mut gui = Gui::start(&["xboard", "--log", &name.to_string_lossy()]);
    gui.send("protover 2\nnew\nst 0.05\nusermove e2e4");
    gui.wait_for_move();
    gui.quit();
    let text = std::fs::read_to_string(&name).expect("the transcript");
    let _ = std::fs::remove_file(&name);
    for line in [" < protover 2", " > feature done=1", " < usermove e2e4", " > move ", " < quit"] {
        assert_eq!(text.matches(line).count(), 1, "{line} in {text}");
    }
}

// ---- the end ------------------------------------------------------------------------------------------------------------

#[test]
fn quit_in_every_state() {
    for state in STATES {
        let mut gui = Gui::new();
        (state.enter)(&mut gui);
        gui.quit();
    }
}

#[test]
fn eof_in_every_state() {
    for state in STATES {
        let mut gui = Gui::new();
        (state.enter)(&mut gui);
        gui.close_input();
        gui.ends_well();
    }
}

#[test]
fn eof_of_the_output() {
    for state in ["analyze", "new\nhard\nst 60\nusermove e2e4"] {
        let mut gui = Gui::new();
        gui.close_output();
        gui.send(state);
        for _ in 0..20 {
            gui.send(".\nping 1");
            sleep(ms(5));
        }
        gui.ends_well();
    }
}

#[cfg(unix)]
#[test]
fn signals_in_every_state() {
    let kill = |gui: &Gui, signal: &str| {
        let id = gui.id().to_string();
        let status = std::process::Command::new("kill").args([signal, &id]).status().expect("there is a kill command");
        assert!(status.success());
    };
    for state in STATES {
        for signal in ["-TERM", "-HUP"] {
            let mut gui = Gui::new();
            (state.enter)(&mut gui);
            kill(&gui, "-INT");
            sleep(ms(30));
            assert!(gui.is_running(), "{}", state.name);
            kill(&gui, signal);
            gui.ends_well();
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn idle_costs_no_processor_time() {
    let ticks = |gui: &Gui| -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", gui.id())).expect("the process lives");
        let fields: Vec<&str> = text.rsplit(')').next().expect("a name").split_whitespace().collect();
        fields[11].parse::<u64>().expect("a number") + fields[12].parse::<u64>().expect("a number")
    };
    for state in [
        "force",
        "new",
        "new\nst 0.02\nusermove e2e4",
        "st 60\nusermove e2e4\npause",
        "st 60\nusermove e2e4\npause\nmemory 8",
        "analyze\npause",
        "force\nsetboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\nanalyze",
        "edit",
    ] {
        let mut gui = Gui::new();
        // On a busy machine the move takes longer.
        gui.ask(state);
        sleep(ms(150));
        let before = ticks(&gui);
        sleep(ms(250));
        assert!(ticks(&gui) - before <= 3, "{state}");
    }
}

// ---- junk ---------------------------------------------------------------------------------------------------------------

#[test]
fn junk_lines() {
    let mut gui = Gui::new();
    gui.send_bytes(b"\n\n   \n\r\n\t\n");
    gui.send_bytes(&[b"usermove \xff\xfe\n".as_slice(), b"\0\0\0\n", &[0x80; 300], b"\n"].concat());
    gui.send_bytes(
        &[
            vec![b'x'; 1 << 20],
            b"\nusermove ".to_vec(),
            vec![b'e'; 1 << 20],
            b"\nsetboard ".to_vec(),
            vec![b'8'; 1 << 20],
            b"\n".to_vec(),
        ]
        .concat(),
    );
    gui.send_bytes(&(0..=255).filter(|byte| *byte != b'\n').collect::<Vec<u8>>());
    gui.send_bytes(b"\n");
    gui.ask("");
    assert!(gui.heard.iter().all(|line| line.len() < 1000));
    assert!(has(&gui.ask("usermove e2e4"), "move "));
    gui.quit();
}

#[test]
fn junk_arguments_of_every_word() {
    let mut gui = Gui::new();
    for name in usages(WORDS).into_iter().flat_map(|word| word.names.split(' ')).filter(|name| *name != "quit") {
        for argument in
            ["", "x", "-1", "99999999999999999999", "1 2 3 4 5 6 7 8 9", "é\u{0}\u{7f}", "= = =", "all all", "{"]
        {
            gui.ask(&format!("st 0\n{name} {argument}"));
        }
    }
    gui.ask("new\nforce\nexit\nresume");
    assert_eq!(probe(&mut gui), legal_sans(&mut Board::new()));
}

#[test]
fn junk_ten_thousand_random_lines() {
    let mut gui = Gui::new();
    let mut random = 20_260;
    let console = usages(alula::ui::dialogues::CONSOLE_WORDS);
    let words: Vec<&str> = console
        .into_iter()
        .chain(usages(WORDS))
        .flat_map(|word| word.names.split(' '))
        .filter(|name| !["quit", "analyze", "hint"].contains(name))
        .collect();
    for _ in 0..100 {
        let mut batch = String::from("st 0\n");
        for _ in 0..100 {
            random = mixed(random);
            let word = words[random as usize % words.len()];
            let letters: String =
                (0..random >> 32 & 15).map(|i| (b' ' + (mixed(random ^ i) % 95) as u8) as char).collect();
            batch += &if random >> 40 & 1 == 0 { format!("{word} {letters}\n") } else { format!("{letters}\n") };
        }
        gui.ask(&format!("{batch}\nexit\nst 0\nresume\nforce\nedit\n."));
    }
    gui.ask("new\nforce\nexit\nnew\nforce");
    assert_eq!(probe(&mut gui), legal_sans(&mut Board::new()));
    gui.quit();
}

#[test]
fn junk_bursts() {
    let mut gui = Gui::new();
    for burst in [
        "usermove e2e4\nundo\nforce",
        "go\n?\n?\nforce",
        "usermove e2e4\nforce\nnew",
        "hard\nusermove e2e4\nnew\neasy",
        "analyze\nexit\nanalyze\nnew\nexit",
        "?\nforce",
        "go\ngo\nresult *",
        "usermove e2e4\nsetboard x\nforce\nnew",
        "usermove e2e4\nremove\nforce\nnew",
    ] {
        gui.ask(&format!("new\nst 0.05\n{burst}"));
        gui.ask("new\nforce");
        assert_eq!(probe(&mut gui), legal_sans(&mut Board::new()), "{burst}");
    }
    // A move and `undo` in one burst: the engine must not answer in between.
    for _ in 0..50 {
        let lines = gui.ask("new\nst 0.05\nnopost\nusermove e2e4\nundo\nforce");
        let answered = has(&lines, "move ");
        assert!(!answered, "{lines:?}");
    }
}

// ---- every command in every state ---------------------------------------------------------------------------------------

/// A state of the protocol, and the commands that lead there from a new game.
struct State {
    name: &'static str,
    enter: fn(&mut Gui),
}

const STATES: [State; 9] = [
    State { name: "waiting", enter: |_| {} },
    State { name: "force", enter: |gui| gui.send("force") },
    State { name: "thinking", enter: |gui| gui.send("st 3600\nusermove e2e4") },
    State {
        name: "pondering",
        enter: |gui| {
            start_pondering(gui);
        },
    },
    State { name: "analysing", enter: |gui| gui.send("analyze") },
    State { name: "paused", enter: |gui| gui.send("pause") },
    State {
        name: "paused while thinking",
        enter: |gui| {
            gui.send("st 3600\nusermove e2e4\npause");
            gui.ask("");
        },
    },
    State { name: "game over", enter: |gui| gui.send("force\nsetboard 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo") },
    State { name: "editing", enter: |gui| gui.send("edit\n#\nKe1") },
];

/// Sends every command in one state.
fn every_command_while(name: &str) {
    let state = STATES.iter().find(|state| state.name == name).expect("a state");
    let mut commands: Vec<String> = usages(WORDS)
        .into_iter()
        .flat_map(|word| word.names.split(' '))
        .filter(|name| !["quit", "ping"].contains(name))
        .map(String::from)
        .collect();
    let with_arguments = [
        "usermove d7d5",
        "usermove e2e4",
        "e2e4",
        "usermove a1a5",
        "result 1-0 {x}",
        "level 40 5 0",
        "st 1",
        "sd 3",
        "nps 100",
        "time 100",
        "otim 100",
        "memory 8",
        "cores 2",
        "option Null=0",
        "option MultiPV=2",
        "exclude e2e4",
        "include all",
        "variant fischerandom",
        "accepted ping",
        "name x",
        "c",
        "#",
        "Pa4",
        "unknown",
        "",
    ];
    let setboard = format!("setboard {MIDDLEGAME}");
    commands.extend(with_arguments.map(String::from));
    commands.extend([setboard, "setboard x".into()]);
    let small = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
    let mut gui = Gui::new();
    for command in &commands {
        gui.send("new\nexit\nnew\nvariant normal\nmemory 16\ncores 1\noption MultiPV=1\noption Null=1\nst 0.05\neasy\nresume");
        (state.enter)(&mut gui);
        gui.send(command);
        // In every state the engine obeys `?` and answers the ping.
        gui.ask("?\nresume");
        let lines = gui.ask(&format!("force\nexit\nforce\nvariant normal\nsetboard {small}"));
        assert!(!has(&lines, "Illegal") && !has(&lines, "move "), "{name} {command}: {lines:?}");
        assert_eq!(probe(&mut gui), legal_sans(&mut board(small)), "{name} {command}");
    }
    gui.quit();
}

#[test]
fn every_command_while_waiting() {
    every_command_while("waiting");
}

#[test]
fn every_command_in_force_mode() {
    every_command_while("force");
}

#[test]
fn every_command_while_thinking() {
    every_command_while("thinking");
}

#[test]
fn every_command_while_pondering() {
    every_command_while("pondering");
}

#[test]
fn every_command_while_analysing() {
    every_command_while("analysing");
}

#[test]
fn every_command_while_paused() {
    every_command_while("paused");
}

#[test]
fn every_command_while_paused_and_thinking() {
    every_command_while("paused while thinking");
}

#[test]
fn every_command_when_the_game_is_over() {
    every_command_while("game over");
}

#[test]
fn every_command_while_editing() {
    every_command_while("editing");
}

// ---- a model ------------------------------------------------------------------------------------------------------------

/// The legal moves in the engine's position, as its analysis shows them: one line of depth 1 for each.
fn probe(gui: &mut Gui) -> BTreeSet<String> {
    gui.ask("force");
    let first = gui.heard.len();
    gui.ask("post\noption MultiPV=64\nanalyze");
    // Without legal moves, or with a mating move, there is no second depth.
    let deep = |line: &String| thought(line).is_some_and(|thought| thought.depth == 2);
    // A slow machine may need a long time for the first line.
    let patience = |gui: &Gui| ms(if thoughts(&gui.heard[first..]).is_empty() { 6000 } else { 1000 });
    while !gui.heard[first..].iter().any(deep) && gui.line_within(patience(gui)).is_some() {}
    gui.ask("exit\noption MultiPV=1");
    let lines = thoughts(&gui.heard[first..]).into_iter().filter(|thought| thought.depth == 1);
    lines.map(|thought| thought.pv[0].clone()).collect()
}

fn legal_sans(model: &mut Board) -> BTreeSet<String> {
    let moves = model.legal_moves();
    moves.iter().map(|mv| model.san(*mv)).collect()
}

/// Sends random commands, with the library's own Board as a model of their effects.
struct Soak {
    gui: Gui,
    model: Box<Board>,
    engine_side: Option<Side>,
    random: u64,
}

impl Soak {
    fn below(&mut self, n: usize) -> usize {
        self.random = mixed(self.random);
        (self.random >> 20) as usize % n
    }

    fn is_over(&mut self) -> bool {
        laws::outcome(&self.model).is_some()
    }

    /// Handles the engine's answer to lines after which it may have moved.
    fn take_answer(&mut self, lines: &[String]) {
        let moves: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("move ")).collect();
        let to_move = self.engine_side == Some(self.model.next_move) && !self.is_over();
        assert_eq!(moves.len(), usize::from(to_move), "{lines:?} in {}", self.model.fen());
        for text in moves {
            let mv = self.model.is_valid_text_move(text).unwrap_or_else(|| panic!("{text} in {}", self.model.fen()));
            self.model.play(mv);
        }
        let claimed = lines.iter().any(|line| line.contains(" {"));
        assert_eq!(
            claimed,
            to_move && self.is_over() || !to_move && self.engine_side.is_some() && self.is_over(),
            "{lines:?}"
        );
    }

    fn set_up(&mut self, fen: &str) {
        self.model.init_from_setup(&read_fen(fen).expect("legal").setup);
    }

    /// Commands that do not change the game.
    fn neutral(&mut self) {
        let words = [
            "post",
            "nopost",
            "hard",
            "easy",
            "time 5",
            "otim 100",
            "level 40 1 0",
            "st 0",
            "sd 2",
            "sd 1",
            "bk",
            "hint",
            ".",
            "?",
            "name Anna",
            "rating 1 2",
            "computer",
            "random",
            "memory 4",
            "cores 2",
            "option Null=1",
            "option History=0",
            "accepted x",
            "rejected y",
            "draw",
            "pause\nresume",
            "setboard nonsense",
            "usermove a1a1",
            "frobnicate",
            "nps 1000000",
            "xboard",
            "protover 2",
            "exclude a1a1",
            "include all",
            "egtpath syzygy /tmp",
            "edit\n#\nKe1\n.",
            "ics -",
        ];
        let word = words[self.below(words.len())];
        let lines = self.gui.ask(word);
        assert!(!has(&lines, "move "), "{word}: {lines:?}");
        self.gui.send("st 0\nsd 2\noption History=1");
    }

    fn step(&mut self) {
        match self.below(20) {
            0..=7 => self.usermove(),
            8 | 9 => self.undo("undo", 1),
            10 => self.undo("remove", 2),
            11 => {
                let fens = [
                    START_FEN,
                    KIWIPETE,
                    MIDDLEGAME,
                    "8/P6k/8/8/8/8/p6K/8 b - - 0 1",
                    "4k3/8/8/8/8/8/8/R3K2R w KQ - 97 90",
                ];
                let fen = fens[self.below(fens.len())];
                self.gui.ask(&format!("setboard {fen}"));
                self.set_up(fen);
            }
            12 => {
                self.gui.ask("force");
                self.engine_side = None;
            }
            13 => {
                let lines = self.gui.ask("go");
                self.engine_side = Some(self.model.next_move);
                self.take_answer(&lines);
            }
            14 => {
                self.gui.ask("playother");
                self.engine_side = Some(self.model.next_move.other());
            }
            15 if self.below(4) == 0 => {
                self.gui.ask("new\nst 0\nsd 2");
                self.set_up(START_FEN);
                self.engine_side = Some(Side::Black);
            }
            16 if self.below(4) == 0 => {
                let (shown, legal) = (probe(&mut self.gui), legal_sans(&mut self.model));
                // If there are more than 64 moves, the best 64 are shown.
                let all_are_legal = shown.is_subset(&legal) && shown.len() == legal.len().min(64);
                assert!(all_are_legal, "{}: {shown:?}, not {legal:?}", self.model.fen());
                self.gui.ask("st 0\nsd 2");
                self.engine_side = None;
            }
            _ => self.neutral(),
        }
    }

    fn usermove(&mut self) {
        let moves = self.model.legal_moves();
        if moves.is_empty() {
            return;
        }
        let mv = moves[self.below(moves.len())];
        let lines = self.gui.ask(&format!("usermove {mv}"));
        if self.engine_side == Some(self.model.next_move) {
            assert!(has(&lines, "Illegal move"), "{mv}: {lines:?}");
            return;
        }
        assert!(!has(&lines, "Illegal move"), "{mv} in {}: {lines:?}", self.model.fen());
        let drawn_before = self.is_over();
        self.model.play(mv);
        if drawn_before {
            // Whether the engine plays on after a draw depends on the side that claimed it, so a new game is simpler.
            self.gui.ask("new\nforce\nst 0\nsd 2");
            self.set_up(START_FEN);
            self.engine_side = None;
            return;
        }
        self.take_answer(&lines);
    }

    fn undo(&mut self, word: &str, plies: usize) {
        let lines = self.gui.ask(word);
        assert!(!has(&lines, "move "), "{lines:?}");
        let possible = self.model.end_of_game >= plies;
        assert_eq!(has(&lines, "Error (command not legal now)"), !possible, "{lines:?}");
        if possible {
            for _ in 0..plies {
                self.model.undo();
            }
        }
    }
}

fn soak(seed: u64, steps: usize) {
    let mut soak = Soak { gui: Gui::new(), model: Board::new(), engine_side: Some(Side::Black), random: seed };
    soak.gui.send("option Resign=off\noption OfferDraw=off\nst 0\nsd 2");
    for _ in 0..steps {
        soak.step();
    }
    soak.gui.ask("force\nresume");
    let expected = legal_sans(&mut soak.model);
    assert_eq!(probe(&mut soak.gui), expected, "{}", soak.model.fen());
    soak.gui.quit();
}

#[test]
fn soak_of_random_commands() {
    for seed in 1..=4 {
        soak(seed, 800);
    }
}

#[test]
#[ignore = "slow: ten times as many commands"]
fn long_soak_of_random_commands() {
    for seed in 100..140 {
        soak(seed, 800);
    }
}

#[test]
fn outcome_words_are_those_of_the_protocol() {
    for (outcome, line) in [
        (Outcome::Mate(Side::White), "1-0 {White mates}"),
        (Outcome::Stalemate, "1/2-1/2 {Stalemate}"),
        (Outcome::Material, "1/2-1/2 {Insufficient material}"),
        (Outcome::Repetition, "1/2-1/2 {Draw by repetition}"),
        (Outcome::FiftyMoves, "1/2-1/2 {Draw by fifty-move rule}"),
    ] {
        assert_eq!(alula::ui::show::outcome(outcome), line);
    }
}
