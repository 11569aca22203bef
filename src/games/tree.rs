//! A game as a tree: the moves played, variations on them, and annotations.
//!
//! A [`NodeId`] identifies a position; the root is the start of the game. The first child of a node is the main
//! continuation, the others are variations, in order. Deleted nodes stay in memory until the game is dropped, so their
//! ids stay valid, but no path from the root leads to them.

use crate::board::{Board, CastlePath};
use crate::defines::Side;
use crate::moves::Move;
use crate::readfen::{Fen, FenError, Rules, START_FEN, read_fen_by};
use crate::setup::Setup;

use super::line::MoveLine;

/// Identifies a position in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

/// The start of the game.
pub const ROOT: NodeId = NodeId(0);

/// A move, and its annotations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The move that leads here; [`Move::NONE`] for a pass, and at the root.
    pub mv: Move,
    /// Comment before the first move of a variation; the move keeps this comment when it becomes the main continuation.
    /// Empty for other moves: a comment before them belongs to the previous move.
    pub before: String,
    /// Comment after the move; at the root, the comment on the game.
    pub comment: String,
    /// Numeric annotation glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and higher numbers.
    pub nags: Vec<u8>,
    parent: u32,
    children: Vec<NodeId>,
}

/// The Seven Tag Roster, in the order of the standard: each tag with its value for "unknown".
pub const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The possible results of a game.
pub const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Results that only an arbiter can award: both players lose, or one gets half a point and the other none. Allowed only
/// in the `Result` tag.
pub const ARBITER_RESULTS: [&str; 3] = ["0-0", "1/2-0", "0-1/2"];

/// Names and values of a game's tags. The tags of the Seven Tag Roster always exist and come first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags(Vec<(String, String)>);

impl Default for Tags {
    fn default() -> Tags {
        Tags(ROSTER.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
    }
}

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The known part of a tag's value: [`None`] for `?`, `2026` for `2026.??.??`.
    pub fn known(&self, name: &str) -> Option<&str> {
        let value = self.get(name)?.trim_end_matches(".??");
        value.contains(|letter| !matches!(letter, '?' | '.' | '-' | ' ')).then_some(value)
    }

    /// Sets a tag.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value.into(),
            None => self.0.push((name.into(), value.into())),
        }
    }

    /// Removes a tag. A tag of the Seven Tag Roster is set to its unknown value instead.
    pub fn remove(&mut self, name: &str) {
        match ROSTER.iter().find(|(known, _)| *known == name) {
            Some((_, unknown)) => self.set(name, *unknown),
            None => self.0.retain(|(known, _)| known != name),
        }
    }

    /// All tags in the order of the standard: the Seven Tag Roster, then the others by name.
    pub fn in_order(&self) -> Vec<(&str, &str)> {
        let mut tags: Vec<(&str, &str)> = self.0.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        tags[ROSTER.len()..].sort_unstable();
        tags
    }

    /// The rules named by the `Variant` tag; without that tag, standard chess.
    ///
    /// # Errors
    /// The name of an unsupported variant.
    pub fn rules(&self) -> Result<Rules, String> {
        let Some(variant) = self.get("Variant") else { return Ok(Rules::Standard) };
        let letters: String = variant.chars().filter(|letter| letter.is_alphanumeric()).collect();
        match letters.to_ascii_lowercase().as_str() {
            "" | "standard" | "normal" | "chess" | "classical" | "regular" | "orthodox" | "fromposition" => {
                Ok(Rules::Standard)
            }
            "960" | "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc" => Ok(Rules::Chess960),
            _ => Err(variant.into()),
        }
    }

    /// The start position from the `FEN` tag; without that tag, the standard one.
    ///
    /// # Errors
    /// The error in the FEN.
    pub fn start(&self, rules: Rules) -> Result<Fen, FenError> {
        read_fen_by(self.get("FEN").filter(|fen| !fen.trim().is_empty()).unwrap_or(START_FEN), rules)
    }
}

/// A game with its tags, variations and comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The tags. `Result` is the result of the game; `SetUp`, `FEN` and `Variant` are set by [`Game::set_start`].
    pub tags: Tags,
    start: Setup,
    nodes: Vec<Node>,
}

