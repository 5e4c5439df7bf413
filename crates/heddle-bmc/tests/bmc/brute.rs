//! A solver that tries everything, for formulas with few free inputs.
//!
//! It decides variables in their order and propagates nothing but clauses with one literal
//! left. Literals of gates follow from those of inputs that way, so it decides inputs only.

use heddle_bmc::sat::{Answer, Lit, Solver, SolverError, Statistics, Terminator};

#[derive(Default)]
pub(crate) struct Brute {
    variables: u32,
    clauses: Vec<Vec<Lit>>,
    /// For each literal's code, the clauses that have it.
    occurrences: Vec<Vec<usize>>,
    values: Vec<Option<bool>>,
    failed: Vec<Lit>,
    stop: Option<Terminator>,
}

impl Brute {
    fn holds(&self, literal: Lit) -> Option<bool> {
        self.values[literal.variable() as usize].map(|value| value != literal.is_negated())
    }

    /// Sets literals and what follows from them; false if they contradict each other.
    fn set(&mut self, mut queue: Vec<Lit>, trail: &mut Vec<Lit>) -> bool {
        while let Some(literal) = queue.pop() {
            match self.holds(literal) {
                Some(true) => continue,
                Some(false) => return false,
                None => {}
            }
            self.values[literal.variable() as usize] = Some(!literal.is_negated());
            trail.push(literal);
            for &index in &self.occurrences[(!literal).code() as usize] {
                let clause = &self.clauses[index];
                if clause.iter().any(|&other| self.holds(other) == Some(true)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&other| self.holds(other).is_none());
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(&last), None) => queue.push(last),
                    _ => {}
                }
            }
        }
        true
    }

    fn search(&mut self, literals: Vec<Lit>) -> Answer {
        if self.stop.as_mut().is_some_and(|stop| stop()) {
            return Answer::Interrupted;
        }
        let mut trail = Vec::new();
        if self.set(literals, &mut trail) {
            let open = self.values.iter().position(Option::is_none);
            let Some(open) = open else { return Answer::Satisfiable };
            for is_negated in [true, false] {
                match self.search(vec![Lit::new(open as u32, is_negated)]) {
                    Answer::Unsatisfiable => {}
                    answer => return answer,
                }
            }
        }
        for literal in trail {
            self.values[literal.variable() as usize] = None;
        }
        Answer::Unsatisfiable
    }
}

impl Solver for Brute {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        self.occurrences.extend([Vec::new(), Vec::new()]);
        Lit::new(self.variables - 1, false)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for literal in clause {
            self.occurrences[literal.code() as usize].push(self.clauses.len());
        }
        self.clauses.push(clause.to_vec());
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.values = vec![None; self.variables as usize];
        self.failed.clear();
        if self.clauses.iter().any(Vec::is_empty) {
            return Ok(Answer::Unsatisfiable);
        }
        let units = self.clauses.iter().filter(|clause| clause.len() == 1).map(|clause| clause[0]);
        let literals = units.chain(assumptions.iter().copied()).collect();
        let answer = self.search(literals);
        if answer == Answer::Unsatisfiable {
            self.failed.extend(assumptions);
            self.failed.sort_unstable();
            self.failed.dedup();
        }
        Ok(answer)
    }

    fn value(&self, literal: Lit) -> bool {
        self.holds(literal).unwrap_or(false)
    }

    fn failed_assumptions(&self) -> &[Lit] {
        &self.failed
    }

    fn interrupt_when(&mut self, stop: Terminator) {
        self.stop = Some(stop);
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            variables: u64::from(self.variables),
            clauses: self.clauses.len() as u64,
            ..Statistics::default()
        }
    }
}
