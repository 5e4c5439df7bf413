//! An instruction with symbols against the machine.
//!
//! Bits that are undefined have nothing to say: here, they have random values.

use std::collections::HashMap;

use fastrand::Rng;
use heddle_machine::Word;
use heddle_program::{Function, Op, Slot, WideId, WideOp};

use super::super::{Check, OpEnvironment, Refusal, apply};
use super::machine::{self, Outcome};
use crate::blast::Blaster;
use crate::sat::{Answer, Cadical};
use crate::symbolic::value::Value;
use crate::term::{Evaluator, Term, Terms, semantics};

/// Slots of the frames here: three operands of two slots each, a result of three, and others.
pub(super) const SLOTS: u32 = 14;
pub(super) const A: Slot = Slot(0);
pub(super) const B: Slot = Slot(2);
pub(super) const C: Slot = Slot(4);
pub(super) const DST: Slot = Slot(6);
pub(super) const ROW: Slot = Slot(10);

/// Kind of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// An integer of so many bits, or a float by its bits.
    Bits(u32),
    /// An amount for a number of so many bits to be shifted by.
    Amount(u32),
    /// A pointer to somewhere, or nowhere.
    Pointer,
    /// The number of one of so many elements, or of none.
    Index(u32),
    /// Bits of a float with so many bits of which so many are the fraction.
    Float(u32, u32),
}

/// An instruction to be tried.
pub(super) struct Trial {
    function: Function,
    pub(super) operands: Vec<(Slot, Kind)>,
    pub(super) checks_overflow: bool,
    pub(super) pointer_bytes: u8,
    /// True if it is computed by the host's arithmetic of floats.
    pub(super) is_native: bool,
    /// True if it may be refused when operands are not known.
    pub(super) may_be_refused: bool,
}

impl Trial {
    pub(super) fn new(op: Op, operands: &[(Slot, Kind)]) -> Trial {
        Trial {
            function: machine::function(op, None),
            operands: operands.to_vec(),
            checks_overflow: true,
            pointer_bytes: 8,
            is_native: false,
            may_be_refused: false,
        }
    }

    pub(super) fn wide(op: WideOp, operands: &[(Slot, Kind)]) -> Trial {
        let mut trial = Trial::new(Op::Wide { id: WideId::from_u32(0) }, operands);
        trial.function = machine::function(trial.function.code[0], Some(op));
        trial
    }

