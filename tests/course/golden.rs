//! The original program produced every figure in `tests/golden/`, and the engine must reproduce them row by row.
//!
//! The quick tests skip rows that cost more than [`QUICK_NODES`]; the ignored tests skip nothing and need a release
//! build: `cargo test --profile long -- --ignored`. The engine gets only the input columns, never the figures.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use alula::lab::figures::{Figures, TableKind};
use alula::searcher::Control;

use crate::HOME;
use crate::home::at_home_in;

/// Node limit of the quick tests for a row, or for rows computed together.
const QUICK_NODES: u64 = 300_000;

macro_rules! golden_tables {
    ($($name:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($name)),*];

        mod quick {
            $(
                #[test]
                fn $name() {
                    let table = super::Table::read(stringify!($name));
                    table.compare(&table.rows_up_to(super::QUICK_NODES));
                }
            )*
        }

        mod all {
            $(
                #[test]
                #[ignore = "slow, for a release build"]
                fn $name() {
                    let table = super::Table::read(stringify!($name));
                    table.compare(&table.rows());
                }
            )*
        }
    };
}

golden_tables! {
    alphabeta
    capture_list
    divide
    eval
    game_end
    minimax
    movegen_order
    perft
    pvs_iterative
    pvs_iterative_game_history
    pvs_iterative_nonull
    pvs_iterative_reduction3
    pvs_single_depth
    qsearch
    san
    see
    think
}

macro_rules! instrument_tables {
    ($($name:ident)*) => {
        /// The same tables with the instrument instead of the tutorial's search. The other tables have no search
        /// figures, or `quick` already computes them with the instrument, because their settings are not the
        /// tutorial's.
        mod instrument {
            $(
                #[test]
                fn $name() {
                    let table = super::Table { instrument: true, ..super::Table::read(stringify!($name)) };
                    table.compare(&table.rows_up_to(super::QUICK_NODES));
                }
            )*
        }
    };
}

instrument_tables! {
    alphabeta
    minimax
    pvs_iterative
    pvs_iterative_game_history
    pvs_single_depth
    qsearch
    think
}

/// A table of measured figures.
struct Table {
    name: String,
    kind: TableKind,
    text: String,
    /// Whether the instrument computes the figures.
    instrument: bool,
}

impl Table {
    fn read(name: &str) -> Table {
        let path = folder().join(name).with_extension("tsv");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let kind = TableKind::of(name).unwrap_or_else(|| panic!("'figures' has no kind {name}"));
        assert_eq!(text.lines().next(), Some(kind.columns()), "the columns of {name}.tsv");
        Table { name: name.into(), kind, text, instrument: false }
    }

    fn rows(&self) -> Vec<&str> {
        self.text.lines().skip(1).collect()
    }

    /// The rows that take at most `nodes` nodes; rows that are computed together count together.
    fn rows_up_to(&self, nodes: u64) -> Vec<&str> {
        let rows = self.rows();
        let mut cost: HashMap<&str, u64> = HashMap::new();
        for row in &rows {
            let dearest = cost.entry(self.computed_together(row)).or_default();
            *dearest = self.nodes(row).max(*dearest);
        }
        rows.into_iter().filter(|row| cost[self.computed_together(row)] <= nodes).collect()
    }

