//! # Modern · The numbers of the techniques
//!
//! How far, how deep, how much: every number of [`techniques`](super::techniques), with the range in which it makes
//! sense and the step by which it is worth changing. `tune search` plays games with them changed a little at a time and
//! writes back into this file what wins ([`spsa`](crate::train::spsa)), so each is on its own line.
//!
//! Margins are in centipawns, depths in plies, reductions in 1024ths of a ply.
//!
//! **Read next:** [`techniques`](super::techniques).

/// A number and what is known of it.
pub struct Number {
    /// Its name: that of its field.
    pub name: &'static str,
    /// The default value.
    pub usual: i32,
    /// It makes no sense below.
    pub least: i32,
    /// It makes no sense above.
    pub most: i32,
    /// What a tuner changes it by towards the end.
    pub step: f64,
    /// Its value.
    pub get: fn(&Numbers) -> i32,
    /// Changes it.
    pub set: fn(&mut Numbers, i32),
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident = $usual:literal, $least:literal ..= $most:literal, step $step:literal;)*) => {
        /// The numbers of the techniques.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Numbers {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Numbers {
            /// The default values.
            pub const USUAL: Numbers = Numbers { $($name: $usual,)* };
        }

        /// All of them.
        pub static NUMBERS: &[Number] = &[$(Number {
            name: stringify!($name),
            usual: $usual,
            least: $least,
            most: $most,
            step: $step as f64,
            get: |numbers| numbers.$name,
            set: |numbers, value| numbers.$name = value,
        },)*];
    };
}

numbers! {
    /// Aspiration windows: half the width of the first one.
    aspiration_width = 13, 4..=40, step 2;
    /// Reverse futility pruning: greatest depth.
    reverse_futility_depth = 9, 4..=14, step 0.5;
    /// Reverse futility pruning: margin for each ply.
    reverse_futility_margin = 80, 30..=150, step 6;
    /// Reverse futility pruning: less margin if the side to move is improving.
    reverse_futility_improving = 64, 0..=150, step 6;
    /// Reverse futility pruning: 64ths of what the evaluation is above beta that the score keeps.
    reverse_futility_kept = 22, 0..=64, step 4;
    /// Null moves: least depth.
    null_depth = 2, 1..=6, step 0.5;
    /// Null moves: plies taken off the depth, the pass included.
    null_reduction = 4, 2..=7, step 0.5;
    /// Null moves: a ply more is taken off for each so many plies of depth.
    null_depth_divisor = 4, 2..=10, step 0.5;
    /// Null moves: a ply more is taken off, three at most, for each time the evaluation is so much above beta.
    null_eval_divisor = 190, 60..=500, step 20;
    /// Null moves: the side to move needs more than this besides pawns.
    null_material = 500, 0..=1500, step 60;
    /// Null moves: the static evaluation must be so much above beta, less `null_fall` for each ply of depth.
    null_rise = 150, 0..=400, step 20;
    /// Null moves: see `null_rise`.
    null_fall = 20, 0..=60, step 3;
    /// Null moves: least depth at which a cutoff is verified.
    null_verify_depth = 14, 6..=64, step 1;
    /// Singular extensions: least depth.
    singular_depth = 6, 4..=11, step 0.5;
    /// Singular extensions: 16ths of a centipawn for each ply that the others are searched below the score of the
    /// table's move.
    singular_margin = 30, 8..=80, step 4;
    /// Singular extensions: so far below that the table's move is extended twice.
    singular_far = 23, 0..=60, step 4;
    /// Late move pruning: moves at depth 0.
    late_move_base = 4, 1..=8, step 0.5;
    /// Late move pruning: 64ths of a move for each ply squared.
    late_move_factor = 100, 24..=128, step 6;
    /// Futility pruning: greatest depth after reduction.
    futility_depth = 8, 4..=13, step 0.5;
    /// Futility pruning: margin.
    futility_margin = 84, 20..=220, step 10;
    /// Futility pruning: margin for each ply.
    futility_factor = 90, 40..=180, step 8;
    /// Futility pruning: so much history counts as a centipawn.
    futility_history = 218, 80..=600, step 30;
    /// All pruning of moves: so much history is worth 1024th of a ply of the depth that is left.
    pruning_history = 17, 6..=48, step 2;
    /// Pruning by exchange value: greatest depth.
    exchange_depth = 8, 4..=13, step 0.5;
    /// Pruning by exchange value: what a quiet move may lose.
    exchange_quiet_base = 19, 0..=80, step 6;
    /// Pruning by exchange value: the same for each ply squared after reduction.
    exchange_quiet_factor = 23, 8..=60, step 3;
    /// Pruning by exchange value: what a capture may lose for each ply.
    exchange_noisy_factor = 98, 40..=180, step 8;
    /// Pruning by exchange value: what a check may lose.
    exchange_check_base = 84, 0..=300, step 15;
    /// Pruning by exchange value: what a check may lose for each ply.
    exchange_check_factor = 101, 40..=200, step 10;
    /// Late move reductions: least depth.
    reduction_depth = 2, 1..=5, step 0.5;
    /// Late move reductions of quiet moves: what is taken off always.
    reduction_quiet_base = 933, 200..=1600, step 70;
    /// Late move reductions of quiet moves: the product of the logarithms of depth and number is divided by this, in
    /// 1024ths.
    reduction_quiet_divisor = 2198, 1400..=3800, step 120;
    /// Late move reductions of captures: what is taken off always.
    reduction_noisy_base = 204, -300..=900, step 60;
    /// Late move reductions of captures: divisor.
    reduction_noisy_divisor = 3422, 2000..=6000, step 200;
    /// Late move reductions: history is divided by this, and taken off less.
    reduction_history = 9, 4..=30, step 0.8;
    /// Late move reductions: less for what is or was on a principal variation.
    reduction_was_pv = 951, 0..=2048, step 100;
    /// Late move reductions: less in a PV node.
    reduction_pv = 360, 0..=1536, step 80;
    /// Late move reductions: more where a cut is expected.
    reduction_cut = 1406, 400..=2600, step 120;
    /// Late move reductions: more if the side to move is not improving.
    reduction_not_improving = 662, 0..=1400, step 80;
    /// Late move reductions: less for checks, and in check.
    reduction_check = 1550, 400..=2600, step 110;
    /// Late move reductions: more if the table's move is a capture.
    reduction_noisy_table_move = 949, 0..=1800, step 90;
    /// Late move reductions: more if many children were cut.
    reduction_many_cutoffs = 911, 0..=1800, step 90;
    /// Late move reductions: a ply is given back where at least so many were taken off and the evaluation contradicts.
    reduction_regretted = 3, 2..=20, step 0.4;
    /// Re-search after a reduction: so much better than the best, and it is a ply deeper.
    research_margin = 50, 10..=120, step 6;
    /// Scores above beta: how little a search of one ply is trusted. The part of the excess that is kept is 16 plies in
    /// 16 plies and this.
    cutoff_doubt = 16, 0..=64, step 3;
    /// History: what a cutoff brings for each ply of depth.
    history_factor = 172, 60..=340, step 14;
    /// History: what is taken off that.
    history_base = 66, -200..=400, step 30;
    /// History: most that one cutoff brings.
    history_most = 1698, 500..=3500, step 150;
    /// History: 64ths of it that moves tried in vain lose.
    history_lost = 67, 16..=128, step 6;
    /// Order of captures: so much history allows one to lose a centipawn and still come early.
    capture_history = 200, 50..=800, step 35;
    /// Correction history: 64ths of what was learnt that are used.
    correction_used = 64, 8..=128, step 6;
    /// Quiescence search: 64ths of what a score is above beta that it keeps.
    quiescence_kept = 40, 0..=64, step 4;
    /// Late move pruning of captures: moves of a node of the quiescence search that are searched before others are left
    /// out.
    late_capture_count = 4, 1..=12, step 0.5;
}

