//! Properties that can be checked, by name.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of bug that heddle looks for.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Property {
    /// `assert`, `reach_error`, `__VERIFIER_error`.
    Assertion,
    /// No thread can move and not all have exited.
    Deadlock,
    /// Two threads about to touch the same bytes, one writing, not both atomic.
    DataRace,
    /// Use after free, out of bounds, double free, null dereference.
    Memory,
    /// A run that depends on a value nobody wrote.
    Uninitialized,
    /// Signed integer overflow.
    Overflow,
    /// Integer division by zero.
    DivisionByZero,
    /// A C++ exception that no one catches.
    UncaughtException,
    /// Code that the compiler or the programmer declared unreachable.
    Unreachable,
    /// A user's invariant function that returned zero.
    Invariant,
    /// A formula of linear temporal logic.
    Ltl,
    /// Threads that run forever without progress.
    Livelock,
    /// A run that never ends.
    Termination,
    /// `abort`, or a trap.
    Crash,
    /// A synchronization object used against its contract.
    LockMisuse,
    /// Memory that is never freed, and that nothing points to any more.
    Leak,
}

use Property::{
    Assertion, Crash, DataRace, Deadlock, DivisionByZero, Invariant, Leak, Livelock, LockMisuse,
    Ltl, Memory, Overflow, Termination, UncaughtException, Uninitialized, Unreachable,
};

impl Property {
    /// Every property, in the order in which they are documented.
    pub const ALL: [Property; 16] = [
        Assertion,
        Deadlock,
        DataRace,
        Memory,
        Uninitialized,
        Overflow,
        DivisionByZero,
        UncaughtException,
        Unreachable,
        Invariant,
        Ltl,
        Livelock,
        Termination,
        Crash,
        LockMisuse,
        Leak,
    ];

    /// Name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Assertion => "assertion",
            Deadlock => "deadlock",
            DataRace => "data-race",
            Memory => "memory",
            Uninitialized => "uninitialized",
            Overflow => "overflow",
            DivisionByZero => "division-by-zero",
            UncaughtException => "uncaught-exception",
            Unreachable => "unreachable",
            Invariant => "invariant",
            Ltl => "ltl",
            Livelock => "livelock",
            Termination => "termination",
            Crash => "crash",
            LockMisuse => "lock-misuse",
            Leak => "leak",
        }
    }

    /// The kind under which violations are reported: the property itself, but `memory` for
    /// leaks. They are asked for by a name of their own, and are the detail `leak` of that
    /// kind.
    pub fn kind(self) -> Property {
        match self {
            Leak => Memory,
            Assertion | Deadlock | DataRace | Memory | Uninitialized | Overflow
            | DivisionByZero | UncaughtException | Unreachable | Invariant | Ltl | Livelock
            | Termination | Crash | LockMisuse => self,
        }
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no property.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unknown property '{name}'; valid ones are {valid}")]
pub struct ParsePropertyError {
    /// The name that was given.
    pub name: String,
    /// The valid names, separated by commas.
    pub valid: String,
}

impl FromStr for Property {
    type Err = ParsePropertyError;

    fn from_str(name: &str) -> Result<Property, ParsePropertyError> {
        Property::ALL.into_iter().find(|p| p.name() == name).ok_or_else(|| ParsePropertyError {
            name: name.to_owned(),
            valid: Property::ALL.map(Property::name).join(", "),
        })
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PropertySet {
    bits: u32,
}

impl PropertySet {
    /// No property at all.
    pub const EMPTY: PropertySet = PropertySet { bits: 0 };

    /// Every property but those that programs are rarely meant to have: that all runs end or
    /// make progress.
    pub fn all() -> PropertySet {
        let all = Property::ALL.into_iter().fold(PropertySet::EMPTY, PropertySet::with);
        all.without(Livelock).without(Termination)
    }

    /// This set and `property`.
    #[must_use]
    pub fn with(self, property: Property) -> PropertySet {
        PropertySet { bits: self.bits | 1 << property as u32 }
    }

    /// This set without `property`.
    #[must_use]
    pub fn without(self, property: Property) -> PropertySet {
        PropertySet { bits: self.bits & !(1 << property as u32) }
    }

    /// True if `property` is in the set.
    pub fn contains(self, property: Property) -> bool {
        self.bits & 1 << property as u32 != 0
    }

    /// The properties in the set, in documented order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.into_iter().filter(move |&p| self.contains(p))
    }
}

impl Default for PropertySet {
    /// The properties whose violation any user would call a bug.
    fn default() -> PropertySet {
        [
            Assertion,
            Deadlock,
            Memory,
            DivisionByZero,
            UncaughtException,
            Invariant,
            Ltl,
            Crash,
            LockMisuse,
        ]
        .into_iter()
        .fold(PropertySet::EMPTY, PropertySet::with)
    }
}

impl FromStr for PropertySet {
    type Err = ParsePropertyError;

    /// Parses a list such as `assertion,deadlock`, of properties, `all` and `default`.
    fn from_str(list: &str) -> Result<PropertySet, ParsePropertyError> {
        let mut set = PropertySet::EMPTY;
        for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            set = match name {
                "all" => PropertySet::all(),
                "default" => PropertySet { bits: set.bits | PropertySet::default().bits },
                name => set.with(name.parse().map_err(|error: ParsePropertyError| {
                    ParsePropertyError { valid: format!("{}, default, all", error.valid), ..error }
                })?),
            };
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for property in Property::ALL {
            assert_eq!(property.name().parse(), Ok(property));
        }
    }

    #[test]
    fn lists_add_up() {
        let set: PropertySet = "assertion, leak".parse().unwrap();
        assert!(set.contains(Assertion) && set.contains(Leak) && !set.contains(Deadlock));
        let set: PropertySet = "default,data-race".parse().unwrap();
        assert!(set.contains(Deadlock) && set.contains(DataRace) && !set.contains(Leak));
        assert!("al".parse::<PropertySet>().unwrap_err().to_string().contains("leak"));
    }
}
