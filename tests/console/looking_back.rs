//! Browsing a game in progress does not change it.

#[cfg(unix)]
use crate::full_screen::Viewer;
use crate::{Place, said, said_at};

/// The output lines that end with a FEN with White to move.
fn positions(said: &str) -> Vec<&str> {
    said.lines().filter(|line| line.ends_with(|letter: char| letter.is_ascii_digit()) && line.contains(" w ")).collect()
}

#[test]
fn a_running_game_goes_on_after_a_look_back() {
    let place = Place::new();
    let game = said_at(
        &place,
        "sd 2\n5+3\ne4\nfen\nback 2\nfen\nNf3\nforward\nforward\nfen\nfirst\nlast\nNf3\nclock\nsave game.pgn\n",
    );
    let seen = positions(&game);
    assert!(seen[1].starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "{seen:?}");
    assert!(seen[0] == seen[2] && seen[0] != seen[1], "{seen:?}");
    let refused = "Error: this is an earlier position of your game: 'last' returns to it, 'analyse' tries moves here\n";
    assert_eq!(game.matches(refused).count(), 1, "{game}");
    assert_eq!(game.matches("Black plays ").count(), 2, "the engine plays on: {game}");
    let saved = std::fs::read_to_string(place.0.join("game.pgn")).expect("the game");
    assert!(saved.contains("[Black \"Alula") && saved.contains("1. e4 ") && saved.contains("2. Nf3 "), "{saved}");
}

#[test]
fn a_hint_is_for_the_position_shown() {
    let rank = |lines: &str| {
        let game = said(&format!("play none\nsd 6\ne4\ne5\n{lines}hint\n"));
        let hint = game.lines().find(|line| line.starts_with("hint: look at the ")).expect("a hint").to_string();
        hint.split([' ', ';'])
            .find_map(|word| word.strip_prefix(|file| ('a'..='h').contains(&file))?.parse::<u32>().ok())
    };
    assert!(rank("").is_some_and(|rank| rank <= 4), "White is to move");
    assert!(rank("goto 1\n").is_some_and(|rank| rank >= 7), "Black is to move");
}

#[test]
fn abbreviated_commands_and_the_book_are_about_the_position_shown() {
    let place = Place::new();
    let game = said_at(&place, "sd 1\nbook off\n5+3\ne4\nfirst\nfen\nfe\nbk\nsave one.fen\n");
    let seen = positions(&game);
    assert!(seen.len() == 2 && seen[0] == seen[1], "{seen:?}");
    assert_eq!(std::fs::read_to_string(place.0.join("one.fen")).expect("a position").trim(), seen[0]);
    assert!(game.lines().any(|line| line.trim_start().starts_with("e4 ")), "{game}");
}

#[test]
fn a_move_of_a_game_in_progress_is_not_deleted() {
    let game = said("sd 1\nbook off\ne4\ncomment good\ndelete\ngame\n");
    assert!(game.contains("Error: this is your own game: 'undo' takes back its moves\n"), "{game}");
    assert!(!game.contains("deleted") && game.trim_end().ends_with("{good} *"), "{game}");
}

#[test]
fn commands_that_change_the_game_wait_until_its_position_is_shown() {
    let game = said("sd 2\n5+3\ne4\nfirst\nundo 2\ntakeback\nredo\ngo\nselfplay\nlast\nundo 2\nd4\nfen\n");
    assert_eq!(game.matches("Error: this is an earlier position of your game").count(), 5, "{game}");
    assert_eq!(game.matches("Error").count(), 5, "{game}");
    assert!(positions(&game)[0].contains("/3P4/"), "{game}");
}

#[test]
fn back_at_the_last_position_of_a_finished_game() {
    let game = said("sd 1\ne4\nresign\nfirst\nlast\nvariation 1\nvariation\n");
    let (_, after) = game.split_once("'last' returns to the game").expect("a look back");
    assert!(after.contains("\n0-1 {White resigns}\n") && !after.contains("the game goes on\n0"), "{game}");
    assert!(after.contains("Error: there is no variation here\n"), "{game}");
}

#[test]
fn a_finished_game_is_loaded_with_its_clocks_stopped_and_no_comment_twice() {
    let place = Place::new();
    let text = "[White \"Ann\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n[TimeControl \"300+0\"]\n\
                [AlulaClocks \"200000 4 -70 3\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# {White mates} 1-0\n";
    std::fs::write(place.0.join("a.pgn"), text).expect("a file");
    let game = said_at(&place, "load a.pgn\nclock\nfirst\nlast\nclock\n");
    assert!(!game.contains("run out"), "{game}");
    assert_eq!(game.matches("White 3:20").count(), 2, "{game}");
    assert_eq!(game.matches("{White mates}").count(), 1, "{game}");
}

