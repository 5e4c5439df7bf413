//! The command line, resolved: defaults filled in, values that depend on each other decided,
//! nothing left to parse.

mod replay;
mod vivo;
mod witness;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use heddle_engine::{Harness, World};
use heddle_model::{Property, PropertySet};
use heddle_program::Undefined;
use heddle_svcomp::Specification;
use heddle_trace::render::Style;

use crate::cli::{
    CheckArgs, CheckpointArgs, ColorChoice, DisplayArgs, DumpArgs, Emptiness, HarnessArgs,
    LimitArgs, LivenessArgs, MachineArgs, OnMemoryLimit, Order, OutputArgs, ProgramArgs, Reduction,
    RunArgs, RunLimitArgs, SearchArgs, Store, Symmetry, UndefinedFunctions,
};
use crate::commands::Output;
use crate::driver::{CompileOptions, GivenFiles, Messages, OptLevel};
use crate::engines::Chosen;
use crate::environment::Environment;

pub(crate) use replay::{NativeReplay, ReplaySettings};
pub(crate) use vivo::{Sources, VivoSettings};
pub(crate) use witness::{WitnessSettings, is_same_file, spare};

/// A combination of arguments that makes no sense.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum SettingsError {
    /// A quote in `--args` that is never closed.
    #[error("--args \"{0}\" ends inside a quote")]
    OpenQuote(String),
    /// `--all-levels` beside a level.
    #[error("--all-levels chooses the levels itself; leave out {0}")]
    LevelBesideAll(OptLevel),
    /// Overflow by name, where it cannot be looked for.
    #[error("overflow is looked for at -O0 only; leave it out, or leave out {0}")]
    OverflowAt(OptLevel),
    /// `--prop` without a name.
    #[error("--prop '{0}' should be 'NAME = EXPRESSION'")]
    NoDefinition(String),
    /// A name that no proposition can have.
    #[error("--prop cannot define '{0}', which means something else in formulas")]
    OperatorDefined(String),
    /// The same name twice.
    #[error("--prop defines '{0}' twice")]
    TwoDefinitions(String),
    /// `--property` without any.
    #[error("--property names no property")]
    NoProperty,
    /// Threads that are alike are one, yet runs are to be told apart by threads.
    #[error(
        "--symmetry threads does not go with {flag}, which counts what each thread does; \
             leave one of them out"
    )]
    CountsThreads {
        /// The option that counts what each thread does.
        flag: &'static str,
    },
    /// A field of bits for which the system has no room.
    #[error(
        "--store bitstate takes {field} MiB for its field alone, and there is no room for them; \
             give fewer --bits"
    )]
    NoRoom {
        /// The size of the field, in MiB.
        field: u64,
    },
    /// A field of bits that takes more than there may be.
    #[error(
        "--store bitstate takes {field} MiB for its field alone, more than --memory allows; \
             give --bits {bits} or less, or more memory"
    )]
    FieldTooLarge {
        /// Mebibytes of the field.
        field: u64,
        /// The most that would fit.
        bits: u32,
    },
    /// A flag that the chosen engine does not take.
    #[error("{flag} does nothing with {engine}; leave it out, or leave the engine out")]
    OtherEngine {
        /// The flag.
        flag: &'static str,
        /// The option that chooses the engine.
        engine: &'static str,
    },
    /// Two flags that no engine takes both of.
    #[error("{first} and {second} are for different engines; leave one of them out")]
    TwoEngines {
        /// A flag.
        first: &'static str,
        /// Another.
        second: &'static str,
    },
    /// A sample of runs with few preemptions.
    #[error("--sample does not go with --context-bound; leave one of them out")]
    SampleWithin,
    /// No context switch at all.
    #[error(
        "--context-bound 0 is a bound of zero: without a context switch no thread but main ever \
             moves; give at least 1"
    )]
    NoSwitches,
    /// The same loop twice.
    #[error("--unwind-loop gives two limits for {0}")]
    TwoLoopLimits(String),
    /// A property of all runs, where only one is made.
    #[error("--property {0} takes more than a single run to look for; use heddle check")]
    NotInOneRun(Property),
    /// A witness whose format nobody can tell.
    #[error(
        "the name of the witness {} does not tell its format (.graphml, .yml); \
             give --witness-format", .0.display()
    )]
    NoWitnessFormat(PathBuf),
    /// A program, a task or a property file that would be lost.
    #[error("{} is read by the check; write the witness to another file", .0.display())]
    CheckedAndWritten(PathBuf),
    /// A file that would be lost.
    #[error("{} is the file to replay; write to another", .0.display())]
    ReadAndWritten(PathBuf),
    /// A flag that does something only beside another.
    #[error("{flag} does nothing without {without}")]
    Idle {
        /// The flag.
        flag: &'static str,
        /// The option that it needs.
        without: &'static str,
    },
}

