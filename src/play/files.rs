//! Reads the user's files within size limits, and writes them without risking data loss.
//!
//! Files are changed in place, not replaced by a new file of the same name, so they keep owner, mode and links. Some of
//! Alula's own files are [replaced](write_whole) instead, so that a killed program leaves a whole file. Only regular
//! files are accepted: directories cannot be read, a pipe may block, and a device may be endless.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use thiserror::Error;

use super::text::{decoded, is_utf16};
use crate::readmove;

/// Largest file that is read into memory, in bytes.
pub const MAX_TEXT: u64 = 64 << 20;

/// Names and contents of the only files in a browser: those that the web page provides.
#[cfg(target_family = "wasm")]
pub static OF_THE_PAGE: std::sync::OnceLock<&[(&str, &str)]> = std::sync::OnceLock::new();

/// Reasons why a file could not be read or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {0}: {reason}", reason = reason(.1))]
    Read(String, io::Error),
    /// Writing failed.
    #[error("cannot write {0}: {reason}; nothing was changed", reason = reason(.1))]
    Write(String, io::Error),
    /// Overwriting failed midway.
    #[error("cannot write {0}: {reason}; its old contents are partly overwritten", reason = reason(.1))]
    Overwriting(String, io::Error),
    /// An attempt to append to a UTF-16 file.
    #[error("{0} is UTF-16, which Alula cannot append to; save it as UTF-8 first")]
    Utf16(String),
    /// The path is a directory, a pipe or a device.
    #[error("{0} is {1}, not a regular file")]
    NotAFile(String, &'static str),
    /// The file contains NUL characters.
    #[error("{0} is not a text file")]
    NotText(String),
    /// The file is too large.
    #[error("{0} is too large: {1} bytes; the limit is {2}")]
    TooLarge(String, u64, u64),
    /// The file exists, and overwriting was not allowed.
    #[error("{0} already exists; --force overwrites it")]
    Exists(String),
}

/// Whether an existing file may be overwritten.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Overwrite {
    /// No: an existing file is an error.
    #[default]
    No,
    /// Yes.
    Yes,
}

/// The system's error message in lower case, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

/// The reason why a folder or a file cannot be read. Common reasons have the same text on every system.
pub fn plain_reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "it does not exist".into(),
        ErrorKind::PermissionDenied => "reading it is not allowed".into(),
        ErrorKind::NotADirectory => "it is not a folder".into(),
        ErrorKind::UnexpectedEof => "it was truncated".into(),
        _ => reason(error),
    }
}

/// A path, [safe to show](readmove::shown).
pub fn shown(path: &Path) -> String {
    readmove::shown(&path.to_string_lossy())
}

fn what(metadata: &Metadata) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = metadata.file_type();
        if kind.is_fifo() {
            return "a pipe";
        }
        if kind.is_socket() {
            return "a socket";
        }
    }
    if metadata.is_dir() { "a directory" } else { "a device" }
}

/// Rejects anything but a regular file before opening it: opening a pipe would wait for its other end.
fn check(path: &Path) -> Result<(), FileError> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(FileError::NotAFile(shown(path), what(&metadata))),
        _ => Ok(()),
    }
}

/// Opens a regular file for reading.
///
/// # Errors
/// The reason.
pub fn open(path: &Path) -> Result<File, FileError> {
    check(path)?;
    File::open(path).map_err(|error| FileError::Read(shown(path), error))
}

/// A seekable reader.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Opens a text file that may be large. Streams it, unless it is UTF-16: unlike the other encodings, UTF-16 cannot be
/// decoded piece by piece.
///
/// # Errors
/// The reason; UTF-16 files of more than [`MAX_TEXT`] bytes are rejected.
pub fn open_text(path: &Path) -> Result<Box<dyn ReadSeek>, FileError> {
    let unreadable = |error| FileError::Read(shown(path), error);
    let mut file = open(path)?;
    let mut mark = [0; 2];
    let has_mark = file.read(&mut mark).map_err(unreadable)? == 2;
    if has_mark && is_utf16(mark) {
        return Ok(Box::new(Cursor::new(read_text(path)?.into_bytes())));
    }
    file.rewind().map_err(unreadable)?;
    Ok(Box::new(file))
}

