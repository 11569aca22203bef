//! The words of the laboratory: settings compared, techniques counted, prunings checked.
//!
//! A *setting* is written `RECIPE`, `NAME=VALUE`, or several of them with commas: `winglet,null.reduction=3`, `history=off`. Names
//! within a recipe need no `null.` before them.

use crate::audit::{self, Audit};
use crate::board::Board;
use crate::command::closest;
use crate::compare::{self, Class, KnownTree, Order, Run};
use crate::defines::*;
use crate::moves::Move;
use crate::nullmove::{NullMove, RECIPES};
use crate::readfen::read_fen;
use crate::readmove::shortened;
use crate::stats::minimal_leaves;
use crate::test;

use super::console::number;
use super::console::position::read_suite;
use super::settings::{self, SETTINGS};
use super::show;
use super::tables::{Format, Table, bar, factor, per_cent, score_text};
use super::{Done, Refusal, Session, bad, labtext};

/// Depth of a comparison without a limit, in plies.
const COMPARE_DEPTH: usize = 7;
/// Depth of the ladder, in plies: minimax is its first step.
const LADDER_DEPTH: usize = 4;

/// Changes a Board as a setting says.
///
/// # Errors
/// A [`Refusal`] names the part that is wrong.
pub fn configure(board: &mut Board, setting: &str) -> Done {
    for part in setting.split(',') {
        match part.split_once('=') {
            None if NullMove::of(part).is_some() => settings::set(board, "null", part)?,
            None => {
                let like = closest(part, RECIPES.iter().map(|(name, ..)| *name));
                let hint =
                    like.map_or("'recipe list' lists the recipes".into(), |like| format!("did you mean '{like}'?"));
                return bad(format!("'{}' is no recipe, nor is it NAME=VALUE ({hint})", shortened(part)));
            }
            Some((name, value)) => {
                let full = format!("null.{name}");
                let known = SETTINGS.iter().any(|setting| setting.name == full);
                if value.is_empty() {
                    return bad(format!("{name}= needs a value"));
                }
                settings::set(board, if known { &full } else { name }, value)?;
            }
        }
    }
    Ok(())
}

/// How far to search, and on what.
struct Limits {
    depth: usize,
    nodes: Option<u64>,
    ms: Option<u64>,
    suite: Option<String>,
}

/// Takes `depth N`, `nodes N`, `time SECONDS` and `suite FILE` from the end of the arguments.
fn take_limits(arguments: &mut Vec<&str>, default_depth: usize) -> Result<Limits, Refusal> {
    let mut limits = Limits { depth: default_depth, nodes: None, ms: None, suite: None };
    let is_limit = |word: &&str| ["depth", "nodes", "time", "suite"].contains(word);
    let Some(first) = arguments.iter().position(is_limit) else { return Ok(limits) };
    let words = arguments.split_off(first);
    for pair in words.chunks(2) {
        let value = pair.get(1).copied().unwrap_or_default();
        match pair[0] {
            "depth" => limits.depth = number(value, "depth", 1, MAX_PLY, None)?,
            "nodes" => {
                limits.nodes = Some(number(value, "nodes", 1, 1_000_000_000, None)? as u64);
                limits.depth = MAX_PLY;
            }
            "time" => match value.parse::<f64>() {
                Ok(seconds) if (0.001..=86400.0).contains(&seconds) => {
                    limits.ms = Some((seconds * 1e3).round() as u64);
                    limits.depth = MAX_PLY;
                }
                _ => return bad(format!("time cannot be '{}', it may be 0.001 to 86400 seconds", shortened(value))),
            },
            "suite" => limits.suite = Some(value.into()),
            other => return bad(format!("'{}' is not expected here", shortened(other))),
        }
    }
    Ok(limits)
}

/// Lets a copy search in silence; none if it was interrupted.
pub(crate) fn search(session: &mut Session, board: &mut Board) -> Option<()> {
    session.quiet = true;
    session.search(board, Board::deepen);
    session.quiet = false;
    let used_up = board.max_nodes.is_some_and(|most| board.inodes >= most) || board.timer.is_used();
    (!board.timedout || used_up).then_some(())
}

fn interrupted<T>() -> Result<T, Refusal> {
    bad("stopped")
}

