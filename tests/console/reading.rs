//! Files, names and lines as people write them: encodings, line ends, spaces and quotes, foreign text.

use std::fs;

use crate::{Place, text};

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1/2-1/2\n";
const MATE: &str = "4k3/8/4K3/8/8/8/8/R7 w - -";

fn said(place: &Place, input: impl AsRef<[u8]>) -> String {
    text(&place.run(&[], input).stdout)
}

fn holds(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn names_with_blanks_are_read_by_every_word() {
    let place = Place::new();
    place.file("a b.pgn", GAME);
    place.file("my suite.epd", format!("{MATE} bm Ra8#;\n"));
    place.file("my script.txt", "load 'a b.pgn'\ngames a b.pgn\n");
    let lines = [
        ("games a b.pgn", "a b.pgn: 1 of 1 game"),
        ("games \"a b.pgn\" white=A", "a b.pgn: 1 of 1 game"),
        ("games c d.pgn", "Error: cannot read c d.pgn: "),
        ("load a b.pgn", "A - B, 1/2-1/2"),
        ("load \"a b.pgn\" 1", "A - B, 1/2-1/2"),
        ("guess a b.pgn white", "what did A play"),
        ("review a b.pgn 1 nodes 100 --html my page.html --pgn 'my review.pgn'", "my page.html"),
        ("readfen my suite.epd 1", "FEN 1 of my suite.epd"),
        ("test \"my suite.epd\" depth 2 unsolved no such.epd", "solved 1 of 1"),
        ("source \"my script.txt\"", "a b.pgn: 1 of 1 game"),
        ("play none\ne4\nsave \"my game.pgn\"", "saved as game 1 of my game.pgn"),
        ("book make a b.pgn \"my book.bin\" games 1\nbook my book.bin", "book my book.bin"),
    ];
    for (line, part) in lines {
        holds(&said(&place, format!("{line}\n")), &[part]);
    }
    for file in ["my page.html", "my review.pgn", "my game.pgn", "my book.bin", "no such.epd"] {
        assert!(place.0.join(file).exists(), "{file}");
    }
    let output = place.run(&["review", "a b.pgn", "nodes", "100", "--html", "your page.html"], "");
    assert!(output.status.success() && place.0.join("your page.html").exists(), "{}", text(&output.stderr));
    holds(&text(&place.run(&["load", "a b.pgn"], "").stdout), &["A - B, 1/2-1/2"]);
}

#[test]
fn every_encoding_and_line_end_is_read() {
    let place = Place::new();
    let line = format!("{MATE} bm Ra8#; id \"Gr\u{fc}nfeld\";");
    let latin: Vec<u8> = line.chars().map(|letter| letter as u8).collect();
    let utf16: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes) in [
        ("mark.epd", [b"\xef\xbb\xbf", line.as_bytes(), b"\n"].concat()),
        ("latin.epd", [&latin[..], b"\n"].concat()),
        ("wide.epd", [b"\xff\xfe", &utf16[..]].concat()),
        ("cr.epd", [line.as_bytes(), b"\r", &latin[..], b"\r"].concat()),
    ] {
        place.file(name, bytes);
        let said = said(&place, format!("test {name} depth 2\n"));
        let count = if name == "cr.epd" { 2 } else { 1 };
        holds(&said, &[&format!("solved {count} of {count}"), "Grünfeld"]);
    }
    let games = "[White \"Gr\u{fc}n\"]\n\n1. e4 *\n\n[White \"Blau\"]\n\n1. d4 *\n";
    let wide: Vec<u8> = games.encode_utf16().flat_map(u16::to_be_bytes).collect();
    place.file("wide.pgn", [b"\xfe\xff", &wide[..]].concat());
    let both = said(&place, "games wide.pgn\nload wide.pgn 2\ngame\nplay none\nd5\nsave wide.pgn\n");
    holds(&both, &["Grün", "Blau - ?", "1. d4", "Error: wide.pgn is UTF-16, which Alula cannot append to"]);
    assert_eq!(fs::read(place.0.join("wide.pgn")).expect("the file").len(), 2 + wide.len(), "the file is unchanged");
    place.file("marked.ini", "\u{feff}depth 9\r\n");
    place.file("marked.txt", "\u{feff}echo one\recho two\r\n");
    holds(&said(&place, "ini marked.ini\nset depth\n"), &["depth 9"]);
    holds(&said(&place, "source marked.txt\n"), &["one\ntwo\n"]);
    holds(&said(&place, b"\xef\xbb\xbfecho one\recho Gr\xfcn\r\necho three\n"), &["one\nGrün\nthree\n"]);
    place.file("binary.epd", [0, 1, 2, 3]);
    holds(&said(&place, "test binary.epd\n"), &["Error: binary.epd is not a text file"]);
}

