//! Clocks start with the first move, can differ between the sides, and can decide the game.

#[cfg(unix)]
use crate::full_screen::Viewer;
use crate::{Place, said, said_at};

/// A one-millisecond game between two people: White moves at once, Black after a long perft.
const LATE: &str = "play none\nlevel 0.00002+0\ne4\nperft 4\ne5\n";

#[test]
fn the_first_move_takes_no_time() {
    let game = said("play none\nlevel 0.00002+0\nperft 4\nclock\ne4\n");
    assert!(!game.contains("time has run out"), "{game}");
}

#[test]
fn a_flag_fall_is_reported_once_and_can_be_claimed() {
    let game = said(&format!("{LATE}perft 4\nd4\nperft 4\nd5\nflag\nc4\n"));
    assert_eq!(game.matches("time has run out").count(), 1, "{game}");
    let end = "Black's time has run out. 'flag' ends the game, a move continues it.\n";
    assert!(game.contains(end), "{game}");
    assert!(game.contains("\n1-0 {Black loses on time}\nError: the game is over: 1-0 {Black"), "{game}");
    let refused = "Error: neither side is out of time. The setting 'flag' is ask; it can be ask, loss, off\n";
    assert_eq!(said("flag\nlevel 5+0\nflag\n").matches(refused).count(), 2);
}

#[test]
fn a_flag_fall_loses_if_so_set() {
    let place = Place::new();
    let game = said_at(&place, &format!("set flag loss\n{LATE}d4\nsave game.pgn\n"));
    assert!(game.contains("1-0 {Black loses on time}\nError: the game is over"), "{game}");
    let saved = std::fs::read_to_string(place.0.join("game.pgn")).expect("the game");
    assert!(saved.contains("[Result \"1-0\"]") && saved.contains("[Termination \"time forfeit\"]"), "{saved}");
    // Moves pasted after the loss on time are not played.
    let pasted = said("play none\nset flag loss\nlevel 0.00002+0\ne4\nperft 4\n1... e5 2. Nf3 Nc6\nfen\n");
    assert!(pasted.contains("1-0 {Black loses on time}\nError: the game is over"), "{pasted}");
    assert!(pasted.contains("/4P3/8/PPPP1PPP/RNBQKBNR w"), "{pasted}");
    let goes_on = said(&format!("set flag off\n{LATE}d4\nfen\n"));
    assert!(goes_on.contains("Black's time has run out; the game goes on.") && goes_on.contains("/3PP3/"), "{goes_on}");
    // White has only its king.
    let bare = "play none\nset flag loss\nsetboard 4k3/4p3/8/8/8/8/8/4K3 w - - 0 1\nplay none\nlevel 0.00002+0\n\
                Kd1\nperft 7\nKd8\n";
    assert!(said(bare).contains("1/2-1/2 {Black's time has run out, White has only its king}"), "{}", said(bare));
}

#[test]
fn the_word_flag_also_changes_its_setting() {
    let said = said("flag loss\nflag los\nset flag\n");
    assert_eq!(
        said,
        "flag loss\nError: flag cannot be 'los'; allowed values: ask, loss, off; it stays loss\nflag loss\n"
    );
}

#[test]
fn each_side_may_have_its_own_time() {
    let clocks = said("level 10+5 against 40 0:30\n");
    assert_eq!(said("10+5 against 40 0:30\n"), clocks);
    assert!(clocks.contains("White 10:00, Black 0:30"), "{clocks}");
    assert!(clocks.contains("(White 10 min for the game and 5.0 s a move, Black 30.0 s for 40 moves)"), "{clocks}");
    // Each player keeps the time control when the sides change.
    let other = said("sd 1\nlevel 10+0 against 5+0\nplay white\nclock\nnew\nclock\n");
    let told: Vec<&str> = other.lines().filter(|line| line.ends_with("min for the game)")).collect();
    assert_eq!(told.len(), 3, "{other}");
    assert!(told[1].contains("(White 5 min for the game, Black 10 min for the game)"), "{other}");
    assert!(told[2].contains("(White 10 min for the game, Black 5 min for the game)"), "{other}");
    let place = Place::new();
    said_at(&place, "sd 1\nlevel 10+0 against 5+0\ne4\nsave game.pgn\n");
    let saved = std::fs::read_to_string(place.0.join("game.pgn")).expect("the game");
    for tag in ["[WhiteTimeControl \"600\"]", "[BlackTimeControl \"300\"]"] {
        assert!(saved.contains(tag), "{saved}");
    }
    assert!(said_at(&place, "load game.pgn\nclock\n").contains("(White 10 min for the game, Black 5 min"));
    assert!(said("level 5+3 against\n").contains("Error: level cannot be '5+3 against'; type MINUTES+SECONDS"));
}

#[cfg(unix)]
#[test]
fn the_full_screen_view_sees_the_flag_fall() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    for line in ["play none", "0.02+0", "e4"] {
        viewer.types(line);
    }
    viewer.sees("Black's time has run out. 'flag' ends the game");
    viewer.types("flag");
    viewer.sees("Black loses on time: White wins.");
    for line in ["new", "play none", "set flag loss", "e4"] {
        viewer.types(line);
    }
    viewer.sees("Black loses on time: White wins.");
    viewer.sees("game over>");
    viewer.sees("0:00.0");
    viewer.types("quit");
    viewer.leaves();
}
