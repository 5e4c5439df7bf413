//! The engine: unroll, execute, encode, solve, and again.

mod caveats;

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use heddle_engine::{Budget, Claim, Lessons, Question, Turns, Witness};
use heddle_model::{Bound, BoundKind, Limit, Obstacle, Place, Property, Unknown, UnknownKind};
use heddle_program::Program;

use crate::blast::Blaster;
use crate::decode::{End, SolverModel};
use crate::formula::{Formula, formula};
use crate::history::{encode_order, encode_switches};
use crate::loops;
use crate::options::{Concurrency, Options};
use crate::outcome::{CheckError, Outcome, Progress, ProofNotes, Size};
use crate::sat::{self, Cadical, Lit, Solver as _, SolverError};
use crate::simplify::simplify;
use crate::symbolic::executor::{Execution, Harness, Knowledge, Settings, execute};
use crate::term::{Node, Term, Terms};

/// Rounds of loops with which doubling begins, and with which it ends.
const FIRST_UNWIND: u32 = 2;
const LAST_UNWIND: u32 = 32;
/// Rounds of loops that all runs make, while it is being learned what threads share.
const FEW_ROUNDS: u32 = 64;
/// The same, after that.
const MANY_ROUNDS: u32 = 100_000;
/// Calls between two looks at limits while a formula is made.
const WATCH_INTERVAL: u32 = 64;
/// Microseconds that pass between two looks at limits on a usual machine: while the program is
/// executed, while the formula is made, while it becomes clauses, and while it is solved.
const EXECUTE_WORK: u64 = 2000;
const ENCODE_WORK: u64 = 200;
const BLAST_WORK: u64 = 2500;
const SOLVE_WORK: u64 = 150;
/// Terms or constraints that become clauses between two looks at limits.
const BLAST_INTERVAL: usize = 1000;
/// Questions of the solver whether to end, between two looks at limits.
const SOLVER_INTERVAL: u64 = 16;
/// Time between two tellings of progress while the solver works.
const TICK: Duration = Duration::from_secs(1);

/// A reason for which a check ends without having looked at all that it should.
enum Failure {
    /// The question stays open.
    Obstacle(Obstacle),
    /// The question makes no sense.
    Error(CheckError),
}

impl From<CheckError> for Failure {
    fn from(error: CheckError) -> Failure {
        Failure::Error(error)
    }
}

impl From<Unknown> for Failure {
    fn from(unknown: Unknown) -> Failure {
        Failure::Obstacle(unknown.into())
    }
}

impl From<Limit> for Failure {
    fn from(limit: Limit) -> Failure {
        Failure::Obstacle(limit.into())
    }
}

impl From<Box<Obstacle>> for Failure {
    fn from(obstacle: Box<Obstacle>) -> Failure {
        Failure::Obstacle(*obstacle)
    }
}

/// Checks a program that is linked with models.
///
/// The budget is looked at, and `progress` is called, now and then. Nothing is asked that
/// the lessons tell.
///
/// # Errors
/// If the question makes no sense for the program.
pub(crate) fn check(
    program: &Program,
    question: &Question,
    options: &Options,
    budget: &Arc<Budget>,
    lessons: &Lessons,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Outcome, CheckError> {
    let starts = question.world.harness.starts_in(program)?;
    let threads = starts.threads.iter().map(|thread| (thread.function, thread.argument)).collect();
    let settings = Settings {
        properties: question.properties,
        malloc_may_fail: question.world.malloc_may_fail,
        spurious_wakeups: question.world.spurious_wakeups,
        args: question.world.argv(),
        harness: Harness { init: starts.init, threads },
        unwind: options.unwind.limit.unwrap_or(FIRST_UNWIND),
        loops: loops::limits(program, &options.unwind.loops)?,
        known_rounds: FEW_ROUNDS,
    };
    let mut check = Check {
        program,
        options,
        settings,
        watch: Watch { budget, progress },
        lessons,
        knowledge: Knowledge::new(program),
        terms: Terms::new(),
        blaster: None,
        size: Size::default(),
        open_branches: Vec::new(),
        notes: ProofNotes::default(),
    };
    let claim = match check.run() {
        Ok(claim) => claim,
        Err(Failure::Obstacle(obstacle)) => Claim::Open(obstacle),
        Err(Failure::Error(error)) => return Err(error),
    };
    let Check { settings, size, open_branches, notes, .. } = check;
    Ok(Outcome { claim, unwind: settings.unwind, size, open_branches, notes })
}

/// Limits, and someone who wants to know how far it is.
struct Watch<'a> {
    budget: &'a Arc<Budget>,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Watch<'_> {
    /// Tells how far it is; the limit that was reached, if one was, after so much work since the
    /// last time.
    fn look(&mut self, progress: &Progress, work: u64) -> Result<(), Limit> {
        (self.progress)(progress);
        self.budget.reached_after(work).map_or(Ok(()), Err)
    }
}

/// A check under way.
struct Check<'a> {
    program: &'a Program,
    options: &'a Options,
    settings: Settings,
    watch: Watch<'a>,
    lessons: &'a Lessons,
    knowledge: Knowledge,
    /// The terms of all bounds so far.
    terms: Terms,
    /// With the clauses that define them.
    blaster: Option<Blaster<Cadical>>,
    size: Size,
    /// Places of branches that go several ways, for loops that were unrolled so far.
    open_branches: Vec<Option<Place>>,
    /// Notes on a proof.
    notes: ProofNotes,
}

