//! Assumptions that a verdict rests on.
//!
//! Each is a value here, and a phrase in the command line. Those about the program's world are
//! the same whichever engine answers; the others are added by the engines.

use heddle_model::{Place, Property, PropertySet};
use heddle_program::Program;

use crate::{Harness, Question, World};

/// The order in which states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitOrder {
    /// All runs of some length before any that is longer.
    BreadthFirst,
    /// The newest state first.
    DepthFirst,
    /// The state with the greatest metric first.
    BestFirst,
    /// Any state.
    Random,
    /// Runs with fewer preemptions first.
    FewestPreemptions,
}

/// The way in which states that were seen are recognised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matching {
    /// Exactly.
    Exact,
    /// Exactly, and by a few bits after memory ran short.
    ExactThenBits,
    /// By a hash.
    Hash,
    /// By a few bits.
    Bits,
}

/// A scheduler of random runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampleMethod {
    /// Random walks.
    Random,
    /// Random priorities, with few changes.
    Pct {
        /// The depth of the bugs for which it has a guarantee.
        depth: u32,
    },
    /// Partial order sampling.
    Pos,
}

/// A random sample of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The scheduler.
    pub method: SampleMethod,
    /// The seed.
    pub seed: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Runs that were cut off where they were too long.
    pub cut: u64,
    /// The most threads that were met, internal actions included.
    pub threads: u64,
    /// Steps that no run was longer than.
    pub steps: u64,
    /// Runs that were made since it is known that there are so many threads and steps.
    pub counted: u64,
    /// Some step had several alternatives.
    pub has_alternatives: bool,
}

impl Sample {
    /// The chance to miss a bug of the depth of the scheduler, if it has a guarantee, the bug does not depend on
    /// alternatives of steps, and no run has more threads and steps than were met: each run finds it with a chance
    /// of at least 1 / (n (k+d-1)^(d-1)) (Burckhardt et al., "A randomized scheduler with probabilistic guarantees
    /// of finding bugs", ASPLOS 2010; the d-1 changes of priorities count like steps).
    pub fn chance_of_missing(&self) -> Option<f64> {
        let SampleMethod::Pct { depth } = self.method else { return None };
        if self.cut != 0 {
            return None;
        }
        let changes = depth.saturating_sub(1);
        let moments = (self.steps.max(1) + u64::from(changes)) as f64;
        let chance = 1.0 / (self.threads.max(1) as f64 * moments.powi(changes as i32));
        // One thread finds everything at once: the logarithm of zero times no run is no number.
        Some(if self.counted == 0 { 1.0 } else { ((-chance).ln_1p() * self.counted as f64).exp() })
    }
}

/// The part of all interleavings that was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All of them, within the bounds of the verdict.
    All,
    /// Those before the first violation.
    UntilViolation,
    /// Those before a limit was reached.
    UntilLimit,
}

/// The point at which a step ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepEnd {
    /// After every instruction.
    Instruction,
    /// At accesses to memory.
    MemoryAccess,
    /// At accesses to what threads share.
    SharedAccess,
    /// At points that another thread could notice.
    Noticeable,
    /// At calls of the library of threads.
    ThreadCall,
    /// At calls of the library of threads, and at accesses to memory.
    ThreadCallOrAccess,
}

/// The thread that goes on after a context switch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Turns {
    /// The threads in the order of their numbers, again and again.
    Robin,
    /// Any thread.
    #[default]
    Free,
}

/// A reason for which every instruction has to be a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refinement {
    /// A proposition may change at any step.
    Proposition(String),
    /// A formula tells apart how often something holds in a row.
    Stuttering(String),
    /// The automaton of a file may tell that apart.
    Automaton(String),
}

/// A reason for which threads are told apart in all states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToldApart {
    /// Formulas and fairness are about single threads.
    Formulas,
    /// The program says itself which states are equal.
    Abstraction,
    /// Something was looked at by which threads are known that had changed places.
    Refuted,
    /// The machine can do no better.
    Machine(heddle_machine::SymmetryObstacle),
}