/// Settings of `heddle check`.
#[derive(Debug)]
pub(crate) struct CheckSettings {
    /// The program to check.
    pub(crate) program: ProgramSettings,
    /// The optimization levels to check at, one after the other.
    pub(crate) levels: Vec<OptLevel>,
    /// The program's world.
    pub(crate) machine: MachineSettings,
    /// Requirements on runs as a whole.
    pub(crate) liveness: LivenessSettings,
    /// The engine.
    pub(crate) engine: Chosen,
    /// Settings of the exploration.
    pub(crate) search: SearchSettings,
    /// True if the check goes on after a violation.
    pub(crate) all_violations: bool,
    /// True if nothing less than a proof is fine.
    pub(crate) is_strict: bool,
    /// The limits at which to give up.
    pub(crate) limits: heddle_model::Limits,
    /// The settings for going on another time, if that is asked for.
    pub(crate) checkpoints: Option<CheckpointSettings>,
    /// The property file that the properties come from, if they do.
    pub(crate) specification: Option<Specification>,
    /// The witness to write.
    pub(crate) witness: Option<WitnessSettings>,
    /// The output.
    pub(crate) output: OutputSettings,
}

/// Settings of `heddle run`.
#[derive(Debug)]
pub(crate) struct RunSettings {
    /// The program to run.
    pub(crate) program: ProgramSettings,
    /// The optimization level.
    pub(crate) level: OptLevel,
    /// The program's world.
    pub(crate) machine: MachineSettings,
    /// The seed of random choices of threads and values; round-robin if there is none.
    pub(crate) seed: Option<u64>,
    /// The limits at which to give up.
    pub(crate) limits: heddle_model::Limits,
    /// True if nothing but the program's output and what ends it is shown.
    pub(crate) is_quiet: bool,
}

/// Settings of `heddle dump`.
#[derive(Debug)]
pub(crate) struct DumpSettings {
    /// The program to print.
    pub(crate) program: ProgramSettings,
    /// The optimization level.
    pub(crate) level: OptLevel,
}

/// A program's files.
#[derive(Debug)]
pub(crate) struct ProgramSettings {
    /// Sources and bitcode.
    pub(crate) files: Vec<PathBuf>,
    /// clang's flags, without those that choose an optimization level.
    pub(crate) flags: Vec<OsString>,
    /// The part of clang's messages that is shown.
    pub(crate) messages: Messages,
    /// The files that it may read.
    pub(crate) given: GivenFiles,
    /// The treatment of functions that nobody defines.
    pub(crate) undefined: Undefined,
    /// The function that the program begins with.
    pub(crate) main: &'static str,
    /// Functions that are named from outside, and stay although nothing in the source uses them.
    pub(crate) named: Vec<String>,
    /// True if leaks are looked for, so that variables count as long as they are there.
    pub(crate) keep_variables: bool,
}

impl ProgramSettings {
    /// The program's name: that of its first file.
    pub(crate) fn name(&self) -> String {
        let name = self.files.first().and_then(|file| file.file_stem());
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Makes it a program in which the functions of a harness are started.
    fn begin_with(&mut self, harness: &Harness) {
        self.main = harness.main();
        self.named = harness.names().map(str::to_owned).collect();
    }

    /// The options for compiling the files at `level`.
    pub(crate) fn compile_options(&self, level: &OptLevel) -> CompileOptions {
        CompileOptions {
            level: level.clone(),
            flags: self.flags.clone(),
            messages: self.messages,
            inline_definitions: false,
        }
    }
}

/// The program's world, and the properties to look for.
#[derive(Debug)]
pub(crate) struct MachineSettings {
    /// The world.
    pub(crate) world: World,
    /// The properties that count as bugs.
    pub(crate) properties: PropertySet,
    /// Those among them that were asked for by name.
    pub(crate) named: PropertySet,
}

/// Requirements on runs as a whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LivenessSettings {
    /// Formulas, with names if they have any.
    pub(crate) formulas: Vec<(Option<String>, String)>,
    /// Files with automata of runs that should not be.
    pub(crate) automata: Vec<PathBuf>,
    /// Definitions of propositions.
    pub(crate) definitions: Vec<(String, String)>,
    /// True if only fair runs count.
    pub(crate) is_fair: bool,
    /// The algorithm that looks for an infinite run.
    pub(crate) emptiness: Emptiness,
}

