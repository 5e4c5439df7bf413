//! Recognizing states that were never saved, without saving them.
//!
//! Components stay for ever, so a state that is saved only to be looked up leaves what it
//! consists of behind. But a state of which some component is not in the table is none that was
//! saved. After a long [stretch](crate::reduction::stretch) that is so nearly always, and shows at
//! the first component that is looked up.

use crate::Machine;
use crate::codec::Codec;
use crate::codec::interner::ComponentId;
use crate::codec::save::{put_frame, put_header, put_page};
use crate::image::Image;
use crate::state::State;
use crate::state::memory::table::DATA_BLOCK;
use crate::state::memory::{Memory, ObjectIndex, Owner};
use crate::state::thread::{heap_owner_of, owner_of};

impl Machine<'_> {
    /// True if a component of the loaded state is not in the table. If it is false, all of them
    /// are likely to be.
    pub(crate) fn has_unknown_component(&mut self) -> bool {
        let Machine { image, state, codec, .. } = self;
        codec.has_unknown_static(&mut state.memory)
            || (0..state.threads.len()).any(|t| codec.has_unknown_frame(image, state, t))
            || (0..state.threads.len()).any(|t| {
                [owner_of(t), heap_owner_of(t)]
                    .into_iter()
                    .any(|owner| codec.has_unknown_object(&state.memory, owner))
            })
            || codec.has_unknown_object(&state.memory, Owner::HEAP)
    }
}

impl Codec {
    /// Looks up static pages. Those that are known need not be looked up again.
    fn has_unknown_static(&mut self, memory: &mut Memory) -> bool {
        let mut touched = memory.take_touched();
        while let Some(&page) = touched.last() {
            let page = page as usize;
            if memory.block(DATA_BLOCK).pages[page].id == ComponentId::DIRTY {
                self.scratch.clear();
                put_page(memory.block(DATA_BLOCK), page, &mut self.scratch);
                let Some(id) = self.interner.find(&self.scratch) else { break };
                memory.block_mut(DATA_BLOCK).pages[page].id = id;
            }
            self.statics.forget(page);
            touched.pop();
        }
        let is_unknown = !touched.is_empty();
        memory.keep_touched(touched);
        is_unknown
    }

    /// Looks up the frames that call of a thread that has changed.
    fn has_unknown_frame(&mut self, image: &Image<'_>, state: &State, t: usize) -> bool {
        if state.threads.book(t).segment != ComponentId::DIRTY {
            return false;
        }
        let thread = &state.threads[t];
        let callers = thread.frames.len().saturating_sub(1);
        (0..callers).rev().filter(|&depth| thread.frames[depth].id == ComponentId::DIRTY).any(
            |depth| {
                self.scratch.clear();
                put_frame(image, thread, depth, &mut self.scratch);
                self.interner.find(&self.scratch).is_none()
            },
        )
    }

    /// Looks up the pages of an owner's objects.
    fn has_unknown_object(&mut self, memory: &Memory, owner: Owner) -> bool {
        memory.has_changed(owner)
            && memory.objects_of(owner).any(|index| self.has_unknown_page(memory, index))
    }

    fn has_unknown_page(&mut self, memory: &Memory, index: ObjectIndex) -> bool {
        let object = memory.object(index);
        let block = memory.block(object.block);
        (0..block.pages.len()).filter(|&page| block.pages[page].id == ComponentId::DIRTY).any(
            |page| {
                self.scratch.clear();
                if page == 0 {
                    put_header(object, &mut self.scratch);
                }
                put_page(block, page, &mut self.scratch);
                self.interner.find(&self.scratch).is_none()
            },
        )
    }
}
