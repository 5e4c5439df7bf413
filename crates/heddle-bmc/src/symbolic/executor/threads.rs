//! Threads: how the program begins, and how threads are created and end.
//!
//! # Numbers
//! The machine numbers threads as they are created, and a program can see that: its identifiers
//! are these numbers plus one. Here a thread has an *index*, by where it is created, which is the
//! same in all runs. A variable in memory counts the threads that exist; as long as each finds
//! its index there, that is its number. If one does not, since several threads create others or
//! some are not always created, numbers are variables, which are what was counted in the run.
//! Nothing but identifiers and the translation of numbers into indexes knows of them. Owners of
//! locks are indexes.

use std::rc::Rc;

use heddle_model::{Property, Unknown, UnknownKind};
use heddle_program::limits::OWN_NUMBERS;
use heddle_program::{Function, Global, Initializer};
use smallvec::SmallVec;

use super::access::{AccessKind, to_bytes};
use super::activation::Start;
use super::{Done, Executor, Here, RunEnd};
use crate::history::{AtomicBlockId, OrderEdge};
use crate::symbolic::execution_log::Action;
use crate::symbolic::memory::{Bits, Content, Memory, ObjectId, ObjectKind};
use crate::symbolic::names::{ObjectOrigin, Shape};
use crate::symbolic::path::{Path, World};
use crate::symbolic::unknowns::NUMBER_BITS;
use crate::symbolic::value::Value;
use crate::term::{Evaluator, Node, Term, Terms};

/// Most threads, for which the models have room: `HEDDLE_BMC_THREADS` in `runtime/bmc/model.h`.
const MOST_MODELLED_THREADS: u32 = 64;
// A model of the solver's has a number for each.
const _: () = assert!(MOST_MODELLED_THREADS as usize <= OWN_NUMBERS);
/// Bytes of the variable that counts threads.
const COUNT_BYTES: u32 = 4;
/// Most terms in the computation of a thread's number from its identifier.
const MOST_STEPS_TO_A_NUMBER: usize = 64;
/// The number of a thread that is not created.
const NO_NUMBER: u128 = (1 << NUMBER_BITS) - 1;
/// The C models' table of threads.
const THREADS: &str = "__heddle_bmc_threads";

/// The runtime's functions that register something to run at the end of the process.
const REGISTER: [&str; 3] = ["atexit", "on_exit", "__cxa_atexit"];
/// The function that calls destructors.
const DESTRUCTORS: &str = "__heddle_run_destructors";

/// A thread that is to be executed.
pub(super) struct Spawn {
    thread: u32,
    /// Condition under which it is created.
    guard: Term,
    /// The block that creates it.
    block: AtomicBlockId,
    arguments: Vec<Value>,
    /// Memory of its creator at its creation.
    memory: Memory,
}

/// A join: a thread waits for another to exit.
pub(super) struct Join {
    /// The other.
    thread: u32,
    /// The block in which it has exited.
    block: AtomicBlockId,
    /// Condition under which it is that thread.
    condition: Term,
}

/// Fields of an entry in the C models' table of threads, by their offsets.
pub(super) mod field {
    pub(in super::super) const CREATED: i64 = 0;
    pub(in super::super) const EXITED: i64 = 4;
    pub(super) const DETACHED: i64 = 8;
    pub(super) const VALUE: i64 = 16;
    /// Two of them, behind the value, which is a pointer: what was asked, and whether it is
    /// listened to.
    pub(super) fn cancellation(pointer_bytes: u32) -> [i64; 2] {
        [0, 4].map(|at| VALUE + i64::from(pointer_bytes) + at)
    }
}

impl World {
    /// A placeholder for the state of a path that has ended.
    pub(super) fn nowhere() -> World {
        World {
            guard: Term::FALSE,
            memory: Memory::default(),
            objects: Vec::new(),
            is_alone: false,
            section: None,
            in_step: false,
            may_wait: false,
            alternative: None,
        }
    }
}

