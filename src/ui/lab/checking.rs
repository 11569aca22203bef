//! Commands that check the search: auditing null cutoffs, evaluating passes and moves, and explaining why a move is not
//! played.

use crate::board::Board;
use crate::defines::*;
use crate::instrument::tree::{Step, Tree, Why};
use crate::lab::audit::{self, Cause};
use crate::lab::compare::SearchExperiment;
use crate::lab::exact::{Passing, Solver};
use crate::modern::tablebase::Wdl;
use crate::modern::tablebase::opposite;
use crate::moves::Move;
use crate::play::Options;
use crate::readmove::shortened;
use crate::searcher::audit::Audit;
use crate::searcher::stats::ratio;
use crate::searcher::{Algorithm, End, Thought};
use crate::ui::console::Session;
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::session::Job;
use crate::ui::show;
use crate::ui::tables::{Format, Table, difference_text, per_cent, score_text};

use super::{LabLimits, base, interrupted, record, san_or_dash, search, take_limits, value_of_move, value_of_pass};

/// Maximum number of nodes recorded to explain a move.
const MOST_RECORDED: usize = 100_000;

pub(crate) fn audit(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    if words.first() != Some(&"null") {
        return bad("audit takes: null [N] [depth N]");
    }
    words.remove(0);
    let limits = take_limits(session.own.analysis.subject, &mut words, 6)?;
    let most = number(&words.join(" "), "samples", 2, 10_000, Some(200))?;
    let experiment = base(board, &session.options, &limits);
    let audited = session.work_on(board, |job| {
        let mut subject = experiment.subject();
        *subject.audit() = Some(Box::new(Audit::new(most, 2)));
        let thought = subject.think(&experiment.limits(), &job.control);
        subject.audit().take().filter(|_| thought.end != End::Stopped)
    });
    let Some(found) = audited else { return interrupted() };
    let mut table = Table::new("", &["position", "depth", "beta", "pass", "no null", "cause", "samples", "wrong"]);
    let most_shown = if format == Format::Text { 20 } else { usize::MAX };
    let mut solver = solver(&session.options);
    let verified = session.work_on(board, |job| verify(job, &experiment, &mut solver, &found, most_shown));
    let Some((wrong, rows)) = verified else { return interrupted() };
    rows.into_iter().for_each(|row| table.row(row));
    let samples = found.cuts.len();
    table.title = format!(
        "{wrong} of {samples} null cutoffs wrong ({}%); search of {}",
        per_cent(ratio(wrong, samples as u64)),
        limits.text()
    );
    table.note(sample_text(&found, samples, most));
    table.note("Wrong: searched to the same depth without null moves, the node does not reach beta.");
    table.note(
        "zugzwang: passing would improve the result; tempo: passing reaches beta, but would not improve it; horizon: \
         at full depth, passing does not reach beta.",
    );
    if format == Format::Text {
        table.columns.truncate(6);
        table.rows.iter_mut().for_each(|row| row.truncate(6));
    } else {
        let all = ["all", "", "", "", "", "", &samples.to_string(), &wrong.to_string()].map(String::from);
        table.rows.insert(0, all.to_vec());
    }
    table.show(&mut session.out, format);
    Ok(())
}

/// The number of wrong cutoffs, and the rows of the first `most_shown`; [`None`] if the work was stopped.
fn verify(
    job: &Job,
    experiment: &SearchExperiment,
    solver: &mut Solver,
    found: &Audit,
    most_shown: usize,
) -> Option<(u64, Vec<Vec<String>>)> {
    let (mut judge, mut judged) = (experiment.subject(), Board::new());
    let (mut wrong, mut rows) = (0, Vec::new());
    for cut in &found.cuts {
        if job.is_stopped() {
            return None;
        }
        if audit::judge(&mut *judge, cut) >= cut.beta {
            continue;
        }
        wrong += 1;
        if rows.len() < most_shown {
            judged.init_from_setup(&cut.setup);
            rows.push(vec![
                judged.fen(),
                cut.depth.to_string(),
                score_text(cut.beta),
                score_text(cut.val),
                format!("< {}", score_text(cut.beta)),
                cause_text(audit::cause(&mut *judge, solver, cut)).into(),
                "1".into(),
                "1".into(),
            ]);
        }
    }
    Some((wrong, rows))
}

fn cause_text(cause: Cause) -> &'static str {
    match cause {
        Cause::Zugzwang => "zugzwang",
        Cause::Tempo => "tempo",
        Cause::Horizon => "horizon",
        Cause::Undecided => "not decided",
    }
}

/// The solver for positions with few men; it probes the tables in use.
pub(super) fn solver(options: &Options) -> Solver {
    Solver::new(options.modern.tables.clone())
}

