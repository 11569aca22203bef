//! Commands that record a search tree and walk through it.

use crate::board::Board;
use crate::displaymove::square_name;
use crate::instrument::Instrument;
use crate::instrument::tree::{NULLMOVE, PV_NODE, Part, ROOT_NODE, Step, Tree, TreeNode, Why};
use crate::lab::audit;
use crate::lab::walk::Walk;
use crate::searcher::Algorithm;
use crate::ui::arguments::Target;
use crate::ui::console::{Analysis, Session};
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::tables::{Format, Table, json_text, score_text};

use super::node::{bound, result_text, step_text};
use super::text::refusal_name;
use super::{check_not_over, interrupted, picture};

/// Default depth of a recorded search, in plies.
const DEPTH: usize = 4;
/// Default maximum number of nodes recorded, at 64 bytes each.
const NODES: usize = 100_000;
/// Maximum number of children shown by `tree`.
const MOST_SHOWN: usize = 16;
/// Maximum number of nodes that `tree dump` shows; a file gets all.
const MOST_DUMPED: usize = 2000;

/// The cells of a node, in the order of [`COLUMNS`].
pub fn row(walk: &Walk, index: usize) -> Vec<String> {
    let node = &walk.tree.nodes[index];
    vec![
        node.ply.to_string(),
        step_text(walk, index),
        format!("[{},{}]", bound(node.alpha), bound(node.beta)),
        flags(node),
        if node.part == Part::Quiescence { "Q".into() } else { node.depth.to_string() },
        score_text(node.value),
        node.nodes.to_string(),
        why(node),
    ]
}

/// Columns of a node's row.
pub const COLUMNS: [&str; 8] = ["ply", "move", "window", "flags", "d", "result", "nodes", "why"];

fn flags(node: &TreeNode) -> String {
    let letters = [(PV_NODE, 'P'), (ROOT_NODE, 'R'), (NULLMOVE, 'N')];
    letters.into_iter().filter(|(bit, _)| node.flags & bit != 0).map(|(_, letter)| letter).collect()
}

fn why(node: &TreeNode) -> String {
    let why = result_text(node);
    match node.refusal {
        Some(refusal) if node.why != Why::NoMoves => format!("{why}; no null: {}", refusal_name(refusal)),
        _ => why.into(),
    }
}

pub(crate) fn tree(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    match words[..] {
        ["record", ..] => return record(board, session, &words[1..]),
        ["dump", ..] => return dump(session, &words[1..]),
        ["picture", ..] => return draw(session, &words[1..]),
        ["next", "false-null"] => next_false_null(session)?,
        _ => go(recorded(&mut session.own.analysis)?, &words)?,
    }
    here(recorded(&mut session.own.analysis)?).show(&mut session.out, format);
    Ok(())
}

/// The walk through the recorded tree.
fn recorded(analysis: &mut Analysis) -> Result<&mut Walk, Refusal> {
    analysis.walk.as_mut().map_or_else(nothing_recorded, Ok)
}

fn nothing_recorded<T>() -> Result<T, Refusal> {
    bad("nothing is recorded; type 'tree record'")
}

fn no_such_node<T>() -> Result<T, Refusal> {
    bad("no such node follows ('tree root' goes back to the root)")
}

fn record(board: &mut Board, session: &mut Session, words: &[&str]) -> Done {
    let (mut depth, mut nodes) = (DEPTH, NODES);
    for pair in words.chunks(2) {
        let value = pair.get(1).copied().unwrap_or_default();
        match pair[0] {
            "depth" => depth = number(value, "depth", 1, 12, None)?,
            "nodes" => nodes = number(value, "nodes", 1, 2_000_000, None)?,
            _ => return bad("tree record takes: depth N, nodes N"),
        }
    }
    check_not_over(board)?;
    let settings = session.options.instrument;
    let Some(tree) = super::record(session, board, settings, depth, Tree::new(nodes)) else { return interrupted() };
    let walk = Walk { tree, root: Box::new(board.clone()), at: 0 };
    session.out.line(&format!(
        "{} nodes recorded, {} left out; depth {depth}",
        walk.tree.nodes.len(),
        walk.tree.left_out
    ));
    here(&walk).show(&mut session.out, Format::Text);
    session.own.analysis.walk = Some(walk);
    Ok(())
}

/// Executes `tree next false-null`: checks the null cutoffs after the current node, up to the first wrong one.
fn next_false_null(session: &mut Session) -> Done {
    let settings = session.options.instrument;
    let Some(mut walk) = session.own.analysis.walk.take() else { return nothing_recorded() };
    let is_wrong = |index: usize| {
        walk.tree.nodes[index].why == Why::NullCut && {
            let mut judge = Instrument::with(Algorithm::Pvs, settings);
            audit::judge_node(&mut judge, walk.board(index).setup(), &walk.tree, index) == Some(false)
        }
    };
    let (found, is_stopped) = session.work_on(&walk.root, |job| {
        let mut later = walk.at + 1..walk.tree.nodes.len();
        (later.find(|&index| job.is_stopped() || is_wrong(index)), job.is_stopped())
    });
    let found = found.filter(|_| !is_stopped);
    walk.at = found.unwrap_or(walk.at);
    session.own.analysis.walk = Some(walk);
    match found {
        _ if is_stopped => interrupted(),
        Some(_) => Ok(()),
        None => no_such_node(),
    }
}

