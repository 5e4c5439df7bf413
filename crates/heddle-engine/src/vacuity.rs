//! Proofs that are about no run that ends.
//!
//! An engine that has met no final state has seen only runs that an assumption cuts, and runs that
//! go on for ever. The former are known to the machine. Of the latter, one is made, instruction by
//! instruction, until a state comes back (Brent's method keeps one state to compare with). The loop
//! that a thread goes round in is where its stack was shallowest since then: calls from there have
//! returned. Schedules are tried one after the other, a fair one first, since some runs are cut,
//! and some take long to come back.

use heddle_machine::{Granularity, Machine, Options, Symmetry};
use heddle_model::{Choice, Place, StepOutcome, ThreadId, TransitionSystem};
use heddle_program::Program;

use crate::Caveat;

/// Most instructions of a run that looks for a loop.
const MOST_STEPS: u64 = 1 << 14;

/// A way to choose the thread that goes on.
#[derive(Clone, Copy)]
enum Schedule {
    /// Threads take turns.
    Turns,
    /// The thread of the lowest number that can go on.
    Oldest,
    /// The thread of the highest number that can go on.
    Youngest,
}

/// The caveat of an engine that has run a program on a machine, and has met no final state.
pub fn no_run_ends(machine: &Machine<'_>, program: &Program, options: &Options) -> Caveat {
    Caveat::NoRunEnds {
        assumptions: machine.unmet_assumptions(),
        loops: endless_loop(program, options).unwrap_or_default(),
    }
}

/// Places of the loops that threads go round in for ever in some run, if one is found.
fn endless_loop(program: &Program, options: &Options) -> Option<Vec<Place>> {
    let (granularity, symmetry) = (Granularity::None, Symmetry::None);
    let options = Options { granularity, symmetry, propositions: Vec::new(), ..options.clone() };
    let mut machine = Machine::new(program, options).ok()?;
    let schedules = [Schedule::Turns, Schedule::Oldest, Schedule::Youngest];
    // Where an instruction has several alternatives, all the first or all the last ones are taken.
    let ways = [false, true].into_iter().flat_map(|last| schedules.map(|way| (way, last)));
    ways.into_iter().find_map(|(schedule, last)| cycle(&mut machine, schedule, last))
}

/// The places of the loops of a run by a schedule, if it goes round soon enough.
fn cycle(machine: &mut Machine<'_>, schedule: Schedule, last: bool) -> Option<Vec<Place>> {
    machine.reset();
    let (mut kept, mut words, mut choices) = (Vec::new(), Vec::new(), Vec::new());
    machine.save(&mut kept);
    let (mut power, mut length) = (1, 0);
    let mut visited: Vec<(ThreadId, usize, Place)> = Vec::new();
    for turn in 0..MOST_STEPS {
        machine.choices(&mut choices);
        let choice = next_choice(&choices, schedule, last, turn)?;
        let thread = choice.thread()?;
        machine.materialize_all();
        let frame = machine.user_frame(thread);
        visited.extend(frame.map(|(depth, place)| (thread, depth, place)));
        if machine.step(choice, &mut Vec::new()) != StepOutcome::Continues {
            return None;
        }
        machine.save(&mut words);
        length += 1;
        if words == kept {
            return Some(loops(visited));
        }
        if length == power {
            (power, length) = (power * 2, 0);
            std::mem::swap(&mut kept, &mut words);
            visited.clear();
        }
    }
    None
}

/// A choice of the thread that a schedule lets go on.
fn next_choice(choices: &[Choice], schedule: Schedule, last: bool, turn: u64) -> Option<Choice> {
    let mut threads: Vec<Choice> = choices.to_vec();
    if last {
        threads.reverse();
    }
    threads.dedup_by_key(|choice| choice.actor());
    threads.sort_by_key(|choice| choice.actor());
    match schedule {
        Schedule::Oldest => threads.first().copied(),
        Schedule::Youngest => threads.last().copied(),
        Schedule::Turns if threads.is_empty() => None,
        Schedule::Turns => Some(threads[(turn % threads.len() as u64) as usize]),
    }
}

/// The first place of each thread where its stack was shallowest.
fn loops(mut visited: Vec<(ThreadId, usize, Place)>) -> Vec<Place> {
    visited.sort_by(|(a, depth, at), (b, other_depth, other)| {
        (a, depth, at.line).cmp(&(b, other_depth, other.line))
    });
    visited.dedup_by_key(|(thread, ..)| *thread);
    let mut places: Vec<Place> = visited.into_iter().map(|(_, _, place)| place).collect();
    places.sort();
    places.dedup();
    places
}
