//! Playing and analysing. The page keeps the game, as its start position and moves, and sends it with every request.

use std::cell::RefCell;
use std::sync::Mutex;

use alula::board::Board;
use alula::defines::Side;
use alula::displaymove::square_name;
use alula::games::openings;
use alula::games::pgn;
use alula::games::tree::{Game, ROOT};
use alula::moves::Move;
use alula::play::{Options, library};
use alula::searcher::{AtRoot, Control, Info, Limits, Line, Report, laws};
use alula::ui::console::lessons::run;
use alula::ui::show;
use serde_json::{Value, json};

use crate::answers::{number, text};
use crate::desk::{Answer, Desk, WORDS};

/// Maximum number of lines of an analysis.
const MOST_LINES: usize = 5;
/// Thinking time of the opponent, in milliseconds.
const MOVE_MS: u64 = 1500;

/// The game of a request: its start position and its moves.
///
/// # Errors
/// The console's refusal of the FEN or of a move.
pub fn board_of(request: &Value) -> Result<Box<Board>, String> {
    let mut board = Board::new();
    let fen = text(request, "fen").trim();
    if !fen.is_empty() {
        let mut session = run::silent_session(WORDS);
        run::overheard(&mut session, &mut board, &format!("setboard {fen}")).map_err(|refusal| refusal.to_string())?;
    }
    for mv in request["moves"].as_array().into_iter().flatten() {
        let mv = mv.as_str().unwrap_or_default();
        let read = board.read_move(mv).map_err(|error| format!("{mv}: {error}"))?;
        board.play(read);
    }
    Ok(board)
}

/// Description of a position for a page, with its legal moves.
fn described(board: &mut Board) -> Value {
    let legal: Vec<Move> = board.legal_moves().into_iter().collect();
    let over = laws::outcome(board);
    let legal: Vec<Value> = match over {
        Some(_) => Vec::new(),
        None => legal.into_iter().map(|mv| json!({ "uci": uci(mv), "san": board.san(mv) })).collect(),
    };
    let mut past = Box::new(board.clone());
    let mut moves: Vec<Move> = std::iter::from_fn(|| past.undo()).collect();
    moves.reverse();
    let last = moves.last().map(|mv| [square_name(mv.from()), square_name(mv.tosq())]);
    let first = (past.move_number(), past.next_move.name());
    let opening = openings::of_game(board).map(|(it, _)| format!("{} {}", it.code, it.name));
    json!({
        "fen": board.fen(),
        "turn": board.next_move.name().to_lowercase(),
        "check": board.is_own_king_attacked(),
        "legal": legal,
        "san": past.san_line(&moves),
        "uci": moves.into_iter().map(uci).collect::<Vec<_>>(),
        "first": first,
        "last": last,
        "opening": opening,
        "over": over.map(show::outcome),
    })
}

/// A move in UCI notation: `e7e8q`.
fn uci(mv: Move) -> String {
    mv.to_string()
}

/// The position of a game.
pub fn position(request: &Value) -> Answer {
    let mut board = board_of(request)?;
    let mut answer = described(&mut board);
    if request["words"] == true {
        answer["words"] = in_words(&mut board)?.into();
    }
    Ok(answer)
}

/// The position in words, as the console describes it for screen readers.
fn in_words(board: &mut Board) -> Result<String, String> {
    let mut session = run::silent_session(WORDS);
    session.own.view.look.spoken = true;
    let shown = run::overheard(&mut session, board, "d").map_err(|refusal| refusal.to_string())?;
    Ok(shown.text.trim().into())
}

/// Plays the opponent's move.
pub fn reply(desk: &mut Desk, request: &Value, tell: impl Fn(Value) + Copy + Send + Sync + 'static) -> Answer {
    let mut board = board_of(request)?;
    if let Some(outcome) = laws::outcome(&board) {
        return Err(format!("the game is over: {}", show::outcome(outcome)));
    }
    let session = &mut desk.game;
    let line = format!("opponent {}", text(request, "opponent"));
    run::overheard(session, &mut board, &line).map_err(|refusal| refusal.to_string())?;
    if session.options.modern.variety == 0 {
        session.options.modern.vary();
    }
    if let Some(mv) = library::move_for_person(&mut board, &session.options, &mut session.library) {
        return Ok(played(&mut board, mv, true));
    }
    let limits = Limits { max_time: Some(std::time::Duration::from_millis(MOVE_MS)), ..Limits::default() };
    let options = session.options.clone();
    let thought = search(desk, &board, &options, &limits, tell);
    Ok(played(&mut board, thought, false))
}

