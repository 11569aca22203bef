//! `guess`: a game is replayed, and the user guesses the moves of one side. It has a separate board; the user's own
//! game is set aside.

use std::path::Path;

use crate::board::Board;
use crate::defines::Side;
use crate::games::pgn::store;
use crate::games::review::{INACCURACY, winning_chances};
use crate::games::tree::{Game, NodeId, ROOT};
use crate::moves::Move;
use crate::ui::show;
use crate::ui::words::{Done, Refusal, bad, number};

use super::aside::Aside;
use super::state::Session;
use super::{keep, levels, looking, play};

/// Nodes for the judgement of a move.
const NODES: u64 = 150_000;

/// Half-moves shown of the line after a guess.
const LINE: usize = 3;

/// The largest number of a game in a file.
const MOST_GAMES: usize = 100_000_000;

/// How a guess compares with the move of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    /// The same move.
    Right,
    /// Another one that loses no winning chances to speak of.
    AsGood,
    /// A worse one.
    Worse,
    /// None: the move was told, or hinted at.
    Told,
}

/// The game whose moves are being guessed.
pub(crate) struct Open {
    game: Game,
    /// Its main line.
    line: Vec<NodeId>,
    /// Number of its moves that have been played.
    played: usize,
    /// The side whose moves are guessed.
    side: Side,
    guesses: Vec<Guess>,
    /// There was a hint at the next move.
    hinted: bool,
    view_rotated: bool,
    aside: Aside,
}

impl Open {
    /// The position in which a move is asked for, or the end of the game.
    fn here(&self) -> NodeId {
        self.played.checked_sub(1).map_or(ROOT, |last| self.line[last])
    }

    /// The move that is asked for; none at the end of the game.
    fn wanted(&self) -> Option<NodeId> {
        self.line.get(self.played).copied()
    }

    /// Goes on to the next move of the side. Returns the move of the other side that was played, if there is one.
    fn go_on(&mut self) -> Option<NodeId> {
        let next = self.wanted()?;
        if self.game.board_at(self.here()).next_move == self.side {
            return None;
        }
        self.played += 1;
        Some(next)
    }

    /// Who played this side.
    pub(super) fn player(&self, side: Side) -> &str {
        self.game.tags.known(side.name()).unwrap_or(side.name())
    }

    /// `Guess · Fischer - Spassky`
    pub(super) fn title(&self) -> String {
        format!("Guess · {} - {}", self.player(Side::White), self.player(Side::Black))
    }

    /// Whether there are moves left to guess.
    pub(super) fn is_asking(&self) -> bool {
        self.wanted().is_some()
    }

    /// `12. Nf3`
    fn text(&self, id: NodeId) -> String {
        format!("{} {}", self.game.number_text(id), self.game.san(id))
    }

    /// `3 of 5 moves right, 1 as good, 1 worse`
    fn score(&self) -> String {
        let count = |wanted| self.guesses.iter().filter(|guess| **guess == wanted).count();
        let moves = show::counted(self.guesses.len(), "move");
        let told = match count(Guess::Told) {
            0 => String::new(),
            told => format!(", {told} told"),
        };
        let (right, as_good, worse) = (count(Guess::Right), count(Guess::AsGood), count(Guess::Worse));
        format!("{right} of {moves} right, {as_good} as good, {worse} worse{told}")
    }
}

/// The game of which moves are asked, if it is on the board and not under analysis.
pub(super) fn open(session: &Session) -> Option<&Open> {
    session.own.guessing.as_deref().filter(|_| session.own.analysing.is_none())
}

pub(crate) fn guess(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() && open(session).is_some() {
        return ask(board, session);
    }
    play::refuse_aside(session)?;
    let (text, side) = side_of(text);
    let (file, wanted) = match text.rsplit_once(' ') {
        Some((file, wanted)) if wanted.parse::<u64>().is_ok() => (file.trim_end(), wanted),
        _ => (text, "1"),
    };
    let game = if file.is_empty() {
        keep::game_of(board, session)
    } else {
        let wanted = number(wanted, "game", 1, MOST_GAMES, None)? as u64;
        keep::readable(store::load(Path::new(file), wanted)?.0, file)?.game
    };
    let mut line = game.main_line();
    // Nobody can guess a pass.
    line.truncate(line.iter().position(|&id| !game.node(id).mv.is_some()).unwrap_or(line.len()));
    let side = side.unwrap_or(if game.result() == "0-1" { Side::Black } else { Side::White });
    let starts = game.start().next_move == side;
    if line.len() < if starts { 1 } else { 2 } {
        return bad(format!("there is no move of {} to guess; 'guess FILE N' takes a game of a file", side.name()));
    }
    let view_rotated = board.view_rotated;
    let aside = Aside::take(board, session);
    let (guesses, hinted) = (Vec::new(), false);
    let mut open = Open { game, line, played: 0, side, guesses, hinted, view_rotated, aside };
    open.go_on();
    board.view_rotated = side == Side::Black;
    session.own.guessing = Some(Box::new(open));
    set_up(board, session);
    ask(board, session)
}

