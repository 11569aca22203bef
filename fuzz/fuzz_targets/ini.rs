//! Feeds arbitrary text as a settings file. Either the reader reports a wrong line and changes no setting, or writing
//! and reading the settings again must give the same ones, both in a new file and with the lines of the old one kept.
#![no_main]

use alula::play::Options;
use alula::play::library::Library;
use alula::ui::ini;
use alula::ui::terminal::look::Look;
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let library = Library::default();
    let written = |options: &Options, look: &Look| ini::text(options, look, &library, None);
    let (mut options, mut look) = (Options::default(), Look::default());
    let before = written(&options, &look);
    if let Err(error) = ini::read(&mut options, &mut look, text) {
        check_message(&error.to_string());
        assert_eq!(written(&options, &look), before);
        return;
    }
    let new = written(&options, &look);
    for saved in [&new, &ini::text(&options, &look, &library, Some(text))] {
        let (mut again, mut again_look) = (Options::default(), Look::default());
        assert_eq!(ini::read(&mut again, &mut again_look, saved), Ok(()));
        assert_eq!(written(&again, &again_look), new);
    }
});
