//! The text of `--help`, and the shell completions and manual page generated from the table of commands.

use std::fmt::Write;

use crate::VERSION;
use crate::command::{Group, Usage};

use super::refusal::takes_files;
use super::settings;

/// The options of the command line and their meaning. An option's argument is in capitals.
pub const OPTIONS: [(&str, &str); 7] = [
    ("-i, --ini FILE", "read the settings from FILE instead of alula.ini in the current or the settings directory"),
    ("--colour WHEN", "colours: auto, on or off"),
    ("--view WHICH", "at a terminal: play (a full-screen view), log (scrolling lines) or auto (play if there is room)"),
    ("--strict", "exit at the first refused command of the input, with status 1"),
    ("--keep-going", "go on after a refused command, and exit with status 0 (default)"),
    ("-h, --help", "show this text; after a command, explain the command"),
    ("-V, --version", "show the version"),
];

/// The text of `--help`.
pub fn usage() -> String {
    let mut text = String::from(
        "usage: alula [OPTIONS] [COMMAND [ARGUMENTS]]\n\n\
         A chess engine with a console, for XBoard (WinBoard) and for UCI GUIs. Without a command the console opens;\n\
         'alula resume' opens it with the game played last, 'alula help' lists the commands. 'alula xboard' and\n\
         'alula uci' speak the GUIs' protocols.\n\n",
    );
    for (option, help) in OPTIONS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {option:<18}{}", super::show::wrap(help, 80, 20).trim_start());
    }
    text.push_str("\n'save settings' saves the settings. Shell completions: alula completions bash|zsh|fish|powershell; manual: alula man;\n\
         'alula install' installs them all.");
    text
}

/// The names of an option without its argument: `-i` and `--ini`.
fn option_names(names: &'static str) -> impl Iterator<Item = &'static str> {
    names.split([',', ' ']).filter(|name| name.starts_with('-'))
}

/// Names and explanations of all options.
fn options() -> impl Iterator<Item = (&'static str, &'static str)> {
    OPTIONS.iter().flat_map(|(names, help)| option_names(names).map(move |name| (name, *help)))
}

/// Names and explanations of all settings.
fn settings() -> Vec<(String, &'static str)> {
    settings::all().map(|row| (row.name(), row.help())).collect()
}

/// The names of the commands that take files.
fn with_file(words: &[Usage], between: &str) -> String {
    let names = words.iter().filter(|word| takes_files(word)).map(|word| word.name());
    names.collect::<Vec<_>>().join(between)
}

/// A script that completes commands, options, settings and files in a shell; [`None`] for an unknown shell.
pub fn completions(shell: &str, words: &[Usage]) -> Option<String> {
    let (script, files) = match shell {
        "bash" => {
            let entry = |name: &str, _: &str| name.to_string();
            (filled(include_str!("../../assets/completions/alula.bash"), words, " ", entry), with_file(words, "|"))
        }
        "zsh" => {
            let escaped = |help: &str| help.replace('\'', "'\\''").replace(':', "\\:");
            let entry = |name: &str, help: &str| format!("        '{name}:{}'\n", escaped(help));
            (filled(include_str!("../../assets/completions/_alula"), words, "", entry), with_file(words, "|"))
        }
        "powershell" => {
            let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
            let entry = |name: &str, help: &str| format!("        {} = {}\n", quoted(name), quoted(help));
            let files = format!("'{}'", with_file(words, "', '"));
            (filled(include_str!("../../assets/completions/alula.ps1"), words, "", entry), files)
        }
        "fish" => return Some(fish(words)),
        _ => return None,
    };
    Some(script.replace("@files@", &files))
}

/// A script with its placeholders replaced by the entries of all commands, options and settings.
fn filled(script: &str, words: &[Usage], between: &str, entry: impl Fn(&str, &str) -> String) -> String {
    let commands: Vec<String> = words.iter().map(|word| entry(word.name(), word.help)).collect();
    let options: Vec<String> = options().map(|(name, help)| entry(name, help)).collect();
    let settings: Vec<String> = settings().iter().map(|(name, help)| entry(name, help)).collect();
    let parts = [("@commands@", commands), ("@options@", options), ("@settings@", settings)];
    parts.iter().fold(script.into(), |script, (place, entries)| script.replace(place, &entries.join(between)))
}

fn fish(words: &[Usage]) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let mut text = String::from("complete -c alula -f\n");
    let mut line = |condition: &str, what: &str, help: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "complete -c alula -n '{condition}' {what} -d '{}'", quoted(help));
    };
    for word in words {
        line("__fish_use_subcommand", &format!("-a {}", word.name()), word.help);
        line("__fish_seen_subcommand_from help", &format!("-a {}", word.name()), word.help);
    }
    for (name, help) in settings() {
        line("__fish_seen_subcommand_from set", &format!("-a {name}"), help);
    }
    line(&format!("__fish_seen_subcommand_from {}", with_file(words, " ")), "-F", "file");
    for (names, help) in OPTIONS {
        let takes_file = if names.contains("FILE") { " -r -F" } else { "" };
        let names: Vec<String> = option_names(names)
            .map(|name| match name.strip_prefix("--") {
                Some(long) => format!("-l {long}"),
                None => format!("-s {}", name.trim_start_matches('-')),
            })
            .collect();
        line("__fish_use_subcommand", &format!("{}{takes_file}", names.join(" ")), help);
    }
    text
}

