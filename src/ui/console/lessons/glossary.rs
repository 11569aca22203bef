//! The glossary: computer chess terms, each with its lesson, and explanations of table columns whose names are not
//! terms.

use crate::ui::entries::entries;

/// For each term: a line with its name and synonyms, then indented lines with the lesson and the explanation.
const SOURCE: &str = include_str!("../../../../assets/glossary.txt");
/// The table columns whose names are not terms, one per line: `NAME: EXPLANATION`.
const COLUMNS: &str = include_str!("../../../../assets/columns.txt");

/// A computer chess term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Term {
    /// The term and its synonyms.
    pub names: Vec<&'static str>,
    /// The lesson that introduces the term.
    pub lesson: usize,
    /// The explanation.
    pub text: String,
}

impl Term {
    /// The main name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// The synonyms in parentheses.
    fn others(&self) -> String {
        match &self.names[1..] {
            [] => String::new(),
            others => format!(" (also: {})", others.join(", ")),
        }
    }

    /// The term with its synonyms, explanation and lesson.
    pub fn told(&self) -> String {
        format!("{}{}: {} See lesson {}.", self.name(), self.others(), self.text, self.lesson)
    }
}

/// All terms in alphabetical order.
pub fn terms() -> Vec<Term> {
    let term = |(names, lines): (&'static str, Vec<&str>)| {
        let (lesson, text) = lines.split_first()?;
        let lesson = lesson.strip_prefix("lesson ")?.parse().ok()?;
        Some(Term { names: names.split(", ").collect(), lesson, text: text.join(" ") })
    };
    let mut terms: Vec<Term> = entries(SOURCE).filter_map(term).collect();
    terms.sort_by_key(|term| term.name().to_lowercase());
    terms
}

/// A name in lower case, without spaces and without punctuation except `%` and `/`: `fail-high` and `Fail high` are the
/// same.
fn simple(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric() || "%/²".contains(*c)).flat_map(char::to_lowercase).collect()
}

/// The term with this name.
pub fn find(name: &str) -> Option<Term> {
    terms().into_iter().find(|term| term.names.iter().any(|known| simple(known) == simple(name)))
}

/// The name and the explanation of a column. `name` is case-insensitive, and may have hyphens in place of spaces.
pub fn column(name: &str) -> Option<&'static str> {
    let is_meant = |known: &str| known.eq_ignore_ascii_case(name) || known.replace(' ', "-").eq_ignore_ascii_case(name);
    COLUMNS.lines().find(|line| line.split_once(": ").is_some_and(|(known, _)| is_meant(known)))
}

/// The names of all terms, with their synonyms.
pub fn names() -> impl Iterator<Item = &'static str> {
    terms().into_iter().flat_map(|term| term.names)
}

/// The glossary as Markdown, for `docs/glossary.md`.
pub fn page() -> String {
    let mut page = String::from(
        "# Glossary\n\nThe technical terms of the lessons, the help and the tables. \
         In the program: `glossary WORD`. This page is\nwritten by `glossary --markdown` from `assets/glossary.txt`.\n",
    );
    let titles = super::course::titles();
    for term in terms() {
        let file = titles.iter().find(|(number, ..)| *number == term.lesson).map_or("", |(_, file, _)| file);
        let lesson = format!("[Lesson {}](../assets/lessons/{file})", term.lesson);
        let text = format!("**{}**{}: {} {lesson}.", term.name(), term.others(), term.text);
        page.push_str(&format!("\n{}\n", crate::ui::show::wrap(&text, 118, 0)));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::closest;
    use std::collections::HashSet;

    #[test]
    fn every_term_has_a_text_and_a_lesson_and_names_are_unique() {
        let lessons: Vec<usize> = super::super::course::titles().into_iter().map(|(number, ..)| number).collect();
        let mut seen = HashSet::new();
        for term in terms() {
            assert!(term.text.ends_with('.'), "{}: {}", term.name(), term.text);
            assert!(lessons.contains(&term.lesson), "{} has no lesson {}", term.name(), term.lesson);
            for name in &term.names {
                assert!(seen.insert(simple(name)), "{name} occurs twice");
            }
        }
    }

    #[test]
    fn spelling_does_not_matter_much() {
        assert_eq!(find("Fail High").map(|term| term.name()), Some("fail-high"));
        assert_eq!(find("xyzzy"), None);
        assert!(column("los%").is_some_and(|line| line.starts_with("LOS%: ")));
        assert_eq!(closest("zugzwnag", names()), Some("zugzwang"));
    }
}
