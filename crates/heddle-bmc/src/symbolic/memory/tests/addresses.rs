//! Resolution of addresses: random ones against their values, and usual ones as they should be.

use super::super::value_set::ValueSet;
use super::super::{Directory, ObjectId, ObjectInfo, ObjectKind, Resolved, Resolver};
use super::*;

const BIAS: u64 = 0x1000_0000;
const NOWHERE: u128 = 0xfff0_0000_0000_0000;

/// Numbers of objects, next to each other and far apart.
const NUMBERS: [u64; 5] = [1, 2, 0x30_0000, 0x30_0001, 0xffe0_0000];

fn directory() -> (Directory, Vec<ObjectId>) {
    let mut directory = Directory::default();
    let objects = NUMBERS.map(|number| {
        let base = number << 32 | BIAS;
        directory.add(ObjectInfo {
            size: 64,
            kind: ObjectKind::Global,
            base,
            margin: 0,
            constant: false,
        })
    });
    (directory, objects.to_vec())
}

/// The machine's addition to an address.
fn pointer_add(terms: &mut Terms, base: Term, offset: Term) -> Term {
    let sum = terms.add(base, offset);
    let [before, after] = [base, sum].map(|term| terms.extract(term, 32, 32));
    let zero = terms.constant(32, 0);
    let has_number = terms.ne(before, zero);
    let changes = terms.ne(before, after);
    let leaves = terms.and(has_number, changes);
    let nowhere = terms.constant(64, NOWHERE);
    let outside = terms.or(sum, nowhere);
    terms.ite(leaves, outside, sum)
}

/// Random addresses, and what their variables point to.
struct Addresses {
    world: World,
    objects: Vec<ObjectId>,
    /// Variables, with the objects that they may point to.
    sets: Vec<(Term, Vec<usize>)>,
}

impl Addresses {
    fn pointer(&mut self, depth: u32) -> Term {
        let choice = if depth == 0 { 0 } else { self.world.random.u8(1..12) };
        match choice {
            0 => self.leaf(),
            1 | 2 => {
                let (a, b) = (self.pointer(depth - 1), self.pointer(depth - 1));
                let condition = self.world.condition();
                self.world.terms.ite(condition, a, b)
            }
            3..=6 => {
                let (base, offset) = (self.pointer(depth - 1), self.world.offset());
                pointer_add(&mut self.world.terms, base, offset)
            }
            7 => {
                let (base, offset) = (self.pointer(depth - 1), self.world.offset());
                match self.world.random.bool() {
                    true => self.world.terms.add(base, offset),
                    false => self.world.terms.sub(base, offset),
                }
            }
            8 => {
                let base = self.pointer(depth - 1);
                let low = self.world.random.u128(0..16);
                let bits = self.world.terms.constant(64, low);
                let not_bits = self.world.terms.not(bits);
                match self.world.random.u8(0..3) {
                    0 => self.world.terms.and(base, not_bits),
                    1 => self.world.terms.or(base, bits),
                    _ => self.world.terms.xor(base, bits),
                }
            }
            9 => {
                // By bytes, as when it is copied so.
                let base = self.pointer(depth - 1);
                let terms = &mut self.world.terms;
                (1..8).fold(terms.extract(base, 0, 8), |low, byte| {
                    let byte = terms.extract(base, 8 * byte, 8);
                    terms.concat(byte, low)
                })
            }
            10 => {
                let base = self.pointer(depth - 1);
                let low = self.world.offset();
                let terms = &mut self.world.terms;
                let (high, low) = (terms.extract(base, 32, 32), terms.extract(low, 0, 32));
                terms.concat(high, low)
            }
            _ => {
                let (a, b) = (self.pointer(depth - 1), self.pointer(depth - 1));
                let terms = &mut self.world.terms;
                if self.world.random.bool() { terms.add(a, b) } else { terms.mul(a, b) }
            }
        }
    }

