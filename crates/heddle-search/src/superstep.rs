//! Expanding a state: one step of each thread, or one superstep.
//!
//! # Supersteps
//! The reduction of Zaks and Joshi, "Verifying multi-threaded C programs with SPIN"
//! (2008), section 4: from a state, each thread makes as many steps as it can
//! without another thread noticing, and only the state after them is stored. The
//! *table* of a thread has the footprints of its steps. A step may be added to a
//! superstep if it conflicts with no step in the tables of the others; if it
//! conflicts with the last step of a table, it may be added as the last; if it
//! conflicts with a step before the last, the superstep ends before it. At first
//! each table has the next step of its thread, so that the first step of a
//! superstep is always possible.
//!
//! *Why nothing is lost.* Take a run from a state on, and in it the first thread
//! that completes its superstep. Until then every other thread has made a part
//! of its own superstep, without the last step of it. Steps before the last conflict
//! with none of the completed superstep, and the completed steps before its last
//! conflict with none of theirs: so the completed superstep can come first, and
//! leads to the same state. A run in which no thread completes one is finite, and
//! what goes wrong in it is found while the superstep it is part of is made.
//!
//! Where heddle departs from the paper, and why:
//! - Blocked threads have a table, too, with the step they wait to make. In the
//!   paper only enabled threads have; then a step that unblocks another thread
//!   could be followed by further steps in the same superstep, and runs are lost in
//!   which the woken thread goes first.
//! - A step after which there is a new thread ends its superstep
//!   ([`Footprint::ends_superstep`]): no table speaks for the new thread.
//! - A step with several alternatives is only made first. Its thread has one
//!   superstep for each alternative; all of them are in its table.
//! - A step that changes addresses ends its superstep: the tables of the others have
//!   the old ones.
//! - A superstep ends when its thread goes round in a loop. A bound on the length alone
//!   would do, but the thread would go round that often.
//! - A state is expanded as a whole, so that the tables need not be kept; that works
//!   in any order of search.
//!
//! What is said of threads here holds for internal actions, too: they are actors with
//! footprints and tables like threads.
//!
//! # Left movers
//! A step that could as well come before all that other threads do
//! ([`Reducible::is_left_mover`]: giving back a lock, say) is alone a persistent set
//! (Godefroid, "Partial-order methods for the verification of concurrent systems",
//! 1996): it is made at once when a thread comes to it, after the superstep. Since it
//! happens within a step of the search (and so does what a new thread does before
//! anyone could notice), and every stored state is expanded with all
//! of its threads, no thread is ignored along a cycle: a chain of such steps is
//! bounded in length. Should it turn out that a step was called a left mover and was
//! none ([`Reducible::assumptions_hold`]), the search begins again without them.
//!
//! # What is preserved
//! Deadlocks, everything that goes wrong on a step, and properties of states whose
//! changes end supersteps; data races, see below. Under a bound on preemptions,
//! switches are counted between supersteps: a run whose switches fall inside of
//! them is found with others, perhaps more. Next-free formulas are preserved if every
//! step that changes a proposition ends its superstep and is no left mover.
//!
//! # Races
//! Two steps that race are next at the same time in some state, but that state
//! may be inside of two supersteps. It can be reached, though, when the two
//! conflict in the tables: nothing before them does. So when a step is found to
//! race with one in a table, both threads are brought there and the state between
//! is checked. A step of which nothing is known beforehand (an atomic section) is made
//! there, since what it races with is told when it is made.

use std::ops::{ControlFlow, Range};

use heddle_model::{
    Actor, Choice, Footprint, InternalId, Reducible, StepOutcome, Temporal, ThreadId, Touch,
    TransitionSystem, Violation, fairness_bit,
};

use crate::runs::ALONE;
use crate::worker::stretch::makes_stretches;
use crate::{Options, Reduction};

/// Most left movers that are made one after the other.
const LONGEST_CHAIN: usize = 100;

/// Most steps of a loop that is recognized.
const LONGEST_LOOP: usize = 32;
/// Most rounds of a superstep in a loop that does the same to the same data. All
/// supersteps in such a loop end at the same place, so that they meet; without a bound, each
/// would go all the way to the end of the loop.
const MOST_ROUNDS: u32 = 2;

/// Rules of expansion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Steps or supersteps.
    pub(crate) reduction: Reduction,
    /// Most steps of a superstep.
    pub(crate) longest: usize,
    /// True if left movers are made at once.
    pub(crate) left_movers: bool,
    /// True if a step that changes the valuation of propositions ends its superstep.
    pub(crate) keeps_valuations: bool,
    /// True if states with one choice may be passed without storing them
    /// ([`crate::worker::stretch`]).
    pub(crate) makes_stretches: bool,
    /// True if threads that could move and did not are recorded, for fairness.
    pub(crate) counts_starving: bool,
}

