//! The question to the solver: violations of a program, as constraints.
//!
//! All runs of an [`Execution`] are models of the constraints of its [`History`], by one of two
//! encodings. What may go wrong in them is a term for each:
//!
//! - A *finding*: a thread comes to something wrong. Other threads may be anywhere; but if one
//!   has left an atomic section unfinished, that is later.
//! - A *race*: two accesses that are both next. Each comes after all that its thread does before,
//!   so both are next if each is later than what comes before the other. One of them is made
//!   first; if one may have to wait, or is inside of an atomic section, it is that one.
//! - A *deadlock* (Rabinovitz and Grumberg, section 5.2): a time after which nothing is done, and
//!   threads that look for what they wait for later than that, in vain; all others have exited.
//!   So a blocked thread is one whose last look is at the final state, and no waiting is modelled.
//!   Or a circle: some threads, each of which waits for a lock of one of them; others may be
//!   anywhere.

use heddle_model::{Property, PropertySet, Unknown, UnknownKind};
use heddle_program::Program;

use crate::history::{
    AtomicBlockId, EncodeError, Encoding, Event, HappensBefore, History, ShouldContinue,
};
use crate::symbolic::execution_log::Action;
use crate::symbolic::executor::{EventInfo, Execution, Finding, Racing, Refused, place_of};
use crate::term::{Term, Terms};

/// Two accesses that race, by the numbers of their events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    /// One of them: it is inside of an atomic section if one is.
    pub(crate) first: usize,
    /// The other.
    pub(crate) second: usize,
    /// Condition under which they race.
    pub(crate) condition: Term,
}

/// The formula of an execution: constraints of its runs, and a term for each violation.
#[derive(Debug)]
pub(crate) struct Formula {
    /// Constraints that hold in every run.
    pub(crate) constraints: Vec<Term>,
    /// Times of the atomic blocks.
    pub(crate) times: Vec<Term>,
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
    let Execution { terms, refused, open_branches, exceeded, .. } = execution;
    let refused = refused.iter_mut().map(|refused| (&mut refused.condition, refused.block));
    let exceeded = exceeded.iter_mut().map(|exceeded| (&mut exceeded.condition, exceeded.block));
    let open = open_branches.iter_mut().map(|branch| (&mut branch.condition, branch.block));
    for (condition, block) in refused.chain(exceeded).chain(open) {
        *condition = terms.and(*condition, encoding.within[block.index()]);
    }
    let findings = execution.findings.clone();
    let findings = findings.iter().map(|finding| happens(execution, &encoding, finding)).collect();
    let races = match properties.contains(Property::DataRace) {
        true => Races::new(program, execution, &encoding)?.find(should_continue)?,
        false => Vec::new(),
    };
    let deadlock = properties.contains(Property::Deadlock).then(|| deadlock(execution, &encoding));
    Ok(Formula { constraints, times: encoding.times, findings, races, deadlock })
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
fn unseen(
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

/// For each block, the one before it in its thread; the first of a thread comes after the block
/// that creates it.
fn blocks_before(history: &History) -> Vec<Option<AtomicBlockId>> {
    let mut last: Vec<Option<AtomicBlockId>> = vec![None; history.threads()];
    let mut before = Vec::with_capacity(history.blocks.len());
    for (number, block) in (0..).zip(&history.blocks) {
        before.push(last[block.thread as usize].replace(AtomicBlockId(number)));
    }
    for edge in history.edges.iter().filter(|edge| edge.is_creation) {
        before[edge.second.index()] = Some(edge.first);
    }
    before
}

/// State of the search for races.
struct Races<'a> {
    program: &'a Program,
    execution: &'a mut Execution,
    encoding: &'a Encoding,
    order: HappensBefore,
    /// The block before each block.
    before: Vec<Option<AtomicBlockId>>,
}

impl<'a> Races<'a> {
    fn new(
        program: &'a Program,
        execution: &'a mut Execution,
        encoding: &'a Encoding,
    ) -> Result<Races<'a>, EncodeError> {
        let order = HappensBefore::new(&execution.history)?;
        let before = blocks_before(&execution.history);
        Ok(Races { program, execution, encoding, order, before })
    }

