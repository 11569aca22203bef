//! `network`: shows the network in use, loads another from a file, draws its neurons, and ranks networks by error.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::arguments::NamedArguments;
use super::train::error_line;
use super::{cores, paths, read_network, write_file, wrong};
use crate::board::Board;
use crate::command::split_word;
use crate::defines::*;
use crate::modern::evaluation::EvalKind;
use crate::modern::network::features::{COUNT, describe};
use crate::modern::network::{Network, ONE_HIDDEN, ONE_OUTPUT};
use crate::readmove::kind_name;
use crate::train::data::load;
use crate::train::judge::{self, NetworkStanding};
use crate::train::trainer::Recipe;
use crate::ui::arguments::{file_name, words};
use crate::ui::console::Session;
use crate::ui::page::html;
use crate::ui::refusal::{Done, Refusal, bad, interrupted, number};
use crate::ui::tables::{Format, Table};
use crate::ui::terminal::look::Capabilities;
use crate::ui::terminal::style::{Color, Stylize};

/// The piece types, in the order of the boards.
const KINDS: [Piece; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
/// Maximum number of positions for `network errors` and `network judge`.
const JUDGED: usize = 1_000_000;

pub(crate) fn network(board: &mut Board, session: &mut Session, text: &str) -> Done {
    let (word, rest) = split_word(text);
    match word {
        "" => show(session),
        "neuron" => neuron(session, rest),
        "neurons" => neurons(session, rest),
        "errors" => errors(board, session, rest),
        "judge" => judge_networks(board, session, rest),
        _ if Path::new(file_name(text)).exists() || rest.is_empty() => {
            let file = file_name(text);
            take(session, read_network(file)?, file)
        }
        _ => bad(
            "network takes: FILE, built-in, neuron N [svg FILE], neurons [svg FILE], errors FILE… or judge NETWORK… on FILE…",
        ),
    }
}

fn take(session: &mut Session, network: Arc<Network>, name: &str) -> Done {
    session.options.modern.network = network;
    session.options.network_file = (name != "built-in").then(|| name.into());
    let use_it = match session.options.modern.eval_kind {
        EvalKind::Network => String::new(),
        _ => "; 'set eval network' uses it".into(),
    };
    session.say(&format!("network: {name}{use_it}"));
    Ok(())
}

fn show(session: &mut Session) -> Done {
    let network = Arc::clone(&session.options.modern.network);
    let is_built_in = *network == *Network::built_in();
    let origin = if is_built_in { "built in" } else { "from a file" };
    let evaluates = match session.options.modern.eval_kind {
        EvalKind::Network => "the modern search evaluates with it".into(),
        other => format!("not in use: eval is {}", other.name()),
    };
    let lines = [
        format!("network {} ({origin}); {evaluates}", network.name),
        format!(
            "{COUNT} features a side, {} hidden neurons a side, {} sets of output weights: {} weights, {} bytes",
            network.hidden,
            network.buckets,
            network.weights(),
            network.size()
        ),
        format!("arithmetic: {}", network.kernel.name()),
    ];
    lines.iter().for_each(|line| session.say(line));
    Ok(())
}

/// The feature weights of a neuron as floating-point values, in the order of the features.
fn weights(network: &Network, neuron: usize) -> Vec<f32> {
    let weight = |feature: usize| network.feature_weights.number(feature * network.hidden + neuron);
    (0..COUNT).map(|feature| f32::from(weight(feature)) / ONE_HIDDEN as f32).collect()
}

/// The output weights of a neuron by bucket, for the perspectives of the side to move and of the other side.
fn voices(network: &Network, neuron: usize) -> Vec<[f32; 2]> {
    let weight = |at: usize| f32::from(network.output_weights.number(at)) / ONE_OUTPUT as f32;
    let set = 2 * network.hidden;
    (0..network.buckets).map(|at| [weight(at * set + neuron), weight(at * set + network.hidden + neuron)]).collect()
}

fn take_neuron(network: &Network, text: &str) -> Result<usize, Refusal> {
    number(text, "neuron", 1, network.hidden, None).map(|number| number - 1)
}

fn neuron(session: &mut Session, text: &str) -> Done {
    let network = Arc::clone(&session.options.modern.network);
    let words = words(text);
    let number = take_neuron(&network, words.first().copied().unwrap_or_default())?;
    let options = NamedArguments::read("network neuron", &["svg"], words.get(1..).unwrap_or_default())?;
    let said = voices(&network, number);
    let said: Vec<String> = said.iter().map(|[own, enemy]| format!("{own:+.2}/{enemy:+.2}")).collect();
    if let Some(file) = options.text("svg") {
        write_file(file, svg(&network, &[number]).as_bytes())?;
        session.say(&format!("{file}: neuron {}", number + 1));
        return Ok(());
    }
    let screen = session.screen();
    let boards = text_boards(&weights(&network, number), screen);
    session.out.line(&format!("neuron {} of {}, from one side's point of view", number + 1, network.hidden));
    session.out.line(&boards);
    session.say(&format!("output weights for the side to move/for the other side, by bucket: {}", said.join(" ")));
    session.say("The view is mirrored if necessary, so that this side's king is always on files e to h.");
    Ok(())
}

/// All neurons, the most influential first.
fn neurons(session: &mut Session, text: &str) -> Done {
    let network = Arc::clone(&session.options.modern.network);
    let (format, words) = Format::take(text);
    let options = NamedArguments::read("network neurons", &["svg"], &words)?;
    let mut order: Vec<(f32, usize)> = (0..network.hidden).map(|neuron| (loudness(&network, neuron), neuron)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    if let Some(file) = options.text("svg") {
        let numbers: Vec<usize> = order.iter().map(|(_, neuron)| *neuron).collect();
        write_file(file, svg(&network, &numbers).as_bytes())?;
        session.say(&format!("{file}: {} neurons, most influential first", numbers.len()));
        return Ok(());
    }
    let columns = ["neuron", "influence", "bias", "own", "enemy", "main input"];
    let mut table = Table::new("", &columns);
    for (says, neuron) in order {
        let weights = weights(&network, neuron);
        let bias = f32::from(network.feature_bias.number(neuron)) / ONE_HIDDEN as f32;
        let [own, enemy] = mean_voice(&network, neuron);
        table.row(vec![
            (neuron + 1).to_string(),
            format!("{says:.3}"),
            format!("{bias:.2}"),
            format!("{own:+.2}"),
            format!("{enemy:+.2}"),
            most_seen(&weights),
        ]);
    }
    table.note("influence: RMS input weight times absolute output weight; 'network neuron N' draws one");
    session.out.line(&table.written(format));
    Ok(())
}

fn mean_voice(network: &Network, neuron: usize) -> [f32; 2] {
    let voices = voices(network, neuron);
    let mean = |side: usize| voices.iter().map(|voice| voice[side]).sum::<f32>() / voices.len() as f32;
    [mean(0), mean(1)]
}

/// The influence of a neuron on the output: the RMS of its input weights, times its absolute output weights, which are
/// summed over the two views and averaged over the buckets.
fn loudness(network: &Network, neuron: usize) -> f32 {
    let weights = weights(network, neuron);
    let spread = weights.iter().map(|weight| weight * weight).sum::<f32>() / COUNT as f32;
    let voices = voices(network, neuron);
    let voice = voices.iter().flatten().map(|voice| voice.abs()).sum::<f32>() / voices.len() as f32;
    spread.sqrt() * voice
}

/// The name of a board: owner and type of its pieces.
fn board_name(board: usize) -> String {
    format!("{} {}", ["own", "enemy"][board / 6], kind_name(KINDS[board % 6]))
}

/// The owner and type of the pieces with the largest weights.
fn most_seen(weights: &[f32]) -> String {
    let spread = |board: usize| weights[board * 64..][..64].iter().map(|weight| weight * weight).sum::<f32>();
    let most = (0..12).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or_default();
    board_name(most) + "s"
}

/// Whether the piece of a feature can be on its square. Pawns are never on the first or last rank, and a side's own
/// king is only on files e to h.
fn is_possible(feature: usize) -> bool {
    let (kind, owner, square) = describe(feature);
    match kind {
        PAWN => !matches!(rank(square), 0 | 7),
        KING if owner == 0 => file(square) >= 4,
        _ => true,
    }
}

/// The colour of a weight: blue if negative, grey near zero, red if positive.
fn colour(part: f32) -> [u8; 3] {
    let part = part.clamp(-1.0, 1.0);
    let [grey, end] = [[235.0, 235.0, 235.0], if part > 0.0 { [178.0, 24.0, 43.0] } else { [33.0, 102.0, 172.0] }];
    std::array::from_fn(|at| (grey[at] + (end[at] - grey[at]) * part.abs()) as u8)
}

/// The absolute weight drawn in full colour: the 99th percentile over the possible features.
fn full(weights: &[f32]) -> f32 {
    let mut sizes: Vec<f32> = (0..COUNT).filter(|&at| is_possible(at)).map(|at| weights[at].abs()).collect();
    sizes.sort_by(f32::total_cmp);
    sizes[sizes.len() * 99 / 100].max(1e-3)
}

/// Twelve boards, own pieces above enemy pieces: coloured squares or, without colours, numbers from -99 to 99.
fn text_boards(weights: &[f32], screen: Capabilities) -> String {
    let full = full(weights);
    let width = if screen.theme.is_some() { 16 } else { 32 };
    let columns = screen.columns.unwrap_or(80);
    let beside = (columns / (width + 2)).clamp(1, 6);
    let mut text = String::new();
    for owner in 0..2 {
        for group in (0..6).collect::<Vec<usize>>().chunks(beside) {
            for &kind in group {
                let _ = write!(text, "{:<width$}  ", board_name(owner * 6 + kind));
            }
            text.push('\n');
            for rank in (0..8).rev() {
                for &kind in group {
                    let first = (owner * 6 + kind) * 64 + rank * 8;
                    (first..first + 8).for_each(|at| text.push_str(&cell(weights[at], is_possible(at), full, screen)));
                    text.push_str("  ");
                }
                text.push('\n');
            }
        }
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn cell(weight: f32, is_possible: bool, full: f32, screen: Capabilities) -> String {
    let ground = |[r, g, b]: [u8; 3]| Color::Rgb { r, g, b };
    match (is_possible, screen.theme.is_some()) {
        (false, _) if screen.theme.is_some() => "  ".into(),
        (false, _) => "   .".into(),
        (true, true) => "  ".on(ground(colour(weight / full))).to_string(),
        (true, false) => format!("{:>4}", (weight / full * 99.0).clamp(-99.0, 99.0).round() as i32),
    }
}

/// The boards of some neurons, one row for each.
fn svg(network: &Network, numbers: &[usize]) -> String {
    let (square, gap, left, top) = (9, 12, 150, 46);
    let board = 8 * square;
    let (width, height) = (left + 12 * (board + gap), top + numbers.len() * (board + gap));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n<text x=\"10\" y=\"18\" font-size=\"14\">network {}</text>\n",
        html(&network.name)
    );
    for at in 0..12 {
        let (x, y) = (left + at * (board + gap), top - 8);
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", board_name(at));
    }
    for (row, &neuron) in numbers.iter().enumerate() {
        let (weights, y) = (weights(network, neuron), top + row * (board + gap));
        let full = full(&weights);
        let [own, enemy] = mean_voice(network, neuron);
        let _ = writeln!(
            svg,
            "<text x=\"10\" y=\"{}\" font-size=\"13\">neuron {}</text>\n\
             <text x=\"10\" y=\"{}\">side to move {own:+.2}</text>\n<text x=\"10\" y=\"{}\">other side {enemy:+.2}</text>",
            y + 20,
            neuron + 1,
            y + 38,
            y + 54
        );
        for feature in (0..COUNT).filter(|&feature| is_possible(feature)) {
            let (at, place) = (feature / 64, feature % 64);
            let [r, g, b] = colour(weights[feature] / full);
            let (x, y) = (left + at * (board + gap) + file(place) * square, y + (7 - rank(place)) * square);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{square}\" height=\"{square}\" fill=\"#{r:02x}{g:02x}{b:02x}\"/>"
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// Prints the errors of each evaluation on the positions in these files.
fn errors(board: &Board, session: &mut Session, text: &str) -> Done {
    let names = words(text);
    if names.is_empty() {
        return bad("network errors: name a FILE of positions");
    }
    let network = Arc::clone(&session.options.modern.network);
    session.work_on(board, |job| {
        let positions = load(&paths(&names), &job.control.stop_flag(), |_| true).map_err(wrong)?;
        let some = &positions[..positions.len().min(JUDGED)];
        let share = Recipe::default().result_share;
        job.line(&format!("on {} positions:            mixture   results", some.len()));
        for kind in EvalKind::ALL {
            let found = judge::errors(some, kind, &network, share, cores());
            if job.is_stopped() {
                return interrupted();
            }
            job.line(&error_line(kind.name(), found));
        }
        job.line(&error_line("the search's score", judge::errors_of_scores(some, share)));
        Ok(())
    })
}

/// Ranks networks, including the one in use, by their error on the positions in these files.
fn judge_networks(board: &Board, session: &mut Session, text: &str) -> Done {
    let (format, words) = Format::take(text);
    let on = words.iter().position(|word| *word == "on").filter(|on| *on > 0 && on + 1 < words.len());
    let Some(on) = on else { return bad("network judge takes: NETWORK… on FILE… (the files contain positions)") };
    let reference = Arc::clone(&session.options.modern.network);
    let mut names = vec!["(in use)"];
    names.extend(&words[..on]);
    let mut networks = vec![Arc::clone(&reference)];
    for file in &words[..on] {
        networks.push(read_network(file)?);
    }
    let (positions, standings) = session.work_on(board, |job| {
        let positions = load(&paths(&words[on + 1..]), &job.control.stop_flag(), |_| true).map_err(wrong)?;
        let some = &positions[..positions.len().min(JUDGED)];
        let share = Recipe::default().result_share;
        let standings = judge::standings(some, &reference, &networks, share, cores());
        if job.is_stopped() { interrupted() } else { Ok((some.len(), standings)) }
    })?;
    if positions == 0 {
        return bad("network judge: the files have no positions");
    }
    let mut ranking: Vec<usize> = (0..networks.len()).collect();
    ranking.sort_by(|&a, &b| standings[a].errors.target.total_cmp(&standings[b].errors.target));
    let mut table = Table::new("", &["network", "name", "hidden", "factor", "mixture", "results", "better by %", "+-"]);
    for at in ranking {
        let (network, NetworkStanding { factor, errors, gain, margin }) = (&networks[at], standings[at]);
        table.row(vec![
            names[at].into(),
            network.name.clone(),
            network.hidden.to_string(),
            format!("{factor:.2}"),
            format!("{:.5}", errors.target),
            format!("{:.5}", errors.result),
            format!("{gain:+.2}"),
            format!("{margin:.2}"),
        ]);
    }
    table.note(format!(
        "{positions} positions; each network's evaluations are multiplied by the factor that suits them best; 'better by' \
         compares the error on the mixture with that of the network in use"
    ));
    table.show(&mut session.out, format);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_a_square_for_every_possible_feature() {
        let network = Network::built_in();
        let possible = (0..COUNT).filter(|&feature| is_possible(feature)).count();
        assert_eq!(possible, 12 * 64 - 2 * 16 - 32);
        let picture = svg(&network, &[0, 3]);
        assert_eq!(picture.matches("<rect").count(), 1 + 2 * possible);
        assert!(picture.ends_with("</svg>\n"));
    }

    #[test]
    fn text_boards_fit_the_screen() {
        let weights = weights(&Network::built_in(), 1);
        for columns in [40, 80, 200] {
            let text = text_boards(&weights, Capabilities { columns: Some(columns), ..Capabilities::PLAIN });
            assert!(text.lines().all(|line| line.chars().count() <= columns), "{columns}");
            assert_eq!(text.matches("own").count(), 6);
        }
    }

    #[test]
    fn colours_show_the_sign_of_a_weight() {
        assert_eq!(colour(0.0), [235; 3]);
        assert_eq!((colour(1.0), colour(7.0)), ([178, 24, 43], [178, 24, 43]));
        assert_eq!(colour(-1.0), [33, 102, 172]);
    }
}
