//! The layouts of the full-screen view as values, without a terminal.
//!
//! `ALULA_SCREENS=write cargo test --test console layouts` regenerates them; inspect each one afterwards.

use std::fs;
use std::path::Path;

use alula::bitops::bit;
use alula::board::Board;
use alula::defines::*;
use alula::ui::terminal::screen::grid::Letters;
use alula::ui::terminal::screen::layout;
use alula::ui::terminal::screen::model::{AnalysisPanel, Marks, Model, MoveToken, Player, Typing};
use alula::ui::terminal::screen::paint::Depth;
use alula::ui::terminal::screen::skin::Skin;

use crate::{WRITTEN, is_written_anew};

const COLOURED: Skin = Skin { depth: Depth::True, letters: Letters::Unicode, figurines: true, ..Skin::PLAIN };

/// A game with everything: clocks, captured pieces, a check, a move taken back.
fn game() -> Model {
    let mut board = Board::new();
    let text = "e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Nc6 Bb5 Bd7 O-O Nf6 d4 Nxd4 Qxd4 Bxb5 Nxb5 Qxb5 Re1";
    let mut moves: Vec<String> = text.split(' ').map(String::from).collect();
    for text in &moves {
        let mv = board.read_move(text).expect("legal");
        board.play(mv);
    }
    let shown = moves.len();
    moves.push("Qd7".into());
    let player = |name: &str, clock: &str, captured: &[Piece], ahead| Player {
        name: name.into(),
        clock: clock.into(),
        captured: captured.to_vec(),
        ahead,
        ..Player::default()
    };
    let white = player("You", "4:31", &[BLACK_BISHOP, BLACK_KNIGHT, BLACK_PAWN], 0);
    let black = player("Alula", "0:09.3", &[WHITE_BISHOP, WHITE_KNIGHT, WHITE_PAWN, WHITE_PAWN], 1);
    Model {
        square: board.square,
        turn: Some(Side::Black),
        marks: Marks { last: bit(5) | bit(4), ..Marks::default() },
        players: [white, Player { short_of_time: true, ..black }],
        moves,
        shown,
        opening: "B01 Scandinavian Defence".into(),
        title: "Alula at full strength · 5 min for the game".into(),
        keys: "F1 help · F3 turn · Tab board".into(),
        engine: "━━━───  1.2 s left  depth 14  Qd7 -0.31  1.36M nodes".into(),
        said: vec!["You can castle no more.".into()],
        typing: Typing { prompt: "10... Black> ".into(), text: "hel".into(), cursor: Some(3), hint: String::new() },
        ..Model::default()
    }
}

fn analysis() -> Model {
    let token = |text: &str, current, aside| MoveToken { text: text.into(), current, aside };
    let line = |score: &str, moves: &str| (score.to_string(), moves.to_string());
    let analysis = AnalysisPanel {
        score: Some(-134),
        head: "depth 19 · 2.31M · 2.0 s".into(),
        lines: vec![
            line("-1.34", "10... Qd7 11. Qxd7+ Kxd7 12. Bg5 e6 13. Rad1+ Kc8 14. Ne5 Be7"),
            line("-0.88", "10... e6 11. Qd1 Be7 12. Ne5 O-O 13. Qf3 Rad8 14. c3 Nd5"),
            line("mate in 3", "10... Rd8 11. Qe5 Rd7 12. Qxe7#"),
        ],
        tree: vec![
            token("9. d4", false, false),
            token("(9. d3", false, true),
            token("e6)", false, true),
            token("9... Nxd4", false, false),
            token("10. Re1", true, false),
        ],
    };
    let marks = Marks { best: bit(33) | bit(51), threat: bit(27) | bit(54), ..Marks::default() };
    Model { analysis: Some(analysis), marks, title: "Analysis".into(), ..game() }
}

fn long_text() -> Model {
    let said = (1..=60).map(|number| format!("line {number}, of a text that is longer than the window")).collect();
    Model { said, said_from: Some(0), ..game() }
}

