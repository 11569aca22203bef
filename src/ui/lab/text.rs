//! Texts and tables of the laboratory, computed without a session.

use crate::board::Board;
use crate::displaymove::square_name;
use crate::instrument::recipe::{NEVER, NullMove, NullMoveNode, RECIPES, Verify, may_null};
use crate::searcher::Algorithm;
use crate::searcher::stats::{NullRefusal, Stats, minimal_leaves, ratio};
use crate::ui::console::lessons::glossary;
use crate::ui::tables::{Table, bar, factor, per_cent, score_text};

/// The depth of the null-move search, as a formula and as R.
pub fn child_depth(recipe: &NullMove) -> String {
    if recipe.min_depth >= NEVER {
        return "no null moves".into();
    }
    let (extra, sign) = if recipe.adaptive { (" - 1 if deep", ">=") } else { ("", "=") };
    format!("d - {}{extra} (R {sign} {})", recipe.reduction, recipe.reduction - 1)
}

/// A label that states whether the recipe can change a score.
pub fn exactness(recipe: &NullMove) -> &'static str {
    match recipe.verify {
        _ if recipe.min_depth >= NEVER => "exact",
        Verify::No => "speculative",
        _ => "speculative, verified",
    }
}

/// Short name of the reason why a null move was not tried.
pub fn refusal_name(refusal: NullRefusal) -> &'static str {
    match refusal {
        NullRefusal::Root => "root",
        NullRefusal::FollowsPv => "on the old PV",
        NullRefusal::OpenWindow => "open window",
        NullRefusal::AfterNull => "after a null",
        NullRefusal::Branch => "too many in the line",
        NullRefusal::Verifying => "verifying",
        NullRefusal::TooShallow => "too shallow",
        NullRefusal::Material => "too few pieces",
        NullRefusal::InCheck => "in check",
        NullRefusal::MateBound => "beta is a mate",
    }
}

/// The counters of `stats`, one per line: `NAME: EXPLANATION`.
const COUNTERS: &str = include_str!("../../../assets/counters.txt");

/// The names of the counters.
pub fn counters() -> impl Iterator<Item = &'static str> {
    COUNTERS.lines().filter_map(|line| Some(line.split_once(": ")?.0))
}

/// The explanation of a counter or a column.
pub fn explanation(name: &str) -> Option<&'static str> {
    let counter = counters().zip(COUNTERS.lines()).find(|(known, _)| *known == name).map(|(_, text)| text);
    counter.or_else(|| glossary::column(name))
}

fn share(part: u64, whole: u64) -> String {
    per_cent(ratio(part, whole))
}

/// The counters of a search with this number of nodes, one per line.
pub fn stats_table(stats: &Stats, nodes: u64, algorithm: Algorithm) -> Table {
    let null = &stats.null;
    let zero = stats.expanded - stats.open;
    let cut = stats.move_cutoffs() - stats.open_cutoffs;
    let cuts = stats.move_cutoffs();
    let modern = algorithm == Algorithm::Modern;
    let title = if modern { "the modern search, first thread" } else { "the tutorial's search" };
    let mut table = Table::new(title, &["counter", "count", "%", "of"]);
    let mut line = |name: &str, count: u64, whole: u64, of: &str| {
        // The modern search generates moves in stages, so its number of generated moves is not comparable.
        if modern && (name == "generated" || of == "generated") {
            return;
        }
        table.row(vec![name.into(), count.to_string(), share(count, whole), of.into()]);
    };
    line("nodes", nodes, nodes, "nodes");
    line("main", stats.made, nodes, "nodes");
    line("quiescence", stats.captures_made, nodes, "nodes");
    line("leaves", stats.leaves, nodes, "nodes");
    line("expanded", stats.expanded, nodes, "nodes");
    line("pv", stats.open, stats.expanded, "expanded");
    line("cut", cut, stats.expanded, "expanded");
    line("all", zero - cut, stats.expanded, "expanded");
    line("generated", stats.generated, stats.generated, "generated");
    line("made", stats.made, stats.generated, "generated");
    line("first", stats.cutoffs_at[0], cuts, "cutoffs");
    line("second", stats.cutoffs_at[1], cuts, "cutoffs");
    line("third-fifth", stats.cutoffs_at[2], cuts, "cutoffs");
    line("later", stats.cutoffs_at[3], cuts, "cutoffs");
    line("capture-cuts", stats.cutoffs[0], cuts, "cutoffs");
    line("quiet-cuts", stats.cutoffs[1], cuts, "cutoffs");
    line("zero-windows", stats.zero_windows, stats.made, "made");
    line("researches", stats.researches, stats.zero_windows, "zero-windows");
    line("null-tries", null.tries, stats.expanded + null.cuts, "nodes to expand");
    line("null-cuts", null.cuts, null.tries, "null-tries");
    line("null-misses", null.misses, null.tries, "null-tries");
    line("null-nodes", null.nodes, nodes, "nodes");
    if !modern {
        line("refused", null.refused.iter().sum(), stats.expanded + null.cuts, "nodes to expand");
    }
    let growth = factor(stats.mean_growth());
    let depth = stats.iterations.last().map_or(0, |last| last.depth);
    if let Some(branching) = stats.branching().filter(|_| depth > 0 && !modern) {
        let bound = stats.last_leaves() as f64 / minimal_leaves(branching, depth);
        table.note(format!("growth {growth} a ply; bound {bound:.2} (B = {branching:.1}, depth {depth})"));
    }
    if modern {
        table.note(format!("growth {growth} a ply"));
    }
    table.note("'explain NAME' explains a line; stats growth, plies, nulls show more.");
    table
}

