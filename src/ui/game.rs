//! Knowledge about a game that all dialogues need: its place, the engine's view of resigning and draws, the expected
//! reply, and where a line ends because the game does.

use crate::board::Board;
use crate::moves::Move;
use crate::searcher::{Info, Line, Report, laws};

// ---- where it is ----------------------------------------------------------------------------------------------------------

/// A place in a game: key of the position, and number of half-moves played.
pub type Place = (u64, usize);

/// The current place of the game on this board.
pub fn place(board: &Board) -> Place {
    (board.hashkey, board.end_of_game)
}

// ---- which answer is expected ---------------------------------------------------------------------------------------------

/// The reply the engine expects, and ponders on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    place: Place,
    mv: Move,
}

impl Expected {
    /// The reply after the engine has played the first move of this line: the second one, if it is legal.
    pub fn after(board: &Board, played: Move, line: &[Move]) -> Option<Expected> {
        let &[first, mv, ..] = line else { return None };
        let is_answer = first == played && board.legal_moves().contains(&mv);
        is_answer.then(|| Expected { place: place(board), mv })
    }

    /// The expected reply, if the game is still at that place.
    pub fn here(self, board: &Board) -> Option<Move> {
        (self.place == place(board)).then_some(self.mv)
    }
}

/// Plays the move to ponder on. False, with the board unchanged, if the game would be over after it.
pub fn play_expected(board: &mut Board, expected: Move) -> bool {
    board.play(expected);
    let goes_on = laws::outcome(board).is_none();
    if !goes_on {
        board.undo();
    }
    goes_on
}

// ---- lines end with the game ----------------------------------------------------------------------------------------------

/// The line up to the move by which the game is over by the laws of chess, but at least its first move. A reply from
/// the table may come after it: the table knows nothing of the game before. A move that is not legal ends nothing.
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

/// A report whose lines end with the game.
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

// ---- how it stands: resigning, and draws by agreement ---------------------------------------------------------------------

/// The engine resigns after this many consecutive moves …
const HOPELESS_MOVES: u32 = 5;
/// … with a score of at most this, in centipawns.
const HOPELESS: i32 = -1000;
/// It offers a draw after this many consecutive moves …
const EVEN_MOVES: u32 = 5;
/// … with a score at most this far from zero, in centipawns …
const EVEN: i32 = 10;
/// … but not before this move.
const FIRST_OFFER: u32 = 40;
/// It accepts a draw with a score of at most this, in centipawns …
const GLAD: i32 = -150;
/// … or with a score of at most 0, after this many half-moves without a pawn move or a capture.
const QUIET_PLIES: u32 = 40;

/// The engine's view of the game, from the scores of its own moves.
#[derive(Clone, Copy, Default, Debug)]
pub struct Standing {
    /// Score of its last move, in centipawns, from the engine's side.
    score: Option<i32>,
    /// Half-moves without a pawn move or a capture, before that move.
    quiet_plies: u32,
    hopeless_moves: u32,
    even_moves: u32,
}

impl Standing {
    /// Records the score of the engine's next move, in centipawns.
    pub fn note(&mut self, board: &Board, score: i32) {
        let longer = |holds: bool, moves: u32| if holds { moves + 1 } else { 0 };
        self.hopeless_moves = longer(score <= HOPELESS, self.hopeless_moves);
        self.even_moves = longer(score.abs() <= EVEN, self.even_moves);
        (self.score, self.quiet_plies) = (Some(score), board.fifty_move);
    }

    /// Whether it is time to resign.
    pub fn is_hopeless(&self) -> bool {
        self.hopeless_moves >= HOPELESS_MOVES
    }

    /// Whether to offer a draw. The next offer follows only after as many moves again.
    pub fn offers_draw(&mut self, board: &Board) -> bool {
        let offers = self.even_moves >= EVEN_MOVES && board.move_number() >= FIRST_OFFER;
        if offers {
            self.even_moves = 0;
        }
        offers
    }

    /// Whether the engine would accept a draw; [`None`] before its first score.
    pub fn accepts_draw(&self) -> Option<bool> {
        self.score.map(|score| is_glad_of_draw(score, self.quiet_plies))
    }
}

/// Whether to accept a draw with this score in centipawns, after `quiet_plies` without a pawn move or a capture.
pub fn is_glad_of_draw(score: i32, quiet_plies: u32) -> bool {
    score <= GLAD || score <= 0 && quiet_plies >= QUIET_PLIES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::{board, play};

    /// The moves of this text that are shown of the line, in a position after some moves.
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
    fn a_line_with_an_illegal_move_is_left_to_those_who_write_it() {
        let mut board = Board::new();
        let e4 = board.read_move("e4").expect("a legal move");
        assert_eq!(until_the_end(&mut board, &[e4, e4]), [e4, e4]);
        assert!(until_the_end(&mut board, &[]).is_empty());
    }

    #[test]
    fn a_draw_is_accepted_when_it_is_a_gain() {
        for (score, quiet_plies, accepted) in [(-200, 0, true), (-5, 60, true), (-5, 0, false), (30, 60, false)] {
            assert_eq!(is_glad_of_draw(score, quiet_plies), accepted, "{score} {quiet_plies}");
        }
        assert_eq!(Standing::default().accepts_draw(), None);
    }

    #[test]
    fn it_resigns_after_some_hopeless_moves_in_a_row() {
        let (board, mut standing) = (Board::new(), Standing::default());
        for score in [HOPELESS; HOPELESS_MOVES as usize - 1].into_iter().chain([HOPELESS + 1]) {
            standing.note(&board, score);
            assert!(!standing.is_hopeless());
        }
        (0..HOPELESS_MOVES).for_each(|_| standing.note(&board, HOPELESS));
        assert!(standing.is_hopeless());
    }

    #[test]
    fn it_offers_a_draw_late_in_an_even_game_and_not_with_every_move() {
        let (early, late) = (Board::new(), board("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60"));
        let mut standing = Standing::default();
        (0..EVEN_MOVES).for_each(|_| standing.note(&early, -EVEN));
        assert!(!standing.offers_draw(&early) && standing.offers_draw(&late) && !standing.offers_draw(&late));
    }

    #[test]
    fn an_answer_is_expected_only_where_it_was() {
        let mut board = Board::new();
        let line = ["e2e4", "e7e5"].map(|text| {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
            mv
        });
        board.undo();
        let expected = Expected::after(&board, line[0], &line).expect("an answer");
        assert_eq!(expected.here(&board), Some(line[1]));
        assert_eq!(Expected::after(&board, line[0], &line[..1]), None);
        assert!(play_expected(&mut board, line[1]));
        assert_eq!(expected.here(&board), None);
    }
}
