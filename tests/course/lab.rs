//! The null-move laboratory, through the library and through the real program behind a pipe.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;

use alula::board::Board;
use alula::games::epd::Epd;
use alula::instrument::recipe::RECIPES;
use alula::instrument::tree::Tree;
use alula::instrument::variants::Switches;
use alula::instrument::{Instrument, Settings};
use alula::lab::audit::minimax_by_the_rules;
use alula::lab::compare::{SearchExperiment, TechniqueClass, ladder, value_of_move};
use alula::lab::figures::{Figures, TableKind};
use alula::modern::Modern;
use alula::modern::evaluation::EvalKind;
use alula::modern::tablebase::Tables;
use alula::modern::techniques::Techniques;
use alula::moves::Move;
use alula::play::Options;
use alula::play::tablebase::Syzygy;
use alula::readfen::read_fen;
use alula::searcher::audit::Audit;
use alula::searcher::random::Random;
use alula::searcher::{Algorithm, AtRoot, Control, Limits, Searcher, Subject, Thought};
use alula::ui::console::lessons::course::{Block, Lesson};
use alula::ui::console::lessons::{glossary, prose, update};
use alula::ui::dialogues::CONSOLE_WORDS;
use alula::ui::lab::text::{counters, explanation};
use alula::ui::lab::{demo, faults};
use alula::ui::show::contains_words;

use crate::HOME;
use crate::home::at_home_in;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The board of a legal position.
fn board_of(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).setup);
    board
}

/// The program in an empty directory, with pipes for input and output.
fn alula() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alula"));
    at_home_in(&mut command, HOME);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// The program's output for these lines.
fn dialogue(lines: &str) -> String {
    let mut child = alula().stderr(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The output for one command, in the middlegame.
fn say(line: &str) -> String {
    let all = dialogue(&format!("setboard {MIDDLEGAME}\n{line}\n"));
    let after_board = all.find("      a   b   c").expect("the board is shown");
    all[after_board..].lines().skip(2).collect::<Vec<_>>().join("\n")
}

/// The instrument in this position.
fn instrument(fen: &str) -> Instrument {
    Instrument::of(&board_of(fen), Settings::TUTORIAL)
}

fn search(searcher: &mut dyn Searcher, depth: usize) -> Thought {
    searcher.think(&Limits { root: AtRoot::Search, ..Limits::depth(depth) }, &Control::silent())
}

/// Reproducible positions of random games.
fn positions(count: usize) -> Vec<Board> {
    let mut random = Random(1);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::new();
        for ply in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            board.play(moves[random.below(moves.len())]);
            if ply % 7 == 6 && !board.legal_moves().is_empty() {
                found.push((*board).clone());
            }
        }
    }
    found
}

#[test]
fn exact_techniques_give_the_score_of_minimax_on_hundreds_of_positions() {
    let bare = Switches {
        null: false,
        pv_first: false,
        zero_window: false,
        history: false,
        quiescence: false,
        deepening: false,
    };
    let exact = [
        bare,
        Switches { deepening: true, pv_first: true, history: true, ..bare },
        Switches { deepening: true, pv_first: true, history: true, zero_window: true, ..bare },
    ];
    let mut compared = 0;
    for (number, position) in positions(200).iter().enumerate() {
        let depth = 2;
        // Without a window, the quiescence search is slow.
        for quiescence in if number % 8 == 0 { vec![false, true] } else { vec![false] } {
            let settings = |switches| Settings { switches: Switches { quiescence, ..switches }, ..Settings::TUTORIAL };
            let mut minimax = Instrument::of(position, settings(bare));
            minimax.board.timer.max_time = None;
            minimax.clear_for_search();
            minimax.board.clear_for_iteration();
            let reference = minimax_by_the_rules(&mut minimax, 0, depth as i32);
            for switches in exact {
                let thought = search(&mut Instrument::of(position, settings(switches)), depth);
                // A single legal move, for example, is played without a search.
                if thought.depth < depth {
                    continue;
                }
                assert_eq!(thought.score, reference, "position {number} {}: {switches:?}", position.fen());
                compared += 1;
            }
        }
    }
    assert!(compared >= 600, "only {compared} of 675 searches were compared");
}

#[test]
fn the_ladder_has_no_faults() {
    let pawns = demo::all().next().expect("a demo");
    for fen in [MIDDLEGAME, "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", pawns.fen] {
        let experiment = SearchExperiment::new(&board_of(fen), &Options::default(), 3);
        let ladder = ladder(&experiment, |work| Some(work(&Control::silent()))).expect("not stopped");
        assert_eq!(ladder.faults(), Vec::<&str>::new(), "{fen}");
        let speculative = ladder.rungs.iter().filter(|rung| rung.class == TechniqueClass::Speculative).count();
        assert_eq!(speculative, 1);
    }
}

#[test]
fn the_same_command_says_the_same_twice() {
    let without_times = |text: String| -> Vec<String> {
        text.lines()
            .map(|line| {
                line.split(',').enumerate().filter(|(n, _)| ![5, 6].contains(n)).map(|(_, cell)| cell).collect()
            })
            .collect()
    };
    let line = "compare none winglet verified modern depth 5 --csv";
    assert_eq!(without_times(say(line)), without_times(say(line)));
    assert_eq!(say("audit null 20 depth 5 --csv"), say("audit null 20 depth 5 --csv"));
}

#[test]
fn the_order_of_limits_does_not_matter() {
    let depths = |limits: &str| -> Vec<String> {
        let said = say(&format!("compare winglet none {limits} --csv"));
        said.lines().filter_map(|row| Some(row.split(',').nth(1)?.to_string())).collect()
    };
    for limits in ["depth 2 nodes 1000000", "nodes 1000000 depth 2", "time 100 depth 2", "depth 2 time 100"] {
        assert_eq!(depths(limits), ["d", "2", "2"], "{limits}");
    }
}

#[test]
fn auditing_and_recording_change_no_node_count() {
    let plain = search(&mut instrument(MIDDLEGAME), 5).nodes;
    let mut audited = instrument(MIDDLEGAME);
    audited.audit = Some(Box::new(Audit::new(50, 1)));
    assert_eq!(search(&mut audited, 5).nodes, plain);
    let mut recorded = instrument(MIDDLEGAME);
    recorded.tree = Some(Box::new(Tree::new(1000)));
    assert_eq!(search(&mut recorded, 5).nodes, plain);
}

