//! Reviews a game move by move: marks, accuracy, and the decisive moments.
//!
//! The measure is **winning chances**, since a pawn matters less when a queen is already lost. A score of `c`
//! centipawns for a side means winning chances of `w(c) = 1 / (1 + exp(-0.00368208 c))`, 0 to 1: the curve that
//! lichess.org fitted to its games. A forced mate counts as 1. The **loss** of a move is `w(best) - w(played)` for the
//! side that moves: its winning chances after the best move minus those after the move played. The engine's best move
//! has a loss of 0.
//!
//! | mark | loss |
//! |---|---|
//! | `?!` | 0.05 or more |
//! | `?` | 0.10 or more |
//! | `??` | 0.15 or more |
//! | `!` | none, while every other move loses 0.10 or more; not for obvious moves or in decided positions |
//!
//! The **accuracy** of a move is `103.1668 exp(-4.354 loss) - 3.1669`, from 0 to 100, again as on lichess.org. The
//! accuracy of a side is the average of two means over its moves, the arithmetic and the harmonic; the harmonic mean
//! gives a single blunder more weight, and counts accuracies below 1 as 1.

use crate::board::Board;
use crate::defines::{LARGE_NUMBER, PIECE_VALUE, Side};
use crate::moves::Move;
use crate::searcher::laws;
use crate::searcher::score::mate_in;

use super::epd::Epd;
use super::tree::{Game, Node, NodeId, ROOT, mark_text};

/// Smallest loss that counts as an inaccuracy, in winning chances.
pub const INACCURACY: f64 = 0.05;
/// Smallest loss that counts as a mistake; also the minimum lead of a `!` move over all others.
const MISTAKE: f64 = 0.10;
/// Smallest loss that counts as a blunder.
const BLUNDER: f64 = 0.15;

/// The marks and figures of a review, with their meanings.
pub const LEGEND: [(&str, &str); 6] = [
    ("!", "strong move: all others are much worse, and it is not obvious"),
    ("?!", "inaccuracy: a loss of 5 % or more"),
    ("?", "mistake: a loss of 10 % or more"),
    ("??", "blunder: a loss of 15 % or more"),
    ("loss", "winning chances that a move gives away, compared with the best move"),
    ("accuracy", "100 % if no move loses winning chances; blunders lower it most"),
];

/// Maximum number of decisive moments listed.
const MOMENTS: usize = 3;

/// Maximum length of a better line in the annotations, and of a puzzle's line, in half-moves.
const LINE_LENGTH: usize = 8;

/// Maximum length of the better line quoted in a sentence, in half-moves.
const BETTER_LENGTH: usize = 3;

/// Once either side has these winning chances or more, the game counts as decided, and no move gets a `!`.
const DECIDED: f64 = 0.95;

/// A side with these winning chances or less is losing.
const LOST: f64 = 0.30;

/// A side with these winning chances or more is better, so its mistake counts as a missed opportunity.
const BETTER: f64 = 0.60;

/// The evaluation of a position by a search, or by the rules if the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Judgement {
    /// Score in centipawns for the side to move.
    pub score: i32,
    /// The best line.
    pub line: Vec<Move>,
    /// Score of the second-best move in centipawns, if there is one.
    pub second: Option<i32>,
    /// Depth in plies.
    pub depth: usize,
    /// Nodes searched.
    pub nodes: u64,
}

/// The judgement of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The position after the move.
    pub id: NodeId,
    /// The side that made the move.
    pub side: Side,
    /// Scores before and after the move, in centipawns for White.
    pub scores: [i32; 2],
    /// Winning chances lost by the move, 0 to 1.
    pub loss: f64,
    /// The move's mark as a PGN glyph: 1 `!`, 2 `?`, 4 `??`, 6 `?!`; 0 for none.
    pub mark: u8,
    /// The better line, if the move was not the best.
    pub better: Vec<Move>,
    /// The opponent's best line after the move.
    pub punishment: Vec<Move>,
    /// Whether the move was a mistake in a position with one clearly best move.
    pub is_puzzle: bool,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Review {
    /// The judgements of the main line's moves.
    pub moves: Vec<JudgedMove>,
    /// The judgements of the main line's positions, beginning with the start position.
    pub positions: Vec<Judgement>,
}

