//! Gates: literals in, a literal out, and the clauses that tie them together.
//!
//! A gate whose inputs decide it is no gate: inputs that are constant, equal or each other's
//! negation simplify it away. The others are hashed, so that the same gate is made once. Inputs
//! are ordered and negations moved to the output before, where the gate allows it: there is one
//! `xor` for all four ways of negating its inputs.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::sat::dimacs::Clauses;
use crate::sat::{Lit, Solver};

/// The literal that holds. Variable 0 is its variable.
pub(super) const TRUE: Lit = Lit::new(0, false);
/// The literal that does not hold.
pub(super) const FALSE: Lit = Lit::new(0, true);

/// Literals' codes do not have this bit: it tells gates apart in keys.
const TAG: u32 = 1 << 31;

/// A solver, and the gates that it knows.
#[derive(Debug)]
pub(super) struct Gates<S> {
    pub(super) solver: S,
    /// The outputs of gates by their inputs, which [`TAG`] tells apart by kind.
    known: HashMap<[u32; 3], Lit, FixedState>,
    /// The outputs of conjunctions of more than two.
    conjunctions: HashMap<Box<[Lit]>, Lit, FixedState>,
    /// The clauses, if they are to be kept.
    pub(super) kept: Option<Clauses>,
    pub(super) variables: u64,
    pub(super) clauses: u64,
}

impl<S: Solver> Gates<S> {
    pub(super) fn new(solver: S, keep_clauses: bool) -> Self {
        let mut gates = Self {
            solver,
            known: HashMap::default(),
            conjunctions: HashMap::default(),
            kept: keep_clauses.then(Clauses::new),
            variables: 0,
            clauses: 0,
        };
        let first = gates.variable();
        assert_eq!(first, TRUE, "the solver should be new");
        gates.clause(&[TRUE]);
        gates
    }

    /// The bytes that tables and kept clauses take, about.
    pub(super) fn bytes(&self) -> usize {
        let conjunctions = self.conjunctions.capacity() * (size_of::<Box<[Lit]>>() + 2 * 4);
        self.known.capacity() * (size_of::<([u32; 3], Lit)>() + 1)
            + conjunctions
            + self.kept.as_ref().map_or(0, Clauses::bytes)
    }

