//! The tokens of PGN, for tags and moves. Only this file defines where tokens end.
//!
//! White space between tokens is defined by Unicode. Characters may be UTF-8, Windows-1252, or, in text from web pages,
//! HTML entities like `&plusmn;`.

use std::borrow::Cow;

use crate::play::text::{first_letter, part, to_line_end};
use crate::readmove::in_ascii;

/// Length limit for the start of a tag, from the bracket to the opening quote, in bytes.
const MAX_NAME: usize = 128;

/// Length limit for entities, in bytes, including `;` but not `&`.
const MAX_ENTITY: usize = 10;

/// Length limit for results, in bytes: seven characters, each written as an entity.
const MAX_RESULT: usize = 7 * (MAX_ENTITY + 1);

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// White space within a line, or an entity that stands for white space, a quote or a comma.
    Space,
    /// The end of a line.
    LineEnd,
    /// An escaped line, with `%` in the first column.
    Escape,
    /// A tag pair.
    Tag,
    /// A bracket outside a tag pair.
    Bracket,
    /// The brace that begins a comment.
    Brace,
    /// A comment up to the end of the line.
    LineComment,
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A closing brace without an opening one.
    StrayBrace,
    /// A numbered glyph.
    Glyph,
    /// A move suffix: `!`, `?`, `!!`, `??`, `!?` or `?!`.
    Mark,
    /// Quotes and commas, which have no meaning between moves.
    Noise,
    /// The result of the game.
    Result,
    /// A move, its number, or another word.
    Word,
}

/// The token at the start of the text, and its length in bytes, at least 1. The text must not be empty.
pub(super) fn token(rest: &[u8], in_first_column: bool) -> (Token, usize) {
    let (letter, length) = first_letter(rest).unwrap_or(('\0', 1));
    match letter {
        '\r' if rest.starts_with(b"\r\n") => (Token::LineEnd, 2),
        '\n' | '\r' => (Token::LineEnd, 1),
        '%' if in_first_column => (Token::Escape, to_line_end(rest)),
        '[' if tag_name(rest).is_some() => (Token::Tag, tag_length(rest)),
        '[' | ']' => (Token::Bracket, 1),
        '{' => (Token::Brace, 1),
        '}' => (Token::StrayBrace, 1),
        ';' => (Token::LineComment, to_line_end(rest)),
        '(' => (Token::Open, 1),
        ')' => (Token::Close, 1),
        '$' => (Token::Glyph, 1 + rest[1..].iter().take_while(|byte| byte.is_ascii_digit()).count()),
        _ if is_mark(letter) => (Token::Mark, length_of(rest, is_mark)),
        _ if is_space(letter) => (Token::Space, length),
        _ if is_noise(letter) => (Token::Noise, length),
        '&' if entity(rest).is_some_and(|(letter, _)| is_space(letter) || is_noise(letter)) => {
            (Token::Space, entity(rest).map_or(1, |(_, length)| length))
        }
        _ => word_or_result(rest),
    }
}

/// Whether a word consists of letters only, unlike moves in almost all notations.
pub(super) fn is_plain(word: &[u8]) -> bool {
    part(word).chars().all(char::is_alphabetic)
}

/// Length of a comment after its opening brace, including the closing one, and whether the comment is closed.
pub(super) fn brace_length(rest: &[u8]) -> (usize, bool) {
    let end = rest.iter().position(|&byte| byte == b'}');
    (end.map_or(rest.len(), |end| end + 1), end.is_some())
}

/// Converts a word to ASCII, as far as possible.
pub(super) fn spelt(word: &[u8]) -> Cow<'_, str> {
    if word.is_ascii() && !word.contains(&b'&') {
        return part(word);
    }
    let mut text = String::new();
    let mut rest = word;
    while let Some((letter, length)) = entity(rest).or_else(|| first_letter(rest)) {
        text.push(letter);
        rest = &rest[length..];
    }
    in_ascii(&text).into_owned().into()
}

