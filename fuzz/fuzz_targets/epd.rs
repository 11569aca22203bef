//! Feeds arbitrary text as a line of EPD. Nothing may panic, and writing and reading it again must give the same line.
#![no_main]

use alula::games::epd::Epd;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(epd) = Epd::read(text) {
        let written = epd.to_string();
        assert_eq!(Epd::read(&written).map(|again| again.to_string()), Ok(written));
    }
});
