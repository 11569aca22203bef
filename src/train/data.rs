//! Files of training data.
//!
//! Files are sequences of [`record`](super::record)s. [`Appender`] adds the games of a [`datagen`](super::datagen) run
//! to a file, and continues the file after an interruption. [`RecordReader`] reads a file and reports the number of a
//! bad record. [`count`], [`merge`], [`shuffle`], [`sample`] and [`load`] work on whole files.
//!
//! All output files but an [`Appender`]'s are written under a temporary name in the same folder, and renamed when
//! complete.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::iter::{self, Peekable};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use super::datagen::{DatagenPlan, PlayedGame, Shard};
use super::record::{BadRecord, GameHeader, Position, Record, SIZE};
use super::trainer::shuffled;
use crate::board::Board;
use crate::searcher::random::Random;

/// An error in a file of training data.
#[derive(Debug, Error)]
pub enum DataError {
    /// An I/O error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A record that cannot be read.
    #[error("record {number} is wrong: {reason}")]
    Record {
        /// Number of the record, from 1.
        number: u64,
        /// The reason.
        reason: BadRecord,
    },
    /// The file ends with this many bytes of an incomplete record.
    #[error("the file ends in the middle of a record, {0} bytes after the last complete one")]
    Cut(usize),
    /// A game with fewer positions than its record says.
    #[error("game {number} of seed {seed} is incomplete")]
    Incomplete {
        /// Seed of the run that produced the game.
        seed: u64,
        /// Number of the game.
        number: u32,
    },
    /// A position that fails a check of [`Thoroughness::Check`].
    #[error("position {number} is wrong: {reason}")]
    Position {
        /// Number of the record, from 1.
        number: u64,
        /// The reason.
        reason: String,
    },
    /// The work was stopped.
    #[error("stopped")]
    Stopped,
    /// The file is from a different run, so no games are added to it.
    #[error("the file is from another run: {0}")]
    OtherRun(String),
}

/// Rejects anything that exists and is not a regular file: opening a pipe would block, and a device may have no end.
fn check_regular(path: &Path) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
        _ => Ok(()),
    }
}

/// Iterator over the records of a file.
pub struct RecordReader<R> {
    source: R,
    number: u64,
}

