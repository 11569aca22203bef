//! Contents of the full-screen view: game and search.

use crate::bitops::bit;
use crate::board::Board;
use crate::defines::*;
use crate::games::line::MoveLine;
use crate::games::openings;
use crate::games::review::eval_of;
use crate::games::tree::{Game, Node, NodeId, ROOT, mark_text};
use crate::moves::Move;
use crate::searcher::{Info, Line};
use crate::ui::show;
use crate::ui::terminal::screen::model::{AnalysisPanel, Marks, MoveToken, Player};
use crate::ui::terminal::screen::stage::InputMove;
use crate::ui::terminal::{look, picture};

use super::explore;
use super::state::Session;
use super::status::{end_of_game, prompt_text, title};

/// The keys named in the heading.
const KEYS: &str = "F1 help · F3 turn · Tab board";
const ANALYSIS_KEYS: &str = "← → moves · F3 turn · F4 threat · exit";
const LOOKING_KEYS: &str = "← → moves · last · analyse";
const TRAINING_KEYS: &str = "hint · next · analyse · exit";

pub(super) fn window(session: &Session) -> (usize, usize) {
    look::size(&session.out).unwrap_or((80, 24))
}

/// Copies the current game to the model of the full-screen view, without drawing it.
pub(super) fn refresh(board: &Board, session: &mut Session) {
    let look = session.own.view.look.clone();
    let (skin, screen) = (look.skin(&session.out), look.screen(&session.out));
    let title = title(session);
    let over = end_of_game(board, session);
    let players = Side::BOTH.map(|side| player(session.own.shown(board), session, side));
    let (mut moves, first) = moves_of(board, session);
    let scores = add_marks(board, session, &mut moves);
    let running =
        (over.is_none() && !session.own.is_analysing() && session.own.setup.is_none()).then_some(board.next_move);
    let clocks = session.own.game.clocks.map(|clocks| (clocks, running));
    let is_looking_back = session.own.view.looking_back.is_some();
    let lesson = session.own.training.lessons.position();
    let can_move = over.is_none() && session.own.setup.is_none() && !is_looking_back && lesson.is_none();
    let input_moves = if can_move { input_moves(board) } else { Vec::new() };
    let (tree, prompt) = (analysed_tree(board, session), prompt_text(board, session));
    let opening = openings::of_game(board).map_or(String::new(), |(it, _)| format!("{} {}", it.code, it.name));
    let keys = match () {
        () if tree.is_some() => ANALYSIS_KEYS,
        () if session.own.training().is_some() => TRAINING_KEYS,
        () if is_looking_back => LOOKING_KEYS,
        () => KEYS,
    };
    let setup = session.own.setup.clone();
    let is_lesson = lesson.is_some();
    let shown = lesson.or_else(|| session.own.view.looking_back.as_ref().map(|back| back.board.clone()));
    let shown = shown.as_deref().unwrap_or(board);
    let Some(stage) = session.out.full_screen() else { return };
    (stage.skin, stage.clocks, stage.input_moves) = (skin, clocks, input_moves);
    let mouse = std::mem::replace(&mut stage.mouse, !look.no_mouse);
    let model = &mut stage.model;
    (model.title, model.players, model.first) = (title, players, first);
    model.keys = keys.into();
    model.opening = opening;
    model.reading = is_lesson;
    model.moves = moves.into_iter().map(|san| screen.moves(&san)).collect();
    (model.shown, model.scores) = (shown.end_of_game, scores);
    model.rotated = board.view_rotated;
    model.typing.prompt = prompt;
    // The analysis keeps its lines while the position is the same, even after its search has ended with a mate.
    let is_same = (model.square, model.turn) == (shown.square, Some(shown.next_move));
    let analysed = model.analysis.take().filter(|_| is_same).unwrap_or_default();
    model.analysis = tree.map(|tree| AnalysisPanel { tree, ..analysed });
    let Marks { attacked, best, .. } = model.marks;
    let best = if is_same { best } else { 0 };
    match setup {
        Some(setup) => {
            (model.square, model.turn, model.marks) = (setup.square, Some(setup.next_move), Marks::default());
        }
        None => {
            let turn = (over.is_none() || is_looking_back).then_some(shown.next_move);
            (model.square, model.turn) = (shown.square, turn);
            model.marks = Marks { attacked, best, ..Marks::of(shown) };
        }
    }
    if let Some(over) = over.filter(|_| !is_looking_back) {
        model.notice = over;
    }
    if mouse == look.no_mouse {
        session.out.set_mouse(!look.no_mouse);
    }
}

