//! Strongly connected components, with the marks inside of each.
//!
//! Couvreur, "On-the-fly verification of linear temporal logic" (FM 1999): a depth-first
//! search keeps the components of what is on its path, those that turn out to be one are
//! merged, and the search ends when one of them has all marks. Each node and arc is looked at
//! once, however many marks there are.

use heddle_search::{Interrupted, MayHold};

use super::{ASK_EVERY, Arc, MarkedGraph};

/// A component on the path.
struct Root {
    /// Order of its first node.
    order: u32,
    /// The marks of arcs within it.
    marks: u64,
    /// Those of the arc that leads into it.
    into: u64,
    /// True if it has a cycle.
    is_cyclic: bool,
}

/// A node on the path.
struct Frame {
    node: usize,
    /// Its arcs that are not followed yet begin here, and all of them there.
    next: usize,
    first: usize,
}

/// Order of nodes whose component is known to have no accepting cycle.
const DEAD: u32 = u32::MAX;

/// Order of nodes whose component is known to have one.
const ACCEPTING: u32 = u32::MAX - 1;

/// A depth-first search under way.
struct Search<'a, S> {
    space: &'a S,
    /// For each node, the order in which it was met, from one on; zero if it was not.
    orders: Vec<u32>,
    met: u32,
    roots: Vec<Root>,
    /// Nodes whose components are on the path.
    live: Vec<usize>,
    path: Vec<Frame>,
    /// The arcs of all nodes on the path.
    arcs: Vec<Arc>,
}

impl<'a, S: MarkedGraph> Search<'a, S> {
    fn new(space: &'a S) -> Search<'a, S> {
        assert!(space.nodes() < ACCEPTING as usize, "a product should have fewer than 2^32 nodes");
        Search {
            space,
            orders: vec![0; space.nodes()],
            met: 0,
            roots: Vec::new(),
            live: Vec::new(),
            path: Vec::new(),
            arcs: Vec::new(),
        }
    }

    /// A search from the initial node on.
    fn begin(space: &'a S, may_hold: MayHold<'_>) -> Result<Search<'a, S>, Interrupted> {
        if !may_hold((space.nodes() * size_of::<u32>()) as u64) {
            return Err(Interrupted);
        }
        let mut search = Search::new(space);
        search.enter(space.initial(), 0);
        Ok(search)
    }

    /// Goes on until there is a result, or everything was seen. `look` is told whether the last
    /// step closed a cycle.
    fn run<R>(
        &mut self,
        may_hold: MayHold<'_>,
        look: impl Fn(&Search<'a, S>, bool) -> Option<R>,
    ) -> Result<Option<R>, Interrupted> {
        let mut steps = 0u32;
        while let Some(has_closed) = self.step() {
            if let Some(result) = look(self, has_closed) {
                return Ok(Some(result));
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(ASK_EVERY) && !may_hold(self.bytes()) {
                return Err(Interrupted);
            }
        }
        Ok(None)
    }

    fn bytes(&self) -> u64 {
        let bytes = self.orders.capacity() * size_of::<u32>()
            + self.roots.capacity() * size_of::<Root>()
            + self.live.capacity() * size_of::<usize>()
            + self.path.capacity() * size_of::<Frame>()
            + self.arcs.capacity() * size_of::<Arc>();
        bytes as u64
    }

    fn enter(&mut self, node: usize, into: u64) {
        self.met += 1;
        self.orders[node] = self.met;
        self.live.push(node);
        self.roots.push(Root { order: self.met, marks: 0, into, is_cyclic: false });
        let first = self.arcs.len();
        self.space.arcs(node, &mut self.arcs);
        self.path.push(Frame { node, next: first, first });
    }

    /// Takes the next step; none if everything was seen. Says whether it closed a cycle.
    fn step(&mut self) -> Option<bool> {
        let frame = self.path.last_mut()?;
        let Some(&Arc { target, marks }) = self.arcs.get(frame.next) else {
            self.leave();
            return Some(false);
        };
        frame.next += 1;
        match self.orders[target] {
            0 => self.enter(target, marks),
            DEAD | ACCEPTING => {}
            order => {
                self.merge(order, marks);
                return Some(true);
            }
        }
        Some(false)
    }

    /// Everything from the component of a node on is one.
    fn merge(&mut self, order: u32, marks: u64) {
        let mut all = marks;
        while let Some(root) = self.roots.pop_if(|root| root.order > order) {
            all |= root.marks | root.into;
        }
        if let Some(root) = self.roots.last_mut() {
            root.marks |= all;
            root.is_cyclic = true;
        }
    }

    /// All arcs of the last node of the path were followed.
    fn leave(&mut self) {
        let Some(frame) = self.path.pop() else { return };
        self.arcs.truncate(frame.first);
        let order = self.orders[frame.node];
        let Some(root) = self.roots.pop_if(|root| root.order == order) else { return };
        let goal = self.space.goal();
        let is_accepting = root.is_cyclic && root.marks & goal == goal;
        while let Some(node) = self.live.pop() {
            self.orders[node] = if is_accepting { ACCEPTING } else { DEAD };
            if node == frame.node {
                break;
            }
        }
    }
}

/// A node on a cycle with all marks, if there is one.
///
/// # Errors
/// If `may_hold` says no.
pub(crate) fn find(
    space: &impl MarkedGraph,
    may_hold: MayHold<'_>,
) -> Result<Option<usize>, Interrupted> {
    let goal = space.goal();
    let is_it = |root: &Root| root.marks & goal == goal;
    let mut search = Search::begin(space, may_hold)?;
    search.run(may_hold, |search, has_closed| {
        let is_found = has_closed && search.roots.last().is_some_and(is_it);
        is_found.then(|| search.live.last().copied())?
    })
}

/// The nodes on cycles with all marks, of those that can be reached.
pub(crate) struct AcceptingNodes(Vec<u32>);

impl AcceptingNodes {
    /// Finds them all.
    ///
    /// # Errors
    /// If `may_hold` says no.
    pub(crate) fn find(
        space: &impl MarkedGraph,
        may_hold: MayHold<'_>,
    ) -> Result<AcceptingNodes, Interrupted> {
        let mut search = Search::begin(space, may_hold)?;
        search.run(may_hold, |_, _| None::<()>)?;
        Ok(AcceptingNodes(search.orders))
    }

    /// True if a node is one of them.
    pub(crate) fn contains(&self, node: usize) -> bool {
        self.0[node] == ACCEPTING
    }
}

/// All nodes of the component of a node.
pub(crate) fn component(space: &impl MarkedGraph, node: usize) -> Vec<usize> {
    let mut search = Search::new(space);
    search.enter(node, 0);
    loop {
        // The first node is the last to be left, with its component.
        let is_last = |frame: &Frame| search.path.len() == 1 && frame.next == search.arcs.len();
        if search.path.last().is_some_and(is_last) {
            return search.live;
        }
        if search.step().is_none() {
            return Vec::new();
        }
    }
}
