//! Tests of the modern search as a whole.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::smp::TeamResult;
use super::testing::{modern, with};
use super::*;
use crate::board::testing::{board, play};
use crate::instrument::Instrument;
use crate::readfen::{START_FEN, read_fen};
use crate::searcher::Line;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Searches the root once with a full window. Returns the score as it is reported.
fn score_at(modern: &mut Modern, depth: usize) -> i32 {
    modern.search_once(depth, -INFINITE, INFINITE)
}

/// Searches to a fixed depth. Returns the best move and the score as it is reported.
fn search(modern: &mut Modern, depth: usize) -> (String, i32) {
    modern.clear_for_search();
    let mut score = 0;
    for depth in 1..=depth {
        score = score_at(modern, depth);
    }
    (modern.board.last_pv[0].to_string(), score)
}

/// Depth at which the search finds a mate in `moves`; no iteration may report a shorter mate, or a mate by the other
/// side.
fn depth_of_mate(modern: &mut Modern, moves: i32, deepest: usize) -> Option<usize> {
    modern.clear_for_search();
    for depth in 1..=deepest {
        let found = mate_in(score_at(modern, depth));
        assert!(found.is_none_or(|found| found.signum() == moves.signum()), "{found:?} instead of {moves}");
        assert!(found.is_none_or(|found| found.abs() >= moves.abs()), "{found:?} instead of {moves}");
        if found == Some(moves) {
            return Some(depth);
        }
    }
    None
}

/// The legal move with this text, such as `e2e4`.
fn legal(board: &Board, text: &str) -> Move {
    board.is_valid_text_move(text).expect("a legal move")
}

