//! Tests of the Universal Chess Interface through pipes with the real program: every command, every form of `go`, every
//! option, commands that cross an answer, thousands of moves, and junk.
//!
//! Timeouts are generous, and so are the tolerances for the time of a move and for the margin.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::gui::Gui;
use alula::board::Board;
use alula::command::usages;
use alula::hash::split_mix;
use alula::modern::network::Network;
use alula::readfen::{Rules, START_FEN, read_fen_by};
use alula::searcher::laws;
use alula::train::datagen::{DatagenPlan, SelfPlayer, Shard};
use alula::ui::uci::info::wdl;
use alula::ui::uci::words::WORDS;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const MATE_IN_1: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1";
const STALEMATE: &str = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1";
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn board(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
    board
}

/// Starts the engine and completes the handshake.
fn start() -> Gui {
    let mut gui = Gui::start(&["uci"]);
    gui.send("uci");
    gui.wait_until("uciok", |line| line == "uciok");
    gui
}

fn at(fen: &str) -> Gui {
    let mut gui = start();
    gui.send(&format!("position fen {fen}"));
    gui
}

/// Sends lines; returns the lines before the next `readyok`.
fn ready(gui: &mut Gui, lines: &str) -> Vec<String> {
    let first = gui.heard.len();
    gui.send(&format!("{lines}\nisready"));
    gui.wait_until("readyok", |line| line == "readyok");
    gui.heard[first..gui.heard.len() - 1].to_vec()
}

/// Sends lines; returns all lines up to the answer of a search, and the move.
fn answer(gui: &mut Gui, lines: &str) -> (Vec<String>, String) {
    let first = gui.heard.len();
    gui.send(lines);
    let best = gui.wait_for("bestmove ");
    let mv = best.split(' ').nth(1).expect("a move").to_string();
    (gui.heard[first..gui.heard.len() - 1].to_vec(), mv)
}

fn answers(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// The `info` lines with a score, as names and values; the principal variation is one value.
fn infos(lines: &[String]) -> Vec<BTreeMap<String, String>> {
    lines.iter().filter(|line| line.contains(" score ")).map(|line| info(line)).collect()
}

fn info(line: &str) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let mut words = line.split(' ').skip(1).peekable();
    while let Some(name) = words.next() {
        let value = match name {
            "pv" => words.by_ref().collect::<Vec<_>>().join(" "),
            "lowerbound" | "upperbound" => String::new(),
            "score" => format!("{} {}", words.next().expect(line), words.next().expect(line)),
            "wdl" => (0..3).map(|_| words.next().expect(line)).collect::<Vec<_>>().join(" "),
            _ => words.next().expect(line).into(),
        };
        assert!(fields.insert(name.to_string(), value).is_none(), "{name} occurs twice: {line}");
    }
    fields
}

fn number(info: &BTreeMap<String, String>, name: &str) -> i64 {
    info.get(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{name} in {info:?}"))
}

/// Number of nodes at the end of a search.
fn nodes(lines: &[String]) -> i64 {
    infos(lines).last().map_or(0, |info| number(info, "nodes"))
}

fn last_score(lines: &[String]) -> String {
    infos(lines).last().expect("a score")["score"].clone()
}

fn is_legal(fen: &str, mv: &str) -> bool {
    board(fen).read_move(mv).is_ok()
}

fn plays_through(board: &mut Board, pv: &str) -> bool {
    pv.split(' ').all(|text| board.read_move(text).map(|mv| board.play(mv)).is_ok())
}

/// The legal moves according to the engine's `go perft 1`, to check its position.
fn probe(gui: &mut Gui) -> Vec<String> {
    let first = gui.heard.len();
    gui.send("go perft 1");
    gui.wait_for("Nodes searched: ");
    let lines = &gui.heard[first..];
    let counted = lines.iter().filter(|line| !line.starts_with("Nodes searched"));
    let mut moves: Vec<String> = counted.filter_map(|line| Some(line.strip_suffix(": 1")?.to_string())).collect();
    moves.sort();
    moves
}

fn legal(fen: &str) -> Vec<String> {
    let mut moves: Vec<String> = board(fen).legal_moves().iter().map(|mv| mv.to_string()).collect();
    moves.sort();
    moves
}

// ---- start ----------------------------------------------------------------------------------------------------------

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let mut gui = Gui::start(&["uci"]);
    assert!(gui.is_silent(ms(300)), "the engine sends nothing before the first command");
    gui.send("uci");
    gui.wait_until("uciok", |line| line == "uciok");
    let lines: Vec<&str> = gui.heard.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    assert!(lines[0].starts_with("id name Alula ") && lines[1].starts_with("id author "), "{lines:?}");
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")), "{lines:?}");
    gui.quit();
}

#[test]
fn the_word_may_be_the_first_line_of_the_console() {
    let mut gui = Gui::start(&[]);
    gui.send("uci\nisready");
    gui.wait_until("uciok", |line| line == "uciok");
    gui.wait_until("readyok", |line| line == "readyok");
    assert_eq!(gui.heard.iter().filter(|line| *line == "uciok").count(), 1);
    let lines = ready(&mut gui, "perft 1\nxboard\nhelp");
    assert!(
        lines.len() == 3 && lines.iter().all(|line| line.contains("unknown command")),
        "the switch to UCI is permanent: {lines:?}"
    );
    gui.quit();
}

fn offered(gui: &mut Gui) -> Vec<String> {
    let first = gui.heard.len();
    gui.send("uci");
    gui.wait_until("uciok", |line| line == "uciok");
    gui.heard[first..].iter().filter_map(|line| Some(line.strip_prefix("option name ")?.to_string())).collect()
}

/// The default value of an option.
fn value_of(gui: &mut Gui, name: &str) -> String {
    let offered = offered(gui);
    let line = offered.iter().find_map(|line| line.strip_prefix(&format!("{name} type "))).expect(name);
    let value = line.split_once(" default ").expect(line).1;
    value.split(" min ").next().and_then(|text| text.split(" var ").next()).expect(line).into()
}

#[test]
fn options_are_well_formed() {
    let mut gui = start();
    let options = offered(&mut gui);
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Ponder",
        "Clear Hash",
        "UCI_Chess960",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_ShowWDL",
        "UCI_AnalyseMode",
        "SyzygyPath",
        "OwnBook",
        "BookFile",
        "EvalFile",
        "Move Overhead",
        "Algorithm",
        "Skill Level",
    ] {
        assert!(options.iter().any(|line| line.starts_with(&format!("{name} type "))), "{name} in {options:?}");
    }
    assert!(options.len() < 25, "a person can read the list: {}", options.len());
    gui.send("setoption name Laboratory value true");
    let all = offered(&mut gui);
    assert!(all.len() > 100 && all.iter().any(|line| line.starts_with("NullReduction ")), "{}", all.len());
    for line in all {
        let (name, shape) = line.split_once(" type ").expect(&line);
        assert!(!name.is_empty());
        let (kind, value) = shape.split_once(" default ").unwrap_or((shape, ""));
        match kind {
            "check" => assert!(["true", "false"].contains(&value), "{line}"),
            "spin" => {
                let numbers: Vec<i64> = value.split([' ']).filter_map(|word| word.parse().ok()).collect();
                assert!(numbers.len() == 3 && numbers[1] <= numbers[0] && numbers[0] <= numbers[2], "{line}");
            }
            "combo" => {
                let mut names = value.split(" var ");
                let now = names.next();
                assert!(names.any(|name| Some(name) == now), "{line}");
            }
            "string" => assert!(!value.is_empty(), "{line}"),
            _ => assert_eq!(shape, "button"),
        }
    }
}

#[test]
fn line_ends_and_blanks_do_not_matter() {
    let mut gui = start();
    gui.send_bytes(b"  position   startpos   moves  e2e4 \t e7e5 \r\n\r\n\n   go   depth  2  \r\n");
    let best = gui.wait_for("bestmove ");
    let mut board = Board::new();
    assert!(plays_through(&mut board, "e2e4 e7e5") && board.read_move(best.split(' ').nth(1).expect("a move")).is_ok());
}

#[test]
fn every_word_of_the_table_is_known() {
    let mut gui = start();
    for usage in usages(WORDS).into_iter().filter(|usage| !["quit", "go", "uci", "bench"].contains(&usage.name())) {
        let lines = ready(&mut gui, usage.name());
        assert!(!lines.iter().any(|line| line.contains("unknown command")), "{}: {lines:?}", usage.name());
    }
}

// ---- go -------------------------------------------------------------------------------------------------------------

#[test]
fn go_depth_and_nodes_and_time() {
    let mut gui = at(MIDDLEGAME);
    let (lines, mv) = answer(&mut gui, "go depth 4");
    assert!(is_legal(MIDDLEGAME, &mv));
    assert_eq!(infos(&lines).iter().map(|info| number(info, "depth")).max(), Some(4));
    let (lines, _) = answer(&mut gui, "go nodes 30000");
    assert!((20_000..=30_000).contains(&nodes(&lines)), "{lines:?}");
    for limit in ["movetime 50", "movetime 0", "depth 0", "nodes 0", "depth 2 nodes 100 movetime 1000"] {
        let (_, mv) = answer(&mut gui, &format!("go {limit}"));
        assert!(is_legal(MIDDLEGAME, &mv), "{limit}");
    }
}