impl Check<'_> {
    fn run(&mut self) -> Result<Claim, Failure> {
        let mut bounded: Option<(Vec<Bound>, u32, Size)> = None;
        loop {
            let claim = match self.attempt() {
                // What was found out before the limit stays true.
                Err(Failure::Obstacle(obstacle))
                    if is_limit(&obstacle)
                        && let Some((bounds, unwind, size)) = bounded =>
                {
                    self.settings.unwind = unwind;
                    self.size = size;
                    return Ok(Claim::Within { bounds, obstacle: Some(obstacle) });
                }
                attempted => attempted?,
            };
            let Claim::Within { bounds, .. } = &claim else { return Ok(claim) };
            if !self.may_go_on() || !bounds.iter().any(|bound| self.is_doubled(bound)) {
                return Ok(claim);
            }
            bounded = Some((bounds.clone(), self.settings.unwind, self.size));
            self.settings.unwind *= 2;
        }
    }

    /// Looks at all runs in which loops go round so often.
    fn attempt(&mut self) -> Result<Claim, Failure> {
        let execution = self.execute()?;
        self.solve(execution)
    }

    /// Executes the program until nothing new is learned.
    fn execute(&mut self) -> Result<Execution, Failure> {
        self.settings.known_rounds = FEW_ROUNDS;
        loop {
            let terms = std::mem::take(&mut self.terms);
            let Check { program, settings, knowledge, watch, size, .. } = self;
            let mut look = |terms: &Terms| {
                let size = Size { terms: terms.count() as u64, ..*size };
                watch.look(&Progress { unwind: settings.unwind, size }, EXECUTE_WORK)
            };
            let before = names_count(knowledge);
            let execution = execute(program, settings, knowledge, terms, &mut look)?;
            // What is there in the end is looked at before all threads have been executed: it must
            // have been met before, objects too.
            if knowledge.learned.take_news() || before != names_count(knowledge) {
                self.terms = execution.terms;
                continue;
            }
            // Loops that go round more often without anyone's doing do so now.
            if !execution.exceeded.is_empty() && settings.known_rounds == FEW_ROUNDS {
                settings.known_rounds = MANY_ROUNDS;
                self.terms = execution.terms;
                continue;
            }
            return Ok(execution);
        }
    }

    /// True if no run has more context switches: it has at most as many as blocks to switch between.
    fn is_enough(&self, execution: &Execution, bound: u32) -> bool {
        let is_free =
            matches!(self.options.concurrency, Concurrency::Switches { turns: Turns::Free, .. });
        let blocks = execution.history.blocks.len() as u64;
        execution.logs.len() == 1 || is_free && u64::from(bound) + 1 >= blocks
    }

    /// The formula of what is asked.
    fn encode(&mut self, execution: &mut Execution) -> Result<Formula, Failure> {
        let properties = self.settings.properties;
        let mut calls = 0u32;
        let mut reached: Option<Limit> = None;
        let mut watch = |terms: &Terms| {
            calls += 1;
            if calls.is_multiple_of(WATCH_INTERVAL) {
                let size = Size { terms: terms.count() as u64, ..self.size };
                let progress = Progress { unwind: self.settings.unwind, size };
                reached = self.watch.look(&progress, ENCODE_WORK).err();
            }
            reached.is_none()
        };
        let formula = simplify(execution, &mut watch).and_then(|()| {
            let Execution { terms, history, .. } = execution;
            let encoding = match self.options.concurrency {
                Concurrency::Order => encode_order(terms, history, &mut watch)?,
                Concurrency::Switches { bound, turns } => {
                    encode_switches(terms, history, bound, turns, &mut watch)?
                }
            };
            formula(self.program, execution, encoding, properties, &mut watch)
        });
        formula.map_err(|error| match reached {
            Some(limit) => limit.into(),
            None => internal(error.to_string()).into(),
        })
    }

    /// Answers what is asked, for loops that are unrolled so far.
    fn solve(&mut self, mut execution: Execution) -> Result<Claim, Failure> {
        let formula = self.encode(&mut execution)?;
        self.size.threads = execution.logs.len() as u32;
        self.size.events = execution.history.events.len() as u64;
        self.size.terms = execution.terms.count() as u64;
        let mut session = SolverSession::new(self, &execution, &formula)?;
        if let Some(witness) = session.find_violation()? {
            return Ok(Claim::Witness(witness));
        }
        if let Some(unknown) = session.find_refused()? {
            return Ok(Claim::Open(unknown.into()));
        }
        let mut bounds = session.find_exceeded()?;
        let open_branches = session.find_open_branches()?;
        // Without threads there is nothing to switch.
        if let Concurrency::Switches { bound, .. } = session.check.options.concurrency
            && !session.check.is_enough(&execution, bound)
        {
            bounds.push(Bound::of_runs(BoundKind::ContextSwitches, bound.into()));
        }
        let is_proof = bounds.is_empty();
        let needs_ending = is_proof && !session.check.lessons.has_ending();
        let vacuity = if needs_ending { session.find_vacuity()? } else { None };
        let questions = session.interrupts.asked.load(Ordering::Relaxed);
        let blaster = session.blaster;
        self.open_branches = open_branches;
        if !is_proof {
            self.blaster = Some(blaster);
            self.terms = execution.terms;
            return Ok(Claim::Within { bounds, obstacle: None });
        }
        let race = self.find_noted_race(&mut execution, formula, blaster, questions)?;
        self.notes = ProofNotes { vacuity, race };
        Ok(Claim::Complete)
    }

    /// True if a bound is one that is doubled: of recursion, or of a loop without a limit of its
    /// own.
    fn is_doubled(&self, bound: &Bound) -> bool {
        let is_given =
            |name: &String| self.options.unwind.loops.iter().any(|(given, _)| given == name);
        match bound.kind {
            BoundKind::LoopRounds => !bound.place.as_ref().is_some_and(is_given),
            BoundKind::CallDepth => true,
            BoundKind::ContextSwitches
            | BoundKind::Steps
            | BoundKind::Supersteps
            | BoundKind::Preemptions
            | BoundKind::SuperstepPreemptions
            | BoundKind::SampledRuns
            | BoundKind::HashBits
            | BoundKind::FieldBits
            | BoundKind::SpinSteps
            | BoundKind::LateFieldBits => false,
        }
    }

    /// True if loops would be unrolled further than so far, if that is not enough.
    fn may_go_on(&self) -> bool {
        self.options.unwind.limit.is_none() && self.settings.unwind < LAST_UNWIND
    }
}

