//! How things look: colours, figurines, themes, and what the terminal can show of them.
//!
//! What is wanted is a [`Look`], what can be had is a [`Screen`]. Pipes get no colours and no figurines unless they are asked for;
//! `NO_COLOR`, `TERM=dumb` and a locale without UTF-8 are respected. The size is asked for each time something is drawn, so
//! that a window may change while the engine thinks.

use std::env;

use crossterm::style::Color;
use crossterm::terminal;

use crate::defines::*;
use crate::readfen::piece_of;

use crate::ui::out::{Out, is_dumb};

/// Yes, no, or as the terminal can.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Choice {
    /// As the terminal can.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

impl Choice {
    /// Yes or no, where the terminal is `able` to or not.
    pub fn decide(self, able: bool) -> bool {
        match self {
            Choice::Auto => able,
            Choice::On => true,
            Choice::Off => false,
        }
    }
}

/// How large a square is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Squares {
    /// As large as the window allows without being filled by the board.
    #[default]
    Auto,
    /// One row.
    Small,
    /// Two rows.
    Large,
    /// Three rows.
    Huge,
}

/// Colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// What it is called.
    pub name: &'static str,
    /// Light and dark squares.
    pub squares: [Color; 2],
    /// Light and dark squares of the last move.
    pub last: [Color; 2],
    /// White and black pieces.
    pub pieces: [Color; 2],
}

/// A king in check stands on this.
pub const CHECK: Color = Color::AnsiValue(160);
/// Light and dark squares that are attacked.
pub const ATTACKED: [Color; 2] = [Color::AnsiValue(211), Color::AnsiValue(168)];

const fn theme(name: &'static str, squares: [u8; 2], last: [u8; 2]) -> Theme {
    Theme {
        name,
        squares: [Color::AnsiValue(squares[0]), Color::AnsiValue(squares[1])],
        last: [Color::AnsiValue(last[0]), Color::AnsiValue(last[1])],
        pieces: [Color::AnsiValue(231), Color::AnsiValue(16)],
    }
}

/// All themes; the first is the one at the start.
pub const THEMES: [Theme; 4] = [
    theme("wood", [180, 137], [186, 143]),
    theme("green", [108, 65], [186, 143]),
    theme("blue", [110, 67], [186, 143]),
    theme("grey", [247, 241], [186, 143]),
];

/// What is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Colours?
    pub colour: Choice,
    /// Figurines, or letters?
    pub figurines: Choice,
    /// Which of [`THEMES`].
    pub theme: usize,
    /// Words instead of pictures, for those who listen to the screen.
    pub spoken: bool,
    /// The board only when it is asked for.
    pub quiet_board: bool,
    /// The engine resigns when it is lost, and offers draws.
    pub manners: bool,
    /// The engine thinks on the person's time, too.
    pub ponder: bool,
    /// How large a square is drawn.
    pub squares: Squares,
    /// Moves are written with figurines.
    pub figurine_moves: bool,
    /// A line about each search when it is over?
    pub summary: Choice,
    /// The bell rings when the engine has moved.
    pub bell: bool,
}

/// What can be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Columns of the terminal; none on a pipe.
    pub columns: Option<usize>,
    /// Rows of the terminal.
    pub rows: usize,
    /// The colours to draw with, if any.
    pub theme: Option<Theme>,
    /// Are there figurines?
    pub figurines: bool,
    /// Are moves written with them?
    pub figurine_moves: bool,
    /// How large a square is drawn.
    pub squares: Squares,
}

impl Screen {
    /// A screen of plain lines of any length.
    pub const PLAIN: Screen = Screen {
        columns: None,
        rows: usize::MAX,
        theme: None,
        figurines: false,
        figurine_moves: false,
        squares: Squares::Small,
    };

    /// Moves as they are written here: with letters or with figurines.
    pub fn moves(&self, san: &str) -> String {
        let letter = |letter| match letter {
            'K' | 'Q' | 'R' | 'B' | 'N' => piece_of(letter).map_or(letter, figurine),
            _ => letter,
        };
        if self.figurine_moves { san.chars().map(letter).collect() } else { san.into() }
    }
}

impl Look {
    /// What can be had of it just now.
    pub fn screen(&self, out: &Out) -> Screen {
        let terminal = out.is_terminal();
        let size = if terminal { terminal::size().ok() } else { None };
        // Some terminals say that they have no size.
        let size = size.filter(|(columns, rows)| *columns > 0 && *rows > 0).or(terminal.then_some((80, 24)));
        let colour = self.colour.decide(terminal && !is_dumb() && !variable_is_set("NO_COLOR") && has_colours());
        // The library would look at NO_COLOR by itself, and overrule what was set.
        crossterm::style::force_color_output(colour);
        let able = terminal && !is_dumb() && is_utf8();
        Screen {
            columns: size.map(|(columns, _)| usize::from(columns)),
            rows: size.map_or(usize::MAX, |(_, rows)| usize::from(rows)),
            theme: colour.then(|| THEMES[self.theme.min(THEMES.len() - 1)]),
            figurines: self.figurines.decide(able),
            figurine_moves: self.figurine_moves && able,
            squares: self.squares,
        }
    }
}

fn variable_is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn has_colours() -> bool {
    cfg!(windows)
        || variable_is_set("COLORTERM")
        || env::var("TERM").is_ok_and(|term| term.contains("256color") || term.contains("direct"))
}

/// Does the locale say that the terminal shows UTF-8?
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| variable_is_set(name));
    let locale = locale.and_then(|name| env::var(name).ok()).unwrap_or_default().to_ascii_uppercase();
    cfg!(windows) || locale.contains("UTF-8") || locale.contains("UTF8")
}

