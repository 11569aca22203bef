//! Parses the arguments of `go`, and computes the time they allow.

use std::time::Duration;

use crate::board::Board;
use crate::moves::Move;
use crate::play::thinktime::Allowance;
use crate::readmove::shortened;
use crate::searcher::MAX_DEPTH;
use crate::ui::options::whole_number;

/// The forms of `go`.
pub const FORMS: &str = "[wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [depth PLIES] [nodes N] [mate MOVES] \
                         [movetime MS] [infinite] [ponder] [searchmoves MOVE …] [perft PLIES]";

/// The arguments of a `go`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Go {
    /// The side to move: 0 for White, 1 for Black.
    pub side: usize,
    /// The clocks of White and Black, in milliseconds.
    pub clock: [Option<i64>; 2],
    /// Increments of White and Black, in milliseconds.
    pub increment: [u64; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Maximum depth, in plies.
    pub depth: Option<usize>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Stop when a mate in at most this many moves is found.
    pub mate: Option<i32>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<u64>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Ponder until `ponderhit`.
    pub ponder: bool,
    /// Perft depth, in plies.
    pub perft: Option<usize>,
    /// The root moves to search; all if empty.
    pub search_moves: Vec<Move>,
}

impl Go {
    /// Parses the arguments of `go`. Also returns the parts it ignored: unknown words (as the protocol requires),
    /// words whose number is missing or invalid, and illegal moves. It never rejects a `go`, which would then remain
    /// unanswered.
    pub fn read(board: &mut Board, text: &str) -> (Go, Vec<String>) {
        let (mut go, mut ignored) = (Go { side: board.next_move.index(), ..Go::default() }, Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "searchmoves" {
                while let Some(text) = words.next_if(|text| !is_word(text)) {
                    match board.read_move(text) {
                        Ok(mv) => go.search_moves.push(mv),
                        Err(error) => ignored.push(format!("searchmoves {} ({error})", shortened(text))),
                    }
                }
                continue;
            }
            let value = if takes_number(word) { words.next_if(|text| !is_word(text)) } else { None };
            if go.take(word, value.and_then(whole_number)).is_none() {
                ignored.extend([Some(word), value].into_iter().flatten().map(String::from));
            }
        }
        (go, ignored)
    }

    /// Applies one word and its number; returns [`None`] if the word is unknown, or its number is missing or invalid.
    fn take(&mut self, word: &str, number: Option<i64>) -> Option<()> {
        let at_least_0 = number.map(|number| number.max(0) as u64);
        let within = |most: usize| at_least_0.map(|number| number.clamp(1, most as u64));
        match word {
            "wtime" => self.clock[0] = Some(number?),
            "btime" => self.clock[1] = Some(number?),
            "winc" => self.increment[0] = at_least_0?,
            "binc" => self.increment[1] = at_least_0?,
            "movestogo" => self.moves_to_go = u32::try_from(number?).ok().filter(|moves| *moves > 0),
            "depth" => self.depth = Some(within(MAX_DEPTH)? as usize),
            "nodes" => self.nodes = Some(at_least_0?.max(1)),
            "mate" => self.mate = Some(within(MAX_DEPTH)? as i32),
            "movetime" => self.move_time = Some(at_least_0?),
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "perft" => self.perft = Some(within(Board::MAX_PERFT_DEPTH)? as usize),
            _ => return None,
        }
        Some(())
    }

    /// Whether the answer must wait for `stop` or `ponderhit`.
    pub fn holds(&self) -> bool {
        !self.has_limit() && (self.ponder || self.infinite || self.mate.is_none())
    }

    /// Whether the search ends by itself in every position.
    pub fn has_limit(&self) -> bool {
        let by_clock = self.clock[self.side].is_some() || self.move_time.is_some();
        let by_work = self.depth.is_some() || self.nodes.is_some() || self.perft.is_some();
        (by_clock || by_work) && !self.infinite && !self.ponder
    }

    /// The time for the move, if limited.
    pub fn allowance(&self) -> Option<Allowance> {
        let (inc_ms, moves_to_go) = (self.increment[self.side], self.moves_to_go);
        let clock = self.clock[self.side].map(|own_ms| Allowance::Clock { own_ms, inc_ms, moves_to_go });
        self.move_time.map(|ms| Allowance::Fixed(Duration::from_millis(ms))).or(clock)
    }