/// The numbers of known threads and objects.
fn names_count(knowledge: &Knowledge) -> (u32, usize) {
    (knowledge.names.thread_count(), knowledge.names.directory().count())
}

/// A formula at a solver.
struct SolverSession<'c, 'a> {
    check: &'c mut Check<'a>,
    execution: &'c Execution,
    formula: &'c Formula,
    blaster: Blaster<Cadical>,
    interrupts: Arc<Interrupts>,
}

/// Interrupts of the solver, which asks for them now and then.
#[derive(Debug)]
struct Interrupts {
    /// The number of times that it has asked, and the last one after which it may go on.
    asked: AtomicU64,
    last: AtomicU64,
}

impl Default for Interrupts {
    fn default() -> Interrupts {
        Interrupts { asked: AtomicU64::default(), last: AtomicU64::new(u64::MAX) }
    }
}

impl<'c, 'a> SolverSession<'c, 'a> {
    fn new(
        check: &'c mut Check<'a>,
        execution: &'c Execution,
        formula: &'c Formula,
    ) -> Result<Self, Failure> {
        let keeps = check.options.cnf.is_some();
        let blaster = match (keeps, check.blaster.take()) {
            (true, _) => Blaster::keeping_clauses(Cadical::new()),
            (false, Some(blaster)) => blaster,
            (false, None) => Blaster::new(Cadical::new()),
        };
        let mut session = SolverSession::with(check, execution, formula, blaster);
        session.blast()?;
        session.watch();
        if keeps {
            session.dump()?;
        }
        Ok(session)
    }

