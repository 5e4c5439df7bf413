//! Violations: findings of a run, with their places.
//!
//! In JSON a violation has its kind, detail and message spelled out beside the finding that
//! they follow from, and its place spread out over the object.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::{AccessKind, Detail, Finding, WaitsFor};
use crate::{Property, ThreadId};

/// A place in a source file. Lines and columns count from one; zero is unknown.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
pub struct Place {
    /// Path of the file, as the compiler was given it.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
    /// Function whose code this is.
    pub function: String,
}

/// A property that a run violates.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "ViolationRecord", into = "ViolationRecord")]
pub struct Violation {
    /// The thing that is wrong.
    pub finding: Finding,
    /// The place where it happened, if it has one.
    pub place: Option<Place>,
    /// The thread that did it, if one did.
    pub thread: Option<ThreadId>,
    /// Further places that belong to the story.
    pub related: Vec<Related>,
}

/// A further place of a violation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Related {
    /// The part that it plays.
    pub role: Role,
    /// The thread that was there.
    pub thread: ThreadId,
    /// The place.
    pub place: Place,
}

/// The part that a place plays in a violation.
#[derive(
    Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "role", rename_all = "kebab-case")]
pub enum Role {
    /// The other access of a race.
    OtherAccess {
        /// Its kind.
        access: AccessKind,
    },
    /// The object was allocated here.
    Allocated,
    /// The object was freed here.
    Freed,
    /// A thread waits here.
    Waits {
        /// The event that it waits for.
        waits: WaitsFor,
    },
}

impl Violation {
    /// A violation by a run or a state as a whole, without a place.
    pub fn of_run(finding: Finding) -> Violation {
        Violation { finding, place: None, thread: None, related: Vec::new() }
    }

    /// The property that is violated.
    pub fn property(&self) -> Property {
        self.finding.property()
    }

    /// The kind under which it is reported; see [`Property::kind`].
    pub fn kind(&self) -> Property {
        self.property().kind()
    }

    /// The finer kind, if it has one.
    pub fn detail(&self) -> Option<Detail> {
        self.finding.detail()
    }

    /// One sentence for a person.
    pub fn message(&self) -> String {
        self.finding.to_string()
    }
}

impl fmt::Display for Related {
    /// Writes the caption of the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Related { role, thread, place: _ } = self;
        match role {
            Role::OtherAccess { access } => {
                write!(f, "conflicts with the {access} by {thread} here")
            }
            Role::Allocated => f.write_str("allocated here"),
            Role::Freed => f.write_str("freed here"),
            Role::Waits { waits } => write!(f, "{thread} {waits}"),
        }
    }
}

/// A violation in JSON.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct ViolationRecord {
    /// Kind of the violation.
    kind: Property,
    /// Finer kind.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    detail: Option<Detail>,
    /// One sentence for a person, made of `finding`.
    message: String,
    #[serde(flatten)]
    place: Option<Place>,
    /// The thread that did it, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    thread: Option<ThreadId>,
    /// Further places that belong to the story.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    related: Vec<RelatedRecord>,
    /// The violation as data.
    finding: Finding,
}

/// A further place in JSON.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct RelatedRecord {
    /// A few words for a person, made of the other fields.
    caption: String,
    #[serde(flatten)]
    role: Role,
    /// The thread that was there.
    thread: ThreadId,
    #[serde(flatten)]
    place: Place,
}

impl From<Violation> for ViolationRecord {
    fn from(violation: Violation) -> ViolationRecord {
        let (kind, detail, message) = (violation.kind(), violation.detail(), violation.message());
        let Violation { finding, place, thread, related } = violation;
        let related = related.into_iter().map(|related| {
            let caption = related.to_string();
            let Related { role, thread, place } = related;
            RelatedRecord { caption, role, thread, place }
        });
        let related = related.collect();
        ViolationRecord { kind, detail, message, place, thread, related, finding }
    }
}

impl TryFrom<ViolationRecord> for Violation {
    type Error = String;

    fn try_from(record: ViolationRecord) -> Result<Violation, String> {
        let ViolationRecord { kind, detail, message: _, place, thread, related, finding } = record;
        let related = related.into_iter().map(|record| {
            let RelatedRecord { caption: _, role, thread, place } = record;
            Related { role, thread, place }
        });
        let violation = Violation { finding, place, thread, related: related.collect() };
        match violation.kind() == kind && violation.detail() == detail {
            true => Ok(violation),
            false => Err(format!("its kind is {kind}, but its finding is another")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Holder, HolderState, MemoryError, ObjectName, Waiting};

    fn place(line: u32) -> Place {
        Place { file: "a.c".to_owned(), line, column: 1, function: "f".to_owned() }
    }

    fn deadlock() -> Violation {
        let holder = Some(Holder { thread: ThreadId(2), state: HolderState::Exited });
        let waits = WaitsFor::Lock { object: "m".to_owned(), holder };
        let thread = ThreadId(1);
        let role = Role::Waits { waits: waits.clone() };
        let finding = Finding::Deadlock { threads: vec![Waiting { thread, waits }] };
        let related = vec![Related { role, thread, place: place(3) }];
        Violation { related, ..Violation::of_run(finding) }
    }

    fn leak() -> Violation {
        let role = Role::Allocated;
        Violation {
            finding: Finding::Leak { bytes: 8 },
            place: Some(place(9)),
            thread: Some(ThreadId(0)),
            related: vec![Related { role, thread: ThreadId(1), place: place(4) }],
        }
    }

    #[test]
    fn violations_round_trip_through_json() {
        let object = ObjectName::Variable { name: "x".to_owned(), function: None };
        let access = AccessKind::Write;
        let error =
            MemoryError::OutOfBounds { access, bytes: 4, offset: -4, object, size: u64::MAX };
        let wild = Violation { place: Some(place(1)), ..Violation::of_run(Finding::Memory(error)) };
        for violation in [deadlock(), leak(), wild] {
            let text = serde_json::to_string(&violation).unwrap();
            assert_eq!(serde_json::from_str::<Violation>(&text).unwrap(), violation, "{text}");
        }
    }

    #[test]
    fn a_leak_is_asked_for_by_name_and_reported_as_memory() {
        assert_eq!(leak().property(), Property::Leak);
        let json = serde_json::to_value(leak()).unwrap();
        assert_eq!((&json["kind"], &json["detail"]), (&"memory".into(), &"leak".into()));
        assert_eq!((&json["file"], &json["line"]), (&"a.c".into(), &9.into()));
        let related = &json["related"][0];
        assert_eq!((&related["role"], &related["thread"]), (&"allocated".into(), &1.into()));
        assert_eq!(related["caption"], "allocated here");
    }

    #[test]
    fn captions_and_messages_are_made_of_the_same_data() {
        let violation = deadlock();
        let caption = violation.related[0].to_string();
        assert_eq!(caption, "T1 waits for m, held by T2, which has exited");
        assert_eq!(violation.message(), format!("deadlock: {caption}"));
    }

    #[test]
    fn a_kind_that_is_not_that_of_the_finding_is_refused() {
        let mut json = serde_json::to_value(leak()).unwrap();
        json["kind"] = "deadlock".into();
        let error = serde_json::from_value::<Violation>(json).unwrap_err().to_string();
        assert_eq!(error, "its kind is deadlock, but its finding is another");
    }
}