fn show_table(session: &mut Session, table: &Table, format: Format) {
    session.out.line(&table.written(format));
}

/// A copy of the Board with these limits and this setting.
fn prepared(board: &Board, setting: &str, limits: &Limits) -> Result<Box<Board>, Refusal> {
    let mut copy = compare::quiet_copy(board);
    configure(&mut copy, setting)?;
    copy.search_depth = limits.depth;
    copy.max_nodes = limits.nodes;
    copy.timer.max_time = limits.ms;
    copy.timer.stop_frac = 100;
    Ok(copy)
}

// ---- recipes ----------------------------------------------------------------------------------------------------------

pub(crate) fn recipe(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let table = match words[..] {
        [] | ["list"] => recipe_list(board),
        ["show"] => recipe_table(&[("now", board.null_move)], false),
        ["show", name] => recipe_table(&[(name, recipe_named(board, name)?)], false),
        ["diff", a] => recipe_table(&[("now", board.null_move), (a, recipe_named(board, a)?)], true),
        ["diff", a, b] => recipe_table(&[(a, recipe_named(board, a)?), (b, recipe_named(board, b)?)], true),
        ["use", name] => {
            recipe_named(board, name)?;
            settings::set(board, "null", name)?;
            recipe_list(board)
        }
        _ => return bad("recipe takes: list, show [RECIPE], diff RECIPE [RECIPE], use RECIPE"),
    };
    show_table(session, &table, format);
    Ok(())
}

fn recipe_named(board: &Board, name: &str) -> Result<NullMove, Refusal> {
    let mut copy = Box::new(board.clone());
    configure(&mut copy, name)?;
    Ok(copy.null_move)
}

fn recipe_list(board: &Board) -> Table {
    let mut table = Table::new("recipes of null moves (* in use)", &["", "recipe", "child depth", "source"]);
    for (name, recipe, source) in RECIPES {
        let used = board.switches.null && board.null_move == recipe;
        let mark = if used { "*" } else { "" };
        table.row(vec![mark.into(), name.into(), labtext::child_depth(&recipe), source.into()]);
    }
    table
}

/// The fields of recipes side by side, all or those that differ.
fn recipe_table(recipes: &[(&str, NullMove)], only_differing: bool) -> Table {
    let names: Vec<&str> = recipes.iter().map(|(name, _)| *name).collect();
    let mut table = Table::new(names.join(" and "), &["field", "value", "other", "meaning"]);
    let one = recipes.len() == 1;
    if one {
        table.columns.remove(2);
    }
    let mut board = Board::new();
    for setting in SETTINGS.iter().filter(|setting| setting.name.starts_with("null.") && setting.name != "null.recipe")
    {
        let mut value = |recipe: NullMove| {
            board.null_move = recipe;
            (setting.get)(&board)
        };
        let values: Vec<String> = recipes.iter().map(|(_, recipe)| value(*recipe)).collect();
        if only_differing && values.iter().all(|value| *value == values[0]) {
            continue;
        }
        let mut row = vec![setting.name.trim_start_matches("null.").into()];
        row.extend(values);
        row.push(setting.help.into());
        table.row(row);
    }
    for (name, recipe) in recipes {
        table.note(format!("{name}: {}, {}", labtext::child_depth(recipe), labtext::exactness(recipe)));
    }
    table
}

// ---- counters ---------------------------------------------------------------------------------------------------------

pub(crate) fn stats(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    refuse_without_counters(board)?;
    let table = match words[..] {
        [] => labtext::stats_table(board),
        ["growth"] => labtext::growth_table(&board.stats),
        ["plies"] => labtext::plies_table(&board.stats),
        ["nulls"] => labtext::null_table(&board.stats, board.inodes),
        _ => return bad("stats takes: growth, plies, nulls, or nothing"),
    };
    show_table(session, &table, format);
    Ok(())
}

/// Only the tutorial's search counts what it does.
fn refuse_without_counters(board: &Board) -> Done {
    if board.stats.expanded > 0 {
        return Ok(());
    }
    let how = "'set algorithm pvs', then 'go'; or 'compare winglet'";
    match board.inodes {
        0 => bad(format!("there was no search yet; try {how}")),
        _ => bad(format!("the last search did not count what it did, only the tutorial's does: {how}")),
    }
}