impl Rules {
    /// The rules that a user asks for.
    pub(crate) fn of(options: &Options) -> Rules {
        let Options { reduction, assumes: left_movers, bounds, runs, .. } = *options;
        Rules {
            reduction,
            longest: bounds.superstep.max(1) as usize,
            left_movers,
            keeps_valuations: runs.is_some(),
            makes_stretches: makes_stretches(options),
            counts_starving: runs.is_some_and(|runs| runs.is_fair),
        }
    }
}

/// A visitor of a state's successors, and of all else that an expansion comes across.
pub(crate) trait Visitor<S> {
    /// True if an actor may move within the bounds.
    fn allows(&mut self, actor: Actor) -> bool;

    /// These choices have led to violations, on the last step or in the state
    /// after it.
    fn violated(&mut self, choices: &[Choice], violations: &mut Vec<Violation>);

    /// The last of these choices has ended the run; the system is as it has left it.
    fn ended(&mut self, system: &mut S, choices: &[Choice], outcome: StepOutcome);

    /// These choices have led to the state that is loaded. The threads that could move all
    /// along and did not have their bits set, if [`Rules::counts_starving`] says so.
    fn arrived(&mut self, system: &mut S, choices: &[Choice], starving: u32);

    /// Breaks off if the expansion is to end.
    fn goes_on(&self) -> ControlFlow<()>;
}

/// A part of a footprint in a table.
struct Entry {
    actor: Actor,
    /// The addresses touched; everything, if none.
    touch: Option<Touch>,
    /// True if it belongs to the last step of its superstep.
    is_last: bool,
    /// The alternative of the superstep's first step, and the number of steps before this one.
    alternative: u32,
    position: usize,
    site: u64,
}

/// The places in a superstep at which a step fits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    /// Anywhere.
    Free,
    /// As the last.
    Last,
    /// Not at all.
    Not,
}

/// The ways in which two steps could race.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encounter {
    /// Both are known to touch the same.
    Accesses,
    /// The superstep's own step has an unknown footprint (an atomic section), the other a known one.
    OwnSection,
    /// The step in the table has an unknown footprint, the superstep's own a known one.
    TheirSection,
}

/// A step in a table that could race with the step in hand.
#[derive(PartialEq, Eq)]
struct Meeting {
    actor: Actor,
    alternative: u32,
    position: usize,
    kind: Encounter,
    sites: (u64, u64),
}

/// Expands states; one for each worker, since it keeps buffers.
pub(crate) struct Expander {
    rules: Rules,
    choices: Vec<Choice>,
    made: Vec<Choice>,
    violations: Vec<Violation>,
    /// The next step of every thread, then the other steps of the supersteps made.
    table: Vec<Entry>,
    /// Index of the first entry of the last step of the superstep under way, if it is not its
    /// first.
    last_entries: usize,
    footprint: Footprint,
    /// Site and first address of each step of the superstep under way, with what the
    /// thread had in hand, and how many of them there were up to the last that writes.
    passed: Vec<((u64, u64), u64)>,
    last_write: usize,
    /// The first step that was made again, how often it was, and the state then.
    anchor: Option<(u64, u64)>,
    rounds: u32,
    now: Vec<u32>,
    /// Pairs of steps whose race was looked at: once is enough.
    raced: Vec<(u64, u64)>,
    /// The threads that can move in the state that is expanded, and those of them that
    /// could since, and did not.
    movable: u32,
    starving: u32,
    /// Steps made, those included that are made again.
    pub(crate) steps: u64,
}

impl Expander {
    /// An expander with these rules.
    pub(crate) fn new(rules: Rules) -> Expander {
        Expander {
            rules,
            choices: Vec::new(),
            made: Vec::new(),
            violations: Vec::new(),
            table: Vec::new(),
            last_entries: 0,
            footprint: Footprint::default(),
            passed: Vec::new(),
            last_write: 0,
            anchor: None,
            rounds: 0,
            now: Vec::new(),
            raced: Vec::new(),
            movable: 0,
            starving: 0,
            steps: 0,
        }
    }