/// All iterations of the last search.
pub fn growth_table(stats: &Stats) -> Table {
    let mut table = Table::new("", &["depth", "nodes", "share%", "growth", "leaves", "score", "ms"]);
    let all = stats.iterations.last().map_or(0, |last| last.nodes);
    let (mut nodes_before, mut leaves_before, mut previous) = (0, 0, 0);
    for iteration in &stats.iterations {
        let nodes = iteration.nodes - nodes_before;
        table.row(vec![
            iteration.depth.to_string(),
            nodes.to_string(),
            share(nodes, all),
            factor(ratio(nodes, previous)),
            (iteration.leaves - leaves_before).to_string(),
            score_text(iteration.score),
            iteration.ms.to_string(),
        ]);
        (nodes_before, leaves_before, previous) = (iteration.nodes, iteration.leaves, nodes);
    }
    table.note(format!("mean growth {}", factor(stats.mean_growth())));
    table
}

/// Node visits by ply, in the main search and in quiescence.
pub fn plies_table(stats: &Stats) -> Table {
    let mut table = Table::new("", &["ply", "main", "quiescence"]);
    for (ply, (main, quiescence)) in stats.visits.iter().zip(&stats.quiescence_visits).enumerate() {
        if main + quiescence > 0 {
            table.row(vec![ply.to_string(), main.to_string(), quiescence.to_string()]);
        }
    }
    table.note("Visits include re-searches and positions after a pass; leaves are counted in both columns.");
    table
}

/// The moves with the highest history counts, for White and Black side by side.
pub fn history_table(board: &Board, most: usize) -> Table {
    let greatest = |side: usize| -> Vec<(String, u32)> {
        let counts = board.history[side].iter().enumerate().filter(|(_, count)| **count > 0);
        let mut counts: Vec<(usize, u32)> = counts.map(|(index, &count)| (index, count)).collect();
        counts.sort_by_key(|&(index, count)| (std::cmp::Reverse(count), index));
        let name = |index: usize| format!("{}{}", square_name(index & 63), square_name(index >> 6));
        counts.into_iter().take(most).map(|(index, count)| (name(index), count)).collect()
    };
    let [white, black] = [0, 1].map(greatest);
    let columns = ["place", "white", "white count", "black", "black count"];
    let mut table = Table::new("history counts of the last search", &columns);
    for number in 0..white.len().max(black.len()) {
        let cells = |list: &[(String, u32)]| {
            list.get(number).map_or([String::new(), String::new()], |(mv, count)| [mv.clone(), count.to_string()])
        };
        let [[white_move, white_count], [black_move, black_count]] = [cells(&white), cells(&black)];
        table.row(vec![(number + 1).to_string(), white_move, white_count, black_move, black_count]);
    }
    table.note(match table.rows.is_empty() {
        true => "None: only the tutorial's search keeps them. Try 'tutorial', then 'go'.",
        false => "A cutoff, or the best move of a node searched to the end, adds the square of the depth to the move's count ('set history.bonus' changes that).",
    });
    table
}