#[test]
fn skipped_input_is_reported_once() {
    let place = Place::new();
    place.file("wrong.epd", format!("{MATE} bm Ra8#;\n{MATE} bm Rb2;\n8/8 w - - bm e4;\n"));
    holds(
        &said(&place, "test wrong.epd depth 2\n"),
        &[
            "wrong.epd, line 2: bm Rb2: no rook can go to b2; skipped\n",
            "wrong.epd, line 3: the piece field has 2 ranks instead of 8; skipped\n",
            "solved 1 of 1",
        ],
    );
    place.file("wrong.pgn", "1. e4 hmm e5 *\n\nsee below\n\n[White \"x\"]\n\n1. d4 *\n");
    holds(
        &said(&place, "games wrong.pgn\n"),
        &[
            "wrong.pgn, line 1 (byte 6): not a move, skipped: \"hmm\"\n",
            "wrong.pgn, line 3 (byte 16): this is not PGN: \"see below\"\n",
            "2 of 2 games",
        ],
    );
    for line in ["load wrong.pgn 2", "review wrong.pgn 2 nodes 100"] {
        holds(&said(&place, format!("{line}\n")), &["wrong.pgn, line 3 (byte 16): this is not PGN: \"see below\"\n"]);
    }
}

#[test]
fn what_is_saved_fits_into_the_file() {
    let place = Place::new();
    for (name, old, new) in [
        ("end.pgn", "[White \"A\"]\n\n1. d4 *", "[White \"A\"]\n\n1. d4 *\n\n[Event"),
        ("dos.pgn", "[White \"A\"]\r\n\r\n1. d4 *\r\n", "[White \"A\"]\r\n\r\n1. d4 *\r\n\r\n[Event \"?\"]\r\n[Site"),
    ] {
        place.file(name, old);
        holds(
            &said(&place, format!("play none\ne4\nsave {name}\nsave {name}\n")),
            &[
                &format!("saved as game 2 of {name}\n"),
                &format!("unchanged since it was saved as game 2 of {name}; nothing was added\n"),
            ],
        );
        let now = fs::read_to_string(place.0.join(name)).expect("it was saved");
        assert!(now.starts_with(new), "{now}");
        assert_eq!(now.contains("\r\n"), now.matches('\n').count() == now.matches("\r\n").count(), "{now:?}");
    }
    let lines = "play none\ne4\nsave a.epd\nsave a.epd\nsave b.fen\nsave a.epd --force\n";
    let refused = "Error: --force does not work for positions";
    holds(&said(&place, lines), &["saved as position 1 of a.epd\n", "already saved as position 1 of a.epd", refused]);
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    assert_eq!(fs::read_to_string(place.0.join("a.epd")).expect("saved"), format!("{after} hmvc 0; fmvn 1;\n"));
    assert_eq!(fs::read_to_string(place.0.join("b.fen")).expect("saved"), format!("{after} 0 1\n"));
}

#[test]
fn foreign_strings_are_safe_to_show() {
    let place = Place::new();
    let hostile = "\u{1b}]0;title\u{7}\u{9b}2J\u{202e}\u{2066}";
    place.file("names.pgn", GAME.replace("\"A\"", &format!("\"A{hostile}\"")));
    let lines = format!(
        "load names.pgn\ncomment x{hostile}\ngame\ngames {hostile}.pgn\nload {hostile}\nsave {hostile}/x\n\
         syzygy {hostile}\nbook {hostile}\necho {hostile}\nexpect {hostile}\nset {hostile} 1\n{hostile}\n"
    );
    for (arguments, lines) in [
        (&[][..], lines.clone()),
        (&["xboard"], format!("protover 2\negtpath syzygy {hostile}\nping {hostile}\n{hostile}\nsetboard {hostile}\n")),
        (&["uci"], format!("uci\nsetoption name SyzygyPath value {hostile}\nposition fen {hostile}\n{hostile}\n")),
    ] {
        let output = place.run(arguments, lines);
        for said in [text(&output.stdout), text(&output.stderr)] {
            assert!(!said.contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}', '\u{2066}']), "{arguments:?}: {said:?}");
        }
    }
}

#[test]
fn an_en_passant_square_that_is_of_no_use_is_not_shown() {
    let place = Place::new();
    let lines = "setboard k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1\nfen\nsetboard 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\nfen\n";
    holds(&said(&place, lines), &["k1r5/8/8/1pP5/2K5/8/8/8 w - - 0 1\n", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\n"]);
}

#[cfg(unix)]
#[test]
fn invalid_tables_are_skipped_and_reported() {
    let place = Place::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    fs::create_dir(place.0.join("t")).expect("our own place");
    let table = fs::read(format!("{folder}/KQvK.rtbw")).expect("a table");
    place.file("t/KQvK.rtbw", &table[..table.len() - 20]);
    let said = said(&place, format!("syzygy {folder}:t:/no/such\n"));
    holds(
        &said,
        &[
            "t/KQvK.rtbw: unexpected file size; skipped\n",
            "/no/such: it does not exist; skipped\n",
            "11 WDL tables and 11 DTZ tables\n",
        ],
    );
}

#[test]
fn openings_are_known_under_transposition() {
    let place = Place::new();
    holds(&said(&place, "play none\nd4\nd5\ne4\ne6\nopening\n"), &["C00 French Defence: Normal Variation"]);
}
