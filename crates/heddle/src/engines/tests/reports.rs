//! Reports that become of answers.

use std::io::sink;
use std::sync::Arc;

use heddle_engine::{
    Answer, Capabilities, Channel, Claim, Engine, EngineError, Question, Report, Statistics,
    Subject, Unlisted, Witness,
};
use heddle_machine::Options;
use heddle_model::{
    Bound, Choice, Counterexample, Limit, Obstacle, Property, ThreadId, Unknown, UnknownKind,
    Verdict,
};
use heddle_trace::Trace;

use super::kit::Checked;
use crate::commands::{check, remake};
use crate::environment::Environment;

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

/// An engine that claims what it is told to.
struct Claimant {
    claim: Claim,
    options: Options,
}

impl Engine for Claimant {
    fn name(&self) -> &'static str {
        "claimant"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            properties: Property::ALL,
            formulas: false,
            invariants: false,
            all_violations: false,
            states: false,
            wide_inputs: false,
            is_companion: false,
            pointer_bytes: &[8],
        }
    }

    fn check(
        &mut self,
        _: &Subject,
        _: &Question,
        _: &mut Channel<'_>,
    ) -> Result<Answer, EngineError> {
        Ok(Answer::new(self.claim.clone(), self.options.clone(), Statistics::default()))
    }
}

/// The report of an engine that claims this.
fn judge(checked: &Checked, claim: Claim) -> Report {
    let mut engine = Claimant { claim, options: checked.options.clone() };
    let mut ignore = |_: &heddle_engine::Progress<'_>| {};
    let mut channel = Channel::new(Arc::new(heddle_engine::CancelToken::default()), &mut ignore);
    heddle_engine::check(&mut engine, &checked.subject, &checked.question(), &mut channel).unwrap()
}

fn tell(checked: &Checked, witness: &Witness) -> (Verdict, Vec<Trace>) {
    let mut report = judge(checked, Claim::Witness(witness.clone()));
    let traces = check::tell(checked.program(), &mut report, &checked.settings).unwrap();
    (report.verdict, traces)
}

