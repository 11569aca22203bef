//! Tests of reading valid and broken files of games.

use std::io::Read;

use super::*;
use crate::board::Board;
use crate::games::tree::{Game, ROOT};

/// The moves of the main line in standard notation.
fn main_line(game: &Game) -> String {
    game.main_line().into_iter().map(|id| game.san(id)).collect::<Vec<_>>().join(" ")
}

fn one(text: &str) -> ReadGame {
    let mut games = read_text(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// Reads a game that must have no errors, and checks that writing it and reading it back does not change it.
fn good(text: &str) -> Game {
    let record = one(text);
    assert_eq!(record.problems, [], "{text}");
    let written = super::text(&record.game);
    let again = one(&written);
    assert_eq!(again.problems, [], "{written}");
    assert_eq!(super::text(&again.game), written);
    record.game
}

fn troubles(text: &str) -> Vec<String> {
    read_text(text).into_iter().flat_map(|record| record.problems).map(|problem| problem.to_string()).collect()
}

#[test]
fn tags_are_written_in_the_order_of_the_standard() {
    let game = good("[Zeta \"1\"][White \"a \\\"b\\\" \\\\c\"]\n[Alpha \"2\"] 1. e4 1-0");
    let names: Vec<&str> = game.tags.in_order().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Alpha", "Zeta"]);
    assert_eq!((game.tags.get("White"), game.result()), (Some("a \"b\" \\c"), "1-0"));
    assert!(text(&game).contains("[White \"a \\\"b\\\" \\\\c\"]\n"));
}

#[test]
fn variations_comments_and_glyphs_are_kept() {
    let written = "\n\n{the game} 1. e4 $1 {best by test} (1. d4 d5 (1... Nf6 2. c4) 2. c4 $6) ({or}\n\
                   1. c4) 1... e5 $14 2. Nf3 Nc6 {x} 3. Bb5 1/2-1/2\n";
    let text = "{the  game} 1.e4! $1 {best by\ntest} (1.d4 d5 (1...Nf6 2.c4) 2.c4?!) ({or} 1. c4) \
                1...e5 += 2.Nf3 Nc6 ; x\n3. Bb5 1/2";
    assert!(super::text(&good(text)).ends_with(written), "{}", super::text(&good(text)));
}

#[test]
fn the_comment_before_a_variation_outlives_its_promotion() {
    let mut game = good("1. e4 e5 ({or} 1... c5 {sharp}) 2. Nf3 ({next} 2. c3) *");
    let [e4, c3] = [game.children(ROOT)[0], game.children(game.main_line()[1])[1]];
    assert!(game.promote(c3) && game.promote(game.children(e4)[1]));
    let written = text(&game);
    assert!(written.ends_with("\n\n1. e4 {or} 1... c5 {sharp} (1... e5 {next} 2. c3 (2. Nf3)) *\n"), "{written}");
    assert_eq!(text(&good(&written)), written);
}

#[test]
fn passes_are_read_in_all_their_spellings() {
    for pass in ["--", "Z0", "null", "0000", "@@@@"] {
        let game = good(&format!("1. e4 {pass} 2. d4 (2. {pass} e5) *"));
        assert_eq!(main_line(&game), "e4 -- d4");
    }
    let error = troubles("[White \"x\"]\n1. e4 f5 2. Qh5+ -- *");
    assert_eq!(error, ["line 2 (byte 29): Black passes while in check"]);
    let text = "1. e4 f5 2. Nf3 (2. Qh5+ --) 2... fxe4 *";
    assert_eq!(troubles(text), ["line 1 (byte 25): the variation ends here: Black passes while in check"]);
    assert_eq!(main_line(&one(text).game), "e4 f5 Nf3 fxe4");
}

#[test]
fn castling_results_and_numbers_are_read_as_people_write_them() {
    let game = good("1.e4 e5 2 Nf3 Nc6 3. Bc4 Bc5 4.0-0 Nf6 5.Re1 0-0 ½-½");
    assert_eq!(main_line(&game), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 Re1 O-O");
    assert_eq!(game.result(), "1/2-1/2");
    assert_eq!(main_line(&good("1. e2e4 e7-e5 2. g1f3 nc6 3.… *")), "e4 e5 Nf3 Nc6");
    let game = good("1. e4 d5 2. exd5 Qxd5 3. Nf3 Bg4 4. Be2 Nc6 5. 00 000 *");
    assert_eq!(main_line(&game), "e4 d5 exd5 Qxd5 Nf3 Bg4 Be2 Nc6 O-O O-O-O");
}

/// `B1b2` is a bishop move, never a move by the rook on b1.
#[test]
fn a_capital_b_is_a_bishop() {
    let fen = "n1b3nr/p2pb3/2pkp2p/8/pP3qP1/1PBP3Q/4PP1P/NRB1K2R w K - 2 17";
    let game = good(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n17. B1b2 *"));
    assert_eq!(main_line(&game), "B1b2");
    assert_eq!(game.node(game.main_line()[0]).mv.to_string(), "c1b2");
    let mut board = Board::new();
    board.init_from_setup(game.start());
    assert_eq!(board.read_move("B1b2").map(|mv| mv.to_string()), Ok("c1b2".into()));
}

#[test]
fn an_unclosed_brace_does_not_swallow_the_games_behind_it() {
    let games = read_text(
        "[Event \"1\"]\n\n1. e4 {oops e5 1-0\n\n[Event \"2\"]\n\n1. d4 (1. c4 d5 0-1\n\n[Event \"3\"]\n\n1. f4 {a} *\n",
    );
    let events: Vec<_> = games.iter().map(|record| record.game.tags.get("Event").unwrap_or_default()).collect();
    assert_eq!(events, ["1", "2", "3"]);
    assert_eq!(games[0].problems[0].to_string(), "line 3 (byte 19): the comment that begins here is never closed");
    assert_eq!(games[1].problems[0].trouble, Trouble::UnclosedVariation);
    assert_eq!(games[1].game.result(), "0-1");
    assert_eq!(games[2].problems, []);
}

#[test]
fn a_tag_in_a_comment_begins_no_game() {
    let game = good("[Event \"x\"]\n\n1. e4 {see\n[Site \"y\"]\n[%clk 0:01:00] } e5 *");
    assert_eq!(game.node(game.main_line()[0]).comment, "see [Site \"y\"] [%clk 0:01:00]");
}

#[test]
fn tags_may_be_broken() {
    let game = one("[Event \"a \"quoted\" name\"]\n[Site]\n[White \"no end\n[Black\"B\"]\n\n1. e4 *").game;
    let tag = |name: &str| game.tags.get(name).unwrap_or_default().to_string();
    assert_eq!((tag("Event"), tag("White"), tag("Black")), ("a \"quoted\" name".into(), "no end".into(), "B".into()));
    assert_eq!(main_line(&game), "e4");
    assert_eq!(
        troubles("[Event \"x\"]\n[Site]\n[White \"y\"]\n\n*"),
        ["line 2 (byte 12): this is not a tag: \"[Site]\""]
    );
}

#[test]
fn other_text_between_tags_does_not_split_a_game() {
    for (text, trouble) in [
        ("]", "line 1 (byte 11): ']' without an opening bracket"),
        (" final", "line 1 (byte 12): this is not a tag: \"final\""),
        ("\nfinal", "line 2 (byte 12): this is not a tag: \"final\""),
        (" [final]", "line 1 (byte 12): this is not a tag: \"[final]\""),
    ] {
        let tags = format!("[Event \"x\"]{text}\n[White \"A\"]\n[Black \"B\"]");
        let record = one(&format!("{tags}\n\n1. e4 e5 1-0\n"));
        assert_eq!(
            ["Event", "White", "Black"].map(|name| record.game.tags.get(name)),
            [Some("x"), Some("A"), Some("B")]
        );
        assert_eq!((main_line(&record.game).as_str(), record.game.result()), ("e4 e5", "1-0"));
        assert_eq!(record.problems.iter().map(ToString::to_string).collect::<Vec<_>>(), [trouble]);
    }
    assert_eq!(main_line(&good("[Event \"x\"],\n[White \"A\"]\n\n1. e4 *")), "e4");
    // A paragraph of words ends the tags.
    let games = read_text("[White \"A\"]\n\nfrom my book\n\n[Black \"B\"]\n\n1. e4 *");
    assert_eq!(games.iter().map(|record| main_line(&record.game)).collect::<Vec<_>>(), ["", "e4"]);
}

#[test]
fn an_event_after_an_empty_line_begins_a_game() {
    let games = read_text("[White \"A\"]\n[Black \"B\"]\n\n[Event \"x\"]\n[White \"C\"]\n\n1. e4 *");
    let white: Vec<_> = games.iter().map(|record| record.game.tags.get("White")).collect();
    assert_eq!(white, [Some("A"), Some("C")]);
    assert_eq!(good("[White \"A\"]\n[Event \"x\"]\n\n1. e4 *").tags.get("Event"), Some("x"));
}

#[test]
fn a_result_in_a_variation_is_not_that_of_the_game() {
    let game = good("1. e4 e5 (1... c5 0-1) 2. Nf3 Nc6");
    assert_eq!((main_line(&game).as_str(), game.result()), ("e4 e5 Nf3 Nc6", "*"));
    assert_eq!(good("[Result \"1-0\"]\n\n1. e4 e5 (1... c5 0-1)").result(), "1-0");
}

#[test]
fn comments_below_the_result_belong_to_the_game_that_ended() {
    for comment in
        ["{Black resigns}", "  {Black\n\nresigns}", "{Black}\n{resigns}", "; Black resigns", "{Black} ; resigns"]
    {
        for end in ["", "\n", "\n\n[Event \"2\"]\n\n1. d4 *\n", "\n1. d4 *"] {
            let text = format!("1. e4 1-0\r\n{comment}{end}");
            let mut games = Games::new(text.as_bytes());
            let game = games.next_game().expect("memory").expect("a game").game;
            assert_eq!(game.node(game.main_line()[0]).comment, "Black resigns", "{comment}{end}");
            let next = games.next_game().expect("memory").map(|record| main_line(&record.game));
            assert_eq!((next, games.strays.len()), (end.contains("d4").then(|| "d4".into()), 0), "{comment}{end}");
        }
    }
    let games = read_text("1. e4 1-0\n\n{the second game}\n1. d4 *");
    assert_eq!(games[1].game.node(ROOT).comment, "the second game");
}

#[test]
fn games_without_tags_are_separated() {
    let games = read_text("\u{feff}1. e4 e5 1-0 {Black resigns}\n\n1. d4 * 1. c4 e5 0-1");
    let lines: Vec<String> = games.iter().map(|record| main_line(&record.game)).collect();
    assert_eq!(lines, ["e4 e5", "d4", "c4 e5"]);
    assert_eq!(games[0].game.node(games[0].game.main_line()[1]).comment, "Black resigns");
}

#[test]
fn escapes_count_only_in_the_first_column() {
    let game = good("%secret 1. d4\n1. e4 {100 % sure} e5\n% 2. Ke2\n2. Nf3 *");
    assert_eq!(main_line(&game), "e4 e5 Nf3");
    assert_eq!(main_line(&good("1. e4 e5 {\n} 2. Nf3 *")), "e4 e5 Nf3");
}

#[test]
fn the_letters_of_old_files_are_read() {
    let bytes = b"[White \"Gr\xfcnfeld\"]\n\n1. d4 {\x93so\x94} *\n\n[White \"Gr\xc3\xbcnfeld\"]\n\n1. d4 *";
    let mut games = Games::new(&bytes[..]);
    for comment in ["“so”", ""] {
        let game = games.next_game().expect("memory").expect("a game").game;
        assert_eq!(game.tags.get("White"), Some("Grünfeld"));
        assert_eq!(game.node(game.main_line()[0]).comment, comment);
    }
}

#[test]
fn control_characters_are_dropped() {
    let record = one("[White \"a\u{1b}]0;pwned\u{7}b\"]\n\n1. e4 {\u{1b}[31mred\u{9b}} *");
    assert_eq!(record.game.tags.get("White"), Some("a]0;pwnedb"));
    assert_eq!(record.game.node(record.game.main_line()[0]).comment, "[31mred");
    assert_eq!(record.problems[0].trouble, Trouble::Control);
    let error = troubles("[White \"x\"] 1. e\u{1b}4 *").remove(0);
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn chess960_is_read_by_both_kinds_of_castling_rights() {
    let pieces = "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4";
    for rights in ["KQkq", "DBdb"] {
        let game = good(&format!(
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{pieces} w {rights} - 2 9\"]\n\n9. O-O O-O *"
        ));
        assert_eq!(main_line(&game), "O-O O-O");
        assert_eq!(game.tags.get("Variant"), Some("Chess960"));
    }
    let refused = one("[Variant \"Atomic\"]\n\n1. e4 *");
    assert_eq!(refused.refusal().expect("refused").trouble.to_string(), "Alula does not play Atomic");
}

#[test]
fn games_are_refused_one_by_one_with_place_and_reason() {
    let text = "[Event \"1\"]\n\n1. e4 e5\n2. Ke3 *\n\n[Event \"2\"]\n[FEN \"8/8 w\"]\n\n*\n\n[Event \"3\"]\n\n\
                1. e4 (1. d4 d4 2. c4 {x)}) (1. c4) e5 *\n";
    let games = read_text(text);
    let reason = |at: usize| games[at].refusal().map(|problem| problem.to_string());
    assert_eq!(reason(0), Some("line 4 (byte 25): 2. Ke3: no king can go to e3".into()));
    assert_eq!(main_line(&games[0].game), "e4 e5");
    assert_eq!(reason(1), Some("line 6 (byte 32): FEN: the piece field has 2 ranks instead of 8".into()));
    assert_eq!(reason(2), None);
    let told = games[2].problems[0].to_string();
    assert!(told.ends_with("the variation ends before 1... d4: no pawn can go to d4"), "{told}");
    assert_eq!((games[2].game.children(ROOT).len(), main_line(&games[2].game).as_str()), (3, "e4 e5"));
}

#[test]
fn differing_results_are_reported() {
    assert_eq!(
        troubles("[Result \"1-0\"]\n\n1. e4 0-1"),
        ["line 3 (byte 25): the tag says 1-0, but the moves end with 0-1"]
    );
}

#[test]
fn an_invalid_result_becomes_unknown() {
    for text in ["[Result \"1-. f4\"]\n", "[White \"A\"]\n[Result \"White wins\"]\n\n1. e4"] {
        let games = read_text(text);
        let written = super::text(&games[0].game);
        assert!(written.contains("[Result \"*\"]"), "{written}");
        assert_eq!(super::text(&read_text(&written)[0].game), written);
    }
}

#[test]
fn other_text_is_not_a_game() {
    for text in ["", "\n\n", "Hello, world.", "\u{0}\u{1}\u{2}", "%x\n", "}", "{only a comment}"] {
        assert!(read_text(text).is_empty(), "{text:?}");
    }
    let mut games = Games::new(&b"From: me\n\nSee below.\n\n[Event \"x\"]\n\n1. e4 *\n"[..]);
    let record = games.next_game().expect("memory").expect("a game");
    assert_eq!((record.place.number, record.place.line), (1, 5));
    assert_eq!(games.strays[0].to_string(), "line 1 (byte 0): this is not PGN: \"From: me\"");
}

#[test]
fn nothing_makes_the_reader_panic() {
    for text in ["[", "[x", "(((", "{", "1.", "é", ")))", "[FEN \"x\"]\n*", "[A \"", "$", "$999", "1. e4 $ !?!? (", "<"]
    {
        let _ = read_text(text);
    }
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(5000));
    assert!(one(&deep).problems.iter().any(|problem| problem.trouble == Trouble::TooDeep));
}

/// A reader that repeats the same bytes forever.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        for byte in buffer.iter_mut() {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn a_game_without_end_is_passed_over_in_constant_memory() {
    let text = b"[Event \"long\"]\n\n1. e4 {";
    let end = b"}\n\n[Event \"next\"]\n\n1. d4 *";
    let stream = text.chain(Endless(b"never ending ", 0).take(3 * split::MAX_GAME as u64)).chain(&end[..]);
    let mut games = Games::new(stream);
    let refused = games.next_game().expect("memory").expect("a game");
    assert_eq!(refused.refusal().expect("refused").trouble, Trouble::TooLong);
    let next = games.next_game().expect("memory").expect("a game");
    assert_eq!((next.place.number, next.game.tags.get("Event")), (2, Some("next")));
}

/// Without limits, the time would grow with the square of the length.
#[test]
fn endless_errors_and_words_are_read_quickly() {
    let many = format!("1. e4 }}\n{} 2. Ke3", "}".repeat(300_000));
    let record = one(&many);
    assert_eq!(record.problems.len(), MAX_PROBLEMS + 1);
    let refusal = record.refusal().map(ToString::to_string);
    assert_eq!(refusal.as_deref(), Some("line 2 (byte 300012): 1... Ke3: no king can go to e3"));
    assert_eq!(one(&format!("1. e4 x{} *", "1".repeat(300_000))).problems.len(), 1);
}

/// A reader that returns one byte at a time.
struct Dripping<'a>(&'a [u8]);

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}

#[test]
fn short_reads_cut_no_token() {
    let text = "[White \"A\"]\n\n1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n";
    let mut games = Games::new(Dripping(text.as_bytes()));
    let read: Vec<Game> = std::iter::from_fn(|| games.next_game().expect("memory")).map(|record| record.game).collect();
    assert_eq!(read, read_text(text).into_iter().map(|record| record.game).collect::<Vec<_>>());
    assert_eq!(read.iter().map(Game::result).collect::<Vec<_>>(), ["1-0", "1/2-1/2"]);
}

#[test]
fn a_bracket_after_the_result_does_not_continue_the_game() {
    for bracket in ["[", "]"] {
        let games = read_text(&format!("1. e4 e5 1-0 {bracket}\n\n1. d4 d5 0-1"));
        let lines: Vec<String> = games.iter().map(|record| main_line(&record.game)).collect();
        assert_eq!(lines, ["e4 e5", "d4 d5"]);
        assert_eq!(games[0].problems[0].trouble, Trouble::Bracket);
    }
}

#[test]
fn a_game_is_found_again_at_its_place() {
    let text = "[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 d5 2. e5 *\n";
    let mut games = Games::new(text.as_bytes());
    games.next_game().expect("memory");
    let second = games.next_game().expect("memory").expect("a game");
    let mut again = Games::at(&text.as_bytes()[second.place.offset as usize..], second.place);
    let found = again.next_game().expect("memory").expect("a game");
    assert_eq!((found.place, found.problems), (second.place, second.problems));
}

#[test]
fn long_games_are_broken_into_lines() {
    let mut board = Board::new();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(20) {
        let mv = board.read_move(text).expect("legal");
        board.play(mv);
    }
    let mut game = Game::of(&board);
    game.node_mut(ROOT).add_comment(&"word [%x] ".repeat(40));
    assert!(text(&game).lines().all(|line| line.len() <= 85 && !line.starts_with(['%', '[']) || line.contains(" \"")));
    assert_eq!(one(&text(&game)).game, game);
}

/// The glyphs of a move in the main line.
fn nags(game: &Game, at: usize) -> &[u8] {
    &game.node(game.main_line()[at]).nags
}

#[test]
fn comments_and_white_space_may_occur_between_tags() {
    let game =
        good("{first}[Event \"x\"] ; note\n{remark}\n[Site\n\"y\"\n]\u{a0}[Date \"2026.01.01\"]\n\n{start} 1. e4 *");
    assert_eq!([game.tags.get("Event"), game.tags.get("Site")], [Some("x"), Some("y")]);
    assert_eq!(game.tags.get("Date"), Some("2026.01.01"));
    assert_eq!(game.node(ROOT).comment, "first note remark start");
    assert_eq!(main_line(&game), "e4");
}

#[test]
fn the_informants_signs_are_glyphs() {
    let game = good("1. e4 e5 N 2. Nf3 Nc6 *");
    assert_eq!((main_line(&game).as_str(), nags(&game, 1)), ("e4 e5 Nf3 Nc6", &[146][..]));
    assert_eq!(nags(&good("1. e4 N *"), 0), [146]);
    for (sign, nag) in [
        ("+/=", 14),
        ("±", 16),
        ("&plusmn;", 16),
        ("&#177;", 16),
        ("-+", 19),
        ("+−", 18),
        ("=", 10),
        ("∞", 13),
        ("TN", 146),
        ("□", 7),
        ("⁈", 6),
        ("‼", 3),
    ] {
        for gap in ["", " "] {
            let game = good(&format!("1. e4{gap}{sign} e5 *"));
            assert_eq!((main_line(&game).as_str(), nags(&game, 0)), ("e4 e5", &[nag][..]), "{gap}{sign}");
        }
    }
}

#[test]
fn an_entity_begins_no_comment() {
    let game = good("1. e4 (1. d4 &plusmn;) 1... e5&nbsp;2. Nf3 *");
    assert_eq!(main_line(&game), "e4 e5 Nf3");
    assert_eq!(game.children(ROOT).len(), 2);
}

#[test]
fn white_space_of_unicode_and_of_old_files_is_recognised() {
    assert_eq!(main_line(&good("1.\u{a0}e4\u{202f}e5\u{3000}2.\u{200b}Nf3\u{2028}Nc6 *")), "e4 e5 Nf3 Nc6");
    let mut games = Games::new(&b"[White \"Gr\xfcn\"]\xa0\n\n1.\xa0e4\xa0e5 *"[..]);
    let record = games.next_game().expect("memory").expect("a game");
    assert_eq!((main_line(&record.game).as_str(), record.problems.len()), ("e4 e5", 0));
}

#[test]
fn results_are_read_as_people_write_them() {
    for (written, result) in
        [("1:0", "1-0"), ("0–1", "0-1"), ("½–½", "1/2-1/2"), ("½:½", "1/2-1/2"), ("1/2—1/2", "1/2-1/2"), ("1‑0", "1-0")]
    {
        for gap in [" ", ""] {
            let game = good(&format!("1. e4 e5{gap}{written}"));
            assert_eq!((main_line(&game).as_str(), game.result()), ("e4 e5", result), "{gap}{written}");
        }
    }
    assert_eq!(main_line(&good("1. \"e4\" “e5”, 2. ‘Nf3’ *")), "e4 e5 Nf3");
}

#[test]
fn results_of_arbiters_are_kept_in_the_tag() {
    for result in ["0-0", "1/2-0", "0-1/2"] {
        let game = good(&format!("[Result \"{result}\"]\n\n1. e4 e5 *"));
        assert_eq!((game.tags.get("Result"), game.result()), (Some(result), "*"));
        assert!(text(&game).contains(&format!("[Result \"{result}\"]")) && text(&game).ends_with(" *\n"));
    }
}

#[test]
fn figurines_typography_and_old_notations_are_read() {
    let game = good("1. e4 e5 2. ♘f3 ♞c6 3. ♗c4 ♝c5 4. O–O ♞f6 5. d4⁈ ed 6. ♘×d4 0–0 *");
    assert_eq!(main_line(&game), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d4 exd4 Nxd4 O-O");
    let game = good("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7mate 1-0");
    assert_eq!(game.main_line().len(), 7);
    let game = good("[FEN \"8/P6k/8/3pP3/8/8/8/K7 w - d6 0 1\"]\n\n1. exd6ep Kg7 2. a8/Q *");
    assert_eq!(main_line(&game), "exd6 Kg7 a8=Q");
}

#[test]
fn lines_may_end_with_a_carriage_return_alone() {
    let games = read_text("[Event \"1\"]\r\r1. e4 ; best\re5 *\r\r%no game\r[Event \"2\"]\r\r1. d4 *\r");
    let lines: Vec<String> = games.iter().map(|record| main_line(&record.game)).collect();
    assert_eq!(lines, ["e4 e5", "d4"]);
    assert_eq!(games.iter().map(|record| record.place.line).collect::<Vec<_>>(), [1, 6]);
    assert_eq!(troubles("[White \"x\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *").len(), 1);
    assert!(troubles("[White \"x\"]\r\n\r\n1. e4 e5\r\n2. Ke3 *")[0].starts_with("line 4 "));
}

#[test]
fn names_of_tags_and_variants_are_known_in_other_spellings() {
    let game = good("[event \"x\"]\n[fen \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[Variant \"From Position\"]\n\n1. O-O *");
    assert_eq!((game.tags.get("Event"), main_line(&game).as_str()), (Some("x"), "O-O"));
    assert_eq!(main_line(&good("[Variant \"Regular\"]\n\n1. e4 *")), "e4");
}

#[test]
fn a_closed_comment_may_hold_a_line_like_a_tag() {
    let game = good("1. e4 {see\n\n[note \"this\"] more } e5 *");
    assert_eq!(main_line(&game), "e4 e5");
    assert_eq!(game.node(game.main_line()[0]).comment, "see [note \"this\"] more");
    let game = good("1. e4 {see\n\n[note \"this\"]\nmore} e5 *");
    assert_eq!(main_line(&game), "e4 e5");
}

#[test]
fn nothing_between_the_moves_is_skipped_silently() {
    assert_eq!(
        troubles("[White \"x\"]\n\n1. e4 [sic] e5 *"),
        [
            "line 3 (byte 19): a bracket between the moves is skipped; tags must precede the moves",
            "line 3 (byte 20): not a move, skipped: \"sic\"",
            "line 3 (byte 23): a bracket between the moves is skipped; tags must precede the moves",
        ]
    );
    let mut games = Games::new(&b"{lost}\n"[..]);
    assert!(games.next_game().expect("memory").is_none());
    assert_eq!(games.strays.len(), 1);
}
