//! Dispatches requests.

use serde_json::{Value, json};

use crate::desk::{self, Answer, Desk};
use crate::{game, lesson, tree};

/// Answers a request. The last answer has `done`; if the request was refused, it has `refused` with the reason.
pub fn to(desk: &mut Desk, request: &str, say: fn(&str)) {
    let tell = move |answer: Value| say(&answer.to_string());
    let mut last = answered(desk, request, tell).unwrap_or_else(|reason| json!({ "refused": reason }));
    last["done"] = true.into();
    tell(last);
}

/// Executes a request. Returns the last answer.
///
/// # Errors
/// The refusal, in the console's words.
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
        "figures" => desk::figures(text(&request, "kind"), text(&request, "table")),
        "record" => tree::record(desk, &request),
        "node" => tree::node(desk, &request),
        other => Err(format!("unknown request: {other}")),
    }
}

/// The text field of a request; empty if missing.
pub fn text<'a>(request: &'a Value, name: &str) -> &'a str {
    request[name].as_str().unwrap_or_default()
}

/// The number field of a request, clamped to these limits; `usual` if it is missing or not a non-negative integer.
pub fn number(request: &Value, name: &str, limits: std::ops::RangeInclusive<usize>, usual: usize) -> usize {
    let number = request[name].as_u64().map_or(usual, |number| number as usize);
    number.clamp(*limits.start(), *limits.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(request: Value) -> Answer {
        answered(&mut Desk::default(), &request.to_string(), |_| {})
    }

    #[test]
    fn an_experiment_comes_out_as_its_lesson_says_and_its_guess_is_judged() {
        let outcome = ask(json!({ "do": "cell", "lesson": 5, "cell": 0, "guess": "68018" })).expect("an outcome");
        let checks = outcome["checks"].as_array().expect("checks");
        assert!(!checks.is_empty() && checks.iter().all(|check| check["holds"] == true), "{outcome}");
        assert!(outcome["judged"].as_str().is_some_and(|text| text.contains("68018")), "{outcome}");
        let edited = json!({ "do": "cell", "text": "divide 3\nexpect sum(leaves) = 8903" });
        assert_eq!(ask(edited).expect("an outcome")["checks"][0]["found"], "8902");
    }

    #[test]
    fn bad_input_is_refused_in_the_words_of_the_console() {
        for request in [
            json!({ "do": "position", "fen": "nonsense" }),
            json!({ "do": "position", "moves": ["e2e5"] }),
            json!({ "do": "position", "fen": "8/8/8/8/8/8/8/8 w - - 0 1" }),
            json!({ "do": "read", "pgn": "1. e4 e5 2. Ke3 *" }),
            json!({ "do": "read", "pgn": "" }),
            json!({ "do": "line", "line": "xyzzy" }),
            json!({ "do": "cell", "lesson": 99, "cell": 0 }),
            json!({ "do": "cell", "text": "guess nothing" }),
            json!({ "do": "exercise", "name": "5.2", "answer": "" }),
            json!({ "do": "reply", "opponent": "grandmother" }),
            json!({ "do": "node", "node": 3 }),
            json!({}),
        ] {
            assert!(ask(request.clone()).is_err_and(|reason| !reason.is_empty()), "{request}");
        }
        assert!(answered(&mut Desk::default(), "{", |_| {}).is_err());
    }

    #[test]
    fn a_game_goes_through_pgn_and_back() {
        let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
        let moves = ["e2e4", "e7e5"];
        let tags = json!({ "White": "<b>", "Black": "\"B\"" });
        let written = ask(json!({ "do": "write", "fen": fen, "moves": moves, "tags": tags })).expect("a game");
        let read = ask(json!({ "do": "read", "pgn": written["pgn"] })).expect("a game");
        assert_eq!((&read["start"], &read["position"]["uci"]), (&fen.into(), &json!(moves)));
        assert!(read["tags"].to_string().contains("[\"White\",\"<b>\"]"), "{read}");
    }

    #[test]
    fn a_game_keeps_its_result_and_its_moves_after_a_pass() {
        let read = |pgn: &str| ask(json!({ "do": "read", "pgn": pgn })).expect("a game");
        let passed = read("1. e4 -- 2. d4 d5 *");
        assert_eq!(passed["start"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2");
        assert_eq!(passed["position"]["uci"], json!(["d2d4", "d7d5"]));
        assert_eq!(passed["problems"], json!(["only the moves after the last pass (--) are kept"]));
        let commented = read("1. e4 {best by test} e5 (1... c5) 1-0");
        assert_eq!(
            commented["problems"],
            json!(["only the main line is kept, without marks, comments and variations"])
        );
        let tags = json!({ "Result": "1-0" });
        let written = ask(json!({ "do": "write", "moves": ["e2e4", "e7e5"], "tags": tags })).expect("a game");
        assert!(written["pgn"].as_str().is_some_and(|pgn| pgn.trim_end().ends_with("1. e4 e5 1-0")), "{written}");
        let mate = json!({ "do": "write", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "tags": tags });
        assert!(ask(mate).expect("a game")["pgn"].as_str().is_some_and(|pgn| pgn.contains("[Result \"0-1\"]")));
    }

    #[test]
    fn the_engine_replies_and_analyses() {
        let reply = ask(json!({ "do": "reply", "moves": ["e2e4"], "opponent": "beginner" })).expect("a move");
        assert_eq!(reply["position"]["uci"].as_array().map(Vec::len), Some(2), "{reply}");
        let analysis = json!({ "do": "analyse", "fen": "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "lines": 2, "nodes": 20_000 });
        ask(analysis).expect("an end");
        let over = json!({ "do": "analyse", "fen": "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1" });
        assert!(ask(over).expect("an answer")["over"].as_str().is_some_and(|text| text.contains("mate")));
    }

    #[test]
    fn a_recorded_search_can_be_walked() {
        let mut desk = Desk::default();
        let record = json!({ "do": "record", "depth": 4, "settings": "set null off" }).to_string();
        let root = answered(&mut desk, &record, |_| {}).expect("a root")["root"].clone();
        assert_eq!(root["children"], 20);
        let node = answered(&mut desk, &json!({ "do": "node", "node": 1 }).to_string(), |_| {}).expect("a node");
        assert_eq!(node["turn"], "black");
        assert!(node["children"].as_array().is_some_and(|all| !all.is_empty()), "{node}");
    }
}
