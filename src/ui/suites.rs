//! The built-in test suites, by name: the files of `assets/suites`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::play::files;

/// Names and contents (EPD).
pub const BUILT_IN: [(&str, &str); 5] = [
    ("wac", include_str!("../../assets/suites/wac.epd")),
    ("ecm", include_str!("../../assets/suites/ecm.epd")),
    ("bk", include_str!("../../assets/suites/bk.epd")),
    ("mates", include_str!("../../assets/suites/mates.epd")),
    ("zugzwang", include_str!("../../assets/suites/zugzwang.epd")),
];

/// The text of the built-in suite with this name, with or without `.epd`.
///
/// [`None`] if there is no such suite, or if a file or directory with exactly this name exists. In the source tree, the
/// file in `assets/suites` is read, so that changes need no rebuild.
pub fn text(name: &str) -> Option<Cow<'static, str>> {
    if Path::new(name).exists() {
        return None;
    }
    let name = name.strip_suffix(".epd").unwrap_or(name);
    let is_bare =
        !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter));
    let in_tree = PathBuf::from("assets").join("suites").join(format!("{name}.epd"));
    if let Some(text) = files::read_text(&in_tree).ok().filter(|_| is_bare) {
        return Some(text.into());
    }
    BUILT_IN.iter().find(|(known, _)| *known == name).map(|(_, text)| (*text).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_suites_and_files_come_first() {
        for (name, suite) in BUILT_IN {
            assert_eq!(text(name).as_deref(), Some(suite));
            assert_eq!(text(&format!("{name}.epd")).as_deref(), Some(suite));
        }
        for name in ["", ".", "Cargo.toml", "nowhere.epd", "../suites/wac", "assets/suites/wac.epd"] {
            assert_eq!(text(name), None, "{name}");
        }
    }
}