    /// Makes the choices of the state with these words, which is loaded and has
    /// been asked for its `choices`.
    pub(crate) fn expand<S: Reducible + Temporal>(
        &mut self,
        system: &mut S,
        words: &[u32],
        choices: &[Choice],
        visitor: &mut impl Visitor<S>,
    ) {
        self.choices.clear();
        self.choices.extend_from_slice(choices);
        let supersteps = self.rules.reduction == Reduction::Supersteps;
        if supersteps {
            self.begin_table(system);
        }
        if self.rules.counts_starving {
            self.movable = !system.waiting() & !ALONE;
            self.movable |= if system.is_alone() { ALONE } else { 0 };
        }
        let mut is_loaded = true;
        for i in 0..self.choices.len() {
            let choice = self.choices[i];
            if visitor.goes_on().is_break() {
                return;
            }
            if !visitor.allows(choice.actor()) {
                continue;
            }
            if !std::mem::take(&mut is_loaded) {
                system.load(words);
            }
            self.made.clear();
            self.starving = self.movable;
            let continues = match supersteps {
                true => self.superstep(system, words, choice, visitor),
                false => self.step(system, choice, visitor),
            };
            if continues {
                visitor.arrived(system, &self.made, self.starving);
            }
        }
    }

    /// Makes one step; returns true if the run goes on.
    fn step<S: Temporal>(
        &mut self,
        system: &mut S,
        choice: Choice,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        self.made.push(choice);
        self.steps += 1;
        let outcome = system.step(choice, &mut self.violations);
        if !self.violations.is_empty() {
            visitor.violated(&self.made, &mut self.violations);
        }
        match outcome {
            StepOutcome::Continues => {
                self.note_moved(system, choice);
                true
            }
            outcome => {
                visitor.ended(system, &self.made, outcome);
                false
            }
        }
    }

    /// Records that an actor moved, and which threads could not have.
    fn note_moved<S: Temporal>(&mut self, system: &mut S, choice: Choice) {
        if self.rules.counts_starving {
            let moved = fairness_bit(choice.actor());
            let is_alone = if system.is_alone() { ALONE } else { 0 };
            self.starving &= !(moved | system.waiting()) & !ALONE | is_alone;
        }
    }

    /// Puts the next step of every actor into the table.
    fn begin_table<S: Reducible>(&mut self, system: &mut S) {
        self.table.clear();
        for actor in actors(0..system.thread_count(), 0..system.internal_count()) {
            system.footprint(actor, &mut self.footprint);
            add_entries(&mut self.table, actor, &self.footprint, 0, 0);
        }
    }

    /// Makes a superstep, and left movers after it; returns true if the run goes on.
    fn superstep<S: Reducible + Temporal>(
        &mut self,
        system: &mut S,
        words: &[u32],
        first: Choice,
        visitor: &mut impl Visitor<S>,
    ) -> bool {
        let actor = first.actor();
        let finds_races = system.looks_for_races();
        let (threads, internals) = (system.thread_count(), system.internal_count());
        self.passed.clear();
        self.last_entries = self.table.len();
        self.last_write = 0;
        self.anchor = None;
        self.rounds = 0;
        let mut choice = first;
        let valuation = if self.rules.keeps_valuations { system.valuation() } else { 0 };
        system.footprint(actor, &mut self.footprint);
        loop {
            let position = self.made.len();
            if self.is_going_round(system, words) {
                break;
            }
            let fit = self.fit(actor);
            // Steps that race meet.
            if finds_races && fit != Fit::Free {
                self.find_races(system, words, first, visitor);
            }
            if fit == Fit::Not && position > 0 {
                break;
            }
            if position > 0 {
                self.extend_table(first, position);
            }
            if !self.step(system, choice, visitor) {
                return false;
            }
            let is_over = fit != Fit::Free
                || self.footprint.unknown
                || self.footprint.ends_superstep
                || self.made.len() >= self.rules.longest
                || system.has_renamed()
                || self.rules.keeps_valuations && system.valuation() != valuation
                || system.alternatives(actor) != 1;
            if is_over {
                break;
            }
            choice = Choice::of(actor);
            system.footprint(actor, &mut self.footprint);
        }
        if !self.rules.left_movers {
            return true;
        }
        self.move_left(system, words, actor);
        // What a new actor does before anyone could notice.
        for new in actors(threads..system.thread_count(), internals..system.internal_count()) {
            self.move_left(system, words, new);
        }
        true
    }

