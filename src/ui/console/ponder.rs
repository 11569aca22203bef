//! Pondering: the engine thinks on the opponent's time.
//!
//! While the line editor waits for a move, a separate thread searches the position after the expected move, on a copy
//! of the Board. It shows nothing. If that move is typed, the session becomes the host of the copy in mid-search: from
//! then on it is a search like any other, with a status line and a limit. Any other line ends it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::board::Board;
use crate::moves::Move;
use crate::peek::Report;
use crate::peek::{Host, Verdict};
use crate::ui::game::{Expected, place, play_expected, tell_until_the_end};
use crate::ui::show;
use crate::ui::words::Done;

use super::engine;
use super::state::{Handover, Pondering, Progress, Session, Thought};

fn lock(slot: &Mutex<Option<Handover>>) -> MutexGuard<'_, Option<Handover>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes the expected reply after the engine's move.
pub(super) fn note_expected(board: &mut Board, session: &mut Session, played: Move) {
    let line = board.last_pv;
    session.own.expected = Expected::after(board, played, &line[..board.last_pv_length]);
}

/// Called when waiting for a line: starts to ponder, if it is enabled and a reply is expected.
pub(crate) fn begin(board: &Board, session: &mut Session) {
    let console = &session.own;
    let wanted = console.look.ponder && console.pondering.is_none() && console.finish.is_none();
    let playing = session.engine_side == Some(board.next_move.other()) && console.analysing.is_none();
    if !wanted || !playing || session.own.setup.is_some() {
        return;
    }
    let Some(expected) = console.expected.and_then(|expected| expected.here(board)) else { return };
    let mut copy = Box::new(board.clone());
    if !play_expected(&mut copy, expected) {
        return;
    }
    (copy.timer.max_time, copy.timer.soft_time) = (None, None);
    let (stop, waiting) = (Arc::new(AtomicBool::new(false)), Arc::default());
    copy.stop = Arc::clone(&stop);
    copy.host.seat(Box::new(Ponderer { waiting: Arc::clone(&waiting), ..Ponderer::default() }));
    let place = place(&copy);
    let thread = thread::spawn(move || {
        let best = copy.think();
        let ms = copy.timer.elapsed_ms();
        Thought { board: copy, best, ms }
    });
    session.own.pondering = Some(Pondering { expected, place, stop, waiting, thread });
}

/// Called before a line is carried out: ends pondering, unless the line is the expected move.
pub(crate) fn hear(board: &mut Board, session: &mut Session, line: &str) {
    let Some(pondering) = &session.own.pondering else { return };
    if board.read_move(line).is_ok_and(|mv| mv == pondering.expected) {
        return;
    }
    end(session);
}

/// Ends pondering without using its result.
pub(crate) fn end(session: &mut Session) {
    let Some(Pondering { stop, thread, .. }) = session.own.pondering.take() else { return };
    stop.store(true, Ordering::Relaxed);
    // The result is dropped, even if the thread failed.
    let _ = thread.join();
}

/// The ponder search, if it is about the position on the board.
pub(super) fn hit(board: &Board, session: &mut Session) -> Option<Pondering> {
    let pondering = session.own.pondering.take()?;
    if pondering.place == place(board) {
        return Some(pondering);
    }
    session.own.pondering = Some(pondering);
    end(session);
    None
}

impl Pondering {
    /// The expected move was played: the search continues with the session as its host and the limits of the Board. In
    /// a game with clocks, the limits count from now on; a fixed time for each move counts from the start of pondering.
    pub(super) fn go_on(self, board: &mut Board) -> Move {
        let Some(session) = board.host.leave::<Session>() else { return board.think() };
        *lock(&self.waiting) = Some(Handover { session, timer: board.timer });
        let thought = self.thread.join();
        let not_taken = lock(&self.waiting).take();
        let Ok(Thought { board: mut copy, best, ms }) = thought else {
            // The thread panicked, which no search should do: think again.
            not_taken.into_iter().for_each(|handover| board.host.seat(handover.session));
            return board.think();
        };
        let stop = Arc::clone(&board.stop);
        let mut ponderer = copy.host.leave::<Ponderer>().unwrap_or_default();
        if let Some(handover) = not_taken {
            // The search ended before the move was played.
            ponderer.take_over(&mut copy, handover, ms);
        }
        *board = *copy;
        board.stop = stop;
        ponderer.session.into_iter().for_each(|session| board.host.seat(session));
        best
    }
}

/// The host of the copy: records reports until the session arrives.
#[derive(Default)]
struct Ponderer {
    waiting: Arc<Mutex<Option<Handover>>>,
    progress: Progress,
    session: Option<Box<Session>>,
}

impl Ponderer {
    /// The session has arrived: it gets the progress of the first `ahead` milliseconds, and the search gets its limits.
    fn take_over(&mut self, board: &mut Board, handover: Handover, ahead: u64) {
        let Handover { mut session, timer } = handover;
        let later = |ms: Option<u64>| ms.map(|ms| ahead.saturating_add(ms));
        // Time spent pondering is a gain: half the normal target time will do.
        let limits = match session.own.clocks {
            Some(_) => (later(timer.max_time), later(timer.soft_time.map(|ms| ms / 2))),
            None => (timer.max_time, timer.soft_time),
        };
        (board.timer.max_time, board.timer.soft_time) = limits;
        session.own.progress = std::mem::take(&mut self.progress);
        session.say(&format!("expected: thought ahead for {}", show::time_text(ahead)));
        session.out.line(show::HEADER);
        self.session = Some(session);
    }
}

impl Host for Ponderer {
    fn tell(&mut self, board: &mut Board, report: &Report) {
        match &mut self.session {
            Some(session) => session.tell(board, report),
            None => tell_until_the_end(board, report, |board, report| self.progress.note(board, report)),
        }
    }

    fn poll(&mut self, board: &mut Board) -> Verdict {
        if self.session.is_none() {
            let handover = lock(&self.waiting).take();
            let Some(handover) = handover else { return Verdict::GoOn };
            self.take_over(board, handover, board.timer.elapsed_ms());
        }
        self.session.as_mut().map_or(Verdict::GoOn, |session| session.poll(board))
    }

    fn wants_root_moves(&self) -> bool {
        true
    }
}

/// `ponder`: on, off, or the current setting.
pub(crate) fn ponder(board: &mut Board, session: &mut Session, text: &str) -> Done {
    engine::set(board, session, format!("ponder {text}").trim())
}
