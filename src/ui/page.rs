//! A reviewed game as an HTML page: board, graph and moves. The page loads no other files.
//!
//! All text from the game is escaped by `html` or `script_string`, so that it cannot become a tag or a script.

use crate::board::Board;
use crate::defines::{EMPTY, LARGE_NUMBER, Side, Square};
use crate::games::openings;
use crate::games::review::{JudgedMove, LEGEND, Review, winning_chances};
use crate::games::tree::{Game, NodeId, ROOT, in_words, mark_text};
use crate::readfen::letter_of;
use crate::readmove::{is_harmful, shown};

use super::show;
use super::tables::json_text;

/// Size of the graph, in SVG units.
const GRAPH: (f64, f64) = (600.0, 120.0);

const STYLE: &str = include_str!("../../assets/review/page.css");
/// The shapes of the pieces, for squares of 40 units. A page that contains a [`diagram`] must include this string once.
pub const PIECES: &str = include_str!("../../assets/review/pieces.svg");
const SCRIPT: &str = include_str!("../../assets/review/page.js");

/// The page as HTML.
pub fn of(game: &Game, review: &Review) -> String {
    format!(
        include_str!("../../assets/review/page.html"),
        title = html(&title(game)),
        about = html(&about(game)),
        style = STYLE,
        pieces = PIECES,
        graph = graph(review),
        accuracies = accuracies(review),
        legend = legend(),
        moments = moments(game, review),
        moves = moves(game, review),
        positions = positions(game, review).join(",\n"),
        script = SCRIPT,
    )
}

/// The players and the result.
fn title(game: &Game) -> String {
    let [white, black] = Side::BOTH.map(|side| game.tags.known(side.name()).unwrap_or(side.name()));
    let result = Some(game.result()).filter(|result| *result != "*").map_or(String::new(), |it| format!(", {it}"));
    format!("{white} – {black}{result}")
}

/// Event, site, date and opening, if known.
fn about(game: &Game) -> String {
    let opening = openings::of_game(&game.board_at(game.end_of_line(ROOT)));
    let opening = opening.map(|(opening, _)| format!("{} {}", opening.code, opening.name));
    let known = ["Event", "Site", "Date"].iter().filter_map(|name| game.tags.known(name).map(String::from));
    known.chain(opening).collect::<Vec<_>>().join(" · ")
}

/// Escapes untrusted text for HTML or SVG.
pub fn html(text: &str) -> String {
    let escapes = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;"), ("'", "&#39;")];
    escapes.iter().fold(shown(text), |safe, (letter, escape)| safe.replace(letter, escape))
}

/// A JavaScript string literal with this content, which cannot end the script element.
fn script_string(text: &str) -> String {
    let escapes = [("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")];
    let quoted = json_text(&text.replace(is_harmful, " "));
    escapes.iter().fold(quoted, |safe, (letter, escape)| safe.replace(letter, escape))
}

/// White's winning chances as a curve, with a dot for each inaccuracy, mistake and blunder. A dot is a path of length 0
/// with round ends, which stays round when the graph is stretched.
fn graph(review: &Review) -> String {
    let (width, height) = GRAPH;
    let count = review.moves.len().max(1) as f64;
    let x = |at: usize| (at as f64 + 1.0) * width / count;
    let y = |judged: &JudgedMove| (1.0 - winning_chances(judged.scores[1])) * height;
    let begin = review.moves.first().map_or(0.5, |judged| 1.0 - winning_chances(judged.scores[0])) * height;
    let points: Vec<String> =
        review.moves.iter().enumerate().map(|(at, judged)| format!("{:.1},{:.1}", x(at), y(judged))).collect();
    let line = format!("0,{begin:.1} {}", points.join(" "));
    let dots: String = review
        .moves
        .iter()
        .enumerate()
        .filter(|(_, judged)| judged.mark > 1)
        .map(|(at, judged)| {
            let (cx, cy, class) = (x(at), y(judged), class_of(judged.mark));
            format!("<path class=\"dot {class}\" d=\"M{cx:.1} {cy:.1}h0\"/>")
        })
        .collect();
    format!(
        "<figure><svg id=\"graph\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"White's winning chances\"><rect class=\"dark\" width=\"{width}\" height=\"{height}\"/>\
         <polygon class=\"light\" points=\"0,{height} {line} {width},{height}\"/>\
         <line class=\"even\" x1=\"0\" y1=\"{half}\" x2=\"{width}\" y2=\"{half}\"/><polyline points=\"{line}\"/>{dots}\
         <line id=\"here\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"{height}\"/></svg>\
         <figcaption>White's winning chances: the higher the line, the better for White</figcaption></figure>",
        half = height / 2.0,
    )
}

