//! Activities other than playing: browsing games, copying, pictures, Chess960, help and settings.

#[cfg(unix)]
use expectrl::Expect;

use crate::{Place, said, said_at, text};

#[cfg(unix)]
use crate::full_screen::Viewer;
#[cfg(unix)]
use crate::terminal::Person;

const GAMES: &str = "[White \"Ann\"]\n\n1. e4 e5 $6 2. Qh5 {[%eval 0.2] early} Nc6 3. Bc4 Nf6 $4 4. Qxf7# 1-0\n\n\
                     [White \"Bob\"]\n\n1. d4 d5 1/2-1/2\n\n[White \"Cid\"]\n\n1. c4 0-1\n";

fn place() -> Place {
    let place = Place::new();
    place.file("three.pgn", GAMES);
    place
}

#[test]
fn mistakes_are_gone_through_and_comments_have_words_alone() {
    let place = place();
    let lines = "load three.pgn 1\nfirst\nnext mistake\nforward\nnext mistake\nnext mistake\nnext move\ngame\n\
                 previous mistake\nprevious mistake\nprevious\nload 2\n";
    let said = text(&place.run(&[], lines).stdout);
    for part in [
        "1... e5?!\n",
        "2. Qh5\n{early}\n",
        "3... Nf6??\n",
        "Error: no mistake is marked after this move",
        "\n1... e5?!\nnext: 2. Qh5\nError: no mistake is marked before",
        "Error: no mistake is marked before this move; 'last' goes to the end",
        "Error: type 'previous mistake'",
        "Error: unknown argument 'move'; type 'next' or 'next mistake'",
        "1. e4 e5?! 2. Qh5 {early} 2... Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("[%eval"), "{said}");
    let none = text(&place.run(&[], "load three.pgn 2\nfirst\nnext mistake\n").stdout);
    assert!(none.contains("no mistake is marked in this game: 'review' marks them"), "{none}");
}

#[test]
fn a_new_comment_keeps_clock_times_and_evaluations() {
    let place = place();
    let lines = "load three.pgn 1\ngoto 2 white\ncomment too early, [%cal Gd1h5] } they say\nsave out.pgn --force\n\
                 comment none\ncomment\nsave out2.pgn --force\n";
    let said = text(&place.run(&[], lines).stdout);
    assert!(said.contains("{too early, ) they say}\n"), "{said}");
    assert!(said.contains("no comment\nError: there is no comment here"), "{said}");
    for (file, written) in [
        ("out.pgn", "2. Qh5 {too early, [%cal Gd1h5] ) they say [%eval 0.2]}"),
        // Embedded commands in the user's comments are also kept.
        ("out2.pgn", "2. Qh5 {[%cal Gd1h5] [%eval 0.2]}"),
    ] {
        let saved = std::fs::read_to_string(place.0.join(file)).expect("a saved game");
        assert!(saved.split_whitespace().collect::<Vec<_>>().join(" ").contains(written), "{saved}");
    }
}

#[test]
fn the_next_and_the_previous_game_are_those_of_the_file_or_the_list() {
    let place = place();
    let said =
        text(&place.run(&[], "load next\nload three.pgn\nload next\nload next\nload next\nload previous\n").stdout);
    for part in ["Error: no game from a file is loaded", "Ann - ?", "Bob - ?", "Cid - ?", "there is no game 4"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert_eq!(said.matches("Bob - ?").count(), 2, "{said}");
    let listed = text(
        &place.run(&[], "games three.pgn result=1-0 sort=white\ngames sort=white\nload 1\nload previous\n").stdout,
    );
    assert!(listed.contains("Error: game 1 is the first one"), "{listed}");
    let filtered =
        text(&place.run(&[], "games three.pgn result=0-1\nload next\ngames result=1-0\nload 1\nload next\n").stdout);
    assert!(filtered.contains("Error: game 1 is the last one"), "{filtered}");
    // `load next` steps past a game that cannot be loaded.
    place
        .file("faulty.pgn", "[White \"Ann\"]\n\n1. e4 *\n\n[White \"Bob\"]\n\n1. e5 *\n\n[White \"Cid\"]\n\n1. d4 *\n");
    let faulty = text(&place.run(&[], "load faulty.pgn\nload next\nload next\n").stdout);
    assert!(faulty.contains("Error: faulty.pgn") && faulty.contains("Cid - ?"), "{faulty}");
}

#[test]
fn a_game_replays_by_itself() {
    let place = place();
    let lines = "load three.pgn 2\nset board asked\nfirst\nreplay\nreplay\nreplay 1000\n";
    let said = text(&place.run(&[], lines).stdout);
    assert!(said.contains("1. d4\n") && said.contains("1... d5\n"), "{said}");
    assert_eq!(
        said.lines().filter(|line| *line == "1. d4").count(),
        2,
        "at the end of the game from the start: {said}"
    );
    assert!(text(&place.run(&[], "replay\n").stdout).contains("Error: there is no game to replay"));
    assert!(said.contains("Error: replay takes 0.1 to 60 seconds per position"), "{said}");
}

#[test]
fn the_position_becomes_a_picture() {
    let place = Place::new();
    let said = said_at(&place, "play none\ne4\npicture board.svg\n");
    assert!(said.contains("The position is in board.svg."), "{said}");
    let picture = std::fs::read_to_string(place.0.join("board.svg")).expect("it was written");
    assert!(picture.starts_with("<svg ") && picture.matches("<use ").count() == 32, "{picture}");
    let refused = text(&place.run(&[], "picture board.svg\npicture board.png\npicture\n").stdout);
    for reason in ["board.svg already exists; --force", "must end in .svg", "name a .svg file"] {
        assert!(refused.contains(reason), "{reason}: {refused}");
    }
    assert!(said_at(&place, "picture board.svg --force\n").contains("The position is in board.svg."));
    assert!(said_at(&place, "picture after the opening.svg\n").contains("The position is in after the opening.svg."));
}

#[test]
fn chess960_is_played() {
    let said = said("new chess960 518\nfen\nnew chess960 0\nfen\nplay none\nnew chess960\nplay none\nfen\n");
    assert!(said.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), "{said}");
    assert!(said.contains("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\n"), "{said}");
    assert_eq!(said.matches("Chess960, start ").count(), 3, "{said}");
    // King and rook stand side by side, so castling is possible at once.
    let castled = crate::said("new chess960 3\nplay none\nO-O\nfen\n");
    assert!(castled.contains("/BQNNRRKB b "), "{castled}");
    let place = Place::new();
    let refused = text(&place.run(&[], "new chess960 960\nnew shogi\n").stdout);
    assert!(refused.contains("start cannot be '960'; type a number from 0 to 959"), "{refused}");
    assert!(refused.contains("'shogi' is not a kind of game"), "{refused}");
    let recorded = said_at(&place, "sd 1\nnew chess960 0\nf4\nresign\nrecord --csv\n");
    assert!(recorded.contains("full strength,-,0,0,1,"), "{recorded}");
}

#[test]
fn settings_of_players_come_first() {
    let some = said("set\n");
    let lines: Vec<&str> = some.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("theme ")) && lines.iter().any(|line| line.starts_with("name ")));
    assert!(!some.contains("null.recipe") && some.contains("'set all' lists "), "{some}");
    let all = said("set all\n");
    assert!(all.contains("null.recipe") && all.lines().count() > 2 * lines.len(), "{all}");
    assert!(all.find("theme ") < all.find("null.recipe"), "{all}");
    let keys = said("help keys\n");
    assert!(["Tab", "F3", "Ctrl-C", "mouse"].iter().all(|key| keys.contains(key)), "{keys}");
    assert!(said("help\n").contains("help keys"));
    let marks = said("help marks\n");
    for line in ["?!                  inaccuracy: a loss of 5 % or more", "accuracy            100 % if no move loses"]
    {
        assert!(marks.contains(line), "{marks}");
    }
}

