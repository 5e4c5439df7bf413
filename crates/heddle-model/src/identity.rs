//! The one definition of "the same bug".

use smallvec::SmallVec;

use crate::{Detail, Place, Property, Related, Role, ThreadId, Violation};

/// The part of a violation that makes it a bug of its own: two violations are the same bug if
/// their identities are equal.
///
/// That is so if property, detail and all places involved agree: messages may name
/// values, and the two accesses of a race may be told in either order. The
/// thread does not matter, unless there is no place to go by: ten
/// workers that fail in the same line are one bug. Nor does it matter where memory came
/// from: that is known only of a run that is recorded.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Identity<'a> {
    property: Property,
    detail: Option<Detail>,
    places: SmallVec<[&'a Place; 8]>,
    thread: Option<ThreadId>,
}

impl Related {
    /// True if something goes wrong at this place, too; false if it only belongs to the story.
    fn is_involved(&self) -> bool {
        match self.role {
            Role::OtherAccess { .. } | Role::Waits { .. } => true,
            Role::Allocated | Role::Freed => false,
        }
    }
}

impl Violation {
    /// The bug that the violation shows.
    pub fn identity(&self) -> Identity<'_> {
        let Violation { finding, place, thread, related } = self;
        let mut places: SmallVec<[&Place; 8]> = place.iter().collect();
        places.extend(related.iter().filter(|related| related.is_involved()).map(|it| &it.place));
        places.sort_unstable();
        let thread = thread.filter(|_| places.is_empty());
        Identity { property: finding.property(), detail: finding.detail(), places, thread }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AccessKind, Finding, MemoryError, RacingAccess};

    fn is_same(one: &Violation, other: &Violation) -> bool {
        one.identity() == other.identity()
    }

    fn place(line: u32) -> Place {
        Place { file: "a.c".to_owned(), line, column: 1, function: "f".to_owned() }
    }

    /// A race of two threads between two lines, as told by the first.
    fn race(thread: u32, line: u32, other: u32) -> Violation {
        let access = |thread, access| RacingAccess { thread, access, line: Some(line) };
        let (thread, second) = (ThreadId(thread), ThreadId(thread + 1));
        let role = Role::OtherAccess { access: AccessKind::Read };
        Violation {
            finding: Finding::DataRace {
                first: access(thread, AccessKind::Write),
                second: access(second, AccessKind::Read),
                object: "x".to_owned(),
            },
            place: Some(place(line)),
            thread: Some(thread),
            related: vec![Related { role, thread: second, place: place(other) }],
        }
    }

    #[test]
    fn a_bug_is_its_kind_and_places() {
        assert!(is_same(&race(1, 10, 20), &race(2, 10, 20)));
        assert!(is_same(&race(1, 10, 20), &race(2, 20, 10)));
        assert!(!is_same(&race(1, 10, 20), &race(1, 10, 30)));
        assert!(!is_same(&race(1, 10, 20), &race(1, 10, 10)));
        let with = |finding| Violation { finding, ..race(1, 10, 20) };
        let wild = with(Finding::Memory(MemoryError::UninitializedPointer));
        assert!(!is_same(&race(1, 10, 20), &wild));
        let copy = with(Finding::Memory(MemoryError::OverlappingCopy { bytes: 8 }));
        assert!(!is_same(&wild, &copy), "details differ");
        let label = with(Finding::Memory(MemoryError::UnknownLabel));
        assert!(is_same(&wild, &label), "kind and detail are the same");
    }

    #[test]
    fn where_memory_came_from_does_not_matter() {
        let freed = Related { role: Role::Freed, thread: ThreadId(2), place: place(30) };
        let mut told = race(1, 10, 20);
        told.related.push(freed);
        assert!(is_same(&told, &race(1, 10, 20)));
    }

    #[test]
    fn without_a_place_the_thread_tells_bugs_apart() {
        let nowhere = |thread| Violation { place: None, related: Vec::new(), ..race(thread, 1, 1) };
        assert!(is_same(&nowhere(1), &nowhere(1)));
        assert!(!is_same(&nowhere(1), &nowhere(2)));
    }
}
