//! Text for the user: board, statistics, results, help.

use std::fmt::{Display, Write};

use unicode_width::UnicodeWidthChar;

use crate::board::Board;
use crate::command::{Group, Usage};
use crate::defines::*;
use crate::modern::Shortage;
use crate::moves::Move;
use crate::peek::Outcome;
use crate::readfen::{castling_letters, letter_of};
use crate::searcher::Limits;
use crate::searcher::MAX_DEPTH;
use crate::searcher::score::mate_in;
use crate::searcher::stats::{Stats, minimal_leaves, ratio};
use crate::setup::Setup;

use super::clock::{GameClocks, TimeControl};

/// The side from which the user sees the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Orientation {
    /// White at the bottom.
    FromWhite,
    /// Black at the bottom.
    FromBlack,
}

impl Orientation {
    /// The current orientation of this board.
    pub fn of(board: &Board) -> Orientation {
        if board.view_rotated { Orientation::FromBlack } else { Orientation::FromWhite }
    }
}

const SEPARATOR: &str = "    +---+---+---+---+---+---+---+---+";
/// Width of the part of a statistics line before the principal variation, in columns.
pub const STATISTICS_WIDTH: usize = 36;

/// The board as the tutorial draws it: white pieces are letters, black ones have an asterisk.
pub fn board_picture(square: &[Piece; 64], orientation: Orientation) -> String {
    let mark = |piece: Piece| match piece {
        EMPTY => "  ".to_string(),
        _ => format!("{}{}", letter_of(kind(piece)), if Side::of(piece) == Side::White { ' ' } else { '*' }),
    };
    let row = |rank: usize, files: &mut dyn Iterator<Item = usize>| -> String {
        files.map(|file| format!(" {}|", mark(square[8 * rank + file]))).collect()
    };
    let mut picture = String::from("\n");
    // Writing to a String cannot fail.
    match orientation {
        Orientation::FromWhite => {
            for rank in (0..8).rev() {
                let _ = writeln!(picture, "{SEPARATOR}\n{:3} |{}", rank + 1, row(rank, &mut (0..8)));
            }
            let _ = writeln!(picture, "{SEPARATOR}\n      a   b   c   d   e   f   g   h");
        }
        Orientation::FromBlack => {
            let _ = writeln!(picture, "      h   g   f   e   d   c   b   a");
            for rank in 0..8 {
                let _ = writeln!(picture, "{SEPARATOR}\n    |{}{:3}", row(rank, &mut (0..8).rev()), rank + 1);
            }
            let _ = writeln!(picture, "{SEPARATOR}");
        }
    }
    picture
}

/// The tutorial's heading for the statistics.
pub const HEADER: &str = "depth  score   nodes     time  knps PV";

/// The format of node counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nodes {
    /// Exact, because learners compare node counts.
    Exact,
    /// Rounded to fit seven columns.
    Rounded,
}

/// One line of statistics in the tutorial's columns: depth in plies, score in pawns, nodes, time, knps.
pub fn statistics(depth: usize, score: i32, (nodes, style): (u64, Nodes), ms: u64, pv: &str) -> String {
    let knps = nodes.checked_div(ms).map_or("    - ".into(), |knps| format!("{knps:5} "));
    let nodes = match style {
        Nodes::Exact => format!("{nodes:7}"),
        Nodes::Rounded => node_count(nodes),
    };
    format!("{depth:5} {:>6} {nodes} {} {knps}{pv}", short_score(score), duration(ms))
}

/// A score in pawns, with its sign; or the moves to mate: `#3` if the side to move mates, `#-3` if it is mated.
fn short_score(centipawns: i32) -> String {
    match mate_moves(centipawns) {
        None => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Some(moves) if centipawns > 0 => format!("#{moves}"),
        Some(moves) => format!("#-{moves}"),
    }
}

/// Progress line with the root move being searched.
pub fn root_move(number: usize, count: usize, ms: u64, san: &str) -> String {
    format!("{:13}({number:2}/{count:2}) {}       {san}...", "", duration(ms))
}

