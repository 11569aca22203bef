//! Syzygy tables (<https://www.chessprogramming.org/Syzygy_Bases>), read with the crate `shakmaty-syzygy`.
//!
//! A WDL file (`.rtbw`) contains the result of each position, a DTZ file (`.rtbz`) the number of plies to the next
//! capture or pawn move. The files named `KQvKR`, for example, cover all positions with those pieces. [`Syzygy::open`]
//! checks only the size and the magic number of each file; the first probe of a table opens its file. Small files are
//! read into memory, so probing them needs no system call.
//!
//! [`modern::tablebase`](crate::modern::tablebase) uses the results in the search.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::Options;
use super::files;
use crate::board::Board;
use crate::modern::tablebase::{Tablebase, Tables, Wdl};
use reader::Files;

/// Separator of folders in a path, as in the system's PATH.
pub const SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Magic number of a WDL file.
const WDL_MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];
/// Magic number of a DTZ file.
const DTZ_MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];

/// Reasons why tables cannot be used.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// The path is empty.
    #[error("the path to the tables is empty")]
    Empty,
    /// A folder cannot be read, or a file is damaged.
    #[error("{place}: {reason}", reason = files::plain_reason(.error))]
    Unusable {
        /// The folder or the file.
        place: String,
        /// The error of the system or the reader.
        error: io::Error,
    },
    /// None of the folders contains WDL tables.
    #[error("no WDL tables (.rtbw) in {0}")]
    NoTables(String),
}

impl TablebaseError {
    /// Whether the error is a missing folder.
    pub fn is_missing_folder(&self) -> bool {
        matches!(self, TablebaseError::Unusable { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

/// Syzygy tables from one or more folders.
pub struct Syzygy {
    files: Files,
    path: String,
    /// Number of WDL files and of DTZ files.
    count: [usize; 2],
    skipped: Vec<TablebaseError>,
}

impl Syzygy {
    /// Opens the tables in all folders of `path`, a list separated by [`SEPARATOR`]. Skips unreadable folders, and
    /// files that have the name of a table but are not tables.
    ///
    /// # Errors
    /// [`TablebaseError`] if no WDL tables are found; if items were skipped, the error for the first of them.
    pub fn open(path: &str) -> Result<Syzygy, TablebaseError> {
        let mut files = Files::new().map_err(|error| TablebaseError::Unusable { place: path.into(), error })?;
        let (mut names, mut skipped) = (BTreeSet::new(), Vec::new());
        let mut is_empty = true;
        for folder in path.split(SEPARATOR).filter(|folder| !folder.trim().is_empty()) {
            is_empty = false;
            let tables = tables_in(folder).unwrap_or_else(|error| {
                skipped.push(TablebaseError::Unusable { place: folder.into(), error });
                Vec::new()
            });
            for table in tables {
                match check_magic(&table).and_then(|()| files.add(&table)) {
                    Ok(()) => drop(names.insert(table.file_name().map(OsStr::to_os_string))),
                    Err(error) => {
                        skipped.push(TablebaseError::Unusable { place: table.to_string_lossy().into(), error })
                    }
                }
            }
        }
        let is_of = |name: &Option<OsString>, kind: &str| {
            name.as_ref().is_some_and(|name| Path::new(name).extension().is_some_and(|extension| extension == kind))
        };
        let count = ["rtbw", "rtbz"].map(|kind| names.iter().filter(|name| is_of(name, kind)).count());
        if is_empty {
            return Err(TablebaseError::Empty);
        }
        if count[0] == 0 {
            return Err(skipped.into_iter().next().unwrap_or(TablebaseError::NoTables(path.into())));
        }
        Ok(Syzygy { files, path: path.into(), count, skipped })
    }

    /// The reason for each skipped item.
    pub fn skipped(&self) -> &[TablebaseError] {
        &self.skipped
    }

    /// Number of WDL files and of DTZ files.
    pub fn count(&self) -> [usize; 2] {
        self.count
    }
}

/// Switches to the tables in the folders of `path`. Returns the number of WDL files and of DTZ files, and the items
/// skipped.
///
/// # Errors
/// The reason if no tables are found; the previous ones stay in use.
pub fn use_tables(options: &mut Options, path: &str) -> Result<([usize; 2], Vec<String>), TablebaseError> {
    let tables = Syzygy::open(path)?;
    let skipped = tables.skipped().iter().map(|error| format!("{error}; skipped")).collect();
    let found = (tables.count(), skipped);
    options.modern.tables = Some(Tables::new(Arc::new(tables)));
    Ok(found)
}

/// The files in a folder that have the name of a table.
fn tables_in(folder: &str) -> io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.file_name().is_some_and(|name| is_table(Path::new(name))));
    paths.sort_unstable();
    Ok(paths)
}

/// Rejects a file with the wrong magic number.
fn check_magic(path: &Path) -> io::Result<()> {
    let wanted = if path.extension().is_some_and(|kind| kind == "rtbw") { WDL_MAGIC } else { DTZ_MAGIC };
    let mut found = [0; 4];
    File::open(path)?.read_exact(&mut found)?;
    if found == wanted { Ok(()) } else { Err(io::Error::new(io::ErrorKind::InvalidData, "it is not an endgame table")) }
}

fn is_table(name: &Path) -> bool {
    let known = name.extension().is_some_and(|kind| kind == "rtbw" || kind == "rtbz");
    known && name.to_str().is_some_and(|name| name.starts_with('K') && name.contains("vK"))
}

impl Tablebase for Syzygy {
    fn most_men(&self) -> u32 {
        self.files.most_men()
    }

    fn path(&self) -> &str {
        &self.path
    }

    fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.files.wdl(board)
    }

    fn dtz(&self, board: &Board) -> Option<i32> {
        self.files.dtz(board)
    }
}

/// Reads tables from files.
#[cfg(any(unix, windows))]
mod reader {
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};
    use std::sync::Arc;

