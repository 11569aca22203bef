//! Writes the pages of the site: `pages FOLDER`. The folder must already contain the module, the scripts and the
//! styles. The program also writes a list of all files, for offline use.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

use alula::ui::console::lessons::course;
use alula::ui::console::lessons::experiment::{Exercise, Experiment};
use alula::ui::console::lessons::listing;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html};
use serde_json::json;

/// Pages may load files only from their own site. Compiling WebAssembly needs a separate permission.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const NULL_MOVES: &str = include_str!("../../../docs/null-move.md");
const HOME: &str = include_str!("../../pages/home.html");
const PLAY: &str = include_str!("../../pages/play.html");
const TREE: &str = include_str!("../../pages/tree.html");
const LABORATORY: &str = include_str!("../../pages/laboratory.html");

fn main() -> ExitCode {
    let Some(folder) = env::args().nth(1) else {
        eprintln!("pages FOLDER");
        return ExitCode::FAILURE;
    };
    match write(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("Error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A page of the course: its file, title and Markdown.
struct Chapter {
    number: usize,
    file: String,
    title: String,
    source: String,
}

fn chapters() -> io::Result<Vec<Chapter>> {
    let lessons = course::all().map_err(io::Error::other)?;
    let lesson = |lesson: course::Lesson| Chapter {
        number: lesson.number,
        file: lesson.file.replace(".md", ".html"),
        title: lesson.title,
        source: lesson.source,
    };
    let mut chapters: Vec<Chapter> = lessons.into_iter().map(lesson).collect();
    let (file, title, source) = ("null-move.html".into(), "Null moves: statements".into(), NULL_MOVES.into());
    chapters.push(Chapter { number: 0, file, title, source });
    Ok(chapters)
}

fn write(folder: &Path) -> io::Result<()> {
    let chapters = chapters()?;
    let mut contents = String::new();
    for (index, chapter) in chapters.iter().enumerate() {
        let (body, cells) = body(chapter).map_err(io::Error::other)?;
        let near = |index: Option<usize>| index.and_then(|index| chapters.get(index));
        let nav = neighbours(near(index.checked_sub(1)), near(Some(index + 1)));
        let body = format!("<article data-lesson=\"{}\">\n{body}\n</article>\n{nav}", chapter.number);
        fs::write(folder.join(&chapter.file), page(&chapter.title, "lesson", &body))?;
        let number = if chapter.number == 0 { String::new() } else { format!("{} · ", chapter.number) };
        let _ = writeln!(
            contents,
            "<li><a href=\"{}\">{number}{}</a> <span class=\"progress\" data-lesson=\"{}\" data-cells=\"{cells}\"></span></li>",
            chapter.file,
            escaped(&chapter.title),
            chapter.number
        );
    }
    fs::write(folder.join("index.html"), page("Alula", "home", &HOME.replace("{contents}", &contents)))?;
    fs::write(folder.join("play.html"), page("Play and analyse", "play", PLAY))?;
    let text = listing::find("alphabetapvs").map_err(io::Error::other)?.text;
    fs::write(folder.join("tree.html"), page("The tree", "tree", &TREE.replace("{listing}", &lit(&text)?)))?;
    fs::write(folder.join("laboratory.html"), page("Laboratory", "laboratory", LABORATORY))?;
    list_files(folder)
}

/// The HTML page around a body. It runs the script of this name.
fn page(title: &str, script: &str, body: &str) -> String {
    let title = escaped(title);
    let name = if title == "Alula" { title.clone() } else { format!("{title} · Alula") };
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{name}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="chessground.css">
<link rel="stylesheet" href="style.css">
<script type="module" src="{script}.js"></script>
</head>
<body class="{script}">
<header><nav aria-label="Site"><a class="home" href="index.html">Alula</a> <a href="play.html">Play</a>
<a href="tree.html">Tree</a> <a href="laboratory.html">Laboratory</a>
<button type="button" class="size" aria-pressed="false">Large type</button></nav></header>
<main>
{body}
</main>
</body>
</html>
"#
    )
}

fn neighbours(before: Option<&Chapter>, after: Option<&Chapter>) -> String {
    let link = |chapter: Option<&Chapter>, class: &str| {
        chapter
            .map_or(String::new(), |it| format!("<a class=\"{class}\" href=\"{}\">{}</a>", it.file, escaped(&it.title)))
    };
    format!("<nav class=\"near\" aria-label=\"Lessons\">{}{}</nav>", link(before, "before"), link(after, "after"))
}

/// The text of a chapter, and its number of experiments.
fn body(chapter: &Chapter) -> Result<(String, usize), String> {
    let mut writer = Writer::default();
    let mut events = Vec::new();
    for event in Parser::new_ext(&chapter.source, Options::ENABLE_TABLES) {
        events.extend(writer.take(event)?);
    }
    let mut text = String::new();
    html::push_html(&mut text, events.into_iter());
    // The page's policy does not allow style attributes.
    let text = text.replace(" style=\"text-align: right\"", " class=\"right\"");
    let text = text.replacen("</h1>", &format!("</h1>\n{}", writer.opening), 1);
    let text = text.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>");
    Ok((text, writer.cells))
}

/// Converts the blocks of a lesson to parts of a page.
#[derive(Default)]
struct Writer {
    code: Option<(String, String)>,
    comment: Option<String>,
    /// Whether the open link leads to a file that is not on the site, so that only its text is kept.
    leaves: bool,
    cells: usize,
    /// The first experiment with a question, repeated at the top of the page, where a reader can run it before reading
    /// the text.
    opening: String,
}

impl Writer {
    fn take<'a>(&mut self, event: Event<'a>) -> Result<Option<Event<'a>>, String> {
        Ok(match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let kind = if let CodeBlockKind::Fenced(kind) = kind { kind.to_string() } else { String::new() };
                self.code = Some((kind, String::new()));
                None
            }
            Event::End(TagEnd::CodeBlock) => {
                let (kind, code) = self.code.take().unwrap_or_default();
                Some(Event::Html(self.block(&kind, &code)?.into()))
            }
            Event::Text(text) if self.code.is_some() => {
                self.code.iter_mut().for_each(|(_, code)| code.push_str(&text));
                None
            }
            Event::Start(Tag::HtmlBlock) => {
                self.comment = Some(String::new());
                None
            }
            Event::End(TagEnd::HtmlBlock) => {
                let comment = self.comment.take().unwrap_or_default();
                exercise(comment.trim())?.map(|text| Event::Html(text.into()))
            }
            Event::Html(text) if self.comment.is_some() => {
                self.comment.iter_mut().for_each(|comment| comment.push_str(&text));
                None
            }
            Event::Start(Tag::Link { dest_url, link_type, title, id }) => {
                let target = target(&dest_url);
                self.leaves = target.is_none();
                target.map(|url| Event::Start(Tag::Link { dest_url: CowStr::from(url), link_type, title, id }))
            }
            Event::End(TagEnd::Link) if self.leaves => None,
            Event::InlineHtml(_) => None,
            event => Some(event),
        })
    }

    fn block(&mut self, kind: &str, code: &str) -> Result<String, String> {
        match kind {
            "alula" | "alula slow" => {
                self.cells += 1;
                let experiment = Experiment::read(code, 0)?;
                let cell = cell(self.cells - 1, &experiment, kind == "alula slow");
                if self.opening.is_empty() && experiment.guess.is_some() {
                    self.opening =
                        format!("<section class=\"opening\"><p>A question to begin with:</p>\n{cell}</section>\n");
                }
                Ok(cell)
            }
            "fen" => Ok(format!(
                "<div class=\"diagram\" data-fen=\"{0}\"><p class=\"fen\">{0}</p></div>\n",
                escaped(code.trim())
            )),
            _ => Ok(format!("<pre><code>{}</code></pre>\n", escaped(code.trim_end()))),
        }
    }
}

