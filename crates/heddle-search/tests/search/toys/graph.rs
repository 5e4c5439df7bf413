//! A system given as a graph, which checks how it is used.

use heddle_model::{
    Actor, Choice, Finding, Guided, InternalId, Matchable, Persistent, Reducible, StepOutcome,
    Temporal, ThreadId, TransitionSystem, Unknown, UnknownKind, Violation,
};
use proptest::prelude::*;

/// Actors of random graphs.
const THREADS: u32 = 3;
const INTERNALS: u32 = 2;

/// The effect of a step beside leading to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Continues,
    Failed,
    Abandoned,
    Unknown(UnknownKind),
}

#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) choice: Choice,
    pub(crate) target: usize,
    pub(crate) effect: Effect,
    /// Numbers of the bugs that show on this step.
    pub(crate) bugs: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) edges: Vec<Edge>,
    /// Numbers of the bugs that show in this state.
    pub(crate) bugs: Vec<u8>,
}

/// Node 0 is the initial state.
#[derive(Clone, Debug)]
pub(crate) struct Graph(pub(crate) Vec<Node>);

/// A bug: same number, same bug, whatever the message says. The number is that of its thread;
/// even ones are deadlocks.
pub(crate) fn bug(number: u8, at: usize) -> Violation {
    let finding = match number.is_multiple_of(2) {
        true => Finding::Deadlock { threads: Vec::new() },
        false => Finding::FailedAssertion { text: format!("seen at node {at}") },
    };
    Violation { thread: Some(ThreadId(number.into())), ..Violation::of_run(finding) }
}

impl Graph {
    /// A graph without effects and bugs, from the targets of each node's edges.
    pub(crate) fn plain(targets: &[&[usize]]) -> Graph {
        let edges = |targets: &[usize]| {
            (0..)
                .zip(targets)
                .map(|(thread, &target)| Edge {
                    choice: Choice::of(ThreadId(thread)),
                    target,
                    effect: Effect::Continues,
                    bugs: Vec::new(),
                })
                .collect()
        };
        Graph(targets.iter().map(|t| Node { edges: edges(t), bugs: Vec::new() }).collect())
    }

    /// The words that `save` writes: of varying length, for which the first word stands.
    pub(crate) fn words(node: usize) -> Vec<u32> {
        let length = node % 5;
        let mut words = vec![length as u32];
        words.resize(1 + length, 7);
        words.push(node as u32 / 5);
        words
    }
}

/// A graph as a system.
///
/// It panics if it is not used as the trait demands: a step from nowhere, a
/// choice that is not there.
#[derive(Clone)]
pub(crate) struct GraphSystem {
    graph: Graph,
    loaded: Option<usize>,
    /// Number of times that each node was asked for its choices.
    pub(crate) expansions: Vec<usize>,
}

impl GraphSystem {
    pub(crate) fn new(graph: &Graph) -> GraphSystem {
        GraphSystem { graph: graph.clone(), loaded: None, expansions: vec![0; graph.0.len()] }
    }

    fn loaded(&self) -> usize {
        self.loaded.expect("a state should be loaded")
    }

    fn node(&self) -> &Node {
        &self.graph.0[self.loaded()]
    }
}

impl TransitionSystem for GraphSystem {
    fn reset(&mut self) {
        self.loaded = Some(0);
    }

    fn save(&mut self, words: &mut Vec<u32>) {
        words.clear();
        words.extend(Graph::words(self.loaded()));
    }

    fn load(&mut self, words: &[u32]) {
        let node = (0..self.graph.0.len()).find(|&node| Graph::words(node) == words);
        self.loaded = Some(node.expect("loaded words should have been saved"));
    }

    fn choices(&mut self, choices: &mut Vec<Choice>) {
        choices.clear();
        let loaded = self.loaded();
        self.expansions[loaded] += 1;
        choices.extend(self.node().edges.iter().map(|edge| edge.choice));
    }

