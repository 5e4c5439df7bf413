//! The first nodes of all paths, as a tree that several workers explore.
//!
//! A worker that finds others at rest lays open the beginning of its path, with the branches that
//! are left there. Each leaf of the wake-up trees there is a *job*: the state to which it leads, and all
//! below. Whoever has nothing to do takes one, makes a path to it, and works
//! there alone. The nodes above belong to all: whoever has one on its path adds the sequences that its races
//! ask for, in the same way as to a tree of its own, and each new leaf is a job.
//!
//! # Why no execution is lost or explored twice
//! The order in which jobs are done does not matter, since what is explored is said by the order of
//! the branches of each node, which is the same as without other workers: new ones come last.
//! - *Sleeping.* On the way to a leaf, all branches to the left sleep, whether they were explored by then or
//!   not: they are in the tree, so they will be. A sequence is added only where no
//!   branch to the left, and no step that sleeps, can begin it. So all of them are awake at the leaf,
//!   and below it, everything is explored. What begins with a leaf needs not be planned by anybody
//!   else, then, while a branch that is no leaf has to be told what else begins with it, from wherever
//!   that is found, however late. A leaf stays one when it is laid open itself.
//! - *Twice.* An execution belongs to the first branch of each node that can begin it; in those to
//!   the right, that branch sleeps until a step comes that conflicts with it.
//! - *The end.* A race adds a branch only to nodes on the path of its events. As long as there are
//!   jobs below a node it stays; when there are none, no race can add to it.
//!
//! Events and states are the same for all who have a node on their paths, and steps, footprints and
//! slots have the same numbers. Races of these events that are not yet planned are copied with the
//! path, and may be planned by several: the second finds the branch that the first has added.
//!
//! To deal out a tree of executions, and to tell those who work elsewhere in it what they
//! have to add, is the idea of Simsa, Bryant, Gibson and Hazelwood, "Scalable dynamic partial order
//! reduction" (RV 2012), and of Lång and Sagonas, "Parallel graph-based stateless model checking"
//! (ATVA 2020). That a leaf of a wake-up tree is explored with nothing asleep is behind the proof of
//! optimality ("Source sets", JACM 2017, section 7).

use std::sync::Arc;

use crate::footprints::Footprints;
use crate::path::Path;
use crate::wakeup::{Step, Trees, is_initial};

/// The number of a node.
pub(crate) type NodeId = u32;

/// The first node.
pub(crate) const ROOT: NodeId = 0;

/// A node.
#[derive(Default)]
struct Node {
    /// The step that leads to it.
    step: Option<Step>,
    above: NodeId,
    depth: u32,
    /// The nodes to which its branches lead, in their order.
    below: Vec<NodeId>,
    /// All that begins with it is explored, whatever is planned below it: it was a leaf, or was
    /// [under way](Self::was_under_way).
    is_leaf: bool,
    /// It was on the path of the one who has laid open the node above it. For what others add
    /// there, it is as if its step slept.
    was_under_way: bool,
    /// Jobs at it and below it, those included that are under way.
    jobs: u32,
    /// A path that goes through it, if one is kept.
    path: Option<Arc<OpenPath>>,
}

/// A path that was laid open.
pub(crate) struct OpenPath {
    pub(crate) path: Path,
    /// For each of its nodes, how many steps slept there before the branches of the frontier.
    pub(crate) asleep: Vec<usize>,
}

/// The tree.
#[derive(Default)]
pub(crate) struct Frontier {
    nodes: Vec<Node>,
    /// Jobs that nobody has begun.
    open: Vec<NodeId>,
    bytes: usize,
}

/// A job, and the way to it.
pub(crate) struct Job {
    pub(crate) node: NodeId,
    /// The nodes above it, from the root on.
    pub(crate) above: Vec<NodeId>,
    /// The longest path that is kept to one of these, and the number of that node on it.
    pub(crate) start: Option<(Arc<OpenPath>, usize)>,
}

/// A branch, and those to its left.
pub(crate) struct Branch {
    pub(crate) step: Step,
    pub(crate) left: Vec<Step>,
}

impl Frontier {
    /// A tree whose root is a job that is under way.
    pub(crate) fn new() -> Frontier {
        let root = Node { is_leaf: true, jobs: 1, ..Node::default() };
        Frontier { nodes: vec![root], ..Frontier::default() }
    }

    fn node(&mut self, node: NodeId) -> &mut Node {
        &mut self.nodes[node as usize]
    }

    /// The number of jobs that nobody has begun.
    pub(crate) fn open_jobs(&self) -> usize {
        self.open.len()
    }

    /// True if there are no jobs any more, not even under way.
    pub(crate) fn is_done(&self) -> bool {
        self.nodes[ROOT as usize].jobs == 0
    }

