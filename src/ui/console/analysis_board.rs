//! Analysis on a separate board. Meanwhile the game is set aside, with its opponent and its clocks; the moves tried are
//! kept as a tree until the analysis ends.

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::ui::clock::GameClocks;
use crate::ui::game::{Expected, Standing};
use crate::ui::terminal::screen::model::{Analysis, Token};
use crate::ui::words::{Done, bad};

use super::browse::Study;
use super::state::Session;
use super::{keep, kept, looking};

/// A running analysis.
pub struct AnalysisBoard {
    /// Number of lines shown.
    pub lines: usize,
    /// Whether the threat is marked.
    pub threat: bool,
    tree: Tree,
    game: Game,
}

/// The game set aside.
struct Game {
    board: Box<Board>,
    engine_side: Option<Side>,
    redo: Vec<Move>,
    clocks: Option<GameClocks>,
    result: Option<String>,
    standing: Standing,
    draw_offered: bool,
    is_kept: bool,
    expected: Option<Expected>,
    /// The game with its variations and comments.
    study: Option<Study>,
}

/// Starts an analysis of the position on the board, or changes the number of its lines.
pub(super) fn begin(board: &mut Board, session: &mut Session, lines: usize) {
    if let Some(analysis) = &mut session.own.analysing {
        analysis.lines = lines;
        return;
    }
    let own = &mut session.own;
    let mut clocks = own.clocks.take();
    if let Some(clocks) = &mut clocks {
        clocks.stop(board.next_move);
    }
    let game = Game {
        board: Box::new(board.clone()),
        engine_side: session.engine_side.take(),
        redo: std::mem::take(&mut session.redo),
        clocks,
        result: own.result.take(),
        standing: std::mem::take(&mut own.standing),
        draw_offered: std::mem::take(&mut own.draw_offered),
        is_kept: own.is_kept,
        expected: own.expected.take(),
        study: own.study.take(),
    };
    own.analysing = Some(Box::new(AnalysisBoard { lines, threat: false, tree: Tree::of(board), game }));
}

/// Ends the analysis and restores the game. False if there was none.
pub(super) fn end(board: &mut Board, session: &mut Session) -> bool {
    let Some(game) = take_back_game(session) else { return false };
    let view_rotated = board.view_rotated;
    keep::copy_game(&game, board);
    board.view_rotated = view_rotated;
    looking::show_board(board, session);
    true
}

/// Ends the analysis and makes its line the game.
///
/// # Errors
/// A refusal if there is no analysis.
pub(super) fn keep_line(board: &mut Board, session: &mut Session) -> Done {
    if take_back_game(session).is_none() {
        return bad("there is no analysis: 'keep' makes the line of an analysis the game");
    }
    let own = &mut session.own;
    (own.result, own.expected) = (None, None);
    own.standing = Standing::default();
    session.redo.clear();
    kept::autosave(board, session);
    looking::show_board(board, session);
    session.say("The line is the game now.");
    Ok(())
}

/// Restores the session as it was before the analysis, and returns the board of the game.
fn take_back_game(session: &mut Session) -> Option<Box<Board>> {
    let Game { board, engine_side, redo, clocks, result, standing, draw_offered, is_kept, expected, study } =
        session.own.analysing.take()?.game;
    (session.engine_side, session.redo) = (engine_side, redo);
    let own = &mut session.own;
    (own.clocks, own.result, own.standing) = (clocks, result, standing);
    (own.draw_offered, own.is_kept, own.expected, own.study) = (draw_offered, is_kept, expected, study);
    if let Some(clocks) = &mut own.clocks {
        clocks.restart_turn();
    }
    Some(board)
}

/// A new position was set up in the analysis.
pub(super) fn begin_anew(board: &Board, session: &mut Session) {
    if let Some(analysis) = &mut session.own.analysing {
        analysis.tree = Tree::of(board);
    }
}

/// Records a move played in the analysis.
pub(super) fn note_move(session: &mut Session, mv: Move, san: String) {
    if let Some(analysis) = &mut session.own.analysing {
        analysis.tree.play(mv, san);
    }
}

/// Goes `steps` moves back (negative) or forward along the line visited last. False if there are none.
pub(super) fn walk(board: &mut Board, session: &mut Session, steps: isize) -> bool {
    let Some(analysis) = &mut session.own.analysing else { return false };
    let before = analysis.tree.at;
    for _ in 0..steps.unsigned_abs() {
        let moved = if steps < 0 {
            analysis.tree.back().and_then(|()| board.undo()).map(drop)
        } else {
            analysis.tree.forward().map(|mv| board.play(mv))
        };
        if moved.is_none() {
            break;
        }
    }
    let moved = analysis.tree.at != before;
    looking::show_board(board, session);
    moved
}

/// The steady screen's view of the analysis, without the lines of the position before.
pub(super) fn shown(board: &Board, session: &Session) -> Option<Analysis> {
    let analysis = session.own.analysing.as_ref()?;
    let screen = session.own.look.screen(&session.out);
    let mut root = Box::new(board.clone());
    while root.undo().is_some() {}
    let mut tokens = analysis.tree.tokens(root.move_number() as usize, root.next_move);
    tokens.iter_mut().for_each(|token| token.text = screen.moves(&token.text));
    Some(Analysis { tree: tokens, ..Analysis::default() })
}

