//! From a model of the formula to a run.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use heddle_engine::{Turn, Witness};
use heddle_model::Property;

use crate::formula::Formula;
use crate::history::AtomicBlockId;
use crate::symbolic::execution_log::{Action, LogEntry};
use crate::symbolic::executor::{Execution, LogPosition};
use crate::term::{Evaluator, Term, Variable};

/// The end of the run that a witness tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A thread's action at this position.
    LogPosition(LogPosition),
    /// Before two accesses.
    Race(usize, usize),
    /// A state in which no thread can go on.
    Deadlock,
}

/// A model, with which terms can be evaluated.
pub(crate) struct SolverModel<'a> {
    execution: &'a Execution,
    times: &'a [Term],
    values: HashMap<Term, u128, FixedState>,
}

/// Something that a thread does at once.
struct Chunk {
    time: u128,
    thread: u32,
    turns: Vec<Turn>,
}

/// Turns of a thread up to some place.
struct Walk {
    chunks: Vec<Chunk>,
    /// Turns after the last chunk.
    rest: Vec<Turn>,
    inputs: Vec<u64>,
}

impl<'a> SolverModel<'a> {
    /// A model of a formula; `variables` are the values of its variables.
    pub(crate) fn new(execution: &'a Execution, formula: &'a Formula, variables: &[u128]) -> Self {
        let mut wanted: Vec<Term> = formula.times.clone();
        wanted.extend(&formula.findings);
        wanted.extend(formula.races.iter().map(|race| race.condition));
        for entry in execution.logs.iter().flatten() {
            wanted.push(entry.guard);
            if let Action::Alternative(term) | Action::Input(term) = entry.action {
                wanted.push(term);
            }
        }
        for wait in &execution.waits {
            wanted.extend([wait.guard, wait.enabled]);
        }
        wanted.extend(execution.refused.iter().map(|refused| refused.condition));
        wanted.extend(execution.open_branches.iter().map(|branch| branch.condition));
        wanted.extend(execution.exceeded.iter().map(|exceeded| exceeded.condition));
        wanted.extend(execution.ends.iter().map(|end| end.condition));
        let assign = |variable: Variable| variables[variable.index()];
        let values = Evaluator::new().evaluate(&execution.terms, &wanted, assign);
        let values = wanted.into_iter().zip(values).collect();
        SolverModel { execution, times: &formula.times, values }
    }

    /// The value of a term of the formula or the execution.
    fn value(&self, term: Term) -> u128 {
        self.values.get(&term).copied().unwrap_or(0)
    }

    /// True if a boolean of the formula or the execution holds in the model.
    pub(crate) fn holds(&self, term: Term) -> bool {
        self.value(term) != 0
    }

    /// Time of an atomic block in the model.
    pub(crate) fn time(&self, block: AtomicBlockId) -> u128 {
        self.value(self.times[block.index()])
    }

    /// Turns of a thread along the first `entries` entries of its log, and `more` instructions
    /// after them.
    fn walk(&self, thread: u32, entries: usize, more: u32) -> Walk {
        let mut walk = Walk { chunks: Vec::new(), rest: Vec::new(), inputs: Vec::new() };
        let mut instructions = 0;
        let log = &self.execution.logs[thread as usize];
        for &LogEntry { guard, instructions: made, action } in &log[..entries] {
            if !self.holds(guard) {
                continue;
            }
            // The end of the process takes from others what they may do before it.
            if action == Action::ProcessEnd {
                continue;
            }
            instructions += u64::from(made);
            let mut turn = Turn { thread, instructions, alternative: 0, creates: None };
            match action {
                Action::Instructions | Action::Exit | Action::ProcessEnd => {}
                Action::Input(input) => walk.inputs.push(self.value(input) as u64),
                Action::Alternative(alternative) => {
                    turn.alternative = self.value(alternative) as u32;
                    walk.rest.push(turn);
                    instructions = 0;
                }
                Action::Create(created) => {
                    turn.creates = Some(created);
                    walk.rest.push(turn);
                    instructions = 0;
                }
                Action::BlockEnd(block) => {
                    walk.rest.push(turn);
                    instructions = 0;
                    let (time, turns) = (self.time(block), std::mem::take(&mut walk.rest));
                    walk.chunks.push(Chunk { time, thread, turns });
                }
            }
        }
        instructions += u64::from(more);
        walk.rest.push(Turn { thread, instructions, alternative: 0, creates: None });
        walk
    }

