//! Tests of the modern search as a whole.

use super::smp::TeamResult;
use super::*;
use crate::board::Algorithm;
use crate::board::testing::patient;
use crate::peek::Report;
use crate::peek::{Host, Verdict};
use crate::readfen::{START_FEN, read_fen};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn board(fen: &str) -> Box<Board> {
    let mut board = patient(fen);
    board.algorithm = Algorithm::Modern;
    board
}

/// Searches to a fixed depth and returns best move and score as reported.
fn search(board: &mut Board, depth: usize) -> (String, i32) {
    board.clear_for_search();
    let mut score = 0;
    for depth in 1..=depth {
        score = board.search_root(depth);
    }
    (board.last_pv[0].to_string(), score)
}

/// Depth at which a mate in `moves` is found; no iteration may claim a shorter one.
fn depth_of_mate(board: &mut Board, moves: i32, deepest: usize) -> Option<usize> {
    board.clear_for_search();
    for depth in 1..=deepest {
        let found = mate_in(board.search_root(depth));
        assert!(found.is_none_or(|found| found.signum() == moves.signum()), "{found:?} instead of {moves}");
        assert!(found.is_none_or(|found| found.abs() >= moves.abs()), "{found:?} instead of {moves}");
        if found == Some(moves) {
            return Some(depth);
        }
    }
    None
}

/// Mates in 1 to 6 moves, the side to move mating.
const MATES: [(i32, &str); 14] = [
    (1, "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"),
    (1, "8/8/8/8/8/5k2/4q3/7K b - - 0 1"),
    (1, "4r1k1/5ppp/8/8/8/8/5PPP/3QR1K1 w - - 0 1"),
    (3, "8/8/7k/8/8/8/1R6/R3K3 w - - 0 1"),
    (2, "7k/8/8/8/8/1R6/8/R3K3 w - - 0 1"),
    (2, "k7/8/2K5/8/8/8/8/7Q w - - 0 1"),
    (2, "6k1/8/5K2/8/8/8/8/7R w - - 0 1"),
    (3, "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"),
    (3, "1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1"),
    (3, "2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1"),
    (3, "3k4/8/8/4K3/8/8/8/7R w - - 0 1"),
    (4, "8/4k3/8/8/8/1R6/8/R3K3 w - - 0 1"),
    (5, "8/8/8/8/4k3/8/1R6/R3K3 w - - 0 1"),
    (6, "8/8/8/4k3/8/8/1R6/R3K3 w - - 0 1"),
];

