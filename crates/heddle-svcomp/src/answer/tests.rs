//! Tests of answers.

use super::*;

#[test]
fn runs_that_end_by_themselves_are_neither_cut_nor_endless() {
    let names: Vec<&str> = Ends::properties().iter().map(Property::name).collect();
    let all = [
        "assertion",
        "deadlock",
        "spin-deadlock",
        "uncaught-exception",
        "termination",
        "crash",
        "error-call",
    ];
    assert_eq!(names, all);
}
