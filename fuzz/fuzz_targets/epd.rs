//! Any text as a line of EPD: nothing panics, and what is written is read again as the same.
#![no_main]

use alula::games::epd::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(epd) = Epd::read(text) {
        let written = epd.to_string();
        assert_eq!(Epd::read(&written).map(|again| again.to_string()), Ok(written));
    }
});