    /// True if a thread waits in vain in the model.
    fn waits(&self, thread: u32) -> bool {
        self.execution.waits.iter().any(|wait| {
            wait.position.thread == thread && self.holds(wait.guard) && !self.holds(wait.enabled)
        })
    }

    /// The run of the model, up to its end.
    pub(crate) fn witness(&self, property: Property, end: End) -> Witness {
        let execution = self.execution;
        let threads = execution.logs.len() as u32;
        // How far threads go that have a part in the end, in that order.
        let mut parts: Vec<(u32, usize, u32)> = Vec::new();
        let mut before = u128::MAX;
        match end {
            End::LogPosition(position) => {
                parts.push((position.thread, position.entries, position.extra));
                before = self.time(position.block);
            }
            End::Race(first, second) => {
                for event in [second, first] {
                    let info = execution.events[event];
                    let block = execution.history.events[event].block;
                    before = before.min(self.time(block));
                    let thread = execution.history.blocks[block.index()].thread;
                    let more = info.instructions + u32::from(info.in_section);
                    parts.push((thread, info.entries, more));
                }
            }
            End::Deadlock => {
                let all = execution.logs.iter().map(Vec::len);
                parts.extend((0..threads).zip(all).map(|(thread, entries)| (thread, entries, 0)));
            }
        }
        let mut chunks = Vec::new();
        let mut rests = Vec::new();
        let mut inputs = vec![Vec::new(); threads as usize];
        for &(thread, entries, more) in &parts {
            let walk = self.walk(thread, entries, more);
            chunks.extend(walk.chunks);
            // Of a deadlock, only those that wait come to where they do: others may give up there.
            if end != End::Deadlock || self.waits(thread) {
                rests.extend(walk.rest);
            }
            inputs[thread as usize] = walk.inputs;
        }
        for thread in 0..threads {
            if parts.iter().any(|(part, ..)| *part == thread) {
                continue;
            }
            let walk = self.walk(thread, execution.logs[thread as usize].len(), 0);
            chunks.extend(walk.chunks.into_iter().filter(|chunk| chunk.time < before));
            inputs[thread as usize] = walk.inputs;
        }
        chunks.sort_by_key(|chunk| (chunk.time, chunk.thread));
        let turns = chunks.into_iter().flat_map(|chunk| chunk.turns).chain(rests);
        let is_something = |turn: &Turn| turn.instructions != 0 || turn.creates.is_some();
        Witness { property, inputs, turns: turns.filter(is_something).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::{CellId, Event, History};
    use crate::symbolic::execution_log::ThreadLog;
    use crate::symbolic::executor::{EventInfo, Racing, Wait};
    use crate::term::Terms;

    fn entry(instructions: u32, action: Action) -> LogEntry {
        LogEntry { guard: Term::TRUE, instructions, action }
    }

    fn turn(thread: u32, instructions: u64) -> Turn {
        Turn { thread, instructions, alternative: 0, creates: None }
    }

    /// An execution with these logs, and an atomic block a thread.
    fn execution(terms: Terms, logs: Vec<ThreadLog>) -> Execution {
        let mut history = History::default();
        for thread in 0..logs.len() as u32 {
            history.add_block(thread);
        }
        Execution {
            terms,
            history,
            events: Vec::new(),
            created: vec![Term::TRUE; logs.len()],
            logs,
            findings: Vec::new(),
            refused: Vec::new(),
            open_branches: Vec::new(),
            ends: Vec::new(),
            exceeded: Vec::new(),
            waits: Vec::new(),
            facts: Vec::new(),
            unfinished: Vec::new(),
        }
    }

    /// A formula in which the blocks have these times.
    fn formula(execution: &mut Execution, times: &[u128]) -> Formula {
        let times: Vec<Term> =
            times.iter().map(|&time| execution.terms.constant(8, time)).collect();
        let within = vec![Term::TRUE; times.len()];
        let (constraints, findings, races) = (Vec::new(), Vec::new(), Vec::new());
        Formula { constraints, times, within, findings, races, deadlock: None }
    }

    fn position(thread: u32, entries: usize, extra: u32) -> LogPosition {
        LogPosition { thread, block: AtomicBlockId(thread), entries, extra }
    }

    #[test]
    fn blocks_are_made_in_the_order_of_their_times() {
        let logs = [3, 5].map(|made| entry(made, Action::BlockEnd(AtomicBlockId(0))));
        let [first, mut second] = logs;
        second.action = Action::BlockEnd(AtomicBlockId(1));
        let mut execution = execution(Terms::new(), vec![vec![first], vec![second]]);
        let end = End::LogPosition(position(0, 1, 2));
        let earlier = formula(&mut execution, &[2, 1]);
        let model = SolverModel::new(&execution, &earlier, &[]);
        let turns = model.witness(Property::Assertion, end).turns;
        assert_eq!(turns, [turn(1, 5), turn(0, 3), turn(0, 2)]);
        // After the end, the other thread has no part in it.
        let later = formula(&mut execution, &[1, 2]);
        let model = SolverModel::new(&execution, &later, &[]);
        assert_eq!(model.witness(Property::Assertion, end).turns, [turn(0, 3), turn(0, 2)]);
    }

    #[test]
    fn only_entries_of_the_path_count() {
        let mut terms = Terms::new();
        let guard = terms.variable(1);
        let (input, alternative) = (terms.constant(64, 9), terms.constant(32, 2));
        let log = vec![
            LogEntry { guard, instructions: 7, action: Action::Instructions },
            entry(1, Action::Input(input)),
            entry(4, Action::Alternative(alternative)),
            entry(2, Action::Create(1)),
            entry(6, Action::ProcessEnd),
        ];
        let mut execution = execution(terms, vec![log, Vec::new()]);
        let formula = formula(&mut execution, &[1, 2]);
        let end = End::LogPosition(position(0, 5, 0));
        for (taken, skipped) in [(0, 0), (1, 7)] {
            let model = SolverModel::new(&execution, &formula, &[taken]);
            let witness = model.witness(Property::Overflow, end);
            assert_eq!(witness.property, Property::Overflow);
            assert_eq!(witness.inputs, [vec![9], vec![]]);
            let chooses = Turn { alternative: 2, ..turn(0, 5 + skipped) };
            let creates = Turn { creates: Some(1), ..turn(0, 2) };
            assert_eq!(witness.turns, [chooses, creates]);
        }
    }

    #[test]
    fn of_a_deadlock_only_those_that_wait_come_to_their_end() {
        let logs = [3, 4].map(|made| vec![entry(made, Action::Instructions)]);
        let mut execution = execution(Terms::new(), logs.to_vec());
        let holder = execution.terms.constant(32, 0);
        execution.waits.push(Wait {
            guard: Term::TRUE,
            enabled: Term::FALSE,
            holder,
            position: position(1, 1, 0),
        });
        let formula = formula(&mut execution, &[1, 2]);
        let model = SolverModel::new(&execution, &formula, &[]);
        assert_eq!(model.witness(Property::Deadlock, End::Deadlock).turns, [turn(1, 4)]);
    }

    #[test]
    fn a_race_ends_before_both_accesses() {
        let logs = [1, 1].map(|made| vec![entry(made, Action::Instructions)]);
        let mut execution = execution(Terms::new(), logs.to_vec());
        for (thread, in_section) in [(0, true), (1, false)] {
            let value = execution.terms.constant(8, 0);
            let (block, cell) = (AtomicBlockId(thread), CellId(0));
            let event = Event { block, guard: Term::TRUE, cell, writes: true, value };
            execution.history.events.push(event);
            execution.events.push(EventInfo {
                racing: Racing::Plain,
                stores_later: false,
                in_section,
                may_wait: false,
                entries: 1,
                instructions: 2,
                location: None,
            });
        }
        let formula = formula(&mut execution, &[1, 2]);
        let model = SolverModel::new(&execution, &formula, &[]);
        // The first makes its access if it is inside of a section, which has begun then.
        let turns = model.witness(Property::DataRace, End::Race(0, 1)).turns;
        assert_eq!(turns, [turn(1, 3), turn(0, 4)]);
    }
}
