//! Formulas of linear temporal logic.
//!
//! A [`Formula`] is what was written, with nothing rewritten: it prints as it was read, up to
//! blanks, parentheses and the choice between two notations. It is a row of nodes, each after
//! those it is made of and each there once, so that clones are cheap, equal formulas are equal
//! rows, and most algorithms are loops over the row. How high it is, is bounded when it is made
//! ([`HEIGHT_LIMIT`]); algorithms that recurse rely on that.
//!
//! | room | question |
//! | --- | --- |
//! | `lexer.rs`, `parse.rs` | which formula is this text, or what is wrong with it? |
//! | `print.rs` | which text is this formula? |
//! | `evaluate.rs` | does it hold on this word? The definition that all else is tested against |
//! | `terms.rs`, `normal.rs` | which formula in negation normal form is it? |
//! | `implies.rs`, `rewrite.rs` | which simpler one means the same? |

mod error;
mod evaluate;
mod implies;
mod lexer;
mod normal;
mod parse;
mod print;
mod proposition;
mod rewrite;
mod terms;

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;

pub use error::SyntaxError;
pub use lexer::is_operator;
pub(crate) use lexer::proposition_prefix;
pub use parse::parse;
pub use proposition::Proposition;
pub(crate) use terms::{Pool, Term, TermId};

/// Most operators of a formula that stand inside each other; rows of `&&` or `||` count once.
pub const HEIGHT_LIMIT: usize = 500;

/// The number of a node in the row of its formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// An operator before a formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Unary {
    Not,
    Next,
    Finally,
    Globally,
}

/// An operator between two formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Binary {
    Xor,
    Implies,
    Equivalent,
    Until,
    Release,
    WeakUntil,
    StrongRelease,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Node {
    Constant(bool),
    Proposition(u32),
    Unary(Unary, NodeId),
    /// At least two, none of them a conjunction.
    And(Box<[NodeId]>),
    /// At least two, none of them a disjunction.
    Or(Box<[NodeId]>),
    Binary(Binary, NodeId, NodeId),
}

impl Node {
    /// Those it is made of, from left to right.
    fn parts(&self) -> Vec<NodeId> {
        match self {
            Self::Constant(_) | Self::Proposition(_) => Vec::new(),
            Self::Unary(_, part) => vec![*part],
            Self::And(parts) | Self::Or(parts) => parts.to_vec(),
            Self::Binary(_, left, right) => vec![*left, *right],
        }
    }

    /// The same operator on other parts.
    fn with_parts(&self, parts: impl Fn(NodeId) -> NodeId) -> Self {
        match self {
            Self::Constant(_) | Self::Proposition(_) => self.clone(),
            Self::Unary(operator, part) => Self::Unary(*operator, parts(*part)),
            Self::And(all) => Self::And(all.iter().map(|part| parts(*part)).collect()),
            Self::Or(all) => Self::Or(all.iter().map(|part| parts(*part)).collect()),
            Self::Binary(operator, left, right) => {
                Self::Binary(*operator, parts(*left), parts(*right))
            }
        }
    }
}

/// A formula of linear temporal logic.
///
/// Its propositions are numbered; [`Formula::negated`] and the other operations that make one
/// formula of one keep the numbers, even of propositions that no longer matter.
#[derive(Debug, Clone)]
pub struct Formula {
    row: Arc<Row>,
}

#[derive(Debug)]
struct Row {
    /// The last one is the whole formula.
    nodes: Vec<Node>,
    propositions: Vec<Proposition>,
    /// The first place of each proposition in the text.
    places: Vec<Range<usize>>,
}

impl Formula {
    /// Its propositions, in the order in which they first stand in the text.
    pub fn propositions(&self) -> &[Proposition] {
        &self.row.propositions
    }

    /// For each of [`Formula::propositions`], the bytes of the text where it first stands. Where
    /// two formulas were made one, each place is one in the text of its own formula.
    pub fn places(&self) -> &[Range<usize>] {
        &self.row.places
    }

    /// The formula that holds where this one does not.
    pub fn negated(&self) -> Self {
        if let Node::Unary(Unary::Not, part) = self.node(self.root()) {
            let mut builder = Builder::around(self);
            let root = builder.copy(self, *part);
            return builder.finish(root);
        }
        let mut builder = Builder::around(self);
        let root = builder.copy(self, self.root());
        let root = builder.add(Node::Unary(Unary::Not, root));
        builder.finish(root)
    }

    /// The formula that holds where both do. Propositions that both have are one.
    pub fn and(&self, other: &Self) -> Self {
        let mut builder = Builder::around(self);
        let left = builder.copy(self, self.root());
        let right = builder.copy(other, other.root());
        let root = builder.all_of(vec![left, right]);
        builder.finish(root)
    }

    /// A formula that means the same, in which only propositions are negated, and whose
    /// operators are `&& || X U R` and their special cases `F G W M`.
    ///
    /// Parts that occur more than once are shared: it may take more room printed than here.
    pub fn negation_normal_form(&self) -> Self {
        let mut pool = Pool::new();
        let term = normal::term_of(self, &mut pool, &mut normal::PlainBuilder);
        normal::formula_of(self, &pool, term)
    }

    /// A formula that means the same and is not longer, often shorter: in negation normal form,
    /// with parts left out that others imply.
    pub fn simplified(&self) -> Self {
        let mut pool = Pool::new();
        let term = self.simplified_term(&mut pool);
        let simplified = normal::formula_of(self, &pool, term);
        if simplified.length() <= self.length() { simplified } else { self.clone() }
    }

    /// True if the operator `X` stands in it.
    pub fn has_next(&self) -> bool {
        self.row.nodes.iter().any(|node| matches!(node, Node::Unary(Unary::Next, _)))
    }