    /// All accesses that may race.
    fn find(&mut self, should_continue: ShouldContinue<'_>) -> Result<Vec<Race>, EncodeError> {
        let mut races = Vec::new();
        for events in &self.execution.history.events_by_cell() {
            for (i, &a) in events.iter().enumerate() {
                if !should_continue(&self.execution.terms) {
                    return Err(EncodeError::Stopped);
                }
                races.extend(events[i + 1..].iter().filter_map(|&b| self.race(a, b)));
            }
        }
        Ok(races)
    }

    /// Two accesses of one cell, if they may race.
    fn race(&mut self, a: usize, b: usize) -> Option<Race> {
        let Races { program, execution, encoding, order, before } = self;
        let Execution { terms, history, events, refused, unfinished, .. } = &mut **execution;
        let Encoding { times, within, .. } = encoding;
        let thread = |event: usize| history.blocks[history.events[event].block.index()].thread;
        let (x, y): (Event, Event) = (history.events[a], history.events[b]);
        let (p, q) = (events[a].racing, events[b].racing);
        let writes = |event: Event, info: &EventInfo| event.writes || info.stores_later;
        let conflict = (writes(x, &events[a]) || writes(y, &events[b]))
            && p != Racing::Never
            && q != Racing::Never
            && (p, q) != (Racing::Atomic, Racing::Atomic);
        if thread(a) == thread(b) || !conflict || events[a].in_section && events[b].in_section {
            return None;
        }
        let comes_first = |event: usize| events[event].in_section || events[event].may_wait;
        let time = |block: AtomicBlockId| times[block.index()];
        // Whether `first` is made while `second` is next.
        let is_next = |terms: &mut Terms, first: AtomicBlockId, second: AtomicBlockId| {
            let is_apart =
                |before: AtomicBlockId| before == first || order.is_before(history, first, before);
            if order.is_before(history, second, first)
                || before[second.index()].is_some_and(is_apart)
            {
                return Term::FALSE;
            }
            let is_earlier = terms.ult(time(first), time(second));
            match before[second.index()] {
                None => is_earlier,
                Some(before) => {
                    let is_there = terms.ult(time(before), time(first));
                    terms.and(is_earlier, is_there)
                }
            }
        };
        let (first, second) = if comes_first(b) { (b, a) } else { (a, b) };
        let blocks = (history.events[first].block, history.events[second].block);
        let mut together = is_next(terms, blocks.0, blocks.1);
        if comes_first(first) == comes_first(second) {
            let other = is_next(terms, blocks.1, blocks.0);
            together = terms.or(together, other);
        }
        // Whether it is made may depend on what its block finds before.
        for (event, block) in [(a, x.block), (b, y.block)] {
            if order.place(event) > 0 {
                together = terms.and(together, within[block.index()]);
            }
        }
        if comes_first(first) && comes_first(second) {
            let condition = terms.all(&[x.guard, y.guard, together]);
            let reason = "a race of results that library calls store".to_owned();
            let place = events[first].location.map(|id| place_of(program, id));
            let unknown = Unknown { kind: UnknownKind::Unsupported, reason, place };
            refused.push(Refused { condition, block: blocks.0, unknown });
            return None;
        }
        let both = [time(blocks.0), time(blocks.1)];
        let unseen = unseen(terms, history, times, unfinished, &[thread(a), thread(b)], &both);
        let condition = terms.all(&[x.guard, y.guard, together, unseen]);
        (condition != Term::FALSE).then_some(Race { first, second, condition })
    }
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
    use crate::history::OrderEdge;
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
    fn the_first_block_of_a_thread_comes_after_its_creation() {
        let mut history = History::default();
        for thread in [0, 0, 1, 1] {
            history.add_block(thread);
        }
        let [first, second] = [1, 2].map(AtomicBlockId);
        let creation = OrderEdge { first, second, condition: Term::TRUE, is_creation: true };
        let [first, second] = [3, 1].map(AtomicBlockId);
        let join = OrderEdge { first, second, condition: Term::TRUE, is_creation: false };
        history.edges.extend([creation, join]);
        let before = [None, Some(0), Some(1), Some(2)].map(|block| block.map(AtomicBlockId));
        assert_eq!(blocks_before(&history), before);
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
