//! The archive of the user's own games, and the record computed from it: through a pipe, and in a terminal.

use std::fs;

use crate::full_screen::Viewer;
use crate::{Place, said_at, text};

/// The rows of the record after these lines.
fn rows(lines: &str) -> Vec<String> {
    let said = said_at(&Place::new(), &format!("sd 1\n{lines}\nrecord --csv\n"));
    let (_, rows) =
        said.split_once("opponent,rating,won,drawn,lost,accuracy,last played").unwrap_or_else(|| panic!("{said}"));
    // Drops the accuracy, which is `-`, and the day.
    rows.lines().filter_map(|row| row.rsplit_once(",-,")).map(|(row, _)| row.into()).collect()
}

#[test]
fn finished_games_are_counted_once() {
    // The engine's reply makes it an opponent.
    let mate = "e3\nundo 2\nplay none\nf3\ne5\ng4\nplay white\nQh4\n";
    let draw = "e3\nundo 2\nplay none\nNf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nplay white\nNg8\n";
    assert_eq!(rows("elo 1600\ne4\nresign"), ["club player,1600,0,0,1"]);
    assert_eq!(rows(&format!("elo 1500\n{mate}undo\nQh4\nnew\n{mate}new\n{draw}")), ["-,1500,2,1,0"]);
    assert_eq!(rows(&format!("e4\nresign\nnew\nelo 800\n{mate}")), ["beginner,800,1,0,0", "full strength,-,0,0,1"]);
    // Games without moves, from another position, or without an opponent do not count.
    let others = [
        "resign",
        "play none\nf3\ne5\ng4\nplay white\nQh4",
        "setboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\nRa8",
        "play none\nf3\ne5\ng4\nQh4\nselfplay",
    ];
    for lines in others {
        assert!(rows(lines).is_empty(), "{lines}: {:?}", rows(lines));
    }
}

#[test]
fn a_script_adds_no_game_to_the_archive() {
    let place = Place::new();
    let said = text(&place.run(&[], "sd 1\ne4\nresign\ngames\nquit\n").stdout);
    assert!(said.contains("Error: you have no finished games yet"), "{said}");
    assert!(!place.0.join("data").exists(), "nothing was written");
}

#[test]
fn a_long_opening_is_written_in_its_row_or_cut() {
    let (place, opening) = (Place::new(), "Italian Game: Giuoco Pianissimo, Canal Variation, Main Line, Exchange");
    fs::create_dir_all(place.0.join("data/alula")).expect("a directory can be made");
    let tags = "[Date \"2026.11.29\"]\n[Result \"1-0\"]\n[AlulaEngine \"black\"]\n[ECO \"C50\"]\n";
    place.file("data/alula/games.pgn", format!("{tags}[Opening \"{opening}\"]\n\n1. e4 e5 1-0\n"));
    let said = said_at(&place, "record\n");
    assert!(said.contains(&format!("\n C50 {opening}  White    1")), "{said}");
    let mut viewer = Viewer::sits_at(place, 60, 20, &[]);
    viewer.sees("1. White>");
    viewer.types("record");
    viewer.sees("C50 Italian Game: Gi…  White    1      0     0         -");
    viewer.sees("full strength       -    1      0     0         -");
    viewer.types("quit");
    viewer.leaves();
}

#[test]
fn finished_games_are_kept_listed_loaded_and_reviewed() {
    let mut viewer = Viewer::sits_down(100, 30);
    viewer.sees("1. White>");
    for line in ["set name Anna Karenina", "opponent club", "sd 1", "pause off", "level 5+3", "f3"] {
        viewer.types(line);
    }
    viewer.sees("2. White>");
    viewer.types("resign");
    viewer.sees("You resign: Alula wins.");
    viewer.types("game");
    viewer.sees(" 0-1");
    assert!(!viewer.text().contains("[%clk"), "commands for programs stay hidden");
    viewer.types("quit");
    let place = viewer.leaves();
    let file = place.0.join("data/alula/games.pgn");
    let kept = fs::read_to_string(&file).expect("it is kept");
    for part in [
        "[White \"Anna Karenina\"]\n",
        "[Black \"Alula ",
        "[Result \"0-1\"]\n",
        "[AlulaEngine \"black skill=",
        " elo=1600\"]\n",
        "[BlackElo \"1600\"]\n",
        "[ECO \"A00\"]\n",
        "[Opening \"Barnes Opening\"]\n",
        "[Termination \"normal\"]\n",
        "[TimeControl \"300+3\"]\n",
        "1. f3 {[%clk 0:05:0",
        "White resigns} 0-1\n",
    ] {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    let mut viewer = Viewer::sits_at(place, 100, 30, &[]);
    viewer.sees("1. White>");
    viewer.types("record");
    viewer.sees("club player");
    viewer.types("games");
    viewer.sees("Anna Karenina");
    viewer.types("load 1");
    viewer.sees("Anna Karenina - Alula");
    viewer.types("save other.pgn");
    viewer.types("games other.pgn white=Anna");
    viewer.sees("other.pgn: 1 of 1 game");
    viewer.types("games Anna");
    viewer.sees("other.pgn: 1 of 1 game");
    viewer.types("games");
    viewer.sees("games.pgn: 1 of 1 game");
    viewer.types("review nodes 1000");
    viewer.sees("The marks were also saved in your games");
    viewer.types("quit");
    let place = viewer.leaves();
    let kept = fs::read_to_string(&file).expect("it is kept");
    assert!(kept.contains("[WhiteAccuracy \"") && kept.matches("[Event ").count() == 1, "{kept}");
    let lines = "record months --csv\nrecord openings --csv\ngames mine eco=A00\nrecord you\n";
    let said = text(&place.run(&[], lines).stdout);
    assert!(said.contains(",0,0,1,1,") && said.contains("A00 Barnes Opening,White,0,0,1,"), "{said}");
    assert!(said.contains("1 of 1 game\n") && said.contains("'you' is not part of the record"), "{said}");
}