    /// The term of this formula after all rewriting.
    pub(crate) fn simplified_term(&self, pool: &mut Pool) -> TermId {
        normal::term_of(self, pool, &mut rewrite::RewritingBuilder)
    }

    /// Number of operators and propositions that it takes to write it, shared parts counted as
    /// often as they are written.
    fn length(&self) -> u64 {
        let mut lengths: Vec<u64> = Vec::with_capacity(self.row.nodes.len());
        for node in &self.row.nodes {
            let parts = node.parts();
            let sum = parts.iter().fold(parts.len().max(1) as u64, |sum, part| {
                sum.saturating_add(lengths[part.index()])
            });
            lengths.push(sum);
        }
        lengths[self.root().index()]
    }

    fn root(&self) -> NodeId {
        NodeId(self.row.nodes.len() as u32 - 1)
    }

    fn node(&self, id: NodeId) -> &Node {
        &self.row.nodes[id.index()]
    }
}

/// Compares the syntax; the places of propositions in the text make no difference.
impl PartialEq for Formula {
    fn eq(&self, other: &Self) -> bool {
        self.row.nodes == other.row.nodes && self.row.propositions == other.row.propositions
    }
}

impl Eq for Formula {}

impl Hash for Formula {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.row.nodes.hash(state);
        self.row.propositions.hash(state);
    }
}

impl std::str::FromStr for Formula {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        parse(text)
    }
}

/// Makes the row of a formula, each node once.
#[derive(Debug, Default)]
struct Builder {
    nodes: Vec<Node>,
    heights: Vec<usize>,
    ids: HashMap<Node, NodeId, FixedState>,
    propositions: Vec<Proposition>,
    places: Vec<Range<usize>>,
    numbers: HashMap<Proposition, u32, FixedState>,
}

impl Builder {
    /// A builder whose propositions begin with those of `formula`.
    fn around(formula: &Formula) -> Self {
        let mut builder = Self::default();
        for (proposition, place) in formula.propositions().iter().zip(formula.places()) {
            builder.number(proposition.clone(), place.clone());
        }
        builder
    }

    fn number(&mut self, proposition: Proposition, place: Range<usize>) -> u32 {
        if let Some(number) = self.numbers.get(&proposition) {
            return *number;
        }
        let number = self.propositions.len() as u32;
        self.propositions.push(proposition.clone());
        self.places.push(place);
        self.numbers.insert(proposition, number);
        number
    }

    fn proposition(&mut self, proposition: Proposition, place: Range<usize>) -> NodeId {
        let number = self.number(proposition, place);
        self.add(Node::Proposition(number))
    }

    fn add(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = NodeId(self.nodes.len() as u32);
        let below = node.parts().into_iter().map(|part| self.heights[part.index()]).max();
        self.heights.push(below.map_or(0, |height| height + 1));
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    /// A conjunction, flat.
    fn all_of(&mut self, parts: Vec<NodeId>) -> NodeId {
        let parts = self.flat(parts, |node| match node {
            Node::And(parts) => Some(parts),
            _ => None,
        });
        self.add(Node::And(parts))
    }

    /// A disjunction, flat.
    fn any_of(&mut self, parts: Vec<NodeId>) -> NodeId {
        let parts = self.flat(parts, |node| match node {
            Node::Or(parts) => Some(parts),
            _ => None,
        });
        self.add(Node::Or(parts))
    }

    fn flat(
        &self,
        parts: Vec<NodeId>,
        inside: impl Fn(&Node) -> Option<&[NodeId]>,
    ) -> Box<[NodeId]> {
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match inside(&self.nodes[part.index()]) {
                Some(inner) => flat.extend_from_slice(inner),
                None => flat.push(part),
            }
        }
        flat.into()
    }

    fn height(&self, id: NodeId) -> usize {
        self.heights[id.index()]
    }

    /// Adds a part of another formula, whose propositions may have other numbers there.
    fn copy(&mut self, formula: &Formula, part: NodeId) -> NodeId {
        let mut copies: Vec<NodeId> = Vec::with_capacity(part.index() + 1);
        for node in &formula.row.nodes[..=part.index()] {
            let copy = match node {
                Node::Proposition(number) => {
                    let number = *number as usize;
                    let place = formula.places()[number].clone();
                    self.proposition(formula.propositions()[number].clone(), place)
                }
                Node::And(parts) => {
                    let parts = parts.iter().map(|part| copies[part.index()]).collect();
                    self.all_of(parts)
                }
                Node::Or(parts) => {
                    let parts = parts.iter().map(|part| copies[part.index()]).collect();
                    self.any_of(parts)
                }
                node => self.add(node.with_parts(|part| copies[part.index()])),
            };
            copies.push(copy);
        }
        copies[part.index()]
    }

    /// The formula with the given root; nodes that are no part of it are left out, and the
    /// others are put in the order in which they are read.
    fn finish(self, root: NodeId) -> Formula {
        let mut nodes: Vec<Node> = Vec::new();
        let mut places: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        // Each node is met twice: first its parts are put before it, then it is moved.
        let mut waiting = vec![(root, false)];
        while let Some((id, parts_done)) = waiting.pop() {
            if places[id.index()].is_some() {
                continue;
            }
            let node = &self.nodes[id.index()];
            if parts_done {
                let moved =
                    node.with_parts(|part| places[part.index()].expect("parts should come first"));
                places[id.index()] = Some(NodeId(nodes.len() as u32));
                nodes.push(moved);
            } else {
                waiting.push((id, true));
                waiting.extend(node.parts().into_iter().rev().map(|part| (part, false)));
            }
        }
        let row = Row { nodes, propositions: self.propositions, places: self.places };
        Formula { row: Arc::new(row) }
    }
}
