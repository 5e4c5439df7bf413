//! Guards: sets of valuations on which an edge can be taken.
//!
//! A [`Guard`] is a disjunction of [`Cube`]s, each a conjunction of propositions and negated
//! ones: two words and two instructions to test. Guards that the operations here make are kept
//! small: no cube can lose a literal, and none can be left out, without a change of meaning.
//! (Beyond [`LARGE`] cubes only those within others are left out.) Small does not mean unique:
//! equality is that of the cubes, not of the meaning.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use crate::formula::Proposition;

/// Number of cubes from which on it is not tried to make do with fewer.
const LARGE: usize = 48;

/// A conjunction of literals: propositions whose bit is in `care` have the value in `value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cube {
    care: u64,
    value: u64,
}

impl Cube {
    /// The cube of all valuations.
    pub const ALL: Self = Self { care: 0, value: 0 };

    /// The cube of the valuations that agree with `value` on the bits of `care`.
    pub fn new(care: u64, value: u64) -> Self {
        Self { care, value: value & care }
    }

    /// The cube of a proposition, or its negation.
    pub fn literal(proposition: u32, positive: bool) -> Self {
        let bit = 1 << proposition;
        Self::new(bit, if positive { bit } else { 0 })
    }

    /// The propositions it says something about, as bits.
    pub fn care(self) -> u64 {
        self.care
    }

    /// The propositions that are true, among those that matter.
    pub fn value(self) -> u64 {
        self.value
    }

    /// True if the valuation is in it.
    #[inline]
    pub fn allows(self, valuation: u64) -> bool {
        valuation & self.care == self.value
    }

    /// The intersection, unless it is empty.
    pub(crate) fn and(self, other: Self) -> Option<Self> {
        let common = self.care & other.care;
        (self.value & common == other.value & common)
            .then_some(Self { care: self.care | other.care, value: self.value | other.value })
    }

    /// True if all of `other` is in it.
    pub(crate) fn contains(self, other: Self) -> bool {
        self.care & !other.care == 0 && other.value & self.care == self.value
    }

    fn without(self, bit: u64) -> Self {
        Self { care: self.care & !bit, value: self.value & !bit }
    }
}

/// A set of valuations of the propositions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Guard {
    cubes: SmallVec<[Cube; 1]>,
}

impl Guard {
    /// Allows everything.
    pub fn always() -> Self {
        Self { cubes: smallvec![Cube::ALL] }
    }

    /// Allows nothing.
    pub fn never() -> Self {
        Self { cubes: SmallVec::new() }
    }

    /// Allows what one of the cubes does.
    pub fn any_of(cubes: impl IntoIterator<Item = Cube>) -> Self {
        let mut cubes: Vec<Cube> = cubes.into_iter().collect();
        without_contained(&mut cubes);
        if cubes.len() <= LARGE {
            lengthen(&mut cubes);
            without_covered(&mut cubes);
        }
        Self { cubes: SmallVec::from_vec(cubes) }
    }

    /// Allows what one proposition, or its negation, allows.
    pub fn literal(proposition: u32, positive: bool) -> Self {
        Self { cubes: smallvec![Cube::literal(proposition, positive)] }
    }

    /// The cubes it is the disjunction of.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// True if the valuation is allowed.
    #[inline]
    pub fn allows(&self, valuation: u64) -> bool {
        self.cubes.iter().any(|cube| cube.allows(valuation))
    }

    /// True if nothing is allowed.
    pub fn is_never(&self) -> bool {
        self.cubes.is_empty()
    }

    /// True if everything is allowed.
    pub fn is_always(&self) -> bool {
        covers(&self.cubes, Cube::ALL)
    }

    /// Allows what one of both does.
    pub fn or(&self, other: &Self) -> Self {
        Self::any_of(self.cubes.iter().chain(&other.cubes).copied())
    }

    /// Allows what both do.
    pub fn and(&self, other: &Self) -> Self {
        let pairs = self
            .cubes
            .iter()
            .flat_map(|left| other.cubes.iter().filter_map(move |right| left.and(*right)));
        Self::any_of(pairs)
    }