    use shakmaty::Chess;
    use shakmaty_syzygy::filesystem::{Filesystem, OsFilesystem, RandomAccessFile, ReadHint};
    use shakmaty_syzygy::{Tablebase, Wdl as FileWdl};

    use crate::board::Board;
    use crate::modern::tablebase::Wdl;
    use crate::play::convert::to_shakmaty;

    /// Size of the largest file that is read in full, in bytes. All four-man tables together take 4.4 million bytes;
    /// most five-man tables are below the limit.
    const READ_WHOLE: u64 = 4 << 20;

    /// Tables, opened when first needed.
    pub struct Files(Tablebase<Chess>);

    impl Files {
        pub fn new() -> io::Result<Files> {
            Ok(Files(Tablebase::with_filesystem(Arc::new(Small(OsFilesystem::new())))))
        }

        pub fn add(&mut self, path: &Path) -> io::Result<()> {
            self.0.add_file(path)
        }

        pub fn most_men(&self) -> u32 {
            self.0.max_pieces() as u32
        }

        pub fn wdl(&self, board: &Board) -> Option<Wdl> {
            self.0.probe_wdl_after_zeroing(&to_shakmaty(board)?).ok().map(own_wdl)
        }

        pub fn dtz(&self, board: &Board) -> Option<i32> {
            self.0.probe_dtz(&to_shakmaty(board)?).ok().map(|dtz| dtz.ignore_rounding().0)
        }
    }

    fn own_wdl(wdl: FileWdl) -> Wdl {
        match wdl {
            FileWdl::Loss => Wdl::Loss,
            FileWdl::BlessedLoss => Wdl::BlessedLoss,
            FileWdl::Draw => Wdl::Draw,
            FileWdl::CursedWin => Wdl::CursedWin,
            FileWdl::Win => Wdl::Win,
        }
    }

    /// The file system, which reads small files in full when it opens them.
    struct Small(OsFilesystem);

    impl Filesystem for Small {
        fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
            self.0.regular_file_size(path)
        }

        fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
            self.0.read_dir(path)
        }

        fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
            if File::open(path)?.metadata()?.len() > READ_WHOLE {
                return self.0.open(path);
            }
            Ok(Box::new(Whole(fs::read(path)?)))
        }
    }

    /// A file in memory.
    struct Whole(Vec<u8>);

    impl RandomAccessFile for Whole {
        fn read_at(&self, buffer: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
            let rest = usize::try_from(offset).ok().and_then(|offset| self.0.get(offset..)).unwrap_or_default();
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            Ok(length)
        }
    }
}

/// A web page has no files, so it has no tables.
#[cfg(not(any(unix, windows)))]
mod reader {
    use std::io;
    use std::path::Path;

    use crate::board::Board;
    use crate::modern::tablebase::Wdl;

    /// Tables; never constructed.
    pub enum Files {}