/// A node count in seven columns.
fn node_count(nodes: u64) -> String {
    let n = nodes as f64;
    match nodes {
        1_000_000_001.. => format!("{:6.2}G", n / 1e9),
        100_000_001.. => format!("{:6.1}M", n / 1e6),
        1_000_001.. => format!("{:6.2}M", n / 1e6),
        100_001.. => format!("{:6.1}k", n / 1e3),
        10_001.. => format!("{:6.2}k", n / 1e3),
        _ => format!("{nodes:7}"),
    }
}

/// A time in eight columns.
fn duration(ms: u64) -> String {
    let s = ms / 1000;
    let text = match ms {
        3_600_001.. => format!("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60),
        60_001.. => format!("{:02}:{:02}", s / 60, s % 60),
        10_001.. => format!("{:.1} s", ms as f64 / 1e3),
        1_001.. => format!("{:.2} s", ms as f64 / 1e3),
        _ => format!("{ms} ms"),
    };
    format!("{text:>8}")
}

/// A time with its unit.
pub fn time_text(ms: u64) -> String {
    match ms {
        0..1000 => format!("{ms} ms"),
        1000..60_000 => format!("{:.1} s", ms as f64 / 1e3),
        _ if (ms / 1000).is_multiple_of(60) => format!("{} min", ms / 60_000),
        _ => format!("{} min {} s", ms / 60_000, ms / 1000 % 60),
    }
}

/// Thousands of nodes per second; empty if no time has passed.
pub fn speed(nodes: u64, ms: u64) -> String {
    nodes.checked_div(ms).map_or(String::new(), |knps| format!(", {knps} knodes/s"))
}

/// A score in pawns with its sign, or the moves to mate.
pub fn pawns(centipawns: i32) -> String {
    match mate_moves(centipawns) {
        None => short_score(centipawns),
        Some(moves) if centipawns > 0 => format!("mate in {moves}"),
        Some(moves) => format!("mated in {moves}"),
    }
}

/// Number of moves to mate, at least 1, if this is a mate score of either sign.
fn mate_moves(centipawns: i32) -> Option<i32> {
    mate_in(centipawns.abs()).map(|moves| moves.max(1))
}

/// A message about a shortage of memory.
pub fn shortage(shortage: Shortage) -> String {
    match shortage {
        Shortage::Table { wanted, given } => {
            format!("Not enough memory for a hash table of {wanted} MB; using {given} MB.")
        }
        Shortage::Threads { wanted, given } => {
            format!("Not enough memory for {}; using {given}.", counted(wanted, "thread"))
        }
    }
}

/// A count of things whose plural ends in s: `1 move`, `2 moves`.
pub fn counted(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// A node count without padding.
pub fn count_text(nodes: u64) -> String {
    node_count(nodes).trim().into()
}

/// The display of a clock, with tenths of seconds in the last minute. It stops at zero, like a chess clock.
pub fn clock_text(ms: i64) -> String {
    let ms = ms.max(0);
    let s = ms / 1000;
    match s {
        0..60 => format!("0:{s:02}.{}", ms / 100 % 10),
        60..3600 => format!("{}:{:02}", s / 60, s % 60),
        _ => format!("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60),
    }
}

/// A time control in words.
fn control(control: &TimeControl) -> String {
    let session = if control.moves == 0 { "the game".into() } else { counted(control.moves, "move") };
    let more =
        if control.inc_ms > 0 { format!(" and {} a move", time_text(control.inc_ms as u64)) } else { String::new() };
    format!("{} for {session}{more}", time_text(control.base_ms as u64))
}

/// The time controls of a game in words; White's first if they differ.
pub fn controls(clocks: &GameClocks) -> String {
    let [white, black] = &clocks.controls;
    if white == black { control(white) } else { format!("White {}, Black {}", control(white), control(black)) }
}

/// The result of a game won by this side.
pub fn win_of(side: Side) -> &'static str {
    result(Outcome::Mate(side))
}

/// White's share of an evaluation bar, from 0 to 1, for a score in centipawns from White's point of view.
pub fn share_of_white(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / 250.0).exp())
}

/// A score in centipawns from White's point of view, as text: `+0.50 for White`, `Black mates in 2`.
pub fn score_for_white(centipawns: i32) -> String {
    match mate_moves(centipawns) {
        None => format!("{} for White", short_score(centipawns)),
        Some(moves) if centipawns > 0 => format!("White mates in {moves}"),
        Some(moves) => format!("Black mates in {moves}"),
    }
}

