//! The explorer: for a file of games, the moves played from a position, with their frequencies and results.
//!
//! The file is read once. Each of the first [`PLIES`] half-moves of a game gets an entry in a sorted list. Positions
//! are identified by their [key](position_key), so transpositions count as the same position.

use std::path::Path;
use std::sync::LazyLock;
use std::time::UNIX_EPOCH;

use crate::board::Board;
use crate::hash::KEYS;
use crate::moves::Move;
use crate::play::files;
use crate::searcher::laws;
use crate::setup::Setup;

use super::line::MoveLine;
use super::pgn::store::StoreError;
use super::pgn::{Detail, GameSink, Games, Problem};

/// Number of half-moves indexed per game.
pub const PLIES: usize = 50;

/// Number of entries (16 bytes each) after which no more games are read.
const MOST_ENTRIES: usize = 32 << 20;

/// Number of games read between two calls of the callback.
const LOOK_EVERY: u64 = 1000;

/// Size of an entry in a cache file, in bytes.
const ENTRY_BYTES: usize = 11;

/// Magic number of a cache file, with its version.
const MAGIC: &[u8; 8] = b"ALEXPL03";

/// Key of a position. An en-passant square counts only if a pawn can capture there.
pub fn position_key(board: &Board) -> u64 {
    let square = board.ep_square;
    if square != 0 && !laws::can_take_en_passant(board, square) {
        board.hashkey ^ KEYS.ep[square]
    } else {
        board.hashkey
    }
}

/// Key of a start position.
pub fn start_key(start: &Setup) -> u64 {
    static USUAL: LazyLock<(Setup, u64)> = LazyLock::new(|| {
        let board = Board::new();
        (Setup::start(), position_key(&board))
    });
    if *start == USUAL.0 {
        return USUAL.1;
    }
    let mut board = Board::new();
    board.init_from_setup(start);
    position_key(&board)
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
enum GameResult {
    White,
    Drawn,
    Black,
    Unknown,
}

impl GameResult {
    fn of(text: &str) -> GameResult {
        match text {
            "1-0" => GameResult::White,
            "1/2-1/2" => GameResult::Drawn,
            "0-1" => GameResult::Black,
            _ => GameResult::Unknown,
        }
    }
}

/// A move of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Entry {
    /// Key of the position before the move.
    key: u64,
    mv: u16,
    result: u8,
}

/// A move in 16 bits: origin, target, promotion piece and castling flag. The bits identify a move only together with
/// its position.
fn packed(mv: Move) -> u16 {
    let becomes = if mv.is_promotion() { mv.prom() as usize & 7 } else { 0 };
    (mv.from() | mv.tosq() << 6 | becomes << 12 | usize::from(mv.is_castling()) << 15) as u16
}

/// A move that was played from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// Numbers of White wins, draws and Black wins.
    pub results: [u64; 3],
    /// Number of games in which the move was played, including those without a result.
    pub games: u64,
}

/// An index of the moves played in a file of games.
#[derive(Default)]
pub struct Explorer {
    entries: Vec<Entry>,
    /// Number of games read.
    pub games: u64,
    /// Whether the file was read to its end.
    pub is_whole: bool,
    /// The [state](stamp) of the file before it was read.
    stamp: Option<[u8; 24]>,
}

/// The moves of one game.
#[derive(Default)]
struct Moves {
    result: &'static str,
    tag: String,
    here: u64,
    moves: Vec<(u64, u16)>,
}

impl GameSink for Moves {
    fn tag(&mut self, name: &str, value: &str) {
        if name == "Result" {
            self.tag = value.into();
        }
    }

    fn start(&mut self, start: &Setup) -> Detail {
        self.here = start_key(start);
        Detail::MainLine
    }

    fn mv(&mut self, mv: Move, line: &mut MoveLine) {
        if self.moves.len() < PLIES {
            self.moves.push((self.here, packed(mv)));
            self.here = position_key(line.board());
        }
    }

    fn result(&mut self, result: &'static str) {
        self.result = result;
    }

    fn problem(&mut self, _: Problem) {}
}