    /// Bytes held, about.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.nodes.len() * size_of::<Node>()
    }

    fn add(&mut self, above: NodeId, step: Step, is_leaf: bool) -> NodeId {
        let (node, depth) = (self.nodes.len() as NodeId, self.node(above).depth + 1);
        self.nodes.push(Node { step: Some(step), above, depth, is_leaf, ..Node::default() });
        self.node(above).below.push(node);
        node
    }

    /// Adds to the number of jobs of a node and of those above it. What no job needs is dropped.
    fn count(&mut self, node: NodeId, more: i32) {
        let mut at = node;
        loop {
            let Node { above, depth, jobs, path, below, is_leaf, .. } =
                &mut self.nodes[at as usize];
            *jobs = jobs.wrapping_add_signed(more);
            let (next, is_root) = (*above, *depth == 0);
            if *jobs == 0 {
                if *is_leaf {
                    // Nobody comes by here any more.
                    *below = Vec::new();
                }
                let path = path.take().and_then(Arc::into_inner);
                self.bytes -= path.map_or(0, |open| open.path.bytes());
            }
            if is_root {
                return;
            }
            at = next;
        }
    }

    fn offer(&mut self, leaf: NodeId) {
        self.count(leaf, 1);
        self.open.push(leaf);
    }

    /// Lays open the nodes of a path, the first of which is a job under way: with the branches that
    /// are left at each, in the worker's trees, after the one that is on the path. Returns the nodes;
    /// the last is the job from now on.
    pub(crate) fn lay_open(
        &mut self,
        job: NodeId,
        path: OpenPath,
        steps: &[(Step, u32)],
        trees: &mut Trees,
    ) -> Vec<NodeId> {
        self.bytes += path.path.bytes();
        let path = Arc::new(path);
        let mut nodes = vec![job];
        let mut at = job;
        for &(step, list) in steps {
            self.node(at).path = Some(Arc::clone(&path));
            let next = self.add(at, step, true);
            self.node(next).was_under_way = true;
            trees.take_all(list, at, |above, step, is_leaf| {
                let node = self.add(above, step, is_leaf);
                if is_leaf {
                    self.offer(node);
                }
                node
            });
            nodes.push(next);
            at = next;
        }
        // Nodes in between are needed, too.
        self.count(at, 1);
        self.count(job, -1);
        nodes
    }

    /// Adds a sequence to the branches of a node, unless what begins with it is explored anyway.
    /// The sequence is used up. A step that was under way when the node was laid open is returned
    /// if it can begin the sequence.
    pub(crate) fn insert(
        &mut self,
        node: NodeId,
        sequence: &mut Vec<Step>,
        footprints: &mut Footprints,
    ) -> Option<Step> {
        footprints.update();
        let mut at = node;
        loop {
            let mut branches = self.nodes[at as usize].below.iter().filter_map(|&branch| {
                let Node { step, is_leaf, was_under_way, .. } = self.nodes[branch as usize];
                Some((branch, step?, is_leaf, was_under_way))
            });
            let found = branches.find(|&(_, step, ..)| is_initial(step, sequence, footprints));
            let Some((branch, step, is_leaf, was_under_way)) = found else { break };
            if was_under_way {
                return Some(step);
            }
            if let Some(place) = sequence.iter().position(|it| it.slot == step.slot) {
                sequence.remove(place);
            }
            if is_leaf || sequence.is_empty() {
                return None;
            }
            at = branch;
        }
        for (place, &step) in sequence.iter().enumerate() {
            at = self.add(at, step, place + 1 == sequence.len());
        }
        self.offer(at);
        None
    }

    /// Takes the job that is nearest to the root, since most is below it.
    pub(crate) fn take(&mut self) -> Option<Job> {
        let nearest =
            (0..self.open.len()).min_by_key(|&at| self.nodes[self.open[at] as usize].depth);
        let node = self.open.swap_remove(nearest?);
        let mut above = Vec::new();
        let mut at = node;
        while self.nodes[at as usize].depth != 0 {
            at = self.nodes[at as usize].above;
            above.push(at);
        }
        above.reverse();
        let start = above.iter().enumerate().rev().find_map(|(number, &node)| {
            self.nodes[node as usize].path.clone().map(|path| (path, number))
        });
        Some(Job { node, above, start })
    }

    /// The branch that leads to a node.
    pub(crate) fn branch_to(&self, node: NodeId) -> Option<Branch> {
        let Node { step, above, .. } = self.nodes[node as usize];
        let before = self.nodes[above as usize].below.iter().take_while(|&&it| it != node);
        let left = before.filter_map(|&it| self.nodes[it as usize].step).collect();
        Some(Branch { step: step?, left })
    }

    /// Removes a node whose step cannot be made: what was to come after it could do without.
    pub(crate) fn skip(&mut self, node: NodeId) {
        let (above, below) = (self.node(node).above, std::mem::take(&mut self.node(node).below));
        let place = self.node(above).below.iter().position(|&it| it == node);
        if let Some(place) = place {
            below.iter().for_each(|&it| self.node(it).above = above);
            self.node(above).below.splice(place..=place, below);
        }
    }

    /// Takes note that a job is done.
    pub(crate) fn finish(&mut self, job: NodeId) {
        self.count(job, -1);
    }
}