pub(crate) fn explain(_: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(explanation) = labtext::explanation(text) else {
        let names = labtext::EXPLANATIONS.iter().map(|(name, _)| *name);
        let like = closest(text, names.clone()).map_or(String::new(), |like| format!(" (did you mean '{like}'?)"));
        let all: Vec<&str> = names.collect();
        return bad(format!("'{}' is not explained{like}; there are: {}", shortened(text), all.join(", ")));
    };
    session.out.line(&show::wrap(explanation, 79, 0));
    Ok(())
}

// ---- comparing --------------------------------------------------------------------------------------------------------

pub(crate) fn compare(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, COMPARE_DEPTH)?;
    if words.is_empty() {
        return bad("compare needs settings: RECIPE or NAME=VALUE, like 'compare none winglet depth 7'");
    }
    if let Some(file) = &limits.suite {
        let table = suite_table(board, session, &words, &limits, file)?;
        show_table(session, &table, format);
        return Ok(());
    }
    let copies: Result<Vec<_>, _> = words.iter().map(|setting| prepared(board, setting, &limits)).collect();
    let mut runs = Vec::new();
    for copy in &mut copies? {
        if search(session, copy).is_none() {
            return interrupted();
        }
        runs.push((Run::of(copy), is_exact(copy), copy.switches.quiescence));
    }
    let table = compare_table(board, &words, &runs);
    show_table(session, &table, format);
    Ok(())
}

/// Can this setting not change the score?
fn is_exact(board: &Board) -> bool {
    !board.switches.null || board.null_move.min_depth > MAX_PLY as i32
}

const COMPARE_COLUMNS: [&str; 13] =
    ["setting", "d", "nodes", "x", "qnodes", "ms", "knps", "score", "best", "grow", "1st%", "tries", "cut%"];

fn compare_table(board: &mut Board, names: &[&str], runs: &[(Run, bool, bool)]) -> Table {
    let mut table = Table::new("", &COMPARE_COLUMNS);
    let fewest = runs.iter().map(|(run, ..)| run.nodes).min().unwrap_or_default();
    for (name, (run, ..)) in names.iter().zip(runs) {
        let mark = if run.nodes == fewest && runs.len() > 1 { " *" } else { "" };
        let mut row = vec![format!("{name}{mark}")];
        row.extend(run_cells(board, run, runs[0].0.nodes));
        table.row(row);
    }
    let exact: Vec<&(Run, bool, bool)> = runs.iter().filter(|(_, exact, _)| *exact).collect();
    let fault = exact.windows(2).any(|pair| {
        let [a, b] = pair else { return false };
        a.2 == b.2 && a.0.depth == b.0.depth && a.0.score != b.0.score
    });
    if fault {
        table.note("FAULT: exact techniques have changed the score.");
    }
    let changed = runs.iter().any(|(run, ..)| run.depth == runs[0].0.depth && run.score != runs[0].0.score);
    if changed {
        table.note("The score differs at the same depth: a speculative technique, or other leaves, has changed it.");
    }
    table.note("* fewest nodes; x: nodes against the first; 1st%: cutoffs by the first move ('explain NAME').");
    table
}

fn run_cells(board: &mut Board, run: &Run, base: u64) -> Vec<String> {
    let stats = &run.stats;
    vec![
        run.depth.to_string(),
        run.nodes.to_string(),
        factor(crate::stats::ratio(run.nodes, base)),
        stats.captures_made.to_string(),
        run.ms.to_string(),
        run.nodes.checked_div(run.ms).map_or("-".into(), |knps| knps.to_string()),
        score_text(run.score),
        san_or_dash(board, run.best),
        factor(stats.mean_growth()),
        per_cent(stats.first_move_rate()),
        stats.null.tries.to_string(),
        per_cent(crate::stats::ratio(stats.null.cuts, stats.null.tries)),
    ]
}

fn san_or_dash(board: &mut Board, mv: Move) -> String {
    if board.legal_moves().contains(&mv) { board.san(mv) } else { "-".into() }
}

