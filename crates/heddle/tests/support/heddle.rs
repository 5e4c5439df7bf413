//! Runs `heddle` as a user does and reads its answer as JSON.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use heddle_model::{Place, Violation};
use heddle_trace::result::{self, CheckResult, VerdictName};

use super::{compiler, schema};

/// Seconds after which a run is killed, whatever limits it was given: heddle
/// should have given up long before.
const PATIENCE: &str = "300";

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    /// The reduction.
    pub(crate) reduction: &'static str,
    /// Everything else that is not the default.
    pub(crate) rest: &'static [&'static str],
    /// True if it visits exactly the states that others with this reduction do.
    pub(crate) is_exact: bool,
}

impl Way {
    const fn new(reduction: &'static str, rest: &'static [&'static str]) -> Way {
        Way { reduction, rest, is_exact: true }
    }

    const fn inexact(reduction: &'static str, rest: &'static [&'static str]) -> Way {
        Way { reduction, rest, is_exact: false }
    }

    /// The arguments.
    pub(crate) fn arguments(&self) -> Vec<&'static str> {
        [&["--reduction", self.reduction][..], self.rest].concat()
    }

    /// The bugs that are expected, of all. Where threads that are alike are one, so are deadlocks that
    /// differ in which of them `main` has come to join.
    pub(crate) fn bugs(&self, bugs: &BTreeSet<Bug>) -> BTreeSet<Bug> {
        let are_one = !self.tells_threads_apart();
        let seen = |bug: &Bug| match are_one && bug.kind == "deadlock" {
            true => Bug { places: BTreeSet::new(), ..bug.clone() },
            false => bug.clone(),
        };
        bugs.iter().map(seen).collect()
    }

    /// True if threads that are alike never are one.
    fn tells_threads_apart(&self) -> bool {
        ["none", "heap", "icb"].iter().any(|word| self.rest.contains(word))
    }

    /// The expected verdict, in a store that may have missed something.
    pub(crate) fn verdict<'a>(&self, verdict: &'a str) -> &'a str {
        let is_lossy = self.rest.contains(&"hash64") || self.rest.contains(&"bitstate");
        if is_lossy && verdict == "verified" { "bounded" } else { verdict }
    }
}

/// Every reduction, with every order, every store, and one worker or two: not all
/// of all, but each of them with what it has to do with.
pub(crate) const WAYS: [Way; 23] = [
    Way::new("none", &["--symmetry", "heap", "--workers", "1"]),
    Way::new("none", &["--symmetry", "heap", "--order", "dfs", "--workers", "2"]),
    Way::new("tau", &["--symmetry", "heap", "--workers", "1"]),
    Way::new("tau", &["--symmetry", "heap", "--order", "random", "--workers", "2"]),
    Way::new("global", &["--symmetry", "heap", "--workers", "1"]),
    Way::new("global", &["--symmetry", "heap", "--order", "dfs", "--workers", "2"]),
    Way::inexact("global", &["--order", "icb", "--workers", "2"]),
    Way::inexact("global", &["--symmetry", "none"]),
    Way::inexact("global", &["--symmetry", "auto", "--workers", "1"]),
    Way::inexact("global", &["--symmetry", "threads", "--workers", "2"]),
    Way::new("superstep", &["--symmetry", "heap", "--workers", "1"]),
    Way::new("superstep", &["--symmetry", "heap", "--workers", "2"]),
    Way::inexact("superstep", &["--symmetry", "none"]),
    Way::inexact("superstep", &["--symmetry", "auto", "--order", "random", "--workers", "2"]),
    Way::inexact("superstep", &["--symmetry", "threads", "--workers", "1"]),
    Way::inexact("superstep", &["--symmetry", "threads", "--order", "dfs", "--workers", "2"]),
    Way::new("superstep", &["--symmetry", "heap", "--order", "dfs", "--workers", "2"]),
    Way::new("superstep", &["--symmetry", "heap", "--order", "best", "--workers", "1"]),
    Way::new(
        "superstep",
        &["--symmetry", "heap", "--order", "random", "--seed", "5", "--workers", "1"],
    ),
    Way::new("superstep", &["--symmetry", "heap", "--store", "plain", "--workers", "1"]),
    Way::inexact("superstep", &["--order", "icb", "--workers", "1"]),
    Way::inexact("superstep", &["--store", "hash64", "--order", "dfs", "--workers", "2"]),
    Way::inexact("superstep", &["--store", "bitstate", "--bits", "26", "--workers", "1"]),
];

/// The answer of `heddle check --json -`, as far as the tests look at it.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// `verified`, `bounded`, `violation` or `unknown`.
    pub(crate) verdict: String,
    /// The reason why it is unknown or bounded; empty if it is not.
    pub(crate) reason: String,
    /// The whole answer.
    pub(crate) told: result::Answer,
    /// The size of the search.
    pub(crate) stats: Stats,
}

/// The size of a search.
#[derive(Clone, Debug)]
pub(crate) struct Stats {
    /// Number of states; zero, if it was no search.
    pub(crate) states: u64,
}

