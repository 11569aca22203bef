//! Arrows between files: which file takes a name from which other one, by an import or by a path in its code.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::Source;

/// A name that a file imports.
struct Import {
    path: Vec<String>,
    /// What it is called in the file.
    alias: String,
    is_public: bool,
}

/// A file as a module.
struct Module {
    /// Its path from the crate's root: `ui`, `console`, `play`.
    at: Vec<String>,
    imports: Vec<Import>,
    /// The code without its imports.
    body: String,
}

/// For each file, the files that it names, with one of the names.
pub struct Arrows(pub BTreeMap<String, BTreeMap<String, String>>);

impl Arrows {
    /// The arrows among these files.
    pub fn of(sources: &[&Source]) -> Arrows {
        let modules: BTreeMap<Vec<String>, Module> =
            sources.iter().map(|source| Module::of(source)).map(|module| (module.at.clone(), module)).collect();
        let names: BTreeMap<Vec<String>, &str> =
            sources.iter().map(|source| (place_of(&source.name), source.name.as_str())).collect();
        let mut arrows = BTreeMap::new();
        for module in modules.values() {
            let mut to = BTreeMap::new();
            for path in module.paths() {
                let Some((there, name)) = resolve(&modules, path, 0) else { continue };
                if there != module.at {
                    to.entry(names[&there].to_string()).or_insert(name);
                }
            }
            arrows.insert(names[&module.at].to_string(), to);
        }
        Arrows(arrows)
    }

