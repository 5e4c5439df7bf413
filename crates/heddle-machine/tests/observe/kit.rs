//! Compiles small programs with the part of the runtime that they need, and walks
//! through their states.

use std::collections::{HashSet, VecDeque};

use heddle_machine::{Machine, Options};
use heddle_model::{Choice, Matchable, StepOutcome, TransitionSystem, Unknown, Violation};
use heddle_program::{FuncId, GlobalId, Program};
use heddle_testkit::program::{self as testkit, Runtime};

/// The files of the runtime that the programs here use.
static RUNTIME: [&str; 7] =
    ["exit.c", "heddle.c", "key.c", "malloc.c", "memory.c", "pthread_sync.c", "thread.c"];

/// Compiles and links a program of one file, `test.c`.
pub(crate) fn program(text: &str) -> Program {
    let runtime = Runtime::Some(&RUNTIME);
    testkit::program(&[("test.c", text)], &["-O0"], runtime)
}

/// Compiles and links a program of one file that needs nothing of the runtime.
pub(crate) fn bare_program(name: &str, text: &str, flags: &[&str]) -> Program {
    testkit::program(&[(name, text)], flags, Runtime::Nothing)
}

/// A function of the program.
pub(crate) fn function(program: &Program, name: &str) -> FuncId {
    let found = program.functions.iter().find(|(_, function)| function.name == name);
    found.expect("the program has the function").0
}

/// A variable of the program.
pub(crate) fn variable(program: &Program, name: &str) -> GlobalId {
    let found = program.globals.iter().find(|(_, global)| global.name == name);
    found.expect("the program has the variable").0
}

/// Address of a variable.
pub(crate) fn address(machine: &Machine<'_>, name: &str) -> u64 {
    machine.global_address(variable(machine.program(), name))
}

/// Bytes of memory that can be read.
pub(crate) fn bytes(machine: &Machine<'_>, address: u64, len: usize) -> Vec<u8> {
    machine.memory_at(address, len).expect("memory that can be read").0
}

/// A machine that evaluates these invariants.
pub(crate) fn machine<'p>(program: &'p Program, invariants: &[&str]) -> Machine<'p> {
    let invariants = invariants.iter().map(|name| function(program, name)).collect();
    let mut machine =
        Machine::new(program, Options { invariants, ..Options::default() }).expect("it starts");
    machine.reset();
    machine
}

/// Findings of a walk through all states.
#[derive(Default)]
pub(crate) struct Walk {
    /// States, matched as the machine says.
    pub(crate) states: usize,
    pub(crate) violations: Vec<Violation>,
    pub(crate) unknown: Vec<Unknown>,
    /// True if no state is left out.
    pub(crate) is_complete: bool,
}

/// Visits the states of a machine breadth-first, at most so many, each matched by what
/// [`Matchable::save_matched`] says; `look` sees every one of them.
pub(crate) fn walk(
    machine: &mut Machine<'_>,
    most: usize,
    mut look: impl FnMut(&mut Machine<'_>),
) -> Walk {
    let mut walk = Walk { is_complete: true, ..Walk::default() };
    let mut seen: HashSet<Vec<u32>> = HashSet::new();
    let mut queue = VecDeque::new();
    let mut choices: Vec<Choice> = Vec::new();
    machine.reset();
    arrive(machine, &mut walk, &mut seen, &mut queue, &mut look);
    while let Some(state) = queue.pop_front() {
        machine.load(&state);
        machine.choices(&mut choices);
        for &choice in &choices.clone() {
            machine.load(&state);
            match machine.step(choice, &mut walk.violations) {
                StepOutcome::Continues => {
                    arrive(machine, &mut walk, &mut seen, &mut queue, &mut look);
                }
                StepOutcome::Unknown(unknown) => walk.unknown.push(*unknown),
                StepOutcome::Failed | StepOutcome::Abandoned => {}
            }
        }
        if walk.states >= most {
            walk.is_complete = queue.is_empty();
            break;
        }
    }
    walk
}

fn arrive(
    machine: &mut Machine<'_>,
    walk: &mut Walk,
    seen: &mut HashSet<Vec<u32>>,
    queue: &mut VecDeque<Vec<u32>>,
    look: &mut impl FnMut(&mut Machine<'_>),
) {
    let (mut full, mut matched) = (Vec::new(), Vec::new());
    machine.save(&mut full);
    if !machine.save_matched(&mut matched) {
        matched.clone_from(&full);
    }
    if !seen.insert(matched) {
        return;
    }
    walk.states += 1;
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    machine.check_state(&choices, &mut walk.violations);
    look(machine);
    queue.push_back(full);
}
