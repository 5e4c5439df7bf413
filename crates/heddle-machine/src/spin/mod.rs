//! Spin deadlocks: threads that wait by spinning, and can never go on.
//!
//! Take the states that can be reached from a state, and say that in none of them anything
//! differs that threads share, and no thread has ended. Then a thread cannot notice what the
//! others do: what it does follows from its own frames and from memory that stays as it is. So these
//! states are the product of what each thread reaches *alone*, and to find out whether a state is of
//! that kind it is enough to let one thread after the other run alone, in all ways in which its
//! steps can go, until its own states come again. As soon as it does something that others could
//! notice, there is no spin deadlock. Threads that are blocked stay so.
//!
//! The search asks of states from which it came to nothing new
//! ([`may_spin`](heddle_model::Temporal::may_spin)): of the states that no schedule leaves, the last
//! one that is expanded is such a state.
//!
//! # What counts
//! - A write that leaves the value as it is changes nothing (`while (atomic_exchange(&lock, 1));`).
//!   One that changes it does, and so does each operation of synchronization that has an effect, even
//!   if it is taken back in the same round: such threads do something.
//! - A thread that prints, takes an input or creates a thread does something, too.
//! - At least one thread has to read what others could write, or to try an operation in vain: a loop
//!   that looks at nothing waits for nothing.
//! - A thread that looks at a clock may wait for time to pass, which it does elsewhere: clocks stand
//!   still here, so nothing is known of how long it spins. That is noted like what comes next.
//! - A thread that goes through more than [`LONGEST_ROUND`] states of its own is not followed further:
//!   it may be one that counts for ever. That is [noted](Machine::unfollowed_threads), since it may
//!   also be one that spins.
//! - Instructions are looked at one by one, so that the answer is the same at every granularity. In the
//!   middle of an atomic section, it is that of the state after it.

mod walk;

use std::collections::{BTreeMap, BTreeSet};

use heddle_model::{
    Choice, Finding, Place, Property, Related, Role, SpinDeadlock, StepOutcome, SyncEvent,
    ThreadId, TransitionSystem, Violation, Waiting, WaitsFor,
};
use heddle_program::Operation;
use heddle_program::operation::ProcessOp;

use crate::codec::save::{RowLayout, STATICS};
use crate::record::event::{Event, Recording};
use crate::state::memory::Address;
use crate::state::thread::Status;
use crate::{Advance, Machine};

pub(crate) use walk::FollowedWalks;

/// Most steps that are made to leave an atomic section.
const LONGEST_SECTION: usize = 10_000;

/// Most states of its own in which a thread is followed.
pub const LONGEST_ROUND: usize = 100_000;

/// The way of a thread that runs alone and comes back to where it was, or has to wait there.
struct Round {
    thread: ThreadId,
    /// Choices up to the first state that comes again, or in which it waits.
    approach: Vec<Choice>,
    /// Choices from there to its return; none if it waits.
    cycle: Vec<Choice>,
    /// The objects that it looks at on the cycle.
    looks: Looks,
}

/// The part of what threads share that steps have looked at.
#[derive(Clone, Default)]
struct Looks {
    /// Names of variables and synchronization objects.
    objects: BTreeSet<String>,
    /// The places where that was.
    places: BTreeSet<Place>,
    /// True if anything was looked at, with a name or without.
    is_any: bool,
    /// True if a clock was looked at.
    is_at_clock: bool,
}

impl Looks {
    fn add(&mut self, object: Option<String>, place: Option<Place>) {
        self.objects.extend(object);
        self.places.extend(place);
        self.is_any = true;
    }
}

/// Memory that an instruction is about to write, with its bytes and their undefined bits before.
type Written = (Address, usize, Option<(Vec<u8>, Vec<u8>)>);

/// True if the words of two states may be those of states between which one thread has moved and
/// changed nothing that threads share.
pub(crate) fn may_spin(before: &[u32], after: &[u32]) -> bool {
    if before.len() != after.len() || before.len() < RowLayout::new(1).len() {
        return false;
    }
    let layout = RowLayout::new(before.len() - RowLayout::new(0).len());
    let is_same = |position: usize| before[position] == after[position];
    let differing = (STATICS..before.len()).filter(|&position| !is_same(position)).count();
    is_same(STATICS) && is_same(layout.heap()) && differing <= 1
}

