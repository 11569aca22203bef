//! Hints, given step by step: first the piece, then the move, then the reason.

use crate::board::Board;
use crate::displaymove::square_name;
use crate::play::expected::place;
use crate::readmove::{kind_name, shortened};
use crate::searcher::laws;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::show;

use super::glance::{glance, think_about, threatened};
use super::state::{Hint, Session};
use super::{guessing, looking, puzzles};

/// A hint mentions a threat if the scores of the threat and of the hint's move add up to at least this, in centipawns.
const THREAT: i32 = 150;

pub(crate) fn hint(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if !["", "more"].contains(&text) {
        return bad(format!("unknown argument '{}'; type 'hint' or 'hint more'", shortened(text)));
    }
    if let Some(outcome) = laws::outcome(board) {
        return bad(format!("there is nothing to play: {}", show::outcome(outcome)));
    }
    let kept = session.own.training.hint.take().filter(|hint| hint.place == place(board));
    let mut hint = match kept {
        Some(hint) => hint,
        None => think_of(board, session)?,
    };
    if text == "more" {
        // 'hint more' skips the first step.
        hint.told = hint.told.max(1);
    }
    let said = match hint.told {
        0 => {
            let (piece, square) = (kind_name(hint.line[0].piec()), square_name(hint.line[0].from()));
            format!("hint: look at the {piece} on {square}; 'hint more' shows the move")
        }
        1 => {
            let san = session.screen().moves(&board.san(hint.line[0]));
            format!("hint: {san}; 'hint more' explains it")
        }
        _ => reason(board, session, &hint),
    };
    session.say(&said);
    hint.told += 1;
    session.own.training.hint = Some(hint);
    Ok(())
}

fn think_of(board: &Board, session: &mut Session) -> Result<Hint, Refusal> {
    let (score, line) = match puzzles::solution(session).or_else(|| guessing::solution(session)) {
        Some(mv) => think_about(board, session, mv, None)?,
        None => glance(board, session)?,
    };
    Ok(Hint { place: place(board), told: 0, score, line })
}

/// What the move does, its score and continuation, and the threat it answers.
fn reason(board: &mut Board, session: &mut Session, hint: &Hint) -> String {
    let screen = session.screen();
    let (side, words) = (board.next_move, looking::move_in_words(board, hint.line[0]));
    let line = screen.moves(&board.san_line(&hint.line).join(" "));
    let mut text = format!("hint: {words}. {}: {line}.", show::score_of(side, hint.score));
    let threat = threatened(board, session).ok();
    if let Some((score, threat)) = threat.filter(|(score, _)| *score >= THREAT - hint.score) {
        let threat = screen.moves(threat.first().map_or("", String::as_str));
        text += &format!(" {} threatens {threat} ({}).", side.other().name(), show::pawns(score));
    }
    text
}
