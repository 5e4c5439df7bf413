//! Paths of a thread: its state after some branches, and the merging of paths.

use heddle_program::{Function, Pc};
use smallvec::SmallVec;

use super::memory::{Memory, ObjectId};
use super::value::Value;
use crate::history::AtomicBlockId;
use crate::term::{Node, Term, Terms};

/// An atomic section, or a step of a C model, that a path is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    /// The atomic block of all events in it.
    pub(crate) block: AtomicBlockId,
    /// Number of nested sections.
    pub(crate) depth: u32,
    /// True if the program asked for it, and not a C model.
    pub(crate) is_users: bool,
}

/// State of a thread on a path, beside the frame of the current call.
#[derive(Clone, Debug)]
pub(crate) struct World {
    /// Condition under which a run takes the path.
    pub(crate) guard: Term,
    /// Memory, of which what threads share is not looked at any more.
    pub(crate) memory: Memory,
    /// The stack objects of all calls of the thread, the innermost call's last.
    pub(crate) objects: Vec<ObjectId>,
    /// True if no other thread has been created yet.
    pub(crate) is_alone: bool,
    /// The section that it is in.
    pub(crate) section: Option<Section>,
    /// True if it is in a step of a C model: an instruction that the machine is about to make.
    pub(crate) in_step: bool,
    /// True if that instruction may have to wait.
    pub(crate) may_wait: bool,
    /// The alternative that the step of a C model takes.
    pub(crate) alternative: Option<Term>,
}

/// Rounds of a loop on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rounds {
    /// The loop.
    pub(crate) head: Pc,
    /// Rounds since the loop was entered, without those which every run that came to the head has
    /// made.
    pub(crate) counted: u32,
}

/// A path in a call.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// State of the thread.
    pub(crate) world: World,
    /// The slots of the call's frame.
    pub(crate) slots: Vec<Value>,
    /// The loops that it is in.
    pub(crate) rounds: SmallVec<[Rounds; 2]>,
}

/// Paths that cannot be merged: one is in an atomic section, and the other is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unmergeable;

/// A condition that tells the first of two guards, of which at most one holds, from the second; and
/// the disjunction of the two.
fn tell_apart(terms: &mut Terms, a: Term, b: Term) -> (Term, Term) {
    use crate::term::Binary::And;
    let either = terms.or(a, b);
    if let (Node::Binary(And, p, q), Node::Binary(And, r, s)) = (terms.node(a), terms.node(b)) {
        for (common, rest, other_common, other) in
            [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)]
        {
            if common == other_common && terms.not(rest) == other {
                return (rest, either);
            }
        }
    }
    (a, either)
}

impl World {
    /// Merges two paths that meet, of which a run takes at most one. Returns the condition that
    /// tells this from the other.
    pub(crate) fn merge(&mut self, terms: &mut Terms, other: &World) -> Result<Term, Unmergeable> {
        let is_same = match (self.section, other.section) {
            (None, None) => true,
            (Some(a), Some(b)) => a.block == b.block && a.depth == b.depth,
            _ => false,
        };
        if !is_same {
            return Err(Unmergeable);
        }
        let (condition, guard) = tell_apart(terms, self.guard, other.guard);
        self.guard = guard;
        self.memory.merge(terms, condition, &other.memory);
        if self.objects != other.objects {
            // What one path made, the other did not: it is not alive there.
            let new = other.objects.iter().filter(|object| !self.objects.contains(object));
            let new: Vec<ObjectId> = new.copied().collect();
            self.objects.extend(new);
        }
        self.may_wait |= other.may_wait;
        self.alternative = match (self.alternative, other.alternative) {
            (None, None) => None,
            (a, b) => {
                let zero = terms.constant(32, 0);
                Some(terms.ite(condition, a.unwrap_or(zero), b.unwrap_or(zero)))
            }
        };
        Ok(condition)
    }
}

impl Path {
    /// Merges two paths that meet at an instruction; of the slots, only live ones.
    pub(crate) fn merge(
        &mut self,
        terms: &mut Terms,
        function: &Function,
        pc: Pc,
        other: &Path,
    ) -> Result<(), Unmergeable> {
        let condition = self.world.merge(terms, &other.world)?;
        for slot in function.live_sets.slots(function.live[pc as usize]).iter() {
            let (a, b) = (self.slots[slot.index()], other.slots[slot.index()]);
            if a != b {
                self.slots[slot.index()] = Value::choose(terms, condition, a, b);
            }
        }
        for rounds in &other.rounds {
            match self.rounds.iter_mut().find(|own| own.head == rounds.head) {
                Some(own) => own.counted = own.counted.max(rounds.counted),
                None => self.rounds.push(*rounds),
            }
        }
        Ok(())
    }
}