fn class_of(mark: u8) -> &'static str {
    match mark {
        1 => "good",
        2 => "mistake",
        4 => "blunder",
        6 => "inaccuracy",
        _ => "",
    }
}

fn accuracies(review: &Review) -> String {
    let row = |side: Side| {
        let accuracy = review.accuracy(side).map_or("–".into(), |value| format!("{value:.1} %"));
        let count = |mark: u8| format!("<td class=\"{}\">{}</td>", class_of(mark), review.count(side, mark));
        let counts: String = [1, 6, 2, 4].map(count).concat();
        format!("<tr><th>{}</th><td>{accuracy}</td>{counts}</tr>", side.name())
    };
    format!(
        "<table><tr><th></th><th>accuracy</th><th>!</th><th>?!</th><th>?</th><th>??</th></tr>{}{}</table>",
        row(Side::White),
        row(Side::Black)
    )
}

/// The legend: explains the annotation marks, and the terms `loss` and `accuracy`.
fn legend() -> String {
    let item = |(name, meaning): (&str, &str)| format!("<dt>{name}</dt><dd>{}</dd>", html(meaning));
    format!("<dl>{}</dl>", LEGEND.map(item).concat())
}

fn moments(game: &Game, review: &Review) -> String {
    let item = |judged: &JudgedMove| {
        let at = game.ply(judged.id);
        let (class, text) = (class_of(judged.mark), html(&review.sentence(game, judged)));
        format!("<li><a class=\"{class}\" href=\"#{at}\" data-at=\"{at}\">{text}</a></li>")
    };
    let items: String = review.moments().into_iter().map(item).collect();
    if items.is_empty() {
        return "<p>No inaccuracies or mistakes.</p>\n".into();
    }
    format!("<h2>Decisive moments</h2>\n<ul id=\"moments\">{items}</ul>\n")
}

/// The judgement of a half-move; [`None`] if the review did not cover it.
fn judged(review: &Review, id: NodeId) -> Option<&JudgedMove> {
    review.moves.iter().find(|judged| judged.id == id)
}

fn moves(game: &Game, review: &Review) -> String {
    let mut text = String::new();
    for (before, id) in game.main_line().into_iter().enumerate() {
        let (number, at) = (game.number_text(id), before + 1);
        let mark = judged(review, id).map_or(0, |judged| judged.mark);
        let (class, san, mark) = (class_of(mark), html(&game.san(id)), mark_text(mark));
        let link = format!("<a class=\"{class}\" href=\"#{at}\" data-at=\"{at}\">{san}{mark}</a>");
        // Keeps a move number on the same line as its move.
        text.push_str(&match before == 0 || !number.ends_with("...") {
            true => format!("<span><b>{number}</b> {link}</span> "),
            false => link + " ",
        });
    }
    text + &html(game.result())
}

/// Side length of a square of a [`diagram`], in SVG units.
const SQUARE: usize = 40;
/// Width of the margin for file letters and rank numbers.
const EDGE: usize = 18;

/// Colours of dark and light squares; [`LAST`] is for the squares of the last move.
const SQUARES: [&str; 2] = ["#d8b98f", "#f3e6cf"];
const LAST: [&str; 2] = ["#d4bd4f", "#efe58a"];

/// The position as an SVG element, in the orientation of the board, with the last move marked and a title below. The
/// page must contain [`PIECES`].
pub fn diagram(board: &Board, title: &str) -> String {
    let (size, width) = (8 * SQUARE, 8 * SQUARE + EDGE);
    let height = width + EDGE;
    let mut shapes = String::new();
    let last = board.end_of_game.checked_sub(1).map(|at| board.game_line[at].mv).filter(|mv| mv.is_some());
    for (square, &piece) in board.square.iter().enumerate() {
        let (x, y) = corner(board, square);
        let is_last = last.is_some_and(|mv| [mv.from(), mv.tosq()].contains(&square));
        let colour = if is_last { LAST } else { SQUARES }[(square / 8 + square % 8) % 2];
        shapes += &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{colour}\"/>\n");
        if piece != EMPTY {
            let name = letter_of(piece).to_ascii_lowercase();
            let (fill, line) = if Side::of(piece) == Side::White { ("#fff", "#222") } else { ("#222", "#eee") };
            shapes += &format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" fill=\"{fill}\" stroke=\"{line}\"/>\n");
        }
    }
    for (at, file) in ('a'..='h').enumerate() {
        let (x, y) = (corner(board, at).0 + SQUARE / 2, corner(board, 8 * at).1 + SQUARE / 2 + 4);
        shapes += &format!("<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{file}</text>\n", size + EDGE - 5);
        shapes += &format!("<text x=\"{}\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n", EDGE / 2, at + 1);
    }
    let (title, middle) = (html(title), EDGE + size / 2);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\" \
         aria-label=\"{title}\">\n{shapes}<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{title}</text>\n</svg>\n",
        height - 4
    )
}

