//! Compiles small programs, finds what is wrong with them, and tells it.

use std::collections::BTreeMap;

use heddle_machine::{Machine, Options, Proposition};
use heddle_model::{Counterexample, Property, PropertySet, Verdict};
use heddle_program::Program;
use heddle_testkit::program::{self as testkit, Runtime};
use heddle_trace::{Propositions, SourceText, Trace, tell_counterexample};

/// The propositions of a program that has none.
pub(crate) const NO_NAMES: Propositions<'static> = Propositions { names: &[] };

/// Sources in memory, by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(BTreeMap<String, String>);

impl SourceText for Sources {
    fn line(&mut self, path: &str, _directory: &str, number: u32) -> Option<String> {
        self.0.get(path)?.lines().nth(number as usize - 1).map(str::to_owned)
    }
}

/// A program, ready to be checked.
pub(crate) struct Checked {
    pub(crate) program: Program,
    pub(crate) sources: Sources,
    pub(crate) options: Options,
}

/// Compiles a program of one file, `test.c`.
pub(crate) fn program(text: &str) -> Checked {
    program_of(&[("test.c", text)], &["-O0"])
}

/// Compiles a program of several files, with flags.
pub(crate) fn program_of(files: &[(&str, &str)], flags: &[&str]) -> Checked {
    let texts = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let sources = Sources(texts.collect());
    let program = testkit::program(files, flags, Runtime::All);
    Checked { program, sources, options: Options::default() }
}

impl Checked {
    /// Looks for something else than usual.
    pub(crate) fn looking_for(mut self, property: Property) -> Checked {
        self.options.properties = PropertySet::default().with(property);
        self
    }

    /// With propositions.
    pub(crate) fn with(mut self, propositions: Vec<Proposition>) -> Checked {
        self.options.propositions = propositions;
        self
    }

    /// A machine for it.
    pub(crate) fn machine(&self) -> Machine<'_> {
        Machine::new(&self.program, self.options.clone()).expect("the program starts")
    }

    /// The violation that it has.
    pub(crate) fn counterexample(&self) -> Counterexample {
        let options = heddle_search::Options::default();
        let report = heddle_search::explore(&mut [self.machine()], &options, &mut |_| {});
        match report.verdict {
            Verdict::Violation(mut found) => found.remove(0),
            other => panic!("the program should be wrong, but: {other:?}"),
        }
    }

    /// The story of what is wrong with it.
    pub(crate) fn trace(&self) -> Trace {
        let counterexample = self.counterexample();
        let mut sources = self.sources.clone();
        tell_counterexample(&mut self.machine(), &counterexample, NO_NAMES, &mut sources)
            .expect("the violation reproduces")
    }
}
