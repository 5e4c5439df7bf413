//! Operations: functions that are defined nowhere.

use heddle_model::{Allocator, Property, UnknownKind};
use heddle_program::limits::{Bytes, LARGEST_OBJECT};
use heddle_program::operation::{HarnessOp, MemoryOp, ModelOp, ObserveOp, ProcessOp, ThreadOp};
use heddle_program::{Extern, ExternId, Operation, Origin};

use super::access::{AccessKind, to_bytes};
use super::activation::truth_value;
use super::{Done, Executor, Harness, Here, RunEnd, Wait};
use crate::symbolic::execution_log::Action;
use crate::symbolic::memory::{Content, ObjectKind};
use crate::symbolic::names::ObjectOrigin;
use crate::symbolic::path::{Path, World};
use crate::symbolic::value::Value;
use crate::term::Term;

/// Most alignment that an allocation gets.
const MOST_ALIGNMENT: u128 = 1 << 20;
/// The time, which stands still.
const CLOCK: u64 = 1_000_000_000;

impl<'p> Executor<'p, '_> {
    /// An argument, which must be defined.
    pub(super) fn argument(
        &mut self,
        world: &mut World,
        arguments: &[Value],
        index: usize,
    ) -> Value {
        let value = match arguments.get(index) {
            Some(value) => *value,
            None => Value::undefined(&mut self.out.terms),
        };
        let undefined = value.has_undefined(&mut self.out.terms);
        self.fault(world, Property::Uninitialized, undefined);
        value
    }

    /// An argument of type `int`, as a term of 32 bits.
    fn int(&mut self, world: &mut World, arguments: &[Value], index: usize) -> Term {
        let value = self.argument(world, arguments, index);
        self.out.terms.extract(value.bits, 0, 32)
    }

    /// Calls a function that nobody defines; returns its results.
    pub(super) fn native(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        id: ExternId,
        arguments: &[Value],
    ) -> Done<Vec<Value>> {
        let function = &self.program.externs[id];
        let Extern { name, operation, .. } = function;
        let result = match *operation {
            Some(Operation::Model(op)) => return Ok(self.primitive(path, op, arguments)),
            Some(op) => {
                self.tick()?;
                self.operation(here, path, op, name, arguments)?
            }
            None => {
                self.tick()?;
                let refusal = function.refusal();
                let (kind, reason) = (refusal.kind(), refusal.to_string());
                self.refuse_if(&mut path.world, Term::TRUE, kind, reason);
                None
            }
        };
        Ok(result.into_iter().collect())
    }

    /// Makes an operation.
    fn operation(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        op: Operation,
        name: &str,
        arguments: &[Value],
    ) -> Done<Option<Value>> {
        let world = &mut path.world;
        Ok(match op {
            Operation::Process(op) => self.process(world, op, arguments),
            Operation::Memory(MemoryOp::Malloc | MemoryOp::New) => {
                Some(self.allocate_heap(here, path, arguments)?)
            }
            Operation::Memory(MemoryOp::MallocMayFail) => match self.settings.malloc_may_fail {
                true => {
                    let two = self.out.terms.constant(32, 2);
                    Some(self.choose(world, two))
                }
                false => Some(Value::constant(&mut self.out.terms, 0)),
            },
            Operation::Memory(MemoryOp::Free) => {
                let pointer = self.argument(world, arguments, 0);
                self.free(world, pointer, Allocator::Malloc);
                None
            }
            Operation::Memory(MemoryOp::Delete) => {
                let pointer = self.argument(world, arguments, 0);
                match self.allocator(arguments.get(1)) {
                    Some(allocator) => self.free(world, pointer, allocator),
                    None => self.refuse_call(world, name),
                }
                None
            }
            Operation::Memory(MemoryOp::IsReplaced) => {
                let function = self.argument(world, arguments, 0);
                Some(self.is_replaced(function))
            }
            Operation::Memory(MemoryOp::ObjectSize) => {
                let pointer = self.argument(world, arguments, 0);
                Some(self.object_size(world, pointer))
            }
            Operation::Thread(ThreadOp::Create) => {
                self.create_thread(here, path, arguments)?;
                None
            }
            Operation::Thread(ThreadOp::Exit) => {
                self.exit_thread(world, arguments.first().copied());
                None
            }
            Operation::Thread(ThreadOp::Number) => {
                let number = self.number_of(self.thread);
                let bits = self.out.terms.zext(number, 64);
                Some(Value::defined(&mut self.out.terms, bits))
            }
            Operation::Thread(ThreadOp::Yield) => None,
            Operation::Unwind(op) => self.unwinding(path, op, arguments),
            Operation::Observe(op) => {
                self.observe(world, op, name);
                None
            }
            Operation::Harness(HarnessOp::Ready) => None,
            Operation::Harness(op) => {
                let number = match arguments.first() {
                    Some(number) => self.out.terms.value(number.bits).map_or(0, |n| n as usize),
                    None => 0,
                };
                let bits = self.harness(op, number);
                Some(Value::constant(&mut self.out.terms, bits))
            }
            // Their C models are linked over those of them that have one.
            Operation::Thread(
                ThreadOp::Join
                | ThreadOp::TryJoin
                | ThreadOp::TimedJoin
                | ThreadOp::Detach
                | ThreadOp::Cancel
                | ThreadOp::TestCancel
                | ThreadOp::SetCancelState,
            )
            | Operation::Mutex(_)
            | Operation::Condition(_)
            | Operation::Rwlock(_)
            | Operation::Semaphore(_)
            | Operation::Barrier(_)
            | Operation::Spin(_)
            | Operation::Once(_)
            | Operation::Math { .. }
            | Operation::Model(_) => {
                self.refuse_call(world, name);
                None
            }
        })
    }

    /// Refuses runs with a call that the engine cannot follow.
    fn refuse_call(&mut self, world: &mut World, name: &str) {
        self.refuse(world, format!("call of the function '{name}'"));
    }

    /// Takes in what a program tells heddle, most of which is about runs and states as a search
    /// sees them.
    fn observe(&mut self, world: &mut World, op: ObserveOp, name: &str) {
        match op {
            ObserveOp::Metric
            | ObserveOp::Unmatched
            | ObserveOp::Hash
            | ObserveOp::Pulse
            | ObserveOp::Set
            | ObserveOp::Global
            | ObserveOp::Local
            | ObserveOp::Progress => {}
            ObserveOp::Invariant | ObserveOp::Abstraction => self.refuse_call(world, name),
        }
    }

    /// Notes where runs end that do not meet an assumption.
    fn note_unmet(&mut self, world: &World, holds: Term) {
        let fails = self.out.terms.not(holds);
        let condition = self.out.terms.and(world.guard, fails);
        if condition != Term::FALSE {
            let (unmet, block) = (self.place(), self.block_before(world));
            let end = unmet.map(|place| RunEnd { condition, block, unmet: Some(place) });
            self.out.ends.extend(end);
        }
    }

    /// Operations on the process.
    fn process(&mut self, world: &mut World, op: ProcessOp, arguments: &[Value]) -> Option<Value> {
        match op {
            ProcessOp::Exit => {
                self.argument(world, arguments, 0);
                if self.settings.properties.contains(Property::Leak) {
                    self.find_leaks(world);
                }
                self.log(world.guard, Action::ProcessEnd);
                let (condition, block) = (world.guard, self.block_before(world));
                self.out.ends.push(RunEnd { condition, block, unmet: None });
                self.give_up(world, Term::TRUE);
                world.guard = Term::FALSE;
                None
            }
            ProcessOp::UncaughtException => {
                self.fault(world, Property::UncaughtException, Term::TRUE);
                None
            }
            ProcessOp::Abort | ProcessOp::Terminate => {
                self.fault(world, Property::Crash, Term::TRUE);
                None
            }
            ProcessOp::AssertFail => {
                self.fault(world, Property::Assertion, Term::TRUE);
                None
            }
            ProcessOp::ErrorCall => {
                self.fault(world, Property::ErrorCall, Term::TRUE);
                None
            }
            ProcessOp::RefuseFile => {
                let reason = "a file, or standard input, that is not there for heddle".to_owned();
                self.refuse_if(world, Term::TRUE, UnknownKind::NoFile, reason);
                None
            }
            ProcessOp::Assume => {
                let condition = self.int(world, arguments, 0);
                let zero = self.out.terms.constant(32, 0);
                let holds = self.out.terms.ne(condition, zero);
                self.note_unmet(world, holds);
                self.restrict(world, holds);
                None
            }
            ProcessOp::Choose => {
                let count = self.int(world, arguments, 0);
                Some(self.choose(world, count))
            }
            // That it is narrow follows from the program.
            ProcessOp::Nondet | ProcessOp::NarrowInput => {
                let bits = self.int(world, arguments, 0);
                Some(self.input(world, bits))
            }
            ProcessOp::AtomicBegin => {
                self.enter_section(world, true);
                None
            }
            ProcessOp::AtomicEnd => {
                if !self.leave_section(world) {
                    self.fault(world, Property::LockMisuse, Term::TRUE);
                }
                None
            }
            ProcessOp::Clock => Some(Value::constant(&mut self.out.terms, CLOCK)),
            ProcessOp::Output => {
                self.print_bytes(world, arguments, 1);
                None
            }
            ProcessOp::Trace => {
                self.print_bytes(world, arguments, 0);
                None
            }
            ProcessOp::Print => Some(self.print(world, arguments)),
            ProcessOp::Format => {
                self.refuse_call(world, "snprintf");
                None
            }
            ProcessOp::Strtod => {
                self.refuse_call(world, "strtod");
                None
            }
        }
    }

    /// Answers what the runtime's driver of programs without `main` asks.
    fn harness(&self, op: HarnessOp, number: usize) -> u64 {
        let Harness { init, threads } = &self.settings.harness;
        let address = |func| {
            let object = self.names.known_object(&ObjectOrigin::Function(func));
            object.map_or(0, |object| self.names.base(object))
        };
        let thread = threads.get(number);
        match op {
            HarnessOp::Ready => 0,
            HarnessOp::Init => init.map_or(0, address),
            HarnessOp::Count => threads.len() as u64,
            HarnessOp::Function => thread.map_or(0, |(function, _)| address(*function)),
            HarnessOp::Argument => thread.map_or(0, |(_, argument)| *argument),
        }
    }

    /// A number below `count`, a term of 32 bits; runs with none do not count.
    fn choose(&mut self, world: &mut World, count: Term) -> Value {
        let terms = &mut self.out.terms;
        let zero = terms.constant(32, 0);
        let has_some = terms.ne(count, zero);
        let chosen = self.unknown(32);
        let terms = &mut self.out.terms;
        let is_below = terms.ult(chosen, count);
        let chooses = terms.and(world.guard, has_some);
        let fact = terms.implies(chooses, is_below);
        self.out.facts.push(fact);
        self.restrict(world, has_some);
        self.log(world.guard, Action::Alternative(chosen));
        let bits = self.out.terms.zext(chosen, 64);
        Value::defined(&mut self.out.terms, bits)
    }

    /// An input of so many bits.
    fn input(&mut self, world: &mut World, bits: Term) -> Value {
        let Some(bits) = self.out.terms.value(bits) else {
            self.refuse(world, "an input whose width is not known");
            return Value::undefined(&mut self.out.terms);
        };
        let input = self.unknown((bits as u32).clamp(1, 64));
        let bits = self.out.terms.zext(input, 64);
        self.log(world.guard, Action::Input(bits));
        Value::defined(&mut self.out.terms, bits)
    }

    /// Some bytes are printed: where they are, and how many, are two arguments.
    fn print_bytes(&mut self, world: &mut World, arguments: &[Value], first: usize) {
        let pointer = self.argument(world, arguments, first);
        let count = self.argument(world, arguments, first + 1);
        match self.out.terms.value(count.bits) {
            Some(0) => {}
            Some(count) if count <= LARGEST_OBJECT.into() => {
                self.read_bytes(world, pointer, count as u32);
            }
            _ => self.refuse(world, "output of unknown length"),
        }
    }

    fn allocate_heap(
        &mut self,
        here: &Here<'_, 'p>,
        path: &mut Path,
        arguments: &[Value],
    ) -> Done<Value> {
        let size = self.argument(&mut path.world, arguments, 0);
        let align = self.argument(&mut path.world, arguments, 1);
        let size = self.out.terms.value(size.bits);
        let largest = self.addressing().largest_object();
        let Some(size) = size.filter(|&size| size <= largest.into()) else {
            let reason = match size {
                Some(_) => format!("an allocation of more than {}", Bytes(largest.into())),
                None => "an allocation whose size is not known".to_owned(),
            };
            self.refuse(&mut path.world, reason);
            return Ok(Value::undefined(&mut self.out.terms));
        };
        let content = Content::uninitialized(&mut self.out.terms, size as u32);
        let align = self.out.terms.value(align.bits).unwrap_or(MOST_ALIGNMENT);
        let align = align.clamp(1, MOST_ALIGNMENT) as u32;
        let object = self.make(&mut path.world, here, 0, ObjectKind::Heap, align, content)?;
        let allocator = match arguments.get(2) {
            Some(_) => self.allocator(arguments.get(2)),
            None => Some(Allocator::Malloc),
        };
        match allocator {
            Some(allocator) => self.names.set_allocator(object, allocator),
            None => self.refuse(&mut path.world, "a form of new that is not known"),
        }
        Ok(self.address_of(object))
    }

    /// The form of `new` that an argument says: 0, or not for arrays.
    fn allocator(&self, is_array: Option<&Value>) -> Option<Allocator> {
        match self.out.terms.value(is_array?.bits)? {
            0 => Some(Allocator::New),
            _ => Some(Allocator::NewArray),
        }
    }

    /// Tells if a function, by its address, is the program's.
    fn is_replaced(&mut self, function: Value) -> Value {
        let resolved = self.resolve(function.bits);
        let is_users = resolved.targets.iter().any(|target| {
            let origin = self.names.function(target.object);
            matches!(origin, Some(&ObjectOrigin::Function(func))
                if self.program.functions[func].origin == Origin::User)
        });
        Value::constant(&mut self.out.terms, is_users.into())
    }

    /// Ends a heap object that this allocator must have made.
    fn free(&mut self, world: &mut World, pointer: Value, allocator: Allocator) {
        let resolved = self.resolve(pointer.bits);
        let reason = "freeing an address that is computed from numbers".to_owned();
        let unfollowed = resolved.unfollowed(&mut self.out.terms);
        self.refuse_if(world, unfollowed, UnknownKind::Unsupported, reason);
        let terms = &mut self.out.terms;
        let zero = terms.constant(64, 0);
        let is_null = terms.eq(pointer.bits, zero);
        let is_address = terms.not(is_null);
        let near_null = terms.and(resolved.null, is_address);
        let mut wrong = vec![near_null, resolved.wild];
        let kind = AccessKind::WRITE;
        for target in &resolved.targets {
            let info = *self.names.directory().info(target.object);
            if info.kind != ObjectKind::Heap {
                wrong.push(target.condition);
                continue;
            }
            let is_dead = self.is_dead(world, target, kind);
            let terms = &mut self.out.terms;
            let is_inside = terms.ne(target.offset, zero);
            let is_wrong = match self.names.allocator(target.object) {
                Some(made) if made != allocator => Term::TRUE,
                _ => terms.or(is_dead, is_inside),
            };
            let is_wrong = terms.and(target.condition, is_wrong);
            wrong.push(is_wrong);
        }
        let wrong = self.out.terms.any(&wrong);
        self.fault(world, Property::Memory, wrong);
        for target in &resolved.targets {
            if self.names.directory().info(target.object).kind == ObjectKind::Heap {
                self.end_object(world, target.condition, target.object, kind);
            }
        }
    }

    /// The size of a heap object.
    fn object_size(&mut self, world: &mut World, pointer: Value) -> Value {
        let kind = AccessKind::SILENT_READ;
        let resolved = self.locate(world, pointer, 0, kind);
        let mut size = self.out.terms.constant(64, 0);
        let mut wrong = Vec::new();
        for target in &resolved.targets {
            let info = *self.names.directory().info(target.object);
            let terms = &mut self.out.terms;
            let zero = terms.constant(64, 0);
            let is_inside = match info.kind {
                ObjectKind::Heap => terms.ne(target.offset, zero),
                _ => Term::TRUE,
            };
            wrong.push(terms.and(target.condition, is_inside));
            let bytes = terms.constant(64, info.size.into());
            size = terms.ite(target.condition, bytes, size);
        }
        let wrong = self.out.terms.any(&wrong);
        self.fault(world, Property::Memory, wrong);
        Value::defined(&mut self.out.terms, size)
    }

    /// Performs an operation that models are made of.
    fn primitive(&mut self, path: &mut Path, op: ModelOp, arguments: &[Value]) -> Vec<Value> {
        let world = &mut path.world;
        let result = match op {
            ModelOp::Begin => {
                self.note_before();
                world.in_step = true;
                self.enter_section(world, false);
                None
            }
            ModelOp::End => {
                // Now the machine has made the instruction.
                world.in_step = false;
                world.may_wait = false;
                self.instructions += 1;
                if let Some(way) = world.alternative.take() {
                    self.log(world.guard, Action::Alternative(way));
                }
                self.leave_section(world);
                None
            }
            ModelOp::Wait => {
                let enabled = self.int(world, arguments, 0);
                let zero = self.out.terms.constant(32, 0);
                let enabled = self.out.terms.ne(enabled, zero);
                let holder = self.int(world, arguments, 1);
                self.wait(world, enabled, holder);
                None
            }
            ModelOp::Misuse => {
                self.fault(world, Property::LockMisuse, Term::TRUE);
                None
            }
            ModelOp::Alternative => {
                let count = self.int(world, arguments, 0);
                let chosen = self.unknown(32);
                let terms = &mut self.out.terms;
                let is_below = terms.ult(chosen, count);
                let fact = terms.implies(world.guard, is_below);
                self.out.facts.push(fact);
                world.alternative = Some(chosen);
                let bits = self.out.terms.zext(chosen, 64);
                Some(Value::defined(&mut self.out.terms, bits))
            }
            ModelOp::Number => {
                let thread = u64::from(self.thread);
                Some(Value::constant(&mut self.out.terms, thread))
            }
            ModelOp::Thread => {
                let number = self.int(world, arguments, 0);
                let index = self.index_of(number);
                let bits = self.out.terms.zext(index, 64);
                Some(Value::defined(&mut self.out.terms, bits))
            }
            ModelOp::Count => {
                let count = u64::from(self.names.thread_count());
                Some(Value::constant(&mut self.out.terms, count))
            }
            ModelOp::Spurious => {
                let may = u64::from(self.settings.spurious_wakeups);
                Some(Value::constant(&mut self.out.terms, may))
            }
            ModelOp::Joined => {
                let thread = self.int(world, arguments, 0);
                let bits = self.out.terms.zext(thread, 64);
                let thread = Value::defined(&mut self.out.terms, bits);
                self.note_join(world, thread);
                None
            }
            ModelOp::IsUndefined => {
                let pointer = self.argument(world, arguments, 0);
                let kind = AccessKind::SILENT_READ;
                let bits = self.look_for_undefined(world, pointer, kind);
                let none = self.out.terms.constant(32, 0);
                let undefined = self.out.terms.ne(bits.undef, none);
                Some(truth_value(&mut self.out.terms, undefined))
            }
            ModelOp::WillStore => {
                let pointer = self.argument(world, arguments, 0);
                self.announce(world, pointer);
                None
            }
            ModelOp::StoreInt => {
                let pointer = self.argument(world, arguments, 0);
                let value = match arguments.get(1) {
                    Some(value) => *value,
                    None => Value::undefined(&mut self.out.terms),
                };
                let bits = to_bytes(&mut self.out.terms, value, 4);
                self.store(world, pointer, bits, AccessKind::WRITE);
                None
            }
        };
        result.into_iter().collect()
    }

    /// A library call is about to store a pointer, as far as others can see.
    fn announce(&mut self, world: &mut World, pointer: Value) {
        let bytes = self.pointer_bytes();
        let resolved = self.resolve(pointer.bits);
        for target in &resolved.targets {
            if !self.is_accessible(target.object) {
                continue;
            }
            self.touch(world, target, bytes, true);
            if self.is_event_at(world, target, bytes) {
                self.read_shared(world, target, bytes, AccessKind::WRITE_TO_COME);
            }
        }
    }

    /// The thread goes on only if something holds, and waits otherwise.
    fn wait(&mut self, world: &mut World, enabled: Term, holder: Term) {
        if enabled == Term::TRUE {
            return;
        }
        if world.section.is_some_and(|section| section.is_users) {
            let reason = "waiting in an atomic section".to_owned();
            let blocked = self.out.terms.not(enabled);
            return self.refuse_if(world, blocked, UnknownKind::Unsupported, reason);
        }
        world.may_wait = true;
        let position = self.position(world);
        self.out.waits.push(Wait { guard: world.guard, enabled, holder, position });
        world.guard = self.out.terms.and(world.guard, enabled);
    }
}
