//! Results of `help TEXT` if TEXT is not a command: terms, lessons, settings, and commands that mention it.

use crate::command::Usage;
use crate::ui::settings;

use super::{course, glossary, listing};

/// Maximum number of results of each kind: lessons, settings, commands.
const MOST: usize = 8;

/// The results for this text, one per line: first the glossary term and the table column of that name, then lessons. If
/// the text is a chapter number, the files of the chapter follow; otherwise, settings and commands do.
pub fn find(usages: &[Usage], text: &str) -> Vec<String> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Vec::new();
    }
    let chapter = text.trim_start_matches("chapter").trim().parse::<usize>().ok();
    let mut lines: Vec<String> = glossary::find(&text).iter().map(glossary::Term::told).collect();
    lines.extend(glossary::column(&text).map(String::from));
    lines.extend(lessons(&text, chapter).into_iter().take(MOST));
    if let Some(chapter) = chapter {
        let files = listing::files().filter(|file| listing::is_for_chapter(file, chapter));
        lines.extend(files.map(|file| format!("listing {file}: chapter {}", listing::chapter(file))));
        return lines;
    }
    lines.extend(settings(&text).into_iter().take(MOST));
    lines.extend(words(usages, &text).into_iter().take(MOST));
    lines
}

/// Finds lessons by number, by a chapter of the tutorial, or by a word of the title.
fn lessons(text: &str, chapter: Option<usize>) -> Vec<String> {
    let found = |number: usize, title: &str| match chapter {
        Some(chapter) => number == chapter || course::lesson_chapters(number).contains(&chapter),
        None => has_word(title, text),
    };
    let line = |number: usize, title: &str| match &course::lesson_chapters(number)[..] {
        [] => format!("lesson {number}: {title}"),
        chapters => {
            let chapters: Vec<String> = chapters.iter().map(usize::to_string).collect();
            format!("lesson {number}: {title} (chapter {})", chapters.join(", "))
        }
    };
    let titles = course::titles().into_iter().filter(|(number, _, title)| found(*number, title));
    titles.map(|(number, _, title)| line(number, title)).collect()
}

/// Finds settings by name, or by a word in their help text.
fn settings(text: &str) -> Vec<String> {
    let (by_name, by_help): (Vec<_>, Vec<_>) = settings::all()
        .map(|row| (row.name(), row.help()))
        .filter(|(name, help)| is_part(name, text) || has_word(help, text))
        .partition(|(name, _)| is_part(name, text));
    by_name.into_iter().chain(by_help).map(|(name, help)| format!("set {name}: {help}")).collect()
}

fn words(usages: &[Usage], text: &str) -> Vec<String> {
    let found = usages.iter().filter(|usage| has_word(usage.help, text) || is_part(usage.names, text));
    found.map(|usage| format!("help {}: {}", usage.name(), usage.help)).collect()
}

/// Whether the text is the whole name or one of its parts, which are separated by dots, hyphens or spaces.
fn is_part(name: &str, text: &str) -> bool {
    name.eq_ignore_ascii_case(text) || name.split(['.', '-', ' ']).any(|part| part.eq_ignore_ascii_case(text))
}

/// Whether a word of the explanation begins with the text.
fn has_word(explanation: &str, text: &str) -> bool {
    let explanation = explanation.to_lowercase();
    let starts = explanation.match_indices(text).map(|(at, _)| at);
    starts.into_iter().any(|at| !explanation[..at].ends_with(|letter: char| letter.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command;
    use crate::ui::dialogues::CONSOLE_WORDS;

    #[test]
    fn help_finds_settings_terms_lessons_and_chapters() {
        let find = |text| find(&command::usages(CONSOLE_WORDS), text).join("\n");
        assert!(find("elo").contains("set elo:"), "{}", find("elo"));
        assert!(find("theme").contains("set theme:"));
        let null = find("null");
        for part in ["null move (also", "set null:", "lesson 11: The null move", "help recipe:"] {
            assert!(null.contains(part), "{part}: {null}");
        }
        let chapter = find("17");
        assert!(chapter.contains("lesson 8: ") && chapter.contains("listing sortmoves:"), "{chapter}");
        assert!(find("1st%").contains("first-move cutoffs"));
        assert_eq!(find("xyzzy"), "");
    }
}
