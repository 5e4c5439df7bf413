//! Runs of schedules on toy systems.

use heddle_model::{Choice, Schedule, ThreadId, UnknownKind};
use heddle_replay::{ReplayError, replay};

use crate::toys::{Effect, Graph, GraphSystem, bug};

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