/// A score in centipawns from the point of view of `side`, as text from White's point of view.
pub fn score_of(side: Side, centipawns: i32) -> String {
    score_for_white([centipawns, -centipawns][side.index()])
}

/// Width of the evaluation bar, in columns.
const BAR_WIDTH: usize = 20;

/// The evaluation bar, half full in an even position. The score is in centipawns, from White's point of view.
pub fn bar(score: i32, blocks: bool) -> String {
    let full = (share_of_white(score) * BAR_WIDTH as f64).round() as usize;
    let [white, black] = if blocks { ["█", "░"] } else { ["#", "-"] };
    format!("White {}{} {}", white.repeat(full), black.repeat(BAR_WIDTH - full), pawns(score))
}

/// Width of the time bar, in columns.
const TIME_WIDTH: usize = 6;

/// A bar for the fraction of the time that has been used.
pub fn time_bar(ms: u64, most: u64, blocks: bool) -> String {
    let full = (ms.min(most) * TIME_WIDTH as u64 / most.max(1)) as usize;
    let [used, left] = if blocks { ["━", "─"] } else { ["#", "-"] };
    format!("{}{}", used.repeat(full), left.repeat(TIME_WIDTH - full))
}

/// Digits in groups of three, with `between` as the separator: `1,234,567`.
pub fn grouped(digits: &str, between: char) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(between);
        }
        text.push(digit);
    }
    text
}

/// Width of a string on the screen, in columns: two for a wide character, none for a combining mark.
pub fn columns_of(text: &str) -> usize {
    text.chars().map(|letter| letter.width().unwrap_or_default()).sum()
}

/// Longest prefix that fits in this many columns, without trailing spaces.
pub fn cut_to(text: &str, columns: usize) -> &str {
    let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8());
    let end = ends.take_while(|&end| columns_of(&text[..end]) <= columns).last().unwrap_or_default();
    text[..end].trim_end()
}

/// The text, padded with spaces to this many columns.
pub fn padded(text: &str, columns: usize) -> String {
    text.to_string() + &" ".repeat(columns.saturating_sub(columns_of(text)))
}

/// Words in a grid of equally wide columns, filled row by row; the grid is at most `width` terminal columns wide.
pub fn in_columns(words: &[impl AsRef<str>], width: usize) -> String {
    let widest = words.iter().map(|word| columns_of(word.as_ref())).max().unwrap_or_default() + 2;
    let columns = ((width + 2) / widest).clamp(1, words.len().max(1));
    let mut lines: Vec<String> = Vec::new();
    for words in words.chunks(columns) {
        let line: String = words.iter().map(|word| padded(word.as_ref(), widest)).collect();
        lines.push(line.trim_end().into());
    }
    lines.join("\n")
}

/// Joins the parts that fit into this many columns, in order. Drops the parts of lowest weight first, but keeps at
/// least one.
pub fn fitting(mut parts: Vec<(u8, String)>, columns: usize) -> String {
    let join = |parts: &[(u8, String)]| parts.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("  ");
    while parts.len() > 1 && columns_of(&join(&parts)) > columns {
        let lightest = (0..parts.len()).min_by_key(|part| parts[*part].0).unwrap_or_default();
        parts.remove(lightest);
    }
    join(&parts)
}