/// Something that a verdict rests on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumption {
    /// Only violations of these properties were looked for.
    LookedFor(PropertySet),
    /// States were explored one by one.
    ExplicitSearch {
        /// The part of all interleavings.
        extent: Extent,
        /// The order.
        order: VisitOrder,
        /// The storage.
        matching: Matching,
    },
    /// Executions were explored one by one, each once up to the order of steps that do not notice
    /// each other.
    StatelessSearch {
        /// The part of all executions.
        extent: Extent,
    },
    /// Runs within a bound on preemptions were explored one by one, without those that differ from
    /// others, with no more preemptions, in the order of steps that do not notice each other only.
    RunByRun {
        /// The part of all runs.
        extent: Extent,
    },
    /// A random sample of runs was made.
    Sampled(Sample),
    /// Steps end there.
    Steps(StepEnd),
    /// The program's own code was run, with the C library of this machine.
    NativeCode,
    /// The program uses bytes of locks as data, or posts a semaphore at its maximum, so reductions
    /// relied on less than usual.
    RefutedLockAssumption,
    /// Addresses have 32 bits: an access far outside of its object may hit another.
    NarrowAddresses,
    /// All runs and inputs were one formula.
    Formula,
    /// The formula has one order of all shared accesses.
    OrderEncoding,
    /// The formula has blocks between context switches.
    SwitchesEncoding {
        /// Most context switches.
        bound: u32,
        /// The thread of the next block.
        turns: Turns,
    },
    /// Loops and recursion were unrolled.
    Unrolled {
        /// Up to so many rounds.
        rounds: u32,
        /// The limit for all of them, if one was given.
        limit: Option<u32>,
        /// Limits for some loops, by name.
        loops: Vec<(String, u32)>,
        /// True if more rounds were shown to be impossible.
        is_enough: bool,
    },
    /// The program is what the compiler makes at this level.
    CompiledAt(String),
    /// Memory is sequentially consistent.
    SequentialConsistency,
    /// Atomic accesses of the source that ask for less were sequentially consistent, too.
    WeakAtomics {
        /// The number of such accesses in the program.
        count: u64,
        /// The places of the first, as `FILE:LINE`, each once.
        places: Vec<String>,
    },
    /// The C library is heddle's.
    OwnLibrary,
    /// These functions, which nobody defines, return any value and do nothing else.
    AnyResults(Vec<String>),
    /// Signed overflow wraps around.
    OverflowWraps,
    /// Allocations do not fail.
    MallocNeverFails,
    /// Addresses are not given out again while a pointer to the old object is left.
    AddressesAreFresh,
    /// Condition variables do not wake up spuriously.
    NoSpuriousWakeups,
    /// The program has these arguments.
    Arguments(Vec<String>),
    /// These functions are started in place of `main`, or evaluated.
    Harness(Harness),
    /// Runs beyond the bounds of the verdict were not looked at.
    Bounds,
    /// All runs satisfy these formulas.
    Formulas(Vec<String>),
    /// The formulas are about all runs, or about fair ones.
    Runs {
        /// True if only fair runs count.
        is_fair: bool,
    },
    /// Propositions about calls do not see those that were inlined.
    InlinedCalls,
    /// Every instruction is a step, for this reason.
    FineSteps(Refinement),
    /// Branches depend on what nobody wrote, at these places, and went each way that some value
    /// could send them. One that is not known is not in the program's source.
    OpenBranches(Vec<Option<Place>>),
    /// States were matched through the program's abstraction.
    Abstraction {
        /// Bytes that were not compared.
        unmatched: u64,
        /// Bytes that were compared by their hash only.
        hashed: u64,
    },
    /// States that differ in which of several threads is where are one.
    ThreadSymmetry,
    /// Threads were told apart although that was not asked for, for this reason.
    ThreadsToldApart(ToldApart),
}

impl Assumption {
    /// The assumption about branches that went several ways, if there are any.
    pub fn open_branches(places: Vec<Option<Place>>) -> Option<Assumption> {
        (!places.is_empty()).then_some(Assumption::OpenBranches(places))
    }
}

/// The assumptions about the program's world.
pub(crate) fn world(question: &Question, program: &Program) -> Vec<Assumption> {
    let World { name: _, args, malloc_may_fail, spurious_wakeups, harness } = &question.world;
    let mut list = vec![
        Assumption::CompiledAt(question.level.clone()),
        Assumption::SequentialConsistency,
        Assumption::OwnLibrary,
    ];
    if !program.any_results.is_empty() {
        list.push(Assumption::AnyResults(program.any_results.clone()));
    }
    if !question.properties.contains(Property::Overflow) {
        list.push(Assumption::OverflowWraps);
    }
    if !malloc_may_fail {
        list.push(Assumption::MallocNeverFails);
    }
    list.push(Assumption::AddressesAreFresh);
    if !spurious_wakeups {
        list.push(Assumption::NoSpuriousWakeups);
    }
    if !args.is_empty() {
        list.push(Assumption::Arguments(args.clone()));
    }
    if *harness != Harness::default() {
        list.push(Assumption::Harness(harness.clone()));
    }
    list
}