impl Default for Game {
    fn default() -> Game {
        Game { tags: Tags::default(), start: Setup::start(), nodes: vec![Node::default()] }
    }
}

impl Game {
    /// The game played on a board.
    pub fn of(board: &Board) -> Game {
        let mut past = Box::new(board.clone());
        let mut moves: Vec<Move> = std::iter::from_fn(|| past.undo()).collect();
        moves.reverse();
        let mut game = Game::default();
        game.set_start(past.setup());
        let mut at = ROOT;
        for mv in moves {
            at = game.add(at, mv);
        }
        game
    }

    /// The position in which the game begins.
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// Sets the start position and the tags that describe it; removes all moves.
    pub fn set_start(&mut self, start: Setup) {
        let mut board = Board::new();
        board.init_from_setup(&start);
        let fen = board.fen();
        for name in ["SetUp", "FEN"] {
            self.tags.remove(name);
        }
        if fen != START_FEN {
            self.tags.set("SetUp", "1");
            self.tags.set("FEN", fen);
        }
        if start.castle_path != CastlePath::STANDARD {
            self.tags.set("Variant", "Chess960");
        }
        self.begin(start);
    }

    /// Sets the start position and removes all moves, but keeps the tags.
    pub(super) fn begin(&mut self, start: Setup) {
        self.start = start;
        self.nodes.truncate(1);
        self.nodes[0].children.clear();
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result(&self) -> &str {
        let result = self.tags.get("Result").unwrap_or("*");
        if RESULTS.contains(&result) { result } else { "*" }
    }

    /// The node of a position.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The mutable node of a position.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The position before this one; [`None`] for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != ROOT).then(|| NodeId(self.node(id).parent))
    }

    /// The moves played from a position: the main continuation, then the variations.
    pub fn children(&self, id: NodeId) -> &[NodeId] {
        &self.node(id).children
    }

    /// The main continuation.
    pub fn next(&self, id: NodeId) -> Option<NodeId> {
        self.children(id).first().copied()
    }

    /// The nodes from the first move to this one.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.parent(id)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// Whether the position is still in the tree, not deleted.
    pub fn is_there(&self, id: NodeId) -> bool {
        self.path(id).iter().all(|&id| self.parent(id).is_some_and(|parent| self.children(parent).contains(&id)))
    }

