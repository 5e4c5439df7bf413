//! Random formulas, as plain lists beside the terms that are built for them.

use heddle_bmc::term::{Term, Terms};

use crate::reference::{Bits, Op, bits, extend};

/// One entry of a list; operands are indices of entries before it.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Constant(u32, u128),
    Variable(u32),
    Op(Op, usize, usize),
    Ite(usize, usize, usize),
    Concat(usize, usize),
    Extract(usize, u32, u32),
    Zext(usize, u32),
    Sext(usize, u32),
    All(Vec<usize>),
    Any(Vec<usize>),
}

/// A list of entries and, beside each, its width and its term.
pub(crate) struct Dag {
    pub(crate) entries: Vec<Entry>,
    pub(crate) widths: Vec<u32>,
    pub(crate) terms: Vec<Term>,
}

impl Dag {
    /// Builds a list of `length` entries over `variables` variables, at most `max_width` wide.
    pub(crate) fn random(
        random: &mut fastrand::Rng,
        terms: &mut Terms,
        variables: usize,
        length: usize,
        max_width: u32,
    ) -> Self {
        let mut dag = Self { entries: Vec::new(), widths: Vec::new(), terms: Vec::new() };
        let common = random.u32(1..=max_width);
        for _ in 0..variables {
            let width = match random.u8(0..4) {
                0 => 1,
                1 => random.u32(1..=max_width),
                _ => common,
            };
            dag.push(terms, Entry::Variable(width));
        }
        while dag.entries.len() < length {
            let entry = dag.random_entry(random, max_width);
            dag.push(terms, entry);
        }
        dag
    }

    fn push(&mut self, terms: &mut Terms, entry: Entry) {
        let term = self.build(terms, &entry);
        self.widths.push(terms.width(term));
        self.terms.push(term);
        self.entries.push(entry);
    }

    /// Any entry, those that came last rather than others.
    fn any(&self, random: &mut fastrand::Rng) -> usize {
        let count = self.entries.len();
        if random.bool() { random.usize(0..count) } else { random.usize(count * 3 / 4..count) }
    }

    /// An entry of the same width as another, if another one is found quickly; at times one
    /// that is a constant, which rules are made for.
    fn like(&self, random: &mut fastrand::Rng, other: usize) -> usize {
        let constant = random.u8(0..4) == 0;
        let mut found = (0..12).map(|_| self.any(random)).filter(|&index| {
            let is_constant = matches!(self.entries[index], Entry::Constant(..));
            self.widths[index] == self.widths[other] && (is_constant || !constant)
        });
        found.next().unwrap_or(other)
    }

    fn boolean(&self, random: &mut fastrand::Rng) -> Option<usize> {
        (0..12).map(|_| self.any(random)).find(|&index| self.widths[index] == 1)
    }

    fn random_entry(&self, random: &mut fastrand::Rng, max_width: u32) -> Entry {
        let a = self.any(random);
        let b = self.like(random, a);
        let width = self.widths[a];
        match random.u8(0..24) {
            0..=2 => Entry::Constant(width, interesting(random, width)),
            3 => Entry::Op(Op::Not, a, a),
            4 => Entry::Op(Op::UNARY[random.usize(0..Op::UNARY.len())], a, a),
            5..=9 => Entry::Op(Op::BINARY[random.usize(0..Op::BINARY.len())], a, b),
            10..=12 => Entry::Op([Op::And, Op::Or, Op::Xor][random.usize(0..3)], a, b),
            13 => Entry::Op([Op::Add, Op::Sub][random.usize(0..2)], a, b),
            14 => Entry::Op([Op::Eq, Op::Ult, Op::Slt][random.usize(0..3)], a, b),
            15..=18 => match self.boolean(random) {
                Some(condition) => Entry::Ite(condition, a, b),
                None => Entry::Op(Op::Eq, a, b),
            },
            19 => {
                let low = self.any(random);
                if width + self.widths[low] <= max_width {
                    Entry::Concat(a, low)
                } else {
                    Entry::Extract(a, 0, random.u32(1..=width))
                }
            }
            20..=21 => {
                let low = random.u32(0..width);
                Entry::Extract(a, low, random.u32(1..=width - low))
            }
            22 if width < max_width => {
                let wide = random.u32(width..=max_width);
                if random.bool() { Entry::Zext(a, wide) } else { Entry::Sext(a, wide) }
            }
            _ => {
                let booleans: Vec<_> =
                    (0..random.usize(0..6)).filter_map(|_| self.boolean(random)).collect();
                if random.bool() { Entry::All(booleans) } else { Entry::Any(booleans) }
            }
        }
    }