/// The side at the end of the arguments, and the rest of them.
fn side_of(text: &str) -> (&str, Option<Side>) {
    let (rest, last) = text.rsplit_once(' ').unwrap_or(("", text));
    match last {
        "white" => (rest.trim_end(), Some(Side::White)),
        "black" => (rest.trim_end(), Some(Side::Black)),
        _ => (text, None),
    }
}

/// Puts the position in which a move is asked for on the board.
fn set_up(board: &mut Board, session: &mut Session) {
    let Some(open) = &session.own.guessing else { return };
    let view_rotated = board.view_rotated;
    keep::copy_game(&open.game.board_at(open.here()), board);
    board.view_rotated = view_rotated;
    (session.own.study, session.own.hint) = (None, None);
    session.redo.clear();
}

/// Shows the board and the task.
fn ask(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = open(session) else { return Ok(()) };
    let (player, title) = (open.player(open.side), open.title());
    let text = match open.wanted().map(|wanted| open.game.number_text(wanted)) {
        Some(number) => format!("{title}: what did {player} play on move {}?", number.trim_end_matches('.')),
        None => format!("{title}: the game ends here, {}. {}.", open.game.result(), open.score()),
    };
    looking::show_board(board, session);
    session.say(&text);
    Ok(())
}

/// Answers a guess.
pub(super) fn try_move(board: &mut Board, session: &mut Session, mv: Move) -> Done {
    let Some(open) = open(session) else { return Ok(()) };
    let Some(wanted) = open.wanted() else {
        return bad("the game ends here: 'exit' returns to your own");
    };
    if board.end_of_game != open.game.board_at(open.here()).end_of_game {
        set_up(board, session);
        looking::show_board(board, session);
        return bad("that was an earlier position; this is the one in which a move is asked for");
    }
    let (game_mv, hinted) = (open.game.node(wanted).mv, open.hinted);
    let game_text = open.text(wanted);
    let (guess, text) = if mv == game_mv {
        (Guess::Right, format!("Right: {game_text}."))
    } else {
        compare(board, session, mv, game_mv)?
    };
    tell(board, session, if hinted { Guess::Told } else { guess }, &text)
}

/// Compares a guess with the move of the game, at full strength.
///
/// # Errors
/// The search was stopped.
fn compare(board: &Board, session: &mut Session, mv: Move, game_mv: Move) -> Result<(Guess, String), Refusal> {
    let mut here = Box::new(board.clone());
    here.max_nodes = Some(NODES);
    let own = levels::think_about(&mut here, session, mv);
    let other = own.as_ref().and_then(|_| levels::think_about(&mut here, session, game_mv));
    let (Some(own), Some(other)) = (own, other) else { return bad("the search was stopped: guess again") };
    let better_by = winning_chances(own.score) - winning_chances(other.score);
    let (guess, what) = match better_by {
        _ if better_by <= -INACCURACY => (Guess::Worse, "worse than"),
        _ if better_by >= INACCURACY => (Guess::AsGood, "better than"),
        _ => (Guess::AsGood, "as good as"),
    };
    let sign = [1, -1][board.next_move.index()];
    let [own_score, score] = [own.score, other.score].map(|score| show::score_for_white(sign * score));
    let own_line = show::numbered_san(board, &own.line[..own.line.len().min(LINE)]);
    let san = show::numbered_san(board, &other.line[..1]);
    Ok((guess, format!("{own_line} ({own_score}) is {what} {san}, which was played ({score}).")))
}

/// Records a guess, plays the move of the game and the answer to it, and asks for the next one.
fn tell(board: &mut Board, session: &mut Session, guess: Guess, text: &str) -> Done {
    let Some(open) = &mut session.own.guessing else { return Ok(()) };
    open.guesses.push(guess);
    open.hinted = false;
    open.played += 1;
    let answer = open.go_on().map_or(String::new(), |answer| format!(" Then {}.", open.text(answer)));
    let text = session.own.look.screen(&session.out).moves(&format!("{text}{answer}"));
    set_up(board, session);
    session.say(&text);
    ask(board, session)
}

/// Tells the move of the game.
pub(super) fn next(board: &mut Board, session: &mut Session) -> Done {
    let Some(open) = open(session) else { return Ok(()) };
    match open.wanted().map(|wanted| open.text(wanted)) {
        Some(text) => tell(board, session, Guess::Told, &format!("{text} was played.")),
        None => ask(board, session),
    }
}

/// The move asked for, which is told from now on.
pub(super) fn solution(session: &mut Session) -> Option<Move> {
    let wanted = open(session)?.wanted()?;
    let open = session.own.guessing.as_mut()?;
    open.hinted = true;
    Some(open.game.node(wanted).mv)
}

/// Ends the guessing and restores the user's game. False if there was none.
pub(super) fn close(board: &mut Board, session: &mut Session) -> bool {
    let Some(open) = session.own.guessing.take() else { return false };
    let score = if open.guesses.is_empty() { String::new() } else { format!("{}: {}.", open.title(), open.score()) };
    board.view_rotated = open.view_rotated;
    open.aside.come_back(board, session);
    looking::show_board(board, session);
    if !score.is_empty() {
        session.say(&score);
    }
    true
}

/// Ends the guessing because another game begins. The game set aside is dropped; opponent and clocks stay.
pub(super) fn forget(session: &mut Session) {
    if let Some(open) = session.own.guessing.take() {
        open.aside.give_back(session);
    }
}
