//! The curve of a training run: the error after each pass, as text and as SVG.

use std::fmt::Write;

use crate::train::checkpoint::Point;
use crate::ui::page::html;

/// Size of the text curve: rows and columns.
const TEXT: (usize, usize) = (12, 60);

/// Minimum and maximum of the numbers; if they are equal, slightly less and slightly more.
fn span(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = numbers.fold((f64::MAX, f64::MIN), |(least, most), n| (least.min(n), most.max(n)));
    if most - least < 1e-9 { (least - 1e-4, most + 1e-4) } else { (least, most) }
}

/// Training (`.`) and held-out (`o`) error by pass.
pub fn text(curve: &[Point]) -> String {
    let (rows, columns) = TEXT;
    let (least, most) = span(curve.iter().flat_map(|point| [point.training, point.held_out.target]));
    let mut grid = vec![vec![' '; columns]; rows];
    let column = |pass: usize| if curve.len() < 2 { 0 } else { pass * (columns - 1) / (curve.len() - 1) };
    let row = |error: f64| ((most - error) / (most - least) * (rows - 1) as f64).round() as usize;
    for (pass, point) in curve.iter().enumerate() {
        grid[row(point.training).min(rows - 1)][column(pass)] = '.';
        grid[row(point.held_out.target).min(rows - 1)][column(pass)] = 'o';
    }
    let mut text = String::from("error (o held out, . training)\n");
    for (at, line) in grid.iter().enumerate() {
        let error = most - (most - least) * at as f64 / (rows - 1) as f64;
        let line: String = line.iter().collect();
        let _ = writeln!(text, " {error:.5} |{}", line.trim_end());
    }
    let _ = writeln!(text, "         +{}", "-".repeat(columns));
    let _ = write!(text, "          1{:>width$}", format!("pass {}", curve.len()), width = columns - 1);
    text
}

/// The curve as a picture, with the error on the game results in a second panel.
pub fn svg(curve: &[Point], title: &str) -> String {
    let (width, height) = (720.0, 520.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"70\" y=\"24\" font-size=\"16\">{}</text>\n",
        html(title)
    );
    let training: Vec<f64> = curve.iter().map(|point| point.training).collect();
    let target: Vec<f64> = curve.iter().map(|point| point.held_out.target).collect();
    let result: Vec<f64> = curve.iter().map(|point| point.held_out.result).collect();
    let upper = [("training", "#999999", training), ("held out", "#c0392b", target)];
    panel(&mut svg, 45.0, 230.0, "error on the mixture", &upper);
    panel(&mut svg, 300.0, 170.0, "error on the results alone", &[("held out", "#2471a3", result)]);
    let _ = writeln!(svg, "<text x=\"650\" y=\"{}\">pass {}</text>\n</svg>", height - 12.0, curve.len());
    svg
}

/// A diagram: curves over the passes, with a scale on the left.
fn panel(svg: &mut String, top: f64, height: f64, name: &str, lines: &[(&str, &str, Vec<f64>)]) {
    let (left, right) = (70.0, 700.0);
    let (least, most) = span(lines.iter().flat_map(|(_, _, numbers)| numbers.iter().copied()));
    let y = |error: f64| top + height * (most - error) / (most - least);
    for step in 0..=4 {
        let error = least + (most - least) * f64::from(step) / 4.0;
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#dddddd\"/>\
             <text x=\"62\" y=\"{text:.1}\" text-anchor=\"end\">{error:.4}</text>",
            y = y(error),
            text = y(error) + 4.0
        );
    }
    let _ = writeln!(svg, "<text x=\"{right}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>", top - 6.0);
    for (at, (label, colour, numbers)) in lines.iter().enumerate() {
        let x = |pass: usize| left + (right - left) * pass as f64 / (numbers.len().max(2) - 1) as f64;
        let points: Vec<String> =
            numbers.iter().enumerate().map(|(pass, error)| format!("{:.1},{:.1}", x(pass), y(*error))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{:.1}\" fill=\"{colour}\">{label}</text>",
            points.join(" "),
            left + 10.0 + 110.0 * at as f64,
            top - 6.0
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::trainer::Errors;

    fn curve() -> Vec<Point> {
        let point = |pass: i32| Point {
            training: 0.05 - 0.001 * f64::from(pass),
            held_out: Errors { target: 0.052 - 0.001 * f64::from(pass), result: 0.12 },
        };
        (0..10).map(point).collect()
    }

    #[test]
    fn the_curve_falls_from_left_to_right() {
        let text = text(&curve());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), TEXT.0 + 3);
        assert!(lines[1].starts_with(" 0.05200 |o"), "{text}");
        assert!(lines[TEXT.0].ends_with('.') && lines[TEXT.0].starts_with(" 0.04100"), "{text}");
        let points = |sign: char| lines[1..=TEXT.0].iter().filter(|line| line.contains(sign)).count();
        assert_eq!(points('o'), 10, "{text}");
    }

    #[test]
    fn the_picture_has_a_point_for_every_pass() {
        let svg = svg(&curve(), "a < b & \"c\"");
        assert!(svg.contains("a &lt; b &amp; &quot;c&quot;"));
        let lines: Vec<&str> = svg.lines().filter(|line| line.starts_with("<polyline")).collect();
        assert_eq!(lines.len(), 3);
        for line in lines {
            let points = line.split('"').nth(1).unwrap_or_default();
            assert_eq!(points.split(' ').count(), 10);
        }
        assert!(svg.trim_end().ends_with("</svg>") && !svg.contains("NaN"));
    }
}
