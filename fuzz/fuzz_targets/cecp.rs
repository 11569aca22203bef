//! Any lines as those of a GUI: nothing panics, and the position is one.
#![no_main]

use alula::ui::xboard::XBoard;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(XBoard::default(), text));
