//! Stack objects, thread-local variables, variable arguments.

use heddle_model::{Property, Unknown, UnknownKind};
use heddle_program::limits::Bytes;
use heddle_program::{Alloca, AllocaId, Const, GlobalId, Op};

use super::access::{AccessKind, to_bytes};
use super::bulk::CopyMode;
use super::{Done, Executor, Halt, Here};
use crate::symbolic::memory::{Addressing, Content, ObjectId, ObjectKind};
use crate::symbolic::names::{ObjectOrigin, OutOfNumbers, Shape};
use crate::symbolic::path::{Path, World};
use crate::symbolic::value::Value;
use crate::term::Term;

/// Bytes of a `va_list`.
fn va_list_bytes(addressing: Addressing) -> u64 {
    match addressing {
        Addressing::Numbered => 24,
        Addressing::Flat => 4,
    }
}

impl<'p> Executor<'p, '_> {
    /// The address of an object's first byte.
    pub(super) fn address_of(&mut self, object: ObjectId) -> Value {
        Value::constant(&mut self.out.terms, self.names.base(object))
    }

    /// The content of a constant slot.
    pub(super) fn constant(&mut self, constant: Const) -> Value {
        let number = self.constant_bits(constant);
        match number {
            Some(bits) => Value::constant(&mut self.out.terms, bits),
            None => Value::undefined(&mut self.out.terms),
        }
    }

    /// The bits of a constant, if it has any.
    pub(super) fn constant_bits(&self, constant: Const) -> Option<u64> {
        let base = |origin: &ObjectOrigin| {
            self.names.known_object(origin).map_or(0, |object| self.names.base(object))
        };
        let add = |base: u64, offset: u64| self.addressing().add(base, offset);
        Some(match constant {
            Const::Bits(bits) => bits,
            Const::Global(id, offset) => add(base(&ObjectOrigin::Global(id)), offset as u64),
            Const::Function(id) => base(&ObjectOrigin::Function(id)),
            Const::BesideFunction(id, offset) => {
                add(base(&ObjectOrigin::Function(id)), offset as u64)
            }
            Const::Extern(id) => base(&ObjectOrigin::Extern(id)),
            Const::Label(id, label) => add(base(&ObjectOrigin::Function(id)), u64::from(label) + 1),
            Const::Undef => return None,
        })
    }

    /// Makes an object that nobody wrote yet.
    pub(super) fn make(
        &mut self,
        world: &mut World,
        here: &Here<'_, 'p>,
        number: u32,
        kind: ObjectKind,
        align: u32,
        content: Content,
    ) -> Done<ObjectId> {
        let origin = ObjectOrigin::Made(here.site(), number, content.size());
        let shape = Shape { kind, size: content.size(), align, constant: false };
        let object = self.names.object(self.thread, origin, shape);
        let object = object.map_err(|error| self.out_of_numbers(error))?;
        if world.is_alone {
            self.born_alone.insert(object);
        } else {
            self.learned.make(object, self.thread);
        }
        world.memory.begin(&mut self.out.terms, Term::TRUE, object, content);
        Ok(object)
    }

    pub(super) fn out_of_numbers(&self, _error: OutOfNumbers) -> Halt {
        let reason = "a thread has more objects than the engine can name".to_owned();
        let unknown = Unknown { kind: UnknownKind::Limit, reason, place: self.place() };
        Box::new(unknown.into())
    }

    /// Ends the lives of objects as a call ends.
    pub(super) fn end_objects(&mut self, world: &mut World, objects: &[ObjectId]) {
        let kind = AccessKind::SILENT_WRITE;
        for &object in objects {
            self.end_object(world, Term::TRUE, object, kind);
        }
        self.close_access(world);
    }

    /// Executes an instruction on stack objects and the like.
    pub(super) fn stack_op(&mut self, here: &Here<'_, 'p>, path: &mut Path, op: Op) -> Done<()> {
        match op {
            Op::Alloca { dst, id } => {
                path.slots[dst.index()] = self.allocate(here, path, id, 1)?;
            }
            Op::AllocaMany { width, dst, id, count } => {
                let count = path.slots[count.index()];
                let undefined = count.has_undefined(&mut self.out.terms);
                self.fault(&mut path.world, Property::Uninitialized, undefined);
                let count = self.out.terms.extract(count.bits, 0, width.into());
                let Some(count) = self.out.terms.value(count) else {
                    self.refuse(&mut path.world, "an array whose length is not known");
                    return Ok(());
                };
                path.slots[dst.index()] = self.allocate(here, path, id, count)?;
            }
            Op::StackSave { dst } => {
                let depth = path.world.objects.len() as u64;
                path.slots[dst.index()] = Value::constant(&mut self.out.terms, depth);
            }
            Op::StackRestore { src } => {
                let depth = self.out.terms.value(path.slots[src.index()].bits);
                let Some(depth) = depth.filter(|&depth| depth <= path.world.objects.len() as u128)
                else {
                    self.refuse(&mut path.world, "the end of an array on a path that met others");
                    return Ok(());
                };
                let ended = path.world.objects.split_off(depth as usize);
                self.end_objects(&mut path.world, &ended);
            }
            Op::LifetimeStart { ptr } => self.set_alive(path, ptr, true),
            Op::LifetimeEnd { ptr } => self.set_alive(path, ptr, false),
            Op::VaStart { list } => {
                let list = path.slots[list.index()];
                self.start_varargs(here, path, list);
            }
            Op::VaCopy { dst, src } => {
                let [dst, src] = [dst, src].map(|slot| path.slots[slot.index()]);
                let bytes = va_list_bytes(self.addressing());
                let bytes = Value::constant(&mut self.out.terms, bytes);
                self.copy_memory(&mut path.world, CopyMode::MOVE, [dst, src, bytes]);
            }
            Op::TlsAddress { dst, global } => {
                path.slots[dst.index()] = self.thread_local(&mut path.world, global);
            }
            Op::VaEnd { .. } => {}
            _ => self.lose(&mut path.world, "an instruction that is not about the stack"),
        }
        Ok(())
    }

    fn allocate(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        id: AllocaId,
        count: u128,
    ) -> Done<Value> {
        let Alloca { size, align, .. } = here.frame.function.allocas[id];
        let size = u128::from(size) * count;
        let largest = self.addressing().largest_object();
        if size > largest.into() {
            let reason = format!("a stack object of more than {}", Bytes(largest.into()));
            self.refuse_if(&mut path.world, Term::TRUE, UnknownKind::Limit, reason);
            return Ok(Value::undefined(&mut self.out.terms));
        }
        let content = Content::uninitialized(&mut self.out.terms, size as u32);
        let object = self.make(&mut path.world, here, 0, ObjectKind::Stack, align, content)?;
        path.world.objects.push(object);
        Ok(self.address_of(object))
    }

    /// Begins the life of a variable anew, or ends it for now.
    fn set_alive(&mut self, path: &mut Path, slot: heddle_program::Slot, alive: bool) {
        let pointer = path.slots[slot.index()];
        let resolved = self.resolve(pointer.bits);
        let [target] = resolved.targets[..] else {
            return self.refuse(&mut path.world, "the life of one of several variables");
        };
        let info = *self.names.directory().info(target.object);
        if info.kind != ObjectKind::Stack || self.out.terms.value(target.offset) != Some(0) {
            return;
        }
        match alive {
            true => self.begin_again(&mut path.world, target.condition, target.object),
            false => {
                let kind = AccessKind::SILENT_WRITE;
                self.end_object(&mut path.world, target.condition, target.object, kind);
            }
        }
        self.close_access(&mut path.world);
    }

    /// Fills in a `va_list`. In a 64-bit program all registers are used up, so that arguments are
    /// taken from memory.
    fn start_varargs(&mut self, here: &Here<'_, 'p>, path: &mut Path, list: Value) {
        let Some(area) = here.frame.varargs else {
            let reason = "va_start in a function that takes a fixed number of arguments";
            return self.refuse(&mut path.world, reason);
        };
        let area = self.address_of(area);
        let terms = &mut self.out.terms;
        let [general, float, none] = [48, 176, 0].map(|number| Value::constant(terms, number));
        let fields = match self.addressing() {
            Addressing::Numbered => {
                &[(0, 4, general), (4, 4, float), (8, 8, area), (16, 8, none)][..]
            }
            Addressing::Flat => &[(0, 4, area)],
        };
        for &(offset, bytes, value) in fields {
            let pointer = self.offset(list, offset);
            let bits = to_bytes(&mut self.out.terms, value, bytes);
            self.store(&mut path.world, pointer, bits, AccessKind::WRITE);
        }
        self.close_access(&mut path.world);
    }

    /// The address of the thread's instance of a variable.
    fn thread_local(&mut self, world: &mut World, global: GlobalId) -> Value {
        match self.names.known_object(&ObjectOrigin::ThreadLocal(self.thread, global)) {
            Some(object) => self.address_of(object),
            None => {
                let name = &self.program.globals[global].source_name;
                let reason = format!("thread-local variable '{name}' is defined nowhere");
                self.refuse_if(world, Term::TRUE, UnknownKind::Missing, reason);
                Value::undefined(&mut self.out.terms)
            }
        }
    }
}
