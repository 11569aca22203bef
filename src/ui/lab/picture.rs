//! Draws a recorded tree, as SVG or as a Graphviz graph.

use crate::instrument::tree::{Part, Step, TreeNode, Why};
use crate::lab::walk::Walk;
use crate::ui::tables::score_text;

use super::node::{bound, result_text, step_text};
use super::svg::{FAINT, INK, Lettering, Svg};

/// Maximum number of rows of boxes; more would be too small on a slide.
const MOST_ROWS: usize = 10;
/// Maximum number of columns of boxes.
const MOST_LEVELS: usize = 4;
/// Maximum number of children drawn for a node.
const MOST_CHILDREN: usize = 3;

/// Sizes of a box, of the gaps between boxes, and of the margin, in pixels.
const BOX: (f64, f64) = (222.0, 46.0);
const GAP: (f64, f64) = (52.0, 10.0);
const MARGIN: f64 = 24.0;
/// Space after the last column for the number of omitted nodes, in pixels.
const ROOM: f64 = 30.0;
/// Height of the heading and of the legend, in pixels.
const HEADING: f64 = 78.0;
const LEGEND: f64 = 78.0;
/// Average width of a letter in the legend, in pixels.
const LETTER: f64 = 7.4;

/// A node in the picture.
struct Drawn {
    node: usize,
    children: Vec<Drawn>,
    /// Number of children not drawn.
    left_out: usize,
    /// The vertical centre of its box, in pixels.
    y: f64,
}

/// Fill and stroke of a box.
fn colours(why: Why) -> (&'static str, &'static str) {
    match why {
        Why::NullCut => ("#ffe0b3", "#d55e00"),
        Why::Refuted => ("#e4e7eb", "#52606d"),
        Why::Best => ("#c6f0dc", "#009e73"),
        Why::StandPat => ("#e3f2fd", "#0072b2"),
        Why::NoMoves | Why::Repetition | Why::FiftyMoves => ("#f5d9ec", "#a3457f"),
        Why::FailLow | Why::Stopped => ("#ffffff", "#9aa5b1"),
    }
}

/// The colour legend.
const MEANINGS: [(Why, &str); 6] = [
    (Why::Best, "exact: a new best line"),
    (Why::Refuted, "fails high: a move refutes it"),
    (Why::NullCut, "null cut: even a pass is enough"),
    (Why::FailLow, "fails low: no move is good enough"),
    (Why::StandPat, "quiet, or stands pat"),
    (Why::NoMoves, "game over, or repeated"),
];

/// Whether this node is a re-search: its parent has already searched the same move.
pub(super) fn is_research(walk: &Walk, node: usize) -> bool {
    let nodes = &walk.tree.nodes;
    let is_move = matches!(nodes[node].step, Step::Move(_));
    let siblings = || walk.tree.children(nodes[node].parent).into_iter();
    is_move && siblings().take_while(|&other| other != node).any(|other| nodes[other].step == nodes[node].step)
}

/// Selects the children to draw, by priority: passes, new best moves and re-searches; the last child; the others.
/// Returns them and the number of children left out.
fn chosen_children(walk: &Walk, node: usize) -> (Vec<usize>, usize) {
    let children = walk.tree.children(node);
    let is_telling = |child: usize| {
        let record = &walk.tree.nodes[child];
        record.step == Step::Pass || record.why == Why::Best || is_research(walk, child)
    };
    let last = children.last().copied();
    let mut chosen: Vec<usize> = children.iter().copied().filter(|&child| is_telling(child)).collect();
    chosen.extend(children.iter().copied().filter(|&child| !is_telling(child) && Some(child) == last));
    chosen.extend(children.iter().copied().filter(|&child| !is_telling(child) && Some(child) != last));
    chosen.truncate(MOST_CHILDREN);
    chosen.sort_unstable();
    let left_out = children.len() - chosen.len();
    (chosen, left_out)
}

/// A selected node.
struct Chosen {
    node: usize,
    /// The column of the node's box.
    level: usize,
    /// Number of children not drawn.
    left_out: usize,
}

/// Selects the nodes to draw, from this node down, level by level, up to the limits.
fn choose(walk: &Walk, root: usize) -> Vec<Chosen> {
    let mut chosen = vec![Chosen { node: root, level: 1, left_out: 0 }];
    let (mut next, mut rows) = (0, 1);
    while next < chosen.len() {
        let Chosen { node, level, .. } = chosen[next];
        let (children, left_out) = chosen_children(walk, node);
        // The first child shares the row of its parent; each further child adds a row.
        let rows_then = rows + children.len().saturating_sub(1);
        if rows_then > MOST_ROWS || level == MOST_LEVELS {
            chosen[next].left_out = walk.tree.children(node).len();
        } else {
            rows = rows_then;
            chosen[next].left_out = left_out;
            chosen.extend(children.into_iter().map(|node| Chosen { node, level: level + 1, left_out: 0 }));
        }
        next += 1;
    }
    chosen
}

