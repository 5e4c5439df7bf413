//! The constructors of terms that have nodes of their own, and their close relatives.
//!
//! Operands of a constructor have the same width unless it says otherwise; that they do is a
//! matter of the code that calls it, and asserted.

use super::node::{Binary, Node};
use super::{FUEL, Term, Terms, check_width, semantics};

impl Terms {
    /// Runs a rewriting unless the fuel is spent.
    fn rewritten(&mut self, rewrite: impl FnOnce(&mut Self) -> Option<Term>) -> Option<Term> {
        if self.depth == 0 {
            self.fuel = FUEL;
        }
        self.fuel = self.fuel.checked_sub(1)?;
        self.depth += 1;
        let result = rewrite(self);
        self.depth -= 1;
        result
    }

    /// A term with other operands, as many and as wide as its own.
    ///
    /// # Panics
    ///
    /// If they are not.
    pub fn rebuild(&mut self, term: Term, operands: &[Term]) -> Term {
        let width = self.width(term);
        match (self.node(term), operands) {
            (Node::Constant(_) | Node::Variable(_), []) => term,
            (Node::Not(_), &[a]) => self.not(a),
            (Node::Extract(_, low), &[a]) => self.extract(a, low, width),
            (Node::Sext(_), &[a]) => self.sext(a, width),
            (Node::Binary(operation, ..), &[a, b]) => self.binary(operation, a, b),
            (Node::Concat(..), &[a, b]) => self.concat(a, b),
            (Node::Ite(..), &[c, t, e]) => self.ite(c, t, e),
            (node, operands) => panic!("{node:?} should not have {} operands", operands.len()),
        }
    }

    /// An operation on two terms of the same width.
    ///
    /// # Panics
    ///
    /// If the operands differ in width, here and in all constructors of two operands.
    pub fn binary(&mut self, operation: Binary, a: Term, b: Term) -> Term {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of {} should agree in width", operation.name());
        let result_width = if operation.is_predicate() { 1 } else { width };
        let (x, y) = (self.value(a), self.value(b));
        if let (Some(x), Some(y)) = (x, y) {
            return self.constant(result_width, semantics::binary(operation, width, x, y));
        }
        // A constant comes second, and otherwise the older term first.
        let swap = operation.is_commutative() && (x.is_some() || y.is_none() && a > b);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.rewritten(|terms| terms.rewrite_binary(operation, a, b))
            .unwrap_or_else(|| self.intern(result_width, Node::Binary(operation, a, b)))
    }

    /// Every bit flipped; of a boolean, the negation.
    pub fn not(&mut self, a: Term) -> Term {
        let width = self.width(a);
        self.rewritten(|terms| terms.rewrite_not(a))
            .unwrap_or_else(|| self.intern(width, Node::Not(a)))
    }

    /// `then` if `condition`, a boolean, holds, and else `otherwise`.
    ///
    /// # Panics
    ///
    /// If the condition has more than one bit or the others differ in width.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        let width = self.width(then);
        assert_eq!(self.width(condition), 1, "a condition should have one bit");
        assert_eq!(width, self.width(otherwise), "arms should agree in width");
        self.rewritten(|terms| terms.rewrite_ite(condition, then, otherwise))
            .unwrap_or_else(|| self.intern(width, Node::Ite(condition, then, otherwise)))
    }

    /// The bits of `high` above those of `low`.
    ///
    /// # Panics
    ///
    /// If they are more bits than [`MAX_WIDTH`](super::MAX_WIDTH) together.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let width = self.width(high) + self.width(low);
        check_width(width);
        self.rewritten(|terms| terms.rewrite_concat(high, low))
            .unwrap_or_else(|| self.intern(width, Node::Concat(high, low)))
    }

    /// `width` bits of a term, from `low_bit` up.
    ///
    /// # Panics
    ///
    /// If the term does not have these bits, or the width is zero.
    pub fn extract(&mut self, term: Term, low_bit: u32, width: u32) -> Term {
        check_width(width);
        assert!(
            low_bit.checked_add(width).is_some_and(|end| end <= self.width(term)),
            "a part should lie within its term",
        );
        if width == self.width(term) {
            return term;
        }
        self.rewritten(|terms| terms.rewrite_extract(term, low_bit, width))
            .unwrap_or_else(|| self.intern(width, Node::Extract(term, low_bit)))
    }

    /// The term with its sign in front, up to `width`.
    ///
    /// # Panics
    ///
    /// If the term is wider than that.
    pub fn sext(&mut self, term: Term, width: u32) -> Term {
        check_width(width);
        assert!(width >= self.width(term), "an extension should not shorten");
        if width == self.width(term) {
            return term;
        }
        self.rewritten(|terms| terms.rewrite_sext(term, width))
            .unwrap_or_else(|| self.intern(width, Node::Sext(term)))
    }

    /// The term with zeros in front, up to `width`.
    ///
    /// # Panics
    ///
    /// If the term is wider than that.
    pub fn zext(&mut self, term: Term, width: u32) -> Term {
        check_width(width);
        assert!(width >= self.width(term), "an extension should not shorten");
        if width == self.width(term) {
            return term;
        }
        let zeros = self.constant(width - self.width(term), 0);
        self.concat(zeros, term)
    }

    /// Bitwise and; of booleans, the conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::And, a, b)
    }

    /// Bitwise or; of booleans, the disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Or, a, b)
    }

    /// Bitwise exclusive or; of booleans, whether they differ.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Xor, a, b)
    }

    /// Implication: true if the second boolean holds or the first does not.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The sum.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Add, a, b)
    }

    /// The difference.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Sub, a, b)
    }

    /// The number with the other sign.
    pub fn neg(&mut self, a: Term) -> Term {
        let zero = self.constant(self.width(a), 0);
        self.sub(zero, a)
    }

    /// The low half of the product.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Mul, a, b)
    }

    /// The quotient without sign; all ones for a divisor of zero.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Udiv, a, b)
    }

    /// The remainder without sign; the dividend for a divisor of zero.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Urem, a, b)
    }

    /// Left shift; zero for a shift by the width or more.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Shl, a, b)
    }

    /// Right shift without sign; zero for a shift by the width or more.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Lshr, a, b)
    }

    /// Right shift with sign; all sign for a shift by the width or more.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Ashr, a, b)
    }

    /// Equality, as a boolean.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Eq, a, b)
    }

    /// Inequality, as a boolean.
    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// `a < b` without sign.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Ult, a, b)
    }

    /// `a <= b` without sign.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    /// `a > b` without sign.
    pub fn ugt(&mut self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    /// `a >= b` without sign.
    pub fn uge(&mut self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    /// `a < b` in two's complement.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.binary(Binary::Slt, a, b)
    }

    /// `a <= b` in two's complement.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// `a > b` in two's complement.
    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    /// `a >= b` in two's complement.
    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }
}
