//! Experiments and exercises of the lessons.

use alula::board::Board;
use alula::ui::console::lessons::course::{self, Lesson};
use alula::ui::console::lessons::experiment::{Exercise, Experiment};
use alula::ui::console::lessons::run;
use serde_json::{Value, json};

use crate::answers::text;
use crate::desk::{Answer, WORDS, told};

/// The page on null moves.
pub const NULL_MOVES: &str = include_str!("../../docs/null-move.md");

/// Finds a page with experiments: a lesson, or the page on null moves with the number 0.
///
/// # Errors
/// There is no such lesson, or its page cannot be read, which the tests would have found.
pub fn lesson(number: usize) -> Result<Lesson, String> {
    if number == 0 {
        return Lesson::read("00-null-move.md", NULL_MOVES);
    }
    course::lesson(number).unwrap_or_else(|| Err(format!("there is no lesson {number}")))
}

/// The experiment of a request: one of a lesson, or the edited text of one.
fn experiment(request: &Value) -> Result<Experiment, String> {
    if let Some(text) = request["text"].as_str() {
        return Experiment::read(text, 0);
    }
    let number = |name: &str| request[name].as_u64().unwrap_or_default() as usize;
    let lesson = lesson(number("lesson"))?;
    lesson.experiments().nth(number("cell")).cloned().ok_or("there is no such experiment".into())
}

/// Runs an experiment and compares its results with the lesson's.
pub fn cell(request: &Value, tell: impl Fn(Value)) -> Answer {
    let experiment = experiment(request)?;
    let mut session = run::silent_session(WORDS);
    let outcome = run::run_experiment(&experiment, &mut session, None, |_, command, shown| {
        tell(json!({ "command": command, "shown": told(shown) }));
    });
    let outcome = outcome.map_err(|refusal| refusal.to_string())?;
    let guess = text(request, "guess");
    let judged = outcome.answer.as_ref().filter(|_| !guess.is_empty()).map(|answer| run::judged(guess, answer));
    let checks = outcome.checks.iter();
    let checks: Vec<Value> =
        checks.map(|it| json!({ "text": it.text, "holds": it.holds, "found": it.found })).collect();
    let answer = outcome.answer.as_ref().map(|answer| answer.text());
    Ok(json!({ "checks": checks, "answer": answer, "judged": judged, "verdict": run::verdict(&outcome) }))
}

fn find(name: &str) -> Result<Exercise, String> {
    let number = name.split('.').next().and_then(|number| number.parse().ok()).unwrap_or_default();
    let lesson = lesson(number)?;
    lesson.exercises().find(|it| it.name == name).cloned().ok_or(format!("there is no exercise {name}"))
}

/// Checks an answer. The answer to an exercise about settings consists of the lines that set them.
pub fn exercise(request: &Value) -> Answer {
    let exercise = find(text(request, "name"))?;
    let answer = text(request, "answer").trim();
    if answer.is_empty() {
        return Err("this exercise needs an answer".into());
    }
    let mut session = run::silent_session(WORDS);
    let mut board = Board::new();
    if exercise.takes_settings {
        for line in answer.lines().filter(|line| !line.trim().is_empty()) {
            run::overheard(&mut session, &mut board, line).map_err(|refusal| refusal.to_string())?;
        }
    }
    let right = run::check_exercise(&exercise, &mut session, &board, answer).map_err(|refusal| refusal.to_string())?;
    Ok(json!({ "right": right, "hint": exercise.hint }))
}