/// Every position of a suite with every setting: what was solved, and how often the first setting's move was found.
fn suite_table(
    board: &mut Board,
    session: &mut Session,
    settings: &[&str],
    limits: &Limits,
    file: &str,
) -> Result<Table, Refusal> {
    let suite = read_suite(file)?;
    let positions: Vec<_> =
        suite.positions.iter().filter_map(|position| Some((position, read_fen(&position.fen).ok()?))).collect();
    let columns = ["setting", "positions", "solved", "of", "same move", "same score", "nodes", "x", "ms"];
    let mut table = Table::new("", &columns);
    let mut first: Vec<Run> = Vec::new();
    for setting in settings {
        let mut copy = prepared(board, setting, limits)?;
        let (mut solved, mut of, mut runs) = (0, 0, Vec::new());
        for (position, fen) in &positions {
            copy.init_from_setup(&fen.setup);
            if search(session, &mut copy).is_none() {
                return interrupted();
            }
            let run = Run::of(&copy);
            let verdict = test::verdict(&mut copy, position, run.best);
            solved += usize::from(verdict == Some(test::Verdict::Solved));
            of += usize::from(verdict.is_some());
            runs.push(run);
        }
        if first.is_empty() {
            first = runs.clone();
        }
        let pairs = || runs.iter().zip(&first);
        let total = |of: &[Run]| of.iter().map(|run| run.nodes).sum::<u64>();
        table.row(vec![
            setting.to_string(),
            runs.len().to_string(),
            solved.to_string(),
            of.to_string(),
            pairs().filter(|(run, first)| run.best == first.best).count().to_string(),
            pairs().filter(|(run, first)| run.score == first.score).count().to_string(),
            total(&runs).to_string(),
            factor(crate::stats::ratio(total(&runs), total(&first))),
            runs.iter().map(|run| run.ms).sum::<u64>().to_string(),
        ]);
    }
    table.note(format!("same move, same score: as with {}.", settings[0]));
    Ok(table)
}

pub(crate) fn ladder(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, LADDER_DEPTH)?;
    if !words.is_empty() || limits.depth > 6 {
        return bad("ladder takes: depth N, 1 to 6; its first step is minimax");
    }
    let depth = limits.depth;
    let Some(ladder) = compare::ladder(board, depth, |copy| search(session, copy)) else { return interrupted() };
    let title = format!(
        "depth {depth}; B = {:.1}, so no exact search has fewer than {:.0} leaves",
        ladder.branching, ladder.bound
    );
    let mut table =
        Table::new(title, &["technique", "nodes", "x prev", "leaves", "/bound", "1st%", "score", "best", "class"]);
    let mut before = ladder.rungs[0].run.nodes;
    let reference = ladder.rungs[0].run.score;
    for rung in &ladder.rungs {
        let (run, stats) = (&rung.run, &rung.run.stats);
        let leaves = if stats.iterations.is_empty() { stats.leaves } else { stats.last_leaves() };
        let same = run.score == reference;
        let class = match rung.class {
            Class::Exact if same => "exact, same score",
            Class::Exact => "FAULT: score changed",
            Class::OtherLeaves => "other leaves",
            Class::Speculative if leaves as f64 >= ladder.bound => "speculative",
            Class::Speculative => "speculative: below bound",
        };
        table.row(vec![
            rung.name.into(),
            run.nodes.to_string(),
            factor(crate::stats::ratio(run.nodes, before)),
            leaves.to_string(),
            format!("{:.2}", leaves as f64 / ladder.bound),
            per_cent(stats.first_move_rate()),
            score_text(run.score),
            san_or_dash(board, run.best),
            class.into(),
        ]);
        before = run.nodes;
    }
    table.note("nodes: all iterations; leaves: the last one. Exact steps must show minimax's score.");
    show_table(session, &table, format);
    Ok(())
}

pub(crate) fn order(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, 4)?;
    let all = [("worst", Order::Worst), ("none", Order::None), ("oracle", Order::Oracle)];
    if let Some(unknown) = words.iter().find(|word| !all.iter().any(|(name, _)| name == *word)) {
        return bad(format!("'{}' is no order; say worst, none or oracle", shortened(unknown)));
    }
    let depth = limits.depth;
    if depth > 6 {
        return bad("order takes: worst, none, oracle, and depth N, 1 to 6; the whole tree is kept");
    }
    let Some(tree) = KnownTree::grow(&mut compare::quiet_copy(board), depth) else {
        return bad(format!("the tree has more than {} nodes; take less depth", KnownTree::MOST_NODES));
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
            per_cent(crate::stats::ratio(looked.leaves, tree.leaves())),
            score_text(looked.score),
        ]);
    }
    table.note("Alpha-beta on the same complete tree; only the order in which moves are looked at differs.");
    show_table(session, &table, format);
    Ok(())
}

