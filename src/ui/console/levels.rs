//! Opponents: six players with names, from a beginner to full strength. And hints, given step by step: first the piece,
//! then the move, then the reason.

use crate::board::Board;
use crate::defines::CHECKMATESCORE;
use crate::displaymove::square_name;
use crate::modern::skill::{FULL_ELO, MIN_ELO};
use crate::moves::Move;
use crate::peek::Outcome;
use crate::readmove::{kind_name, shortened};
use crate::ui::game::{Place, place};
use crate::ui::words::{Done, Refusal, bad};
use crate::ui::{settings, show};

use super::state::Session;
use super::{analyse, guessing, looking, play, puzzles};

/// A player with a name.
struct Level {
    name: &'static str,
    elo: i32,
    says: &'static str,
}

const fn level(name: &'static str, elo: i32, says: &'static str) -> Level {
    Level { name, elo, says }
}

/// All players, the weakest first.
const LEVELS: [Level; 6] = [
    level("beginner", 800, "sees direct threats, and often leaves pieces hanging."),
    level("casual player", 1200, "keeps the queen safe, but misses long diagonals, retreats and quiet threats."),
    level("club player", 1600, "looks three half-moves ahead, and sometimes misses the second move of a combination."),
    level("strong club player", 2000, "rarely gives anything away: you have to work for every advantage."),
    level("master", 2400, "misses no short combination, and punishes your mistakes."),
    level("full strength", FULL_ELO, "holds nothing back."),
];

/// The name of a player of exactly this strength.
pub(super) fn name_of(elo: i32) -> Option<&'static str> {
    LEVELS.iter().find(|level| level.elo == elo).map(|level| level.name)
}

/// The rating of a name, an abbreviated name, or a number.
fn meant(text: &str) -> Option<i32> {
    let text = text.to_lowercase();
    let named: Vec<&Level> = LEVELS.iter().filter(|level| level.name.starts_with(&text)).collect();
    match named[..] {
        [level] => Some(level.elo),
        _ => text.parse().ok().filter(|elo| (MIN_ELO..=FULL_ELO).contains(elo)),
    }
}

/// `opponent`: lists the players, or chooses one.
pub(crate) fn opponent(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if text.is_empty() {
        for Level { name, elo, says } in LEVELS {
            let columns = session.own.look.screen(&session.out).columns.unwrap_or(usize::MAX);
            session.out.line(&show::wrap(&format!("{name:<18} {elo:>4}  {says}"), columns, 25));
        }
        session.say("'opponent club player' chooses, so does a rating, like 'opponent 1500'.");
    } else {
        let Some(elo) = meant(text) else {
            let names: Vec<&str> = LEVELS.iter().map(|level| level.name).collect();
            return bad(format!(
                "'{}' is no opponent; say {}, or a rating from {MIN_ELO} to {FULL_ELO}",
                shortened(text),
                names.join(", ")
            ));
        };
        settings::set(board, "elo", &elo.to_string())?;
    }
    play::tell_opponent(board, session);
    play::warn_of_algorithm(board, session);
    Ok(())
}

// ---- hints ---------------------------------------------------------------------------------------------------------------

/// Least value of the answer to a threat for the threat to be mentioned, in centipawns.
const THREAT: i32 = 150;

/// A hint, and how many of its steps have been given.
pub(super) struct Hint {
    place: Place,
    told: usize,
    mv: Move,
    /// For the side to move, in centipawns.
    pub(super) score: i32,
    /// The move and its expected continuation.
    pub(super) line: Vec<String>,
}

pub(crate) fn hint(board: &mut Board, session: &mut Session, text: &str) -> Done {
    if !["", "more"].contains(&text) {
        return bad(format!("unknown argument '{}'; say hint, or hint more", shortened(text)));
    }
    if let Some(outcome) = board.game_outcome() {
        return bad(format!("there is nothing to play: {}", show::outcome(outcome)));
    }
    let kept = session.own.hint.take().filter(|hint| hint.place == place(board));
    let mut hint = match kept {
        Some(hint) => hint,
        None => think_of(board, session)?,
    };
    let said = match hint.told {
        0 => {
            let (piece, square) = (kind_name(hint.mv.piec()), square_name(hint.mv.from()));
            format!("hint: look at the {piece} on {square}; 'hint more' tells the move")
        }
        1 => {
            let san = session.own.look.screen(&session.out).moves(&hint.line[0]);
            format!("hint: {san}; 'hint more' tells why")
        }
        _ => reason(board, session, &hint),
    };
    session.say(&said);
    hint.told += 1;
    session.own.hint = Some(hint);
    Ok(())
}

fn think_of(board: &mut Board, session: &mut Session) -> Result<Hint, Refusal> {
    let stopped = || Refusal::Bad("the search was stopped".into());
    if let Some(mv) = puzzles::solution(session).or_else(|| guessing::solution(session)) {
        return think_about(board, session, mv).ok_or_else(stopped);
    }
    let (score, line) = play::glance(board, session).ok_or_else(stopped)?;
    let mv = line.first().and_then(|san| board.read_move(san).ok()).ok_or_else(stopped)?;
    Ok(Hint { place: place(board), told: 0, mv, score, line })
}

/// A hint for a known move, with its score and continuation from a search.
pub(super) fn think_about(board: &mut Board, session: &mut Session, mv: Move) -> Option<Hint> {
    let (place, mut line) = (place(board), vec![board.san(mv)]);
    let mut after = Box::new(board.clone());
    after.play(mv);
    let score = match after.game_outcome() {
        Some(Outcome::Mate(_)) => CHECKMATESCORE,
        Some(_) => 0,
        None => {
            let (score, rest) = play::glance(&after, session)?;
            line.extend(rest);
            // From the position before the move, a mate is one ply farther away.
            if show::is_mate(score) { score.signum() - score } else { -score }
        }
    };
    Some(Hint { place, told: 0, mv, score, line })
}

/// What the move does, its score and continuation, and the threat it answers.
fn reason(board: &mut Board, session: &mut Session, hint: &Hint) -> String {
    let screen = session.own.look.screen(&session.out);
    let (side, words) = (board.next_move, looking::move_in_words(board, hint.mv));
    let sign = [1, -1][side.index()];
    let line = screen.moves(&hint.line.join(" "));
    let mut text = format!("hint: {words}. {}: {line}.", show::score_for_white(sign * hint.score));
    let threat = analyse::threatened(board, session).ok();
    if let Some((score, threat)) = threat.filter(|(score, _)| *score >= THREAT - hint.score) {
        let threat = screen.moves(threat.first().map_or("", String::as_str));
        text += &format!(" {} threatens {threat} ({}).", side.other().name(), show::pawns(score));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_found_by_name_beginning_and_rating() {
        for level in &LEVELS {
            assert_eq!(meant(level.name), Some(level.elo));
            assert_eq!(name_of(level.elo), Some(level.name));
        }
        for (text, elo) in [("club", 1600), ("Strong", 2000), ("full", FULL_ELO), ("1500", 1500), ("800", 800)] {
            assert_eq!(meant(text), Some(elo), "{text}");
        }
        for wrong in ["b c", "grandmother", "799", "3201", "-1", "99999999999999999999"] {
            assert_eq!(meant(wrong), None, "{wrong}");
        }
        assert!(LEVELS.windows(2).all(|pair| pair[0].elo < pair[1].elo));
    }
}
