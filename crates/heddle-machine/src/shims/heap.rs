//! Allocation.

use heddle_model::{Allocator, Finding, FreeingCall, MemoryError, ThreadId};
use heddle_program::Origin;
use heddle_program::limits::Bytes;
use heddle_program::operation::MemoryOp;

use super::{Invocation, ShimResult};
use crate::Machine;
use crate::fault::{Fault, Site};
use crate::record::event::Event;
use crate::state::memory::{Address, Block, Flags, ObjectIndex, ObjectKind};
use crate::state::thread::heap_owner_of;

/// Most bytes of the heap that a program may hold at a time.
const MOST_HEAP_BYTES: u64 = 1 << 30;

impl Machine<'_> {
    pub(super) fn memory_alternatives(&self, op: MemoryOp) -> u32 {
        match op {
            MemoryOp::MallocMayFail => 1 + u32::from(self.image.options.malloc_may_fail),
            MemoryOp::Malloc
            | MemoryOp::New
            | MemoryOp::Free
            | MemoryOp::Delete
            | MemoryOp::IsReplaced
            | MemoryOp::ObjectSize => 1,
        }
    }

    pub(super) fn heap(
        &mut self,
        op: MemoryOp,
        call: &Invocation,
        alternative: u32,
    ) -> Result<ShimResult, Fault> {
        match op {
            MemoryOp::Malloc => {
                let (size, align) = (call.argument(0)?, call.argument(1)?);
                self.allocate_heap(call.thread, size, align, Allocator::Malloc)
            }
            MemoryOp::New => {
                let (size, align) = (call.argument(0)?, call.argument(1)?);
                let allocator = match call.int(2)? {
                    0 => Allocator::New,
                    _ => Allocator::NewArray,
                };
                self.allocate_heap(call.thread, size, align, allocator)
            }
            MemoryOp::MallocMayFail => {
                if alternative != 0 {
                    self.recorder.note(|| Event::AllocationFailed);
                }
                Ok(ShimResult::int(alternative as i32))
            }
            MemoryOp::Free => self.free(call, FreeingCall::Free),
            MemoryOp::Delete => match call.int(1)? {
                0 => self.free(call, FreeingCall::Delete),
                _ => self.free(call, FreeingCall::DeleteArray),
            },
            MemoryOp::IsReplaced => {
                let is_users = match self.function_at(call.argument(0)?) {
                    Some(ObjectKind::Function(func)) => {
                        self.image.program.functions[func].origin == Origin::User
                    }
                    _ => false,
                };
                Ok(ShimResult::int(is_users.into()))
            }
            MemoryOp::ObjectSize => {
                let object = self.heap_object(call.argument(0)?, FreeingCall::Realloc)?;
                Ok(ShimResult::word(self.state.memory.object(object).size.into()))
            }
        }
    }

    fn free(&mut self, call: &Invocation, by: FreeingCall) -> Result<ShimResult, Fault> {
        let address = call.argument(0)?;
        if address != 0 {
            let object = self.heap_object(address, by)?;
            self.note_site(call.thread, address, true);
            self.forget_regions(object);
            self.state.memory.bury(object);
        }
        Ok(ShimResult::void())
    }

    fn allocate_heap(
        &mut self,
        t: usize,
        size: u64,
        align: u64,
        allocator: Allocator,
    ) -> Result<ShimResult, Fault> {
        if size > self.state.memory.addressing.max_size() {
            return Err(Fault::Limit(format!("an allocation of {size} bytes is too large")));
        }
        if self.state.memory.held() + size > MOST_HEAP_BYTES {
            let most = Bytes(MOST_HEAP_BYTES);
            return Err(Fault::Limit(format!("the program holds more than {most} of memory")));
        }
        self.check_room(size)?;
        let block = Block::undefined(size as usize, heap_owner_of(t));
        let object = self
            .state
            .memory
            .allocate(
                heap_owner_of(t),
                ObjectKind::Heap(allocator),
                align.clamp(1, 1 << 20) as u32,
                block,
            )
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
        let thread = ThreadId(t as u32);
        let Some(place) = self.user_place(thread) else { return };
        let sites = if freed { &mut self.recorder.freed } else { &mut self.recorder.allocated };
        sites.push((address, Site { thread, place }));
    }

    /// The live heap object that begins at an address.
    fn heap_object(&self, address: Address, call: FreeingCall) -> Result<ObjectIndex, Fault> {
        let bug = |error: MemoryError, object: Option<ObjectIndex>| {
            Err(Fault::Bug { finding: Box::new(Finding::Memory(error)), object })
        };
        let Some((index, offset)) = self.state.memory.resolve(address) else {
            return bug(MemoryError::FreeOfUnknownAddress { call, address }, None);
        };
        let object = self.state.memory.object(index);
        let ObjectKind::Heap(allocator) = object.kind else {
            let object = self.name_object(index);
            return bug(MemoryError::FreeOfOther { call, object }, Some(index));
        };
        if object.flags.any(Flags::DEAD) {
            return bug(MemoryError::DoubleFree { call }, Some(index));
        }
        if offset != 0 {
            let object = self.name_object(index);
            return bug(MemoryError::FreeInside { call, offset, object }, Some(index));
        }
        if allocator != call.allocator() {
            return bug(MemoryError::MismatchedFree { call, allocator }, Some(index));
        }
        Ok(index)
    }
}
