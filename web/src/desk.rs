//! State kept between requests.

use alula::board::Board;
use alula::lab::figures::{Figures, TableKind};
use alula::play::{Engine, Options};
use alula::searcher::{Control, Limits};
use alula::ui::console::Session;
use alula::ui::console::lessons::facts::Shown;
use alula::ui::console::lessons::{self, run};
use alula::ui::console::words::{self, Words};
use alula::ui::lab;
use alula::ui::tables::Table;
use serde_json::{Value, json};

/// The last answer, or the reason of the refusal.
pub type Answer = Result<Value, String>;

/// The console's commands, except those that need a terminal and the group of `train`, `network` and `tune`.
pub const WORDS: Words = &[words::WORDS, lessons::words::WORDS, lab::words::WORDS];

/// The sessions of a page.
pub struct Desk {
    /// Session and board of the laboratory's console.
    session: Session,
    board: Box<Board>,
    /// The session for playing games.
    pub game: Session,
    /// The searchers for games and analysis.
    pub engine: Box<Engine>,
    /// The session of the recorded search.
    pub tree: Session,
}

impl Default for Desk {
    fn default() -> Desk {
        let mut session = run::silent_session(WORDS);
        session.options.limits = Limits::depth(session.options.limits.depth);
        let mut game = run::silent_session(WORDS);
        game.options = Options::default();
        let tree = run::silent_session(WORDS);
        Desk { session, board: Board::new(), game, engine: Box::default(), tree }
    }
}

impl Desk {
    /// Executes a line of the console.
    pub fn line(&mut self, line: &str) -> Answer {
        let shown = run::overheard(&mut self.session, &mut self.board, line).map_err(|refusal| refusal.to_string())?;
        Ok(json!({ "shown": told(&shown), "fen": self.board.fen() }))
    }
}

/// Recomputes a table of figures, as the command `figures` does with a file.
pub fn figures(kind: &str, table: &str) -> Answer {
    let kind = TableKind::of(kind).ok_or_else(|| format!("'{kind}' is not a kind of table"))?;
    let mut lines = Vec::new();
    let done = Figures::recompute(kind, table, &Control::silent(), |line| {
        lines.push(line.to_string());
        true
    });
    done.map_err(|error| error.to_string())?;
    Ok(json!({ "lines": lines }))
}

/// The output of a command.
pub fn told(shown: &Shown) -> Value {
    json!({ "text": shown.text, "tables": shown.tables.iter().map(table).collect::<Vec<_>>() })
}

fn table(table: &Table) -> Value {
    json!({ "title": table.title, "columns": table.columns, "rows": table.rows, "notes": table.notes })
}
