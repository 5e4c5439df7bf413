//! The order in which the basic blocks of a function are executed, so that paths are merged where
//! they meet.
//!
//! The order is a weak topological one (Bourdoncle, "Efficient chaotic iteration strategies with
//! widenings", 1993): blocks stand in a row, loops are stretches of it that begin with their
//! heads and nest, and an edge that does not lead forward leads to the head of a loop it is in.
//! Code of any shape has such an order; in code with loops of several entries, one of them is
//! the head.
//!
//! A [`Point`] is a block and how often each loop around it has gone round. Points are ordered
//! such that everything that can lead to one comes before it: whoever always executes the
//! least point that is waiting, meets at each point all that will ever come there.

use heddle_program::{Function, Pc};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use smallvec::SmallVec;

/// The order of a function's blocks.
#[derive(Debug)]
pub(crate) struct Flow {
    /// For each instruction, the block that begins there.
    blocks: Vec<Option<u32>>,
    /// The blocks.
    list: Vec<Block>,
}

/// Code without a jump into it, but to its beginning.
#[derive(Debug)]
struct Block {
    /// Its place in the row.
    position: u32,
    /// The heads of the loops that it is in, from the outermost on; its own last, if it is one.
    heads: Vec<u32>,
}

/// A block, and how often the loops around it have gone round.
///
/// For each loop, from the outermost on, the place of its head and the number of the round;
/// then the block's own place. Compared from left to right.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Point(SmallVec<[u32; 9]>);

#[cfg(test)]
impl Point {
    /// A point by its places and rounds.
    pub(crate) fn of(places: &[u32]) -> Point {
        Point(SmallVec::from_slice(places))
    }
}

/// The destination of an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Arrival {
    /// The point.
    pub(crate) point: Point,
    /// If a loop goes round: its head, and how often it has done so then.
    pub(crate) round: Option<(Pc, u32)>,
    /// The rounds of loops that end with it: of that which goes round, and of those that are left.
    pub(crate) ended: SmallVec<[Round; 2]>,
}

/// A round of a loop: the beginning of all its points.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Round(SmallVec<[u32; 9]>);

impl Flow {
    /// The order of a function's blocks.
    pub(crate) fn new(function: &Function) -> Flow {
        let leaders = leaders(function);
        let mut blocks = vec![None; function.code.len()];
        for (number, &leader) in (0..).zip(&leaders) {
            blocks[leader as usize] = Some(number);
        }
        let mut edges = vec![Vec::new(); leaders.len()];
        let mut block = 0;
        for pc in 0..function.code.len() as Pc {
            block = blocks[pc as usize].unwrap_or(block);
            let targets = function.successors(pc).filter_map(|target| blocks[target as usize]);
            edges[block as usize].extend(targets);
        }
        let mut row = Row { edges: &edges, list: Vec::new(), next: 0, heads: Vec::new() };
        row.list.extend(leaders.iter().map(|_| Block { position: 0, heads: Vec::new() }));
        row.arrange((0..leaders.len() as u32).collect());
        Flow { blocks, list: row.list }
    }

    /// The point with which a call begins.
    pub(crate) fn start(&self) -> Point {
        self.enter(0, &[], &Point(SmallVec::new()))
    }

    /// True if a basic block begins with an instruction.
    pub(crate) fn is_block(&self, pc: Pc) -> bool {
        self.blocks[pc as usize].is_some()
    }

    /// True if a loop begins with an instruction.
    pub(crate) fn is_head(&self, pc: Pc) -> bool {
        self.blocks[pc as usize]
            .is_some_and(|block| self.list[block as usize].heads.last() == Some(&block))
    }