impl Explorer {
    /// Reads a file of games. Calls `goes_on` regularly with the number of games read, and stops if it returns false or
    /// the index is full.
    ///
    /// # Errors
    /// The reason why the file cannot be read.
    pub fn read(path: &Path, mut goes_on: impl FnMut(u64) -> bool) -> Result<Explorer, StoreError> {
        let mut explorer = Explorer { is_whole: true, stamp: stamp(path), ..Explorer::default() };
        let mut games = Games::new(files::open_text(path)?);
        while let Some((place, mut game)) = games.next_into(Moves::default)? {
            let known = if GameResult::of(&game.tag) == GameResult::Unknown { game.result } else { &game.tag };
            let result = GameResult::of(known) as u8;
            // A game that repeats a position counts once.
            game.moves.sort_unstable();
            game.moves.dedup();
            explorer.entries.extend(game.moves.iter().map(|&(key, mv)| Entry { key, mv, result }));
            explorer.games = place.number;
            let is_full = explorer.entries.len() >= MOST_ENTRIES;
            if is_full || place.number.is_multiple_of(LOOK_EVERY) && !goes_on(place.number) {
                explorer.is_whole = false;
                break;
            }
        }
        explorer.entries.sort_unstable();
        Ok(explorer)
    }

    /// The legal moves played from a position, most frequent first.
    pub fn moves(&self, board: &Board) -> Vec<PlayedMove> {
        let key = position_key(board);
        let first = self.entries.partition_point(|entry| entry.key < key);
        let here = self.entries[first..].chunk_by(|a, b| a.mv == b.mv && a.key == b.key);
        let legal = board.legal_moves();
        let mut moves: Vec<PlayedMove> = Vec::new();
        for group in here.take_while(|group| group[0].key == key) {
            let Some(&mv) = legal.iter().find(|&&mv| packed(mv) == group[0].mv) else { continue };
            let results = [0, 1, 2].map(|result| group.iter().filter(|entry| entry.result == result).count() as u64);
            moves.push(PlayedMove { mv, results, games: group.len() as u64 });
        }
        moves.sort_by_key(|played| std::cmp::Reverse(played.games));
        moves
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    // ---- the cache ----------------------------------------------------------------------------------------------

    /// The contents of a cache file; [`None`] if the games file was not read completely or its state is unknown.
    pub fn cache(&self) -> Option<Vec<u8>> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.stamp.filter(|_| self.is_whole)?);
        bytes.extend(self.games.to_le_bytes());
        bytes.extend((self.entries.len() as u64).to_le_bytes());
        for Entry { key, mv, result } in &self.entries {
            bytes.extend(key.to_le_bytes());
            bytes.extend(mv.to_le_bytes());
            bytes.push(*result);
        }
        Some(bytes)
    }

    /// Reads a cache; returns [`None`] if it is invalid, or was made from another file or an earlier version of the
    /// file.
    pub fn from_cache(bytes: &[u8], path: &Path) -> Option<Explorer> {
        let stamp = stamp(path)?;
        let rest = bytes.strip_prefix(MAGIC)?.strip_prefix(&stamp[..])?;
        let (games, rest) = rest.split_first_chunk()?;
        let (count, rest) = rest.split_first_chunk()?;
        let (chunks, []) = rest.as_chunks::<ENTRY_BYTES>() else { return None };
        let entry = |chunk: &[u8; ENTRY_BYTES]| {
            let [a, b, c, d, e, f, g, h, low, high, result] = *chunk;
            let key = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            Entry { key, mv: u16::from_le_bytes([low, high]), result }
        };
        let entries: Vec<Entry> = chunks.iter().map(entry).collect();
        let is_valid = entries.len() as u64 == u64::from_le_bytes(*count) && entries.is_sorted();
        let games = u64::from_le_bytes(*games);
        is_valid.then_some(Explorer { entries, games, is_whole: true, stamp: Some(stamp) })
    }
}

