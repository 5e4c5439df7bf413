//! Narrow inputs: those that are wide, but of which the program takes few values.
//!
//! `int n = __VERIFIER_nondet_int(); __VERIFIER_assume(0 < n && n < 5);` has four values. An engine
//! that enumerates inputs can take them, if it is told. So calls that return an input are followed,
//! from the call on, with the set of values for which a run comes to each place; wherever that leads
//! on to something of which nothing is known here, the set counts. If few values are left, another
//! function is called, which takes one of those ([`ProcessOp::NarrowInput`]).
//!
//! # Why nothing is lost
//! A value that is left out leads to an assumption that is not met, whatever else there is, and to
//! nothing before it that anyone could notice: only instructions are followed that touch the
//! thread's own slots and that cannot go wrong. Arithmetic that may overflow is none of those, nor
//! is a branch on what may be undefined. Other threads get as far while this one takes another value.
//! At least one value is always left. Only formulas over where a thread is could tell: machines that
//! evaluate propositions leave such inputs open.

mod values;

use std::collections::BTreeMap;

use crate::operation::ProcessOp;
use crate::{
    Argument, CallSite, CallSiteId, Callee, Const, Extern, ExternId, FuncId, Function, Op,
    Operation, Origin, Pc, Program, Slot,
};
use values::{Values, mask};

/// Most values of an input that is enumerated, as many as one of eight bits has.
const MOST_VALUES: u64 = 256;

/// Most instructions that are looked at behind an input.
const MOST_STEPS: u32 = 500;

/// Most calls within each other that are followed.
const DEEPEST_CALL: usize = 3;

/// Lets calls that return one of few values take one of those.
pub(crate) fn narrow_inputs(program: &mut Program) {
    let wide: BTreeMap<FuncId, InputFunction> = program
        .functions
        .iter()
        .filter_map(|(id, function)| Some((id, input_function(program, function)?)))
        .collect();
    if wide.is_empty() {
        return;
    }
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().filter(|(_, it)| it.origin == Origin::User) {
        for (pc, op) in function.code.iter().enumerate() {
            let Op::Call { id: call } = *op else { continue };
            let Callee::Function(callee) = function.calls[call].callee else { continue };
            let Some(input) = wide.get(&callee) else { continue };
            if let Some((least, more)) = taken_values(program, &wide, id, pc as Pc, *input) {
                found.push((
                    id,
                    call,
                    callee,
                    Narrow { width: input.width, least, count: more + 1 },
                ));
            }
        }
    }
    let mut made: BTreeMap<(FuncId, u64, u64), FuncId> = BTreeMap::new();
    for (caller, call, callee, narrow) in found {
        let key = (callee, narrow.least, narrow.count);
        let id = match made.get(&key) {
            Some(id) => *id,
            None => {
                let function = narrow_function(program, callee, &narrow);
                let id = program.functions.push(function);
                made.insert(key, id);
                id
            }
        };
        program.functions[caller].calls[call].callee = Callee::Function(id);
    }
}

/// A function that returns an input and does nothing else.
#[derive(Clone, Copy, Debug)]
struct InputFunction {
    /// Bits of the input.
    width: u8,
    /// The call in which it is taken.
    call: CallSiteId,
}

/// A run of values in a row.
#[derive(Clone, Copy, Debug)]
struct Narrow {
    width: u8,
    least: u64,
    count: u64,
}

/// The input of a function that does nothing but to take one and to return it.
fn input_function(program: &Program, function: &Function) -> Option<InputFunction> {
    let (result, call, between) = match function.code[..] {
        [Op::Call { id }, Op::Return { src, count: 1 }] => (src, id, None),
        [Op::Call { id }, Op::Trunc { width, dst, src }, Op::Return { src: result, count: 1 }] => {
            (result, id, Some((width, dst, src)))
        }
        _ => return None,
    };
    let site = &function.calls[call];
    let Callee::Extern(callee) = site.callee else { return None };
    if program.externs[callee].operation != Some(Operation::Process(ProcessOp::Nondet)) {
        return None;
    }
    let [Argument { src, .. }] = site.args[..] else { return None };
    let Const::Bits(width @ 1..=64) = constant(function, src)? else { return None };
    let width = width as u8;
    let passes_on = match between {
        None => site.dst == result,
        Some((kept, dst, src)) => kept == width && src == site.dst && dst == result,
    };
    (passes_on && function.params.is_empty()).then_some(InputFunction { width, call })
}

