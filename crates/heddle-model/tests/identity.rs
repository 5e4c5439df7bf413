//! The identity of violations: which of them are the same bug.

use heddle_model::{Finding, MemoryError, Related, Role, ThreadId, Violation};
use heddle_testkit::violation::{place, race};

fn is_same(one: &Violation, other: &Violation) -> bool {
    one.identity() == other.identity()
}

#[test]
fn a_bug_is_its_kind_and_places() {
    assert!(is_same(&race(1, 10, 20), &race(2, 10, 20)));
    assert!(is_same(&race(1, 10, 20), &race(2, 20, 10)));
    assert!(!is_same(&race(1, 10, 20), &race(1, 10, 30)));
    assert!(!is_same(&race(1, 10, 20), &race(1, 10, 10)));
    let with = |finding| Violation { finding, ..race(1, 10, 20) };
    let wild = with(Finding::Memory(MemoryError::UninitializedPointer));
    assert!(!is_same(&race(1, 10, 20), &wild));
    let copy = with(Finding::Memory(MemoryError::OverlappingCopy { bytes: 8 }));
    assert!(!is_same(&wild, &copy), "details differ");
    let label = with(Finding::Memory(MemoryError::UnknownLabel));
    assert!(is_same(&wild, &label), "kind and detail are the same");
}

#[test]
fn where_memory_came_from_does_not_matter() {
    let freed = Related { role: Role::Freed, thread: ThreadId(2), place: place(30) };
    let mut told = race(1, 10, 20);
    told.related.push(freed);
    assert!(is_same(&told, &race(1, 10, 20)));
}

#[test]
fn without_a_place_the_thread_tells_bugs_apart() {
    let nowhere = |thread| Violation { place: None, related: Vec::new(), ..race(thread, 1, 1) };
    assert!(is_same(&nowhere(1), &nowhere(1)));
    assert!(!is_same(&nowhere(1), &nowhere(2)));
}