    /// Makes left movers of an actor, as long as nothing goes wrong on them: others may
    /// have something to do before the run ends, so such a step is left for later.
    fn move_left<S: Reducible + Temporal>(&mut self, system: &mut S, words: &[u32], actor: Actor) {
        for _ in 0..LONGEST_CHAIN {
            if !system.is_left_mover(actor) || system.alternatives(actor) != 1 {
                return;
            }
            let choice = Choice::of(actor);
            self.steps += 1;
            let outcome = system.step(choice, &mut self.violations);
            if outcome != StepOutcome::Continues || !self.violations.is_empty() {
                let made = std::mem::take(&mut self.made);
                self.run_again(system, words, &made);
                self.made = made;
                return;
            }
            self.made.push(choice);
            self.note_moved(system, choice);
        }
    }

    /// Decides if the step in hand fits into the superstep of its actor.
    fn fit(&self, actor: Actor) -> Fit {
        let conflicting = |entry: &&Entry| entry.actor != actor && meets(entry, &self.footprint);
        let mut fit = Fit::Free;
        for entry in self.table.iter().filter(conflicting) {
            if !entry.is_last {
                return Fit::Not;
            }
            fit = Fit::Last;
        }
        fit
    }

    /// Adds a step that is not the first to the table: the one before it was not the
    /// last.
    fn extend_table(&mut self, first: Choice, position: usize) {
        let (actor, alternative) = (first.actor(), first.alternative);
        if position == 1 {
            // The first step is in the table once, for all ways that it can go.
            let firsts = self.table.iter_mut().take_while(|entry| entry.position == 0);
            firsts.filter(|entry| entry.actor == actor).for_each(|entry| entry.is_last = false);
        }
        for entry in &mut self.table[self.last_entries..] {
            entry.is_last = false;
        }
        self.last_entries = self.table.len();
        add_entries(&mut self.table, actor, &self.footprint, alternative, position);
    }

    /// True if the actor is going round in a loop: it comes to a step that it has
    /// made in this superstep, and changed nothing meanwhile, or is where it began, or
    /// has gone round often enough. Records the step in hand.
    fn is_going_round<S: TransitionSystem>(&mut self, system: &mut S, words: &[u32]) -> bool {
        let Footprint { touches, site, in_hand, .. } = &self.footprint;
        let step = (*site, touches.first().map_or(0, |touch| touch.range.start));
        let recent = self.passed.len().saturating_sub(LONGEST_LOOP);
        let unchanged = &self.passed[recent.max(self.last_write)..];
        if unchanged.contains(&(step, *in_hand)) {
            return true;
        }
        let changed = &self.passed[recent.min(self.last_write)..self.last_write];
        let is_again = changed.iter().any(|(passed, _)| *passed == step);
        self.passed.push((step, *in_hand));
        if touches.iter().any(|touch| touch.writes) {
            self.last_write = self.passed.len();
        }
        if !is_again {
            return false;
        }
        // States are compared at one place of the loop: where it was closed first.
        if *self.anchor.get_or_insert(step) != step {
            return false;
        }
        self.rounds += 1;
        if self.rounds == MOST_ROUNDS {
            return true;
        }
        system.save(&mut self.now);
        self.now == words
    }

    /// Looks for races of the step in hand, which comes after what was made, with
    /// steps in the tables.
    fn find_races<S: Reducible>(
        &mut self,
        system: &mut S,
        words: &[u32],
        first: Choice,
        visitor: &mut impl Visitor<S>,
    ) {
        let position = self.made.len();
        let mine = self.footprint.site;
        let mut meetings: Vec<Meeting> = Vec::new();
        for entry in self.table.iter().filter(|entry| entry.actor != first.actor()) {
            // What is next in the state itself, its check has seen.
            if position == 0 && entry.position == 0 {
                continue;
            }
            let Some(kind) = self.encounter(entry) else { continue };
            let Entry { actor, alternative, position, site, .. } = *entry;
            let sites = (mine.min(site), mine.max(site));
            let meeting = Meeting { actor, alternative, position, kind, sites };
            if !meetings.contains(&meeting) {
                meetings.push(meeting);
            }
        }
        if meetings.is_empty() {
            return;
        }
        let made = std::mem::take(&mut self.made);
        for meeting in meetings {
            let is_known =
                meeting.kind == Encounter::Accesses && self.raced.contains(&meeting.sites);
            if !is_known {
                self.meet(system, words, &meeting, (first, &made), visitor);
            }
        }
        // Back to where the superstep was.
        self.run_again(system, words, &made);
        self.made = made;
    }