fn played(board: &mut Board, mv: Move, is_book: bool) -> Value {
    let san = board.san(mv);
    board.play(mv);
    json!({ "uci": uci(mv), "san": san, "book": is_book, "position": described(board) })
}

/// Searches, reports every iteration, and returns the best move.
fn search(
    desk: &mut Desk,
    board: &Board,
    options: &Options,
    limits: &Limits,
    tell: impl Fn(Value) + Send + Sync + 'static,
) -> Move {
    let root = Mutex::new(RefCell::new(Box::new(board.clone())));
    let control = Control::new(move |info| {
        let Ok(root) = root.lock() else { return };
        if let Some(report) = report(&mut root.borrow_mut(), &info) {
            tell(report);
        }
    });
    desk.engine.think_here(board, options, limits, &control).best
}

/// The report of an iteration, with scores for White in centipawns.
fn report(root: &mut Board, info: &Info) -> Option<Value> {
    let (depth, lines) = match &info.report {
        Report::Depth { depth, score, pv } => (*depth, vec![(*score, pv.clone())]),
        Report::Best { depth, score, pv } => (*depth, vec![(*score, pv.clone())]),
        Report::Lines { depth, lines } => {
            (*depth, lines.iter().map(|Line { score, pv, .. }| (*score, pv.clone())).collect())
        }
        _ => return None,
    };
    let sign = if root.next_move == Side::White { 1 } else { -1 };
    let lines: Vec<Value> = lines
        .into_iter()
        .map(|(score, pv)| {
            let white = sign * score;
            let first = pv.first().map(|mv| uci(*mv));
            json!({ "score": white, "pawns": show::pawns(white), "moves": show::numbered(root, &pv), "first": first })
        })
        .collect();
    Some(json!({ "depth": depth, "nodes": info.nodes, "ms": info.ms, "lines": lines }))
}

/// Analyses until a limit is reached or the page terminates the worker.
pub fn analyse(desk: &mut Desk, request: &Value, tell: impl Fn(Value) + Copy + Send + Sync + 'static) -> Answer {
    let board = board_of(request)?;
    if let Some(outcome) = laws::outcome(&board) {
        return Ok(json!({ "over": show::outcome(outcome) }));
    }
    let lines = number(request, "lines", 1..=MOST_LINES, 1);
    let nodes = request["nodes"].as_u64();
    let limits = Limits { lines, nodes, root: AtRoot::Search, ..Limits::default() };
    search(desk, &board, &Options::default(), &limits, tell);
    Ok(json!({ "end": "the maximum depth is reached" }))
}

/// A hint. Repeated requests give the piece, then the move, then the reason.
pub fn hint(desk: &mut Desk, request: &Value) -> Answer {
    let mut board = board_of(request)?;
    let shown = run::overheard(&mut desk.game, &mut board, "hint").map_err(|refusal| refusal.to_string())?;
    Ok(json!({ "text": shown.text.trim() }))
}

/// Reads the first game in a PGN.
pub fn read(request: &Value) -> Answer {
    let records = pgn::read_text(text(request, "pgn"));
    let count = records.len();
    let Some(record) = records.into_iter().next() else { return Err("there is no game in the text".into()) };
    if let Some(problem) = record.refusal() {
        return Err(format!("game 1, {problem}"));
    }
    let game = record.game;
    let mut board = game.board_at(game.end_of_line(ROOT));
    let tags: Vec<[&str; 2]> = game.tags.in_order().into_iter().map(|(name, value)| [name, value]).collect();
    let mut problems: Vec<String> = record.problems.iter().map(ToString::to_string).collect();
    if game.is_annotated() {
        problems.push("only the main line is kept, without marks, comments and variations".into());
    }
    if game.main_line().iter().any(|&id| !game.node(id).mv.is_some()) {
        problems.push("only the moves after the last pass (--) are kept".into());
    }
    // The board's history starts after a pass, so its start may differ from the game's.
    let mut start = board.clone();
    while start.undo().is_some() {}
    Ok(json!({
        "start": start.fen(), "tags": tags, "count": count, "problems": problems, "position": described(&mut board)
    }))
}

/// Writes the game as a PGN with these tags. If the position on the board ends the game, that is its result.
pub fn write(request: &Value) -> Answer {
    let board = board_of(request)?;
    let mut game = Game::of(&board);
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
        if let Some(value) = request["tags"][name].as_str() {
            game.tags.set(name, value);
        }
    }
    if let Some(outcome) = laws::outcome(&board) {
        game.tags.set("Result", show::result(outcome));
    }
    Ok(json!({ "pgn": pgn::text(&game) }))
}
