//! Calls of functions, from their first instruction to their returns.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasher as _;

use foldhash::fast::FixedState;
use heddle_model::{Property, UnknownKind};
use heddle_program::{FuncId, Op, Origin, Pc};
use smallvec::SmallVec;

use super::bulk::CopyMode;
use super::{Call, Done, Exceeded, Executor, Frame, Here};
use crate::symbolic::execution_log::Action;
use crate::symbolic::flow::{Flow, Point, Round};
use crate::symbolic::memory::ObjectId;
use crate::symbolic::names::{Context, ObjectOrigin};
use crate::symbolic::operation::{self, OpEnvironment};
use crate::symbolic::path::{Path, Rounds, Unmergeable, World};
use crate::symbolic::unknowns::SiteKey;
use crate::symbolic::value::Value;
use crate::term::{Term, Terms};

/// Most calls one in the other.
const MOST_CALLS: usize = 5_000;

/// Reason why paths cannot be merged.
const HALF_LEFT: &str = "an atomic section that is left on some paths only";

/// Arguments and objects with which a call begins.
pub(super) struct Start {
    /// The parameters, in the first slots.
    pub(super) arguments: Vec<Value>,
    /// Structures that are passed by value, and the area of variable arguments.
    pub(super) objects: SmallVec<[ObjectId; 8]>,
    /// The area of variable arguments.
    pub(super) varargs: Option<ObjectId>,
}

/// A call that has returned.
pub(super) struct Returned {
    /// State of the thread after the call.
    pub(super) world: World,
    /// The results.
    pub(super) values: Vec<Value>,
}

/// Continuation after a basic block.
enum Next {
    /// Other blocks.
    Blocks(Vec<(Pc, Path)>),
    /// The end of the call.
    Return(Path, Vec<Value>),
    /// Nothing.
    Nothing,
}

/// Continuation after an instruction.
enum After {
    /// The next one.
    Next,
    /// The block ends here, and this comes next.
    Block(Next),
}

/// Blocks that are to be executed, with the paths that lead there.
#[derive(Default)]
struct Worklist {
    blocks: BTreeMap<Point, (Pc, Vec<Path>)>,
    /// Rounds of loops in which some path has left the loop.
    left: HashSet<Round, FixedState>,
    /// Rounds in which a branch could have left the loop, and it is known that it does not.
    stayed: HashSet<Round, FixedState>,
}

