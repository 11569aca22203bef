//! Experiments and exercises of a lesson: commands and their expected results.
//!
//! | line of a block | meaning |
//! |---|---|
//! | `guess WHAT : QUESTION` | asks the reader first; WHAT is an expression or a comparison (yes or no) |
//! | `show COLUMN…`, `show board` | shows only these columns of the tables; also shows the board |
//! | `let NAME = EXPRESSION` | stores a value for later lines |
//! | `expect CELL VALUE` | a cell of the last table, `ROW.COLUMN`; spaces in names are written as hyphens |
//! | `expect A < B`, also `<= > >= = !=`, and `~` for within one per cent | compares expressions: cells, numbers, names, with `+ - * /`, from left to right |
//! | `expect rows N`, `rows differ`, `rows same` | the number of rows; whether all differ, or all are the same |
//! | `expect COLUMN rising`, `falling`, `differ`, `same` | compares the cells of a column; or of a row, without its name |
//! | `expect sum(COLUMN) = N` | an operand may also be the sum of a column, or its `max` or `min` |
//! | `expect same-as-file FILE` | the last command printed the file's contents; white space at the end is ignored |
//! | `expect shows TEXT` | the last command printed this text |
//! | `# …` | a comment |
//! | anything else | a console command |
//!
//! A row is named by its first cell or by its number: `#2.nodes`. A number on the right of `=` matches if the other
//! side rounds to it.

use super::facts::comparison;

/// A line of a block, and its position in the source.
#[derive(Clone, PartialEq, Debug)]
pub struct CommandLine {
    /// Its text.
    pub text: String,
    /// Offset of its first byte.
    pub begin: usize,
}

/// A question asked before the commands run.
#[derive(Clone, PartialEq, Debug)]
pub struct Guess {
    /// The expression or comparison that gives the answer.
    pub what: String,
    /// The question.
    pub question: String,
}

impl Guess {
    /// Returns the expected kind of answer if the text cannot be a guess, for example because it is a mistyped command.
    pub fn wants_instead_of(&self, text: &str) -> Option<&'static str> {
        if comparison(&self.what).is_some() {
            let fits = ["yes", "no", "y", "n"].contains(&text.to_lowercase().as_str());
            return (!fits).then_some("yes or no");
        }
        let fits = self.what.ends_with(".best") || text.contains(|letter: char| letter.is_ascii_digit());
        (!fits).then_some("a number")
    }
}

/// A block of commands and expectations.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Experiment {
    /// Commands, `let` and `expect`, in order.
    pub lines: Vec<CommandLine>,
    /// The question to ask first.
    pub guess: Option<Guess>,
    /// The columns to show; all if empty.
    pub columns: Vec<String>,
    /// Whether the experiment is too slow to be part of every test run.
    pub slow: bool,
}

/// The kinds of exercises. Each comment describes the answer that the reader has to find.
const TASKS: [&str; 6] = [
    // A number or a name in the program's output.
    "look",
    // A result, worked out without the program.
    "predict",
    // A position.
    "construct",
    // The fault in a search.
    "repair",
    // A setting to change in order to find what causes an effect.
    "explain",
    // A part of the reader's own engine.
    "build",
];

/// An exercise that can be checked.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Exercise {
    /// Lesson and number, `12.3`.
    pub name: String,
    /// Its task: look, predict, construct, repair, explain or build.
    pub asks: &'static str,
    /// The commands that check the answer; `{answer}` stands for it.
    pub experiment: Experiment,
    /// Its solutions: answers, or commands that change settings.
    pub solutions: Vec<String>,
    /// Wrong answers, or commands with wrong settings, which must be rejected.
    pub wrongs: Vec<String>,
    /// Contents of each test file, with `|` for line ends, and whether the exercise must accept it.
    pub files: Vec<(String, bool)>,
    /// A hint.
    pub hint: String,
    /// Whether the exercise checks the reader's own settings.
    pub takes_settings: bool,
}

/// The directives: first words of lines that are not console commands.
const DIRECTIVES: [&str; 4] = ["expect", "let", "guess", "show"];

impl CommandLine {
    /// The first word, if it is a directive such as `expect`, and the rest of the line.
    pub fn directive(&self) -> Option<(&str, &str)> {
        let (word, rest) = self.text.split_once(' ').unwrap_or((&self.text, ""));
        DIRECTIVES.contains(&word).then_some((word, rest.trim()))
    }

    /// Whether the line is a console command.
    pub fn is_command(&self) -> bool {
        self.directive().is_none()
    }

    /// The expectation, if the line is one.
    pub fn expectation(&self) -> Option<&str> {
        self.directive().filter(|(word, _)| *word == "expect").map(|(_, rest)| rest)
    }
}

