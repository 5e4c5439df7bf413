//! The result of a check as data: the one set of types that `heddle check --json` writes, and
//! that `heddle replay` and the tests read.
//!
//! `docs/heddle.schema.json` is the JSON Schema of [`CheckResult`], and a test makes it anew. A
//! field that comes in addition leaves [`VERSION`] as it is; one that goes, or means something
//! else, raises it.

use heddle_machine::{Granularity, Symmetry};
use heddle_model::{Bound, Limit, Omission, Place, Unknown, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::Trace;

/// The version of the format.
pub const VERSION: u32 = 1;

/// A result of `heddle check`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckResult {
    /// Version of the format.
    pub version: Version,
    /// The answer; with `--all-levels` that of the level that is worst off.
    #[serde(flatten)]
    pub answer: Answer,
    /// The program, and the way in which it was checked.
    pub inputs: Inputs,
    /// The checkpoint that the search went on from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub resumed_from: Option<String>,
    /// The checkpoint to go on from.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub checkpoint: Option<String>,
    /// The story of the first violation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub trace: Option<Trace>,
    /// The answers of all levels, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub levels: Vec<Answer>,
}

/// A check that ended without a result: it was asked for in a way that makes no sense, the
/// program does not compile, or heddle was ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Failure {
    /// Version of the format.
    pub version: Version,
    /// In the place of a verdict.
    pub verdict: NoVerdict,
    /// The message.
    pub error: String,
}

/// The word in the place of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NoVerdict {
    /// There is none.
    Error,
}

impl Failure {
    /// The failure with this message.
    pub fn new(error: String) -> Failure {
        Failure { version: Version, verdict: NoVerdict::Error, error }
    }
}

/// Either of the objects that `heddle check --json` writes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Outcome {
    /// A result.
    Result(Box<CheckResult>),
    /// None, and why.
    Failure(Failure),
}

/// The reason why a file cannot be read as a result.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is something else.
    #[error("it is not a result of heddle as JSON")]
    NotAResult(#[source] serde_json::Error),
    /// It is of another version, or of none.
    #[error(transparent)]
    OtherVersion(OtherVersion),
    /// The check ended without a result, for this reason.
    #[error("the check has no result: {0}")]
    Failed(String),
    /// Parts of its trace do not fit together.
    #[error("its trace is damaged: {0}")]
    Damaged(String),
}

impl CheckResult {
    /// Reads a result.
    ///
    /// # Errors
    /// If it is not what is written, or its parts do not fit together.
    pub fn read(bytes: &[u8]) -> Result<CheckResult, ReadError> {
        /// The fields by which a result is known, whatever its version.
        #[derive(Deserialize)]
        struct Head {
            version: Option<u32>,
            #[serde(rename = "verdict")]
            _verdict: serde::de::IgnoredAny,
        }
        let head: Head = serde_json::from_slice(bytes).map_err(ReadError::NotAResult)?;
        let version = head.version.unwrap_or(0);
        Version::try_from(version).map_err(ReadError::OtherVersion)?;
        if let Ok(Failure { error, .. }) = serde_json::from_slice(bytes) {
            return Err(ReadError::Failed(error));
        }
        let result: CheckResult = serde_json::from_slice(bytes).map_err(ReadError::NotAResult)?;
        match result.trace.as_ref().and_then(Trace::damage) {
            Some(damage) => Err(ReadError::Damaged(damage)),
            None => Ok(result),
        }
    }
}

/// The version of a result that this heddle reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Version;

/// A result of another version.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("it has version {0} of the format (0 is none); this heddle reads version {VERSION}")]
pub struct OtherVersion(u32);

impl From<Version> for u32 {
    fn from(Version: Version) -> u32 {
        VERSION
    }
}

impl TryFrom<u32> for Version {
    type Error = OtherVersion;

    fn try_from(version: u32) -> Result<Version, OtherVersion> {
        if version == VERSION { Ok(Version) } else { Err(OtherVersion(version)) }
    }
}

impl JsonSchema for Version {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Version".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "const": VERSION })
    }
}

