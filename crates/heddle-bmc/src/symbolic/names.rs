//! Names of what a program makes, the same in every pass over it.
//!
//! A program is executed several times ([`super::learned`]), and each time a little more of it is
//! known. What it makes, objects and threads, must be recognized from one pass to the next: by
//! where it is made. A [`Context`] is a call, told by the calls around it and by the
//! [point](Point) of the caller; within a context, an instruction at a point is executed at most
//! once. So an object that is made in a loop is another one in each round.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::FixedState;
use heddle_model::Allocator;
use heddle_program::{ExternId, FuncId, GlobalId, Pc};

use super::flow::Point;
use super::memory::{
    Addressing, Directory, ObjectId, ObjectInfo, ObjectKind, Place, Placement, STATIC,
};

/// A call, among those around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Context(u32);

/// An instruction that is executed at most once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Site {
    /// The call that it is part of.
    pub(crate) context: Context,
    /// The instruction.
    pub(crate) pc: Pc,
    /// Its block, and the rounds of loops.
    pub(crate) point: Point,
}

/// Origin of an object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ObjectOrigin {
    /// With the program: a function.
    Function(FuncId),
    /// With the program: a function that is defined nowhere.
    Extern(ExternId),
    /// With the program: a variable.
    Global(GlobalId),
    /// With the program: one of its arguments, or a table of them.
    Argument(u32),
    /// With the program: the number of threads that were created.
    ThreadCount,
    /// With a thread.
    ThreadLocal(u32, GlobalId),
    /// By an instruction: the n-th that it makes, with so many bytes.
    Made(Site, u32, u32),
}

/// Attributes of an object that is to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shape {
    /// Its kind.
    pub(crate) kind: ObjectKind,
    /// Bytes of it.
    pub(crate) size: u32,
    /// Its alignment.
    pub(crate) align: u32,
    /// True if it must not be written.
    pub(crate) constant: bool,
}

/// A thread has more objects than can be numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfNumbers;

/// All names so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    directory: Directory,
    placement: Placement,
    objects: HashMap<ObjectOrigin, ObjectId, FixedState>,
    /// The objects that are functions, with their origins.
    functions: HashMap<ObjectId, ObjectOrigin, FixedState>,
    /// Allocators of heap objects, which follow from the calls that make them.
    allocators: HashMap<ObjectId, Allocator, FixedState>,
    contexts: HashMap<(u32, Site), Context, FixedState>,
    threads: HashMap<Site, u32, FixedState>,
}

impl Names {
    /// No names yet, of a program with such addresses.
    pub(crate) fn new(addressing: Addressing) -> Names {
        Names {
            directory: Directory::new(addressing),
            placement: Placement::new(addressing),
            ..Names::default()
        }
    }

    /// The objects.
    pub(crate) fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The outermost call of a thread.
    pub(crate) fn thread_context(&self, thread: u32) -> Context {
        // Others are numbered from the other end.
        Context(u32::MAX - thread)
    }

    /// A call at a site, the n-th that may be made there.
    pub(crate) fn context(&mut self, site: Site, choice: u32) -> Context {
        let next = Context(self.contexts.len() as u32);
        *self.contexts.entry((choice, site)).or_insert(next)
    }

    /// The thread that is created at a site; `main` is 0.
    pub(crate) fn thread(&mut self, site: Site) -> u32 {
        let next = self.threads.len() as u32 + 1;
        *self.threads.entry(site).or_insert(next)
    }

    /// Number of threads.
    pub(crate) fn thread_count(&self) -> u32 {
        self.threads.len() as u32 + 1
    }

    /// An object, which a thread makes.
    pub(crate) fn object(
        &mut self,
        thread: u32,
        origin: ObjectOrigin,
        shape: Shape,
    ) -> Result<ObjectId, OutOfNumbers> {
        let entry = match self.objects.entry(origin) {
            Entry::Occupied(known) => return Ok(*known.get()),
            Entry::Vacant(entry) => entry,
        };
        let Shape { kind, size, align, constant } = shape;
        let owner = match (entry.key(), kind) {
            (ObjectOrigin::ThreadLocal(thread, _), _) => 2 * thread + 2,
            (ObjectOrigin::Made(..), ObjectKind::Heap) => 2 * thread + 3,
            (ObjectOrigin::Made(..), _) => 2 * thread + 2,
            _ => STATIC,
        };
        let place = self.placement.place(owner, size, align).ok_or(OutOfNumbers)?;
        let Place { base, margin } = place;
        let id = self.directory.add(ObjectInfo { size, kind, base, margin, constant });
        if kind == ObjectKind::Function {
            self.functions.insert(id, entry.key().clone());
        }
        Ok(*entry.insert(id))
    }

    /// An object that is known.
    pub(crate) fn known_object(&self, origin: &ObjectOrigin) -> Option<ObjectId> {
        self.objects.get(origin).copied()
    }