/// The bytes of a regular file of at most `limit` bytes.
///
/// # Errors
/// The reason.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, FileError> {
    #[cfg(target_family = "wasm")]
    if let Some((_, text)) = OF_THE_PAGE.get().into_iter().copied().flatten().find(|(name, _)| Path::new(name) == path)
    {
        return Ok(text.as_bytes().into());
    }
    let file = open(path)?;
    let failed = |error| FileError::Read(shown(path), error);
    let length = file.metadata().map_err(failed)?.len();
    if length > limit {
        return Err(FileError::TooLarge(shown(path), length, limit));
    }
    let mut bytes = Vec::new();
    file.take(limit).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// The [text](decoded) of a regular file of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// The reason.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let text = decoded(&read(path, MAX_TEXT)?);
    if text.contains('\0') { Err(FileError::NotText(shown(path))) } else { Ok(text) }
}

/// Separator between the old text of a file and appended lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gap {
    /// A line end.
    Line,
    /// An empty line.
    EmptyLine,
}

/// Appends whole lines to a text file, separated from its text by `gap` and with the file's own line endings. Creates a
/// missing file.
///
/// # Errors
/// The reason.
pub fn append_lines(path: &Path, text: &str, gap: Gap) -> Result<(), FileError> {
    check(path)?;
    let end = if path.exists() { read_end(path)? } else { Vec::new() };
    let line_end = match end.iter().rposition(|&byte| byte == b'\n') {
        Some(at) if end[..at].ends_with(b"\r") => "\r\n",
        None if end.contains(&b'\r') => "\r",
        _ => "\n",
    };
    let wanted = if gap == Gap::EmptyLine { 2 } else { 1 };
    let blank = end.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    let ends = super::text::count_lines(&end[end.len() - blank..]) as usize;
    let missing = if end.is_empty() { 0 } else { wanted - ends.min(wanted) };
    append(path, (line_end.repeat(missing) + &text.replace('\n', line_end)).as_bytes())
}

/// The last bytes of a file, enough to recognise its line endings.
fn read_end(path: &Path) -> Result<Vec<u8>, FileError> {
    const MOST: u64 = 1 << 12;
    let mut bytes = Vec::new();
    let mut file = open(path)?;
    let read = file.metadata().and_then(|metadata| {
        file.seek(SeekFrom::Start(metadata.len().saturating_sub(MOST)))?;
        file.read_to_end(&mut bytes)
    });
    read.map(|_| bytes).map_err(|error| FileError::Read(shown(path), error))
}

/// Rejects a UTF-16 file: Alula writes UTF-8, and a file must not mix encodings.
///
/// # Errors
/// The file is UTF-16.
pub fn check_encoding(path: &Path) -> Result<(), FileError> {
    let mut mark = [0; 2];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut mark));
    if read.is_ok() && is_utf16(mark) { Err(FileError::Utf16(shown(path))) } else { Ok(()) }
}

/// Appends to a regular file that is not UTF-16; creates a missing one. On failure, the old length is restored.
fn append(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    check(path)?;
    check_encoding(path)?;
    let is_new = !path.exists();
    // Windows cannot truncate a file opened for appending, so the old length could not be restored.
    let opened = OpenOptions::new().create(true).truncate(false).write(true).append(cfg!(unix)).open(path);
    opened.and_then(|mut file| extend(&mut file, bytes)).map_err(|error| {
        remove_if_new(path, is_new);
        FileError::Write(shown(path), error)
    })
}

/// Checks in advance whether [`write()`] would reject a path. Called before a long task whose result is to be written.
///
/// # Errors
/// The path is not a regular file, it cannot be opened for writing, or the file exists and may not be overwritten.
pub fn check_writable(path: &Path, overwrite: Overwrite) -> Result<(), FileError> {
    check(path)?;
    if overwrite == Overwrite::No && path.exists() {
        return Err(FileError::Exists(shown(path)));
    }
    let is_new = path.symlink_metadata().is_err();
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    opened.map_err(|error| FileError::Write(shown(path), error))?;
    remove_if_new(path, is_new);
    Ok(())
}

