//! The opponent's names, strength and errors. Help for the player always uses full strength.

use alula::ui::show::HEADER;

use crate::{Place, said, said_at, text};

/// The lines of a search without times and speeds; `-` is the speed when no time has passed.
fn moves(said: &str) -> Vec<String> {
    let (_, after) = said.split_once("search depth 6").expect("the depth");
    let is_time = |word: &&str| word.ends_with("ms") || *word == "-" || word.parse::<f64>().is_ok();
    after.lines().map(|line| line.split_whitespace().filter(|word| !is_time(word)).collect()).collect()
}

#[test]
fn help_uses_full_strength_against_any_opponent() {
    let lines = "sd 6\nanalyse\nthreat\nhint\nhint\n";
    let strong = moves(&said(lines));
    assert!(strong.len() > 8, "{strong:?}");
    for level in ["elo 800", "opponent casual player", "skill 3"] {
        let weak = said(&format!("{level}\n{lines}opponent\n"));
        assert_eq!(moves(&weak)[..strong.len()], strong, "{level}: {weak}");
        assert!(weak.trim_end().lines().last().is_some_and(|line| line.contains(" with Elo ")), "{weak}");
    }
}

#[test]
fn six_opponents_have_names_and_are_kept() {
    let list = said("opponent\n");
    for name in ["beginner", "casual player", "club player", "strong club player", "master", "full strength"] {
        assert!(list.lines().any(|line| line.starts_with(name) && line.ends_with('.')), "{name}: {list}");
    }
    let place = Place::new();
    let chosen = said_at(&place, "opponent club\nsave settings mine.ini\n");
    assert!(chosen.contains("mine.ini; the strength, Elo 1600, also applies under XBoard and UCI\n"), "{chosen}");
    assert!(chosen.contains("with Elo 1600, a club player"), "{chosen}");
    let again = said_at(&place, "ini mine.ini\nopponent\n");
    assert!(again.contains("with Elo 1600, a club player"), "{again}");
    assert!(said("opponent 1500\n").contains("with Elo 1500"));
    assert!(said("opponent club\nopponent full\n").contains("at full strength"));
    let refused = said("opponent grandmother\n");
    assert!(refused.contains("'grandmother' is not an opponent; type beginner,"), "{refused}");
}

#[test]
fn a_hint_is_given_bit_by_bit() {
    let fen = "setboard 4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1\nsd 4\n";
    let text = said(&format!("{fen}hint\nhint more\nhint\n"));
    let hints: Vec<&str> = text.lines().filter(|line| line.starts_with("hint: ")).collect();
    assert_eq!(hints.len(), 3, "{text}");
    assert!(hints[0].contains("the knight on c3") && !hints[0].contains("Nxd5"), "{}", hints[0]);
    assert!(hints[1].starts_with("hint: Nxd5;"), "{}", hints[1]);
    assert!(hints[2].contains("takes the queen") && hints[2].contains(" for White: Nxd5"), "{}", hints[2]);
    let anew = said(&format!("{fen}hint\nmove Ke2\nhint\n"));
    assert!(anew.lines().filter(|line| line.contains("hint: look at the ")).count() == 2, "{anew}");
    assert!(said("hint please\n").contains("type 'hint' or 'hint more'"));
    assert!(said(&format!("{fen}hint more\n")).contains("; 'hint more' explains it"), "the hint offers an explanation");
}

#[test]
fn a_weak_opponent_plays_another_game_each_time_unless_there_is_a_seed() {
    let game = |seed: &str| {
        let lines = format!("elo 800\n{seed}\ne4\nd4\nNf3\nNc3\na3\nh3\nfen\n");
        said(&lines).trim_end().lines().last().unwrap_or_default().to_string()
    };
    let (first, second) = (game("seed 7"), game("seed 7"));
    assert_eq!(first, second);
    let free: std::collections::HashSet<String> = (0..4).map(|_| game("seed 0")).collect();
    assert!(free.len() > 1, "{free:?}");
}

#[test]
fn small_texts_are_correct() {
    for (lines, seen) in [
        ("setboard 8/8/8/8/8/k7/p7/K7 w - - 0 1\n", "1/2-1/2 {Stalemate}"),
        ("setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n", "1-0 {White mates}"),
        ("undo 0\n", "already at start of game"),
        ("move e4\nundo 3\n", "half-moves to take back cannot be '3'; type 1"),
        ("source nowhere.txt\n", "nowhere.txt"),
        ("help theme\n", "theme"),
        ("setboard r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1\nO-O\n", "this position has no castling right on that side"),
    ] {
        let text = said(lines);
        assert!(text.contains(seen), "{lines}: {text}");
        assert!(!text.contains("os error") && !text.contains("from 1 to 1 "), "{lines}: {text}");
    }
    let spoken = said("set spoken on\nsetboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\nd\n");
    assert!(!spoken.contains("Black to move, in check"), "{spoken}");
}

#[test]
fn echo_shows_no_escape_sequence() {
    let place = Place::new();
    place.file("evil.txt", "echo \x1b[2J\x1b]0;title\x07gone\n");
    let text = said_at(&place, "source evil.txt\n");
    assert!(text.contains("gone") && !text.contains(['\x1b', '\x07']), "{text:?}");
}

#[test]
fn help_begins_with_what_a_player_needs() {
    let text = said("help\n");
    for word in ["opponent", "hint", "takeback", "level", "analyse", "save"] {
        assert!(text.lines().any(|line| line.trim_start().starts_with(word)), "{word}: {text}");
    }
    assert!(text.lines().count() <= 30, "{text}");
}

#[test]
fn a_weakened_opponent_does_not_show_what_it_thinks_unless_asked() {
    let game = "seed 5\ne4\nd4\nNf3\n";
    let hidden = said(&format!("elo 1200\n{game}"));
    assert!(!hidden.contains(HEADER) && hidden.matches("Black plays ").count() == 3, "{hidden}");
    for shown in ["elo 1200\nthinking on\n", "sd 4\nbook off\n"] {
        let said = said(&format!("{shown}{game}"));
        assert!(said.contains(HEADER) && said.matches("Black plays ").count() == 3, "{said}");
    }
}

/// A king against two queens: a club player resigns, a beginner plays on.
#[test]
fn weakened_opponents_resign_as_people_do() {
    let fen = "setboard 7k/8/8/8/8/1Q6/8/KQ6 b - - 0 1\nplay none\n";
    // No position repeats, so the game is not drawn.
    let moves = "play black\nKa2\nKa3\nKa4\nKa5\nKa6\nKa7\nKa8\n";
    let club = text(&Place::new().run(&[], format!("{fen}elo 1900\n{moves}")).stdout);
    assert!(club.contains("1-0 {Black resigns}"), "{club}");
    for stubborn in ["elo 900", "elo 1900\nset resign off", "elo 3200\nsd 6"] {
        let said = text(&Place::new().run(&[], format!("{fen}{stubborn}\n{moves}")).stdout);
        assert!(!said.contains("resigns"), "{stubborn}: {said}");
    }
}