fn grow(walk: &Walk, chosen: &[Chosen], at: &Chosen) -> Drawn {
    let children = walk.tree.children(at.node).into_iter();
    let drawn = children.filter_map(|child| chosen.iter().find(|known| known.node == child));
    let children = drawn.map(|child| grow(walk, chosen, child)).collect();
    Drawn { node: at.node, children, left_out: at.left_out, y: 0.0 }
}

/// Lays out all nodes: each leaf gets a row, and every other node is centred between its first and its last child.
fn place(drawn: &mut Drawn, next: &mut f64) {
    for child in &mut drawn.children {
        place(child, next);
    }
    let row = BOX.1 + GAP.1;
    let first_last = drawn.children.first().map(|first| first.y).zip(drawn.children.last().map(|last| last.y));
    drawn.y = match first_last {
        Some((first, last)) => (first + last) / 2.0,
        None => {
            *next += row;
            *next - row / 2.0
        }
    };
    if drawn.left_out > 0 && !drawn.children.is_empty() {
        *next += row / 2.0;
    }
}

fn levels(drawn: &Drawn) -> usize {
    1 + drawn.children.iter().map(levels).max().unwrap_or(0)
}

/// The current node and the tree below it, as SVG.
pub(super) fn svg(walk: &Walk) -> String {
    let chosen = choose(walk, walk.at);
    let mut root = grow(walk, &chosen, &chosen[0]);
    let mut bottom = HEADING;
    place(&mut root, &mut bottom);
    let width = (2.0 * MARGIN + levels(&root) as f64 * (BOX.0 + GAP.0) + ROOM).max(1060.0);
    let mut picture = Svg::new(width, bottom + LEGEND);
    let node = &walk.tree.nodes[walk.at];
    let below = node.end - walk.at - 1;
    picture.text((MARGIN, 34.0), Lettering::of(24.0).bold(), &format!("A search {} plies deep", node.depth));
    let told = format!(
        "{} of {} nodes. In each box: move, value for the side that made it; remaining depth, window, result of the \
         search.",
        chosen.len(),
        below + 1
    );
    picture.text((MARGIN, 58.0), Lettering::of(15.0).faint(), &told);
    draw(&mut picture, walk, &root, MARGIN);
    let nodes: Vec<usize> = chosen.iter().map(|chosen| chosen.node).collect();
    legend(&mut picture, walk, &nodes, (width, bottom + 24.0));
    picture.finish()
}

fn draw(picture: &mut Svg, walk: &Walk, drawn: &Drawn, x: f64) {
    let child_x = x + BOX.0 + GAP.0;
    for child in &drawn.children {
        edge(picture, walk, child.node, (x + BOX.0, drawn.y), (child_x, child.y));
        draw(picture, walk, child, child_x);
    }
    if drawn.left_out > 0 {
        let y = drawn.children.last().map_or(drawn.y, |last| last.y + BOX.1 / 2.0 + 12.0);
        let at = if drawn.children.is_empty() { x + BOX.0 + 8.0 } else { child_x };
        let more = format!("+ {} more", drawn.left_out);
        picture.text((at, y + 5.0), Lettering::of(14.0).faint(), &more);
    }
    node_box(picture, walk, drawn, x);
}

