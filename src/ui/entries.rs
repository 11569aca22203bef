//! Built-in lists of texts. Each entry is a name with indented lines below it; empty lines separate the entries.

/// Splits a list into entries: name and lines.
pub fn entries(list: &str) -> impl Iterator<Item = (&str, Vec<&str>)> {
    list.trim_end().split("\n\n").map(|entry| {
        let (name, lines) = entry.split_once('\n').unwrap_or((entry, ""));
        (name, lines.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect())
    })
}