    /// The moves from the start to this position.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        self.path(id).into_iter().map(|id| self.node(id).mv).collect()
    }

    /// The nodes of the main line without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(ROOT)
    }

    /// The nodes after this one, following the main continuations.
    pub fn line_from(&self, id: NodeId) -> Vec<NodeId> {
        std::iter::successors(self.next(id), |&id| self.next(id)).collect()
    }

    /// The last position reached from this one by following the main continuations.
    pub fn end_of_line(&self, id: NodeId) -> NodeId {
        self.line_from(id).pop().unwrap_or(id)
    }

    /// Whether the position is on the main line.
    pub fn is_main(&self, id: NodeId) -> bool {
        self.path(id).into_iter().all(|id| !self.is_variation(id))
    }

    /// Whether a variation begins with this move.
    pub fn is_variation(&self, id: NodeId) -> bool {
        self.parent(id).is_some_and(|parent| self.next(parent) != Some(id))
    }

    /// The first move of the innermost variation that contains this move; [`None`] in the main line.
    pub fn variation_of(&self, id: NodeId) -> Option<NodeId> {
        self.path(id).into_iter().rev().find(|&id| self.is_variation(id))
    }

    /// Number of half-moves from the start.
    pub fn ply(&self, id: NodeId) -> usize {
        self.path(id).len()
    }

    /// The path to a position as text for [`Game::place_of_text`], like `41 12.1`: the number of half-moves, then the
    /// ply and index of each move that starts a variation.
    pub fn place_text(&self, id: NodeId) -> String {
        let path = self.path(id);
        let turns = path.iter().zip(1..).filter_map(|(&id, ply): (_, usize)| {
            let number = self.children(self.parent(id)?).iter().position(|&child| child == id)?;
            (number > 0).then(|| format!(" {ply}.{number}"))
        });
        format!("{}{}", path.len(), turns.collect::<String>())
    }

    /// The position at a path written by [`Game::place_text`]; [`None`] if the game does not contain it.
    pub fn place_of_text(&self, text: &str) -> Option<NodeId> {
        let (plies, turns) = text.split_once(' ').unwrap_or((text, ""));
        let turns: Vec<(usize, usize)> = turns
            .split_whitespace()
            .map(|turn| turn.split_once('.').and_then(|(ply, number)| Some((ply.parse().ok()?, number.parse().ok()?))))
            .collect::<Option<_>>()?;
        (1..=plies.parse().ok()?).try_fold(ROOT, |at, ply: usize| {
            let number = turns.iter().find(|(turn, _)| *turn == ply).map_or(0, |(_, number)| *number);
            self.children(at).get(number).copied()
        })
    }

    /// Number of the move that leads here: `12.` if White made it, `12...` if Black did.
    pub fn number_text(&self, id: NodeId) -> String {
        let half_moves = self.start.next_move.index() + self.ply(id).max(1) - 1;
        let number = self.start.move_number as usize + half_moves / 2;
        format!("{number}{}", [".", "..."][half_moves % 2])
    }

    /// The position, as a line of moves from the start.
    pub fn line_to(&self, id: NodeId) -> MoveLine {
        let mut line = MoveLine::from(&self.start);
        self.moves_to(id).into_iter().for_each(|mv| line.play(mv));
        line
    }

    /// A Board on which the moves from the start to this position have been played. A Board cannot hold passes, so its
    /// history starts after the last pass.
    pub fn board_at(&self, id: NodeId) -> Box<Board> {
        let moves = self.moves_to(id);
        let known = moves.iter().rposition(|mv| !mv.is_some()).map_or(0, |at| at + 1);
        let mut line = MoveLine::from(&self.start);
        moves[..known].iter().for_each(|&mv| line.play(mv));
        let mut board = Board::new();
        board.init_from_setup(&line.setup());
        moves[known..].iter().for_each(|&mv| board.play(mv));
        board
    }

    /// Standard notation of the move that leads here; `--` for a pass.
    pub fn san(&self, id: NodeId) -> String {
        match self.parent(id) {
            Some(parent) if self.node(id).mv.is_some() => self.line_to(parent).board().san(self.node(id).mv),
            Some(_) => "--".into(),
            None => String::new(),
        }
    }

    /// Whether the game has variations, comments or glyphs.
    pub fn is_annotated(&self) -> bool {
        let mut nodes = self.main_line();
        nodes.push(ROOT);
        nodes.into_iter().any(|id| {
            let node = self.node(id);
            let has_words = [&node.before, &node.comment].iter().any(|comment| !comment.is_empty());
            node.children.len() > 1 || has_words || !node.nags.is_empty()
        })
    }

    // ---- changes ------------------------------------------------------------------------------------------------

    /// Adds a legal move as the last continuation of a position, unless the move is already there. Returns its node.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> NodeId {
        match self.find(parent, mv) {
            Some(known) => known,
            None => self.add_again(parent, mv),
        }
    }

    /// Adds a move even if it is already there: PGN files may repeat a move as a variation with different comments.
    pub(super) fn add_again(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node { mv, parent: parent.0, ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// The continuation with this move.
    pub fn find(&self, parent: NodeId, mv: Move) -> Option<NodeId> {
        self.children(parent).iter().copied().find(|&id| self.node(id).mv == mv)
    }

    /// Promotes the variation that contains a position by one place; returns false if the position is on the main line.
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(first) = self.variation_of(id) else { return false };
        let siblings = self.siblings_mut(first);
        let at = siblings.iter().position(|&known| known == first).unwrap_or_default();
        siblings.swap(at - 1, at);
        true
    }

    /// Makes the line through a position the main line.
    pub fn make_main(&mut self, id: NodeId) {
        while self.promote(id) {}
    }

    /// Deletes the move that leads here and everything after it. Returns the position before it; [`None`] for the root.
    pub fn delete(&mut self, id: NodeId) -> Option<NodeId> {
        let parent = self.parent(id)?;
        self.siblings_mut(id).retain(|&known| known != id);
        Some(parent)
    }

    /// Deletes everything after a position.
    pub fn delete_after(&mut self, id: NodeId) {
        self.node_mut(id).children.clear();
    }

    /// Undoes the last deletion of this move, if it is not there: it comes back with its annotations and all that
    /// followed it. Returns its node; [`None`] if it never was there.
    pub fn restore(&mut self, parent: NodeId, mv: Move) -> Option<NodeId> {
        if let Some(known) = self.find(parent, mv) {
            return Some(known);
        }
        let is_it = |node: &Node| node.parent == parent.0 && node.mv == mv;
        let id = NodeId(self.nodes.iter().skip(1).rposition(is_it)? as u32 + 1);
        self.node_mut(parent).children.push(id);
        Some(id)
    }

    /// Sets the mark of a move, a [glyph](Node::nags) from 1 to 6, or removes it (0).
    pub fn set_mark(&mut self, id: NodeId, mark: u8) {
        let nags = &mut self.node_mut(id).nags;
        nags.retain(|nag| !(1..=6).contains(nag));
        if mark != 0 {
            nags.insert(0, mark);
        }
    }

    fn siblings_mut(&mut self, id: NodeId) -> &mut Vec<NodeId> {
        let parent = NodeId(self.node(id).parent);
        &mut self.node_mut(parent).children
    }
}