/// Draws the edge to a child: dashed for a null move, dotted for its verification, double for a re-search.
fn edge(picture: &mut Svg, walk: &Walk, child: usize, from: (f64, f64), to: (f64, f64)) {
    let middle = (from.0 + to.0) / 2.0;
    let path = format!(
        "M {:.1} {:.1} C {middle:.1} {:.1}, {middle:.1} {:.1}, {:.1} {:.1}",
        from.0, from.1, from.1, to.1, to.0, to.1
    );
    let mut stroke = |style: &str| picture.element(&format!(r#"<path d="{path}" fill="none" {style}/>"#));
    match walk.tree.nodes[child].step {
        Step::Pass => stroke(r##"stroke="#d55e00" stroke-width="2" stroke-dasharray="7 5""##),
        Step::Verification => stroke(r##"stroke="#a3457f" stroke-width="2" stroke-dasharray="2 4""##),
        _ if is_research(walk, child) => {
            stroke(r##"stroke="#0072b2" stroke-width="5""##);
            stroke(r#"stroke="white" stroke-width="2""#);
        }
        _ => stroke(&format!(r#"stroke="{FAINT}" stroke-width="1.5""#)),
    }
}

fn node_box(picture: &mut Svg, walk: &Walk, drawn: &Drawn, x: f64) {
    let node = &walk.tree.nodes[drawn.node];
    let (fill, stroke) = colours(node.why);
    let top = drawn.y - BOX.1 / 2.0;
    picture.element(&format!(
        r#"<rect x="{x:.1}" y="{top:.1}" width="{}" height="{}" rx="6" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>"#,
        BOX.0, BOX.1
    ));
    let again = if is_research(walk, drawn.node) { " again" } else { "" };
    let name = match node.step {
        Step::Root => "root".into(),
        Step::Pass => "-- pass".into(),
        _ => step_text(walk, drawn.node) + again,
    };
    picture.text((x + 9.0, top + 20.0), Lettering::of(17.0).bold(), &name);
    let value = Lettering { colour: INK, ..Lettering::of(17.0).before() };
    picture.text((x + BOX.0 - 9.0, top + 20.0), value, &mover_value(node.step, node.value));
    let small = Lettering { colour: "#323f4b", ..Lettering::of(13.0) };
    picture.text((x + 9.0, top + 38.0), small, &format!("{} {}", depth_text(node), window(node)));
    picture.text((x + BOX.0 - 9.0, top + 38.0), small.before(), result_text(node));
}

/// The value from the point of view of the side that made the move; at the root and in a verification, of the side to
/// move.
fn mover_value(step: Step, value: i32) -> String {
    match step {
        Step::Root | Step::Verification => score_text(value),
        Step::Move(_) | Step::Pass => score_text(-value),
    }
}

fn depth_text(node: &TreeNode) -> String {
    if node.part == Part::Quiescence { "Q".into() } else { format!("d{}", node.depth) }
}

/// The window from the same point of view as [`mover_value`].
fn window(node: &TreeNode) -> String {
    match node.step {
        Step::Root | Step::Verification => format!("[{}, {}]", bound(node.alpha), bound(node.beta)),
        Step::Move(_) | Step::Pass => format!("[{}, {}]", bound(-node.beta), bound(-node.alpha)),
    }
}

/// Draws the legend of the colours and lines in the picture.
fn legend(picture: &mut Svg, walk: &Walk, nodes: &[usize], (width, top): (f64, f64)) {
    let of = |node: &usize| &walk.tree.nodes[*node];
    let (mut x, mut y) = (MARGIN, top);
    for (why, text) in MEANINGS {
        let (fill, stroke) = colours(why);
        if !nodes.iter().any(|node| colours(of(node).why) == (fill, stroke)) {
            continue;
        }
        let needed = 46.0 + LETTER * text.len() as f64;
        if x + needed > width {
            (x, y) = (MARGIN, y + 22.0);
        }
        picture.element(&format!(
            r#"<rect x="{x:.1}" y="{:.1}" width="18" height="13" rx="2" fill="{fill}" stroke="{stroke}"/>"#,
            y - 11.0
        ));
        picture.text((x + 25.0, y), Lettering::of(14.0), text);
        x += needed;
    }
    let is_there = |step: Step| nodes.iter().any(|node| of(node).step == step);
    let lines = [
        (is_there(Step::Pass), "dashed: a pass"),
        (is_there(Step::Verification), "dotted: the pass is verified"),
        (nodes.iter().any(|&node| is_research(walk, node)), "double line: searched again with a wider window"),
    ];
    let told: Vec<&str> = lines.into_iter().filter(|(is_there, _)| *is_there).map(|(_, text)| text).collect();
    picture.text((MARGIN, y + 24.0), Lettering::of(14.0).faint(), &told.join("; "));
}

/// The nodes from the current one up to index `end` as a Graphviz graph, from left to right.
pub(super) fn dot(walk: &Walk, end: usize) -> String {
    let mut text = String::from(
        "digraph search {\n  rankdir=LR;\n  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11];\n  \
         edge [arrowhead=none, color=\"#7b8794\"];\n",
    );
    for index in walk.at..end {
        let node = &walk.tree.nodes[index];
        let (fill, stroke) = colours(node.why);
        let again = if is_research(walk, index) { " again" } else { "" };
        let label = format!(
            "{}{again}  {}\\n{} {}\\n{}",
            step_text(walk, index),
            mover_value(node.step, node.value),
            depth_text(node),
            window(node),
            result_text(node)
        );
        let label = label.replace('"', "'");
        text.push_str(&format!("  n{index} [label=\"{label}\", fillcolor=\"{fill}\", color=\"{stroke}\"];\n"));
        if index > walk.at {
            let style = match node.step {
                Step::Pass => " [style=dashed, color=\"#d55e00\"]",
                Step::Verification => " [style=dotted, color=\"#a3457f\"]",
                _ if again.is_empty() => "",
                _ => " [color=\"#0072b2:#0072b2\"]",
            };
            text.push_str(&format!("  n{} -> n{index}{style};\n", node.parent));
        }
    }
    text + "}"
}