#[test]
fn counters_add_up_for_every_recipe() {
    for (name, recipe, _) in RECIPES {
        let mut instrument = instrument(MIDDLEGAME);
        instrument.settings.null_move = recipe;
        let Thought { stats, nodes, .. } = search(&mut instrument, 5);
        assert_eq!(stats.made + stats.captures_made + stats.null.tries, nodes, "{name}");
        assert_eq!(stats.null.cuts + stats.null.misses, stats.null.tries, "{name}");
        assert!(stats.null.nodes <= nodes, "{name}");
        assert_eq!(stats.iterations.last().map(|last| last.nodes), Some(nodes), "{name}");
        assert_eq!(name == "none", stats.null.tries == 0, "{name}");
    }
}

// ---- the program ------------------------------------------------------------------------------------------------------

/// The other quick demos and their verdicts are experiments of `docs/null-move.md`.
#[test]
fn a_demo_that_the_solver_cannot_decide_claims_no_zugzwang() {
    let zugzwang = say("demo zugzwang-pawns");
    assert!(zugzwang.contains("unknown") && !zugzwang.contains("ZUGZWANG"), "{zugzwang}");
}

/// With this fault even the search without null moves changes its mind at the last depth.
#[test]
fn a_demo_under_a_fault_has_no_cure() {
    let text = dialogue("set algorithm pvs\nfault sign on\ndemo zugzwang-rooks\n");
    assert!(text.replace("\n ", "").contains("No setting with"), "{text}");
}