pub(crate) fn sweep(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, COMPARE_DEPTH)?;
    let [name, values @ ..] = &words[..] else {
        return bad("sweep needs a setting and values, like 'sweep null.reduction 2 3 4 5'");
    };
    if values.is_empty() {
        return bad(format!("sweep {} needs values", shortened(name)));
    }
    let specs: Vec<String> = values.iter().map(|value| format!("{name}={value}")).collect();
    let suffix = limits.suite.map_or(String::new(), |file| format!(" suite {file}"));
    let limit = match (limits.nodes, limits.ms) {
        (Some(nodes), _) => format!("nodes {nodes}"),
        (_, Some(ms)) => format!("time {}", ms as f64 / 1e3),
        _ => format!("depth {}", limits.depth),
    };
    let form = ["", " --csv", " --json"][format as usize];
    compare(board, session, &format!("{} {limit}{suffix}{form}", specs.join(" ")))
}

// ---- checking ---------------------------------------------------------------------------------------------------------

pub(crate) fn audit(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    if words.first() != Some(&"null") {
        return bad("audit takes: null [N] [depth N]");
    }
    words.remove(0);
    let limits = take_limits(&mut words, 6)?;
    let most = number(words.first().copied().unwrap_or_default(), "samples", 2, 10_000, Some(200))?;
    let mut copy = compare::quiet_copy(board);
    copy.search_depth = limits.depth;
    copy.max_nodes = limits.nodes;
    copy.audit = Some(Box::new(Audit::new(most, 2)));
    if search(session, &mut copy).is_none() {
        return interrupted();
    }
    let Some(found) = copy.audit.take() else { return bad("the search has lost its audit") };
    let mut table = Table::new("", &["position", "depth", "beta", "pass", "really"]);
    let mut judge = compare::quiet_copy(board);
    let mut wrong = 0;
    for cut in &found.cuts {
        let really = audit::judge(&mut judge, cut);
        if really >= cut.beta {
            continue;
        }
        wrong += 1;
        if wrong <= 20 || format != Format::Text {
            judge.init_from_setup(&cut.setup);
            let cells = [
                cut.depth.to_string(),
                score_text(cut.beta),
                score_text(cut.val),
                format!("< {}", score_text(cut.beta)),
            ];
            table.row([judge.fen()].into_iter().chain(cells).collect());
        }
    }
    table.title = format!(
        "{wrong} of {} null cutoffs wrong ({}%), a sample of {} at depth 2 and more; search of depth {}",
        found.cuts.len(),
        per_cent(crate::stats::ratio(wrong, found.cuts.len() as u64)),
        copy.stats.null.cuts,
        limits.depth
    );
    table.note("Wrong: the same depth without null moves does not reach beta. 'setboard' one, then 'whatif pass'.");
    show_table(session, &table, format);
    Ok(())
}

pub(crate) fn whatif(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, 8)?;
    let depth = limits.depth;
    match words[..] {
        ["pass"] => whatif_pass(board, session, depth, format),
        [mv] => whatif_move(board, session, mv, depth, format),
        _ => bad("whatif takes: pass or MOVE, and depth N"),
    }
}

/// Values of all moves without null moves, the best first.
fn move_values(board: &Board, session: &mut Session, depth: usize) -> Result<Vec<(Move, Run, Vec<Move>)>, Refusal> {
    let mut plain = Box::new(board.clone());
    plain.null_move = NullMove::NONE;
    let mut values = Vec::new();
    for mv in plain.clone().legal_moves() {
        let Some((run, line)) = compare::value_of_move(&plain, mv, depth, |copy| search(session, copy)) else {
            return interrupted();
        };
        values.push((mv, run, line));
    }
    values.sort_by_key(|(_, run, _)| -run.score);
    Ok(values)
}