#[cfg(unix)]
#[test]
fn position_and_game_are_copied() {
    let mut person = Person::sits_down(&["--colour", "off"]);
    person.sees("> ");
    for line in ["play none", "copy fen", "e4", "copy pgn", "copy that"] {
        person.types(line);
    }
    // The first bytes of "rnbqkbnr/" and of "[Event ", in base 64.
    person.sees("\x1b]52;c;cm5icWtibnIv");
    person.sees("The position (FEN) was sent to the clipboard");
    person.sees("\x1b]52;c;W0V2ZW50I");
    person.sees("'that' cannot be copied; type 'copy fen' or 'copy pgn'");
    person.types("theme");
    person.sees("theme wood");
    person.sees("Allowed values: wood, green");
    person.sees("a  b  c");
    person.types("quit");
    person.leaves(0);
    let piped = text(&Place::new().run(&[], "copy fen\n").stdout);
    assert!(piped.contains("Error: there is no terminal, so there is no clipboard"), "{piped}");
}

#[cfg(unix)]
#[test]
fn the_alarm_rings_once_when_the_clock_is_low() {
    let mut viewer = Viewer::sits_down(80, 24);
    viewer.sees("1. White>");
    // The query for the terminal's background also ends with a bell character.
    let before = viewer.bells;
    viewer.types("set search depth 1");
    viewer.types("5+0");
    viewer.types("e4");
    viewer.sees("2. White>");
    assert_eq!(viewer.bells, before, "no alarm is set");
    viewer.types("set alarm 600");
    viewer.hears_a_bell();
    viewer.types("d4");
    viewer.sees("3. White>");
    assert_eq!(viewer.bells, before + 1, "once a game");
    viewer.types("quit");
    viewer.leaves();
}