    fn check_state(&mut self, choices: &[Choice], violations: &mut Vec<Violation>) {
        let node = self.node();
        assert!(choices.iter().eq(node.edges.iter().map(|edge| &edge.choice)));
        violations.extend(node.bugs.iter().map(|&number| bug(number, self.loaded())));
    }

    fn step(&mut self, choice: Choice, violations: &mut Vec<Violation>) -> StepOutcome {
        let edge = self.node().edges.iter().find(|edge| edge.choice == choice);
        let edge = edge.expect("only enabled choices should be made").clone();
        violations.extend(edge.bugs.iter().map(|&number| bug(number, self.loaded())));
        self.loaded = (edge.effect == Effect::Continues).then_some(edge.target);
        match edge.effect {
            Effect::Continues => StepOutcome::Continues,
            Effect::Failed => StepOutcome::Failed,
            Effect::Abandoned => StepOutcome::Abandoned,
            Effect::Unknown(kind) => {
                let reason = format!("not from node {}", edge.target);
                StepOutcome::Unknown(Box::new(Unknown { kind, reason, place: None }))
            }
        }
    }

    fn memory_used(&self) -> usize {
        0
    }
}

impl Reducible for GraphSystem {
    fn thread_count(&self) -> usize {
        THREADS as usize
    }

    fn internal_count(&self) -> usize {
        INTERNALS as usize
    }

    fn alternatives(&mut self, actor: Actor) -> u32 {
        self.node().edges.iter().filter(|edge| edge.choice.actor() == actor).count() as u32
    }
}

impl Matchable for GraphSystem {}
impl Temporal for GraphSystem {}
impl Guided for GraphSystem {}
impl Persistent for GraphSystem {}

/// Random graphs: mostly plain steps, sometimes wide choices; with `trouble`,
/// also bugs and steps that lead nowhere.
pub(crate) fn graphs(trouble: bool) -> impl Strategy<Value = Graph> {
    (1usize..40).prop_flat_map(move |size| {
        let effect = if trouble {
            prop_oneof![
                20 => Just(Effect::Continues),
                1 => Just(Effect::Failed),
                1 => Just(Effect::Abandoned),
                1 => Just(Effect::Unknown(UnknownKind::Unsupported)),
            ]
            .boxed()
        } else {
            Just(Effect::Continues).boxed()
        };
        let bugs = move |rarity: u32| {
            if trouble {
                prop_oneof![
                    rarity => Just(Vec::new()),
                    1 => prop::collection::vec(0u8..4, 1..3),
                ]
                .boxed()
            } else {
                Just(Vec::new()).boxed()
            }
        };
        let alternative = prop_oneof![9 => 0u32..4, 1 => Just(u32::MAX)];
        let actor = prop_oneof![
            5 => (0..THREADS).prop_map(|number| Actor::from(ThreadId(number))),
            1 => (0..INTERNALS).prop_map(|number| Actor::from(InternalId(number))),
        ];
        let edge = (actor, alternative, 0..size, effect, bugs(30));
        let node = (prop::collection::vec(edge, 0..5), bugs(20));
        prop::collection::vec(node, size)
            .prop_map(|nodes| Graph(nodes.into_iter().map(node_of).collect()))
    })
}

type RawEdge = (Actor, u32, usize, Effect, Vec<u8>);

/// Sorts the edges by choice, and makes choices unique.
fn node_of((edges, bugs): (Vec<RawEdge>, Vec<u8>)) -> Node {
    let mut edges: Vec<Edge> = edges
        .into_iter()
        .map(|(actor, alternative, target, effect, bugs)| Edge {
            choice: Choice::new(actor, alternative),
            target,
            effect,
            bugs,
        })
        .collect();
    edges.sort_by_key(|edge| edge.choice);
    edges.dedup_by_key(|edge| edge.choice);
    Node { edges, bugs }
}