/// Winning chances for a side with this score in centipawns, 0 to 1.
pub fn winning_chances(centipawns: i32) -> f64 {
    match mate_in(centipawns) {
        Some(_) => f64::from(u8::from(centipawns > 0)),
        None => 1.0 / (1.0 + (-0.00368208 * f64::from(centipawns)).exp()),
    }
}

/// Accuracy of a move with this loss, 0 to 100.
pub fn accuracy_of(loss: f64) -> f64 {
    (103.1668 * (-4.354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The positions to search, in order: the start, and the position after each move of the main line.
pub fn positions(game: &Game) -> Vec<NodeId> {
    std::iter::once(ROOT).chain(game.main_line()).collect()
}

/// The judgement of a position of the game where the game is over by the rules; [`None`] if it must be searched. A draw
/// that may be claimed ends the game only if the game was drawn there.
pub fn by_rule(game: &Game, id: NodeId, board: &Board) -> Option<Judgement> {
    if !board.legal_moves().is_empty() {
        let was_drawn = || game.result() == "1/2-1/2" && game.main_line().last() == Some(&id);
        let is_over = laws::end(board).is_some() || laws::claim(board).is_some() && was_drawn();
        return is_over.then(Judgement::default);
    }
    let score = if board.is_own_king_attacked() { -LARGE_NUMBER } else { 0 };
    Some(Judgement { score, ..Judgement::default() })
}

impl Review {
    /// Judges the moves of a game from the judgements of its positions. If the last positions have no judgement, the
    /// moves that lead to them get none.
    pub fn of(game: &Game, positions: Vec<Judgement>) -> Review {
        let line = game.main_line();
        let moves = line.iter().zip(positions.windows(2)).enumerate();
        let moves = moves.map(|(at, (&id, pair))| judge(game, &line[..at], id, &pair[0], &pair[1])).collect();
        Review { moves, positions }
    }

    /// Accuracy of a side, 0 to 100; [`None`] if none of its moves was judged.
    pub fn accuracy(&self, side: Side) -> Option<f64> {
        let values: Vec<f64> =
            self.moves.iter().filter(|judged| judged.side == side).map(|judged| accuracy_of(judged.loss)).collect();
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let harmonic = count / values.iter().map(|value| 1.0 / value.max(1.0)).sum::<f64>();
        (!values.is_empty()).then_some((mean + harmonic) / 2.0)
    }

    /// Number of a side's moves with this mark.
    pub fn count(&self, side: Side, mark: u8) -> usize {
        self.moves.iter().filter(|judged| judged.side == side && judged.mark == mark).count()
    }

    /// The moves with the largest losses, in game order; each is at least an inaccuracy.
    pub fn moments(&self) -> Vec<&JudgedMove> {
        let mut moments: Vec<&JudgedMove> = self.moves.iter().filter(|judged| judged.loss >= INACCURACY).collect();
        moments.sort_by(|a, b| b.loss.total_cmp(&a.loss));
        moments.truncate(MOMENTS);
        moments.sort_by_key(|judged| judged.id);
        moments
    }

    /// Describes a bad move in a sentence: `17. Nxe5? loses to 17... Qa5+ (-2.9); better 17. O-O (-0.3)`. Scores are
    /// for White.
    pub fn sentence(&self, game: &Game, judged: &JudgedMove) -> String {
        let [before, after] = judged.scores.map(score_text);
        let played = format!("{} {}{}", game.number_text(judged.id), game.san(judged.id), mark_text(judged.mark));
        let own = judged.scores.map(|score| winning_chances(if judged.side == Side::White { score } else { -score }));
        let parent = game.parent(judged.id).unwrap_or(ROOT);
        let better = line_text(game, parent, &judged.better[..judged.better.len().min(BETTER_LENGTH)]);
        let answer = judged.punishment.first().map(|&answer| line_text(game, judged.id, &[answer]));
        let verb = if own[1] <= LOST { "loses to" } else { "allows" };
        match answer.filter(|_| own[0] < BETTER || judged.better.is_empty()) {
            Some(answer) if better.is_empty() => format!("{played} {verb} {answer} ({after})"),
            Some(answer) => format!("{played} {verb} {answer} ({after}); better {better} ({before})"),
            None if better.is_empty() => format!("{played} ends the game ({after})"),
            None => format!("{played} misses {better} ({before}, now {after})"),
        }
    }

    /// Whether the review includes every move of the game. An interrupted one does not.
    pub fn is_complete(&self, game: &Game) -> bool {
        self.moves.len() == game.main_line().len()
    }

    /// Annotates the game with marks, scores and better lines, and sets the tag for the annotator and, if the review is
    /// complete, those for the accuracies. Keeps existing comments; a new mark replaces an old one. Replaces an earlier
    /// review as a whole: its scores, and its marks `?`, `??` and `?!`.
    pub fn annotate(&self, game: &mut Game) {
        let was_reviewed = game.tags.get("Annotator").is_some_and(|name| name.starts_with("Alula"));
        for judged in &self.moves {
            if was_reviewed {
                forget_review(game.node_mut(judged.id));
            }
            if judged.mark != 0 {
                game.set_mark(judged.id, judged.mark);
            }
            let node = game.node_mut(judged.id);
            if judged.scores[1].abs() != LARGE_NUMBER && !node.comment.contains("[%eval ") {
                node.add_comment(&format!("[%eval {}]", eval_text(judged.scores[1])));
            }
            if judged.mark > 1 {
                let mut at = game.parent(judged.id).unwrap_or(ROOT);
                for &mv in judged.better.iter().take(LINE_LENGTH) {
                    at = game.add(at, mv);
                }
            }
        }
        game.tags.set("Annotator", concat!("Alula ", env!("CARGO_PKG_VERSION")));
        if !self.is_complete(game) {
            return;
        }
        let accuracy = |side| self.accuracy(side).map_or("?".into(), |value| format!("{value:.0}"));
        game.tags.set("WhiteAccuracy", accuracy(Side::White));
        game.tags.set("BlackAccuracy", accuracy(Side::Black));
    }

    /// The positions where a player missed a clearly best move, as EPD: `bm` is that move, `pv` the line that starts
    /// with it, `id` the game and move number, `c0` a note on the move played; `ce`, `acd` and `acn` are the score,
    /// depth and nodes of the search.
    pub fn missed_tactics(&self, game: &Game) -> Vec<Epd> {
        let missed = self.moves.iter().zip(&self.positions).filter(|(judged, _)| judged.is_puzzle);
        missed.map(|(judged, position)| puzzle(game, judged, position)).collect()
    }
}

fn judge(game: &Game, before: &[NodeId], id: NodeId, here: &Judgement, there: &Judgement) -> JudgedMove {
    let played = game.node(id).mv;
    let plies = game.start().next_move.index() + before.len();
    let side = if plies.is_multiple_of(2) { Side::White } else { Side::Black };
    let best = here.line.first().copied();
    let is_best = best == Some(played);
    let (old, new) = (winning_chances(here.score), winning_chances(-there.score));
    let loss = if is_best || !played.is_some() { 0.0 } else { (old - new).max(0.0) };
    let only = here.second.is_some_and(|second| old - winning_chances(second) >= MISTAKE);
    let mark = match loss {
        _ if loss >= BLUNDER => 4,
        _ if loss >= MISTAKE => 2,
        _ if loss >= INACCURACY => 6,
        _ if is_best && only && old < DECIDED && new > 1.0 - DECIDED && !is_easily_seen(game, before, played) => 1,
        _ => 0,
    };
    let white = |score: i32| if side == Side::White { score } else { -score };
    JudgedMove {
        id,
        side,
        scores: [white(here.score), white(-there.score)],
        loss,
        mark,
        better: if is_best { Vec::new() } else { here.line.clone() },
        punishment: there.line.clone(),
        is_puzzle: loss >= MISTAKE && only,
    }
}

/// Whether the move is obvious. True if it answers a check, recaptures, wins material at once, promotes, mates, or
/// moves a piece attacked by a less valuable one.
fn is_easily_seen(game: &Game, before: &[NodeId], mv: Move) -> bool {
    let board = game.board_at(before.last().copied().unwrap_or(ROOT));
    let last = before.last().map(|&id| game.node(id).mv);
    let takes_back = last.is_some_and(|last| last.is_capture() && last.tosq() == mv.tosq());
    let wins_material = mv.is_capture() && board.see(mv) > 0;
    if takes_back || wins_material || mv.is_promotion() || board.is_own_king_attacked() {
        return true;
    }
    let attacked_by_less = |other: &Move| {
        let [attacker, piece] = [other.from(), mv.from()].map(|square| PIECE_VALUE[board.square[square] as usize]);
        other.tosq() == mv.from() && attacker < piece
    };
    let mut after = board.clone();
    after.play(mv);
    let mates = after.is_own_king_attacked() && after.legal_moves().is_empty();
    let side = board.next_move.other();
    let escapes = board.setup().given_to(side).is_ok_and(|setup| {
        let mut other = Board::new();
        other.init_from_setup(&setup);
        other.legal_moves().iter().any(attacked_by_less)
    });
    mates || escapes
}

/// A line of moves after a position, with move numbers.
fn line_text(game: &Game, from: NodeId, line: &[Move]) -> String {
    let mut copy = game.clone();
    let mut at = from;
    let mut words = Vec::new();
    for &mv in line {
        at = copy.add(at, mv);
        let number = copy.number_text(at);
        let number = if words.is_empty() || !number.ends_with("...") { number + " " } else { String::new() };
        words.push(format!("{number}{}", copy.san(at)));
    }
    words.join(" ")
}

fn puzzle(game: &Game, judged: &JudgedMove, position: &Judgement) -> Epd {
    let before = game.parent(judged.id).unwrap_or(ROOT);
    let mut board = game.board_at(before);
    let mut epd = Epd::of(&board);
    let player = |side: Side| game.tags.known(side.name()).unwrap_or(side.name());
    let date = game.tags.known("Date").map_or(String::new(), |date| format!("{date}, "));
    let solution = board.san_line(&position.line);
    epd.set("bm", solution.first().cloned());
    epd.set("pv", solution.iter().take(LINE_LENGTH).cloned());
    let number = game.number_text(judged.id);
    let place = number.trim_end_matches('.');
    epd.set("id", [format!("{} - {}, {date}move {place}", player(Side::White), player(Side::Black))]);
    epd.set("c0", [format!("{number} {} was played", game.san(judged.id))]);
    epd.set_score(position.score);
    epd.set("acd", [position.depth.to_string()]);
    epd.set("acn", [position.nodes.to_string()]);
    epd
}

/// Removes the score and the mark of a review from a move.
fn forget_review(node: &mut Node) {
    const BAD_MARKS: [u8; 3] = [2, 4, 6];
    node.nags.retain(|nag| !BAD_MARKS.contains(nag));
    if let Some((before, rest)) = node.comment.split_once("[%eval ")
        && let Some((_, after)) = rest.split_once(']')
    {
        node.comment = format!("{before}{}", after.trim_start()).trim().to_string();
    }
}

/// Number of moves to mate, from a mate score for White; negative if Black mates.
fn mate_for_white(centipawns: i32) -> Option<i32> {
    mate_in(centipawns.abs()).map(|moves| moves * centipawns.signum())
}

/// A score in pawns with one decimal, or `mate in 3`. The context shows which side mates.
fn score_text(centipawns: i32) -> String {
    match mate_for_white(centipawns) {
        Some(moves) => format!("mate in {}", moves.abs()),
        None => format!("{:+.1}", f64::from(centipawns) / 100.0).replace("-0.0", "+0.0"),
    }
}

/// A score for the comment `[%eval …]`: pawns with two decimals, or a mate as `#3` for White, `#-3` for Black.
fn eval_text(centipawns: i32) -> String {
    match mate_for_white(centipawns) {
        Some(moves) => format!("#{moves}"),
        None => format!("{:.2}", f64::from(centipawns) / 100.0),
    }
}

/// The score in centipawns for White, from a comment `[%eval …]` written by this program or lichess; ±[`LARGE_NUMBER`]
/// for any mate.
pub fn eval_of(comment: &str) -> Option<i32> {
    let text = comment.split_once("[%eval ")?.1.split([']', ',', ' ']).next()?;
    if let Some(moves) = text.strip_prefix('#') {
        return Some(if moves.starts_with('-') { -LARGE_NUMBER } else { LARGE_NUMBER });
    }
    let pawns: f64 = text.parse().ok()?;
    let limit = f64::from(LARGE_NUMBER);
    pawns.is_finite().then_some((pawns * 100.0).round().clamp(-limit, limit) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::{read_text, text};

    #[test]
    fn the_score_of_a_comment_is_read_back() {
        for score in [0, 25, -131, 900] {
            assert_eq!(eval_of(&format!("good [%clk 0:01:00] [%eval {}]", eval_text(score))), Some(score));
        }
        assert_eq!(eval_of("[%eval #-3] mated"), Some(-LARGE_NUMBER));
        assert_eq!(eval_of("[%eval 0.17,22]"), Some(17), "the depth after the comma is ignored");
        assert_eq!(["[%eval -99999999]", "[%eval 1e300]"].map(eval_of), [Some(-LARGE_NUMBER), Some(LARGE_NUMBER)]);
        assert_eq!([eval_of("no score"), eval_of("[%eval x]"), eval_of("[%eval inf]"), eval_of("[%eval ")], [None; 4]);
    }

    fn judgement(game: &Game, at: NodeId, score: i32, best: &str, second: i32) -> Judgement {
        let mut line = game.line_to(at);
        let mv = line.read(best.as_bytes()).expect("legal");
        Judgement { score, line: vec![mv], second: Some(second), depth: 9, nodes: 1000 }
    }

    /// A game that Black loses quickly, with plausible scores.
    fn example() -> (Game, Review) {
        let game =
            read_text("[White \"W\"]\n[Black \"B\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0").remove(0).game;
        let at = positions(&game);
        let scores = [(30, "e4", 20), (-30, "e5", -40), (30, "Nf3", 20), (-20, "Nf6", -30), (20, "Nf3", 10)];
        let mut judgements: Vec<Judgement> = scores
            .iter()
            .zip(&at)
            .map(|(&(score, best, second), &id)| judgement(&game, id, score, best, second))
            .collect();
        judgements.push(judgement(&game, at[5], 10, "g6", 0));
        judgements.push(judgement(&game, at[6], 9998, "Qxf7#", 300));
        judgements.push(by_rule(&game, at[7], &game.board_at(at[7])).expect("mate"));
        let review = Review::of(&game, judgements);
        (game, review)
    }

    #[test]
    fn chances_and_accuracy_follow_the_formula() {
        assert!((winning_chances(0) - 0.5).abs() < 1e-9 && (winning_chances(100) - 0.591).abs() < 1e-3);
        assert_eq!((winning_chances(9998), winning_chances(-9990)), (1.0, 0.0));
        assert!((accuracy_of(0.0) - 100.0).abs() < 1e-3 && (accuracy_of(0.1) - 63.6).abs() < 0.1);
        assert_eq!(accuracy_of(1.0), 0.0);
    }

    #[test]
    fn the_legend_names_every_mark_with_its_loss() {
        for (mark, loss) in [(6, INACCURACY), (2, MISTAKE), (4, BLUNDER)] {
            let meaning = LEGEND.into_iter().find(|(name, _)| *name == mark_text(mark)).map(|(_, meaning)| meaning);
            assert!(
                meaning.is_some_and(|it| it.ends_with(&format!("a loss of {:.0} % or more", 100.0 * loss))),
                "{mark}"
            );
        }
    }

    #[test]
    fn a_blunder_is_marked_and_described() {
        let (game, review) = example();
        let marks: Vec<u8> = review.moves.iter().map(|judged| judged.mark).collect();
        assert_eq!(marks, [0, 0, 0, 0, 0, 4, 0], "the mate is easily seen");
        let moments: Vec<String> = review.moments().into_iter().map(|judged| review.sentence(&game, judged)).collect();
        assert_eq!(moments, ["3... Nf6?? loses to 4. Qxf7# (mate in 1); better 3... g6 (-0.1)"]);
        let accuracy = Side::BOTH.map(|side| review.accuracy(side).expect("it has moved"));
        // White's losses are 0.0092 and 0.0276, Black's 0.5092.
        assert!((accuracy[0] - 95.944).abs() < 0.001 && (accuracy[1] - 45.102).abs() < 0.001, "{accuracy:?}");
        assert_eq!((review.count(Side::Black, 4), review.count(Side::White, 4)), (1, 0));
    }

    /// The mark that the last move of a game gets if every alternative to it is at least 1.5 pawns worse.
    fn mark_of_only_move(moves: &str) -> u8 {
        let game = read_text(&format!("{moves} *")).remove(0).game;
        let line = game.main_line();
        let mut positions = vec![Judgement::default(); line.len() + 1];
        let only = Judgement {
            score: 0,
            line: vec![game.node(line[line.len() - 1]).mv],
            second: Some(-150),
            ..Judgement::default()
        };
        positions[line.len() - 1] = only;
        Review::of(&game, positions).moves.last().expect("a move").mark
    }

    /// The start position occurs for the third time, or fifty moves are over: in the middle or at the end of a game.
    #[test]
    fn a_draw_that_nobody_claimed_is_searched() {
        let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        let searched = |moves: &str| -> Vec<usize> {
            let game = read_text(moves).remove(0).game;
            let is_searched = |&(_, id): &(usize, NodeId)| by_rule(&game, id, &game.board_at(id)).is_none();
            positions(&game).into_iter().enumerate().filter(is_searched).map(|(at, _)| at).collect()
        };
        assert_eq!(searched(&format!("{shuffle} 1/2-1/2")), Vec::from_iter(0..8));
        assert_eq!(searched(&format!("{shuffle} 1-0")), Vec::from_iter(0..9));
        assert_eq!(searched(&format!("{shuffle} 5. e4 1/2-1/2")), Vec::from_iter(0..10));
        let fifty = "[FEN \"8/8/8/3k4/8/3K4/3P4/8 w - - 98 90\"]\n\n1. Kc3 Kc5 2. Kd3 Kd5 3. Kc3 *";
        assert_eq!(searched(fifty), Vec::from_iter(0..6));
    }

    #[test]
    fn only_a_single_good_move_that_is_hard_to_find_is_marked() {
        assert_eq!(mark_of_only_move("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6"), 1);
        for (easy, why) in [
            ("1. e4 d5 2. exd5 Qxd5", "takes back"),
            ("1. e4 d5 2. Nc3 d4 3. Nb1", "flees from a pawn"),
            ("1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7", "answers a check"),
            ("1. e4 e5 2. Qh5 Nf6 3. Qxe5+", "wins a pawn"),
            ("1. f3 e5 2. g4 Qh4#", "mates"),
        ] {
            assert_eq!(mark_of_only_move(easy), 0, "{why}");
        }
    }

    #[test]
    fn mates_are_counted_in_moves_for_both_sides() {
        for (score, text) in [(9999, "#1"), (9998, "#1"), (9997, "#2"), (-9999, "#-1"), (-9998, "#-1"), (-9996, "#-2")]
        {
            assert_eq!(eval_text(score), text, "{score}");
            assert_eq!(score_text(score), text.replace('-', "").replace('#', "mate in "));
        }
        assert_eq!((eval_text(-124).as_str(), score_text(-124).as_str()), ("-1.24", "-1.2"));
        assert_eq!([4, 0, -4, -1000].map(score_text), ["+0.0", "+0.0", "+0.0", "-10.0"], "zero has no minus");
    }

    #[test]
    fn the_game_is_annotated_once() {
        let (mut game, review) = example();
        review.annotate(&mut game);
        let once = text(&game);
        assert!(once.contains("3... Nf6 $4 {[%eval #1]} (3... g6)"), "{once}");
        review.annotate(&mut game);
        assert_eq!(text(&game), once);
    }

    #[test]
    fn an_interrupted_review_judges_the_searched_moves() {
        let (game, review) = example();
        let part = Review::of(&game, review.positions[..3].to_vec());
        assert_eq!(part.moves, review.moves[..2]);
        assert_eq!(Review::of(&game, Vec::new()).accuracy(Side::White), None);
    }

    #[test]
    fn missed_tactics_become_puzzles() {
        let game = read_text("[White \"W\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qh4 *").remove(0).game;
        let mate = judgement(&game, game.main_line()[5], 9998, "Qxf7#", 10);
        let calm = Judgement { score: 0, ..Judgement::default() };
        let mut positions = vec![calm.clone(); 8];
        positions[6] = mate;
        let puzzles = Review::of(&game, positions).missed_tactics(&game);
        assert_eq!(puzzles.len(), 1);
        let line = puzzles[0].to_string();
        assert!(line.contains(" bm Qxf7#;") && line.contains("c0 \"4. Qh4 was played\";"), "{line}");
        assert_eq!(puzzles[0].text("id").as_deref(), Some("W - Black, move 4"));
        assert_eq!(Epd::read(&line), Ok(puzzles[0].clone()));
    }

    #[test]
    fn a_second_review_replaces_the_first() {
        let (mut game, review) = example();
        let whole = game.main_line().len() + 1;
        let even = |score| Judgement { score, ..Judgement::default() };
        review.annotate(&mut game);
        let blunder = game.main_line()[5];
        assert_eq!(game.node(blunder).nags, [4]);
        Review::of(&game, (0..whole).map(|_| even(0)).collect()).annotate(&mut game);
        assert!(game.main_line().iter().all(|&id| game.node(id).nags.is_empty()));
        assert!(game.main_line().iter().all(|&id| game.node(id).comment == "[%eval 0.00]"), "{}", text(&game));
    }
}