    /// A solver that has got its clauses.
    fn with(
        check: &'c mut Check<'a>,
        execution: &'c Execution,
        formula: &'c Formula,
        blaster: Blaster<Cadical>,
    ) -> Self {
        SolverSession { check, execution, formula, blaster, interrupts: Arc::default() }
    }

    /// Makes clauses of all that will be asked for, a little at a time, so that limits hold.
    fn blast(&mut self) -> Result<(), Failure> {
        let SolverSession { execution, formula, .. } = *self;
        let mut roots: Vec<Term> = formula.constraints.clone();
        roots.extend(&formula.findings);
        roots.extend(formula.races.iter().map(|race| race.condition));
        roots.extend(formula.deadlock);
        roots.extend(execution.refused.iter().map(|refused| refused.condition));
        roots.extend(execution.exceeded.iter().map(|exceeded| exceeded.condition));
        roots.extend(execution.open_branches.iter().map(|branch| branch.condition));
        roots.extend(execution.ends.iter().map(|end| end.condition));
        // Operands come before what is made of them; words have literals in any case.
        let words = reachable(&execution.terms, &roots);
        for (number, &word) in words.iter().enumerate() {
            while !self.blaster.prepare(&execution.terms, word, BLAST_INTERVAL) {
                self.tell(BLAST_WORK)?;
            }
            if number.is_multiple_of(BLAST_INTERVAL) {
                self.tell(BLAST_WORK)?;
            }
        }
        // What is asserted for ever is easier to solve.
        match self.check.may_go_on() && !execution.exceeded.is_empty() {
            true => self.blaster.begin_round(),
            false => self.blaster.end_round(),
        }
        for (number, &constraint) in formula.constraints.iter().enumerate() {
            self.blaster.assert(&execution.terms, constraint);
            if number.is_multiple_of(BLAST_INTERVAL) {
                self.tell(BLAST_WORK)?;
            }
        }
        Ok(())
    }

    /// Has the solver end at a limit.
    fn watch(&mut self) {
        let interrupts = Arc::clone(&self.interrupts);
        let budget = Arc::clone(self.check.watch.budget);
        self.blaster.solver_mut().interrupt_when(Box::new(move || {
            let Interrupts { asked, last } = &*interrupts;
            let asked = asked.fetch_add(1, Ordering::Relaxed) + 1;
            let is_over =
                asked.is_multiple_of(SOLVER_INTERVAL) && budget.reached_after(SOLVE_WORK).is_some();
            is_over || asked > last.load(Ordering::Relaxed)
        }));
    }

    /// Writes the formula that asks for a violation.
    fn dump(&mut self) -> Result<(), Failure> {
        let Some(path) = &self.check.options.cnf else { return Ok(()) };
        let mut all: Vec<Term> = self.formula.findings.clone();
        all.extend(self.formula.races.iter().map(|race| race.condition));
        all.extend(self.formula.deadlock);
        let failed = |source| CheckError::Dump { path: path.clone(), source };
        let mut file = BufWriter::new(File::create(path).map_err(failed)?);
        let asked = self.blaster.any_of(&self.execution.terms, &all);
        self.blaster.write_dimacs_with(&[asked], &mut file).map_err(failed)?;
        file.flush().map_err(failed)?;
        Ok(())
    }

    /// Asks the solver if something of these can happen.
    fn ask(&mut self, any: &[Term]) -> Result<bool, Failure> {
        let answer = self.ask_for(any, u64::MAX)?;
        answer.ok_or_else(|| internal("the solver ends for no reason".to_owned()).into())
    }

