//! Looking at the loaded state from outside: what traces and debuggers need.

use heddle_model::{SyncKind, ThreadId};
use heddle_program::{DebugType, DebugTypeId, GlobalId, Op, Origin, Slot};

use crate::Machine;
use crate::state::memory::{Access, Address, Flags, ObjectIndex, ObjectKind};
use crate::value::Word;

/// An object, for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectView {
    /// Address of its first byte.
    pub base: Address,
    /// Its size.
    pub size: u32,
    /// Offset of the address that was asked for.
    pub offset: i64,
    /// In words: `variable 'x'`, `a heap object`.
    pub description: String,
    /// Its type in the source, if it has one.
    pub ty: Option<DebugTypeId>,
    /// True if its life is over.
    pub dead: bool,
    /// True if more than one thread may know its address.
    pub shared: bool,
    /// The function, if it is one.
    pub function: Option<String>,
    /// The variable's name, if it is a variable.
    pub name: Option<String>,
    /// The function whose local variable it is.
    pub local_of: Option<String>,
    /// True if it came from `malloc` or its kin.
    pub heap: bool,
    /// True if it must not be written.
    pub constant: bool,
    /// True if heddle's runtime keeps it, not the program.
    pub runtime: bool,
}

impl Machine<'_> {
    /// The object that an address names.
    pub fn object_at(&self, address: Address) -> Option<ObjectView> {
        let (index, offset) = self.state.memory.resolve(address)?;
        let object = self.state.memory.object(index);
        let function = match object.kind {
            ObjectKind::Function(func) => {
                Some(self.image.program.functions[func].source_name.clone())
            }
            ObjectKind::Extern(id) => Some(self.image.program.externs[id].name.clone()),
            _ => None,
        };
        let functions = &self.image.program.functions;
        let (local_of, origin) = match object.kind {
            ObjectKind::Stack(func, _) => {
                (Some(functions[func].source_name.clone()), functions[func].origin)
            }
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(global) => {
                (None, self.image.program.globals[global].origin)
            }
            ObjectKind::VarArgs => (None, Origin::Runtime),
            _ => (None, Origin::User),
        };
        Some(ObjectView {
            base: object.base,
            size: object.size,
            offset,
            description: self.name_object(index).to_string(),
            ty: self.object_type(index),
            dead: object.is_dead(),
            shared: object.is_visible(),
            function,
            name: self.object_name(index),
            local_of,
            heap: object.kind.is_heap(),
            constant: object.flags.any(Flags::CONSTANT),
            runtime: origin != Origin::User,
        })
    }

    pub(crate) fn object_name(&self, index: ObjectIndex) -> Option<String> {
        match self.state.memory.object(index).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(global) => {
                Some(self.image.program.globals[global].readable_name())
            }
            ObjectKind::Stack(func, alloca) => {
                self.image.program.functions[func].allocas[alloca].name.clone()
            }
            _ => None,
        }
    }

    /// Address ranges, as `(address, bytes)`, that a thread's next instruction writes.
    pub fn next_writes(&self, thread: ThreadId) -> Vec<(Address, u64)> {
        let accesses = self.pending_accesses(thread);
        accesses.iter().filter_map(|access| access.written()).collect()
    }

    /// The thread that holds the lock of a kind at an address; none if it has no holder that is
    /// known.
    pub fn lock_holder(&self, lock: SyncKind, address: Address) -> Option<ThreadId> {
        self.holder(lock, address).map(|t| ThreadId(t as u32))
    }

    fn object_type(&self, index: ObjectIndex) -> Option<DebugTypeId> {
        match self.state.memory.object(index).kind {
            ObjectKind::Global(global) | ObjectKind::ThreadLocal(global) => {
                self.image.program.globals[global].ty
            }
            ObjectKind::Stack(func, alloca) => {
                self.image.program.functions[func].allocas[alloca].ty
            }
            _ => None,
        }
    }

    /// Bytes of memory and their undefined bits, if they may be read.
    pub fn memory_at(&self, address: Address, len: usize) -> Option<(Vec<u8>, Vec<u8>)> {
        let access = Access::inspection(address, len as u64);
        let range = self.state.memory.check(access).ok()?;
        let (data, undef) = self.state.memory.read_bytes(access, &range);
        Some((data.to_vec(), undef.map_or_else(|| vec![0; len], <[u8]>::to_vec)))
    }

    /// A slot of a thread's frame; the outermost frame has depth zero.
    pub fn slot_at(
        &self,
        thread: heddle_model::ThreadId,
        depth: usize,
        slot: Slot,
    ) -> Option<Word> {
        let thread = &self.state.threads[thread.index()];
        let frame = thread.frames.get(depth)?;
        thread.stack.get(frame.base as usize + slot.index()).copied()
    }

    /// True if a thread is in an atomic section.
    pub fn is_thread_in_section(&self, thread: ThreadId) -> bool {
        self.state.threads.book(thread.index()).atomic != 0
    }

    /// True if the next instruction of a thread marks where a variable begins or ends, which is
    /// nothing that a line of its source does.
    pub fn is_at_scope_marker(&self, thread: ThreadId) -> bool {
        let frame = self.state.threads[thread.index()].frames.last();
        let op = frame.map(|frame| {
            let function = &self.image.program.functions[frame.func];
            function.code[frame.pc as usize]
        });
        matches!(op, Some(Op::LifetimeStart { .. } | Op::LifetimeEnd { .. }))
    }

    /// If a thread has just entered a function: undefines the slots of its frame that
    /// nobody wrote yet. The run cannot tell, since they are dead, but whoever shows
    /// variables would find what an earlier call left there.
    pub fn forget_stale_slots(&mut self, thread: ThreadId) {
        let state = &mut self.state.threads[thread.index()];
        let Some(frame) = state.frames.last().filter(|frame| frame.pc == 0) else { return };
        let function = &self.image.program.functions[frame.func];
        let live = function.live_sets.slots(function.live[0]);
        let params: u32 = function.params.iter().map(|param| param.slots).sum();
        let constants = function.slots - function.constants.len() as u32;
        for slot in (params..constants).map(Slot).filter(|slot| !live.contains(*slot)) {
            state.stack[frame.base as usize + slot.index()] = Word::uninitialized(64);
        }
    }

    /// Address of a global variable that is not thread-local.
    pub fn global_address(&self, global: GlobalId) -> Address {
        self.image.global_bases[global]
    }

    /// True if other threads could notice what is at an address.
    pub fn is_shared(&self, address: Address) -> bool {
        self.is_visible_address(address)
    }

    /// Size of a pointer in bytes.
    pub fn pointer_bytes(&self) -> usize {
        self.state.memory.addressing.pointer_bytes()
    }

    /// An object, or the part of it at an offset, in words: `forks[2]`, `account.lock`.
    pub(crate) fn describe_part(&self, index: ObjectIndex, offset: i64) -> String {
        let object = self.state.memory.object(index);
        match (self.object_name(index), self.object_type(index)) {
            (Some(name), Some(ty)) if offset >= 0 => {
                format!("{name}{}", self.path(ty, offset as u64))
            }
            (Some(name), _) if offset == 0 => name,
            (Some(name), _) => format!("{name} at offset {offset}"),
            (None, _) if object.flags.any(Flags::DEAD) => "a freed heap object".to_owned(),
            (None, _) if offset == 0 => self.name_object(index).to_string(),
            (None, _) => format!("{} at offset {offset}", self.name_object(index)),
        }
    }

    /// The path from a type to what is at an offset in it: `[2].lock`. Types whose
    /// content is nobody's business (those of the threads library) are not entered.
    fn path(&self, ty: DebugTypeId, offset: u64) -> String {
        let types = &self.image.program.source.types;
        match &types[ty] {
            DebugType::Typedef { name, .. } if name.starts_with("pthread_") || name == "sem_t" => {
                String::new()
            }
            DebugType::Typedef { of, .. } | DebugType::Qualified { of, .. } => {
                self.path(*of, offset)
            }
            DebugType::Array { element, .. } => {
                let size = self.type_bits(*element) / 8;
                if size == 0 {
                    return String::new();
                }
                format!("[{}]{}", offset / size, self.path(*element, offset % size))
            }
            // The members of the library's classes are its own.
            DebugType::Record { name, .. } if name.starts_with("std::") => String::new(),
            DebugType::Record { members, keyword, .. } if *keyword != "union" => {
                let member = members.iter().rev().find(|member| member.bit_offset <= offset * 8);
                match member {
                    Some(member) => {
                        let rest = self.path(member.ty, offset - member.bit_offset / 8);
                        match member.name.as_str() {
                            "<base>" => rest,
                            name => format!(".{name}{rest}"),
                        }
                    }
                    None => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    /// Size of a type in bits; zero if it is not known.
    pub fn type_bits(&self, ty: DebugTypeId) -> u64 {
        match &self.image.program.source.types[ty] {
            DebugType::Void | DebugType::Function => 0,
            DebugType::Basic { bits, .. }
            | DebugType::Record { bits, .. }
            | DebugType::Enum { bits, .. } => *bits,
            DebugType::Pointer { .. } => self.pointer_bytes() as u64 * 8,
            DebugType::Typedef { of, .. } | DebugType::Qualified { of, .. } => self.type_bits(*of),
            DebugType::Array { element, count } => {
                self.type_bits(*element).saturating_mul(count.unwrap_or(0))
            }
        }
    }
}
