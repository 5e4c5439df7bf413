//! Tests of what proofs may rest on.

use heddle_engine::{Harness, StepEnd, VisitOrder};

use super::*;

/// Facts of a program to which no assumption makes a difference.
const PLAIN: Facts =
    Facts { allocates: false, waits_for_conditions: false, takes_arguments: false };

fn refuses(assumption: &Assumption, property: Property, facts: Facts) -> bool {
    let properties = PropertySet::EMPTY.with(property);
    reason_against(assumption, properties, facts).is_some()
}

fn refused(assumption: &Assumption) -> bool {
    refuses(assumption, Property::ErrorCall, PLAIN)
}

#[test]
fn a_proof_rests_on_nothing_that_leaves_runs_out() {
    let unrolled =
        |is_enough| Assumption::Unrolled { rounds: 3, limit: None, loops: Vec::new(), is_enough };
    assert!(refused(&Assumption::Runs { is_fair: true }));
    assert!(!refused(&Assumption::Runs { is_fair: false }));
    assert!(refused(&Assumption::Abstraction { unmatched: 1, hashed: 0 }));
    assert!(refused(&Assumption::AnyResults(vec!["f".to_owned()])));
    assert!(refused(&Assumption::Arguments(vec!["1".to_owned()])));
    assert!(refused(&Assumption::Harness(Harness::default())));
    assert!(refused(&Assumption::Bounds));
    assert!(refused(&Assumption::CompiledAt("-O2".to_owned())));
    assert!(!refused(&Assumption::CompiledAt("-O0".to_owned())));
    assert!(refused(&unrolled(false)));
    assert!(!refused(&unrolled(true)));
    assert!(!refused(&Assumption::Steps(StepEnd::Instruction)));
}

#[test]
fn a_proof_tells_states_apart() {
    let search = |extent, matching| Assumption::ExplicitSearch {
        extent,
        order: VisitOrder::DepthFirst,
        matching,
    };
    assert!(!refused(&search(Extent::All, Matching::Exact)));
    assert!(refused(&search(Extent::All, Matching::Hash)));
    assert!(refused(&search(Extent::UntilLimit, Matching::Exact)));
}

#[test]
fn what_was_not_looked_for_is_not_shown() {
    let looked_for = Assumption::LookedFor(PropertySet::EMPTY.with(Property::DataRace));
    assert!(!refuses(&looked_for, Property::DataRace, PLAIN));
    assert!(refuses(&looked_for, Property::Overflow, PLAIN));
}

#[test]
fn some_assumptions_matter_to_some_questions() {
    let narrow = Assumption::NarrowAddresses;
    assert!(refuses(&narrow, Property::Memory, PLAIN));
    assert!(!refuses(&narrow, Property::DataRace, PLAIN));
    let waits = Facts { waits_for_conditions: true, ..PLAIN };
    assert!(refuses(&Assumption::NoSpuriousWakeups, Property::ErrorCall, waits));
    assert!(!refused(&Assumption::NoSpuriousWakeups));
}
