//! Nested depth-first search, by one worker or several.
//!
//! Evangelista, Laarman, Petrucci and van de Pol, "Improved multi-core nested depth-first
//! search" (ATVA 2012): every worker searches on its own, in an order of its own, and they
//! tell each other what is done with by two colours. *Blue* is a node from which everything
//! was searched. When a worker is done with an accepting node, it looks from there for a node
//! that is on its path (*cyan*, known to it alone), which would close a cycle; what leads to
//! none becomes *red*. With one worker it is the nested search of Courcoubetis, Vardi, Wolper
//! and Yannakakis (1992), as Schwoon and Esparza (2005) improved it.
//!
//! In a weak graph there is no second search. The first node of a cycle that is blue was
//! painted by a worker for which the next node of the cycle was cyan, since that one was not
//! blue yet: so that worker has seen the cycle close.
//!
//! A cycle needs one mark here, so marks are counted: a node is there once for each number of
//! them that was seen, in their order, and is accepting where all of them were. An arc that
//! has several marks in a row goes up by all of them.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use heddle_search::{Interrupted, MayHold};

use super::{ASK_EVERY, Arc, MarkedGraph};

const BLUE: u8 = 1;
const RED: u8 = 2;

/// A graph in which cycles through accepting nodes are sought.
struct Counted<'a, S> {
    space: &'a S,
    /// The marks of the goal, one by one.
    marks: Vec<u64>,
}

impl<S: MarkedGraph> Counted<'_, S> {
    fn new(space: &S) -> Counted<'_, S> {
        let goal = if space.is_weak() { 0 } else { space.goal() };
        let marks = (0..u64::BITS).map(|bit| 1 << bit);
        Counted { space, marks: marks.filter(|mark| goal & mark != 0).collect() }
    }

    fn levels(&self) -> usize {
        self.marks.len() + 1
    }

    fn is_accepting(&self, node: usize) -> bool {
        node % self.levels() == self.marks.len()
    }

    /// Adds the nodes after a node.
    fn successors(&self, node: usize, arcs: &mut Vec<Arc>, out: &mut Vec<usize>) {
        let (inner, level) = (node / self.levels(), node % self.levels());
        let start = if level == self.marks.len() { 0 } else { level };
        arcs.clear();
        self.space.arcs(inner, arcs);
        out.extend(arcs.iter().map(|arc| {
            let rest = self.marks[start..].iter();
            let seen = rest.take_while(|&&mark| arc.marks & mark != 0).count();
            arc.target * self.levels() + start + seen
        }));
    }
}

/// State that all workers share.
struct Shared<'a, S> {
    space: Counted<'a, S>,
    colours: Vec<AtomicU8>,
    is_over: AtomicBool,
    is_interrupted: AtomicBool,
    may_hold: MayHold<'a>,
    /// Bytes that all workers hold, apart from their paths.
    bytes: u64,
}

impl<S> Shared<'_, S> {
    fn has(&self, node: usize, colour: u8) -> bool {
        self.colours[node].load(Ordering::Acquire) & colour != 0
    }

    fn paint(&self, node: usize, colour: u8) {
        self.colours[node].fetch_or(colour, Ordering::AcqRel);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// A node on a worker's path, and where its successors that are left begin.
struct Frame {
    node: usize,
    first: usize,
}

/// One worker.
struct Worker<'a, S> {
    shared: &'a Shared<'a, S>,
    /// True for the nodes on its path.
    cyan: Vec<bool>,
    /// Nodes that the search for a cycle under way has seen.
    red: Vec<usize>,
    is_red: Vec<bool>,
    random: Option<fastrand::Rng>,
    steps: u32,
    arcs: Vec<Arc>,
}

