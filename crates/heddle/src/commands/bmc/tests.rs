//! What becomes of answers.

use std::io::sink;

use heddle_bmc::history::Turns;
use heddle_trace::render::json::{from_json, to_json};

use super::kit::Checked;
use super::*;
use crate::commands::remake;

/// One input has to be large.
const LARGE: &str = r"
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned large = __VERIFIER_nondet_uint();
    assert(large < 4000000000u);
    return 0;
}
";

fn judge(checked: &Checked, witness: &Witness) -> (Verdict, Vec<Trace>) {
    let options = gate::options(checked.options.clone(), witness);
    let mut machine = Machine::new(&checked.program, options).unwrap();
    pass_gate(&mut machine, witness, &checked.settings)
}

#[test]
fn a_witness_becomes_a_story_that_can_be_made_again() {
    let checked = Checked::new(LARGE, &[]);
    let witness = checked.witness(&[&[4_000_000_001]], &[0]);
    let (verdict, traces) = judge(&checked, &witness);
    assert!(matches!(verdict, Verdict::Violation(_)), "{verdict:?}");
    let told = to_json(&traces[0]).unwrap();
    assert_eq!(told["inputs"]["thread_inputs"], serde_json::json!([[4_000_000_001_u64]]));
    assert_eq!(told["inputs"]["granularity"], "none");
    let effect = serde_json::json!({ "what": "input", "value": "4000000001" });
    let mut effects = told["steps"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|step| step["effects"].as_array().unwrap());
    assert!(effects.any(|told| *told == effect), "{told}");
    // As from a file.
    let again = |told: serde_json::Value| {
        let trace = from_json(told).unwrap();
        assert!(remake::is_needed(&trace));
        remake::make_again(&trace, Some("-O0"), &Environment::read(), &mut sink())
    };
    assert_eq!(again(told.clone()).unwrap(), "the same goes wrong with these inputs");
    let mut other = told;
    other["inputs"]["thread_inputs"] = serde_json::json!([[1]]);
    let error = again(other).unwrap_err().to_string();
    assert!(error.contains("does not reproduce the violation"), "{error}");
}

#[test]
fn a_witness_that_does_not_replay_is_no_verdict() {
    let checked = Checked::new(LARGE, &[]);
    let mut witness = checked.witness(&[&[4_000_000_001]], &[0]);
    witness.inputs = Vec::new();
    let (verdict, traces) = judge(&checked, &witness);
    assert!(traces.is_empty());
    match verdict {
        Verdict::Unknown(Unknown { kind, reason, place: None }) => {
            assert_eq!(kind, UnknownKind::Internal);
            assert!(reason.contains("does not replay"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn bounds_are_named_with_what_to_do_about_them() {
    let settings = |limit, loops: &[(&str, u32)]| BmcSettings {
        concurrency: Concurrency::Order,
        unwind: Unwind {
            limit,
            loops: loops.iter().map(|(name, rounds)| ((*name).to_owned(), *rounds)).collect(),
        },
        cnf: None,
    };
    let round = Reached::Loop { name: "main:12".to_owned(), rounds: 8 };
    let text = |reached: &Reached, limit, loops| bound_text(reached, &settings(limit, loops), 8);
    let further = "at most 8 rounds of the loop main:12 (--unwind K looks further)";
    assert_eq!(text(&round, None, &[]), further);
    // To ask for more would not help.
    let many = Reached::Loop { name: "main:12".to_owned(), rounds: 100_000 };
    assert_eq!(text(&many, None, &[]), "at most 100,000 rounds of the loop main:12");
    assert_eq!(text(&round, Some(9), &[]), "at most 8 rounds of the loop main:12");
    assert!(text(&round, Some(8), &[("f:3", 2)]).ends_with("main:12 (raise --unwind)"));
    assert!(text(&round, None, &[("main:12", 8)]).ends_with("main:12 (raise --unwind-loop)"));
    let depth = Reached::Recursion { name: "fib".to_owned(), depth: 1 };
    assert_eq!(text(&depth, Some(1), &[]), "at most 1 call of fib within itself (raise --unwind)");
    assert!(text(&depth, None, &[]).ends_with("(--unwind K looks further)"));
    let limit = Reached::Limit { reason: "the time limit was reached".to_owned() };
    assert_eq!(text(&limit, None, &[]), "then the time limit was reached");
    let switches = Reached::Switches { bound: 6 };
    assert_eq!(text(&switches, None, &[]), "at most 6 context switches (raise --context-bound)");
}

#[test]
fn a_verdict_rests_on_what_was_unrolled() {
    let doubled = Unwind::default();
    let enough = unwind_text(4, &doubled, &Verdict::Verified);
    assert_eq!(
        enough,
        "loops and recursion unrolled up to 4 times; unwinding assertions show that this is enough"
    );
    let given = Unwind { limit: Some(1), loops: Vec::new() };
    let bounded = unwind_text(1, &given, &Verdict::Bounded(String::new()));
    assert_eq!(bounded, "loops and recursion unrolled up to 1 time (--unwind)");
    let robin = switches_text(Concurrency::Switches { bound: 6, turns: Turns::Robin });
    assert!(robin.starts_with("at most 6 context switches; threads take turns"), "{robin}");
}