impl Node {
    /// Appends to the comment after the move.
    pub fn add_comment(&mut self, text: &str) {
        add_text(&mut self.comment, text);
    }
}

/// The suffix for a mark: `!`, `?`, `!!`, `??`, `!?` or `?!`; empty for none.
pub fn mark_text(mark: u8) -> &'static str {
    ["", "!", "?", "!!", "??", "!?", "?!"].get(usize::from(mark)).unwrap_or(&"")
}

/// A comment without embedded commands like `[%clk 0:10:00]`.
pub fn in_words(comment: &str) -> String {
    words_and_commands(comment).0
}

/// The words of a comment, and its embedded commands.
pub fn words_and_commands(comment: &str) -> (String, String) {
    let (mut words, mut commands) = (String::new(), String::new());
    let mut rest = comment;
    while let Some((before, behind)) = rest.split_once("[%") {
        let (command, next) = behind.split_once(']').unwrap_or((behind, ""));
        add_text(&mut words, before);
        add_text(&mut commands, &format!("[%{command}]"));
        rest = next;
    }
    add_text(&mut words, rest);
    (words, commands)
}

/// Appends to a comment. Collapses white space to single spaces, since a file may wrap lines anywhere, and drops
/// control characters, which the standard does not allow.
pub(super) fn add_text(comment: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.extend(word.chars().filter(|letter| !letter.is_control()));
    }
}

/// Number and side of the move made `ply` half-moves after the start.
pub fn number_text(start: &Setup, ply: usize) -> (u32, Side) {
    let half_moves = start.next_move.index() + ply;
    (start.move_number + half_moves as u32 / 2, if half_moves.is_multiple_of(2) { Side::White } else { Side::Black })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_found_again_by_its_text() {
        let game = &crate::games::pgn::read_text("1. e4 e5 (1... c5 2. Nf3 (2. c3 d5)) 2. Nf3 Nc6 *")[0].game;
        for id in (0..game.nodes.len() as u32).map(NodeId) {
            assert_eq!(game.place_of_text(&game.place_text(id)), Some(id), "{}", game.place_text(id));
        }
        for wrong in ["", "x", "9", "1 1.7", "2 2", "3 2.x", "-1"] {
            assert_eq!(game.place_of_text(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_deleted_move_comes_back_with_its_annotations() {
        let mut game = crate::games::pgn::read_text("1. e4 {good} e5 2. Nf3 (2. f4) *").remove(0).game;
        let whole = game.clone();
        let mv = game.node(game.children(ROOT)[0]).mv;
        game.delete_after(ROOT);
        assert_eq!((game.find(ROOT, mv), game.restore(ROOT, Move::NONE)), (None, None));
        assert_eq!(game.restore(ROOT, mv), Some(NodeId(1)));
        assert_eq!(game, whole);
    }
}