/// The answer at one optimization level.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Answer {
    /// The verdict.
    pub verdict: VerdictName,
    /// The optimization level, such as `-O0`.
    pub level: String,
    /// The first violation.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub violation: Option<Violation>,
    /// All violations.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub violations: Vec<Violation>,
    /// The reason why the verdict is unknown or bounded, or why there may be more violations.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The obstacle to an answer, or to wider bounds, if something in the program is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unknown: Option<Unknown>,
    /// The limit that ended the check, or kept its bounds from being wider, if one did.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<Limit>,
    /// A guess of what was missed, if states may have been.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub omission: Option<Omission>,
    /// Assumptions that the verdict rests on, a phrase each.
    pub assumptions: Vec<String>,
    /// Caveats of a proof.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub caveats: Vec<Caveat>,
    /// Atomic accesses that were stronger than in the source, if there are any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weak_atomics: Option<WeakAtomics>,
    /// Name of the engine that answered.
    pub engine: String,
    /// Accounts of all engines that could have been asked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub engines: Vec<EngineAccount>,
    /// The encoding of interleavings, of engine `bmc`.
    #[serde(flatten)]
    pub encoding: Option<Encoding>,
    /// The random sample that was made, by engine `stateless`, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub sampling: Option<Sampling>,
    /// Rounds up to which loops and recursion were unrolled, by engine `bmc`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unwind: Option<u64>,
    /// The bounds that were not shown to be enough.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub bounds: Vec<Bound>,
    /// Figures of what the check took.
    pub stats: Stats,
}

/// Something that makes a proof say less than it seems to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Caveat {
    /// The program has a data race, which nobody asked for.
    DataRace {
        /// The caveat in words.
        message: String,
        /// The race.
        violation: Violation,
    },
    /// No run ends.
    NoRunEnds {
        /// The caveat in words.
        message: String,
        /// Places of assumptions that are not met.
        assumptions: Vec<Place>,
        /// Places of a loop that a run goes round in for ever.
        loops: Vec<Place>,
    },
}

impl Caveat {
    /// The caveat in words.
    pub fn message(&self) -> &str {
        match self {
            Caveat::DataRace { message, .. } | Caveat::NoRunEnds { message, .. } => message,
        }
    }
}

/// The account of an engine.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct EngineAccount {
    /// Its name.
    pub engine: String,
    /// Its end.
    pub ending: EngineEnding,
    /// Its own verdict, if it came to one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub verdict: Option<VerdictName>,
    /// The reason for its verdict, or why it was not asked or could not begin.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// Figures, as far as it came.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stats: Option<Stats>,
}

/// The end of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EngineEnding {
    /// Its answer is the one that counts.
    Answered,
    /// It ended by itself, and the answer of another counts.
    Ended,
    /// Another answered while it was at work.
    Overtaken,
    /// Another had answered before it was asked.
    NotAsked,
    /// It does not take the question.
    Refused,
    /// It could not begin.
    Failed,
}

/// A verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictName {
    /// Nothing is wrong in any run.
    Verified,
    /// Nothing is wrong in any run within bounds.
    Bounded,
    /// A run goes wrong.
    Violation,
    /// There is no answer.
    Unknown,
}

impl VerdictName {
    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            VerdictName::Verified => "verified",
            VerdictName::Bounded => "bounded",
            VerdictName::Violation => "violation",
            VerdictName::Unknown => "unknown",
        }
    }
}

/// Atomic accesses with a weaker order in the source, which were taken as sequentially consistent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WeakAtomics {
    /// The number of such accesses in the program.
    pub count: u64,
    /// Places of the first, as `FILE:LINE`, each once.
    pub places: Vec<String>,
}

/// An encoding of interleavings in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "encoding", rename_all = "kebab-case")]
pub enum Encoding {
    /// By one order of all events.
    Order,
    /// By blocks between context switches.
    Switches {
        /// Number of context switches.
        context_bound: u32,
        /// Order in which threads take turns.
        threads_order: ThreadsOrder,
    },
}

