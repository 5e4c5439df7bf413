//! The DIMACS form of a formula in conjunctive normal form.

use std::io::{self, Write};

use super::Lit;

/// Clauses one after another, each behind its length: a formula of millions of clauses is one
/// allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    words: Vec<u32>,
    count: u64,
}

impl Clauses {
    /// No clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a clause.
    ///
    /// # Panics
    ///
    /// If it has more literals than there can be variables.
    pub fn push(&mut self, clause: &[Lit]) {
        let length = u32::try_from(clause.len()).expect("a clause should be shorter");
        self.words.push(length);
        self.words.extend(clause.iter().map(|literal| literal.code()));
        self.count += 1;
    }

    /// Number of clauses.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u32>()
    }

    /// The clauses in the order in which they came.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = Lit>> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let (&length, after) = rest.split_first()?;
            let (clause, after) = after.split_at(length as usize);
            rest = after;
            Some(clause.iter().map(|&code| Lit::from_code(code)))
        })
    }
}

/// Writes clauses over `variables` variables, with `assumptions` as unit clauses at the end.
///
/// # Errors
///
/// If `out` fails.
pub fn write(
    variables: u64,
    clauses: &Clauses,
    assumptions: &[Lit],
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "p cnf {variables} {}", clauses.count() + assumptions.len() as u64)?;
    for clause in clauses.iter() {
        for literal in clause {
            write!(out, "{} ", literal.to_dimacs())?;
        }
        writeln!(out, "0")?;
    }
    for literal in assumptions {
        writeln!(out, "{} 0", literal.to_dimacs())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literals(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().map(|&number| Lit::from_dimacs(number).unwrap()).collect()
    }

    #[test]
    fn clauses_come_out_as_they_went_in() {
        let mut clauses = Clauses::new();
        let all = [literals(&[1, -2]), literals(&[]), literals(&[3, 2, -1])];
        all.iter().for_each(|clause| clauses.push(clause));
        assert_eq!(clauses.count(), 3);
        assert_eq!(clauses.iter().map(Iterator::collect::<Vec<_>>).collect::<Vec<_>>(), all);

        let mut text = Vec::new();
        write(3, &clauses, &literals(&[-3]), &mut text).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), "p cnf 3 4\n1 -2 0\n0\n3 2 -1 0\n-3 0\n");
    }
}