#[test]
fn a_search_too_short_for_a_line_tells_the_evaluation() {
    let mut gui = at(MIDDLEGAME);
    for algorithm in ["modern", "pvs"] {
        gui.send(&format!("setoption name Algorithm value {algorithm}"));
        let (lines, mv) = answer(&mut gui, "go nodes 1");
        let told = infos(&lines);
        assert_eq!((told.len(), told[0]["depth"].as_str()), (1, "0"), "{lines:?}");
        assert!(told[0]["score"].starts_with("cp ") && !told[0].contains_key("pv"), "{lines:?}");
        assert!(is_legal(MIDDLEGAME, &mv));
        let (lines, _) = answer(&mut gui, "go nodes 3000");
        assert!(infos(&lines).iter().all(|info| info["depth"] != "0"), "{lines:?}");
    }
}

#[test]
fn go_with_clocks() {
    let mut gui = at(MIDDLEGAME);
    for clocks in [
        "wtime 1000 btime 1000",
        "wtime 1000 btime 1000 winc 10 binc 10",
        "btime 1 wtime 500 movestogo 1",
        "wtime 2000 movestogo 40",
        "wtime 0 btime 0",
        "wtime -50 btime 100",
        "wtime 1 winc 0 binc 0 btime 1 movestogo 0",
    ] {
        let (_, mv) = answer(&mut gui, &format!("go {clocks}"));
        assert!(is_legal(MIDDLEGAME, &mv), "{clocks}");
    }
    let mut gui = at(MIDDLEGAME);
    gui.send("setoption name Move Overhead value 100\ndebug on");
    let (lines, _) = answer(&mut gui, "go wtime 100 btime 60000");
    let plan = lines.iter().find(|line| line.starts_with("info string time: ")).expect("a plan");
    assert!(plan.contains("margin 100.0 ms"), "White's clock, not Black's: {plan}");
    let hard: f64 = plan.split("at most ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect(plan);
    assert!(hard <= 5.0, "{plan}");
}

/// Some GUIs send their largest number for *no limit*.
#[test]
fn the_largest_numbers_mean_no_limit() {
    for number in ["9223372036854775807", "18446744073709551615", "99999999999999999999"] {
        for limit in ["wtime", "movetime", "nodes", "depth"] {
            let mut gui = at(MIDDLEGAME);
            gui.send(&format!("setoption name MultiPV value 2\ngo {limit} {number}"));
            std::thread::sleep(ms(50));
            assert_eq!(answers(&ready(&mut gui, "")), 0, "{limit} {number}");
            let (_, best) = answer(&mut gui, "stop");
            assert!(is_legal(MIDDLEGAME, &best), "{limit} {number}: {best}");
        }
    }
}

/// The margin in the time plan of a move, in milliseconds.
fn kept_back(lines: &[String]) -> f64 {
    let plan = lines.iter().find(|line| line.starts_with("info string time: ")).expect("a plan");
    plan.split("margin ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).expect(plan)
}

/// The GUI's clock has counted 400 ms more than the engine's.
#[test]
fn lost_time_is_added_to_the_margin() {
    let mut gui = start();
    let go = |gui: &mut Gui, moves: &str, clock: u64| {
        gui.send(&format!("position startpos moves {moves}"));
        kept_back(&answer(gui, &format!("go wtime {clock} btime 60000 depth 1")).0)
    };
    gui.send("debug on");
    assert_eq!(go(&mut gui, "", 60_000), 30.0);
    assert!(go(&mut gui, "e2e4 e7e5", 59_600) < 40.0, "a single pause does not count as lag");
    let learnt = go(&mut gui, "e2e4 e7e5 g1f3 b8c6", 59_200);
    assert!((30.0 + 1.5 * 100.0..=30.0 + 1.5 * 400.0).contains(&learnt), "{learnt}");
    assert!(go(&mut gui, "e2e4 e7e5 g1f3 b8c6 b1c3 g8f6", 59_200) < learnt, "it fades");
    // In a new game the lag is unknown again.
    gui.send("ucinewgame");
    assert_eq!(go(&mut gui, "", 1_000), 30.0);
}

/// The process is suspended during a move, as when a laptop sleeps; the time for later moves does not change.
#[cfg(unix)]
#[test]
fn a_suspension_does_not_shorten_fixed_move_times() {
    let mut gui = start();
    let ms_of_a_move = |gui: &mut Gui| {
        let begin = Instant::now();
        answer(gui, "go movetime 200");
        begin.elapsed().as_millis()
    };
    gui.send("go movetime 200");
    std::thread::sleep(ms(50));
    for (signal, pause) in [("-STOP", 300), ("-CONT", 0)] {
        let done = std::process::Command::new("kill").args([signal, &gui.id().to_string()]).status();
        assert!(done.expect("the program kill").success());
        std::thread::sleep(ms(pause));
    }
    gui.wait_for("bestmove ");
    for _ in 0..5 {
        let taken = ms_of_a_move(&mut gui);
        assert!(taken >= 150, "{taken} ms");
    }
}

#[test]
fn go_mate() {
    let mut gui = at("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let (lines, mv) = answer(&mut gui, "go mate 2");
    assert_eq!((mv.as_str(), last_score(&lines).as_str()), ("a1a6", "mate 2"));
    gui.send(&format!("position fen {MATE_IN_1}"));
    let (lines, mv) = answer(&mut gui, "go mate 1");
    assert_eq!((mv.as_str(), last_score(&lines).as_str()), ("a1a8", "mate 1"));
}

#[test]
fn go_searchmoves() {
    let mut gui = at(START_FEN);
    for (moves, limit) in [("a2a3", "depth 3"), ("a2a3 h2h3", "nodes 500"), ("b1a3", "movetime 30"), ("g2g4", "")] {
        gui.send(&format!("go {limit} searchmoves {moves}"));
        if limit.is_empty() {
            assert!(ready(&mut gui, "").iter().all(|line| !line.starts_with("bestmove")));
            gui.send("stop");
        }
        let best = gui.wait_for("bestmove ");
        assert!(moves.split(' ').any(|mv| best.split(' ').nth(1) == Some(mv)), "{moves}: {best}");
    }
    let (_, mv) = answer(&mut gui, "go searchmoves a2a4 depth 2");
    assert_eq!(mv, "a2a4", "limits after the moves still apply");
    let (lines, mv) = answer(&mut gui, "go depth 3 searchmoves e2e5 b2b4");
    assert!(mv == "b2b4" && lines[0].starts_with("info string go: ignored: searchmoves e2e5 ("), "{lines:?}");
    assert_eq!(probe(&mut gui), legal(START_FEN), "searchmoves no longer applies");
    gui.send("setoption name Algorithm value pvs");
    assert_eq!(answer(&mut gui, "go depth 2 searchmoves h2h4").1, "h2h4");
}

#[test]
fn go_perft_counts_and_can_be_stopped() {
    let mut gui = at(KIWIPETE);
    gui.send("go perft 2");
    assert_eq!(gui.wait_for("Nodes searched: "), "Nodes searched: 2039");
    assert_eq!(probe(&mut gui), legal(KIWIPETE));
    gui.send("go perft 16");
    assert!(ready(&mut gui, "").iter().all(|line| !line.starts_with("Nodes searched")));
    assert!(ready(&mut gui, "stop").iter().all(|line| !line.starts_with("Nodes searched")));
    assert_eq!(probe(&mut gui), legal(KIWIPETE));
    gui.send("go perft 16");
    gui.quit();
}

/// A search without a limit never sends `bestmove` by itself, not even after the search has finished.
#[test]
fn go_infinite_waits_for_stop() {
    for fen in [MATE_IN_1, MATED, STALEMATE, "7k/8/8/8/8/8/8/K7 w - - 0 1", MIDDLEGAME] {
        for form in ["infinite", "", "infinite depth 1", "infinite wtime 10 btime 10", "infinite movetime 1"] {
            let mut gui = at(fen);
            gui.send(&format!("go {form}"));
            std::thread::sleep(ms(60));
            assert_eq!(answers(&ready(&mut gui, "")), 0, "{fen} {form}");
            let best = answer(&mut gui, "stop").1;
            assert!(if [MATED, STALEMATE].contains(&fen) { best == "(none)" } else { is_legal(fen, &best) }, "{best}");
            assert_eq!(answers(&ready(&mut gui, "stop\nponderhit\nstop")), 0);
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    for (fen, score) in [(MATED, "mate 0"), (STALEMATE, "cp 0")] {
        for limit in ["depth 3", "movetime 10", "wtime 100 btime 100", "nodes 10"] {
            let (lines, best) = answer(&mut at(fen), &format!("go {limit}"));
            assert_eq!(
                (best.as_str(), lines.last().map(String::as_str)),
                ("(none)", Some(&*format!("info depth 0 score {score}")))
            );
        }
    }
}

#[test]
fn drawn_positions_are_played_on() {
    for fen in ["7k/8/8/8/8/8/8/K7 w - - 0 1", "8/8/8/3k4/8/3K4/3P4/8 w - - 100 90"] {
        let (_, best) = answer(&mut at(fen), "go depth 3");
        assert!(is_legal(fen, &best), "{best}");
    }
    let mut gui = start();
    gui.send("position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8");
    let (lines, best) = answer(&mut gui, "go depth 5");
    assert!(is_legal(START_FEN, &best), "{best}");
    let has_an_advantage = |line: &String| line.contains(" score cp ") && !line.contains(" score cp 0 ");
    assert!(lines.iter().any(has_an_advantage), "the engine ignores the draw: {lines:?}");
}

// ---- pondering, and commands that cross the answer ------------------------------------------------------------------

#[test]
fn pondering_waits_for_ponderhit_or_stop() {
    for (fen, limit) in
        [(MIDDLEGAME, "wtime 300 btime 300"), (MATE_IN_1, "wtime 300 btime 300"), (MIDDLEGAME, "depth 2")]
    {
        for word in ["ponderhit", "stop"] {
            let mut gui = at(fen);
            gui.send(&format!("go ponder {limit}"));
            std::thread::sleep(ms(100));
            assert_eq!(answers(&ready(&mut gui, "")), 0, "{fen} {limit}");
            let (_, best) = answer(&mut gui, word);
            assert!(is_legal(fen, &best));
            assert_eq!(answers(&ready(&mut gui, "stop\nponderhit")), 0);
        }
    }
}

#[test]
fn a_ponderhit_starts_the_clock() {
    let mut gui = at(MIDDLEGAME);
    gui.send("debug on\ngo ponder wtime 2000 btime 2000");
    assert!(!ready(&mut gui, "").iter().any(|line| line.contains("string time:")));
    let (lines, _) = answer(&mut gui, "ponderhit");
    assert!(lines.iter().any(|line| line.contains("string time:")), "{lines:?}");
    // Without any limit the search continues until `stop`.
    gui.send("go ponder\nponderhit");
    std::thread::sleep(ms(50));
    assert_eq!(answers(&ready(&mut gui, "")), 0);
    answer(&mut gui, "stop");
}

#[test]
fn the_move_to_ponder_on_is_legal() {
    let mut gui = start();
    let (mut game, mut pondered) = (Board::new(), 0);
    let mut line = String::from("position startpos moves");
    for _ in 0..20 {
        gui.send(&line);
        gui.send("go depth 4");
        let best = gui.wait_for("bestmove ");
        let words: Vec<&str> = best.split(' ').collect();
        let mv = game.read_move(words[1]).expect(&best);
        game.play(mv);
        let _ = write!(line, " {mv}");
        if let [_, _, "ponder", reply] = words[..] {
            pondered += 1;
            let reply = game.read_move(reply).expect(&best);
            game.play(reply);
            let _ = write!(line, " {reply}");
        }
    }
    assert!(pondered > 15, "{pondered}");
}

#[test]
fn each_go_has_one_answer_however_the_words_cross() {
    let mut gui = start();
    let mut random = 1;
    let mut gos = 0;
    let first = gui.heard.len();
    for round in 0..150 {
        random = split_mix(random).1;
        let line = match round % 10 {
            0 => "go infinite\nstop",
            1 => "go ponder wtime 50 btime 50\nponderhit",
            2 => "go ponder wtime 50 btime 50\nponderhit\nstop",
            3 => "go ponder depth 1\nstop\nponderhit",
            4 => "go depth 1\nstop\nstop",
            5 => "go nodes 1\nponderhit\nstop",
            6 => "go movetime 5\nstop\nisready",
            7 => "go infinite\nisready\nstop",
            8 => "go ponder infinite\nponderhit\nstop",
            _ => "go mate 1\nstop",
        };
        gui.send(line);
        gos += 1;
        if random % 3 == 0 {
            std::thread::sleep(ms(random % 7));
        }
        while answers(&gui.heard[first..]) < gos {
            gui.wait_for("bestmove ");
        }
    }
    ready(&mut gui, "");
    assert_eq!(answers(&gui.heard[first..]), gos);
    gui.quit();
}

// ---- commands while the engine thinks -------------------------------------------------------------------------------

#[test]
fn isready_is_answered_at_any_time() {
    let mut gui = start();
    for state in ["", "go infinite", "go ponder wtime 1000 btime 1000", "go movetime 60000", "go perft 12"] {
        gui.send(state);
        for _ in 0..5 {
            assert_eq!(answers(&ready(&mut gui, "")), 0, "{state}");
        }
        ready(&mut gui, "stop");
    }
}

#[test]
fn lines_wait_for_the_end_of_a_limited_search() {
    let mut gui = start();
    let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    gui.send(&format!("go nodes 2000\nposition fen {fen}\nsetoption name MultiPV value 2\ngo depth 2"));
    let first = gui.wait_for("bestmove ");
    assert!(is_legal(START_FEN, first.split(' ').nth(1).expect("a move")), "{first}");
    let (lines, best) = answer(&mut gui, "");
    assert!(is_legal(fen, &best) && lines.iter().any(|line| line.contains(" multipv 2 ")), "{lines:?}");
}

/// `stop` ends the running search and the searches queued behind it, in order; other queued lines are executed.
#[test]
fn stop_also_ends_queued_searches() {
    let mut gui = at(MIDDLEGAME);
    gui.send("go depth 60\nposition startpos\ngo infinite");
    gui.send("position startpos moves e2e4\nsetoption name Hash value 2\ngo perft 14\ngo movetime 60000\nstop");
    for fen in [MIDDLEGAME, START_FEN, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"] {
        let best = gui.wait_for("bestmove ");
        assert!(is_legal(fen, best.split(' ').nth(1).expect("a move")), "{fen}: {best}");
    }
    assert_eq!(answers(&ready(&mut gui, "")), 0);
    assert!(!gui.heard.iter().any(|line| line.starts_with("Nodes searched")));
    assert_eq!(value_of(&mut gui, "Hash"), "2");
    // `stop` does not end a search that is requested after it.
    let lines = answer(&mut gui, "position startpos\ngo depth 5").0;
    assert_eq!(infos(&lines).iter().map(|info| number(info, "depth")).max(), Some(5));
}

/// Lines after `stop` wait for the answer to `stop`. Then they apply to the search that one of them starts.
#[test]
fn lines_after_a_stop_apply_to_the_next_search() {
    let mut gui = start();
    for (lines, is_answered) in [
        ("go infinite\nstop\ngo ponder wtime 100 btime 100\nponderhit", true),
        ("go infinite\nstop\ngo infinite\nisready", false),
        ("go infinite\nstop\nstop\nposition startpos moves e2e4\ngo infinite\nisready", false),
        ("go infinite\nstop\nponderhit\nposition startpos\ngo ponder wtime 100 btime 100\nisready", false),
        ("go infinite\nstop\nbench\nstop\ngo depth 1", true),
        ("go infinite\ngo depth 60\nbench\ngo perft 9\nstop\nisready", true),
    ] {
        let first = gui.heard.len();
        let goes = lines.matches("go ").count() - lines.matches("perft").count();
        gui.send(lines);
        for _ in 0..goes - usize::from(!is_answered) {
            gui.wait_for("bestmove ");
        }
        if lines.contains("isready") && !gui.heard[first..].iter().any(|line| line == "readyok") {
            gui.wait_until("readyok", |line| line == "readyok");
        }
        if !is_answered {
            // Time for an answer that must not come.
            std::thread::sleep(ms(50));
            ready(&mut gui, "");
        }
        assert_eq!(answers(&gui.heard[first..]), goes - usize::from(!is_answered), "{lines}");
        if !is_answered {
            answer(&mut gui, "stop");
        }
    }
    // The result of the second search is known before its `stop` arrives.
    gui.send(&format!(
        "go infinite\nstop\nposition fen {MATED}\ngo infinite\nposition fen {KIWIPETE}\nstop\ngo depth 1"
    ));
    let [_, none, last] = [0; 3].map(|_| gui.wait_for("bestmove "));
    assert_eq!(none, "bestmove (none)");
    assert!(is_legal(KIWIPETE, last.split(' ').nth(1).expect("a move")), "{last}");
    gui.quit();
}

#[test]
fn lines_wait_also_while_only_stop_can_end_the_search() {
    for state in ["go infinite", "go ponder wtime 60000 btime 60000", "go mate 30"] {
        let mut gui = at(MIDDLEGAME);
        gui.send(state);
        for line in ["position startpos", "setoption name Hash value 2", "go depth 1", "position startpos moves e2e4"] {
            assert_eq!(answers(&ready(&mut gui, line)), 0, "{state} {line}");
        }
        gui.send("stop");
        for fen in [MIDDLEGAME, START_FEN] {
            let best = gui.wait_for("bestmove ");
            assert!(is_legal(fen, best.split(' ').nth(1).expect("a move")), "{state} {fen}: {best}");
        }
        assert_eq!(value_of(&mut gui, "Hash"), "2");
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        assert_eq!(probe(&mut gui), legal(after));
    }
}

/// A `ponderhit` for a queued search reaches that search.
#[test]
fn a_ponderhit_reaches_its_queued_search() {
    for first in ["go depth 8", "go perft 4"] {
        let mut gui = start();
        gui.send(&format!("{first}\ngo ponder wtime 100 btime 100\nponderhit"));
        let asked = if first.contains("perft") { 1 } else { 2 };
        (0..asked).for_each(|_| drop(gui.wait_for("bestmove ")));
        assert_eq!(answers(&ready(&mut gui, "")), 0);
    }
}

#[test]
fn the_end_comes_at_once_in_every_state() {
    for state in
        ["", "go infinite", "go ponder wtime 9000 btime 9000", "go movetime 60000", "go perft 14", "go depth 60"]
    {
        for by_word in [true, false] {
            let mut gui = at(KIWIPETE);
            gui.send(state);
            ready(&mut gui, "");
            if by_word {
                gui.send("quit");
            } else {
                gui.close_input();
            }
            gui.ends_well();
        }
    }
}

#[test]
fn a_gui_that_is_gone_ends_the_engine() {
    let mut gui = at(KIWIPETE);
    gui.send("go infinite");
    ready(&mut gui, "");
    gui.close_output();
    gui.wait_for_end();
}

// ---- info -----------------------------------------------------------------------------------------------------------

#[test]
fn info_lines_are_complete() {
    let mut gui = at(KIWIPETE);
    let (lines, best) = answer(&mut gui, "go nodes 60000");
    let all = infos(&lines);
    assert!(all.len() > 5, "{lines:?}");
    let mut nodes_before = 0;
    for (info, line) in all.iter().zip(lines.iter().filter(|line| line.contains(" score "))) {
        for name in ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time"] {
            assert!(number(info, name) >= 0, "{line}");
        }
        assert!(number(info, "seldepth") >= number(info, "depth") && number(info, "multipv") == 1, "{line}");
        assert!(number(info, "nodes") >= nodes_before && number(info, "hashfull") <= 1000, "{line}");
        nodes_before = number(info, "nodes");
        let score = &info["score"];
        assert!(score.starts_with("cp ") || score.starts_with("mate "), "{line}");
        let exact = !info.contains_key("lowerbound") && !info.contains_key("upperbound");
        match info.get("pv") {
            Some(pv) => assert!(plays_through(&mut board(KIWIPETE), pv), "{line}"),
            None => assert!(!exact, "{line}"),
        }
        assert!(!info.contains_key("wdl"), "{line}");
    }
    let bounds = all.iter().filter(|info| info.contains_key("lowerbound") || info.contains_key("upperbound"));
    assert!(bounds.count() > 0, "a score outside the window is reported: {lines:?}");
    let last = all.iter().rev().find_map(|info| info.get("pv")).expect("a line");
    assert_eq!(last.split(' ').next(), Some(best.as_str()), "the last line begins with the move");
    assert!(all.iter().any(|info| number(info, "hashfull") > 0), "the table fills");
}

/// A search may end in the middle of an iteration, just after it has found a better move, or after a fail high.
#[test]
fn the_answer_is_the_move_of_the_last_line() {
    let mut repeated = 0;
    for (algorithm, least) in [("modern", 2000), ("pvs", 100)] {
        let mut gui = at(KIWIPETE);
        gui.send(&format!("setoption name Algorithm value {algorithm}"));
        for nodes in (0..40).map(|step| least + 1501 * step) {
            let (lines, best) = answer(&mut gui, &format!("go nodes {nodes}"));
            let all = infos(&lines);
            let at = all.iter().rposition(|info| info.contains_key("pv")).expect("a line");
            let (before, last) = (&all[..at], &all[at]);
            let key = |info: &BTreeMap<String, String>| {
                let first = info["pv"].split(' ').next().unwrap_or_default();
                [&info["depth"], &info["score"], first].map(String::from)
            };
            let mut bounds = before.iter().filter(|info| info.contains_key("lowerbound"));
            if number(last, "nodes") == nodes && bounds.any(|info| key(info) == key(last)) {
                assert!(last.contains_key("lowerbound"), "{nodes} nodes: a bound is reported as exact: {lines:?}");
                repeated += 1;
            }
            let last = &last["pv"];
            assert_eq!(last.split(' ').next(), Some(best.as_str()), "{algorithm}, {nodes} nodes: {lines:?}");
            let reply = gui.heard.last().and_then(|line| line.split(' ').nth(3));
            assert_eq!(reply, last.split(' ').nth(1), "{algorithm}, {nodes} nodes: {lines:?}");
        }
    }
    assert!(repeated > 0, "no search was stopped after a fail high");
    // The search ends within the first iteration.
    let mut gui = at(KIWIPETE);
    gui.send("setoption name Algorithm value pvs");
    let (lines, best) = answer(&mut gui, "go nodes 40");
    let all = infos(&lines);
    assert!(number(&all[0], "depth") == 1 && all[0]["pv"].starts_with(&best), "{lines:?}");
}

#[test]
fn a_long_search_tells_how_far_it_is() {
    let mut gui = at(KIWIPETE);
    let began = Instant::now();
    gui.send("go infinite");
    let line = gui.wait_until("currmove", |line| line.contains(" currmove "));
    assert!(began.elapsed() >= ms(1000), "root moves are not reported in the first second");
    let info = info(&line);
    assert!(is_legal(KIWIPETE, &info["currmove"]) && number(&info, "currmovenumber") >= 1, "{line}");
    assert!(number(&info, "depth") >= 1);
    gui.wait_until("nodes without a line", |line| line.starts_with("info nodes ") && line.contains(" nps "));
    answer(&mut gui, "stop");
}

/// Perft reports no nodes while it runs.
#[test]
fn perft_tells_no_progress() {
    let mut gui = start();
    let first = gui.heard.len();
    gui.send("go perft 12");
    std::thread::sleep(ms(1500));
    ready(&mut gui, "stop");
    assert!(!gui.heard[first..].iter().any(|line| line.starts_with("info")), "{:?}", &gui.heard[first..]);
}

#[test]
fn several_lines_are_told_in_order() {
    let mut gui = at(MIDDLEGAME);
    gui.send("setoption name MultiPV value 4");
    let (lines, best) = answer(&mut gui, "go depth 4");
    let all = infos(&lines);
    let numbers: Vec<i64> = all.iter().map(|info| number(info, "multipv")).collect();
    assert_eq!(numbers, [1, 2, 3, 4].repeat(4));
    for iteration in all.chunks(4) {
        let mut moves: Vec<&str> = iteration.iter().map(|info| info["pv"].split(' ').next().expect("a move")).collect();
        assert!(iteration.iter().all(|info| number(info, "depth") == number(&iteration[0], "depth")));
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len(), 4, "{iteration:?}");
    }
    assert!(all[12]["pv"].starts_with(&best), "{best}");
    // No more lines than legal moves.
    gui.send("position fen 7k/8/8/8/8/8/6q1/K7 w - - 0 1\nsetoption name MultiPV value 64");
    let (lines, _) = answer(&mut gui, "go depth 2");
    assert_eq!(infos(&lines).iter().map(|info| number(info, "multipv")).max(), Some(1));
    gui.send(&format!("position fen {MIDDLEGAME}"));
    let (lines, _) = answer(&mut gui, "go depth 1 searchmoves a2a3 h2h3");
    assert_eq!(infos(&lines).iter().map(|info| number(info, "multipv")).max(), Some(2));
    answer(&mut gui, "go movetime 50");
    answer(&mut gui, "go wtime 500 btime 500");
}

#[test]
fn mates_are_counted_in_moves() {
    for (fen, score) in [
        (MATE_IN_1, "mate 1"),
        ("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", "mate -1"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 2"),
    ] {
        let (lines, _) = answer(&mut at(fen), "go depth 8");
        assert_eq!(last_score(&lines), score, "{fen}");
    }
}

// ---- options --------------------------------------------------------------------------------------------------------

#[test]
fn every_offered_option_accepts_its_own_value() {
    let mut gui = start();
    gui.send("setoption name Laboratory value true");
    let before = offered(&mut gui);
    for line in &before {
        let (name, shape) = line.split_once(" type ").expect(line);
        let value = shape.split_once(" default ").map_or("", |(_, rest)| rest);
        let value = value.split(" min ").next().and_then(|text| text.split(" var ").next()).expect(line);
        let lines = ready(&mut gui, &format!("setoption name {name} value {value}"));
        assert!(lines.is_empty(), "{line}: {lines:?}");
    }
    assert_eq!(offered(&mut gui), before);
}

#[test]
fn options_are_offered_with_the_values_they_have() {
    let mut gui = start();
    for (name, value) in [
        ("Hash", "3"),
        ("Threads", "2"),
        ("MultiPV", "5"),
        ("Ponder", "true"),
        ("UCI_Chess960", "true"),
        ("UCI_LimitStrength", "true"),
        ("UCI_Elo", "1234"),
        ("Skill Level", "7"),
        ("UCI_ShowWDL", "true"),
        ("UCI_AnalyseMode", "true"),
        ("SyzygyPath", TABLES),
        ("OwnBook", "true"),
        ("BookDepth", "9"),
        ("BookVariety", "50"),
        ("Move Overhead", "77"),
        ("Eval", "tutorial"),
        ("Algorithm", "alphabeta"),
    ] {
        gui.send(&format!("setoption name {} value {value}", name.to_uppercase()));
        assert_eq!(value_of(&mut gui, name), value, "{name}: {:?}", gui.heard.last());
    }
    assert!(ready(&mut gui, "setoption name SyzygyPath value <empty>").is_empty());
    assert_eq!(value_of(&mut gui, "SyzygyPath"), "<empty>");
}

#[test]
fn hash_and_threads_and_clear_hash_do_something() {
    let mut gui = at(MIDDLEGAME);
    let search = |gui: &mut Gui| nodes(&answer(gui, "go depth 6").0);
    let fresh = search(&mut gui);
    let again = search(&mut gui);
    assert_ne!(fresh, again, "the table is kept");
    gui.send("setoption name Clear Hash");
    assert_eq!(search(&mut gui), fresh, "the table is empty");
    gui.send("ucinewgame");
    gui.send(&format!("position fen {MIDDLEGAME}"));
    assert_eq!(search(&mut gui), fresh, "a new game begins with an empty table");
    gui.send("setoption name Hash value 1\nucinewgame\nposition startpos");
    let (lines, _) = answer(&mut gui, "go nodes 40000");
    assert!(infos(&lines).iter().any(|info| number(info, "hashfull") > 100), "a small table fills: {lines:?}");
    gui.send("setoption name Threads value 3");
    assert!(is_legal(START_FEN, &answer(&mut gui, "go movetime 100").1));
    assert!(is_legal(START_FEN, &answer(&mut gui, "go depth 5").1));
}

#[test]
fn chess960_is_an_option() {
    // King and rook on their usual squares: only the notation differs.
    let fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    for (chess960, castling) in [(false, "e1g1"), (true, "e1h1")] {
        let mut gui = start();
        gui.send(&format!("setoption name UCI_Chess960 value {chess960}\nposition fen {fen}"));
        let (lines, best) = answer(&mut gui, "go depth 2 searchmoves e1h1");
        assert_eq!(best, castling);
        assert!(infos(&lines).iter().filter_map(|info| info.get("pv")).all(|pv| pv.starts_with(castling)), "{lines:?}");
        gui.send(&format!("position fen {fen} moves {castling} e8e7"));
        assert!(probe(&mut gui).contains(&"g1g2".to_string()));
    }
    // King and rook elsewhere: only Chess960 rules apply.
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let mut gui = start();
    gui.send(&format!("setoption name UCI_Chess960 value true\nposition fen {fen}\ngo perft 3"));
    assert_eq!(gui.wait_for("Nodes searched: "), "Nodes searched: 12189");
    let shredder = "1r4kr/8/8/8/8/8/8/1R4KR w HBhb - 0 1";
    gui.send(&format!("position fen {shredder} moves g1h1 h8h7"));
    assert_eq!(probe(&mut gui), legal("1r4k1/7r/8/8/8/8/8/1R3RK1 w b - 2 2"));
}

/// Without the option, castling is written as the king's move, unless that could also be an ordinary king move.
#[test]
fn castling_notation_is_unambiguous() {
    for (fen, castling, step) in [
        ("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "c1d1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "b1c1"),
        ("5k1r/8/8/8/8/8/8/4K3 b h - 0 1", "f8h8", "f8g8"),
    ] {
        let mut gui = at(fen);
        for (mv, is_castling) in [(castling, true), (step, false)] {
            let (lines, best) = answer(&mut gui, &format!("go depth 2 searchmoves {mv}"));
            assert_eq!(best, mv, "{fen}: {lines:?}");
            assert!(infos(&lines).iter().filter_map(|info| info.get("pv")).all(|pv| pv.starts_with(mv)), "{lines:?}");
            let played = board(fen).read_move(mv).expect("legal");
            assert_eq!(played.is_castling(), is_castling, "{fen} {mv}");
        }
        let all = probe(&mut gui);
        assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
    }
}

#[test]
fn strength_can_be_limited() {
    let mut gui = at(MIDDLEGAME);
    gui.send("setoption name UCI_Elo value 800\nsetoption name UCI_LimitStrength value true");
    let (lines, best) = answer(&mut gui, "go movetime 5000");
    assert!(is_legal(MIDDLEGAME, &best) && nodes(&lines) < 20_000, "{lines:?}");
    gui.send("setoption name MultiPV value 3");
    let (lines, _) = answer(&mut gui, "go movetime 5000");
    assert!(nodes(&lines) < 20_000 && !lines.iter().any(|line| line.contains("multipv 2")), "{lines:?}");
    gui.send("setoption name Algorithm value pvs");
    let (lines, _) = answer(&mut gui, "go depth 2");
    assert!(
        lines.iter().any(|line| line.contains("multipv 3")),
        "the tutorial's search has no limited strength: {lines:?}"
    );
    gui.send("setoption name Algorithm value modern\nsetoption name UCI_LimitStrength value false");
    let (lines, _) = answer(&mut gui, "go depth 2");
    assert!(lines.iter().any(|line| line.contains("multipv 3")), "{lines:?}");
}

#[test]
fn wins_draws_and_losses_are_reported_on_request() {
    let mut gui = at(MIDDLEGAME);
    gui.send("setoption name UCI_ShowWDL value true");
    let (lines, _) = answer(&mut gui, "go depth 4");
    for info in infos(&lines) {
        let parts: Vec<i64> = info["wdl"].split(' ').map(|part| part.parse().expect("a number")).collect();
        assert_eq!(parts.iter().sum::<i64>(), 1000, "{info:?}");
    }
    gui.send(&format!("position fen {MATE_IN_1}"));
    let (lines, _) = answer(&mut gui, "go depth 3");
    assert_eq!(infos(&lines).last().map(|info| info["wdl"].as_str()), Some("1000 0 0"));
}

#[test]
fn a_search_for_several_lines_asks_the_tables() {
    let mut gui = at("8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1");
    ready(&mut gui, &format!("setoption name SyzygyPath value {TABLES}\nsetoption name MultiPV value 2"));
    let (lines, _) = answer(&mut gui, "go depth 5");
    assert!(infos(&lines).iter().any(|info| number(info, "tbhits") > 0), "{lines:?}");
    gui.send("position startpos");
    let (lines, _) = answer(&mut gui, "go depth 2");
    assert!(infos(&lines).iter().all(|info| number(info, "tbhits") == 0), "the hits are counted from zero: {lines:?}");
}

#[test]
fn each_line_has_its_own_selective_depth() {
    let mut gui = at(MATE_IN_1);
    gui.send("setoption name MultiPV value 2");
    let (lines, _) = answer(&mut gui, "go depth 8");
    let infos = infos(&lines);
    let [.., mate, other] = &infos[..] else { panic!("two lines: {lines:?}") };
    assert_eq!((number(mate, "multipv"), number(mate, "depth")), (1, 8));
    assert!(number(mate, "seldepth") < number(other, "seldepth"), "the search stops at a mate in one: {lines:?}");
}

#[test]
fn tables_books_and_networks_are_used() {
    let mut gui = at("8/8/8/8/8/2k5/1r6/K2R4 w - - 0 1");
    let lines = ready(&mut gui, &format!("setoption name SyzygyPath value {TABLES}"));
    assert!(lines.len() == 1 && lines[0].starts_with("info string endgame tables: "), "{lines:?}");
    let (lines, _) = answer(&mut gui, "go depth 5");
    assert!(infos(&lines).iter().any(|info| number(info, "tbhits") > 0), "{lines:?}");

    gui.send("position startpos");
    assert!(!answer(&mut gui, "go movetime 20").0.iter().any(|line| line.contains("string book")));
    gui.send("setoption name OwnBook value true");
    for (form, from_book) in [
        ("movetime 20", true),
        ("wtime 500 btime 500", true),
        ("depth 1", false),
        ("movetime 20 searchmoves a2a3", false),
    ] {
        let (lines, _) = answer(&mut gui, &format!("go {form}"));
        assert_eq!(lines.iter().any(|line| line.starts_with("info string book: ")), from_book, "{form}: {lines:?}");
    }
    gui.send("go infinite");
    assert!(!ready(&mut gui, "").iter().any(|line| line.contains("string book")), "an analysis uses no book");
    answer(&mut gui, "stop");
    gui.send("setoption name BookDepth value 1\nposition startpos moves e2e4 e7e5");
    assert!(!answer(&mut gui, "go movetime 20").0.iter().any(|line| line.contains("string book")));

    let folder = std::env::temp_dir().join(format!("alula uci {}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("other one.network");
    let mut network = (*Network::built_in()).clone();
    network.output_bias.iter_mut().for_each(|bias| *bias += 255 * 64 * 3);
    std::fs::write(&file, network.bytes()).expect("a file");
    gui.send(&format!("position fen {MIDDLEGAME}\nsetoption name Eval value network"));
    let before = last_score(&answer(&mut gui, "go depth 1").0);
    gui.send("setoption name Eval value tutorial");
    let lines = ready(&mut gui, &format!("setoption name EvalFile value {}", file.display()));
    assert!(lines.is_empty(), "{lines:?}");
    assert_eq!(value_of(&mut gui, "EvalFile"), file.display().to_string());
    assert_eq!(value_of(&mut gui, "Eval"), "network", "the network is used");
    assert_ne!(last_score(&answer(&mut gui, "go depth 1").0), before);
    gui.send("setoption name EvalFile value built-in");
    assert_eq!(last_score(&answer(&mut gui, "go depth 1").0), before);
    // The console's command selects the network, too.
    let mut gui = Gui::start(&[]);
    gui.send(&format!("network {}", file.display()));
    assert_eq!(value_of(&mut gui, "EvalFile"), file.display().to_string());
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn searches_recipes_and_numbers_are_options() {
    let mut gui = at(MIDDLEGAME);
    let eval = value_of(&mut gui, "Eval");
    let mut search = |option: &str| {
        let lines = ready(&mut gui, &format!("setoption name {option}\nsetoption name Clear Hash"));
        assert!(lines.is_empty(), "{option}: {lines:?}");
        let (lines, best) = answer(&mut gui, "go depth 8");
        assert!(is_legal(MIDDLEGAME, &best), "{option}");
        nodes(&lines)
    };
    let usual = search("Algorithm value modern");
    for option in ["futility_margin value 60", "null_reduction value 2", "LMR value false", "Eval value tutorial"] {
        assert_ne!(search(option), usual, "{option}");
    }
    for option in ["null_reduction value 4", "LMR value true", "Search value usual"] {
        search(option);
    }
    assert_eq!(search(&format!("Eval value {eval}")), usual);
    gui.send("setoption name Algorithm value pvs");
    let mut search = |option: &str| {
        gui.send(&format!("setoption name {option}"));
        nodes(&answer(&mut gui, "go depth 4").0)
    };
    let tutorial = search("Null value true");
    assert_ne!(search("Null value false"), tutorial);
    assert_eq!(search("Null value true"), tutorial);
    assert_ne!(search("NullReduction value 2"), tutorial);
    assert_eq!(search("NullRecipe value winglet"), tutorial);
    for algorithm in ["minimax", "alphabeta"] {
        gui.send(&format!("setoption name Algorithm value {algorithm}"));
        assert!(is_legal(MIDDLEGAME, &answer(&mut gui, "go depth 2").1));
        assert!(is_legal(MIDDLEGAME, &answer(&mut gui, "go movetime 50").1));
    }
}

#[test]
fn an_engine_with_the_laboratory_offers_it_at_once() {
    let mut gui = Gui::start(&["uci", "--laboratory"]);
    assert!(offered(&mut gui).len() > 100);
    gui.quit();
}

// ---- positions ------------------------------------------------------------------------------------------------------

/// Knight moves back and forth.
fn shuffled(plies: usize) -> String {
    let moves: Vec<&str> = ["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle().take(plies).collect();
    moves.join(" ")
}

#[test]
fn thousands_of_moves_are_played() {
    let mut gui = start();
    for plies in [4000, 4002, 12_000, 12_001, 60_000, 17] {
        let lines = ready(&mut gui, &format!("position startpos moves {}", shuffled(plies)));
        assert!(lines.is_empty(), "{plies}: {lines:?}");
        let mut model = Board::new();
        assert!(plays_through(&mut model, &shuffled(plies % 4 + 4)));
        assert_eq!(probe(&mut gui), legal(&model.fen()), "{plies}");
        let (_, best) = answer(&mut gui, "go depth 2");
        assert!(model.read_move(&best).is_ok(), "{plies}: {best}");
    }
}

#[test]
fn a_game_is_sent_again_before_each_move() {
    let mut gui = start();
    let mut line = format!("position startpos moves {}", shuffled(3000));
    for _ in 0..60 {
        gui.send(&line);
        let (_, best) = answer(&mut gui, "go nodes 100");
        line = format!("{line} {best}");
    }
    assert!(ready(&mut gui, &line).is_empty());
}

/// The third occurrence is a draw, even if earlier ones are among the moves sent by the GUI.
#[test]
fn repetitions_are_seen_in_the_moves_of_the_game() {
    let fen = "7k/8/8/8/8/8/R7/K7 w - - 0 1";
    let moves = "a2b2 h8g8 b2a2 g8h8";
    let mut gui = start();
    gui.send(&format!("position fen {fen} moves {moves} a2b2 h8g8"));
    let (lines, _) = answer(&mut gui, "go depth 1 searchmoves b2a2");
    assert_ne!(last_score(&lines), "cp 0");
    gui.send(&format!("position fen {fen} moves {moves} a2b2 h8g8 b2a2"));
    let (lines, _) = answer(&mut gui, "go depth 1 searchmoves g8h8");
    assert_eq!(last_score(&lines), "cp 0", "the position has occurred three times");
    // The same moves, sent in several lines.
    gui.send(&format!("position fen {fen}"));
    for end in (4..20).step_by(5) {
        gui.send(&format!("position fen {fen} moves {}", &moves[..end]));
    }
    gui.send(&format!("position fen {fen} moves {moves} a2b2 h8g8 b2a2"));
    assert_eq!(last_score(&answer(&mut gui, "go depth 1 searchmoves g8h8").0), "cp 0");
}

/// Whether the line continues after the end of the game.
fn goes_too_far(start: &str, moves: &str, pv: &str) -> bool {
    let mut board = board(start);
    assert!(plays_through(&mut board, moves));
    let texts: Vec<&str> = pv.split(' ').collect();
    let last = texts.len() - 1;
    texts[..last].iter().any(|text| !plays_through(&mut board, text) || laws::outcome(&board).is_some())
}

#[test]
fn lines_end_with_the_game() {
    let (queens, rooks) = ("6k1/5ppp/8/8/8/3q4/5PPP/1Q4K1 w - - 0 1", "6k1/r4ppp/8/8/8/8/R4PPP/6K1 w - - 96 80");
    let repetition = "b1b8 d3d8 b8b1 d8d3 b1b8 d3d8 b8b1";
    for (fen, moves, last) in [(queens, repetition, "d8d3"), (rooks, "a2b2 a7c7 b2a2", "c7a7")] {
        let mut gui = start();
        let plies: Vec<&str> = moves.split(' ').collect();
        for length in 1..=plies.len() {
            let moves = plies[..length].join(" ");
            gui.send(&format!("position fen {fen} moves {moves}"));
            // Entries stored here stay in the hash table, without the history of the game.
            let search = if length < plies.len() { "go depth 8" } else { &format!("go depth 8 searchmoves {last}") };
            let (lines, _) = answer(&mut gui, search);
            for pv in infos(&lines).iter().filter_map(|info| info.get("pv")) {
                assert!(!goes_too_far(fen, &moves, pv), "{moves}: {pv}");
            }
        }
        let answer = gui.heard.last().expect("an answer");
        assert_eq!(*answer, format!("bestmove {last}"), "the move ends the game, so there is no reply to ponder on");
    }
}

#[test]
fn what_was_turned_over_is_continued_by_nothing() {
    let mut gui = start();
    ready(&mut gui, "flip");
    let (_, best) = answer(&mut gui, "position\ngo depth 1");
    assert_eq!(best, "0000", "a position without a start is rejected here, too");
    gui.send("position startpos moves e2e4");
    assert!(probe(&mut gui).contains(&"e7e5".to_string()));
}

#[test]
fn positions_are_set_up() {
    for fen in
        [START_FEN, KIWIPETE, MIDDLEGAME, MATED, "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/8/8/8/R3K3 w Q -"]
    {
        assert_eq!(probe(&mut at(fen)), legal(fen), "{fen}");
    }
    let mut gui = start();
    gui.send("position startpos moves e2e4 c7c5 e4e5 d7d5 e5d6 g7g6 d6e7 g6g5 e7d8n");
    let model = "rnbNkbnr/pp3p1p/8/2p3p1/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 5";
    assert_eq!(probe(&mut gui), legal(model));
}

// ---- junk -----------------------------------------------------------------------------------------------------------

const JUNK: [&str; 34] = [
    "frobnicate",
    "xboard",
    "Uci",
    "GO depth 3",
    "e2e4",
    "position",
    "position e2e4",
    "position fen",
    "position fen x",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
    "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves e7e5",
    "position startpos moves 0000",
    "position startpos moves e2e4 e7e5 e1e3",
    "position startpos moves é2é4",
    "position startpos e2e4",
    "position start moves e2e4",
    "setoption",
    "setoption Hash 3",
    "setoption name",
    "setoption name Nothing value 3",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Threads value x",
    "setoption name UCI_Chess960 value maybe",
    "setoption name SyzygyPath value /no/such/folder",
    "setoption name BookFile value /no/such/book.bin",
    "setoption name EvalFile value /dev/null",
    "setoption name Algorithm value best",
    "setoption name futility_margin value x",
    "debug maybe",
];

#[test]
fn a_line_that_cannot_be_carried_out_gets_one_line_and_changes_nothing() {
    let mut gui = at(MIDDLEGAME);
    let (before, shown) = (offered(&mut gui), ready(&mut gui, "d"));
    for junk in JUNK {
        let lines = ready(&mut gui, junk);
        assert!(lines.len() == 1 && lines[0].starts_with("info string Error: "), "{junk}: {lines:?}");
        assert!(lines[0].len() < 400, "{junk}: {lines:?}");
    }
    assert_eq!(ready(&mut gui, "d"), shown);
    assert_eq!(offered(&mut gui), before);
    gui.quit();
}

#[test]
fn words_that_mean_nothing_are_passed_over_in_go() {
    let mut gui = start();
    let (lines, best) = answer(&mut gui, "go quickly depth 2 please");
    assert!(is_legal(START_FEN, &best) && lines[0] == "info string go: ignored: quickly please", "{lines:?}");
}

/// A `go` gets one answer even if some of its arguments are unusable.
#[test]
fn an_invalid_go_still_gets_a_bestmove() {
    let mut gui = at(MIDDLEGAME);
    let first = gui.heard.len();
    let wrong =
        ["depth", "depth x", "wtime 1e3 btime 5", "nodes 9.5", "movetime infinite", "searchmoves e2e5", "mate x"];
    for (number, go) in wrong.into_iter().enumerate() {
        let lines = ready(&mut gui, &format!("go {go}"));
        assert!(lines[0].starts_with("info string go: ignored: "), "{go}: {lines:?}");
        assert_eq!(answers(&lines), 0, "without a limit the search runs until stop: {go}");
        assert!(is_legal(MIDDLEGAME, &answer(&mut gui, "stop").1), "{go}");
        assert_eq!(answers(&gui.heard[first..]), number + 1, "{go}");
    }
    for go in ["depth 2 nodes x", "movetime x wtime 50", "depth 2 searchmoves e2e5"] {
        assert!(is_legal(MIDDLEGAME, &answer(&mut gui, &format!("go {go}")).1), "{go}");
    }
}

/// After a rejected position the engine does not know the GUI's game, so it has no move.
#[test]
fn after_a_refused_position_there_is_no_move() {
    let mut gui = at(MIDDLEGAME);
    for refused in ["fen x", "startpos moves e2e5"] {
        let lines = ready(&mut gui, &format!("position {refused}"));
        assert!(lines.len() == 1 && lines[0].starts_with("info string Error: "), "{lines:?}");
        for go in ["depth 3", "wtime 100 btime 100", "infinite\nstop", "ponder wtime 100\nponderhit"] {
            let (lines, best) = answer(&mut gui, &format!("go {go}"));
            assert!(best == "0000" && lines.len() == 1 && lines[0].contains("refused"), "{go}: {lines:?}");
        }
        let lines = ready(&mut gui, "go perft 3");
        assert!(lines.len() == 1 && lines[0].contains("refused"), "{lines:?}");
        assert!(is_legal(START_FEN, &answer(&mut gui, "position startpos\ngo depth 2").1));
        ready(&mut gui, &format!("position {refused}"));
        assert!(is_legal(START_FEN, &answer(&mut gui, "ucinewgame\ngo depth 2").1));
    }
}

/// By the protocol, unknown words before a command are skipped.
#[test]
fn unknown_words_before_a_known_one_are_skipped() {
    let mut gui = at(MIDDLEGAME);
    gui.send("joho isready");
    gui.wait_until("readyok", |line| line == "readyok");
    gui.send("joho go infinite\njoho stop");
    assert!(is_legal(MIDDLEGAME, gui.wait_for("bestmove ").split(' ').nth(1).expect("a move")));
    gui.send("a b position startpos\nhm go ponder wtime 50 btime 50\nhm ponderhit");
    assert!(is_legal(START_FEN, gui.wait_for("bestmove ").split(' ').nth(1).expect("a move")));
    assert!(ready(&mut gui, "joho")[0].contains("unknown command: joho"));
}

/// Out-of-range values are set to the nearest bound, with a remark.
#[test]
fn numbers_out_of_range_are_clamped() {
    let mut gui = start();
    gui.send("setoption name Laboratory value true");
    for (name, value, taken) in [
        ("Threads", "99999999", "256 is the maximum"),
        ("Hash", "-1", "1 is the minimum"),
        ("Hash", "99999999999999999999", "65536 is the maximum"),
        ("MultiPV", "0", "1 is the minimum"),
        ("UCI_Elo", "99999", "3200 is the maximum"),
        ("Move Overhead", "-99999999999999999999", "0 is the minimum"),
        ("NullReduction", "0", "1 is the minimum"),
    ] {
        let lines = ready(&mut gui, &format!("setoption name {name} value {value}"));
        assert_eq!(lines[0], format!("info string {name} {value}: {taken}"));
        if lines.len() == 1 {
            assert_eq!(value_of(&mut gui, name), taken.split(' ').next().expect("a number"));
        } else {
            // The machine has less memory than that.
            assert!(
                lines.len() == 2 && lines[1].contains("Not enough memory for a hash table of 65536 MB"),
                "{lines:?}"
            );
        }
    }
    let lines = ready(&mut gui, "setoption name futility_margin value 99999");
    assert!(lines.len() == 1 && lines[0].ends_with(" is the maximum"), "{lines:?}");
}

/// A drawn position is not reported as won or lost.
#[test]
fn a_drawn_ending_is_reported_as_drawn() {
    let mut gui = start();
    ready(&mut gui, &format!("setoption name UCI_ShowWDL value true\nsetoption name SyzygyPath value {TABLES}"));
    for (position, is_drawn) in [
        ("fen 7k/8/8/8/8/8/8/K7 w - - 0 1", true),
        ("fen 8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", true),
        ("fen r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 100 90", true),
        ("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", true),
        ("fen r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 10 90", false),
        ("fen 8/4k3/8/4K3/8/4P3/8/8 w - - 0 1", false),
    ] {
        let (lines, _) = answer(&mut gui, &format!("position {position}\ngo depth 3"));
        let told = infos(&lines);
        assert!(!told.is_empty() && told.iter().all(|info| (info["wdl"] == "0 1000 0") == is_drawn), "{lines:?}");
    }
}

#[test]
fn a_draw_that_can_be_claimed_is_told() {
    let mut gui = start();
    for (position, rule) in [
        ("fen r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 100 90", Some("fifty-move rule")),
        ("fen r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 99 90", None),
        ("startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Some("threefold repetition")),
        ("startpos moves g1f3 g8f6 f3g1 f6g8", None),
    ] {
        let (lines, _) = answer(&mut gui, &format!("position {position}\ngo depth 3"));
        let claims = lines.iter().filter_map(|line| line.strip_prefix("info string a draw can be claimed: "));
        assert_eq!(claims.collect::<Vec<_>>(), Vec::from_iter(rule), "{position}");
    }
}

/// The compliance check of fastchess, which testers run first.
#[test]
fn the_compliance_check_of_a_tester_passes() {
    let mut gui = start();
    assert!(gui.heard.iter().any(|line| line.starts_with("id name ") && line.len() > 8));
    assert!(gui.heard.iter().any(|line| line.starts_with("id author ") && line.len() > 10));
    ready(&mut gui, "ucinewgame");
    ready(&mut gui, "position startpos");
    ready(&mut gui, "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    for lines in [
        "go wtime 100",
        "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\ngo btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
        "ucinewgame\nposition startpos\ngo wtime 100 btime 100",
        "position startpos moves e2e4 e7e5\ngo wtime 100 btime 100",
    ] {
        let (said, best) = answer(&mut gui, lines);
        // `infos` parses each field and rejects other formats.
        let told = infos(&said);
        let last = told.last().unwrap_or_else(|| panic!("no score: {said:?}"));
        for name in ["time", "nps", "nodes", "depth"] {
            assert!(number(last, name) >= 0, "{last:?}");
        }
        assert!(best.len() >= 4, "{best}");
    }
    gui.quit();
}

/// Commands that testers use.
#[test]
fn commands_of_testers_work() {
    let mut gui = at("k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1");
    let lines = ready(&mut gui, "d");
    assert!(lines.contains(&"Fen: k1r5/8/8/1pP5/2K5/8/8/8 w - - 0 1".into()), "no pawn can capture: {lines:?}");
    assert!(lines.contains(&"Checkers: b5".into()) && lines.iter().any(|line| line.contains("| K |")), "{lines:?}");
    assert!(lines.iter().any(|line| line.strip_prefix("Key: ").is_some_and(|key| key.len() == 16)), "{lines:?}");
    let value = |gui: &mut Gui| -> f64 {
        let lines = ready(gui, "eval");
        let value = lines.iter().find_map(|line| line.strip_prefix("Final evaluation ")).expect("a value");
        value.strip_suffix(" (white side)").and_then(|value| value.parse().ok()).expect(value)
    };
    gui.send("position fen r3k3/8/8/8/8/8/8/4K3 w q - 3 9");
    assert!(value(&mut gui) < -2.0);
    gui.send("flip");
    assert!(value(&mut gui) > 2.0);
    assert!(ready(&mut gui, "d").contains(&"Fen: 4k3/8/8/8/8/8/8/R3K3 b Q - 3 9".into()));
    gui.send("position fen r3k3/8/8/8/8/8/8/4K3 w q - 3 9\nposition fen x");
    assert!(ready(&mut gui, "d").contains(&"Fen: r3k3/8/8/8/8/8/8/4K3 w q - 3 9".into()));
    gui.send("go infinite");
    assert!(ready(&mut gui, "d\neval").iter().any(|line| line.starts_with("Fen: ")), "also during a search");
    answer(&mut gui, "stop");
    // A bench can be stopped; otherwise it ends with the line that OpenBench reads.
    gui.send("bench");
    assert!(ready(&mut gui, "").is_empty());
    assert!(ready(&mut gui, "stop").is_empty());
    assert!(is_legal(START_FEN, &answer(&mut gui, "position startpos\ngo depth 2").1));
}

#[test]
fn commands_without_an_answer_get_none() {
    let mut gui = start();
    let silent = "\n   \nstop\nponderhit\nregister later\nregister name A code B\nucinewgame\ndebug on\ndebug off\nposition startpos";
    assert!(ready(&mut gui, silent).is_empty());
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut gui = start();
    let shown = ready(&mut gui, "d");
    gui.send_bytes(b"\xff\xfe\0go\nposition startpos moves \xc3\x28\n\x07\nsetoption name \xf0\x90 value \x80\n");
    let lines = ready(&mut gui, "");
    assert!(lines.len() == 4 && lines.iter().all(|line| line.starts_with("info string Error: ")), "{lines:?}");
    gui.send(&"x".repeat(3 << 20));
    gui.send(&format!("position startpos moves {}", "e2e4 ".repeat(1 << 18)));
    assert!(ready(&mut gui, "").iter().all(|line| line.starts_with("info string Error: ")));
    assert_eq!(ready(&mut gui, "d"), shown);
    gui.quit();
}

#[test]
fn junk_while_the_engine_thinks_does_not_disturb_it() {
    let mut gui = at(KIWIPETE);
    let shown = ready(&mut gui, "d");
    gui.send("go infinite");
    let is_error = |line: &&String| line.starts_with("info string Error: ");
    let mut errors = 0;
    for junk in JUNK {
        let lines = ready(&mut gui, junk);
        assert_eq!(answers(&lines), 0, "{junk}");
        errors += lines.iter().filter(is_error).count();
    }
    let (_, best) = answer(&mut gui, "stop");
    assert!(is_legal(KIWIPETE, &best));
    // Lines that had to wait are rejected now.
    errors += ready(&mut gui, "").iter().filter(is_error).count();
    assert!(errors >= JUNK.len(), "{errors} of {}", JUNK.len());
    assert_eq!(ready(&mut gui, "d"), shown);
}

/// The reported win rates agree with the results of games.
#[test]
#[ignore = "plays twelve hundred games"]
fn win_rates_match_game_results() {
    let plan = DatagenPlan { seed: 11, nodes: 400, shard: Shard::ALL, network: Some(Network::built_in()) };
    let mut player = SelfPlayer::new(&plan, &Default::default());
    let mut seen = BTreeMap::<i32, [f64; 3]>::new();
    for position in (0..1200).filter_map(|number| player.play(number)).flat_map(|played| played.positions) {
        let white = usize::from(position.next_move == alula::defines::Side::White);
        let result = if white == 1 { 2 - position.result } else { position.result };
        seen.entry((i32::from(position.score) + 1050) / 100).or_default()[usize::from(result)] += 1.0;
    }
    for (bucket, counts) in seen.into_iter().filter(|(bucket, _)| (5..=15).contains(bucket)) {
        let (all, expected): (f64, _) = (counts.iter().sum(), wdl(bucket * 100 - 1000));
        for (count, thousandths) in counts.iter().zip(expected) {
            let found = 1000.0 * count / all;
            // A long draw contributes a hundred positions with score 0; only many games average that out.
            assert!((found - f64::from(thousandths)).abs() < 60.0, "{bucket}: {counts:?} {expected:?}");
        }
    }
}

// ---- whole games ----------------------------------------------------------------------------------------------------

/// The engine plays itself; every move is checked.
fn plays_a_game(limit: &str, plies: usize) {
    let (mut gui, mut game) = (start(), Board::new());
    let mut line = String::from("position startpos moves");
    gui.send("ucinewgame");
    for _ in 0..plies {
        if game.is_end_of_game().outcome.is_some() {
            return;
        }
        gui.send(&line);
        let (_, best) = answer(&mut gui, &format!("go {limit}"));
        let mv = game.read_move(&best).unwrap_or_else(|error| panic!("{best} in {}: {error}", game.fen()));
        game.play(mv);
        let _ = write!(line, " {best}");
    }
    gui.quit();
}

#[test]
fn games_are_played() {
    plays_a_game("depth 2", 300);
    plays_a_game("nodes 50", 300);
    plays_a_game("wtime 300 btime 300 winc 5 binc 5", 60);
}

/// Random lines, valid and invalid, in any order: each `go` gets one answer, and the position is always the last valid
/// one.
#[test]
fn soak_of_random_lines() {
    let mut gui = start();
    let mut random = 7_u64;
    let mut below = |end: usize| {
        random = split_mix(random).1;
        (random % end as u64) as usize
    };
    let fens =
        [START_FEN, KIWIPETE, MIDDLEGAME, "8/P6k/8/8/8/8/p6K/8 b - - 0 1", MATED, "4k3/8/8/8/8/8/8/R3K2R w KQ - 97 90"];
    let (mut fen, mut moves) = (START_FEN, Vec::<String>::new());
    for _ in 0..1500 {
        match below(8) {
            0 => (fen, moves) = (fens[below(fens.len())], Vec::new()),
            1..=3 => {
                let mut game = board(fen);
                moves.iter().for_each(|mv| assert!(plays_through(&mut game, mv)));
                let legal = game.legal_moves();
                if !legal.is_empty() {
                    moves.push(legal[below(legal.len())].to_string());
                }
            }
            4 => drop(ready(&mut gui, JUNK[below(JUNK.len())])),
            5 => drop(ready(
                &mut gui,
                ["stop", "ponderhit", "isready", "debug on", "register", "setoption name Clear Hash"][below(6)],
            )),
            _ => {
                let limits = [
                    "depth 2",
                    "nodes 30",
                    "movetime 1",
                    "wtime 20 btime 20",
                    "mate 1 depth 2",
                    "infinite\nstop",
                    "ponder depth 1\nponderhit",
                ];
                let (_, best) = answer(&mut gui, &format!("go {}", limits[below(limits.len())]));
                let mut game = board(fen);
                moves.iter().for_each(|mv| assert!(plays_through(&mut game, mv)));
                let fine = if game.legal_moves().is_empty() { best == "(none)" } else { game.read_move(&best).is_ok() };
                assert!(fine, "{best} in {}", game.fen());
            }
        }
        gui.send(format!("position fen {fen} moves {}", moves.join(" ")).trim_end_matches(" moves "));
    }
    gui.quit();
}

// ---- commands outside the protocol ----------------------------------------------------------------------------------

#[test]
fn the_dialogue_is_logged_on_request() {
    let name = std::env::temp_dir().join(format!("alula-uci-{}.log", std::process::id()));
    let mut gui = Gui::start(&["uci", "--log", &name.to_string_lossy()]);
    gui.send("uci\nisready\ngo depth 1");
    gui.wait_for("bestmove ");
    gui.quit();
    let text = std::fs::read_to_string(&name).expect("the transcript");
    assert!(text.contains("isready") && text.contains("readyok") && text.contains("bestmove "), "{text}");
    std::fs::remove_file(&name).expect("it goes");
}

#[test]
fn a_script_may_go_over_to_the_protocol() {
    let name = std::env::temp_dir().join(format!("alula-uci-{}.txt", std::process::id()));
    std::fs::write(&name, "uci\nposition startpos moves e2e4\ngo infinite\nstop\ngo depth 1\nquit\n").expect("a file");
    let mut gui = Gui::start(&[]);
    gui.send(&format!("source {}", name.display()));
    gui.wait_for("bestmove ");
    gui.ends_well();
    std::fs::remove_file(&name).expect("it goes");
}
