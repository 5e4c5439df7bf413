//! Between formulas and terms in negation normal form.

use super::terms::{Pool, Term, TermId};
use super::{Binary, Builder, Formula, Node, NodeId, Unary};

/// Constructors of terms: as they are, or rewritten.
pub(super) trait TermBuilder {
    fn and(&mut self, pool: &mut Pool, parts: Vec<TermId>) -> TermId;
    fn until(&mut self, pool: &mut Pool, left: TermId, right: TermId) -> TermId;
    fn next(&mut self, pool: &mut Pool, part: TermId) -> TermId;

    fn or(&mut self, pool: &mut Pool, parts: Vec<TermId>) -> TermId {
        let parts = parts.into_iter().map(|part| pool.negation(part)).collect();
        let negation = self.and(pool, parts);
        pool.negation(negation)
    }

    fn release(&mut self, pool: &mut Pool, left: TermId, right: TermId) -> TermId {
        let (left, right) = (pool.negation(left), pool.negation(right));
        let negation = self.until(pool, left, right);
        pool.negation(negation)
    }
}

/// Terms as they are.
pub(super) struct PlainBuilder;

impl TermBuilder for PlainBuilder {
    fn and(&mut self, pool: &mut Pool, parts: Vec<TermId>) -> TermId {
        pool.and(parts)
    }

    fn until(&mut self, pool: &mut Pool, left: TermId, right: TermId) -> TermId {
        pool.until(left, right)
    }

    fn next(&mut self, pool: &mut Pool, part: TermId) -> TermId {
        pool.next(part)
    }
}

/// The term that means what `formula` means.
pub(super) fn term_of(formula: &Formula, pool: &mut Pool, make: &mut impl TermBuilder) -> TermId {
    let mut terms: Vec<TermId> = Vec::with_capacity(formula.row.nodes.len());
    for node in &formula.row.nodes {
        let of = |part: &NodeId| terms[part.index()];
        let term = match node {
            Node::Constant(true) => Pool::TRUE,
            Node::Constant(false) => Pool::FALSE,
            Node::Proposition(number) => pool.literal(*number, true),
            Node::Unary(operator, part) => {
                let part = of(part);
                match operator {
                    Unary::Not => pool.negation(part),
                    Unary::Next => make.next(pool, part),
                    Unary::Finally => make.until(pool, Pool::TRUE, part),
                    Unary::Globally => make.release(pool, Pool::FALSE, part),
                }
            }
            Node::And(parts) => make.and(pool, parts.iter().map(of).collect()),
            Node::Or(parts) => make.or(pool, parts.iter().map(of).collect()),
            Node::Binary(operator, left, right) => {
                let (left, right) = (of(left), of(right));
                binary(pool, make, *operator, left, right)
            }
        };
        terms.push(term);
    }
    terms[formula.root().index()]
}

fn binary(
    pool: &mut Pool,
    make: &mut impl TermBuilder,
    operator: Binary,
    left: TermId,
    right: TermId,
) -> TermId {
    match operator {
        Binary::Implies => {
            let left = pool.negation(left);
            make.or(pool, vec![left, right])
        }
        Binary::Equivalent | Binary::Xor => {
            let right = if operator == Binary::Xor { pool.negation(right) } else { right };
            let (not_left, not_right) = (pool.negation(left), pool.negation(right));
            let both = make.and(pool, vec![left, right]);
            let none = make.and(pool, vec![not_left, not_right]);
            make.or(pool, vec![both, none])
        }
        Binary::Until => make.until(pool, left, right),
        Binary::Release => make.release(pool, left, right),
        Binary::WeakUntil => {
            let either = make.or(pool, vec![left, right]);
            make.release(pool, right, either)
        }
        Binary::StrongRelease => {
            let both = make.and(pool, vec![left, right]);
            make.until(pool, right, both)
        }
    }
}

/// The formula that a term is, with the propositions of the one it was made of.
pub(super) fn formula_of(origin: &Formula, pool: &Pool, root: TermId) -> Formula {
    let mut builder = Builder::around(origin);
    // Parts have smaller numbers than what they are part of, so a loop does.
    let mut nodes: Vec<NodeId> = Vec::with_capacity(root.index() + 1);
    for index in 0..=root.index() {
        let node = node_of(&mut builder, pool, &nodes, pool.by_index(index));
        nodes.push(node);
    }
    builder.finish(nodes[root.index()])
}

fn node_of(builder: &mut Builder, pool: &Pool, nodes: &[NodeId], term: &Term) -> NodeId {
    let of = |part: &TermId| nodes[part.index()];
    match term {
        Term::False => builder.add(Node::Constant(false)),
        Term::True => builder.add(Node::Constant(true)),
        Term::Literal { proposition, positive } => {
            let node = builder.add(Node::Proposition(*proposition));
            if *positive { node } else { builder.add(Node::Unary(Unary::Not, node)) }
        }
        Term::And(parts) => builder.all_of(parts.iter().map(of).collect()),
        Term::Or(parts) => builder.any_of(parts.iter().map(of).collect()),
        Term::Next(part) => builder.add(Node::Unary(Unary::Next, of(part))),
        Term::Until(left, right) if *left == Pool::TRUE => {
            builder.add(Node::Unary(Unary::Finally, of(right)))
        }
        Term::Release(left, right) if *left == Pool::FALSE => {
            builder.add(Node::Unary(Unary::Globally, of(right)))
        }
        // `q U (p && q)` is `p M q`, and `q R (p || q)` is `p W q`.
        Term::Until(left, right) => match rest_without(pool, *left, *right, true) {
            Some(rest) => {
                let rest = rest.iter().map(of).collect();
                let rest = one_of(builder, rest, Builder::all_of);
                builder.add(Node::Binary(Binary::StrongRelease, rest, of(left)))
            }
            None => builder.add(Node::Binary(Binary::Until, of(left), of(right))),
        },
        Term::Release(left, right) => match rest_without(pool, *left, *right, false) {
            Some(rest) => {
                let rest = rest.iter().map(of).collect();
                let rest = one_of(builder, rest, Builder::any_of);
                builder.add(Node::Binary(Binary::WeakUntil, rest, of(left)))
            }
            None => builder.add(Node::Binary(Binary::Release, of(left), of(right))),
        },
    }
}

/// The parts of the conjunction or disjunction `row` other than `part`, if it is one of them.
fn rest_without(pool: &Pool, part: TermId, row: TermId, conjunction: bool) -> Option<Vec<TermId>> {
    let parts = match pool.term(row) {
        Term::And(parts) if conjunction => parts,
        Term::Or(parts) if !conjunction => parts,
        _ => return None,
    };
    let rest: Vec<TermId> = parts.iter().copied().filter(|other| *other != part).collect();
    (rest.len() < parts.len()).then_some(rest)
}

fn one_of(
    builder: &mut Builder,
    parts: Vec<NodeId>,
    several: impl Fn(&mut Builder, Vec<NodeId>) -> NodeId,
) -> NodeId {
    match parts[..] {
        [single] => single,
        _ => several(builder, parts),
    }
}
