//! `doctor`: files, processor features, memory, terminal and settings in use, for a bug report.

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use crate::VERSION;
use crate::modern::network::kernels::Kernel;
use crate::play::Options;
use crate::play::library::Library;

use super::ini::{self, IniFile};
use super::out::{FullScreen, Out};
use super::refusal::harmless;
use super::terminal::look::{self, Look};
use super::{install, places, settings, show};

/// The rows of the report: subject and text.
pub fn report(
    options: &Options,
    ini_file: &IniFile,
    look: &Look,
    library: &Library,
    out: &Out<impl FullScreen>,
) -> Vec<(&'static str, String)> {
    let program = env::current_exe().map_or("not known".into(), |path| path.display().to_string());
    let read = ini_file.apply(&mut Options::default(), &mut Look::default(), &mut Library::default());
    let settings = match read {
        Err(reason) => format!("wrong, {}", harmless(&reason)),
        Ok(_) if ini_file.is_expected() => ini_file.name(),
        Ok(_) => "no file".into(),
    };
    let place = |path: Option<PathBuf>| path.map_or("nowhere".into(), |path| path.display().to_string());
    let own = place(places::settings_directory().map(|directory| directory.join(ini::DEFAULT_NAME)));
    vec![
        ("version", format!("{VERSION}, {}", build())),
        ("program", program),
        ("processor", processor()),
        ("memory", memory(options)),
        ("settings", format!("{settings} ('save settings' writes {own})")),
        ("changed", changed(options, look)),
        ("history, game", place(places::state_place())),
        ("your games", place(places::archive())),
        ("installed", installed()),
        ("evaluation", evaluation(options)),
        ("book", library.file().into()),
        ("tables", options.modern.tables.as_ref().map_or("none".into(), |tables| tables.base().path().into())),
        ("terminal", terminal(out)),
    ]
}

fn evaluation(options: &Options) -> String {
    let (kind, weights) = (options.modern.eval_kind.name(), options.modern.network.weights());
    format!("{kind}; the network has {weights} weights and uses {} instructions", Kernel::best().name())
}

fn build() -> String {
    let checks = if cfg!(debug_assertions) { "debugging build" } else { "release build" };
    format!("{} {}, {checks}", env::consts::OS, env::consts::ARCH)
}

/// Number of threads, and the processor features that matter to a chess engine. Marks the features that this build
/// requires.
fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or("an unknown number of".into(), |count| count.to_string());
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut, reason = "features are detected only on x86-64"))]
    let mut text = format!("{cores} threads");
    #[cfg(target_arch = "x86_64")]
    for (name, has, needed) in [
        ("popcnt", std::arch::is_x86_feature_detected!("popcnt"), cfg!(target_feature = "popcnt")),
        ("SSE4.2", std::arch::is_x86_feature_detected!("sse4.2"), cfg!(target_feature = "sse4.2")),
        ("AVX2", std::arch::is_x86_feature_detected!("avx2"), cfg!(target_feature = "avx2")),
        ("BMI2", std::arch::is_x86_feature_detected!("bmi2"), cfg!(target_feature = "bmi2")),
    ] {
        text += &format!(", {name} {}", if has { "yes" } else { "no" });
        text += if needed { " (needed by this build)" } else { "" };
    }
    text
}

fn memory(options: &Options) -> String {
    let used = format!("hash table {} MB", options.modern.megabytes);
    match free_memory() {
        Some((free, all)) => format!("{free} of {all} MB are free, {used}"),
        None => used,
    }
}

/// Free and total memory in megabytes; [`None`] on systems other than Linux.
fn free_memory() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let megabytes = |name: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok().map(|kilobytes: u64| kilobytes / 1024)
    };
    Some((megabytes("MemAvailable:")?, megabytes("MemTotal:")?))
}

/// The settings that differ from their defaults.
fn changed(options: &Options, look: &Look) -> String {
    let (fresh, fresh_look) = (Options::default(), Look::default());
    let changed = settings::all().filter(|row| row.value(options, look) != row.value(&fresh, &fresh_look));
    let changed: Vec<String> = changed.map(|row| format!("{} {}", row.name(), row.value(options, look))).collect();
    if changed.is_empty() { "nothing".into() } else { changed.join(", ") }
}

fn installed() -> String {
    let Ok(share) = install::share("") else { return "nothing".into() };
    match install::count(&share) {
        0 => "nothing ('install' writes completions, a manual page and an entry for a GUI)".into(),
        count => format!("{} below {}", show::counted(count, "file"), share.display()),
    }
}

fn terminal(out: &Out<impl FullScreen>) -> String {
    let is = |is_terminal| if is_terminal { "terminal" } else { "pipe or file" };
    let mut text = format!("input {}, output {}", is(io::stdin().is_terminal()), is(out.is_terminal()));
    if let Some((columns, rows)) = look::size(out) {
        text += &format!(", {columns}x{rows}");
    }
    for name in ["TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG"] {
        if let Some(value) = env::var_os(name) {
            text += &format!(", {name}={}", Path::new(&value).display());
        }
    }
    text
}
