//! Castling by the rules of Chess960: leaf counts from `go perft` of Stockfish 15 with `UCI_Chess960`, and the
//! notations of positions and moves.

use std::sync::{Arc, Mutex};

use alula::board::Board;
use alula::modern::Modern;
use alula::moves::Move;
use alula::readfen::{Rules, read_fen, read_fen_by};
use alula::searcher::{Control, Limits, Report, Searcher};

const COUNTS: [(&str, [u64; 4]); 9] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12_189, 326_672]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18_002, 667_366]),
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1", [23, 522, 12_333, 285_754]),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q - 0 1", [34, 318, 9_002, 118_388]),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K - 0 1", [17, 242, 3_931, 57_700]),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ - 0 1", [19, 628, 12_858, 405_636]),
    ("r4rk1/8/8/3b4/8/8/4q3/RK5R w Qf - 0 1", [21, 1_094, 18_622, 894_449]),
    ("qrkr4/8/8/8/8/8/8/1RKR3q w KQkq - 0 1", [13, 549, 8_863, 398_157]),
    ("rr2k1r1/p6p/8/8/8/8/P6P/RR2K1R1 b BGbg - 0 1", [28, 681, 18_381, 469_864]),
];

fn board(fen: &str) -> Box<Board> {
    let mut board = Board::new();
    board.init_from_setup(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
    board
}

#[test]
fn leaves_are_counted_as_elsewhere() {
    for (fen, counts) in COUNTS {
        let (mut board, mut modern) = (board(fen), Modern::default());
        modern.set_game(&board);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(board.perft(depth), count, "depth {depth} of {fen}");
            assert_eq!(modern.perft_bulk(depth), count, "depth {depth} of {fen}, in bulk");
        }
    }
}

#[test]
fn a_fen_that_was_written_is_read_again_by_either_rules() {
    for (fen, _) in COUNTS {
        let setup = board(fen).setup();
        let written = board(fen).fen();
        for rules in [Rules::Standard, Rules::Chess960] {
            assert_eq!(read_fen_by(&written, rules).expect("legal").setup, setup, "{written}");
        }
    }
}

#[test]
fn rights_of_the_normal_game_need_king_and_rook_at_home() {
    let fen = "8/8/8/k7/8/8/8/1R3K1R w KQ - 0 1";
    assert_eq!(read_fen(fen).expect("legal").setup.castle, [0, 0]);
    assert_eq!(board(fen).castle, [3, 0]);
    assert_eq!(board("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    for wrong in ["HH", "KH", "KK", "I", "Kx"] {
        let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {wrong} - 0 1");
        assert!(read_fen_by(&fen, Rules::Chess960).is_err(), "{wrong}");
    }
}

#[test]
fn castling_is_read_by_its_name_and_as_king_takes_rook() {
    let fen = "1r3k1r/8/8/8/8/8/8/1R3K1R w KQkq - 0 1";
    for text in ["O-O", "f1h1"] {
        let mut board = board(fen);
        let mv = board.read_move(text).expect("legal");
        board.play(mv);
        assert_eq!(board.fen(), "1r3k1r/8/8/8/8/8/8/1R3RK1 b hb - 1 1", "{text}");
        board.undo();
        assert_eq!(board.castling_letters(), "HBhb");
    }
    for text in ["O-O-O", "f1b1", "f1c1"] {
        let mut board = board(fen);
        let mv = board.read_move(text).expect("legal");
        board.play(mv);
        assert_eq!(board.fen(), "1r3k1r/8/8/8/8/8/8/2KR3R b hb - 1 1", "{text}");
    }
    // One step sideways is a normal king move, not castling.
    let mut board = board(fen);
    let mv = board.read_move("f1g1").expect("legal");
    assert!(!mv.is_castling());
    assert!(Board::new().read_move("e1h1").is_err());
}

/// The first rank of a start position by its number, 0 to 959; 518 is the normal start position.
fn back_rank(number: usize) -> String {
    let mut rank = [' '; 8];
    let mut put = |nth: usize, piece: char| {
        let empty: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[empty[nth]] = piece;
        rank
    };
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    put(2 * light + 1, 'b');
    // If the first bishop is to the left, the index among the free files is one lower.
    put(2 * dark - usize::from(2 * dark > 2 * light + 1), 'b');
    put(queen, 'q');
    let pairs: Vec<(usize, usize)> = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
    let (first, second) = pairs[knights];
    put(second, 'n');
    put(first, 'n');
    put(0, 'r');
    put(0, 'k');
    put(0, 'r').iter().collect()
}

#[test]
fn start_positions_have_their_numbers() {
    assert_eq!([518, 0, 959].map(back_rank), ["rnbqkbnr", "bbqnnrkr", "rkrnnqbb"]);
}

/// Checks that every move of a line is legal.
fn check_line(board: &Board, pv: &[Move]) {
    let mut after = board.clone();
    for &mv in pv {
        assert!(after.legal_moves().contains(&mv), "{mv} of {pv:?} in {}", board.fen());
        after.play(mv);
    }
}

#[test]
fn the_modern_search_plays_games_from_a_dozen_start_positions() {
    let mut castlings = 0;
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    for number in (3..960).step_by(80) {
        let rank = back_rank(number);
        let fen = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", rank.to_uppercase());
        let (mut board, mut modern) = (board(&fen), Modern::default());
        for _ in 0..80 {
            let lines = Arc::<Mutex<Vec<Vec<Move>>>>::default();
            let told = Arc::clone(&lines);
            let control = Control::new(move |info| {
                if let Report::Depth { pv, .. } = info.report {
                    told.lock().expect("no panic").push(pv);
                }
            });
            modern.set_game(&board);
            let best = modern.think(&limits, &control).best;
            lines.lock().expect("no panic").iter().for_each(|pv| check_line(&board, pv));
            assert!(modern.board.is_consistent() && modern.board.fen() == board.fen());
            if !best.is_some() {
                break;
            }
            assert!(board.legal_moves().contains(&best), "{best} in {}", board.fen());
            castlings += usize::from(best.is_castling());
            board.play(best);
        }
    }
    assert!(castlings >= 6, "{castlings} castlings in twelve games");
}
