//! Alula's command line: options, then a console command with its arguments. With a command, the program executes it
//! and exits; without one, or with `resume` at a terminal, it opens the console.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use alula::VERSION;
use alula::board::Board;
use alula::command;
use alula::play::Options;
use alula::play::library::Library;
use alula::ui::ini::IniFile;
use alula::ui::input::Input;
use alula::ui::out::{NoScreen, Out};
use alula::ui::terminal::look::Look;
use alula::ui::{console, dialogues, manual, refusal, settings};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(text) => {
            eprintln!("Error: {}", refusal::harmless(&text));
            ExitCode::FAILURE
        }
    }
}

/// Checks that this processor has popcnt, which this build requires. Executes CPUID itself, because `std`'s feature
/// tests are constant for features enabled at build time.
#[cfg(all(target_arch = "x86_64", target_feature = "popcnt"))]
fn check_processor() -> Result<(), String> {
    const POPCNT: u32 = 1 << 23;
    if std::arch::x86_64::__cpuid(1).ecx & POPCNT != 0 {
        return Ok(());
    }
    let way = "RUSTFLAGS='-C target-cpu=x86-64' cargo build --release";
    Err(format!("this program was built for newer processors (with popcnt); build one for this processor: {way}"))
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "popcnt")))]
fn check_processor() -> Result<(), String> {
    Ok(())
}

/// Whether a line runs even if the settings file is wrong: it may help to find and correct the mistake.
fn needs_no_settings(line: &str) -> bool {
    let word = command::find(dialogues::CONSOLE_WORDS, command::split_word(line).0);
    let names = ["help", "version", "doctor", "man", "completions", "install", "uninstall"];
    word.is_some_and(|word| names.contains(&word.usage.name()))
}

fn run() -> Result<ExitCode, String> {
    check_processor()?;
    let mut arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into()).collect();
    let mut ini_file = IniFile::default();
    let (mut strict, mut colour, mut view) = (false, None, None);
    while let Some(option) = arguments.first().filter(|text| text.starts_with('-') || text.starts_with("i=")).cloned() {
        arguments.remove(0);
        match option.as_str() {
            "-h" | "--help" => return print(&manual::usage()),
            "-V" | "--version" => return print(VERSION),
            "-i" | "--ini" if arguments.is_empty() => return Err(format!("{option} needs a file name")),
            "-i" | "--ini" => ini_file = IniFile::named(&arguments.remove(0)),
            "--strict" => strict = true,
            "--keep-going" => strict = false,
            "--colour" | "--color" if arguments.is_empty() => return Err(format!("{option} needs auto, on or off")),
            "--colour" | "--color" => colour = Some(arguments.remove(0)),
            "--view" if arguments.is_empty() => return Err(format!("{option} needs auto, play or log")),
            "--view" => view = Some(arguments.remove(0)),
            _ => match (option.strip_prefix("i="), option.split_once('=')) {
                (Some(name), _) => ini_file = IniFile::named(name),
                (_, Some(("--colour" | "--color", when))) => colour = Some(when.into()),
                (_, Some(("--view", which))) => view = Some(which.into()),
                _ => return Err(format!("unknown option {option}; 'alula --help' lists them all")),
            },
        }
    }
    let mut options = Options::default();
    let mut look = Look::default();
    let mut library = Library::default();
    let line = refusal::line_of(&arguments, &command::usages(dialogues::CONSOLE_WORDS));
    match ini_file.apply(&mut options, &mut look, &mut library) {
        Ok(skipped) => skipped.iter().for_each(|text| eprintln!("{}", refusal::harmless(text))),
        Err(_) if needs_no_settings(&line) => (options, look, library) = Default::default(),
        Err(reason) => return Err(reason),
    }
    for (name, value) in [("colour", colour), ("view", view)] {
        if let Some(value) = value {
            let row = settings::find(name).map_err(|refusal| refusal.to_string())?;
            row.set(&mut options, &mut look, &value)?;
        }
    }
    // `resume` opens the console, so that the game can be continued.
    let resumes = command::split_word(&line).0 == "resume" && io::stdin().is_terminal() && io::stdout().is_terminal();
    let one_word = !arguments.is_empty() && !resumes;
    let mut session = dialogues::open(if one_word { Input::default() } else { dialogues::input() });
    (session.own.ini_file, session.own.view.look, session.strict) = (ini_file, look, strict);
    (session.library, session.options) = (library, options);
    let mut board = Board::new();
    if one_word {
        let done = session.execute(&mut board, &line);
        session.settle(&mut board);
        done.map_err(|refusal| session.out.failure().unwrap_or(refusal.to_string()))?;
    } else if resumes {
        session.hear(&mut board, line);
    } else if session.input.is_terminal() {
        console::greet(&mut board, &mut session);
    }
    dialogues::run(session, &mut board)
}

fn print(text: &str) -> Result<ExitCode, String> {
    let mut out = Out::<NoScreen>::new();
    out.line(text);
    out.failure().map_or(Ok(ExitCode::SUCCESS), Err)
}