/// A summary of a search: nodes, time, growth per ply, and cutoffs, if counted. Each entry of `iterations` holds a
/// depth in plies, and the number of nodes searched by the end of that iteration.
pub fn summary(stats: &Stats, (nodes, style): (u64, Nodes), ms: u64, iterations: &[(usize, u64)]) -> String {
    let count = match style {
        Nodes::Exact => nodes.to_string(),
        Nodes::Rounded => count_text(nodes),
    };
    let mut parts = vec![format!("{count} nodes in {}{}", time_text(ms), speed(nodes, ms))];
    let growth = match iterations {
        [(first, before), .., (last, after)] => {
            ratio(*after, *before).map(|whole| whole.powf(1.0 / (last - first) as f64))
        }
        _ => None,
    };
    parts.extend(stats.mean_growth().or(growth).map(|growth| format!("growth {growth:.1} a ply")));
    parts.extend(stats.first_move_rate().map(|rate| format!("first-move cutoffs {:.0}%", 100.0 * rate)));
    let null = &stats.null;
    if null.tries > 0 {
        let [tries, cuts, misses] = [null.tries, null.cuts, null.misses].map(count_text);
        parts.push(format!("null moves {tries} tried, {cuts} cut, {misses} missed"));
    }
    let depth = stats.iterations.last().map_or(0, |last| last.depth);
    // If generated moves were not counted, the minimal number of leaves is unknown.
    if let Some(branching) = stats.branching().filter(|branching| depth > 0 && *branching >= 1.0) {
        parts.push(format!("bound {:.2}", stats.last_leaves() as f64 / minimal_leaves(branching, depth)));
    }
    parts.join("; ")
}

/// Whether a text contains these words, wherever its lines are wrapped.
pub fn contains_words(text: &str, words: &str) -> bool {
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    on_one_line(text).contains(&on_one_line(words))
}

/// Wraps a line of statistics between moves; in narrow windows, the moves begin on a separate line.
pub fn wrap_statistics(line: &str, columns: usize) -> String {
    if columns >= STATISTICS_WIDTH + 16 {
        return wrap(line, columns, STATISTICS_WIDTH);
    }
    let (figures, moves) = line.split_at_checked(STATISTICS_WIDTH).unwrap_or((line, ""));
    let moves = wrap(&format!("  {moves}"), columns, 2);
    format!("{}\n{moves}", cut_to(figures, columns))
}

/// Wraps text between words to this width; all lines but the first are indented.
pub fn wrap(text: &str, width: usize, indent: usize) -> String {
    // Leading spaces are part of the first word, to keep the columns of a table aligned.
    let first_word = text.len() - text.trim_start().len();
    let head = text[first_word..].find(' ').map_or(text.len(), |end| first_word + end);
    let words = std::iter::once(&text[..head]).chain(text[head..].split(' ').skip(1));
    fill("", words.map(|word| (columns_of(word), word)), width, indent)
}

/// Appends words to `head`, and wraps them at this width; all lines but the first are indented. Each word comes with
/// its width in columns.
pub fn fill(head: &str, words: impl Iterator<Item = (usize, impl AsRef<str>)>, width: usize, indent: usize) -> String {
    let mut lines = head.to_string();
    let mut column = columns_of(head);
    for (number, (length, word)) in words.enumerate() {
        if number > 0 && column > indent && column + 1 + length > width {
            lines.push('\n');
            lines.push_str(&" ".repeat(indent));
            column = indent;
        } else if number > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word.as_ref());
        column += length;
    }
    lines
}

/// The result of a game, as in PGN.
pub fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Mate(Side::White) | Outcome::KingCapture(Side::White) => "1-0",
        Outcome::Mate(Side::Black) | Outcome::KingCapture(Side::Black) => "0-1",
        _ => "1/2-1/2",
    }
}

/// The result and its reason.
pub fn outcome(outcome: Outcome) -> String {
    let reason = match outcome {
        Outcome::Mate(side) => format!("{} mates", side.name()),
        Outcome::KingCapture(side) => format!("{} takes the king", side.name()),
        Outcome::Stalemate => "Stalemate".into(),
        Outcome::Material => "Insufficient material".into(),
        Outcome::Repetition => "Draw by repetition".into(),
        Outcome::FiftyMoves => "Draw by fifty-move rule".into(),
    };
    format!("{} {{{reason}}}", result(outcome))
}

/// The rule by which a draw can be claimed; [`None`] for other outcomes.
pub fn claimable(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Repetition => Some("threefold repetition"),
        Outcome::FiftyMoves => Some("fifty-move rule"),
        _ => None,
    }
}