/// Writes a regular file. An existing file is overwritten in place, if allowed. It is first extended to the size of the
/// new text, so a full disk is detected before any data is lost.
///
/// # Errors
/// The reason.
pub fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), FileError> {
    check_writable(path, overwrite)?;
    let is_new = !path.exists();
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path);
    let opened = opened.map_err(|error| FileError::Write(shown(path), error));
    let written = opened.and_then(|mut file| write_in_place(path, &mut file, bytes));
    written.inspect_err(|_| remove_if_new(path, is_new))
}

fn write_in_place(path: &Path, file: &mut File, bytes: &[u8]) -> Result<(), FileError> {
    let unchanged = |error| FileError::Write(shown(path), error);
    let old = file.metadata().map_err(unchanged)?.len();
    let (front, tail) = bytes.split_at(bytes.len().min(old as usize));
    extend(file, tail).map_err(unchanged)?;
    let overwritten = file.rewind().and_then(|()| {
        file.write_all(front)?;
        file.set_len(bytes.len() as u64)?;
        file.sync_all()
    });
    overwritten.map_err(|error| if old == 0 { unchanged(error) } else { FileError::Overwriting(shown(path), error) })
}

/// Writes at the end of a file. On failure, the old length is restored.
fn extend(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let old = file.seek(SeekFrom::End(0))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        // Ignores a second error: the first one is reported.
        let _ = file.set_len(old);
    })
}

/// Age above which a temporary file counts as left over from a killed program. Writing a file takes far less time.
const LEFT_BEHIND: Duration = Duration::from_secs(60);

/// Atomically writes one of Alula's own files or a lesson.
///
/// # Errors
/// The system's error.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_beside(path, |file| file.write_all(bytes))
}

/// Atomically replaces the contents `old` of one of Alula's own files, and keeps text that was appended meanwhile.
///
/// # Errors
/// The reason; among others, that `old` has changed.
pub fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), FileError> {
    check_writable(path, Overwrite::Yes)?;
    let failed = |error| FileError::Write(shown(path), error);
    // A link stays a link.
    let place = fs::canonicalize(path).map_err(failed)?;
    let replaced = write_beside(&place, |file| {
        file.set_permissions(fs::metadata(&place)?.permissions())?;
        file.write_all(new)?;
        // Synchronizing takes time, in which another console may add a game.
        file.sync_all()?;
        let now = fs::read(&place)?;
        let added = now.strip_prefix(old).ok_or_else(|| io::Error::other("another program has changed it"))?;
        file.write_all(added)
    });
    replaced.map_err(failed)
}

/// Writes a temporary file beside this path, then renames it to the path.
fn write_beside(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    remove_leftovers(path);
    let written = File::create(&new).and_then(|mut file| {
        write(&mut file)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        // A half-written file is useless; if it cannot be removed, no harm is done.
        let _ = fs::remove_file(&new);
    })
}

/// Removes temporary files of killed programs that were writing this file.
fn remove_leftovers(path: &Path) {
    let own_name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_leftover = |entry: &fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(&*own_name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".new"));
        let age = entry.metadata().and_then(|metadata| metadata.modified()).ok().and_then(|time| time.elapsed().ok());
        process.is_some_and(|process| process.parse::<u32>().is_ok()) && age.is_some_and(|age| age > LEFT_BEHIND)
    };
    let Some(Ok(entries)) = path.parent().map(fs::read_dir) else { return };
    for entry in entries.flatten().filter(is_leftover) {
        // A file that cannot be removed does no harm.
        let _ = fs::remove_file(entry.path());
    }
}

