//! What is asked of a program, as constraints.
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

use crate::history::{EncodeError, Encoding, Event, GroupId, History, KnownOrder, Watch};
use crate::symbolic::executor::{EventInfo, Execution, Finding, Racing, Refused, place_of};
use crate::symbolic::trail::What;
use crate::term::{Term, Terms};

/// Two accesses that race, by the numbers of their events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Race {
    /// One of them: it is inside of an atomic section if one is.
    pub(crate) first: usize,
    /// The other.
    pub(crate) second: usize,
    /// Whether they do.
    pub(crate) condition: Term,
}

/// What is asked.
#[derive(Debug)]
pub(crate) struct Formula {
    /// What holds in every run.
    pub(crate) constraints: Vec<Term>,
    /// When groups happen.
    pub(crate) times: Vec<Term>,
    /// Whether each of the findings happens.
    pub(crate) findings: Vec<Term>,
    /// Accesses that may race.
    pub(crate) races: Vec<Race>,
    /// Whether no thread can go on.
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
    watch: Watch<'_>,
) -> Result<Formula, EncodeError> {
    let constraints = [&encoding.constraints[..], &execution.facts].concat();
    let Execution { terms, refused, exceeded, .. } = execution;
    let refused = refused.iter_mut().map(|refused| (&mut refused.condition, refused.group));
    let exceeded = exceeded.iter_mut().map(|exceeded| (&mut exceeded.condition, exceeded.group));
    for (condition, group) in refused.chain(exceeded) {
        *condition = terms.and(*condition, encoding.within[group.index()]);
    }
    let findings = execution.findings.clone();
    let findings = findings.iter().map(|finding| happens(execution, &encoding, finding)).collect();
    let races = match properties.contains(Property::DataRace) {
        true => Races::new(program, execution, &encoding)?.find(watch)?,
        false => Vec::new(),
    };
    let deadlock = properties.contains(Property::Deadlock).then(|| deadlock(execution, &encoding));
    Ok(Formula { constraints, times: encoding.times, findings, races, deadlock })
}

/// Whether a finding happens, and nothing unfinished is before it.
fn happens(execution: &mut Execution, encoding: &Encoding, finding: &Finding) -> Term {
    let Execution { terms, history, unfinished, .. } = execution;
    let Encoding { times, within, .. } = encoding;
    let moment = finding.moment;
    let time = times[moment.group.index()];
    let unseen = unseen(terms, history, times, unfinished, &[moment.thread], &[time]);
    terms.all(&[finding.violated, within[moment.group.index()], unseen])
}

/// Whether none of the sections that others than some threads leave unfinished is before all of
/// some times.
fn unseen(
    terms: &mut Terms,
    history: &History,
    times: &[Term],
    unfinished: &[(Term, GroupId)],
    threads: &[u32],
    before: &[Term],
) -> Term {
    let mut all = Vec::new();
    for &(condition, group) in unfinished {
        if !threads.contains(&history.groups[group.index()].thread) {
            let later: Vec<Term> =
                before.iter().map(|&time| terms.ult(time, times[group.index()])).collect();
            let is_later = terms.any(&later);
            all.push(terms.implies(condition, is_later));
        }
    }
    terms.all(&all)
}

/// For each group, the one before it in its thread; the first of a thread comes after the group
/// that creates it.
fn groups_before(history: &History) -> Vec<Option<GroupId>> {
    let mut last: Vec<Option<GroupId>> = vec![None; history.threads()];
    let mut before = Vec::with_capacity(history.groups.len());
    for (number, group) in (0..).zip(&history.groups) {
        before.push(last[group.thread as usize].replace(GroupId(number)));
    }
    for link in history.links.iter().filter(|link| link.is_creation) {
        before[link.second.index()] = Some(link.first);
    }
    before
}

/// What it takes to look for races.
struct Races<'a> {
    program: &'a Program,
    execution: &'a mut Execution,
    encoding: &'a Encoding,
    known: KnownOrder,
    /// What is before each group.
    before: Vec<Option<GroupId>>,
}