    /// Asks the solver if something of these can happen; none if it has not found out before it
    /// would have looked at interrupts so many times.
    fn ask_for(&mut self, any: &[Term], most: u64) -> Result<Option<bool>, Failure> {
        let possible: Vec<Term> = any.iter().copied().filter(|&term| term != Term::FALSE).collect();
        if possible.is_empty() {
            return Ok(Some(false));
        }
        let asked = self.blaster.any_of(&self.execution.terms, &possible);
        let interrupts = Arc::clone(&self.interrupts);
        let last = interrupts.asked.load(Ordering::Relaxed).saturating_add(most);
        interrupts.last.store(last, Ordering::Relaxed);
        loop {
            self.tell(0)?;
            match self.search(asked)? {
                sat::Answer::Satisfiable => return Ok(Some(true)),
                sat::Answer::Unsatisfiable => break,
                sat::Answer::Interrupted if interrupts.asked.load(Ordering::Relaxed) > last => {
                    return Ok(None);
                }
                // By a limit that no longer holds.
                sat::Answer::Interrupted => {}
            }
        }
        for term in possible {
            self.blaster.assert_not(&self.execution.terms, term);
        }
        self.tell(0)?;
        Ok(Some(false))
    }

    /// Has the solver search for a model in which a literal holds, and tells progress meanwhile.
    ///
    /// The solver has a thread of its own for that: one that pauses to tell begins some of its
    /// work anew, and where the pause falls would decide how long it takes.
    fn search(&mut self, asked: Lit) -> Result<sat::Answer, Failure> {
        let SolverSession { check, blaster, .. } = self;
        let progress = Progress { unwind: check.settings.unwind, size: check.size };
        let answer = thread::scope(|scope| {
            let (working, is_done) = mpsc::channel::<()>();
            let solver = scope.spawn(move || {
                let _working = working;
                blaster.solve_literal(asked)
            });
            while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                (check.watch.progress)(&progress);
            }
            solver.join().unwrap_or_else(|panic| resume_unwind(panic))
        });
        answer.map_err(failure)
    }

    /// Tells how far it is, and looks whether to go on, after so much work.
    fn tell(&mut self, work: u64) -> Result<(), Failure> {
        let made = self.blaster.size();
        self.check.size.variables = made.variables;
        self.check.size.clauses = made.clauses;
        self.check.size.conflicts = self.blaster.solver().statistics().conflicts;
        let (unwind, size) = (self.check.settings.unwind, self.check.size);
        Ok(self.check.watch.look(&Progress { unwind, size }, work)?)
    }

    fn model(&self) -> SolverModel<'c> {
        let values = self.blaster.model(&self.execution.terms);
        SolverModel::new(self.execution, self.formula, &values)
    }

    /// A run that goes wrong.
    fn find_violation(&mut self) -> Result<Option<Witness>, Failure> {
        let races: Vec<Term> = self.formula.races.iter().map(|race| race.condition).collect();
        let all: Vec<Term> = self.formula.findings.iter().copied().chain(races).collect();
        if self.ask(&all)? {
            return self.earliest().map(Some);
        }
        let deadlock: Vec<Term> = self.formula.deadlock.into_iter().collect();
        if self.ask(&deadlock)? {
            return Ok(Some(self.model().witness(Property::Deadlock, End::Deadlock)));
        }
        Ok(None)
    }

    /// The earliest violation of the run of the solver's model.
    fn earliest(&self) -> Result<Witness, Failure> {
        let model = self.model();
        let findings = self.execution.findings.iter().zip(&self.formula.findings);
        let findings = findings.filter(|(_, happens)| model.holds(**happens));
        let findings = findings.map(|(finding, _)| {
            (
                model.time(finding.position.block),
                finding.property,
                End::LogPosition(finding.position),
            )
        });
        let races = self.formula.races.iter().filter(|race| model.holds(race.condition));
        let races = races.map(|race| {
            let block = |event: usize| self.execution.history.events[event].block;
            let time = model.time(block(race.first)).min(model.time(block(race.second)));
            (time, Property::DataRace, End::Race(race.first, race.second))
        });
        // Of those at one time, the first on the log.
        let order = |end: &End| match end {
            End::LogPosition(position) => position.entries,
            End::Race(..) | End::Deadlock => 0,
        };
        let earliest = findings.chain(races).min_by_key(|(time, _, end)| (*time, order(end)));
        let (_, property, end) = earliest.ok_or_else(no_reason)?;
        Ok(model.witness(property, end))
    }

    /// Something that a run comes to and that cannot be followed.
    fn find_refused(&mut self) -> Result<Option<Unknown>, Failure> {
        let all: Vec<Term> =
            self.execution.refused.iter().map(|refused| refused.condition).collect();
        if !self.ask(&all)? {
            return Ok(None);
        }
        let model = self.model();
        let refused = self.execution.refused.iter().find(|refused| model.holds(refused.condition));
        Ok(Some(refused.map_or_else(no_reason, |refused| refused.unknown.clone())))
    }

    /// Bounds that runs exceed.
    fn find_exceeded(&mut self) -> Result<Vec<Bound>, Failure> {
        let exceeded = &self.execution.exceeded;
        let bounds = exceeded.iter().enumerate();
        let bounds = bounds.map(|(i, exceeded)| (exceeded.condition, self.bound(i))).collect();
        let mut found = Vec::new();
        self.find_all(bounds, &mut found)?;
        Ok(found)
    }

    /// Places where a branch goes several ways in some run. A limit does not take back what was
    /// shown before: it is left open then which of the branches do.
    fn find_open_branches(&mut self) -> Result<Vec<Option<Place>>, Failure> {
        let branches = self.execution.open_branches.iter();
        let branches = branches.filter(|branch| branch.condition != Term::FALSE);
        let branches: Vec<(Term, Option<Place>)> =
            branches.map(|branch| (branch.condition, branch.place.clone())).collect();
        let mut found = Vec::new();
        if let Err(failure) = self.find_all(branches.clone(), &mut found) {
            caveats::left_out(failure)?;
            found.extend(branches.into_iter().map(|(_, place)| place));
            found.sort();
            found.dedup();
        }
        Ok(found)
    }

    /// Finds the names of all conditions that hold in some run; what is found before a limit is
    /// kept.
    fn find_all<T: Ord>(
        &mut self,
        mut open: Vec<(Term, T)>,
        found: &mut Vec<T>,
    ) -> Result<(), Failure> {
        loop {
            let all: Vec<Term> = open.iter().map(|(condition, _)| *condition).collect();
            if !self.ask(&all)? {
                return Ok(());
            }
            let model = self.model();
            let (now, rest): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(condition, _)| model.holds(*condition));
            if now.is_empty() {
                return Err(no_reason().into());
            }
            found.extend(now.into_iter().map(|(_, name)| name));
            found.sort();
            found.dedup();
            // What has been named need not be named again.
            open = rest;
            open.retain(|(_, name)| found.binary_search(name).is_err());
        }
    }

    /// The bound that some runs exceed.
    fn bound(&self, index: usize) -> Bound {
        let exceeded = self.execution.exceeded[index];
        let program = self.check.program;
        let (kind, place) = match exceeded.head {
            Some(head) => (BoundKind::LoopRounds, loops::name(program, exceeded.function, head)),
            None => {
                let name = program.functions[exceeded.function].source_name.clone();
                (BoundKind::CallDepth, name)
            }
        };
        Bound { kind, place: Some(place), number: exceeded.limit.into() }
    }
}