    fn environment(&self) -> OpEnvironment<'_> {
        OpEnvironment {
            function: &self.function,
            pointer_bytes: self.pointer_bytes,
            checks_overflow: self.checks_overflow,
            checks_crashes: true,
        }
    }

    fn name(&self) -> String {
        let wide = self.function.wide.values().next();
        let op =
            wide.map_or_else(|| format!("{:?}", self.function.code[0]), |op| format!("{op:?}"));
        format!("{op} (overflow {})", self.checks_overflow)
    }

    /// A frame with random content.
    fn frame(&self, random: &mut Rng, is_defined: bool) -> Vec<Word> {
        let mut words: Vec<Word> = (0..SLOTS).map(|_| Word::new(random.u64(..))).collect();
        for &(slot, kind) in &self.operands {
            let (width, bits) = number(random, kind);
            for (i, part) in (0..).zip(super::super::operand::slot_widths(width)) {
                let bits = (bits >> (64 * i)) as u64;
                let undef = if is_defined { 0 } else { mask(random, part) };
                words[slot.plus(i).index()] = Word { bits: bits & !undef, undef };
            }
        }
        words
    }

    /// Makes the instruction on these values.
    pub(super) fn apply(
        &self,
        terms: &mut Terms,
        mut slots: Vec<Value>,
    ) -> Result<(Vec<Value>, Vec<Check>), Refusal> {
        let before = slots.clone();
        let op = self.function.code[0];
        match apply(terms, &self.environment(), op, &mut slots) {
            Ok(checks) => Ok((slots, checks)),
            Err(refusal) => {
                assert_eq!(slots, before, "a refused instruction does nothing");
                Err(refusal)
            }
        }
    }

    /// Tries the instruction on so many frames, half of them defined.
    pub(super) fn run(&self, random: &mut Rng, frames: usize) {
        let mut terms = Terms::new();
        let words =
            |terms: &mut Terms| -> Vec<Term> { (0..SLOTS).map(|_| terms.variable(64)).collect() };
        let (bits, undef) = (words(&mut terms), words(&mut terms));
        let zero = terms.constant(64, 0);
        let value = |(&bits, &undef): (&Term, &Term)| Value { bits, undef };
        let open: Vec<_> = bits.iter().zip(&undef).map(value).collect();
        let defined: Vec<_> = bits.iter().map(|bits| value((bits, &zero))).collect();
        let symbolic = [defined, open].map(|slots| self.apply(&mut terms, slots));
        let mut evaluator = Evaluator::new();
        for number in 0..frames {
            let is_defined = number % 2 == 0;
            let frame = self.frame(random, is_defined);
            let expected =
                machine::run(&self.function, &frame, self.pointer_bytes, self.checks_overflow);
            let noise = |word: &Word, noise: u64| word.bits | noise & word.undef;
            let given: Vec<_> = frame.iter().map(|word| noise(word, random.u64(..))).collect();
            self.with_constants(&frame, &given, &expected);
            let assign = |index: usize| match index.checked_sub(SLOTS as usize) {
                None => u128::from(given[index]),
                Some(index) => u128::from(frame[index].undef),
            };
            for (result, allowed) in symbolic.iter().zip([is_defined, true]) {
                if !allowed {
                    continue;
                }
                let Ok((slots, checks)) = result else {
                    assert!(self.may_be_refused, "{} is refused: {result:?}", self.name());
                    continue;
                };
                let wanted: Vec<_> = slots
                    .iter()
                    .flat_map(|value| [value.bits, value.undef])
                    .chain(checks.iter().map(|check| check.condition))
                    .collect();
                let values =
                    evaluator.evaluate(&terms, &wanted, |variable| assign(variable.index()));
                let value = |term| {
                    let place = wanted.iter().position(|&wanted| wanted == term);
                    values[place.expect("a term that was asked for")]
                };
                self.compare(&frame, slots, checks, &expected, value);
            }
        }
        // The solver takes longest by far: it gets a third.
        if let [_, Ok((slots, checks))] = &symbolic
            && random.u8(0..3) == 0
        {
            let fixed: Vec<_> = bits.into_iter().chain(undef).collect();
            self.solve(random, &mut terms, &fixed, slots, checks);
        }
    }

    fn with_constants(&self, frame: &[Word], given: &[u64], expected: &Outcome) {
        let mut terms = Terms::new();
        let slots = frame.iter().zip(given).map(|(word, &bits)| Value {
            bits: terms.constant(64, bits.into()),
            undef: terms.constant(64, word.undef.into()),
        });
        let slots = slots.collect();
        match self.apply(&mut terms, slots) {
            Ok((slots, checks)) => {
                let value = |term| terms.value(term).expect("constants give constants");
                self.compare(frame, &slots, &checks, expected, value);
            }
            Err(refusal) => {
                assert_eq!(*expected, Outcome::Unsupported, "{}: {refusal}", self.name());
            }
        }
    }

    /// With operands that assumptions fix, the solver finds the same.
    fn solve(
        &self,
        random: &mut Rng,
        terms: &mut Terms,
        fixed: &[Term],
        slots: &[Value],
        checks: &[Check],
    ) {
        let is_defined = random.bool();
        let frame = self.frame(random, is_defined);
        let expected =
            machine::run(&self.function, &frame, self.pointer_bytes, self.checks_overflow);
        let values = frame.iter().map(|word| word.bits).chain(frame.iter().map(|word| word.undef));
        let assumptions: Vec<_> = fixed
            .iter()
            .zip(values)
            .map(|(&term, value)| {
                let value = terms.constant(64, value.into());
                terms.eq(term, value)
            })
            .collect();
        let mut blaster = Blaster::new(Cadical::new());
        // What an output is may be simplified away: a variable that is equal to it stays.
        let outputs = slots.iter().flat_map(|value| [value.bits, value.undef]);
        let outputs = outputs.chain(checks.iter().map(|check| check.condition));
        let copies: HashMap<Term, Term> = outputs
            .map(|output| {
                let copy = terms.variable(terms.width(output));
                let same = terms.eq(output, copy);
                blaster.assert(terms, same);
                (output, copy)
            })
            .collect();
        let answer = blaster.solve(terms, &assumptions).expect("the solver works");
        assert_eq!(answer, Answer::Satisfiable, "{}", self.name());
        let value = |term| blaster.value(terms, copies[&term]).expect("a part of the formula");
        self.compare(&frame, slots, checks, &expected, value);
    }

    /// True if a difference comes from the choice among several NaN operands: the host's arithmetic
    /// returns one of them, and the compiler, which may exchange them, chooses which.
    fn leaves_open(&self, frame: &[Word], found: u64, expected: u64) -> bool {
        let is_nan = |bits: u64, width: u32| match width {
            32 => f32::from_bits(bits as u32).is_nan(),
            _ => f64::from_bits(bits).is_nan(),
        };
        let width = match self.operands.first() {
            Some(&(_, Kind::Float(width @ (32 | 64), _))) if self.is_native => width,
            _ => return false,
        };
        let operands = self.operands.iter().filter(|(slot, kind)| {
            matches!(kind, Kind::Float(..)) && is_nan(frame[slot.index()].bits, width)
        });
        operands.count() > 1 && is_nan(found, width) && is_nan(expected, width)
    }

    fn compare(
        &self,
        frame: &[Word],
        slots: &[Value],
        checks: &[Check],
        expected: &Outcome,
        value: impl Fn(Term) -> u128,
    ) {
        let failed: Vec<_> = checks.iter().filter(|check| value(check.condition) == 1).collect();
        let what = || format!("{} on {frame:x?}", self.name());
        match expected {
            Outcome::Unsupported => panic!("{} is not supported", what()),
            Outcome::Fault(property, message) => {
                assert_eq!(failed.len(), 1, "{}: {message}, not {failed:?}", what());
                assert_eq!(failed[0].property, *property, "{}: {message}", what());
            }
            Outcome::Slots(words) => {
                assert_eq!(failed, Vec::<&Check>::new(), "{}", what());
                for (i, (slot, word)) in slots.iter().zip(words).enumerate() {
                    let undef = value(slot.undef) as u64;
                    assert_eq!(undef, word.undef, "mask of slot {i}, {}", what());
                    let bits = value(slot.bits) as u64 & !undef;
                    if self.leaves_open(frame, bits, word.bits) {
                        continue;
                    }
                    assert_eq!(bits, word.bits & !undef, "slot {i}, {}", what());
                }
            }
        }
    }
}