    /// The part of a row shared by all rows computed together: position and depth (or move), but only the position for
    /// `think`, whose rows are the lines of one search.
    fn computed_together<'a>(&self, row: &'a str) -> &'a str {
        let columns = if self.kind == TableKind::Think { 1 } else { 2 };
        row.match_indices('\t').nth(columns - 1).map_or(row, |(end, _)| &row[..end])
    }

    /// Number of nodes for the figures of a row; 0 if the table has no node counts.
    fn nodes(&self, row: &str) -> u64 {
        let column = self.kind.columns().split('\t').position(|name| name.starts_with("nodes"));
        column.and_then(|column| row.split('\t').nth(column)?.parse().ok()).unwrap_or(0)
    }

    /// The input columns of a row.
    fn given<'a>(&self, row: &'a str) -> &'a str {
        let names = self.kind.columns().split('\t');
        let given = names.take_while(|name| ["position", "depth", "move"].contains(name)).count();
        row.match_indices('\t').nth(given - 1).map_or(row, |(end, _)| &row[..end])
    }

    fn recompute(&self, rows: &[&str]) -> Vec<String> {
        let given: Vec<&str> = rows.iter().map(|row| self.given(row)).collect();
        let mut lines = Vec::new();
        let recompute = if self.instrument { Figures::recompute_by_instrument } else { Figures::recompute };
        let result = recompute(self.kind, &given.join("\n"), &Control::silent(), |line: &str| {
            lines.push(line.to_string());
            true
        });
        assert_eq!(result, Ok(()), "{}.tsv cannot be read", self.name);
        lines.split_off(1)
    }

    fn compare(&self, rows: &[&str]) {
        assert!(!rows.is_empty(), "{}.tsv has no rows to compare", self.name);
        let computed = self.recompute(rows);
        let differs = computed.iter().zip(rows).find(|(computed, row)| computed != row);
        if let Some((computed, row)) = differs {
            panic!("the first difference in {}.tsv\nmeasured: {row}\ncomputed: {computed}", self.name);
        }
        assert_eq!(computed.len(), rows.len(), "the number of rows of {}.tsv", self.name);
    }
}

/// The output of `figures` is identical to the last byte. If the environment names a program, the test runs it: CI
/// names the Windows build, for the quick rows. The program built here needs only the cheapest rows, because `quick`
/// computes all of them with the same library.
#[test]
fn figures_reproduces_the_tables() {
    let named = std::env::var("ALULA_PROGRAM").ok();
    let nodes = if named.is_some() { QUICK_NODES } else { 20_000 };
    let program = named.unwrap_or_else(|| env!("CARGO_BIN_EXE_alula").into());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rows.tsv");
    for name in TESTED {
        let table = Table::read(name);
        let rows = table.rows_up_to(nodes);
        assert!(rows.len() > 5, "{name}: {} rows", rows.len());
        let expected = [vec![table.kind.columns()], rows].concat().join("\n") + "\n";
        fs::write(&file, &expected).expect("the rows are written");
        let mut command = Command::new(&program);
        // Wine, which may run the named program, needs its usual home directory.
        if nodes < QUICK_NODES {
            at_home_in(&mut command, HOME);
        }
        let output = command.arg("figures").arg(name).arg(&file).output().expect("the program runs");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let written = String::from_utf8_lossy(&output.stdout);
        let differs = written.lines().zip(expected.lines()).find(|(written, expected)| written != expected);
        assert_eq!((differs, written.len()), (None, expected.len()), "{name}");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn every_table_is_tested() {
    let files = fs::read_dir(folder()).expect("the folder of the tables");
    let paths = files.map(|entry| entry.expect("an entry of the folder").path());
    let tables = paths.filter(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    let names: BTreeSet<String> =
        tables.map(|path| path.file_stem().expect("a file name").to_string_lossy().into_owned()).collect();
    let tested: BTreeSet<String> = TESTED.iter().map(|name| name.to_string()).collect();
    let kinds: BTreeSet<String> = TableKind::names().map(str::to_string).collect();
    assert_eq!(names, tested);
    assert_eq!(kinds, tested);
}

#[test]
fn a_wrong_figure_is_noticed() {
    let table = Table::read("eval");
    let forged: Vec<String> = table.rows().iter().map(|row| format!("{row}0")).collect();
    let forged: Vec<&str> = forged.iter().map(String::as_str).collect();
    let noticed = std::panic::catch_unwind(|| table.compare(&forged[..1])).expect_err("the figures differ");
    let message = noticed.downcast::<String>().expect("a message");
    assert!(message.contains(forged[0]) && message.contains(table.rows()[0]), "{message}");
}

#[test]
fn a_row_does_not_depend_on_those_before_it() {
    for name in ["alphabeta", "pvs_iterative", "pvs_single_depth", "qsearch"] {
        let table = Table::read(name);
        let mut rows = table.rows_up_to(QUICK_NODES);
        rows.reverse();
        table.compare(&rows);
    }
}
