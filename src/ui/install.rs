//! Files that `install` writes for other programs and `uninstall` removes: the entry in a GUI's list of engines, the
//! logo, the manual page, completions for shells.
//!
//! | below the folder `share` | Linux | Windows |
//! |---|---|---|
//! | entry of the engine | `games/plugins/xboard/alula.eng` | `alula/winboard.txt` |
//! | logo | `games/plugins/logos/alula.png` | `alula/logo.bmp` |
//! | manual page | `man/man6/alula.6` | |
//! | bash | `bash-completion/completions/alula` | |
//! | zsh | `zsh/site-functions/_alula` | |
//! | fish | `fish/vendor_completions.d/alula.fish` | |
//! | PowerShell | `alula/alula.ps1` | `alula/alula.ps1` |
//!
//! `share` is the user's own folder ([`places::data_directory`]), or a folder below a prefix. XBoard 4.9 looks for
//! engines only below the prefixes `/usr/local` and `/usr`. A list of the files written is stored beside them, with a
//! fingerprint of each. A file with a different fingerprint is not Alula's: it is neither overwritten nor removed.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::command::Usage;
use crate::modern::network::file::checksum;
use crate::play::files::{self, MAX_TEXT, Overwrite};
use crate::readmove::shortened;

use super::arguments::file_name;
use super::entries::entries;
use super::{manual, places};

/// Path of the list of written files, below `share`.
const LIST: &str = "alula/installed.txt";

const LOGO_PNG: &[u8] = include_bytes!("../../assets/logo.png");
const LOGO_BMP: &[u8] = include_bytes!("../../assets/logo.bmp");

/// The folder `share` below a prefix; the user's own folder if the prefix is empty.
///
/// # Errors
/// A one-line reason if the folder cannot be determined.
pub fn share(prefix: &str) -> Result<PathBuf, String> {
    let prefix = file_name(prefix);
    if prefix.is_empty() {
        return places::data_directory().ok_or_else(|| "there is no home directory; name a prefix".into());
    }
    if prefix.starts_with('-') {
        return Err(format!("'{}' is not a folder; type a folder like /usr/local, or nothing", shortened(prefix)));
    }
    let prefix = std::path::absolute(prefix).map_err(|error| format!("{prefix}: {}", files::reason(&error)))?;
    Ok(prefix.join("share"))
}

/// The program's entry in the list of engines of XBoard or WinBoard: name, command and folder.
pub fn engine_line(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    let folder = program.parent().unwrap_or(Path::new("")).to_string_lossy();
    // Without `./`, XBoard does not find a program in that folder.
    let here = if cfg!(windows) { "" } else { "./" };
    format!("\"Alula\" -fcp \"{here}{name} xboard\" -fd \"{folder}\"")
}

/// The configuration that other programs need to run Alula. `{program}` is Alula's path; `{quoted}` is the path, in
/// quotes if it has spaces; `{escaped}` is the path escaped for use between quotes; `{folder}` and `{name}` are its two
/// parts, escaped in the same way.
const CLIENTS: &str = include_str!("../../assets/clients.txt");

/// The configuration that this client needs to run the program.
///
/// # Errors
/// A one-line message if the client is unknown.
pub fn entry(client: &str, program: &Path) -> Result<String, String> {
    let Some((_, lines)) = entries(CLIENTS).find(|(name, _)| name.eq_ignore_ascii_case(client)) else {
        let names: Vec<&str> = entries(CLIENTS).map(|(name, _)| name).collect();
        return Err(format!("unknown program '{}'; choose from {}", shortened(client), names.join(", ")));
    };
    let text = lines.join("\n");
    let escaped = |path: &Path| path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    let (folder, name) = (program.parent().unwrap_or(Path::new("")), program.file_name().unwrap_or_default());
    let text = text.replace("{program}", &program.to_string_lossy()).replace("{quoted}", &quoted(program));
    let text = text.replace("{folder}", &escaped(folder)).replace("{name}", &escaped(Path::new(name)));
    Ok(text.replace("{escaped}", &escaped(program)))
}

/// The path, in quotes if it has spaces.
fn quoted(program: &Path) -> String {
    let path = program.to_string_lossy();
    if path.contains(' ') { format!("\"{path}\"") } else { path.into() }
}

/// The files to install: paths below `share`, and contents.
fn parts(program: &Path, words: &[Usage]) -> Vec<(&'static str, Vec<u8>)> {
    let completions = |shell| manual::completions(shell, words).unwrap_or_default().into_bytes();
    let power_shell = ("alula/alula.ps1", completions("powershell"));
    if cfg!(windows) {
        let line = format!("{}\r\n", engine_line(program));
        return vec![("alula/winboard.txt", line.into()), ("alula/logo.bmp", LOGO_BMP.into()), power_shell];
    }
    let entry = format!("plugin spec 0.0\n{} xboard\nchess,fischerandom\n", quoted(program));
    vec![
        ("games/plugins/xboard/alula.eng", entry.into()),
        ("games/plugins/logos/alula.png", LOGO_PNG.into()),
        ("man/man6/alula.6", manual::page(words).into()),
        ("bash-completion/completions/alula", completions("bash")),
        ("zsh/site-functions/_alula", completions("zsh")),
        ("fish/vendor_completions.d/alula.fish", completions("fish")),
        power_shell,
    ]
}

/// The files written, each with the fingerprints it may have, and the folders created for them.
#[derive(Clone, Default)]
struct List {
    files: Vec<(u64, PathBuf)>,
    folders: Vec<PathBuf>,
}

