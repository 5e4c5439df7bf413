//! The question to the solver: violations of a program, as constraints.
//!
//! All runs of an [`Execution`] are models of the constraints of its [`History`], by one of two
//! encodings. What may go wrong in them is a term for each:
//!
//! - A *finding*: a thread comes to something wrong. Other threads may be anywhere; but if one
//!   has left an atomic section unfinished, that is later.
//! - A *race* of two accesses (`races.rs`).
//! - A *deadlock* (Rabinovitz and Grumberg, section 5.2): a time after which nothing is done, and
//!   threads that look for what they wait for later than that, in vain; all others have exited.
//!   So a blocked thread is one whose last look is at the final state, and no waiting is modelled.
//!   Or a circle: some threads, each of which waits for a lock of one of them; others may be
//!   anywhere.

use heddle_model::{Property, PropertySet};
use heddle_program::Program;

use crate::history::{AtomicBlockId, EncodeError, Encoding, History, ShouldContinue};
use crate::races::{Race, Races};
use crate::symbolic::execution_log::Action;
use crate::symbolic::executor::{Execution, Finding};
use crate::term::{Term, Terms};

/// The formula of an execution: constraints of its runs, and a term for each violation.
#[derive(Debug)]
pub(crate) struct Formula {
    /// Constraints that hold in every run.
    pub(crate) constraints: Vec<Term>,
    /// Times of the atomic blocks.
    pub(crate) times: Vec<Term>,
    /// For each block, the condition under which it is within the bounds.
    pub(crate) within: Vec<Term>,
    /// For each finding of the execution, the condition under which it happens.
    pub(crate) findings: Vec<Term>,
    /// Accesses that may race.
    pub(crate) races: Vec<Race>,
    /// Condition under which no thread can go on.
    pub(crate) deadlock: Option<Term>,
}

/// The formula of an execution whose history is encoded.
///
/// # Errors
/// If it is stopped.
pub(crate) fn formula(
    program: &Program,
    execution: &mut Execution,
    encoding: Encoding,
    properties: PropertySet,
    should_continue: ShouldContinue<'_>,
) -> Result<Formula, EncodeError> {
    let constraints = [&encoding.constraints[..], &execution.facts].concat();
    let Execution { terms, refused, open_branches, exceeded, ends, .. } = execution;
    let refused = refused.iter_mut().map(|refused| (&mut refused.condition, refused.block));
    let exceeded = exceeded.iter_mut().map(|exceeded| (&mut exceeded.condition, exceeded.block));
    let open = open_branches.iter_mut().map(|branch| (&mut branch.condition, branch.block));
    let ends = ends.iter_mut().map(|end| (&mut end.condition, end.block));
    for (condition, block) in refused.chain(exceeded).chain(open).chain(ends) {
        *condition = terms.and(*condition, encoding.within[block.index()]);
    }
    let findings = execution.findings.clone();
    let findings = findings.iter().map(|finding| happens(execution, &encoding, finding)).collect();
    let races = match properties.contains(Property::DataRace) {
        true => {
            let Encoding { times, within, .. } = &encoding;
            Races::new(program, execution, times, within)?.find(should_continue)?
        }
        false => Vec::new(),
    };
    let deadlock = properties.contains(Property::Deadlock).then(|| deadlock(execution, &encoding));
    let Encoding { times, within, .. } = encoding;
    Ok(Formula { constraints, times, within, findings, races, deadlock })
}

/// Condition under which a finding happens and no unfinished section comes before it.
fn happens(execution: &mut Execution, encoding: &Encoding, finding: &Finding) -> Term {
    let Execution { terms, history, unfinished, .. } = execution;
    let Encoding { times, within, .. } = encoding;
    let position = finding.position;
    let time = times[position.block.index()];
    let unseen = unseen(terms, history, times, unfinished, &[position.thread], &[time]);
    terms.all(&[finding.violated, within[position.block.index()], unseen])
}

/// Condition under which every unfinished section, of threads other than `threads`, comes after at
/// least one of the times `before`.
pub(crate) fn unseen(
    terms: &mut Terms,
    history: &History,
    times: &[Term],
    unfinished: &[(Term, AtomicBlockId)],
    threads: &[u32],
    before: &[Term],
) -> Term {
    let mut all = Vec::new();
    for &(condition, block) in unfinished {
        if !threads.contains(&history.blocks[block.index()].thread) {
            let later: Vec<Term> =
                before.iter().map(|&time| terms.ult(time, times[block.index()])).collect();
            let is_later = terms.any(&later);
            all.push(terms.implies(condition, is_later));
        }
    }
    terms.all(&all)
}

