//! Colours and characters of the steady screen.

use super::grid::{Hue, Letters, Style};
use super::paint::Depth;

/// The colours of the squares of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardHues {
    /// The theme's name.
    pub name: &'static str,
    /// Light and dark squares.
    pub squares: [Hue; 2],
    /// Light and dark squares of the last move.
    pub last: [Hue; 2],
}

const fn hue(rgb: u32, basic: u8) -> Hue {
    Hue { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], basic }
}

const LAST: [Hue; 2] = [hue(0xd9cf6a, 11), hue(0xb5a642, 3)];

/// All themes, in the order of the setting `theme`.
pub const BOARDS: [BoardHues; 4] = [
    BoardHues { name: "wood", squares: [hue(0xd8b58a, 7), hue(0xa9764c, 3)], last: LAST },
    BoardHues { name: "green", squares: [hue(0xb4c79c, 7), hue(0x6d8f5a, 2)], last: LAST },
    BoardHues { name: "blue", squares: [hue(0xa9bfd4, 7), hue(0x5f82a6, 4)], last: LAST },
    BoardHues { name: "grey", squares: [hue(0xb0b0b0, 7), hue(0x787878, 8)], last: LAST },
];

/// White and black pieces.
pub const PIECES: [Hue; 2] = [hue(0xffffff, 15), hue(0x101010, 0)];
/// The square of a king in check.
pub const CHECK: Hue = hue(0xd04030, 9);
/// Light and dark squares of the best move.
pub const BEST: [Hue; 2] = [hue(0x7fb8e6, 14), hue(0x4d8fc7, 6)];
/// Light and dark squares of the threat.
pub const THREAT: [Hue; 2] = [hue(0xe8977f, 13), hue(0xc9694d, 5)];
/// Light and dark squares that are attacked.
pub const ATTACKED: [Hue; 2] = [hue(0xd9a79c, 13), hue(0xb27666, 5)];
/// The square of the cursor.
pub const CURSOR: Hue = hue(0x66d9c2, 14);
/// The square of the piece that is picked up.
pub const PICKED: Hue = hue(0xa4c95c, 10);
/// The dot on a possible target.
pub const TARGET: Hue = hue(0x2f5d3a, 2);
/// White's and Black's part of the evaluation bar.
pub const BAR: [Hue; 2] = [hue(0xf0f0f0, 15), hue(0x505050, 8)];
/// A running clock.
const RUNNING: [Hue; 2] = [hue(0x101010, 0), hue(0xd9cf6a, 11)];
/// A clock that is nearly at zero.
const SHORT: [Hue; 2] = [hue(0xffffff, 15), hue(0xd04030, 9)];
/// The colour of emphasis.
const ACCENT: Hue = hue(0xe0b060, 11);

/// The colours of marks behind moves.
const MARKS: [(&str, Hue); 6] = [
    ("??", hue(0xe05545, 9)),
    ("?", hue(0xe8923a, 3)),
    ("?!", hue(0xe0c050, 11)),
    ("!?", hue(0x6fb3e0, 14)),
    ("!", hue(0x7cc47f, 10)),
    ("!!", hue(0x7cc47f, 10)),
];

/// The capabilities of the terminal, limited by the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skin {
    /// The colour depth.
    pub depth: Depth,
    /// Index into [`BOARDS`].
    pub theme: usize,
    /// The characters that the terminal supports.
    pub letters: Letters,
    /// Whether pieces are figurines.
    pub figurines: bool,
    /// The greatest height of a square, in rows.
    pub largest: usize,
}

impl Skin {
    /// No colours, no figurines, ASCII only.
    pub const PLAIN: Skin =
        Skin { depth: Depth::None, theme: 0, letters: Letters::Ascii, figurines: false, largest: 3 };

    /// Whether there are colours.
    pub fn has_colours(&self) -> bool {
        self.depth != Depth::None
    }

    /// The colours of the board.
    pub fn board(&self) -> BoardHues {
        BOARDS[self.theme.min(BOARDS.len() - 1)]
    }

    /// The style of a clock: stopped, running, or running and nearly at zero.
    pub fn clock(&self, running: bool, short: bool) -> Style {
        match (running, short, self.has_colours()) {
            (false, ..) => Style::PLAIN,
            (true, _, false) => Style::REVERSE,
            (true, false, true) => Style::on(RUNNING[0], RUNNING[1]).bold(),
            (true, true, true) => Style::on(SHORT[0], SHORT[1]).bold(),
        }
    }

    /// The style of emphasis.
    pub fn accent(&self) -> Style {
        if self.has_colours() { Style::front(ACCENT).bold() } else { Style::BOLD }
    }

    /// The mark at the end of a move and its style; none without a mark, or without colours.
    pub fn mark<'a>(&self, text: &'a str) -> Option<(&'a str, Style)> {
        let mark = &text[text.trim_end_matches(['!', '?']).len()..];
        let (_, hue) = MARKS.iter().find(|(known, _)| *known == mark && self.has_colours())?;
        Some((mark, Style::front(*hue).bold()))
    }

    /// The style of the current move.
    pub fn current(&self) -> Style {
        if self.has_colours() { Style::on(RUNNING[0], RUNNING[1]) } else { Style::REVERSE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn light_and_dark_squares_differ_at_every_depth() {
        for board in BOARDS {
            for [light, dark] in [board.squares, board.last, BEST, THREAT, ATTACKED] {
                assert!(light.rgb != dark.rgb && light.basic != dark.basic, "{}", board.name);
            }
            assert_ne!(board.squares, board.last);
        }
    }
}