/// The content of a slot that is a constant.
fn constant(function: &Function, slot: Slot) -> Option<Const> {
    let first = function.slots as usize - function.constants.len();
    function.constants.get(slot.index().checked_sub(first)?).copied()
}

/// The function that takes one of few values, where another takes any.
fn narrow_function(program: &mut Program, wide: FuncId, narrow: &Narrow) -> Function {
    let operation = Operation::Process(ProcessOp::NarrowInput);
    let known = program.externs.iter().find(|(_, it)| it.operation == Some(operation));
    let id = known.map(|(id, _)| id);
    let callee: ExternId = id.unwrap_or_else(|| {
        let name = operation.row().name.to_owned();
        let params = vec![1, 1, 1];
        program.externs.push(Extern { name, operation: Some(operation), params, result_slots: 1 })
    });
    let mut function = program.functions[wide].clone();
    let Narrow { width, least, count } = *narrow;
    let call = input_function(program, &function).expect("it should take an input").call;
    let site = &function.calls[call];
    let locals = function.slots - function.constants.len() as u32;
    let parts = site.args[0].parts;
    let argument = |n: u32| Argument { src: Slot(locals + n), slots: 1, by_value: None, parts };
    let args = vec![argument(0), argument(1), argument(2)];
    let site = CallSite { callee: Callee::Extern(callee), args, fixed: 3, ..site.clone() };
    function.calls[call] = site;
    function.constants = [width.into(), least, count].map(Const::Bits).into();
    function.slots = locals + 3;
    function.name = format!("{}.{least}.{count}", function.name);
    function
}

/// The values of an input, taken by a call, for which a run gets past what follows: the first, and
/// how many more in a row. None if these are too many.
fn taken_values(
    program: &Program,
    wide: &BTreeMap<FuncId, InputFunction>,
    function: FuncId,
    pc: Pc,
    input: InputFunction,
) -> Option<(u64, u64)> {
    let width = input.width;
    let mut walk = Walk { program, wide, width, left: Values::NONE, steps: 0 };
    let Op::Call { id } = program.functions[function].code[pc as usize] else { return None };
    let mut frame = Frame { function, pc: pc + 1, slots: BTreeMap::new() };
    let function = &program.functions[function];
    let is_wide = |site: &&CallSite| match site.callee {
        Callee::Function(id) => wide.contains_key(&id),
        Callee::Extern(_) | Callee::Indirect(_) => false,
    };
    // Others that were taken right before it.
    let mut earlier = pc;
    while !is_target(function, earlier)
        && let Some(before) = earlier.checked_sub(1)
        && let Op::Call { id } = function.code[before as usize]
        && let Some(site) = Some(&function.calls[id]).filter(is_wide)
    {
        frame.slots.insert(site.dst, Known::Other);
        earlier = before;
    }
    frame.slots.insert(function.calls[id].dst, Known::Input { added: 0 });
    let mut open = vec![Path { frames: vec![frame], values: Values::all(width) }];
    while let Some(path) = open.pop() {
        walk.follow(path, &mut open);
        if walk.left.hull(width).is_some_and(|(_, more)| more >= MOST_VALUES) {
            return None;
        }
    }
    walk.left.hull(width)
}

/// True if some instruction jumps to another.
fn is_target(function: &Function, pc: Pc) -> bool {
    (0..function.code.len()).any(|from| function.targets(from as Pc).any(|target| target == pc))
}

/// Something that is known of a slot. What is not known may be undefined.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Known {
    /// The input, to which a number was added, in its width.
    Input { added: u64 },
    /// The same, as a signed number of more bits. It is one in that width only: as one of yet more, it
    /// is not signed.
    Extended { added: u64, width: u8 },
    /// 1 for these values of the input, and 0 for others.
    Truth(Values),
    /// A number.
    Number(u64),
    /// Some other value, which is defined.
    Other,
}

impl Known {
    /// True if it is 0 or 1.
    fn is_truth(&self) -> bool {
        matches!(self, Known::Truth(_) | Known::Number(0 | 1))
    }
}

/// A call that is being followed.
#[derive(Clone)]
struct Frame {
    function: FuncId,
    pc: Pc,
    slots: BTreeMap<Slot, Known>,
}