/// The upper left corner of a square in a [`diagram`].
fn corner(board: &Board, square: Square) -> (usize, usize) {
    let (file, rank) = (square % 8, square / 8);
    let (column, row) = if board.view_rotated { (7 - file, rank) } else { (file, 7 - rank) };
    (EDGE + column * SQUARE, row * SQUARE)
}

/// A position as a standalone SVG file.
pub fn diagram_file(board: &Board, title: &str) -> String {
    let shapes = diagram(board, title);
    shapes.replacen("\">\n<rect", &format!("\">\n{PIECES}<rect"), 1)
}

/// The data for the script: squares, last move and text of each position.
fn positions(game: &Game, review: &Review) -> Vec<String> {
    let nodes = std::iter::once(ROOT).chain(game.main_line());
    nodes.map(|id| position(game, review, id)).collect()
}

fn position(game: &Game, review: &Review, id: NodeId) -> String {
    let mut line = game.line_to(id);
    let squares: String = line.board().square.iter().map(|&piece| letter_of(piece)).collect();
    let node = game.node(id);
    let last: Vec<Square> = if node.mv.is_some() { vec![node.mv.from(), node.mv.tosq()] } else { Vec::new() };
    let judged = judged(review, id);
    let move_text = format!("{} {}", game.number_text(id), game.san(id));
    let said = match judged {
        _ if id == ROOT => "The start of the game".into(),
        Some(judged) if judged.mark > 1 => review.sentence(game, judged),
        Some(judged) if judged.scores[1].abs() == LARGE_NUMBER => move_text,
        Some(judged) => {
            format!("{move_text}{} · {}", mark_text(judged.mark), show::score_for_white(judged.scores[1]))
        }
        None => move_text,
    };
    let said = [said, in_words(&game.node(id).comment)];
    format!(
        "{{squares: {}, last: {last:?}, said: [{}]}}",
        script_string(&squares),
        said.iter().filter(|text| !text.is_empty()).map(|text| script_string(text)).collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn::read_text;
    use crate::games::review::Judgement;

    #[test]
    fn a_diagram_has_every_piece_on_its_square_and_the_last_move() {
        let mut board = Board::new();
        let mv = board.read_move("e4").expect("a legal move");
        board.play(mv);
        let picture = diagram_file(&board, "Black to move");
        assert_eq!(picture.matches("<use ").count(), 32);
        assert_eq!(picture.matches(LAST[0]).count() + picture.matches(LAST[1]).count(), 2);
        // The pawn on e4: fifth file from the left, fourth rank from the bottom.
        assert!(picture.contains("<use href=\"#p\" x=\"178\" y=\"160\" fill=\"#fff\""), "{picture}");
        board.view_rotated = true;
        assert!(diagram(&board, "").contains("<use href=\"#p\" x=\"138\" y=\"120\" fill=\"#fff\""));
    }

    #[test]
    fn nothing_in_a_game_becomes_a_tag_or_a_script() {
        let evil = "</script><script>alert(1)</script>";
        let text = format!("[White \"{evil}\"]\n[Event \"<img src=x onerror=alert(2)>\"]\n\n1. e4 {{{evil}}} e5 *");
        let game = read_text(&text).remove(0).game;
        let calm = Judgement::default();
        let page = of(&game, &Review::of(&game, vec![calm; 3]));
        assert!(!page.contains("<script>alert") && !page.contains("<img"));
        assert_eq!(page.matches("<script>").count(), 1);
        assert!(page.contains("&lt;/script&gt;"));
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere() {
        let game = read_text("1. e4 e5 2. Nf3 *").remove(0).game;
        let page = of(&game, &Review::of(&game, vec![Judgement::default(); 4]));
        for loading in ["src=", "url(", "@import", "fetch(", "http://", "https://"] {
            let page = page.replace("http://www.w3.org/2000/svg", "");
            assert!(!page.contains(loading), "{loading}");
        }
        assert_eq!(page.matches("{squares: ").count(), 4);
        assert!(page.contains("<dt>??</dt><dd>blunder: a loss of 15 % or more</dd>"), "the legend");
    }
}
