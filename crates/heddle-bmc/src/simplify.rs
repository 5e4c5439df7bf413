//! Substitution of reads by the writes that they surely read from, without solving.
//!
//! Many reads have only one write that they can be from: what a thread wrote itself and nobody
//! else writes, what was there before it was created, what others left that it waited for. The
//! executor did not know; now the term that was written takes the place of the variable that was
//! read, in everything that was executed. That decides guards, and so makes more reads known.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::history::{EncodeError, ShouldContinue, determined_reads};
use crate::symbolic::execution_log::Action;
use crate::symbolic::executor::Execution;
use crate::term::{Node, Term, Terms};

/// Most rounds; each costs as much as all terms.
const MOST_ROUNDS: u32 = 8;

/// Puts what is known in the place of what is not.
///
/// # Errors
/// If what is known of the order of blocks is no order, or it is stopped.
pub(crate) fn simplify(
    execution: &mut Execution,
    should_continue: ShouldContinue<'_>,
) -> Result<(), EncodeError> {
    for _ in 0..MOST_ROUNDS {
        let mut known = Substitution::default();
        for read in determined_reads(&execution.terms, &execution.history, should_continue)? {
            let value = execution.history.events[read.event].value;
            known.define(&mut execution.terms, value, read.found);
        }
        if known.definitions.is_empty() {
            break;
        }
        known.rewrite(execution, should_continue)?;
    }
    Ok(())
}

/// Terms in the place of variables.
#[derive(Default)]
struct Substitution {
    definitions: HashMap<Term, Term, FixedState>,
    done: HashMap<Term, Term, FixedState>,
}

impl Substitution {
    /// A term that was read is one that was written, if the read one is a variable or made of
    /// parts that are.
    fn define(&mut self, terms: &mut Terms, read: Term, found: Term) {
        match terms.node(read) {
            Node::Variable(_) if read != found => {
                self.definitions.entry(read).or_insert(found);
            }
            Node::Concat(high, low) => {
                let width = terms.width(low);
                let found_low = terms.extract(found, 0, width);
                let found_high = terms.extract(found, width, terms.width(high));
                self.define(terms, high, found_high);
                self.define(terms, low, found_low);
            }
            _ => {}
        }
    }

    /// A term with everything in its place.
    fn apply(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.done.contains_key(&term) {
                stack.pop();
                continue;
            }
            let needed: Vec<Term> = match self.definitions.get(&term) {
                Some(&definition) => vec![definition],
                None => terms.operands(term).collect(),
            };
            let missing = needed.iter().filter(|needed| !self.done.contains_key(needed));
            let missing: Vec<Term> = missing.copied().collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let done: Vec<Term> = needed.iter().map(|needed| self.done[needed]).collect();
            let new = match (self.definitions.contains_key(&term), &done[..]) {
                (true, [definition]) => *definition,
                _ if done == needed => term,
                _ => terms.rebuild(term, &done),
            };
            self.done.insert(term, new);
            stack.pop();
        }
        self.done[&root]
    }

    /// Rewrites all that was executed.
    fn rewrite(
        &mut self,
        execution: &mut Execution,
        should_continue: ShouldContinue<'_>,
    ) -> Result<(), EncodeError> {
        let Execution {
            terms,
            history,
            events: _,
            logs,
            created,
            findings,
            refused,
            open_branches,
            ends,
            exceeded,
            waits,
            facts,
            unfinished,
        } = execution;
        let mut places: Vec<&mut Term> = Vec::new();
        for event in &mut history.events {
            places.extend([&mut event.guard, &mut event.value]);
        }
        places.extend(&mut history.initial);
        places.extend(history.edges.iter_mut().map(|edge| &mut edge.condition));
        for entry in logs.iter_mut().flatten() {
            places.push(&mut entry.guard);
            if let Action::Alternative(term) | Action::Input(term) = &mut entry.action {
                places.push(term);
            }
        }
        places.extend(created);
        places.extend(findings.iter_mut().map(|finding| &mut finding.violated));
        places.extend(refused.iter_mut().map(|refused| &mut refused.condition));
        places.extend(open_branches.iter_mut().map(|branch| &mut branch.condition));
        places.extend(ends.iter_mut().map(|end| &mut end.condition));
        places.extend(exceeded.iter_mut().map(|exceeded| &mut exceeded.condition));
        for wait in waits {
            places.extend([&mut wait.guard, &mut wait.enabled, &mut wait.holder]);
        }
        places.extend(facts);
        places.extend(unfinished.iter_mut().map(|(condition, _)| condition));
        for place in places {
            if !should_continue(terms) {
                return Err(EncodeError::Stopped);
            }
            *place = self.apply(terms, *place);
        }
        Ok(())
    }
}