    /// All instructions with which loops begin.
    pub(crate) fn heads(&self) -> impl Iterator<Item = Pc> + '_ {
        (0..self.blocks.len() as Pc).filter(|&pc| self.is_head(pc))
    }

    /// Follows an edge from the block at a point; none if no block begins with the target.
    pub(crate) fn follow(&self, from: Pc, point: &Point, to: Pc) -> Option<Arrival> {
        let source = self.blocks[from as usize]?;
        let target = self.blocks[to as usize]?;
        let Block { heads, position } = &self.list[source as usize];
        let around = &self.list[target as usize];
        let round = around.heads.iter().position(|head| *head == target);
        let goes_round = round
            .filter(|&depth| heads.get(depth) == Some(&target) && around.position <= *position);
        let Some(depth) = goes_round else {
            let common = heads.iter().zip(&around.heads).take_while(|(a, b)| a == b).count();
            let ended = rounds(point, common, heads.len());
            return Some(Arrival { point: self.enter(target, heads, point), round: None, ended });
        };
        let ended = rounds(point, depth, heads.len());
        let mut next = Point(point.0[..2 * depth + 2].into());
        next.0[2 * depth + 1] += 1;
        let rounds = next.0[2 * depth + 1];
        next.0.push(around.position);
        Some(Arrival { point: next, round: Some((to, rounds)), ended })
    }

    /// The rounds of all loops that the code at a point is in.
    pub(crate) fn rounds_at(&self, pc: Pc, point: &Point) -> SmallVec<[Round; 2]> {
        let heads = self.blocks[pc as usize].map_or(0, |b| self.list[b as usize].heads.len());
        rounds(point, 0, heads)
    }

    /// A block that is reached going forward, from one that is in these loops.
    fn enter(&self, block: u32, heads: &[u32], point: &Point) -> Point {
        let Block { position, heads: around } = &self.list[block as usize];
        let common = heads.iter().zip(around).take_while(|(a, b)| a == b).count();
        let mut next = Point(point.0[..2 * common].into());
        for &head in &around[common..] {
            next.0.extend([self.list[head as usize].position, 0]);
        }
        next.0.push(*position);
        next
    }
}

/// The rounds of a point's loops from one depth to another.
fn rounds(point: &Point, from: usize, to: usize) -> SmallVec<[Round; 2]> {
    (from..to).map(|depth| Round(point.0[..2 * depth + 2].into())).collect()
}

/// The blocks that have their places, and how deep in loops the next one is.
struct Row<'a> {
    edges: &'a [Vec<u32>],
    list: Vec<Block>,
    next: u32,
    heads: Vec<u32>,
}

impl Row<'_> {
    fn place(&mut self, block: u32) {
        self.list[block as usize] = Block { position: self.next, heads: self.heads.clone() };
        self.next += 1;
    }

    /// Gives places to some blocks, of which the least comes first.
    fn arrange(&mut self, blocks: Vec<u32>) {
        let mut graph = DiGraph::<u32, ()>::new();
        let mut index = std::collections::HashMap::new();
        for &block in &blocks {
            index.insert(block, graph.add_node(block));
        }
        for &block in &blocks {
            for target in self.edges[block as usize].iter().filter_map(|to| index.get(to)) {
                graph.add_edge(index[&block], *target, ());
            }
        }
        for component in kosaraju_scc(&graph).into_iter().rev() {
            let is_loop = |node: NodeIndex| graph.contains_edge(node, node);
            if component.len() == 1 && !is_loop(component[0]) {
                self.place(graph[component[0]]);
                continue;
            }
            let mut members: Vec<u32> = component.iter().map(|&node| graph[node]).collect();
            members.sort_unstable();
            let head = self.head(&members, &blocks);
            self.heads.push(head);
            self.place(head);
            members.retain(|&member| member != head);
            self.arrange(members);
            self.heads.pop();
        }
    }

    /// The head of a loop: its first block that is reached from outside.
    fn head(&self, members: &[u32], blocks: &[u32]) -> u32 {
        let outside = blocks.iter().filter(|block| members.binary_search(block).is_err());
        let entered = outside.flat_map(|&block| &self.edges[block as usize]);
        let entered = entered.filter(|to| members.binary_search(to).is_ok());
        entered.min().copied().unwrap_or(members[0])
    }
}