    /// Allows what `other` does not; `None` if that takes more than `limit` cubes on the way.
    pub(crate) fn minus_within(&self, other: &Self, limit: usize) -> Option<Self> {
        let mut rest = self.clone();
        for cube in &other.cubes {
            rest = rest.minus_cube(*cube);
            if rest.cubes.len() > limit {
                return None;
            }
        }
        Some(rest)
    }

    /// Allows what it does not; `None` if that takes more than `limit` cubes on the way.
    pub(crate) fn negated_within(&self, limit: usize) -> Option<Self> {
        Self::always().minus_within(self, limit)
    }

    fn minus_cube(&self, cube: Cube) -> Self {
        let mut rest = Vec::new();
        for mine in &self.cubes {
            if mine.and(cube).is_none() {
                rest.push(*mine);
                continue;
            }
            // One piece for each literal that `mine` leaves open: the ones before it agree.
            let mut piece = *mine;
            let mut open = cube.care & !mine.care;
            while open != 0 {
                let bit = open & open.wrapping_neg();
                open &= !bit;
                rest.push(Cube {
                    care: piece.care | bit,
                    value: piece.value | (!cube.value & bit),
                });
                piece = Cube { care: piece.care | bit, value: piece.value | (cube.value & bit) };
            }
        }
        Self::any_of(rest)
    }

    /// The propositions it says something about, as bits.
    pub fn care(&self) -> u64 {
        self.cubes.iter().fold(0, |care, cube| care | cube.care)
    }

    /// Writes it with the propositions' texts, such as `!p || q && r`.
    pub fn display<'a>(&'a self, propositions: &'a [Proposition]) -> impl fmt::Display + 'a {
        GuardDisplay { guard: self, propositions }
    }
}

/// A guard and its propositions.
struct GuardDisplay<'a> {
    guard: &'a Guard,
    propositions: &'a [Proposition],
}

impl fmt::Display for GuardDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.guard.is_never() {
            return f.write_str("false");
        }
        for (index, cube) in self.guard.cubes.iter().enumerate() {
            if index > 0 {
                f.write_str(" || ")?;
            }
            if *cube == Cube::ALL {
                f.write_str("true")?;
            }
            let bits = (0..64).filter(|bit| cube.care >> bit & 1 == 1);
            for (index, bit) in bits.enumerate() {
                let and = if index > 0 { " && " } else { "" };
                let not = if cube.value >> bit & 1 == 1 { "" } else { "!" };
                write!(f, "{and}{not}{}", self.propositions[bit])?;
            }
        }
        Ok(())
    }
}

/// True if every valuation of `cube` is in one of `cubes`. Where that takes more than
/// [`COVER_STEPS`] to find out, the answer is no, which does no harm anywhere.
pub(super) fn covers(cubes: &[Cube], cube: Cube) -> bool {
    covers_counted(cubes, cube, &mut 0)
}

/// The same, and adds to `steps` how many cubes were looked at.
pub(super) fn covers_counted(cubes: &[Cube], cube: Cube, steps: &mut usize) -> bool {
    // Some valuations are tried first: if one is missing, there is nothing to be proved.
    let is_allowed = |sample: &u64| {
        let valuation = cube.value | (sample & !cube.care);
        cubes.iter().any(|other| other.allows(valuation))
    };
    *steps += cubes.len();
    if !SAMPLES.iter().all(is_allowed) {
        return false;
    }
    let mut left = COVER_STEPS;
    let covered = covered_by(cubes, cube, &mut left);
    *steps += COVER_STEPS - left;
    covered
}

/// Most cubes that are looked at to find out whether one is covered.
const COVER_STEPS: usize = 50_000;

/// Valuations in which propositions close to each other differ in many ways.
const SAMPLES: [u64; 8] = [
    0,
    u64::MAX,
    0x5555_5555_5555_5555,
    0xaaaa_aaaa_aaaa_aaaa,
    0x3333_3333_3333_3333,
    0xcccc_cccc_cccc_cccc,
    0x9669_6996_9669_6996,
    0x6996_9669_6996_9669,
];

