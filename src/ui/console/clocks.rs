//! The clocks of a game: setting them, watching them, and running out of time.

use crate::board::Board;
use crate::defines::Side;
use crate::play::standing::Standing;
use crate::readmove::shortened;
use crate::searcher::laws;
#[cfg(feature = "terminal")]
use crate::timer::Instant;
use crate::ui::clock::{GameClocks, TimeControl};
use crate::ui::refusal::{Done, bad};
#[cfg(feature = "terminal")]
use crate::ui::signals;
use crate::ui::terminal::look::Flag;
use crate::ui::{settings, show};

use super::ending::{end_game, refuse_if_over};
use super::engine;
use super::opponent::tell_opponent;
use super::state::{CurrentGame, Finish, Session};

/// Chooses the engine's side. If the players swap sides before the first move, each keeps their time control. The
/// engine's scores and its draw offer were for its previous side.
pub(super) fn engine_plays(session: &mut Session, side: Option<Side>) {
    let before = std::mem::replace(&mut session.engine_side, side);
    if before == side {
        return;
    }
    let game = &mut session.own.game;
    (game.standing, game.draw_offered) = (Standing::default(), false);
    if let Some(clocks) = game.clocks.as_mut().filter(|_| before.is_some() && side.is_some()) {
        clocks.swap_sides();
    }
}

/// Records the time left to a side after its move, as a `[%clk]` comment, unless the move already has one.
pub(super) fn note_clock(board: &Board, session: &mut Session, side: Side) {
    let Some(clocks) = session.own.game.clocks else { return };
    let seconds = clocks.left(side, None).max(0) / 1000;
    let text = format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let study = session.own.study_of(board);
    let at = study.at();
    if !study.game.node(at).comment.contains("[%clk ") {
        study.game.node_mut(at).add_comment(&text);
    }
}

/// Handles a side running out of time, once per game: ends the game or only makes an announcement, depending on the
/// setting.
pub(super) fn flag_falls(board: &Board, session: &mut Session, side: Side) {
    if session.own.game.flagged.is_some() {
        return;
    }
    session.own.game.flagged = Some(side);
    let more = match session.own.view.look.flag {
        Flag::Ask => ". 'flag' ends the game, a move continues it.",
        Flag::Loss => return end_game(board, session, Finish::by_time(board, side)),
        Flag::Off => "; the game goes on.",
    };
    session.say(&format!("{}'s time has run out{more}", side.name()));
}

/// Suspends the program, as Ctrl-Z does. The pause counts neither for the search nor for the clocks: like a game that
/// was left and is resumed, the game stands still meanwhile.
#[cfg(feature = "terminal")]
pub(super) fn suspend(session: &mut Session) {
    let begin = Instant::now();
    signals::suspend();
    let pause = begin.elapsed();
    session.control().into_iter().for_each(|control| control.leave_out(pause));
    session.own.game.clocks.iter_mut().for_each(|clocks| clocks.leave_out(pause));
}

/// The side to move, if its time has just run out.
fn just_out_of_time(board: &Board, game: &CurrentGame) -> Option<Side> {
    let clocks = game.clocks.filter(|_| game.flagged.is_none())?;
    game.turn(board).filter(|side| clocks.is_out_of_time(*side))
}

/// Rings the bell when the player is short of time, once per game.
fn warn_of_time(board: &Board, session: &mut Session) {
    let (side, game) = (board.next_move, &mut session.own.game);
    let alarm = i64::from(session.own.view.look.alarm) * 1000;
    let is_wanted = alarm > 0 && session.engine_side != Some(side) && game.turn(board).is_some();
    let Some(clocks) = game.clocks.filter(|_| is_wanted && !game.was_alarmed) else { return };
    if clocks.left(side, Some(side)) < alarm {
        game.was_alarmed = true;
        session.out.ring();
    }
}

/// While the user types a line, checks the clock of the side to move: rings the bell, and handles a fallen flag.
pub(super) fn watch_clock(board: &Board, session: &mut Session) {
    warn_of_time(board, session);
    if let Some(side) = just_out_of_time(board, &session.own.game) {
        session.view().make_room(session);
        flag_falls(board, session, side);
    }
}

