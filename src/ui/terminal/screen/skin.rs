//! Colours and characters of the full-screen view.

use crate::ui::terminal::theme::{CONTRAST, Hue, THEMES, Theme, hue, hue_of};

use super::grid::{Letters, Style};
use super::paint::Depth;

/// Colours of White's and Black's parts of the evaluation bar.
pub const BAR: [Hue; 2] = [hue_of(0xf0f0f0, 255, 15), hue_of(0x505050, 239, 8)];
/// Colours of a running clock and of the current move.
const RUNNING: [Hue; 2] = [hue(0x101010, 233), hue(0xd9cf6a, 185)];
/// Colours of a clock that has nearly run out.
const SHORT: [Hue; 2] = [hue_of(0xffffff, 231, 15), hue_of(0xc03028, 124, 1)];
/// The colour of emphasis, on dark and on light backgrounds.
const ACCENT: [Hue; 2] = [hue(0xe0b060, 179), hue(0x7a4f00, 94)];
/// The colour of less important text, on dark and on light backgrounds.
const FAINT: [Hue; 2] = [hue(0x9e9e9e, 247), hue(0x5c5c5c, 240)];

/// The background of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Ground {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

/// The colours of move annotations, on dark and on light backgrounds.
const MARKS: [(&str, [Hue; 2]); 6] = [
    ("??", [hue(0xf0796b, 210), hue(0xa82a1a, 124)]),
    ("?", [hue(0xe8923a, 208), hue(0x8a4700, 94)]),
    ("?!", [hue(0xe0c050, 185), hue(0x6a5400, 58)]),
    ("!?", [hue(0x6fb3e0, 74), hue(0x1b5a86, 24)]),
    ("!", [hue(0x7cc47f, 114), hue(0x24632a, 22)]),
    ("!!", [hue(0x7cc47f, 114), hue(0x24632a, 22)]),
];

/// The capabilities of the terminal, limited by the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skin {
    /// The colour depth.
    pub depth: Depth,
    /// The background of the terminal.
    pub ground: Ground,
    /// Index into [`THEMES`].
    pub theme: usize,
    /// The characters that the terminal supports.
    pub letters: Letters,
    /// Whether pieces are drawn as figurines.
    pub figurines: bool,
    /// Maximum height of a square, in rows.
    pub largest: usize,
}

impl Skin {
    /// No colours, no figurines, ASCII only.
    pub const PLAIN: Skin = Skin {
        depth: Depth::None,
        ground: Ground::Dark,
        theme: 0,
        letters: Letters::Ascii,
        figurines: false,
        largest: 3,
    };

    /// Whether there are colours.
    pub fn has_colours(&self) -> bool {
        self.depth != Depth::None
    }

    /// The colours of the board.
    pub fn board(&self) -> Theme {
        match self.depth {
            Depth::Basic => CONTRAST,
            _ => THEMES[self.theme.min(THEMES.len() - 1)],
        }
    }

    /// Whether there are more than sixteen colours.
    fn is_rich(&self) -> bool {
        matches!(self.depth, Depth::Palette | Depth::True)
    }

    /// The style of a clock: stopped, running, or running and nearly out of time.
    pub fn clock(&self, running: bool, short: bool) -> Style {
        match (running, short, self.has_colours()) {
            (false, ..) => Style::PLAIN,
            (true, true, true) => Style::on(SHORT[0], SHORT[1]).bold(),
            (true, ..) => self.current().bold(),
        }
    }

    /// The style of emphasis.
    pub fn accent(&self) -> Style {
        if self.is_rich() { Style::front(ACCENT[self.ground as usize]).bold() } else { Style::BOLD }
    }

    /// The style of less important text.
    pub fn faint(&self) -> Style {
        if self.is_rich() { Style::front(FAINT[self.ground as usize]) } else { Style::PLAIN }
    }

    /// The mark at the end of a move and its style; [`None`] if there is no mark, or there are no colours. With only
    /// sixteen colours, the mark is bold but not coloured.
    pub fn mark<'a>(&self, text: &'a str) -> Option<(&'a str, Style)> {
        let mark = &text[text.trim_end_matches(['!', '?']).len()..];
        let (_, hues) = MARKS.iter().find(|(known, _)| *known == mark && self.has_colours())?;
        let style = if self.is_rich() { Style::front(hues[self.ground as usize]) } else { Style::PLAIN };
        Some((mark, style.bold()))
    }

    /// The style of the current move.
    pub fn current(&self) -> Style {
        if self.is_rich() { Style::on(RUNNING[0], RUNNING[1]) } else { Style::REVERSE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::terminal::theme::tests::{contrast, of_palette, shown};

    #[test]
    fn a_mark_has_its_colour_where_there_are_colours() {
        let skin = Skin { depth: Depth::True, ..Skin::PLAIN };
        let marks = ["Nf6??", "O-O?", "e8=Q+?!", "Nxe5!", "Qa5+!?", "b4!!"];
        let found: Vec<_> = marks.iter().filter_map(|text| skin.mark(text)).map(|(mark, _)| mark).collect();
        assert_eq!(found, ["??", "?", "?!", "!", "!?", "!!"]);
        assert!(skin.mark("Nf6").is_none() && skin.mark("").is_none() && Skin::PLAIN.mark("Nf6??").is_none());
        assert_ne!(skin.mark("Nf6??").map(|it| it.1), skin.mark("Nf6?!").map(|it| it.1));
    }

    #[test]
    fn each_text_is_read_on_its_ground() {
        let grounds = [[[0; 3], [0x30; 3]], [[0xff; 3], [0xe4; 3]]];
        for (ground, colours) in grounds.into_iter().enumerate() {
            for colour in colours {
                for hue in [ACCENT, FAINT].into_iter().chain(MARKS.map(|(_, hues)| hues)).map(|hues| hues[ground]) {
                    let least = contrast(hue.rgb, colour).min(contrast(of_palette(hue.palette), colour));
                    assert!(least >= 4.5, "{hue:?}: {least:.2}");
                }
            }
        }
        for ([front, back], is_basic) in [(RUNNING, false), (SHORT, true)] {
            for ((depth, front), (_, back)) in shown(front, is_basic).into_iter().zip(shown(back, is_basic)) {
                assert!(contrast(front, back) >= 4.5, "{depth}: {:.2}", contrast(front, back));
            }
        }
    }
}