/// Settings of the exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchSettings {
    /// The reduction, by which some interleavings need not be told apart.
    pub(crate) reduction: Reduction,
    /// The symmetry, by which some states that differ only in names count as one.
    pub(crate) symmetry: Symmetry,
    /// The order in which states are visited.
    pub(crate) order: Order,
    /// The seed of a random order.
    pub(crate) seed: u64,
    /// Threads of this machine.
    pub(crate) workers: usize,
    /// The way in which states are kept.
    pub(crate) store: Store,
    /// Binary logarithm of the size of a field of bits.
    pub(crate) bits: u32,
    /// Most preemptions.
    pub(crate) context_bound: Option<u32>,
    /// Most steps of a superstep.
    pub(crate) superstep: u32,
    /// The time for finding the simplest schedule.
    pub(crate) minimize: Duration,
    /// The reaction to the limit on memory.
    pub(crate) on_memory_limit: OnMemoryLimit,
    /// Most steps from the start.
    pub(crate) depth: Option<u64>,
}

/// Settings for going on another time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckpointSettings {
    /// The file in which the search is kept.
    pub(crate) file: PathBuf,
    /// The time from one writing of that file to the next.
    pub(crate) every: Duration,
    /// The file from which the search goes on, if it does.
    pub(crate) resume: Option<PathBuf>,
}

/// Settings of the output: formats, files, colours.
#[derive(Debug)]
pub(crate) struct OutputSettings {
    /// Formats for files, and the files.
    pub(crate) formats: Vec<Output>,
    /// The use of colours in text on standard output.
    pub(crate) style: Style,
    /// True if only the verdict is shown.
    pub(crate) quiet: bool,
    /// True if all steps of a run are told.
    pub(crate) full: bool,
}

impl CheckSettings {
    /// Resolves the arguments of `heddle check`.
    pub(crate) fn resolve(
        args: CheckArgs,
        environment: &Environment,
    ) -> Result<CheckSettings, SettingsError> {
        let engine = Chosen::by(&args)?;
        let witness = WitnessSettings::resolve(&args.task, &args.program.files)?;
        let (mut program, level) = program(args.program, &args.output.display, environment);
        program.given = given(&args.machine);
        let machine = machine(args.machine, args.harness, &program)?;
        program.begin_with(&machine.world.harness);
        program.keep_variables = machine.properties.contains(Property::Leak);
        let levels = match (args.all_levels, level) {
            (true, Some(level)) => return Err(SettingsError::LevelBesideAll(level)),
            (true, None) => OptLevel::ALL.to_vec(),
            (false, Some(level))
                if level != OptLevel::O0 && machine.named.contains(Property::Overflow) =>
            {
                return Err(SettingsError::OverflowAt(level));
            }
            (false, level) => vec![level.unwrap_or_default()],
        };
        Ok(CheckSettings {
            program,
            levels,
            machine,
            liveness: liveness(args.liveness)?,
            engine,
            search: search(&args.search, &args.limits, args.engine.sample.is_some())?,
            all_violations: args.all_violations,
            is_strict: args.strict,
            limits: limits(&args.limits),
            checkpoints: checkpoints(args.checkpoints)?,
            specification: None,
            witness,
            output: output(args.output, environment),
        })
    }
}

/// Properties that a single run cannot show.
const OF_ALL_RUNS: [Property; 5] = [
    Property::SpinDeadlock,
    Property::DataRace,
    Property::Ltl,
    Property::Livelock,
    Property::Termination,
];

