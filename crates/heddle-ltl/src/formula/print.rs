//! From formula to text, with as few parentheses as its reader needs.
//!
//! Where `->` and `<->` meet there are parentheses although the grammar needs none: few people
//! know which binds how.

use std::fmt;

use super::{Binary, Formula, Node, NodeId, Unary};

/// Binding strengths of the operators; as in `parse.rs`.
const IMPLICATION: u8 = 0;
const XOR: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const TEMPORAL: u8 = 4;
const UNARY: u8 = 5;

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, self.root())
    }
}

impl Formula {
    fn level(&self, id: NodeId) -> u8 {
        match self.node(id) {
            Node::Constant(_) | Node::Proposition(_) | Node::Unary(..) => UNARY,
            Node::And(_) => AND,
            Node::Or(_) => OR,
            Node::Binary(operator, ..) => match operator {
                Binary::Implies | Binary::Equivalent => IMPLICATION,
                Binary::Xor => XOR,
                Binary::Until | Binary::Release | Binary::WeakUntil | Binary::StrongRelease => {
                    TEMPORAL
                }
            },
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, id: NodeId) -> fmt::Result {
        match self.node(id) {
            Node::Constant(value) => write!(f, "{value}"),
            Node::Proposition(number) => {
                write!(f, "{}", self.propositions()[*number as usize])
            }
            Node::Unary(operator, part) => self.write_unary(f, *operator, *part),
            Node::And(parts) => self.write_row(f, parts, " && ", AND),
            Node::Or(parts) => self.write_row(f, parts, " || ", OR),
            Node::Binary(operator, left, right) => {
                self.write_binary(f, id, *operator, (*left, *right))
            }
        }
    }

    fn write_unary(
        &self,
        f: &mut fmt::Formatter<'_>,
        operator: Unary,
        part: NodeId,
    ) -> fmt::Result {
        f.write_str(match operator {
            Unary::Not => "!",
            Unary::Next => "X",
            Unary::Finally => "F",
            Unary::Globally => "G",
        })?;
        // Letters in a row are one chain: `GF p`, but `G !p`.
        let space = match self.node(part) {
            Node::Constant(_) | Node::Proposition(_) => operator != Unary::Not,
            Node::Unary(inner, _) => operator != Unary::Not && *inner == Unary::Not,
            Node::And(_) | Node::Or(_) | Node::Binary(..) => false,
        };
        if space {
            f.write_str(" ")?;
        }
        self.write_within(f, part, self.level(part) < UNARY)
    }

    fn write_row(
        &self,
        f: &mut fmt::Formatter<'_>,
        parts: &[NodeId],
        operator: &str,
        level: u8,
    ) -> fmt::Result {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                f.write_str(operator)?;
            }
            self.write_within(f, *part, self.level(*part) <= level)?;
        }
        Ok(())
    }

    fn write_binary(
        &self,
        f: &mut fmt::Formatter<'_>,
        id: NodeId,
        operator: Binary,
        (left, right): (NodeId, NodeId),
    ) -> fmt::Result {
        let level = self.level(id);
        let same = |part: NodeId| match self.node(part) {
            Node::Binary(inner, ..) => *inner == operator,
            _ => false,
        };
        // The side from which several are taken needs none, if they are the same operator.
        let (left_free, right_free) = match operator {
            Binary::Xor => (same(left), false),
            _ => (false, same(right)),
        };
        let needs = |part: NodeId, free: bool| self.level(part) <= level && !free;
        self.write_within(f, left, needs(left, left_free))?;
        f.write_str(match operator {
            Binary::Xor => " xor ",
            Binary::Implies => " -> ",
            Binary::Equivalent => " <-> ",
            Binary::Until => " U ",
            Binary::Release => " R ",
            Binary::WeakUntil => " W ",
            Binary::StrongRelease => " M ",
        })?;
        self.write_within(f, right, needs(right, right_free))
    }

    fn write_within(
        &self,
        f: &mut fmt::Formatter<'_>,
        id: NodeId,
        parentheses: bool,
    ) -> fmt::Result {
        if !parentheses {
            return self.write(f, id);
        }
        f.write_str("(")?;
        self.write(f, id)?;
        f.write_str(")")
    }
}
