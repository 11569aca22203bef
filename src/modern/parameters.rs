//! # Modern · Search parameters
//!
//! The parameters of the search that can be tuned, each with a sensible range and the step by which a tuner should change
//! it. `tune search` tunes them by SPSA ([`spsa`](crate::train::spsa)), and `tune source` writes the results back into this
//! file, so each parameter has its own line.
//!
//! Margins are in centipawns, depths in plies, reductions in 1024ths of a ply.
//!
//! **Read next:** [`techniques`](super::techniques).

/// A search parameter.
pub struct Parameter {
    /// Name of the field in [`Parameters`].
    pub name: &'static str,
    /// The default value.
    pub usual: i32,
    /// Minimum sensible value.
    pub least: i32,
    /// Maximum sensible value.
    pub most: i32,
    /// SPSA perturbation at the end of tuning.
    pub step: f64,
    /// Returns the value of the field.
    pub get: fn(&Parameters) -> i32,
    /// Sets the value of the field.
    pub set: fn(&mut Parameters, i32),
}

macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident = $usual:literal, $least:literal ..= $most:literal, step $step:literal;)*) => {
        /// The search parameters.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Parameters {
            /// The default values.
            pub const USUAL: Parameters = Parameters { $($name: $usual,)* };
        }

        /// All search parameters.
        pub static PARAMETERS: &[Parameter] = &[$(Parameter {
            name: stringify!($name),
            usual: $usual,
            least: $least,
            most: $most,
            step: $step as f64,
            get: |parameters| parameters.$name,
            set: |parameters, value| parameters.$name = value,
        },)*];
    };
}

