//! Cost of accesses, in terms and in runs.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::{Memory, ObjectId};
use super::*;

/// Depth of a term: the most operations one inside the other.
fn depth(terms: &Terms, root: Term) -> usize {
    let mut depths: HashMap<Term, usize> = HashMap::new();
    let mut stack = vec![root];
    while let Some(&term) = stack.last() {
        let operands: Vec<Term> = terms.operands(term).collect();
        let missing: Vec<Term> =
            operands.iter().copied().filter(|operand| !depths.contains_key(operand)).collect();
        if missing.is_empty() {
            let below = operands.iter().map(|operand| depths[operand] + 1).max();
            depths.insert(term, below.unwrap_or(0));
            stack.pop();
        } else {
            stack.extend(missing);
        }
    }
    depths[&root]
}

/// An array of `count` words with a variable in each.
fn array(terms: &mut Terms, count: u32) -> Content {
    let mut content = Content::uninitialized(terms, 4 * count);
    for index in 0..count {
        let value = terms.variable(32);
        let bits = Bits::defined(terms, value);
        content.store(terms, Term::TRUE, 4 * index, bits);
    }
    content
}

/// `4 * index`, for an index of so many bits.
fn scaled(terms: &mut Terms, bits: u32) -> Term {
    let index = terms.variable(bits);
    let index = terms.sext(index, 64);
    let four = terms.constant(64, 4);
    terms.mul(index, four)
}

#[test]
fn an_access_that_fits_its_cell_builds_nothing() {
    let mut terms = Terms::new();
    let mut content = array(&mut terms, 16);
    let value = terms.variable(32);
    let bits = Bits::defined(&mut terms, value);
    let (offset, before) = (terms.constant(64, 20), terms.count());
    let runs = content.run_count();
    content.store_at(&mut terms, Term::TRUE, offset, bits);
    assert_eq!(content.load_at(&mut terms, offset, 4).bits, bits);
    assert_eq!((terms.count(), content.run_count()), (before, runs));
}

#[test]
fn a_word_written_by_bytes_is_the_word() {
    let mut terms = Terms::new();
    let mut content = Content::uninitialized(&mut terms, 16);
    let value = terms.variable(64);
    let bits = Bits::defined(&mut terms, value);
    for byte in 0..8 {
        let part = bits.part(&mut terms, byte, 1);
        content.store(&mut terms, Term::TRUE, 4 + byte, part);
    }
    assert_eq!(content.load(&mut terms, 4, 8), bits);
}

#[test]
fn an_element_takes_a_tree_as_deep_as_its_index() {
    for (count, levels) in [(16, 4), (256, 8), (1024, 10)] {
        let mut terms = Terms::new();
        let content = array(&mut terms, count);
        let offset = scaled(&mut terms, 32);
        let before = terms.count();
        let loaded = content.load_at(&mut terms, offset, 4);
        let built = terms.count() - before;
        assert!(built < count as usize + 2 * levels + 16, "{built} terms for {count} elements");
        let depth = depth(&terms, loaded.bits.value);
        assert!(depth <= levels + 2, "{depth} deep for {count} elements");
        assert_eq!(terms.value(loaded.bits.undef), Some(0));
    }
}

#[test]
fn a_store_to_an_element_takes_a_few_terms_for_each() {
    for count in [16, 256, 1024] {
        let mut terms = Terms::new();
        let mut content = array(&mut terms, count);
        let offset = scaled(&mut terms, 32);
        let value = terms.variable(32);
        let bits = Bits::defined(&mut terms, value);
        let before = terms.count();
        content.store_at(&mut terms, Term::TRUE, offset, bits);
        let built = terms.count() - before;
        assert!(built < 4 * count as usize + 64, "{built} terms for {count} elements");
        assert_eq!(content.run_count(), count as usize);
    }
}

/// Something that writes.
type Change<'a> = &'a dyn Fn(&mut Terms, &mut Content);

