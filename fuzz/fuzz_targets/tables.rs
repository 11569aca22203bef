//! Opens damaged tablebases. The reader may reject them, or give wrong answers or none, but it must not panic. Every
//! three bytes of the input give an offset in one of two tables and the byte to write there.
#![no_main]

use std::fs;

use alula::board::Board;
use alula::modern::tablebase::Tablebase;
use alula::play::tablebase::Syzygy;
use alula::readfen::read_fen;
use alula_fuzz::{check_message, scratch_directory};
use libfuzzer_sys::fuzz_target;

const TABLES: [(&str, &[u8]); 2] = [
    ("KPvK.rtbw", include_bytes!("../../tests/data/syzygy/KPvK.rtbw")),
    ("KPvK.rtbz", include_bytes!("../../tests/data/syzygy/KPvK.rtbz")),
];

fuzz_target!(|damage: &[u8]| {
    let folder = scratch_directory();
    for (number, (name, bytes)) in TABLES.iter().enumerate() {
        let mut bytes = bytes.to_vec();
        for change in damage.chunks_exact(3).filter(|change| usize::from(change[0] >> 7) == number) {
            let place = usize::from(change[0] & 127) << 8 | usize::from(change[1]);
            let length = bytes.len();
            bytes[place % length] = change[2];
        }
        // Some tables are truncated.
        let left = bytes.len() - damage.chunks_exact(3).remainder().len();
        fs::write(folder.join(name), &bytes[..left]).expect("a scratch file");
    }
    let tables = match Syzygy::open(&folder.to_string_lossy()) {
        Ok(tables) => tables,
        Err(error) => return check_message(&error.to_string()),
    };
    for fen in ["8/8/8/8/8/5K2/4P3/6k1 w - - 0 1", "8/8/8/8/3k4/5K2/4P3/8 b - - 0 1", "k7/8/8/8/8/8/P7/7K w - - 0 1"] {
        let mut board = Board::new();
        board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
        let _ = (tables.wdl(&board), tables.dtz(&board));
    }
});