    fn build(&self, terms: &mut Terms, entry: &Entry) -> Term {
        let at = |&index: &usize| self.terms[index];
        match entry {
            Entry::Constant(width, value) => terms.constant(*width, *value),
            Entry::Variable(width) => terms.variable(*width),
            Entry::Op(op, a, b) => op.build(terms, at(a), at(b)),
            Entry::Ite(c, t, e) => terms.ite(at(c), at(t), at(e)),
            Entry::Concat(high, low) => terms.concat(at(high), at(low)),
            Entry::Extract(a, low, width) => terms.extract(at(a), *low, *width),
            Entry::Zext(a, width) => terms.zext(at(a), *width),
            Entry::Sext(a, width) => terms.sext(at(a), *width),
            Entry::All(list) => {
                let list: Vec<_> = list.iter().map(at).collect();
                terms.all(&list)
            }
            Entry::Any(list) => {
                let list: Vec<_> = list.iter().map(at).collect();
                terms.any(&list)
            }
        }
    }

    /// The values of all entries when variables have these values, by the reference.
    pub(crate) fn evaluate(&self, variables: &[u128]) -> Vec<Bits> {
        let mut values: Vec<Bits> = Vec::new();
        let mut variables = variables.iter();
        for entry in &self.entries {
            let at = |&index: &usize| values[index].clone();
            let value = match entry {
                Entry::Constant(width, value) => bits(*width, *value),
                Entry::Variable(width) => bits(*width, *variables.next().unwrap()),
                Entry::Op(op, a, b) => op.apply(&at(a), &at(b)),
                Entry::Ite(c, t, e) => at(if values[*c][0] { t } else { e }),
                Entry::Concat(high, low) => {
                    let mut bits = at(low);
                    bits.extend(at(high));
                    bits
                }
                Entry::Extract(a, low, width) => {
                    at(a)[*low as usize..(*low + *width) as usize].to_vec()
                }
                Entry::Zext(a, width) => extend(&at(a), *width as usize, false),
                Entry::Sext(a, width) => {
                    let value = at(a);
                    extend(&value, *width as usize, value[value.len() - 1])
                }
                Entry::All(list) => vec![list.iter().all(|&index| values[index][0])],
                Entry::Any(list) => vec![list.iter().any(|&index| values[index][0])],
            };
            values.push(value);
        }
        values
    }
}

/// A number, rather one at the edge of something.
pub(crate) fn interesting(random: &mut fastrand::Rng, width: u32) -> u128 {
    let ones = u128::MAX >> (128 - width);
    let bit = 1u128 << random.u32(0..width);
    let value = match random.u8(0..10) {
        0 => 0,
        1 => 1,
        2 => ones,
        3 => 1 << (width - 1),
        4 => ones >> 1,
        5 => bit,
        6 => bit - 1,
        7 => bit.wrapping_neg(),
        8 => random.u128(0..=7),
        _ => random.u128(..),
    };
    value & ones
}

/// The seeds of a test that has this one: as many as `HEDDLE_TERM_ROUNDS` says, or one.
pub(crate) fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    let rounds = std::env::var("HEDDLE_TERM_ROUNDS").ok().and_then(|text| text.parse().ok());
    (0..rounds.unwrap_or(1)).map(move |round| seed + 1_000 * round)
}