impl RunSettings {
    /// Resolves the arguments of `heddle run`.
    pub(crate) fn resolve(
        args: RunArgs,
        environment: &Environment,
    ) -> Result<RunSettings, SettingsError> {
        let RunArgs { program: files, machine: world, harness, seed, limits, display } = args;
        let choices = [
            (world.malloc_may_fail, "--malloc-may-fail"),
            (world.spurious_wakeups, "--spurious-wakeups"),
        ];
        if let Some(&(_, flag)) = choices.iter().find(|(is_given, _)| *is_given && seed.is_none()) {
            return Err(SettingsError::Idle { flag, without: "--seed" });
        }
        let (mut program, level) = program(files, &display, environment);
        program.given = given(&world);
        let machine = machine(world, harness, &program)?;
        if let Some(property) = OF_ALL_RUNS.into_iter().find(|&one| machine.named.contains(one)) {
            return Err(SettingsError::NotInOneRun(property));
        }
        program.begin_with(&machine.world.harness);
        program.keep_variables = machine.properties.contains(Property::Leak);
        let RunLimitArgs { time, memory } = limits;
        Ok(RunSettings {
            program,
            level: level.unwrap_or_default(),
            machine,
            seed,
            limits: heddle_model::Limits { time: Some(time), memory, ..Default::default() },
            is_quiet: display.quiet,
        })
    }
}

impl DumpSettings {
    /// Resolves the arguments of `heddle dump`.
    pub(crate) fn resolve(args: DumpArgs, environment: &Environment) -> DumpSettings {
        let display = DisplayArgs { color: ColorChoice::Auto, quiet: false };
        let (program, level) = program(args.program, &display, environment);
        DumpSettings { program, level: level.unwrap_or_default() }
    }
}

/// The program, and the optimization level if one was chosen: the last one, as
/// with clang, where flags after `--` come after all others.
fn program(
    args: ProgramArgs,
    display: &DisplayArgs,
    environment: &Environment,
) -> (ProgramSettings, Option<OptLevel>) {
    let mut level = args.level;
    let mut flags = Vec::new();
    // Whether the next flag belongs to the one before it.
    let mut is_argument = false;
    for flag in args.clang_flags {
        match flag.to_str().and_then(OptLevel::of_flag) {
            Some(chosen) if !is_argument => level = Some(chosen),
            _ => {
                is_argument = flag == "-Xclang" || flag == "-mllvm";
                flags.push(flag);
            }
        }
    }
    let color = has_colors(display.color, environment.color_stderr);
    let messages = Messages { color, warnings: !display.quiet };
    let undefined = match args.undefined {
        UndefinedFunctions::Refuse => Undefined::Refuse,
        UndefinedFunctions::Any => Undefined::Any,
    };
    let program = ProgramSettings {
        files: args.files,
        flags,
        messages,
        given: GivenFiles::default(),
        undefined,
        main: "main",
        named: Vec::new(),
        keep_variables: false,
    };
    (program, level)
}

fn given(args: &MachineArgs) -> GivenFiles {
    GivenFiles { files: args.file.clone(), stdin: args.stdin.clone() }
}

fn machine(
    args: MachineArgs,
    harness: HarnessArgs,
    program: &ProgramSettings,
) -> Result<MachineSettings, SettingsError> {
    let asked = args.property;
    let mut properties = asked.map_or_else(PropertySet::default, |asked| asked.all);
    if !harness.invariant.is_empty() {
        properties = properties.with(Property::Invariant);
    }
    if properties == PropertySet::EMPTY {
        return Err(SettingsError::NoProperty);
    }
    let Some(words) = shlex::split(&args.args) else {
        return Err(SettingsError::OpenQuote(args.args));
    };
    let harness =
        Harness { init: harness.init, threads: harness.thread, invariants: harness.invariant };
    let world = World {
        name: program.name(),
        args: words,
        malloc_may_fail: args.malloc_may_fail,
        spurious_wakeups: args.spurious_wakeups,
        harness,
    };
    let named = asked.map_or(PropertySet::EMPTY, |asked| asked.named);
    Ok(MachineSettings { world, properties, named })
}

