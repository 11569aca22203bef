//! Decodes the bytes of files and of standard input into text.
//!
//! Text is UTF-8, with or without a byte-order mark, or UTF-16 with one. Anything else is read as Windows-1252, the
//! encoding of many old files of games and positions: Latin-1 with printable characters in place of the control
//! characters 80 to 9F. Lines end with LF, CRLF or CR.

use std::borrow::Cow;

/// The byte-order mark of UTF-8.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether these first two bytes are the byte-order mark of UTF-16.
pub fn is_utf16(mark: [u8; 2]) -> bool {
    matches!(mark, [0xff, 0xfe] | [0xfe, 0xff])
}

/// The text of a whole file, with LF line endings and without a byte-order mark.
pub fn decoded(bytes: &[u8]) -> String {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        _ => part(bytes.strip_prefix(MARK).unwrap_or(bytes)).into_owned(),
    };
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The text of a part of a file, with its original line endings.
pub fn part(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().map(|&byte| windows_1252(byte)).collect::<String>().into(),
    }
}

/// The first character of UTF-8 or Windows-1252 text, and its length in bytes; [`None`] at the end.
pub fn first_letter(bytes: &[u8]) -> Option<(char, usize)> {
    let &first = bytes.first()?;
    if first.is_ascii() {
        return Some((char::from(first), 1));
    }
    let whole = (2..=4).find_map(|length| std::str::from_utf8(bytes.get(..length)?).ok());
    let letter = whole.and_then(|text| text.chars().next());
    Some(letter.map_or((windows_1252(first), 1), |letter| (letter, letter.len_utf8())))
}

/// Number of bytes up to the end of the line.
pub fn to_line_end(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len())
}

/// Number of line endings. A CR at the end of the bytes counts, although an LF may follow.
pub fn count_lines(bytes: &[u8]) -> u64 {
    let is_end = |at: &usize| match bytes[*at] {
        b'\n' => at.checked_sub(1).is_none_or(|before| bytes[before] != b'\r'),
        byte => byte == b'\r',
    };
    (0..bytes.len()).filter(is_end).count() as u64
}

fn utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| read([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

/// The character of a byte in Windows-1252.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘',
        '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_usual_encoding_is_read() {
        for bytes in [
            &b"Gr\xc3\xbcn\na"[..],
            b"\xef\xbb\xbfGr\xc3\xbcn\na",
            b"Gr\xfcn\na",
            b"Gr\xfcn\r\na",
            b"Gr\xfcn\ra",
            b"\xff\xfeG\0r\0\xfc\0n\0\r\0\n\0a\0",
            b"\xfe\xff\0G\0r\0\xfc\0n\0\n\0a",
        ] {
            assert_eq!(decoded(bytes), "Grün\na", "{bytes:?}");
        }
        assert_eq!(decoded(b"\x93so\x94"), "“so”");
    }

    #[test]
    fn letters_are_taken_one_by_one() {
        assert_eq!(first_letter("♘f3".as_bytes()), Some(('♘', 3)));
        assert_eq!(first_letter(b"\xa0e4"), Some(('\u{a0}', 1)));
        assert_eq!(first_letter(b""), None);
    }

    #[test]
    fn lines_end_in_three_ways() {
        assert_eq!(count_lines(b"a\nb\r\nc\rd"), 3);
        assert_eq!((to_line_end(b"ab\rc"), to_line_end(b"ab")), (2, 2));
    }
}
