//! Terms: bit-vectors of 1 to 128 bits, hash-consed and simplified as they are built.
//!
//! [`Terms`] holds all terms of a formula and gives each a number, a [`Term`]. Equal terms have
//! equal numbers. A boolean is a term of one bit. Nothing is ever removed.
//!
//! Constructors simplify what they are asked for. What they return is equivalent to it, often
//! smaller, and made of the few kinds that [`Node`] has: `ule` is the negation of an [`Ult`],
//! zero extension is a [`Concat`] below zeros, a shift by a constant is a [`Concat`] of an
//! [`Extract`], and so on. The rules are in `rewrite`, one file a family. A rule may build
//! other terms, by rules again; to keep a constructor's work within bounds whatever it is given,
//! it has `FUEL` for so many of them, after which nodes are made as they are. No rule relies
//! on another having been applied.
//!
//! # Invariants
//!
//! - The operands of a node have smaller numbers than it has; so a walk upwards by numbers
//!   meets operands first (`Terms::intern` is the only place that makes nodes).
//! - No two numbers stand for the same node (the table in `intern`).
//! - A constant has no bits set beyond its width, and a node's width is from 1 to 128.
//!
//! [`Ult`]: Binary::Ult
//! [`Concat`]: Node::Concat
//! [`Extract`]: Node::Extract

mod build;
mod derived;
mod evaluate;
mod node;
mod print;
mod rewrite;
pub mod semantics;

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

pub use evaluate::Evaluator;
pub use node::{Binary, Node, Variable};
pub use print::Printed;
pub use semantics::MAX_WIDTH;

use node::Packed;

/// A term of some [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

impl Term {
    /// Neither of these needs the terms they are of: every [`Terms`] begins with them.
    pub const FALSE: Self = Self(0);
    /// See [`Self::FALSE`].
    pub const TRUE: Self = Self(1);

    /// A number below [`Terms::count`], and above those of all operands.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Most nodes that one call of a constructor may simplify.
const FUEL: u32 = 96;

/// The terms of a formula.
#[derive(Debug, Clone)]
pub struct Terms {
    nodes: Vec<Packed>,
    /// The numbers of all nodes but variables, by the nodes.
    table: HashTable<u32>,
    hasher: FixedState,
    /// Constants that do not fit into a node, and where they are.
    wide: Vec<u128>,
    wide_index: HashMap<u128, u32, FixedState>,
    variables: Vec<VariableInfo>,
    /// Rest of [`FUEL`], while a constructor works.
    fuel: u32,
    /// Number of constructors at work, one inside the other.
    depth: u32,
}

#[derive(Debug, Clone)]
struct VariableInfo {
    term: Term,
    name: Option<Box<str>>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// The two constants of one bit, and no other terms.
    pub fn new() -> Self {
        let mut terms = Self {
            nodes: Vec::new(),
            table: HashTable::new(),
            hasher: FixedState::default(),
            wide: Vec::new(),
            wide_index: HashMap::default(),
            variables: Vec::new(),
            fuel: FUEL,
            depth: 0,
        };
        let constants = [terms.constant(1, 0), terms.constant(1, 1)];
        debug_assert_eq!(constants, [Term::FALSE, Term::TRUE]);
        terms
    }

    /// Number of terms.
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// Number of variables.
    pub fn variable_count(&self) -> usize {
        self.variables.len()
    }

    /// All variables, in the order in which they were made.
    pub fn variables(&self) -> impl Iterator<Item = Variable> + use<> {
        (0..narrow(self.variables.len())).map(Variable)
    }

    /// The bytes that the terms take.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Packed>()
            + self.table.allocation_size()
            + self.wide.capacity() * size_of::<u128>()
            + self.variables.capacity() * size_of::<VariableInfo>()
    }

    /// Number of bits of a term.
    pub fn width(&self, term: Term) -> u32 {
        self.nodes[term.index()].width()
    }