    fn leaf(&mut self) -> Term {
        let object = self.world.random.usize(0..NUMBERS.len());
        let near = self.world.random.u64(0..128).wrapping_sub(32);
        let address = (NUMBERS[object] << 32 | BIAS).wrapping_add(near);
        match self.world.random.u8(0..10) {
            0 => self.world.terms.constant(64, 0),
            1 => self.world.terms.constant(64, 7 << 32),
            2 => self.world.terms.variable(64),
            3 | 4 => {
                let variable = self.world.terms.variable(64);
                let set = (0..NUMBERS.len()).filter(|_| self.world.random.bool()).collect();
                self.sets.push((variable, set));
                variable
            }
            _ => self.world.terms.constant(64, address.into()),
        }
    }

    /// Values in an assignment in which variables point to what they may point to.
    fn values(&mut self, assignment: u64, wanted: &[Term]) -> Vec<u128> {
        let Addresses { world, sets, .. } = self;
        let pointers: Vec<(Variable, u128)> = sets
            .iter()
            .map(|(term, set)| {
                let crate::term::Node::Variable(variable) = world.terms.node(*term) else {
                    panic!("sets should be of variables");
                };
                let choice = (assignment + variable.index() as u64) as usize % (set.len() + 1);
                let number = set.get(choice).map_or(0, |&index| NUMBERS[index]);
                (variable, u128::from(number << 32 | BIAS) + u128::from(assignment))
            })
            .collect();
        let assign = |variable: Variable| {
            let index = variable.index() as u64;
            if index < u64::from(CONDITIONS) {
                return u128::from(assignment >> index & 1);
            }
            if let Some(&(_, address)) = pointers.iter().find(|(known, _)| *known == variable) {
                return address;
            }
            let mut random = fastrand::Rng::with_seed(assignment << 32 | index);
            match random.u8(0..5) {
                0 => random.u128(..),
                // From one object's range to that of another.
                1 => random.u128(0..4) << 32 | 5,
                2 => u128::MAX - random.u128(0..40),
                _ => random.u128(0..40),
            }
        };
        world.evaluator.evaluate(&world.terms, wanted, assign)
    }

    fn resolve(
        &mut self,
        directory: &Directory,
        resolver: &mut Resolver,
        address: Term,
    ) -> Resolved {
        let Addresses { world, sets, objects } = self;
        let of_terms: Vec<(usize, Vec<ObjectId>)> = sets
            .iter()
            .map(|(term, set)| (term.index(), set.iter().map(|&index| objects[index]).collect()))
            .collect();
        let variables: Vec<Term> =
            world.terms.variables().map(|variable| world.terms.term_of(variable)).collect();
        let value_sets = |variable: Variable| {
            let term = variables[variable.index()];
            let found = of_terms.iter().find(|(known, _)| *known == term.index());
            found.map(|(_, set)| set.clone())
        };
        (*resolver.resolve(&mut world.terms, directory, address, &value_sets)).clone()
    }
}

#[test]
fn random_addresses_point_where_their_values_do() {
    let (directory, objects) = directory();
    let (mut found, mut unknown) = (0, 0);
    for seed in seeds(4) {
        for round in 0..150 {
            let world = World::new(seed << 32 | round);
            let mut all = Addresses { world, objects: objects.clone(), sets: Vec::new() };
            let mut resolver = Resolver::default();
            for _ in 0..12 {
                let address = all.pointer(4);
                let resolved = all.resolve(&directory, &mut resolver, address);
                for assignment in 0..16 {
                    let Resolved { null, null_address, wild, .. } = resolved;
                    let unseen = resolved.unfollowed(&mut all.world.terms);
                    let mut wanted = vec![address, null, null_address, wild, unseen];
                    for target in &resolved.targets {
                        wanted.extend([target.condition, target.offset]);
                    }
                    let values = all.values(assignment, &wanted);
                    let value = values[0] as u64;
                    let object = directory.at(value);
                    let mut bytes = values[1] + values[3] + values[4];
                    if values[1] == 1 {
                        assert_eq!((value >> 32, values[2] as u64), (0, value));
                    }
                    if values[3] == 1 {
                        assert!(object.is_none() && value >> 32 != 0, "{value:#x} is somewhere");
                    }
                    for (target, values) in resolved.targets.iter().zip(values[5..].chunks(2)) {
                        bytes += values[0];
                        if values[0] == 1 {
                            assert_eq!(Some(target.object), object, "{value:#x}");
                            let base = directory.info(target.object).base;
                            assert_eq!(values[1] as u64, value.wrapping_sub(base), "{value:#x}");
                            found += 1;
                        }
                    }
                    assert_eq!(bytes, 1, "{value:#x} by {resolved:?}");
                    unknown += values[4];
                }
            }
        }
    }
    assert!(found > unknown, "{found} were found and {unknown} not");
}

