//! Any text as a settings file: a wrong line is named and nothing changes, or what is written of it is read again as
//! the same.
#![no_main]

use alula::ui::terminal::look::Look;
use alula::ui::{ini, settings};
use alula_fuzz::check_message;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (mut board, mut look) = (settings::new_board(), Look::default());
    let before = ini::text(&board, &look);
    if let Err(error) = ini::read(&mut board, &mut look, text) {
        check_message(&error.to_string());
        assert_eq!(ini::text(&board, &look), before);
        return;
    }
    let written = ini::text(&board, &look);
    let (mut again, mut again_look) = (settings::new_board(), Look::default());
    assert_eq!(ini::read(&mut again, &mut again_look, &written), Ok(()));
    assert_eq!(ini::text(&again, &again_look), written);
});
