//! The grade of a solution, for people and for grading scripts (`docs/course.md`).

use std::io::{self, Write};

use heddle_trace::render::{Highlight, Style};
use heddle_trace::result::CheckResult;
use serde::Serialize;

use crate::course::Exercise;

/// The version of the JSON format.
const VERSION: u32 = 1;

/// The standing of a requirement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Standing {
    /// It is met.
    Met,
    /// It is not met.
    NotMet,
    /// A limit was reached, or the solution uses something unsupported.
    Unknown,
}

/// A requirement and how it stands with it.
#[derive(Serialize)]
pub(super) struct Mark {
    /// Its number, from 1 on.
    pub(super) number: usize,
    /// The requirement.
    pub(super) requirement: &'static str,
    /// Its standing.
    pub(super) standing: Standing,
    /// The result of the check, as `heddle check --json` writes it.
    pub(super) check: Option<CheckResult>,
}

/// A solution's grade.
#[derive(Serialize)]
pub(super) struct Grade<'a> {
    version: u32,
    exercise: &'static str,
    file: &'a str,
    /// True if all requirements are met.
    passed: bool,
    /// The error that kept the solution from being checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    requirements: &'a [Mark],
}

impl<'a> Grade<'a> {
    /// The grade of a solution with these marks, or with an error in place of those that are missing.
    pub(super) fn new(
        exercise: &Exercise,
        file: &'a str,
        requirements: &'a [Mark],
        error: Option<String>,
    ) -> Grade<'a> {
        let is_met = |mark: &Mark| mark.standing == Standing::Met;
        let passed = error.is_none() && requirements.iter().all(is_met);
        Grade { version: VERSION, exercise: exercise.name, file, passed, error, requirements }
    }

    /// The grade as JSON.
    pub(super) fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("a grade should be plain data");
        format!("{text}\n")
    }
}

/// Writes a line for a requirement.
pub(super) fn write_line(mark: &Mark, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let (highlight, word) = match mark.standing {
        Standing::Met => (Highlight::Good, "met"),
        Standing::NotMet => (Highlight::Bad, "not met"),
        Standing::Unknown => (Highlight::Doubt, "unknown"),
    };
    let word = style.paint(highlight, &format!("{word:7}"));
    writeln!(out, "{word}  {} {}", mark.number, mark.requirement)
}