/// Moves to another node.
fn go(walk: &mut Walk, words: &[&str]) -> Done {
    let children = walk.tree.children(walk.at);
    let forward = |wanted: &dyn Fn(&TreeNode) -> bool| -> Result<usize, Refusal> {
        let found = (walk.at + 1..walk.tree.nodes.len()).find(|&index| wanted(&walk.tree.nodes[index]));
        found.map_or_else(no_such_node, Ok)
    };
    walk.at = match *words {
        [] => walk.at,
        ["root"] => 0,
        ["up"] if walk.at == 0 => return bad("this is the root"),
        ["up"] => walk.node().parent,
        ["down"] => *children.first().map_or_else(|| bad("there is no node below"), Ok)?,
        ["down", name] => {
            let by_number = name.parse::<usize>().ok().and_then(|number| children.get(number.checked_sub(1)?).copied());
            let by_name = || children.iter().copied().find(|&child| step_text(walk, child) == name);
            by_number.or_else(by_name).map_or_else(|| bad(format!("'{name}' was not searched here")), Ok)?
        }
        ["next", "null"] => forward(&|node| node.step == Step::Pass)?,
        ["next", "cut"] => forward(&|node| node.why == Why::NullCut)?,
        ["next", "fh"] => forward(&|node| node.value >= node.beta)?,
        ["next", "best"] => forward(&|node| node.why == Why::Best)?,
        _ => {
            return bad("tree takes: record, up, down [MOVE|N], root, next null|cut|fh|best|false-null, dump, picture");
        }
    };
    Ok(())
}

/// The current node with its children.
fn here(walk: &Walk) -> Table {
    let path: Vec<String> = walk.tree.path(walk.at).iter().skip(1).map(|&node| step_text(walk, node)).collect();
    let mut table = Table::new(format!("root {}", path.join(" ")).trim_end().to_string(), &COLUMNS);
    table.row(row(walk, walk.at));
    let children = walk.tree.children(walk.at);
    for &child in children.iter().take(MOST_SHOWN) {
        table.row(row(walk, child));
    }
    if children.len() > MOST_SHOWN {
        table.note(format!("Only the first {MOST_SHOWN} children are shown; 'tree dump' shows more."));
    }
    let side = walk.board(walk.at).next_move.name();
    table.note(format!(
        "{side} to move; children searched: {}. Each result is for the side to move at that node.",
        children.len()
    ));
    table
}

/// Executes `tree dump dot|json|text [FILE] [--force]`.
fn dump(session: &mut Session, words: &[&str]) -> Done {
    let (kind, rest) = words.split_first().map_or(("text", &[][..]), |(kind, rest)| (*kind, rest));
    let target = if rest.is_empty() { None } else { Some(Target::read(rest, "")?) };
    let walk = recorded(&mut session.own.analysis)?;
    let all = walk.node().end;
    let end = if target.is_some() { all } else { all.min(walk.at + MOST_DUMPED) };
    let left_out = all - end;
    // Truncated JSON or DOT would be invalid.
    if left_out > 0 && matches!(kind, "dot" | "json") {
        let count = all - walk.at;
        return bad(format!("{count} nodes are too many for the screen; 'tree dump {kind} FILE' writes all of them"));
    }
    let text = match kind {
        "dot" => picture::dot(walk, end),
        "json" => json(walk, end),
        "text" => text_tree(walk, end),
        _ => return bad("tree dump takes: dot, json or text, and optionally FILE [--force]"),
    };
    let Some(target) = target else {
        session.out.line(&text);
        if left_out > 0 {
            let hint = "'tree dump text FILE' writes all of them";
            session.say(&format!("The first {MOST_DUMPED} nodes are shown, {left_out} more are left out; {hint}."));
        }
        return Ok(());
    };
    target.write(&(text + "\n"))?;
    session.say(&format!("The tree is in {}.", target.file));
    Ok(())
}

/// Executes `tree picture FILE.svg [--force]`.
fn draw(session: &mut Session, words: &[&str]) -> Done {
    let target = Target::read(words, ".svg")?;
    target.write(&picture::svg(recorded(&mut session.own.analysis)?))?;
    session.say(&format!("The picture is in {}.", target.file));
    Ok(())
}

fn step_name(step: Step) -> String {
    match step {
        Step::Root => "root".into(),
        Step::Pass => "--".into(),
        Step::Verification => "verify".into(),
        Step::Move(mv) => format!("{}{}", square_name(mv.from()), square_name(mv.tosq())),
    }
}

/// The nodes from the current one up to index `end` as an array of objects, parents before their children.
fn json(walk: &Walk, end: usize) -> String {
    let object = |index: usize| {
        let node = &walk.tree.nodes[index];
        let parent = if index == walk.at { "null".into() } else { (node.parent - walk.at).to_string() };
        format!(
            "  {{\"id\": {}, \"parent\": {parent}, \"ply\": {}, \"move\": {}, \"alpha\": {}, \"beta\": {}, \"flags\": {}, \
             \"depth\": {}, \"value\": {}, \"nodes\": {}, \"why\": {}}}",
            index - walk.at,
            node.ply,
            json_text(&step_name(node.step)),
            node.alpha,
            node.beta,
            node.flags,
            node.depth,
            node.value,
            node.nodes,
            json_text(&why(node))
        )
    };
    format!("[\n{}\n]", (walk.at..end).map(object).collect::<Vec<_>>().join(",\n"))
}

fn text_tree(walk: &Walk, end: usize) -> String {
    let line = |index: usize| {
        let node = &walk.tree.nodes[index];
        let indent = "  ".repeat(walk.tree.path(index).len() - walk.tree.path(walk.at).len());
        format!("{indent}{} {} {}", step_text(walk, index), score_text(node.value), why(node))
    };
    (walk.at..end).map(line).collect::<Vec<_>>().join("\n")
}