#[cfg(unix)]
#[test]
fn keys_go_through_games_in_the_full_screen_view() {
    let mut viewer = Viewer::sits_at(place(), 100, 30, &[]);
    viewer.sees("1. White>");
    viewer.types("load three.pgn 1");
    viewer.sees("Ann - ?");
    viewer.sees("Nf6??");
    viewer.hits("\x1b[H");
    viewer.sees("the start of the game");
    viewer.hits("\x1b[F");
    viewer.sees("4. Qxf7#");
    viewer.types("load 3");
    viewer.types("load three.pgn 2");
    viewer.sees("Bob - ?");
    viewer.hits("\tn");
    viewer.sees("Cid - ?");
    viewer.types("quit");
    viewer.leaves();
}

#[cfg(unix)]
#[test]
fn any_key_stops_the_replay() {
    let mut viewer = Viewer::sits_at(place(), 100, 30, &[]);
    viewer.sees("1. White>");
    viewer.types("load three.pgn 2");
    viewer.sees("Bob - ?");
    for (key, line, seen) in [(" ", "echo first", "first"), ("echo sec", "ond", "second")] {
        viewer.types("first");
        viewer.sees("the start of the game");
        viewer.types("replay 60");
        viewer.sees("next: 1... d5");
        viewer.hits(key);
        viewer.types(line);
        viewer.sees(seen);
    }
    viewer.types("quit");
    viewer.leaves();
}

#[cfg(unix)]
#[test]
fn the_clock_is_watched_while_the_user_thinks_at_scrolling_lines() {
    let mut person = Person::sits_down(&[]);
    person.sees("1. White> ");
    for line in ["set search depth 1", "5+0", "e4"] {
        person.types(line);
    }
    person.sees("2. White ");
    person.types("set alarm 600");
    person.sees("\x07");
    for line in ["new", "play none", "set flag loss", "0.02+0", "e4"] {
        person.types(line);
    }
    person.sees("1... Black 0:0");
    person.terminal.send("fen").expect("the keyboard works");
    person.sees("Black loses on time: White wins.");
    // The line being typed is kept.
    person.sees("game over> ");
    person.types("");
    person.sees("/4P3/");
    person.types("quit");
    person.leaves(0);
}
