//! Offsets that are not known: what they can be, and accesses at each of them.

use super::super::value_set::ValueSet;
use super::*;

#[test]
fn numbers_include_what_terms_are() {
    for seed in seeds(2) {
        let mut world = World::new(seed);
        for _ in 0..2_000 {
            let (mut a, b) = (world.offset(), world.offset());
            if world.random.bool() {
                let low = world.random.u32(0..8);
                let part = world.terms.extract(a, low, 12);
                a = world.terms.zext(part, 64);
            }
            let terms = &mut world.terms;
            let term = match world.random.u8(0..6) {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 => terms.mul(a, b),
                3 => terms.udiv(a, b),
                4 => terms.and(a, b),
                _ => a,
            };
            let numbers = ValueSet::of_term(&world.terms, term);
            for assignment in 0..16 {
                let value = world.value(assignment, term);
                let bound = world.random.u32(..);
                let is_at_most = !numbers.are_at_most(bound) || value <= bound.into();
                assert!(is_at_most, "{value} should not be among {numbers:?}");
                if value < 1 << 63 {
                    let value = value as u64;
                    let found = numbers.within(value..value + 1);
                    assert_eq!(found, Some((value, value)), "among {numbers:?}");
                }
            }
        }
    }
}

#[test]
fn numbers_are_as_few_as_the_term_says() {
    let mut terms = Terms::new();
    let narrow = terms.variable(3);
    let index = terms.zext(narrow, 64);
    let twelve = terms.constant(64, 12);
    let scaled = terms.mul(index, twelve);
    let four = terms.constant(64, 4);
    let field = terms.add(scaled, four);
    let spread = |min, max, stride| ValueSet::Strided { min, max, stride };
    assert_eq!(ValueSet::of_term(&terms, field), spread(4, 88, 12));
    // With a sign.
    let signed = terms.sext(narrow, 64);
    let scaled = terms.mul(signed, twelve);
    let field = terms.add(scaled, four);
    assert_eq!(ValueSet::of_term(&terms, field), spread(-44, 40, 12));
    // Beyond the width, where only powers of two are left of the stride.
    let wide = terms.variable(64);
    let scaled = terms.mul(wide, twelve);
    let field = terms.add(scaled, four);
    assert_eq!(ValueSet::of_term(&terms, field), spread(0, i128::from(u64::MAX) - 3, 4));
    let ten = terms.constant(64, 10);
    let remainder = terms.urem(wide, ten);
    assert_eq!(ValueSet::of_term(&terms, remainder), spread(0, 9, 1));
    let condition = terms.variable(1);
    let one_of_two = terms.ite(condition, four, ten);
    let moved = terms.add(one_of_two, twelve);
    assert_eq!(ValueSet::of_term(&terms, moved), ValueSet::Explicit(vec![16, 22]));
}

/// An object with cells of all sizes at random.
fn patchwork(world: &mut World, size: u32) -> Content {
    let mut content = Content::zeroed(&mut world.terms, size);
    for _ in 0..8 {
        let bytes = world.access(size);
        let offset = world.random.u32(0..=size - bytes);
        let bits = world.bits(bytes);
        content.store(&mut world.terms, Term::TRUE, offset, bits);
    }
    content
}

/// Replaces the variable of an offset by every number from before the object to behind it.
fn at_each_offset(world: &mut World, size: u32, mut check: impl FnMut(&mut World, Term, u64)) {
    let offset = world.terms.variable(64);
    for number in (0..u64::from(size) + 20).chain(u64::MAX - 20..=u64::MAX) {
        check(world, offset, number);
    }
}

/// Values with one variable fixed, whatever others are.
fn with_offset(world: &mut World, offset: Term, number: u64, wanted: &[Term]) -> Vec<u128> {
    let fixed = match world.terms.node(offset) {
        crate::term::Node::Variable(variable) => variable,
        node => panic!("{node:?} should be a variable"),
    };
    let assign = |variable: Variable| {
        if variable == fixed {
            return number.into();
        }
        fastrand::Rng::with_seed(variable.index() as u64).u128(..)
    };
    world.evaluator.evaluate(&world.terms, wanted, assign)
}

#[test]
fn accesses_at_each_offset() {
    for seed in seeds(3) {
        for round in 0..60 {
            let mut world = World::new(seed << 32 | round);
            let size = world.random.u32(1..30);
            let content = patchwork(&mut world, size);
            let bytes = world.access(16);
            let bits = world.bits(bytes);
            let guard = world.guard();
            let mut loaded = None;
            let mut stored = None;
            at_each_offset(&mut world, size, |world, offset, number| {
                let loaded =
                    *loaded.get_or_insert_with(|| content.load_at(&mut world.terms, offset, bytes));
                let (after, in_bounds) = &*stored.get_or_insert_with(|| {
                    let mut after = content.clone();
                    let in_bounds = after.store_at(&mut world.terms, guard, offset, bits);
                    (after, in_bounds)
                });
                let fits = content.has(number, bytes.into());
                let found = with_offset(
                    world,
                    offset,
                    number,
                    &[loaded.bits.value, loaded.bits.undef, loaded.in_bounds, *in_bounds],
                );
                assert_eq!(found[2] == 1, fits, "a load of {bytes} at {number} of {size}");
                assert_eq!(found[3] == 1, fits, "a store of {bytes} at {number} of {size}");
                if fits {
                    let there = content.load(&mut world.terms, number as u32, bytes);
                    let there = with_offset(world, offset, number, &[there.value, there.undef]);
                    assert_eq!(found[..2], there, "a load of {bytes} at {number} of {size}");
                }
                // The store at the known offset does the same.
                let mut expected = content.clone();
                if fits {
                    expected.store(&mut world.terms, guard, number as u32, bits);
                }
                for at in 0..size {
                    let [a, b] = [after, &expected].map(|c| c.load(&mut world.terms, at, 1));
                    let both = [a.value, a.undef, b.value, b.undef];
                    let both = with_offset(world, offset, number, &both);
                    assert_eq!(both[..2], both[2..], "byte {at} after a store at {number}");
                }
            });
        }
    }
}