/// The manual page, in roff.
pub fn page(words: &[Usage]) -> String {
    let escaped = |text: &str| text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq").replace('…', "...");
    let mut page = format!(
        ".TH ALULA 6 \"\" \"{VERSION}\" Games\n.SH NAME\nalula \\- chess engine for the terminal and for GUIs (XBoard, UCI)\n\
         .SH SYNOPSIS\n.B alula\n[options] [command [arguments]]\n.SH DESCRIPTION\n\
         Without a command the console opens. Type a move, and the engine replies. With a command, Alula executes it\n\
         and ends; its status is 1 if the command was refused. At a terminal, 'resume' opens the console\n\
         with the game played last. 'xboard' and 'uci' speak the protocols of GUIs.\n.SH OPTIONS\n"
    );
    for (option, help) in OPTIONS {
        // Writing to a String cannot fail.
        let _ = writeln!(page, ".TP\n.B {}\n{}", escaped(option), escaped(help));
    }
    page.push_str(".SH COMMANDS\n");
    for (group, heading) in Group::ALL {
        let _ = writeln!(page, ".SS {}", escaped(heading));
        for word in words.iter().filter(|word| word.group == group) {
            let example = if word.example.is_empty() { String::new() } else { format!(" Example: {}", word.example) };
            let _ = writeln!(page, ".TP\n.B {}\n{}.{}", escaped(&word.syntax()), escaped(word.help), escaped(&example));
        }
    }
    page.push_str(
        ".SH FILES\n.TP\n.I ./alula.ini, ~/.config/alula/alula.ini\nsettings; the first one found is read\n\
         .TP\n.I ~/.local/state/alula/\nlines typed at the terminal, the game being played there, progress in puzzles and \
         lessons\n.TP\n.I ~/.local/share/alula/games.pgn\nfinished games against the engine\n",
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_in_the_completions_and_in_the_manual() {
        let usages = crate::command::usages(crate::ui::dialogues::CONSOLE_WORDS);
        let words = || usages.iter();
        for shell in ["bash", "zsh", "fish", "powershell"] {
            let text = completions(shell, &usages).expect("a known shell");
            assert!(words().all(|word| text.contains(word.name())), "{shell}");
        }
        assert!(completions("tcsh", &usages).is_none());
        let with_files = with_file(&usages, " ");
        assert!(["load", "syzygy", "test"].iter().all(|name| with_files.split(' ').any(|known| known == *name)));
        let page = page(&usages);
        assert!(words().all(|word| page.contains(&format!(".B {}", word.name().replace('-', "\\-")))));
        assert!([usage(), page].iter().all(|text| text.contains("XBoard") && text.contains("UCI")));
        assert!(usage().lines().all(|line| line.len() <= 120));
    }
}