/// The moves of the game, one pair like `1. e4 e5` per line.
pub fn game(board: &mut Board) -> String {
    if board.end_of_game == 0 {
        return "there are no game moves".into();
    }
    let mut moves = Vec::new();
    while let Some(mv) = board.undo() {
        moves.push(mv);
    }
    let mut text = String::new();
    for mv in moves.into_iter().rev() {
        // Writing to a String cannot fail.
        let _ = match (board.next_move, text.is_empty()) {
            (Side::White, _) => write!(text, "{}. {}", board.move_number(), board.san(mv)),
            (Side::Black, true) => writeln!(text, "{}. ... {}", board.move_number(), board.san(mv)),
            (Side::Black, false) => writeln!(text, " {}", board.san(mv)),
        };
        board.play(mv);
    }
    text
}

/// The legal moves, numbered in generation order.
pub fn moves(board: &mut Board) -> String {
    let moves = board.legal_moves();
    let mut text = String::from("\nmoves from this position:");
    for (number, mv) in moves.into_iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{}. {}", number + 1, board.san(mv));
    }
    text
}

/// Size of a Board with all its tables, in bytes.
pub fn board_size(board: &Board) -> usize {
    size_of_val(board)
        + size_of_val(&*board.move_buffer)
        + size_of_val(&*board.move_value)
        + size_of_val(&*board.triangular_array)
        + size_of_val(&*board.history)
        + size_of_val(&*board.pawn_table)
        + size_of_val(&*board.game_line)
}

/// Some internal values, as the tutorial's `info` shows them.
pub fn info(board: &Board) -> String {
    format!(
        "---------------- info ----------------\n\
         size of the board          = {} kB\n\
         material                   = {} centipawns\n\
         pawns, pieces of White     = {}, {} centipawns\n\
         pawns, pieces of Black     = {}, {} centipawns\n\
         castling rights            = {}\n\
         en-passant square          = {}\n\
         half-move clock            = {}\n\
         number of white pawns      = {}\n\
         key                        = {:016x}\n\
         game moves                 = {}\n\
         occupied squares           =\n{}\
         --------------------------------------",
        board_size(board) / 1024,
        board.material,
        board.total_pawns[0],
        board.total_pieces[0],
        board.total_pawns[1],
        board.total_pieces[1],
        board.castling_letters(),
        if board.ep_square == 0 { "-".into() } else { crate::displaymove::square_name(board.ep_square) },
        board.fifty_move,
        board.bitmap[WHITE_PAWN as usize].count_ones(),
        board.hashkey,
        board.end_of_game,
        bitmap(board.occupied),
    )
}

fn bitmap(map: BitMap) -> String {
    let mut picture = String::new();
    for rank in (0..8).rev() {
        let row: String = (0..8).map(|file| if map >> (8 * rank + file) & 1 == 1 { " x" } else { " ." }).collect();
        picture.push_str(&format!("   {row}\n"));
    }
    picture
}

/// The line below the board in the set-up dialogue.
pub fn setup_line(setup: &Setup) -> String {
    format!(
        "  {} to move, castling {}, en passant {}, half-move clock {}",
        setup.next_move.name(),
        castling_letters(setup.castle, &setup.castle_path),
        if setup.ep_square == 0 { "-".into() } else { crate::displaymove::square_name(setup.ep_square) },
        setup.fifty_move
    )
}

/// The limits of the engine's search, in words.
pub fn limits(limits: &Limits) -> String {
    let time = limits.max_ms().map(|ms| format!("for up to {} a move", time_text(ms)));
    let depth = format!("to depth {}", limits.depth);
    match time {
        Some(time) if limits.depth == MAX_DEPTH => time,
        Some(time) => format!("{time}, at most {depth}"),
        None => depth,
    }
}

/// Help for one command: syntax, purpose, an example, and related commands.
pub fn word_help(word: &Usage, columns: usize) -> String {
    let others: Vec<&str> = word.names.split(' ').skip(1).collect();
    let also = if others.is_empty() { String::new() } else { format!(" (also: {})", others.join(", ")) };
    let head = format!("{}{also}", word.syntax());
    let mut text = format!("{}\n{}\n", wrap(&head, columns, 4), wrap(&format!("    {}", word.help), columns, 4));
    for (title, line) in [("example", word.example), ("see also", word.see)] {
        if !line.is_empty() {
            text.push_str(&wrap(&format!("    {title}: {line}"), columns, 6));
            text.push('\n');
        }
    }
    text
}

