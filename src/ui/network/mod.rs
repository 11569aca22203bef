//! The console's commands for the network (data, training, pictures) and for tuning the search.
//!
//! | file | contents |
//! |---|---|
//! | [`datagen`] | self-play for the trainer |
//! | [`genfens`] | openings for other programs |
//! | [`data`] | files of positions: counts, checks, merges, shuffles |
//! | [`train`], [`curve`] | training, and the curve of its error |
//! | [`neurons`] | the network in use, and its neurons |
//! | [`tune`] | tuning the numeric parameters of the search |
//! | [`screen`] | the Elo values of many settings, from one match |
//! | [`mod@words`] | the table of commands |
//! | [`arguments`] | `name value` pairs after a command |

pub mod arguments;
pub mod curve;
pub mod data;
pub mod datagen;
pub mod genfens;
pub mod neurons;
pub mod screen;
pub mod train;
pub mod tune;
pub mod words;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Instant;

use crate::modern::network::Network;
use crate::play::files;
use crate::readmove::shortened;
use crate::train::data::{DataError, write_whole};
use crate::ui::arguments::words;
use crate::ui::refusal::{Done, Refusal, bad};
use crate::ui::show;

/// Maximum size of a network or checkpoint file, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// A refusal that names a file, without the system's error number.
fn of_file(file: &str, reason: impl std::fmt::Display) -> Refusal {
    let reason = reason.to_string();
    let words = reason.split(" (os error").next().unwrap_or(&reason);
    Refusal::Bad(format!("{}: {words}", shortened(file)))
}

/// A refusal that names the data file, unless the work was interrupted.
fn wrong((path, error): (PathBuf, DataError)) -> Refusal {
    if matches!(error, DataError::Stopped) {
        return Refusal::Bad(error.to_string());
    }
    of_file(&path.to_string_lossy(), error)
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

fn write_file(file: &str, bytes: &[u8]) -> Done {
    write_whole(Path::new(file), bytes).map_err(|error| of_file(file, error))
}

/// Refuses a file that [`write_file`] could not write. Called before a long task.
fn check_writable(file: &str) -> Done {
    crate::train::data::check_writable(Path::new(file)).map_err(|error| of_file(file, error))
}

/// The number of threads by default: one for each core.
fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Estimated time for the amount of work `rest`, given that the amount `done` took from `began` until now.
fn time_left(began: Instant, done: f64, rest: f64) -> String {
    let seconds = began.elapsed().as_secs_f64() * rest / done;
    show::time_text(u64::from(seconds as u32) * 1000)
}

/// The contents of a regular file.
fn read_whole(file: &str) -> Result<Vec<u8>, Refusal> {
    files::read(Path::new(file), MOST_BYTES).map_err(|error| Refusal::Bad(error.to_string()))
}

/// The network in a file, or the `built-in` one.
fn read_network(file: &str) -> Result<Arc<Network>, Refusal> {
    if file == "built-in" {
        return Ok(Network::built_in());
    }
    let bytes = read_whole(file)?;
    Network::read(&bytes).map(Arc::new).map_err(|error| of_file(file, error))
}

/// Splits `FILE… to FILE OPTION…`.
fn files_to<'a>(word: &str, text: &'a str) -> Result<(Vec<PathBuf>, &'a str, Vec<&'a str>), Refusal> {
    let words = words(text);
    let to = words.iter().position(|word| *word == "to");
    let Some((to, name)) = to.filter(|to| *to > 0).and_then(|to| Some((to, *words.get(to + 1)?))) else {
        return bad(format!("{word} takes: FILE… to FILE"));
    };
    let inputs = paths(&words[..to]);
    check_output(word, &inputs, name)?;
    Ok((inputs, name, words[to + 2..].to_vec()))
}

/// Refuses an output file if it or one of its temporary files would overwrite an input.
fn check_output(word: &str, inputs: &[PathBuf], output: &str) -> Done {
    let is_written = |input: &Cow<str>| {
        input.strip_prefix(output).is_some_and(|rest| rest.is_empty() || rest == ".part" || rest.starts_with(".pile"))
    };
    match inputs.iter().map(|input| input.to_string_lossy()).find(is_written) {
        Some(input) => bad(format!("{word}: {} is both input and output", shortened(&input))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_before_to_and_options_after() {
        let (files, to, rest) = files_to("word", "a b to c seed 3").expect("well-formed");
        assert_eq!((files, to, rest), (vec!["a".into(), "b".into()], "c", vec!["seed", "3"]));
        for wrong in ["", "a", "a to", "to c", "a to a", "b a.part to a", "a.pile0 to a"] {
            assert!(files_to("word", wrong).is_err(), "{wrong}");
        }
    }
}
