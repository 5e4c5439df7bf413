//! States as rows of components: the tables and buffers for saving and loading them.
//!
//! The ids here are those of the loaded state's components, as far as they are known:
//! [`ComponentId::DIRTY`] marks a component that has changed since.

pub(crate) mod interner;
pub(crate) mod load;
mod news;
pub(crate) mod save;
pub(crate) mod statics;

use crate::state::memory::ObjectIndex;
use interner::{ComponentId, Interner};
use statics::StaticTree;

/// Saves states and loads them.
pub(crate) struct Codec {
    /// The components, which siblings share.
    pub(crate) interner: Interner,
    /// Components of static memory.
    pub(crate) statics: StaticTree,
    /// Component of the heap that belongs to no thread.
    pub(crate) heap: ComponentId,
    /// The initial state, once it was saved.
    pub(crate) initial: Vec<u32>,
    /// Buffers for making components, and for going through components and objects.
    pub(crate) scratch: Vec<u8>,
    pub(crate) scratch_ids: Vec<ComponentId>,
    pub(crate) scratch_objects: Vec<ObjectIndex>,
}

impl Codec {
    /// A codec that keeps its components there, and has saved nothing yet.
    pub(crate) fn new(interner: Interner) -> Codec {
        Codec {
            interner,
            statics: StaticTree::default(),
            heap: ComponentId::DIRTY,
            initial: Vec::new(),
            scratch: Vec::new(),
            scratch_ids: Vec::new(),
            scratch_objects: Vec::new(),
        }
    }
}
