//! Guessing the moves of a game: through a pipe, and in a terminal.

use crate::full_screen::Viewer;
use crate::{Place, text};

const GAMES: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n\
                     1. e4 e5 2. Bc4 Nc6 3. Qh5 {a threat} (3. Nf3 Bc5) 3... Nf6 4. Qxf7# 1-0\n\n\
                     [White \"Cid\"]\n[Black \"Dora\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

fn place() -> Place {
    let place = Place::new();
    place.file("club.pgn", GAMES);
    place
}

fn said(place: &Place, lines: &str) -> String {
    text(&place.run(&[], format!("set board asked\n{lines}")).stdout)
}

#[test]
fn guesses_are_right_as_good_or_worse() {
    let lines = "play none\nd4\nguess club.pgn\ne4\nback\ne5\nNf3\nBxf7\nhint\nhint\nQxf7\nnext\nexit\nfen\n";
    let said = said(&place(), lines);
    for part in [
        "Guess · Ann - Bob: what did Ann play on move 1?\n",
        "Right: 1. e4. Then 1... e5.\n",
        "Error: that was an earlier position; guess the move in this one\n",
        "2. Nf3 ",
        " for White) is as good as 2. Bc4, which was played (",
        ". Then 2... Nc6.\n",
        "3. Bxf7+ Kxf7 4. ",
        " for White) is worse than 3. Qh5, which was played (",
        "hint: look at the queen on h5; ",
        "hint: Qxf7#; ",
        "Guess · Ann - Bob: the game ends here, 1-0. 1 of 4 moves right, 1 as good, 1 worse, 1 told.\n",
        // The suspended game is unchanged.
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn the_winner_is_guessed_unless_a_side_is_named() {
    let place = place();
    let winner = said(&place, "guess club.pgn 2\ne5\nQh4\n");
    for part in [
        "Guess · Cid - Dora: what did Dora play on move 1?\n",
        "Right: 1... e5. Then 2. g4.\n",
        "the game ends here, 0-1. 2 of 2 moves right, 0 as good, 0 worse.\n",
    ] {
        assert!(winner.contains(part), "{part}: {winner}");
    }
    let loser = said(&place, "guess club.pgn 2 white\nnext\nexit\n");
    assert!(loser.contains("what did Cid play on move 1?\n"), "{loser}");
    assert!(loser.contains("1. f3 was played. Then 1... e5.\n"), "{loser}");
    assert!(loser.contains("Guess · Cid - Dora: 0 of 1 move right, 0 as good, 0 worse, 1 told.\n"), "{loser}");
}

#[test]
fn the_game_on_the_board_is_guessed_and_stays_as_it_is() {
    let place = place();
    let said = said(&place, "guess\nload club.pgn\nguess\nd4\ngo\nundo\npuzzle mates\nkeep\nexit\ngame\nexit\n");
    assert!(said.contains("Error: White has no move to guess; 'guess FILE N' uses a game from a file\n"), "{said}");
    assert!(said.contains("1. d4 ") && said.contains(" is as good as 1. e4, which was played ("), "{said}");
    assert_eq!(said.matches("Error: this is a guessing game: 'exit' returns to your game\n").count(), 4, "{said}");
    assert!(said.contains("3. Qh5 {a threat} (3. Nf3 Bc5) 3... Nf6 4. Qxf7# 1-0\n"), "{said}");
    let output = place.run(&["guess", "club.pgn", "9"], "");
    assert!(text(&output.stderr).contains("club.pgn has 2 games; there is no game 9"));
}

#[test]
fn a_game_is_guessed_in_the_full_screen_view() {
    let mut viewer = Viewer::sits_at(place(), 80, 24, &[]);
    viewer.sees("1. White>");
    viewer.types("guess club.pgn");
    viewer.sees("what did Ann play on move 1?");
    viewer.clicks("e2");
    viewer.clicks("e4");
    viewer.sees("Right: 1. e4. Then 1... e5.");
    viewer.sees("guess 2. White>");
    viewer.types("analyse");
    viewer.sees("analysis 2. White>");
    viewer.types("keep");
    viewer.sees("this is the analysis of a guessing game");
    viewer.types("exit");
    viewer.sees("guess 2. White>");
    viewer.types("exit");
    viewer.sees("1 of 1 move right");
    viewer.sees("1. White>");
    viewer.types("quit");
    viewer.leaves();
}