impl<'p> Executor<'p, '_> {
    /// Executes a call up to its returns, of which there may be none.
    pub(super) fn activate(
        &mut self,
        func: FuncId,
        mut world: World,
        start: Start,
        context: Context,
    ) -> Done<Option<Returned>> {
        let function = &self.program.functions[func];
        let is_model = function.origin == Origin::Model;
        let last = self.frames.iter().rev().find(|call| call.func == func);
        let depth = last.map_or(0, |call| call.depth + u32::from(call.guard != world.guard));
        if depth > self.settings.unwind || self.frames.len() > MOST_CALLS {
            let calls = self.frames.iter().filter(|call| call.func == func).count();
            self.out.exceeded.push(Exceeded {
                condition: world.guard,
                block: self.block_before(&world),
                function: func,
                head: None,
                limit: calls.saturating_sub(1) as u32,
            });
            self.give_up(&world, Term::TRUE);
            return Ok(None);
        }
        let slots = self.frame_slots(func, &start);
        let first_object = world.objects.len();
        world.objects.extend(&start.objects);
        let frame = Frame { func, function, context, varargs: start.varargs, first_object };
        let path = Path { world, slots, rounds: SmallVec::new() };
        let site_key = SiteKey { context, pc: 0, point: 0 };
        let (guard, live) = (path.world.guard, Vec::new());
        self.frames.push(Call { func, site_key, guard, live, depth, first_object });
        self.model_frames += u32::from(is_model);
        let returned = self.run_blocks(&frame, path);
        self.model_frames -= u32::from(is_model);
        self.frames.pop();
        returned
    }

    /// The slots of a frame when its call begins.
    fn frame_slots(&mut self, func: FuncId, start: &Start) -> Vec<Value> {
        let function = &self.program.functions[func];
        let undefined = Value::undefined(&mut self.out.terms);
        let mut slots = vec![undefined; function.slots as usize];
        let params: usize = function.params.iter().map(|param| param.slots as usize).sum();
        let count = start.arguments.len().min(params);
        slots[..count].copy_from_slice(&start.arguments[..count]);
        let first = slots.len() - function.constants.len();
        for (i, &constant) in function.constants.iter().enumerate() {
            slots[first + i] = self.constant(constant);
        }
        if let (Some(slot), Some(area)) = (function.varargs, start.varargs) {
            slots[slot.index()] = self.address_of(area);
        }
        slots
    }

    fn run_blocks(&mut self, frame: &Frame<'p>, path: Path) -> Done<Option<Returned>> {
        let flow = self.flow(frame.func);
        let mut worklist = Worklist::default();
        self.open_paths += 1;
        worklist.blocks.insert(flow.start(), (0, vec![path]));
        let mut returned: Vec<Returned> = Vec::new();
        while let Some((point, (pc, paths))) = worklist.blocks.pop_first() {
            self.open_paths -= paths.len();
            let paths = self.meet(frame, pc, paths);
            self.open_paths += paths.len();
            for path in paths {
                self.open_paths -= 1;
                let flights = self.flights.len();
                let next = self.execute_block(frame, &flow, pc, &point, path)?;
                if self.flights.len() > flights {
                    worklist.left.extend(flow.rounds_at(pc, &point));
                }
                for target in std::mem::take(&mut self.avoided) {
                    if let Some(arrival) = flow.follow(pc, &point, target) {
                        // The loop that would have gone round is not left.
                        let inner = usize::from(arrival.round.is_some());
                        worklist.stayed.extend(arrival.ended.into_iter().skip(inner));
                    }
                }
                match next {
                    Next::Blocks(blocks) => {
                        for (target, path) in blocks {
                            self.arrive(frame, &flow, pc, &point, target, path, &mut worklist);
                        }
                    }
                    Next::Return(path, values) => {
                        worklist.left.extend(flow.rounds_at(pc, &point));
                        self.open_paths += 1;
                        returned.push(Returned { world: path.world, values });
                    }
                    Next::Nothing => {}
                }
            }
        }
        self.open_paths -= returned.len();
        Ok(self.merge_returns(returned))
    }

    /// Merges paths that lead to a block, the latest first: what is left of a loop then
    /// merges with the rounds before, one by one. Paths in different steps of a model, or
    /// different sections, stay apart.
    fn meet(&mut self, frame: &Frame<'p>, pc: Pc, mut paths: Vec<Path>) -> Vec<Path> {
        let mut merged: Vec<Path> = Vec::new();
        while let Some(mut path) = paths.pop() {
            let section = path.world.section;
            let Some(other) = merged.iter_mut().find(|other| other.world.section == section) else {
                merged.push(path);
                continue;
            };
            self.agree(&mut other.world, &mut path.world);
            if other.merge(&mut self.out.terms, frame.function, pc, &path).is_err() {
                self.refuse(&mut path.world, HALF_LEFT);
            }
        }
        merged
    }

    /// Before paths meet of which one has created threads and the other has not, the other's
    /// memory becomes everyone's.
    pub(super) fn agree(&mut self, a: &mut World, b: &mut World) {
        if a.is_alone != b.is_alone {
            let alone = if a.is_alone { a } else { b };
            self.publish(alone);
            self.close_access(alone);
        }
    }

    /// Merges calls that have returned, of which a run makes at most one.
    pub(super) fn merge_returns(&mut self, mut returned: Vec<Returned>) -> Option<Returned> {
        let mut merged = returned.pop()?;
        while let Some(mut other) = returned.pop() {
            self.agree(&mut merged.world, &mut other.world);
            let terms = &mut self.out.terms;
            match merged.world.merge(terms, &other.world) {
                Ok(condition) => {
                    for (value, other) in merged.values.iter_mut().zip(other.values) {
                        if *value != other {
                            *value = Value::choose(terms, condition, *value, other);
                        }
                    }
                }
                Err(Unmergeable) => self.refuse(&mut other.world, HALF_LEFT),
            }
        }
        Some(merged)
    }

    /// Adds a path to the worklist, at the block that it leads to.
    #[expect(clippy::too_many_arguments, reason = "an edge has two ends")]
    fn arrive(
        &mut self,
        frame: &Frame<'p>,
        flow: &Flow,
        from: Pc,
        point: &Point,
        to: Pc,
        mut path: Path,
        worklist: &mut Worklist,
    ) {
        if path.world.guard == Term::FALSE {
            return;
        }
        let Some(arrival) = flow.follow(from, point, to) else {
            return self.lose(&mut path.world, "a jump into the middle of a block");
        };
        match (arrival.round, &arrival.ended[..]) {
            (Some((head, round)), [ended, left @ ..]) => {
                worklist.left.extend(left.iter().cloned());
                // A round that all runs make which came to the loop needs no limit.
                let is_known = worklist.stayed.contains(ended) && !worklist.left.contains(ended);
                if !self.go_round(frame, head, round, is_known, &mut path) {
                    return;
                }
            }
            (_, ended) => {
                worklist.left.extend(ended.iter().cloned());
                path.rounds.retain(|rounds| rounds.head != to);
            }
        }
        self.open_paths += 1;
        worklist.blocks.entry(arrival.point).or_insert_with(|| (to, Vec::new())).1.push(path);
    }

    /// Counts a round of a loop; false if that exceeds its limit.
    fn go_round(
        &mut self,
        frame: &Frame<'p>,
        head: Pc,
        round: u32,
        is_known: bool,
        path: &mut Path,
    ) -> bool {
        let limit = self.settings.loops.get(&(frame.func, head));
        let limit = limit.copied().unwrap_or(self.settings.unwind);
        if !path.rounds.iter().any(|rounds| rounds.head == head) {
            path.rounds.push(Rounds { head, counted: 0 });
        }
        let mut counted = 0;
        for rounds in path.rounds.iter_mut().filter(|rounds| rounds.head == head) {
            rounds.counted += u32::from(!is_known);
            counted = rounds.counted;
        }
        if counted <= limit && round <= self.settings.known_rounds {
            return true;
        }
        let (condition, function) = (path.world.guard, frame.func);
        let limit = if counted > limit { limit } else { self.settings.known_rounds };
        let (block, head) = (self.block_before(&path.world), Some(head));
        self.out.exceeded.push(Exceeded { condition, block, function, head, limit });
        self.give_up(&path.world, Term::TRUE);
        false
    }

    /// Executes a block.
    fn execute_block(
        &mut self,
        frame: &Frame<'p>,
        flow: &Flow,
        first: Pc,
        point: &Point,
        mut path: Path,
    ) -> Done<Next> {
        let mut pc = first;
        let hash = FixedState::default().hash_one(point);
        loop {
            if let Some(top) = self.frames.last_mut() {
                top.site_key = SiteKey { context: frame.context, pc, point: hash };
            }
            let here = Here { frame, pc, point };
            match self.instruction(&here, &mut path)? {
                After::Block(next) => {
                    // What the next blocks do is told with their own guards.
                    self.instructions = 0;
                    return Ok(next);
                }
                After::Next if path.world.guard == Term::FALSE => {
                    self.instructions = 0;
                    return Ok(Next::Nothing);
                }
                After::Next => pc += 1,
            }
            if flow.is_block(pc) {
                self.log(path.world.guard, Action::Instructions);
                return Ok(Next::Blocks(vec![(pc, path)]));
            }
        }
    }

    /// Executes an instruction.
    fn instruction(&mut self, here: &Here<'_, 'p>, path: &mut Path) -> Done<After> {
        let op = here.frame.function.code[here.pc as usize];
        match op {
            Op::Call { id } => {
                self.call(here, path, &here.frame.function.calls[id])?;
                return Ok(After::Next);
            }
            Op::Invoke { id, normal, unwind } => {
                self.call(here, path, &here.frame.function.calls[id])?;
                self.log(path.world.guard, Action::Instructions);
                let mut blocks = Vec::new();
                if let Some(world) = self.land() {
                    let (slots, rounds) = (path.slots.clone(), path.rounds.clone());
                    blocks.push((unwind, Path { world, slots, rounds }));
                }
                blocks.push((normal, take(path)));
                return Ok(After::Block(Next::Blocks(blocks)));
            }
            _ => self.tick()?,
        }
        if let Some(next) = self.control(here, path, op) {
            return Ok(After::Block(next));
        }
        match op {
            Op::Load { .. }
            | Op::Store { .. }
            | Op::LoadParts { .. }
            | Op::StoreParts { .. }
            | Op::AtomicRmw { .. }
            | Op::CmpXchg { .. }
            | Op::Fence { .. }
            | Op::Repack { .. } => self.memory_op(path, here.frame, op),
            Op::MemCopy { disjoint, dst, src, len, access } => {
                let operands = [dst, src, len].map(|slot| path.slots[slot.index()]);
                let mode = CopyMode { disjoint, is_atomic: access.is_atomic() };
                self.copy_memory(&mut path.world, mode, operands);
            }
            Op::MemSet { dst, value, len, .. } => {
                let operands = [dst, value, len].map(|slot| path.slots[slot.index()]);
                self.fill_memory(&mut path.world, operands);
            }
            Op::Alloca { .. }
            | Op::AllocaMany { .. }
            | Op::StackSave { .. }
            | Op::StackRestore { .. }
            | Op::LifetimeStart { .. }
            | Op::LifetimeEnd { .. }
            | Op::VaStart { .. }
            | Op::VaCopy { .. }
            | Op::VaEnd { .. }
            | Op::TlsAddress { .. } => self.stack_op(here, path, op)?,
            op => self.value_op(here, path, op),
        }
        Ok(After::Next)
    }

    /// Executes an instruction on values alone.
    fn value_op(&mut self, here: &Here<'_, 'p>, path: &mut Path, op: Op) {
        let environment = OpEnvironment {
            function: here.frame.function,
            pointer_bytes: self.program.target.pointer_bytes,
            checks_overflow: self.settings.properties.contains(Property::Overflow),
            checks_crashes: self.settings.properties.contains(Property::Crash),
        };
        match operation::apply(&mut self.out.terms, &environment, op, &mut path.slots) {
            Ok(checks) => {
                for check in checks {
                    self.fault(&mut path.world, check.property, check.condition);
                }
            }
            Err(refusal) => self.refuse(&mut path.world, refusal.what),
        }
    }

    /// Executes an instruction that decides what comes next.
    fn control(&mut self, here: &Here<'_, 'p>, path: &mut Path, op: Op) -> Option<Next> {
        let function = here.frame.function;
        let next = match op {
            Op::Jump { target } => {
                self.log(path.world.guard, Action::Instructions);
                Next::Blocks(vec![(target, take(path))])
            }
            Op::Branch { condition, then, otherwise } => {
                let condition = self.branch_condition(path, condition);
                let not = self.out.terms.not(condition);
                self.fork(path, &[(condition, then), (not, otherwise)])
            }
            Op::Switch { value, id } => {
                let ways = self.switch_ways(path, value, &function.switches[id]);
                self.fork(path, &ways)
            }
            Op::JumpTo { address, id } => {
                let address = path.slots[address.index()];
                let undefined = address.has_undefined(&mut self.out.terms);
                self.fault(&mut path.world, Property::Uninitialized, undefined);
                let table = &function.jump_tables[id];
                let base = self.names.known_object(&ObjectOrigin::Function(here.frame.func));
                let base = base.map_or(0, |object| self.names.base(object));
                let mut ways = Vec::new();
                let mut is_other = Term::TRUE;
                for &(label, target) in &table.targets {
                    let terms = &mut self.out.terms;
                    let label = terms.constant(64, u128::from(base + u64::from(label) + 1));
                    let is_label = terms.eq(address.bits, label);
                    ways.push((is_label, target));
                    let is_not = terms.not(is_label);
                    is_other = terms.and(is_other, is_not);
                }
                self.fault(&mut path.world, Property::Memory, is_other);
                self.fork(path, &ways)
            }
            Op::Return { src, count } => {
                let row = src.index()..src.index() + count as usize;
                let values = path.slots[row].to_vec();
                let ended = path.world.objects.split_off(here.frame.first_object);
                self.end_objects(&mut path.world, &ended);
                self.log(path.world.guard, Action::Instructions);
                Next::Return(take(path), values)
            }
            Op::Unreachable => {
                self.fault(&mut path.world, Property::Unreachable, Term::TRUE);
                Next::Nothing
            }
            Op::Trap => {
                self.fault(&mut path.world, Property::Crash, Term::TRUE);
                Next::Nothing
            }
            Op::Unsupported { id } => {
                let reason = self.program.unsupported[id].clone();
                self.refuse_if(&mut path.world, Term::TRUE, UnknownKind::Unsupported, reason);
                Next::Nothing
            }
            _ => return None,
        };
        Some(next)
    }

    /// Splits a path into one for each target that is possible.
    fn fork(&mut self, path: &mut Path, ways: &[(Term, Pc)]) -> Next {
        self.log(path.world.guard, Action::Instructions);
        // A target that can be reached in several ways is reached once.
        let mut targets: Vec<(Term, Pc)> = Vec::new();
        for &(condition, target) in ways {
            match targets.iter_mut().find(|(_, other)| *other == target) {
                Some((known, _)) => *known = self.out.terms.or(*known, condition),
                None => targets.push((condition, target)),
            }
        }
        let avoided = targets.iter().filter(|(condition, _)| *condition == Term::FALSE);
        self.avoided.extend(avoided.map(|(_, target)| *target));
        targets.retain(|(condition, _)| *condition != Term::FALSE);
        let last = targets.len().saturating_sub(1);
        let mut blocks = Vec::with_capacity(targets.len());
        for (i, (condition, target)) in targets.into_iter().enumerate() {
            let mut next = if i == last { take(path) } else { path.clone() };
            next.world.guard = self.out.terms.and(next.world.guard, condition);
            blocks.push((target, next));
        }
        Next::Blocks(blocks)
    }
}

/// Takes a path that goes on elsewhere.
fn take(path: &mut Path) -> Path {
    let guard = path.world.guard;
    let world = World { guard: Term::FALSE, ..path.world.clone() };
    let rest = Path { world, slots: Vec::new(), rounds: SmallVec::new() };
    let mut taken = std::mem::replace(path, rest);
    taken.world.guard = guard;
    taken
}

/// A term of one bit as a value.
pub(super) fn truth_value(terms: &mut Terms, truth: Term) -> Value {
    let bits = terms.zext(truth, 64);
    Value::defined(terms, bits)
}