    /// The operation of a term and its operands.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()].node(&self.wide)
    }

    /// The value of a term that is a constant.
    pub fn value(&self, term: Term) -> Option<u128> {
        self.nodes[term.index()].constant(&self.wide)
    }

    /// The operands of a term, in order.
    pub fn operands(&self, term: Term) -> impl Iterator<Item = Term> + use<> {
        let operands = match self.node(term) {
            Node::Constant(_) | Node::Variable(_) => [None; 3],
            Node::Not(a) | Node::Extract(a, _) | Node::Sext(a) => [Some(a), None, None],
            Node::Binary(_, a, b) | Node::Concat(a, b) => [Some(a), Some(b), None],
            Node::Ite(c, t, e) => [Some(c), Some(t), Some(e)],
        };
        operands.into_iter().flatten()
    }
    /// The term of a variable.
    pub fn term_of(&self, variable: Variable) -> Term {
        self.variables[variable.index()].term
    }

    /// The name that a variable was given.
    pub fn name_of(&self, variable: Variable) -> Option<&str> {
        self.variables[variable.index()].name.as_deref()
    }

    /// A constant; bits beyond the width do not count.
    ///
    /// # Panics
    ///
    /// If the width is not from 1 to [`MAX_WIDTH`]. So do all constructors of terms.
    pub fn constant(&mut self, width: u32, value: u128) -> Term {
        check_width(width);
        self.intern(width, Node::Constant(semantics::truncate(width, value)))
    }

    /// The constant of one bit.
    pub fn truth(&self, value: bool) -> Term {
        if value { Term::TRUE } else { Term::FALSE }
    }

    /// A new variable.
    pub fn variable(&mut self, width: u32) -> Term {
        self.new_variable(width, None)
    }

    /// A new variable with a name, which is printed and means nothing.
    pub fn named_variable(&mut self, width: u32, name: &str) -> Term {
        self.new_variable(width, Some(name.into()))
    }

    fn new_variable(&mut self, width: u32, name: Option<Box<str>>) -> Term {
        check_width(width);
        let variable = Variable(narrow(self.variables.len()));
        let term = self.push(Packed::new(width, Node::Variable(variable), |_| 0));
        self.variables.push(VariableInfo { term, name });
        term
    }

    /// The number of a node, which is a new one if there is no such node.
    fn intern(&mut self, width: u32, node: Node) -> Term {
        let Self { nodes, table, hasher, wide, wide_index, .. } = self;
        let packed = Packed::new(width, node, |value| {
            *wide_index.entry(value).or_insert_with(|| {
                wide.push(value);
                narrow(wide.len() - 1)
            })
        });
        let hash = |packed: Packed| hasher.hash_one(packed.words());
        let hash_of = hash(packed);
        if let Some(&found) = table.find(hash_of, |&index| nodes[index as usize] == packed) {
            return Term(found);
        }
        let new = narrow(nodes.len());
        table.insert_unique(hash_of, new, |&index| hash(nodes[index as usize]));
        self.push(packed)
    }

    fn push(&mut self, packed: Packed) -> Term {
        let term = Term(narrow(self.nodes.len()));
        self.nodes.push(packed);
        term
    }
}

fn check_width(width: u32) {
    assert!((1..=MAX_WIDTH).contains(&width), "a width should be from 1 to 128, not {width}");
}

/// An index as it is stored. Billions of terms do not fit into memory before they run out.
fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("there should be fewer than 2^32 terms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_sixteen_bytes() {
        assert_eq!(size_of::<Packed>(), 16);
    }

    #[test]
    fn equal_terms_are_one_term() {
        let mut terms = Terms::new();
        let x = terms.variable(8);
        let y = terms.variable(8);
        assert_ne!(x, y);
        assert_eq!(terms.xor(x, y), terms.xor(y, x));
        assert_eq!(terms.constant(8, 0x1ff), terms.constant(8, 0xff));
        assert_ne!(terms.constant(8, 1), terms.constant(9, 1));
        for value in [1 << 95, 1 << 96, u128::MAX, u128::MAX - 1] {
            let wide = terms.constant(128, value);
            assert_eq!(terms.value(wide), Some(value));
            assert_eq!(terms.constant(128, value), wide);
        }
        assert_eq!(terms.value(x), None);
        assert_eq!(terms.truth(true), terms.constant(1, 1));
        assert_eq!(terms.truth(false), terms.constant(1, 0));
    }
}
