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
use alula::ui::{arguments, console, dialogues, manual, refusal, settings};

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(text) => {
            eprintln!("Error: {}", refusal::harmless(&text));
            ExitCode::FAILURE
        }
    }
}

/// Checks that this processor has the instructions of x86-64-v2, for which this program is built by default. Executes
/// CPUID itself, because `std`'s feature tests are constant for features enabled at build time.
#[cfg(all(target_arch = "x86_64", target_feature = "popcnt", target_feature = "sse4.2"))]
fn check_processor() -> Result<(), String> {
    const SSE3: u32 = 1;
    const SSSE3: u32 = 1 << 9;
    const CMPXCHG16B: u32 = 1 << 13;
    const SSE4_1: u32 = 1 << 19;
    const SSE4_2: u32 = 1 << 20;
    const POPCNT: u32 = 1 << 23;
    const NEEDED: u32 = SSE3 | SSSE3 | CMPXCHG16B | SSE4_1 | SSE4_2 | POPCNT;
    if std::arch::x86_64::__cpuid(1).ecx & NEEDED == NEEDED {
        return Ok(());
    }
    let way = "RUSTFLAGS='-C target-cpu=x86-64' cargo build --release";
    Err(format!("this program was built for newer processors (x86-64-v2); build one for this processor: {way}"))
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "popcnt", target_feature = "sse4.2")))]
fn check_processor() -> Result<(), String> {
    Ok(())
}

/// Whether a line runs even if the settings file is wrong: it may help to find and correct the mistake.
fn needs_no_settings(line: &str) -> bool {
    let (word, rest) = command::split_word(line);
    let word = command::find(dialogues::CONSOLE_WORDS, word);
    let names = ["help", "version", "doctor", "man", "completions", "install", "uninstall"];
    word.is_some_and(|word| names.contains(&word.usage.name()) || arguments::asks_for_help(rest))
}

/// Whether a line begins a dialogue with a GUI. There, wrong lines of the settings file are reported and skipped,
/// because a GUI would not show why the program had ended.
fn starts_a_protocol(line: &str) -> bool {
    ["xboard", "uci"].contains(&command::split_word(line).0)
}

/// The program's options, and the console command that follows them.
#[derive(Default)]
struct Arguments {
    ini_file: IniFile,
    strict: bool,
    colour: Option<String>,
    view: Option<String>,
    /// Print this text and exit.
    only: Option<String>,
    command: Vec<String>,
}

impl Arguments {
    fn read(words: impl Iterator<Item = String>) -> Result<Arguments, String> {
        let mut read = Arguments::default();
        let mut words = words.peekable();
        while let Some(option) = words.next_if(|text| text.starts_with('-') || text.starts_with("i=")) {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (option.as_str(), None),
            };
            let mut needed = |what| value.clone().or_else(|| words.next()).ok_or(format!("{name} needs {what}"));
            match (name, &value) {
                ("-h" | "--help", None) => read.only = Some(manual::usage()),
                ("-V" | "--version", None) => read.only = Some(VERSION.into()),
                ("-i" | "--ini" | "i", _) => read.ini_file = IniFile::named(&needed("a file name")?),
                ("--strict", None) => read.strict = true,
                ("--keep-going", None) => read.strict = false,
                ("--colour" | "--color", _) => read.colour = Some(needed("auto, on or off")?),
                ("--view", _) => read.view = Some(needed("auto, play or log")?),
                _ => return Err(format!("unknown option {option}; 'alula --help' lists them all")),
            }
            if read.only.is_some() {
                break;
            }
        }
        read.command = words.collect();
        Ok(read)
    }
}

fn run() -> Result<ExitCode, String> {
    check_processor()?;
    let arguments = Arguments::read(std::env::args_os().skip(1).map(|text| text.to_string_lossy().into()))?;
    if let Some(text) = arguments.only {
        return print(&text);
    }
    let line = refusal::line_of(&arguments.command, &command::usages(dialogues::CONSOLE_WORDS));
    // `resume` opens the console, so that the game can be continued.
    let resumes = command::split_word(&line).0 == "resume" && io::stdin().is_terminal() && io::stdout().is_terminal();
    let one_word = !arguments.command.is_empty() && !resumes;
    let mut input = if one_word { Input::default() } else { dialogues::input() };
    let (mut options, mut look, mut library) = (Options::default(), Look::default(), Library::default());
    let mut remarks = Vec::new();
    match arguments.ini_file.apply(&mut options, &mut look, &mut library) {
        Ok(skipped) => skipped.iter().for_each(|text| eprintln!("{}", refusal::harmless(text))),
        Err(_) if needs_no_settings(&line) => (options, look, library) = Default::default(),
        Err(_)
            if starts_a_protocol(&line) || !input.is_terminal() && input.peek_line().is_some_and(starts_a_protocol) =>
        {
            (options, look, library) = Default::default();
            remarks = arguments.ini_file.apply_the_right_lines(&mut options, &mut look, &mut library);
        }
        Err(reason) => return Err(reason),
    }
    for (name, value) in [("colour", arguments.colour), ("view", arguments.view)] {
        if let Some(value) = value {
            let row = settings::find(name).map_err(|refusal| refusal.to_string())?;
            row.set(&mut options, &mut look, &value)?;
        }
    }
    let mut session = dialogues::open(input);
    (session.own.ini_file, session.own.view.look, session.strict) = (arguments.ini_file, look, arguments.strict);
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
    dialogues::run(session, &mut board, &remarks)
}

fn print(text: &str) -> Result<ExitCode, String> {
    let mut out = Out::<NoScreen>::new();
    out.line(text);
    out.failure().map_or(Ok(ExitCode::SUCCESS), Err)
}
