//! Display settings: colours, figurines and themes, limited by the capabilities of the terminal.
//!
//! [`Look`] holds the user's settings, [`Capabilities`] the part of them that the terminal supports. By default, pipes
//! and `TERM=dumb` get neither colours nor figurines, `NO_COLOR` turns off colours, and a locale without UTF-8 turns
//! off figurines; settings override these defaults. Figurines in moves need a terminal that supports them, whatever the
//! setting. The size of the window is read before each redraw, because it may change during a search.

use std::env;
#[cfg(feature = "terminal")]
use std::sync::atomic::{AtomicU8, Ordering};

use crate::defines::*;
use crate::readfen::piece_of;
use crate::readmove::is_harmful;
use crate::searcher::setting::{Setting, When, choice, number, switch};

use crate::ui::out::{FullScreen, Out, is_dumb};

use super::style;
use super::theme::{THEMES, Theme};

#[cfg(feature = "terminal")]
use super::screen::{
    grid::Letters,
    paint::Depth,
    skin::{Ground, Skin},
};

/// The size of a square.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum SquareSize {
    /// As large as possible, leaving room for the search's output.
    #[default]
    Auto,
    /// At most this many rows.
    Rows(u8),
}

/// The display settings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Look {
    /// Use colours.
    pub colour: When,
    /// Figurines instead of letters.
    pub figurines: When,
    /// Index into [`THEMES`].
    pub theme: usize,
    /// The background of the terminal.
    pub background: Background,
    /// Words instead of pictures, for screen readers.
    pub spoken: bool,
    /// Show the board only on request.
    pub quiet_board: bool,
    /// Whether the engine resigns lost games and offers draws.
    pub manners: When,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// The size of a square.
    pub squares: SquareSize,
    /// Figurines in moves.
    pub figurine_moves: bool,
    /// A summary line after each search.
    pub summary: When,
    /// Ring the bell after the engine's move.
    pub bell: bool,
    /// Full-screen view or scrolling lines.
    pub view: ViewChoice,
    /// Show each iteration of a search in the full-screen view, and the scores and lines of a weakened opponent.
    pub thinking: bool,
    /// Whether a weakened opponent moves at once, without a pause.
    pub no_pause: bool,
    /// Whether the full-screen view ignores the mouse.
    pub no_mouse: bool,
    /// The effect of a side running out of time.
    pub flag: Flag,
    /// Ring the bell when less than this is left on the user's clock, in seconds; 0 for never.
    pub alarm: u32,
    /// The user's name for saved games; may be empty.
    pub name: String,
    /// The user's side in a new game.
    pub new_sides: NewSides,
    /// Large type in pages for printing or projecting.
    pub large_type: bool,
}

/// The background of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Background {
    /// As reported by the terminal or the environment; dark if neither reports it.
    #[default]
    Auto,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

/// The effect of a side running out of time.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Flag {
    /// Tells the user, once per game; `flag` then ends the game.
    #[default]
    Ask,
    /// The side whose time has run out loses; if the opponent has a bare king, the game is drawn.
    Loss,
    /// The game goes on.
    Off,
}

/// The user's side in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NewSides {
    /// White, as in the tutorial.
    #[default]
    White,
    /// The same as in the previous game.
    Keep,
    /// The opposite of the user's side in the previous game, if that game had begun.
    Alternate,
}

/// Full-screen view or scrolling lines.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ViewChoice {
    /// The full-screen view, if the terminal supports it and the window is large enough.
    #[default]
    Auto,
    /// The full-screen view, even in a small window.
    Play,
    /// Scrolling lines.
    Log,
}

/// The smallest window in which `auto` chooses the full-screen view: columns and rows.
pub const FULL_SCREEN_SIZE: (usize, usize) = (60, 20);
/// The smallest window for any full-screen view.
#[cfg(feature = "terminal")]
const LEAST_FULL_SCREEN_SIZE: (usize, usize) = (20, 4);

/// The capabilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities {
    /// Columns of the terminal, without the margins of the full-screen view; [`None`] for a pipe.
    pub columns: Option<usize>,
    /// Rows of the terminal.
    pub rows: usize,
    /// The colours of the board, if it has any.
    pub theme: Option<Theme>,
    /// Whether pieces are drawn as figurines.
    pub figurines: bool,
    /// Whether moves are written with figurines.
    pub figurine_moves: bool,
    /// The size of a square.
    pub squares: SquareSize,
}

