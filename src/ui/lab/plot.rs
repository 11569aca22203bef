//! Draws charts: node counts as bars, and R by depth.

use crate::ui::show;
use crate::ui::tables::Table;

use super::svg::{GRID, INK, Lettering, Svg};

/// Size of a picture in pixels: 16:9, the format of a slide.
const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 540.0;
/// The area of the chart within the picture.
const LEFT: f64 = 90.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = 470.0;
/// Distance between coinciding lines drawn side by side, in pixels.
const LANE: f64 = 5.0;

/// Colours that colour-blind readers can distinguish (Okabe and Ito).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#000000"];

fn numbers(table: &Table, column: usize) -> Vec<Option<f64>> {
    table.rows.iter().map(|row| row[column].parse().ok()).collect()
}

fn heading(svg: &mut Svg, title: &str, subtitle: &str) {
    svg.text((LEFT - 50.0, 40.0), Lettering::of(26.0).bold(), title);
    svg.text((LEFT - 50.0, 64.0), Lettering::of(15.0).faint(), subtitle);
}

/// A number with thousands separators (1 234 567), or in millions if it is ten million or more.
fn grouped(number: f64) -> String {
    match number {
        1e7.. => format!("{:.0} million", number / 1e6),
        _ => show::grouped(&format!("{number:.0}"), '\u{2009}'),
    }
}

/// Draws the nodes of each iteration, from a table with the columns depth, nodes and logarithm.
pub fn growth(table: &Table) -> String {
    let note = table.notes.first().map_or("", String::as_str);
    let nodes: Vec<f64> = numbers(table, 1).into_iter().flatten().collect();
    let bars = Bars {
        title: "Nodes of each iteration",
        subtitle: note,
        below: "depth of the iteration in plies",
        labels: &table.rows.iter().map(|row| row[0].clone()).collect::<Vec<_>>(),
        nodes: &nodes,
    };
    bars.drawn()
}

/// Maximum ratio of the largest to the smallest value on a linear scale.
const LINEAR: f64 = 5.0;

/// Distance between the marks of a scale up to `top`: 1, 2 or 5 times a power of ten.
fn step_below(top: f64) -> f64 {
    let power = 10f64.powf((top / 6.0).log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power).find(|step| top / step <= 6.0).unwrap_or(top)
}

/// A bar chart of node counts.
pub struct Bars<'a> {
    /// The heading.
    pub title: &'a str,
    /// The line below the heading.
    pub subtitle: &'a str,
    /// The label of the horizontal axis.
    pub below: &'a str,
    /// The label of each bar.
    pub labels: &'a [String],
    /// The node count of each bar.
    pub nodes: &'a [f64],
}

