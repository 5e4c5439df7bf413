//! Options of `heddle exercise`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::DisplayArgs;
use crate::units;

/// Examples of `heddle exercise`.
pub(crate) const EXERCISE_EXAMPLES: &str = "\
Examples:
  heddle exercise                                  what there is
  heddle exercise show first_race                  the task
  heddle exercise start first_race                 first_race.c, to begin with
  heddle exercise check first_race first_race.c    which requirements it meets, and the shortest
                                                   run that breaks the first it does not
  heddle exercise check --hints 1 first_race first_race.c
                                                   and a hint
  heddle exercise check --json grade.json 3 jo/deadly_embrace.c
                                                   for a grading script

Exit codes of `heddle exercise check`:
  0  every requirement is met
  1  a requirement is not
  2  bad input, or a program that does not compile
  3  a limit was reached before that was known";

/// `heddle exercise`.
#[derive(Args, Debug)]
pub(crate) struct ExerciseArgs {
    #[command(subcommand)]
    pub(crate) command: Option<ExerciseCommand>,
}

/// A thing to do with exercises.
#[derive(Subcommand, Debug)]
pub(crate) enum ExerciseCommand {
    /// List the exercises
    List,
    /// Show the task of an exercise
    Show {
        /// Its name or number
        #[arg(value_name = "EXERCISE")]
        exercise: String,
    },
    /// Write the program to begin with
    Start {
        /// Its name or number
        #[arg(value_name = "EXERCISE")]
        exercise: String,

        /// The file to write [default: the exercise's name, with .c]
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
    },
    /// Check a solution
    Check(ExerciseCheckArgs),
}

/// `heddle exercise check`.
#[derive(Args, Debug)]
pub(crate) struct ExerciseCheckArgs {
    /// Its name or number
    #[arg(value_name = "EXERCISE")]
    pub(crate) exercise: String,

    /// The solution
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Give so many hints for the first requirement that is not met
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(crate) hints: usize,

    /// Time for each requirement, such as 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration, default_value = "1m")]
    pub(crate) time: Duration,

    /// Write what is met and what is not as JSON, too; `-` is standard output, in place of the text
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}