/// The commands of a group under a heading.
pub fn group_help(words: &[Usage], group: Group, heading: &str, columns: usize) -> String {
    let mut text = wrap(&format!("{heading}:"), columns, 2) + "\n";
    for word in words.iter().filter(|word| word.group == group) {
        let syntax = word.syntax();
        let line =
            if columns < 60 { format!("  {syntax} - {}", word.help) } else { format!("  {syntax:<30}  {}", word.help) };
        let indent = if columns < 60 { 6 } else { 34 };
        text.push_str(&wrap(&line, columns, indent));
        text.push('\n');
    }
    text
}

/// The number of the next move, like `12.` or `12...`.
pub fn move_number(board: &Board) -> String {
    format!("{}{}", board.move_number(), [".", "..."][board.next_move.index()])
}

/// A line of moves with move numbers, from the position on the board.
pub fn numbered(board: &Board, moves: &[Move]) -> String {
    let line = board.clone().san_line(moves);
    let first = 2 * board.move_number() as usize + board.next_move.index();
    let text = |(at, san): (usize, &String)| match ((first + at) % 2, at) {
        (0, _) => format!("{}. {san}", (first + at) / 2),
        (_, 0) => format!("{}... {san}", first / 2),
        _ => san.clone(),
    };
    line.iter().enumerate().map(text).collect::<Vec<_>>().join(" ")
}