fn liveness(args: LivenessArgs) -> Result<LivenessSettings, SettingsError> {
    let mut definitions: Vec<(String, String)> = Vec::new();
    for text in args.prop {
        let (name, expression) = definition(&text)?;
        if definitions.iter().any(|(other, _)| *other == name) {
            return Err(SettingsError::TwoDefinitions(name));
        }
        definitions.push((name, expression));
    }
    let formulas = args.ltl.into_iter().map(|text| match text.split_once(':') {
        Some((name, rest)) if is_name(name.trim()) && !rest.starts_with(':') => {
            (Some(name.trim().to_owned()), rest.trim().to_owned())
        }
        _ => (None, text),
    });
    Ok(LivenessSettings {
        formulas: formulas.collect(),
        automata: args.never,
        definitions,
        is_fair: args.fair,
        emptiness: args.emptiness.unwrap_or(Emptiness::Scc),
    })
}

/// The name and the expression of a definition.
pub(crate) fn definition(text: &str) -> Result<(String, String), SettingsError> {
    let parts = text.split_once('=').map(|(name, rest)| (name.trim(), rest.trim()));
    match parts.filter(|(name, _)| is_name(name)) {
        Some((name, _)) if heddle_ltl::is_operator(name) => {
            Err(SettingsError::OperatorDefined(name.to_owned()))
        }
        Some((name, expression)) => Ok((name.to_owned(), expression.to_owned())),
        None => Err(SettingsError::NoDefinition(text.to_owned())),
    }
}

/// True if `text` is a name as in C.
fn is_name(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.chars().all(is_part) && text.starts_with(|c: char| !c.is_ascii_digit())
}

/// The time for finding the simplest schedule if nothing else is said.
const MINIMIZE: Duration = Duration::from_secs(5);

/// Bits of a field whose size was not given: 128 MiB.
const DEFAULT_BITS: u32 = 30;