fn deadlock(execution: &mut Execution, encoding: &Encoding) -> Term {
    let Encoding { times, within, .. } = encoding;
    let Execution { terms, history, logs, created, waits, unfinished, .. } = execution;
    let Some(&time) = times.first() else { return Term::FALSE };
    let end = terms.variable(terms.width(time));
    // Nothing is done after the end.
    let mut quiet = Vec::new();
    let mut is_over = Vec::new();
    let mut ends = Vec::new();
    for log in logs.iter() {
        let mut exits = Vec::new();
        for entry in log {
            match entry.action {
                Action::Exit => exits.push(entry.guard),
                Action::ProcessEnd => ends.push(entry.guard),
                Action::BlockEnd(block) => {
                    let is_before = terms.ult(times[block.index()], end);
                    quiet.push(terms.implies(entry.guard, is_before));
                }
                Action::Instructions
                | Action::Alternative(_)
                | Action::Input(_)
                | Action::Create(_) => {}
            }
        }
        is_over.push(terms.any(&exits));
    }
    let quiet = terms.all(&quiet);
    let ends = terms.any(&ends);
    let goes_on = terms.not(ends);
    // Whether each thread is on the circle.
    let circle: Vec<Term> = logs.iter().map(|_| terms.variable(1)).collect();
    let (mut all_over, mut some_blocked, mut all_held) = (Vec::new(), Vec::new(), Vec::new());
    for (thread, &is_over) in is_over.iter().enumerate() {
        let (mut blocked, mut held) = (Vec::new(), Vec::new());
        for wait in waits.iter().filter(|wait| wait.position.thread as usize == thread) {
            let is_last = terms.ule(end, times[wait.position.block.index()]);
            let is_disabled = terms.not(wait.enabled);
            let time = times[wait.position.block.index()];
            let sees = unseen(terms, history, times, unfinished, &[thread as u32], &[time]);
            let looks = within[wait.position.block.index()];
            let is_blocked = terms.all(&[wait.guard, looks, is_disabled, is_last, sees]);
            blocked.push(is_blocked);
            for (holder, &on_circle) in (1..).zip(&circle) {
                let holder = terms.constant(32, holder);
                let is_holder = terms.eq(wait.holder, holder);
                held.push(terms.all(&[is_blocked, is_holder, on_circle]));
            }
        }
        let is_blocked = terms.any(&blocked);
        some_blocked.push(is_blocked);
        let is_created = created.get(thread).copied().unwrap_or(Term::FALSE);
        let is_over = terms.or(is_over, is_blocked);
        all_over.push(terms.implies(is_created, is_over));
        let is_held = terms.any(&held);
        all_held.push(terms.implies(circle[thread], is_held));
    }
    let some_blocked = terms.any(&some_blocked);
    all_over.push(some_blocked);
    let global = terms.all(&all_over);
    all_held.push(terms.any(&circle));
    let local = terms.all(&all_held);
    // Of threads that are on no circle, nothing is asked: the process need not have ended yet.
    let global = terms.and(goes_on, global);
    let stuck = terms.or(global, local);
    terms.and(quiet, stuck)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbolic::execution_log::LogEntry;
    use crate::symbolic::executor::{LogPosition, Wait};
    use crate::term::Evaluator;

    /// An execution in which each thread has one block and an empty log.
    fn execution(threads: u32) -> Execution {
        let mut history = History::default();
        for thread in 0..threads {
            history.add_block(thread);
        }
        Execution {
            terms: Terms::new(),
            history,
            events: Vec::new(),
            logs: vec![Vec::new(); threads as usize],
            created: vec![Term::TRUE; threads as usize],
            findings: Vec::new(),
            refused: Vec::new(),
            open_branches: Vec::new(),
            ends: Vec::new(),
            exceeded: Vec::new(),
            waits: Vec::new(),
            facts: Vec::new(),
            unfinished: Vec::new(),
        }
    }

    /// The blocks of all threads happen at these times.
    fn encoding(execution: &mut Execution, times: &[u128]) -> Encoding {
        let times: Vec<Term> =
            times.iter().map(|&time| execution.terms.constant(3, time)).collect();
        Encoding { constraints: Vec::new(), within: vec![Term::TRUE; times.len()], times }
    }

    fn position(thread: u32) -> LogPosition {
        LogPosition { thread, block: AtomicBlockId(thread), entries: 0, extra: 0 }
    }

    /// A thread waits in vain, for what only `holder` can end if it is not zero.
    fn wait(execution: &mut Execution, thread: u32, holder: u128, enabled: Term) {
        let holder = execution.terms.constant(32, holder);
        let position = position(thread);
        execution.waits.push(Wait { guard: Term::TRUE, enabled, holder, position });
    }

    fn log(execution: &mut Execution, thread: usize, action: Action) {
        execution.logs[thread].push(LogEntry { guard: Term::TRUE, instructions: 1, action });
    }

    /// True if a term holds for some values of the variables, all of which are tried.
    fn is_possible(terms: &Terms, term: Term) -> bool {
        let variables = terms.variable_count() as u32;
        let bits = 3 * variables;
        (0..1u128 << bits).any(|values| {
            let assign = |variable: crate::term::Variable| values >> (3 * variable.index()) & 7;
            Evaluator::new().evaluate(terms, &[term], assign) == [1]
        })
    }

    fn can_deadlock(mut execution: Execution, times: &[u128]) -> bool {
        let encoding = encoding(&mut execution, times);
        let term = deadlock(&mut execution, &encoding);
        is_possible(&execution.terms, term)
    }

    #[test]
    fn a_finding_is_not_seen_behind_an_unfinished_section_of_another() {
        let (violated, property) = (Term::TRUE, Property::Assertion);
        let finding = Finding { property, violated, position: position(0) };
        for (times, unfinished, expected) in [
            ([1, 2], 1, Term::TRUE),
            ([2, 1], 1, Term::FALSE),
            // Its own section is where it happens.
            ([2, 1], 0, Term::TRUE),
        ] {
            let mut execution = execution(2);
            execution.unfinished.push((Term::TRUE, AtomicBlockId(unfinished)));
            let encoding = encoding(&mut execution, &times);
            let happens = happens(&mut execution, &encoding, &finding);
            assert_eq!(happens, expected, "{times:?}, unfinished {unfinished}");
        }
        let mut execution = execution(2);
        let mut encoding = encoding(&mut execution, &[1, 2]);
        encoding.within[0] = Term::FALSE;
        assert_eq!(happens(&mut execution, &encoding, &finding), Term::FALSE);
    }

    #[test]
    fn a_deadlock_is_a_wait_in_vain_when_all_others_are_over() {
        let waits = |others_exit: bool, enabled| {
            let mut execution = execution(2);
            wait(&mut execution, 0, 0, enabled);
            if others_exit {
                log(&mut execution, 1, Action::Exit);
            }
            execution
        };
        assert!(can_deadlock(waits(true, Term::FALSE), &[5, 1]));
        assert!(!can_deadlock(waits(true, Term::TRUE), &[5, 1]));
        assert!(!can_deadlock(waits(false, Term::FALSE), &[5, 1]));
        // It has looked before the other's last block: it may be woken by that.
        let mut looks_early = waits(true, Term::FALSE);
        log(&mut looks_early, 1, Action::BlockEnd(AtomicBlockId(1)));
        assert!(!can_deadlock(looks_early, &[1, 5]));
        // The process is over.
        let mut ended = waits(true, Term::FALSE);
        log(&mut ended, 1, Action::ProcessEnd);
        assert!(!can_deadlock(ended, &[5, 1]));
        let mut over = execution(2);
        log(&mut over, 0, Action::Exit);
        log(&mut over, 1, Action::Exit);
        assert!(!can_deadlock(over, &[1, 2]));
    }

    #[test]
    fn threads_in_a_circle_are_stuck_whatever_others_do() {
        let circle = |holders: [u128; 2]| {
            let mut execution = execution(3);
            for (thread, holder) in (0..).zip(holders) {
                wait(&mut execution, thread, holder, Term::FALSE);
            }
            execution
        };
        assert!(can_deadlock(circle([2, 1]), &[5, 6, 1]));
        // One of them waits for the third, which still runs.
        assert!(!can_deadlock(circle([2, 3]), &[5, 6, 1]));
    }
}
