//! Programs for tests, and witnesses as an engine would give them: made of what the search
//! through states finds.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use heddle_engine::{Budget, CancelToken, Question, Subject, Turn, Witness};
use heddle_machine::{Granularity, Machine, Options, Symmetry};
use heddle_model::{Counterexample, Limits, StepOutcome, TransitionSystem, Verdict};
use heddle_program::Program;
use tempfile::TempDir;

use crate::cli::{Cli, Command};
use crate::commands::{check, program};
use crate::driver::OptLevel;
use crate::environment::Environment;
use crate::settings::CheckSettings;

/// A program of one file.
pub(super) struct Checked {
    pub(super) settings: CheckSettings,
    pub(super) subject: Subject,
    pub(super) options: Options,
    _folder: TempDir,
}

impl Checked {
    /// Compiles a program for `heddle check --engine bmc` with more words.
    pub(super) fn new(text: &str, words: &[&str]) -> Checked {
        let folder = tempfile::tempdir().unwrap();
        let file: PathBuf = folder.path().join("test.c");
        std::fs::write(&file, text).unwrap();
        let first = ["heddle", "check", "--engine", "bmc", file.to_str().unwrap()];
        let environment = Environment::read();
        let settings = match Cli::try_parse_from(first.iter().chain(words)).unwrap().command {
            Command::Check(args) => CheckSettings::resolve(*args, &environment).unwrap(),
            other => panic!("{other:?}"),
        };
        let level = OptLevel::O0;
        let mut said = Vec::new();
        let budget =
            Arc::new(Budget::of_loading(&Limits::default(), Arc::new(CancelToken::default())));
        let subject =
            program::load_subject(&settings.program, &level, &environment, &budget, &mut said);
        let subject = subject.unwrap();
        let properties = settings.machine.properties;
        let world = &settings.machine.world;
        let options = world.machine_options(properties, Granularity::Global, subject.native());
        Checked { settings, subject, options: options.unwrap(), _folder: folder }
    }

    /// The program.
    pub(super) fn program(&self) -> &Program {
        self.subject.native()
    }

    /// The question that the words ask.
    pub(super) fn question(&self) -> Question {
        check::question(&self.settings, &OptLevel::O0).unwrap()
    }

    /// All violations that the search finds.
    pub(super) fn all_found(&self) -> Vec<Counterexample> {
        let machine = Machine::new(self.program(), self.options.clone()).unwrap();
        let options = heddle_search::Options { stop_at_first: false, ..Default::default() };
        let report = heddle_search::explore(&mut [machine], &options, &mut |_| {});
        match report.verdict {
            Verdict::Violation(found) => found,
            other => panic!("the program should be wrong, but: {other:?}"),
        }
    }

    /// The first violation that the search finds if threads are given these inputs.
    pub(super) fn found(&self, inputs: &[&[u64]]) -> Counterexample {
        let inputs = inputs.iter().map(|own| own.to_vec()).collect();
        let options =
            Options { inputs: Some(inputs), symmetry: Symmetry::None, ..self.options.clone() };
        let machine = Machine::new(self.program(), options).unwrap();
        let options = heddle_search::Options::default();
        let report = heddle_search::explore(&mut [machine], &options, &mut |_| {});
        match report.verdict {
            Verdict::Violation(mut found) => found.remove(0),
            other => panic!("the program should be wrong, but: {other:?}"),
        }
    }

    /// The same as a witness, in which threads have these numbers.
    pub(super) fn witness(&self, inputs: &[&[u64]], numbers: &[u32]) -> Witness {
        let found = self.found(inputs);
        let given = inputs.iter().map(|own| own.to_vec()).collect();
        let options =
            Options { inputs: Some(given), symmetry: Symmetry::None, ..self.options.clone() };
        let mut machine = Machine::new(self.program(), options).unwrap();
        machine.reset();
        let mut turns: Vec<Turn> = Vec::new();
        for choice in found.schedule.0 {
            let thread = choice.thread().expect("threads alone move").index();
            let alternative = choice.alternative;
            let (threads, before) = (machine.thread_count(), machine.instructions());
            let outcome = machine.step(choice, &mut Vec::new());
            // An instruction that fails does not count as made.
            let fails = u64::from(outcome != StepOutcome::Continues);
            let made = machine.instructions() - before + fails;
            // A step begins with what others may notice: it may create a thread, or have several
            // ways.
            let creates = (machine.thread_count() > threads).then(|| numbers[threads]);
            let turn = Turn { thread: numbers[thread], instructions: 1, alternative, creates };
            turns.push(turn);
            if made > 1 {
                let instructions = made - 1;
                turns.push(Turn { instructions, alternative: 0, creates: None, ..turn });
            }
        }
        let most = numbers.iter().max().map_or(0, |most| *most as usize + 1);
        let mut renumbered = vec![Vec::new(); most];
        for (own, number) in inputs.iter().zip(numbers) {
            renumbered[*number as usize] = own.to_vec();
        }
        Witness { property: found.violation.property(), inputs: renumbered, turns }
    }
}
