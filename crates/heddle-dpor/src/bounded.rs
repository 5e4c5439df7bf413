//! All runs with few preemptions.
//!
//! A *preemption* is a switch to a thread from another that could have gone on. Which of the runs that
//! differ only in the order of independent steps has the fewest depends on the order, so a bound cuts traces in two,
//! and races of what is beyond it would not be found: wake-up trees are no use here. (Coons,
//! Musuvathi, McKinley, "Bounded partial-order reduction", OOPSLA 2013, add orders for that, and keep what
//! each thread sees, but not what all see together, a deadlock say.) So runs are explored one step after
//! the other, depth first, and left out only where another is as good that was explored before and
//! has no more preemptions: sleep sets, by two rules.
//!
//! A *sleeper* is a sequence of steps of one actor `p`, put to sleep at a node when all that begins with
//! it there is explored. It sleeps on below the later branches, as long as the steps `w` made there
//! conflict with none of its own, and it does not change whether a thread can go on that is switched away
//! from. If `p` then makes the sequence, that is not followed: the run `w`, sequence, `r` has the
//! same steps as the sequence, `w`, `r`, leads to the same state, and has no fewer preemptions:
//! - *A step of the thread that moved last.* To leave the thread is a preemption, which it is not to
//!   go on; in the other order, leaving it costs one at most, and who moved last in `w` is left once in
//!   either.
//! - *A block*: the steps of another thread, each of which could go one way only, from where it takes over
//!   to where it cannot go on. To leave it costs nothing, wherever it is.
//!
//!   It is given up when somebody else moves before its end.
//!
//! # Why nothing is lost
//! Of all runs within the bound that lead to a state, or to a step that goes wrong, take one of the shortest,
//! and of these the first in the order of the search. It comes to no state twice with the same last
//! thread, since it could do without what is between; so a path that does may be cut. And it makes no
//! sleeping sequence, since the other order is as short, within the bound, and was explored before. So it is
//! explored: all states that can be reached within the bound are visited, and checked.

use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use heddle_model::{Actor, Choice, Limit, Reducible, StepOutcome, Temporal};

use crate::explorer::Explorer;
use crate::footprints::FootprintId;
use crate::report::Gap;

/// A sequence of steps that was explored.
#[derive(Clone, Debug)]
struct Sleeper {
    /// Its next step; the others go the only way that there is.
    next: Choice,
    /// The number of steps that are left.
    left: usize,
    /// The footprints of its steps, and of the step of its actor after them.
    footprints: Rc<[FootprintId]>,
    /// The number of the node at which it was put to sleep.
    since: usize,
    is_begun: bool,
}

/// A step to make from a node.
#[derive(Clone, Copy, Debug)]
struct Branch {
    choice: Choice,
    footprint: FootprintId,
    /// The actor could go one way only.
    is_only: bool,
}

/// A node of the path.
struct Frame {
    words: Vec<u32>,
    hash: u64,
    /// The thread that moved last, and the footprint of its next step.
    last: Option<(Actor, FootprintId)>,
    /// The last thread can go on.
    is_preemptible: bool,
    preemptions: u32,
    branches: Vec<Branch>,
    /// The number of branches that were begun.
    begun: usize,
    /// The branch under way was made, and the run goes on after it.
    goes_on: bool,
    /// The block with which the branch under way begins.
    block: Option<(usize, Rc<[FootprintId]>)>,
    /// The node at which the last thread took over, if it could go one way only since.
    took_over: Option<usize>,
    sleepers: Vec<Sleeper>,
}

/// The path.
#[derive(Default)]
struct Runs {
    frames: Vec<Frame>,
    /// Nodes by state and last thread.
    index: HashTable<usize>,
    /// The state of the last node is loaded.
    is_loaded: bool,
    /// A run has just ended, or was cut.
    has_ended: bool,
}

impl Runs {
    /// The choices of the path.
    fn made(&self) -> Vec<Choice> {
        let before_last = self.frames.split_last().map_or(&[][..], |(_, before)| before);
        before_last.iter().map(|frame| frame.branches[frame.begun - 1].choice).collect()
    }

    fn bytes(&self) -> usize {
        let words = self.frames.iter().map(|frame| {
            frame.words.capacity() * size_of::<u32>()
                + frame.branches.capacity() * size_of::<Branch>()
                + frame.sleepers.capacity() * size_of::<Sleeper>()
        });
        words.sum::<usize>() + self.frames.capacity() * size_of::<Frame>()
    }

    /// The number of runs, if those after each branch of a node are as many as after the others.
    fn expected(&self, made: u64) -> f64 {
        let (mut part, mut done) = (1.0, 0.0);
        for frame in self.frames.iter().filter(|frame| frame.begun > 0) {
            let all = frame.branches.len() as f64;
            done += part * (frame.begun - 1) as f64 / all;
            part /= all;
        }
        if done > 0.0 { made as f64 / done } else { 1.0 / part }
    }