/// The result that a word denotes, if any.
pub(super) fn result_of(word: &[u8]) -> Option<&'static str> {
    if word.len() > MAX_RESULT || matches!(word, [] | [b'2'..=b'9' | b'A'..=b'Z' | b'a'..=b'z', ..]) {
        return None;
    }
    Some(match spelt(word).replace(':', "-").as_str() {
        "1-0" => "1-0",
        "0-1" => "0-1",
        "1/2-1/2" | "1/2" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// The result or word at the start; a word ends before a result attached to it.
fn word_or_result(rest: &[u8]) -> (Token, usize) {
    let length = word_length(rest);
    let word = &rest[..length];
    if result_of(word).is_some() {
        return (Token::Result, length);
    }
    // A result can be attached only to a character that can end a move.
    let ends_move = |at: &usize| matches!(word[at - 1], b'1'..=b'8' | b'N' | b'B' | b'R' | b'Q' | b'O' | b'+' | b'#');
    let glued = (1..length).filter(ends_move).find(|&at| result_of(&word[at..]).is_some());
    (Token::Word, glued.unwrap_or(length))
}

fn word_length(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some((letter, length)) = first_letter(&rest[at..]) {
        match (letter, entity(&rest[at..])) {
            ('&', Some((letter, _))) if is_space(letter) || is_noise(letter) => break,
            ('&', Some((_, length))) => at += length,
            _ if ends_word(letter) => break,
            _ => at += length,
        }
    }
    at.max(1)
}

fn ends_word(letter: char) -> bool {
    matches!(letter, '{' | '}' | '(' | ')' | ';' | '[' | ']' | '$')
        || is_mark(letter)
        || is_space(letter)
        || is_noise(letter)
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '!' | '?' | '‼' | '⁇' | '⁈' | '⁉')
}

fn is_noise(letter: char) -> bool {
    matches!(letter, '"' | '\'' | '`' | ',' | '‘'..='‟' | '«' | '»' | '‹' | '›')
}

/// Whether this is white space, including zero-width characters.
pub(super) fn is_space(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn length_of(rest: &[u8], belongs: fn(char) -> bool) -> usize {
    let mut at = 0;
    while let Some((_, length)) = first_letter(&rest[at..]).filter(|&(letter, _)| belongs(letter)) {
        at += length;
    }
    at
}

/// The character of the entity at the start, and its length including `&` and `;`.
fn entity(rest: &[u8]) -> Option<(char, usize)> {
    let end = rest.strip_prefix(b"&")?.iter().take(MAX_ENTITY).position(|&byte| byte == b';')? + 1;
    let name = std::str::from_utf8(&rest[1..end]).ok()?;
    let letter = match name {
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "quot" | "apos" => '"',
        "plusmn" | "pm" => '±',
        "mp" | "mnplus" => '∓',
        "minus" => '−',
        "ndash" => '–',
        "mdash" => '—',
        "frac12" | "half" => '½',
        "infin" => '∞',
        "times" => '×',
        "hellip" => '…',
        "equals" => '=',
        "dagger" => '†',
        _ => char::from_u32(match name.strip_prefix("#x").or(name.strip_prefix("#X")) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => name.strip_prefix('#')?.parse().ok()?,
        })?,
    };
    Some((letter, end + 1))
}

/// The tag name, if the text starts like a tag pair: `[Name "`.
pub(super) fn tag_name(text: &[u8]) -> Option<&[u8]> {
    let text = text[..text.len().min(MAX_NAME)].strip_prefix(b"[")?.trim_ascii_start();
    let length = text.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')?;
    let (name, rest) = text.split_at(length);
    let is_tag = name.first()?.is_ascii_alphabetic() && rest.trim_ascii_start().first() == Some(&b'"');
    is_tag.then_some(name)
}

/// Length of a tag pair: up to the bracket that follows the closing quote, or else to the end of the line that contains
/// the value.
fn tag_length(text: &[u8]) -> usize {
    let begin = text.iter().position(|&byte| byte == b'"').map_or(text.len(), |at| at + 1);
    let end = begin + to_line_end(&text[begin..]);
    for at in begin..end {
        if text[at] == b']' && is_closed(&text[begin..at]) {
            return at + 1;
        }
    }
    if is_closed(&text[begin..end]) {
        let space = text[end..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if text.get(end + space) == Some(&b']') {
            return end + space + 1;
        }
    }
    end
}

/// Whether a value ends with an unescaped quote, that is, one after an even number of backslashes.
fn is_closed(value: &[u8]) -> bool {
    let Some(text) = value.trim_ascii_end().strip_suffix(b"\"") else { return false };
    text.iter().rev().take_while(|&&byte| byte == b'\\').count().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of `text` other than white space, each with its text.
    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut at = 0;
        let mut found = Vec::new();
        while at < text.len() {
            let (token, length) = token(&text.as_bytes()[at..], at == 0);
            found.push((token, &text[at..at + length]));
            at += length;
        }
        found.retain(|(token, _)| *token != Token::Space);
        found
    }

    #[test]
    fn words_end_at_every_separator_and_before_a_glued_result() {
        use Token::{Close, Mark, Noise, Open, Result, Word};
        for (text, expected) in [
            ("e4\u{a0}e5\u{2009}1:0", vec![(Word, "e4"), (Word, "e5"), (Result, "1:0")]),
            ("Qxf7#1-0", vec![(Word, "Qxf7#"), (Result, "1-0")]),
            ("Kh1½–½", vec![(Word, "Kh1"), (Result, "½–½")]),
            ("Kh11/2-1/2", vec![(Word, "Kh1"), (Result, "1/2-1/2")]),
            ("O-O*", vec![(Word, "O-O"), (Result, "*")]),
            ("0-0-0", vec![(Word, "0-0-0")]),
            ("“e4”⁈", vec![(Noise, "“"), (Word, "e4"), (Noise, "”"), (Mark, "⁈")]),
            ("(d4 &plusmn;)", vec![(Open, "("), (Word, "d4"), (Word, "&plusmn;"), (Close, ")")]),
            ("d4&nbsp;d5&#8211;x", vec![(Word, "d4"), (Word, "d5&#8211;x")]),
        ] {
            assert_eq!(tokens(text), expected, "{text}");
        }
        assert_eq!((spelt("d4&plusmn;".as_bytes()), spelt("♘f3–x".as_bytes())), ("d4±".into(), "Nf3-x".into()));
    }

    #[test]
    fn tags_may_span_lines_outside_their_values() {
        for tag in
            ["[Event \"x\"]", "[ Event\n\"x\"\n]", "[Event \"a \"b\" c\" ]", "[Event \"a\\\"]\"]", "[Event \"no end"]
        {
            assert_eq!(token(tag.as_bytes(), true), (Token::Tag, tag.len()), "{tag}");
        }
        assert_eq!(token(b"[Event]", true), (Token::Bracket, 1));
    }
}
