//! The tutorial's own code counts only nodes. The instrument supplies all other counters: it repeats the search, and a
//! different node count is an error.

use crate::instrument::Instrument;
use crate::play::Which;
use crate::searcher::stats::IS_COLLECTED;
use crate::searcher::{Algorithm, Thought};
use crate::ui::refusal::{Done, Refusal, bad, interrupted};

use super::state::{Analysis, Session};

/// Whether the last search ran the tutorial's own code ([`search`](crate::search)), which counts only nodes.
pub(crate) fn is_tutorials_own(analysis: &Analysis) -> bool {
    let searched = analysis.searched.as_ref();
    searched.is_some_and(|searched| searched.which() == Which::Tutorial)
}

/// Repeats the last search with the instrument if it was a tutorial search: only the instrument has counters and keeps
/// the history.
pub(crate) fn repeat(session: &mut Session) -> Result<Option<Instrument>, Refusal> {
    let (Some(searched), Some(thought)) = (session.own.analysis.searched.clone(), session.own.analysis.thought.clone())
    else {
        return Ok(None);
    };
    if searched.options.algorithm == Algorithm::Modern {
        return Ok(None);
    }
    let repeated = session.work_on(&searched.game, |job| {
        let instrument = searched.repeat(&thought, &job.control);
        (!job.is_stopped()).then_some(instrument)
    });
    let Some(instrument) = repeated else { return interrupted() };
    if is_tutorials_own(&session.own.analysis) && instrument.board.inodes != thought.nodes {
        let (again, before) = (instrument.board.inodes, thought.nodes);
        return bad(format!("instrument mismatch: it searched {again} nodes, the tutorial's search {before}"));
    }
    Ok(Some(instrument))
}

/// The last search with its counters.
pub(crate) fn counted(session: &mut Session) -> Result<Thought, Refusal> {
    if !IS_COLLECTED {
        return bad("this program was built without counters (the feature 'stats')");
    }
    let last = session.own.analysis.thought.clone().filter(|thought| !thought.stats.iterations.is_empty());
    let Some(mut thought) = last else {
        return bad("no search yet, or the last one was too short; try 'go', or 'compare winglet'");
    };
    if thought.stats.expanded == 0
        && let Some(Instrument { mut stats, .. }) = repeat(session)?
    {
        for (iteration, first_time) in stats.iterations.iter_mut().zip(&thought.stats.iterations) {
            iteration.ms = first_time.ms;
        }
        thought.stats = stats;
        session.own.analysis.thought = Some(thought.clone());
    }
    Ok(thought)
}

/// Compares the tutorial's searches with the instrument's: a difference is an error. Repeats the last search with the
/// instrument if this has not been done yet.
pub(super) fn check_searchers(session: &mut Session) -> Done {
    if let Some(difference) = session.own.analysis.difference.take() {
        return bad(difference);
    }
    if IS_COLLECTED && session.own.analysis.thought.as_ref().is_some_and(|thought| !thought.stats.iterations.is_empty())
    {
        counted(session)?;
    }
    Ok(())
}