    /// The node on the path with this state and last thread.
    fn find(&self, hash: u64, words: &[u32], last: Option<Actor>) -> bool {
        let is_same = |&at: &usize| {
            let frame = &self.frames[at];
            frame.last.map(|(actor, _)| actor) == last && frame.words == words
        };
        self.index.find(hash, is_same).is_some()
    }

    /// Puts what the last branch of the last node began with to sleep there.
    fn put_to_sleep(&mut self) {
        let node = self.frames.len() - 1;
        let Some(frame) = self.frames.last_mut() else { return };
        let block = frame.block.take();
        if frame.begun == 0 || !std::mem::take(&mut frame.goes_on) {
            return;
        }
        let Branch { choice, footprint, .. } = frame.branches[frame.begun - 1];
        let is_own = frame.last.is_some_and(|(last, _)| last == choice.actor());
        let (left, footprints) = match block {
            _ if is_own => (1, Rc::from([footprint])),
            Some(block) => block,
            None => return,
        };
        let next = choice;
        frame.sleepers.push(Sleeper { next, left, footprints, since: node, is_begun: false });
    }
}

impl<S: Reducible + Temporal> Explorer<'_, S> {
    /// Explores all runs with at most so many preemptions from the loaded state on, to which one
    /// thread has led, if any step was made.
    pub(crate) fn explore_within(&mut self, most: u32) -> Option<Limit> {
        let mut runs = Runs { is_loaded: true, ..Runs::default() };
        let first = self.prologue.last().and_then(|choice| choice.actor().thread());
        self.system.save(&mut self.words);
        self.push(&mut runs, &[], first.map(Actor::from), 0, None, Vec::new());
        while !runs.frames.is_empty() && !self.is_satisfied() && !self.crew.is_stopped() {
            if self.budget.is_look_due()
                && let Some(limit) = self.look_at_runs(&runs)
            {
                return Some(limit);
            }
            if std::mem::take(&mut runs.has_ended) && self.is_last_run() {
                return None;
            }
            runs.put_to_sleep();
            let frame = &runs.frames[runs.frames.len() - 1];
            if frame.begun < frame.branches.len() {
                self.follow_branch(&mut runs, most);
            } else {
                let (hash, node) = (frame.hash, runs.frames.len() - 1);
                if let Ok(entry) = runs.index.find_entry(hash, |&at| at == node) {
                    entry.remove();
                }
                runs.frames.pop();
                runs.is_loaded = false;
            }
        }
        // It may have become known since the last run that was followed to its end.
        if self.system.widen_lasting_footprints() {
            self.crew.begin_again();
        }
        None
    }

    fn look_at_runs(&mut self, runs: &Runs) -> Option<Limit> {
        let own = self.crew.note_bytes(self.worker, runs.bytes() + self.footprints.bytes());
        let bytes = own + self.system.memory_used() + self.system.loaded_bytes();
        let made = self.crew.begun();
        self.budget.look(bytes as u64, made, runs.frames.len() as u64, || runs.expected(made))
    }

    /// True if no other run is to be explored.
    fn is_last_run(&mut self) -> bool {
        if self.system.widen_lasting_footprints() {
            self.crew.begin_again();
            return true;
        }
        let is_enough = self.options.executions.is_some_and(|most| self.crew.begun() >= most);
        if is_enough {
            self.gaps.insert(Gap::Executions);
        }
        is_enough
    }

    /// Adds the node to which a run has led, whose state is loaded and saved in `words`. The last thread took over at one, and
    /// could go one way only since, if that is given.
    fn push(
        &mut self,
        runs: &mut Runs,
        run: &[Choice],
        last: Option<Actor>,
        preemptions: u32,
        took_over: Option<usize>,
        sleepers: Vec<Sleeper>,
    ) {
        self.system.choices(&mut self.choices);
        self.system.check_state(&self.choices, &mut self.violations);
        self.note_violations(run);
        let node = runs.frames.len();
        let ways = |choices: &[Choice], actor: Actor| {
            choices.iter().filter(|choice| choice.actor() == actor).count()
        };
        let is_preemptible = last.is_some_and(|last| ways(&self.choices, last) != 0);
        // The last thread comes first, then internal actions, which preempt nobody.
        let rank = |choice: &Choice| match (Some(choice.actor()) == last, choice.actor().thread()) {
            (true, _) => 0,
            (false, None) => 1,
            (false, Some(_)) => 2,
        };
        let mut branches = Vec::with_capacity(self.choices.len());
        for wanted in 0..3 {
            for at in 0..self.choices.len() {
                let choice = self.choices[at];
                if rank(&choice) == wanted {
                    let footprint = self.next_footprint(choice.actor());
                    let is_only = ways(&self.choices, choice.actor()) == 1;
                    branches.push(Branch { choice, footprint, is_only });
                }
            }
        }
        let last = last.map(|last| (last, self.next_footprint(last)));
        if self.options.depth.is_some_and(|most| node as u64 >= most) && !branches.is_empty() {
            self.gaps.insert(Gap::Depth);
            branches.clear();
        } else if let (Some(from), Some((_, pending)), false) = (took_over, last, is_preemptible) {
            let steps = &runs.frames[from..];
            let steps = steps.iter().map(|frame| frame.branches[frame.begun - 1].footprint);
            let mut footprints: Vec<FootprintId> = steps.chain([pending]).collect();
            footprints.sort_unstable_by_key(|footprint| footprint.index());
            footprints.dedup();
            runs.frames[from].block = Some((node - from, footprints.into()));
        }
        if branches.is_empty() {
            runs.has_ended = true;
            self.count(self.choices.is_empty());
            self.note_ending(self.choices.is_empty());
        }
        let (words, hash) = (self.words.clone(), hash(&self.words, last.map(|(last, _)| last)));
        runs.frames.push(Frame {
            words,
            hash,
            last,
            is_preemptible,
            preemptions,
            branches,
            begun: 0,
            goes_on: false,
            block: None,
            took_over,
            sleepers,
        });
        let frames = &runs.frames;
        runs.index.insert_unique(hash, node, |&at| frames[at].hash);
        self.statistics.depth = self.statistics.depth.max((self.prologue.len() + node) as u64);
    }

    /// The lasting footprint of an actor's next step.
    fn next_footprint(&mut self, actor: Actor) -> FootprintId {
        self.system.lasting_footprint(actor, &mut self.footprint);
        self.footprints.number(&self.footprint)
    }

    /// Makes the next branch of the last node, unless it is left out.
    fn follow_branch(&mut self, runs: &mut Runs, most: u32) {
        let node = runs.frames.len() - 1;
        let frame = &mut runs.frames[node];
        frame.begun += 1;
        let branch = frame.branches[frame.begun - 1];
        let Some(sleepers) = self.sleepers_after(&runs.frames[node], &branch, node) else {
            return;
        };
        let frame = &mut runs.frames[node];
        let actor = branch.choice.actor();
        let last = frame.last.map(|(last, _)| last);
        let switches = actor.thread().is_some() && last != Some(actor);
        let preemptions = frame.preemptions + u32::from(switches && frame.is_preemptible);
        if preemptions > most {
            self.gaps.insert(Gap::Preemptions);
            return;
        }
        let took_over = match (actor.thread().is_some() && branch.is_only, switches) {
            (true, true) => Some(node),
            (true, false) => frame.took_over,
            (false, _) => None,
        };
        if !std::mem::replace(&mut runs.is_loaded, true) {
            self.system.load(&frame.words);
        }
        let outcome = self.system.step(branch.choice, &mut self.violations);
        self.statistics.steps += 1;
        let is_end = outcome != StepOutcome::Continues || self.system.is_over();
        let has_ended = is_end && outcome == StepOutcome::Continues;
        let mut run = runs.made();
        run.push(branch.choice);
        self.note_violations(&run);
        if let StepOutcome::Unknown(unknown) = outcome {
            self.note_unknown(*unknown, &run);
        }
        if is_end {
            runs.has_ended = true;
            self.count(true);
            self.note_ending(has_ended);
            runs.is_loaded = false;
            return;
        }
        runs.frames[node].goes_on = true;
        let last = if actor.thread().is_some() { Some(actor) } else { last };
        self.system.save(&mut self.words);
        if runs.find(hash(&self.words, last), &self.words, last) {
            runs.has_ended = true;
            self.count(false);
            self.look_for_spinning(&run);
            runs.is_loaded = false;
            return;
        }
        self.push(runs, &run, last, preemptions, took_over, sleepers);
    }

    /// The sleepers after a branch; none if it is not to be followed.
    fn sleepers_after(
        &mut self,
        frame: &Frame,
        branch: &Branch,
        node: usize,
    ) -> Option<Vec<Sleeper>> {
        let actor = branch.choice.actor();
        let mut after = Vec::with_capacity(frame.sleepers.len());
        for sleeper in &frame.sleepers {
            let meets = |footprints: &mut crate::footprints::Footprints, other: FootprintId| {
                sleeper.footprints.iter().any(|&ours| footprints.conflict(ours, other))
            };
            let owner = sleeper.next.actor();
            if let Some((last, pending)) = frame.last
                && actor.thread().is_some()
                && ![actor, owner].contains(&last)
                && sleeper.since != node
                && meets(&mut self.footprints, pending)
            {
                continue;
            }
            if owner == actor {
                if sleeper.next == branch.choice {
                    if sleeper.left == 1 {
                        return None;
                    }
                    let next = Choice::new(owner, 0);
                    let left = sleeper.left - 1;
                    after.push(Sleeper { next, left, is_begun: true, ..sleeper.clone() });
                }
            } else if !sleeper.is_begun && !meets(&mut self.footprints, branch.footprint) {
                after.push(sleeper.clone());
            }
        }
        Some(after)
    }
}

fn hash(words: &[u32], last: Option<Actor>) -> u64 {
    FixedState::default().hash_one((words, last))
}