impl Bars<'_> {
    /// The picture. The scale is linear if the values differ by no more than a factor of `LINEAR`, else logarithmic.
    pub fn drawn(&self) -> String {
        let right = WIDTH - 40.0;
        let mut svg = Svg::new(WIDTH, HEIGHT);
        let most = self.nodes.iter().copied().fold(10.0, f64::max);
        let is_linear = self.nodes.iter().all(|nodes| nodes * LINEAR >= most);
        let scale = if is_linear { "" } else { "; logarithmic scale" };
        heading(&mut svg, self.title, &format!("{}{scale}", self.subtitle));
        let top = if is_linear { most * 1.1 } else { most.log10().ceil() };
        let part = |value: f64| if is_linear { value } else { value.max(1.0).log10() } / top;
        let height = |value: f64| BOTTOM - (BOTTOM - TOP) * part(value);
        let marks: Vec<f64> = match is_linear {
            true => (0..).map(|number| f64::from(number) * step_below(top)).take_while(|mark| *mark <= top).collect(),
            false => (0..=top as i32).map(|power| 10f64.powi(power)).collect(),
        };
        for mark in marks {
            svg.line((LEFT, height(mark)), (right, height(mark)), &format!(r#"stroke="{GRID}""#));
            let place = (LEFT - 8.0, height(mark) + 5.0);
            svg.text(place, Lettering::of(14.0).faint().before(), &grouped(mark));
        }
        self.draw_bars(&mut svg, right, height);
        svg.line((LEFT, BOTTOM), (right, BOTTOM), &format!(r#"stroke="{INK}" stroke-width="1.5""#));
        svg.text(((LEFT + right) / 2.0, HEIGHT - 22.0), Lettering::of(16.0).centred(), self.below);
        svg.finish()
    }

    fn draw_bars(&self, svg: &mut Svg, right: f64, height: impl Fn(f64) -> f64) {
        let step = (right - LEFT) / self.nodes.len().max(1) as f64;
        let width = (step * 0.62).min(90.0);
        for (number, (label, &count)) in self.labels.iter().zip(self.nodes).enumerate() {
            let (x, y) = (LEFT + step * (number as f64 + 0.5), height(count));
            svg.element(&format!(
                r#"<rect x="{:.1}" y="{y:.1}" width="{width:.1}" height="{:.1}" fill="{}"/>"#,
                x - width / 2.0,
                BOTTOM - y,
                COLOURS[0]
            ));
            // If there are many bars, there is room only for short figures.
            let (size, text) = match self.nodes.len() {
                0..10 => (15.0, grouped(count)),
                10..15 => (13.0, show::count_text(count as u64)),
                _ => (11.0, show::count_text(count as u64)),
            };
            svg.text((x, y - 7.0), Lettering::of(size).centred(), &text);
            svg.text((x, BOTTOM + 22.0), Lettering::of(15.0).centred(), label);
        }
    }
}

/// Draws R by depth, with a line for each recipe. The first column of the table is the depth; the others are
/// recipes.
pub fn reductions(table: &Table) -> String {
    let right = WIDTH - 190.0;
    let mut svg = Svg::new(WIDTH, HEIGHT);
    heading(
        &mut svg,
        "Depth reduction of null moves: R by depth",
        "R excludes the pass; static evaluation equal to beta, three pieces a side; equal curves side by side",
    );
    let depths: Vec<f64> = numbers(table, 0).into_iter().flatten().collect();
    let series: Vec<(&str, Vec<Option<f64>>)> =
        (1..table.columns.len()).map(|column| (table.columns[column], numbers(table, column))).collect();
    let most = series.iter().flat_map(|(_, values)| values).flatten().copied().fold(1.0, f64::max) + 0.5;
    let step = (right - LEFT) / depths.len().max(1) as f64;
    let place =
        |number: usize, value: f64| (LEFT + step * (number as f64 + 0.5), BOTTOM - (BOTTOM - TOP) * value / most);
    for value in 0..=most as i32 {
        let (_, y) = place(0, f64::from(value));
        svg.line((LEFT, y), (right, y), &format!(r#"stroke="{GRID}""#));
        svg.text((LEFT - 14.0, y + 5.0), Lettering::of(15.0).faint().before(), &value.to_string());
    }
    for (number, depth) in depths.iter().enumerate() {
        let (x, _) = place(number, 0.0);
        svg.text((x, BOTTOM + 22.0), Lettering::of(15.0).centred(), &format!("{depth:.0}"));
    }
    svg.line((LEFT, BOTTOM), (right, BOTTOM), &format!(r#"stroke="{INK}" stroke-width="1.5""#));
    svg.text(((LEFT + right) / 2.0, HEIGHT - 22.0), Lettering::of(16.0).centred(), "remaining depth in plies");
    let lanes = lanes(&series);
    let mut labels: Vec<(f64, usize)> = Vec::new();
    for (number, (_, values)) in series.iter().enumerate() {
        let points = values.iter().enumerate().filter_map(|(at, value)| value.map(|value| place(at, value)));
        let points: Vec<(f64, f64)> = points.map(|(x, y)| (x, y + LANE * lanes[number])).collect();
        labels.push((points.last().map_or(BOTTOM, |(_, y)| *y), number));
        svg.element(&format!(
            r#"<polyline points="{}" fill="none" stroke="{}" stroke-width="3" stroke-linejoin="round"/>"#,
            steps(&points, step / 2.0),
            COLOURS[number % COLOURS.len()]
        ));
    }
    label_lines(&mut svg, &series, labels, right);
    svg.finish()
}

/// The vertical offset of each line, in units of `LANE`: lines that would cover each other get different offsets.
fn lanes(series: &[(&str, Vec<Option<f64>>)]) -> Vec<f64> {
    let mut lanes: Vec<f64> = Vec::new();
    for (number, (_, values)) in series.iter().enumerate() {
        let meets = |other: usize| values.iter().zip(&series[other].1).any(|(a, b)| a.is_some() && a == b);
        let taken: Vec<f64> = (0..number).filter(|&other| meets(other)).map(|other| lanes[other]).collect();
        let free = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0, 3.0].into_iter().find(|lane| !taken.contains(lane));
        lanes.push(free.unwrap_or(4.0));
    }
    lanes
}

/// The points of a stepped line, with its steps half-way between the values.
fn steps(points: &[(f64, f64)], half: f64) -> String {
    let level = |(x, y): &(f64, f64)| format!("{:.1},{y:.1} {:.1},{y:.1}", x - half, x + half);
    points.iter().map(level).collect::<Vec<_>>().join(" ")
}

/// Labels at the ends of the lines, without overlaps.
fn label_lines(svg: &mut Svg, series: &[(&str, Vec<Option<f64>>)], mut labels: Vec<(f64, usize)>, right: f64) {
    const LINE: f64 = 21.0;
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free_from = TOP;
    let wanted: Vec<f64> = labels.iter().map(|(y, _)| *y).collect();
    // Labels that would overlap are centred on their lines as a group.
    for (at, (y, number)) in labels.iter().enumerate() {
        let group = wanted.iter().skip(at).take_while(|other| **other - y < 18.0).count();
        let top = y - LINE * (group - 1) as f64 / 2.0;
        let label_y = top.max(free_from);
        free_from = label_y + LINE;
        let colour = COLOURS[number % COLOURS.len()];
        svg.line((right, *y), (right + 26.0, label_y), &format!(r#"stroke="{colour}" stroke-width="3""#));
        svg.text((right + 33.0, label_y + 6.0), Lettering::of(17.0).bold(), series[*number].0);
    }
}