/// The one target of an address that can be nothing else, and when it is.
fn only(resolved: &Resolved) -> (ObjectId, Term, Term) {
    assert_eq!(resolved.unknown, Term::FALSE);
    let [target] = resolved.targets[..] else { panic!("{resolved:?} should have one target") };
    (target.object, target.condition, target.offset)
}

#[test]
fn elements_and_their_fields_are_of_the_object() {
    let (directory, objects) = directory();
    for (scale, field) in [(1, 0), (4, 0), (8, 0), (8, 4), (12, 8), (24, 3), (1, 1)] {
        for width in [8, 32, 64] {
            let mut terms = Terms::new();
            let mut resolver = Resolver::default();
            let base = directory.info(objects[2]).base;
            let base = terms.constant(64, base.into());
            let index = terms.variable(width);
            let index = terms.sext(index, 64);
            let scale_term = terms.constant(64, scale);
            let scaled = terms.mul(index, scale_term);
            let element = pointer_add(&mut terms, base, scaled);
            let field_term = terms.constant(64, field);
            let address = pointer_add(&mut terms, element, field_term);
            let resolved = resolver.resolve(&mut terms, &directory, address, &|_| Some(Vec::new()));
            let (object, _, offset) = only(&resolved);
            assert_eq!(object, objects[2]);
            let expected = terms.add(scaled, field_term);
            assert_eq!(offset, expected, "of scale {scale}, field {field} and {width} bits");
            if width < 64
                && let ValueSet::Strided { stride, .. } = ValueSet::of_term(&terms, offset)
            {
                assert_eq!(stride as u128, scale);
            }
        }
    }
}

#[test]
fn a_choice_of_objects_is_a_choice() {
    let (directory, objects) = directory();
    let mut terms = Terms::new();
    let mut resolver = Resolver::default();
    let condition = terms.variable(1);
    let bases = [0, 3].map(|index| directory.info(objects[index]).base);
    let [a, b] = bases.map(|base| terms.constant(64, base.into()));
    let either = terms.ite(condition, a, b);
    let index = terms.variable(8);
    let index = terms.zext(index, 64);
    let address = pointer_add(&mut terms, either, index);
    let resolved = resolver.resolve(&mut terms, &directory, address, &|_| Some(Vec::new()));
    assert_eq!(resolved.unknown, Term::FALSE);
    let found: Vec<ObjectId> = resolved.targets.iter().map(|target| target.object).collect();
    assert_eq!(found, [objects[0], objects[3]]);
    assert!(resolved.targets.iter().all(|target| target.offset == index));
    // With null as a third.
    let null = terms.constant(64, 0);
    let other = terms.variable(1);
    let maybe = terms.ite(other, null, either);
    let resolved = resolver.resolve(&mut terms, &directory, maybe, &|_| None);
    assert_eq!((resolved.null, resolved.wild), (other, Term::FALSE));
    let address = pointer_add(&mut terms, maybe, index);
    let resolved = resolver.resolve(&mut terms, &directory, address, &|_| None);
    assert_eq!((resolved.null, resolved.null_address), (other, index));
    assert_eq!(resolved.unknown, Term::FALSE);
}

#[test]
fn an_object_that_comes_later_is_noticed() {
    let mut directory = Directory::default();
    let mut terms = Terms::new();
    let mut resolver = Resolver::default();
    let base = 9 << 32 | BIAS;
    let address = terms.constant(64, base.into());
    let before = resolver.resolve(&mut terms, &directory, address, &|_| None);
    assert_eq!((before.targets.len(), before.wild), (0, Term::TRUE));
    let facts = ObjectInfo { size: 4, kind: ObjectKind::Heap, base, margin: 0, constant: false };
    let object = directory.add(facts);
    let after = resolver.resolve(&mut terms, &directory, address, &|_| None);
    let (found, condition, offset) = only(&after);
    assert_eq!((found, condition, terms.value(offset)), (object, Term::TRUE, Some(0)));
}