impl Number {
    /// The number with this name.
    pub fn named(name: &str) -> Option<&'static Number> {
        NUMBERS.iter().find(|number| number.name == name)
    }
}

impl Numbers {
    /// Those that differ from their defaults: `futility-margin=100,late-move-base=3`; or `usual`.
    pub fn changed(&self) -> String {
        let changed = NUMBERS.iter().filter(|number| (number.get)(self) != number.usual);
        let texts = changed.map(|number| format!("{}={}", number.name.replace('_', "-"), (number.get)(self)));
        let text = texts.collect::<Vec<_>>().join(",");
        if text.is_empty() { "usual".into() } else { text }
    }

    /// Reads numbers in that form; all others have their defaults.
    pub fn of(text: &str) -> Option<Numbers> {
        let mut numbers = Numbers::USUAL;
        for part in text.split(',').filter(|part| *part != "usual") {
            let (name, value) = part.split_once('=')?;
            let number = Number::named(&name.replace('-', "_"))?;
            let value = value.parse().ok().filter(|value| (number.least..=number.most).contains(value))?;
            (number.set)(&mut numbers, value);
        }
        Some(numbers)
    }
}

impl Default for Numbers {
    fn default() -> Numbers {
        Numbers::USUAL
    }
}

/// The source of this file with other values for its numbers.
///
/// # Errors
/// The name of a number without a line in the text.
pub fn rewritten(source: &str, numbers: &Numbers) -> Result<String, &'static str> {
    let mut lines: Vec<String> = source.lines().map(String::from).collect();
    for number in NUMBERS {
        let begin = format!("    {} = ", number.name);
        let line = lines.iter_mut().find(|line| line.starts_with(&begin)).ok_or(number.name)?;
        let rest = line[begin.len()..].split_once(',').map(|(_, rest)| rest.to_string()).ok_or(number.name)?;
        *line = format!("{begin}{},{rest}", (number.get)(numbers));
    }
    Ok(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = include_str!("numbers.rs");

    #[test]
    fn every_number_lies_in_its_range_and_can_be_set() {
        for number in NUMBERS {
            assert!((number.least..=number.most).contains(&number.usual), "{}", number.name);
            assert!(number.step > 0.0 && number.step < f64::from(number.most - number.least) / 4.0, "{}", number.name);
            let mut numbers = Numbers::USUAL;
            assert_eq!((number.get)(&numbers), number.usual);
            (number.set)(&mut numbers, number.most);
            assert_eq!((number.get)(&numbers), number.most);
            assert_eq!(Number::named(number.name).map(|found| found.usual), Some(number.usual));
        }
        assert!(Number::named("nothing").is_none());
    }

    #[test]
    fn the_source_is_rewritten_in_its_numbers_alone() {
        assert_eq!(rewritten(SOURCE, &Numbers::USUAL).as_deref(), Ok(SOURCE));
        let mut other = Numbers::USUAL;
        (other.late_move_base, other.reduction_noisy_base) = (2, -45);
        let text = rewritten(SOURCE, &other).expect("all numbers have lines");
        assert!(text.contains("    late_move_base = 2, 1..=8, step 0.5;"));
        assert!(text.contains("    reduction_noisy_base = -45, -300..=900, step 60;"));
        let changed = text.lines().zip(SOURCE.lines()).filter(|(new, old)| new != old).count();
        assert_eq!((changed, text.lines().count()), (2, SOURCE.lines().count()));
        assert_eq!(rewritten("nothing", &other), Err(NUMBERS[0].name));
    }
}
