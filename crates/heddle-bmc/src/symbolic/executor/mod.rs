//! Executes a program, thread by thread, on terms.
//!
//! Each thread is executed by itself, all its paths at once: paths that meet are merged, so that
//! each instruction is executed once for each way in which it is called and each round of the loops
//! around it. What other threads do shows only in what reads of shared memory find, which is
//! left open here: they are events of a [`History`].
//!
//! The rooms: [`activation`] executes calls of functions and decides what comes next, [`call`]
//! makes calls, [`access`] touches memory and [`shared`] what of it threads share, [`bulk`]
//! copies and fills, [`stack`] has stack objects, [`unwind`] ends calls by exceptions, [`threads`]
//! creates and ends threads, [`native`] does what the machine does itself, [`print`] what is left of printing, and
//! [`leaks`] looks for memory that is lost.
//!
//! # What holds
//! - A guard is true in a run if and only if the run comes there, unless something went wrong
//!   before: what is looked for does not stop a path, since the earliest violation is told. What
//!   is not looked for stops it.
//! - A thread that waits for ever, or gives up, just has no further events.

mod access;
mod activation;
mod bulk;
mod call;
mod leaks;
mod native;
mod open_branch;
mod print;
mod shared;
mod stack;
mod threads;
mod unwind;

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use foldhash::fast::FixedState;
use heddle_model::{Limit, Obstacle, Place, Property, PropertySet, Unasked, Unknown, UnknownKind};
use heddle_program::{FuncId, Function, LocationId, Origin, Pc, Program, ScopeKind};

use super::execution_log::{Action, LogEntry, ThreadLog};
use super::flow::{Flow, Point};
use super::learned::{Learned, PointsTo};
use super::memory::{Addressing, Memory, ObjectId, Resolver};
use super::names::{Context, Names, Site};
use super::path::World;
use super::unknowns::{SiteKey, Unknowns};
use crate::history::{AtomicBlockId, CellId, History};
use crate::term::{Term, Terms, Variable};
use threads::Spawn;
use unwind::Flight;

/// The functions that are run in the place of `main`, in a program without one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Harness {
    /// The function to call first. It takes no arguments.
    pub(crate) init: Option<FuncId>,
    /// The functions to start threads with, and their arguments.
    pub(crate) threads: Vec<(FuncId, u64)>,
}

/// Options of an execution.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Properties that are checked.
    pub(crate) properties: PropertySet,
    /// True if allocations may fail.
    pub(crate) malloc_may_fail: bool,
    /// True if waits on condition variables may end spuriously.
    pub(crate) spurious_wakeups: bool,
    /// The program's name and arguments.
    pub(crate) args: Vec<String>,
    /// Functions that are run in the place of `main`.
    pub(crate) harness: Harness,
    /// Most rounds of a loop, and depth of recursion.
    pub(crate) unwind: u32,
    /// Most rounds of some loops.
    pub(crate) loops: HashMap<(FuncId, Pc), u32, FixedState>,
    /// Most rounds of a loop that every run makes.
    pub(crate) known_rounds: u32,
}

/// Something that may go wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    /// The property that is violated.
    pub(crate) property: Property,
    /// Condition under which a run violates it.
    pub(crate) violated: Term,
    /// Position of the violation in the thread's log.
    pub(crate) position: LogPosition,
}

/// A position in the log of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LogPosition {
    /// The thread.
    pub(crate) thread: u32,
    /// The block that it is in, or that comes before it in the order of the program.
    pub(crate) block: AtomicBlockId,
    /// Number of entries of the thread's log before it.
    pub(crate) entries: usize,
    /// Instructions after them.
    pub(crate) extra: u32,
}

/// Something that cannot be followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    /// Condition under which a run comes there.
    pub(crate) condition: Term,
    /// The last block before it.
    pub(crate) block: AtomicBlockId,
    /// The unknown verdict that it leads to.
    pub(crate) unknown: Unknown,
}

/// A bound that runs may exceed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exceeded {
    /// Condition under which a run exceeds it.
    pub(crate) condition: Term,
    /// The last block before it.
    pub(crate) block: AtomicBlockId,
    /// The function.
    pub(crate) function: FuncId,
    /// The head of a loop; or else the function calls itself.
    pub(crate) head: Option<Pc>,
    /// The bound: most rounds or calls.
    pub(crate) limit: u32,
}