    pub(super) fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.solver.new_variable()
    }

    pub(super) fn clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        if let Some(kept) = &mut self.kept {
            kept.push(clause);
        }
        self.solver.add_clause(clause);
    }

    /// The gate with this key, and whether it is new, in which case it has no clauses yet.
    fn gate(&mut self, key: [u32; 3]) -> (Lit, bool) {
        if let Some(&output) = self.known.get(&key) {
            return (output, false);
        }
        let output = self.variable();
        self.known.insert(key, output);
        (output, true)
    }

    pub(super) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        // Constants come first.
        match a {
            TRUE => return b,
            FALSE => return FALSE,
            _ if a == b => return a,
            _ if a == !b => return FALSE,
            _ => {}
        }
        let (output, is_new) = self.gate([a.code(), b.code(), TAG]);
        if is_new {
            self.clause(&[!output, a]);
            self.clause(&[!output, b]);
            self.clause(&[output, !a, !b]);
        }
        output
    }

    pub(super) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return FALSE.negated_if(negate);
        }
        if a == TRUE {
            return b.negated_if(!negate);
        }
        let (output, is_new) = self.gate([a.code(), b.code(), TAG + 1]);
        if is_new {
            self.clause(&[!output, a, b]);
            self.clause(&[!output, !a, !b]);
            self.clause(&[output, !a, b]);
            self.clause(&[output, a, !b]);
        }
        output.negated_if(negate)
    }

    /// The sum of three bits.
    pub(super) fn xor3(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let negate = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut inputs = [a, b, c].map(|input| input.negated_if(input.is_negated()));
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        // Constants come first, and equals are neighbours; a pair of either makes it simple.
        if a == TRUE {
            return self.xor(b, c).negated_if(!negate);
        }
        if a == b {
            return c.negated_if(negate);
        }
        if b == c {
            return a.negated_if(negate);
        }
        let (output, is_new) = self.gate([a.code(), b.code(), TAG | c.code()]);
        if is_new {
            for signs in 0..8u32 {
                let negated = |bit: u32| signs >> bit & 1 == 1;
                // With so many inputs false, the output is not what they add up to.
                let odd = signs.count_ones() % 2 == 1;
                self.clause(&[
                    a.negated_if(negated(0)),
                    b.negated_if(negated(1)),
                    c.negated_if(negated(2)),
                    output.negated_if(!odd),
                ]);
            }
        }
        output.negated_if(negate)
    }

    /// The majority of three: true if at least two of them hold.
    pub(super) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        match a {
            TRUE => return self.or(b, c),
            FALSE => return self.and(b, c),
            _ => {}
        }
        // Equals and complements are neighbours.
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return c;
        }
        // With all inputs negated, the output is negated, too.
        let negate = a.is_negated();
        let [a, b, c] = [a, b, c].map(|input| input.negated_if(negate));
        let (output, is_new) = self.gate([TAG | a.code(), b.code(), c.code()]);
        if is_new {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                self.clause(&[output, !x, !y]);
                self.clause(&[!output, x, y]);
            }
        }
        output.negated_if(negate)
    }

    /// `then` if `condition` holds, else `otherwise`.
    pub(super) fn ite(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match condition {
            TRUE => return then,
            FALSE => return otherwise,
            _ => {}
        }
        // The condition is not negated, and then the first arm is not.
        let swap = condition.is_negated();
        let c = condition.negated_if(swap);
        let (t, e) = if swap { (otherwise, then) } else { (then, otherwise) };
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        match t {
            _ if t == TRUE || t == c => return self.or(c, e),
            _ if t == FALSE || t == !c => return self.and(!c, e),
            _ => {}
        }
        match e {
            _ if e == TRUE || e == !c => return self.or(!c, t),
            _ if e == FALSE || e == c => return self.and(c, t),
            _ => {}
        }
        let negate = t.is_negated();
        let (t, e) = (t.negated_if(negate), e.negated_if(negate));
        let (output, is_new) = self.gate([c.code(), t.code(), e.code()]);
        if is_new {
            self.clause(&[!c, !t, output]);
            self.clause(&[!c, t, !output]);
            self.clause(&[c, !e, output]);
            self.clause(&[c, e, !output]);
            // These follow, but let the solver see at once what equal arms mean.
            self.clause(&[!t, !e, output]);
            self.clause(&[t, e, !output]);
        }
        output.negated_if(negate)
    }

    /// The conjunction of any number of literals, as one gate.
    pub(super) fn all(&mut self, literals: &[Lit]) -> Lit {
        let mut inputs = literals.to_vec();
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.first() == Some(&TRUE) {
            inputs.remove(0);
        }
        // Complements are neighbours.
        if inputs.first() == Some(&FALSE) || inputs.windows(2).any(|pair| pair[0] == !pair[1]) {
            return FALSE;
        }
        match inputs[..] {
            [] => return TRUE,
            [a] => return a,
            [a, b] => return self.and(a, b),
            _ => {}
        }
        if let Some(&output) = self.conjunctions.get(inputs.as_slice()) {
            return output;
        }
        let output = self.variable();
        for &input in &inputs {
            self.clause(&[!output, input]);
        }
        let mut clause: Vec<_> = inputs.iter().map(|&input| !input).collect();
        clause.push(output);
        self.clause(&clause);
        self.conjunctions.insert(inputs.into(), output);
        output
    }

    /// The disjunction of any number of literals, as one gate.
    pub(super) fn any(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<_> = literals.iter().map(|&literal| !literal).collect();
        !self.all(&negated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{Answer, Cadical};

    /// The inputs of a gate: any of the constants, of three variables, and of their negations.
    fn inputs(gates: &mut Gates<Cadical>) -> Vec<Lit> {
        let variables = [TRUE, gates.variable(), gates.variable(), gates.variable()];
        variables.into_iter().flat_map(|variable| [variable, !variable]).collect()
    }

    /// Checks a gate on all choices of inputs: it has the value that `function` says, and takes
    /// no gates where one variable decides it, and one gate of two inputs where two do.
    fn check(
        gate: impl Fn(&mut Gates<Cadical>, [Lit; 3]) -> Lit,
        function: impl Fn([bool; 3]) -> bool,
    ) {
        for choice in 0..8 * 8 * 8 {
            let mut gates = Gates::new(Cadical::new(), false);
            let all = inputs(&mut gates);
            let chosen = [all[choice / 64], all[choice / 8 % 8], all[choice % 8]];
            let before = gates.variables;
            let output = gate(&mut gates, chosen);
            let made = gates.variables - before;
            let clauses = gates.clauses;
            assert_eq!(gate(&mut gates, chosen), output, "the second is the first");
            assert_eq!(gates.variables - before, made);

            let expected = |values: usize| {
                let value = |input: Lit| match input.variable() {
                    0 => !input.is_negated(),
                    variable => (values >> (variable - 1) & 1 == 1) != input.is_negated(),
                };
                function(chosen.map(value))
            };
            let matters = |bit: &usize| (0..8).any(|v| expected(v) != expected(v ^ 1 << bit));
            match (0..3).filter(matters).count() {
                0 | 1 => assert_eq!(made, 0, "{chosen:?} is no gate"),
                2 => assert!(made == 1 && clauses <= 1 + 4, "{chosen:?} is a gate of two"),
                _ => assert_eq!(made, 1, "{chosen:?} is a gate of three"),
            }
            for values in 0..8 {
                let is_set = |bit: usize| all[2 + 2 * bit].negated_if(values >> bit & 1 == 0);
                let mut assumptions = vec![is_set(0), is_set(1), is_set(2)];
                assert_eq!(gates.solver.solve(&assumptions), Ok(Answer::Satisfiable));
                assumptions.push(output.negated_if(expected(values)));
                let answer = gates.solver.solve(&assumptions);
                assert_eq!(answer, Ok(Answer::Unsatisfiable), "{chosen:?} with {values:03b}");
            }
        }
    }

    #[test]
    fn gates_of_two() {
        check(|gates, [a, b, _]| gates.and(a, b), |[a, b, _]| a && b);
        check(|gates, [a, b, _]| gates.or(a, b), |[a, b, _]| a || b);
        check(|gates, [a, b, _]| gates.xor(a, b), |[a, b, _]| a != b);
    }

    #[test]
    fn gates_of_three() {
        check(|gates, [a, b, c]| gates.xor3(a, b, c), |[a, b, c]| a ^ b ^ c);
        check(|gates, [a, b, c]| gates.majority(a, b, c), |[a, b, c]| a && b || (a || b) && c);
        check(|gates, [a, b, c]| gates.ite(a, b, c), |[a, b, c]| if a { b } else { c });
        check(|gates, inputs| gates.all(&inputs), |[a, b, c]| a && b && c);
        check(|gates, inputs| gates.any(&inputs), |[a, b, c]| a || b || c);
    }

    #[test]
    fn a_gate_with_other_signs_is_the_same_gate() {
        let mut gates = Gates::new(Cadical::new(), false);
        let [a, b, c] = [(); 3].map(|()| gates.variable());
        let xor = gates.xor(a, b);
        assert_eq!(gates.xor(!b, a), !xor);
        let sum = gates.xor3(a, b, c);
        assert_eq!(gates.xor3(!c, !a, b), sum);
        let carry = gates.majority(a, !b, c);
        assert_eq!(gates.majority(!c, !a, b), !carry);
        let choice = gates.ite(a, b, c);
        assert_eq!(gates.ite(!a, !c, !b), !choice);
        let all = gates.all(&[a, b, c]);
        assert_eq!(gates.all(&[c, a, TRUE, b, a]), all);
        assert_eq!(gates.any(&[!c, !b, !a]), !all);
        assert_eq!((gates.all(&[]), gates.any(&[])), (TRUE, FALSE));
    }
}