/// Removes a new file that could not be written.
fn remove_if_new(path: &Path, is_new: bool) {
    if is_new {
        // The file may not even have been created.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env::temp_dir;
    use std::path::PathBuf;
    use std::time::SystemTime;

    fn path(name: &str) -> PathBuf {
        temp_dir().join(format!("alula-files-{}-{name}", std::process::id()))
    }

    fn text(path: &Path) -> String {
        String::from_utf8(read(path, MAX_TEXT).expect("a file")).expect("text")
    }

    #[test]
    fn files_are_appended_to_and_overwritten_on_request() {
        let path = path("overwrite");
        append(&path, b"one").expect("a temporary file");
        append(&path, b" two").expect("a temporary file");
        assert_eq!(text(&path), "one two");
        let error = write(&path, b"x", Overwrite::No).expect_err("it is there");
        assert!(error.to_string().ends_with("already exists; --force overwrites it"), "{error}");
        for new in ["short", "something longer than before", ""] {
            write(&path, new.as_bytes(), Overwrite::Yes).expect("a temporary file");
            assert_eq!(text(&path), new);
        }
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn nothing_is_added_to_utf16() {
        let path = path("wide");
        for old in [b"\xff\xfea\0", b"\xfe\xff\0a"] {
            fs::write(&path, old).expect("a temporary file");
            for refused in [append(&path, b"x"), append_lines(&path, "x\n", Gap::Line)] {
                let error = refused.expect_err("UTF-16").to_string();
                assert!(error.ends_with(" is UTF-16, which Alula cannot append to; save it as UTF-8 first"), "{error}");
            }
            assert_eq!(fs::read(&path).expect("it is there"), old);
        }
        fs::remove_file(&path).expect("it is there");
    }

    #[cfg(unix)]
    #[test]
    fn a_failed_write_reports_its_reason_and_whether_the_file_has_changed() {
        let path = path("read-only");
        fs::write(&path, "old").expect("a temporary file");
        let error = |text: &str| {
            let mut file = File::open(&path).expect("it is there");
            write_in_place(&path, &mut file, text.as_bytes()).expect_err("opened for reading").to_string()
        };
        let refused = format!("cannot write {}: bad file descriptor; ", path.display());
        assert_eq!(error("longer"), format!("{refused}nothing was changed"));
        assert_eq!(error("x"), format!("{refused}its old contents are partly overwritten"));
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn a_file_is_tried_before_the_work_for_it() {
        let file = path("tried");
        assert!(check_writable(&file, Overwrite::No).is_ok() && !file.exists(), "nothing is left behind");
        fs::write(&file, "old").expect("a temporary file");
        assert!(check_writable(&file, Overwrite::Yes).is_ok() && text(&file) == "old");
        // The parent exists, but is not a folder.
        assert!(check_writable(&file.join("x"), Overwrite::No).is_err());
        fs::remove_file(&file).expect("it is there");
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_links_stay() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
        let (file, hard, soft) = (path("file"), path("hard"), path("soft"));
        fs::write(&file, "old").expect("a temporary file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("a temporary file");
        fs::hard_link(&file, &hard).expect("a link");
        symlink(&file, &soft).expect("a link");
        write(&soft, b"new text", Overwrite::Yes).expect("a temporary file");
        append(&soft, b"!").expect("a temporary file");
        assert_eq!(text(&hard), "new text!");
        let metadata = fs::metadata(&file).expect("it is there");
        assert_eq!((metadata.mode() & 0o777, metadata.nlink()), (0o600, 2));
        assert!(fs::symlink_metadata(&soft).expect("it is there").is_symlink());
        for path in [file, hard, soft] {
            fs::remove_file(path).expect("it is there");
        }
    }

    #[test]
    fn only_regular_files_are_read_and_written() {
        let directory = temp_dir();
        for error in
            [read(&directory, 1).err(), append(&directory, b"x").err(), write(&directory, b"x", Overwrite::Yes).err()]
        {
            assert!(error.expect("refused").to_string().ends_with("is a directory, not a regular file"));
        }
        if cfg!(unix) {
            for device in ["/dev/full", "/dev/zero", "/dev/null"] {
                let error = append(Path::new(device), b"x").expect_err("refused");
                assert_eq!(error.to_string(), format!("{device} is a device, not a regular file"));
            }
        }
        let nowhere = path("nowhere").join("x");
        assert!(append(&nowhere, b"x").is_err() && write(&nowhere, b"x", Overwrite::No).is_err());
        let error = read(&nowhere, 1).expect_err("not there").to_string();
        assert!(error.starts_with("cannot read ") && !error.contains("os error"), "{error}");
    }

    #[test]
    fn lines_are_appended_with_the_line_ends_of_the_file() {
        let path = path("ends");
        for (old, gap, new) in [
            ("", Gap::EmptyLine, "x\n"),
            ("a", Gap::EmptyLine, "a\n\nx\n"),
            ("a\n", Gap::EmptyLine, "a\n\nx\n"),
            ("a\n\n", Gap::EmptyLine, "a\n\nx\n"),
            ("a", Gap::Line, "a\nx\n"),
            ("a\r\n", Gap::EmptyLine, "a\r\n\r\nx\r\n"),
            ("a\r\nb", Gap::Line, "a\r\nb\r\nx\r\n"),
            ("a\rb\r", Gap::EmptyLine, "a\rb\r\rx\r"),
        ] {
            fs::write(&path, old).expect("a temporary file");
            append_lines(&path, "x\n", gap).expect("a temporary file");
            assert_eq!(fs::read_to_string(&path).expect("text"), new, "{old:?}");
        }
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn text_is_read_in_every_encoding_and_nothing_else() {
        let path = path("text");
        fs::write(&path, b"\xef\xbb\xbfone\r\ntwo").expect("a temporary file");
        assert_eq!(read_text(&path).expect("text"), "one\ntwo");
        fs::write(&path, b"\0\x01").expect("a temporary file");
        assert!(read_text(&path).expect_err("no text").to_string().ends_with("is not a text file"));
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn oversized_files_are_not_read() {
        let path = path("large");
        append(&path, b"12345").expect("a temporary file");
        assert!(matches!(read(&path, 4), Err(FileError::TooLarge(_, 5, 4))));
        assert_eq!(read(&path, 5).expect("it is small enough"), b"12345");
        fs::remove_file(&path).expect("it is there");
    }

    #[test]
    fn what_a_killed_program_left_is_removed() {
        let place = temp_dir().join(format!("alula-leftovers-{}", std::process::id()));
        fs::create_dir_all(&place).expect("a temporary directory");
        let old = SystemTime::now() - 2 * LEFT_BEHIND;
        for (name, is_old) in
            [("game.pgn.77.new", true), ("game.pgn.78.new", false), ("game.pgn.new", true), ("x.77.new", true)]
        {
            let file = File::create(place.join(name)).expect("a temporary file");
            if is_old {
                file.set_modified(old).expect("our own file");
            }
        }
        write_whole(&place.join("game.pgn"), b"x").expect("a temporary file");
        let names = fs::read_dir(&place).expect("it is there").flatten().map(|entry| entry.file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, ["game.pgn", "game.pgn.78.new", "game.pgn.new", "x.77.new"]);
        fs::remove_dir_all(place).expect("it is there");
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let path = path("whole");
        write_whole(&path, b"one").expect("a temporary file");
        write_whole(&path, b"two").expect("a temporary file");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), "two");
        fs::remove_file(&path).expect("it is there");
        assert!(write_whole(&path.join("nowhere"), b"x").is_err());
    }

    #[test]
    fn a_replaced_file_keeps_appended_text_and_other_changes() {
        let path = path("replaced");
        fs::write(&path, "one, added").expect("a temporary file");
        replace(&path, b"one", b"two").expect("a temporary file");
        assert_eq!(text(&path), "two, added");
        let error = replace(&path, b"one", b"three").expect_err("changed").to_string();
        assert!(error.ends_with(": another program has changed it; nothing was changed"), "{error}");
        assert_eq!(text(&path), "two, added");
        fs::remove_file(&path).expect("it is there");
    }
}
