//! Random small spaces: all algorithms against the closure of reachability.

use super::*;

/// A graph as a list of arcs.
struct Listed {
    arcs: Vec<Vec<Arc>>,
    goal: u64,
    /// If it is weak: which nodes are good.
    good: Option<Vec<bool>>,
}

impl MarkedGraph for Listed {
    fn nodes(&self) -> usize {
        self.arcs.len()
    }

    fn initial(&self) -> usize {
        0
    }

    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>) {
        arcs.extend_from_slice(&self.arcs[node]);
    }

    fn goal(&self) -> u64 {
        self.goal
    }

    fn is_weak(&self) -> bool {
        self.good.is_some()
    }

    fn is_good(&self, node: usize) -> bool {
        self.good.as_ref().is_some_and(|good| good[node])
    }
}

impl Listed {
    fn random(random: &mut fastrand::Rng) -> Listed {
        let nodes = random.usize(1..14);
        let marks = random.u32(0..4);
        let density = random.usize(1..4);
        let arc = |random: &mut fastrand::Rng| {
            let bits = random.u64(..) & random.u64(..) & 0b1111;
            Arc { target: random.usize(..nodes), marks: bits }
        };
        let arcs = (0..nodes)
            .map(|_| (0..random.usize(0..=density)).map(|_| arc(random)).collect())
            .collect();
        Listed { arcs, goal: (1 << marks) - 1, good: None }
    }

    /// The same, where cycles have all marks or none of them by the nodes they go through.
    fn made_weak(mut self, reach: &[Vec<bool>]) -> Listed {
        let nodes = self.nodes();
        // Nodes are as good as the least one that they are on a cycle with.
        let least = |node: usize| {
            let is_with = |&other: &usize| reach[node][other] && reach[other][node];
            (0..nodes).find(is_with).unwrap_or(node)
        };
        let good: Vec<bool> = (0..nodes).map(|node| least(node) % 3 == 0).collect();
        for (node, arcs) in self.arcs.iter_mut().enumerate() {
            arcs.iter_mut().for_each(|arc| arc.marks = if good[node] { self.goal } else { 0 });
        }
        Listed { good: (self.goal != 0).then_some(good), ..self }
    }

    /// The transitive closure: for each pair of nodes, true if one can be reached from the other in
    /// one step or more.
    fn closure(&self) -> Vec<Vec<bool>> {
        let nodes = self.nodes();
        let mut reach = vec![vec![false; nodes]; nodes];
        for (node, arcs) in self.arcs.iter().enumerate() {
            arcs.iter().for_each(|arc| reach[node][arc.target] = true);
        }
        for via in 0..nodes {
            for from in 0..nodes {
                for to in 0..nodes {
                    reach[from][to] |= reach[from][via] && reach[via][to];
                }
            }
        }
        reach
    }

    /// True if a node is on a cycle with all marks.
    fn is_accepting(&self, reach: &[Vec<bool>], node: usize) -> bool {
        let is_with = |other: usize| other == node || reach[node][other] && reach[other][node];
        let inside = (0..self.nodes()).filter(|&other| is_with(other));
        let arcs = inside.flat_map(|other| &self.arcs[other]).filter(|arc| is_with(arc.target));
        reach[node][node] && arcs.fold(0, |marks, arc| marks | arc.marks) & self.goal == self.goal
    }

    fn check_run(&self, run: &AcceptingRun) {
        let mut at = 0;
        for (node, arc) in run.stem.iter().chain(&run.cycle) {
            assert_eq!(*node, at);
            assert!(self.arcs[*node].contains(arc));
            at = arc.target;
        }
        let start = run.cycle.first().expect("a cycle should not be empty").0;
        assert_eq!(at, start, "the cycle closes");
        let marks = run.cycle.iter().fold(0, |marks, (_, arc)| marks | arc.marks);
        assert_eq!(marks & self.goal, self.goal);
    }
}

