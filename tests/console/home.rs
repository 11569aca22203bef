//! Gives the program its own directories in tests, so that it never uses the tester's files.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Starts the program in this directory, which is made if it is missing; all variables for file locations point to it.
pub fn at_home_in(command: &mut Command, place: impl AsRef<Path>) {
    let place = place.as_ref();
    fs::create_dir_all(place).expect("a directory for the program");
    command.current_dir(place).env("HOME", place);
    for (name, under) in [
        ("XDG_CONFIG_HOME", "config"),
        ("XDG_DATA_HOME", "data"),
        ("XDG_STATE_HOME", "state"),
        ("APPDATA", "roaming"),
        ("LOCALAPPDATA", "local"),
    ] {
        command.env(name, place.join(under));
    }
}
