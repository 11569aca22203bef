//! Feeds arbitrary lines as if sent by a UCI GUI. Nothing may panic, and the board must stay valid.
#![no_main]

use alula::ui::uci::Uci;
use alula::ui::uci::words::WORDS;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| alula_fuzz::feed(Uci::new(WORDS), text));