#[test]
fn a_word_that_gives_the_move_to_a_side_does_not_wipe_the_game() {
    let game = said("sd 1\ne4\nfen\nwhite\nblack\nfen\nnew\nblack\nfen\n");
    assert_eq!(game.matches("Error: this would end your game: ").count(), 2, "{game}");
    let seen = positions(&game);
    assert!(seen.len() == 2 && seen[0] == seen[1], "{seen:?}");
    assert!(game.ends_with("RNBQKBNR b KQkq - 0 1\n"), "{game}");
}

#[test]
fn a_mate_stays_a_mate() {
    let game = said("play none\n5+3\nf3\ne5\ng4\nQh4\ngoto 1\nfen\ne4\nflag\nresign\nlast\nfen\n");
    assert!(game.contains("Error: this is an earlier position"), "{game}");
    assert!(game.contains("Error: the game is over"), "{game}");
    assert!(!game.contains("on time") && !game.contains("resigns"), "{game}");
    let seen = positions(&game);
    assert!(seen.last().is_some_and(|fen| fen.contains("/6Pq/")), "{seen:?}");
}

#[test]
#[cfg(unix)]
fn the_moves_of_selfplay_do_not_cover_the_board() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.types("sd 2");
    viewer.types("selfplay");
    viewer.waits("the tenth move or a later one, and no other", |screen| {
        let told = screen.contents();
        let number = told.split(" plays ").nth(1).and_then(|text| text.split('.').next()?.parse::<u32>().ok());
        number.is_some_and(|number| number >= 10) && told.matches(" plays ").count() == 1
    });
    viewer.hits("\x03");
}

#[test]
#[cfg(unix)]
fn arrows_look_back_while_the_engine_plays() {
    let mut viewer = Viewer::sits_down(80, 24);
    for line in ["set pause off", "sd 3", "5+3", "e4"] {
        viewer.types(line);
    }
    viewer.sees("Black plays");
    viewer.hits("\x1b[D");
    viewer.sees("1. e4 (of 1... ");
    viewer.hits("\x1b[D");
    viewer.sees("start (of 1... ");
    viewer.types("Nf3");
    viewer.sees("this is an earlier position of your game");
    viewer.hits("\x1b[C");
    viewer.hits("\x1b[C");
    viewer.sees("2. White");
    viewer.types("Nf3");
    viewer.sees("3. White");
}

#[test]
fn a_look_back_ends_when_another_game_is_loaded() {
    let place = Place::new();
    let game =
        said_at(&place, "sd 1\nbook off\ne4\nback\nlast\nundo 2\nd4\nback\nsave g.pgn\nload g.pgn\nforward\na3\n");
    assert!(!game.contains("this is an earlier position"), "{game}");
    assert_eq!(game.matches("Black plays ").count(), 3, "{game}");
}

#[test]
fn a_result_stays_when_the_finished_game_is_browsed() {
    let place = Place::new();
    let game = said_at(&place, "play none\ne4\ne5\nresign\nfirst\nlast\nsave g.pgn\n");
    assert!(!game.contains("the game goes on"), "{game}");
    let saved = std::fs::read_to_string(place.0.join("g.pgn")).expect("the game");
    assert!(saved.contains("[Result \"0-1\"]"), "{saved}");
}

#[test]
fn a_loaded_game_that_is_played_on_is_not_changed_by_a_look_back() {
    let place = Place::new();
    std::fs::write(place.0.join("m.pgn"), "[White \"?\"]\n[Black \"Alula\"]\n\n1. e4 e5 *\n").expect("a file");
    let game = said_at(&place, "sd 1\nload m.pgn\na3\nback\nlast\nh3\n");
    assert_eq!(game.matches("Black plays ").count(), 2, "{game}");
}

#[test]
fn redo_restores_annotations_but_does_not_continue_a_finished_game() {
    let game = said("play none\ne4\ncomment good\ne5\nundo 2\nredo all\ngame\n");
    assert!(game.trim_end().ends_with("1. e4 {good} 1... e5 *"), "{game}");
    let game = said("play none\ne4\ne5\nundo 2\nredo\ngame\n");
    assert!(game.trim_end().ends_with("\n1. e4"), "{game}");
    let game = said("sd 1\ne4\nundo 2\nresign\nredo all\n");
    assert!(game.contains("Error: the game is over: "), "{game}");
}
