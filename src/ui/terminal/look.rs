//! Display settings: colours, figurines and themes, and how much of them the terminal supports.
//!
//! [`Look`] is what the user wants, [`Screen`] what the terminal can show of it. Pipes get no colours and no figurines
//! unless explicitly set; `NO_COLOR`, `TERM=dumb` and a locale without UTF-8 are respected. The size is read before
//! each drawing, so the window may change during a search.

use std::env;

use crossterm::style::Color;
use crossterm::terminal;

use crate::defines::*;
use crate::readfen::piece_of;

use crate::ui::out::{Out, Steady, is_dumb};

use super::screen::grid::Letters;
use super::screen::paint::Depth;
use super::screen::skin::Skin;

/// On, off, or depending on the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Choice {
    /// Depending on the terminal.
    #[default]
    Auto,
    /// Always.
    On,
    /// Never.
    Off,
}

impl Choice {
    /// On or off, given whether the terminal is `able`.
    pub fn decide(self, able: bool) -> bool {
        match self {
            Choice::Auto => able,
            Choice::On => true,
            Choice::Off => false,
        }
    }
}

/// The size of a square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Squares {
    /// As large as possible with room left for the search.
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
    /// The name.
    pub name: &'static str,
    /// Light and dark squares.
    pub squares: [Color; 2],
    /// Light and dark squares of the last move.
    pub last: [Color; 2],
    /// White and black pieces.
    pub pieces: [Color; 2],
}

/// The square of a king in check.
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

/// All themes; the first is the default.
pub const THEMES: [Theme; 4] = [
    theme("wood", [180, 137], [186, 143]),
    theme("green", [108, 65], [186, 143]),
    theme("blue", [110, 67], [186, 143]),
    theme("grey", [247, 241], [186, 143]),
];

/// The display settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Use colours.
    pub colour: Choice,
    /// Figurines instead of letters.
    pub figurines: Choice,
    /// Index into [`THEMES`].
    pub theme: usize,
    /// Words instead of pictures, for screen readers.
    pub spoken: bool,
    /// Show the board only on request.
    pub quiet_board: bool,
    /// The engine resigns lost games and offers draws.
    pub manners: bool,
    /// The engine ponders.
    pub ponder: bool,
    /// The size of a square.
    pub squares: Squares,
    /// Figurines in moves.
    pub figurine_moves: bool,
    /// A summary line after each search.
    pub summary: Choice,
    /// Ring the bell after the engine's move.
    pub bell: bool,
    /// Steady screen or scrolling lines.
    pub view: ViewChoice,
    /// Show each iteration of a search on the steady screen.
    pub thinking: bool,
    /// A weakened opponent moves at once, without a pause.
    pub no_pause: bool,
    /// The steady screen ignores the mouse.
    pub no_mouse: bool,
    /// What it means that time has run out.
    pub flag: Flag,
}

/// What it means that a side's time has run out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flag {
    /// The player is told, once a game, and decides.
    #[default]
    Ask,
    /// That side has lost.
    Loss,
    /// The game goes on.
    Off,
}

/// Steady screen or scrolling lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ViewChoice {
    /// The steady screen, if the terminal supports it and the window is large enough.
    #[default]
    Auto,
    /// The steady screen, even in a small window.
    Play,
    /// Scrolling lines.
    Log,
}

/// The smallest window in which `auto` chooses the steady screen: columns and rows.
pub const STEADY_SIZE: (usize, usize) = (60, 20);
/// The smallest window for any steady screen.
const LEAST_STEADY_SIZE: (usize, usize) = (20, 4);

/// What the terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// Columns of the terminal; none for a pipe.
    pub columns: Option<usize>,
    /// Rows of the terminal.
    pub rows: usize,
    /// The colours of the board, if there are any.
    pub theme: Option<Theme>,
    /// Whether pieces are figurines.
    pub figurines: bool,
    /// Whether moves have figurines.
    pub figurine_moves: bool,
    /// The size of a square.
    pub squares: Squares,
}

impl Screen {
    /// Plain lines of any length.
    pub const PLAIN: Screen = Screen {
        columns: None,
        rows: usize::MAX,
        theme: None,
        figurines: false,
        figurine_moves: false,
        squares: Squares::Small,
    };