    /// The way in which the step in hand and one in a table could race, if they could.
    fn encounter(&self, entry: &Entry) -> Option<Encounter> {
        let is_plain = |touch: &Touch| !touch.synchronizes;
        match &entry.touch {
            None => self.footprint.touches.iter().any(is_plain).then_some(Encounter::TheirSection),
            Some(theirs) if self.footprint.unknown => {
                is_plain(theirs).then_some(Encounter::OwnSection)
            }
            Some(theirs) => {
                let races = self.footprint.touches.iter().any(|ours| theirs.races(ours));
                races.then_some(Encounter::Accesses)
            }
        }
    }

    /// Brings two actors to where their steps are next, and checks the state for races.
    fn meet<S: Reducible>(
        &mut self,
        system: &mut S,
        words: &[u32],
        meeting: &Meeting,
        (first, made): (Choice, &[Choice]),
        visitor: &mut impl Visitor<S>,
    ) {
        let Meeting { actor, alternative, position, kind, sites } = *meeting;
        let choice = |actor: Actor, position, alternative| match position {
            0 => Choice::new(actor, alternative),
            _ => Choice::of(actor),
        };
        let others = (0..position).map(|i| choice(actor, i, alternative));
        let mut run: Vec<Choice> = others.chain(made.iter().copied()).collect();
        if !self.run_again(system, words, &run)
            || system.alternatives(actor) == 0
            || system.alternatives(first.actor()) == 0
        {
            return;
        }
        // What a section does is known when it is made.
        let section = match kind {
            Encounter::Accesses => {
                let mut choices = Vec::new();
                system.choices(&mut choices);
                system.check_state(&choices, &mut self.violations);
                if !self.violations.is_empty() {
                    self.raced.push(sites);
                    visitor.violated(&run, &mut self.violations);
                }
                return;
            }
            Encounter::OwnSection => choice(first.actor(), made.len(), first.alternative),
            Encounter::TheirSection => choice(actor, position, alternative),
        };
        run.push(section);
        self.make_section(system, words, run, visitor);
    }

    /// Makes the last step of a run and, if that is a section with several ways to go
    /// inside, what follows of it in each way.
    fn make_section<S: Reducible>(
        &mut self,
        system: &mut S,
        words: &[u32],
        run: Vec<Choice>,
        visitor: &mut impl Visitor<S>,
    ) {
        let mut footprint = Footprint::default();
        let mut open = vec![run];
        while let Some(run) = open.pop() {
            let Some((&last, before)) = run.split_last() else { continue };
            self.run_again(system, words, before);
            let outcome = system.step(last, &mut self.violations);
            if !self.violations.is_empty() {
                visitor.violated(&run, &mut self.violations);
            }
            if outcome != StepOutcome::Continues {
                continue;
            }
            system.footprint(last.actor(), &mut footprint);
            let alternatives = system.alternatives(last.actor());
            if footprint.unknown && alternatives > 1 {
                let after = |alternative| {
                    run.iter().copied().chain([Choice::new(last.actor(), alternative)]).collect()
                };
                open.extend((0..alternatives).map(after));
            }
        }
    }

    /// Makes choices that were made before; returns true if all of them could be made.
    fn run_again<S: TransitionSystem>(
        &mut self,
        system: &mut S,
        words: &[u32],
        run: &[Choice],
    ) -> bool {
        system.load(words);
        self.steps += run.len() as u64;
        let goes_on =
            |&choice: &Choice| system.step(choice, &mut self.violations) == StepOutcome::Continues;
        let is_whole = run.iter().all(goes_on);
        // What goes wrong on the way is found where it is made.
        self.violations.clear();
        is_whole
    }
}

/// Actors by number: threads, then internal actions.
fn actors(threads: Range<usize>, internals: Range<usize>) -> impl Iterator<Item = Actor> {
    let threads = threads.map(|number| Actor::from(ThreadId(number as u32)));
    threads.chain(internals.map(|number| Actor::from(InternalId(number as u32))))
}

fn add_entries(
    table: &mut Vec<Entry>,
    actor: Actor,
    footprint: &Footprint,
    alternative: u32,
    position: usize,
) {
    let Footprint { touches, unknown, site, .. } = footprint;
    let entry = |touch| Entry { actor, touch, is_last: true, alternative, position, site: *site };
    if *unknown {
        table.push(entry(None));
    }
    table.extend(touches.iter().cloned().map(|touch| entry(Some(touch))));
}

/// True if the order of a step in a table and another can be noticed.
fn meets(entry: &Entry, footprint: &Footprint) -> bool {
    match &entry.touch {
        None => true,
        Some(theirs) => {
            footprint.unknown || footprint.touches.iter().any(|ours| ours.conflicts(theirs))
        }
    }
}
