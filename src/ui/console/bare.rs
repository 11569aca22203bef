//! Lines without a full command name: moves, positions, time controls, abbreviated commands, and settings without
//! `set`. Moves may have move numbers, figurines or spelt-out piece names, and time controls may be written as in other
//! programs.

use crate::board::Board;
use crate::command;
use crate::defines::Side;
use crate::moves::Move;
use crate::readfen::read_fen;
use crate::readmove::{MoveError, in_ascii, looks_like_move, shortened};
use crate::ui::arguments::move_number;
use crate::ui::clock::TimeControl;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::settings;

use super::clocks::level;
use super::ending::refuse_after_result;
use super::play::{answer, play};
use super::refusals::{refused_move, unknown};
use super::state::{Session, Words};
use super::{engine, guessing, position, puzzles};

/// Carries out a line without a full command name: moves, a position, a time control like `5+3`, an abbreviated
/// command, or a setting without `set`. Refuses any other line.
pub fn bare_move(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let read = board.read_move(text);
    let is_usual = read.is_ok() || is_shouted(text);
    let meant = if is_usual { None } else { meant(board, text)? };
    match (meant, read) {
        (Some(Meant::Position), _) => position::setboard(board, session, text),
        (Some(Meant::Clock(clock)), _) => level(board, session, &clock),
        (Some(Meant::Moves(moves)), _) => play_moves(board, session, &moves),
        (None, Ok(mv)) => play_moves(board, session, &[mv]),
        (None, Err(MoveError::NotAMove(_))) if is_shouted(text) => bare_move(board, session, &text.to_lowercase()),
        (None, Err(MoveError::NotAMove(_))) if TimeControl::read_both(text).is_some() => level(board, session, text),
        (None, Err(MoveError::NotAMove(_) | MoveError::NoPawnTakes(..))) => abbreviated(board, session, text),
        (None, Err(error)) => {
            session.own.refuse_looking_back()?;
            refuse_after_result(&session.own.game)?;
            Err(refused_move(board, text, &error))
        }
    }
}

/// Whether [`bare_move`] can carry out this line in some position.
pub(super) fn is_readable(words: Words, text: &str) -> bool {
    let beginning = command::split_word(text).0;
    !command::beginning_with(words, beginning).is_empty()
        || settings::named(beginning).is_some()
        || TimeControl::read_both(text).is_some()
        || clock(text).is_some()
        || read_fen(text).is_ok()
        || begins_with_a_move(&move_words(text))
}

/// Plays these moves in the game. In a puzzle or a guessing game, tries only the first one.
fn play_moves(board: &mut Board, session: &mut Session, moves: &[Move]) -> Done {
    if session.own.open_puzzle().is_some() {
        return puzzles::try_move(board, session, moves[0]);
    }
    if session.own.open_guess().is_some() {
        return guessing::try_move(board, session, moves[0]);
    }
    session.own.refuse_looking_back()?;
    for &mv in moves {
        // Time may run out between two moves of the line.
        refuse_after_result(&session.own.game)?;
        play(board, session, mv);
    }
    answer(board, session);
    Ok(())
}

/// Whether the text is a move in capitals: `E4`, `NF3`.
fn is_shouted(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower != text && looks_like_move(&lower)
}

/// Carries out an abbreviated command if it is unambiguous. If no command begins with the word, shows or changes the
/// setting of that name.
fn abbreviated(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (beginning, rest) = command::split_word(text);
    match command::beginning_with(session.own.words, beginning)[..] {
        [word] if word.usage.arguments.is_empty() && !rest.is_empty() => Err(unknown(board, session.own.words, text)),
        // There is no way back from a protocol to the console.
        [word] if ["uci", "xboard"].contains(&word.usage.name()) => {
            bad(format!("'{}' leaves the console; it must be typed in full", word.usage.name()))
        }
        [word] => super::run(word, board, session, rest),
        [] if settings::named(beginning).is_some() => engine::set(board, session, text),
        [] => Err(unknown(board, session.own.words, text)),
        ref several => {
            let names: Vec<&str> = several.iter().map(|word| word.usage.name()).collect();
            bad(format!("'{}' is ambiguous: {}", shortened(beginning), names.join(", ")))
        }
    }
}

// ---- other notations ---------------------------------------------------------------------------------------------------

/// The meaning of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meant {
    /// Moves to play in order.
    Moves(Vec<Move>),
    /// A position.
    Position,
    /// A time control: minutes plus increment in seconds, like `5+3`.
    Clock(String),
}

/// Maximum number of words in a line of moves; a longer line is not read as moves.
const MOST_WORDS: usize = 2000;
/// Maximum minutes of a time control written as two numbers without `+` or `|`. A larger first number counts moves:
/// `40 5` is 40 moves in 5 minutes.
const MOST_MINUTES: u32 = 30;