    /// The number of arrows.
    pub fn count(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    /// A shortest circle, as `a.rs -> b.rs (Name) -> a.rs (name)`; none if the arrows make no circle.
    pub fn circle(&self) -> Option<String> {
        let circles = self.0.keys().filter_map(|file| self.way_back(file));
        let shortest = circles.min_by_key(Vec::len)?;
        let steps = shortest.windows(2).map(|pair| format!(" -> {} ({})", pair[1], self.0[pair[0]][pair[1]]));
        Some(format!("{}{}", shortest[0], steps.collect::<String>()))
    }

    /// The shortest way along the arrows from a file back to it, with the file at both ends.
    fn way_back<'a>(&'a self, file: &'a str) -> Option<Vec<&'a str>> {
        let mut ways = VecDeque::from([vec![file]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for next in self.0.get(*way.last()?)?.keys() {
                let longer = || way.iter().copied().chain([next.as_str()]).collect();
                if next == file {
                    return Some(longer());
                }
                if seen.insert(next) {
                    ways.push_back(longer());
                }
            }
        }
        None
    }
}

/// The module of a file: `ui/console/mod.rs` is `ui::console`.
fn place_of(name: &str) -> Vec<String> {
    let path = name.trim_end_matches(".rs").trim_end_matches("/mod");
    path.split('/').map(String::from).collect()
}

/// The file that defines what a path from the root names, and the rest of the path. Public imports are followed.
fn resolve(modules: &BTreeMap<Vec<String>, Module>, path: Vec<String>, depth: usize) -> Option<(Vec<String>, String)> {
    let length = (1..=path.len()).rev().find(|&length| modules.contains_key(&path[..length]))?;
    let (module, rest) = (&modules[&path[..length]], &path[length..]);
    let import = rest.first().and_then(|name| {
        module.imports.iter().find(|import| import.is_public && import.alias == *name).filter(|_| depth < 5)
    });
    let further = import.and_then(|import| module.rooted(&import.path)).and_then(|mut there| {
        there.extend_from_slice(&rest[1..]);
        resolve(modules, there, depth + 1)
    });
    if further.is_some() {
        return further;
    }
    Some((module.at.clone(), rest.first().cloned().unwrap_or("the module".into())))
}

impl Module {
    fn of(source: &Source) -> Module {
        let code: String = source.code().map(|(_, line)| format!("{line}\n")).collect();
        let (imports, body) = split_imports(&without_texts(&code));
        Module { at: place_of(&source.name), imports, body }
    }

    /// The paths from the root that the file names. What it only passes on from its own folder does not count.
    fn paths(&self) -> Vec<Vec<String>> {
        let imported = self.imports.iter().filter_map(|import| {
            let path = self.rooted(&import.path)?;
            (!import.is_public || !path.starts_with(&self.at)).then_some(path)
        });
        imported.chain(paths_in(&self.body).iter().filter_map(|path| self.rooted(path))).collect()
    }

    /// A path as written in this file, from the root; none if it begins with another crate or a name of the file.
    fn rooted(&self, path: &[String]) -> Option<Vec<String>> {
        match path.first()?.as_str() {
            "crate" => Some(path[1..].to_vec()),
            "self" | "super" => {
                let ups = path.iter().take_while(|part| *part == "super" || *part == "self").count();
                let supers = path[..ups].iter().filter(|part| *part == "super").count();
                let up = &self.at[..self.at.len().checked_sub(supers)?];
                Some(up.iter().chain(&path[ups..]).cloned().collect())
            }
            first => {
                let import = self.imports.iter().find(|import| import.alias == first && import.path != path);
                match import {
                    Some(import) => {
                        let mut whole = self.rooted(&import.path)?;
                        whole.extend_from_slice(&path[1..]);
                        Some(whole)
                    }
                    None => Some(self.at.iter().chain(path).cloned().collect()),
                }
            }
        }
    }
}

/// The code without texts in quotation marks and without comments behind it.
fn without_texts(code: &str) -> String {
    let (mut clean, mut rest) = (String::new(), code);
    while let Some(letter) = rest.chars().next() {
        let skipped = match letter {
            '"' => end_of_text(rest),
            'r' if rest.starts_with("r#\"") => rest.find("\"#").map_or(rest.len(), |at| at + 2),
            '\'' if rest.starts_with("'\"'") => 3,
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ => {
                clean.push(letter);
                letter.len_utf8()
            }
        };
        rest = &rest[skipped..];
    }
    clean
}

/// The length of the text in quotation marks with which the code begins.
fn end_of_text(code: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in code.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// The imports of a file, and the rest of its code.
fn split_imports(code: &str) -> (Vec<Import>, String) {
    let (mut imports, mut body, mut rest) = (Vec::new(), String::new(), code);
    while !rest.is_empty() {
        let end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let line = rest[..end].trim_start();
        let is_public = line.starts_with("pub");
        let behind = if is_public { line.split_once(' ').map_or("", |(_, behind)| behind) } else { line };
        if !behind.starts_with("use ") {
            body.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let end = rest.find(';').map_or(rest.len(), |at| at + 1);
        let tree = rest[..end].split_once("use ").map_or("", |(_, tree)| tree.trim_end_matches(';'));
        let branches = branches(tree).into_iter();
        imports.extend(branches.map(|(path, alias)| Import { path, alias, is_public }));
        rest = &rest[end..];
    }
    (imports, body)
}

/// The paths of an import, with the names that they get: `a::{b, c as d, e::{self, f}}`.
fn branches(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    if let Some((stem, list)) = tree.split_once('{') {
        let parts = parts_of(list.strip_suffix('}').unwrap_or(list));
        return parts.iter().flat_map(|part| branches(&format!("{stem}{part}"))).collect();
    }
    let (path, alias) = match tree.split_once(" as ") {
        Some((path, alias)) => (path, Some(alias.trim().to_string())),
        None => (tree, None),
    };
    let mut path: Vec<String> = path.split("::").map(|part| part.trim().to_string()).collect();
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let Some(last) = path.last().filter(|last| !last.is_empty()).cloned() else { return Vec::new() };
    vec![(path, alias.unwrap_or(last))]
}

/// The parts of a list, at the commas that are not inside an inner list.
fn parts_of(list: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0, 0, Vec::new());
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The paths with `::` in a code.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let runs = code.split(|letter: char| !is_part(letter)).filter(|run| run.contains("::"));
    let parts = |run: &str| run.split("::").map(String::from).collect::<Vec<String>>();
    runs.map(|run| parts(run.trim_end_matches(':'))).filter(|path| !path[0].is_empty()).collect()
}