impl Machine<'_> {
    /// The spin deadlock to which the loaded state leads, if there is one; the state stays loaded.
    pub(crate) fn find_spin_deadlock(&mut self) -> Option<SpinDeadlock> {
        let is_asked = self.image.options.properties.contains(Property::SpinDeadlock);
        if !is_asked || self.state.process.ended().is_some() {
            return None;
        }
        let mut loaded = Vec::new();
        self.save_state(&mut loaded);
        let found = self.spin_deadlock_from_here();
        self.record(Recording::Off);
        self.load_state(&loaded);
        found
    }

    fn spin_deadlock_from_here(&mut self) -> Option<SpinDeadlock> {
        let mut run = Vec::new();
        if self.state.process.atomic_owner().is_some() {
            self.record(Recording::All);
            self.leave_section(&mut run)?;
            self.record(Recording::Off);
        }
        let mut start = Vec::new();
        self.save_state(&mut start);
        let mut choices = Vec::new();
        self.choices(&mut choices);
        let mut threads: Vec<ThreadId> = choices.iter().filter_map(|it| it.thread()).collect();
        threads.dedup();
        if threads.iter().any(|&thread| self.is_busy(thread, &start)) {
            return None;
        }
        self.record(Recording::All);
        let mut rounds = Vec::new();
        for thread in threads {
            rounds.push(self.round_of(thread, &start)?);
        }
        if !rounds.iter().any(|round| round.looks.is_any) {
            return None;
        }
        self.load_state(&start);
        for &choice in rounds.iter().flat_map(|round| &round.approach) {
            self.step_unnoticed(choice.thread()?, choice.alternative, &mut Looks::default())?;
            run.push(choice);
        }
        let violation = self.describe_spin_deadlock(&rounds);
        let cycle = run.len();
        run.extend(rounds.iter().flat_map(|round| round.cycle.iter().copied()));
        Some(SpinDeadlock { violation, run, cycle })
    }

    /// Lets the owner of an atomic section go on until it has left it. If it cannot, the others are
    /// kept out for ever, and it is as good where it is.
    fn leave_section(&mut self, run: &mut Vec<Choice>) -> Option<()> {
        for _ in 0..LONGEST_SECTION {
            let Some(owner) = self.state.process.atomic_owner() else { break };
            if self.cached_alternatives(owner.index()) == 0 {
                break;
            }
            self.step_unnoticed(owner, 0, &mut Looks::default())?;
            run.push(Choice::new(owner, 0));
        }
        Some(())
    }

    /// The round that a thread makes if it runs alone, in a state that is saved; none if others could
    /// notice something of what it may do.
    fn round_of(&mut self, thread: ThreadId, start: &[u32]) -> Option<Round> {
        let mut states = vec![start.to_vec()];
        let mut numbers = BTreeMap::from([(start.to_vec(), 0)]);
        // The state to which the first way of each leads.
        let mut targets: Vec<Option<usize>> = Vec::new();
        let mut words = Vec::new();
        let mut all_looks = Looks::default();
        while targets.len() < states.len() {
            let state = states[targets.len()].clone();
            self.load_state(&state);
            let alternatives = self.cached_alternatives(thread.index());
            let mut first = None;
            for alternative in 0..alternatives {
                self.load_state(&state);
                self.step_unnoticed(thread, alternative, &mut all_looks)?;
                self.save_state(&mut words);
                if !may_spin(start, &words) {
                    return None;
                }
                if states.len() > LONGEST_ROUND || all_looks.is_at_clock {
                    self.note_unfollowed(thread);
                    return None;
                }
                let target = *numbers.entry(words.clone()).or_insert_with(|| {
                    states.push(words.clone());
                    states.len() - 1
                });
                first.get_or_insert(target);
            }
            targets.push(first);
        }
        let (approach, cycle) = first_cycle(&targets);
        let mut looks = Looks::default();
        for &state in &cycle {
            self.load_state(&states[state]);
            self.step_unnoticed(thread, 0, &mut looks)?;
        }
        let choices = |steps: usize| vec![Choice::new(thread, 0); steps];
        Some(Round { thread, approach: choices(approach), cycle: choices(cycle.len()), looks })
    }

    /// Makes a step of a thread instruction by instruction; none if others could notice it, or if
    /// the run or the thread ends with it.
    fn step_unnoticed(
        &mut self,
        thread: ThreadId,
        alternative: u32,
        looks: &mut Looks,
    ) -> Option<()> {
        let mut cursor = self.begin_step(thread, alternative);
        let mut violations = Vec::new();
        loop {
            let location = self.user_location(thread);
            if let Some((operation, arguments)) = self.called(thread.index()) {
                looks.is_at_clock |= operation == Operation::Process(ProcessOp::Clock);
                let row = operation.row();
                if !row.footprint.is_empty() {
                    let object = row.object.and_then(|_| arguments.first());
                    let object = object.map(|word| self.describe_address(word.bits));
                    looks.add(object, location.map(|id| self.place(id)));
                }
            }
            let written = self.shared_memory_to_be_written(thread);
            let advance = self.advance(&mut cursor, &mut violations);
            let is_same = |(address, len, before): &Written| {
                before.is_some() && self.memory_at(*address, *len) == *before
            };
            if !violations.is_empty() || !written.iter().all(is_same) {
                return None;
            }
            for event in self.take_events() {
                let read = self.look_of(&event, &written)?;
                if let Some(object) = read {
                    looks.add(Some(object), location.map(|id| self.place(id)));
                }
            }
            match advance {
                Advance::Instruction => {}
                Advance::Done(StepOutcome::Continues) => return Some(()),
                Advance::Done(
                    StepOutcome::Failed | StepOutcome::Abandoned | StepOutcome::Unknown(_),
                ) => return None,
            }
        }
    }

    /// Memory that others can reach and that a thread's next instruction writes.
    fn shared_memory_to_be_written(&self, thread: ThreadId) -> Vec<Written> {
        let writes = self.next_writes(thread).into_iter();
        let shared = writes.filter(|&(address, _)| self.is_shared(address));
        let before = |(address, len): (Address, u64)| {
            let len = len as usize;
            (address, len, self.memory_at(address, len))
        };
        shared.map(before).collect()
    }

    /// The name of what an event looks at, if that is something that others could write; none at all
    /// if the event is one that others could notice. Memory that was to be written is known.
    fn look_of(&self, event: &Event, written: &[Written]) -> Option<Option<String>> {
        match event {
            Event::Read { address, shared: true, .. } => {
                let object = self.object_at(*address);
                let counts = object.is_some_and(|object| !object.constant && !object.runtime);
                Some(counts.then(|| self.describe_address(*address)))
            }
            Event::Write { address, bytes, shared: true, .. } => {
                let is_known = |&(start, len, _): &Written| {
                    start <= *address && *address + u64::from(*bytes) <= start + len as u64
                };
                written.iter().any(is_known).then_some(None)
            }
            Event::Read { shared: false, .. }
            | Event::Write { shared: false, .. }
            | Event::Sync(SyncEvent::SignalInVain { .. })
            | Event::Chose(_)
            | Event::OpenBranch(_) => Some(None),
            Event::Output { .. }
            | Event::Message(_)
            | Event::Sync(_)
            | Event::AllocationFailed
            | Event::Input { .. }
            | Event::Created(_)
            | Event::Exited
            | Event::Ended(_) => None,
        }
    }

    /// The violation of a state in which threads make these rounds.
    fn describe_spin_deadlock(&mut self, rounds: &[Round]) -> Violation {
        self.materialize_all();
        let mut threads = Vec::new();
        let mut related = Vec::new();
        for t in 0..self.state.threads.len() {
            if self.state.threads[t].book.status == Status::Exited {
                continue;
            }
            let thread = ThreadId(t as u32);
            let is_its = |round: &&Round| round.thread == thread && !round.cycle.is_empty();
            let round = rounds.iter().find(is_its);
            let (waits, place) = match round {
                None => (self.wait_of(t), self.user_place(thread)),
                Some(Round { looks: Looks { objects, places, .. }, .. }) => {
                    let objects = objects.iter().cloned().collect();
                    (WaitsFor::Change { objects }, places.first().cloned())
                }
            };
            if let Some(place) = place {
                related.push(Related { role: Role::Waits { waits: waits.clone() }, thread, place });
            }
            threads.push(Waiting { thread, waits });
        }
        Violation { related, ..Violation::of_run(Finding::SpinDeadlock { threads }) }
    }
}

