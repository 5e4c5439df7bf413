//! Many threads that intern the same things at once.

use std::collections::HashMap;
use std::sync::Barrier;

/// Four threads each intern `calls` numbers below `range` in an order of their own, with
/// all numbers of the range among them. All must give equal numbers equal ids and other
/// numbers other ids, and every number must be new exactly once.
pub(crate) fn agree(calls: u64, range: u64, intern: impl Fn(u64) -> (u32, bool) + Sync) {
    let start = Barrier::new(4);
    let run = |thread: u64| {
        let mut ids = HashMap::new();
        let mut new = Vec::new();
        let mut random = thread.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        start.wait();
        // All begin with the same numbers, so that they race for each of them.
        let shared = 0..range;
        let own = (0..calls).map(|_| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % range
        });
        for number in shared.chain(own) {
            let (id, is_new) = intern(number);
            assert_eq!(*ids.entry(number).or_insert(id), id, "thread {thread}, {number}");
            new.extend(is_new.then_some(number));
        }
        (ids, new)
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || run(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let mut numbers_of = HashMap::new();
    let mut new: Vec<u64> = Vec::new();
    for (ids, is_new) in &results {
        assert_eq!(ids, &results[0].0);
        new.extend(is_new);
    }
    for number in 0..range {
        let id = results[0].0[&number];
        assert_eq!(numbers_of.insert(id, number), None, "id {id} names two numbers");
    }
    new.sort_unstable();
    assert!(new.into_iter().eq(0..range), "each number should be new once");
}