/// A mask of undefined bits for a slot of so many; `undef` in the program sets all of the slot.
fn mask(random: &mut Rng, width: u32) -> u64 {
    let ones = semantics::ones(width) as u64;
    match random.u8(0..12) {
        0 => u64::MAX,
        1 => ones,
        2 => ones & random.u64(..),
        3 => ones & random.u64(..) & random.u64(..) & random.u64(..),
        4 => 1 << random.u32(0..width),
        5 => 1 << (width - 1),
        6 => 1 << 63,
        _ => 0,
    }
}

/// The width of an operand, and its bits.
fn number(random: &mut Rng, kind: Kind) -> (u32, u128) {
    let (width, bits) = match kind {
        Kind::Bits(width) => (width, interesting(random, width)),
        Kind::Amount(width) => match random.u8(0..8) {
            0 => (width, interesting(random, width)),
            _ => (width, random.u128(0..=u128::from(width) + 1)),
        },
        Kind::Index(count) => (64, random.u128(0..=u128::from(count))),
        Kind::Pointer => {
            let number = interesting(random, 32) << 32;
            (64, number | 0x1000_0000u128.wrapping_add(interesting(random, 8)))
        }
        Kind::Float(width, fraction) => (width, float(random, width, fraction)),
    };
    (width, semantics::truncate(width, bits))
}

/// Numbers of which many are close to an edge.
fn interesting(random: &mut Rng, width: u32) -> u128 {
    let bit = 1u128 << random.u32(0..width);
    match random.u8(0..10) {
        0 => 0,
        1 => 1,
        2 => u128::MAX,
        3 => semantics::sign_bit(width),
        4 => semantics::sign_bit(width) - 1,
        5 => bit,
        6 => bit - 1,
        7 => bit.wrapping_neg(),
        8 => random.u128(0..=7),
        _ => random.u128(..),
    }
}

/// A float, of which many have an exponent close to where something happens.
fn float(random: &mut Rng, width: u32, fraction: u32) -> u128 {
    // The x87's format tells its highest bit.
    let (places, is_explicit) = if width == 80 { (64, true) } else { (fraction, false) };
    let exponents = semantics::ones(width - 1 - places);
    let bias = exponents >> 1;
    // Zeros and ones often enough that two operands are the same.
    let is_simple = random.u8(0..3) == 0;
    let exponent = match random.u8(0..8) {
        0..4 if is_simple => 0,
        _ if is_simple => bias,
        0 => 0,
        1 => exponents,
        2 => 1,
        3 => exponents - 1,
        4 => random.u128(..) & exponents,
        _ => (bias + random.u128(0..140)).saturating_sub(random.u128(0..40)).min(exponents),
    };
    let mut rest = match random.u8(0..6) {
        _ if is_simple => 0,
        0 | 1 => 0,
        2 => 1 << (fraction - 1),
        3 => 1,
        4 => random.u128(..) << (fraction / 2),
        _ => random.u128(..),
    } & semantics::ones(fraction);
    if is_explicit && exponent != 0 {
        rest |= 1 << fraction;
    }
    random.u128(0..2) << (width - 1) | exponent << places | rest
}