/// The meaning of a line that is neither a command nor a move in the usual form, if it has one.
///
/// # Errors
/// A refusal if the line begins with a legal move and a later word is not one.
fn meant(board: &Board, text: &str) -> Result<Option<Meant>, Refusal> {
    // The piece field alone is not enough here, although `read_fen` accepts it.
    if text.matches('/').count() == 7 && text.contains(' ') && read_fen(text).is_ok() {
        return Ok(Some(Meant::Position));
    }
    if let Some(clock) = clock(text) {
        return Ok(Some(Meant::Clock(clock)));
    }
    Ok(line_of_moves(board, text)?.map(Meant::Moves))
}

/// The moves of a line that begins with a move. [`None`] for any other line, and for a single illegal move without a
/// move number, which [`bare_move`] refuses.
///
/// # Errors
/// A refusal if a move is illegal, or if the line begins with a wrong move number.
fn line_of_moves(board: &Board, text: &str) -> Result<Option<Vec<Move>>, Refusal> {
    let words = move_words(text);
    if words.len() > MOST_WORDS || !begins_with_a_move(&words) {
        return Ok(None);
    }
    refuse_wrong_number(board, text)?;
    let mut copy = Box::new(board.clone());
    let mut moves = Vec::new();
    for word in &words {
        match read_one(&mut copy, word) {
            Ok(mv) => {
                copy.play(mv);
                moves.push(mv);
            }
            // A capture that names only files may be an abbreviated command: `ed`.
            Err(MoveError::NoPawnTakes(..)) if moves.is_empty() => return Ok(None),
            Err(_) if word == text => return Ok(None),
            Err(error) if moves.is_empty() => return Err(refused_move(&mut copy, word, &error)),
            Err(error) => return bad(format!("{}: {error}; no move of the line was played", shortened(word))),
        }
    }
    Ok(Some(moves))
}

/// Whether the first word looks like a move, legal or not.
fn begins_with_a_move(words: &[String]) -> bool {
    let looks_like_one = |word: &String| looks_like_move(word) || looks_like_move(&word.to_lowercase());
    words.first().is_some_and(|word| word == "castle" || looks_like_one(word))
}

/// Refuses a line of moves whose first move number is not that of the next move: `9. Nc3`, `3... d5`.
fn refuse_wrong_number(board: &Board, text: &str) -> Done {
    let Some((number, rest)) = move_number(text.trim_start()) else { return Ok(()) };
    let (expected, side) = (board.move_number(), board.next_move);
    let names_black = rest.starts_with("...");
    // Many people write `3. d5` for Black's move, too.
    if number == expected && (side == Side::Black || !names_black) {
        return Ok(());
    }
    let dots = |is_blacks| if is_blacks { "..." } else { "." };
    bad(format!("the next move is {expected}{}, not {number}{}", dots(side == Side::Black), dots(names_black)))
}

/// Reads a time control, minutes plus increment in seconds: `15|10`, `5 + 3`, `5 3`, `5`.
fn clock(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['|', '+', ' ']).filter(|part| !part.is_empty()).collect();
    let minutes: u32 = parts.first()?.parse().ok().filter(|minutes| (1..=180).contains(minutes))?;
    let has_sign = text.contains(['|', '+']);
    match parts[..] {
        [_] if !has_sign => Some(format!("{minutes}+0")),
        [_, seconds] if has_sign || minutes <= MOST_MINUTES => {
            let seconds: u32 = seconds.parse().ok()?;
            Some(format!("{minutes}+{seconds}"))
        }
        _ => None,
    }
}

/// The moves of a line, without move numbers, results, annotations, comments and variations.
fn move_words(text: &str) -> Vec<String> {
    let spelt = spelt_out(&main_line(text));
    // `0-0` begins with a digit but is a move.
    let without_number =
        |word: &str| move_number(word).map_or(word, |(_, rest)| rest).trim_start_matches('.').to_string();
    let is_noise = |word: &str| {
        let word = word.trim_end_matches('.');
        word.is_empty()
            || ["1-0", "0-1", "1/2-1/2", "*", "e.p", "ep"].contains(&word)
            || word.starts_with('$')
            || word.chars().all(|letter| letter.is_ascii_digit())
    };
    let words = spelt.split_whitespace().map(without_number).filter(|word| !is_noise(word));
    words.map(|word| in_ascii(word.trim_end_matches([',', ';'])).into_owned()).collect()
}

/// The text without comments in braces and variations in parentheses. A parenthesis inside a word is not a variation:
/// `a8(Q)`.
fn main_line(text: &str) -> String {
    let mut line = String::new();
    let (mut is_comment, mut depth, mut before) = (false, 0, ' ');
    for letter in text.chars() {
        match letter {
            '{' | '}' => {
                is_comment = letter == '{';
                line.push(' ');
            }
            _ if is_comment => {}
            '(' if depth > 0 || before.is_whitespace() || "})".contains(before) => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => line.push(letter),
            _ => {}
        }
        before = letter;
    }
    line
}