    /// Moves with letters or figurines, as set.
    pub fn moves(&self, san: &str) -> String {
        let letter = |letter| match letter {
            'K' | 'Q' | 'R' | 'B' | 'N' => piece_of(letter).map_or(letter, figurine),
            _ => letter,
        };
        if self.figurine_moves { san.chars().map(letter).collect() } else { san.into() }
    }
}

/// Columns and rows of the terminal; none for a pipe.
pub fn size(out: &Out<impl Steady>) -> Option<(usize, usize)> {
    let size = if out.is_terminal() { terminal::size().ok() } else { None };
    // Some terminals report a size of 0.
    let size = size.filter(|(columns, rows)| *columns > 0 && *rows > 0).or(out.is_terminal().then_some((80, 24)));
    size.map(|(columns, rows)| (usize::from(columns), usize::from(rows)))
}

impl Look {
    /// The settings as far as the terminal supports them at this moment.
    pub fn screen(&self, out: &Out<impl Steady>) -> Screen {
        let terminal = out.is_terminal();
        let size = size(out);
        let colour = self.colour.decide(terminal && !is_dumb() && !variable_is_set("NO_COLOR") && has_colours());
        // Otherwise the library would apply NO_COLOR by itself, and override the setting.
        crossterm::style::force_color_output(colour);
        let able = terminal && !is_dumb() && is_utf8();
        // The steady screen has a margin on each side and its own colours.
        let margins = if out.is_steady() { 2 } else { 0 };
        let colour = colour && !out.is_steady();
        Screen {
            columns: size.map(|(columns, _)| columns.saturating_sub(margins).max(1)),
            rows: size.map_or(usize::MAX, |(_, rows)| rows),
            theme: colour.then(|| THEMES[self.theme.min(THEMES.len() - 1)]),
            figurines: self.figurines.decide(able),
            figurine_moves: self.figurine_moves && able,
            squares: self.squares,
        }
    }
}

impl Look {
    /// Whether to show the steady screen in the window's current size.
    pub fn wants_steady(&self, out: &Out<impl Steady>) -> bool {
        let Some((columns, rows)) = size(out) else { return false };
        let least = match self.view {
            ViewChoice::Auto => STEADY_SIZE,
            ViewChoice::Play => LEAST_STEADY_SIZE,
            ViewChoice::Log => return false,
        };
        !self.spoken && !is_dumb() && columns >= least.0 && rows >= least.1
    }

    /// Colours and characters for the steady screen.
    pub fn skin(&self, out: &Out<impl Steady>) -> Skin {
        let able = !is_dumb() && !variable_is_set("NO_COLOR");
        let colour = self.colour.decide(able && (has_colours() || has_basic_colours()));
        let unicode = is_utf8();
        Skin {
            depth: if colour { depth() } else { Depth::None },
            theme: self.theme,
            letters: if unicode { Letters::Unicode } else { Letters::Ascii },
            figurines: unicode && self.screen(out).figurines,
            largest: match self.squares {
                Squares::Auto | Squares::Huge => 3,
                Squares::Large => 2,
                Squares::Small => 1,
            },
        }
    }
}

/// The colour depth of the terminal, from the environment.
fn depth() -> Depth {
    let says = |name: &str, what: &[&str]| env::var(name).is_ok_and(|value| what.iter().any(|it| value.contains(it)));
    match () {
        () if cfg!(windows) || says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["direct"]) => Depth::True,
        () if says("TERM", &["256color"]) => Depth::Palette,
        () => Depth::Basic,
    }
}

/// Does the name of the terminal suggest the sixteen basic colours?
fn has_basic_colours() -> bool {
    const KNOWN: [&str; 9] = ["ansi", "color", "cygwin", "konsole", "linux", "rxvt", "screen", "tmux", "xterm"];
    env::var("TERM").is_ok_and(|term| KNOWN.iter().any(|name| term.contains(name)))
}

fn variable_is_set(name: &str) -> bool {
    env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn has_colours() -> bool {
    cfg!(windows)
        || variable_is_set("COLORTERM")
        || env::var("TERM").is_ok_and(|term| term.contains("256color") || term.contains("direct"))
}

/// Does the locale use UTF-8?
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| variable_is_set(name));
    let locale = locale.and_then(|name| env::var(name).ok()).unwrap_or_default().to_ascii_uppercase();
    cfg!(windows) || locale.contains("UTF-8") || locale.contains("UTF8")
}