/// The positions of a suite are searched independently, so their order does not matter.
#[test]
fn the_order_of_a_suite_does_not_matter() {
    let lines: Vec<&str> = include_str!("../../assets/suites/zugzwang.epd").lines().collect();
    let file = std::env::temp_dir().join(format!("alula-order-{}.epd", std::process::id()));
    let row = |lines: Vec<&str>| {
        std::fs::write(&file, lines.join("\n")).expect("a temporary file");
        let command =
            format!("compare null-move=off null-move=on nodes 3000 suite {} search modern --csv", file.display());
        let said = say(&command);
        let cells = said.lines().last().expect("a row").split(',').take(7).map(String::from);
        cells.collect::<Vec<_>>()
    };
    assert_eq!(row(lines.clone()), row(lines.into_iter().rev().collect()));
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
#[ignore = "takes some seconds each"]
fn slow_demos_come_to_a_verdict() {
    for demo in demo::all().filter(|demo| demo.kind[0] == "settings") {
        let text = say(&format!("demo {}", demo.name));
        assert!(text.contains("right"), "{text}");
    }
}

/// Commands that print a table.
const TABLES: &[&str] = &[
    "recipe list",
    "recipe show heinz",
    "recipe diff winglet mediocre",
    "compare none winglet depth 3",
    "ladder depth 2",
    "order depth 2",
    "sweep reduction 2 3 depth 3",
    "audit null 10 depth 4",
    "whatif pass depth 2",
    "whatif dxc5 depth 2",
    "why a3 depth 3",
    "demo",
    "demo qc1",
    "chart r",
    "stats",
    "stats growth",
    "stats plies",
    "stats nulls",
    "chart growth",
    "tree",
    "history 5",
    "match winglet none games 2 nodes 200",
    "compare null-move=off null-move=on depth 4 search modern",
    concat!("compare none winglet depth 2 suite ", env!("CARGO_MANIFEST_DIR"), "/assets/perft.epd"),
    "fault list",
];

/// Every table is well-formed CSV and JSON, and `help` explains each of its columns.
#[test]
fn every_table_is_well_formed_and_its_columns_are_explained() {
    let mut headers = std::collections::BTreeSet::new();
    for command in TABLES {
        let prepared = |form: &str| {
            say(&format!("play none\nset algorithm pvs\nsd 3\ntree record depth 2\ngo\nundo\n{command} {form}"))
        };
        let csv_text = prepared("--csv");
        let csv_rows: Vec<&str> = tail_after_board(&csv_text);
        let width = cells(csv_rows[0]);
        assert!(width > 1 && csv_rows.iter().all(|row| cells(row) == width), "{command}: {csv_text}");
        let json_text = prepared("--json");
        let json = tail_after_board(&json_text).join("\n");
        let parsed: serde_json::Value =
            serde_json::from_str(&json).unwrap_or_else(|error| panic!("{command}: {error}\n{json}"));
        let rows = parsed.as_array().expect("an array");
        assert_eq!(rows.len(), csv_rows.len() - 1, "{command}");
        headers.extend(csv_rows[0].split(',').map(String::from));
    }
    assert!(headers.len() > 40 && !headers.contains(""), "{headers:?}");
    let recipes = RECIPES.map(|(name, ..)| name);
    let columns: Vec<&String> = headers.iter().filter(|name| !recipes.contains(&name.as_str())).collect();
    let unknown: Vec<&&String> =
        columns.iter().filter(|name| glossary::find(name).is_none() && explanation(name).is_none()).collect();
    assert!(unknown.is_empty(), "neither in the glossary nor explained: {unknown:?}");
    for name in ["grow", "1st%", "tries", "cut%", "qnodes", "knps", "x"] {
        let said = dialogue(&format!("help {name}\n"));
        assert!(!said.contains("Error") && said.len() > 40, "{name}: {said}");
    }
}

/// The lines after the last board.
fn tail_after_board(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let board = lines.iter().rposition(|line| line.contains("a   b   c")).expect("undo shows the board");
    lines[board + 1..].iter().copied().skip_while(|line| line.is_empty()).filter(|line| !line.is_empty()).collect()
}

/// Number of cells in a line of CSV.
fn cells(line: &str) -> usize {
    let mut quoted = false;
    1 + line
        .chars()
        .filter(|&letter| {
            quoted ^= letter == '"';
            letter == ',' && !quoted
        })
        .count()
}

#[test]
fn a_recorded_tree_can_be_walked_and_dumped() {
    let text = say("tree record depth 4\ntree next cut\ntree root\ntree down 1");
    assert!(text.contains("null cut") && !text.contains("Error"), "{text}");
    let dot = say("tree record depth 3 nodes 200\ntree dump dot");
    assert!(dot.contains("digraph search {") && dot.trim_end().ends_with('}'), "{dot}");
    let json = say("tree record depth 3 nodes 200\ntree dump json");
    let from = json.find("\n[").expect("an array");
    let parsed: serde_json::Value = serde_json::from_str(&json[from..]).expect("well-formed");
    assert_eq!(parsed.as_array().map(Vec::len), Some(200));
    let text = say("tree record depth 5 nodes 2600\ntree dump");
    let note = "The first 2000 nodes are shown, 600 more are left out; 'tree dump text FILE' writes all of them.";
    assert!(text.trim_end().ends_with(note), "{text}");
    // Data are never cut: the screen refuses them, and a file gets them whole.
    let file = std::env::temp_dir().join(format!("alula-tree-{}.json", std::process::id()));
    let said = say(&format!("tree record depth 5 nodes 2600\ntree dump json\ntree dump json {}", file.display()));
    assert!(said.contains("Error: 2600 nodes are too many for the screen; 'tree dump json FILE' writes all"), "{said}");
    let whole = std::fs::read(&file).expect("the file was written");
    let parsed: serde_json::Value = serde_json::from_slice(&whole).expect("well-formed");
    assert_eq!(parsed.as_array().map(Vec::len), Some(2600));
    std::fs::remove_file(&file).expect("it is there");
}

/// Ctrl-C stops the verification of null cutoffs, which takes much longer than the search.
#[cfg(unix)]
#[test]
fn a_verification_can_be_stopped() {
    use std::io::{BufRead, BufReader};
    let mut child = alula().spawn().expect("the program starts");
    // With such a small reduction, all null cutoffs are right.
    let lines = "set null.reduction 1\ntree record depth 7 nodes 1000000\ntree next false-null\n";
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(said.any(|line| line.contains("White to move; children searched")), "the tree is shown");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(killed.success());
    let rest: Vec<String> = said.collect();
    assert!(rest.iter().any(|line| line.contains("stopped")), "{rest:?}");
    child.wait().expect("it ends");
}

/// Each fault has the symptom that its text describes, only while planted, and leaves the position unchanged.
#[test]
fn every_fault_is_revealed_by_its_command() {
    for (number, fault) in faults::all().enumerate() {
        let fen = fault.reveal.lines().find_map(|line| line.strip_prefix("setboard ")).unwrap_or(START);
        let shown = |planting: &str| {
            let said = dialogue(&format!(
                "play none\nset algorithm pvs\nset time off\n{planting}\n{} --csv\nundo\nundo\nundo\nundo\nfen\n",
                fault.reveal
            ));
            let rows: Vec<Vec<&str>> = said.lines().map(|line| line.split(',').collect()).collect();
            let header = rows.iter().rposition(|row| row.len() > 1 && row.contains(&fault.column)).expect("a table");
            let column = rows[header].iter().position(|name| *name == fault.column).expect("the column");
            assert!(said.trim_end().ends_with(fen), "{}: {said}", fault.name);
            rows[header + 1][column].to_string()
        };
        let (without, with) = (shown("fault off"), shown(&format!("fault {} on", fault.name)));
        assert_ne!(without, with, "{}", fault.name);
        // One fault is enough to see that both commands remove it.
        if number == 0 {
            assert_eq!(without, shown(&format!("fault {} on\nfault off", fault.name)), "{}", fault.name);
            assert_eq!(without, shown(&format!("fault {} on\nreset", fault.name)), "{}", fault.name);
        }
        assert!(dialogue(&format!("fault reveal {}\n", fault.name)).contains(&format!("Look at '{}'", fault.column)));
    }
}

#[test]
fn a_planted_fault_is_reported() {
    let said = dialogue("set algorithm pvs\nsd 2\nfault sign on\nfault mate-ply on\ngo\n");
    assert!(said.contains("A fault is planted: sign, mate-ply."), "{said}");
    let riddle = dialogue("set algorithm pvs\nsd 2\nfault riddle 2\ngo\nfault list\nfault riddle 2 x-ray\n");
    assert!(riddle.contains("A fault is planted: riddle 2.") && riddle.contains(" ?   "), "{riddle}");
    assert!(!riddle.contains("Planted: sign") && riddle.contains("No, riddle 2 is a different fault."), "{riddle}");
    assert!(say("fault sign on").contains("'tutorial' selects the faulty one"));
    assert!(say("compare fault=off fault=sign depth 2").contains("A fault is planted ("));
}

#[test]
fn minimax_and_alphabeta_are_counted_for_stats() {
    for algorithm in ["minimax", "alphabeta"] {
        let said = say(&format!("play none\nset algorithm {algorithm}\nsd 3\ngo\nundo\nstats --csv"));
        let count = |name: &str| {
            let row = said.lines().find(|row| row.starts_with(&format!("{name},"))).expect("a row");
            row.split(',').nth(1).and_then(|count| count.parse::<u64>().ok()).expect("a number")
        };
        assert!(count("leaves") > 1000 && count("generated") >= count("made"), "{said}");
        assert_eq!(count("made"), count("nodes"), "{said}");
        assert_eq!(algorithm == "alphabeta", count("first") > 0, "{said}");
    }
}

#[test]
fn charts_are_numbers_for_programs() {
    let r = say("chart r --csv");
    assert!(r.contains("\n8,3,1,2,2,3,3,2\n"), "{r}");
    assert!(r.contains("\n1,3,,,2,2,,2\n"), "no verification can follow a null move at depth 1: {r}");
    let growth = say("play none\nset algorithm pvs\nsd 3\ngo\nchart growth --csv");
    assert!(
        growth.lines().last().is_some_and(|row| row.split(',').all(|cell| cell.parse::<f64>().is_ok())),
        "{growth}"
    );
    assert!(say("chart r").contains("### 3"));
}

#[test]
fn an_audit_says_how_many_samples_it_has_and_why() {
    let text = say("audit null 50 depth 5");
    assert!(text.contains(" of 49 null cutoffs wrong") && text.contains("49 of"), "{text}");
    assert!(text.contains("every other") && text.contains("more than 50 samples"), "{text}");
    assert!(text.contains("; search of depth 5"), "{text}");
    assert!(say("audit null 50 nodes 3000").contains("; search of 3000 nodes"));
    assert!(say("whatif pass nodes 300").contains("300 nodes, without null moves"));
    let rows = say("audit null 50 depth 5 --csv");
    assert!(rows.contains("position,depth,beta,pass,no null,cause,samples,wrong\nall,,,,,,49,"), "{rows}");
    let all = say("audit null 10000 depth 4").split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("there are no more."), "{all}");
}