parameters! {
    /// Aspiration windows: half the width of the first window, if the last score is 0.
    aspiration_width = 13, 4..=40, step 2;
    /// Reverse futility pruning: maximum depth.
    reverse_futility_depth = 9, 4..=14, step 0.5;
    /// Reverse futility pruning: margin per ply.
    reverse_futility_margin = 80, 30..=150, step 6;
    /// Reverse futility pruning: reduction of the margin if the side to move is improving.
    reverse_futility_improving = 64, 0..=150, step 6;
    /// Reverse futility pruning: share of the evaluation's excess over beta that remains in the returned score, in
    /// 64ths.
    reverse_futility_kept = 22, 0..=64, step 4;
    /// Null moves: minimum depth.
    null_depth = 2, 1..=6, step 0.5;
    /// Null moves: base reduction in plies, including the pass.
    null_reduction = 4, 2..=7, step 0.5;
    /// Null moves: one more ply of reduction per this many plies of depth.
    null_depth_divisor = 3, 2..=10, step 0.5;
    /// Null moves: one more ply of reduction per this many centipawns of evaluation above beta, but at most three
    /// plies.
    null_eval_divisor = 190, 60..=500, step 20;
    /// Null moves: the side to move needs more material than this besides pawns.
    null_material = 500, 0..=1500, step 60;
    /// Null moves: the static evaluation must exceed beta by at least this, minus `null_fall` per ply of depth.
    null_rise = 150, 0..=400, step 20;
    /// Null moves: see `null_rise`.
    null_fall = 20, 0..=60, step 3;
    /// Null moves: minimum depth at which a cutoff is verified.
    null_verify_depth = 14, 6..=64, step 1;
    /// Singular extensions: minimum depth.
    singular_depth = 5, 4..=11, step 0.5;
    /// Singular extensions: margin below the score of the hash move, in 16ths of a centipawn per ply of depth.
    singular_margin = 30, 8..=80, step 4;
    /// Singular extensions: the hash move is extended by two plies if all other moves miss the bound by more than this.
    double_extension_margin = 23, 0..=60, step 4;
    /// Late move pruning: base number of moves before the remaining quiet moves are pruned.
    late_move_base = 4, 1..=8, step 0.5;
    /// Late move pruning: coefficient of the squared depth in that number, in 64ths.
    late_move_factor = 100, 24..=128, step 6;
    /// Futility pruning: maximum depth after reduction.
    futility_depth = 8, 4..=13, step 0.5;
    /// Futility pruning: base margin.
    futility_margin = 84, 20..=220, step 10;
    /// Futility pruning: margin per ply of reduced depth.
    futility_factor = 90, 40..=180, step 8;
    /// Futility pruning: history points per centipawn of additional margin.
    futility_history = 218, 80..=600, step 30;
    /// Move pruning: number of history points that add a 1024th of a ply to the remaining depth.
    pruning_history = 17, 6..=48, step 2;
    /// SEE pruning: maximum depth (for a quiet move, after reduction).
    exchange_depth = 8, 4..=13, step 0.5;
    /// SEE pruning: base loss allowed for a quiet move.
    exchange_quiet_base = 19, 0..=80, step 6;
    /// SEE pruning: coefficient of the squared reduced depth in the loss allowed for a quiet move.
    exchange_quiet_factor = 23, 8..=60, step 3;
    /// SEE pruning: loss allowed for a capture or a queen promotion, per ply.
    exchange_noisy_factor = 98, 40..=180, step 8;
    /// SEE pruning: base loss allowed for a check.
    exchange_check_base = 84, 0..=300, step 15;
    /// SEE pruning: additional loss allowed for a check, per ply.
    exchange_check_factor = 101, 40..=200, step 10;
    /// Late move reductions: minimum depth, at least 2 because a reduced search has depth 1 or more.
    reduction_depth = 2, 2..=5, step 0.5;
    /// Late move reductions of quiet moves: base reduction.
    reduction_quiet_base = 1060, 200..=1600, step 70;
    /// Late move reductions of quiet moves: divisor of log(depth) · log(move number), in 1024ths.
    reduction_quiet_divisor = 2198, 1400..=3800, step 120;
    /// Late move reductions of captures: base reduction.
    reduction_noisy_base = 204, -300..=900, step 60;
    /// Late move reductions of captures: divisor, as for quiet moves.
    reduction_noisy_divisor = 3422, 2000..=6000, step 200;
    /// Late move reductions: the move's history divided by this is subtracted.
    reduction_history = 9, 4..=30, step 0.8;
    /// Late move reductions: subtracted in nodes that are or were on a principal variation.
    reduction_was_pv = 951, 0..=2048, step 100;
    /// Late move reductions: subtracted in PV nodes.
    reduction_pv = 360, 0..=1536, step 80;
    /// Late move reductions: added in expected cut nodes.
    reduction_cut = 1406, 400..=2600, step 120;
    /// Late move reductions: added if the side to move is not improving.
    reduction_not_improving = 662, 0..=1400, step 80;
    /// Late move reductions: subtracted if the move gives check or the side to move is in check.
    reduction_check = 1550, 400..=2600, step 110;
    /// Late move reductions: added if the hash move is a capture or a queen promotion.
    reduction_noisy_table_move = 949, 0..=1800, step 90;
    /// Late move reductions: added after many cutoffs in the node's children.
    reduction_many_cutoffs = 911, 0..=1800, step 90;
    /// Late move reductions: a reduction of at least this many plies is made one ply smaller if the evaluation after
    /// the move contradicts it.
    hindsight_reduction = 3, 2..=20, step 0.5;
    /// Re-search after a reduction: one ply deeper if the score exceeds the best score so far by more than this plus 4
    /// centipawns per ply of depth.
    research_margin = 50, 10..=120, step 6;
    /// Scores above beta: at depth d, the fraction 16 d / (16 d + this) of the excess over beta remains.
    cutoff_damping = 16, 0..=64, step 3;
    /// History: bonus for a cutoff, per ply of depth.
    history_factor = 172, 60..=340, step 14;
    /// History: subtracted from the bonus for a cutoff.
    history_base = 66, -200..=400, step 30;
    /// History: maximum bonus.
    history_most = 1698, 500..=3500, step 150;
    /// History: malus for moves tried before the cutoff move, in 64ths of that move's bonus.
    history_lost = 67, 16..=128, step 6;
    /// History: share of the malus that the 17th quiet move and later ones lose, in 64ths; earlier ones lose less.
    history_late = 48, 0..=64, step 4;
    /// History: bonus for a quiet move per centipawn by which it improved the evaluation, in 16ths.
    history_gain = 64, 0..=160, step 6;
    /// History: bonus for a quiet move after which all replies failed low, in 64ths of the bonus for a cutoff.
    prior_move_bonus = 48, 0..=128, step 6;
    /// History: malus for one of the first two moves of a node, if quiet, when a reply to it causes a cutoff, in 64ths of
    /// the bonus for a cutoff.
    prior_move_malus = 32, 0..=128, step 6;
    /// Capture ordering: a capture that loses material still counts as good if it has this much history per centipawn
    /// lost.
    capture_history = 200, 50..=800, step 35;
    /// Evaluation: part, in 256ths, that each piece above 28 adds and each piece below takes away. An advantage with many
    /// pieces left is more likely to grow.
    material_scale = 3, 0..=6, step 0.5;
    /// Correction history: share of the learnt correction that is applied, in 64ths.
    correction_used = 64, 8..=128, step 6;
    /// Quiescence search: share of a score's excess over beta that remains, in 64ths.
    quiescence_kept = 40, 0..=64, step 4;
    /// Late move pruning of captures: number of moves searched in a quiescence node before the others are pruned.
    late_capture_count = 4, 1..=12, step 0.5;
}