impl RecordReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// I/O errors.
    pub fn open(path: &Path) -> io::Result<RecordReader<BufReader<File>>> {
        check_regular(path)?;
        Ok(RecordReader::new(BufReader::with_capacity(1 << 18, File::open(path)?)))
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads records from this source.
    pub fn new(source: R) -> RecordReader<R> {
        RecordReader { source, number: 0 }
    }

    /// The next record; [`None`] at the end.
    fn read(&mut self) -> Result<Option<Record>, DataError> {
        let mut bytes = [0; SIZE];
        let mut filled = 0;
        while filled < SIZE {
            match self.source.read(&mut bytes[filled..]) {
                Ok(0) if filled == 0 => return Ok(None),
                Ok(0) => return Err(DataError::Cut(filled)),
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.number += 1;
        Record::read(&bytes).map(Some).map_err(|reason| DataError::Record { number: self.number, reason })
    }
}

impl<R: Read> Iterator for RecordReader<R> {
    type Item = Result<Record, DataError>;

    fn next(&mut self) -> Option<Result<Record, DataError>> {
        self.read().transpose()
    }
}

/// A file to which a run adds its games in the order of their numbers.
pub struct Appender {
    file: BufWriter<File>,
    /// Games in the file.
    pub games: u32,
    /// Positions in the file.
    pub positions: u64,
}

impl Appender {
    /// Opens or creates the file for a plan's games. An existing file must contain the first games of this plan; a
    /// truncated game at its end is dropped and will be played again.
    ///
    /// # Errors
    /// The file is from a different run, is damaged or is not training data, or an I/O error occurs.
    pub fn open(path: &Path, plan: &DatagenPlan) -> Result<Appender, DataError> {
        check_regular(path)?;
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        let first = plan.first_game();
        let (games, positions) = count_games(&mut file, plan.shard, &first)?;
        let end = (u64::from(games) + positions) * SIZE as u64;
        if file.metadata()?.len() != end {
            if games == 0 {
                check_start(&mut file, &first)?;
            }
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))?;
        Ok(Appender { file: BufWriter::with_capacity(1 << 16, file), games, positions })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// I/O errors.
    pub fn add(&mut self, played: &PlayedGame) -> io::Result<()> {
        self.file.write_all(&played.game.bytes())?;
        for position in &played.positions {
            self.file.write_all(&position.bytes())?;
        }
        self.games += 1;
        self.positions += played.positions.len() as u64;
        Ok(())
    }

    /// Writes all buffered data.
    ///
    /// # Errors
    /// I/O errors.
    pub fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Counts the complete games in a file and their positions. The games must be the first ones of this shard, with the
/// seed, nodes and evaluator of `first`, the run's first game.
fn count_games(file: &mut File, shard: Shard, first: &GameHeader) -> Result<(u32, u64), DataError> {
    let mut reader = RecordReader::new(BufReader::with_capacity(1 << 18, file));
    let (mut games, mut positions) = (0, 0);
    loop {
        let game = match reader.read() {
            Ok(Some(Record::Game(game))) => game,
            Ok(Some(Record::Position(_))) => {
                return Err(DataError::OtherRun("it was shuffled, or has positions without a game".into()));
            }
            Ok(None) | Err(DataError::Cut(_)) => return Ok((games, positions)),
            Err(error) => return Err(error),
        };
        compare(&game, first)?;
        let number = shard.number(games).unwrap_or_default();
        differs(&format!("game {}", games + 1), game.number.into(), number.into())?;
        for _ in 0..game.positions {
            match reader.read() {
                Ok(Some(Record::Position(_))) => {}
                Ok(Some(Record::Game(_))) => {
                    return Err(DataError::Incomplete { seed: game.seed, number: game.number });
                }
                Ok(None) | Err(DataError::Cut(_)) => return Ok((games, positions)),
                Err(error) => return Err(error),
            }
        }
        games += 1;
        positions += u64::from(game.positions);
    }
}

/// Checks, before a file with no complete game is emptied, that it begins like a file of games.
fn check_start(file: &mut File, first: &GameHeader) -> Result<(), DataError> {
    let mut start = Vec::new();
    file.rewind()?;
    file.take(SIZE as u64).read_to_end(&mut start)?;
    // All headers begin with the same 14 bytes: zeros, the magic number, and the version.
    let is_header = start.iter().zip(&first.bytes()[..14]).all(|(there, here)| there == here);
    if is_header { Ok(()) } else { Err(DataError::OtherRun("it does not begin with a game".into())) }
}

/// Checks that a game is from the same run as the first one.
fn compare(game: &GameHeader, first: &GameHeader) -> Result<(), DataError> {
    differs("seed", game.seed, first.seed)?;
    differs("number of nodes", game.nodes.into(), first.nodes.into())?;
    differs("evaluator's identifier", game.evaluator.into(), first.evaluator.into())
}

/// Refuses a value of the file that differs from the one of this run.
fn differs(what: &str, there: u64, here: u64) -> Result<(), DataError> {
    if there == here { Ok(()) } else { Err(DataError::OtherRun(format!("its {what} is {there}, not {here}"))) }
}

/// Statistics of data files.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Positions.
    pub positions: u64,
    /// Games, counted by the positions marked as first.
    pub games: u64,
    /// Game records; fewer than `games` if some positions were shuffled.
    pub game_records: u64,
    /// Game records that repeat an earlier one.
    pub repeated: u64,
    /// Game records with fewer positions than they say.
    pub incomplete: u64,
    /// Games that White lost, drew and won.
    pub results: [u64; 3],
    /// Number of game records per run. A run is identified by its seed, nodes per move and evaluator.
    pub runs: BTreeMap<(u64, u32, u8), u64>,
    /// Positions by number of pieces: 1 to 4, 5 to 8, and so on.
    pub pieces: [u64; 8],
    /// Positions by absolute score: below 50, 100, 200, 400 and 800 centipawns, and the rest.
    pub scores: [u64; 6],
    /// Mean squared error of the search's score as a prediction of the result, see
    /// [`squeeze`](super::trainer::squeeze).
    pub error: f64,
}

/// Bounds between the classes of [`Summary::scores`], in centipawns.
pub const SCORE_BOUNDS: [u16; 5] = [50, 100, 200, 400, 800];

impl Summary {
    fn add(&mut self, position: &Position) {
        self.positions += 1;
        if position.is_first {
            self.games += 1;
            self.results[position.result as usize] += 1;
        }
        self.pieces[(position.occupied.count_ones() as usize - 1) / 4] += 1;
        let score = position.score.unsigned_abs();
        self.scores[SCORE_BOUNDS.iter().filter(|bound| score >= **bound).count()] += 1;
        let off = super::trainer::squeeze(position.score.into()) - position.own_result();
        self.error += f64::from(off * off);
    }
}

/// Thoroughness of [`count`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thoroughness {
    /// Reads every record.
    Count,
    /// Also sets up every position, which must be legal with the side to move not in check, like the positions of
    /// [`datagen`](super::datagen). Every game record must be followed by all its positions, each with the hash of
    /// that record. Does not check that the best move is quiet: records do not contain it.
    Check,
}

/// Counts and checks the records of files. Calls `watch` regularly with the number of records read so far; stops and
/// returns [`None`] if `watch` returns `false`.
///
/// # Errors
/// The first error, with its file.
pub fn count(
    paths: &[PathBuf],
    thoroughness: Thoroughness,
    mut watch: impl FnMut(u64) -> bool,
) -> Result<Option<Summary>, (PathBuf, DataError)> {
    let mut summary = Summary::default();
    let mut seen = HashSet::new();
    let mut read = 0;
    for path in paths {
        let mut checker = Checker::default();
        // Positions missing from the current game.
        let mut left: u16 = 0;
        let reader = RecordReader::open(path).map_err(|error| (path.clone(), error.into()))?;
        for (number, record) in (1..).zip(reader) {
            let record = record.map_err(|error| (path.clone(), error))?;
            if thoroughness == Thoroughness::Check {
                checker.check(number, &record).map_err(|error| (path.clone(), error))?;
            }
            match record {
                Record::Position(position) => {
                    left = left.saturating_sub(1);
                    summary.add(&position);
                }
                Record::Game(game) => {
                    summary.incomplete += u64::from(left > 0);
                    left = game.positions;
                    summary.game_records += 1;
                    *summary.runs.entry((game.seed, game.nodes, game.evaluator)).or_default() += 1;
                    summary.repeated += u64::from(!seen.insert((game.seed, game.nodes, game.evaluator, game.number)));
                }
            }
            read += 1;
            if read % (1 << 14) == 0 && !watch(read) {
                return Ok(None);
            }
        }
        checker.end().map_err(|error| (path.clone(), error))?;
        summary.incomplete += u64::from(left > 0);
    }
    summary.error /= summary.positions.max(1) as f64;
    Ok(Some(summary))
}

/// Checks the records of a file in order.
#[derive(Default)]
struct Checker {
    board: Option<Box<Board>>,
    game: Option<GameHeader>,
    left: u16,
}

impl Checker {
    fn check(&mut self, number: u64, record: &Record) -> Result<(), DataError> {
        match record {
            Record::Game(game) => {
                self.end()?;
                (self.game, self.left) = (Some(*game), game.positions);
                Ok(())
            }
            Record::Position(position) => {
                let wrong = |reason: &str| Err(DataError::Position { number, reason: reason.into() });
                if let Some(game) = self.game.filter(|_| self.left > 0) {
                    if position.game != game.hash() || position.is_first != (self.left == game.positions) {
                        return wrong("it does not belong to the preceding game");
                    }
                    self.left -= 1;
                }
                let mut setup = position.setup();
                match setup.validate() {
                    Err(error) => return wrong(&error.to_string()),
                    Ok(dropped) => {
                        if let Some(first) = dropped.first() {
                            return wrong(&first.to_string());
                        }
                    }
                }
                let board = self.board.get_or_insert_with(Board::new);
                board.init_from_setup(&setup);
                if board.is_own_king_attacked() { wrong("the side to move is in check") } else { Ok(()) }
            }
        }
    }

    /// Checks that the last game is complete.
    fn end(&self) -> Result<(), DataError> {
        match self.game {
            Some(game) if self.left > 0 => Err(DataError::Incomplete { seed: game.seed, number: game.number }),
            _ => Ok(()),
        }
    }
}

/// A file that is written under a temporary name and renamed when it is complete.
struct NewFile {
    file: BufWriter<File>,
    place: PathBuf,
    beside: PathBuf,
    is_complete: bool,
}

impl NewFile {
    fn create(place: &Path) -> io::Result<NewFile> {
        check_regular(place)?;
        let beside = with_ending(place, "part");
        let file = BufWriter::with_capacity(1 << 18, File::create(&beside)?);
        Ok(NewFile { file, place: place.into(), beside, is_complete: false })
    }

    fn complete(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        fs::rename(&self.beside, &self.place)?;
        self.is_complete = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // An incomplete file is useless, and removing it frees space if the disk is full.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Appends a dot and an extension to a path.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Checks in advance that [`write_whole`] can write this file and has the permissions for it.
///
/// # Errors
/// I/O errors.
pub fn check_writable(path: &Path) -> io::Result<()> {
    NewFile::create(path).map(drop)
}

/// Writes a whole file atomically: an error leaves the old file in place.
///
/// # Errors
/// I/O errors.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.file.write_all(bytes)?;
    file.complete()
}

/// Iterator over the records of a file. Once `stop` is set, the next item is [`DataError::Stopped`].
fn records(
    path: &Path,
    stop: &AtomicBool,
) -> Result<impl Iterator<Item = Result<Record, (PathBuf, DataError)>>, (PathBuf, DataError)> {
    let of_file = |error: DataError| (path.to_path_buf(), error);
    let records = RecordReader::open(path).map_err(|error| of_file(error.into()))?;
    Ok(records.map(move |record| if stop.load(Relaxed) { Err(DataError::Stopped) } else { record }.map_err(of_file)))
}

/// Statistics of a [`merge`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Merged {
    /// Positions written.
    pub positions: u64,
    /// Repeated games that were left out.
    pub repeated: u64,
    /// Incomplete games that were left out.
    pub incomplete: u64,
}

/// Joins files. A game that occurs more than once is written only once. An incomplete game, like the last one of a
/// killed run, is left out.
///
/// # Errors
/// A file cannot be read or written, or the work was stopped.
pub fn merge(paths: &[PathBuf], to: &Path, stop: &AtomicBool) -> Result<Merged, (PathBuf, DataError)> {
    let of_target = |error: io::Error| (to.to_path_buf(), error.into());
    let mut out = NewFile::create(to).map_err(of_target)?;
    let mut merged = Merged::default();
    let mut seen = HashSet::new();
    for path in paths {
        let mut records = records(path, stop)?.peekable();
        while let Some(record) = records.next() {
            let game = match record? {
                Record::Game(game) => game,
                Record::Position(position) => {
                    merged.positions += 1;
                    out.file.write_all(&position.bytes()).map_err(of_target)?;
                    continue;
                }
            };
            let positions = positions_of(&game, &mut records);
            if positions.len() < game.positions.into() {
                merged.incomplete += 1;
                continue;
            }
            if !seen.insert((game.seed, game.nodes, game.evaluator, game.number)) {
                merged.repeated += 1;
                continue;
            }
            merged.positions += u64::from(game.positions);
            let bytes: Vec<_> = iter::once(game.bytes()).chain(positions.iter().map(Position::bytes)).collect();
            out.file.write_all(bytes.as_flattened()).map_err(of_target)?;
        }
    }
    out.complete().map_err(of_target)?;
    Ok(merged)
}

/// Takes the positions of a game from the records that follow its own. An incomplete game has too few.
fn positions_of<E>(
    game: &GameHeader,
    records: &mut Peekable<impl Iterator<Item = Result<Record, E>>>,
) -> Vec<Position> {
    let next = || match records.next_if(|record| matches!(record, Ok(Record::Position(_))))? {
        Ok(Record::Position(position)) => Some(position),
        _ => None,
    };
    iter::from_fn(next).take(game.positions.into()).collect()
}

/// Writes the positions of the files, without the game records, in random order; returns the number of positions. Holds
/// about `most` positions in memory at a time; if there are more, it first distributes them among temporary files in
/// the target's folder.
///
/// # Errors
/// A file cannot be read or written, or the work was stopped.
pub fn shuffle(
    paths: &[PathBuf],
    to: &Path,
    seed: u64,
    most: u64,
    stop: &AtomicBool,
) -> Result<u64, (PathBuf, DataError)> {
    let of_target = |error: io::Error| (to.to_path_buf(), error.into());
    let size = |path: &PathBuf| fs::metadata(path).map(|data| data.len()).map_err(|error| (path.clone(), error.into()));
    let bytes: u64 = paths.iter().map(size).sum::<Result<u64, _>>()?;
    let piles = (bytes / SIZE as u64).div_ceil(most.max(1)).max(1);
    let mut out = NewFile::create(to).map_err(of_target)?;
    let mut total = 0;
    if piles == 1 {
        let positions = load(paths, stop, |_| true)?;
        total = write_shuffled(&positions, seed, &mut out).map_err(of_target)?;
    } else {
        let names: Vec<PathBuf> = (0..piles).map(|pile| with_ending(to, &format!("pile{pile}"))).collect();
        let dealt = deal(paths, &names, seed, stop);
        let written = dealt.and_then(|()| {
            for (pile, name) in names.iter().enumerate() {
                let positions = load(std::slice::from_ref(name), stop, |_| true)?;
                total += write_shuffled(&positions, seed ^ (pile as u64 + 1) << 40, &mut out).map_err(of_target)?;
            }
            Ok(())
        });
        for name in &names {
            // Some may not exist.
            let _ = fs::remove_file(name);
        }
        written?;
    }
    out.complete().map_err(of_target)?;
    Ok(total)
}

fn write_shuffled(positions: &[Position], seed: u64, out: &mut NewFile) -> io::Result<u64> {
    for at in shuffled(positions.len(), seed) {
        out.file.write_all(&positions[at as usize].bytes())?;
    }
    Ok(positions.len() as u64)
}

/// Distributes the positions at random among the files `piles`.
fn deal(paths: &[PathBuf], piles: &[PathBuf], seed: u64, stop: &AtomicBool) -> Result<(), (PathBuf, DataError)> {
    let mut files = Vec::new();
    for pile in piles {
        let file = File::create(pile).map_err(|error| (pile.clone(), error.into()))?;
        files.push((pile, BufWriter::with_capacity(1 << 16, file)));
    }
    let mut random = Random::seeded(!seed);
    for path in paths {
        for record in records(path, stop)? {
            let Record::Position(position) = record? else { continue };
            let (pile, file) = &mut files[random.below(piles.len())];
            file.write_all(&position.bytes()).map_err(|error| (pile.to_path_buf(), error.into()))?;
        }
    }
    for (pile, file) in &mut files {
        file.flush().map_err(|error| (pile.to_path_buf(), error.into()))?;
    }
    Ok(())
}

/// Reads the positions of the files, in order, and keeps those for which `wanted` returns `true`.
///
/// # Errors
/// A file cannot be read, or the work was stopped.
pub fn load(
    paths: &[PathBuf],
    stop: &AtomicBool,
    mut wanted: impl FnMut(&Position) -> bool,
) -> Result<Vec<Position>, (PathBuf, DataError)> {
    let mut positions = Vec::new();
    for path in paths {
        for record in records(path, stop)? {
            if let Record::Position(position) = record?
                && wanted(&position)
            {
                positions.push(position);
            }
        }
    }
    Ok(positions)
}

/// A random sample of `many` positions from the files, in file order; all positions if there are fewer.
///
/// # Errors
/// A file cannot be read, or the work was stopped.
pub fn sample(
    paths: &[PathBuf],
    many: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Vec<Position>, (PathBuf, DataError)> {
    // The first pass counts the positions and the second keeps only the chosen ones, so memory holds no others.
    let mut total = 0;
    load(paths, stop, |_| {
        total += 1;
        false
    })?;
    // If nearly all are wanted, it is faster to draw those to omit. After a stop, the second pass returns the error.
    let are_chosen = many < total / 10 * 9;
    let count = if are_chosen { many } else { total.saturating_sub(many) };
    let mut drawn = BTreeSet::new();
    let mut random = Random::seeded(seed);
    while drawn.len() < count && !stop.load(Relaxed) {
        drawn.insert(random.below(total));
    }
    let mut at = 0;
    load(paths, stop, |_| {
        at += 1;
        drawn.contains(&(at - 1)) == are_chosen
    })
}

/// Writes positions to a new file.
///
/// # Errors
/// I/O errors.
pub fn write(positions: &[Position], to: &Path) -> io::Result<()> {
    let mut out = NewFile::create(to)?;
    for position in positions {
        out.file.write_all(&position.bytes())?;
    }
    out.complete()
}

#[cfg(test)]
mod tests {
    use super::super::datagen::{self, Shard};
    use super::*;
    use std::sync::Arc;

    /// A stop flag that is never set.
    static GO: AtomicBool = AtomicBool::new(false);
    const PLAN: DatagenPlan = DatagenPlan { seed: 11, nodes: 60, shard: Shard::ALL, network: None };

    /// A separate empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("alula-data-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        folder
    }

    fn play(path: &Path, plan: &DatagenPlan, games: u32) {
        let mut file = Appender::open(path, plan).expect("a file of this run");
        if file.games >= games {
            return;
        }
        let first = file.games;
        datagen::run(plan, first, 2, &Arc::default(), |played| {
            file.add(played)?;
            Ok(file.games < games)
        })
        .expect("there is room");
        file.flush().expect("there is room");
    }

    #[test]
    fn a_truncated_file_is_completed_identically() {
        let folder = folder("resume");
        let (whole, cut) = (folder.join("whole"), folder.join("cut"));
        play(&whole, &PLAN, 4);
        let bytes = fs::read(&whole).expect("just written");
        for length in [0, 5, SIZE, SIZE + 7, bytes.len() / 2, bytes.len() - 1, bytes.len()] {
            fs::write(&cut, &bytes[..length]).expect("there is room");
            play(&cut, &PLAN, 4);
            assert_eq!(fs::read(&cut).expect("just written"), bytes, "cut at {length}");
        }
        fs::remove_dir_all(folder).expect("the test's own folder");
    }

    #[test]
    fn a_file_of_another_run_is_not_changed() {
        let folder = folder("other");
        let path = folder.join("data");
        play(&path, &PLAN, 1);
        let bytes = fs::read(&path).expect("just written");
        let others = [
            DatagenPlan { seed: 12, ..PLAN },
            DatagenPlan { nodes: 61, ..PLAN },
            DatagenPlan { network: Some(crate::modern::network::Network::built_in()), ..PLAN },
            DatagenPlan { shard: Shard { part: 1, parts: 2 }, ..PLAN },
        ];
        for plan in others {
            assert!(matches!(Appender::open(&path, &plan), Err(DataError::OtherRun(_))), "{plan:?}");
        }
        fs::write(&path, "this is plain text, and nothing else, you see").expect("there is room");
        assert!(matches!(Appender::open(&path, &PLAN), Err(DataError::Record { number: 1, .. })));
        for text in [&b"short"[..], &bytes[1..20], b"a text of 31 bytes, not a game."] {
            fs::write(&path, text).expect("there is room");
            assert!(matches!(Appender::open(&path, &PLAN), Err(DataError::OtherRun(_))), "{text:?}");
            assert_eq!(fs::read(&path).expect("just written"), text);
        }
        fs::write(&path, &bytes).expect("there is room");
        assert!(Appender::open(&path, &PLAN).is_ok());
        fs::remove_dir_all(folder).expect("the test's own folder");
    }

    #[test]
    fn files_are_counted_checked_and_found_damaged() {
        let folder = folder("check");
        let path = folder.join("data");
        play(&path, &PLAN, 4);
        let look = |look| count(std::slice::from_ref(&path), look, |_| true).map_err(|(_, error)| error.to_string());
        let summary = look(Thoroughness::Check).expect("good data").expect("nobody ends it");
        assert_eq!((summary.games, summary.game_records, summary.repeated), (4, 4, 0));
        assert_eq!(summary.results.iter().sum::<u64>(), 4);
        assert_eq!(summary.pieces.iter().sum::<u64>(), summary.positions);
        assert_eq!(summary.scores.iter().sum::<u64>(), summary.positions);
        assert_eq!(summary.runs.get(&(11, 60, 0)), Some(&4));
        let mut bytes = fs::read(&path).expect("just written");
        bytes[SIZE + 30] ^= 1;
        fs::write(&path, &bytes).expect("there is room");
        assert!(look(Thoroughness::Count).is_ok());
        assert!(look(Thoroughness::Check).is_err_and(|error| error.contains("does not belong")));
        bytes.truncate(bytes.len() - 9);
        fs::write(&path, &bytes).expect("there is room");
        assert!(look(Thoroughness::Count).is_err_and(|error| error.contains("23 bytes")));
        fs::remove_dir_all(folder).expect("the test's own folder");
    }

    #[test]
    fn work_that_is_stopped_leaves_no_file() {
        let folder = folder("stopped");
        let [from, to] = ["a", "b"].map(|name| folder.join(name));
        play(&from, &PLAN, 2);
        let (from, stop) = ([from], AtomicBool::new(true));
        let merged = merge(&from, &to, &stop).map(|_| ());
        for stopped in [merged, shuffle(&from, &to, 3, 1, &stop).map(|_| ()), sample(&from, 3, 1, &stop).map(|_| ())] {
            assert!(matches!(stopped, Err((_, DataError::Stopped))), "{stopped:?}");
        }
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    }

    /// A killed run leaves a file that ends between two records of a game.
    #[test]
    fn merging_leaves_out_an_incomplete_game_but_not_its_complete_copy() {
        let folder = folder("incomplete");
        let [whole, cut, joined, merged] = ["whole", "cut", "joined", "merged"].map(|name| folder.join(name));
        play(&whole, &PLAN, 2);
        let bytes = fs::read(&whole).expect("just written");
        let short = &bytes[..bytes.len() - 3 * SIZE];
        fs::write(&cut, short).expect("there is room");
        fs::write(&joined, [short, &bytes].concat()).expect("there is room");
        let all = load(std::slice::from_ref(&whole), &GO, |_| true).expect("good data").len() as u64;
        let inputs = [vec![cut.clone(), whole.clone()], vec![whole.clone(), cut.clone()], vec![joined.clone()]];
        for inputs in inputs {
            let told = merge(&inputs, &merged, &GO).expect("readable data");
            assert_eq!(told, Merged { positions: all, repeated: 1, incomplete: 1 }, "{inputs:?}");
            assert_eq!(fs::read(&merged).expect("just written"), bytes, "{inputs:?}");
        }
        let summary = |path: &PathBuf| count(std::slice::from_ref(path), Thoroughness::Count, |_| true);
        let incomplete = |path| summary(path).expect("readable data").expect("nobody ends it").incomplete;
        assert_eq!([&cut, &joined, &whole].map(incomplete), [1, 1, 0]);
        fs::remove_dir_all(folder).expect("the test's own folder");
    }

    #[test]
    fn merging_shuffling_and_sampling_keep_what_they_should() {
        let folder = folder("merge");
        let files: Vec<PathBuf> = ["one", "two", "both", "mixed", "piled"].map(|name| folder.join(name)).into();
        play(&files[0], &PLAN, 2);
        play(&files[1], &DatagenPlan { seed: 12, ..PLAN }, 2);
        let inputs = [files[0].clone(), files[1].clone(), files[0].clone()];
        let merged = merge(&inputs, &files[2], &GO).expect("good data");
        let all = load(&files[..2], &GO, |_| true).expect("good data");
        assert_eq!((merged.positions, merged.repeated), (all.len() as u64, 2));
        assert_eq!(load(&files[2..3], &GO, |_| true).expect("good data"), all);
        let sorted = |positions: &[Position]| {
            let mut bytes: Vec<_> = positions.iter().map(Position::bytes).collect();
            bytes.sort_unstable();
            bytes
        };
        for (to, most) in [(&files[3], 1 << 20), (&files[4], 40)] {
            assert_eq!(shuffle(&files[..2], to, 3, most, &GO).expect("good data"), all.len() as u64);
            let mixed = load(std::slice::from_ref(to), &GO, |_| true).expect("good data");
            assert_ne!(mixed, all);
            assert_eq!(sorted(&mixed), sorted(&all));
            let before = fs::read(to).expect("just written");
            shuffle(&files[..2], to, 3, most, &GO).expect("good data");
            assert_eq!(fs::read(to).expect("just written"), before);
        }
        let some = sample(&files[..2], 10, 1, &GO).expect("good data");
        assert!(some.len() == 10 && some.iter().all(|position| all.contains(position)));
        assert_eq!(sample(&files[..2], 1 << 20, 1, &GO).expect("good data"), all);
        let most = sample(&files[..2], all.len() - 1, 1, &GO).expect("good data");
        assert!(most.len() == all.len() - 1 && most.iter().all(|position| all.contains(position)));
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 5);
        fs::remove_dir_all(folder).expect("the test's own folder");
    }
}
