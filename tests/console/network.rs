//! The network, its data and its training, through the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A separate folder for a test, removed at its end.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let folder = std::env::temp_dir().join(format!("alula-network-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Place(folder)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alula"));
        for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"] {
            command.env(name, &self.0);
        }
        command.current_dir(&self.0).args(line.split_whitespace());
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().expect("the program runs")
    }

    /// The output of a line that must succeed.
    fn said(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// The error message of a line that must fail.
    fn refused(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line} succeeded");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.starts_with("Error: ") && text.lines().count() == 1, "{line}: {text}");
        text
    }

    /// The output of a script.
    fn script(&self, lines: &str) -> String {
        fs::write(self.0.join("script"), lines).expect("there is room");
        self.said("source script")
    }

    fn file(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect("the file is there")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn exists(path: &Path) -> bool {
    path.try_exists().unwrap_or(true)
}

#[test]
fn the_same_seed_gives_the_same_file_however_it_is_played() {
    let place = Place::new("seed");
    place.said("datagen whole games 6 nodes 60 seed 3 threads 2");
    place.said("datagen steps games 2 nodes 60 seed 3 threads 1");
    let said = place.said("datagen steps games 6 nodes 60 seed 3 threads 2");
    assert!(said.contains("continues after 2 games") && said.contains("complete"), "{said}");
    assert_eq!(place.file("whole"), place.file("steps"));
    place.said("datagen even games 3 nodes 60 seed 3 shard 0/2");
    place.said("datagen odd games 3 nodes 60 seed 3 shard 1/2");
    place.said("data merge even odd to both");
    let info = |name: &str| place.said(&format!("data info {name} --csv"));
    assert_eq!(info("both"), info("whole"));
    assert!(info("whole").contains("games,6"), "{}", info("whole"));
    // The data is already complete, so nothing is added.
    let before = place.file("whole");
    place.said("datagen whole games 6 nodes 60 seed 3");
    assert_eq!(place.file("whole"), before);
}

/// After Ctrl-C, the file holds the first games of an uninterrupted run.
#[cfg(unix)]
#[test]
fn an_interrupted_run_goes_on() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let place = Place::new("interrupt");
    let line = "datagen data nodes 60 seed 5 threads 2";
    let mut child = place.command(line).stdout(Stdio::piped()).spawn().expect("the program starts");
    let began = Instant::now();
    while fs::metadata(place.path("data")).map_or(0, |data| data.len()) == 0 {
        assert!(began.elapsed() < Duration::from_secs(120), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("there is kill");
    assert!(killed.success());
    assert!(child.wait().expect("it ends").success());
    let summary = place.said("data check data --csv");
    let games: usize = summary
        .lines()
        .find_map(|line| line.strip_prefix("games,"))
        .and_then(|rest| rest.trim_end_matches(',').parse().ok())
        .unwrap_or_else(|| panic!("{summary}"));
    assert!(games > 0);
    place.said(&format!("datagen whole games {games} nodes 60 seed 5"));
    assert!(
        place.file("data").starts_with(&place.file("whole")) || place.file("whole").starts_with(&place.file("data"))
    );
}

#[test]
fn data_are_refused_with_the_reason() {
    let place = Place::new("refused");
    place.said("datagen data games 2 nodes 60");
    fs::write(place.path("text"), "This is a text and no training data, as anybody can see.").expect("there is room");
    fs::write(place.path("cut"), &place.file("data")[..40]).expect("there is room");
    for (line, reason) in [
        ("data", "info, check, merge"),
        ("data burn x", "no command 'data burn'"),
        ("data info", "name a FILE"),
        ("data info nowhere", "nowhere: "),
        ("data info text", "record 1 is wrong"),
        ("data check cut", "in the middle of a record"),
        ("data merge data", "FILE… to FILE"),
        ("data merge data to data", "input and output"),
        ("data merge data to x seed 1", "unknown option 'seed' (it takes no options)"),
        ("data merge x.part to x", "input and output"),
        ("data sample data 2 to data", "input and output"),
        ("data shuffle text to x", "record 1 is wrong"),
        ("data sample data", "data sample takes: FILE N"),
        ("data sample data none", "positions cannot be 'none'"),
        ("datagen", "name the FILE"),
        ("datagen text games 1", "record 1 is wrong"),
        ("datagen data games 3 nodes 61", "another run"),
        ("datagen data games 3 seed 2 nodes 60", "another run"),
        ("datagen x shard 2/2", "K/N"),
        ("datagen x nods 3", "did you mean 'nodes'"),
        ("datagen nowhere/x games 1", "nowhere/x: "),
        ("train data to net hidden 48", "multiple of 32"),
        ("train data to net from text", "not a checkpoint of this version"),
        ("train data to net last 0.1", "unknown option 'last'"),
        ("train data to net passes 0", "allowed values: 1"),
        ("train data to net svg data", "data is both input and output"),
        ("train data to net svg net", "the network and the picture need different files"),
        ("train data to net from text svg text", "text is both input and output"),
        ("train text to net", "record 1 is wrong"),
        ("network text", "not an Alula network"),
        ("network data", "not an Alula network"),
        ("network nowhere", "nowhere: "),
        ("network neuron 0", "neuron cannot be '0'; type a number from 1 to"),
        ("network errors text", "record 1 is wrong"),
        ("network judge built-in", "NETWORK… on FILE…"),
        ("network judge on data", "NETWORK… on FILE…"),
        ("network judge nowhere on data", "nowhere: "),
        ("network judge built-in on text", "record 1 is wrong"),
        ("tune", "search, screen, show"),
        ("tune show nowhere", "no such file"),
        ("tune show text", "not an Alula tuning"),
        ("tune search x clock 5", "2+0.02"),
        ("tune search x nodes 100 clock 1+1", "cannot both"),
        ("set eval guesswork", "network, tutorial"),
        ("set search.futility-margin 99999", "20 to 220"),
    ] {
        let text = place.refused(line);
        assert!(text.contains(reason), "{line}: {text}");
    }
    assert!(!exists(&place.path("net")) && !exists(&place.path("x.part")));
}

/// A folder already has the name of a temporary file.
#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_first_pass() {
    let place = Place::new("unwritable");
    place.said("datagen data games 8 nodes 60");
    for blocked in ["net.part", "net.checkpoint.part", "svg.part"] {
        fs::create_dir(place.path(blocked)).expect("there is room");
        let output = place.run("train data to net svg svg hidden 32 passes 1 held 2");
        assert!(!output.status.success() && output.stdout.is_empty(), "{blocked}: {output:?}");
        fs::remove_dir(place.path(blocked)).expect("an empty folder");
    }
}

#[test]
fn from_games_to_a_network_that_plays() {
    let place = Place::new("train");
    place.said("datagen games games 60 nodes 60 seed 9");
    place.said("data shuffle games to mixed");
    assert!(place.said("data info mixed").contains("60"));
    let sample = place.said("data sample mixed 5");
    assert_eq!(sample.lines().count(), 5);
    assert!(sample.lines().all(|line| line.split("; ").count() == 3), "{sample}");
    let line = "train mixed to small.network hidden 32 buckets 2 passes 3 batch 128 held 5 svg curve.svg";
    let trained = place.said(line);
    assert!(trained.contains("positions held out") && trained.contains("tutorial"), "{trained}");
    // The error of each pass on the training positions.
    let errors = |said: &str| -> Vec<f64> {
        let passes = said.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let passes =
            passes.filter(|words| words.len() > 4 && words[0].parse::<u32>().is_ok() && words[1].contains('.'));
        passes.map(|words| words[1].parse().expect("an error")).collect()
    };
    let passes = errors(&trained);
    assert!(passes.len() == 3 && passes.is_sorted_by(|before, after| after < before), "{trained}");
    assert!(String::from_utf8_lossy(&place.file("curve.svg")).contains("<polyline"));
    let first = place.file("small.network");
    place.said(&line.replace("small", "again").replace("passes 3", "passes 3 threads 1 name small"));
    assert_eq!(place.file("again.network"), first);

    // The checkpoint remains: the same command only rewrites the network; with more passes, training continues.
    fs::remove_file(place.path("small.network")).expect("it is there");
    let said = place.said(line);
    assert!(said.contains("continues after pass 3") && errors(&said).is_empty(), "{said}");
    assert_eq!(place.file("small.network"), first);
    place.said(&line.replace("passes 3", "passes 1"));
    assert!(String::from_utf8_lossy(&place.file("curve.svg")).contains("32 hidden neurons a side, 3 passes"));
    let said = place.said(&line.replace("small", "again").replace("passes 3", "passes 4 name small"));
    assert_eq!(errors(&said).len(), 1, "{said}");
    place.said(&line.replace("small", "whole").replace("passes 3", "passes 4 name small"));
    assert_eq!(place.file("again.network"), place.file("whole.network"));
    assert!(place.refused(&line.replace("batch 128", "batch 64")).contains("different parameters"));

    // Another training run continues from the checkpoint, on the same games in another order and with a different rate.
    let further = "train games to further.network from small.network.checkpoint rate 0.0005 passes 1 held 5";
    let from_nothing = further.replace("from small.network.checkpoint", "hidden 32 buckets 2 batch 128");
    let start = place.said(&from_nothing.replace("further.", "start."));
    assert!(errors(&place.said(further))[0] < errors(&start)[0], "{start}");
    let wrong = place.refused(&format!("{} hidden 64", further.replace("further.", "x.")));
    assert!(wrong.contains("a checkpoint cannot gain or lose"), "{wrong}");

    // Or from the network, which can get more neurons.
    let wider = further.replace("further.", "wider.").replace(".checkpoint", " hidden 64");
    assert!(errors(&place.said(&wider))[0] < errors(&start)[0], "{start}");
    assert_eq!(place.file("wider.network").len(), place.file("small.network").len() + 2 * 32 * (768 + 1 + 2 * 2));
    for sizes in ["hidden 32 buckets 3", "hidden 64 buckets 1"] {
        let wrong = place.refused(&wider.replace("wider.", "x.").replace("hidden 64", sizes));
        assert!(wrong.contains("a network can gain hidden neurons but"), "{wrong}");
    }

    let said = place.script("network small.network\nset eval network\nset eval\nnetwork\neval\nbook off\nsd 4\ngo\n");
    assert!(said.contains("White plays ") && !said.contains("(book)"), "{said}");
    assert!(said.contains("network small (from a file); the modern search evaluates with it"), "{said}");
    assert!(said.contains("sum for White") && said.contains("this position uses bucket 2"), "{said}");
    assert!(said.contains("the same with colours exchanged"), "{said}");
    let said = place.script("network small.network\nnetwork neuron 3\nnetwork neurons\nnetwork neuron 3 svg n.svg\n");
    assert!(said.contains("neuron 3 of 32") && said.contains("enemy king"), "{said}");
    assert!(place.file("n.svg").starts_with(b"<svg"));
    let mut damaged = first;
    damaged[5000] ^= 1;
    fs::write(place.path("damaged"), damaged).expect("there is room");
    assert!(place.refused("network damaged").contains("checksum"));
}

/// The built-in network has the recorded error on the validation positions.
#[test]
fn networks_are_ranked_by_their_errors_on_the_frozen_positions() {
    let place = Place::new("judge");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let positions = root.join("assets/network/judge.data");
    if !positions.exists() {
        return eprintln!("no {}, which the package leaves out: not run", positions.display());
    }
    fs::copy(positions, place.path("frozen")).expect("the frozen positions");
    assert!(place.said("data check frozen --csv").contains("positions,36000"));
    place.said("datagen games games 8 nodes 60 seed 4");
    place.said("train games to poor.network hidden 32 passes 1 held 4");
    let table = place.said("network judge poor.network built-in on frozen --csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["network", "name", "hidden", "factor", "mixture", "results", "better by %", "+-"]);
    let names: Vec<&str> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(names, ["(in use)", "built-in", "poor.network"]);
    assert_eq!((&rows[1][3..6], rows[2][6]), (&rows[2][3..6], "+0.00"));
    let number = |text: &str| text.parse::<f64>().expect("a number");
    assert!(number(rows[3][6]) + number(rows[3][7]) < -10.0, "{table}");
    let records = fs::read_to_string(root.join("docs/data/networks.tsv")).expect("the record");
    let is_judged = |line: &&str| line.starts_with("judged, ") && line.contains("built in");
    let record: Vec<&str> = records.lines().find(is_judged).expect("the built-in network").split('\t').collect();
    for (found, kept) in rows[1][4..6].iter().zip(&record[4..6]) {
        assert!((number(found) - number(kept)).abs() < 2e-5, "{found} {kept}");
    }
}

/// The evaluations differ, and so do the node counts of their searches.
#[test]
fn the_evaluation_can_be_chosen() {
    let place = Place::new("eval");
    let nodes = |kind: &str| {
        let said = place.script(&format!("set eval {kind}\nbook off\nsd 5\ngo\n"));
        let last = said.lines().rev().find_map(|line| line.strip_prefix("    5  "));
        last.and_then(|line| line.split_whitespace().nth(2)?.parse::<u64>().ok()).unwrap_or_else(|| panic!("{said}"))
    };
    let said = ["network", "tutorial"].map(|kind| {
        let said = place.script(&format!("set eval {kind}\nmove e4\neval\n"));
        said.lines().find(|line| line.starts_with("eval score")).expect("a score").to_string()
    });
    assert_ne!(said[0], said[1]);
    assert_ne!(nodes("tutorial"), nodes("network"));
}

#[test]
fn the_numbers_of_the_search_are_tuned_and_written_back() {
    let place = Place::new("tune");
    let line = "tune search t iterations 2 pairs 1 nodes 50 seed 2 threads";
    let said = place.said(&format!("{line} 1"));
    assert!(said.contains("iteration 2 of 2, 4 games"), "{said}");
    place.said(&format!("{} 2", line.replace("search t", "search u")));
    assert_eq!(place.file("t"), place.file("u"));
    assert!(place.refused("tune search t iterations 3 pairs 1 nodes 50 seed 2").contains("another plan"));
    let lines = place.said("tune openbench");
    assert!(lines.lines().count() > 30 && lines.lines().all(|line| line.split(", ").count() == 7), "{lines}");
    let source =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/modern/parameters.rs")).expect("the source");
    fs::write(place.path("parameters.rs"), &source).expect("there is room");
    let text = String::from_utf8(place.file("t")).expect("a text");
    let moved: String =
        text.lines()
            .map(|line| {
                if line.starts_with("futility_margin ") {
                    "futility_margin 101.4\n".into()
                } else {
                    format!("{line}\n")
                }
            })
            .collect();
    fs::write(place.path("t"), moved).expect("there is room");
    place.said("tune source t parameters.rs");
    let new = String::from_utf8(place.file("parameters.rs")).expect("a text");
    assert!(new.contains("futility_margin = 101, 20..=220, step 10;"));
    assert_eq!(new.lines().count(), source.lines().count());
    assert!(place.refused("tune source t t").contains("no line for"));
}

/// The table depends only on settings, seed, nodes and pairs.
#[test]
fn many_settings_are_screened_in_one_match() {
    let place = Place::new("screen");
    let line = "tune screen singular=off lmr=off,search.futility-margin=90 search.late-move-base=2 pairs 12 nodes 100";
    let said = place.said(&format!("{line} threads 1"));
    for text in ["setting", "+-", "singular=off ", "lmr=off,search.futility-margin=90 ", "24 games, "] {
        assert!(said.contains(text), "{text}: {said}");
    }
    assert!(!said.contains("stopped"), "{said}");
    assert_eq!(place.said(&format!("{line} threads 2 seed 1")), said);
    assert_ne!(place.said(&format!("{line} seed 2")), said);

    let table = place.said(&format!("{line} --csv"));
    // From the right: error, Elo, setting.
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.rsplitn(3, ',').collect()).collect();
    assert_eq!(rows[0], ["+-", "Elo", "setting"]);
    let numbers = |at: usize| rows[1..].iter().map(|row| row[at].parse().expect("a number")).collect::<Vec<f64>>();
    assert!(numbers(1).len() == 3 && numbers(1).is_sorted_by(|a, b| a >= b), "{table}");
    assert!(numbers(0).iter().all(|error| *error >= 0.0), "{table}");
    let json = place.said(&format!("{line} --json"));
    assert_eq!(json.matches("\"setting\": ").count(), 3, "{json}");
}

/// With `to FILE` each pair is stored as soon as it is played, and repeating the command plays the missing ones.
#[test]
fn a_screening_goes_on_where_it_was_stopped() {
    let place = Place::new("screen-to");
    let line = |more: &str| format!("tune screen singular=off lmr=off,search.futility-margin=90 nodes 100 {more}");
    let table = |said: &str| said[said.find("setting").expect("a table")..].to_string();
    let whole = place.said(&line("pairs 12"));

    place.said(&line("pairs 5 to log"));
    assert_eq!(fs::read_to_string(place.path("log")).expect("text").lines().count(), 5 + 5);
    // The log ends with an incomplete line.
    fs::write(place.path("log"), [&place.file("log")[..], b"7 2"].concat()).expect("there is room");
    let said = place.said(&line("pairs 12 to log threads 2"));
    assert!(said.contains("log: continues after 5 of 12 pairs"), "{said}");
    assert_eq!(table(&said), table(&whole));
    assert_eq!(table(&place.said("tune show log")), table(&whole));
    let lines = fs::read_to_string(place.path("log")).expect("text");
    let mut pairs: Vec<u32> =
        lines.lines().skip(5).map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, (0..12).collect::<Vec<_>>());

    // No pairs are missing.
    let before = place.file("log");
    assert_eq!(table(&place.said(&line("pairs 12 to log"))), table(&whole));
    assert_eq!(place.file("log").len(), before.len());

    let log = String::from_utf8(before.clone()).expect("a text");
    let search = log.lines().find(|line| line.starts_with("search ")).expect("the number of the search");
    fs::write(place.path("older"), log.replace(search, "search 1")).expect("there is room");
    fs::write(place.path("text"), "a text\n").expect("there is room");
    fs::write(place.path("bad"), "alula screening 2\nsettings x\nnodes 100\nseed 1\nsearch 1\n0 1\n")
        .expect("there is room");
    for (line, reason) in [
        (line("seed 2 to log"), "log: it was made with different settings"),
        (line("to log").replace("nodes 100", "nodes 101"), "log: it was made with different settings"),
        (line("to log").replace("margin=90", "margin=91"), "log: it was made with different settings"),
        (line("to older"), "or by a different search"),
        (line("to text"), "text: it is not an Alula screening"),
        (line("to nowhere/x"), "nowhere/x: "),
        (line("to"), "to needs a value"),
        ("tune search log".into(), "log: it is not an Alula tuning"),
        ("tune show text".into(), "text: it is not an Alula tuning"),
        ("tune show bad".into(), "bad: line 6 cannot be read"),
    ] {
        let text = place.refused(&line);
        assert!(text.contains(reason), "{line}: {text}");
    }
    assert_eq!((place.file("log").len(), place.file("text")), (before.len(), b"a text\n".to_vec()));
}