// ---- the tree ----------------------------------------------------------------------------------------------------------

/// The moves tried, as a tree. Its root is the start of the game.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Tried>,
    at: usize,
}

#[derive(Debug)]
struct Tried {
    mv: Move,
    san: String,
    parent: usize,
    children: Vec<usize>,
    /// The child visited last.
    next: Option<usize>,
}

impl Tree {
    /// A tree with the game on the board as its only line.
    fn of(board: &Board) -> Tree {
        let mut copy = Box::new(board.clone());
        let mut moves: Vec<Move> = std::iter::from_fn(|| copy.undo()).collect();
        moves.reverse();
        let names = copy.san_line(&moves);
        let root = Tried { mv: Move::default(), san: String::new(), parent: 0, children: Vec::new(), next: None };
        let mut tree = Tree { nodes: vec![root], at: 0 };
        moves.into_iter().zip(names).for_each(|(mv, san)| tree.play(mv, san));
        tree
    }

    /// Plays a move, along a known line or a new one.
    fn play(&mut self, mv: Move, san: String) {
        let known = self.nodes[self.at].children.iter().copied().find(|child| self.nodes[*child].mv == mv);
        let child = known.unwrap_or_else(|| {
            self.nodes.push(Tried { mv, san, parent: self.at, children: Vec::new(), next: None });
            let child = self.nodes.len() - 1;
            self.nodes[self.at].children.push(child);
            child
        });
        self.nodes[self.at].next = Some(child);
        self.at = child;
    }

    fn back(&mut self) -> Option<()> {
        if self.at == 0 {
            return None;
        }
        self.at = self.nodes[self.at].parent;
        Some(())
    }

    fn forward(&mut self) -> Option<Move> {
        self.at = self.nodes[self.at].next?;
        Some(self.nodes[self.at].mv)
    }

    /// The whole tree in tokens, written like a game with variations. `number` and `side` are those of its first move.
    fn tokens(&self, number: usize, side: Side) -> Vec<Token> {
        let mut tokens = Vec::new();
        if let Some(first) = self.nodes[0].children.first() {
            self.add_line(*first, 2 * number + side.index(), 0, &mut tokens);
        }
        tokens
    }

    /// Adds a line from its first move on. Each move is followed by its alternatives in brackets.
    fn add_line(&self, first: usize, mut ply: usize, depth: usize, tokens: &mut Vec<Token>) {
        let (mut at, mut begins) = (first, true);
        loop {
            let number = match (ply % 2, begins) {
                (0, _) => format!("{}. ", ply / 2),
                (_, true) => format!("{}... ", ply / 2),
                _ => String::new(),
            };
            let bracket = if begins && at == first && depth > 0 { "(" } else { "" };
            let text = format!("{bracket}{number}{}", self.nodes[at].san);
            tokens.push(Token { text, current: at == self.at, aside: depth > 0 });
            begins = false;
            let siblings = &self.nodes[self.nodes[at].parent].children;
            if siblings[0] == at {
                for other in &siblings[1..] {
                    self.add_line(*other, ply, depth + 1, tokens);
                    begins = true;
                }
            }
            let Some(next) = self.nodes[at].children.first() else { break };
            (at, ply) = (*next, ply + 1);
        }
        if let Some(last) = tokens.last_mut().filter(|_| depth > 0) {
            last.text.push(')');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tried_moves_are_a_tree() {
        let mut board = Board::new();
        let play = |board: &mut Board, tree: Option<&mut Tree>, text: &str| {
            let mv = board.read_move(text).expect("legal");
            let san = board.san(mv);
            board.play(mv);
            tree.into_iter().for_each(|tree| tree.play(mv, san.clone()));
        };
        for text in ["e4", "e5"] {
            play(&mut board, None, text);
        }
        let mut tree = Tree::of(&board);
        play(&mut board, Some(&mut tree), "Nf3");
        play(&mut board, Some(&mut tree), "Nc6");
        for _ in 0..2 {
            assert!(tree.back().is_some() && board.undo().is_some());
        }
        play(&mut board, Some(&mut tree), "f4");
        play(&mut board, Some(&mut tree), "exf4");
        let text = |tree: &Tree| {
            let tokens = tree.tokens(1, Side::White);
            assert_eq!(tokens.iter().filter(|token| token.current).count(), usize::from(tree.at > 0));
            tokens.into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(&tree), "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6");
        // Forward follows the line visited last, and known moves add no new line.
        assert!(tree.back().is_some() && tree.back().is_some());
        board.undo();
        board.undo();
        let forward = tree.forward().expect("a move");
        assert_eq!(board.san(forward), "f4");
        tree.back();
        play(&mut board, Some(&mut tree), "Nf3");
        assert_eq!(tree.nodes.len(), 7);
        while tree.back().is_some() {}
        assert_eq!(text(&tree), "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6");
    }
}
