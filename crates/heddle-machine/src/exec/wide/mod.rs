//! Arithmetic wider than 64 bits, and the rarer float formats.

mod floats;
mod ints;
mod limbs;
#[cfg(test)]
mod tests;

use heddle_model::Property;
use heddle_program::{Slot, WideId, WideOp, float};

use crate::Machine;
use crate::fault::Fault;
use crate::value::Word;

impl Machine<'_> {
    /// Makes a wide operation of a thread's innermost frame.
    pub(super) fn wide(&mut self, t: usize, id: WideId) -> Result<(), Fault> {
        let checks_overflow = self.image.options.properties.contains(Property::Overflow);
        let thread = &mut self.state.threads[t];
        let Some(frame) = thread.frames.last() else { return Ok(()) };
        let op = self.image.program.functions[frame.func].wide[id];
        let slots = &mut thread.stack[frame.base as usize..];
        // The result is complete before it is written: its slots may be an operand's.
        let (dst, words) = evaluate(op, slots, checks_overflow)?;
        slots[dst.index()..dst.index() + words.len()].copy_from_slice(&words);
        Ok(())
    }
}

/// The words of a result, and where they go.
fn evaluate(op: WideOp, slots: &[Word], checks_overflow: bool) -> Result<(Slot, Vec<Word>), Fault> {
    let row = |slot: Slot, count: usize| &slots[slot.index()..slot.index() + count];
    let int = |slot, width| row(slot, int_words(width));
    let real = |slot, kind| row(slot, float::slot_widths(kind).len());
    Ok(match op {
        WideOp::Int { op, wrap, width, dst, a, b } => {
            (dst, ints::binary(op, wrap, width, int(a, width), int(b, width), checks_overflow)?)
        }
        WideOp::ICmp { predicate, width, dst, a, b } => {
            (dst, vec![ints::compare(predicate, width, int(a, width), int(b, width))])
        }
        WideOp::Resize { signed, from, to, dst, src } => {
            (dst, ints::resize(signed, from, to, int(src, from)))
        }
        WideOp::Unary { op, width, dst, a } => (dst, ints::unary(op, width, int(a, width))),
        WideOp::Binary { op, width, dst, a, b } => {
            (dst, ints::function(op, width, int(a, width), int(b, width)))
        }
        WideOp::Overflowing { op, width, dst, a, b } => {
            (dst, ints::with_flag(op, width, int(a, width), int(b, width)))
        }
        WideOp::FunnelShift { left, width, dst, a, b, by } => {
            let [a, b, by] = [a, b, by].map(|slot| int(slot, width));
            (dst, ints::funnel_shift(left, width, a, b, by))
        }
        WideOp::Float { op, kind, dst, a, b } => {
            (dst, floats::binary(op, kind, real(a, kind), real(b, kind))?)
        }
        WideOp::FNeg { kind, dst, a } => (dst, floats::negate(kind, real(a, kind))),
        WideOp::FCmp { kind, compare, dst, a, b } => {
            (dst, vec![floats::compare(kind, compare, real(a, kind), real(b, kind))?])
        }
        WideOp::FConvert { from, to, dst, src } => {
            (dst, floats::convert(from, to, real(src, from))?)
        }
        WideOp::FToInt { kind, signed, width, dst, src } => {
            (dst, floats::to_int(kind, signed, width, real(src, kind))?)
        }
        WideOp::IntToF { kind, signed, width, dst, src } => {
            (dst, floats::from_int(kind, signed, width, int(src, width))?)
        }
        WideOp::Math { f, kind, dst, a, b, c } => {
            let operand = |slot| match f.second_is_int() {
                true => row(slot, 1),
                false => real(slot, kind),
            };
            (dst, floats::math(f, kind, [real(a, kind), operand(b), operand(c)])?)
        }
    })
}

/// Slots of an integer.
fn int_words(width: u32) -> usize {
    width.div_ceil(64).max(1) as usize
}

/// Bits of each slot of an integer.
fn int_widths(width: u32) -> impl Iterator<Item = u32> {
    (0..width).step_by(64).map(move |start| (width - start).min(64))
}

/// An integer that is undefined because an operand is.
fn tainted(width: u32, operands: &[&[Word]]) -> Vec<Word> {
    let sources = operands.concat();
    int_widths(width).map(|bits| Word::tainted(bits, &sources)).collect()
}

/// An integer that is undefined by itself.
fn uninitialized(width: u32) -> Vec<Word> {
    int_widths(width).map(Word::uninitialized).collect()
}