/// The number of steps from the first state to a cycle, and the states on the cycle, if each state leads to
/// its target; no states are on it if the way ends.
fn first_cycle(targets: &[Option<usize>]) -> (usize, Vec<usize>) {
    let mut position = vec![usize::MAX; targets.len()];
    let mut path = Vec::new();
    let mut at = 0;
    while position[at] == usize::MAX {
        position[at] = path.len();
        let Some(target) = targets[at] else { break };
        path.push(at);
        at = target;
    }
    let cycle = path.split_off(position[at]);
    (path.len(), cycle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_begins_where_a_state_comes_again() {
        let cycle = |targets: &[usize]| {
            let targets: Vec<_> = targets.iter().map(|&it| (it != 9).then_some(it)).collect();
            first_cycle(&targets)
        };
        assert_eq!(cycle(&[0]), (0, vec![0]));
        assert_eq!(cycle(&[1, 2, 0]), (0, vec![0, 1, 2]));
        assert_eq!(cycle(&[2, 0, 3, 2]), (1, vec![2, 3]));
        // The last of these has no target.
        assert_eq!(cycle(&[1, 2, 9]), (2, vec![]));
        assert_eq!(cycle(&[9]), (0, vec![]));
    }

    #[test]
    fn rows_that_differ_in_one_thread_may_be_of_a_spin() {
        // process, statics, thread 1, heap, thread 0, thread 2
        let row = [1, 2, 3, 4, 5, 6];
        let with = |position: usize| {
            let mut other = row;
            other[position] = 9;
            other
        };
        assert!(may_spin(&row, &row));
        let expected = [true, false, true, false, true, true];
        for (position, expected) in expected.into_iter().enumerate() {
            assert_eq!(may_spin(&row, &with(position)), expected, "{position}");
        }
        assert!(!may_spin(&with(2), &with(4)));
        assert!(!may_spin(&row, &row[..5]));
    }
}
