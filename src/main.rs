use alula::figures::{Figures, Kind};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    if a[1] == "perft" {
        let mut b = alula::board::Board::new();
        for fen in [alula::readfen::START_FEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"] {
            b.init_from_setup(&alula::readfen::read_fen(fen).unwrap().setup);
            let t = std::time::Instant::now();
            let n = b.perft(a[2].parse().unwrap());
            println!("{n} {:.1} Mn/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
        return;
    }
    if a[1] == "nps" {
        let mut b = alula::board::Board::new();
        b.timer.max_time = None;
        for (fen, d) in [(alula::readfen::START_FEN, 8), ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 7), ("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9", 8)] {
            b.init_from_setup(&alula::readfen::read_fen(fen).unwrap().setup);
            b.search_depth = d;
            let t = std::time::Instant::now();
            b.think();
            println!("{} {:.2} Mn/s", b.inodes, b.inodes as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
        return;
    }
    let table = std::fs::read_to_string(&a[2]).unwrap();
    let r = Figures::recompute(Kind::of(&a[1]).unwrap(), &table, |l| { println!("{l}"); true });
    if let Err(e) = r { eprintln!("{e}"); }
}