/// The results of null moves.
pub fn null_table(stats: &Stats, nodes: u64) -> Table {
    let null = &stats.null;
    let refused = null.refused.iter().sum::<u64>();
    // The modern search does not count the null moves it did not try.
    let (considered, whole) = match refused {
        0 => (stats.expanded + null.cuts, "nodes to expand"),
        _ => (null.tries + refused, "nodes considered"),
    };
    let mut table = Table::new("", &["null moves", "count", "%", "of"]);
    if refused > 0 {
        table.row(vec!["considered".into(), considered.to_string(), share(considered, considered), whole.into()]);
    }
    table.row(vec!["tried".into(), null.tries.to_string(), share(null.tries, considered), whole.into()]);
    for (refusal, count) in NullRefusal::ALL.into_iter().zip(null.refused).filter(|(_, count)| *count > 0) {
        let name = format!("refused: {}", refusal_name(refusal));
        table.row(vec![name, count.to_string(), share(count, considered), whole.into()]);
    }
    let outcomes = [
        ("cut", null.cuts),
        ("missed", null.misses),
        ("verified", null.verified),
        ("overturned", null.overturned),
        ("extended", null.extended),
    ];
    for (name, count) in outcomes {
        table.row(vec![name.into(), count.to_string(), share(count, null.tries), "tries".into()]);
    }
    table.row(vec!["nodes below".into(), null.nodes.to_string(), share(null.nodes, nodes), "nodes".into()]);
    table
}

/// R of every recipe by depth. A cell is empty if no null move is tried.
pub fn reduction_chart() -> Table {
    let columns = ["depth", "winglet", "bryant", "vipermate", "mediocre", "heinz", "verified", "double"];
    let mut table = Table::new("R by depth (in plies, without the pass; three pieces a side)", &columns);
    for depth in 1..=16 {
        let mut row = vec![depth.to_string()];
        for (name, recipe, _) in RECIPES.iter().filter(|(_, recipe, _)| recipe.min_depth < NEVER) {
            debug_assert!(columns.contains(name));
            let node = NullMoveNode { depth, ..NullMoveNode::PLAIN };
            let r = recipe.reduction_at(&node) - 1;
            row.push(if may_null(recipe, &node).is_err() { String::new() } else { r.to_string() });
        }
        table.row(row);
    }
    table
}

/// Nodes by depth, and their decimal logarithm.
pub fn growth_chart(stats: &Stats) -> Table {
    let mut table = Table::new("nodes of each iteration", &["depth", "nodes", "log"]);
    for (iteration, nodes) in stats.iterations.iter().zip(stats.nodes_by_iteration()) {
        let log = (nodes.max(1) as f64).log10();
        table.row(vec![iteration.depth.to_string(), nodes.to_string(), format!("{log:.2}")]);
    }
    table.note(format!("mean growth {}", factor(stats.mean_growth())));
    table
}

/// The chart of reductions as text: a mark for each ply of R, a hyphen where no null move is tried.
pub fn with_marks(table: &Table) -> Table {
    let mut drawn = table.clone();
    for cell in drawn.rows.iter_mut().flat_map(|row| row.iter_mut().skip(1)) {
        *cell = match cell.parse::<usize>() {
            Ok(r) => format!("{} {r}", "#".repeat(r)),
            Err(_) => "-".into(),
        };
    }
    drawn
}

/// The chart of growth as text: bars on a logarithmic scale.
pub fn with_bars(table: &Table) -> Table {
    let mut drawn = table.clone();
    let logs: Vec<f64> = table.rows.iter().filter_map(|row| row[2].parse().ok()).collect();
    let greatest = logs.iter().copied().fold(1.0, f64::max);
    for (row, log) in drawn.rows.iter_mut().zip(logs) {
        row[2] = bar(log, greatest, 50);
    }
    drawn.title.push_str("; the bars are logarithms");
    drawn
}
