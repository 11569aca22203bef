//! Decodes the bytes sent by xterm-compatible terminals and the Linux console: keys, pasted text, mouse events, and the
//! background colour.

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::play::text::part;

const ESC: u8 = 0x1b;
const CONTROL_C: u8 = 0x03;
const OPERATING_SYSTEM_COMMAND: &[u8] = b"\x1b]";
const PASTE_ENDS: &[u8] = b"\x1b[201~";

/// Maximum length of an escape sequence, in bytes.
const LONGEST: usize = 32;
/// Maximum length of a report from the terminal, in bytes.
const LONGEST_REPORT: usize = 64;
/// An escape character counts as the Esc key if no other byte follows within this time.
const SEQUENCE_SILENCE: Duration = Duration::from_millis(50);
/// A paste without an end mark ends once no input has arrived for this long.
const PASTE_SILENCE: Duration = Duration::from_secs(1);

/// Turns bytes into events.
#[derive(Default)]
pub struct Decoder {
    /// The bytes of an unfinished sequence or character.
    begun: Vec<u8>,
    /// The bytes of an unfinished paste.
    paste: Option<Vec<u8>>,
    /// The background colour of the terminal, if it was requested and the reply has arrived.
    pub ground: Option<[u8; 3]>,
}

/// The meaning of a sequence of bytes.
enum Meaning {
    Event(Event),
    /// An incomplete sequence or character.
    Beginning,
    PasteBegins,
    Unknown,
}

impl Decoder {
    /// Decodes bytes.
    pub fn feed(&mut self, bytes: &[u8], events: &mut VecDeque<Event>) {
        for &byte in bytes {
            if self.paste.is_some() {
                self.feed_paste(byte, events);
                continue;
            }
            if self.begun.starts_with(OPERATING_SYSTEM_COMMAND) {
                self.feed_report(byte, events);
                continue;
            }
            // Whether the byte begins a new sequence or character and leaves the previous one incomplete.
            let cut = match self.begun[..] {
                [] => false,
                [first, ..] if first >= 0x80 => byte & 0xc0 != 0x80,
                [_] => byte == ESC,
                _ => byte < 0x20,
            };
            if cut {
                self.finish(events);
            }
            self.begun.push(byte);
            match meaning(&self.begun) {
                Meaning::Beginning if self.begun.len() < LONGEST => continue,
                Meaning::Event(event) => events.push_back(event),
                Meaning::PasteBegins => self.paste = Some(Vec::new()),
                Meaning::Beginning | Meaning::Unknown => {}
            }
            self.begun.clear();
        }
    }

    /// Handles a byte of a report from the terminal (OSC in xterm), which ends with BEL or ESC \\.
    fn feed_report(&mut self, byte: u8, events: &mut VecDeque<Event>) {
        const BEL: u8 = 0x07;
        let ends = byte == BEL || byte == b'\\' && self.begun.ends_with(&[ESC]);
        if !ends && byte < 0x20 && byte != ESC || self.begun.len() == LONGEST_REPORT {
            self.begun.clear();
            return self.feed(&[byte], events);
        }
        if !ends {
            self.begun.push(byte);
            return;
        }
        let report = std::mem::take(&mut self.begun);
        let text = str::from_utf8(&report[OPERATING_SYSTEM_COMMAND.len()..]).unwrap_or_default();
        self.ground = text.trim_end_matches('\x1b').strip_prefix("11;rgb:").and_then(colour);
    }

    fn feed_paste(&mut self, byte: u8, events: &mut VecDeque<Event>) {
        let Some(paste) = &mut self.paste else { return };
        if byte == CONTROL_C {
            self.finish(events);
            events.extend(control(byte, KeyModifiers::NONE));
            return;
        }
        paste.push(byte);
        if paste.ends_with(PASTE_ENDS) {
            paste.truncate(paste.len() - PASTE_ENDS.len());
            self.finish(events);
        }
    }

    /// The time without input after which to call [`Decoder::finish`]; [`None`] if nothing is unfinished.
    pub fn patience(&self) -> Option<Duration> {
        let begun = (!self.begun.is_empty()).then_some(SEQUENCE_SILENCE);
        begun.or(self.paste.as_ref().map(|_| PASTE_SILENCE))
    }

    /// Ends an unfinished paste. A lone escape character becomes the key Esc; other unfinished sequences are dropped.
    pub fn finish(&mut self, events: &mut VecDeque<Event>) {
        if let Some(text) = self.paste.take() {
            events.push_back(Event::Paste(part(&text).into_owned()));
        }
        if self.begun == [ESC] {
            events.push_back(key(KeyCode::Esc, KeyModifiers::NONE));
        }
        self.begun.clear();
    }
}

