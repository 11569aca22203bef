//! Colours of the board and of its marks.
//!
//! Each piece has a contrast of at least 3:1 with each background that it may appear on, in true colour, in the
//! 256-colour palette, and in the sixteen basic colours of the Linux console and xterm. Squares and marks need a medium
//! lightness to contrast with both white and black pieces, so the marks differ from the squares in hue. The tests
//! compute the contrast as WCAG 2 defines it.

/// A colour in three forms: RGB, the 256-colour palette, and the sixteen basic colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hue {
    /// Red, green, blue, 0 to 255 each.
    pub rgb: [u8; 3],
    /// The number of a similar colour in the palette.
    pub palette: u8,
    /// The number of a basic colour, 0 to 15.
    pub basic: u8,
}

/// A colour that is not used on terminals with only sixteen colours.
pub const fn hue(rgb: u32, palette: u8) -> Hue {
    hue_of(rgb, palette, 7)
}

/// A colour for any terminal.
pub const fn hue_of(rgb: u32, palette: u8, basic: u8) -> Hue {
    Hue { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], palette, basic }
}

/// Colours of marks; pairs are for light and dark squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grounds {
    /// A king in check.
    pub check: Hue,
    /// The best move.
    pub best: [Hue; 2],
    /// The threat.
    pub threat: [Hue; 2],
    /// Attacked squares.
    pub attacked: [Hue; 2],
    /// The cursor.
    pub cursor: Hue,
    /// A piece that was picked up.
    pub picked: Hue,
    /// The dots on possible target squares, and the marks beside pieces.
    pub target: Hue,
}

/// Colours of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The name.
    pub name: &'static str,
    /// Light and dark squares.
    pub squares: [Hue; 2],
    /// Light and dark squares of the last move.
    pub last: [Hue; 2],
    /// White and black pieces.
    pub pieces: [Hue; 2],
    /// Colours of all other marks.
    pub grounds: Grounds,
    /// Whether marked squares also have characters beside the piece.
    pub signs: bool,
    /// Whether white and black pieces have different shapes.
    pub shapes: bool,
}

const OF_ALL: Grounds = Grounds {
    check: hue(0xd04030, 160),
    best: [hue(0x3f95cf, 68), hue(0x2070b0, 25)],
    threat: [hue(0xd7775f, 167), hue(0xaf4f38, 131)],
    attacked: [hue(0xb070c0, 133), hue(0x8050a0, 97)],
    cursor: hue(0x2a9d8f, 30),
    picked: hue(0x6fa02c, 64),
    target: hue(0x000000, 16),
};

const AMBER: [Hue; 2] = [hue(0xaf8700, 136), hue(0x876000, 94)];

const fn theme(name: &'static str, squares: [Hue; 2], last: [Hue; 2]) -> Theme {
    let pieces = [hue(0xffffff, 231), hue(0x000000, 16)];
    Theme { name, squares, last, pieces, grounds: OF_ALL, signs: false, shapes: false }
}

/// The theme with the highest contrast, and the only one for terminals with sixteen colours. All squares are dark;
/// White's pieces are white and Black's are gold.
pub const CONTRAST: Theme = Theme {
    name: "contrast",
    squares: [hue_of(0x3a3a3a, 237, 4), hue_of(0x000000, 16, 0)],
    last: [hue_of(0x5f005f, 53, 5); 2],
    pieces: [hue_of(0xffffff, 231, 15), hue_of(0xffd700, 220, 11)],
    grounds: Grounds {
        check: hue_of(0x870000, 88, 1),
        best: [hue_of(0x00005f, 17, 5); 2],
        threat: [hue_of(0x5f0000, 52, 1); 2],
        attacked: [hue_of(0x3f2a00, 235, 5); 2],
        cursor: hue_of(0x000087, 18, 5),
        picked: hue_of(0x0000af, 19, 5),
        target: hue_of(0xffffff, 231, 15),
    },
    signs: true,
    shapes: true,
};