/// Target of a link; [`None`] if it leads to a file that is not on the site.
fn target(url: &str) -> Option<String> {
    if url.starts_with("https://") || url.starts_with('#') {
        return Some(url.into());
    }
    let (path, place) = url.split_once('#').unwrap_or((url, ""));
    let name = path.rsplit('/').next()?;
    let is_lesson = course::titles().iter().any(|(_, file, _)| *file == name);
    let place = if place.is_empty() { String::new() } else { format!("#{place}") };
    (is_lesson || name == "null-move.md").then(|| format!("{}{place}", name.replace(".md", ".html")))
}

/// An experiment: its guess, its commands, and space for the results.
fn cell(index: usize, experiment: &Experiment, slow: bool) -> String {
    let lines: Vec<&str> = experiment.lines.iter().map(|line| line.text.as_str()).collect();
    let commands: Vec<&str> = experiment.commands().collect();
    let guess = experiment.guess.as_ref().map_or(String::new(), |guess| {
        format!(
            "<p class=\"guess\"><label>{} <input name=\"guess\" autocomplete=\"off\"></label></p>\n",
            escaped(&guess.question)
        )
    });
    let data = json!({ "lines": lines, "columns": experiment.columns, "slow": slow,
        "guess": experiment.guess.as_ref().map(|guess| format!("guess {} : {}", guess.what, guess.question)) });
    let rows = commands.len().max(1);
    format!(
        "<form class=\"cell\" data-cell=\"{index}\" data-lines=\"{}\">\n{guess}<div class=\"desk\"></div>\n\
         <label class=\"commands\"><span class=\"hidden\">Commands of the experiment</span>\
         <textarea name=\"commands\" rows=\"{rows}\" spellcheck=\"false\" wrap=\"off\">{}</textarea></label>\n\
         <p class=\"buttons\"><button>{}</button> <button type=\"button\" name=\"stop\" hidden>Stop</button>\
         <button type=\"button\" name=\"reset\" hidden>Reset</button> <span class=\"state\" role=\"status\"></span></p>\n\
         <div class=\"results\"></div>\n</form>\n",
        escaped(&data.to_string()),
        escaped(&commands.join("\n")),
        if slow { "Run (slow)" } else { "Run" }
    )
}

