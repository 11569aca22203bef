//! Feeds arbitrary lines as if sent by a GUI. Nothing may panic, and the board must stay valid.
#![no_main]

use alula::ui::xboard::XBoard;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(XBoard::default(), text));