#[test]
fn an_element_that_was_just_written_is_what_was_written() {
    let mut terms = Terms::new();
    let mut content = array(&mut terms, 64);
    let (offset, other) = (scaled(&mut terms, 32), scaled(&mut terms, 32));
    let value = terms.variable(32);
    let bits = Bits::defined(&mut terms, value);
    content.store_at(&mut terms, Term::TRUE, offset, bits);
    assert_eq!(content.load_at(&mut terms, offset, 4).bits, bits);
    let low = bits.part(&mut terms, 0, 1);
    // Not any longer after anything that may be to the same place.
    let bytes = content.take(&mut terms, 0, 4);
    let condition = terms.variable(1);
    let changes: [Change<'_>; 4] = [
        &|terms, content| content.store(terms, Term::TRUE, 5, low),
        &|terms, content| content.fill(terms, condition, 0, 8, low),
        &|terms, content| content.give(terms, Term::TRUE, 9, &bytes),
        &|terms, content| {
            content.store_at(terms, Term::TRUE, other, low);
        },
    ];
    for change in changes {
        let mut changed = content.clone();
        change(&mut terms, &mut changed);
        assert_ne!(changed.load_at(&mut terms, offset, 4).bits, bits);
    }
}

#[test]
fn what_is_the_same_everywhere_takes_one_run() {
    let mut terms = Terms::new();
    let size = 1 << 16;
    let mut zeros = Content::zeroed(&mut terms, size);
    let known: Rc<[u8]> = (0..size).map(|index| index as u8).collect();
    let known = Content::known(&mut terms, known);
    assert_eq!((zeros.run_count(), known.run_count()), (1, 1));
    // A load anywhere is a load of zero; what is left is to be in bounds.
    let offset = scaled(&mut terms, 32);
    let before = terms.count();
    let loaded = zeros.load_at(&mut terms, offset, 4);
    assert_eq!(terms.value(loaded.bits.value), Some(0));
    assert!(terms.count() < before + 16);
    // A byte in the middle takes three runs; a copy of the whole as many as there were.
    let value = terms.variable(8);
    let byte = Bits::defined(&mut terms, value);
    zeros.store(&mut terms, Term::TRUE, 1000, byte);
    assert_eq!(zeros.run_count(), 3);
    let bytes = zeros.take(&mut terms, 0, size);
    let mut copy = known.clone();
    let condition = terms.variable(1);
    copy.give(&mut terms, Term::TRUE, 0, &bytes);
    assert_eq!(copy, zeros);
    // Filled on one path and not on another: still one byte everywhere.
    let mut filled = Content::uninitialized(&mut terms, size);
    filled.fill(&mut terms, condition, 0, size, byte);
    assert_eq!(filled.run_count(), 1);
}

#[test]
fn only_what_paths_changed_is_merged() {
    let mut terms = Terms::new();
    let mut memory = Memory::default();
    for id in 0..100 {
        let content = array(&mut terms, 16);
        memory.begin(&mut terms, Term::TRUE, ObjectId(id), content);
    }
    let condition = terms.variable(1);
    let mut other = memory.clone();
    let value = terms.variable(32);
    let bits = Bits::defined(&mut terms, value);
    let content = other.content_mut(ObjectId(50)).expect("it is alive");
    let old = content.load(&mut terms, 8, 4);
    content.store(&mut terms, Term::TRUE, 8, bits);
    assert_eq!(memory.objects.differences(&other.objects), [50]);
    let before = terms.count();
    memory.merge(&mut terms, condition, &other);
    // The negated condition and the choice.
    assert_eq!(terms.count(), before + 2);
    let content = memory.content(ObjectId(50)).expect("it is alive");
    let merged = content.load(&mut terms, 8, 4);
    assert_eq!(merged, Bits::choose(&mut terms, condition, old, bits));
    assert_eq!(content.run_count(), 16);
}

#[test]
fn lives_begin_and_end_where_their_guards_hold() {
    let mut terms = Terms::new();
    let (a, b) = (terms.variable(1), terms.variable(1));
    let object = ObjectId(40);
    let mut memory = Memory::default();
    assert_eq!(memory.alive(object), Term::FALSE);
    let content = array(&mut terms, 1);
    memory.begin(&mut terms, a, object, content);
    assert_eq!(memory.alive(object), a);
    let mut other = memory.clone();
    other.end(&mut terms, Term::TRUE, object);
    assert!(other.content(object).is_none());
    memory.merge(&mut terms, b, &other);
    assert_eq!(memory.alive(object), terms.and(a, b));
    other.merge(&mut terms, b, &memory);
    let not_b = terms.not(b);
    let both = terms.and(a, b);
    assert_eq!(other.alive(object), terms.and(not_b, both));
    memory.end(&mut terms, a, object);
    assert_eq!(memory.alive(object), Term::FALSE);
}