/// A result as a word; a question mark if it is unknown.
pub(super) fn result_text(result: Option<Wdl>) -> String {
    match result {
        Some(Wdl::Win | Wdl::CursedWin) => "won",
        Some(Wdl::Draw) => "drawn",
        Some(Wdl::Loss | Wdl::BlessedLoss) => "lost",
        None => "?",
    }
    .into()
}

/// Describes the value of a pass, which the search scores `gain` centipawns above the best move. Adds the exact results
/// with and without a pass, if known.
pub(super) fn passing_text(gain: i32, passing: Passing) -> String {
    let valued = if gain > 0 {
        format!("At this depth, a pass is worth {} more than the best move", difference_text(gain))
    } else {
        format!(
            "At this depth, the best move is worth {} more than a pass, as null-move pruning assumes",
            difference_text(-gain)
        )
    };
    let known = match passing {
        Passing::Zugzwang(moving, pass) => {
            let [moving, pass] = [moving, pass].map(|result| result_text(Some(result)));
            format!("ZUGZWANG, solved: {moving} if the side to move must move, {pass} if it may pass.")
        }
        Passing::NoZugzwang(result) => {
            let result = result_text(Some(result));
            let what =
                if gain > 0 { " The gain is only a matter of tempo, or is lost beyond the horizon." } else { "" };
            format!("No zugzwang, solved: {result} with and without a pass.{what}")
        }
        Passing::Undecided => {
            "The solver cannot decide this position, so it is unknown whether this is zugzwang.".into()
        }
    };
    format!("{valued}. {known}")
}

/// Describes the number of audited cutoffs, and explains any difference from the number requested.
fn sample_text(found: &Audit, samples: usize, most: usize) -> String {
    let seen = format!("{} null cutoffs at depth 2 or more", found.seen);
    match (samples == most, found.every) {
        (true, 1) => format!("All {seen} were checked."),
        (false, 1) => format!("All {seen} were checked: there are no more."),
        (_, every) => format!(
            "{samples} of {seen} were checked, one in {every}: whenever there are more than {most} samples, every other \
             one is dropped, so that they are spread over the whole search."
        ),
    }
}

pub(crate) fn whatif(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(session.own.analysis.subject, &mut words, 8)?;
    let experiment = base(board, &session.options, &limits);
    let table = match words[..] {
        ["pass"] => whatif_pass(board, session, &experiment, &limits)?,
        [mv] => whatif_move(board, session, &experiment, mv, &limits)?,
        _ => return bad("whatif takes: pass or MOVE, and depth N"),
    };
    table.show(&mut session.out, format);
    Ok(())
}

/// The values of all moves, searched without null moves, best first.
fn move_values(
    session: &mut Session,
    experiment: &SearchExperiment,
    depth: usize,
) -> Result<Vec<(Move, Thought)>, Refusal> {
    let mut plain = experiment.clone();
    plain.options.forbid_null_moves();
    let mut values = Vec::new();
    for mv in plain.game.legal_moves() {
        values.push((mv, value_of_move(session, &plain, mv, depth)?));
    }
    values.sort_by_key(|(_, run)| -run.score);
    Ok(values)
}

fn whatif_pass(
    board: &mut Board,
    session: &mut Session,
    experiment: &SearchExperiment,
    limits: &LabLimits,
) -> Result<Table, Refusal> {
    if board.is_own_king_attacked() {
        return bad("in check: a pass would lose the king");
    }
    let values = move_values(session, experiment, limits.depth)?;
    let pass = value_of_pass(session, experiment, limits.depth)?;
    let title = format!("{}, without null moves", limits.text());
    let mut table = Table::new(title, &["move", "score", "nodes", "answer", "result"]);
    let mut solver = solver(&session.options);
    for (mv, run) in values.iter().take(8) {
        let san = board.san(*mv);
        board.make_move(*mv);
        let answer = run.pv.first().map_or(String::new(), |&answer| board.san(answer));
        let result = result_text(solver.result(board).map(opposite));
        board.unmake_move();
        table.row(vec![san, score_text(run.score), run.nodes.to_string(), answer, result]);
    }
    let passing = solver.passing(board);
    let passed = solver.after_pass(board);
    let cells = [score_text(pass.score), pass.nodes.to_string(), String::new(), result_text(passed)];
    table.row(["pass".into()].into_iter().chain(cells).collect());
    let best = values.first().map_or(STALEMATESCORE, |(_, run)| run.score);
    table.note("Passing is not legal chess.");
    table.note(passing_text(pass.score - best, passing));
    Ok(table)
}

