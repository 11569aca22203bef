//! Feeds arbitrary lines as if typed by a user. Nothing may panic, and Ctrl-C must end every long command.
#![no_main]

use alula::ui::console::Console;
use alula::ui::dialogues::CONSOLE_WORDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(Console::new(CONSOLE_WORDS), text));
