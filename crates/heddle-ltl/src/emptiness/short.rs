//! A short run to a cycle and round it.

use std::collections::{HashMap, HashSet, VecDeque};

use heddle_search::{Interrupted, MayHold};

use super::{AcceptingNodes, Arc, MarkedGraph, component};

/// Arcs with the nodes they begin in.
pub(crate) type Path = Vec<(usize, Arc)>;

/// A run: to a cycle, and round it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AcceptingRun {
    pub(crate) stem: Path,
    pub(crate) cycle: Path,
}

/// A shortest run to a cycle with all marks, and such a cycle: each time on the shortest way to a
/// mark that is missing. `node` lies on one, which is taken if there is no room to look for a
/// nearer one.
pub(crate) fn short_run(
    space: &impl MarkedGraph,
    node: usize,
    may_hold: MayHold<'_>,
) -> Option<AcceptingRun> {
    let initial = space.initial();
    let stem = match AcceptingNodes::find(space, may_hold) {
        Ok(accepting) => reach(space, initial, |node| accepting.contains(node))?,
        // The way to the component that is known is good enough.
        Err(Interrupted) => {
            let members: HashSet<usize> = component(space, node).into_iter().collect();
            reach(space, initial, |node| members.contains(&node))?
        }
    };
    let start = stem.last().map_or(initial, |(_, arc)| arc.target);
    let members: HashSet<usize> = component(space, start).into_iter().collect();
    let is_inside = |node: usize| members.contains(&node);
    let mut cycle = Path::new();
    let mut missing = space.goal();
    let mut at = start;
    while missing != 0 {
        let part = walk(space, at, is_inside, |arc| arc.marks & missing != 0)?;
        missing &= !part.iter().fold(0, |marks, (_, arc)| marks | arc.marks);
        at = part.last().map_or(at, |(_, arc)| arc.target);
        cycle.extend(part);
    }
    if at != start || cycle.is_empty() {
        cycle.extend(walk(space, at, is_inside, |arc| arc.target == start)?);
    }
    Some(AcceptingRun { stem, cycle })
}

/// A shortest path from a node to one that is sought.
fn reach(space: &impl MarkedGraph, from: usize, is_sought: impl Fn(usize) -> bool) -> Option<Path> {
    match is_sought(from) {
        true => Some(Path::new()),
        false => walk(space, from, |_| true, |arc| is_sought(arc.target)),
    }
}

/// A shortest path from a node to an arc that is sought, through nodes that are allowed.
fn walk(
    space: &impl MarkedGraph,
    from: usize,
    is_allowed: impl Fn(usize) -> bool,
    is_sought: impl Fn(&Arc) -> bool,
) -> Option<Path> {
    // Where each node was reached from.
    let mut before: HashMap<usize, (usize, Arc)> = HashMap::new();
    let mut open = VecDeque::from([from]);
    let mut arcs = Vec::new();
    while let Some(node) = open.pop_front() {
        arcs.clear();
        space.arcs(node, &mut arcs);
        for &arc in arcs.iter().filter(|arc| is_allowed(arc.target)) {
            if is_sought(&arc) {
                let mut path = vec![(node, arc)];
                let mut at = node;
                while at != from {
                    let step = before[&at];
                    path.push(step);
                    at = step.0;
                }
                path.reverse();
                return Some(path);
            }
            if arc.target != from && !before.contains_key(&arc.target) {
                before.insert(arc.target, (node, arc));
                open.push_back(arc.target);
            }
        }
    }
    None
}