fn whatif_move(
    board: &mut Board,
    session: &mut Session,
    experiment: &SearchExperiment,
    text: &str,
    limits: &LabLimits,
) -> Result<Table, Refusal> {
    let mv = read_move(board, text)?;
    let mut table = Table::new(limits.text(), &["move", "score", "nodes", "line"]);
    let run = value_of_move(session, experiment, mv, limits.depth)?;
    table.row(vec![board.san(mv), score_text(run.score), run.nodes.to_string(), line_after(board, mv, &run)]);
    Ok(table)
}

/// A move and the best line after it.
fn line_after(board: &mut Board, mv: Move, run: &Thought) -> String {
    show::line(board, &[&[mv], &run.pv[..]].concat())
}

fn read_move(board: &mut Board, text: &str) -> Result<Move, Refusal> {
    board.read_move(text).map_err(|error| Refusal::Move { text: shortened(text), reason: error.to_string() })
}

pub(crate) fn why(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (format, mut words) = Format::take(text);
    let limits = take_limits(session.own.analysis.subject, &mut words, 7)?;
    let [word] = words[..] else { return bad("why takes a MOVE, and depth N") };
    let mv = read_move(board, word)?;
    let experiment = base(board, &session.options, &limits);
    let Some(best) = search(session, &experiment) else { return interrupted() };
    let title = format!("depth {}", best.depth);
    let mut table = Table::new(title, &["move", "null moves", "score", "line"]);
    table.row(vec![
        san_or_dash(board, best.best),
        "as set".into(),
        score_text(best.score),
        show::line(board, &best.pv),
    ]);
    let mut scores = Vec::new();
    for label in ["as set", "none"] {
        let mut asked = experiment.clone();
        if label == "none" {
            asked.options.forbid_null_moves();
        }
        let run = value_of_move(session, &asked, mv, best.depth)?;
        table.row(vec![board.san(mv), label.into(), score_text(run.score), line_after(board, mv, &run)]);
        scores.push(run.score);
    }
    let san = board.san(mv);
    table.note(if best.best == mv {
        format!("{san} is the engine's move.")
    } else if scores[0] > best.score {
        format!("{san} scores higher when searched alone; the full search rejected it as no better.")
    } else {
        format!(
            "{san} is worth {} less than the move played.",
            difference_text(best.score - scores[0]).replace('+', "")
        )
    });
    if limits.algorithm == Algorithm::Modern {
        table.note("The refutation is known only for the tutorial's search: the modern search is not recorded.");
    } else if best.best != mv {
        table.note(cutting_node(board, session, mv, best.depth)?);
    }
    if scores[0] != scores[1] {
        table.note(format!(
            "Null moves change the move's value by {}: without them it is {}.",
            difference_text(scores[0] - scores[1]),
            score_text(scores[1])
        ));
    }
    table.show(&mut session.out, format);
    Ok(())
}

/// Describes the node after a move in a full search of the position: its depth, the reason for its result, its value
/// compared with beta, and its node count.
fn cutting_node(board: &mut Board, session: &mut Session, mv: Move, depth: usize) -> Result<String, Refusal> {
    let (settings, tree) = (session.options.instrument, Tree::new(MOST_RECORDED).down_to(2));
    let Some(recorded) = record(session, board, settings, depth, tree) else { return interrupted() };
    let san = board.san(mv);
    let children = recorded.children(0);
    let Some(&behind) = children.iter().rev().find(|&&child| recorded.nodes[child].step == Step::Move(mv)) else {
        return Ok(format!("{san} was not searched at depth {depth}."));
    };
    let node = recorded.nodes[behind];
    let last = recorded.children(behind).last().map(|&child| recorded.nodes[child].step);
    board.make_move(mv);
    let other = board.next_move.name();
    let what = match (node.why, last) {
        (Why::NullCut, _) => format!("{other} could even pass: a null move cut off the node"),
        (Why::Refuted, Some(Step::Move(answer))) => format!("{} cut off the node", board.san(answer)),
        (Why::StandPat, _) => "the static value was enough".into(),
        (Why::NoMoves, _) => "the game is over".into(),
        (Why::Repetition, _) => "the position repeats".into(),
        (Why::FiftyMoves, _) => "the fifty-move rule makes it a draw".into(),
        (Why::Best | Why::FailLow, _) => "no reply refutes it: it was better than the moves before it".into(),
        _ => format!("the search stopped before all of {other}'s replies were searched"),
    };
    board.unmake_move();
    let cut = if node.value >= node.beta { ">=" } else { "<" };
    Ok(format!(
        "After {san}, searched {} plies deep: {what}; value and beta for {other}: {} {cut} {}. Nodes searched there: {}.",
        node.depth,
        score_text(node.value),
        score_text(node.beta),
        node.nodes
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_difference_is_not_a_mate() {
        assert!(passing_text(9990, Passing::Undecided).contains("a pass is worth +99.90 more"));
        assert!(passing_text(-9990, Passing::Undecided).contains("the best move is worth +99.90 more"));
    }
}
