//! Any lines as those of a person: nothing panics, and whatever takes long ends by Ctrl-C.
#![no_main]

use alula::ui::console::Console;
use alula::ui::dialogues::CONSOLE_WORDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(Console::new(CONSOLE_WORDS), text));
