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

impl<'a> Identity<'a> {
    /// The property that is violated.
    pub fn property(&self) -> Property {
        self.property
    }

    /// The detail of the violation.
    pub fn detail(&self) -> Option<Detail> {
        self.detail
    }

    /// All places involved, sorted.
    pub fn places(&self) -> &[&'a Place] {
        &self.places
    }
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