/// The lines of a text that are neither empty nor comments, with their positions.
fn lines_of(text: &str, begin: usize) -> Vec<CommandLine> {
    let mut at = begin;
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let said = line.trim();
        if !said.is_empty() && !said.starts_with('#') {
            lines.push(CommandLine { text: said.into(), begin: at + line.find(said).unwrap_or(0) });
        }
        at += line.len();
    }
    lines
}

impl Experiment {
    /// Reads a block that begins at this byte of the source.
    ///
    /// # Errors
    /// The line that cannot be read.
    pub fn read(text: &str, begin: usize) -> Result<Experiment, String> {
        let mut experiment = Experiment::default();
        for line in lines_of(text, begin) {
            match line.directive() {
                Some(("guess", rest)) => {
                    let (what, question) = rest.split_once(" : ").ok_or(format!("'{}' has no question", line.text))?;
                    let (what, question) = (what.trim().into(), question.trim().into());
                    experiment.guess = Some(Guess { what, question });
                }
                Some(("show", rest)) => experiment.columns.extend(rest.split_whitespace().map(String::from)),
                _ => experiment.lines.push(line),
            }
        }
        Ok(experiment)
    }

    /// The commands.
    pub fn commands(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|line| line.is_command()).map(|line| line.text.as_str())
    }

    /// A copy with an answer in place of `{answer}`.
    pub fn with_answer(&self, answer: &str) -> Experiment {
        let mut experiment = self.clone();
        for line in &mut experiment.lines {
            line.text = line.text.replace(ANSWER, answer);
        }
        experiment
    }
}

/// The placeholder for the answer.
const ANSWER: &str = "{answer}";

impl Exercise {
    /// Reads an exercise.
    ///
    /// # Errors
    /// The unknown task, or the missing solution.
    pub fn read(name: &str, text: &str, begin: usize) -> Result<Exercise, String> {
        let mut exercise = Exercise { name: name.into(), asks: TASKS[0], ..Exercise::default() };
        let mut others = Vec::new();
        for line in lines_of(text, begin) {
            let (word, rest) = line.text.split_once(' ').unwrap_or((&line.text, ""));
            match word {
                "solution" => exercise.solutions.push(rest.trim().into()),
                "wrong" => exercise.wrongs.push(rest.trim().into()),
                "asks" => {
                    let task = TASKS.into_iter().find(|task| *task == rest.trim());
                    exercise.asks = task.ok_or(format!("exercise {name}: unknown task '{rest}'"))?;
                }
                "hint" => exercise.hint = rest.trim().into(),
                "solution-file" => exercise.files.push((rest.trim().into(), true)),
                "wrong-file" => exercise.files.push((rest.trim().into(), false)),
                "settings" => exercise.takes_settings = true,
                _ => others.push(line),
            }
        }
        exercise.experiment = Experiment { lines: others, ..Experiment::default() };
        if exercise.solutions.is_empty() && exercise.files.is_empty() {
            return Err(format!("exercise {name} has no solution"));
        }
        Ok(exercise)
    }

    /// Whether `check N.M` needs an answer.
    pub fn wants_answer(&self) -> bool {
        self.experiment.lines.iter().any(|line| line.text.contains(ANSWER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_has_commands_a_guess_and_columns() {
        let text = "guess a.nodes < b.nodes : Fewer?\nshow nodes score\nperft 3\n# no command\nexpect rows 2\n";
        let experiment = Experiment::read(text, 10).expect("it can be read");
        assert_eq!(experiment.commands().collect::<Vec<_>>(), ["perft 3"]);
        assert_eq!(experiment.columns, ["nodes", "score"]);
        assert_eq!(experiment.lines[0].begin, 10 + text.find("perft").expect("it is there"));
        assert_eq!(experiment.guess.map(|guess| guess.question), Some("Fewer?".into()));
        assert!(Experiment::read("guess what", 0).is_err());
        assert!(Exercise::read("1.1", "perft 3", 0).is_err());
        assert!(Exercise::read("1.1", "asks nothing\nperft {answer}\nsolution 3", 0).is_err());
    }

    #[test]
    fn a_guess_must_be_of_the_kind_of_its_answer() {
        let wants = |what: &str, text| Guess { what: what.into(), question: String::new() }.wants_instead_of(text);
        assert_eq!(["hepl", "20,000", "n!"].map(|text| wants("#1.nodes > 20000", text)), [Some("yes or no"); 3]);
        assert_eq!(["No", "y"].map(|text| wants("#1.nodes > 20000", text)), [None; 2]);
        assert_eq!(wants("minimax.nodes", "nxet"), Some("a number"));
        assert_eq!(["900", "1,000", "-27", "#1", "1.5"].map(|text| wants("minimax.nodes", text)), [None; 5]);
        assert_eq!(wants("double.best", "Qg6"), None);
    }
}