/// The instructions with which blocks begin, ascending.
fn leaders(function: &Function) -> Vec<Pc> {
    let mut leads = vec![false; function.code.len()];
    leads[0] = true;
    for (pc, op) in function.code.iter().enumerate() {
        function.targets(pc as Pc).for_each(|target| leads[target as usize] = true);
        if op.is_terminator()
            && let Some(next) = leads.get_mut(pc + 1)
        {
            *next = true;
        }
    }
    (0..).zip(leads).filter(|(_, leads)| *leads).map(|(pc, _)| pc).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use cranelift_entity::PrimaryMap;
    use heddle_program::{LiveSets, Op, Origin, Signature, Slot};

    use super::*;

    fn function(code: Vec<Op>) -> Function {
        Function {
            name: "f".to_owned(),
            source_name: "f".to_owned(),
            origin: Origin::User,
            atomic: false,
            signature: Signature::default(),
            params: Vec::new(),
            varargs: None,
            slots: 1,
            constants: Vec::new(),
            pointer_slots: vec![false],
            locations: vec![None; code.len()],
            live: Vec::new(),
            live_sets: LiveSets::default(),
            code,
            calls: PrimaryMap::new(),
            allocas: PrimaryMap::new(),
            switches: PrimaryMap::new(),
            jump_tables: PrimaryMap::new(),
            repacks: PrimaryMap::new(),
            wide: PrimaryMap::new(),
            variables: Vec::new(),
            location: None,
        }
    }

    fn branch(then: Pc, otherwise: Pc) -> Op {
        Op::Branch { condition: Slot(0), then, otherwise }
    }

    #[test]
    fn a_loop_goes_round_before_what_comes_after_it() {
        // 0: while (..) 1: ; 3: return
        let code = vec![
            branch(1, 3),
            Op::Fence { access: Default::default() },
            Op::Jump { target: 0 },
            Op::Return { src: Slot(0), count: 0 },
        ];
        let flow = Flow::new(&function(code));
        let start = flow.start();
        let body = flow.follow(0, &start, 1).unwrap();
        assert_eq!(body.round, None);
        let again = flow.follow(1, &body.point, 0).unwrap();
        assert_eq!(again.round, Some((0, 1)));
        let after = flow.follow(0, &start, 3).unwrap();
        assert!(again.point < after.point);
        // Whenever the loop is left, that is the same point.
        let later = flow.follow(0, &again.point, 3).unwrap();
        assert_eq!(later.point, after.point);
        // But another round ends with it.
        assert_ne!(later.ended, after.ended);
    }

    #[test]
    fn points_grow_along_all_edges() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..3_000 {
            let length = random.u32(1..14);
            let op = |random: &mut fastrand::Rng| match random.u32(..4) {
                0 => Op::Jump { target: random.u32(..length) },
                1 => Op::Return { src: Slot(0), count: 0 },
                _ => branch(random.u32(..length), random.u32(..length)),
            };
            let code: Vec<Op> = (0..length).map(|_| op(&mut random)).collect();
            let function = function(code);
            let flow = Flow::new(&function);
            let mut seen: HashMap<Point, Pc> = HashMap::new();
            for _ in 0..20 {
                let (mut pc, mut point) = (0, flow.start());
                for _ in 0..60 {
                    assert_eq!(
                        *seen.entry(point.clone()).or_insert(pc),
                        pc,
                        "a point is one place"
                    );
                    let targets: Vec<Pc> = function.targets(pc).collect();
                    let Some(&to) = targets.get(random.usize(..targets.len().max(1))) else {
                        break;
                    };
                    let next = flow.follow(pc, &point, to).unwrap();
                    assert!(next.point > point, "{:?}: {pc} to {to}", function.code);
                    (pc, point) = (to, next.point);
                }
            }
        }
    }
}
