//! Commands that compare the same search with different settings: `compare`, `sweep`, `ladder`, `order`.

use std::time::Duration;

use crate::board::Board;
use crate::defines::*;
use crate::lab::compare::{self, KnownTree, Ladder, Order, SearchExperiment, TechniqueClass};
use crate::play::Options;
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::searcher::MAX_DEPTH;
use crate::searcher::stats::{minimal_leaves, ratio};
use crate::searcher::{Algorithm, End, Thought};
use crate::test;
use crate::ui::arguments::Target;
use crate::ui::console::Session;
use crate::ui::console::position::read_suite;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::tables::{Format, SERIES, Table, factor, per_cent, score_text};

use super::{
    LabLimits, check_not_over, interrupted, plot, prepared, san_or_dash, search, take_limits, take_limits_or_series,
};

/// Default depth of a comparison, in plies.
const COMPARE_DEPTH: usize = 7;
/// Default depth of the ladder, in plies; small because minimax is its first step.
const LADDER_DEPTH: usize = 4;

pub(crate) fn compare(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits_or_series(session.own.analysis.subject, &mut words, COMPARE_DEPTH)?;
    if words.is_empty() {
        return bad("compare needs settings: RECIPE or NAME=VALUE, like 'compare none winglet depth 7'");
    }
    compared(board, session, &words, &limits)?.show(&mut session.out, format);
    Ok(())
}

/// Compares these settings: on a suite, at several depths, or in one search each, depending on the limits.
fn compared(board: &mut Board, session: &mut Session, words: &[&str], limits: &LabLimits) -> Result<Table, Refusal> {
    match (&limits.suite, limits.from) {
        (Some(file), _) => suite_table(board, session, words, limits, file),
        (None, Some(from)) => series_table(board, session, words, limits, from),
        (None, None) => one_table(board, session, words, limits),
    }
}

/// Table of one search with each of these settings.
fn one_table(board: &mut Board, session: &mut Session, words: &[&str], limits: &LabLimits) -> Result<Table, Refusal> {
    let prepare = |setting: &&str| prepared(board, &session.options, setting, limits);
    let experiments = words.iter().map(prepare).collect::<Result<Vec<_>, Refusal>>()?;
    let mut runs = Vec::new();
    for experiment in &experiments {
        let Some(run) = search(session, experiment) else { return interrupted() };
        let options = &experiment.options;
        runs.push((run, is_exact(options), options.instrument.switches.quiescence));
    }
    let has_fault = |experiment: &SearchExperiment| !experiment.options.instrument.faults.is_empty();
    let is_faulty = limits.algorithm != Algorithm::Modern && experiments.iter().any(has_fault);
    let mut table = compare_table(board, words, &runs);
    if is_faulty {
        table.note("A fault is planted ('fault off' removes it).");
    }
    Ok(table)
}

/// Whether a search with these options uses only exact techniques. Two such searches may still differ in score if only
/// one of them has the quiescence search, or if a fault is planted.
fn is_exact(options: &Options) -> bool {
    let settings = &options.instrument;
    options.algorithm != Algorithm::Modern && (!settings.switches.null || settings.null_move.min_depth > MAX_PLY as i32)
}

const COMPARE_COLUMNS: [&str; 13] =
    ["setting", "d", "nodes", "x", "qnodes", "ms", "knps", "score", "best", "grow", "1st%", "tries", "cut%"];

/// What a different score means if the fifty-move limit can be reached within the search.
const NEAR_FIFTY: &str = "The fifty-move limit is near: the tutorial's search tests that rule only at nodes without a \
                          cutoff, so the score depends on the order of moves (quirk 10).";

/// Whether a line of this search, in plies, can reach the fifty-move limit.
fn is_near_fifty(board: &Board, depth: usize) -> bool {
    board.fifty_move as usize + depth >= 100
}

