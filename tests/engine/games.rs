//! Files of games: every game survives writing and reading unchanged. Also the commands for browsing a game.

use alula::board::Board;
use alula::games::epd::Epd;
use alula::games::pgn::{self, read_text};
use alula::games::tree::{Game, NodeId, ROOT};
use alula::moves::Move;
use proptest::prelude::*;

use crate::positions::Dice;
use crate::robustness::cases;

/// A random game with variations, comments, marks and null moves.
fn random_game(seed: u64) -> Game {
    const WORDS: [&str; 10] =
        ["good", "[%clk 0:01:00]", "%", "a \"b\"", "(c)", "é–†", "\\", ";", "[Event \"x\"]", "1-0"];
    let mut dice = Dice::new(seed);
    let mut game = Game::default();
    game.tags.set("White", "a \"quoted\" \\ name");
    game.tags.set("Zeta", ["", "x]\"", "é"][dice.below(3)]);
    game.tags.set("Result", ["1-0", "0-1", "1/2-1/2", "*"][dice.below(4)]);
    let mut at = ROOT;
    for _ in 0..dice.below(60) {
        at = grow(&mut game, at, &mut dice);
        for _ in 0..dice.below(4) {
            let word = WORDS[dice.below(WORDS.len())];
            game.node_mut(at).add_comment(word);
        }
        if dice.below(5) == 0 {
            game.node_mut(at).nags.push(dice.below(140) as u8);
        }
        // Sometimes continue from an earlier move, which creates variations.
        if dice.below(4) == 0 {
            let path = game.path(at);
            at = path[dice.below(path.len())];
            at = game.parent(at).unwrap_or(ROOT);
        }
    }
    game
}

/// The comments of the main line.
fn comments(game: &Game) -> Vec<String> {
    game.main_line().into_iter().map(|id| game.node(id).comment.clone()).collect()
}

/// Adds a legal move or a null move.
fn grow(game: &mut Game, at: NodeId, dice: &mut Dice) -> NodeId {
    let mut line = game.line_to(at);
    let moves = line.board().legal_moves();
    let may_pass = !line.board().is_own_king_attacked() && dice.below(20) == 0;
    match moves.len() {
        0 => at,
        _ if may_pass => game.add(at, Move::NONE),
        count => game.add(at, moves[dice.below(count)]),
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn written_games_are_read_again(seed in any::<u64>()) {
        let game = random_game(seed);
        let text = pgn::text(&game);
        let records = read_text(&text);
        prop_assert_eq!(records.len(), 1, "{}", text);
        prop_assert!(records[0].problems.is_empty(), "{:?} {}", &records[0].problems, text);
        prop_assert_eq!(pgn::text(&records[0].game), text);
        prop_assert_eq!(comments(&records[0].game), comments(&game));
    }

    #[test]
    fn any_text_is_read_without_panic(text in "[\\[\\](){};%$!?\"\\\\ \n*a-h1-8NBRQKxO0./=+#-]{0,200}") {
        for record in read_text(&text) {
            let again = read_text(&pgn::text(&record.game));
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(pgn::text(&again[0].game), pgn::text(&record.game));
        }
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut games = pgn::Games::new(&bytes[..]);
        while let Ok(Some(record)) = games.next_game() {
            let text = pgn::text(&record.game);
            prop_assert!(!text.chars().any(|letter| letter.is_control() && letter != '\n'), "{:?}", text);
        }
    }

    #[test]
    fn lines_of_epd_are_read_again(operations in "[a-z0-9 ;\"\\\\+#é]{0,80}") {
        let line = format!("4k3/8/4K3/8/8/8/8/R7 w - - {operations}");
        if let Ok(epd) = Epd::read(&line) {
            let written = epd.to_string();
            prop_assert_eq!(Epd::read(&written).map(|again| again.to_string()), Ok(written));
        }
    }

    #[test]
    fn any_text_as_epd_is_read_without_panic(text in "\\PC{0,120}") {
        let _ = Epd::read(&text);
    }

    /// A damaged game must not hide the games after it.
    #[test]
    fn damage_stays_within_its_game(
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        damage in "[{}();%\"\\[]",
    ) {
        let (first, second) = (pgn::text(&random_game(seed)), pgn::text(&random_game(seed ^ 1)));
        let tags_end = first.find("\n\n").unwrap_or_default() + 2;
        let places: Vec<usize> = first.char_indices().map(|(at, _)| at).filter(|at| *at >= tags_end).collect();
        let (before, after) = first.split_at(places[at.index(places.len())]);
        let records = read_text(&format!("{before}{damage}{after}\n{second}"));
        prop_assert_eq!(pgn::text(&records.last().expect("games").game), second);
    }
}

#[test]
fn editing_a_tree() {
    let mut game = Game::default();
    let mut board = Board::new();
    let mv = |board: &mut Board, text: &str| board.read_move(text).expect("legal");
    let (e4, d4, c4) = (mv(&mut board, "e4"), mv(&mut board, "d4"), mv(&mut board, "c4"));
    let first = game.add(ROOT, e4);
    let (second, third) = (game.add(ROOT, d4), game.add(ROOT, c4));
    assert_eq!(game.add(ROOT, d4), second);
    assert!(game.promote(third) && game.children(ROOT) == [first, third, second]);
    game.make_main(second);
    assert_eq!(game.children(ROOT), [second, first, third]);
    assert!(!game.promote(second));
    game.set_mark(second, 4);
    game.set_mark(second, 6);
    assert_eq!(game.node(second).nags, [6]);
    assert_eq!(game.delete(first), Some(ROOT));
    assert_eq!((game.delete(ROOT), game.children(ROOT)), (None, &[second, third][..]));
    assert!(pgn::text(&game).ends_with("\n\n1. d4 $6 (1. c4) *\n"));
}