/// A random sample of runs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sampling {
    /// The scheduler.
    pub method: SampleMethod,
    /// The seed.
    pub seed: u64,
    /// Runs that were made.
    pub runs: u64,
    /// Runs that were cut off where they were too long.
    pub cut: u64,
    /// The most threads that a run had.
    pub threads: u64,
    /// Steps that no run was longer than, those before there is anything to choose not counted.
    pub steps: u64,
    /// The depth of the bugs for which `pct` has a guarantee.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bug_depth: Option<u32>,
    /// Runs that count for the guarantee: those since `threads` and `steps` are what they are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub counted: Option<u64>,
    /// The chance to miss a bug of that depth, at most, if no run has more threads and steps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub chance_of_missing: Option<f64>,
}

/// A scheduler of random runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SampleMethod {
    /// Random walks.
    Random,
    /// Random priorities of threads.
    Pct,
    /// Random priorities of steps.
    Pos,
}

/// An order in which threads take turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadsOrder {
    /// Round robin.
    Robin,
    /// Any.
    Free,
}

/// Figures of what a check took. An engine gives those that it counts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Stats {
    /// Distinct states.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub states: Option<u64>,
    /// Steps, or supersteps.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub transitions: Option<u64>,
    /// Executions that were followed to their end; of a search through states, final states.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub executions: Option<u64>,
    /// Executions that were begun in vain, or cut off by a limit.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub blocked_executions: Option<u64>,
    /// Threads that are created in some run.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub threads: Option<u64>,
    /// Accesses to what threads share.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub events: Option<u64>,
    /// Terms of the formula.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub terms: Option<u64>,
    /// Variables of the solver.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub variables: Option<u64>,
    /// Clauses of the solver.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub clauses: Option<u64>,
    /// Conflicts that the solver met.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub conflicts: Option<u64>,
    /// Wall-clock time.
    pub seconds: f64,
    /// The most bytes held at a time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub peak_memory_bytes: Option<u64>,
}

/// The program that was checked, and the way in which it was run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Inputs {
    /// Sources and bitcode.
    pub files: Vec<String>,
    /// Flags for clang.
    pub clang_flags: Vec<String>,
    /// Treatment of calls of functions that nobody defines.
    #[serde(default)]
    pub undefined: UndefinedFunctions,
    /// Arguments of the program.
    pub args: Vec<String>,
    /// Files that the program may read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given_files: Vec<String>,
    /// The file that is its standard input.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stdin: Option<String>,
    /// True if `malloc` may return a null pointer.
    pub malloc_may_fail: bool,
    /// True if condition variables may wake up without a signal.
    pub spurious_wakeups: bool,
    /// Functions that are started and evaluated from outside.
    pub harness: HarnessInputs,
}

/// Treatments of calls of functions that nobody defines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UndefinedFunctions {
    /// A run that comes to one is unknown.
    #[default]
    Refuse,
    /// They return any value of their type, and do nothing else.
    Any,
}

/// Functions that are started and evaluated from outside, as on the command line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HarnessInputs {
    /// The function that runs before the threads.
    pub init: Option<String>,
    /// The threads, each as `FUNCTION` or `FUNCTION=ARGUMENT`.
    pub threads: Vec<String>,
    /// The invariants.
    pub invariants: Vec<String>,
}

/// The inputs of a run, with those options of its machine that decide what its steps are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunInputs {
    /// The program, and the way in which it was run.
    #[serde(flatten)]
    pub check: Inputs,
    /// Names of the properties that were looked for.
    pub properties: Vec<String>,
    /// Definitions of propositions, each as `NAME = EXPRESSION`.
    pub definitions: Vec<String>,
    /// Granularity of steps.
    pub granularity: Granularity,
    /// Symmetry under which states were equal.
    pub symmetry: Symmetry,
    /// The inputs that each thread takes, in order, if they were given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub thread_inputs: Option<Vec<Vec<u64>>>,
    /// The source files that were read for the story, as they were then.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub sources: Vec<SourceDigest>,
}

/// A source file, and what was in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SourceDigest {
    /// Its path.
    pub file: String,
    /// FNV-1a of its bytes, in 16 hexadecimal digits.
    pub fnv1a: String,
}
