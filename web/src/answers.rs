//! What is asked, and who answers.

use serde_json::{Value, json};

use crate::desk::{Answer, Desk};
use crate::{game, lesson, tree};

/// Answers a request. The last answer has `done`; if the request was refused, `refused` with the reason.
pub fn to(desk: &mut Desk, request: &str, say: fn(&str)) {
    let tell = move |answer: Value| say(&answer.to_string());
    let mut last = answered(desk, request, tell).unwrap_or_else(|reason| json!({ "refused": reason }));
    last["done"] = true.into();
    tell(last);
}

/// The last answer.
///
/// # Errors
/// Why the request is refused, in the console's words.
pub fn answered(desk: &mut Desk, request: &str, tell: impl Fn(Value) + Copy + Send + Sync + 'static) -> Answer {
    let request: Value = serde_json::from_str(request).map_err(|error| format!("no request: {error}"))?;
    match text(&request, "do") {
        "cell" => lesson::cell(&request, tell),
        "exercise" => lesson::exercise(&request),
        "line" => desk.line(text(&request, "line")),
        "position" => game::position(&request),
        "reply" => game::reply(desk, &request, tell),
        "analyse" => game::analyse(desk, &request, tell),
        "hint" => game::hint(desk, &request),
        "read" => game::read(&request),
        "write" => game::write(&request),
        "record" => tree::record(desk, &request),
        "node" => tree::node(desk, &request),
        other => Err(format!("unknown request: {other}")),
    }
}

/// A text of a request; empty if it has none of this name.
pub fn text<'a>(request: &'a Value, name: &str) -> &'a str {
    request[name].as_str().unwrap_or_default()
}

/// A number of a request, within these limits.
pub fn number(request: &Value, name: &str, limits: std::ops::RangeInclusive<usize>, usual: usize) -> usize {
    let number = request[name].as_u64().map_or(usual, |number| number as usize);
    number.clamp(*limits.start(), *limits.end())
}