/// An operation that a thread can only make when something holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wait {
    /// Condition under which a run comes there.
    pub(crate) guard: Term,
    /// Condition under which the thread can go on.
    pub(crate) enabled: Term,
    /// The number plus one of the thread that alone can end the wait, of 32 bits; or zero.
    pub(crate) holder: Term,
    /// The step in which it looks.
    pub(crate) position: LogPosition,
}

/// The accesses that an access can race with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Racing {
    /// With any access that is no part of the machine's own operations.
    Plain,
    /// With plain ones.
    Atomic,
    /// With none: it is the machine's, or no access at all.
    Never,
}

/// Properties of an event beside those in the history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EventInfo {
    /// The accesses that it can race with.
    pub(crate) racing: Racing,
    /// True if it stands for a write that its instruction may make later.
    pub(crate) stores_later: bool,
    /// True if it is part of an atomic section of the program, and so never about to happen.
    pub(crate) in_section: bool,
    /// True if its instruction may have to wait.
    pub(crate) may_wait: bool,
    /// Number of entries of the thread's log before its instruction.
    pub(crate) entries: usize,
    /// Instructions that are made after them, without its own.
    pub(crate) instructions: u32,
    /// Location in the user's code.
    pub(crate) location: Option<LocationId>,
}

/// A branch that goes several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenBranch {
    /// Condition under which a run comes there and what it depends on was never written.
    pub(crate) condition: Term,
    /// The last atomic block before it.
    pub(crate) block: AtomicBlockId,
    /// Its place.
    pub(crate) place: Option<Place>,
}

/// An end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RunEnd {
    /// Condition under which a run comes to it.
    pub(crate) condition: Term,
    /// The last atomic block before it.
    pub(crate) block: AtomicBlockId,
    /// The place of the assumption that the run does not meet; none if the program ends.
    pub(crate) unmet: Option<Place>,
}

/// Result of executing a program: everything that the formula is made of.
#[derive(Debug)]
pub(crate) struct Execution {
    /// All terms.
    pub(crate) terms: Terms,
    /// Accesses of threads to what they share.
    pub(crate) history: History,
    /// Properties of each event.
    pub(crate) events: Vec<EventInfo>,
    /// The execution log of each thread.
    pub(crate) logs: Vec<ThreadLog>,
    /// For each thread, the condition under which it is created.
    pub(crate) created: Vec<Term>,
    /// Possible violations.
    pub(crate) findings: Vec<Finding>,
    /// Constructs on some path that the engine cannot follow.
    pub(crate) refused: Vec<Refused>,
    /// Branches on what nobody wrote, which go several ways.
    pub(crate) open_branches: Vec<OpenBranch>,
    /// Ends of runs.
    pub(crate) ends: Vec<RunEnd>,
    /// Bounds that runs may exceed.
    pub(crate) exceeded: Vec<Exceeded>,
    /// Places where threads may wait.
    pub(crate) waits: Vec<Wait>,
    /// Terms that hold in all runs.
    pub(crate) facts: Vec<Term>,
    /// Groups that runs leave unfinished, and whether they do: nobody sees what comes of them.
    pub(crate) unfinished: Vec<(Term, AtomicBlockId)>,
}

/// A reason for which an execution ends before its end.
pub(crate) type Halt = Box<Obstacle>;
/// Result of a part of an execution.
pub(crate) type Done<T> = Result<T, Halt>;

/// The call that an instruction is part of.
struct Frame<'p> {
    func: FuncId,
    function: &'p Function,
    context: Context,
    /// The area of its variable arguments.
    varargs: Option<ObjectId>,
    /// Number of stack objects of the calls around it.
    first_object: usize,
}

/// Position of the execution in the program.
struct Here<'a, 'p> {
    frame: &'a Frame<'p>,
    pc: Pc,
    point: &'a Point,
}

impl Here<'_, '_> {
    fn site(&self) -> Site {
        Site { context: self.frame.context, pc: self.pc, point: self.point.clone() }
    }
}