#[test]
fn layouts_are_as_they_were() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/console/screens");
    let no_colour = Skin { depth: Depth::None, ..COLOURED };
    for (columns, rows) in [(60, 20), (80, 24), (120, 40)] {
        for (name, model, skin) in [
            ("play", game(), COLOURED),
            ("plain", game(), no_colour),
            ("ascii", analysis(), Skin::PLAIN),
            ("analysis", analysis(), COLOURED),
            ("text", long_text(), COLOURED),
        ] {
            let grid = layout::draw(&model, columns, rows, &skin);
            let seen = grid.text() + "\n";
            let file = directory.join(format!("full-screen-{name}-{columns}x{rows}.txt"));
            if is_written_anew() {
                fs::write(&file, &seen).expect("the screen is written");
                continue;
            }
            let kept = fs::read_to_string(&file).expect("the screen is kept").replace("\r\n", "\n");
            assert!(seen == kept, "{} differs from the screen:\n{seen}", file.display());
            assert_eq!(seen.is_ascii(), name == "ascii", "{name}");
        }
    }
    assert!(!is_written_anew(), "{WRITTEN}");
}

/// Table lines have at most 79 characters. A screen of 80 columns shows each on one row.
#[test]
fn a_line_of_a_table_is_not_broken_again() {
    for (letters, rows) in [(79, 1), (80, 2)] {
        let line = format!("{} end", "a".repeat(letters - 4));
        let grid = layout::draw(&Model { said: vec![line], ..game() }, 80, 24, &COLOURED);
        let text = grid.text();
        let whole = text.lines().filter(|row| row.contains("aaa") && row.ends_with(" end")).count();
        let seen = text.lines().filter(|row| row.contains("aaa") || row.trim() == "end").count();
        assert_eq!((whole, seen), (usize::from(rows == 1), rows), "{letters} letters:\n{text}");
    }
}

#[test]
fn every_size_of_a_window_is_drawn() {
    for columns in (1..140).step_by(3) {
        for rows in (1..50).step_by(2) {
            for model in [game(), analysis(), long_text()] {
                let grid = layout::draw(&model, columns, rows, &COLOURED);
                let (column, row) = grid.cursor.expect("the line is typed somewhere");
                assert!(column < columns && row < rows, "{columns}x{rows}");
            }
        }
    }
}

#[test]
fn marks_show_with_colours_and_without() {
    let marked = |marks: Marks, skin: &Skin| layout::draw(&Model { marks, ..game() }, 80, 24, skin);
    let no_colour = Skin { depth: Depth::None, ..COLOURED };
    let none = Marks { last: 0, ..Marks::default() };
    let each = |square: BitMap| {
        [
            Marks { last: square, ..none },
            Marks { check: square, ..none },
            Marks { attacked: square, ..none },
            Marks { best: square, ..none },
            Marks { threat: square, ..none },
            Marks { targets: square, ..none },
            Marks { picked: square, ..none },
            Marks { cursor: square, ..none },
        ]
    };
    // On an empty square and on an occupied one, each mark looks different from all others.
    for square in [bit(20), bit(27)] {
        for skin in [COLOURED, no_colour] {
            let grids: Vec<_> = each(square).into_iter().map(|marks| marked(marks, &skin)).collect();
            for (number, grid) in grids.iter().enumerate() {
                assert!(*grid != marked(none, &skin), "mark {number}");
                assert!(grids[..number].iter().all(|other| other != grid), "mark {number}");
            }
        }
    }
}

#[test]
fn the_bar_favours_the_better_side() {
    let white_rows = |score: i32, rotated: bool| {
        let model = analysis();
        let analysis = AnalysisPanel { score: Some(score), ..model.analysis.clone().expect("an analysis") };
        let no_colour = Skin { depth: Depth::None, ..COLOURED };
        let grid = layout::draw(&Model { analysis: Some(analysis), rotated, ..model }, 80, 24, &no_colour);
        let text = grid.text();
        let bar: String = text.lines().filter_map(|line| line.chars().find(|letter| "█░".contains(*letter))).collect();
        assert_eq!(bar.starts_with('█') && bar.ends_with('░'), rotated && score.abs() < 5000, "{bar}");
        bar.chars().filter(|letter| *letter == '█').count()
    };
    let counts = [-9000, -300, 0, 300, 9000].map(|score| white_rows(score, false));
    assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
    // The same from Black's side of the board, to within one row.
    let turned = [-9000, -300, 0, 300, 9000].map(|score| white_rows(score, true));
    assert!(counts.iter().zip(turned).all(|(count, turned)| count.abs_diff(turned) <= 1), "{counts:?} {turned:?}");
}