fn compare_table(board: &mut Board, names: &[&str], runs: &[(Thought, bool, bool)]) -> Table {
    let mut table = Table::new("", &COMPARE_COLUMNS);
    let fewest = runs.iter().map(|(run, ..)| run.nodes).min().unwrap_or_default();
    for (name, (run, ..)) in names.iter().zip(runs) {
        let mut row = vec![name.to_string()];
        row.extend(run_cells(board, run, runs[0].0.nodes));
        table.row(row);
    }
    let exact = || runs.iter().filter(|(_, exact, _)| *exact);
    let has_fault = exact().any(|(run, _, leaves)| {
        let first = exact().find(|(first, _, others)| (first.depth, others) == (run.depth, leaves));
        first.is_some_and(|(first, ..)| first.score != run.score)
    });
    let changed = runs.iter().any(|(run, ..)| run.depth == runs[0].0.depth && run.score != runs[0].0.score);
    let depth = runs.iter().map(|(run, ..)| run.depth).max().unwrap_or_default();
    if has_fault && is_near_fifty(board, depth) {
        table.note(NEAR_FIFTY);
    } else if has_fault {
        table.note("FAULT: exact techniques have changed the score.");
    } else if changed {
        table.note("The score differs at the same depth, due to a speculative technique or a different evaluation.");
    }
    let best: Vec<&str> =
        names.iter().zip(runs).filter(|(_, (run, ..))| run.nodes == fewest).map(|(name, _)| *name).collect();
    let is_fair = runs.iter().all(|(run, ..)| run.depth == runs[0].0.depth);
    if is_fair && best.len() < runs.len() {
        table.note(format!("Fewest nodes: {}.", best.join(" and ")));
    }
    table.note(
        "d: depth; x: nodes relative to the first; 1st%: cutoffs by the first move; 'help NAME' explains the rest.",
    );
    table
}

fn run_cells(board: &mut Board, run: &Thought, base: u64) -> Vec<String> {
    let stats = &run.stats;
    vec![
        run.depth.to_string(),
        run.nodes.to_string(),
        factor(ratio(run.nodes, base)),
        stats.captures_made.to_string(),
        run.ms.to_string(),
        run.nodes.checked_div(run.ms).map_or("-".into(), |knps| knps.to_string()),
        score_text(run.score),
        san_or_dash(board, run.best),
        factor(stats.mean_growth()),
        per_cent(stats.first_move_rate()),
        stats.null.tries.to_string(),
        per_cent(ratio(stats.null.cuts, stats.null.tries)),
    ]
}

/// Names of the columns of a series, depths in plies.
const DEPTHS: [&str; 17] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"];

/// The same searches at every depth from `from` to the limit: one column per depth, and one row per setting and measure
/// (the first setting, to which `x` refers, has no row for `x`).
fn series_table(
    board: &mut Board,
    session: &mut Session,
    settings: &[&str],
    limits: &LabLimits,
    from: usize,
) -> Result<Table, Refusal> {
    if limits.nodes.is_some() || limits.ms.is_some() || limits.depth >= DEPTHS.len() {
        return bad(format!("a series takes only depths, up to {}, like 'depth 3..6'", DEPTHS.len() - 1));
    }
    let mut columns = vec![SERIES];
    columns.extend(&DEPTHS[from..=limits.depth]);
    let mut runs: Vec<Vec<Thought>> = Vec::new();
    for setting in settings {
        let mut experiment = prepared(board, &session.options, setting, limits)?;
        let mut row = Vec::new();
        for depth in from..=limits.depth {
            experiment.options.limits.depth = depth;
            let Some(run) = search(session, &experiment) else { return interrupted() };
            row.push(run);
        }
        runs.push(row);
    }
    let mut table = Table::new("", &columns);
    for measure in MEASURES {
        for (setting, row) in settings.iter().zip(&runs).skip(usize::from(measure == "x")) {
            let cells = row.iter().zip(&runs[0]).map(|(run, first)| measured(board, measure, run, first));
            table.row([format!("{setting} {measure}")].into_iter().chain(cells).collect());
        }
    }
    table.note(format!("A column for each depth; x: nodes relative to {}; grow: mean growth per ply.", settings[0]));
    Ok(table)
}

/// The measures of a series.
const MEASURES: [&str; 5] = ["nodes", "x", "grow", "score", "best"];

