//! The command line as it is written: plain values, nothing resolved.
//!
//! What the values mean together is decided in [`settings`](crate::settings).

mod engine;
mod exercise;
#[cfg(test)]
mod spelling;
mod task;
mod tips;
mod vivo;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use heddle_engine::{ThreadStart, similar_names};
use heddle_model::{ParsePropertyError, PropertySet};

use crate::commands::FormatArgs;
use crate::driver::OptLevel;
use crate::units;
pub(crate) use engine::{Encoding, EngineArgs, Sample, ThreadsOrder};
pub(crate) use exercise::{ExerciseArgs, ExerciseCheckArgs, ExerciseCommand};
pub(crate) use task::{TableArgs, TaskArgs, WitnessFormatName};
pub(crate) use tips::parse;
pub(crate) use vivo::VivoArgs;

const EXAMPLES: &str = "\
Examples:
  heddle check prog.c                              look for bugs, or prove there are none
  heddle check -O2 --args '3 10' a.c b.c           two sources, optimized, with arguments
  heddle check --property data-race,leak prog.c    look for these bugs only
  heddle check --time 5m --memory 4G prog.c        give up after five minutes or 4 GiB
  heddle check --context-bound 2 prog.c            only runs with at most two preemptions
  heddle check --time 1h --checkpoint long.ck prog.c; heddle check --resume long.ck prog.c
                                                   stop after an hour, go on another time
  heddle check prog.i -- -m32                      flags for clang come after --
  heddle check --json trace.json prog.c; heddle replay trace.json
  heddle check --init setup --thread put=3 --thread get --invariant sound queue.c
                                                   threads and an invariant, without main
  heddle check --ltl 'G(req -> F cs)' --fair prog.c
                                                   a temporal formula over static variables
  heddle check --engine bmc prog.c                 all inputs and runs as one formula
  heddle check --engine bmc --encoding switches --context-bound 6 --unwind 8 prog.c
                                                   at most six context switches and eight
                                                   rounds of any loop
  heddle check --sv-comp --witness w.graphml task.yml; heddle replay w.graphml
                                                   a task of SV-COMP, its verdict, a witness
  heddle table --time 60s tasks/*.yml              many checks, all cores, one table
  heddle run --seed 7 prog.c                       run once, with a random schedule

Exit codes:
  0  verified, or nothing found within the bounds that were given
  1  a violation was found
  2  bad input, or a program that does not compile
  3  unknown: a limit was reached, or the program uses something unsupported;
     with --strict also if nothing was found within bounds";

const RUN_EXIT_CODES: &str = "\
Exit codes:
  The program's own, if it ends by itself. Otherwise a line on standard error says why, and it is
  1  if something went wrong in the run
  2  for bad input, or a program that does not compile
  3  if a limit was reached, or the program uses something unsupported";

/// Checks multi-threaded C and C++ programs: every interleaving that matters
#[derive(Parser, Debug)]
#[command(name = "heddle", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The command.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Find bugs, or prove that there are none
    #[command(after_help = EXAMPLES)]
    Check(Box<CheckArgs>),
    /// Check a native program as it is: an executable, under heddle's scheduler
    #[command(after_help = vivo::VIVO_EXAMPLES)]
    Vivo(Box<VivoArgs>),
    /// Run a program once, as a plain interpreter
    #[command(after_help = RUN_EXIT_CODES)]
    Run(Box<RunArgs>),
    /// Show a counterexample again; exits with 1, as the check that found it did
    Replay(ReplayArgs),
    /// Run many checks, and compare with what is expected
    #[command(after_help = task::TABLE_EXAMPLES)]
    Table(TableArgs),
    /// Learn: exercises on threads, and what is wrong with a solution
    #[command(after_help = exercise::EXERCISE_EXAMPLES)]
    Exercise(ExerciseArgs),
    /// Print a program as heddle runs it
    Dump(DumpArgs),
    /// Print the automaton of a temporal formula
    Ltl(LtlArgs),
    /// Write header, man pages and completions below a folder such as /usr/local
    #[command(hide = true)]
    InstallFiles {
        /// The folder
        #[arg(value_name = "PREFIX")]
        prefix: PathBuf,
    },
}

/// `heddle check`.
#[derive(Args, Clone, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,

    /// Check at -O0, -O1, -O2, -O3 and -Os, and tell which have the bug
    #[arg(long, conflicts_with = "level")]
    pub(crate) all_levels: bool,

    /// Go on after the first violation and list all
    #[arg(long)]
    pub(crate) all_violations: bool,

    /// Exit with 3 unless everything was explored: a bound is not enough, only a proof
    #[arg(long)]
    pub(crate) strict: bool,

    // From here on, options have headings, which hold for all that come after.
    #[command(flatten)]
    pub(crate) harness: HarnessArgs,
    #[command(flatten)]
    pub(crate) liveness: LivenessArgs,
    #[command(flatten)]
    pub(crate) task: TaskArgs,
    #[command(flatten)]
    pub(crate) engine: EngineArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) checkpoints: CheckpointArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `heddle run`.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) harness: HarnessArgs,

    /// Choose threads and values at random, the same way for the same N
    /// [default: round-robin]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) limits: RunLimitArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// `heddle replay`.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    /// The file that --json or --witness wrote
    #[arg(value_name = "TRACE.json|WITNESS")]
    pub(crate) trace: PathBuf,

    /// The program of a witness, if its files are elsewhere than the witness says
    #[arg(value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,

    /// Make the run again with the native program, and see that the same goes wrong
    #[arg(long)]
    pub(crate) native: bool,

    /// Make the run again with the native program, under GDB, step by step
    #[arg(long)]
    pub(crate) gdb: bool,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `heddle dump`.
#[derive(Args, Debug)]
pub(crate) struct DumpArgs {
    #[command(flatten)]
    pub(crate) program: ProgramArgs,
}

/// `heddle ltl`.
#[derive(Args, Debug)]
pub(crate) struct LtlArgs {
    /// The formula, such as 'G(req -> F cs)'
    #[arg(value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) formula: String,

    /// The automaton of what the formula forbids, as a check looks for it
    #[arg(long)]
    pub(crate) negate: bool,

    /// With one acceptance set
    #[arg(long)]
    pub(crate) degeneralize: bool,

    /// The format to write
    #[arg(long, value_enum, default_value_t = AutomatonFormat::Text)]
    pub(crate) format: AutomatonFormat,
}

/// Formats of automata.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum AutomatonFormat {
    /// For people
    Text,
    /// Hanoi omega-automata format
    Hoa,
    /// A Promela never claim
    Never,
    /// A graph for GraphViz
    Dot,
}

/// The program's files, and flags for compiling them.
#[derive(Args, Clone, Debug)]
pub(crate) struct ProgramArgs {
    /// C or C++ sources, preprocessed ones (.i, .ii), or bitcode (.bc); with `check`, also a
    /// task definition (.yml)
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,

    /// Optimize with clang before looking: -O0, -O1, -O2, -O3, -Os [default: -O0]
    #[arg(short = 'O', value_name = "LEVEL", hide_possible_values = true)]
    pub(crate) level: Option<OptLevel>,

    /// Calls of functions that nobody defines: refuse them, or let them return any value
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = UndefinedFunctions::Refuse)]
    pub(crate) undefined: UndefinedFunctions,

    /// Flags for clang: -DN=3 -Iinclude -m32 ...
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub(crate) clang_flags: Vec<OsString>,
}

/// Treatments of calls of functions that nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum UndefinedFunctions {
    /// A run that comes to one is unknown
    Refuse,
    /// They return any value of their type, and do nothing else
    Any,
}

/// The program's world.
#[derive(Args, Clone, Debug)]
pub(crate) struct MachineArgs {
    /// The program's own arguments, split and quoted as in a shell
    #[arg(
        long,
        value_name = "'A B'",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) args: String,

    /// A file that the program may read, with what is in it now; once for each
    #[arg(long, value_name = "PATH")]
    pub(crate) file: Vec<PathBuf>,

    /// The file that the program reads as its standard input
    #[arg(long, value_name = "PATH")]
    pub(crate) stdin: Option<PathBuf>,

    /// Kinds of bugs to look for, separated by commas: assertion, deadlock,
    /// memory, data-race, leak, overflow, ..., `default` or `all`
    #[arg(long, value_name = "LIST", value_parser = properties)]
    pub(crate) property: Option<AskedProperties>,

    /// Let malloc and its kin return NULL, too
    #[arg(long)]
    pub(crate) malloc_may_fail: bool,

    /// Let waiting for a condition end without a signal, too
    #[arg(long)]
    pub(crate) spurious_wakeups: bool,
}

/// Options of the exploration.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// Interleavings that need not be told apart, from fewest to most [default: superstep]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) reduction: Option<Reduction>,

    /// States that differ only in names and count as one [default: auto]
    #[arg(long, value_enum, value_name = "OF")]
    pub(crate) symmetry: Option<Symmetry>,

    /// States to visit first [default: bfs]
    #[arg(long, value_enum)]
    pub(crate) order: Option<Order>,

    /// Seed of --order random and of --sample
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// Threads of this machine to use [default: one for each core]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) workers: Option<u16>,

    /// Store of the states that were seen [default: exact]
    #[arg(long, value_enum)]
    pub(crate) store: Option<Store>,

    /// Size of --store bitstate: 2^N bits [default: 30, which is 128 MiB]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(10..=40))]
    pub(crate) bits: Option<u8>,

    /// Only runs with at most N switches away from a thread that could have gone on; with
    /// --encoding switches, with at most N switches of any kind
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) context_bound: Option<u32>,

    /// Most steps that one superstep makes [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) superstep: Option<u32>,

    /// Time to look for the simplest schedule to a violation; 0s for none [default: 5s]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) minimize: Option<Duration>,

    /// Reaction when --memory is reached [default: stop]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) on_memory_limit: Option<OnMemoryLimit>,
}

/// Functions of the program that are started and evaluated from outside.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Harness")]
pub(crate) struct HarnessArgs {
    /// Call this function first, in place of main: void F(void)
    #[arg(long, value_name = "F")]
    pub(crate) init: Option<String>,

    /// Start a thread that runs this function, in place of main; may be given several
    /// times. F takes nothing, or an integer or pointer, which ARG gives (an integer;
    /// 0 if it is left out)
    #[arg(long, value_name = "F[=ARG]", value_parser = thread_start)]
    pub(crate) thread: Vec<ThreadStart>,

    /// In every state, this function must not return zero: int F(void), which only reads;
    /// may be given several times
    #[arg(long, value_name = "F")]
    pub(crate) invariant: Vec<String>,
}

/// Requirements on runs as a whole.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Temporal formulas")]
pub(crate) struct LivenessArgs {
    /// All runs satisfy this formula of linear temporal logic, such as 'G(req -> F cs)'; may
    /// be given several times, and have a name: 'NAME: FORMULA'. Propositions are those
    /// of --prop and of the source, static variables, "C expressions" in quotes,
    /// enabled(T), exited(T), in(FUNCTION), at(FILE:LINE), is(ended|stopped|progress)
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    pub(crate) ltl: Vec<String>,

    /// A proposition for --ltl: a C expression over static variables, such as
    /// 'full = count == N && !closed'; may be given several times
    #[arg(long, value_name = "NAME = EXPRESSION")]
    pub(crate) prop: Vec<String>,

    /// No run is accepted by the automaton in this file, a Promela never claim or in HOA
    /// format; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) never: Vec<PathBuf>,

    /// Only runs count in which a thread that can move from some point on does move again
    #[arg(long)]
    pub(crate) fair: bool,

    /// Algorithm that looks for an infinite run [default: scc]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) emptiness: Option<Emptiness>,
}

/// Algorithms that look for an infinite run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Emptiness {
    /// By strongly connected components: fastest, whatever the formula
    Scc,
    /// By nested depth-first search, on all workers
    Ndfs,
}

/// Parses `F` or `F=ARG`.
pub(crate) fn thread_start(text: &str) -> Result<ThreadStart, String> {
    let (function, argument) = match text.split_once('=') {
        None => (text, None),
        Some((function, argument)) => {
            let argument = units::integer(argument)
                .ok_or_else(|| format!("the argument '{argument}' is not an integer"))?;
            (function, Some(argument))
        }
    };
    Ok(ThreadStart { function: function.to_owned(), argument })
}

/// Limits of a check.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Time, such as 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) time: Option<Duration>,

    /// Memory, such as 200M, 4G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes)]
    pub(crate) memory: Option<u64>,

    /// Number of states
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) states: Option<u64>,

    /// Number of steps (or supersteps) from the start; what is found within this bound is
    /// real, and the verdict names it
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) depth: Option<u64>,
}

/// Limits of a single run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct RunLimitArgs {
    /// Time, such as 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration, default_value = "10m")]
    pub(crate) time: Duration,

    /// Memory, such as 200M, 4G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes)]
    pub(crate) memory: Option<u64>,
}

/// Options for going on another time.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct CheckpointArgs {
    /// Keep the search in this file: now and then, and when a limit or Ctrl-C ends it.
    /// An answer removes the file
    #[arg(long, value_name = "FILE", conflicts_with = "all_levels")]
    pub(crate) checkpoint: Option<PathBuf>,

    /// Time from one writing of it to the next [default: 10m]
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) checkpoint_every: Option<Duration>,

    /// Go on from this file, with the same program and search, and keep it up to date as
    /// --checkpoint does. Limits and --workers may differ
    #[arg(long, value_name = "FILE", conflicts_with = "all_levels")]
    pub(crate) resume: Option<PathBuf>,
}

/// Options of the output.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Tell all steps of a run, those inside the C++ library, too
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) formats: FormatArgs,
    #[command(flatten)]
    pub(crate) display: DisplayArgs,
}

/// Options of text.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct DisplayArgs {
    /// Colours: `auto` means on a terminal only
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    pub(crate) color: ColorChoice,

    /// Show neither progress nor warnings of clang, and of a result only the verdict
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Parses a list of properties.
fn properties(list: &str) -> Result<AskedProperties, String> {
    let names = || list.split(',').map(str::trim);
    let unknown = |ParsePropertyError { name, valid }| {
        let proposal = similar_names(&name, valid.split(", "));
        match proposal.is_empty() {
            true => format!("unknown property '{name}'; valid ones are {valid}"),
            false => format!("unknown property '{name}'{proposal} Valid ones are {valid}"),
        }
    };
    let parse = |list: &str| list.parse::<PropertySet>().map_err(unknown);
    let named: Vec<&str> = names().filter(|name| !GROUPS.contains(name)).collect();
    Ok(AskedProperties { all: parse(list)?, named: parse(&named.join(","))? })
}

/// Names that stand for many properties.
const GROUPS: [&str; 2] = ["all", "default"];

/// The properties of `--property`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AskedProperties {
    /// All of them.
    pub(crate) all: PropertySet,
    /// Those whose own names were given.
    pub(crate) named: PropertySet,
}

/// Interleavings that need not be told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Reduction {
    /// A switch after every instruction
    None,
    /// Before accesses to memory, synchronization and choices
    Tau,
    /// Before accesses to what threads share
    Global,
    /// Only where another thread could notice
    Superstep,
}

/// States that differ only in names and count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Symmetry {
    /// Threads, where several are started alike and nothing forbids it; else heap
    Auto,
    /// None
    None,
    /// Those that differ in the numbers of heap objects
    Heap,
    /// And those that differ in which of several threads that are alike is where
    Threads,
}

/// States that are visited first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Order {
    /// Those nearest to the start
    Bfs,
    /// Those reached last
    Dfs,
    /// Those with the greatest heddle_metric()
    Best,
    /// Any
    Random,
    /// Those reached with the fewest preemptions: the simplest schedule first
    Icb,
}

/// Stores of states.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Store {
    /// All of them, compressed
    Exact,
    /// All of them, in a simple map: for comparison
    Plain,
    /// A hash of each: may miss states, and says how likely that is
    Hash64,
    /// A few bits of each, in a field of fixed size: may miss states, too
    Bitstate,
}

/// Reactions to the limit on memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum OnMemoryLimit {
    /// Give up
    Stop,
    /// Go on, with new states kept as a few bits each
    Bitstate,
}

/// The use of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On a terminal, unless $NO_COLOR is set
    Auto,
    /// In any case
    Always,
    /// In no case
    Never,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(line: &str) -> Result<CheckArgs, String> {
        let words = shlex::split(line).unwrap();
        match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
            Command::Check(args) => Ok(*args),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn definitions_are_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn levels_look_like_those_of_clang() {
        let level = |line| parse(line).map(|args| args.program.level.map(|l| l.to_string()));
        assert_eq!(level("heddle check a.c"), Ok(None));
        assert_eq!(level("heddle check -O2 a.c"), Ok(Some("-O2".to_owned())));
        assert_eq!(level("heddle check a.c -Os"), Ok(Some("-Os".to_owned())));
        assert!(level("heddle check -O7 a.c").unwrap_err().contains("-O0, -O1, -O2, -O3, -Os"));
        assert!(level("heddle check -O1 --all-levels a.c").is_err());
    }

    #[test]
    fn flags_of_clang_come_after_two_dashes() {
        let args = parse("heddle check a.c b.c -- -DN=3 --target=x").unwrap();
        assert_eq!(args.program.files, [PathBuf::from("a.c"), PathBuf::from("b.c")]);
        assert_eq!(args.program.clang_flags, ["-DN=3", "--target=x"]);
    }

    #[test]
    fn threads_have_an_argument_or_none() {
        let threads = |line| parse(line).map(|args| args.harness.thread);
        let thread =
            |function: &str, argument| ThreadStart { function: function.to_owned(), argument };
        assert_eq!(
            threads("heddle check --thread f --thread f=-3 --thread g=0x10 a.c").unwrap(),
            [thread("f", None), thread("f", Some(-3)), thread("g", Some(16))]
        );
        assert!(threads("heddle check --thread f=x a.c").unwrap_err().contains("'x'"));
        assert!(threads("heddle check --thread f= a.c").unwrap_err().contains("not an integer"));
    }

    #[test]
    fn unknown_values_are_answered_with_the_valid_ones() {
        let error = |line| parse(line).unwrap_err();
        assert!(error("heddle check --order foo a.c").contains("bfs, dfs, best, random, icb"));
        let reductions = "none, tau, global, superstep";
        assert!(error("heddle check --reduction x a.c").contains(reductions));
        assert!(error("heddle check --store x a.c").contains("exact, plain, hash64, bitstate"));
        assert!(error("heddle check --workers 0 a.c").contains("1..=512"));
        assert!(error("heddle check --engine x a.c").contains("explicit, bmc"));
        assert!(error("heddle check --encoding x a.c").contains("order, switches"));
        assert!(error("heddle check --threads-order x a.c").contains("robin, free"));
        assert!(error("heddle check --symmetry x a.c").contains("auto, none, heap, threads"));
        assert!(error("heddle check --color x a.c").contains("auto, always, never"));
        assert!(error("heddle check --property x a.c").contains("assertion, deadlock"));
        assert!(error("heddle check --time 5 a.c").contains("30s"));
        assert!(error("heddle check --memory lots a.c").contains("4G"));
        assert!(error("heddle check --states -3 a.c").contains("-3"));
        assert!(error("heddle check").contains("FILES"));
    }
}
