//! Lines of a search, truncated where the game ends.

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::{Info, Line, Report, laws};

/// The line up to and including the first move that ends the game by the laws of chess. Transposition table entries may
/// add moves beyond that move, because they ignore the history of the game. Returns the whole line if no move ends the
/// game, or if an illegal move comes first.
pub fn until_the_end<'a>(board: &mut Board, line: &'a [Move]) -> &'a [Move] {
    let (mut played, mut is_over) = (0, false);
    while let Some(mv) = line.get(played).filter(|mv| !is_over && board.legal_moves().contains(mv)) {
        board.make_move(*mv);
        played += 1;
        is_over = laws::outcome(board).is_some();
    }
    (0..played).for_each(|_| board.unmake_move());
    if is_over { &line[..played] } else { line }
}

/// Truncates a report's lines where the game ends.
pub fn cut_at_the_end(board: &mut Board, info: Info) -> Info {
    let mut cut = |pv: Vec<Move>| until_the_end(board, &pv).to_vec();
    let report = match info.report {
        Report::Best { depth, score, pv } => Report::Best { depth, score, pv: cut(pv) },
        Report::Depth { depth, score, pv } => Report::Depth { depth, score, pv: cut(pv) },
        Report::Bound { depth, score, is_lower, pv } => Report::Bound { depth, score, is_lower, pv: cut(pv) },
        Report::Lines { depth, lines } => {
            Report::Lines { depth, lines: lines.into_iter().map(|line| Line { pv: cut(line.pv), ..line }).collect() }
        }
        other => other,
    };
    Info { report, ..info }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    /// How many moves of `line` are shown if it begins after the moves of `game`.
    fn shown(fen: &str, game: &str, line: &str) -> usize {
        let mut board = board(fen);
        play(&mut board, game);
        let before = board.fen();
        let mut copy = board.clone();
        let moves: Vec<Move> = line
            .split(' ')
            .map(|text| {
                let mv = copy.read_move(text).expect("a legal move");
                copy.play(mv);
                mv
            })
            .collect();
        let length = until_the_end(&mut board, &moves).len();
        assert_eq!(board.fen(), before);
        length
    }

    #[test]
    fn a_line_ends_with_the_game() {
        let rooks = "6k1/r4ppp/8/8/8/8/R4PPP/6K1 w - - 0 1";
        let once = "a2b2 a7b7 b2a2 b7a7";
        assert_eq!(shown(rooks, once, "a2b2 a7b7 b2a2 b7a7 h2h3"), 4, "the third time");
        assert_eq!(shown(rooks, &format!("{once} a2b2 a7b7 b2a2"), "b7a7 h2h3 h7h6"), 1, "at once");
        assert_eq!(shown(rooks, "", "a2b2 a7b7 b2a2 b7a7 h2h3"), 5, "the second time");
        assert_eq!(shown("6k1/r4ppp/8/8/8/8/R4PPP/6K1 w - - 98 80", "", "a2b2 a7b7 b2a2"), 2, "fifty moves");
        assert_eq!(shown("6k1/r4ppp/8/8/8/8/R4PPP/6K1 w - - 98 80", "", "h2h3 a7b7 a2b2"), 3);
        assert_eq!(shown("8/8/8/8/8/4k3/4p3/4K2B w - - 0 1", "", "h1g2 e3d3 e1f2 e2e1q f2e1 d3e3"), 5, "material");
        assert_eq!(shown("7k/8/8/8/8/8/8/K7 w - - 0 1", "", "a1a2 h8h7"), 1, "it was over before");
    }

    #[test]
    fn a_line_with_an_illegal_move_is_not_cut() {
        let mut board = Board::new();
        let e4 = board.read_move("e4").expect("a legal move");
        assert_eq!(until_the_end(&mut board, &[e4, e4]), [e4, e4]);
        assert!(until_the_end(&mut board, &[]).is_empty());
    }
}
