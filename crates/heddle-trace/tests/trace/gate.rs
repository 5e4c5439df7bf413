//! The gate: a run that does not reproduce is not told, and what was told can be told again.

use heddle_machine::{Granularity, Symmetry};
use heddle_model::{Choice, Schedule, ThreadId};
use heddle_trace::render::{TextOptions, text};
use heddle_trace::result::{HarnessInputs, Inputs, RunInputs, SourceDigest, UndefinedFunctions};
use heddle_trace::{NoSource, Trace, TraceError, tell, tell_counterexample};

use crate::kit::{Checked, NO_NAMES, program};

const RACE: &str = include_str!("../../../../examples/simple_race.c");

fn told(checked: &Checked, schedule: Schedule) -> Result<heddle_trace::Trace, TraceError> {
    tell(&mut checked.machine(), &schedule, &mut NoSource)
}

#[test]
fn a_choice_that_cannot_be_made_is_an_error() {
    let checked = program(RACE);
    let mut schedule = checked.counterexample().schedule;
    schedule.0[1] = Choice::of(ThreadId(2));
    let error = told(&checked, schedule.clone()).expect_err("T2 is not there yet");
    assert!(matches!(error, TraceError::DoesNotReproduce { step: 2, .. }), "{error}");
    schedule.0[0].alternative = 7;
    let error = told(&checked, schedule).expect_err("there is one way only");
    assert!(error.to_string().contains("T0 cannot take alternative 7"), "{error}");
}

#[test]
fn a_run_without_a_violation_is_an_error() {
    let checked = program(RACE);
    let mut schedule = checked.counterexample().schedule;
    schedule.0.pop();
    let error = told(&checked, schedule).expect_err("the last step is what goes wrong");
    assert!(error.to_string().contains("the run ends without it"), "{error}");
    assert!(told(&checked, Schedule::default()).is_err());
}

#[test]
fn a_schedule_that_goes_on_after_the_end_is_an_error() {
    let checked = program(RACE);
    let mut schedule = checked.counterexample().schedule;
    schedule.0.push(Choice::of(ThreadId::MAIN));
    let error = told(&checked, schedule).expect_err("the run fails before");
    assert!(error.to_string().contains("the run is over"), "{error}");
}

#[test]
fn another_violation_than_the_one_found_is_an_error() {
    let checked = program(RACE);
    let mut counterexample = checked.counterexample();
    counterexample.violation.finding = heddle_model::Finding::DivisionByZero;
    let mut machine = checked.machine();
    let told = tell_counterexample(&mut machine, &counterexample, NO_NAMES, &mut NoSource);
    assert!(told.is_err());
}

#[test]
fn the_same_schedule_tells_the_same_story() {
    let checked = program(include_str!("programs/use_after_free.c"));
    assert_eq!(checked.trace(), checked.trace());
}

fn inputs() -> RunInputs {
    let harness = HarnessInputs { init: None, threads: Vec::new(), invariants: Vec::new() };
    let check = Inputs {
        files: vec!["test.c".to_owned()],
        clang_flags: Vec::new(),
        args: Vec::new(),
        given_files: Vec::new(),
        stdin: None,
        undefined: UndefinedFunctions::Refuse,
        malloc_may_fail: false,
        spurious_wakeups: true,
        harness,
    };
    RunInputs {
        check,
        properties: vec!["deadlock".to_owned()],
        definitions: Vec::new(),
        granularity: Granularity::Tau,
        symmetry: Symmetry::Threads,
        thread_inputs: Some(vec![vec![u64::MAX], Vec::new()]),
        sources: vec![SourceDigest {
            file: "race.c".to_owned(),
            fnv1a: "cbf29ce484222325".to_owned(),
        }],
    }
}

#[test]
fn a_trace_from_json_reads_the_same() {
    for source in [RACE, include_str!("programs/values.c")] {
        let mut trace = program(source).trace();
        trace.inputs = Some(inputs());
        let json = serde_json::to_string(&trace).expect("a trace becomes JSON");
        let again: Trace = serde_json::from_str(&json).expect("and becomes a trace again");
        assert_eq!(again.damage(), None);
        assert_eq!(again, trace);
        let options = TextOptions::default();
        assert_eq!(text(&again, &options), text(&trace, &options));
    }
}

#[test]
fn json_has_the_schedule_as_pairs() {
    let trace = program(RACE).trace();
    let json = serde_json::to_value(&trace).expect("a trace becomes JSON");
    assert_eq!(json["schedule"][0], serde_json::json!([0, 0]));
    assert_eq!(json["violation"]["kind"], "assertion");
    assert!(json.get("inputs").is_none(), "nothing is said about inputs that nobody gave");
}

#[test]
fn what_is_not_json_of_a_trace_is_an_error() {
    assert!(serde_json::from_value::<Trace>(serde_json::json!({ "violation": 3 })).is_err());
}

#[test]
fn a_story_needs_no_source() {
    let checked = program(RACE);
    let counterexample = checked.counterexample();
    let trace = told(&checked, counterexample.schedule).expect("it reproduces");
    let text = text(&trace, &TextOptions::default());
    assert!(text.contains("visitors: 1 -> 1"), "{text}");
    assert!(text.contains("(in turnstile)"), "{text}");
}