/// The form for the exercise in this comment, if the page can check it. Its solution stays in the engine.
fn exercise(comment: &str) -> Result<Option<String>, String> {
    let Some(inner) = comment.strip_prefix("<!-- exercise ").and_then(|inner| inner.strip_suffix("-->")) else {
        return Ok(None);
    };
    let (name, lines) = inner.split_once('\n').unwrap_or((inner, ""));
    let exercise = Exercise::read(name.trim(), lines, 0)?;
    if exercise.solutions.is_empty() {
        return Ok(None);
    }
    let name = escaped(&exercise.name);
    let field = if exercise.takes_settings {
        "<textarea name=\"answer\" rows=\"2\" spellcheck=\"false\" placeholder=\"set NAME VALUE\"></textarea>"
    } else {
        "<input name=\"answer\" autocomplete=\"off\">"
    };
    let asks = if exercise.takes_settings { "your settings" } else { "your answer" };
    Ok(Some(format!(
        "<form class=\"exercise\" data-name=\"{name}\"><p><label>Exercise {name}, {asks}: {field}</label> \
         <button>Check</button> <output></output></p></form>\n"
    )))
}

/// Parts of `alphabetapvs`: the name that a recorded node uses, and a prefix of the part's first line. A part ends
/// where the next one begins.
const PARTS: [(&str, &str); 13] = [
    ("head", "///"),
    ("begin", "// time is up"),
    ("leaf", "if depth <= 0 {"),
    ("repetition", "// repetition check"),
    ("begin", "let in_check ="),
    ("null", "// step 94: try a null move"),
    ("null cut", "if val >= beta || self.timedout"),
    ("moves", "self.allownull = true;"),
    ("cutoff", "if val >= beta {"),
    ("better", "if val > alpha {"),
    ("end", "// update the history heuristic"),
    ("no moves", "// checkmate or stalemate"),
    ("end", "alpha"),
];

/// The listing with a `span` around each part.
///
/// # Errors
/// A missing part.
fn lit(text: &str) -> io::Result<String> {
    let mut html = String::new();
    let mut parts = PARTS.iter().peekable();
    for line in text.lines() {
        let code = line.trim_start();
        if let Some((name, _)) = parts.next_if(|(_, begin)| code.starts_with(begin)) {
            if !html.is_empty() {
                html.push_str("</span>");
            }
            let _ = write!(html, "<span data-part=\"{name}\">");
        }
        let _ = writeln!(html, "{}", escaped(line));
    }
    match parts.next() {
        Some((name, _)) => Err(io::Error::other(format!("alphabetapvs has no part '{name}'"))),
        None => Ok(html + "</span>"),
    }
}

/// Writes a list of all files, and a hash of their contents.
fn list_files(folder: &Path) -> io::Result<()> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<_>>()?;
    names.retain(|name| name != "files.js");
    names.sort();
    let mut hasher = DefaultHasher::new();
    for name in &names {
        (name, fs::read(folder.join(name))?).hash(&mut hasher);
    }
    let text = format!("self.VERSION = \"{:016x}\";\nself.FILES = {};\n", hasher.finish(), json!(names));
    fs::write(folder.join("files.js"), text)
}

/// Escapes text for HTML, including attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_of_the_listing_is_found() {
        let text = listing::find("alphabetapvs").expect("the search").text;
        let html = lit(&text).expect("all parts");
        assert_eq!(html.matches("<span data-part").count(), PARTS.len());
        assert_eq!(html.matches("</span>").count(), PARTS.len());
    }

    #[test]
    fn pages_have_every_experiment_and_no_solution() {
        for chapter in chapters().expect("the lessons") {
            let (text, cells) = body(&chapter).expect("a page");
            assert_eq!(cells, chapter.source.matches("```alula").count(), "{}", chapter.file);
            assert!(!text.contains("<!--") && !text.contains("style="), "{}", chapter.file);
            assert!(!text.lines().any(|line| line.starts_with("solution ")), "{}", chapter.file);
        }
    }

    #[test]
    fn links_stay_on_the_site_or_are_left_out() {
        assert_eq!(target("../../docs/null-move.md#x"), Some("null-move.html#x".into()));
        assert_eq!(target("05-alphabeta.md"), Some("05-alphabeta.html".into()));
        assert_eq!(target("../../src/search.rs"), None);
    }
}
