//! Text colours and styles: those of the terminal library, or none without the feature `terminal`.

#[cfg(feature = "terminal")]
pub use crossterm::style::{Color, Stylize, force_color_output};
#[cfg(not(feature = "terminal"))]
pub use plain::{Color, Stylize, force_color_output};

/// Without the feature `terminal`, all text is plain.
#[cfg(not(feature = "terminal"))]
mod plain {
    use std::fmt::Display;

    /// A colour, named as in the terminal library.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Color {
        /// One of 256 colours.
        AnsiValue(u8),
        /// Red, green and blue.
        Rgb {
            /// Red.
            r: u8,
            /// Green.
            g: u8,
            /// Blue.
            b: u8,
        },
    }

    /// Does nothing, because there are no colours.
    pub fn force_color_output(_: bool) {}

    macro_rules! styles {
        ($($name:ident),*) => {
            /// The styles in use.
            pub trait Stylize: Display {
                $(
                    /// Returns the plain text; the style is ignored.
                    fn $name(&self) -> String {
                        self.to_string()
                    }
                )*

                /// Returns the plain text; the colour is ignored.
                fn with(&self, _: Color) -> String {
                    self.to_string()
                }

                /// Returns the plain text; the background is ignored.
                fn on(&self, _: Color) -> String {
                    self.to_string()
                }
            }
        };
    }

    styles!(bold, italic, underlined, blue, cyan, dark_grey, green, magenta, yellow);

    impl<T: Display + ?Sized> Stylize for T {}
}
