//! Shows the position and the game, as pictures and in words.

use crate::bitops::squares;
use crate::board::Board;
use crate::defines::*;
use crate::displaymove::square_name;
use crate::games::pgn;
use crate::moves::Move;
use crate::readfen::read_square;
use crate::readmove::{kind_name, shortened};
use crate::searcher::laws;
use crate::ui::refusal::{Done, Refusal, bad, number};
use crate::ui::show::{self, Orientation};
use crate::ui::tables::{Format, Table};
use crate::ui::terminal::picture::{self, Marks};
use crate::ui::terms;

use super::state::{CurrentGame, Finish, Session};

/// Shows the board: at a terminal, drawn; through a pipe, in the tutorial's style; in spoken mode, in words.
pub(crate) fn show_board(board: &Board, session: &mut Session) {
    show_marked(board, session, Marks::of(board));
}

/// Shows the board, or the earlier position being viewed.
pub(super) fn show_shown(board: &Board, session: &mut Session) {
    match session.own.view.looking_back.take() {
        Some(back) => {
            show_board(&back.board, session);
            session.own.view.looking_back = Some(back);
        }
        None => show_board(board, session),
    }
}

fn show_marked(board: &Board, session: &mut Session, marks: Marks) {
    session.view().position(board, session, marks);
}

/// Writes the board as a picture with notes, or in words if the user prefers them or the window is too small.
pub(super) fn write_position(board: &Board, session: &mut Session, marks: Marks) {
    let screen = session.screen();
    let drawn = match session.own.view.look.spoken {
        true => None,
        false => picture::draw(&board.square, Orientation::of(board), marks, &notes(board, session), screen),
    };
    // Pictures are sized to fit; words are wrapped.
    match drawn {
        Some(drawn) => session.out.line(&drawn),
        None => session.say(&position_in_words(board)),
    }
}

/// The side whose clock runs in the game, of which the board may show an earlier position.
fn running_clock(board: &Board, game: &CurrentGame) -> Option<Side> {
    // As long as there are clocks, the study follows every move of the game.
    let study = game.study.as_ref().filter(|_| game.clocks.is_some());
    let latest = study.map(|study| study.game.board_at(study.at()));
    game.turn(latest.as_deref().unwrap_or(board))
}

/// The notes beside the board, one for each rank from the top.
fn notes(board: &Board, session: &Session) -> Vec<String> {
    let screen = session.screen();
    let game = &session.own.game;
    let running = running_clock(board, game);
    let player = |side: Side| {
        let clock = game.clocks.map(|clocks| format!("  {}", show::clock_text(clocks.left(side, running))));
        let clock = clock.unwrap_or_default();
        let who = match session.engine_side {
            _ if session.own.game.selfplay => " (engine)",
            Some(engine) if engine == side => " (engine)",
            Some(_) => " (you)",
            None => "",
        };
        format!("{}{who}{clock}", side.name())
    };
    let taken = |side| picture::captures(board, side, screen);
    let (above, below) = match Orientation::of(board) {
        Orientation::FromWhite => (Side::Black, Side::White),
        Orientation::FromBlack => (Side::White, Side::Black),
    };
    let last = last_move_text(board).map_or(String::new(), |text| format!("last move {}", screen.moves(&text)));
    let turn = turn_in_words(board);
    vec![player(above), taken(above), String::new(), last, turn, String::new(), taken(below), player(below)]
}

/// The last move with its number: `1... Nf6`.
pub(super) fn last_move_text(board: &Board) -> Option<String> {
    let mv = picture::last_move(board)?;
    let mut before = Box::new(board.clone());
    before.undo();
    Some(format!("{} {}", show::move_number(&before), before.san(mv)))
}

pub(crate) fn display(board: &mut Board, session: &mut Session, _: &str) -> Done {
    show_board(board, session);
    Ok(())
}

pub(crate) fn rotate(board: &mut Board, session: &mut Session, _: &str) -> Done {
    board.view_rotated = !board.view_rotated;
    if session.input.is_terminal() {
        show_board(board, session);
    }
    Ok(())
}

pub(crate) fn attacks(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let side = match text {
        "" => board.next_move.other(),
        "white" => Side::White,
        "black" => Side::Black,
        _ => return bad(format!("'{}' is not a side; type white or black", shortened(text))),
    };
    let marks = Marks::attacked_by(board, side);
    if session.own.view.look.spoken {
        let names: Vec<String> = squares(marks.attacked).map(square_name).collect();
        session.say(&format!("{} attacks {}", side.name(), names.join(" ")));
    } else {
        show_marked(board, session, marks);
        session.say(&format!("marked: squares attacked by {}", side.name()));
    }
    Ok(())
}