// ---- settings -----------------------------------------------------------------------------------------------------------

/// A display setting.
pub struct LookSetting {
    /// The name.
    pub name: &'static str,
    /// What it sets.
    pub help: &'static str,
    /// The values it accepts.
    pub values: &'static [&'static str],
    get: fn(&Look) -> usize,
    set: fn(&mut Look, usize),
}

const SQUARES: [Squares; 4] = [Squares::Auto, Squares::Small, Squares::Large, Squares::Huge];
const FLAGS: [Flag; 3] = [Flag::Ask, Flag::Loss, Flag::Off];
const VIEWS: [ViewChoice; 3] = [ViewChoice::Auto, ViewChoice::Play, ViewChoice::Log];
const CHOICES: [Choice; 3] = [Choice::Auto, Choice::On, Choice::Off];

fn choice_number(choice: Choice) -> usize {
    CHOICES.iter().position(|known| *known == choice).unwrap_or_default()
}

/// A setting that is off or on.
macro_rules! look_switch {
    ($name:literal, $help:literal, $field:ident) => {
        LookSetting {
            name: $name,
            help: $help,
            values: &["off", "on"],
            get: |look| usize::from(look.$field),
            set: |look, number| look.$field = number == 1,
        }
    };
}

/// A setting with three values, the first depending on the terminal.
macro_rules! look_choice {
    ($name:literal, $help:literal, $field:ident, $values:expr) => {
        LookSetting {
            name: $name,
            help: $help,
            values: &$values,
            get: |look| choice_number(look.$field),
            set: |look, number| look.$field = CHOICES[number],
        }
    };
}

/// All display settings.
pub const LOOK_SETTINGS: [LookSetting; 16] = [
    look_choice!("colour", "colours on the terminal", colour, ["auto", "on", "off"]),
    look_choice!("pieces", "how pieces are drawn on the terminal", figurines, ["auto", "figurines", "letters"]),
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
    look_switch!("spoken", "words instead of pictures, for screen readers", spoken),
    look_switch!("resign", "the engine resigns lost games and offers draws", manners),
    look_switch!("ponder", "the engine also thinks on your time", ponder),
    LookSetting {
        name: "squares",
        help: "size of a square: one, two or three rows",
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
    look_choice!("summary", "a summary line after each search; auto: on the terminal", summary, ["auto", "on", "off"]),
    look_switch!("bell", "ring the terminal's bell when the engine has moved", bell),
    LookSetting {
        name: "view",
        help: "a steady screen, or scrolling lines; auto: steady in windows of at least 60×20",
        values: &["auto", "play", "log"],
        get: |look| VIEWS.iter().position(|known| *known == look.view).unwrap_or_default(),
        set: |look, number| look.view = VIEWS[number],
    },
    look_switch!("thinking", "the steady screen shows each iteration of a search", thinking),
    LookSetting {
        name: "pause",
        help: "a weakened opponent pauses before its move, or uses its clock, instead of answering at once",
        values: &["on", "off"],
        get: |look| usize::from(look.no_pause),
        set: |look, number| look.no_pause = number == 1,
    },
    LookSetting {
        name: "mouse",
        help: "the mouse makes moves on the steady screen; off: the mouse is left to the terminal",
        values: &["on", "off"],
        get: |look| usize::from(look.no_mouse),
        set: |look, number| look.no_mouse = number == 1,
    },
    LookSetting {
        name: "flag",
        help: "time that has run out: asks once a game whether it loses, loses, or the game goes on",
        values: &["ask", "loss", "off"],
        get: |look| FLAGS.iter().position(|known| *known == look.flag).unwrap_or_default(),
        set: |look, number| look.flag = FLAGS[number],
    },
];

impl LookSetting {
    /// The setting of this name.
    pub fn find(name: &str) -> Option<&'static LookSetting> {
        LOOK_SETTINGS.iter().find(|setting| setting.name == name)
    }

    /// The current value.
    pub fn value(&self, look: &Look) -> &'static str {
        self.values[(self.get)(look)]
    }

    /// Changes it; false if the value is not allowed.
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