/// The words of arithmetic and choices that some terms are made of, in their order.
fn reachable(terms: &Terms, roots: &[Term]) -> Vec<Term> {
    let mut is_seen = vec![false; terms.count()];
    let mut stack = roots.to_vec();
    let mut words = Vec::new();
    while let Some(term) = stack.pop() {
        if !std::mem::replace(&mut is_seen[term.index()], true) {
            let is_word = terms.width(term) > 1
                && matches!(terms.node(term), Node::Binary(..) | Node::Ite(..));
            words.extend(is_word.then_some(term));
            stack.extend(terms.operands(term));
        }
    }
    words.sort_unstable();
    words
}

/// True if more time, memory or room would have let the check go on.
fn is_limit(obstacle: &Obstacle) -> bool {
    match obstacle {
        Obstacle::Limit(_) => true,
        Obstacle::Unknown(unknown) => unknown.kind == UnknownKind::Limit,
    }
}

fn internal(reason: String) -> Unknown {
    Unknown { kind: UnknownKind::Internal, reason, place: None }
}

/// The solver has a model in which nothing happens that it was asked for.
fn no_reason() -> Unknown {
    internal("the solver's model does not show what it was asked for".to_owned())
}

fn failure(error: SolverError) -> Failure {
    match error {
        SolverError::OutOfMemory => Limit::SolverMemory.into(),
        SolverError::Failed(_) => internal(error.to_string()).into(),
    }
}