impl From<CheckResult> for Answer {
    fn from(result: CheckResult) -> Answer {
        let told = result.answer;
        Answer {
            verdict: told.verdict.name().to_owned(),
            reason: told.reason.clone().unwrap_or_default(),
            stats: Stats { states: told.stats.states.unwrap_or_default() },
            told,
        }
    }
}

/// The [identity](Violation::identity) of a bug with lines for its places: engines may tell other
/// columns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Bug {
    pub(crate) kind: String,
    pub(crate) detail: Option<String>,
    pub(crate) places: BTreeSet<String>,
}

impl Bug {
    /// The bug that a violation shows.
    pub(crate) fn of(violation: &Violation) -> Bug {
        let identity = violation.identity();
        let place = |place: &&Place| format!("{}:{}", place.file, place.line);
        Bug {
            kind: identity.property().to_string(),
            detail: identity.detail().map(|detail| detail.to_string()),
            places: identity.places().iter().map(place).collect(),
        }
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places: Vec<&str> = self.places.iter().map(String::as_str).collect();
        let detail = self.detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default();
        write!(f, "{}{detail} at {}", self.kind, places.join(", "))
    }
}

impl Answer {
    /// All bugs that were found.
    pub(crate) fn bugs(&self) -> BTreeSet<Bug> {
        self.told.violations.iter().map(Bug::of).collect()
    }
}

/// A command line of heddle.
#[derive(Clone)]
pub(crate) struct Line {
    words: Vec<String>,
    /// The folder in which it runs; none is the root of the repository.
    folder: Option<PathBuf>,
}

impl Line {
    /// `heddle COMMAND`.
    pub(crate) fn new(command: &str) -> Line {
        let words = vec![env!("CARGO_BIN_EXE_heddle").to_owned(), command.to_owned()];
        Line { words, folder: None }
    }

    /// The same with more words.
    pub(crate) fn with<T: AsRef<str>>(&self, words: impl IntoIterator<Item = T>) -> Line {
        let more = words.into_iter().map(|word| word.as_ref().to_owned());
        let words = self.words.iter().cloned().chain(more).collect();
        Line { words, folder: self.folder.clone() }
    }

    /// The same in a folder.
    pub(crate) fn inside(self, folder: &Path) -> Line {
        Line { folder: Some(folder.to_owned()), ..self }
    }

    /// Runs it.
    pub(crate) fn output(&self) -> Result<Output, String> {
        let mut command = Command::new("timeout");
        let folder = self.folder.clone().unwrap_or_else(super::root);
        command.arg(PATIENCE).args(&self.words).current_dir(folder);
        compiler::stand_in(&mut command);
        command.output().map_err(|error| self.complaint(&error.to_string()))
    }

    /// Runs it, a `heddle check --json -`, and reads the answer.
    pub(crate) fn answer(&self) -> Result<Answer, String> {
        self.result().map(Answer::from)
    }

    /// Runs it, a `heddle check --json -`, and reads the result, which must fit the schema and the
    /// exit code.
    pub(crate) fn result(&self) -> Result<CheckResult, String> {
        let output = self.output()?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let result = CheckResult::read(&output.stdout)
            .map_err(|error| self.complaint(&format!("{}; {error}\n{said}", output.status)))?;
        schema::validate(&output.stdout).map_err(|error| self.complaint(&error))?;
        let verdict = result.answer.verdict;
        let expected: &[i32] = match verdict {
            VerdictName::Verified | VerdictName::Bounded => &[0],
            VerdictName::Violation => &[1],
            // What the program tells heddle and heddle refuses is bad input.
            VerdictName::Unknown => &[2, 3],
        };
        if output.status.code().is_none_or(|code| !expected.contains(&code)) {
            let verdict = verdict.name();
            return Err(self.complaint(&format!("{verdict}, yet {}\n{said}", output.status)));
        }
        Ok(result)
    }

    /// A message, with the command that shows it again.
    pub(crate) fn complaint(&self, message: &str) -> String {
        let folder = match &self.folder {
            Some(folder) => folder.display().to_string(),
            None => "the root of the repository".to_owned(),
        };
        format!("{}\n    (in {folder}) {self}", message.trim_end())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = shlex::try_join(self.words.iter().map(String::as_str));
        f.write_str(&words.unwrap_or_else(|_| self.words.join(" ")))
    }
}

/// Requires two ways of checking a program to find the same bugs.
pub(crate) fn same_bugs(
    (reference, expected): (&Line, &BTreeSet<Bug>),
    (line, bugs): (&Line, &BTreeSet<Bug>),
) -> Result<(), String> {
    if bugs == expected {
        return Ok(());
    }
    let list = |some: &BTreeSet<Bug>, others: &BTreeSet<Bug>| {
        let texts: Vec<String> = some.difference(others).map(Bug::to_string).collect();
        if texts.is_empty() { "nothing else".to_owned() } else { texts.join("; ") }
    };
    let (extra, lost) = (list(bugs, expected), list(expected, bugs));
    Err(line.complaint(&format!("finds {extra}; {lost} is found by\n    {reference}")))
}
