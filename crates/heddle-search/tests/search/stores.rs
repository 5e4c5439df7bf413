//! Stores that forget, and what they say about it.

use heddle_model::{Bound, BoundKind, Limits, Verdict};
use heddle_search::{OnMemoryLimit, Options, Order, StopReason, Store};
use proptest::prelude::*;

use crate::common::{STORES, collecting, explore, explore_together, kind};
use crate::toys::{Counters, Expected, Graph, GraphSystem, Philosophers, graphs};

fn in_store(order: Order, store: Store) -> Options {
    Options { store, ..collecting(order) }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(150) })]

    #[test]
    fn all_stores_agree_on_small_graphs(graph in graphs(true)) {
        let expected = Expected::of(&graph, None);
        for order in Order::ALL {
            for store in STORES {
                let report = explore(&mut GraphSystem::new(&graph), &in_store(order, store));
                let verdict = match (expected.verdict(), store.is_exact()) {
                    // What may have been missed is no proof.
                    ("verified", false) => "bounded",
                    (verdict, _) => verdict,
                };
                prop_assert_eq!(kind(&report.verdict), verdict, "{} {:?}", order, store);
                if order != Order::Preemptions {
                    prop_assert_eq!(report.stats.states, expected.distances.len() as u64);
                }
                prop_assert_eq!(report.omission.is_none(), store.is_exact());
            }
        }
    }
}

#[test]
fn a_hash_says_how_likely_it_is_that_it_missed_something() {
    let report = explore(&mut Counters::new(3, 20), &in_store(Order::DepthFirst, Store::Hash64));
    let bound = Bound::of_runs(BoundKind::HashBits, 64);
    assert_eq!(report.verdict, Verdict::Bounded(vec![bound]));
    assert_eq!(report.stats.states, 21 * 21 * 21);
    let omission = report.omission.unwrap();
    assert!(omission.chance > 0.0 && omission.chance < 1e-9, "{omission:?}");
}

#[test]
fn a_field_that_is_too_small_says_so() {
    let store = Store::Bitstate { bits: 12 };
    let report = explore(&mut Counters::new(3, 20), &in_store(Order::BreadthFirst, store));
    let bound = Bound::of_runs(BoundKind::FieldBits, 3);
    assert_eq!(report.verdict, Verdict::Bounded(vec![bound]));
    assert!(report.stats.states < 21 * 21 * 21);
    assert!(report.omission.unwrap().chance > 0.99);
}

#[test]
fn runs_are_found_again_without_the_words_of_states() {
    for store in STORES {
        for workers in [1, 2] {
            let options = Options { store, order: Order::DepthFirst, ..Options::default() };
            let report = explore_together(&Philosophers::new(6, false), workers, &options);
            assert_eq!(kind(&report.verdict), "violation", "{store:?}");
        }
    }
}

#[test]
fn when_memory_runs_short_the_search_goes_on_in_bits() {
    for order in Order::ALL {
        let options = collecting(order);
        let all = explore(&mut Counters::new(4, 15), &options).stats;
        // What waits to be expanded takes more then, so that much less would not be enough.
        let limits = Limits { memory: Some(all.peak_bytes * 5 / 6), ..Limits::default() };
        let options = Options { limits, ..options };
        let report = explore(&mut Counters::new(4, 15), &options);
        assert_eq!(report.stop, Some(StopReason::Memory), "{order}");

        let on_memory_limit = OnMemoryLimit::Bitstate;
        let options = Options { on_memory_limit, ..options };
        let report = explore(&mut Counters::new(4, 15), &options);
        assert_eq!(report.stop, None, "{order}");
        let bound = Bound::of_runs(BoundKind::LateFieldBits, 3);
        assert_eq!(report.verdict, Verdict::Bounded(vec![bound]));
        assert!(report.stats.states > all.states * 9 / 10, "{order}: {:?}", report.stats);
    }
}

#[test]
fn twice_the_memory_limit_ends_a_search_in_bits_too() {
    let limits = Limits { memory: Some(1 << 20), ..Limits::default() };
    let on_memory_limit = OnMemoryLimit::Bitstate;
    let options = Options { limits, on_memory_limit, ..collecting(Order::BreadthFirst) };
    let report = explore(&mut Counters::new(5, 30), &options);
    assert!(report.omission.is_some() && report.stop == Some(StopReason::Memory), "{report:?}");
    assert!(report.stats.peak_bytes < 5 << 20, "{:?}", report.stats);
}

#[test]
fn what_states_carry_counts_as_memory() {
    let limits = Limits { memory: Some(12 << 20), ..Limits::default() };
    let store = Store::Bitstate { bits: 23 };
    let options = Options { limits, ..in_store(Order::BreadthFirst, store) };
    let report = explore(&mut Counters::new(6, 30), &options);
    assert_eq!(report.stop, Some(StopReason::Memory));
}

#[test]
fn a_violation_beyond_the_memory_limit_can_be_replayed() {
    // A long chain with the bug at its end.
    let targets: Vec<Vec<usize>> = (1..=4_000).map(|next| vec![next]).collect();
    let mut targets: Vec<&[usize]> = targets.iter().map(Vec::as_slice).collect();
    targets.push(&[]);
    let mut graph = Graph::plain(&targets);
    graph.0[4_000].bugs.push(1);
    let limits = Limits { memory: Some(240_000), ..Limits::default() };
    let on_memory_limit = OnMemoryLimit::Bitstate;
    let options = Options { limits, on_memory_limit, ..collecting(Order::BreadthFirst) };
    let report = explore(&mut GraphSystem::new(&graph), &options);
    assert!(report.omission.is_some(), "the limit is reached on the way");
    let Verdict::Violation(found) = &report.verdict else { panic!("{:?}", report.verdict) };
    assert_eq!(found[0].schedule.0.len(), 4_000);
}
