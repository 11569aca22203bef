//! Feeds arbitrary text as a settings file. Either the reader reports a wrong line and changes no setting, or writing
//! and reading the settings again must give the same ones.
#![no_main]

use alula::play::Options;
use alula::ui::ini;
use alula::ui::terminal::look::Look;
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (mut options, mut look) = (Options::default(), Look::default());
    let before = ini::text(&options, &look);
    if let Err(error) = ini::read(&mut options, &mut look, text) {
        check_message(&error.to_string());
        assert_eq!(ini::text(&options, &look), before);
        return;
    }
    let written = ini::text(&options, &look);
    let (mut again, mut again_look) = (Options::default(), Look::default());
    assert_eq!(ini::read(&mut again, &mut again_look, &written), Ok(()));
    assert_eq!(ini::text(&again, &again_look), written);
});