/// All themes; the first is the default.
pub const THEMES: [Theme; 6] = [
    theme("wood", [hue(0xaf875f, 137), hue(0x875f3c, 95)], [hue(0x939329, 100), hue(0x6b6b14, 58)]),
    theme("green", [hue(0x7d9b6a, 65), hue(0x4f7a4a, 58)], AMBER),
    theme("blue", [hue(0x7896b8, 103), hue(0x466a96, 60)], AMBER),
    theme("grey", [hue(0x949494, 246), hue(0x666666, 241)], AMBER),
    Theme {
        // Blue, orange and grey can be told apart with any colour vision; characters beside the piece distinguish the
        // marks even without colour.
        signs: true,
        ..theme("colourblind", [hue(0x8c959e, 246), hue(0x59626c, 241)], [hue(0xd07a10, 166), hue(0xa35c00, 94)])
    },
    CONTRAST,
];

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The basic colours of the Linux console (VGA) and of xterm.
    const BASIC: [[u32; 16]; 2] = [
        [
            0x000000, 0xaa0000, 0x00aa00, 0xaa5500, 0x0000aa, 0xaa00aa, 0x00aaaa, 0xaaaaaa, 0x555555, 0xff5555,
            0x55ff55, 0xffff55, 0x5555ff, 0xff55ff, 0x55ffff, 0xffffff,
        ],
        [
            0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
            0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
        ],
    ];

    fn rgb(number: u32) -> [u8; 3] {
        hue(number, 0).rgb
    }

    /// A colour of the 256-colour palette: the basic colours, the 6 × 6 × 6 cube, and the greys.
    pub fn of_palette(number: u8) -> [u8; 3] {
        const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
        match number {
            ..16 => rgb(BASIC[1][usize::from(number)]),
            16..232 => [36, 6, 1].map(|unit| STEPS[usize::from((number - 16) / unit % 6)]),
            _ => [8 + 10 * (number - 232); 3],
        }
    }

    /// Relative luminance (WCAG 2.2).
    fn luminance(rgb: [u8; 3]) -> f64 {
        let linear = rgb.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast ratio (WCAG 2.2).
    pub fn contrast(a: [u8; 3], b: [u8; 3]) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// A hue as terminals show it: in true colour, in the palette, and in the basic colours of two terminals.
    pub fn shown(hue: Hue, basic: bool) -> Vec<(&'static str, [u8; 3])> {
        let mut shown = vec![("true colour", hue.rgb), ("256 colours", of_palette(hue.palette))];
        if basic {
            shown.push(("16 colours, Linux", rgb(BASIC[0][usize::from(hue.basic)])));
            shown.push(("16 colours, xterm", rgb(BASIC[1][usize::from(hue.basic)])));
        }
        shown
    }

    fn grounds(theme: &Theme) -> Vec<(&'static str, Hue)> {
        let Grounds { check, best, threat, attacked, cursor, picked, .. } = theme.grounds;
        let pairs = [("square", theme.squares), ("last", theme.last), ("best", best), ("threat", threat)];
        let pairs = pairs.into_iter().chain([("attacked", attacked)]);
        let single = [("check", check), ("cursor", cursor), ("picked", picked)];
        pairs.flat_map(|(name, pair)| pair.map(|hue| (name, hue))).chain(single).collect()
    }

    #[test]
    fn each_piece_is_seen_on_each_square() {
        for theme in &THEMES {
            let least = if theme.name == "contrast" { 7.0 } else { 3.0 };
            let is_basic = theme.name == CONTRAST.name;
            for (name, ground) in grounds(theme) {
                for piece in theme.pieces.into_iter().chain([theme.grounds.target]) {
                    let pairs = shown(piece, is_basic).into_iter().zip(shown(ground, is_basic));
                    for ((depth, piece), (_, ground)) in pairs {
                        let least = if depth.starts_with("16") { 3.0 } else { least };
                        let ratio = contrast(piece, ground);
                        assert!(ratio >= least, "{}, {name}, {depth}: {ratio:.2}", theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn squares_and_marks_differ_at_every_depth() {
        for theme in &THEMES {
            let is_basic = theme.name == CONTRAST.name;
            let [light, dark] = theme.squares.map(|hue| shown(hue, is_basic));
            for (shade, squares) in [&light, &dark].into_iter().enumerate() {
                for (number, (depth, square)) in squares.iter().enumerate() {
                    let last = shown(theme.last[shade], is_basic)[number].1;
                    let others = [light[number].1, dark[number].1];
                    assert!(others.iter().all(|other| *other != last), "{}: last move, {depth}", theme.name);
                    assert!(others[1 - shade] != *square, "{}: {depth}", theme.name);
                }
            }
            let signs_differ = theme.signs;
            for (number, (depth, _)) in shown(theme.last[0], false).iter().enumerate() {
                let mut all: Vec<_> = grounds(theme).iter().map(|(_, hue)| shown(*hue, false)[number].1).collect();
                let count = all.len();
                all.sort_unstable();
                all.dedup();
                assert!(signs_differ || all.len() == count, "{}: two marks are the same in {depth}", theme.name);
            }
        }
    }
}