#[test]
fn mates_are_found_with_their_distance() {
    for (moves, fen) in MATES {
        assert!(depth_of_mate(&mut board(fen), moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn the_mated_side_sees_the_distance_too() {
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves > 1 && *moves < 4) {
        let mut board = board(fen);
        assert!(depth_of_mate(&mut board, moves, 24).is_some(), "{fen}");
        let best = board.last_pv[0];
        board.play(best);
        board.modern.clear();
        assert!(depth_of_mate(&mut board, 1 - moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn every_technique_switched_off_alone_still_finds_the_mates() {
    for (name, technique) in Techniques::by_name() {
        for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves <= 3) {
            let mut board = board(fen);
            board.modern.techniques.remove(technique);
            assert!(depth_of_mate(&mut board, moves, 24).is_some(), "{fen} without {name}");
        }
    }
}

#[test]
fn stalemate_is_seen_and_avoided() {
    // Kd6 is stalemate, all else loses the pawn.
    assert_eq!(search(&mut board("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1"), 8).1, 0);
    // Qf7 or Qg6 would be stalemate.
    let (best, score) = search(&mut board("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), 8);
    assert!(mate_in(score) == Some(1) || mate_in(score) == Some(2), "{best} {score}");
}

#[test]
fn a_perpetual_check_saves_the_weaker_side() {
    // White is a rook down and can only check for ever.
    let (_, score) = search(&mut board("6k1/5ppp/8/8/8/7q/r4P1P/3Q2K1 b - - 0 1"), 4);
    assert!(score > 300, "without a perpetual the rook counts: {score}");
    let (_, score) = search(&mut board("6k1/5p2/8/6Q1/8/8/qr3P2/6K1 b - - 0 1"), 14);
    assert_eq!(score, 0);
}

#[test]
fn a_repetition_before_the_root_counts_when_it_is_the_third() {
    let mut board = board("7k/8/8/8/8/8/r7/6RK w - - 0 1");
    for text in ["g1f1", "a2b2", "f1g1", "b2a2", "g1f1", "a2b2", "f1g1"] {
        let mv = board.is_valid_text_move(text).expect("a legal move");
        board.play(mv);
    }
    let b2a2 = board.is_valid_text_move("b2a2").expect("a legal move");
    board.make_move(b2a2);
    assert!(board.is_repetition());
    board.unmake_move();
}

#[test]
fn a_repetition_may_begin_with_a_double_step_that_nobody_can_take() {
    let shuffle = ["g8f6", "g1f3", "f6g8", "f3g1"];
    for (fen, is_first) in [(START_FEN, true), ("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3", false)] {
        let mut board = board(fen);
        let play = |board: &mut Board, text: &str| {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
        };
        play(&mut board, "e2e4");
        for text in shuffle.iter().chain(&shuffle[..3]) {
            play(&mut board, text);
        }
        // The next move repeats the position after the double step, for the second time if no pawn could capture.
        let back = board.is_valid_text_move("f3g1").expect("a legal move");
        board.make_move(back);
        assert_eq!(board.is_repetition(), is_first, "{fen}");
    }
}

#[test]
fn fifty_moves_end_the_tree_unless_it_is_mate() {
    // One half-move left: only a mate, a capture or a pawn move can change anything.
    let (best, score) = search(&mut board("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 99 90"), 6);
    assert_eq!((best.as_str(), mate_in(score)), ("a1a8", Some(1)));
    let (_, score) = search(&mut board("7k/8/8/8/8/8/R7/4K3 w - - 99 90"), 6);
    assert_eq!(score, 0);
    let (best, score) = search(&mut board("7k/8/8/8/8/8/R3P3/4K3 w - - 99 90"), 8);
    assert!(best.starts_with("e2e") && score > 300, "{best} {score}");
}

#[test]
fn a_mate_beyond_the_fifty_moves_is_no_mate_in_the_table_either() {
    // Searched with much room first, the table holds the mate; with none left it must not be believed.
    let mut board = board("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1");
    assert!(depth_of_mate(&mut board, 2, 24).is_some());
    board.init_from_setup(&read_fen("7k/8/8/8/8/1R6/8/R3K3 w - - 98 90").expect("legal").setup);
    assert_eq!(search(&mut board, 8).1, 0);
}

#[test]
fn an_aborted_search_leaves_the_board_as_it_was_and_gives_a_legal_move() {
    for fen in [KIWIPETE, "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
        let mut board = board(fen);
        let before = (board.fen(), board.hashkey, board.bitmap);
        for nodes in (1..400).chain((400..20_000).step_by(397)) {
            board.max_nodes = Some(nodes);
            let best = board.think();
            assert!(board.legal_moves().contains(&best), "after {nodes} nodes");
            assert_eq!((board.fen(), board.hashkey, board.bitmap), before);
            assert_eq!((board.end_of_search, board.end_of_game), (0, 0));
            assert!(board.inodes <= nodes);
        }
    }
}

#[test]
fn two_threads_find_the_mates_and_stop() {
    let mut board = board("1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1");
    board.modern.threads = 2;
    board.search_depth = 18;
    for _ in 0..10 {
        assert_eq!(board.think().to_string(), "e4h7");
    }
}

#[test]
fn who_is_overtaken_goes_on_with_what_the_faster_one_has_found() {
    let mut board = board(START_FEN);
    board.begin_modern();
    board.modern.root_depth = 1;
    let line = vec![board.is_valid_text_move("b1c3").expect("a legal move")];
    board.modern.team.complete(TeamResult { depth: 40, score: 33, line: line.clone(), seldepth: 41 });
    board.modern.team.complete(TeamResult { depth: 39, score: 1, line: Vec::new(), seldepth: 1 });
    let fen = board.fen();
    assert_eq!(board.iterate_in_team(38, 0), Ok((40, 33)));
    assert_eq!(board.last_pv[..board.last_pv_length], line);
    assert_eq!((board.fen(), board.timedout), (fen, false));
    // A search without a host is not disturbed.
    board.modern.root_depth = 1;
    assert!(board.iterate(10, 0).is_ok());
}

#[test]
fn the_deepest_search_fits_into_the_arrays() {
    for fen in [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/8/8/8/8/k7/p7/K7 w - - 0 1",
        "QQQQQQQQ/QQQQQQQQ/8/8/8/8/7r/k1K4r w - - 0 1",
    ] {
        let Ok(fen) = read_fen(fen) else { continue };
        let mut board = board(START_FEN);
        board.init_from_setup(&fen.setup);
        board.search_depth = MAX_PLIES;
        board.max_nodes = Some(300_000);
        board.deepen_modern();
    }
}

#[test]
fn a_search_makes_a_move() {
    for fen in [START_FEN, KIWIPETE] {
        let mut board = board(fen);
        board.search_depth = 10;
        let best = board.think();
        assert!(board.legal_moves().contains(&best));
    }
}

#[test]
fn a_mate_by_zugzwang_is_found_without_passing() {
    // Morphy's problem, 1. Ra6: every move of Black spoils something, so a search that lets Black pass does not see it.
    let mut board = board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    board.modern.techniques.remove(Techniques::NULL_MOVE);
    assert!(depth_of_mate(&mut board, 2, 20).is_some());
}

// ---- what a search tells
// ------------------------------------------------------------------------------------------------

/// Hears everything, and checks that it can be true.
#[derive(Default)]
struct Listener {
    /// The last line: depth, score, moves.
    last: (usize, i32, Vec<Move>),
    lines: usize,
    short_lines: usize,
    root_moves: usize,
    /// How many there were to be, by the last report.
    root_moves_told: usize,
    nodes: u64,
    blocks: Vec<Vec<crate::peek::Line>>,
}

impl Listener {
    fn line(&mut self, board: &mut Board, depth: usize, score: i32, pv: &[Move]) {
        let fen = board.fen();
        let mut after = Box::new(board.clone());
        for &mv in pv {
            assert!(after.legal_moves().contains(&mv), "{mv} of {pv:?} in {fen}");
            after.play(mv);
        }
        let outcome = after.is_end_of_game().outcome;
        if let Some(moves) = mate_in(score) {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(pv.len() as i32, plies, "{pv:?} at depth {depth} in {fen}");
            assert!(after.legal_moves().is_empty() && after.is_own_king_attacked(), "{pv:?} in {fen}");
        }
        self.lines += 1;
        self.short_lines += usize::from(outcome.is_none() && 2 * pv.len() < depth && after.repetition_count() < 2);
        self.last = (depth, score, pv.to_vec());
    }
}

impl Host for Listener {
    fn tell(&mut self, board: &mut Board, report: &Report) {
        assert_eq!(board.end_of_search, board.end_of_game, "told at the root");
        assert!(board.nodes() >= self.nodes, "nodes never become fewer");
        self.nodes = board.nodes();
        match *report {
            Report::Depth { depth, score, pv } => self.line(board, depth, score, pv),
            Report::Lines { depth, lines } => {
                for line in lines {
                    self.line(board, depth, line.score, &line.pv);
                }
                self.blocks.push(lines.to_vec());
            }
            Report::RootMove { mv, number, count } => {
                assert!(board.legal_moves().contains(&mv) && (1..=count).contains(&number), "{mv} {number} {count}");
                self.root_moves += 1;
                self.root_moves_told = count;
            }
            _ => {}
        }
    }

    fn poll(&mut self, _: &mut Board) -> Verdict {
        Verdict::GoOn
    }

    fn wants_root_moves(&self) -> bool {
        true
    }
}

fn listened(board: &mut Board, search: impl FnOnce(&mut Board) -> Move) -> (Move, Box<Listener>) {
    board.host.seat(Box::new(Listener::default()));
    let best = search(board);
    (best, board.host.leave::<Listener>().expect("the same host gets up"))
}

#[test]
fn every_line_can_be_played_to_its_end_and_mates_end_in_mate() {
    let mates = MATES.into_iter().map(|(_, fen)| fen);
    let (mut told, mut short) = (0, 0);
    for fen in bench::positions().chain(mates) {
        let mut board = board(fen);
        board.search_depth = 10;
        // The second search begins with a full table.
        for _ in 0..2 {
            let (best, listener) = listened(&mut board, Board::deepen);
            assert_eq!(listener.last.2.first(), Some(&best), "{fen}");
            assert!(listener.root_moves > 0, "{fen}");
            (told, short) = (told + listener.lines, short + listener.short_lines);
        }
    }
    assert!(told > 500 && short * 20 < told, "{short} of {told} lines are short");
}

#[test]
fn what_is_played_was_told_also_after_a_stop() {
    let mut board = board(KIWIPETE);
    for nodes in (30..30_000).step_by(731) {
        board.max_nodes = Some(nodes);
        let (best, listener) = listened(&mut board, Board::deepen);
        if !best.is_some() {
            assert!(nodes < 2_000, "no move after {nodes} nodes");
            continue;
        }
        assert_eq!(listener.last.2.first(), Some(&best), "after {nodes} nodes");
        assert!(listener.nodes <= nodes && listener.last.2.len() > 1, "after {nodes} nodes");
    }
}

#[test]
fn as_many_moves_of_the_root_are_told_as_are_searched() {
    for (fen, has_detours) in [("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", true), (KIWIPETE, false)] {
        let mut board = board(fen);
        board.search_depth = 1;
        let (_, listener) = listened(&mut board, Board::deepen);
        assert!(listener.root_moves > 0 && listener.root_moves_told == listener.root_moves, "{fen}");
        assert_eq!(listener.root_moves < board.legal_moves().len(), has_detours, "{fen}");
    }
}

#[test]
fn several_lines_are_in_order_and_begin_with_different_moves() {
    for algorithm in [Algorithm::Pvs, Algorithm::Modern] {
        for fen in [KIWIPETE, "7k/8/8/8/8/1R6/8/R3K3 w - - 0 1", "3k4/8/8/8/8/8/4R3/4K3 b - - 0 1"] {
            let mut board = board(fen);
            board.algorithm = algorithm;
            board.search_depth = 5;
            let (best, listener) = listened(&mut board, |board| board.deepen_lines(4));
            assert!(board.excluded.is_empty());
            assert_eq!(listener.blocks.len(), 5);
            for block in &listener.blocks {
                assert_eq!(block.len(), board.legal_moves().len().min(4));
                assert!(block.is_sorted_by_key(|line| -line.score), "{block:?}");
                let first: std::collections::HashSet<Move> = block.iter().map(|line| line.pv[0]).collect();
                assert_eq!(first.len(), block.len());
            }
            assert_eq!(listener.blocks[4][0].pv[0], best);
        }
    }
}

#[test]
fn lines_leave_out_what_is_left_out_anyway() {
    let mut board = board(KIWIPETE);
    board.excluded = vec![board.is_valid_text_move("e2a6").expect("a legal move")];
    board.search_depth = 4;
    let (_, listener) = listened(&mut board, |board| board.deepen_lines(64));
    let last = listener.blocks.last().expect("four blocks");
    assert_eq!(last.len(), board.legal_moves().len() - 1);
    assert!(!last.iter().any(|line| line.pv[0] == board.excluded[0]));
    assert_eq!(board.excluded.len(), 1);
}

#[test]
fn stopped_lines_leave_the_board_as_it_was() {
    let mut board = board(KIWIPETE);
    let before = (board.fen(), board.hashkey);
    for nodes in (1..3_000).step_by(97) {
        board.max_nodes = Some(nodes);
        board.deepen_lines(3);
        assert_eq!((board.fen(), board.hashkey), before);
        assert!(board.excluded.is_empty() && board.end_of_search == 0);
    }
}

#[test]
fn nodes_of_all_threads_are_counted_at_any_time() {
    let mut board = board(KIWIPETE);
    board.modern.threads = 2;
    board.search_depth = 11;
    let (_, listener) = listened(&mut board, Board::deepen);
    assert!(board.inodes >= listener.nodes && board.nodes() == board.inodes);
    // Limited by nodes, it is one thread, and ends where it has to.
    board.search_depth = MAX_PLY;
    board.max_nodes = Some(20_000);
    board.deepen();
    assert_eq!(board.nodes(), 20_000);
}

#[test]
fn the_table_is_made_when_a_search_needs_it() {
    let mut board = Board::new();
    assert_eq!(board.modern.table().megabytes(), 0);
    board.algorithm = Algorithm::Modern;
    board.search_depth = 1;
    board.deepen();
    assert_eq!(board.modern.table().megabytes(), DEFAULT_MEGABYTES);
}
