//! Taking moves back, and replaying them.

use crate::board::Board;
use crate::defines::Side;
use crate::moves::Move;
use crate::ui::refusal::{Done, bad, number};

use super::ending::refuse_after_result;
use super::play::refuse_elsewhere;
use super::state::{Finish, Session};
use super::{analyse, autosave, looking};

pub(crate) fn undo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::back(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    if board.end_of_game == 0 && session.own.game.finish.is_none() {
        return bad("already at start of game");
    }
    let count = match text {
        "all" => board.end_of_game,
        // A count of 0 resumes a game that ended before its first move.
        "" => board.end_of_game.min(1),
        _ => number(text, "half-moves to take back", 1, board.end_of_game.max(1), None)?.min(board.end_of_game),
    };
    take_back(board, session, count);
    Ok(())
}

fn take_back(board: &mut Board, session: &mut Session, count: usize) {
    let game = &mut session.own.game;
    game.end_turn(board);
    for _ in 0..count {
        let Some(mv) = board.undo() else { break };
        game.redo.push(mv);
        game.clocks.iter_mut().for_each(|clocks| clocks.discount(board.next_move));
    }
    if session.own.game.study.is_some() {
        session.own.study_of(board).forget_moves_taken_back();
    }
    let lost = match session.own.game.finish {
        Some(Finish::Time { side, .. }) => Some(side),
        _ => None,
    };
    // Remembers the fallen flag: a flag falls only once in a game.
    let flagged = session.own.game.flagged.or(lost);
    session.own.game.forget_end();
    session.own.game.flagged = flagged;
    if board.end_of_game > 0 {
        autosave::save(board, session);
    }
    looking::show_board(board, session);
    if let Some(side) = lost {
        session.say(&format!("The game goes on, although {}'s time has run out.", side.name()));
    }
    if session.engine_side == Some(board.next_move) && session.input.is_terminal() {
        session.say("It is the engine's turn: 'go' lets it move.");
    }
}

pub(crate) fn takeback(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::back(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    let own = session.engine_side.map_or(board.next_move.other(), Side::other);
    // Goes back to the player's previous turn: two half-moves, or one if the engine has not replied.
    let last = if board.next_move == own { 2 } else { 1 };
    if board.end_of_game < last {
        return bad("you have no move to take back");
    }
    let most = (board.end_of_game - last) / 2 + 1;
    let moves = number(text, "moves to take back", 1, most, Some(1))?;
    take_back(board, session, last + 2 * (moves - 1));
    Ok(())
}

pub(crate) fn redo(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if session.own.is_analysing() {
        return analyse::forward(board, session, text);
    }
    refuse_elsewhere(&session.own)?;
    refuse_after_result(&session.own.game)?;
    let all = session.own.game.redo.len();
    if all == 0 {
        return bad("there is no move to replay");
    }
    let count = match text {
        // Goes forward to the player's next turn.
        "" if session.engine_side == Some(board.next_move.other()) => all.min(2),
        "" => 1,
        "all" => all,
        _ => number(text, "half-moves to replay", 1, all, None)?,
    };
    let again: Vec<Move> = session.own.game.redo.split_off(all - count).into_iter().rev().collect();
    let is_annotated = session.own.game.study.is_some();
    if is_annotated {
        session.own.study_of(board).restore(&again);
    }
    let game = &mut session.own.game;
    game.end_turn(board);
    for mv in again {
        game.clocks.iter_mut().for_each(|clocks| clocks.count(board.next_move));
        board.play(mv);
    }
    if is_annotated {
        session.own.study_of(board).forget_moves_taken_back();
    }
    autosave::save(board, session);
    looking::show_board(board, session);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::super::lessons::run::silent_session;
    use super::*;
    use crate::ui::clock::GameClocks;
    use crate::ui::console::state::Console;
    use crate::ui::dialogues::CONSOLE_WORDS;
    use crate::ui::session::Dialogue;

    fn execute(board: &mut Board, session: &mut Session, lines: &[&str]) {
        for line in lines {
            assert!(Console::execute(board, session, line).is_ok(), "{line}");
        }
    }

    fn clocks(session: &Session) -> GameClocks {
        session.own.game.clocks.expect("clocks")
    }

    #[test]
    fn the_clocks_count_moves_as_they_are_taken_back_and_replayed() {
        let (mut board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        session.engine_side = None;
        let counted: [(&[&str], [&str; 2]); 4] = [
            (&["level 2 5", "move e4", "move e5", "move d4"], ["2", "1"]),
            (&["undo 2"], ["1", "0"]),
            (&["redo 1"], ["1", "1"]),
            (&["undo all"], ["0", "0"]),
        ];
        for (lines, made) in counted {
            execute(&mut board, &mut session, lines);
            let state = clocks(&session).state();
            let numbers: Vec<&str> = state.split(' ').collect();
            assert_eq!([numbers[1], numbers[3]], made, "{lines:?}");
        }
    }

    #[test]
    fn the_time_before_a_move_is_taken_back_or_replayed_counts() {
        let (mut board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        session.engine_side = None;
        execute(&mut board, &mut session, &["level 5+0", "move e4", "move e5"]);
        for (line, side) in [("undo 1", Side::White), ("redo 1", Side::Black)] {
            let before = clocks(&session).left(side, None);
            thread::sleep(Duration::from_millis(5));
            execute(&mut board, &mut session, &[line]);
            assert!(clocks(&session).left(side, None) < before, "{line}");
        }
    }
}
