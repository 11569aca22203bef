//! The end of a game: draws, resignation, and the announcement.

use crate::board::Board;
use crate::defines::Side;
use crate::peek::Outcome;
use crate::play::standing::{ResignRule, Standing, is_glad_of_draw};
use crate::searcher::laws;
use crate::searcher::setting::When;
use crate::ui::refusal::{Done, bad};
use crate::ui::show;

use super::glance::glance;
use super::state::{Console, CurrentGame, Finish, Session};
use super::{autosave, ponder, record};

pub(super) fn refuse_if_over(console: &Console) -> Done {
    console.refuse_aside()?;
    refuse_after_result(&console.game)
}

pub(super) fn refuse_after_result(game: &CurrentGame) -> Done {
    match &game.finish {
        Some(finish) => bad(format!("the game is over: {finish}; 'undo' continues it, 'new' starts another")),
        None => Ok(()),
    }
}

/// Announces that a draw can be claimed, unless the last announcement named the same rule.
pub(super) fn tell_claim(board: &Board, session: &mut Session) {
    let console = &mut session.own;
    let Some(claim) = laws::claim(board).filter(|claim| console.game.claim_told != Some(*claim)) else { return };
    if console.game.finish.is_some() || console.aside().is_some() {
        return;
    }
    console.game.claim_told = Some(claim);
    session.say(match claim {
        Outcome::FiftyMoves => "Fifty moves without a capture or a pawn move: 'draw' claims the draw.",
        _ => "The position has occurred three times: 'draw' claims the draw.",
    });
}

/// Announces the end of the game if the last move has ended it. The engine claims any draw it can. Returns whether the
/// game is over.
pub(super) fn announce_end(board: &mut Board, session: &mut Session) -> bool {
    if session.own.game.finish.is_some() {
        return true;
    }
    let Some(outcome) = laws::outcome(board) else { return false };
    match laws::claim(board) {
        Some(claim) => end_game(board, session, Finish::ByRule(claim)),
        None => session.view().game_over(board, session, &Finish::ByRule(outcome)),
    }
    true
}

/// Records the engine's score before its move. Returns whether it resigns.
pub(super) fn resigns(board: &Board, session: &mut Session) -> bool {
    if session.own.game.selfplay {
        // The scores of two sides are the history of neither.
        session.own.game.standing = Standing::default();
        return false;
    }
    if let Some(score) = session.own.analysis.progress.score {
        session.own.game.standing.note(board, score);
    }
    let rule = match session.own.view.look.manners {
        When::On => Some(ResignRule::USUAL),
        When::Auto if session.options.is_weakened() => ResignRule::of_person(session.options.modern.elo),
        When::Auto | When::Off => None,
    };
    rule.is_some_and(|rule| session.own.game.standing.is_hopeless(rule))
}

/// Offers a draw if the scores justify it and the settings allow it, but never in self-play.
pub(super) fn offer_draw(board: &Board, session: &mut Session, side: Side) {
    let offers = session.own.view.look.manners.decide(session.options.is_weakened()) && !session.own.game.selfplay;
    session.own.game.draw_offered = offers && session.own.game.standing.offers_draw(board);
    if session.own.game.draw_offered {
        session.say(&format!("{} offers a draw: 'draw' accepts, a move declines", side.name()));
    }
}

/// Ends the game by resignation, agreement, claim or time, and with it any pondering.
pub(super) fn end_game(board: &Board, session: &mut Session, finish: Finish) {
    ponder::end(session);
    session.own.game.end_turn(board);
    session.view().game_over(board, session, &finish);
    session.own.game.finish = Some(finish);
    record::note(board, session);
    autosave::save(board, session);
}

pub(crate) fn draw(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(&session.own)?;
    // A draw by the rules can be claimed without the opponent's consent.
    match laws::outcome(board) {
        Some(Outcome::Mate(_) | Outcome::KingCapture(_)) => {
            return bad("the game is over: this is checkmate, not a draw");
        }
        Some(outcome) => {
            end_game(board, session, Finish::ByRule(outcome));
            return Ok(());
        }
        None => {}
    }
    let Some(engine) = session.engine_side else {
        return bad("the engine plays neither side: there is no opponent to accept a draw");
    };
    let accepted = session.own.game.standing.accepts_draw().unwrap_or_else(|| {
        let sign = if board.next_move == engine { 1 } else { -1 };
        glance(board, session).is_ok_and(|(score, _)| is_glad_of_draw(sign * score, board.fifty_move))
    });
    if session.own.game.draw_offered || accepted {
        end_game(board, session, Finish::Agreement);
    } else {
        session.say(&format!("{} declines the draw", engine.name()));
    }
    Ok(())
}

pub(crate) fn resign(board: &mut Board, session: &mut Session, _: &str) -> Done {
    refuse_if_over(&session.own)?;
    if let Some(outcome) = laws::end(board) {
        return bad(format!("the game is over: {}", show::outcome(outcome)));
    }
    let side = session.engine_side.map_or(board.next_move, Side::other);
    end_game(board, session, Finish::Resignation(side));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lessons::run::silent_session;
    use super::*;
    use crate::board::testing::board;
    use crate::moves::Move;
    use crate::play::expected::place;
    use crate::searcher::{Algorithm, Limits, MAX_DEPTH};
    use crate::ui::console::state::Pondering;
    use crate::ui::dialogues::CONSOLE_WORDS;
    use crate::ui::session::Dialogue;

    #[test]
    fn pondering_ends_with_the_game() {
        let (board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        let (options, limits) = (session.options.clone(), Limits::depth(MAX_DEPTH));
        session.start(&board, &options, limits);
        session.own.game.pondering = Some(Pondering { expected: Move::NONE, place: place(&board), thought: None });
        end_game(&board, &mut session, Finish::by_time(&board, Side::White));
        assert!(session.control().is_none() && session.own.game.pondering.is_none());
    }

    #[test]
    fn self_play_leaves_no_scores() {
        let (board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        session.own.analysis.progress.score = Some(-900);
        for selfplay in [false, true] {
            session.own.game.selfplay = selfplay;
            assert!(!resigns(&board, &mut session));
            assert_eq!(session.own.game.standing.accepts_draw(), (!selfplay).then_some(true));
        }
    }

    #[test]
    fn there_are_no_draw_offers_in_self_play() {
        let (board, mut session) = (board("4k3/8/8/p7/P7/8/8/4K3 w - - 0 60"), silent_session(CONSOLE_WORDS));
        (session.options.algorithm, session.options.modern.elo) = (Algorithm::Modern, 1200);
        (0..5).for_each(|_| session.own.game.standing.note(&board, 0));
        for selfplay in [true, false] {
            session.own.game.selfplay = selfplay;
            offer_draw(&board, &mut session, Side::Black);
            assert_eq!(session.own.game.draw_offered, !selfplay);
        }
    }

    #[test]
    fn a_draw_offer_ends_with_the_next_move_and_with_another_position() {
        let (mut board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        session.engine_side = None;
        for lines in [&["move e4"][..], &["analyse depth 1", "keep"], &["back"]] {
            session.own.game.draw_offered = true;
            for line in lines {
                assert!(Console::execute(&mut board, &mut session, line).is_ok(), "{line}");
            }
            assert!(!session.own.game.draw_offered, "{lines:?}");
        }
    }
}
