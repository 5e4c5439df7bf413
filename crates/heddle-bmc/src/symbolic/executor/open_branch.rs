//! Branches on values that nobody wrote.
//!
//! Where [`Property::Uninitialized`] is not looked for, they go each way that some value of the
//! undefined bits could send them, as on the machine, where each way is an alternative: they
//! depend on a variable in place of the bits. Inside of C models they do not, since there is
//! no instruction of the machine's that could have alternatives.

use heddle_model::Property;
use heddle_program::{Pc, Slot, SwitchTable};

use super::{Executor, OpenBranch};
use crate::symbolic::execution_log::Action;
use crate::symbolic::path::{Path, World};
use crate::term::Term;

impl Executor<'_, '_> {
    /// The condition of a branch, as a boolean.
    pub(super) fn branch_condition(&mut self, path: &mut Path, slot: Slot) -> Term {
        let value = path.slots[slot.index()];
        let [holds, open] =
            [value.bits, value.undef].map(|term| self.out.terms.extract(term, 0, 1));
        if !self.goes_several_ways(&mut path.world, open) {
            return holds;
        }
        let guess = self.unknown(1);
        let terms = &mut self.out.terms;
        let second = terms.not(guess);
        let second = terms.and(open, second);
        let alternative = terms.zext(second, 32);
        let holds = terms.ite(open, guess, holds);
        self.log(path.world.guard, Action::Alternative(alternative));
        holds
    }

    /// The ways of a switch: their conditions, and where they lead.
    pub(super) fn switch_ways(
        &mut self,
        path: &mut Path,
        slot: Slot,
        table: &SwitchTable,
    ) -> Vec<(Term, Pc)> {
        let value = path.slots[slot.index()];
        let open = value.has_undefined(&mut self.out.terms);
        let is_open = self.goes_several_ways(&mut path.world, open);
        let guess = is_open.then(|| self.unknown(64));
        let terms = &mut self.out.terms;
        let known = terms.not(value.undef);
        let bits = guess.map_or(value.bits, |guess| {
            let [kept, made_up] = [(value.bits, known), (guess, value.undef)]
                .map(|(bits, mask)| terms.and(bits, mask));
            terms.or(kept, made_up)
        });
        let mut ways = Vec::new();
        let mut is_other = Term::TRUE;
        // Cases that the defined bits allow are numbered in order, and the default comes last.
        let mut number = terms.constant(32, 0);
        let mut alternative = number;
        for &(case, target) in &table.cases {
            let case = terms.constant(64, u128::from(case));
            let is_case = terms.eq(bits, case);
            ways.push((is_case, target));
            let is_not = terms.not(is_case);
            is_other = terms.and(is_other, is_not);
            if is_open {
                alternative = terms.ite(is_case, number, alternative);
                let differences = terms.xor(bits, case);
                let differences = terms.and(differences, known);
                let zero = terms.constant(64, 0);
                let is_possible = terms.eq(differences, zero);
                let one = terms.zext(is_possible, 32);
                number = terms.add(number, one);
            }
        }
        ways.push((is_other, table.default));
        if is_open {
            let none = terms.constant(32, 0);
            alternative = terms.ite(is_other, number, alternative);
            alternative = terms.ite(open, alternative, none);
            self.log(path.world.guard, Action::Alternative(alternative));
        }
        ways
    }

    /// True if a branch that depends on undefined bits in some runs goes several ways in those;
    /// or else they go wrong, or cannot be followed.
    fn goes_several_ways(&mut self, world: &mut World, open: Term) -> bool {
        let condition = self.out.terms.and(world.guard, open);
        if condition == Term::FALSE {
            return false;
        }
        if self.settings.properties.contains(Property::Uninitialized) || self.model_frames != 0 {
            self.fault(world, Property::Uninitialized, open);
            return false;
        }
        let (block, place) = (self.block_before(world), self.place());
        self.out.open_branches.push(OpenBranch { condition, block, place });
        true
    }
}
