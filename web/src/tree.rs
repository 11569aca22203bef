//! A recorded search, node by node.

use alula::instrument::tree::{NULLMOVE, PV_NODE, Part, Step, TreeNode, Why};
use alula::lab::walk::Walk;
use alula::ui::console::lessons::run;
use alula::ui::lab::treewalk::{COLUMNS, row};
use serde_json::{Value, json};

use crate::answers::{number, text};
use crate::desk::{Answer, Desk, WORDS};
use crate::game::board_of;

/// Maximum depth of a recorded search, in plies.
const MOST_DEPTH: usize = 8;

/// Records a search with settings of the laboratory and describes its root.
pub fn record(desk: &mut Desk, request: &Value) -> Answer {
    let mut board = board_of(request)?;
    let depth = number(request, "depth", 1..=MOST_DEPTH, 4);
    desk.tree = run::silent_session(WORDS);
    let mut lines: Vec<String> = text(request, "settings").lines().map(String::from).collect();
    lines.push(format!("tree record depth {depth}"));
    let mut shown = Default::default();
    for line in lines.iter().filter(|line| !line.trim().is_empty()) {
        shown = run::overheard(&mut desk.tree, &mut board, line).map_err(|refusal| refusal.to_string())?;
    }
    let root = tell(walk(desk)?, 0, has_nulls(desk));
    Ok(json!({ "said": shown.text.lines().next(), "columns": COLUMNS, "root": root }))
}

fn walk(desk: &Desk) -> Result<&Walk, String> {
    desk.tree.own.analysis.walk.as_ref().ok_or("nothing is recorded".into())
}

/// Whether the recorded search tries null moves.
fn has_nulls(desk: &Desk) -> bool {
    desk.tree.options.instrument.switches.null
}

/// A node with its children and its position.
pub fn node(desk: &mut Desk, request: &Value) -> Answer {
    let (walk, nulls) = (walk(desk)?, has_nulls(desk));
    let index = number(request, "node", 0..=walk.tree.nodes.len() - 1, 0);
    let children: Vec<Value> = walk.tree.children(index).into_iter().map(|child| tell(walk, child, nulls)).collect();
    let board = walk.board(index);
    Ok(json!({
        "node": tell(walk, index, nulls), "children": children, "fen": board.fen(),
        "turn": board.next_move.name().to_lowercase()
    }))
}

/// The cells of a node as in the console's `tree`, and the properties that a page highlights.
fn tell(walk: &Walk, index: usize, nulls: bool) -> Value {
    let node = &walk.tree.nodes[index];
    let squares = match node.step {
        Step::Move(mv) => Some([mv.from(), mv.tosq()].map(alula::displaymove::square_name)),
        _ => None,
    };
    json!({
        "id": index,
        "cells": row(walk, index),
        "children": walk.tree.children(index).len(),
        "pass": node.flags & NULLMOVE != 0,
        "open": node.flags & PV_NODE != 0,
        "again": is_research(walk, index),
        "squares": squares,
        "ran": ran(node, nulls),
    })
}

/// Whether the same move was searched just before with a null window, and its score was inside the window.
fn is_research(walk: &Walk, index: usize) -> bool {
    let node = &walk.tree.nodes[index];
    let Step::Move(_) = node.step else { return false };
    let siblings = walk.tree.children(node.parent);
    let before = siblings.iter().take_while(|sibling| **sibling != index).last();
    before.is_some_and(|before| walk.tree.nodes[*before].step == node.step)
}

/// The parts of `alphabetapvs` that the node executed, by their names in the page's listing.
fn ran(node: &TreeNode, nulls: bool) -> Vec<&'static str> {
    let mut parts = vec!["begin"];
    if node.part == Part::Quiescence {
        return vec!["leaf"];
    }
    if node.why == Why::Repetition {
        return vec!["begin", "repetition"];
    }
    if nulls && node.refusal.is_none() {
        parts.push("null");
    }
    match node.why {
        Why::NullCut => parts.push("null cut"),
        Why::Refuted => parts.extend(["moves", "cutoff"]),
        Why::Best => parts.extend(["moves", "better", "end"]),
        Why::NoMoves => parts.extend(["moves", "no moves"]),
        _ => parts.extend(["moves", "end"]),
    }
    parts
}
