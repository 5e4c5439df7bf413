//! Frames and stack objects.

use heddle_program::{AllocaId, FuncId};

use crate::Machine;
use crate::codec::interner::ComponentId;
use crate::fault::Fault;
use crate::state::memory::{Address, Block, Flags, ObjectKind, bytes_taken};
use crate::state::thread::owner_of;
use crate::value::Word;

/// Frames that a thread may have. C knows no limit, but a runaway recursion
/// should end in an answer.
const MAX_FRAMES: usize = 100_000;

impl Machine<'_> {
    /// Refuses another frame if a thread's stack has no room for it.
    pub(super) fn check_depth(&self, t: usize) -> Result<(), Fault> {
        if self.state.threads[t].frames.len() >= MAX_FRAMES {
            return Err(Fault::Limit(format!("recursion deeper than {MAX_FRAMES} calls")));
        }
        Ok(())
    }

    /// Refuses another object of `size` bytes if the program's memory has no room for it.
    pub(crate) fn check_room(&self, size: u64) -> Result<(), Fault> {
        let Some(most) = self.image.options.memory else { return Ok(()) };
        match self.bytes_taken(size) > most {
            true => Err(Fault::Limit("the program's own memory exceeds the limit".to_owned())),
            false => Ok(()),
        }
    }

    /// Bytes that the machine takes for the program's memory, with `more` bytes in it. Static
    /// memory that nobody writes costs its bookkeeping only.
    pub(crate) fn bytes_taken(&self, more: u64) -> u64 {
        self.image.static_bookkeeping() + bytes_taken(self.state.memory.held() + more)
    }

    /// Takes the innermost frame off a thread's stack; `escaping` are the words
    /// that outlive it.
    pub(crate) fn pop_frame(&mut self, t: usize, escaping: &[Word]) {
        let Some(frame) = self.state.threads[t].frames.pop() else { return };
        self.end_stack_objects(t, frame.objects as usize, Some(escaping));
        self.end_scopes(t, self.state.threads[t].frames.len());
        let thread = &mut self.state.threads[t];
        thread.book.segment = ComponentId::DIRTY;
        if self.image.program.functions[frame.func].atomic {
            thread.book.atomic -= 1;
            thread.touch();
        }
    }

    /// Makes a stack object of the innermost frame.
    pub(super) fn allocate_stack(
        &mut self,
        t: usize,
        kind: ObjectKind,
        align: u32,
        block: Block,
    ) -> Result<Address, Fault> {
        let object = self.state.memory.allocate(owner_of(t), kind, align, block).map_err(|_| {
            Fault::Limit("a thread has more objects than the machine can name".into())
        })?;
        let object = self.state.memory.object(object);
        self.state.threads[t].stack_objects.push(object.key);
        Ok(object.base)
    }

    /// Makes the stack object of an alloca.
    pub(super) fn alloca(
        &mut self,
        t: usize,
        func: FuncId,
        id: AllocaId,
        count: u64,
    ) -> Result<Address, Fault> {
        let alloca = &self.image.program.functions[func].allocas[id];
        let size = alloca.size.checked_mul(count);
        let size = size.filter(|&size| size <= self.state.memory.addressing.max_size());
        let Some(size) = size else {
            return Err(Fault::Limit(format!("a stack object of {count} elements is too large")));
        };
        let align = alloca.align;
        self.check_room(size)?;
        let block = Block::undefined(size as usize, owner_of(t));
        self.allocate_stack(t, ObjectKind::Stack(func, id), align, block)
    }

    /// Ends the stack objects of a thread from the `first`-th on; `escaping` are the
    /// words that outlive them, or `None` if any slot may.
    pub(super) fn end_stack_objects(&mut self, t: usize, first: usize, escaping: Option<&[Word]>) {
        while self.state.threads[t].stack_objects.len() > first {
            let Some(key) = self.state.threads[t].stack_objects.pop() else { break };
            let base = self.state.memory.addressing.base(owner_of(t), key);
            let Some((index, _)) = self.state.memory.resolve(base) else { continue };
            let size = self.state.memory.object(index).size;
            self.end_registrations_about(&(base..base + u64::from(size)));
            let named =
                |word: &Word| self.state.memory.resolve(word.bits).is_some_and(|r| r.0 == index);
            if self.state.memory.object(index).flags.any(Flags::STORED)
                || escaping.is_none_or(|words| words.iter().any(named))
            {
                self.state.memory.bury(index);
            } else {
                // Nobody can have kept its address: no tombstone is needed.
                self.state.memory.remove(index);
            }
        }
    }

    /// True if another thread may know one of a thread's stack objects from the
    /// `first`-th on.
    pub(crate) fn has_shared_variables(&self, t: usize, first: usize) -> bool {
        let objects = self.state.threads[t].stack_objects.get(first..).unwrap_or_default();
        objects.iter().any(|&key| {
            self.is_visible_address(self.state.memory.addressing.base(owner_of(t), key))
        })
    }
}
