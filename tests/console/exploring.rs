//! The explorer, and the list of games that reach a position: through a pipe, and during an analysis.

use crate::{Place, said_at, text};

#[cfg(unix)]
use crate::full_screen::Viewer;

const GAMES: &str = "[White \"A\"]\n[Result \"1-0\"]\n\n1. d4 e6 2. e4 d5 1-0\n\n\
                     [White \"B\"]\n[Result \"0-1\"]\n\n1. e4 e6 2. d4 d5 3. Nc3 0-1\n\n\
                     [White \"C\"]\n[Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n";

#[test]
fn moves_are_shown_with_games_and_results() {
    let place = Place::new();
    place.file("three.pgn", GAMES);
    let said = said_at(
        &place,
        "explore three.pgn --csv\nplay none\ne4\ne6\nd4\nexplore --csv\na3\na6\nexplore\nexplore off\n",
    );
    for part in [
        "move,games,share,White,draws,Black\ne4,2,67 %,0 %,50 %,50 %\nd4,1,33 %,100 %,0 %,0 %\n",
        "move,games,share,White,draws,Black\nd5,2,100 %,50 %,0 %,50 %\n",
        "This position does not occur in the first 25 moves of these games.",
        "Exploring is off.",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    place.file("open.pgn", "[White \"A\"]\n[Result \"*\"]\n\n1. d4 d5 *\n");
    let open = said_at(&place, "explore open.pgn\n");
    assert!(open.contains(" move  games  share\n d4        1  100 %\n None of these games has a result."), "{open}");
    place.file("empty.pgn", "");
    for (line, reason) in [
        ("explore", "name a file of games (PGN) or an opening book (Polyglot)"),
        ("explore none.pgn", "cannot read none.pgn"),
        ("explore empty.pgn", "empty.pgn has no games"),
        ("explore empty.bin", "cannot read empty.bin"),
    ] {
        let said = text(&place.run(&[], format!("{line}\n")).stdout);
        assert!(said.contains(reason), "{reason}: {said}");
    }
}

#[test]
fn a_book_is_explored() {
    let place = Place::new();
    place.file("three.pgn", GAMES);
    let said = said_at(&place, "book make three.pgn three.bin\nexplore three.bin --csv\n");
    assert!(said.contains("move,weight,share\n") && said.contains("\nd4,"), "{said}");
}

#[test]
fn games_here_are_those_that_reach_the_position_by_any_moves() {
    let place = Place::new();
    place.file("three.pgn", GAMES);
    let said = said_at(&place, "play none\nd4\ne6\ne4\ngames three.pgn here --csv\nload 2\ngame\n");
    let rows: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("number,")).skip(1).take(2).collect();
    assert!(rows[0].starts_with("1,,A,") && rows[1].starts_with("2,,B,"), "{said}");
    assert!(said.contains("3. Nc3"), "{said}");
    let none = said_at(&place, "play none\nh4\ngames three.pgn here\n");
    assert!(none.contains("0 of 3 games"), "{none}");
}

#[cfg(unix)]
#[test]
fn an_analysis_has_the_moves_of_the_games_beside_its_lines() {
    let place = Place::new();
    place.file("three.pgn", GAMES);
    let mut viewer = Viewer::sits_at(place, 100, 30, &[]);
    viewer.sees("1. White>");
    viewer.types("explore three.pgn");
    viewer.types("analyse");
    viewer.sees("e4 · 0 / 50 / 50 %");
    viewer.types("e4");
    viewer.sees("e5 · 0 / 100 / 0 %");
    viewer.types("quit");
    let place = viewer.leaves();
    assert!(place.0.join("state/alula/explored").exists(), "the games are cached");
}
