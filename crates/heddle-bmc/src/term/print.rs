//! Terms as text, for people who debug and for tests.

use std::collections::HashMap;
use std::fmt;

use super::node::Node;
use super::{Term, Terms};

/// Terms printed as S-expressions; see [`Terms::printed`].
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    terms: &'a Terms,
    roots: &'a [Term],
}

impl Terms {
    /// Terms in a form with `Display`: a line for each term that is used more than once, which
    /// gives it a name, and a line for each of `roots`. A constant has its width behind it, as
    /// in `7:32`, an `extract` its first bit and its width, a `sext` its width.
    pub fn printed<'a>(&'a self, roots: &'a [Term]) -> Printed<'a> {
        Printed { terms: self, roots }
    }
}

impl Printed<'_> {
    /// Terms below the roots in their order, each with the number of its uses.
    fn uses(&self) -> Vec<(Term, u32)> {
        let mut uses: HashMap<Term, u32> = HashMap::new();
        let mut stack = self.roots.to_vec();
        while let Some(term) = stack.pop() {
            let count = uses.entry(term).or_default();
            *count += 1;
            if *count == 1 {
                stack.extend(self.terms.operands(term));
            }
        }
        let mut uses: Vec<_> = uses.into_iter().collect();
        uses.sort_unstable();
        uses
    }

    /// Name of a leaf.
    fn leaf(&self, term: Term) -> Option<String> {
        match self.terms.node(term) {
            Node::Constant(value) => Some(format!("{value}:{}", self.terms.width(term))),
            Node::Variable(variable) => Some(match self.terms.name_of(variable) {
                Some(name) => name.to_owned(),
                None => format!("v{}", variable.index()),
            }),
            _ => None,
        }
    }

    /// Writes what a term is made of. `texts` are those of its operands.
    fn compound(&self, term: Term, texts: &[String]) -> String {
        let width = self.terms.width(term);
        let operands = texts.join(" ");
        match self.terms.node(term) {
            Node::Constant(_) | Node::Variable(_) => self.leaf(term).unwrap_or_default(),
            Node::Not(_) => format!("(not {operands})"),
            Node::Binary(operation, ..) => format!("({} {operands})", operation.name()),
            Node::Ite(..) => format!("(ite {operands})"),
            Node::Concat(..) => format!("(concat {operands})"),
            Node::Extract(_, low) => format!("(extract {operands} {low} {width})"),
            Node::Sext(_) => format!("(sext {operands} {width})"),
        }
    }
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Operands come before what they are operands of, and each text is needed once, or has
        // become a name.
        let mut texts: HashMap<Term, String> = HashMap::new();
        let mut names = 0;
        for (term, count) in self.uses() {
            if let Some(leaf) = self.leaf(term) {
                texts.insert(term, leaf);
                continue;
            }
            let operands = self.terms.operands(term);
            let operands: Vec<_> = operands.map(|operand| texts[&operand].clone()).collect();
            let text = self.compound(term, &operands);
            let is_long = text.len() > 400;
            if count > 1 || is_long {
                let name = format!("t{names}");
                names += 1;
                writeln!(f, "{name} = {text}")?;
                texts.insert(term, name);
            } else {
                texts.insert(term, text);
            }
        }
        let roots: Vec<_> = self.roots.iter().map(|root| texts[root].as_str()).collect();
        write!(f, "{}", roots.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_twice_has_a_name() {
        let mut terms = Terms::new();
        let x = terms.named_variable(8, "x");
        let y = terms.variable(8);
        let sum = terms.add(x, y);
        let part = terms.extract(sum, 2, 4);
        let part = terms.sext(part, 8);
        let both = terms.mul(sum, part);
        let seven = terms.constant(8, 7);
        let less = terms.ult(both, seven);
        let choice = terms.ite(less, x, seven);
        assert_eq!(
            terms.printed(&[choice, less]).to_string(),
            "t0 = (add x v1)\nt1 = (ult (mul t0 (sext (extract t0 2 4) 8)) 7:8)\n(ite t1 x 7:8)\nt1"
        );
    }

    #[test]
    fn a_long_term_is_printed_in_pieces() {
        let mut terms = Terms::new();
        let x = terms.variable(8);
        let mut term = x;
        for _ in 0..1000 {
            let y = terms.variable(8);
            term = terms.mul(term, y);
        }
        let text = terms.printed(&[term]).to_string();
        assert!(text.lines().all(|line| line.len() < 1000) && text.len() < 20_000);
    }
}
