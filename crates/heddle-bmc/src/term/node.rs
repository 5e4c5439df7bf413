//! Nodes of terms: packed as they are stored, and unpacked for matching.

use super::Term;

/// A free variable of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variable(pub(super) u32);

impl Variable {
    /// Variables are numbered from 0 in the order in which they were made.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Operations of two operands. Each is total; [`super::semantics`] says what it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Binary {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// The sum, without its carry.
    Add,
    /// The difference, without its borrow.
    Sub,
    /// The low half of the product.
    Mul,
    /// The quotient of numbers without sign; all ones if the divisor is zero.
    Udiv,
    /// The remainder of numbers without sign; the dividend if the divisor is zero.
    Urem,
    /// Left shift; zero if by the width or more.
    Shl,
    /// Right shift, with zeros coming in; zero if by the width or more.
    Lshr,
    /// Right shift, with the sign coming in; all sign if by the width or more.
    Ashr,
    /// True if the operands are equal.
    Eq,
    /// True if the first operand is less, of numbers without sign.
    Ult,
    /// True if the first operand is less, of numbers in two's complement.
    Slt,
}

impl Binary {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Add,
        Self::Sub,
        Self::Mul,
        Self::Udiv,
        Self::Urem,
        Self::Shl,
        Self::Lshr,
        Self::Ashr,
        Self::Eq,
        Self::Ult,
        Self::Slt,
    ];

    /// True if the operands may change places.
    pub fn is_commutative(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor | Self::Add | Self::Mul | Self::Eq)
    }

    /// True if the result has one bit, whatever the operands have.
    pub fn is_predicate(self) -> bool {
        matches!(self, Self::Eq | Self::Ult | Self::Slt)
    }

    /// True if each bit of the result depends on the bits at its place only.
    pub fn is_bitwise(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Xor)
    }

    /// The name in printed terms.
    pub fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Add => "add",
            Self::Sub => "sub",
            Self::Mul => "mul",
            Self::Udiv => "udiv",
            Self::Urem => "urem",
            Self::Shl => "shl",
            Self::Lshr => "lshr",
            Self::Ashr => "ashr",
            Self::Eq => "eq",
            Self::Ult => "ult",
            Self::Slt => "slt",
        }
    }
}

/// A term, seen from above. Everything else that can be built is made of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// A number.
    Constant(u128),
    /// A free variable.
    Variable(Variable),
    /// Every bit flipped.
    Not(Term),
    /// An operation on two terms of the same width.
    Binary(Binary, Term, Term),
    /// The second if the first, of one bit, is one; the third otherwise.
    Ite(Term, Term, Term),
    /// The bits of the first above those of the second.
    Concat(Term, Term),
    /// As many bits as the node is wide, from this bit up.
    Extract(Term, u32),
    /// The sign in all bits above.
    Sext(Term),
}

/// Tags of packed nodes.
const CONSTANT: u8 = 0;
/// A constant that does not fit into a node.
const WIDE_CONSTANT: u8 = 1;
const VARIABLE: u8 = 2;
const NOT: u8 = 3;
const ITE: u8 = 4;
const CONCAT: u8 = 5;
const EXTRACT: u8 = 6;
const SEXT: u8 = 7;
/// And the operations behind it.
const BINARY: u8 = 8;

/// Most bits of a constant that is stored in its node.
const INLINE_BITS: u32 = 96;

/// A node as it is stored. Equal nodes are equal bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    kind: u8,
    width: u8,
    operands: [u32; 3],
}

impl Packed {
    /// Packs a node; `wide` gives constants that do not fit an index.
    pub(super) fn new(width: u32, node: Node, wide: impl FnOnce(u128) -> u32) -> Self {
        let (kind, operands) = match node {
            Node::Constant(value) if value >> INLINE_BITS == 0 => {
                (CONSTANT, [value as u32, (value >> 32) as u32, (value >> 64) as u32])
            }
            Node::Constant(value) => (WIDE_CONSTANT, [wide(value), 0, 0]),
            Node::Variable(variable) => (VARIABLE, [variable.0, 0, 0]),
            Node::Not(term) => (NOT, [term.0, 0, 0]),
            Node::Binary(operation, a, b) => (BINARY + operation as u8, [a.0, b.0, 0]),
            Node::Ite(condition, then, otherwise) => (ITE, [condition.0, then.0, otherwise.0]),
            Node::Concat(high, low) => (CONCAT, [high.0, low.0, 0]),
            Node::Extract(term, low_bit) => (EXTRACT, [term.0, low_bit, 0]),
            Node::Sext(term) => (SEXT, [term.0, 0, 0]),
        };
        Self { kind, width: width as u8, operands }
    }

    pub(super) fn width(self) -> u32 {
        u32::from(self.width)
    }

    /// Unpacks it; `wide` are the constants that did not fit.
    pub(super) fn node(self, wide: &[u128]) -> Node {
        let [a, b, c] = self.operands;
        match self.kind {
            CONSTANT => Node::Constant(u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64),
            WIDE_CONSTANT => Node::Constant(wide[a as usize]),
            VARIABLE => Node::Variable(Variable(a)),
            NOT => Node::Not(Term(a)),
            ITE => Node::Ite(Term(a), Term(b), Term(c)),
            CONCAT => Node::Concat(Term(a), Term(b)),
            EXTRACT => Node::Extract(Term(a), b),
            SEXT => Node::Sext(Term(a)),
            kind => Node::Binary(Binary::ALL[usize::from(kind - BINARY)], Term(a), Term(b)),
        }
    }

    /// The value, if it is a constant; quicker than unpacking.
    pub(super) fn constant(self, wide: &[u128]) -> Option<u128> {
        (self.kind <= WIDE_CONSTANT).then(|| match self.node(wide) {
            Node::Constant(value) => value,
            _ => 0,
        })
    }

    /// The node in two words, for hashing.
    pub(super) fn words(self) -> [u64; 2] {
        let [a, b, c] = self.operands;
        let head = u64::from(self.kind) << 8 | u64::from(self.width);
        [head << 32 | u64::from(a), u64::from(b) << 32 | u64::from(c)]
    }
}