/// Positions in which the side to move mates in 1 to 6 moves.
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
        assert!(depth_of_mate(&mut modern(fen), moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn the_mated_side_sees_the_distance_too() {
    for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves > 1 && *moves < 4) {
        let mut modern = modern(fen);
        assert!(depth_of_mate(&mut modern, moves, 24).is_some(), "{fen}");
        let best = modern.board.last_pv[0];
        modern.board.play(best);
        modern.clear();
        assert!(depth_of_mate(&mut modern, 1 - moves, 24).is_some(), "{fen}");
    }
}

#[test]
fn every_technique_switched_off_alone_still_finds_the_mates() {
    for (name, technique) in Techniques::by_name() {
        for (moves, fen) in MATES.into_iter().filter(|(moves, _)| *moves <= 3) {
            let settings = Settings { techniques: Techniques::all() - technique, ..Settings::default() };
            assert!(depth_of_mate(&mut with(fen, &settings), moves, 24).is_some(), "{fen} without {name}");
        }
    }
}

#[test]
fn stalemate_is_seen_and_avoided() {
    // Kd6 is stalemate; everything else loses the pawn.
    assert_eq!(search(&mut modern("3k4/3P4/4K3/8/8/8/8/8 w - - 0 1"), 8).1, 0);
    // Qf7 or Qg6 would be stalemate.
    let (best, score) = search(&mut modern("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"), 8);
    assert!(mate_in(score) == Some(1) || mate_in(score) == Some(2), "{best} {score}");
}

#[test]
fn a_perpetual_check_saves_the_weaker_side() {
    // White is a rook down in both positions, but has a perpetual check only in the second.
    let (_, score) = search(&mut modern("6k1/5ppp/8/8/8/7q/r4P1P/3Q2K1 b - - 0 1"), 4);
    assert!(score > 300, "without a perpetual, the rook counts: {score}");
    let (_, score) = search(&mut modern("6k1/5p2/8/6Q1/8/8/qr3P2/6K1 b - - 0 1"), 14);
    assert_eq!(score, 0);
}

#[test]
fn a_repetition_before_the_root_counts_when_it_is_the_third() {
    let mut modern = modern("7k/8/8/8/8/8/r7/6RK w - - 0 1");
    play(&mut modern.board, "g1f1 a2b2 f1g1 b2a2 g1f1 a2b2 f1g1");
    let b2a2 = legal(&modern.board, "b2a2");
    modern.board.make_move(b2a2);
    assert!(modern.is_repetition());
    modern.board.unmake_move();
    assert!(!modern.is_repetition());
}

#[test]
fn a_repetition_may_begin_with_a_double_step_that_nobody_can_take() {
    for (fen, is_first) in [(START_FEN, true), ("rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 3", false)] {
        let mut modern = modern(fen);
        play(&mut modern.board, "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8");
        // The next move repeats the position after the double step. This is its third occurrence, or its second if a
        // pawn could capture en passant after the double step.
        let back = legal(&modern.board, "f3g1");
        modern.board.make_move(back);
        assert_eq!(modern.is_repetition(), is_first, "{fen}");
    }
}

#[test]
fn fifty_moves_end_the_tree_unless_it_is_mate() {
    // The game is drawn after the next half-move, unless that is a mate, a capture or a pawn move.
    let (best, score) = search(&mut modern("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 99 90"), 6);
    assert_eq!((best.as_str(), mate_in(score)), ("a1a8", Some(1)));
    let (_, score) = search(&mut modern("7k/8/8/8/8/8/R7/4K3 w - - 99 90"), 6);
    assert_eq!(score, 0);
    let (best, score) = search(&mut modern("7k/8/8/8/8/8/R3P3/4K3 w - - 99 90"), 8);
    assert!(best.starts_with("e2e") && score > 300, "{best} {score}");
}

#[test]
fn a_mate_beyond_the_fifty_moves_is_no_mate_in_the_table_either() {
    // The first search, far from the fifty-move limit, stores the mate in the table; the second, at the limit, must not
    // use it.
    let mut modern = modern("7k/8/8/8/8/1R6/8/R3K3 w - - 0 1");
    assert!(depth_of_mate(&mut modern, 2, 24).is_some());
    modern.set_game(&board("7k/8/8/8/8/1R6/8/R3K3 w - - 98 90"));
    assert_eq!(search(&mut modern, 8).1, 0);
}

#[test]
fn an_aborted_search_leaves_the_board_as_it_was_and_gives_a_legal_move() {
    for fen in [KIWIPETE, "8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"] {
        let mut modern = modern(fen);
        let before = (modern.board.fen(), modern.board.hashkey, modern.board.bitmap);
        for nodes in (1..400).chain((400..20_000).step_by(397)) {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let thought = modern.think(&limits, &Control::silent());
            let board = &modern.board;
            assert!(board.legal_moves().contains(&thought.best), "after {nodes} nodes");
            assert_eq!((board.fen(), board.hashkey, board.bitmap), before);
            assert_eq!((board.end_of_search, board.end_of_game), (0, 0));
            assert!(thought.nodes <= nodes);
        }
    }
}

#[test]
fn several_threads_find_the_mates_and_stop() {
    for threads in [2, 4] {
        let settings = Settings { threads, ..Settings::default() };
        let mut modern = with("1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1", &settings);
        for _ in 0..5 {
            assert_eq!(modern.think(&Limits::depth(18), &Control::silent()).best.to_string(), "e4h7");
        }
    }
}

#[test]
fn four_threads_tell_lines_that_can_be_played_and_keep_the_board() {
    let settings = Settings { threads: 4, ..Settings::default() };
    for fen in [START_FEN, KIWIPETE, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"] {
        let mut modern = Modern::with(&settings);
        // The listener plays every line to its end.
        let (thought, heard) = listened(&mut modern, &board(fen), &analysis(9));
        assert_eq!(Some(&thought.best), heard.last.2.first(), "{fen}");
        assert_eq!(modern.board.fen(), board(fen).fen());
        assert!(heard.complete.0 >= 9, "{:?}", heard.complete);
    }
}

#[test]
fn an_overtaken_thread_adopts_the_result_of_the_faster_one() {
    let mut modern = modern(START_FEN);
    modern.begin();
    modern.tree.root_depth = 1;
    let line = vec![legal(&modern.board, "b1c3")];
    modern.team.complete(TeamResult { depth: 40, score: 33, line: line.clone(), seldepth: 41 });
    modern.team.complete(TeamResult { depth: 39, score: 1, line: Vec::new(), seldepth: 1 });
    let fen = modern.board.fen();
    assert_eq!(modern.iterate_in_team(38, 0), Ok((40, 33)));
    assert_eq!(modern.pv_so_far(), line);
    assert_eq!((modern.board.fen(), modern.board.timedout), (fen, false));
    // Called directly, `iterate` cannot be overtaken.
    modern.tree.root_depth = 1;
    assert!(modern.iterate(10, 0).is_ok());
}

#[test]
fn a_search_to_the_maximum_depth_fits_into_the_arrays() {
    for fen in [
        "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
        "8/8/8/8/8/k7/p7/K7 w - - 0 1",
        // 218 legal moves, the record.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    ] {
        let fen = read_fen(fen).expect("a legal position");
        let mut modern = Modern::default();
        modern.board.init_from_setup(&fen.setup);
        let limits = Limits { nodes: Some(300_000), root: AtRoot::Search, ..Limits::depth(MAX_PLIES) };
        modern.think(&limits, &Control::silent());
    }
}

#[test]
fn a_search_makes_a_move() {
    for fen in [START_FEN, KIWIPETE] {
        let mut modern = modern(fen);
        let best = modern.think(&Limits::depth(10), &Control::silent()).best;
        assert!(modern.board.legal_moves().contains(&best));
    }
}

#[test]
fn a_mate_by_zugzwang_is_found_without_passing() {
    // Morphy's problem, 1. Ra6: Black is in zugzwang, so a search that lets Black pass does not find the mate.
    let mut modern = modern("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    modern.forbid_null_moves();
    assert!(depth_of_mate(&mut modern, 2, 20).is_some());
}

// ---- reports of a search --------------------------------------------------------------------------------------------

/// Records all reports and checks that they are consistent.
struct Listener {
    root: Box<Board>,
    /// The last reported line: depth, score, moves.
    last: (usize, i32, Vec<Move>),
    /// Depth and score of the last complete iteration.
    complete: (usize, i32),
    lines: usize,
    short_lines: usize,
    root_moves: usize,
    /// Number of root moves according to the last report.
    root_moves_told: usize,
    nodes: u64,
    blocks: Vec<Vec<Line>>,
}

impl Listener {
    fn new(root: &Board) -> Listener {
        Listener {
            root: Box::new(root.clone()),
            last: Default::default(),
            complete: Default::default(),
            lines: 0,
            short_lines: 0,
            root_moves: 0,
            root_moves_told: 0,
            nodes: 0,
            blocks: Vec::new(),
        }
    }

    fn hear(&mut self, info: Info) {
        assert!(info.nodes >= self.nodes, "the node count never decreases");
        self.nodes = info.nodes;
        match info.report {
            Report::Best { depth, score, pv } => self.line(depth, score, pv),
            Report::Depth { depth, score, pv } => {
                self.complete = (depth, score);
                self.line(depth, score, pv);
            }
            Report::Lines { depth, lines } => {
                for line in &lines {
                    self.line(depth, line.score, line.pv.clone());
                }
                self.complete = (depth, lines[0].score);
                self.blocks.push(lines);
            }
            Report::RootMove { mv, number, count } => {
                let is_legal = self.root.legal_moves().contains(&mv);
                assert!(is_legal && (1..=count).contains(&number), "{mv} {number} {count}");
                self.root_moves += 1;
                self.root_moves_told = count;
            }
            _ => {}
        }
    }

    fn line(&mut self, depth: usize, score: i32, pv: Vec<Move>) {
        let fen = self.root.fen();
        let mut after = self.root.clone();
        for &mv in &pv {
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
        self.last = (depth, score, pv);
    }
}

/// Searches this position. Returns the result and all reports.
fn listened(searcher: &mut dyn Searcher, game: &Board, limits: &Limits) -> (Thought, Listener) {
    let listener = Arc::new(Mutex::new(Listener::new(game)));
    let ears = Arc::clone(&listener);
    let control = Control::with_root_moves(Some(Duration::ZERO), move |info| locked(&ears).hear(info));
    searcher.set_game(game);
    let thought = searcher.think(limits, &control);
    let heard = std::mem::replace(&mut *locked(&listener), Listener::new(game));
    (thought, heard)
}

fn locked(listener: &Mutex<Listener>) -> MutexGuard<'_, Listener> {
    listener.lock().expect("no panic before")
}

/// Limits for an analysis to this depth.
fn analysis(depth: usize) -> Limits {
    Limits { root: AtRoot::Search, ..Limits::depth(depth) }
}

#[test]
fn every_line_can_be_played_to_its_end_and_mates_end_in_mate() {
    let mates = MATES.into_iter().map(|(_, fen)| fen);
    let (mut told, mut short) = (0, 0);
    let usual = include_str!("../../assets/bench.epd").lines().filter(|line| !line.is_empty());
    for fen in usual.chain(mates) {
        let mut modern = Modern::default();
        // The second search starts with the table that the first one filled.
        for _ in 0..2 {
            let (thought, listener) = listened(&mut modern, &board(fen), &analysis(10));
            assert_eq!(listener.last.2.first(), Some(&thought.best), "{fen}");
            assert_eq!(listener.complete, (thought.depth, thought.score), "{fen}");
            assert!(listener.root_moves > 0, "{fen}");
            (told, short) = (told + listener.lines, short + listener.short_lines);
        }
    }
    assert!(told > 500 && short * 20 < told, "{short} of {told} lines are short");
}

#[test]
fn the_played_move_was_reported_even_after_a_stop() {
    let mut modern = Modern::default();
    for nodes in (30..30_000).step_by(731) {
        let limits = Limits { nodes: Some(nodes), ..analysis(MAX_PLY) };
        let (thought, listener) = listened(&mut modern, &board(KIWIPETE), &limits);
        assert_eq!(listener.complete, (thought.depth, thought.score), "after {nodes} nodes");
        if !thought.best.is_some() {
            assert!(nodes < 2_000, "no move after {nodes} nodes");
            continue;
        }
        assert_eq!(listener.last.2.first(), Some(&thought.best), "after {nodes} nodes");
        assert!(listener.nodes <= nodes && listener.last.2.len() > 1, "after {nodes} nodes");
    }
}

#[test]
fn every_searched_root_move_is_reported() {
    for (fen, has_detours) in [("8/8/8/3k4/8/8/8/KBN5 w - - 0 1", true), (KIWIPETE, false)] {
        let board = board(fen);
        let (_, listener) = listened(&mut Modern::default(), &board, &analysis(1));
        assert!(listener.root_moves > 0 && listener.root_moves_told == listener.root_moves, "{fen}");
        assert_eq!(listener.root_moves < board.legal_moves().len(), has_detours, "{fen}");
    }
}

#[test]
fn several_lines_are_in_order_and_begin_with_different_moves() {
    let (mut instrument, mut modern) = (Instrument::default(), Modern::default());
    let searchers: [&mut dyn Searcher; 2] = [&mut instrument, &mut modern];
    for searcher in searchers {
        for fen in [KIWIPETE, "7k/8/8/8/8/1R6/8/R3K3 w - - 0 1", "3k4/8/8/8/8/8/4R3/4K3 b - - 0 1"] {
            let board = board(fen);
            let (thought, listener) = listened(searcher, &board, &Limits { lines: 4, ..analysis(5) });
            assert_eq!(listener.blocks.len(), 5);
            for block in &listener.blocks {
                assert_eq!(block.len(), board.legal_moves().len().min(4));
                assert!(block.is_sorted_by_key(|line| -line.score), "{block:?}");
                let first: HashSet<Move> = block.iter().map(|line| line.pv[0]).collect();
                assert_eq!(first.len(), block.len());
            }
            assert_eq!((&thought.lines, thought.lines[0].pv[0]), (&listener.blocks[4], thought.best));
            assert_eq!((thought.depth, thought.score), listener.complete, "{fen}");
        }
    }
}

#[test]
fn lines_respect_excluded_moves() {
    let (mut instrument, mut modern) = (Instrument::default(), Modern::default());
    let searchers: [&mut dyn Searcher; 2] = [&mut instrument, &mut modern];
    for searcher in searchers {
        let board = board(KIWIPETE);
        let excluded = legal(&board, "e2a6");
        let limits = Limits { lines: 64, excluded: vec![excluded], ..analysis(4) };
        let (_, listener) = listened(searcher, &board, &limits);
        let last = listener.blocks.last().expect("four blocks");
        assert_eq!(last.len(), board.legal_moves().len() - 1);
        assert!(!last.iter().any(|line| line.pv[0] == excluded));
    }
}

#[test]
fn moves_are_left_out_of_one_search_only() {
    let (mut instrument, mut modern) = (Instrument::default(), Modern::default());
    let subjects: [&mut dyn Subject; 2] = [&mut instrument, &mut modern];
    for subject in subjects {
        let board = board("6k1/8/6K1/8/8/8/8/7R w - - 0 1");
        let others: Vec<Move> = board.legal_moves().into_iter().filter(|mv| mv.to_string() != "h1h2").collect();
        subject.set_game(&board);
        let limits = Limits { excluded: others, ..analysis(3) };
        assert_eq!(subject.think(&limits, &Control::silent()).best.to_string(), "h1h2");
        let score = subject.search_within(&board, 5, -LARGE_NUMBER, LARGE_NUMBER);
        assert_eq!(mate_in(score), Some(2), "no move is excluded here");
    }
}

#[test]
fn stopped_lines_leave_the_board_as_it_was() {
    let mut modern = modern(KIWIPETE);
    let before = (modern.board.fen(), modern.board.hashkey);
    for nodes in (1..3_000).step_by(97) {
        let limits = Limits { lines: 3, nodes: Some(nodes), ..analysis(MAX_PLY) };
        modern.think(&limits, &Control::silent());
        assert_eq!((modern.board.fen(), modern.board.hashkey), before);
        assert!(modern.root.excluded.is_empty() && modern.board.end_of_search == 0);
    }
}

#[test]
fn nodes_of_all_threads_are_counted_at_any_time() {
    for threads in [2, 4] {
        let mut modern = Modern::with(&Settings { threads, ..Settings::default() });
        let (thought, listener) = listened(&mut modern, &board(KIWIPETE), &analysis(10));
        assert!(thought.nodes >= listener.nodes && modern.nodes() == thought.nodes);
        // A search limited by nodes uses one thread and ends after exactly that many nodes.
        let limits = Limits { nodes: Some(20_000), ..analysis(MAX_PLY) };
        assert_eq!(modern.think(&limits, &Control::silent()).nodes, 20_000);
        assert_eq!(modern.nodes(), 20_000);
    }
}

#[test]
fn the_table_is_made_when_a_search_needs_it() {
    let mut modern = Modern::default();
    assert_eq!(modern.table().megabytes(), 0);
    modern.think(&Limits::depth(1), &Control::silent());
    assert_eq!(modern.table().megabytes(), settings::DEFAULT_MEGABYTES);
}

#[test]
fn a_search_lets_its_control_go_and_begins_its_counts_anew() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let mut modern = Modern::default();
    for fen in [START_FEN, "7k/8/8/8/8/8/7q/7K w - - 0 1"] {
        let ears = Arc::clone(&told);
        let control = Control::new(move |info| ears.lock().expect("no panic before").push(info));
        modern.set_game(&board(fen));
        modern.think(&Limits::depth(3), &control);
        drop(control);
        assert_eq!(Arc::strong_count(&told), 1, "{fen}");
    }
    let told = told.lock().expect("no panic before");
    let forced = told.last().expect("reports");
    assert!(matches!(forced.report, Report::Forced(_)), "{forced:?}");
    assert_eq!((forced.iteration, forced.selective, forced.nodes), (Some(0), Some(0), 0));
}

/// All scores that a search reports, including bounds.
fn told_scores(modern: &mut Modern, fen: &str, limits: &Limits) -> Vec<i32> {
    let scores = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&scores);
    let control = Control::new(move |info: Info| match info.report {
        Report::Best { score, .. } | Report::Depth { score, .. } | Report::Bound { score, .. } => {
            ears.lock().expect("no panic before").push(score);
        }
        _ => {}
    });
    modern.set_game(&board(fen));
    modern.think(limits, &control);
    std::mem::take(&mut *scores.lock().expect("no panic before"))
}