fn search(
    args: &SearchArgs,
    limits: &LimitArgs,
    samples: bool,
) -> Result<SearchSettings, SettingsError> {
    let idle = |flag, without| Err(SettingsError::Idle { flag, without });
    let reduction = args.reduction.unwrap_or(Reduction::Superstep);
    let symmetry = args.symmetry.unwrap_or(Symmetry::Auto);
    let order = args.order.unwrap_or(Order::Bfs);
    let store = args.store.unwrap_or(Store::Exact);
    let on_memory_limit = args.on_memory_limit.unwrap_or(OnMemoryLimit::Stop);
    if args.seed.is_some() && order != Order::Random && !samples {
        return idle("--seed", "--order random or --sample");
    }
    if args.bits.is_some() && store != Store::Bitstate {
        return idle("--bits", "--store bitstate");
    }
    if args.superstep.is_some() && reduction != Reduction::Superstep {
        return idle("--superstep", "--reduction superstep");
    }
    if on_memory_limit == OnMemoryLimit::Bitstate {
        if limits.memory.is_none() {
            return idle("--on-memory-limit bitstate", "--memory");
        }
        if store != Store::Exact {
            return idle("--on-memory-limit bitstate", "--store exact");
        }
    }
    if symmetry == Symmetry::Threads {
        let counts = [
            (args.context_bound.is_some(), "--context-bound"),
            (order == Order::Icb, "--order icb"),
            (limits.depth.is_some(), "--depth"),
        ];
        if let Some(&(_, flag)) = counts.iter().find(|(is_given, _)| *is_given) {
            return Err(SettingsError::CountsThreads { flag });
        }
    }
    let bits = args.bits.map_or(DEFAULT_BITS, u32::from);
    let field = (1u64 << bits) / 8;
    if let Some(memory) = limits.memory.filter(|&memory| memory < field)
        && store == Store::Bitstate
    {
        let bits = (memory.max(1) * 8).ilog2();
        return Err(SettingsError::FieldTooLarge { field: field >> 20, bits });
    }
    if store == Store::Bitstate && !(heddle_search::Store::Bitstate { bits }).has_room() {
        return Err(SettingsError::NoRoom { field: field >> 20 });
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    Ok(SearchSettings {
        reduction,
        symmetry,
        order,
        seed: args.seed.unwrap_or(0),
        workers: args.workers.map_or_else(cores, usize::from),
        store,
        bits,
        context_bound: args.context_bound,
        superstep: args.superstep.unwrap_or(heddle_search::Bounds::default().superstep),
        minimize: args.minimize.unwrap_or(MINIMIZE),
        on_memory_limit,
        depth: limits.depth,
    })
}

/// Time between checkpoints if none was given.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(600);

fn checkpoints(args: CheckpointArgs) -> Result<Option<CheckpointSettings>, SettingsError> {
    let CheckpointArgs { checkpoint, checkpoint_every, resume } = args;
    match checkpoint.or_else(|| resume.clone()) {
        Some(file) => {
            let every = checkpoint_every.unwrap_or(CHECKPOINT_EVERY);
            Ok(Some(CheckpointSettings { file, every, resume }))
        }
        None if checkpoint_every.is_some() => {
            Err(SettingsError::Idle { flag: "--checkpoint-every", without: "--checkpoint" })
        }
        None => Ok(None),
    }
}

fn limits(args: &LimitArgs) -> heddle_model::Limits {
    let LimitArgs { time, memory, states, depth: _ } = *args;
    heddle_model::Limits { time, since: None, memory, states }
}

fn output(args: OutputArgs, environment: &Environment) -> OutputSettings {
    OutputSettings {
        formats: args.formats.0,
        style: style(args.display.color, environment),
        quiet: args.display.quiet,
        full: args.full,
    }
}

/// The use of colours in text on standard output.
pub(crate) fn style(choice: ColorChoice, environment: &Environment) -> Style {
    Style::new(has_colors(choice, environment.color_stdout))
}

/// True if text for a stream has colours: as it was asked for, or if the stream is a terminal that
/// should have them.
fn has_colors(choice: ColorChoice, terminal: bool) -> bool {
    match choice {
        ColorChoice::Auto => terminal,
        ColorChoice::Always => true,
        ColorChoice::Never => false,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Cli, Command};
    use crate::commands::Target;

    fn check(words: &[&str]) -> Result<CheckSettings, SettingsError> {
        let words = ["heddle", "check", "a.c"].iter().chain(words);
        let environment = Environment { color_stderr: true, ..Environment::default() };
        match Cli::try_parse_from(words).unwrap().command {
            Command::Check(args) => CheckSettings::resolve(*args, &environment),
            other => panic!("{other:?}"),
        }
    }

    fn run(words: &[&str]) -> Result<RunSettings, SettingsError> {
        let words = ["heddle", "run", "a.c"].iter().chain(words);
        match Cli::try_parse_from(words).unwrap().command {
            Command::Run(args) => RunSettings::resolve(*args, &Environment::default()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_run_takes_what_it_can_do_and_has_a_limit() {
        assert_eq!(run(&[]).unwrap().limits.time, Some(Duration::from_secs(600)));
        let error = |words: &[&str]| run(words).unwrap_err().to_string();
        assert!(error(&["--malloc-may-fail"]).ends_with("without --seed"));
        assert!(error(&["--spurious-wakeups"]).ends_with("without --seed"));
        assert!(run(&["--malloc-may-fail", "--seed", "3"]).is_ok());
        assert!(error(&["--property", "data-race"]).contains("more than a single run"));
        assert!(run(&["--property", "all"]).is_ok());
        for option in ["--json", "--states", "--depth"] {
            assert!(Cli::try_parse_from(["heddle", "run", option, "3", "a.c"]).is_err());
        }
    }

    fn levels(words: &[&str]) -> Vec<String> {
        check(words).unwrap().levels.iter().map(OptLevel::to_string).collect()
    }

    #[test]
    fn the_last_level_wins() {
        assert_eq!(levels(&[]), ["-O0"]);
        assert_eq!(levels(&["-O2"]), ["-O2"]);
        assert_eq!(levels(&["-O2", "--", "-O3", "-DN"]), ["-O3"]);
        assert_eq!(levels(&["--", "-O", "-O2", "-Ofast"]), ["-Ofast"]);
        assert_eq!(check(&["--", "-O3", "-DN"]).unwrap().program.flags, ["-DN"]);
        assert_eq!(levels(&["-O2", "--", "-Xclang", "-Oother"]), ["-O2"]);
    }

    #[test]
    fn all_levels_stand_alone() {
        assert_eq!(levels(&["--all-levels"]), ["-O0", "-O1", "-O2", "-O3", "-Os"]);
        let error = check(&["--all-levels", "--", "-O3"]).unwrap_err();
        assert!(error.to_string().contains("-O3"), "{error}");
    }

    #[test]
    fn arguments_are_split_as_in_a_shell() {
        let args = |text| check(&["--args", text]).map(|settings| settings.machine.world.args);
        assert_eq!(args("-1 'two words' x").unwrap(), ["-1", "two words", "x"]);
        assert_eq!(args("").unwrap(), [""; 0]);
        assert!(args("it's").unwrap_err().to_string().contains("it's"));
    }

    #[test]
    fn properties_have_a_default_and_are_never_empty() {
        let properties = |words: &[&str]| check(words).map(|s| s.machine.properties);
        assert_eq!(properties(&[]), Ok(PropertySet::default()));
        let races = properties(&["--property", "data-race"]).unwrap();
        assert_eq!(races.iter().collect::<Vec<_>>(), [Property::DataRace]);
        assert_eq!(properties(&["--property", ","]), Err(SettingsError::NoProperty));
    }

    #[test]
    fn flags_that_would_do_nothing_are_refused() {
        let error = |words: &[&str]| check(words).unwrap_err().to_string();
        assert_eq!(
            error(&["--seed", "1"]),
            "--seed does nothing without --order random or --sample"
        );
        assert!(error(&["--bits", "20"]).ends_with("without --store bitstate"));
        let coarse = ["--superstep", "9", "--reduction", "global"];
        assert!(error(&coarse).ends_with("without --reduction superstep"));
        assert!(error(&["--on-memory-limit", "bitstate"]).ends_with("without --memory"));
        assert!(check(&["--order", "random", "--seed", "1"]).is_ok());
        let bits = error(&["--store", "bitstate", "--memory", "100M"]);
        assert!(bits.contains("128 MiB") && bits.contains("--bits 29"), "{bits}");
        assert!(check(&["--store", "bitstate", "--memory", "200M"]).is_ok());
        let alike = |words: &[&str]| error(&[&["--symmetry", "threads"], words].concat());
        assert!(alike(&["--context-bound", "2"]).contains("go with --context-bound"));
        assert!(alike(&["--order", "icb"]).contains("go with --order icb"));
        assert!(alike(&["--depth", "9"]).contains("go with --depth"));
        assert!(check(&["--symmetry", "threads", "--order", "best"]).is_ok());
        assert!(check(&["--on-memory-limit", "bitstate", "--memory", "1G"]).is_ok());
    }

    #[test]
    fn colours_follow_the_terminal_unless_told() {
        let is_coloured = |settings: &CheckSettings| settings.output.style == Style::Ansi;
        let settings = check(&[]).unwrap();
        assert!(settings.program.messages.color && !is_coloured(&settings));
        let settings = check(&["--color", "always"]).unwrap();
        assert!(settings.program.messages.color && is_coloured(&settings));
        let settings = check(&["--color", "never"]).unwrap();
        assert!(!settings.program.messages.color && !is_coloured(&settings));
    }

    #[test]
    fn a_dash_is_standard_output() {
        let target = |word| check(&["--json", word]).unwrap().output.formats[0].target.clone();
        assert_eq!(target("-"), Target::Stdout);
        assert_eq!(target("t.json"), Target::File("t.json".into()));
        assert!(check(&[]).unwrap().output.formats.is_empty());
    }

    #[test]
    fn a_resumed_search_is_kept_where_it_was() {
        let checkpoints = |words: &[&str]| check(words).unwrap().checkpoints;
        assert_eq!(checkpoints(&[]), None);
        let kept = |file: &str, resume: Option<&str>| {
            let every = Duration::from_secs(600);
            Some(CheckpointSettings { file: file.into(), every, resume: resume.map(PathBuf::from) })
        };
        assert_eq!(checkpoints(&["--checkpoint", "c"]), kept("c", None));
        assert_eq!(checkpoints(&["--resume", "r"]), kept("r", Some("r")));
        assert_eq!(checkpoints(&["--resume", "r", "--checkpoint", "c"]), kept("c", Some("r")));
        let error = check(&["--checkpoint-every", "1m"]).unwrap_err().to_string();
        assert_eq!(error, "--checkpoint-every does nothing without --checkpoint");
    }
}