fn measured(board: &mut Board, measure: &str, run: &Thought, first: &Thought) -> String {
    match measure {
        "nodes" => run.nodes.to_string(),
        "x" => factor(ratio(run.nodes, first.nodes)),
        "grow" => factor(run.stats.mean_growth()),
        "score" => score_text(run.score),
        _ => san_or_dash(board, run.best),
    }
}

/// Searches every position of a suite with every setting. Shows how many positions each setting solves, and how often
/// it finds the first setting's move.
fn suite_table(
    board: &mut Board,
    session: &mut Session,
    settings: &[&str],
    limits: &LabLimits,
    file: &str,
) -> Result<Table, Refusal> {
    if limits.from.is_some() {
        return bad("a suite takes one depth");
    }
    let suite = read_suite(session, file)?;
    let positions: Vec<_> =
        suite.positions.iter().filter_map(|position| Some((position, read_fen(&position.fen).ok()?))).collect();
    let columns =
        ["setting", "positions", "solved", "of", "gained", "lost", "same move", "same score", "nodes", "x", "ms"];
    let mut table = Table::new("", &columns);
    let mut first: Vec<Thought> = Vec::new();
    let mut first_solved: Vec<bool> = Vec::new();
    for setting in settings {
        let mut experiment = prepared(board, &session.options, setting, limits)?;
        let (mut solved, mut of, mut runs) = (Vec::new(), 0, Vec::new());
        for (position, fen) in &positions {
            experiment.game.init_from_setup(&fen.setup);
            let Some(run) = search(session, &experiment) else { return interrupted() };
            let verdict = test::verdict(&mut experiment.game, position, run.best);
            solved.push(verdict == Some(test::Verdict::Solved));
            of += usize::from(verdict.is_some());
            runs.push(run);
        }
        if first.is_empty() {
            first = runs.clone();
            first_solved = solved.clone();
        }
        let pairs = || runs.iter().zip(&first);
        let in_pairs = |now: bool| solved.iter().zip(&first_solved).filter(|&pair| pair == (&now, &!now)).count();
        let total = |of: &[Thought]| of.iter().map(|run| run.nodes).sum::<u64>();
        table.row(vec![
            setting.to_string(),
            runs.len().to_string(),
            solved.iter().filter(|is_solved| **is_solved).count().to_string(),
            of.to_string(),
            in_pairs(true).to_string(),
            in_pairs(false).to_string(),
            pairs().filter(|(run, first)| run.best == first.best).count().to_string(),
            pairs().filter(|(run, first)| run.score == first.score).count().to_string(),
            total(&runs).to_string(),
            factor(ratio(total(&runs), total(&first))),
            runs.iter().map(|run| run.ms).sum::<u64>().to_string(),
        ]);
    }
    table.note(format!("gained: solved only with this setting; lost: solved only with {}.", settings[0]));
    table.note(format!("same move, same score: as with {}.", settings[0]));
    Ok(table)
}

/// Refuses the argument `search` for a command that always measures the tutorial's techniques.
fn refuse_search(words: &[&str], command: &str) -> Done {
    if words.contains(&"search") {
        return bad(format!("{command} measures the tutorial's techniques and takes no 'search'"));
    }
    Ok(())
}

pub(crate) fn ladder(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    refuse_search(&words, "ladder")?;
    let limits = take_limits(session.own.analysis.subject, &mut words, LADDER_DEPTH)?;
    // A time limit without a depth sets `MAX_DEPTH`; the ladder then uses its default depth.
    let depth = if limits.ms.is_some() && limits.depth == MAX_DEPTH { LADDER_DEPTH } else { limits.depth };
    if !words.is_empty() || depth > 6 || limits.nodes.is_some() {
        return bad("ladder takes: depth N, 1 to 6, and time SECONDS for each step; its first step is minimax");
    }
    check_not_over(board)?;
    let mut experiment = SearchExperiment::new(board, &session.options, depth);
    experiment.options.limits.max_time = limits.ms.map(Duration::from_millis);
    let mut time_used = false;
    let climbed = compare::ladder(&experiment, |step| {
        let run = session.work_on(board, |job| step(&job.control));
        time_used = run.end == End::Limit;
        (run.end == End::Complete).then_some(run)
    });
    let Some(ladder) = climbed else {
        return if time_used {
            bad(format!("the time was used up before depth {depth} was complete"))
        } else {
            interrupted()
        };
    };
    ladder_table(board, &ladder, depth).show(&mut session.out, format);
    Ok(())
}