impl List {
    /// Reads the list below this folder; empty if there is none. Skips invalid lines.
    fn read(share: &Path) -> List {
        let bytes = files::read(&share.join(LIST), MAX_TEXT).unwrap_or_default();
        let mut list = List::default();
        for (kind, path) in String::from_utf8_lossy(&bytes).lines().filter_map(|line| line.split_once(' ')) {
            let path = PathBuf::from(path);
            let is_plain = !path.components().any(|part| part == std::path::Component::ParentDir);
            match u64::from_str_radix(kind, 16) {
                Ok(print) if is_plain && path.starts_with(share) => list.files.push((print, path)),
                Err(_) if kind == "folder" && is_plain => list.folders.push(path),
                _ => {}
            }
        }
        list
    }

    fn write(&self, share: &Path) -> Result<(), String> {
        let mut text = String::new();
        for (print, path) in &self.files {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{print:016x} {}", path.display());
        }
        for path in &self.folders {
            let _ = writeln!(text, "folder {}", path.display());
        }
        files::write(&share.join(LIST), text.as_bytes(), Overwrite::Yes).map_err(|error| error.to_string())
    }

    /// Whether this file is in the list and unchanged.
    fn owns(&self, path: &Path) -> bool {
        let print = files::read(path, MAX_TEXT).map(|bytes| checksum(&bytes)).ok();
        self.files.iter().any(|(known, file)| Some(*known) == print && file == path)
    }

    /// Creates a folder and its parents where they are missing, and records the new ones.
    fn make_folder(&mut self, folder: &Path) -> Result<(), String> {
        let mut missing: Vec<&Path> = folder.ancestors().take_while(|path| !path.exists()).collect();
        missing.reverse();
        for path in missing {
            fs::create_dir(path).map_err(|error| refused("create", path, &error))?;
            self.folders.push(path.into());
        }
        Ok(())
    }
}

fn refused(what: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {what} {}: {}", path.display(), files::reason(error))
}

/// Writes all files for this program below `share`. Returns their paths.
///
/// # Errors
/// A one-line reason. Nothing is written if a file that is not Alula's is in the way.
pub fn install(share: &Path, program: &Path, words: &[Usage]) -> Result<Vec<PathBuf>, String> {
    let before = List::read(share);
    let parts: Vec<_> = parts(program, words).into_iter().map(|(place, bytes)| (share.join(place), bytes)).collect();
    let is_foreign = |(path, _): &&(PathBuf, _)| fs::symlink_metadata(path).is_ok() && !before.owns(path);
    if let Some((path, _)) = parts.iter().find(is_foreign) {
        return Err(format!("{} already exists and is not Alula's; nothing was written", path.display()));
    }
    let mut list = List { folders: before.folders.clone(), ..List::default() };
    list.files = parts.iter().map(|(path, bytes)| (checksum(bytes), path.clone())).collect();
    // Files that only an older version wrote stay in the list, so that `uninstall` removes them.
    let is_old = |path: &Path| path.exists() && parts.iter().all(|(written, _)| written != path);
    list.files.extend(before.files.iter().filter(|(_, path)| is_old(path)).cloned());
    let list_path = share.join(LIST);
    for path in parts.iter().map(|(path, _)| path).chain([&list_path]) {
        list.make_folder(path.parent().unwrap_or(share))?;
    }
    // Until all files are written, each may be the old or the new version, so the list has both fingerprints.
    List { files: [before.files, list.files.clone()].concat(), ..list.clone() }.write(share)?;
    for (path, bytes) in &parts {
        files::write(path, bytes, Overwrite::Yes).map_err(|error| error.to_string())?;
    }
    list.write(share)?;
    Ok(parts.into_iter().map(|(path, _)| path).collect())
}

/// The result of `uninstall`.
#[derive(Default)]
pub struct Removed {
    /// Removed files.
    pub files: Vec<PathBuf>,
    /// Files kept because the user has changed them.
    pub kept: Vec<PathBuf>,
}

/// Removes the files that [`install`] wrote below `share`, unless they were changed, and the empty folders it created.
///
/// # Errors
/// A one-line message if a file cannot be removed.
pub fn uninstall(share: &Path) -> Result<Removed, String> {
    let list = List::read(share);
    let mut removed = Removed::default();
    if list.files.is_empty() {
        return Ok(removed);
    }
    let mut paths: Vec<&PathBuf> = list.files.iter().map(|(_, path)| path).collect();
    // After an interrupted update, the list may name a file twice, with its old and its new fingerprint.
    paths.sort();
    paths.dedup();
    for path in paths.into_iter().filter(|path| fs::symlink_metadata(path).is_ok()) {
        if !list.owns(path) {
            removed.kept.push(path.clone());
            continue;
        }
        fs::remove_file(path).map_err(|error| refused("remove", path, &error))?;
        removed.files.push(path.clone());
    }
    let own = share.join(LIST);
    fs::remove_file(&own).map_err(|error| refused("remove", &own, &error))?;
    for folder in list.folders.iter().rev() {
        // A folder with other contents is kept.
        let _ = fs::remove_dir(folder);
    }
    Ok(removed)
}

/// Steps left to the user after an installation below this folder.
pub fn hints(share: &Path, prefix: &str) -> String {
    let script = share.join("alula/alula.ps1");
    let power_shell = format!("for completions in PowerShell, add to its profile: . '{}'", script.display());
    if cfg!(windows) {
        return power_shell;
    }
    let zsh = share.join("zsh/site-functions");
    let mut text = format!("for completions in zsh, add to .zshrc before compinit: fpath+=('{}')", zsh.display());
    if prefix.is_empty() {
        text += "\nXBoard finds engines only below /usr/local and /usr: run 'alula install /usr/local' as root";
    }
    text
}

/// Number of files installed below this folder that are still unchanged.
pub fn count(share: &Path) -> usize {
    let list = List::read(share);
    list.files.iter().filter(|(_, path)| list.owns(path)).count()
}