pub(crate) fn moves(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let format = format_alone(text)?;
    if format == Format::Text {
        show_moves(board, session);
        return Ok(());
    }
    let mut table = Table::new("", &["number", "move", "from_to"]);
    for (number, mv) in board.legal_moves().into_iter().enumerate() {
        table.row(vec![(number + 1).to_string(), board.san(mv), mv.to_string()]);
    }
    table.show(&mut session.out, format);
    Ok(())
}

/// Shows the legal moves: at a terminal, in columns; through a pipe, numbered in order of generation; in spoken mode,
/// as a sentence.
fn show_moves(board: &mut Board, session: &mut Session) {
    let screen = session.screen();
    let moves: Vec<String> = board.legal_moves().into_iter().map(|mv| board.san(mv)).collect();
    match screen.columns {
        _ if session.own.view.look.spoken => {
            session.say(&format!("{}: {}.", show::counted(moves.len(), "legal move"), moves.join(", ")))
        }
        None => session.out.line(&show::moves(board)),
        Some(columns) => {
            let moves: Vec<String> = moves.iter().map(|san| screen.moves(san)).collect();
            session.out.line(&show::in_columns(&moves, columns));
        }
    }
}

/// Reads the table format, for commands without other arguments.
pub(super) fn format_alone(text: &str) -> Result<Format, Refusal> {
    let (format, words) = Format::take(text);
    match words[..] {
        [] => Ok(format),
        [word, ..] => bad(format!("unknown argument '{}'; only --csv or --json may follow", shortened(word))),
    }
}

pub(crate) fn game(board: &mut Board, session: &mut Session, _: &str) -> Done {
    if session.own.view.look.spoken {
        let text = pgn::moves_text(&session.own.study_of(board).game, pgn::Audience::Person);
        return session.answer(text.trim_end());
    }
    let text = annotated(board, session).unwrap_or_else(|| show::game(board));
    session.out.line(text.trim_end());
    session.answer_as_is("")
}

/// The moves with variations and comments, if the game has any.
fn annotated(board: &Board, session: &mut Session) -> Option<String> {
    session.own.game.study.as_ref()?;
    let mut game = session.own.study_of(board).game.clone();
    let outcome = laws::end(board).map(show::result);
    let result = session.own.game.finish.as_ref().map(Finish::result).or(outcome);
    if let Some(result) = result.filter(|_| game.result() == "*") {
        game.tags.set("Result", result);
    }
    game.is_annotated().then(|| pgn::moves_text(&game, pgn::Audience::Person))
}

pub(crate) fn eval(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let format = format_alone(text)?;
    let table = terms::evaluation(board, &session.options, format);
    let value = terms::value(board, &session.options);
    let mirrored = terms::mirrored_value(board, &session.options);
    let same = if mirrored == value { "the same".into() } else { mirrored.to_string() };
    if format == Format::Text && session.own.view.look.spoken {
        table.note_cells(&mut session.out);
        session.say(&terms::in_words(&table));
        let side = board.next_move.name();
        return session.answer(&format!("Score for {side}: {value} centipawns, {same} with colours exchanged."));
    }
    table.show(&mut session.out, format);
    if format != Format::Text {
        return Ok(());
    }
    session.out.line("");
    session.answer(&format!("eval score = {value} ({same} with colours exchanged)"))
}

pub(crate) fn fen(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.answer_as_is(&laws::fen(board))
}

pub(crate) fn info(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.answer_as_is(&show::info(board))
}

// ---- in words -------------------------------------------------------------------------------------------------------------

/// The move in words: `White knight from g1 to f3`.
pub(super) fn move_in_words(board: &mut Board, mv: Move) -> String {
    let side = board.next_move;
    let san = board.san(mv);
    let (from, to) = (square_name(mv.from()), square_name(mv.tosq()));
    let mut text = match (mv.is_castling(), mv.is_castle_oo()) {
        (true, true) => format!("{} castles on the king's side", side.name()),
        (true, false) => format!("{} castles on the queen's side", side.name()),
        _ => format!("{} {} from {from} to {to}", side.name(), kind_name(mv.piec())),
    };
    if mv.is_capture() {
        text.push_str(&format!(", takes the {}", kind_name(mv.capt())));
    }
    if mv.is_en_passant() {
        text.push_str(" en passant");
    }
    if mv.is_promotion() {
        text.push_str(&format!(", becomes a {}", kind_name(mv.prom())));
    }
    match san.chars().last() {
        Some('#') => text.push_str(", mate"),
        Some('+') => text.push_str(", check"),
        _ => {}
    }
    text
}

/// The position in words: the pieces of both sides, and the side to move or the end of the game.
pub(crate) fn position_in_words(board: &Board) -> String {
    let names = |side: Side, kind| squares(board.bitmap[side.piece(kind) as usize]).map(square_name).collect();
    format!("{}\n{}.", squares_in_words(names), turn_in_words(board))
}

