//! The null-move laboratory, through the library and through the real program at a pipe.

use std::io::Write;
use std::process::{Command, Stdio};

use alula::board::Algorithm;
use alula::board::Board;
use alula::command;
use alula::lab::compare::{Class, ladder, minimax_run, quiet_copy};
use alula::lab::recipe::RECIPES;
use alula::lab::variants::Switches;
use alula::ui::dialogues::CONSOLE_WORDS;
use alula::ui::lab::demo::{DEMOS, Show};
use alula::ui::lab::text::EXPLANATIONS;

mod common;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";

/// What the program says to these lines.
fn dialogue(lines: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_alula"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The same for one command, in the middlegame.
fn say(line: &str) -> String {
    let all = dialogue(&format!("setboard {MIDDLEGAME}\n{line}\n"));
    let after_board = all.find("      a   b   c").expect("the board is shown");
    all[after_board..].lines().skip(2).collect::<Vec<_>>().join("\n")
}

fn board(fen: &str) -> Box<Board> {
    let mut board = common::board_of(fen);
    board.lab.instrument = true;
    board
}

fn let_it(board: &mut Board, search: &mut dyn FnMut(&mut Board)) -> Option<()> {
    search(board);
    Some(())
}

/// Positions of random games, the same every time.
fn positions(count: usize) -> Vec<Board> {
    let mut state = 1_u64;
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = quiet_copy(&Board::new());
        for ply in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() || found.len() == count {
                break;
            }
            let mut other;
            (state, other) = alula::hash::split_mix(state);
            other %= moves.len() as u64;
            board.play(moves[other as usize]);
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
    for (number, position) in positions(200).iter().enumerate() {
        let mut board = Box::new(position.clone());
        // Without a window, the quiescence search is slow.
        for quiescence in if number % 8 == 0 { vec![false, true] } else { vec![false] } {
            board.lab.switches = Switches { quiescence, ..bare };
            let depth = 2;
            let (reference, _) = minimax_run(&mut board, depth);
            for switches in exact {
                board.lab.switches = Switches { quiescence, ..switches };
                board.search_depth = depth;
                board.deepen();
                let last = board.lab.stats.iterations.last().expect("it has searched");
                let mate_found = last.depth < depth;
                assert!(mate_found || last.score == reference.score, "position {number} {}: {switches:?}", board.fen());
            }
        }
    }
}

#[test]
fn the_ladder_has_no_faults() {
    for fen in [MIDDLEGAME, "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1", DEMOS[0].fen] {
        let ladder = ladder(&board(fen), 3, let_it).expect("not stopped");
        assert_eq!(ladder.faults(), Vec::<&str>::new(), "{fen}");
        let speculative = ladder.rungs.iter().filter(|rung| rung.class == Class::Speculative).count();
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
fn auditing_and_recording_change_no_node_count() {
    let plain = {
        let mut board = board(MIDDLEGAME);
        board.search_depth = 5;
        board.deepen();
        board.inodes
    };
    let mut audited = board(MIDDLEGAME);
    audited.lab.audit = Some(Box::new(alula::lab::audit::Audit::new(50, 1)));
    audited.search_depth = 5;
    audited.deepen();
    assert_eq!(audited.inodes, plain);
    let mut recorded = board(MIDDLEGAME);
    recorded.lab.tree = Some(Box::new(alula::lab::tree::Tree::new(1000)));
    recorded.search_depth = 5;
    recorded.deepen();
    assert_eq!(recorded.inodes, plain);
}

#[test]
fn counters_add_up_for_every_recipe() {
    for (name, recipe, _) in RECIPES {
        let mut board = board(MIDDLEGAME);
        board.lab.null_move = recipe;
        board.search_depth = 5;
        board.deepen();
        let stats = &board.lab.stats;
        assert_eq!(stats.made + stats.captures_made + stats.null.tries, board.inodes, "{name}");
        assert_eq!(stats.null.cuts + stats.null.misses, stats.null.tries, "{name}");
        assert!(stats.null.nodes <= board.inodes, "{name}");
        assert_eq!(stats.iterations.last().map(|last| last.nodes), Some(board.inodes), "{name}");
        assert_eq!(name == "none", stats.null.tries == 0, "{name}");
    }
}

// ---- the program ------------------------------------------------------------------------------------------------------

#[test]
fn quick_demos_come_to_their_verdicts() {
    let zugzwang = say("demo zugzwang-pawns");
    assert!(zugzwang.contains("ZUGZWANG"), "{zugzwang}");
    assert!(say("demo stalemate").contains("ZUGZWANG"));
    assert!(say("demo qc1").contains("White is +5.00 up"));
    let ep = say("demo en-passant --csv");
    assert!(ep.contains("square left standing,0,0,wrong") && ep.contains("square cleared,0,0,right"), "{ep}");
    let men = say("demo zugzwang-four-men --csv");
    for (setting, right) in [("none", true), ("mediocre", false), ("\"mediocre,limit=299\"", true), ("double", false)] {
        let line = men.lines().find(|line| line.starts_with(&format!("{setting},"))).expect("a row");
        assert_eq!(line.ends_with(",right"), right, "{line}");
        assert_eq!(line.contains("WRONG"), !right, "{line}");
    }
}

#[test]
fn rooks_and_queens_need_a_verification() {
    let rooks = say("demo zugzwang-rooks --csv");
    for (setting, right) in
        [("none", true), ("winglet", false), ("\"winglet,verify=research\"", true), ("verified", true)]
    {
        let line = rooks.lines().find(|line| line.starts_with(&format!("{setting},"))).expect("a row");
        assert_eq!(line.ends_with(",right"), right, "{line}");
    }
}

#[test]
#[ignore = "takes some seconds each"]
fn slow_demos_come_to_a_verdict() {
    for demo in DEMOS.iter().filter(|demo| matches!(demo.show, Show::Settings(..))) {
        let text = say(&format!("demo {}", demo.name));
        assert!(text.contains("right"), "{text}");
    }
}

#[test]
fn every_table_is_well_formed_csv_and_json() {
    let commands = [
        "recipe list",
        "recipe show modern",
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
        "compare none modern depth 4 search modern",
        "compare none winglet depth 2 suite assets/perft.epd",
    ];
    for command in commands {
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
    }
}

/// What follows the last board.
fn tail_after_board(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let board = lines.iter().rposition(|line| line.contains("a   b   c")).expect("undo shows the board");
    lines[board + 1..].iter().copied().skip_while(|line| line.is_empty()).filter(|line| !line.is_empty()).collect()
}

/// Number of cells of a line of CSV.
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
}

#[test]
fn refusals_say_why() {
    let table = [
        ("compare", "needs settings"),
        ("compare wiglet", "did you mean 'winglet'?"),
        ("compare reduction=99", "may be: 1 to 64"),
        ("compare none depth 99", "a number from 1 to 64"),
        ("compare none nodes", "the number is missing"),
        ("ladder depth 20", "ladder takes"),
        ("order best", "no order"),
        ("order depth 12", "depth N, 1 to 6"),
        ("sweep", "needs a setting"),
        ("sweep null.reduction", "needs values"),
        ("sweep nonsense 1 depth 2", "there is no setting 'nonsense'"),
        ("audit", "audit takes"),
        ("whatif", "whatif takes"),
        ("whatif Kd4", "Kd4:"),
        ("why", "why takes"),
        ("demo nothing", "there is no demo"),
        ("recipe show nothing", "is no recipe"),
        ("recipe burn", "recipe takes"),
        ("explain nothing", "is not explained"),
        ("stats", "there was no search yet"),
        ("chart growth", "there was no search yet"),
        ("chart", "chart takes"),
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
        assert!(EXPLANATIONS.iter().any(|(known, _)| *known == name), "{name}");
    }
}

#[test]
fn recipes_are_set_and_told() {
    let said = |line: &str| say(line).lines().map(String::from).collect::<Vec<_>>();
    assert_eq!(said("set null heinz\nset null.recipe"), ["null on", "null.recipe heinz"]);
    assert_eq!(said("set null.reduction 5\nset null.recipe"), ["null.reduction 5", "null.recipe own"]);
    assert_eq!(said("set null off\nset null\nset null modern"), ["null off", "null off", "null on"]);
}

/// A row of the table of the sources: ids, and what stands in backquotes behind them.
fn documented() -> Vec<(Vec<&'static str>, Vec<&'static str>)> {
    let text = include_str!("../docs/null-move.md");
    let rows = text.lines().filter(|line| line.starts_with("| S"));
    rows.map(|row| {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert!(columns.len() == 3 && !columns[2].is_empty(), "{row}");
        (columns[0].split(' ').collect(), columns[2].split('`').skip(1).step_by(2).collect())
    })
    .collect()
}

/// Every requirement, parameter, option, claim and example of the sources has a row with a command or a test in it.
#[test]
fn every_statement_of_the_sources_is_in_the_table() {
    let rows = documented();
    let of = |id: &str| rows.iter().filter(|(ids, _)| ids.contains(&id)).collect::<Vec<_>>();
    let mut count = 0;
    for line in include_str!("data/sources.tsv").lines().skip(1) {
        let (id, kind) = line.split_once('\t').expect("two columns");
        let found = of(id);
        if kind != "X" {
            assert_eq!(found.len(), 1, "{id} has {} rows", found.len());
            assert!(!found[0].1.is_empty(), "{id} has neither command nor test");
            count += 1;
        }
    }
    assert_eq!(count, 133);
    let known = |id: &&str| include_str!("data/sources.tsv").lines().any(|line| line.starts_with(&format!("{id}\t")));
    assert!(rows.iter().all(|(ids, _)| ids.iter().all(known)), "an id that the sources do not have");
}

/// The tests that the table names are there.
#[test]
fn every_test_of_the_documentation_exists() {
    let root = env!("CARGO_MANIFEST_DIR");
    let names = documented()
        .into_iter()
        .flat_map(|(_, marked)| marked)
        .filter(|text| text.contains("::") || text.contains('_'));
    let mut count = 0;
    for path in names {
        let parts: Vec<&str> = path.split("::").collect();
        let file = match parts[..] {
            ["recipe", "may_null"] => continue,
            [folder, file, "tests", _] => format!("{root}/src/{folder}/{file}.rs"),
            [file, "tests", _] => format!("{root}/src/{file}.rs"),
            [file, _] => format!("{root}/tests/{file}.rs"),
            _ => format!("{root}/tests/lab.rs"),
        };
        let name = parts.last().expect("a name");
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(
            text.contains(&format!("#[test]\n    fn {name}(")) || text.contains(&format!("#[test]\nfn {name}(")),
            "{path}"
        );
        count += 1;
    }
    assert!(count > 5, "{count} tests");
}

/// The commands that the table names: each ends well, and has something to say.
#[test]
fn every_command_of_the_documentation_runs() {
    let marked = documented().into_iter().flat_map(|(_, marked)| marked);
    let mut commands: Vec<&str> = marked.filter(|text| !text.contains("::") && !text.contains('_')).collect();
    commands.sort_unstable();
    commands.dedup();
    assert!(commands.len() > 50, "{}", commands.len());
    // These take long, and have tests of their own.
    let slow = ["demo zugzwang-pawns-search", "demo queen-check", "demo zugzwang-four-men", "demo zugzwang-rooks"];
    // A limit alone is an argument.
    let is_word = |command: &&str| {
        let name = command.split(' ').next().expect("a word");
        command::find(CONSOLE_WORDS, name).is_some()
    };
    for command in &commands {
        assert!(is_word(command) || command.starts_with("depth "), "{command}");
    }
    for command in commands.iter().filter(|command| is_word(command) && !slow.contains(command)) {
        let said = strict_dialogue(&format!(
            "play none\nset algorithm pvs\nset time off\nsd 4\nsetboard {MIDDLEGAME}\ntree record depth 4\ngo\nundo\necho ==\n{command}\n"
        ));
        let said = said.unwrap_or_else(|text| panic!("{command}: {text}"));
        let (_, answer) = said.split_once("==\n").expect("the echo");
        assert!(answer.trim().len() > 5 && !answer.contains("Error"), "{command}: {answer}");
    }
}

/// What the program says to these lines, or all of it if one of them is refused.
fn strict_dialogue(lines: &str) -> Result<String, String> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_alula"))
        .arg("--strict")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    if output.status.success() { Ok(text) } else { Err(text) }
}

#[test]
fn a_refused_command_does_not_end_well() {
    assert!(strict_dialogue("stats nulls\n").is_err());
    assert!(strict_dialogue("recipe list\n").is_ok());
}

/// Every recipe in both searches: what a pass changes is taken back, the same twice is the same, and no two passes run on.
#[test]
fn every_recipe_serves_both_searches() {
    for algorithm in [Algorithm::Pvs, Algorithm::Modern] {
        let mut signatures = Vec::new();
        for (name, recipe, _) in RECIPES {
            let search = || {
                let mut board = board(MIDDLEGAME);
                board.algorithm = algorithm;
                (board.lab.null_move, board.modern.null_move) = (recipe, recipe);
                board.search_depth = if algorithm == Algorithm::Modern { 9 } else { 5 };
                let before = (board.fen(), board.hashkey, board.end_of_search);
                board.deepen();
                assert_eq!((board.fen(), board.hashkey, board.end_of_search), before, "{name}");
                assert!(board.is_consistent(), "{name}");
                let null = &board.lab.stats.null;
                assert_eq!(null.cuts + null.misses, null.tries, "{name}");
                assert_eq!(name == "none", null.tries == 0, "{name}");
                assert!(null.nodes <= board.inodes, "{name}");
                let last = board.lab.stats.iterations.last().expect("it has searched");
                (board.inodes, last.score, null.tries)
            };
            assert_eq!(search(), search(), "{name}");
            signatures.push(search().0);
        }
        let kinds: std::collections::BTreeSet<u64> = signatures.iter().copied().collect();
        assert!(kinds.len() >= 7, "{algorithm:?}: the recipes make no difference: {signatures:?}");
    }
}

#[test]
fn the_modern_search_can_be_asked_for() {
    let rows = say("compare none modern winglet depth 6 search modern --csv");
    let none = rows.lines().find(|line| line.starts_with("none,")).expect("a row");
    assert!(none.split(',').nth(11) == Some("0"), "{rows}");
    assert!(say("sweep reduction 2 5 depth 6 search modern").contains("reduction=5"));
    assert!(say("audit null 10 depth 7 search modern").contains("null cutoffs wrong"));
    let why = say("why a3 depth 5 search modern");
    assert!(why.split_whitespace().collect::<Vec<_>>().join(" ").contains("is not recorded"), "{why}");
    assert!(say("compare winglet search minimax").contains("may be pvs or modern"));
}

#[test]
fn why_names_the_node_that_cut() {
    let text = say("why a3 depth 4");
    assert!(text.contains("Behind a3, ") && text.contains("for Black"), "{text}");
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
    assert_eq!(column(7).len(), 1, "one score: {rows:?}");
    assert!(column(2).len() >= 4, "several counts of nodes: {rows:?}");
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
    assert!(say("match winglet none games 0").contains("games:"));
    assert!(say("match winglet none games 2 pgn").contains("needs the name of a file"));
}
