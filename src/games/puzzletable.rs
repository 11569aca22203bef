//! Tables of puzzles as published by lichess.org (<https://database.lichess.org/#puzzles>): comma-separated values, one
//! puzzle per line, with the columns `PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,…`. The FEN
//! is the position before the puzzle; the first of the moves is the opponent's and leads to it. A table has millions of
//! lines, so it is read line by line and only as far as needed.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::RangeInclusive;

use crate::board::Board;
use crate::moves::Move;
use crate::readfen::{Rules, read_fen_by};
use crate::searcher::laws;

use super::epd::Epd;
use super::puzzle::Puzzle;

/// Start of the header line.
const HEADER: &str = "PuzzleId,";

/// Length limit of a line, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// Number of lines read between two calls of `goes_on`.
const LOOK_EVERY: usize = 20_000;

/// Half the width of the range around a single rating.
const AROUND: i32 = 100;

/// Selects puzzles by rating and themes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Minimum and maximum rating.
    pub ratings: Option<RangeInclusive<i32>>,
    /// Themes; a puzzle must have all of them.
    pub themes: Vec<String>,
}

impl Filter {
    /// Parses a range such as `1400-1600`, or a single rating, which means a range around it.
    pub fn read_ratings(text: &str) -> Option<RangeInclusive<i32>> {
        let rating = |text: &str| text.parse().ok().filter(|rating| (0..=4000).contains(rating));
        match text.split_once('-') {
            Some((least, most)) => Some(rating(least)?..=rating(most)?).filter(|range| !range.is_empty()),
            None => rating(text).map(|rating: i32| rating - AROUND..=rating + AROUND),
        }
    }

    /// Whether a puzzle with this rating and these themes matches. A puzzle without a rating matches no range.
    pub fn admits(&self, rating: Option<i32>, themes: &str) -> bool {
        let has = |wanted: &String| themes.split(' ').any(|theme| theme.eq_ignore_ascii_case(wanted));
        self.ratings.as_ref().is_none_or(|range| rating.is_some_and(|rating| range.contains(&rating)))
            && self.themes.iter().all(has)
    }
}

/// Whether this is the start of a puzzle table.
pub fn is_table(beginning: &[u8]) -> bool {
    beginning.starts_with(HEADER.as_bytes())
        || first_line(beginning).is_some_and(|line| read_row(line, &Filter::default()).is_some())
}

fn first_line(text: &[u8]) -> Option<&str> {
    std::str::from_utf8(text.split(|&byte| byte == b'\n').next()?).ok()
}

/// Reads a line; returns [`None`] if it is not a puzzle or does not match the filter.
pub fn read_row(line: &str, filter: &Filter) -> Option<Puzzle> {
    let fields: Vec<&str> = line.trim_end().split(',').collect();
    let [id, fen, moves, rating, _, _, _, themes, ..] = fields[..] else { return None };
    let rating: i32 = rating.parse().ok()?;
    if !filter.admits(Some(rating), themes) {
        return None;
    }
    let start = read_fen_by(fen, Rules::Standard).ok()?;
    let mut board = Board::new();
    board.init_from_setup(&start.setup);
    let before = board.setup();
    let mut line = Vec::new();
    let mut opponents = Move::NONE;
    for (at, text) in moves.split(' ').enumerate() {
        let mv = board.read_move(text).ok()?;
        match at {
            0 => opponents = mv,
            _ => line.push(mv),
        }
        board.play(mv);
    }
    let mut board = Board::new();
    board.init_from_setup(&before);
    board.play(opponents);
    let first = *line.first().filter(|_| laws::outcome(&board).is_none())?;
    let mates = themes.split(' ').find_map(|theme| theme.strip_prefix("mateIn")?.parse().ok());
    Some(Puzzle {
        position: Epd::of(&board).position,
        name: id.into(),
        right: vec![first],
        wrong: Vec::new(),
        mate_in: mates,
        // The line must end with a move by the user.
        asked: (line.len() - 1) / 2 * 2 + 1,
        line,
        played: String::new(),
        rating: Some(rating),
        themes: themes.split(' ').map(String::from).collect(),
        start: board.setup(),
        before: Some((before, opponents)),
    })
}

