//! The recording of what steps do, beside the states they lead to.
//!
//! Nothing here is part of a state, and no step depends on it.

pub(crate) mod event;
pub(crate) mod noted_places;
pub(crate) mod noted_race;

use std::sync::Arc;

use crate::fault::Site;
use crate::races::SectionAccess;
use crate::state::memory::Address;
use event::{Event, Recording};
use noted_places::NotedPlaces;
use noted_race::NotedRace;

/// Records of a machine's steps.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) recording: Recording,
    /// Events since they were last taken.
    pub(crate) events: Vec<Event>,
    /// While recording: the places where objects were allocated, and freed.
    pub(crate) allocated: Vec<(Address, Site)>,
    pub(crate) freed: Vec<(Address, Site)>,
    /// Accesses that the step under way made inside an atomic section.
    pub(crate) section: Vec<SectionAccess>,
    /// True if who looks at frames looks into the C++ library, too.
    pub(crate) shows_library: bool,
    /// Number of instructions made since the start.
    pub(crate) instructions: u64,
    /// Places where runs went on in several ways, shared by all that share components.
    pub(crate) open_branches: Arc<NotedPlaces>,
    /// Places of assumptions that were not met, shared in the same way.
    pub(crate) unmet: Arc<NotedPlaces>,
    /// Places of threads that went through too many states of their own to be taken for ones that
    /// spin, shared in the same way.
    pub(crate) unfollowed: Arc<NotedPlaces>,
    /// The first data race, where nobody asked for them, shared in the same way.
    pub(crate) race: Arc<NotedRace>,
}

impl Recorder {
    /// Records these events from now on.
    pub(crate) fn start(&mut self, recording: Recording) {
        self.recording = recording;
        self.clear();
    }

    /// Forgets the events of a run.
    pub(crate) fn clear(&mut self) {
        self.events.clear();
        self.allocated.clear();
        self.freed.clear();
    }

    /// Records an access to memory, if accesses are recorded.
    #[inline]
    pub(crate) fn note_access(&mut self, event: impl FnOnce() -> Event) {
        if self.recording == Recording::All {
            self.events.push(event());
        }
    }

    /// Records an event, if any are recorded.
    pub(crate) fn note(&mut self, event: impl FnOnce() -> Event) {
        if self.recording != Recording::Off {
            self.events.push(event());
        }
    }
}