/// A call under way.
struct Call {
    func: FuncId,
    /// The instruction that it is at.
    site_key: SiteKey,
    /// The guard when it began.
    guard: Term,
    /// Content of its slots that are live across the call that it makes.
    live: Vec<Term>,
    /// Depth of the recursion, not counting calls that are made by every run which made the call
    /// before.
    depth: u32,
    /// Number of stack objects of the calls around it.
    first_object: usize,
}

/// A shared cell.
struct Cell {
    /// The kinds of its bits. For each kind but 0, its term has a bit above the others that says
    /// whether those of that kind are undefined.
    kinds: Vec<u8>,
}

/// Facts about a program that earlier passes found and later ones use.
#[derive(Debug)]
pub(crate) struct Knowledge {
    /// Names of the objects, threads and calls that it makes.
    pub(crate) names: Names,
    /// Sharing of objects among threads, and points-to sets.
    pub(crate) learned: Learned,
    /// The variables for what is not known.
    pub(crate) unknowns: Unknowns,
}

impl Knowledge {
    /// Nothing yet, of a program.
    pub(crate) fn new(program: &Program) -> Knowledge {
        let addressing = Addressing::of(program.target.pointer_bytes);
        Knowledge {
            names: Names::new(addressing),
            learned: Learned::new(addressing.pointer_bytes()),
            unknowns: Unknowns::default(),
        }
    }
}

/// A callback that checks limits: an error ends the execution.
pub(crate) type LimitCheck<'a> = &'a mut dyn FnMut(&Terms) -> Result<(), Limit>;

/// A pass over a program.
pub(crate) struct Executor<'p, 'a> {
    program: &'p Program,
    settings: &'a Settings,
    names: &'a mut Names,
    learned: &'a mut Learned,
    unknowns: &'a mut Unknowns,
    check_limits: LimitCheck<'a>,
    flows: HashMap<FuncId, Rc<Flow>, FixedState>,
    out: Execution,
    resolver: Resolver,
    /// Points-to sets of the variables that stand for the results of reads.
    symbols: HashMap<Variable, PointsTo, FixedState>,
    cells: HashMap<(ObjectId, u32, u32), CellId, FixedState>,
    cell_list: Vec<Cell>,
    /// The cells that say whether objects are dead.
    deaths: HashMap<ObjectId, CellId, FixedState>,
    /// Memory when the program begins.
    initial: Memory,
    /// Variables without a content that is known, each with the reason.
    missing: HashMap<ObjectId, (UnknownKind, String), FixedState>,
    /// Objects that are made before other threads are created.
    born_alone: HashSet<ObjectId, FixedState>,
    /// The block of the instruction that is executed, if it has one.
    access_block: Option<AtomicBlockId>,
    spawned: VecDeque<Spawn>,
    /// The thread that is executed.
    thread: u32,
    /// Its last block.
    last_block: AtomicBlockId,
    /// Its calls.
    frames: Vec<Call>,
    /// Its paths that an exception has taken out of calls.
    flights: Vec<Flight>,
    /// Instructions since the last log entry.
    instructions: u32,
    /// Log entries before the instruction that is executed, and instructions after them.
    before: (usize, u32),
    /// Number of frames that belong to C models.
    model_frames: u32,
    operations: u64,
    /// Number of terms when the limits were last checked.
    checked_at: usize,
    /// Targets to which the last branch cannot go.
    avoided: Vec<Pc>,
    /// Number of the thread's paths beside the one that is executed.
    open_paths: usize,
    joins: Vec<threads::Join>,
    /// The blocks with which threads exit, and whether they do so.
    exits: Vec<(u32, AtomicBlockId, Term)>,
}

/// Instructions between two checks of the limits, and terms.
const CHECK_INTERVAL: u64 = 4096;
const CHECKED_TERMS: usize = 1 << 16;

