//! Threads, internal actions, choices and schedules.
//!
//! A step is made by an [`Actor`]: a thread of the checked program, or an internal action of
//! the system itself (a store buffer that drains, a timer that fires). Both are chosen in the
//! same way, so that whatever holds choices need not tell them apart.
//!
//! An actor is one word, whose highest bit says of which kind it is: searches keep many, and
//! compare them all the time. A choice takes 8 bytes.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A thread of the checked program, numbered in order of creation; `0` is main.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);

    /// The thread's number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T{}", self.0)
    }
}

/// An internal action of a system, numbered from zero.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct InternalId(pub u32);

impl InternalId {
    /// The action's number as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for InternalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal action {}", self.0)
    }
}

/// The maker of a step. Threads come before internal actions, each by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Actor(u32);

/// The kinds of actors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ActorKind {
    /// A thread of the program.
    Thread(ThreadId),
    /// The system itself.
    Internal(InternalId),
}

impl Actor {
    /// The kind, with the number.
    #[inline]
    pub fn kind(self) -> ActorKind {
        match self.0 & INTERNAL {
            0 => ActorKind::Thread(ThreadId(self.0)),
            _ => ActorKind::Internal(InternalId(self.0 & !INTERNAL)),
        }
    }

    /// The thread, if it is one.
    #[inline]
    pub fn thread(self) -> Option<ThreadId> {
        match self.kind() {
            ActorKind::Thread(thread) => Some(thread),
            ActorKind::Internal(_) => None,
        }
    }
}

/// # Panics
/// If the thread's number is 2^31 or more.
impl From<ThreadId> for Actor {
    #[inline]
    fn from(thread: ThreadId) -> Actor {
        assert!(thread.0 < INTERNAL, "there should be fewer than 2^31 actors of a kind");
        Actor(thread.0)
    }
}

/// # Panics
/// If the action's number is 2^31 or more.
impl From<InternalId> for Actor {
    #[inline]
    fn from(action: InternalId) -> Actor {
        assert!(action.0 < INTERNAL, "there should be fewer than 2^31 actors of a kind");
        Actor(action.0 | INTERNAL)
    }
}

impl fmt::Debug for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ActorKind::Thread(thread) => thread.fmt(f),
            ActorKind::Internal(action) => action.fmt(f),
        }
    }
}

/// One decision: an actor makes its next step, taking one of its alternatives (`0` where
/// there is only one).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice {
    /// The maker of the step.
    actor: Actor,
    /// The alternative: the value of a nondeterministic choice, the waiter that a
    /// signal wakes, success or failure of an allocation.
    pub alternative: u32,
}

/// Bit of an [`Actor`] that is set for internal actions.
const INTERNAL: u32 = 1 << 31;

const _: () = assert!(size_of::<Choice>() == 8);

impl Choice {
    /// The choice of an alternative of an actor's next step.
    ///
    /// # Panics
    /// If the number of the thread or action is 2^31 or more.
    #[inline]
    pub fn new(actor: impl Into<Actor>, alternative: u32) -> Choice {
        Choice { actor: actor.into(), alternative }
    }

    /// The choice of the only alternative of an actor's next step.
    #[inline]
    pub fn of(actor: impl Into<Actor>) -> Choice {
        Choice::new(actor, 0)
    }

    /// The maker of the step.
    #[inline]
    pub fn actor(self) -> Actor {
        self.actor
    }

    /// The thread that makes the step, if one does.
    #[inline]
    pub fn thread(self) -> Option<ThreadId> {
        self.actor().thread()
    }

    /// Two words that stand for the choice, for files.
    pub fn to_words(self) -> [u32; 2] {
        [self.actor.0, self.alternative]
    }

    /// The choice that two words stand for.
    pub fn from_words([actor, alternative]: [u32; 2]) -> Choice {
        Choice { actor: Actor(actor), alternative }
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.actor(), self.alternative)
    }
}

/// The actor of a choice: the number of a thread, or that of an internal action.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum ActorForm {
    /// A thread.
    Thread(u32),
    /// An internal action of the system.
    Internal {
        /// Its number.
        internal: u32,
    },
}

impl JsonSchema for Choice {
    fn schema_name() -> Cow<'static, str> {
        "Choice".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <(ActorForm, u32)>::json_schema(generator)
    }
}

impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let actor = match self.actor.kind() {
            ActorKind::Thread(ThreadId(number)) => ActorForm::Thread(number),
            ActorKind::Internal(InternalId(internal)) => ActorForm::Internal { internal },
        };
        (actor, self.alternative).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Choice, D::Error> {
        let (actor, alternative) = <(ActorForm, u32)>::deserialize(deserializer)?;
        let (number, kind) = match actor {
            ActorForm::Thread(number) => (number, 0),
            ActorForm::Internal { internal } => (internal, INTERNAL),
        };
        match number < INTERNAL {
            true => Ok(Choice { actor: Actor(number | kind), alternative }),
            false => Err(de::Error::custom(format!("there is no actor {number}"))),
        }
    }
}

/// All decisions of one run, in order. Replaying it reproduces the run.
///
/// Serialized, it is a list of pairs of an actor and an alternative.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Schedule(pub Vec<Choice>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_come_before_internal_actions() {
        let choices = [
            Choice::of(ThreadId(0)),
            Choice::new(ThreadId(0), 1),
            Choice::of(ThreadId(INTERNAL - 1)),
            Choice::of(InternalId(0)),
            Choice::new(InternalId(0), 2),
            Choice::of(InternalId(1)),
        ];
        assert!(choices.is_sorted());
        assert!(choices.iter().map(|choice| (choice.actor(), choice.alternative)).is_sorted());
        assert!(choices.iter().all(|&choice| Choice::from_words(choice.to_words()) == choice));
    }

    #[test]
    fn a_schedule_is_pairs() {
        let schedule = Schedule(vec![
            Choice::new(ThreadId(3), 1),
            Choice::of(ThreadId(0)),
            Choice::of(InternalId(2)),
        ]);
        let text = serde_json::to_string(&schedule).expect("a schedule can be written");
        assert_eq!(text, r#"[[3,1],[0,0],[{"internal":2},0]]"#);
        assert_eq!(serde_json::from_str::<Schedule>(&text).expect("and read"), schedule);
    }

    #[test]
    fn numbers_that_no_actor_can_have_are_refused() {
        for text in ["[[2147483648,0]]", r#"[[{"internal":4294967295},0]]"#, "[[-1,0]]", "[[0]]"] {
            assert!(serde_json::from_str::<Schedule>(text).is_err(), "{text}");
        }
    }
}