/// The moves of the game, including those after the position on the board. Also returns the number and the side of the
/// first move.
fn moves_of(board: &Board, session: &mut Session) -> (Vec<String>, (usize, Side)) {
    let played = Game::of(board);
    let mut moves = played.moves_to(played.end_of_line(ROOT));
    if session.own.game.redo.is_empty() && session.own.game.study.is_some() {
        let study = session.own.study_of(board);
        let rest = study.game.line_from(study.at()).into_iter().map(|id| study.game.node(id).mv);
        moves.extend(rest.take_while(|mv| mv.is_some()));
    }
    moves.extend(session.own.game.redo.iter().rev());
    let first = (played.start().move_number as usize, played.start().next_move);
    (played.board_at(ROOT).san_line(&moves), first)
}

/// Adds the marks of a reviewed or annotated game, like `??`, to its moves. Returns the score after each move, in
/// centipawns from White's point of view, or nothing if too few moves have a score.
fn add_marks(board: &Board, session: &mut Session, moves: &mut [String]) -> Vec<i32> {
    if session.own.game.study.is_none() {
        return Vec::new();
    }
    let study = session.own.study_of(board);
    let (game, at) = (&study.game, study.at());
    let line = game.path(at).into_iter().chain(game.line_from(at));
    // If the game has a null move, the Board holds only the moves after it.
    let missing = game.ply(at) - board.end_of_game.min(game.ply(at));
    let mut scores: Vec<Option<i32>> = Vec::new();
    for (text, id) in moves.iter_mut().zip(line.skip(missing)) {
        let node = game.node(id);
        text.extend(node.nags.iter().map(|&nag| mark_text(nag)));
        scores.push(eval_of(&node.comment));
    }
    // The graph needs scores for at least half of the moves.
    if scores.iter().flatten().count() * 2 < scores.len() {
        return Vec::new();
    }
    // A move without a score, like a mate, takes the score of the previous move.
    let with_last = scores.into_iter().scan(0, |last, score| {
        *last = score.unwrap_or(*last);
        Some(*last)
    });
    with_last.collect()
}

fn input_moves(board: &Board) -> Vec<InputMove> {
    let becomes = |mv: Move| if mv.is_promotion() { kind(mv.prom()) } else { 0 };
    let input_moves = |mv: Move| {
        let (from, to) = (mv.from(), mv.tosq());
        // In Chess960, the user castles by moving the king onto the rook. The king's target square also works if it is
        // more than one square away.
        let rook = (mv.is_castling() && board.is_chess960()).then(|| board.path_of(mv).rook_from);
        let is_a_step = from.abs_diff(to) <= 1;
        let target = Some(to).filter(|_| rook.is_none_or(|rook| !is_a_step && rook != to));
        [target, rook].into_iter().flatten().map(move |to| InputMove { from, to, becomes: becomes(mv) })
    };
    board.clone().legal_moves().into_iter().flat_map(input_moves).collect()
}

fn player(board: &Board, session: &Session, side: Side) -> Player {
    let name = match (session.engine_side, session.own.open_guess()) {
        (_, Some(guessed)) => guessed.player(side),
        _ if session.own.game.selfplay => "Alula",
        (Some(engine), _) if engine == side => "Alula",
        (Some(_), _) => "You",
        (None, _) => session.own.game.study.as_ref().and_then(|study| study.player(side)).unwrap_or(side.name()),
    };
    let ahead = if side == Side::White { board.material } else { -board.material } / 100;
    Player { name: name.into(), captured: picture::captured(board, side), ahead: ahead.max(0), ..Player::default() }
}

/// The game under analysis as tokens, including the moves tried; None if no analysis is open.
fn analysed_tree(board: &Board, session: &mut Session) -> Option<Vec<MoveToken>> {
    session.own.analysis.board.as_ref()?;
    let screen = session.screen();
    let study = session.own.study_of(board);
    let mut tree = tokens(&study.game, study.at());
    tree.iter_mut().for_each(|token| token.text = screen.moves(&token.text));
    Some(tree)
}

/// Shows the lines of an analysis; the scores of `lines` are for the side to move.
pub(super) fn show_lines(board: &Board, session: &mut Session, info: &Info, lines: &[Line], depth: usize) {
    let screen = session.screen();
    let (ms, nodes) = (info.ms, info.nodes);
    let sign = if board.next_move == Side::White { 1 } else { -1 };
    let moves = lines.iter().map(|line| (show::pawns(sign * line.score), show::numbered(board, &line.pv)));
    let moves = moves.chain(explore::lines(board, session.own.view.explored.as_ref()));
    let shown = moves.map(|(score, moves)| (score, screen.moves(&moves))).collect();
    let best = lines.first().and_then(|line| line.pv.first());
    let marked = best.map_or(0, |mv| bit(mv.from()) | bit(mv.tosq()));
    let head = format!("depth {depth} · {} · {}", show::count_text(nodes), show::time_text(ms));
    let Some(stage) = session.out.full_screen() else { return };
    stage.model.marks.best = marked;
    if let Some(analysis) = &mut stage.model.analysis {
        (analysis.lines, analysis.head) = (shown, head);
        analysis.score = lines.first().map(|line| sign * line.score);
    }
    session.out.draw_if_due();
}