/// The steps of a ladder, each compared with the previous step.
fn ladder_table(board: &mut Board, ladder: &Ladder, depth: usize) -> Table {
    let title = format!(
        "depth {depth}; B = {:.1}; with B moves at every node, alpha-beta visits at least {:.0} leaves",
        ladder.branching, ladder.bound
    );
    let mut table =
        Table::new(title, &["technique", "nodes", "x", "leaves", "/bound", "1st%", "score", "best", "class"]);
    let mut before = ladder.rungs[0].run.nodes;
    let reference = ladder.rungs[0].run.score;
    for rung in &ladder.rungs {
        let (run, stats) = (&rung.run, &rung.run.stats);
        let leaves = if stats.iterations.is_empty() { stats.leaves } else { stats.last_leaves() };
        let same = run.score == reference;
        let class = match rung.class {
            TechniqueClass::Exact if same => "exact",
            TechniqueClass::Exact if is_near_fifty(board, depth) => "near 50",
            TechniqueClass::Exact => "FAULT",
            TechniqueClass::OtherLeaves => "other leaves",
            TechniqueClass::Speculative => "speculative",
        };
        table.row(vec![
            rung.name.into(),
            run.nodes.to_string(),
            factor(ratio(run.nodes, before)),
            leaves.to_string(),
            format!("{:.2}", leaves as f64 / ladder.bound),
            per_cent(stats.first_move_rate()),
            score_text(run.score),
            san_or_dash(board, run.best),
            class.into(),
        ]);
        before = run.nodes;
    }
    table.note("nodes: all iterations; x: relative to the step before; leaves: the last iteration.");
    table.note(
        "/bound: leaves divided by the minimum above. Real nodes have more or fewer than B moves: see 'explain bound'.",
    );
    table.note(match ladder.faults()[..] {
        [] => "Every exact step has minimax's score.".to_string(),
        _ if is_near_fifty(board, depth) => NEAR_FIFTY.into(),
        ref faults => format!("FAULT: {} changed the score.", faults.join(", ")),
    });
    table
}

pub(crate) fn order(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    refuse_search(&words, "order")?;
    let limits = take_limits(session.own.analysis.subject, &mut words, 4)?;
    let all = [("worst", Order::Worst), ("none", Order::None), ("oracle", Order::Oracle)];
    if let Some(unknown) = words.iter().find(|word| !all.iter().any(|(name, _)| name == *word)) {
        return bad(format!("'{}' is not a move ordering; type worst, none or oracle", shortened(unknown)));
    }
    let depth = limits.depth;
    if depth > 6 {
        return bad("order takes: worst, none, oracle, and depth N, 1 to 6; the whole tree is stored");
    }
    check_not_over(board)?;
    let Some(tree) = KnownTree::grow(&mut board.clone(), depth) else {
        return bad(format!("the tree has more than {} nodes; choose a smaller depth", KnownTree::MOST_NODES));
    };
    let branching = tree.branching().unwrap_or_default();
    let bound = minimal_leaves(branching, depth);
    let title = format!(
        "depth {depth}, static leaves; the tree has {} leaves, B = {branching:.1}, bound {bound:.0}",
        tree.leaves()
    );
    let mut table = Table::new(title, &["order", "nodes", "leaves", "/bound", "share%", "score"]);
    for (name, order) in all.iter().filter(|(name, _)| words.is_empty() || words.contains(name)) {
        let looked = tree.alphabeta(*order);
        table.row(vec![
            name.to_string(),
            looked.nodes.to_string(),
            looked.leaves.to_string(),
            format!("{:.2}", looked.leaves as f64 / bound),
            per_cent(ratio(looked.leaves, tree.leaves())),
            score_text(looked.score),
        ]);
    }
    table.note("Alpha-beta on the same complete tree; only the move ordering differs.");
    table.show(&mut session.out, format);
    Ok(())
}