impl Capabilities {
    /// Plain output of any width, as for a pipe.
    pub const PLAIN: Capabilities = Capabilities {
        columns: None,
        rows: usize::MAX,
        theme: None,
        figurines: false,
        figurine_moves: false,
        squares: SquareSize::Rows(1),
    };

    /// Moves in standard notation, with letters or figurines depending on the setting.
    pub fn moves(&self, san: &str) -> String {
        let letter = |letter| match letter {
            'K' | 'Q' | 'R' | 'B' | 'N' => piece_of(letter).map_or(letter, figurine),
            _ => letter,
        };
        if self.figurine_moves { san.chars().map(letter).collect() } else { san.into() }
    }
}

/// Columns and rows of the terminal; [`None`] for a pipe.
pub fn size(out: &Out<impl FullScreen>) -> Option<(usize, usize)> {
    #[cfg(feature = "terminal")]
    let size = if out.is_terminal() { crossterm::terminal::size().ok() } else { None };
    #[cfg(not(feature = "terminal"))]
    let size: Option<(u16, u16)> = None;
    // Some terminals report a size of 0.
    let size = size.filter(|(columns, rows)| *columns > 0 && *rows > 0).or(out.is_terminal().then_some((80, 24)));
    size.map(|(columns, rows)| (usize::from(columns), usize::from(rows)))
}

impl Look {
    /// The settings, limited by the current capabilities of the terminal.
    pub fn screen(&self, out: &Out<impl FullScreen>) -> Capabilities {
        let terminal = out.is_terminal();
        let size = size(out);
        let colour = self.colour.decide(terminal && !is_dumb() && !variable_is_set("NO_COLOR") && has_colours());
        // Otherwise the library would apply NO_COLOR by itself, and override the setting.
        style::force_color_output(colour);
        let able = terminal && !is_dumb() && is_utf8() && !is_linux_console();
        // In the full-screen view, text leaves a margin on each side; the screen has its own colours.
        let margins = if out.is_full_screen() { 2 } else { 0 };
        let colour = colour && !out.is_full_screen();
        Capabilities {
            columns: size.map(|(columns, _)| columns.saturating_sub(margins).max(1)),
            rows: size.map_or(usize::MAX, |(_, rows)| rows),
            theme: colour.then(|| THEMES[self.theme.min(THEMES.len() - 1)]),
            figurines: self.figurines.decide(able),
            figurine_moves: self.figurine_moves && able,
            squares: self.squares,
        }
    }
}

#[cfg(feature = "terminal")]
impl Look {
    /// Whether to show the full-screen view in the window's current size.
    pub fn wants_full_screen(&self, out: &Out<impl FullScreen>) -> bool {
        let Some((columns, rows)) = size(out) else { return false };
        let least = match self.view {
            ViewChoice::Auto => FULL_SCREEN_SIZE,
            ViewChoice::Play => LEAST_FULL_SCREEN_SIZE,
            ViewChoice::Log => return false,
        };
        !self.spoken && !is_dumb() && columns >= least.0 && rows >= least.1
    }

    /// Colours and characters for the full-screen view.
    pub fn skin(&self, out: &Out<impl FullScreen>) -> Skin {
        let able = !is_dumb() && !variable_is_set("NO_COLOR");
        let colour = self.colour.decide(able && (has_colours() || has_basic_colours()));
        let unicode = is_utf8();
        Skin {
            depth: if colour { depth() } else { Depth::None },
            ground: self.ground(),
            theme: self.theme,
            letters: match unicode {
                true if is_linux_console() => Letters::Simple,
                true => Letters::Unicode,
                false => Letters::Ascii,
            },
            figurines: unicode && self.screen(out).figurines,
            largest: match self.squares {
                SquareSize::Auto => 8,
                SquareSize::Rows(rows) => rows.into(),
            },
        }
    }
}

#[cfg(feature = "terminal")]
impl Look {
    fn ground(&self) -> Ground {
        match self.background {
            Background::Dark => Ground::Dark,
            Background::Light => Ground::Light,
            Background::Auto => told_ground().or_else(ground_of_environment).unwrap_or_default(),
        }
    }

    /// Whether to ask the terminal for its background colour.
    pub fn asks_for_ground(&self) -> bool {
        self.background == Background::Auto && told_ground().is_none() && !is_linux_console() && cfg!(unix)
    }
}

/// The background reported by the terminal: 0 if none, 1 if dark, 2 if light.
#[cfg(feature = "terminal")]
static TOLD_GROUND: AtomicU8 = AtomicU8::new(0);