/// A killed program has already stored its pairs.
#[test]
fn a_screening_that_is_killed_goes_on() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let place = Place::new("screen-killed");
    let line = "tune screen singular=off nodes 100 to log";
    let mut child = place.command(line).stdout(Stdio::null()).spawn().expect("the program starts");
    let began = Instant::now();
    let pairs = || fs::read_to_string(place.path("log")).map_or(0, |log| log.lines().count().saturating_sub(5));
    while pairs() < 2 {
        assert!(began.elapsed() < Duration::from_secs(120), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it was running");
    child.wait().expect("it ends");
    let kept = pairs();
    let said = place.said(&format!("{line} pairs {kept}"));
    let (_, rest) = said.split_once("continues after ").expect("it goes on");
    let before: usize = rest.split(' ').next().expect("a number").parse().expect("a number");
    // The last line may be incomplete, and the threads write their pairs in any order.
    assert!((1..=kept).contains(&before), "{said}");
    assert!(pairs() >= kept, "{said}");
}

#[test]
fn settings_that_cannot_be_screened_are_refused() {
    let place = Place::new("screen-refused");
    let many = "singular=off ".repeat(129);
    let most = &many["singular=off ".len()..];
    for (settings, reason) in [
        ("", "name a SETTING"),
        ("singular", "name a SETTING"),
        ("pairs 2", "name a SETTING"),
        (many.as_str(), "129 settings are too many"),
        (most, "singular is named twice"),
        ("singlar=off", "did you mean 'singular'?"),
        ("nonsense=off", "no technique or parameter 'nonsense'"),
        ("lmr=off,nonsense=off", "no technique or parameter 'nonsense'"),
        ("lmr=off,", "no technique or parameter"),
        ("=off", "no technique or parameter"),
        ("hash=64", "no technique or parameter 'hash'"),
        ("late-move-base=2", "no technique or parameter"),
        ("search.late-move-bas=2", "did you mean 'search.late-move-base'?"),
        ("singular=on", "already on"),
        ("singular=", "only 'off' is allowed"),
        ("singular=maybe", "only 'off' is allowed"),
        ("search.late-move-base=0", "1 to 8"),
        ("search.late-move-base=9", "1 to 8"),
        ("search.late-move-base=two", "1 to 8"),
        ("search.late-move-base=", "1 to 8"),
        ("search.late-move-base=4", "already 4"),
        ("singular=off singular=off", "singular is named twice"),
        ("singular=off lmr=off,singular=off", "singular is named twice"),
        ("singular=off,singular=off", "singular is named twice"),
        ("search.late-move-base=2 search.late-move-base=3", "search.late-move-base is named twice"),
        ("search.late-move-base=2 search.late_move_base=3", "search.late-move-base is named twice"),
        ("singular=off lmr", "unknown option 'lmr'"),
        ("singular=off pairs 2 lmr=off 3", "unknown option 'lmr=off'"),
        ("singular=off pairs", "needs a value"),
        ("singular=off pairs 1", "allowed values: 2"),
        ("singular=off nodes 100 clock 1+1", "tune screen: nodes and clock cannot both"),
        ("singular=off clock 5", "2+0.02"),
    ] {
        let text = place.refused(&format!("tune screen {settings}"));
        assert!(text.contains(reason) && text.contains("tune screen: "), "{settings}: {text}");
    }
}