fn whatif_pass(board: &mut Board, session: &mut Session, depth: usize, format: Format) -> Done {
    if board.is_own_king_attacked() {
        return bad("in check: a pass would lose the king");
    }
    let values = move_values(board, session, depth)?;
    let Some(pass) = compare::value_of_pass(board, depth, |copy| search(session, copy)) else { return interrupted() };
    let mut table = Table::new(format!("depth {depth}, without null moves"), &["move", "score", "nodes", "answer"]);
    for (mv, run, line) in values.iter().take(8) {
        let san = board.san(*mv);
        board.make_move(*mv);
        let answer = line.first().map_or(String::new(), |&answer| board.san(answer));
        board.unmake_move();
        table.row(vec![san, score_text(run.score), run.nodes.to_string(), answer]);
    }
    table.row(vec!["pass".into(), score_text(pass.score), pass.nodes.to_string(), String::new()]);
    let best = values.first().map_or(STALEMATESCORE, |(_, run, _)| run.score);
    table.note("Passing is not legal chess.");
    table.note(if pass.score > best {
        format!(
            "Passing is {} better than the best move: ZUGZWANG, null moves err here.",
            score_text(pass.score - best)
        )
    } else {
        format!("The best move is {} better than a pass, as null moves assume.", score_text(best - pass.score))
    });
    show_table(session, &table, format);
    Ok(())
}

fn whatif_move(board: &mut Board, session: &mut Session, text: &str, depth: usize, format: Format) -> Done {
    let mv = read_move(board, text)?;
    let mut table = Table::new(format!("depth {depth}"), &["move", "score", "nodes", "line"]);
    let Some((run, line)) = compare::value_of_move(board, mv, depth, |copy| search(session, copy)) else {
        return interrupted();
    };
    let moves: Vec<Move> = std::iter::once(mv).chain(line).collect();
    table.row(vec![board.san(mv), score_text(run.score), run.nodes.to_string(), show::line(board, &moves)]);
    show_table(session, &table, format);
    Ok(())
}

fn read_move(board: &mut Board, text: &str) -> Result<Move, Refusal> {
    board.read_move(text).map_err(|error| Refusal::Move { text: shortened(text), reason: error.to_string() })
}

pub(crate) fn why(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(&mut words, 7)?;
    let [word] = words[..] else { return bad("why takes a MOVE, and depth N") };
    let mv = read_move(board, word)?;
    let mut copy = compare::quiet_copy(board);
    copy.search_depth = limits.depth;
    if search(session, &mut copy).is_none() {
        return interrupted();
    }
    let (best, best_line) = (Run::of(&copy), copy.last_pv[..copy.last_pv_length].to_vec());
    let title = format!("depth {}", limits.depth);
    let mut table = Table::new(title, &["move", "null", "score", "line"]);
    table.row(vec![
        san_or_dash(board, best.best),
        "as set".into(),
        score_text(best.score),
        show::line(board, &best_line),
    ]);
    let mut scores = Vec::new();
    for (label, recipe) in [("as set", board.null_move), ("none", NullMove::NONE)] {
        let mut asked = Box::new(board.clone());
        asked.null_move = recipe;
        let Some((run, line)) = compare::value_of_move(&asked, mv, limits.depth, |copy| search(session, copy)) else {
            return interrupted();
        };
        let moves: Vec<Move> = std::iter::once(mv).chain(line).collect();
        table.row(vec![board.san(mv), label.into(), score_text(run.score), show::line(board, &moves)]);
        scores.push(run.score);
    }
    let san = board.san(mv);
    table.note(if best.best == mv {
        format!("{san} is what the engine plays.")
    } else if scores[0] > best.score {
        format!("{san} looks better by itself: the search has cut it off in the belief that it was not.")
    } else {
        format!("{san} is worth {} less than the move played.", score_text(best.score - scores[0]))
    });
    if scores[0] != scores[1] {
        table.note(format!(
            "Null moves change its value by {}: without them it is {}.",
            score_text(scores[0] - scores[1]),
            score_text(scores[1])
        ));
    }
    show_table(session, &table, format);
    Ok(())
}

// ---- pictures ---------------------------------------------------------------------------------------------------------

pub(crate) fn chart(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let table = match words[..] {
        ["r"] => labtext::reduction_chart(),
        ["growth"] => {
            refuse_without_counters(board)?;
            labtext::growth_chart(&board.stats, bar)
        }
        _ => return bad("chart takes: r (reduction by depth) or growth (nodes by depth of the last search)"),
    };
    show_table(session, &table, format);
    Ok(())
}