/// Three positions from one lost endgame, searched one after another (in the third, an older version reported a mate by
/// the bare king), followed by other endgames.
const SCORED: [&str; 7] = [
    "8/8/1r6/3K4/6k1/8/8/8 w - - 20 109",
    "8/8/4r3/8/4K1k1/8/8/8 w - - 22 110",
    "8/4r3/8/8/3K2k1/8/8/8 w - - 24 111",
    "8/8/8/3k4/8/8/3QK3/8 b - - 10 80",
    "8/8/8/8/3k4/8/3PK3/8 w - - 0 1",
    "8/5k2/8/3B4/8/8/4K1N1/8 b - - 60 90",
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 b - - 0 1",
];

/// Whether the score is an evaluation, or a mate within the maximum number of plies.
fn is_sound(score: i32) -> bool {
    match mate_in(score) {
        None => score.abs() <= EVAL_MAX,
        Some(moves) => moves.signum() == score.signum() && (1..=MAX_PLIES as i32 / 2).contains(&moves.abs()),
    }
}

#[test]
fn mates_are_within_reach_and_no_score_lies_between_evaluations_and_mates() {
    let mut modern = Modern::default();
    let limits = |nodes| Limits { nodes: Some(nodes), root: AtRoot::Search, ..Limits::default() };
    for fen in &SCORED[..3] {
        let scores = told_scores(&mut modern, fen, &limits(1_000_000));
        assert!(!scores.is_empty() && scores.iter().all(|&score| score <= 0 && is_sound(score)), "{scores:?} in {fen}");
    }
    let mut mates = 0;
    for fen in SCORED[3..].iter().copied().chain(MATES.into_iter().map(|(_, fen)| fen)) {
        let scores = told_scores(&mut modern, fen, &limits(150_000));
        assert!(scores.iter().all(|&score| is_sound(score)), "{scores:?} in {fen}");
        mates += scores.iter().filter(|&&score| mate_in(score).is_some()).count();
    }
    assert!(mates > 5, "{mates}");
}

/// The pawns are locked and the kings cannot reach them, so the tree hardly grows with depth.
#[test]
fn a_locked_ending_is_searched_to_the_maximum_depth() {
    let mut modern = modern("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1");
    let limits = Limits { root: AtRoot::Search, nodes: Some(5_000_000), ..Limits::default() };
    let thought = modern.think(&limits, &Control::silent());
    assert_eq!(thought.depth, MAX_DEPTH);
    assert!(thought.pv.len() <= MAX_PLY);
}
