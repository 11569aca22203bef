//! Names of openings, with their codes from the *Encyclopaedia of Chess Openings* (A00 to E99).
//!
//! The table `assets/openings/eco.tsv` has a line for each name: code, name, moves. Look-ups compare positions, so they
//! also recognise transpositions.

use std::collections::HashMap;

use once_cell::sync::Lazy;

use crate::board::Board;
use crate::play::convert::polyglot_key;

/// A named opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opening {
    /// Code, like `C60`.
    pub code: &'static str,
    /// Name of the opening, with the variation after a colon.
    pub name: &'static str,
    /// Moves of the opening, separated by spaces.
    pub moves: &'static str,
}

const TABLE: &str = include_str!("../../assets/openings/eco.tsv");

/// All openings, ordered by code.
pub fn all() -> impl Iterator<Item = Opening> {
    TABLE.lines().skip(1).filter_map(|line| {
        let (code, rest) = line.split_once('\t')?;
        let (name, moves) = rest.split_once('\t')?;
        Some(Opening { code, name, moves })
    })
}

/// The openings by position key. An unnamed position on the way to a named one is given the name of the last named
/// position before it. If several lines lead through an unnamed position, it takes the name given at
/// the latest ply.
static BY_POSITION: Lazy<HashMap<u64, Opening>> = Lazy::new(|| {
    let mut board = Board::new();
    let named: HashMap<u64, Opening> =
        all().filter_map(|opening| Some((keys_after(&mut board, opening.moves)?.pop()?, opening))).collect();
    let mut known: HashMap<u64, (usize, Opening)> = HashMap::new();
    for opening in all() {
        let mut last = None;
        for (ply, key) in (1..).zip(keys_after(&mut board, opening.moves).unwrap_or_default()) {
            last = named.get(&key).map(|&opening| (ply, opening)).or(last);
            let Some((depth, opening)) = last else { continue };
            let entry = known.entry(key).or_insert((depth, opening));
            if depth > entry.0 {
                *entry = (depth, opening);
            }
        }
    }
    known.into_iter().map(|(key, (_, opening))| (key, opening)).chain(named).collect()
});

/// The keys of the positions after each of these moves from the start position; [`None`] if a move is illegal.
fn keys_after(board: &mut Board, moves: &str) -> Option<Vec<u64>> {
    board.init();
    let mut keys = Vec::new();
    for text in moves.split(' ') {
        let mv = board.read_move(text).ok()?;
        board.play(mv);
        keys.push(polyglot_key(board)?);
    }
    Some(keys)
}

/// The opening of this position, regardless of the move order.
pub fn of_position(board: &Board) -> Option<Opening> {
    BY_POSITION.get(&polyglot_key(board)?).copied()
}

/// The opening of a game's last named position, and the number of half-moves up to that position. Works for games from
/// any start position.
pub fn of_game(board: &Board) -> Option<(Opening, usize)> {
    let mut board = Box::new(board.clone());
    loop {
        if let Some(opening) = of_position(&board) {
            return Some((opening, board.end_of_game));
        }
        board.undo()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn lines_are_legal_and_end_in_distinct_positions() {
        let mut board = Board::new();
        let mut keys = HashMap::new();
        for opening in all() {
            board.init();
            for text in opening.moves.split(' ') {
                let mv = board.read_move(text).unwrap_or_else(|error| panic!("{opening:?}: {error}"));
                assert_eq!(board.to_san(mv), text, "{opening:?}");
                board.play(mv);
            }
            let other = keys.insert(polyglot_key(&board), opening);
            assert_eq!(other, None, "the same position as {opening:?}");
        }
        assert_eq!(keys.len(), TABLE.lines().count() - 1);
    }

    #[test]
    fn the_codes_are_in_order_and_none_is_missing() {
        let codes: Vec<&str> = all().map(|opening| opening.code).collect();
        assert!(codes.is_sorted());
        let known: HashSet<&str> = codes.into_iter().collect();
        for letter in ["A", "B", "C", "D", "E"] {
            for number in 0..100 {
                assert!(known.contains(&*format!("{letter}{number:02}")), "{letter}{number:02}");
            }
        }
        assert_eq!(known.len(), 500);
        let names: HashSet<(&str, &str)> = all().map(|opening| (opening.code, opening.name)).collect();
        assert_eq!(names.len(), all().count());
    }

    fn after(moves: &str) -> (&'static str, &'static str, usize) {
        let mut board = Board::new();
        for text in moves.split(' ') {
            let mv = board.read_move(text).expect("a legal move");
            board.play(mv);
        }
        let (opening, plies) = of_game(&board).expect("a name");
        (opening.code, opening.name, plies)
    }

    #[test]
    fn transpositions_get_the_same_name() {
        assert_eq!(after("e4 e5 Nf3 Nc6 Bb5 a6"), ("C70", "Ruy Lopez: Morphy Defence", 6));
        // A game that has left the opening table keeps the last name that it reached.
        assert_eq!(after("e4 e5 Nf3 Nc6 Bb5 a6 h4 h5"), ("C70", "Ruy Lopez: Morphy Defence", 6));
        let nimzo = "Nimzo-Indian Defence";
        assert_eq!(after("d4 Nf6 c4 e6 Nc3 Bb4"), ("E20", nimzo, 6));
        assert_eq!(after("c4 e6 Nc3 Nf6 d4 Bb4"), ("E20", nimzo, 6));
        assert_eq!(after("d4 d5 e4 e6"), ("C00", "French Defence: Normal Variation", 4));
        assert_eq!(after("d4 e6 e4 d5"), ("C00", "French Defence: Normal Variation", 4));
        assert_eq!(after("d4 e6 e4"), ("C00", "French Defence: Normal Variation", 3));
    }

    #[test]
    fn the_start_position_has_no_name() {
        assert_eq!(of_game(&Board::new()), None);
    }
}