/// Converts a move in words to SAN: `knight f3`, `queen takes d4`, `castle long`. A lone `castle` stays unchanged:
/// [`read_one`] tries both sides.
fn spelt_out(text: &str) -> String {
    let names = [("king", "K"), ("queen", "Q"), ("rook", "R"), ("bishop", "B"), ("knight", "N"), ("pawn", "")];
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["castle" | "castles"] => return "castle".into(),
        ["castle" | "castles", "long" | "queenside"] | ["castle" | "castles", "queen", "side"] => {
            return "O-O-O".into();
        }
        ["castle" | "castles", "short" | "kingside"] | ["castle" | "castles", "king", "side"] => return "O-O".into(),
        _ => {}
    }
    let Some((_, letter)) = names.into_iter().find(|(name, _)| words.first() == Some(name)) else { return text.into() };
    let rest: Vec<&str> = words[1..].iter().copied().filter(|word| !["to", "on"].contains(word)).collect();
    format!("{letter}{}", rest.join("").replace("takes", "x"))
}

fn read_one(board: &mut Board, word: &str) -> Result<Move, MoveError> {
    if word == "castle" {
        return board.read_move("O-O").or_else(|_| board.read_move("O-O-O"));
    }
    board.read_move(word).or_else(|error| board.read_move(&word.to_lowercase()).map_err(|_| error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(board: &Board, text: &str) -> String {
        match meant(board, text) {
            Ok(Some(Meant::Moves(moves))) => board.clone().san_line(&moves).join(" "),
            Ok(Some(Meant::Clock(clock))) => format!("clock {clock}"),
            Ok(Some(Meant::Position)) => "position".into(),
            Ok(None) => "nothing".into(),
            Err(refusal) => refusal.to_string(),
        }
    }

    #[test]
    fn moves_clocks_and_positions_are_recognised() {
        let board = Board::new();
        for (typed, understood) in [
            ("1. e4 e5 2. Nf3", "e4 e5 Nf3"),
            ("1.e4 e5 2.Nf3! *", "e4 e5 Nf3"),
            ("e4 e5", "e4 e5"),
            ("♘f3", "Nf3"),
            ("♞\u{fe0e}f3", "Nf3"),
            ("knight f3", "Nf3"),
            ("Knight to f3", "Nf3"),
            ("pawn e4", "e4"),
            ("5", "clock 5+0"),
            ("5 3", "clock 5+3"),
            ("15|10", "clock 15+10"),
            ("60 + 30", "clock 60+30"),
            ("5+3 extra", "nothing"),
            ("1. e4 {best {by test} e5 {fine", "e4 e5"),
            ("1. e4 e5 (1... c5 2. Nf3 (2. c3 {Alapin :)} d5) 2... d6) 2. Nf3 $1", "e4 e5 Nf3"),
            ("1. e4 (1. d4) e5", "e4 e5"),
            ("1. e4{best}e5", "e4 e5"),
            ("1. e4 {best}(1. d4)(1. c4) e5", "e4 e5"),
            ("(1. e4 e5)", "nothing"),
            ("40 5", "nothing"),
            ("xyzzy", "nothing"),
            ("castle", "nothing"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "position"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "nothing"),
        ] {
            assert_eq!(line(&board, typed), understood, "{typed}");
        }
        assert!(line(&board, "e4 e5 Ke3").ends_with("; no move of the line was played"));
        assert_eq!(line(&board, "2. e4"), "the next move is 1., not 2.");
        assert_eq!(line(&board, "1... e4"), "the next move is 1., not 1...");
        assert!(line(&board, "1. e5").starts_with("e5: "), "{}", line(&board, "1. e5"));
        assert!(line(&board, "Ba4 Nf6").starts_with("Ba4: "));
    }

    #[test]
    fn promotions_en_passant_and_castling() {
        let mut board = Board::new();
        for (fen, typed, understood) in [
            ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8(Q)", "a8=Q+"),
            ("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "exf6ep", "exf6"),
            ("4k3/8/8/4Pp2/8/8/8/4K3 w - f6 0 1", "exf6 e.p.", "exf6"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle", "O-O+"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "castle queenside", "O-O-O"),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "castles", "O-O-O"),
            ("4k3/8/8/3q4/8/8/8/3QK3 w - - 0 1", "queen takes d5", "Qxd5"),
        ] {
            board.init_from_setup(&read_fen(fen).expect("legal").setup);
            assert_eq!(line(&board, typed).trim_end_matches('+'), understood.trim_end_matches('+'), "{typed}");
        }
    }
}