impl<'p> Executor<'p, '_> {
    /// Executes the main thread.
    pub(super) fn start_main(&mut self) -> Done<()> {
        self.place_statics()?;
        self.begin_log(Term::TRUE);
        let mut memory = self.initial.clone();
        let arguments = self.place_arguments(&mut memory)?;
        // What is there from the start is there for all.
        self.initial = memory.clone();
        self.place_known_locals();
        let mut world = World { guard: Term::TRUE, memory, is_alone: true, ..World::nowhere() };
        self.begin_locals(&mut world)?;
        let start = Start { arguments, objects: SmallVec::new(), varargs: None };
        let context = self.names.thread_context(0);
        if let Some(mut returned) = self.activate(self.program.entry, world, start, context)? {
            self.exit_thread(&mut returned.world, returned.values.first().copied());
        }
        Ok(())
    }

    /// Executes a thread.
    pub(super) fn run_thread(&mut self, spawn: Spawn) -> Done<()> {
        let Spawn { thread, guard, block, arguments, memory } = spawn;
        self.thread = thread;
        self.begin_log(guard);
        let (first, second) = (block, self.last_block);
        self.out.history.edges.push(OrderEdge {
            first,
            second,
            condition: guard,
            is_creation: true,
        });
        let mut world = World { guard, memory, ..World::nowhere() };
        self.begin_locals(&mut world)?;
        let Some(main) = self.program.thread_main else {
            self.lose(&mut world, "a thread without a first function");
            return Ok(());
        };
        let start = Start { arguments, objects: SmallVec::new(), varargs: None };
        let context = self.names.thread_context(thread);
        if let Some(mut returned) = self.activate(main, world, start, context)? {
            self.exit_thread(&mut returned.world, returned.values.first().copied());
        }
        Ok(())
    }

    /// Begins the log of a thread, with an atomic block before all that it does.
    fn begin_log(&mut self, guard: Term) {
        let thread = self.thread as usize;
        let count = self.out.logs.len().max(thread + 1);
        self.out.logs.resize_with(count, Vec::new);
        self.out.created.resize(count, Term::FALSE);
        self.out.created[thread] = guard;
        self.last_block = self.out.history.add_block(self.thread);
        self.instructions = 0;
        self.log(guard, Action::BlockEnd(self.last_block));
        self.frames.clear();
    }

    /// Gives addresses to functions and variables, and variables their content.
    fn place_statics(&mut self) -> Done<()> {
        let program = self.program;
        for (id, function) in &program.functions {
            let size = function.code.len() as u32 + 1;
            self.add_static(ObjectOrigin::Function(id), function_shape(size))?;
        }
        for id in program.externs.keys() {
            self.add_static(ObjectOrigin::Extern(id), function_shape(0))?;
        }
        let mut variables = Vec::new();
        for (id, global) in &program.globals {
            if !global.thread_local {
                let size = self.global_size(global)?;
                let origin = ObjectOrigin::Global(id);
                let (kind, align, constant) = (ObjectKind::Global, global.align, global.constant);
                let object = self.add_static(origin, Shape { kind, size, align, constant })?;
                variables.push((object, global));
            }
        }
        let object = self.add_static(ObjectOrigin::ThreadCount, variable_shape(COUNT_BYTES))?;
        let content = Content::known(&mut self.out.terms, 1u32.to_le_bytes().as_slice().into());
        self.initial.begin(&mut self.out.terms, Term::TRUE, object, content);
        for (object, global) in variables {
            let content = match &global.init {
                Some(init) if init.unsupported.is_none() => self.image(init),
                init => {
                    let unsupported = init.as_ref().and_then(|init| init.unsupported.clone());
                    let reason = match unsupported {
                        Some(reason) => (UnknownKind::Unsupported, reason),
                        None => {
                            let name = &global.source_name;
                            let reason = format!("variable '{name}' is defined nowhere");
                            (UnknownKind::Missing, reason)
                        }
                    };
                    self.missing.insert(object, reason);
                    let size = self.names.directory().info(object).size;
                    Content::uninitialized(&mut self.out.terms, size)
                }
            };
            self.initial.begin(&mut self.out.terms, Term::TRUE, object, content);
        }
        Ok(())
    }

    fn global_size(&self, global: &Global) -> Done<u32> {
        let largest = self.addressing().largest_object();
        let size = u32::try_from(global.size).ok().filter(|&size| size <= largest);
        size.ok_or_else(|| {
            let reason = format!("variable '{}' is too large", global.name);
            Box::new(Unknown { kind: UnknownKind::Limit, reason, place: None }.into())
        })
    }

    fn add_static(&mut self, origin: ObjectOrigin, shape: Shape) -> Done<ObjectId> {
        let object = self.names.object(0, origin, shape);
        let object = object.map_err(|error| self.out_of_numbers(error))?;
        self.born_alone.insert(object);
        Ok(object)
    }

    /// The content of a variable at the start.
    fn image(&mut self, init: &Initializer) -> Content {
        let bytes: Rc<[u8]> = init.bytes.as_slice().into();
        let relocations: Vec<(u64, u64)> = init
            .relocations
            .iter()
            .map(|&(at, what)| (at, self.constant_bits(what).unwrap_or(0)))
            .collect();
        let pointer_bits = 8 * self.pointer_bytes();
        let terms = &mut self.out.terms;
        let mut content = Content::known(terms, bytes);
        for &(start, len) in &init.undefined {
            let byte = Bits::uninitialized(terms, 1);
            content.fill(terms, Term::TRUE, start as u32, len as u32, byte);
        }
        for (at, address) in relocations {
            let value = terms.constant(pointer_bits, address.into());
            let bits = Bits::defined(terms, value);
            content.store(terms, Term::TRUE, at as u32, bits);
        }
        content
    }

    /// Makes the program's arguments; returns those of its first function.
    fn place_arguments(&mut self, memory: &mut Memory) -> Done<Vec<Value>> {
        let mut pointers = Vec::new();
        let mut add = |executor: &mut Self, number, bytes: Rc<[u8]>| -> Done<ObjectId> {
            let size = bytes.len() as u32;
            let origin = ObjectOrigin::Argument(number);
            let object = executor.add_static(origin, variable_shape(size))?;
            let content = Content::known(&mut executor.out.terms, bytes);
            memory.begin(&mut executor.out.terms, Term::TRUE, object, content);
            Ok(object)
        };
        let args = self.settings.args.clone();
        for (number, arg) in (0..).zip(&args) {
            let bytes: Rc<[u8]> = arg.bytes().chain([0]).collect();
            let object = add(self, number, bytes)?;
            pointers.push(self.names.base(object));
        }
        let count = pointers.len() as u64;
        pointers.push(0);
        let word = self.pointer_bytes();
        let zeros: Rc<[u8]> = vec![0; word as usize * pointers.len()].into();
        let table = add(self, u32::MAX, zeros)?;
        let environment = add(self, u32::MAX - 1, vec![0; word as usize].into())?;
        if let Some(content) = memory.content_mut(table) {
            let terms = &mut self.out.terms;
            for (i, &pointer) in (0..).zip(&pointers) {
                let value = terms.constant(8 * word, pointer.into());
                let bits = Bits::defined(terms, value);
                content.store(terms, Term::TRUE, word * i, bits);
            }
        }
        let (argv, environment) = (self.address_of(table), self.address_of(environment));
        Ok(vec![Value::constant(&mut self.out.terms, count), argv, environment])
    }

    /// Sets the initial content of thread-local variables that earlier passes have met: a thread
    /// that is executed before their owner may access them.
    fn place_known_locals(&mut self) {
        let program = self.program;
        for (id, global) in program.globals.iter().filter(|(_, global)| global.thread_local) {
            let Some(init) = global.init.as_ref().filter(|init| init.unsupported.is_none()) else {
                continue;
            };
            for thread in 0..self.names.thread_count() {
                let origin = ObjectOrigin::ThreadLocal(thread, id);
                if let Some(object) = self.names.known_object(&origin) {
                    let content = self.image(init);
                    self.initial.begin(&mut self.out.terms, Term::TRUE, object, content);
                }
            }
        }
    }

    /// Makes a thread's instances of thread-local variables.
    fn begin_locals(&mut self, world: &mut World) -> Done<()> {
        let program = self.program;
        for (id, global) in program.globals.iter().filter(|(_, global)| global.thread_local) {
            let Some(init) = &global.init else { continue };
            if init.unsupported.is_some() {
                continue;
            }
            let size = self.global_size(global)?;
            let origin = ObjectOrigin::ThreadLocal(self.thread, id);
            let (kind, align) = (ObjectKind::ThreadLocal, global.align);
            let shape = Shape { kind, size, align, constant: false };
            let object = self.names.object(self.thread, origin, shape);
            let object = object.map_err(|error| self.out_of_numbers(error))?;
            let content = self.image(init);
            let terms = &mut self.out.terms;
            world.memory.begin(terms, Term::TRUE, object, content);
            if world.is_alone {
                self.born_alone.insert(object);
            } else {
                self.learned.make(object, self.thread);
            }
        }
        Ok(())
    }

    /// Address of a field in the entry of a thread in the C models' table of threads, if the
    /// program has the table.
    pub(super) fn thread_entry(&mut self, thread: u32, at: i64) -> Option<Value> {
        let mut globals = self.program.globals.iter();
        let (id, global) = globals.find(|(_, global)| global.name == THREADS)?;
        let object = self.names.known_object(&ObjectOrigin::Global(id))?;
        let size = (global.size / u64::from(MOST_MODELLED_THREADS)) as i64;
        let base = self.address_of(object);
        Some(self.offset(base, size * i64::from(thread) + at))
    }

    /// Writes a field in the entry of a thread in the C models' table of threads.
    fn set_field(&mut self, world: &mut World, thread: u32, at: i64, bytes: u32, value: Value) {
        // Without the variable, no model is linked that would read it.
        let Some(pointer) = self.thread_entry(thread, at) else { return };
        let bits = to_bytes(&mut self.out.terms, value, bytes);
        self.store(world, pointer, bits, AccessKind::SILENT_WRITE);
    }

    /// Creates a thread: what it runs, its argument, whether it is detached, and where its
    /// identifier goes.
    pub(super) fn create_thread(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        arguments: &[Value],
    ) -> Done<()> {
        let thread = self.names.thread(here.site());
        if self.spawned.iter().any(|spawn| spawn.thread == thread) {
            self.refuse(&mut path.world, "a thread that is created in one of several sections");
            return Ok(());
        }
        if thread >= MOST_MODELLED_THREADS {
            let reason = format!("more than {MOST_MODELLED_THREADS} threads");
            self.refuse_if(&mut path.world, Term::TRUE, UnknownKind::Limit, reason);
            return Ok(());
        }
        let world = &mut path.world;
        let detached = self.argument(world, arguments, 2);
        let place = self.argument(world, arguments, 3);
        self.argument(world, arguments, 1);
        // All of it is one block: also what becomes everyone's now.
        self.enter_section(world, false);
        self.publish(world);
        self.count_thread(world, thread);
        let number = self.number_of(thread);
        let width = 8 * self.pointer_bytes();
        let terms = &mut self.out.terms;
        let (number, one) = (terms.zext(number, width), terms.constant(width, 1));
        let identifier = terms.add(number, one);
        let bits = Bits::defined(terms, identifier);
        self.store(world, place, bits, AccessKind::WRITE);
        let one = Value::constant(&mut self.out.terms, 1);
        self.set_field(world, thread, field::CREATED, 4, one);
        self.set_field(world, thread, field::DETACHED, 4, detached);
        let block = world.section.map_or(self.last_block, |section| section.block);
        self.log(world.guard, Action::Create(thread));
        self.leave_section(world);
        let memory = world.memory.clone();
        let (guard, arguments) = (world.guard, arguments[..2.min(arguments.len())].to_vec());
        self.spawned.push_back(Spawn { thread, guard, block, arguments, memory });
        Ok(())
    }

    /// Counts a thread that is created: it gets the number of those before it.
    fn count_thread(&mut self, world: &mut World, thread: u32) {
        let Some(object) = self.names.known_object(&ObjectOrigin::ThreadCount) else { return };
        let pointer = self.address_of(object);
        let count = self.load(world, pointer, COUNT_BYTES, AccessKind::SILENT_READ).value;
        let terms = &mut self.out.terms;
        let one = terms.constant(8 * COUNT_BYTES, 1);
        let next = terms.add(count, one);
        let next = Bits::defined(terms, next);
        self.store(world, pointer, next, AccessKind::SILENT_WRITE);
        if self.out.terms.value(count) != Some(thread.into()) {
            self.learned.vary_numbers();
        }
        let number = self.number_of(thread);
        let terms = &mut self.out.terms;
        let is_count = terms.eq(number, count);
        let fact = terms.implies(world.guard, is_count);
        if self.learned.do_numbers_vary() {
            self.out.facts.push(fact);
        }
    }

    /// The number of the thread with an index, of 32 bits.
    pub(super) fn number_of(&mut self, thread: u32) -> Term {
        let terms = &mut self.out.terms;
        if thread == 0 || !self.learned.do_numbers_vary() {
            return terms.constant(32, thread.into());
        }
        let number = self.unknowns.number(terms, thread);
        terms.zext(number, 32)
    }

    /// The index of the thread with a number, of 32 bits; the number of threads if there is none.
    pub(super) fn index_of(&mut self, number: Term) -> Term {
        if !self.learned.do_numbers_vary() {
            return number;
        }
        let count = self.names.thread_count();
        if let Some(thread) = (1..count).find(|&thread| self.is_number_of(number, thread)) {
            return self.out.terms.constant(32, thread.into());
        }
        let mut index = self.out.terms.constant(32, count.into());
        for thread in 0..count {
            let candidate = self.number_of(thread);
            let terms = &mut self.out.terms;
            let is_it = terms.eq(number, candidate);
            let thread = terms.constant(32, thread.into());
            index = terms.ite(is_it, thread, index);
        }
        index
    }

    /// True if a term is the number of a thread whatever that is, computed from its identifier.
    fn is_number_of(&mut self, term: Term, thread: u32) -> bool {
        let terms = &mut self.out.terms;
        let number = self.unknowns.number(terms, thread);
        let mut open = vec![term];
        for _ in 0..MOST_STEPS_TO_A_NUMBER {
            let Some(term) = open.pop() else { break };
            match terms.node(term) {
                Node::Variable(_) if term != number => return false,
                _ => open.extend(terms.operands(term)),
            }
        }
        let mut evaluator = Evaluator::new();
        let mut is_it = |value| evaluator.evaluate(terms, &[term], |_| value) == [value];
        open.is_empty() && (0..1 << NUMBER_BITS).all(&mut is_it)
    }

    /// Threads that are created have different numbers, and the others none. What a run counts
    /// that goes on beyond a bound on context switches may be anything.
    pub(super) fn settle_numbers(&mut self) {
        if !self.learned.do_numbers_vary() {
            return;
        }
        let mut known = vec![(Term::TRUE, self.out.terms.constant(NUMBER_BITS, 0))];
        for thread in 1..self.names.thread_count() {
            let created = self.out.created.get(thread as usize).copied().unwrap_or(Term::FALSE);
            let terms = &mut self.out.terms;
            let number = self.unknowns.number(terms, thread);
            let none = terms.constant(NUMBER_BITS, NO_NUMBER);
            let has_none = terms.eq(number, none);
            self.out.facts.push(terms.or(created, has_none));
            for &(other_created, other) in &known {
                let both = terms.and(created, other_created);
                let differ = terms.ne(number, other);
                self.out.facts.push(terms.implies(both, differ));
            }
            known.push((created, number));
        }
    }

    /// Ends the thread, with a value.
    pub(super) fn exit_thread(&mut self, world: &mut World, value: Option<Value>) {
        if world.guard == Term::FALSE {
            return;
        }
        if self.thread == 0 && self.is_end_noticed() {
            let reason = "the end of the main thread before that of the process, where leaks are \
                          looked for, or something is registered to run at the end";
            return self.refuse(world, reason);
        }
        if self.thread == 0 {
            let (condition, block) = (world.guard, self.block_before(world));
            self.out.ends.push(RunEnd { condition, block, unmet: None });
        }
        // An atomic section ends with its thread.
        if let Some(section) = &mut world.section {
            section.depth = 0;
        }
        self.enter_section(world, false);
        let ended = std::mem::take(&mut world.objects);
        self.end_objects(world, &ended);
        if !world.is_alone {
            let value = value.unwrap_or_else(|| Value::constant(&mut self.out.terms, 0));
            let word = self.pointer_bytes();
            self.set_field(world, self.thread, field::VALUE, word, value);
            let [none, one] = [0, 1].map(|bits| Value::constant(&mut self.out.terms, bits));
            self.set_field(world, self.thread, field::EXITED, 4, one);
            for at in field::cancellation(word) {
                self.set_field(world, self.thread, at, 4, none);
            }
        }
        let program = self.program;
        for id in program.globals.keys() {
            if let Some(object) =
                self.names.known_object(&ObjectOrigin::ThreadLocal(self.thread, id))
            {
                let kind = AccessKind::SILENT_WRITE;
                self.end_object(world, Term::TRUE, object, kind);
            }
        }
        if let Some(section) = world.section {
            self.exits.push((self.thread, section.block, world.guard));
        }
        self.leave_section(world);
        self.log(world.guard, Action::Exit);
        world.guard = Term::FALSE;
    }

    /// True if the end of the process has an effect that is checked or executed. If the main thread
    /// has exited, that is the last thread's doing.
    fn is_end_noticed(&self) -> bool {
        let is_noticed = |function: &Function| {
            let is_destroying = function.name == DESTRUCTORS && !function.calls.is_empty();
            // Linked only if someone uses it.
            is_destroying || REGISTER.contains(&function.name.as_str())
        };
        self.settings.properties.contains(Property::Leak)
            || self.program.functions.values().any(is_noticed)
    }

    /// Records that a thread, whose number is a term, has exited: all that it did came before.
    pub(super) fn note_join(&mut self, world: &mut World, thread: Value) {
        // Whoever waits inside of a section is refused.
        let Some(section) = world.section.filter(|section| !section.is_users) else { return };
        let is_everywhere = self.open_paths == 0;
        for number in 0..self.names.thread_count() {
            let terms: &mut Terms = &mut self.out.terms;
            let number_term = terms.constant(64, number.into());
            let is_it = terms.eq(thread.bits, number_term);
            if is_it == Term::FALSE {
                continue;
            }
            // Where no path of the thread goes by, whatever comes later comes after the join.
            let condition = match is_it == Term::TRUE && is_everywhere {
                true => Term::TRUE,
                false => terms.and(world.guard, is_it),
            };
            self.joins.push(Join { thread: number, block: section.block, condition });
        }
    }

    /// Orders joins after the exits for which they wait.
    pub(super) fn link_joins(&mut self) {
        for Join { thread, block, condition } in std::mem::take(&mut self.joins) {
            let exits = self.exits.iter().filter(|(other, ..)| *other == thread);
            let exits: Vec<(AtomicBlockId, Term)> =
                exits.map(|&(_, exit, made)| (exit, made)).collect();
            for &(first, made) in &exits {
                // If there is only one, a join that is made says that it is.
                let condition = match exits.len() {
                    1 => condition,
                    _ => self.out.terms.and(condition, made),
                };
                let edge = OrderEdge { first, second: block, condition, is_creation: false };
                self.out.history.edges.push(edge);
            }
        }
    }
}

/// A function of so many instructions.
fn function_shape(size: u32) -> Shape {
    Shape { kind: ObjectKind::Function, size, align: 1, constant: true }
}

/// A variable of the engine's own, or an argument of the program.
fn variable_shape(size: u32) -> Shape {
    Shape { kind: ObjectKind::Global, size, align: 8, constant: false }
}

#[cfg(test)]
mod tests {
    use super::MOST_MODELLED_THREADS;

    #[test]
    fn the_models_have_room_for_as_many_threads() {
        let header = include_str!("../../../../../runtime/bmc/model.h");
        assert!(header.contains(&format!("HEDDLE_BMC_THREADS = {MOST_MODELLED_THREADS} ")));
    }
}
