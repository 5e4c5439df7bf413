//! Allocation.

use heddle_model::Property;

use super::{Invocation, Shim, ShimResult};
use crate::Machine;
use crate::fault::Fault;
use crate::state::memory::{Address, Block, Flags, ObjectIndex, ObjectKind};
use crate::state::thread::heap_owner_of;

/// Most memory that a program may hold at a time.
const MOST_HELD: u64 = 1 << 30;

impl Machine<'_> {
    pub(super) fn heap(&mut self, shim: Shim, call: &Invocation) -> Result<ShimResult, Fault> {
        match shim {
            Shim::Malloc => {
                let (size, align) = (call.argument(0)?, call.argument(1)?);
                self.allocate_heap(call.thread, size, align)
            }
            Shim::Free => {
                let address = call.argument(0)?;
                if address != 0 {
                    let object = self.heap_object(address, "free")?;
                    self.note_site(call.thread, address, true);
                    self.forget_regions(object);
                    self.bury(object);
                }
                Ok(ShimResult::void())
            }
            _ => {
                let object = self.heap_object(call.argument(0)?, "realloc")?;
                Ok(ShimResult::word(self.state.memory.object(object).size.into()))
            }
        }
    }

    fn allocate_heap(&mut self, t: usize, size: u64, align: u64) -> Result<ShimResult, Fault> {
        if size > self.state.memory.addressing.max_size() {
            return Err(Fault::Limit(format!("an allocation of {size} bytes is too large")));
        }
        if self.state.memory.held() + size > MOST_HELD {
            return Err(Fault::Limit("the program holds more than 1 GiB of memory".to_owned()));
        }
        let block = Block::undefined(size as usize, heap_owner_of(t));
        let object = self
            .state
            .memory
            .allocate(heap_owner_of(t), ObjectKind::Heap, align.clamp(1, 1 << 20) as u32, block)
            .map_err(|_| {
                Fault::Limit("a thread has more objects than the machine can name".into())
            })?;
        let base = self.state.memory.object(object).base;
        self.note_site(t, base, false);
        Ok(ShimResult::word(base))
    }

    /// While recording: remembers where an object was allocated or freed.
    fn note_site(&mut self, t: usize, address: Address, freed: bool) {
        if self.recorder.recording != crate::record::event::Recording::All {
            return;
        }
        let Some(place) = self.user_place(heddle_model::ThreadId(t as u32)) else { return };
        let sites = if freed { &mut self.recorder.freed } else { &mut self.recorder.allocated };
        sites.push((address, place));
    }

    /// The live heap object that begins at an address.
    fn heap_object(&self, address: Address, what: &str) -> Result<ObjectIndex, Fault> {
        let bug = |detail: &'static str, message: String, object: Option<ObjectIndex>| Fault::Bug {
            kind: Property::Memory,
            detail: Some(detail),
            message,
            object,
        };
        let Some((index, offset)) = self.state.memory.resolve(address) else {
            let message = format!("{what} of {address:#x}, which is not the address of any object");
            return Err(bug("invalid-free", message, None));
        };
        let object = self.state.memory.object(index);
        let name = self.describe_object(index);
        if object.kind != ObjectKind::Heap {
            let message = format!("{what} of {name}, which was not allocated");
            return Err(bug("invalid-free", message, Some(index)));
        }
        if object.flags.any(Flags::DEAD) {
            let message = format!("{what} of a heap object that was already freed");
            return Err(bug("double-free", message, Some(index)));
        }
        if offset != 0 {
            let message = format!("{what} of an address at offset {offset} of {name}");
            return Err(bug("invalid-free", message, Some(index)));
        }
        Ok(index)
    }
}