#[test]
fn one_command_selects_the_search_for_experiments() {
    let nodes = |lines: &str| {
        let said = say(&format!("{lines}\ncompare fault=off depth 6 --csv"));
        said.lines().last().and_then(|row| row.split(',').nth(2)).map(String::from).expect("a row")
    };
    assert_eq!(nodes("tutorial"), nodes("modern\ntutorial"));
    assert_ne!(nodes("modern"), nodes("tutorial"));
    for line in ["set null off", "set null.reduction 2", "set history off", "null off"] {
        assert!(say(line).contains("No effect on the selected search"), "{line}");
        assert!(!say(&format!("tutorial\n{line}")).contains("No effect"), "{line}");
    }
    for line in ["set lmr off", "set seed 5"] {
        assert!(say(&format!("tutorial\n{line}")).contains("is a setting of the modern search"), "{line}");
    }
    assert!(!say("set lmr off\nset depth 5\nset time 1").contains("No effect"));
}

/// The value of a numeric attribute of an element.
fn attribute(element: &str, name: &str) -> f64 {
    let (_, rest) = element.split_once(&format!("{name}=\"")).expect("it is there");
    rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
}

/// The left and right end of a text, assuming rather wide letters.
fn extent(element: &str) -> (f64, f64) {
    let (_, text) = element.split_once('>').expect("a text");
    let letters = text.split("</text>").next().unwrap_or_default().chars().count();
    let width = 0.6 * attribute(element, "font-size") * letters as f64;
    let x = attribute(element, "x");
    match () {
        () if element.contains("\"end\"") => (x - width, x),
        () if element.contains("\"middle\"") => (x - width / 2.0, x + width / 2.0),
        () => (x, x + width),
    }
}

