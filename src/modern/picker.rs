//! Which move next?
//!
//! <https://www.chessprogramming.org/Move_Ordering>. The best move first, and no work for moves that are never reached:
//! moves come in stages, and each stage is generated only if the one before has brought no cutoff.
//!
//! 1. the move from the table,
//! 2. captures and queen promotions that do not lose material, by victim and capture history,
//! 3. quiet moves by history,
//! 4. captures that lose material.
//!
//! The quiescence search gets captures that do not lose material, and at the horizon quiet checks after them.
//!
//! **Read next:** [`negamax`](super::negamax).

use super::Modern;
use super::exchange::EXCHANGE_VALUE;
use super::history::Context;
use super::legal::{MoveGroup, Threats, place_of};
use crate::moves::Move;

/// Order of captures: what a centipawn of the victim counts, in units of history.
const VICTIM: i32 = 16;
/// Order of captures: what a promotion to a queen counts, in units of history: as much as taking a rook.
const QUEENING: i32 = 8000;
/// Order of quiet moves: promotions to other pieces come after all that has a history.
const UNDERPROMOTION: i32 = -60_000;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Stage {
    Table,
    MakeNoisy,
    GoodNoisy,
    MakeQuiet,
    Quiet,
    BadNoisy,
    MakeChecks,
    Checks,
    Done,
}

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All.
    All,
    /// Captures and queen promotions that lose nothing.
    Noisy,
    /// The same, then quiet checks that lose nothing.
    Horizon,
}

/// Picks the moves of one node in order.
pub struct Picker {
    ply: usize,
    stage: Stage,
    wanted: Wanted,
    table_move: Move,
    /// Checks and pins.
    pub threats: Threats,
    context: Context,
    start: usize,
    next: usize,
    end: usize,
    bad_end: usize,
    /// The remaining quiet moves are skipped.
    pub skip_quiet: bool,
}

impl Modern {
    /// A picker for the node at `ply`. The table's move must be legal. The moves of the node stand in the list behind
    /// those of the nodes above it, so that the lists of a line take little of the processor's cache.
    pub(super) fn picker(
        &mut self,
        ply: usize,
        wanted: Wanted,
        table_move: Move,
        threats: Threats,
        context: Context,
    ) -> Picker {
        let start = self.before(ply, 1).moves_end;
        self.frame(ply).moves_end = start;
        Picker {
            ply,
            stage: Stage::Table,
            wanted,
            table_move,
            threats,
            context,
            start,
            next: start,
            end: start,
            bad_end: start,
            skip_quiet: false,
        }
    }

    /// The next legal move; [`None`] after the last.
    pub(super) fn next_pick(&mut self, picker: &mut Picker) -> Option<Move> {
        loop {
            match picker.stage {
                Stage::Table => {
                    picker.stage = Stage::MakeNoisy;
                    if picker.table_move.is_some() {
                        return Some(picker.table_move);
                    }
                }
                Stage::MakeNoisy => {
                    self.make_noisy(picker);
                    picker.stage = Stage::GoodNoisy;
                }
                Stage::GoodNoisy => {
                    if let Some(mv) = self.next_good_noisy(picker) {
                        return Some(mv);
                    }
                    picker.stage = match picker.wanted {
                        Wanted::All => Stage::MakeQuiet,
                        Wanted::Noisy => Stage::Done,
                        Wanted::Horizon => Stage::MakeChecks,
                    };
                }
                Stage::MakeQuiet => {
                    picker.next = picker.end;
                    if !picker.skip_quiet {
                        self.make_quiet(picker);
                    }
                    picker.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while picker.next < picker.end && !picker.skip_quiet {
                        let mv = self.bring_best(picker);
                        if mv != picker.table_move && self.is_safe(mv, &picker.threats) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::BadNoisy;
                    picker.next = picker.start;
                }
                Stage::BadNoisy => {
                    while picker.next < picker.bad_end {
                        let mv = self.list[picker.next].mv;
                        picker.next += 1;
                        if self.is_safe(mv, &picker.threats) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::Done;
                }
                Stage::MakeChecks => {
                    picker.next = picker.end;
                    self.generate_more(picker, MoveGroup::Checks);
                    picker.stage = Stage::Checks;
                }
                Stage::Checks => {
                    while picker.next < picker.end {
                        let mv = self.list[picker.next].mv;
                        picker.next += 1;
                        if self.wins_exchange(mv, 0) && self.is_safe(mv, &picker.threats) {
                            return Some(mv);
                        }
                    }
                    picker.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Generates a group of moves behind those that the picker has.
    #[inline(always)]
    fn generate_more(&mut self, picker: &mut Picker, group: MoveGroup) {
        picker.end = self.generate(group, &picker.threats, picker.end);
        self.frame(picker.ply).moves_end = picker.end;
    }

    fn next_good_noisy(&mut self, picker: &mut Picker) -> Option<Move> {
        while picker.next < picker.end {
            let mv = self.bring_best(picker);
            if mv == picker.table_move {
                continue;
            }
            let threshold = match picker.wanted {
                Wanted::All => -self.histories.capture(mv) / self.settings.numbers.capture_history,
                Wanted::Noisy | Wanted::Horizon => 0,
            };
            if !self.wins_exchange(mv, threshold) {
                if picker.wanted == Wanted::All {
                    self.list[picker.bad_end].mv = mv;
                    picker.bad_end += 1;
                }
                continue;
            }
            if self.is_safe(mv, &picker.threats) {
                return Some(mv);
            }
        }
        None
    }

    #[inline(never)]
    fn make_noisy(&mut self, picker: &mut Picker) {
        self.generate_more(picker, MoveGroup::Noisy);
        for (place, scored) in self.list[picker.start..picker.end].iter_mut().enumerate() {
            let mv = scored.mv;
            let promotion = if mv.is_promotion() { QUEENING } else { 0 };
            let victim = VICTIM * EXCHANGE_VALUE[mv.capt() as usize];
            scored.set_key(victim + promotion + self.histories.capture(mv) / 2, place);
        }
    }

    #[inline(never)]
    fn make_quiet(&mut self, picker: &mut Picker) {
        self.generate_more(picker, MoveGroup::Quiet);
        let histories = self.histories.in_context(&picker.context);
        for (place, scored) in (picker.next - picker.start..).zip(&mut self.list[picker.next..picker.end]) {
            let under = if scored.mv.is_promotion() { UNDERPROMOTION } else { 0 };
            scored.set_key(histories.quiet(scored.mv) + under, place);
        }
    }

    /// Picks the best of the remaining list.
    #[inline(always)]
    fn bring_best(&mut self, picker: &mut Picker) -> Move {
        let list = &mut self.list[picker.next..picker.end];
        let place = place_of(list.iter().map(|scored| scored.key).max().unwrap_or_default());
        let best = place + picker.start - picker.next;
        let mv = list[best].mv;
        list[best] = list[0].moved_to(place);
        picker.next += 1;
        // Most moves that are picked are made; those that are pruned cost little.
        self.table.prefetch(self.likely_key_after(mv));
        mv
    }
}