impl<S: MarkedGraph> Worker<'_, S> {
    /// The search from the initial node; a node on a cycle, if it finds one.
    fn search(&mut self) -> Option<usize> {
        let shared = self.shared;
        let is_weak = shared.space.space.is_weak();
        let initial = shared.space.space.initial() * shared.space.levels();
        let (mut path, mut rest) = (Vec::new(), Vec::new());
        self.enter(initial, &mut path, &mut rest);
        self.cyan[initial] = true;
        while let Some(&Frame { node, first }) = path.last() {
            if self.is_over() {
                return None;
            }
            if rest.len() > first {
                let next = rest.pop()?;
                if self.cyan[next] {
                    if is_weak && shared.space.space.is_good(next) {
                        return Some(next);
                    }
                } else if !shared.has(next, BLUE) {
                    self.enter(next, &mut path, &mut rest);
                    self.cyan[next] = true;
                }
                continue;
            }
            path.pop();
            shared.paint(node, BLUE);
            if !is_weak
                && shared.space.is_accepting(node)
                && let Some(found) = self.search_cycle(node)
            {
                return Some(found);
            }
            self.cyan[node] = false;
        }
        None
    }

    /// The search from an accepting node for one on the path.
    fn search_cycle(&mut self, start: usize) -> Option<usize> {
        let shared = self.shared;
        let (mut path, mut rest) = (Vec::new(), Vec::new());
        self.enter(start, &mut path, &mut rest);
        self.redden(start);
        while let Some(&Frame { first, .. }) = path.last() {
            if self.is_over() {
                return None;
            }
            if rest.len() == first {
                path.pop();
                continue;
            }
            let next = rest.pop()?;
            if self.cyan[next] {
                return Some(next);
            }
            if !self.is_red[next] && !shared.has(next, RED) {
                self.enter(next, &mut path, &mut rest);
                self.redden(next);
            }
        }
        // Others may be looking from accepting nodes that were passed: what they find must
        // not be hidden from them.
        let others = self.red.iter().filter(|&&node| node != start);
        for &node in others.filter(|&&node| shared.space.is_accepting(node)) {
            while !shared.has(node, RED) && !shared.is_over() {
                std::thread::yield_now();
            }
        }
        for node in std::mem::take(&mut self.red) {
            shared.paint(node, RED);
            self.is_red[node] = false;
        }
        None
    }

    /// True if someone has found a cycle, or nobody may go on.
    fn is_over(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(ASK_EVERY) && !(self.shared.may_hold)(self.shared.bytes) {
            self.shared.is_interrupted.store(true, Ordering::Relaxed);
            self.shared.is_over.store(true, Ordering::Relaxed);
        }
        self.shared.is_over()
    }

    fn redden(&mut self, node: usize) {
        self.red.push(node);
        self.is_red[node] = true;
    }

    /// Puts a node on a path, with its successors in an order of the worker's own.
    fn enter(&mut self, node: usize, path: &mut Vec<Frame>, rest: &mut Vec<usize>) {
        let first = rest.len();
        self.shared.space.successors(node, &mut self.arcs, rest);
        let own = &mut rest[first..];
        if let Some(random) = &mut self.random
            && own.len() > 1
        {
            own.rotate_left(random.usize(..own.len()));
        }
        path.push(Frame { node, first });
    }
}

/// A node on a cycle with all marks, if there is one.
///
/// # Errors
/// If `may_hold` says no.
pub(crate) fn find(
    space: &impl MarkedGraph,
    workers: usize,
    may_hold: MayHold<'_>,
) -> Result<Option<usize>, Interrupted> {
    let counted = Counted::new(space);
    let levels = counted.levels();
    let nodes = space.nodes() * levels;
    // A colour, and two marks of each worker.
    let bytes = nodes as u64 * (1 + 2 * workers as u64);
    if !may_hold(bytes) {
        return Err(Interrupted);
    }
    let shared = Shared {
        space: counted,
        colours: (0..nodes).map(|_| AtomicU8::new(0)).collect(),
        is_over: AtomicBool::new(false),
        is_interrupted: AtomicBool::new(false),
        may_hold,
        bytes,
    };
    let search = |index: usize| {
        let mut worker = Worker {
            shared: &shared,
            cyan: vec![false; nodes],
            red: Vec::new(),
            is_red: if space.is_weak() { Vec::new() } else { vec![false; nodes] },
            random: (index != 0).then(|| fastrand::Rng::with_seed(index as u64)),
            steps: 0,
            arcs: Vec::new(),
        };
        let found = worker.search();
        // Who has found none has to let the others finish: what they are looking from is blue
        // already, and may be what was passed by here.
        if found.is_some() {
            shared.is_over.store(true, Ordering::Relaxed);
        }
        found
    };
    let found = std::thread::scope(|scope| {
        let search = &search;
        let others: Vec<_> = (1..workers).map(|index| scope.spawn(move || search(index))).collect();
        let first = search(0);
        let others = others.into_iter().map(|other| match other.join() {
            Ok(found) => found,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        let found: Vec<Option<usize>> = std::iter::once(first).chain(others).collect();
        found.into_iter().flatten().next()
    });
    match found {
        None if shared.is_interrupted.load(Ordering::Relaxed) => Err(Interrupted),
        found => Ok(found.map(|node| node / levels)),
    }
}
