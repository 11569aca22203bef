//! The lessons: a course to read and run in the terminal, the program's own source, and a glossary.
//!
//! | file | contents |
//! |---|---|
//! | [`experiment`] | experiments and exercises of a lesson |
//! | [`course`] | the Markdown of the lessons, as blocks and pages |
//! | [`facts`] | output of commands, compared with a lesson's expectations |
//! | [`prose`] | the numbers in the text, each of which an experiment must compute |
//! | [`mutation`] | planted changes that experiments should notice |
//! | `reading` | the lesson being read, and the reader's progress |
//! | [`listing`] | the program's own source, as compiled |
//! | [`glossary`] | computer chess terms, and the columns of tables |
//! | [`search`] | results of `help` for a text that is not a command |
//! | [`typeset`] | blocks on a terminal or a pipe, or for reading aloud |
//! | [`run`] | running experiments in a separate session; showing their output and a comment on the guess |
//! | [`page`] | opening lessons and turning their pages |
//! | [`sheet`] | a lesson as a page to print: whole, or without answers |
//! | [`guesses`] | guesses stored as lines of JSON, and histograms for a class |
//! | [`update`] | checking the lessons, and updating their figures |
//! | [`words`] | the console's commands for lessons |

pub mod course;
pub mod experiment;
pub mod facts;
pub mod glossary;
pub mod guesses;
pub mod listing;
pub mod mutation;
pub mod page;
pub mod prose;
pub(super) mod reading;
pub mod run;
pub mod search;
pub mod sheet;
pub mod typeset;
pub mod update;
pub mod words;