/// Identifies a file and its state: the hash of the path, the file's length, and the time of its last modification.
pub fn stamp(path: &Path) -> Option<[u8; 24]> {
    let data = std::fs::metadata(path).ok()?;
    let changed = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos() as u64;
    // 64-bit FNV-1a, because the standard library's hash may change between versions.
    let name = std::fs::canonicalize(path).ok()?.to_string_lossy().into_owned();
    let hash = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut stamp = [0; 24];
    stamp[..8].copy_from_slice(&hash.to_le_bytes());
    stamp[8..16].copy_from_slice(&data.len().to_le_bytes());
    stamp[16..].copy_from_slice(&changed.to_le_bytes());
    Some(stamp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::PathBuf;

    const GAMES: &str = "1. d4 e6 2. e4 d5 1-0\n\n[Result \"0-1\"]\n\n1. e4 e6 2. d4 d5 0-1\n\n1. e4 e5 1/2-1/2\n\n\
                         1. e4 e6 2. d4 c5 *\n\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=Q+ Kd7 1-0\n\n\
                         [FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=N Kd7 1/2-1/2\n";

    fn file(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("alula-explorer-{}-{name}.pgn", std::process::id()));
        fs::write(&path, GAMES).expect("a temporary file");
        path
    }

    /// The moves played from the position after these moves.
    fn told(explorer: &Explorer, board: &mut Board, moves: &str) -> Vec<(String, u64, [u64; 3])> {
        for text in moves.split_whitespace() {
            let mv = board.read_move(text).expect("legal");
            board.play(mv);
        }
        explorer.moves(board).into_iter().map(|it| (board.san(it.mv), it.games, it.results)).collect()
    }

    #[test]
    fn transpositions_are_counted_together() {
        let path = file("count");
        let explorer = Explorer::read(&path, |_| true).expect("games");
        fs::remove_file(&path).expect("it is there");
        let row = |san: &str, games, results| (san.to_string(), games, results);
        assert_eq!((explorer.games, explorer.is_whole), (6, true));
        let start = told(&explorer, &mut Board::new(), "");
        assert_eq!(start, [row("e4", 3, [0, 1, 1]), row("d4", 1, [1, 0, 0])]);
        // Both move orders reach the same position, although the en-passant squares differ: no pawn can capture there.
        for moves in ["e4 e6 d4", "d4 e6 e4"] {
            let french = told(&explorer, &mut Board::new(), moves);
            assert_eq!(french, [row("d5", 2, [1, 0, 1]), row("c5", 1, [0, 0, 0])], "{moves}");
        }
        assert!(told(&explorer, &mut Board::new(), "a3").is_empty());
        let mut board = Board::new();
        let fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let rules = crate::readfen::Rules::Standard;
        board.init_from_setup(&crate::readfen::read_fen_by(fen, rules).expect("a position").setup);
        let mut promotions = told(&explorer, &mut board, "");
        promotions.sort();
        assert_eq!(promotions, [row("a8=N", 1, [0, 1, 0]), row("a8=Q+", 1, [1, 0, 0])]);
    }

    #[test]
    fn a_game_that_repeats_a_position_counts_once() {
        let path = file("repeated");
        fs::write(&path, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0\n\n1. Nf3 d5 0-1\n")
            .expect("our own file");
        let explorer = Explorer::read(&path, |_| true).expect("games");
        fs::remove_file(&path).expect("it is there");
        let start = told(&explorer, &mut Board::new(), "");
        assert_eq!(start, [("Nf3".to_string(), 2, [1, 0, 1]), ("e4".to_string(), 1, [1, 0, 0])]);
        let mut after = told(&explorer, &mut Board::new(), "Nf3");
        after.sort();
        assert_eq!(after, [("Nf6".to_string(), 1, [1, 0, 0]), ("d5".to_string(), 1, [0, 0, 1])]);
    }

    #[test]
    fn a_cache_is_rejected_for_another_or_a_changed_file() {
        let (path, other) = (file("one"), file("two"));
        let explorer = Explorer::read(&path, |_| true).expect("games");
        let cache = explorer.cache().expect("a cache");
        let again = Explorer::from_cache(&cache, &path).expect("the same file");
        assert_eq!((again.games, again.moves(&Board::new())), (6, explorer.moves(&Board::new())));
        assert!(Explorer::from_cache(&cache, &other).is_none(), "another file");
        for end in 0..cache.len() {
            assert!(Explorer::from_cache(&cache[..end], &path).is_none(), "cut off after {end} bytes");
        }
        fs::write(&path, GAMES.to_string() + "\n1. c4 *\n").expect("our own file");
        assert!(Explorer::from_cache(&cache, &path).is_none(), "the file has changed");
        let cache = explorer.cache().expect("a cache");
        assert!(Explorer::from_cache(&cache, &path).is_none(), "the file has changed since it was read");
        let part = Explorer { is_whole: false, ..explorer };
        assert!(part.cache().is_none(), "an incomplete index has no cache");
        fs::remove_file(path).and_then(|()| fs::remove_file(other)).expect("they are there");
    }
}
