//! The inner loop.

use heddle_model::{Arithmetic, Finding, MemoryError, Property};
use heddle_program::float::FloatOp;
use heddle_program::{Op, Pc, Slot, SwitchTable, Wrap};

use super::undefined::Partial;
use super::{Control, Exit, Stop, float, int};
use crate::Machine;
use crate::fault::Fault;
use crate::image::Image;
use crate::options::Granularity;
use crate::races::SectionAccess;
use crate::record::Recorder;
use crate::record::event::{Event, Recording};
use crate::reduction::Reductions;
use crate::state::State;
use crate::state::memory::{Access, Memory};
use crate::value::{Word, mask, signed};

impl Machine<'_> {
    /// Runs instructions of a thread's innermost frame for as long as they are of
    /// the frequent kinds.
    pub(super) fn dispatch(&mut self, t: usize, control: &mut Control) -> Exit {
        let watches = self.watches(t);
        let Machine { image, state, recorder, reductions, .. } = self;
        let Reductions { stretch, lock_assumptions: uses, .. } = reductions;
        let Image { program, options, .. } = &**image;
        let State { memory, threads, .. } = state;
        let Recorder { recording, events, section, .. } = recorder;
        let thread = &mut threads[t];
        let Some(frame) = thread.frames.last_mut() else { return Exit::Stop(Stop::Inactive) };
        let function = &program.functions[frame.func];
        let base = frame.base as usize;
        let slots = &mut thread.stack[base..base + function.slots as usize];
        let code = &function.code[..];
        let checks_overflow = options.properties.contains(Property::Overflow);
        // Whether accesses to private, and to shared, memory end the step.
        let pause_private = options.granularity == Granularity::Tau && thread.book.atomic == 0;
        let pause_shared = options.granularity != Granularity::Run && thread.book.atomic == 0;
        let addressing = memory.addressing;
        let limit = control.limit;
        let mut executed = control.executed;
        let mut pc = frame.pc;

        let exit = loop {
            if executed >= limit {
                break Exit::Stop(Stop::Limit);
            }
            let op = &code[pc as usize];
            match *op {
                Op::Move { dst, src } => slots[dst.index()] = slots[src.index()],
                Op::Add { width, wrap, dst, a, b } => {
                    if checks_overflow
                        && wrap.0 != 0
                        && let Some(fault) = int::overflow(Arithmetic::Addition, *op, slots)
                    {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                    int::binary(slots, width, dst, a, b, u64::wrapping_add, int::open_sum);
                }
                Op::Sub { width, wrap, dst, a, b } => {
                    if checks_overflow
                        && wrap.0 != 0
                        && let Some(fault) = int::overflow(Arithmetic::Subtraction, *op, slots)
                    {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                    int::binary(slots, width, dst, a, b, u64::wrapping_sub, int::open_difference);
                }
                Op::Mul { width, wrap, dst, a, b } => {
                    if checks_overflow
                        && wrap.0 != 0
                        && let Some(fault) = int::overflow(Arithmetic::Multiplication, *op, slots)
                    {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                    int::binary(slots, width, dst, a, b, u64::wrapping_mul, int::open_product);
                }
                Op::And { dst, a, b, width: _ } => {
                    slots[dst.index()] = int::and(slots[a.index()], slots[b.index()]);
                }
                Op::Or { dst, a, b, width: _ } => {
                    slots[dst.index()] = int::or(slots[a.index()], slots[b.index()]);
                }
                Op::Xor { dst, a, b, width: _ } => {
                    slots[dst.index()] = int::xor(slots[a.index()], slots[b.index()]);
                }
                Op::Shl { width, wrap, dst, a, b } => {
                    let check = checks_overflow;
                    let shifted = int::shl(slots, width, dst, a, b, check, wrap.has(Wrap::NSW));
                    if let Err(fault) = shifted {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                }
                Op::LShr { width, dst, a, b, wrap: _ } => {
                    let shift = |x, by| x >> by;
                    if let Err(fault) =
                        int::shift_right(slots, width, dst, a, b, checks_overflow, shift)
                    {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                }
                Op::AShr { width, dst, a, b, wrap: _ } => {
                    let shift = |x, by| (signed(x, width.into()) >> by) as u64 & mask(width.into());
                    if let Err(fault) =
                        int::shift_right(slots, width, dst, a, b, checks_overflow, shift)
                    {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                }
                Op::UDiv { .. } | Op::SDiv { .. } | Op::URem { .. } | Op::SRem { .. } => {
                    if let Err(fault) = int::divide(*op, slots) {
                        break Exit::Stop(Stop::Fault(fault));
                    }
                }
                Op::Eq { width, dst, a, b } => int::equal(slots, width, dst, a, b, true),
                Op::Ne { width, dst, a, b } => int::equal(slots, width, dst, a, b, false),
                Op::Ult { width, dst, a, b } => {
                    note_order(memory, slots, a, b);
                    int::compare(slots, width, dst, a, b, |x, y| x < y, Partial::is_below);
                }
                Op::Ule { width, dst, a, b } => {
                    note_order(memory, slots, a, b);
                    int::compare(slots, width, dst, a, b, |x, y| x <= y, Partial::is_not_above);
                }
                Op::Slt { width, dst, a, b } => {
                    note_order(memory, slots, a, b);
                    let w = width.into();
                    let less = |x, y| signed(x, w) < signed(y, w);
                    int::compare(slots, width, dst, a, b, less, Partial::is_less);
                }
                Op::Sle { width, dst, a, b } => {
                    note_order(memory, slots, a, b);
                    let w = width.into();
                    let not_greater = |x, y| signed(x, w) <= signed(y, w);
                    int::compare(slots, width, dst, a, b, not_greater, Partial::is_not_greater);
                }
                Op::Trunc { width, dst, src } => {
                    let Word { bits, undef } = slots[src.index()];
                    let mask = mask(width.into());
                    slots[dst.index()] = Word { bits: bits & mask, undef: undef & mask };
                }
                Op::SExt { from, to, dst, src } => {
                    let Word { bits, undef } = slots[src.index()];
                    let (from, mask) = (u32::from(from), mask(to.into()));
                    let extend = |x| signed(x, from) as u64 & mask;
                    slots[dst.index()] = Word { bits: extend(bits), undef: extend(undef) };
                }
                Op::PtrAdd { dst, base, offset } => {
                    let add = |x, y| addressing.add(x, y);
                    int::binary(slots, 64, dst, base, offset, add, int::tainted);
                }
                Op::PtrIndex { width, dst, base, index, scale } => {
                    let w = width.into();
                    let add = |x, i| {
                        let offset = signed(i, w).wrapping_mul(i64::from(scale));
                        addressing.add(x, offset as u64)
                    };
                    int::binary(slots, 64, dst, base, index, add, int::tainted);
                }
                Op::PtrOffset { dst, base, offset } => {
                    let from = slots[base.index()];
                    slots[dst.index()] = match from.is_defined() {
                        true => Word::new(addressing.add(from.bits, i64::from(offset) as u64)),
                        false => Word::tainted(64, &[from]),
                    };
                }
                Op::Load { bytes, width, access, dst, ptr, offset } => {
                    let from = slots[ptr.index()];
                    if !from.is_defined() {
                        break Exit::Stop(Stop::Fault(undefined_address(from)));
                    }
                    let address = addressing.add(from.bits, i64::from(offset) as u64);
                    let request = Access::read(t, address, bytes.into(), access);
                    let range = match memory.check(request) {
                        Ok(range) => range,
                        Err(fault) => break Exit::Stop(Stop::Fault(request.refused(fault))),
                    };
                    let visible = range.visible;
                    if executed != 0 && (pause_private || pause_shared && visible) {
                        let goes_on = control.steps_left != 0
                            && stretch.goes_on(memory, &range, uses)
                            && (!stretch.depends_on_roots(memory)
                                || control.is_in_loop
                                    && stretch.has_same_roots(memory, function, slots, pc));
                        if !goes_on {
                            break Exit::Stop(Stop::Visible);
                        }
                        control.steps_left -= 1;
                        control.earlier += u64::from(executed);
                        executed = 0;
                    }
                    let mut word = memory.read(request, &range);
                    if !access.is_pointer() {
                        let mask = mask(width.into());
                        word = Word { bits: word.bits & mask, undef: word.undef & mask };
                        memory.expose_pointers(&range);
                    }
                    slots[dst.index()] = word;
                    if watches {
                        section.push(SectionAccess { access: request, pc, location: None });
                    }
                    if *recording == Recording::All {
                        events.push(Event::Read {
                            address,
                            bytes: bytes.into(),
                            value: Some(word),
                            shared: visible,
                        });
                    }
                }
                Op::Store { bytes, access, src, ptr, offset, width: _ } => {
                    let to = slots[ptr.index()];
                    if !to.is_defined() {
                        break Exit::Stop(Stop::Fault(undefined_address(to)));
                    }
                    let address = addressing.add(to.bits, i64::from(offset) as u64);
                    let request = Access::write(t, address, bytes.into(), access);
                    let range = match memory.check(request) {
                        Ok(range) => range,
                        Err(fault) => break Exit::Stop(Stop::Fault(request.refused(fault))),
                    };
                    let visible = range.visible;
                    if executed != 0 && (pause_private || pause_shared && visible) {
                        let goes_on = control.steps_left != 0
                            && stretch.goes_on(memory, &range, uses)
                            && (!stretch.depends_on_roots(memory)
                                || control.is_in_loop
                                    && stretch.has_same_roots(memory, function, slots, pc));
                        if !goes_on {
                            break Exit::Stop(Stop::Visible);
                        }
                        control.steps_left -= 1;
                        control.earlier += u64::from(executed);
                        executed = 0;
                    }
                    let value = slots[src.index()];
                    memory.write(request, &range, value, access.is_pointer());
                    if watches {
                        section.push(SectionAccess { access: request, pc, location: None });
                    }
                    if *recording == Recording::All {
                        events.push(Event::Write {
                            address,
                            bytes: bytes.into(),
                            value: Some(value),
                            shared: visible,
                        });
                    }
                }
                Op::Jump { target } => {
                    pc = target;
                    executed += 1;
                    continue;
                }
                Op::Branch { condition, then, otherwise } => {
                    let condition = slots[condition.index()];
                    if condition.undef & 1 != 0 {
                        break Exit::OpenBranch(condition, "a branch");
                    }
                    pc = if condition.bits & 1 != 0 { then } else { otherwise };
                    executed += 1;
                    continue;
                }
                Op::Switch { value, id } => {
                    let value = slots[value.index()];
                    if !value.is_defined() {
                        break Exit::OpenBranch(value, "a switch");
                    }
                    pc = switch_target(&function.switches[id], value.bits);
                    executed += 1;
                    continue;
                }
                Op::Select { count, dst, condition, a, b } => {
                    select(slots, count, dst, condition, a, b);
                }
                Op::FAdd { kind, dst, a, b } => float::binary(slots, FloatOp::Add, kind, dst, a, b),
                Op::FSub { kind, dst, a, b } => float::binary(slots, FloatOp::Sub, kind, dst, a, b),
                Op::FMul { kind, dst, a, b } => float::binary(slots, FloatOp::Mul, kind, dst, a, b),
                Op::FDiv { kind, dst, a, b } => float::binary(slots, FloatOp::Div, kind, dst, a, b),
                Op::FCmp { kind, compare, dst, a, b } => {
                    float::compare(slots, kind, compare, dst, a, b);
                }
                Op::Fence { .. } | Op::VaEnd { .. } => {}
                Op::Call { id } | Op::Invoke { id, .. } => break Exit::Call(id),
                Op::Return { src, count } => break Exit::Return(src, count),
                op => break Exit::Slow(op),
            }
            pc += 1;
            executed += 1;
        };
        frame.pc = pc;
        control.executed = executed;
        exit
    }
}

/// The order of two words is asked for, which may be addresses of different objects.
#[inline]
fn note_order(memory: &mut Memory, slots: &[Word], a: Slot, b: Slot) {
    let (x, y) = (slots[a.index()].bits, slots[b.index()].bits);
    if (x ^ y) >> 32 != 0 && memory.renames {
        memory.note_order(x, y);
    }
}

fn switch_target(table: &SwitchTable, value: u64) -> Pc {
    match table.cases.binary_search_by_key(&value, |&(case, _)| case) {
        Ok(found) => table.cases[found].1,
        Err(_) => table.default,
    }
}

/// Copies `count` slots of `a` or of `b`. If the condition is undefined, so is the
/// result, unless both are the same.
fn select(slots: &mut [Word], count: u16, dst: Slot, condition: Slot, a: Slot, b: Slot) {
    let condition = slots[condition.index()];
    for i in 0..usize::from(count) {
        let (x, y) = (slots[a.index() + i], slots[b.index() + i]);
        slots[dst.index() + i] = if condition.undef & 1 != 0 {
            if x == y { x } else { Word::tainted(64, &[condition]) }
        } else if condition.bits & 1 != 0 {
            x
        } else {
            y
        };
    }
}

/// The run depends on a value that is not defined.
pub(super) fn open_value(value: Word, what: &'static str) -> Fault {
    Fault::OpenValue { input: value.is_input(), what }
}

/// An access goes through an undefined pointer.
#[cold]
pub(super) fn undefined_address(value: Word) -> Fault {
    match value.is_input() {
        true => open_value(value, "an address"),
        false => Fault::bug(Finding::Memory(MemoryError::UninitializedPointer)),
    }
}
