//! Answers of observers, with the bytes they were computed from.

use std::ops::Range;

use heddle_model::{ObserverKind, Unknown, UnknownKind, Violation};
use heddle_program::FuncId;

use super::propositions::Variables;
use super::registry::Region;
use crate::state::memory::{Access, Address, Memory};

/// Answers that are kept of one observer: a search goes back and forth between a state
/// and its neighbours.
const KEPT: usize = 4;

/// Function of an observer, and its purpose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `int f(void)`, which must not return zero.
    Invariant(FuncId),
    /// `void f(void)`, which computes the abstract state.
    Abstraction(FuncId),
    /// `unsigned long f(const void *, size_t)`, whose result stands for a region.
    Hash(FuncId, Region),
    /// A function of the values of variables, which says whether a proposition holds.
    Proposition(FuncId, Variables),
}

impl Role {
    /// The function.
    pub(crate) fn function(self) -> FuncId {
        match self {
            Role::Invariant(func)
            | Role::Abstraction(func)
            | Role::Hash(func, _)
            | Role::Proposition(func, _) => func,
        }
    }

    /// The kind under which it is reported.
    pub(crate) fn kind(self) -> ObserverKind {
        match self {
            Role::Invariant(_) => ObserverKind::Invariant,
            Role::Abstraction(_) => ObserverKind::Abstraction,
            Role::Hash(..) => ObserverKind::Hash,
            Role::Proposition(..) => ObserverKind::Proposition,
        }
    }
}

/// EvaluationOutcome of an evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum EvaluationOutcome {
    /// It returned this.
    Value(u64),
    /// It did something wrong itself.
    Violation(Box<Violation>),
    /// It did what it must not, or what heddle lacks.
    Unknown(Box<Unknown>),
}

/// One answer.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The ranges that were read, ascending.
    reads: Vec<(Address, u32)>,
    /// Their bytes, one range behind the other.
    bytes: Vec<u8>,
    /// Their undefined bits; nothing if there are none.
    undef: Vec<u8>,
    /// Its outcome.
    pub(crate) outcome: EvaluationOutcome,
    /// Bytes that an abstraction left in its buffer.
    pub(crate) buffer: Vec<u8>,
}

impl Answer {
    /// The answer that was computed from `reads`, which can be read.
    pub(crate) fn new(
        memory: &Memory,
        reads: Vec<(Address, u32)>,
        outcome: EvaluationOutcome,
    ) -> Answer {
        let (bytes, undef, buffer) = (Vec::new(), Vec::new(), Vec::new());
        let mut answer = Answer { reads, bytes, undef, outcome, buffer };
        for &(address, bytes) in &answer.reads {
            let access = Access::inspection(address, bytes.into());
            let Ok(range) = memory.check(access) else { continue };
            let (data, undef) = memory.read_bytes(access, &range);
            if let Some(undef) = undef {
                answer.undef.resize(answer.bytes.len(), 0);
                answer.undef.extend_from_slice(undef);
            }
            answer.bytes.extend_from_slice(data);
        }
        if answer.undef.iter().all(|&bits| bits == 0) {
            answer.undef = Vec::new();
        } else {
            answer.undef.resize(answer.bytes.len(), 0);
        }
        answer
    }

    /// True if all that it was computed from is the same now. The cause of a fault is
    /// not among what was read, so that it is always computed again.
    fn is_valid(&self, memory: &Memory) -> bool {
        let is_fault = match &self.outcome {
            EvaluationOutcome::Value(_) => false,
            EvaluationOutcome::Unknown(unknown) => unknown.kind != UnknownKind::Evaluation,
            EvaluationOutcome::Violation(_) => true,
        };
        if is_fault {
            return false;
        }
        let mut at = 0;
        self.reads.iter().all(|&(address, bytes)| {
            let access = Access::inspection(address, bytes.into());
            let Ok(range) = memory.check(access) else { return false };
            let (data, now) = memory.read_bytes(access, &range);
            let then = at..at + data.len();
            at += data.len();
            if *data != self.bytes[then.clone()] {
                return false;
            }
            let is_zero = |bits: &[u8]| bits.iter().all(|&bits| bits == 0);
            match (now, self.undef.get(then)) {
                (Some(now), Some(then)) => now == then,
                (Some(bits), None) | (None, Some(bits)) => is_zero(bits),
                (None, None) => true,
            }
        })
    }
}

/// Memo of an observer: its last answers.
#[derive(Debug)]
pub(crate) struct Memo {
    pub(super) role: Role,
    /// Answers, the last one first.
    answers: Vec<Answer>,
}

impl Memo {
    /// An observer that was never evaluated.
    pub(crate) fn new(role: Role) -> Memo {
        Memo { role, answers: Vec::new() }
    }

    /// Looks for the answer for what is in memory; it becomes the last one.
    #[inline]
    pub(crate) fn find(&mut self, memory: &Memory) -> bool {
        let found = self.answers.iter().position(|answer| answer.is_valid(memory));
        if let Some(at) = found {
            self.answers[..=at].rotate_right(1);
        }
        found.is_some()
    }

    /// Keeps an answer as the last one.
    pub(crate) fn keep(&mut self, answer: Answer) {
        self.answers.truncate(KEPT - 1);
        self.answers.insert(0, answer);
    }

    /// The last answer.
    pub(crate) fn last(&self) -> Option<&Answer> {
        self.answers.first()
    }

    /// The last answer, to be completed.
    pub(crate) fn last_mut(&mut self) -> Option<&mut Answer> {
        self.answers.first_mut()
    }

    /// EvaluationOutcome of the last evaluation.
    pub(crate) fn outcome(&self) -> Option<&EvaluationOutcome> {
        self.last().map(|answer| &answer.outcome)
    }

    /// The function.
    pub(crate) fn function(&self) -> FuncId {
        self.role.function()
    }

    /// True if it is an invariant.
    pub(crate) fn is_invariant(&self) -> bool {
        matches!(self.role, Role::Invariant(_))
    }

    /// Ranges that the last evaluation read.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = Range<Address>> + '_ {
        let reads = self.last().map_or(&[][..], |answer| &answer.reads[..]);
        reads.iter().map(|&(start, bytes)| start..start + u64::from(bytes))
    }

    /// True if the last evaluation read any of these bytes; if there was none, it may.
    pub(crate) fn reads(&self, range: &Range<Address>) -> bool {
        let Some(answer) = self.last() else { return true };
        let end = |&(start, bytes): &(Address, u32)| start + u64::from(bytes);
        let first = answer.reads.partition_point(|read| end(read) <= range.start);
        answer.reads.get(first).is_some_and(|read| read.0 < range.end)
    }
}