    /// The time that the GUI should show on our clock after this move, in milliseconds; [`None`] if unknown.
    pub fn left_after(&self, used_ms: u64) -> Option<i64> {
        if self.move_time.is_some() || self.moves_to_go == Some(1) {
            return None;
        }
        let after = |ms: i64| ms.saturating_add_unsigned(self.increment[self.side]).saturating_sub_unsigned(used_ms);
        self.clock[self.side].map(after)
    }
}

fn takes_number(word: &str) -> bool {
    is_word(word) && !["infinite", "ponder", "searchmoves"].contains(&word)
}

/// Whether this is one of the keywords in [`FORMS`].
fn is_word(text: &str) -> bool {
    FORMS.split(['[', ']']).any(|form| form.split(' ').next().is_some_and(|word| !word.is_empty() && word == text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The arguments, if all are usable.
    fn read(text: &str) -> Option<Go> {
        let (go, ignored) = Go::read(&mut Board::new(), text);
        ignored.is_empty().then_some(go)
    }

    #[test]
    fn every_form_of_go_is_read() {
        let clocks = Go { clock: [Some(1000), Some(-5)], increment: [10, 20], moves_to_go: Some(7), ..Go::default() };
        assert_eq!(read("wtime 1000 btime -5 winc 10 binc 20 movestogo 7"), Some(clocks));
        assert_eq!(read("depth 9 nodes 500"), Some(Go { depth: Some(9), nodes: Some(500), ..Go::default() }));
        assert_eq!(read("mate 3 movetime 50"), Some(Go { mate: Some(3), move_time: Some(50), ..Go::default() }));
        assert_eq!(read("ponder infinite"), Some(Go { ponder: true, infinite: true, ..Go::default() }));
        assert_eq!(read("depth 0 nodes -1").map(|go| (go.depth, go.nodes)), Some((Some(1), Some(1))));
        assert_eq!(read("movestogo 0"), Some(Go::default()));
        assert_eq!(read("depth 9999").map(|go| go.depth), Some(Some(MAX_DEPTH)));
        let moves = read("searchmoves e2e4 d2d4 depth 3").expect("legal moves");
        assert_eq!((moves.search_moves.len(), moves.depth), (2, Some(3)));
    }

    #[test]
    fn unusable_arguments_are_ignored() {
        for (text, ignored) in [
            ("fast depth 3 please", "fast please"),
            ("depth 3 nodes 9.5", "nodes 9.5"),
            ("wtime depth 3", "wtime"),
            ("movetime 1e3 depth 3", "movetime 1e3"),
        ] {
            let (go, others) = Go::read(&mut Board::new(), text);
            assert_eq!((go, others.join(" ").as_str()), (Go { depth: Some(3), ..Go::default() }, ignored));
        }
        let (go, others) = Go::read(&mut Board::new(), "movetime infinite searchmoves e2e5 a2a3");
        assert!(go.infinite && go.move_time.is_none() && go.search_moves.len() == 1);
        assert!(others[0] == "movetime" && others[1].starts_with("searchmoves e2e5 ("), "{others:?}");
    }

    #[test]
    fn numbers_beyond_all_limits_are_no_limit() {
        let go =
            read("nodes 18446744073709551615 movetime 99999999999999999999 depth 99999999999999999999").expect("go");
        assert_eq!((go.nodes, go.move_time, go.depth), (Some(i64::MAX as u64), Some(i64::MAX as u64), Some(MAX_DEPTH)));
        let go = read("wtime 99999999999999999999 btime -99999999999999999999 movestogo 99999999999").expect("go");
        assert_eq!((go.clock, go.moves_to_go), ([Some(i64::MAX), Some(i64::MIN)], None));
    }

    #[test]
    fn what_may_answer_by_itself_is_known() {
        for text in ["", "infinite", "ponder wtime 1000", "ponder depth 3", "searchmoves e2e4", "btime 1000"] {
            assert!(read(text).expect(text).holds(), "{text}");
        }
        for text in ["wtime 1000", "depth 3", "nodes 9", "movetime 0", "mate 2", "perft 3"] {
            assert!(!read(text).expect(text).holds(), "{text}");
        }
    }
}
