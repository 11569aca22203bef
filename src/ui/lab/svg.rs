//! Writes SVG pictures: plain shapes and text, readable on slides, on paper and in any browser.

use std::fmt::Write;

use crate::ui::page::html;

/// Fonts in order of preference, for the common systems.
const FONT: &str = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif";

/// Colour of text and axes.
pub const INK: &str = "#1f2933";
/// Colour of less important text.
pub const FAINT: &str = "#616e7c";
/// Colour of grid lines.
pub const GRID: &str = "#dde3ea";

/// The style of text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lettering {
    /// Height in pixels.
    pub size: f64,
    /// Colour.
    pub colour: &'static str,
    /// Whether it is bold.
    pub bold: bool,
    /// Its `text-anchor` in SVG: start, middle or end.
    pub anchor: &'static str,
}

impl Lettering {
    /// A style with this height in pixels, left-aligned.
    pub const fn of(size: f64) -> Lettering {
        Lettering { size, colour: INK, bold: false, anchor: "start" }
    }

    /// The same style, less prominent.
    pub const fn faint(self) -> Lettering {
        Lettering { colour: FAINT, ..self }
    }

    /// The same style, bold.
    pub const fn bold(self) -> Lettering {
        Lettering { bold: true, ..self }
    }

    /// The same style, centred on its position.
    pub const fn centred(self) -> Lettering {
        Lettering { anchor: "middle", ..self }
    }

    /// The same style, right-aligned at its position.
    pub const fn before(self) -> Lettering {
        Lettering { anchor: "end", ..self }
    }
}

/// A picture being drawn.
pub struct Svg {
    width: f64,
    height: f64,
    body: String,
}

impl Svg {
    /// An empty picture of this size in pixels.
    pub fn new(width: f64, height: f64) -> Svg {
        Svg { width, height, body: String::new() }
    }

    /// Adds an SVG element.
    pub fn element(&mut self, element: &str) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.body, "  {element}");
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.element(&format!(r#"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" {stroke}/>"#));
    }

    /// Adds text.
    pub fn text(&mut self, (x, y): (f64, f64), lettering: Lettering, text: &str) {
        let Lettering { size, colour, bold, anchor } = lettering;
        let weight = if bold { r#" font-weight="bold""# } else { "" };
        self.element(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}>{}</text>"#,
            html(text)
        ));
    }

    /// The complete file.
    pub fn finish(self) -> String {
        let Svg { width, height, body } = self;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FONT}\">\n  \
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{body}</svg>\n"
        )
    }
}