fn covered_by(cubes: &[Cube], cube: Cube, left: &mut usize) -> bool {
    if cubes.len() > *left {
        return false;
    }
    *left -= cubes.len();
    let near: Vec<Cube> = cubes.iter().copied().filter(|other| other.and(cube).is_some()).collect();
    if near.iter().any(|other| other.contains(cube)) {
        return true;
    }
    // Any proposition that a cube left asks about tells halves apart.
    let Some(other) = near.first() else { return false };
    let open = other.care & !cube.care;
    let bit = open & open.wrapping_neg();
    let halves = [0, bit].map(|value| Cube { care: cube.care | bit, value: cube.value | value });
    halves.into_iter().all(|half| covered_by(&near, half, left))
}

/// Leaves out cubes within others, and sorts.
fn without_contained(cubes: &mut Vec<Cube>) {
    // Shorter cubes come first: nothing before a cube is within it, unless it is the same.
    cubes.sort_unstable_by_key(|cube| (cube.care.count_ones(), *cube));
    cubes.dedup();
    let mut kept: Vec<Cube> = Vec::with_capacity(cubes.len());
    for cube in cubes.drain(..) {
        if !kept.iter().any(|shorter| shorter.contains(cube)) {
            kept.push(cube);
        }
    }
    *cubes = kept;
}

/// Takes literals out of cubes as long as nothing new is allowed.
fn lengthen(cubes: &mut Vec<Cube>) {
    for index in 0..cubes.len() {
        let mut bits = cubes[index].care;
        while bits != 0 {
            let bit = bits & bits.wrapping_neg();
            bits &= !bit;
            let cube = cubes[index];
            let flipped = Cube { care: cube.care, value: cube.value ^ bit };
            if covers(cubes, flipped) {
                cubes[index] = cube.without(bit);
            }
        }
    }
    without_contained(cubes);
}

/// Leaves out cubes that the others cover together.
fn without_covered(cubes: &mut Vec<Cube>) {
    let mut index = cubes.len();
    while index > 0 {
        index -= 1;
        let cube = cubes.remove(index);
        if !covers(cubes, cube) {
            cubes.insert(index, cube);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The valuations of four propositions that are allowed.
    fn table(guard: &Guard) -> Vec<bool> {
        (0..16).map(|valuation| guard.allows(valuation)).collect()
    }

    fn random(rng: &mut fastrand::Rng) -> Guard {
        let count = rng.usize(0..5);
        Guard::any_of((0..count).map(|_| Cube::new(rng.u64(0..16), rng.u64(0..16))))
    }

    #[test]
    fn operations_are_those_of_sets() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..2_000 {
            let (left, right) = (random(&mut rng), random(&mut rng));
            let (a, b) = (table(&left), table(&right));
            let each = |f: fn(bool, bool) -> bool| -> Vec<bool> {
                a.iter().zip(&b).map(|(a, b)| f(*a, *b)).collect()
            };
            assert_eq!(table(&left.or(&right)), each(|a, b| a || b));
            assert_eq!(table(&left.and(&right)), each(|a, b| a && b));
            let minus = left.minus_within(&right, 100).expect("there is room");
            assert_eq!(table(&minus), each(|a, b| a && !b));
            let negated = left.negated_within(100).expect("there is room");
            assert_eq!(table(&negated), each(|a, _| !a));
            assert_eq!(left.is_always(), a.iter().all(|allowed| *allowed));
            assert_eq!(left.is_never(), a.iter().all(|allowed| !allowed));
        }
    }

    #[test]
    fn guards_are_small() {
        let p = Guard::literal(0, true);
        let not_p = Guard::literal(0, false);
        let q = Guard::literal(1, true);
        assert_eq!(p.or(&not_p), Guard::always());
        assert_eq!(p.or(&not_p.and(&q)), p.or(&q));
        assert_eq!(p.and(&q).or(&p), p);
        assert!(p.and(&not_p).is_never());
    }

    #[test]
    fn guards_are_written_with_names() {
        let names = [Proposition::from_text("p"), Proposition::from_text("x == 1")];
        let guard = Guard::literal(0, false).or(&Guard::literal(1, true));
        assert_eq!(guard.display(&names).to_string(), "!p || \"x == 1\"");
        assert_eq!(Guard::always().display(&names).to_string(), "true");
        assert_eq!(Guard::never().display(&names).to_string(), "false");
    }
}
