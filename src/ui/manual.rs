//! What other programs show of the table of words: completions for shells, and the manual page.

use std::fmt::Write;

use crate::command::{Group, WORDS, Who, Word};

use super::VERSION;

/// The options of the program, and what they do. An argument is written in capitals behind the option.
pub const OPTIONS: [(&str, &str); 6] = [
    (
        "-i, --ini FILE",
        "read the settings from FILE; otherwise from ./alula.ini, or from alula.ini in the settings directory",
    ),
    ("--colour WHEN", "colours: auto, on or off"),
    ("--strict", "end at the first command of the input that is refused, with status 1"),
    (
        "--keep-going",
        "go on after a command that is refused, and end with status 0; that is what happens without an option",
    ),
    ("-h, --help", "show this text"),
    ("-V, --version", "show the version"),
];

/// The text of `--help`.
pub fn usage() -> String {
    let mut text = String::from(
        "usage: alula [OPTIONS] [COMMAND [ARGUMENTS]]\n\n\
         A WinBoard/XBoard chess engine with a console. Without a command the console opens; 'alula help' lists\n\
         the commands, 'alula xboard' speaks the XBoard protocol.\n\n",
    );
    for (option, help) in OPTIONS {
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {option:<18}{}", super::show::wrap(help, 80, 20).trim_start());
    }
    text.push_str("\nSettings are kept by 'save settings'. Shell completions: alula completions bash|zsh|fish; manual: alula man.");
    text
}

fn options() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().flat_map(|(option, _)| option.split([',', ' '])).filter(|option| option.starts_with('-'))
}

/// A script that teaches a shell to complete commands; none if the shell is not known.
pub fn completions(shell: &str, words: impl Iterator<Item = &'static Word>) -> Option<String> {
    let words: Vec<&Word> = words.collect();
    let names: Vec<&str> = words.iter().map(|word| word.name()).chain(options()).collect();
    let with_file: Vec<&str> =
        words.iter().filter(|word| word.arguments.contains("FILE")).map(|word| word.name()).collect();
    let quoted = |text: &str| text.replace('\'', "'\\''");
    let mut text = String::new();
    match shell {
        "bash" => {
            let _ = write!(
                text,
                "_alula() {{\n    local word=${{COMP_WORDS[COMP_CWORD]}}\n    if ((COMP_CWORD == 1)); then\n        \
                 COMPREPLY=($(compgen -W '{}' -- \"$word\"))\n    else\n        case ${{COMP_WORDS[1]}} in\n        \
                 {}|-i|--ini) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n        help) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n        \
                 esac\n    fi\n}}\ncomplete -F _alula alula\n",
                names.join(" "),
                with_file.join("|"),
                names.join(" ")
            );
        }
        "zsh" => {
            text.push_str("#compdef alula\n_alula() {\n    if ((CURRENT == 2)); then\n        local -a words=(\n");
            for word in &words {
                let _ = writeln!(text, "            '{}:{}'", word.name(), quoted(word.help).replace(':', "\\:"));
            }
            text.push_str(
                "        )\n        _describe command words\n    else\n        _files\n    fi\n}\n_alula \"$@\"\n",
            );
        }
        "fish" => {
            for word in &words {
                let files = if word.arguments.contains("FILE") { "" } else { " -f" };
                let _ = writeln!(
                    text,
                    "complete -c alula{files} -n __fish_use_subcommand -a {} -d '{}'",
                    word.name(),
                    word.help.replace('\'', "\\'")
                );
            }
        }
        _ => return None,
    }
    Some(text)
}

/// The manual page, in the language of `man`.
pub fn page() -> String {
    let escaped = |text: &str| text.replace('\\', "\\e").replace('-', "\\-").replace('\'', "\\(aq");
    let mut page = format!(
        ".TH ALULA 6 \"\" \"{VERSION}\" Games\n.SH NAME\nalula \\- chess engine for the terminal and for XBoard\n\
         .SH SYNOPSIS\n.B alula\n[options] [command [arguments]]\n.SH DESCRIPTION\n\
         Without a command the console opens. A move is typed as it is, and the engine answers. With a command, the command is\n\
         carried out, and the program ends; its status is 1 if the command was refused.\n.SH OPTIONS\n"
    );
    for (option, help) in OPTIONS {
        // Writing to a String cannot fail.
        let _ = writeln!(page, ".TP\n.B {}\n{}", escaped(option), escaped(help));
    }
    page.push_str(".SH COMMANDS\n");
    for (group, heading) in Group::ALL {
        let _ = writeln!(page, ".SS {}", escaped(heading));
        for word in WORDS.iter().filter(|word| word.who == Who::Console && word.group == group) {
            let example = if word.example.is_empty() { String::new() } else { format!(" Example: {}", word.example) };
            let _ = writeln!(page, ".TP\n.B {}\n{}.{}", escaped(&word.syntax()), escaped(word.help), escaped(&example));
        }
    }
    page.push_str(
        ".SH FILES\n.TP\n.I ./alula.ini, ~/.config/alula/alula.ini\nsettings; the first that is there is read\n\
         .TP\n.I ~/.local/state/alula/history, game.pgn\nlines typed at the terminal; the game being played there\n",
    );
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_in_the_completions_and_in_the_manual() {
        let words = || WORDS.iter().filter(|word| word.who == Who::Console);
        for shell in ["bash", "zsh", "fish"] {
            let text = completions(shell, words()).expect("a known shell");
            assert!(words().all(|word| text.contains(word.name())), "{shell}");
        }
        assert!(completions("tcsh", words()).is_none());
        let page = page();
        assert!(words().all(|word| page.contains(&format!(".B {}", word.name().replace('-', "\\-")))));
        assert!(usage().lines().all(|line| line.len() <= 120));
    }
}