// ---- the tree of an analysis, as tokens -----------------------------------------------------------------------------

/// A game and its variations as tokens. `at` is the position on the board.
fn tokens(game: &Game, at: NodeId) -> Vec<MoveToken> {
    let mut writer = Writer { game, at, line: MoveLine::from(game.start()), tokens: Vec::new() };
    if let Some(first) = game.next(ROOT) {
        writer.add_line(first, 0);
    }
    writer.tokens
}

struct Writer<'a> {
    game: &'a Game,
    at: NodeId,
    /// The moves that precede the next one to be written.
    line: MoveLine,
    tokens: Vec<MoveToken>,
}

impl Writer<'_> {
    /// Adds the line that begins with the move `first`. Each move is followed by its alternatives in brackets.
    fn add_line(&mut self, first: NodeId, depth: usize) {
        let before = self.line.len();
        let (mut next, mut begins) = (Some(first), true);
        while let Some(id) = next {
            let open = if depth > 0 && id == first { "(" } else { "" };
            let text = format!("{open}{}", self.text_of(id, begins));
            self.tokens.push(MoveToken { text, current: id == self.at, aside: depth > 0 });
            begins = false;
            let siblings = self.game.parent(id).map_or(&[][..], |parent| self.game.children(parent));
            if siblings.first() == Some(&id) {
                for &other in &siblings[1..] {
                    self.add_line(other, depth + 1);
                    begins = true;
                }
            }
            self.line.play(self.game.node(id).mv);
            next = self.game.next(id);
        }
        if let Some(last) = self.tokens.last_mut().filter(|_| depth > 0) {
            last.text.push(')');
        }
        while self.line.len() > before {
            self.line.undo();
        }
    }

    fn text_of(&mut self, id: NodeId, begins: bool) -> String {
        let Node { mv, ref nags, .. } = *self.game.node(id);
        let san = if mv.is_some() { self.line.board().san(mv) } else { "--".into() };
        let mark = nags.iter().map(|&nag| mark_text(nag)).find(|mark| !mark.is_empty()).unwrap_or_default();
        let number = match self.line.next_move() {
            Side::White => format!("{}. ", self.line.move_number()),
            Side::Black if begins => format!("{}... ", self.line.move_number()),
            Side::Black => String::new(),
        };
        format!("{number}{san}{mark}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::games::pgn::read_text;

    #[test]
    fn in_chess960_the_king_castles_by_moving_to_its_rook() {
        let targets = |fen: &str| {
            let mut targets: Vec<_> = input_moves(&board(fen)).into_iter().map(|mv| (mv.from, mv.to)).collect();
            let count = targets.len();
            targets.sort_unstable();
            targets.dedup();
            assert_eq!(targets.len(), count, "no two moves have the same squares");
            targets
        };
        let beside = targets("4k3/8/8/8/8/8/8/RK5R w HA - 0 1");
        assert!([(1, 0), (1, 2), (1, 6), (1, 7)].iter().all(|castling| beside.contains(castling)), "{beside:?}");
        let on_the_target = targets("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
        assert!(on_the_target.contains(&(4, 6)), "{on_the_target:?}");
        let usual = targets("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        assert!(usual.contains(&(4, 6)) && !usual.contains(&(4, 7)), "{usual:?}");
    }

    #[test]
    fn a_game_with_variations_is_written_word_by_word() {
        let text = "1. e4 e5 2. Nf3 $1 (2. f4 exf4 (2... d5)) (2. d4) 2... Nc6 3. Bb5 *";
        let game = read_text(text).remove(0).game;
        let at = game.main_line()[2];
        let tokens = tokens(&game, at);
        let current: Vec<&str> = tokens.iter().filter(|token| token.current).map(|token| token.text.as_str()).collect();
        assert_eq!(current, ["2. Nf3!"]);
        let aside = tokens.iter().filter(|token| token.aside).count();
        assert_eq!(aside, 4);
        let written: Vec<String> = tokens.into_iter().map(|token| token.text).collect();
        assert_eq!(written.join(" "), "1. e4 e5 2. Nf3! (2. f4 exf4 (2... d5)) (2. d4) 2... Nc6 3. Bb5");
    }

    #[test]
    fn black_may_begin_and_null_moves_are_written() {
        let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. -- Ke6 (8... Kc7) *";
        let game = read_text(text).remove(0).game;
        let written: Vec<String> = tokens(&game, ROOT).into_iter().map(|token| token.text).collect();
        assert_eq!(written.join(" "), "7... Kd7 8. -- Ke6 (8... Kc7)");
        assert!(tokens(&Game::default(), ROOT).is_empty());
    }
}
