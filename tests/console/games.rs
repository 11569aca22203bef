//! Files of games through a pipe: listing, browsing, editing, reviewing, and rejecting bad files.

use super::Place;

const GAMES: &str = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2020.01.02\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Bc4 Nc6 3. Qh5 {a threat} (3. Nf3 Bc5 (3... Nf6 4. d3)) 3... Nf6 4. Qxf7# 1-0\n\n\
    [Event \"Open\"]\n[White \"Cid\"]\n[Black \"Ann\"]\n[Date \"2019.05.06\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [White \"Dora\"]\n[Black \"Eve\"]\n\n1. d4 d5 2. Ke3 *\n";

fn place() -> Place {
    let place = Place::new();
    place.file("club.pgn", GAMES);
    place
}

fn said(place: &Place, lines: &str) -> String {
    String::from_utf8(place.run(&[], format!("set board asked\n{lines}")).stdout).expect("text")
}

#[test]
fn games_are_listed_filtered_and_sorted() {
    let place = place();
    let numbers = |line: &str| -> Vec<String> {
        let said = said(&place, &format!("{line} --csv\n"));
        let rows = said.lines().filter(|line| line.contains(",20") || line.contains(",Dora"));
        rows.filter_map(|line| line.split(',').next().map(String::from)).collect()
    };
    assert_eq!(numbers("games club.pgn"), ["1", "2", "3"]);
    assert_eq!(numbers("games club.pgn ann"), ["1", "2"]);
    assert_eq!(numbers("games club.pgn white=ann"), ["1"]);
    assert_eq!(numbers("games club.pgn result=0-1 date=2019"), ["2"]);
    assert_eq!(numbers("games club.pgn sort=date"), ["2", "1", "3"]);
    let said = said(&place, "games club.pgn\nload 2\nload 9\ngames club.pgn colour=red\n");
    assert!(said.contains("game 3, line 20 (byte 316): 2. Ke3: no king can go to e3"), "{said}");
    assert!(said.contains("Cid - Ann, 0-1, 2 moves; game 2 of 3"), "{said}");
    assert!(said.contains("club.pgn has 3 games; there is no game 9"), "{said}");
    assert!(said.contains("'colour' is not a column; the columns are number, date, white"), "{said}");
    let said = self::said(&place, "play none\ne4\ne5\nBc4\nNc6\ngames club.pgn here\nload 3\nload 4\n");
    assert!(said.contains("club.pgn: 1 of 3 games"), "{said}");
    assert!(said.contains("game 3 is not in this list; 'load club.pgn 3' loads it"), "{said}");
    assert!(said.contains("club.pgn has 3 games; there is no game 4"), "{said}");
}

#[test]
fn checkmate_is_no_draw_to_claim() {
    let said = said(&Place::new(), "play none\nf3\ne5\ng4\nQh4#\ndraw\nresult\n");
    assert!(said.contains("the game is over: this is checkmate, not a draw"), "{said}");
}

#[test]
fn one_game_is_singular() {
    let place = Place::new();
    place.file("one.pgn", "1. e4 *\n");
    place.file("one.epd", "7k/8/8/8/8/8/r7/7K w - - bm Kg1;\n");
    let lines = "games one.pgn\nload one.pgn\nload one.pgn 2\ntest one.epd depth 1\nlevel 1 5\nlevel off\n\
                 book make one.pgn one.bin\nbook info one.bin\nload one.pgn\nback\nforward\ne5\nback 2\nforward\n\
                 delete\nsetboard 7k/8/8/8/8/8/r7/7K w - - 0 1\ndivide 1\n";
    let said = said(&place, lines);
    for part in [
        "one.pgn: 1 of 1 game\n",
        ", 1 move; game 1 of 1\n",
        "one.pgn has 1 game; there is no game 2\n",
        "1 position of one.epd; ",
        "5 min for 1 move)",
        "one.bin: 1 move from 1 game; 0 games could not be read\n",
        "one.bin: 1 position, 1 move, at most 1 in one position",
        "deleted: 1. e4 and the move after it\n",
        "total  1 in 1 move, ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_game_is_browsed() {
    let place = place();
    let said = said(
        &place,
        "load club.pgn\nfirst\ngoto 2 black\nforward\nback\nvariation 1\nforward 1\nlast\nforward twice\nback 99\nfen\n",
    );
    for part in [
        "the start of the game\nnext: 1. e4\n",
        "2... Nc6\nnext: 3. Qh5; variation 1: 3. Nf3\n",
        "3. Qh5\n{a threat}\nnext: 3... Nf6\n",
        "3. Nf3 (in a variation)\nnext: 3... Bc5; variation 1: 3... Nf6\n",
        "3... Bc5 (in a variation)\nthe variation ends here\n",
        "Black bishop from f8 to c5\n",
        "Error: half-moves forward cannot be 'twice'; type 1\n",
        "Error: half-moves back cannot be '99'; type a number from 1 to 6\n",
        "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_game_is_changed_and_saved_as_it_is() {
    let place = place();
    let lines = "load club.pgn\ngoto 2 black\ncomment now\nmark ?!\nvariation 1\npromote\nback\nf4\ncomment } odd {\n\
                 goto 1 black\nsave new.pgn\nload new.pgn\ngame\nback\ndelete\nsave new.pgn --force\n";
    let said = said(&place, lines);
    for part in [
        "saved as game 1 of new.pgn\n",
        "1. e4 e5 2. Bc4 Nc6?! {now} 3. Nf3 (3. Qh5 {a threat} 3... Nf6 4. Qxf7#) (3. f4\n\
         {) odd {}) 3... Bc5 (3... Nf6 4. d3) 1-0\n",
        "deleted: 3. Nf3 and the move after it\n",
        "saved as the only game of new.pgn\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let saved = std::fs::read_to_string(place.0.join("new.pgn")).expect("it was saved");
    let wanted = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2020.01.02\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\
                  [Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 $6 {now} 3. Qh5 {a threat} (3. f4 {) odd {}) 3... Nf6 4.\n\
                  Qxf7# 1-0\n";
    assert_eq!(saved, wanted);
}

#[test]
fn undone_moves_vanish_but_loaded_moves_stay() {
    let place = place();
    let said = said(
        &place,
        "play none\ne4\ne5\nsave a.pgn\nundo\nc5\nsave a.pgn\nload club.pgn 2\nundo 2\nplay none\nd4\nsave b.pgn\n",
    );
    assert!(!said.contains("Error"), "{said}");
    let read = |name: &str| std::fs::read_to_string(place.0.join(name)).expect("it was saved");
    let games = read("a.pgn");
    assert!(games.ends_with("\n\n1. e4 c5 *\n") && games.contains("\n\n1. e4 e5 *\n"), "{games}");
    assert!(read("b.pgn").ends_with("\n\n1. f3 e5 2. g4 (2. d4) 2... Qh4# 0-1\n"), "{}", read("b.pgn"));
}

/// Three blunders that no search can miss: a queen for a knight, a queen given back instead of mate in two, and a
/// knight for a pawn.
#[test]
fn marks_accuracy_and_moments_of_a_game_with_three_blunders() {
    let place = Place::new();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Qf6 4. O-O Qxf3 5. Qxf3 Nd4 6. Qf6 Nxf6 7. c3 Nf3+ 8. gxf3 d6 1/2-1/2";
    place.file("three.pgn", format!("[White \"A\"]\n[Black \"B\"]\n\n{moves}\n"));
    for nodes in [2000, 20000] {
        let said = said(&place, &format!("review three.pgn nodes {nodes} --pgn marked-{nodes}.pgn\n"));
        let (before, moments) =
            said.split_once("Decisive moments (scores in pawns, from White's point of view):\n").expect("moments");
        let moments: Vec<&str> = moments.lines().take_while(|line| line.starts_with("  ")).map(str::trim).collect();
        let begins = [
            "4... Qxf3?? loses to 5. Qxf3 (+",
            "6. Qf6?? misses 6. Qxf7+ Kd8 7. Qxf8# (mate in 2, now -",
            "7... Nf3+?? misses 7... ",
        ];
        assert_eq!(moments.len(), 3, "{said}");
        assert!(moments.iter().zip(begins).all(|(moment, begin)| moment.starts_with(begin)), "{said}");
        let accuracy = |side: &str| -> f64 {
            let line = before.lines().find_map(|line| line.strip_prefix(side)?.strip_prefix(": accuracy "));
            line.and_then(|line| line.split(' ').next()?.parse().ok()).expect("an accuracy")
        };
        assert!((40.0..50.0).contains(&accuracy("White")) && (52.0..65.0).contains(&accuracy("Black")), "{said}");
        let marked = std::fs::read_to_string(place.0.join(format!("marked-{nodes}.pgn"))).expect("a game");
        let marked = marked.split_whitespace().collect::<Vec<_>>().join(" ");
        let marks: Vec<&str> =
            ["Qxf3 $4 ", "Qf6 $4 ", "Nf3+ $4 "].into_iter().filter(|it| marked.contains(it)).collect();
        assert_eq!((marks.len(), marked.matches("$4").count()), (3, 3), "{marked}");
        assert!(marked.contains("(6. Qxf7+ Kd8 7. Qxf8#)"), "{marked}");
    }
}

/// The start position occurs for the third time after 4... Ka3, and fifty moves are over after 60... Ka4. The position
/// before such a move is a draw; the one after it counts as a draw only in the third game, which ends there.
#[test]
fn a_review_ignores_draws_that_nobody_claimed() {
    let place = Place::new();
    let start = "[SetUp \"1\"]\n[FEN \"8/8/8/8/8/k7/8/KQ6 w - - 0 1\"]\n";
    let late = start.replace("0 1", "98 60");
    let drawn = "1. Qb8 Ka4 2. Qb1 Ka3 3. Qb8 Ka4 4. Qb1 Ka3";
    let longer = format!("{drawn} 5. Qb8 Ka4 6. Qb1");
    place.file("repeated.pgn", format!("{start}\n{longer} *\n\n{late}\n{longer} *\n\n{start}\n{drawn} 1/2-1/2\n"));
    for game in 1..=3 {
        said(&place, &format!("review repeated.pgn {game} nodes 4000 --pgn marked.pgn\n"));
    }
    let marked = std::fs::read_to_string(place.0.join("marked.pgn")).expect("games");
    let marked = marked.split_whitespace().collect::<Vec<_>>().join(" ");
    let draws: Vec<usize> = marked.split("[Event ").skip(1).map(|game| game.matches("[%eval 0.00]").count()).collect();
    assert_eq!(draws, [1, 1, 2], "{marked}");
}

/// Known blunders: 3... Nf6 allows mate, and so does 2. g4 in the other game.
#[test]
fn a_review_finds_known_blunders() {
    let place = place();
    let said =
        said(&place, "review club.pgn nodes 4000 --html one.html --pgn marked.pgn\nreview club.pgn 2 nodes 4000\n");
    assert!(said.contains("3... Nf6?? loses to 4. Qxf7# (mate in 1); better 3... "), "{said}");
    assert!(said.contains("2. g4?? loses to 2... Qh4# (mate in 1); better 2. "), "{said}");
    let accuracy = |side: &str| -> Vec<f64> {
        let lines = said.lines().filter_map(|line| line.strip_prefix(side)?.strip_prefix(": accuracy "));
        lines.filter_map(|line| line.split(' ').next()?.parse().ok()).collect()
    };
    let (white, black) = (accuracy("White"), accuracy("Black"));
    assert!(white[0] > black[0] && white[1] < black[1], "{white:?} {black:?}");
    let page = std::fs::read_to_string(place.0.join("one.html")).expect("a page");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("Nf6??"));
    let marked = std::fs::read_to_string(place.0.join("marked.pgn")).expect("a game").replace('\n', " ");
    assert!(marked.contains("Nf6 $4 {[%eval #1]}") && marked.contains("{a threat [%eval "), "{marked}");
    let again = String::from_utf8(place.run(&["review", "club.pgn", "--html", "one.html"], "").stderr).expect("text");
    assert!(again.contains("one.html already exists; --force overwrites it"), "{again}");
}

#[test]
fn the_position_is_shown_with_an_analysis() {
    let said = said(&Place::new(), "setboard 4k3/8/4K3/8/8/8/8/R7 w - - 3 9\nepd nodes 2000\n");
    assert!(said.contains("\n4k3/8/4K3/8/8/8/8/R7 w - - hmvc 3; fmvn 9; bm Ra8#; ce 32766; acd "), "{said}");
    assert!(said.trim_end().ends_with("pv Ra8#;"), "{said}");
}

#[test]
fn bad_files_get_one_line_and_status_1() {
    let place = place();
    place.file("foreign.txt", "my diary\n");
    for (arguments, reason) in [
        (&["load", "."][..], ". is a directory, not a regular file"),
        (&["save", "foreign.txt"], "foreign.txt is not a file of games; nothing was written"),
        (&["save", "settings", "foreign.txt"], "foreign.txt already exists; --force overwrites it"),
        (&["save", "nowhere/x.pgn"], "cannot write nowhere/x.pgn"),
        (&["load", "nowhere.pgn"], "cannot read nowhere.pgn"),
        (&["load", "club.pgn", "3"], "club.pgn, game 3, line 20 (byte 316): 2. Ke3: no king can go to e3"),
        (&["games", "nowhere.pgn"], "cannot read nowhere.pgn"),
        (&["match", "winglet", "none", "games", "1", "nodes", "100", "pgn", "foreign.txt"], "is not a file of games"),
    ] {
        let output = place.run(arguments, "");
        let error = String::from_utf8(output.stderr).expect("text");
        assert_eq!((output.status.code(), error.lines().count()), (Some(1), 1), "{arguments:?}: {error}");
        assert!(error.contains(reason) && !error.contains("os error"), "{arguments:?}: {error}");
    }
    assert_eq!(std::fs::read_to_string(place.0.join("foreign.txt")).expect("it is there"), "my diary\n");
}

#[test]
fn no_escape_sequence_of_a_file_reaches_the_terminal() {
    let place = Place::new();
    place.file(
        "evil.pgn",
        "[White \"\u{1b}]0;owned\u{7}\"]\n[Black \"\u{9b}31m\"]\n\n1. e4 {\u{1b}[2J} e5 \u{1b}[0m2. Nf3 *\n",
    );
    place.file("evil.epd", "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra2; id \"\u{1b}[31mred\";\n");
    let said =
        said(&place, "load evil.pgn\nfirst\nforward\ngame\ngames evil.pgn\nsd 1\ntest evil.epd\nreview nodes 500\n");
    assert!(said.contains("]0;owned") && !said.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{said:?}");
}

#[test]
fn names_are_not_cut_where_there_is_no_window() {
    let place = Place::new();
    let pgn = |white: &str, black: &str| format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 e5 *\n\n");
    let long = "Wolfgang Amadeus Theophilus Mozart";
    place.file("long.pgn", pgn(long, "Bob"));
    let listed = said(&place, "games long.pgn\n");
    assert!(listed.contains(&format!("{long}  Bob")), "{listed}");
}

#[test]
fn keep_without_an_analysis_loses_nothing() {
    let said = said(&place(), "load club.pgn\nkeep\ngame\n");
    assert!(said.contains("Error: no analysis is open: type 'analyse' first\n"), "{said}");
    assert!(said.contains("3. Qh5 {a threat} (3. Nf3 Bc5"), "{said}");
}

#[test]
fn a_variation_that_repeats_the_main_move_is_a_line_of_its_own() {
    let place = Place::new();
    place.file("twice.pgn", "1. e4 {one} (1. e4 {two} c5) 1... e5 2. Nf3 *\n");
    let said = said(&place, "load twice.pgn\nfirst\nvariation 1\nforward\ndelete\ngame\n");
    assert!(said.contains("{two}") && said.contains("1... c5"), "{said}");
    assert!(said.trim_end().ends_with("1. e4 {one} (1. e4 {two}) 1... e5 2. Nf3 *"), "{said}");
}

#[test]
fn comments_keep_their_spaces_and_a_comment_without_moves_is_kept() {
    let place = Place::new();
    place.file("a.pgn", "1. e4 {sad :( today, better ( Nf3 )} e5 ({2. d4 is as good}) 2. Nf3 *\n");
    said(&place, "load a.pgn\nsave b.pgn\n");
    let saved = std::fs::read_to_string(place.0.join("b.pgn")).expect("the game").replace('\n', " ");
    assert!(saved.contains("{sad :( today, better ( Nf3 )}") && saved.contains("{2. d4 is as good}"), "{saved}");
}
