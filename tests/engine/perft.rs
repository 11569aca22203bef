//! Leaf counts of six positions that are standard tests of move generators
//! (<https://www.chessprogramming.org/Perft_Results>).

use alula::board::Board;
use alula::readfen::read_fen;

/// Checks the counts from depth `first` on.
fn check(fen: &str, first: usize, counts: &[u64]) {
    let mut board = Board::new();
    board.init_from_setup(&read_fen(fen).expect("a legal position").setup);
    for (depth, &count) in (first..).zip(counts) {
        assert_eq!(board.perft(depth), count, "depth {depth} of {fen}");
        assert_eq!(board.fen(), fen);
    }
}

macro_rules! perft_table {
    ($($name:ident $fen:literal: $shallow:expr, deep $deep:expr;)*) => {
        $(mod $name {
            #[test]
            fn moderate_depth() {
                super::check($fen, 1, &$shallow);
            }

            #[test]
            #[ignore = "slow, for a release build"]
            fn deep() {
                super::check($fen, 1 + $shallow.len(), &$deep);
            }
        })*
    };
}

perft_table! {
    start "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":
        [20, 400, 8_902, 197_281, 4_865_609], deep [119_060_324];
    castling_and_pins "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1":
        [48, 2_039, 97_862, 4_085_603], deep [193_690_690];
    rook_ending "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1":
        [14, 191, 2_812, 43_238, 674_624], deep [11_030_083, 178_633_661];
    promotions "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1":
        [6, 264, 9_467, 422_333], deep [15_833_292, 706_045_033];
    discovered_checks "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8":
        [44, 1_486, 62_379, 2_103_487], deep [89_941_194];
    middlegame "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10":
        [46, 2_079, 89_890, 3_894_594], deep [164_075_551];
}