#[test]
fn all_algorithms_agree_with_the_closure() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut accepting = 0;
    for number in 0..20_000 {
        let space = Listed::random(&mut random);
        let reach = space.closure();
        let space = if number % 3 == 0 { space.made_weak(&reach) } else { space };
        let is_reached = |node: usize| node == 0 || reach[0][node];
        let nodes = (0..space.nodes()).filter(|&node| is_reached(node));
        let expected = nodes.filter(|&node| space.is_accepting(&reach, node)).count() > 0;
        accepting += usize::from(expected);
        // Threads are dear.
        let both = if number % 20 == 0 { 2 } else { 1 };
        for how in [Emptiness::Components, Emptiness::Nested(1), Emptiness::Nested(both)] {
            let found = find(&space, how, &|_| true).unwrap();
            assert_eq!(found.is_some(), expected, "{how:?}");
            let Some(node) = found else { continue };
            assert!(is_reached(node) && space.is_accepting(&reach, node), "{how:?}");
            let mut members = component(&space, node);
            members.sort_unstable();
            let is_with =
                |&other: &usize| other == node || reach[node][other] && reach[other][node];
            assert_eq!(members, (0..space.nodes()).filter(is_with).collect::<Vec<_>>());
            space.check_run(&short_run(&space, node, &|_| true).expect("there is a run"));
        }
    }
    assert!((4_000..16_000).contains(&accepting), "{accepting} of 20,000 have a cycle");
}

#[test]
fn a_run_is_as_short_as_can_be() {
    // A long way round and a short one; the mark is on a loop.
    let arc = |target, marks| Arc { target, marks };
    let arcs = vec![
        vec![arc(1, 0), arc(3, 0)],
        vec![arc(2, 0)],
        vec![arc(3, 0)],
        vec![arc(0, 0), arc(4, 0)],
        vec![arc(4, 1)],
    ];
    let space = Listed { arcs, goal: 1, good: None };
    let run = short_run(&space, 4, &|_| true).unwrap();
    assert_eq!((run.stem.len(), run.cycle.len()), (2, 1));
}

#[test]
fn the_nearest_cycle_is_shown_whichever_is_found() {
    // A cycle that is far, which a depth-first search finds first, and one that is near.
    let arc = |target, marks| Arc { target, marks };
    let arcs = vec![vec![arc(1, 0), arc(3, 0)], vec![arc(2, 0)], vec![arc(2, 1)], vec![arc(3, 1)]];
    let space = Listed { arcs, goal: 1, good: None };
    let found = find(&space, Emptiness::Components, &|_| true).unwrap();
    assert_eq!(found, Some(2));
    let run = short_run(&space, 2, &|_| true).unwrap();
    assert_eq!((run.stem.len(), run.cycle[0].0), (1, 3));
    // If there is no room for looking, the one that is known is good enough.
    let run = short_run(&space, 2, &|_| false).unwrap();
    assert_eq!((run.stem.len(), run.cycle[0].0), (2, 2));
}

/// A ring, with a mark on one arc.
struct Ring {
    nodes: usize,
    marked: usize,
    is_weak: bool,
}

impl MarkedGraph for Ring {
    fn nodes(&self) -> usize {
        self.nodes
    }

    fn initial(&self) -> usize {
        0
    }

    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>) {
        let marks = u64::from(node == self.marked);
        arcs.push(Arc { target: (node + 1) % self.nodes, marks });
    }

    fn goal(&self) -> u64 {
        1
    }

    fn is_weak(&self) -> bool {
        self.is_weak
    }

    fn is_good(&self, _node: usize) -> bool {
        true
    }
}

#[test]
fn no_worker_hides_a_cycle_from_others() {
    for marked in [0, 5, 9_000] {
        for is_weak in [false, true] {
            let space = Ring { nodes: 20_000, marked, is_weak };
            for round in 0..30 {
                let found = find(&space, Emptiness::Nested(8), &|_| true).unwrap();
                assert!(found.is_some(), "marked at {marked}, weak: {is_weak}, round {round}");
            }
        }
    }
}

/// A long way without a cycle.
struct Line(usize);

impl MarkedGraph for Line {
    fn nodes(&self) -> usize {
        self.0
    }

    fn initial(&self) -> usize {
        0
    }

    fn arcs(&self, node: usize, arcs: &mut Vec<Arc>) {
        arcs.extend((node + 1 < self.0).then_some(Arc { target: node + 1, marks: 0 }));
    }

    fn goal(&self) -> u64 {
        1
    }
}

#[test]
fn leaves_off_when_told_to() {
    let space = Line(3 * ASK_EVERY as usize);
    for how in [Emptiness::Components, Emptiness::Nested(1), Emptiness::Nested(2)] {
        assert_eq!(find(&space, how, &|_| true), Ok(None), "{how:?}");
        assert_eq!(find(&space, how, &|_| false), Err(Interrupted), "{how:?}, at once");
        let asked = std::sync::atomic::AtomicU32::new(0);
        let first_only = |_| asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 0;
        assert_eq!(find(&space, how, &first_only), Err(Interrupted), "{how:?}, on the way");
    }
}
