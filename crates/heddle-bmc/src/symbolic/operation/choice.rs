//! Values that are chosen among others.

use heddle_program::Slot;

use super::Work;
use crate::symbolic::value::Value;
use crate::term::Term;

impl Work<'_, '_> {
    /// Copies `count` slots of `a` or of `b`. If the condition is undefined, so is the
    /// result, unless both are the same.
    pub(super) fn select(&mut self, count: u16, dst: Slot, condition: Slot, a: Slot, b: Slot) {
        let condition = self.slots[condition.index()];
        let holds = self.terms.extract(condition.bits, 0, 1);
        let open = self.terms.extract(condition.undef, 0, 1);
        for i in 0..u32::from(count) {
            let [x, y] = [a, b].map(|slot| self.slots[slot.plus(i).index()]);
            let mut chosen = Value::choose(self.terms, holds, x, y);
            if open != Term::FALSE {
                let differ = self.differ(x, y);
                let lost = self.terms.and(open, differ);
                let all = self.terms.constant(64, u128::MAX);
                chosen.undef = self.terms.ite(lost, all, chosen.undef);
            }
            self.slots[dst.plus(i).index()] = chosen;
        }
    }

    /// Condition under which two values differ in their masks of undefined bits or in a defined
    /// bit.
    fn differ(&mut self, x: Value, y: Value) -> Term {
        let masks = self.terms.ne(x.undef, y.undef);
        let known = self.terms.not(x.undef);
        let differences = self.terms.xor(x.bits, y.bits);
        let known = self.terms.and(differences, known);
        let zero = self.terms.constant(64, 0);
        let bits = self.terms.ne(known, zero);
        self.terms.or(masks, bits)
    }

    /// Copies an element of a row; one that is not there is undefined.
    pub(super) fn get_element(&mut self, count: u16, dst: Slot, base: Slot, index: Slot) {
        let index = self.slots[index.index()];
        let mut result = Value::undefined(self.terms);
        for i in (0..u32::from(count)).rev() {
            let is_meant = self.is_number(index.bits, i);
            let element = self.slots[base.plus(i).index()];
            result = Value::choose(self.terms, is_meant, element, result);
        }
        self.slots[dst.index()] = self.lost_if_undefined(index, result);
    }

    /// Overwrites an element of a row; if there is none, all become undefined.
    pub(super) fn set_element(&mut self, count: u16, base: Slot, index: Slot, src: Slot) {
        let (index, new) = (self.slots[index.index()], self.slots[src.index()]);
        let limit = self.terms.constant(64, count.into());
        let is_there = self.terms.ult(index.bits, limit);
        for i in 0..u32::from(count) {
            let is_meant = self.is_number(index.bits, i);
            let old = self.slots[base.plus(i).index()];
            let kept = Value::choose(self.terms, is_meant, new, old);
            let undefined = Value::undefined(self.terms);
            let result = Value::choose(self.terms, is_there, kept, undefined);
            self.slots[base.plus(i).index()] = self.lost_if_undefined(index, result);
        }
    }

    fn is_number(&mut self, term: Term, number: u32) -> Term {
        let number = self.terms.constant(64, number.into());
        self.terms.eq(term, number)
    }

    /// A value that is undefined if an index has an undefined bit.
    fn lost_if_undefined(&mut self, index: Value, value: Value) -> Value {
        let open = index.has_undefined(self.terms);
        if open == Term::FALSE {
            return value;
        }
        let all = self.terms.constant(64, u128::MAX);
        Value { bits: value.bits, undef: self.terms.ite(open, all, value.undef) }
    }
}