    impl Files {
        pub fn new() -> io::Result<Files> {
            Err(io::ErrorKind::Unsupported.into())
        }

        pub fn add(&mut self, _: &Path) -> io::Result<()> {
            match *self {}
        }

        pub fn most_men(&self) -> u32 {
            match *self {}
        }

        pub fn wdl(&self, _: &Board) -> Option<Wdl> {
            match *self {}
        }

        pub fn dtz(&self, _: &Board) -> Option<i32> {
            match *self {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::time::Duration;

    use crate::board::testing::board;
    use crate::defines::*;
    use crate::modern::tablebase::{RankedMove, TABLEBASE_WIN};
    use crate::modern::{Modern, Settings};
    use crate::play::Engine;
    use crate::searcher::{Control, Limits, Report, Thought};
    use crate::setup::Setup;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

    fn tables() -> Arc<Syzygy> {
        Arc::new(Syzygy::open(FOLDER).expect("the tables of the tests"))
    }

    fn ranked_moves(board: &Board) -> Option<Vec<RankedMove>> {
        Tables::new(tables()).ranked_moves(board)
    }

    /// The moves of a position ranked by the tables, best first.
    fn ranked(fen: &str) -> Vec<RankedMove> {
        ranked_moves(&board(fen)).expect("a known position")
    }

    fn options(tables: Option<Tables>) -> Options {
        Options { modern: Settings { tables, ..Settings::default() }, ..Options::default() }
    }

    /// Searches a position to this depth with these tables; returns the result and the number of table hits.
    fn search(fen: &str, tables: Option<Tables>, depth: usize) -> (Thought, u64) {
        let mut engine = Engine::default();
        let limits = Limits::depth(depth);
        let thought = engine.think_here(&board(fen), &options(tables), &limits, &Control::silent());
        (thought, engine.modern.tablebase_hits())
    }

    #[test]
    fn positions_without_tables_have_no_value() {
        let tables = tables();
        for fen in [
            "4k3/8/8/8/8/8/8/RNB1K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ] {
            assert_eq!((tables.wdl(&board(fen)), tables.dtz(&board(fen))), (None, None), "{fen}");
            assert_eq!(ranked_moves(&board(fen)), None, "{fen}");
        }
    }

    #[test]
    fn the_time_for_the_tables_counts() {
        let limits = Limits { max_time: Some(Duration::MAX), soft_time: Some(Duration::ZERO), ..Limits::default() };
        let left = |tables| {
            let limits = options(tables).with_tables(&board("8/8/8/8/8/2k5/8/1K1Q4 w - - 0 1"), &limits);
            (limits.ranking.moves.is_empty(), limits.max_time < Some(Duration::MAX), limits.soft_time)
        };
        assert_eq!(left(None), (true, false, Some(Duration::ZERO)));
        assert_eq!(left(Some(Tables::new(tables()))), (false, true, Some(Duration::ZERO)));
    }

    #[test]
    fn bad_paths_are_refused_with_the_reason() {
        let reason = |path: &str| Syzygy::open(path).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(reason("").contains("empty"));
        assert!(reason("/no/such/folder").starts_with("/no/such/folder: "));
        assert!(reason(concat!(env!("CARGO_MANIFEST_DIR"), "/assets")).contains("no WDL tables (.rtbw) in "));
        assert_eq!(Syzygy::open(&format!("{FOLDER}{SEPARATOR}{FOLDER}")).map(|it| it.count()).ok(), Some([11, 11]));
    }

    /// An empty folder of this name for one test.
    fn empty_folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("alula-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a temporary folder");
        folder
    }

    #[test]
    fn invalid_files_are_skipped_and_reported() {
        let folder = empty_folder("tables");
        let whole = fs::read(Path::new(FOLDER).join("KQvK.rtbw")).expect("a table");
        for (name, bytes) in [
            ("KQvK.rtbw", &whole[..]),
            ("KRvK.rtbw", &whole[..whole.len() - 20]),
            ("KBvK.rtbw", &[0; 80]),
            ("KNvK.rtbw", &[]),
            ("KRvK.rtbz", &whole),
            ("readme.txt", b"no table"),
        ] {
            fs::write(folder.join(name), bytes).expect("a temporary file");
        }
        let path = format!("{}{SEPARATOR}/no/such/folder", folder.display());
        let tables = Syzygy::open(&path).expect("one table");
        assert_eq!(tables.count(), [1, 0]);
        assert!(tables.wdl(&board("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")).is_some());
        let skipped: Vec<String> = tables.skipped().iter().map(TablebaseError::to_string).collect();
        let at = |name: &str| folder.join(name).display().to_string();
        assert_eq!(
            skipped,
            [
                format!("{}: it is not an endgame table", at("KBvK.rtbw")),
                format!("{}: it was truncated", at("KNvK.rtbw")),
                format!("{}: unexpected file size", at("KRvK.rtbw")),
                format!("{}: it is not an endgame table", at("KRvK.rtbz")),
                "/no/such/folder: it does not exist".into(),
            ]
        );
        fs::remove_dir_all(&folder).expect("it is there");
    }

    /// The size of a table is 16 more than a multiple of 64. If a multiple of 64 bytes is cut off, the file still opens
    /// without an error.
    #[test]
    fn a_table_cut_by_a_multiple_of_64_gives_right_values_or_none() {
        let whole = tables();
        let positions: Vec<Box<Board>> = include_str!("../../tests/data/syzygy/values.tsv")
            .lines()
            .skip(1)
            .filter_map(|line| Some(board(line.split_once('\t')?.0)))
            .collect();
        let folder = empty_folder("cut");
        for name in fs::read_dir(FOLDER).expect("the tables of the tests").map(|file| file.expect("a file").file_name())
        {
            fs::copy(Path::new(FOLDER).join(&name), folder.join(&name)).expect("a copy");
        }
        let path = folder.display().to_string();
        for name in ["KQvKQ.rtbw", "KQvKQ.rtbz", "KRvKR.rtbw", "KPvK.rtbw", "KPvK.rtbz", "KQvK.rtbz"] {
            let bytes = fs::read(folder.join(name)).expect("a table");
            let mut lost = 0;
            for kept in (0..8).map(|part| bytes.len() * part / 8 / 64 * 64 + 16) {
                fs::write(folder.join(name), &bytes[..kept]).expect("a part of the table");
                let cut = Syzygy::open(&path).expect("the other tables");
                for board in &positions {
                    let (wdl, dtz) = (cut.wdl(board), cut.dtz(board));
                    assert!(wdl.is_none() || wdl == whole.wdl(board), "{name}, {kept} bytes: {}", board.fen());
                    assert!(dtz.is_none() || dtz == whole.dtz(board), "{name}, {kept} bytes: {}", board.fen());
                    lost += usize::from(dtz.is_none());
                }
            }
            assert!((8..positions.len() * 8 / 2).contains(&lost), "{name}: {lost} values were lost");
            fs::write(folder.join(name), &bytes).expect("the whole table");
        }
        fs::remove_dir_all(&folder).expect("it is there");
    }

    /// King and queen against king: faster mates rank higher; moves that spoil the win come last.
    #[test]
    fn moves_are_ranked() {
        let moves = ranked("8/8/8/8/8/5K2/8/Q5k1 b - - 0 1");
        assert!(moves.iter().all(|it| it.wdl == Wdl::Loss));
        let moves = ranked("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1");
        let (first, last) = (moves[0], moves[moves.len() - 1]);
        assert_eq!((first.wdl, first.dtz, last.wdl, last.dtz), (Wdl::Win, Some(5), Wdl::Draw, Some(0)));
        let mate = ranked("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
        assert_eq!(mate[0].dtz, Some(1));
    }

    /// King and rook against king: 5 plies before the fifty-move limit, a win that takes longer is cursed.
    #[test]
    fn the_fifty_move_rule_spoils_wins() {
        let of = |fen: &str| ranked(fen)[0].wdl;
        assert_eq!(of("8/8/8/8/4k3/7r/8/K7 b - - 0 90"), Wdl::Win);
        assert_eq!(of("8/8/8/8/4k3/7r/8/K7 b - - 95 90"), Wdl::CursedWin);
        assert_eq!(of("8/8/8/8/4k3/8/7r/1K6 w - - 95 90"), Wdl::BlessedLoss);
        assert_eq!(of("k7/8/1K6/8/8/8/8/7R w - - 99 90"), Wdl::Win);
        // A capture or a pawn move resets the counter; a mate ends the game.
        assert_eq!(of("8/8/8/7k/2R1K3/2r5/8/8 w - - 100 90"), Wdl::Win);
        assert_eq!(of("k7/8/1K6/8/8/8/8/7R w - - 100 90"), Wdl::Win);
        assert_eq!(of("8/P7/8/8/8/4k3/8/K7 w - - 99 90"), Wdl::Win);
    }

    #[test]
    fn the_search_keeps_the_result_and_reports_the_score_of_the_table() {
        for (fen, wdl, score) in [
            // The pawn has a move to spare, but the king must not step back.
            ("8/4k3/8/4K3/8/4P3/8/8 w - - 0 1", Wdl::Win, TABLEBASE_WIN),
            ("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1", Wdl::Draw, DRAWSCORE),
        ] {
            let ranked = ranked(fen);
            assert_eq!((ranked[0].wdl, ranked[ranked.len() - 1].wdl), (wdl, Wdl::Draw));
            let mut engine = Engine::default();
            let options = options(Some(Tables::new(tables())));
            for _ in 0..3 {
                let told = Arc::<Mutex<Vec<i32>>>::default();
                let scores = Arc::clone(&told);
                let control = Control::new(move |info| {
                    if let Report::Depth { score, .. } = info.report {
                        scores.lock().expect("no panic before").push(score);
                    }
                });
                let thought = engine.think_here(&board(fen), &options, &Limits::depth(4), &control);
                let keeps = ranked.iter().find(|it| it.mv == thought.best).map(|it| it.wdl);
                assert_eq!(keeps, Some(wdl), "{fen}");
                assert_eq!(told.lock().expect("no panic before")[..], [score; 4], "{fen}");
                assert_eq!(thought.score, score, "{fen}");
            }
        }
    }

    #[test]
    fn tables_shorten_the_search_of_what_leads_to_them() {
        // The tables lack KPvKP: they do not cover the root, only positions after a capture.
        let fen = "8/8/8/3k4/8/2pK4/3P4/8 b - - 0 1";
        let (with, hits) = search(fen, Some(Tables::new(tables())), 12);
        let (without, none) = search(fen, None, 12);
        assert!(hits > 0 && none == 0 && with.nodes < without.nodes, "{} {} {hits}", with.nodes, without.nodes);
    }

    /// The built-in bitbase of 24 kB agrees with the tables in every position.
    #[test]
    fn king_and_pawn_are_known_exactly_without_tables() {
        let tables = tables();
        let mut modern = Modern::default();
        let mut board = Board::new();
        let mut count = 0;
        for place in 0..2 * 48 * 64 * 64 {
            let (turn, pawn, king, enemy) = (place & 1, (place >> 13) + 8, place >> 1 & 63, place >> 7 & 63);
            let mut setup = Setup::empty();
            for (square, piece) in [(king, WHITE_KING), (enemy, BLACK_KING), (pawn, WHITE_PAWN)] {
                setup.square[square] = piece;
            }
            setup.next_move = Side::BOTH[turn];
            if king == enemy || king == pawn || enemy == pawn || setup.validate().is_err() {
                continue;
            }
            board.init_from_setup(&setup);
            let wins = modern.evaluation_of(&board).abs() > 500;
            assert_eq!(wins, tables.wdl(&board).is_some_and(|wdl| wdl != Wdl::Draw), "{}", board.fen());
            count += 1;
        }
        assert_eq!(count, 331_352);
    }

    #[test]
    fn a_lost_ending_counts_in_an_open_window_too() {
        // The tables lack KPvKP, but have the ending after dxc6. A search to depth 2 or 3 has a full window.
        for depth in 2..=4 {
            let (thought, hits) = search("8/8/2p1K3/3P4/8/8/8/7k w - - 0 1", Some(Tables::new(tables())), depth);
            assert!(hits > 0 && thought.score > TABLEBASE_WIN - 10, "depth {depth}: {}", thought.score);
        }
    }

    /// Queen against king: every move of the lone king loses, even into a position that has occurred before.
    #[test]
    fn a_second_occurrence_is_no_draw() {
        let mut board = board("8/8/8/7k/8/8/8/QK6 w - - 0 1");
        for text in ["a1a2", "h5h4", "a2a1", "h4h5", "a1a2"] {
            let mv = board.is_valid_text_move(text).expect("a legal move");
            board.play(mv);
        }
        let moves = ranked_moves(&board).expect("a known position");
        assert!(!moves.is_empty() && moves.iter().all(|it| it.wdl == Wdl::Loss), "{moves:?}");
    }
}
