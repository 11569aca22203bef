//! # 6 · Reading commands
//!
//! Defines commands and parses lines: the first word of a line selects a command from a table of [`Word`]s, and the
//! rest are its arguments.
//!
//! Each dialogue has its own table and its own kind of action: the console's are in
//! [`ui::console`](crate::ui::console), XBoard's in [`ui::xboard`](crate::ui::xboard). The help texts of a command are
//! in its [`Usage`]: `help`, Tab completion, shell completions and the manual page are generated from it.
//!
//! **Differs here:** the tutorial's `commands()` is one function of a thousand lines, with an `if` for each word.
//!
//! **Read next:** [`defines`](crate::defines).

/// The heading under which `help` lists a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// Playing a game.
    Play,
    /// Looking at the position.
    Look,
    /// Setting up a position.
    Position,
    /// Limits and techniques of the search.
    Engine,
    /// Counting and measuring.
    Measure,
    /// The network: data, training, pictures.
    Learn,
    /// The null-move laboratory.
    Lab,
    /// The lessons.
    Lessons,
    /// The program itself.
    Program,
    /// A protocol for GUIs; `help` does not list its commands.
    Protocol,
}

impl Group {
    /// Name of the group as an argument of `help`.
    pub fn name(self) -> &'static str {
        match self {
            Group::Play => "playing",
            Group::Look => "looking",
            Group::Position => "positions",
            Group::Engine => "engine",
            Group::Measure => "measuring",
            Group::Learn => "training",
            Group::Lab => "lab",
            Group::Lessons => "course",
            Group::Program => "program",
            Group::Protocol => "protocol",
        }
    }

    /// The groups with their headings, in the order of `help`.
    pub const ALL: [(Group, &str); 9] = [
        (Group::Play, "Playing (just type a move: e4, Nf3, exd5, O-O, e2e4, e7e8q)"),
        (Group::Look, "Looking"),
        (Group::Position, "Setting up"),
        (Group::Engine, "The engine"),
        (Group::Measure, "Measuring"),
        (Group::Learn, "The evaluation network: its data, its training, its neurons"),
        (Group::Lab, "The null-move laboratory (tables also in CSV or JSON: --csv, --json)"),
        (Group::Lessons, "Lessons, terms, sources"),
        (Group::Program, "The program"),
    ];
}

/// Help texts of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Usage {
    /// The command's name, then its other names, separated by spaces.
    pub names: &'static str,
    /// The command's group in `help`.
    pub group: Group,
    /// The arguments as `help` shows them; empty if the command takes none.
    pub arguments: &'static str,
    /// Description of the command.
    pub help: &'static str,
    /// An example that can be typed verbatim; empty for protocol commands.
    pub example: &'static str,
    /// Related commands.
    pub see: &'static str,
}

impl Usage {
    /// The command's name, without its aliases.
    pub fn name(&self) -> &'static str {
        self.names.split(' ').next().unwrap_or_default()
    }

    /// Name and arguments.
    pub fn syntax(&self) -> String {
        format!("{} {}", self.name(), self.arguments).trim_end().into()
    }

    /// Whether `name` is the command's name or one of its aliases.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.split(' ').any(|known| known == name)
    }
}

/// One row of a dialogue's command table: the help texts and the action.
#[derive(Clone, Copy, Debug)]
pub struct Word<A> {
    /// Names, arguments and help.
    pub usage: Usage,
    /// The action, of a type that the dialogue defines.
    pub action: A,
}

/// The command words of a dialogue, in one or several tables.
pub type Words<A> = &'static [&'static [Word<A>]];

/// Splits the first word off a line.
pub fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()))
}

/// All words of the tables, in order.
pub fn all<A>(words: Words<A>) -> impl Iterator<Item = &'static Word<A>> {
    words.iter().flat_map(|table| table.iter())
}

/// The usage of every word of the tables.
pub fn usages<A>(words: Words<A>) -> Vec<Usage> {
    all(words).map(|word| word.usage).collect()
}

/// The word with this name or alias.
#[doc(alias = "commands")]
pub fn find<A>(words: Words<A>, name: &str) -> Option<&'static Word<A>> {
    all(words).find(|word| word.usage.is_called(name))
}

/// Words whose name starts with this prefix. A single letter is not accepted as an abbreviation.
pub fn beginning_with<A>(words: Words<A>, beginning: &str) -> Vec<&'static Word<A>> {
    if beginning.len() < 2 {
        return Vec::new();
    }
    all(words).filter(|word| word.usage.name().starts_with(beginning)).collect()
}

/// The name or alias closest to this spelling; [`None`] if none is close enough.
pub fn like<A>(words: Words<A>, name: &str) -> Option<&'static str> {
    closest(name, all(words).flat_map(|word| word.usage.names.split(' ')))
}

/// The name with the smallest edit distance, ignoring names of one letter; [`None`] if no name is close enough.
pub fn closest<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_ascii_lowercase();
    let most = if name.chars().count() < 5 { 1 } else { 2 };
    let near = names.filter(|known| known.len() > 1).map(|known| (edit_distance(&name, known), known));
    near.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}

/// Minimum number of single-letter insertions, deletions and substitutions that turn one word into the other
/// (Levenshtein 1966). Ignores the letters of `a` beyond the 32nd.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().take(32).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn word(names: &'static str) -> Word<u8> {
        let usage = Usage { names, group: Group::Play, arguments: "", help: "", example: "", see: "" };
        Word { usage, action: 0 }
    }

    const WORDS: Words<u8> = &[&[word("perft"), word("divide"), word("selfplay cc")], &[word("undo"), word("d")]];

    #[test]
    fn words_are_found_by_all_their_names_in_all_tables() {
        assert_eq!(find(WORDS, "cc").map(|word| word.usage.name()), Some("selfplay"));
        assert_eq!(find(WORDS, "undo").map(|word| word.usage.name()), Some("undo"));
        assert!(find(WORDS, "per").is_none() && find(WORDS, "").is_none());
        assert_eq!(usages(WORDS).len(), 5);
    }

    #[test]
    fn prefixes_abbreviate_words() {
        let names = |text| -> Vec<_> { beginning_with(WORDS, text).iter().map(|word| word.usage.name()).collect() };
        assert_eq!(names("di"), ["divide"]);
        assert!(names("d").is_empty() && names("x").is_empty());
    }

    #[test]
    fn misspelt_words_are_recognised() {
        assert_eq!(like(WORDS, "prft"), Some("perft"));
        assert_eq!(like(WORDS, "dividee"), Some("divide"));
        assert_eq!(like(WORDS, "Undo"), Some("undo"));
        assert_eq!(like(WORDS, "xyzzy"), None);
    }

    #[test]
    fn lines_are_split_at_the_first_blank() {
        assert_eq!(split_word("  perft   5 "), ("perft", "5"));
        assert_eq!(split_word(""), ("", ""));
    }
}