#[test]
fn a_witness_becomes_a_story_that_can_be_made_again() {
    let checked = Checked::new(LARGE, &[]);
    let witness = checked.witness(&[&[4_000_000_001]], &[0]);
    let (verdict, traces) = tell(&checked, &witness);
    assert!(matches!(verdict, Verdict::Violation(_)), "{verdict:?}");
    let told = serde_json::to_value(&traces[0]).unwrap();
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
        let trace: Trace = serde_json::from_value(told).unwrap();
        assert!(remake::is_needed(&trace));
        remake::make_again(&trace, "-O0", &Environment::read(), &mut sink())
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
    let (verdict, traces) = tell(&checked, &witness);
    assert!(traces.is_empty());
    match verdict {
        Verdict::Unknown(Unknown { kind, reason, place: None }) => {
            assert_eq!(kind, UnknownKind::Internal);
            assert!(reason.contains("does not replay"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

/// Two threads, each of which may come to a failing assertion of its own, and may go round for
/// ever before.
const TWO: &str = r"
#include <assert.h>
#include <pthread.h>
volatile int turn;
static void *other(void *unused)
{
    while (turn == 2)
        ;
    assert(turn != 1);
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    turn = 2;
    turn = 1;
    assert(turn == 0);
    return 0;
}
";

#[test]
fn each_counterexample_is_replayed_and_does_not_vouch_for_another() {
    let checked = Checked::new(TWO, &[]);
    let all = checked.all_found();
    let [first, second] = &all[..] else { panic!("{all:?}") };
    let report = |found: &[&Counterexample]| {
        judge(&checked, Claim::Counterexamples(found.iter().copied().cloned().collect()))
    };
    let verdict = |found: &[&Counterexample]| report(found).verdict;
    assert_eq!(verdict(&[first, second]), Verdict::Violation(all.clone()));
    // The run of the first, but the other's violation.
    let mixed = Counterexample { violation: second.violation.clone(), ..first.clone() };
    let judged = report(&[&mixed, second]);
    assert_eq!(judged.verdict, Verdict::Violation(vec![second.clone()]));
    let [told] = &judged.unlisted.unreplayed[..] else { panic!("{judged:?}") };
    assert_eq!(told.kind, UnknownKind::Internal);
    assert!(told.reason.contains("its replay fails"), "{}", told.reason);
    assert_eq!(report(&[first, second]).unlisted, Unlisted::default());
    let mut impossible = second.clone();
    impossible.schedule.0.insert(0, Choice::of(ThreadId(7)));
    for wrong in [mixed, impossible] {
        let Verdict::Unknown(unknown) = verdict(&[&wrong]) else { panic!("{wrong:?}") };
        assert_eq!(unknown.kind, UnknownKind::Internal);
        assert!(unknown.reason.contains("its replay fails"), "{}", unknown.reason);
    }
}

#[test]
fn a_story_that_cannot_be_told_does_not_take_others_with_it() {
    let checked = Checked::new(TWO, &[]);
    let all = checked.all_found();
    let mut report = judge(&checked, Claim::Counterexamples(all.clone()));
    let mut impossible = all[0].clone();
    impossible.schedule.0.insert(0, Choice::of(ThreadId(7)));
    report.verdict = Verdict::Violation(vec![impossible.clone(), all[1].clone()]);
    let traces = check::tell(checked.program(), &mut report, &checked.settings).unwrap();
    assert_eq!(report.verdict, Verdict::Violation(vec![all[1].clone()]));
    assert_eq!((traces.len(), report.unlisted.unreplayed.len()), (1, 1));
    report.verdict = Verdict::Violation(vec![impossible]);
    let traces = check::tell(checked.program(), &mut report, &checked.settings).unwrap();
    assert!(traces.is_empty() && matches!(report.verdict, Verdict::Unknown(_)));
}

#[test]
fn a_run_without_an_end_has_to_come_back() {
    let checked = Checked::new(TWO, &[]);
    let found = checked.found(&[]);
    let length = found.schedule.0.len();
    let cycle = |cycle| Counterexample { cycle: Some(cycle), ..found.clone() };
    // The run ends in a failure; before that it is in no state twice.
    let ends = judge(&checked, Claim::Counterexamples(vec![cycle(length)])).verdict;
    assert_eq!(ends, Verdict::Violation(vec![cycle(length)]));
    for wrong in [0, length - 1, length + 1] {
        let verdict = judge(&checked, Claim::Counterexamples(vec![cycle(wrong)])).verdict;
        let Verdict::Unknown(unknown) = verdict else { panic!("{verdict:?}") };
        assert!(unknown.reason.contains("its replay fails"), "{}", unknown.reason);
    }
}

#[test]
fn a_run_may_end_because_no_thread_can_go_on() {
    let text = "#include <pthread.h>\npthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n\
                int main(void) { pthread_mutex_lock(&lock); return pthread_mutex_lock(&lock); }";
    let checked = Checked::new(text, &[]);
    let found = checked.found(&[]);
    let length = found.schedule.0.len();
    let whole = Counterexample { cycle: Some(length), ..found };
    let verdict = judge(&checked, Claim::Counterexamples(vec![whole.clone()])).verdict;
    assert_eq!(verdict, Verdict::Violation(vec![whole.clone()]));
    let mut begun = whole;
    begun.schedule.0.truncate(length - 1);
    begun.cycle = Some(length - 1);
    let verdict = judge(&checked, Claim::Counterexamples(vec![begun])).verdict;
    let Verdict::Unknown(unknown) = verdict else { panic!("{verdict:?}") };
    assert!(unknown.reason.contains("it does not end"), "{}", unknown.reason);
}

#[test]
fn a_limit_is_never_a_proof() {
    let checked = Checked::new(LARGE, &[]);
    let verdict = |claim| judge(&checked, claim).verdict;
    assert_eq!(verdict(Claim::Complete), Verdict::Verified);
    let limit = Obstacle::Limit(Limit::Time);
    assert_eq!(verdict(Claim::Open(limit.clone())), Verdict::Stopped(Limit::Time));
    // A bounded answer without a bound, and a violation without a run, are bugs of the engine.
    let bounds: Vec<Bound> = Vec::new();
    for claim in
        [Claim::Within { bounds, obstacle: Some(limit) }, Claim::Counterexamples(Vec::new())]
    {
        let Verdict::Unknown(unknown) = verdict(claim.clone()) else { panic!("{claim:?}") };
        assert_eq!(unknown.kind, UnknownKind::Internal);
    }
}
