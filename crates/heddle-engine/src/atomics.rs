//! Atomic accesses that ask for less than sequential consistency.
//!
//! Engines give all accesses one order, so a program may do more on a machine than they look at.
//! Whoever reads a verdict should know where.

use heddle_program::{Function, MemoryOrder, Op, Program};

use crate::Assumption;

/// Most places that are named.
const MOST_PLACES: usize = 3;

/// The assumption about the accesses of a program that ask for less; none if there are none.
pub(crate) fn weak_atomics(program: &Program) -> Option<Assumption> {
    let mut count = 0;
    let mut places: Vec<String> = Vec::new();
    let users = program.functions.values().filter(|function| function.origin.is_programs());
    for function in users {
        for pc in (0..function.code.len()).filter(|&pc| is_weak(&function.code[pc])) {
            count += 1;
            let place = place(program, function, pc);
            if let Some(place) = place.filter(|place| !places.contains(place)) {
                places.push(place);
            }
        }
    }
    places.truncate(MOST_PLACES);
    (count != 0).then_some(Assumption::WeakAtomics { count, places })
}

/// True for an atomic access with a weaker order. Fences are none: they take nothing away from an
/// order that is total.
fn is_weak(op: &Op) -> bool {
    let is_weaker = |order: MemoryOrder| {
        !matches!(order, MemoryOrder::NotAtomic | MemoryOrder::SequentiallyConsistent)
    };
    match op {
        Op::Load { access, .. }
        | Op::Store { access, .. }
        | Op::LoadParts { access, .. }
        | Op::StoreParts { access, .. }
        | Op::AtomicRmw { access, .. } => is_weaker(access.order()),
        Op::CmpXchg { access, failure, .. } => is_weaker(access.order()) || is_weaker(*failure),
        _ => false,
    }
}

/// The place of an instruction, as `FILE:LINE`.
fn place(program: &Program, function: &Function, pc: usize) -> Option<String> {
    let location = &program.source.locations[function.locations[pc]?];
    let file = &program.source.files[location.file].path;
    Some(format!("{file}:{}", location.line))
}
