//! Resolution of addresses of 32-bit programs: random ones against their values, and usual ones as
//! they should be.

use super::super::{
    Addressing, Directory, ObjectId, ObjectInfo, ObjectKind, Place, Placement, Resolved, Resolver,
    STATIC,
};
use super::*;
use crate::symbolic::operation::address::add;
use crate::term::Node;

const POINTER_BYTES: u8 = 4;

/// Some objects next to each other.
fn directory() -> (Directory, Vec<ObjectId>) {
    let mut directory = Directory::new(Addressing::Flat);
    let mut placement = Placement::new(Addressing::Flat);
    let objects =
        [(STATIC, 64), (STATIC, 4), (STATIC, 600), (3, 64), (2, 0)].map(|(owner, size)| {
            let Place { base, margin } = placement.place(owner, size, 1).unwrap();
            let kind = ObjectKind::Global;
            directory.add(ObjectInfo { size, kind, base, margin, constant: false })
        });
    (directory, objects.to_vec())
}

/// Random addresses, terms of 64 bits of which the upper half is zero.
struct Addresses {
    world: World,
    bases: Vec<u64>,
    objects: Vec<ObjectId>,
    /// Variables of 32 bits, with objects that they may point to.
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
            3..=7 => {
                let (base, offset) = (self.pointer(depth - 1), self.world.offset());
                add(&mut self.world.terms, POINTER_BYTES, base, offset)
            }
            8 => {
                let base = self.pointer(depth - 1);
                let low = self.world.random.u128(0..16);
                let terms = &mut self.world.terms;
                let bits = terms.constant(64, low);
                let not_bits = terms.not(bits);
                match self.world.random.u8(0..3) {
                    0 => terms.and(base, not_bits),
                    1 => terms.or(base, bits),
                    _ => terms.xor(base, bits),
                }
            }
            9 => {
                // By bytes, as when it is copied so.
                let base = self.pointer(depth - 1);
                let terms = &mut self.world.terms;
                let low = (1..4).fold(terms.extract(base, 0, 8), |low, byte| {
                    let byte = terms.extract(base, 8 * byte, 8);
                    terms.concat(byte, low)
                });
                terms.zext(low, 64)
            }
            10 => {
                // As the half of a wider choice.
                let (a, b) = (self.pointer(depth - 1), self.pointer(depth - 1));
                let condition = self.world.condition();
                let terms = &mut self.world.terms;
                let [a, b] = [a, b].map(|term| terms.extract(term, 0, 32));
                let (ab, ba) = (terms.concat(a, b), terms.concat(b, a));
                let both = terms.ite(condition, ab, ba);
                let half = terms.extract(both, 32, 32);
                terms.zext(half, 64)
            }
            _ => {
                let (a, b) = (self.pointer(depth - 1), self.pointer(depth - 1));
                let terms = &mut self.world.terms;
                let [a, b] = [a, b].map(|term| terms.extract(term, 0, 32));
                let sum = if self.world.random.bool() { terms.sub(a, b) } else { terms.add(a, b) };
                terms.zext(sum, 64)
            }
        }
    }

    fn leaf(&mut self) -> Term {
        let object = self.world.random.usize(0..self.bases.len());
        let far = [0, 0, 0, 8000, 40_000][self.world.random.usize(0..5)];
        let near = self.world.random.u64(0..128).wrapping_sub(32 + far);
        let address = self.bases[object].wrapping_add(near);
        let number = match self.world.random.u8(0..10) {
            0 => 0,
            1 => 0x4002_1000,
            kind @ 2..=4 => {
                let variable = self.world.terms.variable(32);
                if kind > 2 {
                    let count = self.bases.len();
                    let set = (0..count).filter(|_| self.world.random.bool()).collect();
                    self.sets.push((variable, set));
                }
                return self.world.terms.zext(variable, 64);
            }
            _ => u128::from(address),
        };
        self.world.terms.constant(64, number)
    }

    /// Values in an assignment in which variables mostly point to what they may point to.
    fn values(&mut self, assignment: u64, wanted: &[Term]) -> Vec<u128> {
        let Addresses { world, sets, bases, .. } = self;
        let mut pointers: Vec<(Variable, u128)> = Vec::new();
        for (term, set) in sets {
            let Node::Variable(variable) = world.terms.node(*term) else {
                panic!("sets should be of variables");
            };
            let choice = (assignment + variable.index() as u64) as usize % (set.len() + 1);
            let base = set.get(choice).map_or(0, |&index| bases[index]);
            pointers.push((variable, u128::from(base + assignment)));
        }
        let assign = |variable: Variable| {
            let index = variable.index() as u64;
            if index < u64::from(CONDITIONS) {
                return u128::from(assignment >> index & 1);
            }
            let known = pointers.iter().find(|(known, _)| *known == variable);
            let mut random = fastrand::Rng::with_seed(assignment << 32 | index);
            match (random.u8(0..6), known) {
                // Values decide, whatever variables are said to point to.
                (0, _) => random.u128(..),
                (1, _) => u128::from(bases[random.usize(0..bases.len())]) + random.u128(0..8),
                (_, Some(&(_, address))) => address,
                (2, _) => u128::MAX - random.u128(0..40),
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
        let Addresses { world, sets, objects, .. } = self;
        let variables: Vec<Term> =
            world.terms.variables().map(|variable| world.terms.term_of(variable)).collect();
        let points_to = |variable: Variable| {
            let term = variables[variable.index()];
            let (_, set) = sets.iter().find(|(known, _)| *known == term)?;
            Some(set.iter().map(|&index| objects[index]).collect())
        };
        (*resolver.resolve(&mut world.terms, directory, address, &points_to)).clone()
    }
}

#[test]
fn random_addresses_point_where_their_values_do() {
    let (directory, objects) = directory();
    let bases: Vec<u64> = objects.iter().map(|&object| directory.info(object).base).collect();
    let (mut found, mut missed) = (0, 0);
    for seed in seeds(5) {
        for round in 0..150 {
            let world = World::new(seed << 32 | round);
            let (bases, objects) = (bases.clone(), objects.clone());
            let mut all = Addresses { world, bases, objects, sets: Vec::new() };
            let mut resolver = Resolver::default();
            for _ in 0..12 {
                let address = all.pointer(4);
                let resolved = all.resolve(&directory, &mut resolver, address);
                for assignment in 0..16 {
                    let Resolved { null, null_address, wild, unknown: unseen, .. } = resolved;
                    let mut wanted = vec![address, null, null_address, wild, unseen];
                    for target in &resolved.targets {
                        wanted.extend([target.condition, target.offset]);
                    }
                    let values = all.values(assignment, &wanted);
                    let value = values[0] as u64;
                    let object = directory.at(value);
                    let mut holds = values[1] + values[3] + values[4];
                    if values[1] == 1 {
                        assert!(!(0x0100_0000..0xff00_0000).contains(&value), "{value:#x}");
                        assert_eq!(values[2] as u64, value);
                    }
                    if values[3] == 1 {
                        assert!(object.is_none(), "{value:#x} is somewhere");
                    }
                    for (target, values) in resolved.targets.iter().zip(values[5..].chunks(2)) {
                        holds += values[0];
                        if values[0] == 1 {
                            assert_eq!(Some(target.object), object, "{value:#x}");
                            let info = directory.info(target.object);
                            let offset = value.wrapping_sub(info.base) as i64;
                            assert_eq!(values[1] as i64, offset, "{value:#x}");
                            assert!((-511..=i64::from(info.size) + 512).contains(&offset));
                            found += 1;
                        }
                    }
                    assert_eq!(holds, 1, "{value:#x} by {resolved:?}");
                    let is_inside = |object: ObjectId| {
                        let info = directory.info(object);
                        (info.base..info.base + u64::from(info.size)).contains(&value)
                    };
                    missed += u32::from(values[4] == 1 && object.is_some_and(is_inside));
                }
            }
        }
    }
    assert!(found > 10 * missed, "{found} were found and {missed} not");
}

#[test]
fn elements_are_of_the_object_if_they_are_near_it() {
    let (directory, objects) = directory();
    let mut terms = Terms::new();
    let mut resolver = Resolver::default();
    let base = directory.info(objects[0]).base;
    // As in `table[index - 2000]`.
    let from = terms.constant(64, u128::from(base - 8000));
    let index = terms.variable(32);
    let scale = terms.constant(64, 4);
    let wide = terms.sext(index, 64);
    let scaled = terms.mul(wide, scale);
    let address = add(&mut terms, POINTER_BYTES, from, scaled);
    let resolved = resolver.resolve(&mut terms, &directory, address, &|_| None);
    let [target] = resolved.targets[..] else { panic!("{resolved:?} should have one target") };
    assert_eq!(
        (target.object, resolved.null, resolved.wild),
        (objects[0], Term::FALSE, Term::FALSE)
    );
    for (number, is_near) in [(2000u32, 1), (2015, 1), (1873, 1), (1872, 0), (2144, 1), (2145, 0)] {
        let wanted = [target.condition, target.offset, resolved.unknown];
        let values = Evaluator::new().evaluate(&terms, &wanted, |_| number.into());
        assert_eq!((values[0], values[2]), (is_near, 1 - is_near), "{number}");
        assert_eq!(values[1] as i64, 4 * (i64::from(number) - 2000));
    }
}

#[test]
fn numbers_that_name_nothing_lead_nowhere() {
    let (directory, _) = directory();
    let mut terms = Terms::new();
    let mut resolver = Resolver::default();
    for (number, is_null) in
        [(0, true), (4, true), (0xffff_fffc, true), (0x4002_1000, false), (0x0180_0000, false)]
    {
        let address = terms.constant(64, number);
        let resolved = resolver.resolve(&mut terms, &directory, address, &|_| None);
        let [yes, no] = if is_null { [Term::TRUE, Term::FALSE] } else { [Term::FALSE, Term::TRUE] };
        assert_eq!((resolved.null, resolved.wild, resolved.unknown), (yes, no, Term::FALSE));
        assert_eq!(resolved.targets, []);
    }
}