/// A line of moves in standard algebraic notation. If a planted fault has made a move illegal, the text ends with that
/// move.
pub fn line(board: &mut Board, moves: &[Move]) -> String {
    let text = board.san_line(moves);
    let impossible = moves.get(text.len()).map(|mv| format!("({mv} cannot be played there)"));
    text.into_iter().chain(impossible).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instrument::Instrument;
    use crate::searcher::{Control, Searcher};

    #[test]
    fn statistics_stand_in_the_tutorials_columns() {
        use Nodes::{Exact, Rounded};
        assert_eq!(statistics(2, 90, (1701, Rounded), 2, "Bxa6 bxc3"), "    2  +0.90    1701     2 ms   850 Bxa6 bxc3");
        assert_eq!(statistics(1, -5, (7, Rounded), 0, "a3"), "    1  -0.05       7     0 ms     - a3");
        assert_eq!(statistics(12, 9997, (123_456_789, Rounded), 61_234, ""), "   12     #2  123.5M    01:01  2016 ");
        assert_eq!(statistics(6, -9998, (5_000, Rounded), 1, ""), "    6    #-1    5000     1 ms  5000 ");
        assert_eq!(statistics(6, 0, (30_888, Exact), 9, "e4"), "    6  +0.00   30888     9 ms  3432 e4");
        assert_eq!(HEADER.len(), statistics(1, 0, (0, Rounded), 0, "PV").len());
    }

    #[test]
    fn mates_count_moves_for_the_side_that_mates() {
        assert_eq!(score_of(Side::Black, LARGE_NUMBER - 3), "Black mates in 2");
        assert_eq!(score_of(Side::Black, 4 - LARGE_NUMBER), "White mates in 2");
        assert_eq!(score_for_white(LARGE_NUMBER - 1), "White mates in 1");
    }

    #[test]
    fn counts_and_times_change_their_unit_above_round_numbers() {
        let counts = [10_000, 10_001, 100_001, 1_000_001, 10_000_001, 100_000_001].map(node_count);
        assert_eq!(counts, ["  10000", " 10.00k", " 100.0k", "  1.00M", " 10.00M", " 100.0M"]);
        let times = [0, 1000, 1001, 10_001, 60_001, 3_600_001].map(duration);
        assert_eq!(times, ["    0 ms", " 1000 ms", "  1.00 s", "  10.0 s", "   01:00", "01:00:00"]);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let scores = [CHECKMATESCORE, CHECKMATESCORE - 2, -CHECKMATESCORE + 1, -CHECKMATESCORE + 3, 150];
        assert_eq!(scores.map(pawns), ["mate in 1", "mate in 2", "mated in 1", "mated in 2", "+1.50"]);
    }

    #[test]
    fn the_lightest_parts_go_first() {
        let parts = || vec![(1, "bar".to_string()), (3, "depth 12".into()), (2, "1 s left".into())];
        assert_eq!(
            [80, 20, 10, 3].map(|columns| fitting(parts(), columns)),
            ["bar  depth 12  1 s left", "depth 12  1 s left", "depth 12", "depth 12"]
        );
        assert_eq!(time_bar(500, 1000, false), "###---");
        assert_eq!(time_bar(5000, 1000, false), "######");
    }

    #[test]
    fn a_summary_says_what_is_known() {
        let text = summary(&Stats::default(), (800, Nodes::Rounded), 100, &[(1, 100), (2, 300), (4, 800)]);
        assert_eq!(text, "800 nodes in 100 ms, 8 knodes/s; growth 2.0 a ply");
        assert_eq!(summary(&Stats::default(), (7, Nodes::Exact), 0, &[]), "7 nodes in 0 ms");
        let thought = Instrument::default().think(&Limits::depth(5), &Control::silent());
        let text = summary(&thought.stats, (thought.nodes, Nodes::Rounded), 1, &[]);
        for part in ["growth ", "first-move cutoffs ", " tried, ", " cut, ", " missed", "bound "] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn clocks_and_bars() {
        assert_eq!([5300, 65_000, 3_700_000].map(clock_text), ["0:05.3", "1:05", "1:01:40"]);
        assert_eq!([0, -1, -99, -1500, -65_000].map(clock_text), ["0:00.0"; 5]);
        assert_eq!(bar(0, false), "White ##########---------- +0.00");
        assert!(bar(9998, true).contains(&"█".repeat(20)) && bar(-9998, true).contains(&"░".repeat(20)));
    }

    #[test]
    fn narrow_windows_get_the_moves_on_a_line_of_their_own() {
        let line = statistics(7, 12, (345_678, Nodes::Rounded), 1234, "e4 e5 Nf3 Nc6 Bb5 a6");
        let wrapped = wrap_statistics(&line, 20);
        assert!(wrapped.lines().all(|line| line.chars().count() <= 20), "{wrapped}");
        assert_eq!(wrap_statistics(&line, 200), line);
    }

    #[test]
    fn lines_break_between_moves() {
        assert_eq!(wrap("  1 e4 e5 Nf3 Nc6", 10, 4), "  1 e4 e5\n    Nf3\n    Nc6");
        assert_eq!(wrap("short", 80, 4), "short");
        assert_eq!(wrap("aaaaaaaaaaaaaaa b", 5, 2), "aaaaaaaaaaaaaaa\n  b");
    }

    #[test]
    fn a_game_begun_by_black_is_numbered_correctly() {
        let mut board = Board::new();
        board.init_from_setup(&crate::readfen::read_fen("4k3/8/8/8/8/8/8/4K3 b - - 0 7").expect("legal").setup);
        for text in ["e8e7", "e1e2", "e7e6"] {
            let mv = board.read_move(text).expect("legal");
            board.play(mv);
        }
        assert_eq!(game(&mut board), "7. ... Ke7\n8. Ke2 Ke6\n");
        assert_eq!(board.end_of_game, 3);
    }

    #[test]
    fn words_are_found_wherever_lines_are_wrapped() {
        let text = "a pass is worth more. ZUGZWANG,\n  solved: lost";
        assert!(contains_words(text, "ZUGZWANG, solved: lost") && !contains_words(text, "ZUGZWANG solved"));
    }

    #[test]
    fn the_set_up_dialogue_shows_castling_rights_as_a_fen_does() {
        use crate::readfen::{Rules, read_fen_by};

        for (fen, rights) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "castling KQkq,"),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", "castling GBgb,"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "castling -,"),
        ] {
            let line = setup_line(&read_fen_by(fen, Rules::Chess960).expect("a legal position").setup);
            assert!(line.contains(rights), "{line}");
        }
    }

    #[test]
    fn both_views_show_the_same_pieces() {
        let board = Board::new();
        let (white, black) = (
            board_picture(&board.square, Orientation::FromWhite),
            board_picture(&board.square, Orientation::FromBlack),
        );
        assert!(white.contains("  8 | R*| N*| B*| Q*| K*| B*| N*| R*|\n"));
        assert!(black.contains("    | R | N | B | K | Q | B | N | R |  1\n"));
        assert_eq!(white.matches('*').count(), black.matches('*').count());
    }
}