// ---- settings -----------------------------------------------------------------------------------------------------------

/// One setting of the look.
pub struct LookSetting {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub help: &'static str,
    /// What it may be.
    pub values: &'static [&'static str],
    get: fn(&Look) -> usize,
    set: fn(&mut Look, usize),
}

const SQUARES: [Squares; 4] = [Squares::Auto, Squares::Small, Squares::Large, Squares::Huge];
const CHOICES: [Choice; 3] = [Choice::Auto, Choice::On, Choice::Off];

fn choice_number(choice: Choice) -> usize {
    CHOICES.iter().position(|known| *known == choice).unwrap_or_default()
}

/// All settings of the look.
pub const LOOK_SETTINGS: [LookSetting; 11] = [
    LookSetting {
        name: "colour",
        help: "colours on the terminal",
        values: &["auto", "on", "off"],
        get: |look| choice_number(look.colour),
        set: |look, number| look.colour = CHOICES[number],
    },
    LookSetting {
        name: "pieces",
        help: "how pieces are drawn on the terminal",
        values: &["auto", "figurines", "letters"],
        get: |look| choice_number(look.figurines),
        set: |look, number| look.figurines = CHOICES[number],
    },
    LookSetting {
        name: "theme",
        help: "colours of the board",
        values: &["wood", "green", "blue", "grey"],
        get: |look| look.theme,
        set: |look, number| look.theme = number,
    },
    LookSetting {
        name: "board",
        help: "show the board after each move, or only on 'd'",
        values: &["always", "asked"],
        get: |look| usize::from(look.quiet_board),
        set: |look, number| look.quiet_board = number == 1,
    },
    LookSetting {
        name: "spoken",
        help: "words instead of pictures, for screen readers",
        values: &["off", "on"],
        get: |look| usize::from(look.spoken),
        set: |look, number| look.spoken = number == 1,
    },
    LookSetting {
        name: "resign",
        help: "the engine resigns when it is lost, and offers draws",
        values: &["off", "on"],
        get: |look| usize::from(look.manners),
        set: |look, number| look.manners = number == 1,
    },
    LookSetting {
        name: "ponder",
        help: "the engine thinks on your time, too",
        values: &["off", "on"],
        get: |look| usize::from(look.ponder),
        set: |look, number| look.ponder = number == 1,
    },
    LookSetting {
        name: "squares",
        help: "rows of a square of the board: one, two or three",
        values: &["auto", "small", "large", "huge"],
        get: |look| SQUARES.iter().position(|known| *known == look.squares).unwrap_or_default(),
        set: |look, number| look.squares = SQUARES[number],
    },
    LookSetting {
        name: "notation",
        help: "how moves are written on the terminal",
        values: &["letters", "figurines"],
        get: |look| usize::from(look.figurine_moves),
        set: |look, number| look.figurine_moves = number == 1,
    },
    LookSetting {
        name: "summary",
        help: "a line about each search when it is over; auto: on the terminal",
        values: &["auto", "on", "off"],
        get: |look| choice_number(look.summary),
        set: |look, number| look.summary = CHOICES[number],
    },
    LookSetting {
        name: "bell",
        help: "ring the bell of the terminal when the engine has moved",
        values: &["off", "on"],
        get: |look| usize::from(look.bell),
        set: |look, number| look.bell = number == 1,
    },
];

impl LookSetting {
    /// The setting of this name.
    pub fn find(name: &str) -> Option<&'static LookSetting> {
        LOOK_SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// Its value.
    pub fn value(&self, look: &Look) -> &'static str {
        self.values[(self.get)(look)]
    }

    /// Changes it; false if it cannot have this value.
    pub fn change(&self, look: &mut Look, value: &str) -> bool {
        let number = self.values.iter().position(|known| *known == value);
        number.inspect(|number| (self.set)(look, *number)).is_some()
    }
}

/// The figurine of a piece.
pub fn figurine(piece: Piece) -> char {
    let white = ['♔', '♕', '♖', '♗', '♘', '♙'];
    let black = ['♚', '♛', '♜', '♝', '♞', '♟'];
    let number = [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].iter().position(|known| *known == kind(piece));
    let set = if Side::of(piece) == Side::White { white } else { black };
    number.map_or(' ', |number| set[number])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_the_look_is_taken_and_shown() {
        let mut look = Look::default();
        for setting in &LOOK_SETTINGS {
            for value in setting.values {
                assert!(setting.change(&mut look, value));
                assert_eq!(setting.value(&look), *value);
            }
            let before = look;
            assert!(!setting.change(&mut look, "xyzzy"));
            assert_eq!(look, before);
        }
    }

    #[test]
    fn the_themes_are_those_of_the_setting() {
        let names = THEMES.map(|theme| theme.name);
        assert_eq!(LookSetting::find("theme").map(|setting| setting.values), Some(&names[..]));
    }

    #[test]
    fn moves_are_written_with_figurines() {
        let screen = Screen { figurine_moves: true, ..Screen::PLAIN };
        assert_eq!(screen.moves("Nf3 O-O exd8=Q+ Bb5 b4"), "♘f3 O-O exd8=♕+ ♗b5 b4");
        assert_eq!(Screen::PLAIN.moves("Nf3"), "Nf3");
    }

    #[test]
    fn what_is_wanted_overrules_what_can_be() {
        assert!(Choice::On.decide(false) && !Choice::Off.decide(true) && Choice::Auto.decide(true));
    }
}
