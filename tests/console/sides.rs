//! The choice of sides: `side`, `new` and `rematch`. Games from files do not affect the user's own game.

#[cfg(unix)]
use std::fs;

#[cfg(unix)]
use crate::full_screen::Viewer;
use crate::{Place, said, said_at};

/// The sentences about who plays which side.
fn sides(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.starts_with("You play ")).map(|line| &line[..14]).collect()
}

#[test]
fn the_user_chooses_a_side() {
    let game = said("sd 1\nbook off\nside black\nfen\nside\nside purple\n");
    assert_eq!(sides(&game), ["You play Black", "You play Black"], "{game}");
    assert_eq!(game.matches("White plays ").count(), 1, "{game}");
    assert!(
        game.contains(" b KQkq ") && game.contains("'purple' is not a side; type white, black or random"),
        "{game}"
    );
    let random = said("sd 1\nbook off\nside random\n");
    assert_eq!(sides(&random).len(), 1, "{random}");
}

#[test]
fn a_new_game_keeps_the_sides_exchanges_them_or_gives_white() {
    for (setting, after) in [("keep", "You play Black"), ("alternate", "You play White"), ("white", "You play White")] {
        let game = said(&format!("sd 1\nbook off\nset new-sides {setting}\nside black\nresign\nnew\n"));
        assert_eq!(sides(&game).last(), Some(&after), "{setting}: {game}");
    }
    // `keep` also works in Chess960: the engine keeps White and moves first.
    let other = said("sd 1\nbook off\nset new-sides keep\nside black\nresign\nnew chess960 0\nfen\n");
    assert_eq!(sides(&other).last(), Some(&"You play Black"), "{other}");
    assert!(other.contains("Chess960, start 0: BBQNNRKR") && other.contains("bbqnnrkr/pppppppp/"), "{other}");
    assert_eq!(other.matches("White plays ").count(), 2, "{other}");
    // Without a previous game, the sides stay the same.
    assert_eq!(sides(&said("set new-sides alternate\nnew\nnew\n")), ["You play White"; 2]);
    assert_eq!(sides(&said("sd 1\nbook off\nside black\nnew\n")).last(), Some(&"You play White"), "as ever");
    assert_eq!(sides(&said("play none\nnew\n")), ["You play White"]);
}

#[test]
fn a_rematch_exchanges_the_sides() {
    let game = said("sd 1\nbook off\n5+3\nelo 1500\ne4\nrematch\nresign\nrematch\nclock\n");
    assert!(game.contains("Error: your game is not over: 'resign' gives it up, 'new' starts another"), "{game}");
    assert_eq!(sides(&game).last(), Some(&"You play Black"), "{game}");
    assert!(game.lines().last().is_some_and(|clocks| clocks.starts_with("White 5:0")), "{game}");
    assert!(game.contains("Elo 1500"), "{game}");
    assert_eq!(game.matches("White plays ").count(), 1, "{game}");
}

#[test]
fn a_review_of_a_file_leaves_the_running_game() {
    let place = Place::new();
    place.file("other.pgn", "[White \"Ann\"]\n[Black \"Bob\"]\n\n1. d4 d5 2. c4 e6 1-0\n");
    let game = said_at(&place, "sd 1\nbook off\ne4\nreview other.pgn nodes 200\nfen\ngame\nopponent\n");
    assert!(game.contains("The board still shows your own game."), "{game}");
    assert!(game.contains("1. e4") && game.contains("You play White against Alula"), "{game}");
    // An analysis that ends in mate also stays on the board.
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let lines = format!("sd 1\nbook off\ne4\nanalyse\nsetboard {mate}\nreview other.pgn nodes 200\nfen\n");
    let game = said_at(&place, &lines);
    assert!(game.ends_with(&format!("The board still shows the analysis.\n{mate}\n")), "{game}");
    let game = said_at(&place, "puzzle mates\nreview other.pgn nodes 200\n");
    assert!(game.ends_with("The board still shows a puzzle.\n"), "{game}");
    // Without a game in progress, the game from the file is put on the board.
    let game = said_at(&place, "review other.pgn nodes 200\nopponent\n");
    assert!(game.contains("The marks are now part of the game") && game.contains("Ann - Bob"), "{game}");
}

#[cfg(unix)]
#[test]
fn a_loaded_game_with_another_move_is_resumed_as_that_game() {
    let place = Place::new();
    let text = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. d4 d5 (1... Nf6) 2. c4 e6 1-0\n";
    place.file("other.pgn", text);
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("1. White>");
    for line in ["load other.pgn", "Nc3"] {
        viewer.types(line);
    }
    viewer.sees("3... Black>");
    let place = viewer.dies();
    let kept = fs::read_to_string(place.0.join("state/alula/game.pgn")).expect("a kept game");
    assert!(kept.contains("[White \"Ann\"]") && kept.contains("3. Nc3"), "{kept}");
    let mut viewer = Viewer::sits_at(place, 80, 24, &[]);
    viewer.sees("the game Ann - Bob, after 3. Nc3.");
    viewer.types("resume");
    viewer.sees("3... Black>");
    viewer.sees("3. Nc3");
    viewer.types("Nf6");
    viewer.sees("4. White>");
    viewer.types("game");
    viewer.sees("(1... Nf6)");
    viewer.types("quit");
    let place = viewer.leaves();
    // A small window has room for the short form.
    let mut viewer = Viewer::sits_at(place, 60, 20, &[]);
    viewer.sees("'resume' continues your game.");
    viewer.sees_piece("e2", "♟");
    viewer.types("quit");
    viewer.leaves();
}
