//! Any lines as those of a GUI that speaks UCI: nothing panics, and the position is one.
#![no_main]

use alula::ui::uci::Uci;
use alula::ui::uci::words::WORDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(Uci::new(WORDS), text));