/// Executes a program, on terms of which there may be some.
pub(crate) fn execute<'p>(
    program: &'p Program,
    settings: &Settings,
    knowledge: &mut Knowledge,
    terms: Terms,
    check_limits: LimitCheck<'_>,
) -> Done<Execution> {
    let Knowledge { names, learned, unknowns } = knowledge;
    unknowns.begin_pass();
    let out = Execution {
        terms,
        history: History::default(),
        events: Vec::new(),
        logs: Vec::new(),
        created: Vec::new(),
        findings: Vec::new(),
        refused: Vec::new(),
        open_branches: Vec::new(),
        ends: Vec::new(),
        exceeded: Vec::new(),
        waits: Vec::new(),
        facts: Vec::new(),
        unfinished: Vec::new(),
    };
    let mut executor: Executor<'p, '_> = Executor {
        program,
        settings,
        names,
        learned,
        unknowns,
        check_limits,
        flows: HashMap::default(),
        out,
        resolver: Resolver::default(),
        symbols: HashMap::default(),
        cells: HashMap::default(),
        cell_list: Vec::new(),
        deaths: HashMap::default(),
        initial: Memory::default(),
        missing: HashMap::default(),
        born_alone: HashSet::default(),
        access_block: None,
        spawned: VecDeque::new(),
        thread: 0,
        last_block: AtomicBlockId(0),
        frames: Vec::new(),
        flights: Vec::new(),
        instructions: 0,
        before: (0, 0),
        model_frames: 0,
        operations: 0,
        checked_at: 0,
        avoided: Vec::new(),
        open_paths: 0,
        joins: Vec::new(),
        exits: Vec::new(),
    };
    executor.run()?;
    Ok(executor.out)
}