pub(crate) fn sweep(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let picture = words.iter().position(|word| word.ends_with(".svg")).map(|at| words.split_off(at));
    let target = picture.map(|words| Target::read(&words, ".svg")).transpose()?;
    let limits = take_limits_or_series(session.own.analysis.subject, &mut words, COMPARE_DEPTH)?;
    let [name, values @ ..] = &words[..] else {
        return bad("sweep needs a setting and values, like 'sweep null.reduction 2 3 4 5'");
    };
    if values.is_empty() {
        return bad(format!("sweep {} needs values", shortened(name)));
    }
    if let Some(target) = target {
        return sweep_picture(board, session, (name, values), &limits, &target);
    }
    let specs: Vec<String> = values.iter().map(|value| format!("{name}={value}")).collect();
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    compared(board, session, &specs, &limits)?.show(&mut session.out, format);
    Ok(())
}

/// Writes a picture with the node count for each value of a setting.
fn sweep_picture(
    board: &mut Board,
    session: &mut Session,
    (name, values): (&str, &[&str]),
    limits: &LabLimits,
    target: &Target,
) -> Done {
    if limits.suite.is_some() || limits.from.is_some() || limits.nodes.is_some() || limits.ms.is_some() {
        return bad("a picture shows the nodes at one depth: sweep NAME V1 V2… depth N FILE.svg");
    }
    let specs: Vec<String> = values.iter().map(|value| format!("{name}={value}")).collect();
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let table = one_table(board, session, &specs, limits)?;
    let column = table.columns.iter().position(|column| *column == "nodes").unwrap_or_default();
    let nodes: Vec<f64> = table.rows.iter().filter_map(|row| row[column].parse().ok()).collect();
    let bars = plot::Bars {
        title: &format!("Nodes for each value of {name}"),
        subtitle: &format!("depth {}", limits.depth),
        below: name,
        labels: &values.iter().map(|value| (*value).to_string()).collect::<Vec<_>>(),
        nodes: &nodes,
    };
    target.write(&bars.drawn())?;
    session.say(&format!("The picture is in {}.", target.file));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::testing::board;
    use crate::searcher::Control;

    /// The notes about the score. Each run consists of its score and two flags: whether it is exact, and whether it has
    /// the quiescence search.
    fn notes(runs: &[(i32, bool, bool)]) -> Vec<String> {
        let run = |(score, is_exact, leaves)| (Thought { depth: 3, score, ..Thought::default() }, is_exact, leaves);
        let runs: Vec<_> = runs.iter().copied().map(run).collect();
        let table = compare_table(&mut Board::new(), &vec!["setting"; runs.len()], &runs);
        table.notes.into_iter().filter(|note| note.contains("score")).collect()
    }

    #[test]
    fn a_score_changed_by_an_exact_technique_is_a_fault() {
        let starts =
            |runs: &[(i32, bool, bool)], start: &str| matches!(&notes(runs)[..], [note] if note.starts_with(start));
        let (plain, quiet) = ((5, true, false), (9, true, true));
        assert!(notes(&[plain, plain]).is_empty());
        assert!(starts(&[plain, quiet], "The score differs"));
        assert!(starts(&[plain, (6, false, false)], "The score differs"));
        // Runs with the same kind of leaves are compared even if they are not adjacent.
        assert!(starts(&[plain, quiet, (6, true, false)], "FAULT"));
        assert!(starts(&[plain, (6, true, false), (7, false, false)], "FAULT"));
    }

    #[test]
    fn near_the_fifty_move_limit_a_different_score_is_no_fault() {
        // Every king move draws, but alpha-beta never tests the rule: Black's replies cut off.
        let mut game = board("7k/8/n6r/1P6/8/8/8/K7 w - - 99 80");
        let experiment = SearchExperiment::new(&game, &Options::default(), 2);
        let ladder = compare::ladder(&experiment, |step| Some(step(&Control::silent()))).expect("not stopped");
        assert!(!ladder.faults().is_empty());
        let table = ladder_table(&mut game, &ladder, 2);
        assert!(table.notes.iter().any(|note| note.starts_with("The fifty-move limit is near")), "{:?}", table.notes);
        assert!(!table.notes.iter().any(|note| note.contains("FAULT")), "{:?}", table.notes);
    }
}
