//! Games in Portable Game Notation (Edwards, 1994): written as the standard's export format, read as people write it.

use std::fmt::Write;

use crate::board::Board;
use crate::moves::Move;
use crate::readfen::{START_FEN, read_fen};
use crate::readmove::shortened;

/// A line of moves is broken at this width.
const LINE_WIDTH: usize = 79;

/// A game as it stands in a file.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Game {
    /// Names and values of the tags.
    pub tags: Vec<(String, String)>,
    /// The moves as they are written.
    pub moves: Vec<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl Game {
    /// The game on a board.
    pub fn of(board: &Board, tags: &[(&str, String)], result: &str) -> Game {
        let mut board = Box::new(board.clone());
        let mut moves: Vec<Move> = std::iter::from_fn(|| board.undo()).collect();
        moves.reverse();
        let mut tags: Vec<(String, String)> =
            tags.iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
        tags.push(("Result".into(), result.into()));
        let fen = board.fen();
        if fen != START_FEN {
            tags.extend([("SetUp".into(), "1".into()), ("FEN".into(), fen)]);
        }
        Game { tags, moves: board.san_line(&moves), result: result.into() }
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A board with the game played on it.
    ///
    /// # Errors
    /// One line that says which move or tag is wrong.
    pub fn replay(&self) -> Result<Box<Board>, String> {
        let mut board = Board::new();
        if let Some(fen) = self.tag("FEN") {
            board.init_from_setup(&read_fen(fen).map_err(|error| format!("FEN: {error}"))?.setup);
        }
        for text in &self.moves {
            let mv = board.read_move(text).map_err(|error| {
                let number = format!("{}{}", board.move_number(), [".", "..."][board.next_move.index()]);
                format!("move {number} {}: {error}", shortened(text))
            })?;
            board.play(mv);
        }
        Ok(board)
    }

    /// The text of the game.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.tags {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        text.push('\n');
        let begin = self.tag("FEN").and_then(|fen| read_fen(fen).ok()).map(|fen| fen.setup);
        let first =
            begin.as_ref().map_or(0, |setup| 2 * (setup.move_number.max(1) as usize - 1) + setup.next_move.index());
        let mut words = Vec::new();
        for (at, mv) in self.moves.iter().enumerate() {
            let (number, black) = ((first + at) / 2 + 1, (first + at) % 2 == 1);
            match (black, at) {
                (false, _) => words.push(format!("{number}.")),
                (true, 0) => words.push(format!("{number}...")),
                (true, _) => {}
            }
            words.push(mv.clone());
        }
        words.push(self.result.clone());
        let mut column = 0;
        for word in words {
            if column > 0 && column + 1 + word.len() > LINE_WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            column += word.len();
            text.push_str(&word);
        }
        text + "\n"
    }
}

/// All games of a text. Comments, variations and numbers are passed over.
pub fn read(text: &str) -> Vec<Game> {
    let mut games = Vec::new();
    let mut game = Game::default();
    let mut rest = text;
    let mut depth = 0_usize;
    loop {
        rest = rest.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        let Some(first) = rest.chars().next() else { break };
        match first {
            '{' => rest = behind(rest, '}'),
            ';' | '%' => rest = behind(rest, '\n'),
            '(' => (depth, rest) = (depth + 1, &rest[1..]),
            ')' => (depth, rest) = (depth.saturating_sub(1), &rest[1..]),
            '[' if depth == 0 => {
                let (tag, after) = read_tag(rest);
                if !game.moves.is_empty() {
                    games.push(finished(&mut game, "*"));
                }
                game.tags.extend(tag);
                rest = after;
            }
            _ => {
                let end = rest.find([' ', '\t', '\r', '\n', '{', '(', ')', ';']).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end.max(first.len_utf8()));
                rest = after;
                let word = without_number(word);
                if depth > 0 || word.is_empty() || word.starts_with('$') {
                    continue;
                }
                if RESULTS.contains(&word) {
                    games.push(finished(&mut game, word));
                } else {
                    game.moves.push(word.into());
                }
            }
        }
    }
    if !game.moves.is_empty() || !game.tags.is_empty() {
        games.push(finished(&mut game, "*"));
    }
    games
}

fn finished(game: &mut Game, result: &str) -> Game {
    Game { result: result.into(), ..std::mem::take(game) }
}

fn behind(text: &str, end: char) -> &str {
    text.find(end).map_or("", |at| &text[at + end.len_utf8()..])
}

/// Reads `[Name "value"]`; what is no tag is passed over up to the end of its line.
fn read_tag(text: &str) -> (Option<(String, String)>, &str) {
    let line = text.lines().next().unwrap_or_default();
    let after = &text[line.len()..];
    let tag = line.trim().strip_prefix('[').and_then(|tag| tag.strip_suffix(']')).and_then(|tag| {
        let (name, value) = tag.trim().split_once(char::is_whitespace)?;
        let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
        Some((name.into(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
    });
    (tag, after)
}

/// A word of the moves without a number and points in front: `12.Nf3`, `12...`.
fn without_number(word: &str) -> &str {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if digits.starts_with('.') || digits.is_empty() { digits.trim_start_matches('.') } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read_again() {
        for (fen, moves) in
            [(START_FEN, "e4 e5 Nf3 Nc6 Bb5 a6 O-O"), ("4k3/8/8/8/8/8/4p3/K7 b - - 0 12", "e1=Q+ Kb2 Qe2+")]
        {
            let mut board = Board::new();
            board.init_from_setup(&read_fen(fen).expect("legal").setup);
            let illegal = moves.split(' ').find(|text| match board.read_move(text) {
                Ok(mv) => {
                    board.play(mv);
                    false
                }
                Err(_) => true,
            });
            let game = Game::of(&board, &[("White", "a \"b\" \\c".into())], "*");
            let read = read(&game.text());
            assert_eq!(read, [game], "{illegal:?}");
            assert_eq!(read[0].replay().map(|again| again.fen()), Ok(board.fen()));
        }
    }

    #[test]
    fn comments_variations_and_numbers_are_passed_over() {
        let text = "\u{feff}[White \"A\"]\n[Black \"B\"]\n\n1. e4 {best by (test)} (1. d4 d5 (1... Nf6) 2. c4) 1... e5 $1 ; to the end 2. a3\n\
                    2.Nf3 Nc6 1-0\n\n[White \"C\"]\n\n1. d4 *\n1. c4 e5";
        let games = read(text);
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!((games[0].tag("Black"), games[0].result.as_str()), (Some("B"), "1-0"));
        assert_eq!(games[1].moves, ["d4"]);
        assert_eq!(games[2].moves, ["c4", "e5"]);
    }

    #[test]
    fn rubbish_is_no_game_or_says_what_is_wrong() {
        assert!(read("").is_empty());
        let games = read("1. e4 e5 2. Ke3");
        let error = games[0].replay().err().expect("illegal");
        assert!(error.starts_with("move 2. Ke3: no king can go to e3"), "{error}");
        for text in ["[", "[x", "(((", "{", "1.", "é", ")))", "[FEN \"x\"]\n*"] {
            for game in read(text) {
                let _ = game.replay();
            }
        }
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let mut board = Board::new();
        for text in ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(20) {
            let mv = board.read_move(text).expect("legal");
            board.play(mv);
        }
        let text = Game::of(&board, &[], "1/2-1/2").text();
        assert!(text.lines().all(|line| line.len() <= LINE_WIDTH));
    }
}