impl<'p> Executor<'p, '_> {
    fn run(&mut self) -> Done<()> {
        self.start_main()?;
        while let Some(spawn) = self.spawned.pop_front() {
            self.run_thread(spawn)?;
        }
        self.link_joins();
        self.settle_numbers();
        Ok(())
    }

    /// The data model of the program.
    fn addressing(&self) -> Addressing {
        self.names.directory().addressing()
    }

    /// Bytes of a pointer.
    fn pointer_bytes(&self) -> u32 {
        self.addressing().pointer_bytes()
    }

    fn flow(&mut self, func: FuncId) -> Rc<Flow> {
        let function = &self.program.functions[func];
        Rc::clone(self.flows.entry(func).or_insert_with(|| Rc::new(Flow::new(function))))
    }

    /// Counts an instruction, and asks whether to go on now and then.
    fn tick(&mut self) -> Done<()> {
        if self.model_frames == 0 {
            self.note_before();
            self.instructions += 1;
        }
        self.operations += 1;
        let terms = self.out.terms.count();
        if self.operations.is_multiple_of(CHECK_INTERVAL) || terms > self.checked_at + CHECKED_TERMS
        {
            self.checked_at = terms;
            (self.check_limits)(&self.out.terms).map_err(|limit| Box::new(limit.into()))?;
        }
        Ok(())
    }

    /// Notes what comes before an instruction of the machine's.
    fn note_before(&mut self) {
        self.before = (self.thread_log().len(), self.instructions);
    }

    /// A variable for something that is not known here.
    fn unknown(&mut self, width: u32) -> Term {
        let terms = &mut self.out.terms;
        match self.frames.last() {
            Some(call) => self.unknowns.variable(terms, call.site_key, width),
            None => terms.variable(width),
        }
    }

    fn thread_log(&mut self) -> &mut ThreadLog {
        &mut self.out.logs[self.thread as usize]
    }

    /// Adds an action to the thread's log, with the instructions before it.
    fn log(&mut self, guard: Term, action: Action) {
        let instructions = std::mem::take(&mut self.instructions);
        if action != Action::Instructions || instructions != 0 {
            self.thread_log().push(LogEntry { guard, instructions, action });
        }
    }

    /// The current position, after the instructions that were counted.
    fn position(&mut self, world: &World) -> LogPosition {
        self.log(world.guard, Action::Instructions);
        let block = self.block_before(world);
        let (entries, extra) = (self.thread_log().len(), u32::from(world.in_step));
        LogPosition { thread: self.thread, block, entries, extra }
    }

    /// The block that a path is in, or that comes before it in the order of the program.
    fn block_before(&self, world: &World) -> AtomicBlockId {
        world.section.map_or(self.last_block, |section| section.block)
    }

    /// Restricts a path to runs in which a condition holds.
    fn restrict(&mut self, world: &mut World, condition: Term) {
        if condition != Term::TRUE {
            self.log(world.guard, Action::Instructions);
            let gives_up = self.out.terms.not(condition);
            self.give_up(world, gives_up);
            world.guard = self.out.terms.and(world.guard, condition);
        }
    }

    /// Ends a path under a condition; a section that it is in stays unfinished.
    fn give_up(&mut self, world: &World, condition: Term) {
        if let Some(section) = world.section {
            let ends = self.out.terms.and(world.guard, condition);
            self.out.unfinished.push((ends, section.block));
        }
    }

    /// Records that a property is violated under a condition, or refuses or cuts off such runs if
    /// it is not checked.
    fn fault(&mut self, world: &mut World, property: Property, condition: Term) {
        let violated = self.out.terms.and(world.guard, condition);
        if violated == Term::FALSE {
            return;
        }
        if self.settings.properties.contains(property) {
            let position = self.position(world);
            self.out.findings.push(Finding { property, violated, position });
            if condition == Term::TRUE {
                world.guard = Term::FALSE;
            }
            return;
        }
        let (kind, reason) = match property.unasked() {
            Unasked::EndsRun => {
                let goes_on = self.out.terms.not(condition);
                return self.restrict(world, goes_on);
            }
            Unasked::UndefinedBehavior => (
                UnknownKind::UndefinedBehavior,
                format!(
                    "something goes wrong that is a matter of '{property}', which was not asked for"
                ),
            ),
            Unasked::OpenValue => {
                (UnknownKind::OpenValue, "the run depends on an uninitialized value".to_owned())
            }
        };
        self.refuse_if(world, condition, kind, reason);
    }

    /// Refuses to follow the runs of a path in which a condition holds.
    fn refuse_if(&mut self, world: &mut World, condition: Term, kind: UnknownKind, reason: String) {
        let comes = self.out.terms.and(world.guard, condition);
        if comes == Term::FALSE {
            return;
        }
        let unknown = Unknown { kind, reason, place: self.place() };
        let block = self.block_before(world);
        self.out.refused.push(Refused { condition: comes, block, unknown });
        let goes_on = self.out.terms.not(condition);
        self.restrict(world, goes_on);
    }

    /// Refuses to follow a path.
    fn refuse(&mut self, world: &mut World, reason: impl Into<String>) {
        self.refuse_if(world, Term::TRUE, UnknownKind::Unsupported, reason.into());
    }

    /// Refuses a path that comes to where none should: rather no verdict than a wrong one.
    fn lose(&mut self, world: &mut World, what: &str) {
        let reason = format!("the engine lost its way: {what}");
        self.refuse_if(world, Term::TRUE, UnknownKind::Internal, reason);
    }

    /// Location in the user's code of the instruction that is executed.
    fn location(&self) -> Option<LocationId> {
        let user = |call: &&Call| self.program.functions[call.func].origin == Origin::User;
        let &Call { func, site_key, .. } = self.frames.iter().rev().find(user)?;
        location_of(self.program, func, site_key.pc)
    }

    fn place(&self) -> Option<Place> {
        self.location().map(|id| place_of(self.program, id))
    }
}

/// The source location of an instruction; of an instruction without one, that of the nearest
/// instruction before it.
pub(crate) fn location_of(program: &Program, func: FuncId, pc: Pc) -> Option<LocationId> {
    let function = &program.functions[func];
    let known =
        |pc: usize| function.locations[pc].filter(|&id| program.source.locations[id].line != 0);
    let before = || (0..pc as usize).rev().find_map(known);
    let found = known(pc as usize).or_else(before).or(function.location)?;
    Some(program.source.outside_library(found))
}

/// A location in words.
pub(crate) fn place_of(program: &Program, id: LocationId) -> Place {
    let source = &program.source;
    let location = source.locations[id];
    let mut scope = Some(location.scope);
    let mut function = String::new();
    while let Some(current) = scope.map(|id| &source.scopes[id]) {
        if let ScopeKind::Function { name } = &current.kind {
            function.clone_from(name);
            break;
        }
        scope = current.parent;
    }
    let file = source.files[location.file].path.clone();
    Place { file, line: location.line, column: location.column, function }
}
