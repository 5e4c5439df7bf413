//! Nothing is reported that does not happen again.

use heddle_model::{
    Actor, Choice, Guided, Matchable, Persistent, Reducible, Schedule, StepOutcome, Temporal,
    ThreadId, TransitionSystem, UnknownKind, Verdict, Violation,
};
use heddle_replay::{ReplayError, replay};
use heddle_search::Order;

use crate::common::{collecting, explore};
use crate::toys::{Effect, Graph, GraphSystem, bug};

/// A graph whose bug number 1 shows only the first time.
struct Flaky {
    graph: GraphSystem,
    has_shown: bool,
}

impl TransitionSystem for Flaky {
    fn reset(&mut self) {
        self.graph.reset();
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        self.graph.save(words);
    }

    fn load(&mut self, words: &[u32]) {
        self.graph.load(words);
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        self.graph.choices(choices);
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        self.graph.check_state(choices, violations);
        if self.has_shown {
            violations.retain(|violation| violation.thread != bug(1, 0).thread);
        }
        self.has_shown |= !violations.is_empty();
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        self.graph.step(choice, violations)
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for Flaky {
    fn thread_count(&self) -> usize {
        self.graph.thread_count()
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        self.graph.alternatives(actor)
    }
}

impl Matchable for Flaky {}
impl Temporal for Flaky {}
impl Guided for Flaky {}
impl Persistent for Flaky {}

#[test]
fn a_violation_that_does_not_happen_again_is_heddles_fault() {
    let mut graph = Graph::plain(&[&[1, 2], &[3], &[], &[]]);
    graph.0[1].bugs.push(1);
    for order in Order::ALL {
        let mut system = Flaky { graph: GraphSystem::new(&graph), has_shown: false };
        let report = explore(&mut system, &collecting(order));
        let Verdict::Unknown(unknown) = report.verdict else { panic!("{:?}", report.verdict) };
        assert_eq!(unknown.kind, UnknownKind::Internal);
        assert!(unknown.reason.contains("assertion failed: seen at node 1"), "{}", unknown.reason);
        assert_eq!(report.unknown.unwrap().schedule, schedule(&[0]));
    }
}

#[test]
fn a_violation_does_not_vouch_for_another() {
    let mut graph = Graph::plain(&[&[1, 2], &[3], &[], &[]]);
    graph.0[1].bugs.extend([1, 3]);
    for order in Order::ALL {
        let mut system = Flaky { graph: GraphSystem::new(&graph), has_shown: false };
        let report = explore(&mut system, &collecting(order));
        let Verdict::Violation(found) = report.verdict else { panic!("{:?}", report.verdict) };
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].violation, bug(3, 1));
        assert_eq!(report.unknown.unwrap().unknown.kind, UnknownKind::Internal);
    }
}

fn schedule(threads: &[u32]) -> Schedule {
    Schedule(threads.iter().map(|&thread| Choice::of(ThreadId(thread))).collect())
}

#[test]
fn replay_returns_what_goes_wrong_at_the_end_and_only_there() {
    let mut graph = Graph::plain(&[&[1, 2], &[3], &[], &[]]);
    graph.0[0].bugs.push(4);
    graph.0[0].edges[0].bugs.push(5);
    graph.0[1].bugs.push(6);
    let mut system = GraphSystem::new(&graph);
    assert_eq!(replay(&mut system, &schedule(&[])), Ok(vec![bug(4, 0)]));
    assert_eq!(replay(&mut system, &schedule(&[0])), Ok(vec![bug(5, 0), bug(6, 1)]));
    assert_eq!(replay(&mut system, &schedule(&[0, 0])), Ok(vec![]));
    assert_eq!(replay(&mut system, &schedule(&[1])), Ok(vec![]));
}

#[test]
fn replay_refuses_what_is_no_run() {
    let mut graph = Graph::plain(&[&[1, 2], &[3], &[], &[]]);
    let replayed =
        |graph: &Graph, threads: &[u32]| replay(&mut GraphSystem::new(graph), &schedule(threads));
    let choice = Choice::of(ThreadId(9));
    assert_eq!(replayed(&graph, &[0, 9]), Err(ReplayError::NotEnabled { step: 2, choice }));
    assert_eq!(
        replayed(&graph, &[0, 9]).unwrap_err().to_string(),
        "step 2: T9 cannot take alternative 0 here"
    );
    for effect in [Effect::Failed, Effect::Abandoned] {
        graph.0[0].edges[0].effect = effect;
        assert_eq!(replayed(&graph, &[0]), Ok(vec![]));
        assert_eq!(replayed(&graph, &[0, 0]), Err(ReplayError::EndsEarly { step: 1 }));
    }
    graph.0[0].edges[0].effect = Effect::Unknown(UnknownKind::Unsupported);
    let error = replayed(&graph, &[0]).unwrap_err();
    assert_eq!(error.to_string(), "step 1: not from node 1");
    graph.0[0].edges[0].bugs.push(3);
    assert_eq!(replayed(&graph, &[0]), Ok(vec![bug(3, 0)]));
}
