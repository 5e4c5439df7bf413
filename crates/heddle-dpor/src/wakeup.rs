//! Wake-up trees: the beginnings of executions that are still to be explored from a state.
//!
//! The tree of a state is a list of branches in the order in which they are explored; below each
//! are the branches of the state that it leads to. A path to a leaf is a sequence of steps which
//! can be made from there on, such that what begins with it begins with none of the branches
//! before it, up to the order of independent steps. That is what keeps an execution from being
//! found out to be redundant after it was begun (Abdulla, Aronis, Jonsson, Sagonas, "Source
//! sets: a foundation for optimal dynamic partial order reduction", JACM 2017, section 6).
//!
//! The branch that is under way is in the tree no more: its branches belong to the next state.
//! A sequence that a race asks for can never begin with the branch under way, since it does
//! without the first step of the race, which is that branch, and holds a step that conflicts
//! with it.

use heddle_model::Choice;

use crate::footprints::{FootprintId, Footprints};

/// The end of a list.
pub(crate) const NONE: u32 = u32::MAX;

/// A step of a sequence: who makes it, and what it touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) choice: Choice,
    /// The actor's slot.
    pub(crate) slot: u32,
    /// All that it touches. Of the last step of a sequence, which others come before now, it is
    /// all that it may touch.
    pub(crate) footprint: FootprintId,
}

/// A branch. Each has the number of its first child and of its next sibling.
#[derive(Clone, Copy, Debug)]
struct Branch {
    step: Step,
    child: u32,
    next: u32,
}

/// A branch that was taken off a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) step: Step,
    /// The first of the branches below it.
    pub(crate) below: u32,
}

/// All trees of a path.
#[derive(Default)]
pub(crate) struct Trees {
    branches: Vec<Branch>,
    /// Numbers of branches that are not in use.
    free: Vec<u32>,
}

impl Trees {
    /// Takes the first branch off a list.
    pub(crate) fn take_first(&mut self, list: &mut u32) -> Option<Taken> {
        if *list == NONE {
            return None;
        }
        let Branch { step, child: below, next } = self.branches[*list as usize];
        self.free.push(*list);
        *list = next;
        Some(Taken { step, below })
    }

    /// Puts a list of branches before another.
    pub(crate) fn prepend(&mut self, below: u32, list: &mut u32) {
        if below == NONE {
            return;
        }
        let mut last = below;
        while self.branches[last as usize].next != NONE {
            last = self.branches[last as usize].next;
        }
        self.branches[last as usize].next = *list;
        *list = below;
    }

    /// Forgets a list of branches and all below them.
    pub(crate) fn drop_list(&mut self, list: u32) {
        let mut open = vec![list];
        while let Some(mut at) = open.pop() {
            while at != NONE {
                open.push(self.branches[at as usize].child);
                self.free.push(at);
                at = self.branches[at as usize].next;
            }
        }
    }

    /// Takes all branches of a list, and those below them, which belong below a node elsewhere; each is
    /// added there, with whether it is a leaf, after those before it and those above it.
    pub(crate) fn take_all(
        &mut self,
        list: u32,
        node: u32,
        mut add: impl FnMut(u32, Step, bool) -> u32,
    ) {
        let mut open = vec![(list, node)];
        while let Some((mut at, above)) = open.pop() {
            while at != NONE {
                let Branch { step, child, next } = self.branches[at as usize];
                open.push((child, add(above, step, child == NONE)));
                self.free.push(at);
                at = next;
            }
        }
    }

    /// Number of branches in a list.
    pub(crate) fn len(&self, list: u32) -> usize {
        let next = |&at: &u32| Some(self.branches[at as usize].next).filter(|&at| at != NONE);
        std::iter::successors(Some(list).filter(|&at| at != NONE), next).count()
    }

    /// Adds a sequence to a list of branches, unless what begins with it is explored there
    /// anyway. The sequence is used up.
    pub(crate) fn insert(
        &mut self,
        list: &mut u32,
        sequence: &mut Vec<Step>,
        footprints: &mut Footprints,
    ) {
        // The branch in whose list the search goes on; none is the given list itself.
        let mut above = NONE;
        loop {
            let first = if above == NONE { *list } else { self.branches[above as usize].child };
            let mut last = NONE;
            let mut at = first;
            while at != NONE {
                let Branch { step, next, .. } = self.branches[at as usize];
                if is_initial(step, sequence, footprints) {
                    break;
                }
                last = at;
                at = next;
            }
            if at == NONE {
                let chain = self.chain(sequence);
                match (last, above) {
                    (NONE, NONE) => *list = chain,
                    (NONE, above) => self.branches[above as usize].child = chain,
                    (last, _) => self.branches[last as usize].next = chain,
                }
                return;
            }
            let Branch { step, child, .. } = self.branches[at as usize];
            if let Some(place) = sequence.iter().position(|it| it.slot == step.slot) {
                sequence.remove(place);
            }
            if child == NONE || sequence.is_empty() {
                return;
            }
            above = at;
        }
    }

    /// Makes branches of a sequence, each below the one before it; none of an empty one.
    fn chain(&mut self, sequence: &[Step]) -> u32 {
        let steps = sequence.iter().rev();
        steps.fold(NONE, |child, &step| self.add(Branch { step, child, next: NONE }))
    }

    fn add(&mut self, branch: Branch) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.branches[at as usize] = branch;
                at
            }
            None => {
                self.branches.push(branch);
                self.branches.len() as u32 - 1
            }
        }
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        self.branches.capacity() * size_of::<Branch>()
    }
}

/// True if a step, which can be made before a sequence, is a *weak initial* of it: the sequence
/// holds it, and could as well begin with it; or it does not, and the step could as well come
/// before or after all of it.
#[inline]
pub(crate) fn is_initial(step: Step, sequence: &[Step], footprints: &mut Footprints) -> bool {
    for other in sequence {
        if other.slot == step.slot {
            return other.choice == step.choice;
        }
        if footprints.conflict(step.footprint, other.footprint) {
            return false;
        }
    }
    true
}