/// Reads up to `most` matching puzzles, from an offset to the end of the table and then from its start to the offset.
/// Calls `goes_on` regularly with the number of lines read, and stops if it returns false.
///
/// # Errors
/// The reader's error.
pub fn select(
    mut table: impl Read + Seek,
    from: u64,
    most: usize,
    mut is_wanted: impl FnMut(&str) -> Option<Puzzle>,
    mut goes_on: impl FnMut(usize) -> bool,
) -> io::Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    let mut count = 0;
    let parts = if from == 0 { vec![(0, u64::MAX)] } else { vec![(from, u64::MAX), (0, from)] };
    for (begin, end) in parts {
        table.seek(SeekFrom::Start(begin))?;
        let mut reader = BufReader::with_capacity(1 << 16, &mut table);
        let (mut at, mut line) = (begin, Vec::new());
        // If the offset is in the middle of a line, the rest of that line is skipped.
        let mut is_whole = begin == 0;
        while at <= end && puzzles.len() < most {
            line.clear();
            let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
            if read == 0 {
                break;
            }
            at += read as u64;
            count += 1;
            if is_whole && let Ok(text) = std::str::from_utf8(&line) {
                puzzles.extend(is_wanted(text));
            }
            is_whole = line.ends_with(b"\n");
            if count % LOOK_EVERY == 0 && !goes_on(count) {
                return Ok(puzzles);
            }
        }
    }
    Ok(puzzles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// Two puzzles (a fork that wins a rook, and a mate in two), and two rows with illegal moves.
    const TABLE: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
        fork1,r3k3/8/8/3N4/8/8/8/4K2n b - - 0 1,h1g3 d5c7 e8d8 c7a8,900,80,90,100,advantage fork short,https://x,\n\
        mate2,k7/7p/8/8/8/8/R7/1R5K b - - 0 1,h7h6 a2a7 a8a7 b1a1,1300,80,90,100,mate mateIn2,https://y,\n\
        mate1,7k/8/5K2/8/8/8/8/R7 b - - 0 1,h8g8 f6g6 g8f8 a1a8,1500,80,90,100,mate mateIn2 short,https://y,\n\
        wrong,k7/7p/8/8/8/8/R7/1R5K b - - 0 1,h7h5 a2a9,1300,80,90,100,mate,https://z,\n";

    fn names(filter: &Filter, from: u64) -> Vec<String> {
        let select = select(Cursor::new(TABLE), from, 9, |line| read_row(line, filter), |_| true);
        select.expect("memory").into_iter().map(|puzzle| puzzle.name).collect()
    }

    #[test]
    fn a_row_is_a_puzzle_after_the_opponents_move() {
        let row = TABLE.lines().nth(1).expect("a row");
        let puzzle = read_row(row, &Filter::default()).expect("a puzzle");
        assert_eq!(puzzle.position, "r3k3/8/8/3N4/8/6n1/8/4K3 w - -");
        assert_eq!((puzzle.rating, puzzle.line.len(), puzzle.asked, puzzle.mate_in), (Some(900), 3, 3, None));
        assert_eq!(puzzle.themes, ["advantage", "fork", "short"]);
        assert!(puzzle.before.is_some() && puzzle.is_solved_by(puzzle.line[0]) && !puzzle.is_solved_by(puzzle.line[1]));
        let mate = read_row(TABLE.lines().nth(3).expect("a row"), &Filter::default()).expect("a puzzle");
        assert_eq!(mate.mate_in, Some(2));
        assert!(
            is_table(TABLE.as_bytes()) && is_table(row.as_bytes()) && !is_table(b"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;")
        );
    }

    #[test]
    fn ratings_and_themes_are_filtered_from_any_byte_on() {
        let all = Filter::default();
        assert_eq!(names(&all, 0), ["fork1", "mate1"], "illegal moves are skipped");
        let second = TABLE.find("mate2").expect("a row") as u64;
        assert_eq!(names(&all, second - 5), ["mate1", "fork1"]);
        let filter = |ratings: &str, themes: &[&str]| Filter {
            ratings: (!ratings.is_empty()).then(|| Filter::read_ratings(ratings).expect("ratings")),
            themes: themes.iter().map(|theme| theme.to_string()).collect(),
        };
        assert_eq!(names(&filter("800-1000", &[]), 0), ["fork1"]);
        assert_eq!(names(&filter("1450", &["Short", "mate"]), 0), ["mate1"]);
        assert!(names(&filter("", &["endgame"]), 0).is_empty());
        for wrong in ["", "x", "-", "1600-1400", "1-99999", "-5"] {
            assert_eq!(Filter::read_ratings(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn reading_ends_with_enough_puzzles() {
        let mut lines = 0;
        let one = select(
            Cursor::new(TABLE),
            0,
            1,
            |line| {
                lines += 1;
                read_row(line, &Filter::default())
            },
            |_| true,
        );
        assert_eq!((one.expect("memory").len(), lines), (1, 2));
    }
}