/// Reads `ffff/ffff/ffff`: one to four hexadecimal digits each for red, green and blue.
fn colour(text: &str) -> Option<[u8; 3]> {
    let part = |part: &str| {
        let value = u32::from_str_radix(part, 16).ok()?;
        let most = 16_u32.checked_pow(part.len() as u32).filter(|most| *most <= 1 << 16)? - 1;
        Some((255 * value / most) as u8)
    };
    let parts: Vec<u8> = text.split('/').map(part).collect::<Option<_>>()?;
    parts.try_into().ok()
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

fn meaning(bytes: &[u8]) -> Meaning {
    match bytes {
        [ESC] | [ESC, b'[' | b'O' | b']'] | [ESC, b'[', b'['] => Meaning::Beginning,
        [ESC, b'[', b'[', letter @ b'A'..=b'E'] => {
            Meaning::Event(key(KeyCode::F(letter - b'A' + 1), KeyModifiers::NONE))
        }
        [ESC, b'[', parameters @ .., 0x20..=0x3f] if !parameters.is_empty() => Meaning::Beginning,
        [ESC, b'[', 0x20..=0x3f] => Meaning::Beginning,
        [ESC, b'[', b'2', b'0', b'0', b'~'] => Meaning::PasteBegins,
        [ESC, b'[', parameters @ .., last] => known(sequence(parameters, *last)),
        [ESC, b'O', letter] => known(named_by_letter(*letter).map(|code| key(code, KeyModifiers::NONE))),
        [ESC, rest @ ..] => character(rest, KeyModifiers::ALT),
        _ => character(bytes, KeyModifiers::NONE),
    }
}

fn known(event: Option<Event>) -> Meaning {
    event.map_or(Meaning::Unknown, Meaning::Event)
}

/// A character, possibly a control character.
fn character(bytes: &[u8], modifiers: KeyModifiers) -> Meaning {
    if let [byte @ (..0x20 | 0x7f)] = bytes {
        return known(control(*byte, modifiers));
    }
    match str::from_utf8(bytes) {
        Ok(text) => known(text.chars().next().map(|letter| {
            let shift = if letter.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
            key(KeyCode::Char(letter), modifiers | shift)
        })),
        Err(error) if error.error_len().is_none() => Meaning::Beginning,
        Err(_) => Meaning::Unknown,
    }
}

fn control(byte: u8, modifiers: KeyModifiers) -> Option<Event> {
    Some(match byte {
        // A line typed before the terminal was in raw mode ends with a line feed.
        b'\r' | b'\n' => key(KeyCode::Enter, modifiers),
        b'\t' => key(KeyCode::Tab, modifiers),
        0x7f => key(KeyCode::Backspace, modifiers),
        0x01..=0x1a => key(KeyCode::Char((byte - 1 + b'a').into()), modifiers | KeyModifiers::CONTROL),
        _ => return None,
    })
}

/// A control sequence (ECMA-48): a key with its modifiers, or a mouse event.
fn sequence(parameters: &[u8], last: u8) -> Option<Event> {
    let text = str::from_utf8(parameters).ok()?;
    if let Some(text) = text.strip_prefix('<') {
        return mouse(text, last);
    }
    // A missing number counts as 1; if a number does not fit in a `u8`, the sequence is unknown.
    let mut numbers = text.split(';').map(|number| if number.is_empty() { Some(1) } else { number.parse::<u8>().ok() });
    let (first, bits) = (numbers.next()??, numbers.next().unwrap_or(Some(1))?.saturating_sub(1));
    let mut modifiers = modifiers([bits & 1, bits & 2, bits & 4]);
    let code = match (last, first) {
        (b'Z', _) => {
            modifiers |= KeyModifiers::SHIFT;
            KeyCode::BackTab
        }
        (b'~', 1 | 7) => KeyCode::Home,
        (b'~', 2) => KeyCode::Insert,
        (b'~', 3) => KeyCode::Delete,
        (b'~', 4 | 8) => KeyCode::End,
        (b'~', 5) => KeyCode::PageUp,
        (b'~', 6) => KeyCode::PageDown,
        (b'~', number @ 11..=15) => KeyCode::F(number - 10),
        (b'~', number @ 17..=21) => KeyCode::F(number - 11),
        (b'~', number @ 23..=24) => KeyCode::F(number - 12),
        (letter, _) => named_by_letter(letter)?,
    };
    Some(key(code, modifiers))
}

fn modifiers([shift, alt, control]: [u8; 3]) -> KeyModifiers {
    let all = [(shift, KeyModifiers::SHIFT), (alt, KeyModifiers::ALT), (control, KeyModifiers::CONTROL)];
    all.into_iter().filter(|(bit, _)| *bit != 0).map(|(_, modifier)| modifier).collect()
}

fn named_by_letter(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

/// A mouse event in xterm's format 1006: `button;column;row`, then M, or m for a release.
fn mouse(parameters: &str, last: u8) -> Option<Event> {
    let mut numbers = parameters.split(';').map(|number| number.parse::<u16>().ok());
    let (bits, column, row) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let button = [MouseButton::Left, MouseButton::Middle, MouseButton::Right].get(usize::from(bits & 3)).copied();
    let kind = match (bits & 0b1110_0000, button, last) {
        (0, Some(button), b'M') => MouseEventKind::Down(button),
        (0, Some(button), b'm') => MouseEventKind::Up(button),
        (32, Some(button), _) => MouseEventKind::Drag(button),
        (32, None, _) => MouseEventKind::Moved,
        (64, Some(MouseButton::Left), _) => MouseEventKind::ScrollUp,
        (64, Some(MouseButton::Middle), _) => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let modifiers = modifiers([4, 8, 16].map(|bit| (bits & bit) as u8));
    let (column, row) = (column.saturating_sub(1), row.saturating_sub(1));
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fed(decoder: &mut Decoder, bytes: &[u8]) -> Vec<Event> {
        let mut events = VecDeque::new();
        decoder.feed(bytes, &mut events);
        events.into()
    }

    /// The events, in short form, for bytes that arrive one by one and are followed by silence.
    fn decoded(bytes: &[u8]) -> String {
        let (mut decoder, mut events) = (Decoder::default(), VecDeque::new());
        bytes.chunks(1).for_each(|byte| decoder.feed(byte, &mut events));
        decoder.finish(&mut events);
        let all = events.into_iter().map(|event| match event {
            Event::Key(key) => format!("{:?}{:?}", key.code, key.modifiers).replace("KeyModifiers(0x0)", ""),
            Event::Paste(text) => format!("{text:?}"),
            Event::Mouse(mouse) => format!("{:?} {},{}", mouse.kind, mouse.column, mouse.row),
            other => format!("{other:?}"),
        });
        all.collect::<Vec<_>>().join(" ").replace("KeyModifiers", "")
    }

    #[test]
    fn keys_are_decoded() {
        for (bytes, keys) in [
            (&b"e\r\t\x7f"[..], "Char('e') Enter Tab Backspace"),
            ("N棋".as_bytes(), "Char('N')(SHIFT) Char('棋')"),
            (b"\x03\x1a\n", "Char('c')(CONTROL) Char('z')(CONTROL) Enter"),
            (b"\x1b[A\x1bOB\x1b[1;5C\x1b[3~\x1b[H\x1b[4~", "Up Down Right(CONTROL) Delete Home End"),
            (b"\x1bOP\x1b[15~\x1b[24~\x1b[[A\x1b[Z\x1b[1;2S", "F(1) F(5) F(12) F(1) BackTab(SHIFT) F(4)(SHIFT)"),
            (b"\x1bb\x1b\x7f\x1b\x1b", "Char('b')(ALT) Backspace(ALT) Esc Esc"),
            (b"\x1b[<0;5;6M\x1b[<0;5;7m\x1b[<65;1;1M", "Down(Left) 4,5 Up(Left) 4,6 ScrollDown 0,0"),
        ] {
            assert_eq!(decoded(bytes), keys);
        }
    }

    #[test]
    fn unknown_and_unfinished_sequences_do_not_swallow_later_input() {
        for (bytes, keys) in [
            (&b"\x1b[99Xa\x1b[?1;2ca\x1b[200"[..], "Char('a') Char('a')"),
            (b"\xe9\r\xe6\xa3a\xffb", "Enter Char('a') Char('b')"),
            (b"\x1b[1;\x03\x1b[\x1b[A", "Char('c')(CONTROL) Up"),
            (b"\x1b[300~\x1b[1;300Aa", "Char('a')"),
            (b"\x1b[;A\x1b[;5A", "Up Up(CONTROL)"),
            (b"\x1b[1111111111111111111111111111111111111111\r", "Char('1')"),
        ] {
            assert!(decoded(bytes).starts_with(keys), "{bytes:?}: {}", decoded(bytes));
        }
    }

    #[test]
    fn the_background_colour_is_read_from_a_report() {
        for (bytes, ground, keys) in [
            (&b"\x1b]11;rgb:ffff/8080/0000\x07a"[..], Some([255, 128, 0]), "Char('a')"),
            (b"\x1b]11;rgb:1/f/0\x1b\\a", Some([17, 255, 0]), "Char('a')"),
            (b"\x1b]11;rgb:ffff/zzzz/0000\x07a", None, "Char('a')"),
            (b"\x1b]10;rgb:ffff/ffff/ffff\x07a", None, "Char('a')"),
            (b"\x1b]11;rgb:ff\ra", None, "Enter Char('a')"),
        ] {
            let mut decoder = Decoder::default();
            let events = fed(&mut decoder, bytes);
            assert_eq!(decoder.ground, ground, "{bytes:?}");
            assert_eq!((events.len(), decoded(bytes).as_str()), (keys.split(' ').count(), keys), "{bytes:?}");
        }
    }

    #[test]
    fn a_paste_ends_with_its_mark_with_control_c_or_with_silence() {
        assert_eq!(decoded(b"\x1b[200~e4\r\x1b[A\x1b[201~x"), "\"e4\\r\\u{1b}[A\" Char('x')");
        assert_eq!(decoded(b"\x1b[200~d4\x03\r"), "\"d4\" Char('c')(CONTROL) Enter");
        let mut decoder = Decoder::default();
        assert_eq!(fed(&mut decoder, b"\x1b[200~d4"), []);
        assert_eq!(decoder.patience(), Some(PASTE_SILENCE));
        let mut events = VecDeque::new();
        decoder.finish(&mut events);
        assert_eq!((events.pop_front(), decoder.patience()), (Some(Event::Paste("d4".into())), None));
    }
}
