//! Puzzles: through a pipe, and in a terminal, where the program stores the results.

use crate::full_screen::Viewer;
use crate::{Place, text};

const TWO: &str = "4k3/8/4K3/8/8/8/8/R7 w - - bm Ra8#; dm 1; id \"first\"; c0 \"1. Ra2 was played\";\n\
                   no puzzle\n\
                   6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd7; acs soon; id \"second\";\n";

fn place() -> Place {
    let place = Place::new();
    place.file("two.epd", TWO);
    place
}

fn said(place: &Place, lines: &str) -> String {
    text(&place.run(&[], format!("set board asked\nplay none\nsd 12\n{lines}")).stdout)
}

#[test]
fn wrong_moves_are_refuted_and_the_right_one_is_told() {
    let place = place();
    let said = said(&place, "e4\npuzzle two.epd\nRa2\nRb2\nhint\nhint\nRa8\nnext\nRd7\nKf8\nnext\nexit\nfen\nexit\n");
    for part in [
        "Puzzle 1 of 2 · first (two.epd): White mates in 1. What is the first move?\n",
        "1. Ra2 ",
        "Error: Rb2: ",
        "hint: look at the rook on a1; ",
        "hint: Ra8#; ",
        "Right: 1. Ra8#. In the game 1. Ra2 was played.\n",
        "two.epd: 0 of 2 solved on the first try, 1 with a hint or a second try. 'next' starts another.\n",
        "Error: this puzzle is solved: 'next' starts another",
        "Puzzle 2 of 2 · second (two.epd): White is to move. What is the best move?\n",
        "two.epd: 1 of 2 solved on the first try, 1 with a hint or a second try.",
        // The first puzzle was not solved on the first try, so it comes back.
        "Puzzle 1 of 2 · first",
        // The suspended game is unchanged.
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_game_waits_and_another_one_ends_the_puzzles() {
    let place = place();
    let said =
        said(&place, "e4\npuzzle two.epd 2\ngo\ntakeback\nresign\nreview\nsave a.pgn\nnew\nplay none\nd4\nfen\n");
    assert_eq!(said.matches("Error: this is a puzzle: 'exit' returns to your game\n").count(), 4, "{said}");
    assert!(said.contains("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"), "{said}");
    let taken_back = self::said(&place, "e4\ne5\nundo 2\npuzzle two.epd\nnew\nredo\n");
    assert!(taken_back.contains("Error: there is no move to replay\n"), "{taken_back}");
    let output = place.run(&["puzzle", "two.epd", "3"], "");
    assert!(text(&output.stderr).contains("puzzle cannot be '3'; type a number from 1 to 2"));
    place.file("none.epd", "4k3/8/4K3/8/8/8/8/R7 w - -\n");
    for (file, reason) in [
        ("none.epd", "none.epd has no puzzle: expected lines of EPD"),
        ("mine", "no puzzle from a reviewed game is saved yet: 'review' saves mistakes only at a terminal"),
    ] {
        let output = place.run(&["puzzle", file], "");
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(1) && error.contains(reason), "{error}");
    }
}

#[test]
fn another_mate_is_right_too() {
    let place = Place::new();
    // Two rooks can mate in two in several ways.
    let fen = "7k/8/8/8/8/8/R7/1R5K w - -";
    place.file("mates.epd", format!("{fen} bm Ra7; dm 2; id \"two\";\n4k3/8/4K3/8/8/8/8/R6R w - - bm Ra8#; dm 1;\n"));
    let said = said(&place, "puzzle mates.epd\nKg2\nhint\nhint\nhint\nRb7\nRa8\npuzzle 2\nRh8\n");
    assert!(said.contains("1. Kg2 mates only in "), "{said}");
    assert!(said.contains("White mates in 2: Ra7 K"), "{said}");
    // The user must play the mate to the end.
    assert!(
        said.contains("Right: 1. Rb7 Kg8. Go on.\n") && said.contains("White mates in 1. What is the next move?"),
        "{said}"
    );
    assert!(said.contains("Right: 2. Ra8#.\n") && said.contains("Right: 1. Rh8#.\n"), "{said}");
}

/// A missed move of a reviewed game becomes a puzzle; a solved puzzle does not come back.
#[test]
fn missed_tactics_return_until_solved() {
    let place = Place::new();
    std::fs::create_dir_all(place.0.join("state/alula")).expect("a directory can be made");
    // Files that an editor saved without a final line end.
    place.file("state/alula/missed-tactics.epd", "# my mistakes");
    place.file("state/alula/puzzles", "# my results");
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    for line in ["play none", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qh4 d5", "review nodes 20000"] {
        viewer.types(line);
    }
    viewer.sees("Decisive moments");
    viewer.hits("\x1b[6~");
    viewer.sees("1 mistake is saved as a puzzle: 'puzzle mine' opens it.");
    viewer.types("puzzle");
    viewer.sees("Puzzle 1 of 1 · White - Black, ");
    viewer.sees("puzzle, White>");
    viewer.types("Qxe5+");
    // The board shows the refutation for a moment, then the puzzle again.
    viewer.sees("4. Qxe5+ loses the queen: 4... Nxe5");
    viewer.sees_piece("e5", "♞");
    viewer.sees("What is the best move?");
    viewer.sees_piece("h5", "♛");
    viewer.types("exit");
    viewer.sees("5. White>");
    viewer.types("quit");
    let place = viewer.leaves();
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    viewer.types("puzzle mine");
    viewer.sees("What is the best move?");
    viewer.clicks("h5");
    viewer.clicks("f7");
    viewer.sees("Right: 4. Qxf7#");
    viewer.sees("mine: 1 of 1 solved on the first try.");
    viewer.types("next");
    viewer.sees("No new puzzles are left");
    viewer.types("quit");
    let kept = std::fs::read_to_string(viewer.leaves().0.join("state/alula/puzzles")).expect("it is kept");
    let results: Vec<&str> = kept.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    assert!(results == ["missed", "solved"] && kept.contains("\tr1bqkb1r/"), "{kept}");
}

/// A table in Lichess's format: a fork, a mate in two, and an illegal line.
const TABLE: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    fork1,r3k3/8/8/3N4/8/8/8/4K2n b - - 0 1,h1g3 d5c7 e8d8 c7a8,900,80,90,100,advantage fork short,https://x,\n\
    mate2,6k1/8/8/8/8/8/R7/1R5K b - - 0 1,g8h8 a2a7 h8g8 b1b8,1500,80,90,100,mate mateIn2 short,https://y,\n\
    wrong,k7/7p/8/8/8/8/R7/1R5K b - - 0 1,h7h5 a2a9,1300,80,90,100,mate,https://z,\n";

#[test]
fn a_table_is_filtered_played_out_and_rated() {
    let place = Place::new();
    place.file("table.csv", TABLE);
    let said = said(
        &place,
        "puzzle table.csv theme=fork\nNc7\nNxa8\nnext\nexit\npuzzle table.csv rating=1400-1600\nKg2\nRa7\nKg2\nRb8\n",
    );
    for part in [
        "Puzzle 1 of 1 · fork1 · rating 900 (table.csv): White is to move. What is the best move?\n",
        "Right: 2. Nc7+ Kd8. Go on.\n",
        "Right: 3. Nxa8. (advantage, fork, short)\nYour puzzle rating: 1501 (+1).\n",
        "Error: no new puzzle in table.csv with theme=fork\n",
        "Puzzle 1 of 1 · mate2 · rating 1500 (table.csv): White mates in 2. What is the first move?\n",
        "2. Kg2 mates only in ",
        "Your puzzle rating: 1481 (-20).\n",
        "Right: 2. Ra7 Kg8. Go on.\nWhite mates in 1. What is the next move?\n",
        "3. Kg2 mates only in 2: ",
        "Right: 3. Rb8#. (mate, mateIn2, short)\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(said.matches("Your puzzle rating").count(), 2, "a puzzle counts once: {said}");
    for (arguments, reason) in [
        ("table.csv rating=2500", "no new puzzle in table.csv with rating=2400-2600\n"),
        ("table.csv rating=easy", "rating cannot be 'easy'; type rating=1500 or rating=1400-1600"),
        ("wac rating=1500", "wac has no puzzle with this rating and these themes"),
        ("again", "no puzzle is due today"),
    ] {
        let error = text(&place.run(&[], format!("puzzle {arguments}\n")).stdout);
        assert!(error.contains(reason), "{reason}: {error}");
    }
    // Without a file, a filter selects from the open file.
    let error = text(&place.run(&[], "puzzle table.csv rating=900\npuzzle theme=mate\npuzzle rating=2500\n").stdout);
    assert!(error.contains("mate2 · rating 1500 (table.csv)"), "{error}");
    assert!(error.contains("no new puzzle in table.csv with rating=2400-2600\n"), "{error}");
    place.file("table.csv.zst", b"\x28\xb5\x2f\xfd....");
    let error = text(&place.run(&[], "puzzle table.csv.zst\n").stdout);
    assert!(error.contains("table.csv.zst is compressed; unpack it with 'unzstd' first"), "{error}");
}

#[test]
fn moves_and_hints_are_for_the_position_of_the_puzzle() {
    let place = Place::new();
    place.file("mates.epd", "7k/8/8/8/8/8/R7/1R5K w - - bm Ra7; dm 2;\n");
    let said = said(&place, "puzzle mates.epd\nRb7\nback 2\nRa7\nback\nhint\ndelete\nlast\nRa8\n");
    for part in [
        "Error: that was an earlier position; find the move in this one\n",
        "hint: look at the king on h8; ",
        "Error: this is a puzzle: 'exit' returns to your game\n",
        "Right: 2. Ra8#.\n",
        "mates.epd: 1 of 1 solved on the first try.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}
