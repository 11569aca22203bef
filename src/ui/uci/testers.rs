//! Commands outside the protocol that users and scripts know from other engines.

use crate::bitops::squares;
use crate::board::Board;
use crate::defines::Side;
use crate::displaymove::square_name;
use crate::lab::signature::{self, SIGNATURE_DEPTH};
use crate::readfen::Rules;
use crate::searcher::laws;
use crate::ui::refusal::Done;
use crate::ui::tables::Format;
use crate::ui::{show, terms};

use super::go::Go;
use super::state::{Named, PendingGo, Session};

/// `d`: shows the position.
pub(crate) fn show(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let king = board.king_square(board.next_move);
    let checkers = board.attackers_of(king, board.occupied) & board.pieces[board.next_move.other().index()];
    let checkers: String = squares(checkers).map(|square| format!(" {}", square_name(square))).collect();
    session.out.line(&show::board_picture(&board.square, show::Orientation::FromWhite));
    session.out.line(&format!("Fen: {}\nKey: {:016X}\nCheckers:{checkers}", laws::fen(board), board.hashkey));
    Ok(())
}

/// `eval`: shows the static evaluation.
pub(crate) fn eval(board: &mut Board, session: &mut Session, _: &str) -> Done {
    terms::evaluation(board, &session.options, Format::Text).show(&mut session.out, Format::Text);
    let sign = if board.next_move == Side::White { 1.0 } else { -1.0 };
    let value = sign * f64::from(terms::value(board, &session.options)) / 100.0;
    session.out.line(&format!("\nFinal evaluation {value:+.2} (white side)"));
    Ok(())
}

/// `flip`: exchanges the colours.
pub(crate) fn flip(board: &mut Board, session: &mut Session, _: &str) -> Done {
    let setup = terms::mirror(&board.setup());
    board.init_from_setup(&setup);
    // The next `position` cannot continue this game, and is read in full.
    session.own.named = Some(Named { start: String::new(), moves: String::new(), rules: Rules::Standard, setup });
    Ok(())
}

/// `bench`: the part of the console's command that measures the modern search.
pub(crate) fn bench(board: &mut Board, session: &mut Session, _: &str) -> Done {
    session.own.unanswered = Some(PendingGo::new(Go::default()));
    let settings = signature::settings(&session.options.modern);
    session.start_work(move |job| {
        let run = signature::run_watched(&settings, SIGNATURE_DEPTH, &job.control, |_| {});
        if !job.is_stopped() {
            job.line(&format!("signature {}", run.nodes));
            // OpenBench reads signature and speed from the last line.
            job.line(&format!("{} nodes {} nps", run.nodes, run.nodes * 1000 / run.ms.max(1)));
        }
    });
    session.hear_waiting(board);
    Ok(())
}
