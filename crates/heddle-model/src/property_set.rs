//! Sets of properties, and how they are written.

use std::str::FromStr;

use crate::Property;
use crate::finding::NamedSet;

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
        let found = Property::ALL.iter().copied().find(|property| property.name() == name);
        found.ok_or_else(|| {
            let valid: Vec<&str> = Property::ALL.iter().map(|property| property.name()).collect();
            ParsePropertyError { name: name.to_owned(), valid: valid.join(", ") }
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
        PropertySet::up_to(NamedSet::All)
    }

    /// The properties of a set with a name.
    fn up_to(set: NamedSet) -> PropertySet {
        let members = Property::ALL.iter().filter(|property| property.set() <= set);
        members.fold(PropertySet::EMPTY, |all, &property| all.with(property))
    }

    /// This set and `property`.
    #[must_use]
    pub fn with(self, property: Property) -> PropertySet {
        PropertySet { bits: self.bits | 1 << property as u32 }
    }

    /// The properties that are in either set.
    #[must_use]
    fn union(self, other: PropertySet) -> PropertySet {
        PropertySet { bits: self.bits | other.bits }
    }

    /// This set without `property`.
    #[must_use]
    pub fn without(self, property: Property) -> PropertySet {
        PropertySet { bits: self.bits & !(1 << property as u32) }
    }

    /// True if `property` is in the set, by itself or as a part of another.
    pub fn contains(self, property: Property) -> bool {
        self.names(property) || property.part_of().is_some_and(|whole| self.names(whole))
    }

    /// True if `property` is in the set by itself.
    fn names(self, property: Property) -> bool {
        self.bits & 1 << property as u32 != 0
    }

    /// The properties in the set by themselves, in documented order.
    pub fn iter(self) -> impl Iterator<Item = Property> {
        Property::ALL.iter().copied().filter(move |&property| self.names(property))
    }
}

impl Default for PropertySet {
    /// The properties whose violation any user would call a bug.
    fn default() -> PropertySet {
        PropertySet::up_to(NamedSet::Default)
    }
}

impl FromStr for PropertySet {
    type Err = ParsePropertyError;

    /// Parses a list such as `assertion,deadlock`, of properties, `all` and `default`.
    fn from_str(list: &str) -> Result<PropertySet, ParsePropertyError> {
        let mut set = PropertySet::EMPTY;
        for name in list.split(',').map(str::trim).filter(|n| !n.is_empty()) {
            set = match name {
                "all" => set.union(PropertySet::all()),
                "default" => set.union(PropertySet::default()),
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
    use crate::Property::{Assertion, DataRace, Deadlock, Leak, Livelock};

    #[test]
    fn names_round_trip() {
        for property in Property::ALL {
            assert_eq!(property.name().parse(), Ok(*property));
        }
    }

    #[test]
    fn lists_add_up() {
        let set: PropertySet = "assertion, leak".parse().unwrap();
        assert!(set.contains(Assertion) && set.contains(Leak) && !set.contains(Deadlock));
        let set: PropertySet = "default,data-race".parse().unwrap();
        assert!(set.contains(Deadlock) && set.contains(DataRace) && !set.contains(Leak));
        let set: PropertySet = "all".parse().unwrap();
        assert!(set.contains(Leak) && set.contains(Assertion) && !set.contains(Livelock));
        let set: PropertySet = "livelock,all".parse().unwrap();
        assert!(set.contains(Leak) && set.contains(Livelock));
        assert!("al".parse::<PropertySet>().unwrap_err().to_string().contains("leak"));
    }
}