/// The pieces of both sides in words. `names` gives the squares of one piece type.
pub(super) fn squares_in_words(names: impl Fn(Side, Piece) -> Vec<String>) -> String {
    let of_side = |side: Side| {
        let kinds = KINDS.into_iter().rev().map(|kind| (names(side, kind), kind_name(kind)));
        let parts = kinds
            .filter(|(names, _)| !names.is_empty())
            .map(|(names, name)| format!("{name}{} {}", if names.len() > 1 { "s" } else { "" }, names.join(" ")));
        format!("{}: {}.", side.name(), parts.collect::<Vec<_>>().join(", "))
    };
    Side::BOTH.map(of_side).join("\n")
}

/// `White to move, in check`, or the end of the game.
fn turn_in_words(board: &Board) -> String {
    if let Some(outcome) = laws::outcome(board) {
        return show::outcome(outcome);
    }
    let check = if board.is_own_king_attacked() { ", in check" } else { "" };
    format!("{} to move{check}", board.next_move.name())
}

pub(crate) fn whereis(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let wanted = text.trim_end_matches('s');
    let Some(kind) = KINDS.into_iter().find(|kind| kind_name(*kind) == wanted) else {
        return bad(format!(
            "'{}' is not a piece type; type pawns, knights, bishops, rooks, queens or kings",
            shortened(text)
        ));
    };
    for side in Side::BOTH {
        let names: Vec<String> = squares(board.bitmap[side.piece(kind) as usize]).map(square_name).collect();
        let names = if names.is_empty() { "none".into() } else { names.join(" ") };
        session.say(&format!("{}: {names}", side.name()));
    }
    Ok(())
}

pub(crate) fn what(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let Some(square) = read_square(text) else {
        return bad(format!("'{}' is not a square; squares are a1 to h8", shortened(text)));
    };
    let attackers = |side: Side| -> String {
        let map = board.attackers_of(square, board.occupied) & board.pieces[side.index()];
        let names: Vec<String> =
            squares(map).map(|from| format!("{} {}", kind_name(board.square[from]), square_name(from))).collect();
        if names.is_empty() { "nothing".into() } else { names.join(", ") }
    };
    let (white, black) = (attackers(Side::White), attackers(Side::Black));
    let text = picture::piece_in_words(board, square);
    let moves: Vec<Move> = board.legal_moves().into_iter().filter(|mv| mv.from() == square).collect();
    session.say(&format!("{text}; attacked by White: {white}; by Black: {black}"));
    if !moves.is_empty() {
        let names: Vec<String> = moves.into_iter().map(|mv| board.san(mv)).collect();
        session.say(&format!("it can play {}", names.join(" ")));
    }
    Ok(())
}

pub(crate) fn rank(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let rank = number(text, "rank", 1, 8, None)?;
    session.answer(&format!("rank {rank}: {}", picture::line_in_words(board, 0xff << (8 * (rank - 1)))))
}

pub(crate) fn file(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let letter = text.bytes().next().filter(|letter| text.len() == 1 && (b'a'..=b'h').contains(letter));
    let Some(letter) = letter else { return bad(format!("'{}' is not a file; files are a to h", shortened(text))) };
    let map = picture::file_map(usize::from(letter - b'a'));
    session.answer(&format!("file {text}: {}", picture::line_in_words(board, map)))
}

/// Shows the last move in words.
pub(super) fn last(board: &mut Board, session: &mut Session) -> Done {
    let Some(mv) = board.undo() else { return bad("no move has been played") };
    session.out.line(&move_in_words(board, mv));
    board.play(mv);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::lessons::run::silent_session;
    use super::*;
    use crate::ui::clock::{GameClocks, TimeControl};
    use crate::ui::console::state::Console;
    use crate::ui::dialogues::CONSOLE_WORDS;
    use crate::ui::session::Dialogue;

    #[test]
    fn only_the_clock_of_the_side_to_move_in_the_game_runs() {
        let (mut board, mut session) = (Board::new(), silent_session(CONSOLE_WORDS));
        session.engine_side = None;
        for line in ["level 5+0", "move e4", "move e5"] {
            assert!(Console::execute(&mut board, &mut session, line).is_ok(), "{line}");
        }
        let controls = [TimeControl::read("5+0").expect("a control"); 2];
        session.own.game.clocks = GameClocks::read_state(controls, "5000 1 5000 1");
        session.own.game.clocks.iter_mut().for_each(GameClocks::start);
        std::thread::sleep(std::time::Duration::from_millis(150));
        // The clocks of White and Black, still at five seconds.
        let stand = |board: &Board, session: &Session| {
            let notes = notes(board, session);
            ["White", "Black"].map(|side| notes.contains(&format!("{side}  0:05.0")))
        };
        let mut earlier = board.clone();
        earlier.undo();
        assert_eq!([&board, &earlier].map(|shown| stand(shown, &session)), [[false, true]; 2]);
        session.own.game.finish = Some(Finish::Agreement);
        assert_eq!(stand(&board, &session), [true, true], "the game is over");
    }
}
