//! The search to examine: the tutorial's or the modern one.

use crate::board::Board;
use crate::searcher::Algorithm;
use crate::ui::console::Session;
use crate::ui::refusal::Done;

pub(crate) fn tutorial(_: &mut Board, session: &mut Session, _: &str) -> Done {
    choose(session, Algorithm::Pvs);
    session.say("The tutorial's search plays and is used for experiments. 'modern' switches back to the strong one.");
    Ok(())
}

pub(crate) fn modern(_: &mut Board, session: &mut Session, _: &str) -> Done {
    choose(session, Algorithm::Modern);
    session.say("The modern search plays and is used for experiments. 'tutorial' switches to the tutorial's.");
    session.say("ladder, order, tree, demo and fault always use the tutorial's search.");
    Ok(())
}

fn choose(session: &mut Session, algorithm: Algorithm) {
    session.options.algorithm = algorithm;
    session.own.analysis.subject = algorithm;
}