impl Parameter {
    /// Finds a parameter by its name.
    pub fn named(name: &str) -> Option<&'static Parameter> {
        PARAMETERS.iter().find(|parameter| parameter.name == name)
    }
}

impl Parameters {
    /// Lists the parameters that differ from their defaults, like `futility-margin=100,late-move-base=3`; `usual` if
    /// none does.
    pub fn changed(&self) -> String {
        let changed = PARAMETERS.iter().filter(|parameter| (parameter.get)(self) != parameter.usual);
        let texts = changed.map(|parameter| format!("{}={}", parameter.name.replace('_', "-"), (parameter.get)(self)));
        let text = texts.collect::<Vec<_>>().join(",");
        if text.is_empty() { "usual".into() } else { text }
    }

    /// Parses a list like the one that [`changed`](Parameters::changed) returns. Parameters not listed get their defaults.
    /// [`None`] if a name is unknown, or a value is not a number in its range.
    pub fn of(text: &str) -> Option<Parameters> {
        let mut parameters = Parameters::USUAL;
        for part in text.split(',').filter(|part| *part != "usual") {
            let (name, value) = part.split_once('=')?;
            let parameter = Parameter::named(&name.replace('-', "_"))?;
            let value = value.parse().ok().filter(|value| (parameter.least..=parameter.most).contains(value))?;
            (parameter.set)(&mut parameters, value);
        }
        Some(parameters)
    }
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::USUAL
    }
}

/// Returns `source`, the text of this file, with the values of `parameters` as defaults.
///
/// # Errors
/// The name of a parameter that has no line in the source.
pub fn rewritten(source: &str, parameters: &Parameters) -> Result<String, &'static str> {
    let mut lines: Vec<String> = source.lines().map(String::from).collect();
    for parameter in PARAMETERS {
        let begin = format!("    {} = ", parameter.name);
        let line = lines.iter_mut().find(|line| line.starts_with(&begin)).ok_or(parameter.name)?;
        let rest = line[begin.len()..].split_once(',').map(|(_, rest)| rest.to_string()).ok_or(parameter.name)?;
        *line = format!("{begin}{},{rest}", (parameter.get)(parameters));
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = include_str!("parameters.rs");

    #[test]
    fn every_number_lies_in_its_range_and_can_be_set() {
        for parameter in PARAMETERS {
            assert!((parameter.least..=parameter.most).contains(&parameter.usual), "{}", parameter.name);
            // Smaller steps in both directions may round to the same number.
            assert!(
                parameter.step >= 0.5 && parameter.step < f64::from(parameter.most - parameter.least) / 4.0,
                "{}",
                parameter.name
            );
            let mut parameters = Parameters::USUAL;
            assert_eq!((parameter.get)(&parameters), parameter.usual);
            (parameter.set)(&mut parameters, parameter.most);
            assert_eq!((parameter.get)(&parameters), parameter.most);
            assert_eq!(Parameter::named(parameter.name).map(|found| found.usual), Some(parameter.usual));
        }
        assert!(Parameter::named("nothing").is_none());
    }

    #[test]
    fn the_source_is_rewritten_in_its_numbers_alone() {
        assert_eq!(rewritten(SOURCE, &Parameters::USUAL).as_deref(), Ok(SOURCE));
        let mut other = Parameters::USUAL;
        (other.late_move_base, other.reduction_noisy_base) = (2, -45);
        let text = rewritten(SOURCE, &other).expect("all parameters have lines");
        assert!(text.contains("    late_move_base = 2, 1..=8, step 0.5;"));
        assert!(text.contains("    reduction_noisy_base = -45, -300..=900, step 60;"));
        let changed = text.lines().zip(SOURCE.lines()).filter(|(new, old)| new != old).count();
        assert_eq!((changed, text.lines().count()), (2, SOURCE.lines().count()));
        assert_eq!(rewritten("nothing", &other), Err(PARAMETERS[0].name));
    }
}