/// `flag`: ends the game if a side is out of time. That side loses, or draws if its opponent has only a king. With a
/// value, changes the setting `flag`.
pub(crate) fn flag(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if !text.is_empty() {
        return engine::set(board, session, &format!("flag {text}"));
    }
    refuse_if_over(&session.own)?;
    if laws::end(board).is_some() {
        return bad("the game is over");
    }
    let game = &session.own.game;
    let Some(side) = game.flagged.or_else(|| just_out_of_time(board, game)) else {
        let row = settings::find("flag")?;
        let now = row.value(&session.options, &session.own.view.look);
        return bad(format!("neither side is out of time. The setting 'flag' is {now}; it can be {}", row.kind()));
    };
    end_game(board, session, Finish::by_time(board, side));
    Ok(())
}

pub(crate) fn level(board: &mut Board, session: &mut Session, text: &str) -> Done {
    session.own.refuse_aside()?;
    match text {
        "" => {}
        "off" => session.own.game.clocks = None,
        _ => {
            let Some([own, engines]) = TimeControl::read_both(text) else {
                return bad(format!(
                    "level cannot be '{}'; type MINUTES+SECONDS like 5+3, MOVES MINUTES [SECONDS] like 40 5, two \
                     of these like 10+5 against 2+0, or off",
                    shortened(text)
                ));
            };
            let is_white = session.engine_side != Some(Side::White);
            session.own.game.clocks = Some(GameClocks::new(if is_white { [own, engines] } else { [engines, own] }));
            session.own.game.flagged = None;
        }
    }
    clock(board, session, "")?;
    if text.is_empty() || text == "off" {
        tell_opponent(session);
    }
    Ok(())
}

pub(crate) fn clock(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let Some(clocks) = &session.own.game.clocks else {
        return session.answer(&format!("no clock; the engine searches {}", show::limits(&session.options.limits)));
    };
    let running = session.own.game.turn(board);
    let left = |side| show::clock_text(clocks.left(side, running));
    let text = format!("White {}, Black {} ({})", left(Side::White), left(Side::Black), show::controls(clocks));
    session.answer(&text)
}

#[cfg(test)]
mod tests {
    use super::super::lessons::run::silent_session;
    use super::*;
    use crate::ui::dialogues::CONSOLE_WORDS;

    #[test]
    fn the_alarm_of_0_seconds_never_rings() {
        let (board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        let controls = [TimeControl::read("5+0").expect("a control"); 2];
        session.own.game.clocks = GameClocks::read_state(controls, "-1 9 300000 9");
        for alarm in [0, 1] {
            session.own.view.look.alarm = alarm;
            warn_of_time(&board, &mut session);
            assert_eq!(session.own.game.was_alarmed, alarm > 0);
        }
    }

    #[test]
    fn a_change_of_sides_ends_the_draw_offer_and_forgets_the_scores() {
        let (board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        for (side, is_kept) in [(Side::Black, true), (Side::White, false)] {
            session.engine_side = Some(Side::Black);
            session.own.game.standing.note(&board, -900);
            session.own.game.draw_offered = true;
            engine_plays(&mut session, Some(side));
            assert_eq!(session.own.game.standing.accepts_draw(), is_kept.then_some(true));
            assert_eq!(session.own.game.draw_offered, is_kept);
        }
    }

    #[test]
    fn no_clock_runs_after_the_end_of_the_game() {
        let (mut board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        assert_eq!(session.own.game.turn(&board), Some(Side::White));
        session.own.game.finish = Some(Finish::by_time(&board, Side::White));
        assert_eq!(session.own.game.turn(&board), None);
        session.own.game.finish = None;
        for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
        }
        assert_eq!(session.own.game.turn(&board), None, "mate");
        let controls = [TimeControl::read("5+0").expect("a control"); 2];
        session.own.game.clocks = GameClocks::read_state(controls, "300000 2 300000 2");
        session.own.game.clocks.iter_mut().for_each(GameClocks::start);
        std::thread::sleep(std::time::Duration::from_millis(5));
        session.own.game.end_turn(&board);
        let left = session.own.game.clocks.map(|clocks| clocks.left(Side::White, None));
        assert_eq!(left, Some(300_000), "mated");
    }
}