/// A path that a run takes for some values of the input.
#[derive(Clone)]
struct Path {
    frames: Vec<Frame>,
    values: Values,
}

/// A walk along all paths behind an input.
struct Walk<'a> {
    program: &'a Program,
    wide: &'a BTreeMap<FuncId, InputFunction>,
    /// Bits of the input.
    width: u8,
    /// The values for which a run comes to something that is not followed.
    left: Values,
    steps: u32,
}

impl Walk<'_> {
    /// Follows a path to its end; where others begin, they are left open.
    fn follow(&mut self, mut path: Path, open: &mut Vec<Path>) {
        while !path.values.is_empty() {
            self.steps += 1;
            if self.steps > MOST_STEPS || self.step(&mut path, open).is_none() {
                self.left = self.left.union(&path.values);
                return;
            }
        }
    }

    /// Follows one instruction; none if that cannot be done.
    fn step(&mut self, path: &mut Path, open: &mut Vec<Path>) -> Option<()> {
        let frame = path.frames.last_mut()?;
        let function = &self.program.functions[frame.function];
        let op = function.code[frame.pc as usize];
        let known = |slot: Slot| match constant(function, slot) {
            Some(Const::Bits(bits)) => Some(Known::Number(bits)),
            Some(_) => None,
            None => frame.slots.get(&slot).cloned(),
        };
        let (dst, result) = match op {
            Op::Move { dst, src } => (dst, known(src)),
            Op::Trunc { width, dst, src } => (dst, self.truncated(known(src), width)),
            Op::SExt { from, to, dst, src } => (dst, self.extended(known(src), from, to)),
            Op::Add { width, wrap, dst, a, b } if wrap.0 == 0 => {
                (dst, self.sum(known(a), known(b), width))
            }
            Op::Sub { width, wrap, dst, a, b } if wrap.0 == 0 => {
                let negated = match known(b) {
                    Some(Known::Number(number)) => Some(Known::Number(number.wrapping_neg())),
                    other => other.map(|_| Known::Other),
                };
                (dst, self.sum(known(a), negated, width))
            }
            Op::And { dst, a, b, .. } => (dst, self.both(known(a), known(b), Values::intersection)),
            Op::Or { dst, a, b, .. } => (dst, self.both(known(a), known(b), Values::union)),
            Op::Xor { dst, a, b, .. } => (dst, self.exclusive(known(a), known(b))),
            Op::Eq { width, dst, a, b } => (dst, self.equal(known(a), known(b), width)),
            Op::Ne { width, dst, a, b } => {
                let equal = self.equal(known(a), known(b), width);
                (dst, self.exclusive(equal, Some(Known::Number(1))))
            }
            Op::Ult { width, dst, a, b } => (dst, self.less(known(a), known(b), width, false)),
            Op::Slt { width, dst, a, b } => (dst, self.less(known(a), known(b), width, true)),
            // Not less the other way round.
            Op::Ule { width, dst, a, b } => {
                let greater = self.less(known(b), known(a), width, false);
                (dst, self.exclusive(greater, Some(Known::Number(1))))
            }
            Op::Sle { width, dst, a, b } => {
                let greater = self.less(known(b), known(a), width, true);
                (dst, self.exclusive(greater, Some(Known::Number(1))))
            }
            Op::Select { count: 1, dst, condition, a, b } => {
                let (when, a, b) = (known(condition)?, known(a), known(b));
                (dst, self.chosen(&when, a, b))
            }
            Op::Jump { target } => {
                frame.pc = target;
                return Some(());
            }
            Op::Branch { condition, then, otherwise } => {
                let condition = known(condition)?;
                return self.branch(path, &condition, then, otherwise, open);
            }
            Op::Call { id } => {
                let site = &function.calls[id];
                let args: Vec<_> = site.args.iter().map(|it| (it.slots, known(it.src))).collect();
                return self.call(path, id, args);
            }
            Op::Return { src, count } => {
                let result = known(src).filter(|_| count == 1);
                path.frames.pop();
                let caller = path.frames.last_mut()?;
                let function = &self.program.functions[caller.function];
                let Op::Call { id } = function.code[caller.pc as usize] else { return None };
                let CallSite { dst, dst_slots, .. } = function.calls[id];
                (0..dst_slots).for_each(|n| drop(caller.slots.remove(&dst.plus(n))));
                if let Some(result) = result.filter(|_| dst_slots == 1) {
                    caller.slots.insert(dst, result);
                }
                caller.pc += 1;
                return Some(());
            }
            _ => return None,
        };
        match result {
            Some(result) => frame.slots.insert(dst, result),
            None => frame.slots.remove(&dst),
        };
        frame.pc += 1;
        Some(())
    }

    /// Goes on with the values that meet a condition; those that do not are left open.
    fn branch(
        &self,
        path: &mut Path,
        condition: &Known,
        then: Pc,
        otherwise: Pc,
        open: &mut Vec<Path>,
    ) -> Option<()> {
        let (met, unmet) = match self.truth(condition) {
            Some(met) => (met.clone(), met.complement(self.width)),
            None => (Values::all(self.width), Values::all(self.width)),
        };
        let mut other = path.clone();
        other.values = other.values.intersection(&unmet);
        other.frames.last_mut()?.pc = otherwise;
        if !other.values.is_empty() {
            open.push(other);
        }
        path.values = path.values.intersection(&met);
        path.frames.last_mut()?.pc = then;
        Some(())
    }

    /// Follows a call, or goes on after an assumption or an input.
    fn call(&self, path: &mut Path, id: CallSiteId, args: Vec<(u32, Option<Known>)>) -> Option<()> {
        let depth = path.frames.len();
        let frame = path.frames.last_mut()?;
        let site = &self.program.functions[frame.function].calls[id];
        match site.callee {
            Callee::Function(callee) if self.wide.contains_key(&callee) => {
                frame.slots.insert(site.dst, Known::Other);
                frame.pc += 1;
            }
            Callee::Function(callee) if depth <= DEEPEST_CALL => {
                let function = &self.program.functions[callee];
                let is_plain = !function.atomic
                    && function.varargs.is_none()
                    && function.params.len() == args.len()
                    && function.params.iter().all(|it| it.slots == 1)
                    && site.args.iter().all(|it| it.slots == 1 && it.by_value.is_none());
                if !is_plain {
                    return None;
                }
                let params = function.params.iter().zip(args);
                let slots = params.filter_map(|(it, (_, known))| Some((it.slot, known?))).collect();
                path.frames.push(Frame { function: callee, pc: 0, slots });
            }
            Callee::Extern(callee)
                if self.program.externs[callee].operation
                    == Some(Operation::Process(ProcessOp::Assume)) =>
            {
                let [(1, Some(condition))] = &args[..] else { return None };
                if let Some(met) = self.truth(condition) {
                    path.values = path.values.intersection(&met);
                }
                frame.pc += 1;
            }
            Callee::Function(_) | Callee::Extern(_) | Callee::Indirect(_) => return None,
        }
        Some(())
    }

    /// The values of the input for which a slot is not 0; none if that depends on more.
    fn truth(&self, known: &Known) -> Option<Values> {
        Some(match known {
            Known::Truth(values) => values.clone(),
            Known::Number(0) => Values::NONE,
            Known::Number(_) => Values::all(self.width),
            Known::Input { added } | Known::Extended { added, .. } => {
                let zero = added.wrapping_neg() & mask(self.width);
                Values::between(zero, zero, self.width).complement(self.width)
            }
            Known::Other => return None,
        })
    }

    /// 1 where two truths are so, together.
    fn both(
        &self,
        a: Option<Known>,
        b: Option<Known>,
        how: impl Fn(&Values, &Values) -> Values,
    ) -> Option<Known> {
        let (a, b) = (a?, b?);
        if !a.is_truth() || !b.is_truth() {
            return Some(Known::Other);
        }
        Some(Known::Truth(how(&self.truth(&a)?, &self.truth(&b)?)))
    }

    /// The exclusive or, of truths.
    fn exclusive(&self, a: Option<Known>, b: Option<Known>) -> Option<Known> {
        self.both(a, b, |a, b| a.union(b).intersection(&a.intersection(b).complement(self.width)))
    }

    /// One of two truths, by a third.
    fn chosen(&self, when: &Known, a: Option<Known>, b: Option<Known>) -> Option<Known> {
        let (a, b) = (a?, b?);
        let Known::Truth(met) = when else { return Some(Known::Other) };
        if !a.is_truth() || !b.is_truth() {
            return Some(Known::Other);
        }
        let first = met.intersection(&self.truth(&a)?);
        let second = met.complement(self.width).intersection(&self.truth(&b)?);
        Some(Known::Truth(first.union(&second)))
    }

    /// The low bits of a value.
    fn truncated(&self, known: Option<Known>, width: u8) -> Option<Known> {
        Some(match known? {
            Known::Number(number) => Known::Number(number & mask(width)),
            Known::Input { added } if width >= self.width => Known::Input { added },
            Known::Extended { added, .. } if width == self.width => Known::Input { added },
            Known::Truth(values) => Known::Truth(values),
            _ => Known::Other,
        })
    }

    /// The value as a signed number of more bits.
    fn extended(&self, known: Option<Known>, from: u8, to: u8) -> Option<Known> {
        Some(match known? {
            Known::Input { added } if from == self.width => Known::Extended { added, width: to },
            _ => Known::Other,
        })
    }

    /// The sum of the input and a number.
    fn sum(&self, a: Option<Known>, b: Option<Known>, width: u8) -> Option<Known> {
        Some(match (a?, b?) {
            (Known::Input { added }, Known::Number(number))
            | (Known::Number(number), Known::Input { added })
                if width == self.width =>
            {
                Known::Input { added: added.wrapping_add(number) & mask(width) }
            }
            _ => Known::Other,
        })
    }

    /// 1 where two values are the same.
    fn equal(&self, a: Option<Known>, b: Option<Known>, width: u8) -> Option<Known> {
        let (a, b) = (a?, b?);
        let (known, number) = match (a, b) {
            (known, Known::Number(number)) | (Known::Number(number), known) => (known, number),
            _ => return Some(Known::Other),
        };
        let all = Values::all(self.width);
        Some(match known {
            Known::Truth(values) => match number {
                0 => Known::Truth(values.complement(self.width)),
                1 => Known::Truth(values),
                _ => Known::Truth(Values::NONE),
            },
            Known::Input { added } => {
                let value = number.wrapping_sub(added) & mask(self.width);
                let one = Values::between(value, value, self.width);
                Known::Truth(if number <= mask(self.width) { one } else { Values::NONE })
            }
            Known::Extended { .. } => {
                // Neither less nor greater.
                let less =
                    self.less(Some(known.clone()), Some(Known::Number(number)), width, true)?;
                let greater = self.less(Some(Known::Number(number)), Some(known), width, true)?;
                let (Known::Truth(less), Known::Truth(greater)) = (less, greater) else {
                    return Some(Known::Other);
                };
                Known::Truth(all.intersection(&less.union(&greater).complement(self.width)))
            }
            Known::Number(other) => Known::Truth(if other == number { all } else { Values::NONE }),
            Known::Other => Known::Other,
        })
    }

    /// 1 where one value is less than another of the same width, signed or not.
    fn less(
        &self,
        a: Option<Known>,
        b: Option<Known>,
        width: u8,
        is_signed: bool,
    ) -> Option<Known> {
        let (a, b) = (a?, b?);
        let own = self.width;
        // Values are compared in the order in which they are counted up from here.
        let origin = |width: u8| if is_signed { 1 << (width - 1) } else { 0 };
        let order = |number: u64| number.wrapping_sub(origin(width)) & mask(width);
        let (input, number, is_greater) = match (a, b) {
            (input, Known::Number(number)) => (input, number, false),
            (Known::Number(number), input) => (input, number, true),
            _ => return Some(Known::Other),
        };
        // The least value of the input, in that order and in its own width.
        let (added, least, own_least) = match input {
            Known::Input { added } if width == own => (added, 0, origin(own)),
            Known::Input { added } if width > own => (added, order(0), 0),
            Known::Extended { added, width: to } if width == to && is_signed => {
                (added, order(origin(own).wrapping_neg()), origin(own))
            }
            _ => return Some(Known::Other),
        };
        let (position, greatest) = (order(number), least + mask(own));
        let back = |position: u64| {
            (position - least).wrapping_add(own_least).wrapping_sub(added) & mask(own)
        };
        let between = |first: u64, last: u64| Values::between(back(first), back(last), own);
        let values = match is_greater {
            false if position <= least => Values::NONE,
            false => between(least, (position - 1).min(greatest)),
            true if position >= greatest => Values::NONE,
            true => between((position + 1).max(least), greatest),
        };
        Some(Known::Truth(values))
    }
}