#[cfg(feature = "terminal")]
fn told_ground() -> Option<Ground> {
    [None, Some(Ground::Dark), Some(Ground::Light)][usize::from(TOLD_GROUND.load(Ordering::Relaxed) % 3)]
}

/// Records the background colour reported by the terminal.
#[cfg(feature = "terminal")]
pub fn note_ground(ground: Ground) {
    TOLD_GROUND.store(ground as u8 + 1, Ordering::Relaxed);
}

/// The background according to `COLORFGBG`, which ends with the number of a basic colour: 7 and 9 to 15 are light.
#[cfg(feature = "terminal")]
fn ground_of_environment() -> Option<Ground> {
    let number: u8 = env::var("COLORFGBG").ok()?.rsplit(';').next()?.parse().ok()?;
    Some(if matches!(number, 7 | 9..) { Ground::Light } else { Ground::Dark })
}

/// Whether the terminal is the Linux console, whose fonts lack most symbols.
fn is_linux_console() -> bool {
    env::var("TERM").is_ok_and(|term| term == "linux")
}

/// The colour depth of the terminal, from the environment.
#[cfg(feature = "terminal")]
fn depth() -> Depth {
    let says = |name: &str, what: &[&str]| env::var(name).is_ok_and(|value| what.iter().any(|it| value.contains(it)));
    match () {
        () if cfg!(windows) || says("COLORTERM", &["truecolor", "24bit"]) || says("TERM", &["direct"]) => Depth::True,
        () if says("TERM", &["256color"]) => Depth::Palette,
        () => Depth::Basic,
    }
}

/// Whether the name of the terminal suggests that it has the sixteen basic colours.
#[cfg(feature = "terminal")]
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

/// Whether the locale uses UTF-8.
fn is_utf8() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find(|name| variable_is_set(name));
    let locale = locale.and_then(|name| env::var(name).ok()).unwrap_or_default().to_ascii_uppercase();
    cfg!(windows) || locale.contains("UTF-8") || locale.contains("UTF8")
}

// ---- settings -----------------------------------------------------------------------------------------------------------

const SQUARES: [(&str, SquareSize); 9] = [
    ("auto", SquareSize::Auto),
    ("small", SquareSize::Rows(1)),
    ("large", SquareSize::Rows(2)),
    ("huge", SquareSize::Rows(3)),
    ("4", SquareSize::Rows(4)),
    ("5", SquareSize::Rows(5)),
    ("6", SquareSize::Rows(6)),
    ("7", SquareSize::Rows(7)),
    ("8", SquareSize::Rows(8)),
];
const BACKGROUNDS: [(&str, Background); 3] =
    [("auto", Background::Auto), ("dark", Background::Dark), ("light", Background::Light)];
const SIZES: [(&str, bool); 2] = [("normal", false), ("large", true)];
const FLAGS: [(&str, Flag); 3] = [("ask", Flag::Ask), ("loss", Flag::Loss), ("off", Flag::Off)];
const NEW_SIDES: [(&str, NewSides); 3] =
    [("white", NewSides::White), ("keep", NewSides::Keep), ("alternate", NewSides::Alternate)];
const VIEWS: [(&str, ViewChoice); 3] =
    [("auto", ViewChoice::Auto), ("play", ViewChoice::Play), ("log", ViewChoice::Log)];
const FIGURINES: [(&str, When); 3] = [("auto", When::Auto), ("figurines", When::On), ("letters", When::Off)];
const BOARDS: [(&str, bool); 2] = [("always", false), ("asked", true)];
const NOTATIONS: [(&str, bool); 2] = [("letters", false), ("figurines", true)];
const THEME_NAMES: [&str; THEMES.len()] = {
    let mut names = [""; THEMES.len()];
    let mut number = 0;
    while number < names.len() {
        names[number] = THEMES[number].name;
        number += 1;
    }
    names
};

