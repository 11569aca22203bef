//! Alula on the command line: options, then a word of the console with its arguments. A word is carried out and the program ends;
//! without one the console opens.

use std::process::ExitCode;

use alula::board::Board;
use alula::ui::ini::{self, IniFile};
use alula::ui::input::Input;
use alula::ui::{Session, VERSION, console};

const USAGE: &str = "\
usage: alula [-i FILE] [COMMAND [ARGUMENTS]]

A WinBoard/XBoard chess engine with a console. Without a command the console opens; 'alula help' lists the
commands, 'alula xboard' speaks the XBoard protocol.

  -i, --ini FILE    read the settings from FILE instead of alula.ini
  -h, --help        show this text
  -V, --version     show the version";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(text) => {
            eprintln!("Error: {text}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, String> {
    let mut arguments: Vec<String> = std::env::args_os().skip(1).map(|text| text.to_string_lossy().into()).collect();
    let mut ini_file = IniFile::default();
    while let Some(option) = arguments.first().filter(|text| text.starts_with('-') || text.starts_with("i=")).cloned() {
        arguments.remove(0);
        match option.as_str() {
            "-h" | "--help" => return print(USAGE),
            "-V" | "--version" => return print(VERSION),
            "-i" | "--ini" if arguments.is_empty() => return Err(format!("{option} needs the name of a file")),
            "-i" | "--ini" => ini_file = IniFile::named(&arguments.remove(0)),
            _ => match option.strip_prefix("i=") {
                Some(name) => ini_file = IniFile::named(name),
                None => return Err(format!("unknown option {option}; there are -i, -h and -V")),
            },
        }
    }
    let mut board = Board::new();
    if ini_file.is_expected() {
        let text = ini_file.text()?;
        ini::read(&mut board, &text).map_err(|error| format!("{}: {error}", ini_file.name()))?;
    }
    let one_word = !arguments.is_empty();
    let mut session = Session::new(if one_word { Input::Closed } else { Input::new() });
    session.ini_file = ini_file;
    if one_word {
        let done = session.execute(&mut board, &arguments.join(" "));
        done.map_err(|refusal| refusal.to_string())?;
    } else if session.input.is_terminal() {
        console::greet(&board, &mut session);
    }
    Ok(session.run(&mut board))
}

fn print(text: &str) -> Result<ExitCode, String> {
    alula::ui::out::Out::new().line(text);
    Ok(ExitCode::SUCCESS)
}