#[test]
fn pictures_are_written_and_nothing_is_overwritten_unasked() {
    let folder = std::env::temp_dir().join(format!("alula-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let file = |name: &str| folder.join(name).display().to_string();
    let lines = |force: &str| {
        let names = ["tree.dot", "tree.svg", "growth.svg", "r.svg"].map(file);
        format!(
            "play none\nset algorithm pvs\nsd 4\ntree record depth 3\ngo\nundo\ntree dump dot {}{force}\ntree picture {}{force}\n\
             chart growth {}{force}\nchart r {}{force}",
            names[0], names[1], names[2], names[3]
        )
    };
    assert!(!say(&lines("")).contains("Error"));
    assert_eq!(say(&lines("")).matches("already exists; --force overwrites it").count(), 4);
    assert!(!say(&lines(" --force")).contains("Error"));
    let read = |name: &str| std::fs::read_to_string(file(name)).expect("a picture");
    let dot = read("tree.dot");
    for part in ["rankdir=LR", "style=dashed", "dxc5", "d3 [-inf, +inf]", "null cut", "again"] {
        assert!(dot.contains(part), "{part}");
    }
    let tree = read("tree.svg");
    for part in ["stroke-dasharray", ">root<", ">-- pass<", "again<", "more<", "null cut"] {
        assert!(tree.contains(part), "{part}");
    }
    assert!(read("growth.svg").contains(">depth of the iteration in plies<"));
    assert!(RECIPES.iter().skip(1).all(|(name, ..)| read("r.svg").contains(&format!(">{name}<"))));
    for name in ["tree.svg", "growth.svg", "r.svg"] {
        let text = read(name);
        let (width, height) = (attribute(&text, "width"), attribute(&text, "height"));
        assert!(
            (1.2..2.0).contains(&(width / height)),
            "{name} does not have the shape of a slide: {width} by {height}"
        );
        for element in text.split("<text ").skip(1) {
            let (left, right) = extent(element);
            assert!(left >= 0.0 && right <= width, "{name}: cut off at {left} or {right} of {width}: {element}");
        }
        let balanced = text.matches("<text").count() == text.matches("</text>").count();
        assert!(text.starts_with("<svg xmlns=") && text.ends_with("</svg>\n") && balanced, "{name}");
    }
    assert!(say("chart r x.png").contains("must end in .svg"));
    std::fs::remove_dir_all(&folder).expect("it is there");
}

#[test]
fn refusals_give_reasons() {
    let table = [
        ("compare", "needs settings"),
        ("compare wiglet", "did you mean 'winglet'?"),
        ("compare reduction=99", "allowed values: 1 to 64"),
        ("compare none depth 121", "a number from 1 to 120"),
        ("compare none nodes", "no nodes given"),
        ("ladder depth 20", "ladder takes"),
        ("order best", "is not a move order"),
        ("order depth 12", "depth N, 1 to 6"),
        ("setboard R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\norder depth 2", "the game is over"),
        ("setboard R5k1/5ppp/8/8/8/8/8/7K b - - 0 1\nladder depth 2", "the game is over"),
        ("sweep", "needs a setting"),
        ("sweep null.reduction", "needs values"),
        ("sweep nonsense 1 depth 2", "there is no setting 'nonsense'"),
        ("audit", "audit takes"),
        ("whatif", "whatif takes"),
        ("whatif Kd4", "Kd4:"),
        ("why", "why takes"),
        ("demo nothing", "there is no demo"),
        ("recipe show nothing", "neither a recipe"),
        ("recipe burn", "recipe takes"),
        ("set null modern", "allowed values: on, off"),
        ("compare winglet search modern", "the modern one has null-move=off and numbers like search."),
        ("sweep reduction 2 3 search modern", "'reduction=2' is for the tutorial's search"),
        ("match algorithm=modern,heinz null-move=off", "'heinz' is for the tutorial's search"),
        ("modern\nrecipe use heinz", "'heinz' is for the tutorial's search"),
        ("explain nothing", "no explanation of"),
        ("stats", "no search yet"),
        ("chart growth", "no search yet"),
        ("chart", "chart takes"),
        ("fault sgn on", "did you mean 'sign'?"),
        ("fault sign maybe", "fault takes: list"),
        ("fault riddle 9", "riddle"),
        ("compare fault=nothing", "there is no fault 'nothing'"),
        ("tree", "nothing is recorded"),
        ("tree dump", "nothing is recorded"),
        ("tree record depth 2\ntree down Ke9", "was not searched here"),
    ];
    for (line, expected) in table {
        let text = say(line);
        assert!(text.contains("Error: ") && text.contains(expected), "{line}: {text}");
    }
}

#[test]
fn every_counter_is_explained() {
    let text = say("play none\nset algorithm pvs\nsd 3\ngo\nstats --csv");
    let names: Vec<&str> = text.lines().skip_while(|line| *line != "counter,count,%,of").skip(1).collect();
    assert!(names.len() > 15, "{text}");
    for line in names.iter().filter(|line| !line.is_empty()) {
        let name = line.split(',').next().expect("a name");
        assert!(counters().any(|known| known == name), "{name}");
    }
}

#[test]
fn recipes_are_set_and_shown() {
    let said = |line: &str| say(&format!("tutorial\n{line}")).lines().skip(1).map(String::from).collect::<Vec<_>>();
    assert_eq!(said("set null heinz\nset null.recipe"), ["null on", "null.recipe heinz"]);
    assert_eq!(said("set null.reduction 5\nset null.recipe"), ["null.reduction 5", "null.recipe own"]);
    assert_eq!(said("set null off\nset null\nset null double"), ["null off", "null off", "null on"]);
}

/// The zugzwang positions used by the page on null moves.
fn zugzwangs() -> Vec<Epd> {
    let lines = include_str!("../../assets/suites/zugzwang.epd").lines();
    lines.map(|line| Epd::read(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The solution move of a position, and the other legal moves.
fn right_and_others(epd: &Epd, board: &mut Board) -> (Move, Vec<Move>) {
    let right = epd.moves(board, "bm").expect("its move is legal")[0];
    (right, board.legal_moves().into_iter().filter(|&mv| mv != right).collect())
}

/// Without null moves, the solution move of each position is three pawns better than any other.
#[test]
#[ignore = "takes a minute"]
fn each_zugzwang_has_one_solution() {
    for epd in zugzwangs() {
        let mut board = epd.board().expect("a legal position");
        let mut options = Options { algorithm: Algorithm::Modern, ..Options::default() };
        options.forbid_null_moves();
        // For a proof, the search must not prune moves, shrink scores, scale or correct the evaluation, nor use reverse
        // futility pruning, which assumes that passing is safe. With this evaluation, the depth is sufficient.
        options.modern.techniques -= Techniques::LMP
            | Techniques::FUTILITY
            | Techniques::SEE_PRUNING
            | Techniques::REVERSE_FUTILITY
            | Techniques::CORRECTION;
        options.modern.parameters.material_scale = 0;
        options.modern.parameters.cutoff_damping = 0;
        options.modern.parameters.quiescence_kept = 64;
        options.modern.eval_kind = EvalKind::Tutorial;
        let (right, others) = right_and_others(&epd, &mut board);
        let depth = epd.number("acd").expect("a number").expect("the depth of the proof") as usize;
        let experiment = SearchExperiment::new(&board, &options, depth);
        let value = |mv: Move| {
            let found = value_of_move(&experiment, mv, depth, |played| Some(played.run(&Control::silent())));
            found.expect("it was not stopped").score
        };
        let (best, next) = (value(right), others.into_iter().map(value).max().expect("there are others"));
        println!("{}: {best}, the next {next}", epd.position);
        assert!(best >= next + 300, "{}: {best}, the next {next}", epd.position);
        assert_eq!(epd.text("c0").as_deref(), Some(if best > 200 { "wins" } else { "draws" }), "{}", epd.position);
    }
}

/// Endgame tables confirm the solution moves of the positions that they cover. `ALULA_SYZYGY` names a folder with more
/// tables than `tests/data/syzygy`.
#[test]
fn endgame_tables_confirm_the_solutions() {
    let small = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    let folder = std::env::var("ALULA_SYZYGY").unwrap_or(small.into());
    let tables = Tables::new(Arc::new(Syzygy::open(&folder).expect("tables of endings")));
    let mut known = 0;
    for epd in zugzwangs() {
        let mut board = epd.board().expect("a legal position");
        let (right, others) = right_and_others(&epd, &mut board);
        let for_the_other = |mv: Move| {
            let mut copy = board.clone();
            copy.play(mv);
            tables.base().wdl(&copy)
        };
        let Some(best) = for_the_other(right) else { continue };
        known += 1;
        assert!(others.into_iter().all(|mv| for_the_other(mv).is_none_or(|value| value > best)), "{}", epd.position);
    }
    println!("{known} positions are in the tables");
    assert!(known > 0);
}

const PAGE: &str = include_str!("../../docs/null-move.md");

/// A section of the page: the ids of its statements, and its text up to the next heading.
struct Place {
    ids: Vec<&'static str>,
    text: &'static str,
}

fn places() -> Vec<Place> {
    let sections = PAGE.split("\n### ").skip(1).map(|section| section.split("\n## ").next().unwrap_or(section));
    let ids = |section: &'static str| {
        let line = section.lines().find_map(|line| line.strip_prefix("Statements: `")).expect("the ids");
        line.trim_end_matches('`').split(' ').collect()
    };
    sections.map(|text| Place { ids: ids(text), text }).collect()
}

impl Place {
    /// The tests that the section names.
    fn tests(&self) -> Vec<&'static str> {
        let named = self.text.split_once("Test").map_or("", |(_, behind)| behind.split("```").next().unwrap_or(behind));
        named.split('`').skip(1).step_by(2).filter(|name| name.contains('_')).collect()
    }

    /// Number of expectations in its experiments.
    fn expectations(&self) -> usize {
        self.text.lines().filter(|line| line.starts_with("expect ")).count()
    }
}

/// Every requirement, parameter, option, claim and example of the sources appears in one section, with an expectation
/// or a test.
#[test]
fn every_statement_of_the_sources_is_on_the_page() {
    let places = places();
    let of = |id: &str| places.iter().filter(|place| place.ids.contains(&id)).count();
    let statements = statements();
    let wanted: Vec<&str> =
        statements.iter().filter(|statement| statement.kind != "X").map(|statement| statement.id).collect();
    assert_eq!((statements.len(), wanted.len()), (152, 136));
    assert_eq!(wanted.into_iter().filter(|id| of(id) != 1).collect::<Vec<_>>(), Vec::<&str>::new());
    for place in &places {
        let unknown = place.ids.iter().find(|id| !statements.iter().any(|known| known.id == **id));
        assert_eq!(unknown, None);
        assert!(
            place.expectations() + place.tests().len() > 0,
            "{:?} has neither an expectation nor a test",
            place.ids
        );
    }
}

/// A statement of the sources: `kind` is R for a requirement, C for a claim, P for a parameter, O for an option, E for
/// an example, X for explanations.
struct Statement {
    id: &'static str,
    kind: &'static str,
    place: &'static str,
    verdict: &'static str,
    text: &'static str,
}

fn statements() -> Vec<Statement> {
    let lines = include_str!("../../docs/data/statements.tsv").lines().skip(1);
    let of = |line: &'static str| match line.split('\t').collect::<Vec<_>>()[..] {
        [id, kind, place, verdict, text] => Statement { id, kind, place, verdict, text },
        _ => panic!("{line}"),
    };
    lines.map(of).collect()
}

/// The sources, each with the prefix of its ids and a description.
const SOURCES: [(&str, &str); 5] = [
    ("S0-", "The tutorial, chapter 19: null moves"),
    ("S1-", "W. Bryant's digest, Computer Chess Club, May 1999"),
    ("S2-", "The tutorial, chapter 17: iterative deepening and move ordering"),
    ("S3-", "E. Altavilla's journal of ViperMate, October 2023"),
    ("S4-", "J. Pettersson's guide to Mediocre: minimal trees, null moves"),
];

const VERDICTS: [(&str, &str); 7] = [
    ("built", "a rule that the program follows; the experiment or its tests verify it"),
    ("proved", "holds exactly: solved, or counted exhaustively"),
    ("shown", "measured here, in the positions and to the depths of the experiment, and no further"),
    ("doubted", "measured here, with another result"),
    ("elsewhere", "measured in games, not by an experiment on the page"),
    ("chosen", "the source is silent or contradicts itself: our choice"),
    ("told", "explanation: there is nothing to measure"),
];

/// Generates the page of statements from the data and from the sections of the page on null moves.
fn statements_page() -> String {
    let mut page = String::from(
        "# Statements of the sources\n\n\
         Statements, requirements and claims of the five texts behind the null-move laboratory, in our own words, with\n\
         their sources and our verdicts. The last column links to the experiment. This page is generated from\n\
         `docs/data/statements.tsv`.\n\n| verdict | meaning | statements |\n|---|---|---|\n",
    );
    let statements = statements();
    for (verdict, meaning) in VERDICTS {
        let count = statements.iter().filter(|statement| statement.verdict == verdict).count();
        page.push_str(&format!("| {verdict} | {meaning} | {count} |\n"));
    }
    let places = places();
    for (prefix, source) in SOURCES {
        page.push_str(&format!(
            "\n## {source}\n\n| id | statement | place | verdict | experiment |\n|---|---|---|---|---|\n"
        ));
        for Statement { id, place, verdict, text, .. } in statements.iter().filter(|known| known.id.starts_with(prefix))
        {
            let heading =
                places.iter().find(|place| place.ids.contains(id)).and_then(|place| place.text.lines().next());
            let experiment =
                heading.map_or(String::new(), |heading| format!("[{heading}](null-move.md#{})", anchor(heading)));
            page.push_str(&format!("| {id} | {text} | {place} | {verdict} | {experiment} |\n"));
        }
    }
    page
}

/// The anchor that Markdown viewers generate for a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[test]
fn the_page_of_statements_is_that_of_the_data() {
    let known = |verdict: &str| VERDICTS.iter().any(|(known, _)| *known == verdict);
    assert!(statements().iter().all(|statement| known(statement.verdict)));
    let page = statements_page();
    let written =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/statements.md")).unwrap_or_default();
    if written.replace("\r\n", "\n") != page {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/statements.md");
        std::fs::write(path, page).expect("a temporary file");
        panic!("docs/statements.md differs from the data: copy {path}");
    }
}

/// The tests that the page names exist.
#[test]
fn every_test_of_the_documentation_exists() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut count = 0;
    for path in places().iter().flat_map(Place::tests) {
        let parts: Vec<&str> = path.split("::").collect();
        let file = match parts[..] {
            [folder, file, "tests", _] => format!("{root}/src/{folder}/{file}.rs"),
            [file, "tests", _] => format!("{root}/src/{file}.rs"),
            [file, _] => format!("{root}/tests/engine/{file}.rs"),
            _ => format!("{root}/tests/course/lab.rs"),
        };
        let name = parts.last().expect("a name");
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        let (before, _) = text.split_once(&format!("fn {name}(")).unwrap_or_else(|| panic!("{path} does not exist"));
        let mut attributes = before.lines().rev().map(str::trim).filter(|line| !line.is_empty());
        assert!(attributes.by_ref().take_while(|line| line.starts_with("#[")).any(|line| line == "#[test]"), "{path}");
        count += 1;
    }
    assert!(count > 10, "{count} tests");
}

/// Code quoted on the page is identical to the program's.
#[test]
fn quoted_code_matches_the_source() {
    let mut count = 0;
    for quotation in PAGE.split("```rust source ").skip(1) {
        let (file, code) = quotation.split_once('\n').expect("a file, and code");
        let code = code.split("```").next().unwrap_or(code);
        let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(&path).expect("a source file").replace("\r\n", "\n");
        assert!(source.contains(code), "{file}");
        count += 1;
    }
    assert!(count > 0);
}

/// The page with only its slow, or only its quick experiments.
fn page(source: &str, slow: bool) -> Lesson {
    let mut page = Lesson::read("null-move.md", source).expect("it can be read");
    page.blocks.retain(|block| !matches!(block, Block::Experiment(experiment) if experiment.slow != slow));
    page
}

/// The errors in the experiments of a page. Two threads run half of them each.
fn page_errors(page: &Lesson) -> Vec<String> {
    let errors_in = |blocks: &[Block]| -> Vec<String> {
        let errors = update::errors(&Lesson { blocks: blocks.to_vec(), ..page.clone() }, CONSOLE_WORDS).into_iter();
        let errors = errors.filter(|error| !error.text.starts_with("no experiment computes"));
        errors.map(|error| format!("docs/null-move.md:{}: {}", error.line, error.text)).collect()
    };
    let (first, second) = page.blocks.split_at(page.blocks.len() / 2);
    thread::scope(|scope| {
        let other = scope.spawn(|| errors_in(second));
        [errors_in(first), other.join().expect("no panic")].concat()
    })
}

#[test]
fn the_page_on_null_moves_is_true() {
    let whole = Lesson::read("null-move.md", PAGE).expect("it can be read");
    assert_eq!(prose::uncomputed(&whole), Vec::new());
    let errors = page_errors(&page(PAGE, false));
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
#[ignore = "takes minutes"]
fn the_slow_experiments_on_null_moves_are_true() {
    let errors = page_errors(&page(PAGE, true));
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// A wrong figure in an experiment or in the text is detected.
#[test]
fn a_wrong_figure_on_the_page_is_noticed() {
    let start = PAGE.find("### First the pass").expect("a section");
    let section = PAGE[start..].split("\n### ").nth(1).map_or(&PAGE[start..], |next| {
        &PAGE[start..start + PAGE[start..].find(next).unwrap_or_default() - "\n### ".len()]
    });
    assert_eq!(page_errors(&page(section, false)), Vec::<String>::new());
    assert_eq!(page_errors(&page(&section.replace("tried.count 3871", "tried.count 3872"), false)).len(), 1);
    let forged =
        Lesson::read("null-move.md", &section.replace("the 3871 tries", "the 3872 tries")).expect("it can be read");
    assert_eq!(prose::uncomputed(&forged).len(), 1);
}

/// The example of `docs/oracle.md`, forty lines of Python, agrees node for node. Skipped without Python.
#[test]
fn alpha_beta_in_python_agrees_to_the_node() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/oracle.py");
    assert!(std::fs::read_to_string(script).expect("the script").lines().count() <= 40);
    let blank = TableKind::of("alphabeta").expect("a kind").blank();
    let rows: Vec<&str> = blank.lines().filter(|line| !line.contains("\t3\t")).collect();
    let started = ["python3", "python"].into_iter().find_map(|python| {
        let mut command = Command::new(python);
        at_home_in(&mut command, HOME);
        command.args([script, env!("CARGO_BIN_EXE_alula")]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()
    });
    let Some(mut child) = started else { return eprintln!("no Python: not run") };
    child.stdin.take().expect("a pipe").write_all((rows.join("\n") + "\n").as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let filled = String::from_utf8(output.stdout).expect("text").replace("\r\n", "\n");
    let mut computed = Vec::new();
    Figures::recompute(TableKind::Alphabeta, &rows.join("\n"), &Control::silent(), |line| {
        computed.push(line.to_string());
        true
    })
    .expect("a table");
    assert!(computed.len() > 8, "{computed:?}");
    assert_eq!(filled.lines().collect::<Vec<_>>(), computed);
}

/// The program's output for these lines; as an error if a line fails.
fn strict_dialogue(lines: &str) -> Result<String, String> {
    let mut child = alula().arg("--strict").spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    if output.status.success() { Ok(text) } else { Err(text) }
}

#[test]
fn a_refused_command_fails_a_strict_script() {
    assert!(strict_dialogue("stats nulls\n").is_err());
    assert!(strict_dialogue("recipe list\n").is_ok());
}

/// Undoing a null move restores everything, and a repeated search gives the same result: in the tutorial's search with
/// every recipe, in the modern search with and without null moves.
#[test]
fn null_moves_leave_the_board_as_it_was() {
    let board = board_of(MIDDLEGAME);
    let check = |searched: &Board, thought: Thought, passes, what: &str| {
        let place = |board: &Board| (board.fen(), board.hashkey, board.end_of_search);
        assert_eq!(place(searched), place(&board), "{what}");
        assert!(searched.is_consistent(), "{what}");
        let null = &thought.stats.null;
        assert_eq!(null.cuts + null.misses, null.tries, "{what}");
        assert_eq!(passes, null.tries > 0, "{what}");
        assert!(null.nodes <= thought.nodes, "{what}");
        (thought.nodes, thought.score, null.tries)
    };
    let by_recipe = RECIPES.map(|(name, recipe, _)| {
        let search = || {
            let mut instrument = Instrument::of(&board, Settings { null_move: recipe, ..Settings::TUTORIAL });
            let thought = search(&mut instrument, 5);
            check(&instrument.board, thought, name != "none", name)
        };
        let found = search();
        assert_eq!(found, search(), "{name}");
        found.0
    });
    let kinds: std::collections::BTreeSet<u64> = by_recipe.into_iter().collect();
    assert!(kinds.len() >= 7, "the recipes make no difference: {by_recipe:?}");
    for passes in [true, false] {
        let search = || {
            let mut modern = Modern::default();
            if !passes {
                modern.forbid_null_moves();
            }
            modern.set_game(&board);
            let thought = search(&mut modern, 9);
            check(&modern.board, thought, passes, "the modern search")
        };
        assert_eq!(search(), search(), "passes {passes}");
    }
}

#[test]
fn the_modern_search_can_be_asked_for() {
    let rows = say("compare null-move=off null-move=on depth 6 search modern --csv");
    let none = rows.lines().find(|line| line.starts_with("null-move=off,")).expect("a row");
    assert!(none.split(',').nth(11) == Some("0"), "{rows}");
    assert!(say("sweep search.null-reduction 2 5 depth 6 search modern").contains("search.null-reduction=5"));
    // A sweep applies all of its limits.
    let table =
        |line: &str| say(line).lines().filter(|row| row.starts_with("quiescence=")).collect::<Vec<_>>().join("\n");
    let column =
        |rows: &str, n: usize| rows.lines().map(|row| row.split(',').nth(n).map(String::from)).collect::<Vec<_>>();
    for limits in ["depth 3 search pvs", "depth 2 nodes 100000", "nodes 3000 time 9"] {
        let swept = table(&format!("modern\nsweep quiescence on off {limits} --csv"));
        let compared = table(&format!("modern\ncompare quiescence=on quiescence=off {limits} --csv"));
        for n in [1, 2, 7] {
            assert_eq!(column(&swept, n), column(&compared, n), "{limits}");
        }
        assert_eq!(column(&swept, 1).len(), 2, "{limits}: {swept}");
    }
    assert!(say("audit null 10 depth 7 search modern").contains("null cutoffs wrong"));
    let why = say("why a3 depth 5 search modern");
    assert!(why.split_whitespace().collect::<Vec<_>>().join(" ").contains("is not recorded"), "{why}");
    assert!(say("compare winglet search minimax").contains("allowed values: pvs, modern"));
}

#[test]
fn why_names_the_node_that_cut() {
    let text = say("why a3 depth 4");
    assert!(text.contains("After a3, ") && contains_words(&text, "value and beta for Black: -0.16 >= -0.16"), "{text}");
}

#[test]
fn variants_are_exact_and_make_a_difference() {
    let bare = "null=off,quiescence=off";
    let rows = say(&format!(
        "compare {bare} {bare},history.bonus=linear {bare},history.bonus=power {bare},history.bonus=one {bare},select=sort \
         {bare},fail=soft depth 4 --csv"
    ));
    let rows: Vec<&str> = rows.lines().filter(|line| line.starts_with("\"null=off")).collect();
    assert_eq!(rows.len(), 6);
    let column = |n: usize| -> std::collections::BTreeSet<&str> {
        rows.iter().map(|row| row.rsplit('"').next().expect("cells").split(',').nth(n).expect("a cell")).collect()
    };
    assert_eq!(column(7).len(), 1, "the scores are equal: {rows:?}");
    assert!(column(2).len() >= 4, "the node counts differ: {rows:?}");
}

#[test]
fn matches_are_played_and_written() {
    let file = std::env::temp_dir().join(format!("alula-match-{}.pgn", std::process::id()));
    let table = say(&format!("match winglet none games 2 nodes 500 pgn {} --csv", file.display()));
    let row = table.lines().find(|line| line.starts_with("winglet,")).expect("a row");
    let cells: Vec<&str> = row.split(',').collect();
    let count = |n: usize| cells[n].parse::<u64>().expect("a number");
    assert_eq!((count(1), count(2) + count(3) + count(4)), (2, 2), "{row}");
    let games = std::fs::read_to_string(&file).expect("the games");
    std::fs::remove_file(&file).expect("the file can go");
    assert_eq!(games.matches("[White \"winglet\"]").count(), 1, "{games}");
    assert_eq!(games.matches("[Black \"winglet\"]").count(), 1, "{games}");
    assert!(say("match winglet").contains("match takes two settings"));
    assert!(say("match winglet none games 0").contains("games cannot be '0'"));
    assert!(say("match winglet none games 2 pgn").contains("pgn: name a file"));
}

#[test]
fn arguments_without_effect_are_refused_and_the_rest_are_used() {
    for (line, reason) in [
        ("match elo=1000 elo=1800 search pvs", "elo is for the modern search: add 'search modern'"),
        ("match hash=4 algorithm=pvs,hash=1", "hash is for the modern search"),
        ("match history=off elo=1800", "history is for the tutorial's searches"),
        ("match elo=1000 elo=1800 seed 0", "seed cannot be '0'"),
        ("match elo=1000 elo=1000,seed=3", "seed= has no effect: each game has its own seed"),
        ("match algorithm=pvs history=off,seed=3", "seed= has no effect: each game has its own seed"),
        ("match winglet none suite wac", "only 'compare' and 'sweep' take a suite"),
        ("audit null 100 depths", "samples cannot be '100 depths'"),
        ("audit null suite wac", "only 'compare' and 'sweep' take a suite"),
        ("why e4 suite wac", "only 'compare' and 'sweep' take a suite"),
        ("ladder depth 2 search modern", "ladder measures the tutorial's techniques"),
        ("order none search pvs", "order measures the tutorial's techniques"),
        ("match threads=2 threads=1", "threads= has no effect: under a node limit"),
        ("match threads=2 threads=1 nodes 100", "threads= has no effect: under a node limit"),
    ] {
        assert!(say(line).contains(reason), "{line}");
    }
    assert!(say("match threads=2 threads=1 games 1 depth 1 --csv").contains("threads=2,1,"));
    let file = std::env::temp_dir().join(format!("alula-twins-{}.pgn", std::process::id()));
    say(&format!("match winglet winglet games 1 nodes 100 pgn {}", file.display()));
    let games = std::fs::read_to_string(&file).expect("the games");
    std::fs::remove_file(&file).expect("the file can go");
    assert!(games.contains("[White \"winglet (1)\"]") && games.contains("[Black \"winglet (2)\"]"), "{games}");
}

#[test]
fn a_stronger_player_wins_a_match() {
    let table = say("match elo=1000 elo=1800 games 12 nodes 1000 --csv");
    let row = table.lines().find(|line| line.starts_with("elo=1000,")).expect("a row");
    let count = |n: usize| row.split(',').nth(n).expect("a cell").parse::<u64>().expect("a number");
    assert!(2 * count(2) + count(3) < 12 && count(4) > 6, "{row}");
    // These two opponents have node limits of their own, which do not end the match.
    let table = say("match elo=2100 elo=2150 games 2 depth 20");
    assert!(!table.contains("Stopped") && table.contains("elo=2150      2 "), "{table}");
}
