//! Memory against plain arrays of bytes.

mod addresses;
mod cost;
mod flat_addresses;
mod paths;
mod value_set;

use crate::term::{Evaluator, Term, Terms, Variable};

use super::{Bits, Content};

/// Seeds of a test that has this one: as many as `HEDDLE_MEMORY_ROUNDS` says, or one.
fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let rounds = std::env::var("HEDDLE_MEMORY_ROUNDS").ok().and_then(|text| text.parse().ok());
    (0..rounds.unwrap_or(1)).map(move |round| seed + 1_000 * round)
}

/// A byte and which bits of it are undefined.
type Byte = (u8, u8);

/// Terms and assignments under which they are looked at.
struct World {
    terms: Terms,
    random: fastrand::Rng,
    evaluator: Evaluator,
    /// Booleans, of which each assignment has other values.
    conditions: Vec<Term>,
    assignments: u64,
    /// Offsets that were used.
    offsets: Vec<Term>,
}

/// Number of variables that conditions are made of.
const CONDITIONS: u32 = 3;

impl World {
    fn new(seed: u64) -> World {
        let mut terms = Terms::new();
        let conditions = (0..CONDITIONS).map(|_| terms.variable(1)).collect();
        let random = fastrand::Rng::with_seed(seed);
        let evaluator = Evaluator::new();
        World { terms, random, evaluator, conditions, assignments: 8, offsets: Vec::new() }
    }

    /// The values of terms in an assignment. The first variables are the bits of its number, and
    /// others are at random, but the same each time.
    fn values(&mut self, assignment: u64, wanted: &[Term]) -> Vec<u128> {
        let assign = |variable: Variable| {
            let index = variable.index() as u64;
            if index < u64::from(CONDITIONS) {
                return u128::from(assignment >> index & 1);
            }
            let mut random = fastrand::Rng::with_seed(assignment << 32 | index);
            // Small numbers are in bounds more often than others.
            match random.u8(0..8) {
                0..5 => random.u128(0..48),
                5 => random.u128(..) & !7,
                6 => u128::MAX - random.u128(0..16),
                _ => random.u128(..),
            }
        };
        self.evaluator.evaluate(&self.terms, wanted, assign)
    }

    fn value(&mut self, assignment: u64, term: Term) -> u128 {
        self.values(assignment, &[term])[0]
    }

    /// A condition, at times one that is known.
    fn condition(&mut self) -> Term {
        let picked = self.conditions[self.random.usize(0..self.conditions.len())];
        match self.random.u8(0..6) {
            0 => self.terms.not(picked),
            1 => {
                let other = self.conditions[self.random.usize(0..self.conditions.len())];
                self.terms.and(picked, other)
            }
            2 => {
                let other = self.conditions[self.random.usize(0..self.conditions.len())];
                self.terms.or(picked, other)
            }
            _ => picked,
        }
    }

    fn guard(&mut self) -> Term {
        match self.random.u8(0..8) {
            0..4 => Term::TRUE,
            4 => Term::FALSE,
            _ => self.condition(),
        }
    }

    /// A value of so many bytes.
    fn bits(&mut self, bytes: u32) -> Bits {
        let width = 8 * bytes;
        let value = match self.random.bool() {
            true => self.terms.variable(width),
            false => {
                let number = self.random.u128(..);
                self.terms.constant(width, number)
            }
        };
        let undef = match self.random.u8(0..6) {
            0 => self.terms.variable(width),
            1 => self.terms.constant(width, u128::MAX),
            _ => self.terms.constant(width, 0),
        };
        Bits { value, undef }
    }

    /// The bytes that bits are in an assignment.
    fn bytes_of(&mut self, assignment: u64, bits: Bits) -> Vec<Byte> {
        let count = bits.bytes(&self.terms) as usize;
        let numbers = self.values(assignment, &[bits.value, bits.undef]);
        let (value, undef) = (numbers[0].to_le_bytes(), numbers[1].to_le_bytes());
        (0..count).map(|index| (value[index], undef[index])).collect()
    }

    /// All bytes of an object in an assignment.
    fn content_of(&mut self, assignment: u64, content: &Content) -> Vec<Byte> {
        content.check(&self.terms);
        let mut bytes = Vec::new();
        for offset in 0..content.size() {
            let bits = content.load(&mut self.terms, offset, 1);
            bytes.extend(self.bytes_of(assignment, bits));
        }
        bytes
    }

    /// A random number of bytes for an access.
    fn access(&mut self, most: u32) -> u32 {
        let usual = [1, 1, 2, 4, 4, 8, 8, 16][self.random.usize(0..8)];
        let bytes = if self.random.u8(0..8) == 0 { self.random.u32(1..=16) } else { usual };
        bytes.min(most)
    }

    /// A number of 64 bits, such as offsets and lengths are; often one that was used before.
    fn offset(&mut self) -> Term {
        if self.random.u8(0..3) > 0 || self.offsets.is_empty() {
            let new = self.new_offset();
            self.offsets.push(new);
            return new;
        }
        let recent = self.offsets.len().saturating_sub(3)..self.offsets.len();
        self.offsets[self.random.usize(recent)]
    }

    fn new_offset(&mut self) -> Term {
        let scale = [1, 2, 4, 8, 12, 3, 7][self.random.usize(0..7)];
        let narrow = [2, 3, 8, 32, 64][self.random.usize(0..5)];
        let index = self.terms.variable(narrow);
        let terms = &mut self.terms;
        let index = match self.random.u8(0..3) {
            0 => terms.sext(index, 64),
            _ => terms.zext(index, 64),
        };
        let scale = terms.constant(64, scale);
        let scaled = terms.mul(index, scale);
        let first = self.random.u128(0..12);
        let first = terms.constant(64, first);
        match self.random.u8(0..8) {
            0 => terms.sub(scaled, first),
            1 => terms.sub(first, scaled),
            2 => {
                let bound = self.random.u128(1..24);
                let bound = terms.constant(64, bound);
                terms.urem(scaled, bound)
            }
            3 => {
                let mask = self.random.u128(0..32);
                let mask = terms.constant(64, mask);
                let masked = terms.and(scaled, mask);
                terms.add(masked, first)
            }
            4 => {
                let other = self.random.u128(0..40);
                let other = terms.constant(64, other);
                let condition = self.condition();
                let chosen = self.terms.ite(condition, first, other);
                if self.random.bool() { chosen } else { self.terms.add(chosen, scaled) }
            }
            5 => first,
            _ => terms.add(scaled, first),
        }
    }
}