impl<'a> Races<'a> {
    fn new(
        program: &'a Program,
        execution: &'a mut Execution,
        encoding: &'a Encoding,
    ) -> Result<Races<'a>, EncodeError> {
        let known = KnownOrder::new(&execution.history)?;
        let before = groups_before(&execution.history);
        Ok(Races { program, execution, encoding, known, before })
    }

    /// All accesses that may race.
    fn find(&mut self, watch: Watch<'_>) -> Result<Vec<Race>, EncodeError> {
        let mut races = Vec::new();
        for events in &self.execution.history.events_by_cell() {
            for (i, &a) in events.iter().enumerate() {
                if !watch(&self.execution.terms) {
                    return Err(EncodeError::Stopped);
                }
                races.extend(events[i + 1..].iter().filter_map(|&b| self.race(a, b)));
            }
        }
        Ok(races)
    }

    /// Two accesses of one cell, if they may race.
    fn race(&mut self, a: usize, b: usize) -> Option<Race> {
        let Races { program, execution, encoding, known, before } = self;
        let Execution { terms, history, events, refused, unfinished, .. } = &mut **execution;
        let Encoding { times, within, .. } = encoding;
        let thread = |event: usize| history.groups[history.events[event].group.index()].thread;
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
        let time = |group: GroupId| times[group.index()];
        // Whether `first` is made while `second` is next.
        let is_next = |terms: &mut Terms, first: GroupId, second: GroupId| {
            let is_apart =
                |before: GroupId| before == first || known.is_before(history, first, before);
            if known.is_before(history, second, first)
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
        let groups = (history.events[first].group, history.events[second].group);
        let mut together = is_next(terms, groups.0, groups.1);
        if comes_first(first) == comes_first(second) {
            let other = is_next(terms, groups.1, groups.0);
            together = terms.or(together, other);
        }
        // Whether it is made may depend on what its group finds before.
        for (event, group) in [(a, x.group), (b, y.group)] {
            if known.place(event) > 0 {
                together = terms.and(together, within[group.index()]);
            }
        }
        if comes_first(first) && comes_first(second) {
            let condition = terms.all(&[x.guard, y.guard, together]);
            let reason = "a race of results that library calls store".to_owned();
            let place = events[first].location.map(|id| place_of(program, id));
            let unknown = Unknown { kind: UnknownKind::Unsupported, reason, place };
            refused.push(Refused { condition, group: groups.0, unknown });
            return None;
        }
        let both = [time(groups.0), time(groups.1)];
        let unseen = unseen(terms, history, times, unfinished, &[thread(a), thread(b)], &both);
        let condition = terms.all(&[x.guard, y.guard, together, unseen]);
        (condition != Term::FALSE).then_some(Race { first, second, condition })
    }
}

fn deadlock(execution: &mut Execution, encoding: &Encoding) -> Term {
    let Encoding { times, within, .. } = encoding;
    let Execution { terms, history, trails, created, waits, unfinished, .. } = execution;
    let Some(&time) = times.first() else { return Term::FALSE };
    let end = terms.variable(terms.width(time));
    // Nothing is done after the end.
    let mut quiet = Vec::new();
    let mut is_over = Vec::new();
    let mut ends = Vec::new();
    for trail in trails.iter() {
        let mut exits = Vec::new();
        for mark in trail {
            match mark.what {
                What::Exit => exits.push(mark.guard),
                What::End => ends.push(mark.guard),
                What::Group(group) => {
                    let is_before = terms.ult(times[group.index()], end);
                    quiet.push(terms.implies(mark.guard, is_before));
                }
                What::Run | What::Way(_) | What::Input(_) | What::Create(_) => {}
            }
        }
        is_over.push(terms.any(&exits));
    }
    let quiet = terms.all(&quiet);
    let ends = terms.any(&ends);
    let goes_on = terms.not(ends);
    // Whether each thread is on the circle.
    let circle: Vec<Term> = trails.iter().map(|_| terms.variable(1)).collect();
    let (mut all_over, mut some_blocked, mut all_held) = (Vec::new(), Vec::new(), Vec::new());
    for (thread, &is_over) in is_over.iter().enumerate() {
        let (mut blocked, mut held) = (Vec::new(), Vec::new());
        for wait in waits.iter().filter(|wait| wait.moment.thread as usize == thread) {
            let is_last = terms.ule(end, times[wait.moment.group.index()]);
            let is_disabled = terms.not(wait.enabled);
            let time = times[wait.moment.group.index()];
            let sees = unseen(terms, history, times, unfinished, &[thread as u32], &[time]);
            let looks = within[wait.moment.group.index()];
            let is_blocked = terms.all(&[wait.guard, looks, is_disabled, is_last, sees]);
            blocked.push(is_blocked);
            for (mark, &on_circle) in (1..).zip(&circle) {
                let mark = terms.constant(32, mark);
                let is_holder = terms.eq(wait.holder, mark);
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