    /// The function that an object is, if it is one.
    pub(crate) fn function(&self, object: ObjectId) -> Option<&ObjectOrigin> {
        self.functions.get(&object)
    }

    /// Notes the allocator of a heap object.
    pub(crate) fn set_allocator(&mut self, object: ObjectId, allocator: Allocator) {
        self.allocators.insert(object, allocator);
    }

    /// The allocator of a heap object.
    pub(crate) fn allocator(&self, object: ObjectId) -> Option<Allocator> {
        self.allocators.get(&object).copied()
    }

    /// The address of an object's first byte.
    pub(crate) fn base(&self, object: ObjectId) -> u64 {
        self.directory.info(object).base
    }
}

#[cfg(test)]
mod tests {
    use cranelift_entity::EntityRef;

    use super::super::memory::{INDEX_BITS, OFFSET_BITS};
    use super::*;

    fn shape(kind: ObjectKind, size: u32) -> Shape {
        Shape { kind, size, align: 1, constant: false }
    }

    fn site(context: Context, block: u32) -> Site {
        Site { context, pc: 7, point: Point::of(&[block]) }
    }

    fn owner(names: &Names, object: ObjectId) -> u64 {
        names.base(object) >> (OFFSET_BITS + INDEX_BITS)
    }

    #[test]
    fn an_object_keeps_its_number_from_pass_to_pass() {
        let mut names = Names::default();
        let main = names.thread_context(0);
        let (global, made) =
            (ObjectOrigin::Global(GlobalId::new(3)), ObjectOrigin::Made(site(main, 1), 0, 8));
        let mut pass = |births: [&ObjectOrigin; 2]| {
            births.map(|birth| {
                let kind = match birth {
                    ObjectOrigin::Global(_) => ObjectKind::Global,
                    _ => ObjectKind::Heap,
                };
                names.object(0, birth.clone(), shape(kind, 8)).unwrap()
            })
        };
        let [first, second] = pass([&global, &made]);
        assert_ne!(first, second);
        assert_eq!(pass([&made, &global]), [second, first]);
        assert_eq!(names.directory().count(), 2);
        assert_eq!(names.known_object(&made), Some(second));
        // In another round of a loop, or with another size, it is another object.
        assert_eq!(names.known_object(&ObjectOrigin::Made(site(main, 2), 0, 8)), None);
        assert_eq!(names.known_object(&ObjectOrigin::Made(site(main, 1), 0, 16)), None);
    }

    /// As in the machine: static memory, then two owners a thread, for its stack and its heap.
    #[test]
    fn addresses_tell_the_owner() {
        let mut names = Names::default();
        let context = names.thread_context(0);
        let mut base = |thread, birth, kind| {
            let object = names.object(thread, birth, shape(kind, 4)).unwrap();
            owner(&names, object)
        };
        let global = GlobalId::new(0);
        assert_eq!(base(5, ObjectOrigin::Global(global), ObjectKind::Global), 1);
        assert_eq!(base(5, ObjectOrigin::ThreadLocal(2, global), ObjectKind::ThreadLocal), 6);
        assert_eq!(base(2, ObjectOrigin::Made(site(context, 0), 0, 4), ObjectKind::Stack), 6);
        assert_eq!(base(2, ObjectOrigin::Made(site(context, 0), 1, 4), ObjectKind::Heap), 7);
    }

    #[test]
    fn threads_and_calls_are_told_by_their_sites() {
        let mut names = Names::default();
        let main = names.thread_context(0);
        assert_eq!(names.thread_count(), 1);
        let first = names.thread(site(main, 1));
        let second = names.thread(site(main, 2));
        assert_eq!((first, second, names.thread(site(main, 1))), (1, 2, 1));
        assert_eq!(names.thread_count(), 3);
        let call = names.context(site(main, 1), 0);
        assert_eq!(names.context(site(main, 1), 0), call);
        // Another callee of the same pointer, and the same call of another thread.
        let other_callee = names.context(site(main, 1), 1);
        let other_thread = names.context(site(names.thread_context(1), 1), 0);
        let all = [main, names.thread_context(1), call, other_callee, other_thread];
        for (i, context) in all.iter().enumerate() {
            assert!(!all[..i].contains(context), "{all:?}");
        }
    }

    #[test]
    fn only_functions_can_be_called() {
        let mut names = Names::default();
        let function = ObjectOrigin::Function(FuncId::new(4));
        let global = ObjectOrigin::Global(GlobalId::new(4));
        let code = names.object(0, function.clone(), shape(ObjectKind::Function, 1)).unwrap();
        let data = names.object(0, global, shape(ObjectKind::Global, 1)).unwrap();
        assert_eq!(names.function(code), Some(&function));
        assert_eq!(names.function(data), None);
    }
}