/// The display settings.
pub const SETTINGS: &[Setting<Look>] = &[
    choice!("colour", "colours on the terminal", When::NAMES, colour),
    choice!("pieces", "how pieces are drawn on the terminal", FIGURINES, figurines),
    Setting::choice(
        "theme",
        "colours of the board",
        &THEME_NAMES,
        |look| look.theme,
        |look, number| look.theme = number,
    ),
    choice!("background", "the terminal's background, which determines the colours of text", BACKGROUNDS, background),
    choice!("board", "show the board after each move, or only on 'd'", BOARDS, quiet_board),
    switch!("spoken", "words instead of pictures, for screen readers", spoken),
    choice!(
        "resign",
        "resign lost games and offer draws; auto: only below full strength, like a player of that rating",
        When::NAMES,
        manners
    ),
    switch!("ponder", "the engine also thinks on your time", ponder),
    choice!(
        "squares",
        "size of a square: one, two or three rows, or 4 to 8 rows with pictures of the pieces; the keys + and - change it",
        SQUARES,
        squares
    ),
    choice!("notation", "how moves are written on the terminal", NOTATIONS, figurine_moves),
    choice!("summary", "a summary line after each search; auto: only at a terminal", When::NAMES, summary),
    switch!("bell", "ring the terminal's bell when the engine has moved", bell),
    choice!(
        "view",
        "a full-screen view, or scrolling lines; auto: full screen in windows of at least 60×20",
        VIEWS,
        view
    ),
    switch!(
        "thinking",
        "show the iterations of a search in the full-screen view, and the scores and lines of a weakened opponent",
        thinking
    ),
    Setting::switch(
        "pause",
        "a weakened opponent pauses before its move, or uses its clock, instead of answering at once",
        |look| !look.no_pause,
        |look, on| look.no_pause = !on,
    ),
    Setting::switch(
        "mouse",
        "the mouse makes moves in the full-screen view; off: leave the mouse to the terminal",
        |look| !look.no_mouse,
        |look, on| look.no_mouse = !on,
    ),
    choice!("flag", "when a side's time runs out: ask (once per game), score it as a loss, or play on", FLAGS, flag),
    number!("alarm", "ring the bell when your clock shows less than this, in seconds; 0: never", [0, 600], alarm),
    Setting::text("name", "your name in the games that you play", NAME_VALUES, own_name, set_own_name),
    choice!(
        "new-sides",
        "your side in a new game: White, the same as in the last game, or the opposite",
        NEW_SIDES,
        new_sides
    ),
    choice!("size", "size of the type in the pages that 'lesson' writes with --html and --sheet", SIZES, large_type),
];

/// The values allowed for a name.
const NAME_VALUES: &str = "at most 60 characters; none: no name";

/// Maximum length of a name, in characters.
const LONGEST_NAME: usize = 60;

fn own_name(look: &Look) -> String {
    if look.name.is_empty() { "none".into() } else { look.name.clone() }
}

fn set_own_name(look: &mut Look, text: &str) -> bool {
    let text = text.trim();
    let is_name = !text.is_empty() && text.chars().count() <= LONGEST_NAME && !text.contains(is_harmful);
    if is_name {
        look.name = if text == "none" { String::new() } else { text.into() };
    }
    is_name
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
    use crate::searcher::setting::Kind;

    #[test]
    fn every_value_of_the_look_is_taken_and_shown() {
        let mut look = Look::default();
        for setting in SETTINGS.iter().filter(|setting| matches!(setting.kind(), Kind::Switch | Kind::Choice(_))) {
            for value in setting.kind().to_string().split(", ") {
                assert_eq!(setting.set(&mut look, value), Ok(()), "{}", setting.name);
                assert_eq!(setting.value(&look), value, "{}", setting.name);
            }
            let before = look.clone();
            assert!(setting.set(&mut look, "xyzzy").is_err());
            assert_eq!(look, before);
        }
    }

    #[test]
    fn a_name_is_any_short_text() {
        let mut look = Look::default();
        let setting = SETTINGS.iter().find(|setting| setting.name == "name").expect("it is there");
        assert_eq!(setting.value(&look), "none");
        for name in ["Anna Karénina", "none", "x"] {
            assert_eq!(setting.set(&mut look, name), Ok(()));
            assert_eq!(setting.value(&look), name);
        }
        for wrong in ["", " ", "a\u{1b}[2J", &"x".repeat(61)] {
            assert!(setting.set(&mut look, wrong).is_err() && look.name == "x", "{wrong}");
        }
    }

    #[test]
    fn moves_are_written_with_figurines() {
        let screen = Capabilities { figurine_moves: true, ..Capabilities::PLAIN };
        assert_eq!(screen.moves("Nf3 O-O exd8=Q+ Bb5 b4"), "♘f3 O-O exd8=♕+ ♗b5 b4");
        assert_eq!(Capabilities::PLAIN.moves("Nf3"), "Nf3");
    }

    #[test]
    fn settings_override_capabilities() {
        assert!(When::On.decide(false) && !When::Off.decide(true) && When::Auto.decide(true));
    }
}
