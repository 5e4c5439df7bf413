//! Options of `heddle vivo`.

use std::ffi::OsString;
use std::time::Duration;

use clap::{Args, ValueHint};
use heddle_vivo::Path as SchedulePath;

use super::{AskedProperties, OutputArgs, Sample, properties};
use crate::units;

/// Examples of `heddle vivo`.
pub(crate) const VIVO_EXAMPLES: &str = "\
Examples:
  heddle vivo ./server 8080                        an executable as it is, with its arguments
  heddle vivo prog.c -- -O1                        sources: accesses to memory are steps, too
  heddle vivo --depth 40 --time 1m ./a.out         executions of at most forty steps, for a minute
  heddle vivo --context-bound 2 ./a.out            only executions with at most two preemptions
  heddle vivo --sample pct --runs 5000 ./a.out     a random sample, with a guarantee
  heddle vivo --json trace.json ./a.out; heddle replay trace.json
  heddle vivo --path '3*0;1;2' --gdb ./a.out       one run, step by step, under GDB

Exit codes are those of `heddle check`.";

/// `heddle vivo`.
#[derive(Args, Clone, Debug)]
pub(crate) struct VivoArgs {
    /// The executable, and its arguments; or sources of C or C++, with flags for clang after --.
    /// Options of heddle's stand before it
    #[arg(
        value_name = "PROGRAM",
        required = true,
        num_args = 1..,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_hint = ValueHint::CommandWithArguments
    )]
    pub(crate) program: Vec<OsString>,

    /// With sources: the program's own arguments, split and quoted as in a shell
    #[arg(
        long,
        value_name = "'A B'",
        default_value = "",
        hide_default_value = true,
        allow_hyphen_values = true
    )]
    pub(crate) args: String,

    /// Kinds of bugs to look for, separated by commas: assertion, deadlock, memory, crash,
    /// lock-misuse, data-race, ..., `default` or `all`
    #[arg(long, value_name = "LIST", value_parser = properties)]
    pub(crate) property: Option<AskedProperties>,

    /// Go on after the first violation and list all
    #[arg(long)]
    pub(crate) all_violations: bool,

    /// Exit with 3 unless everything was explored: a bound is not enough, only a proof
    #[arg(long)]
    pub(crate) strict: bool,

    /// Only executions with at most N switches away from a thread that could have gone on
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Search")]
    pub(crate) context_bound: Option<u32>,

    /// Make a random sample of executions, which proves nothing, for programs that have too many
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Search")]
    pub(crate) sample: Option<Sample>,

    /// With --sample: number of executions [default: 1000]
    #[arg(long, value_name = "N", help_heading = "Search", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,

    /// With --sample pct: depth of the bugs for which it has a guarantee [default: 3]
    #[arg(long, value_name = "D", help_heading = "Search", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) bug_depth: Option<u32>,

    /// With --sample: its seed [default: 0]
    #[arg(long, value_name = "N", help_heading = "Search")]
    pub(crate) seed: Option<u64>,

    /// Time, such as 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, help_heading = "Limits", value_parser = units::duration)]
    pub(crate) time: Option<Duration>,

    /// Number of steps of an execution
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub(crate) depth: Option<u64>,

    /// Time after which a step that has not ended is given up
    #[arg(long, value_name = "TIME", default_value = "5s", allow_hyphen_values = true, help_heading = "Limits", value_parser = units::duration)]
    pub(crate) step_time: Duration,

    /// Run the program's threads as threads of the kernel, one at a time, and start the program again for each
    /// execution: slower, for programs that look at what their threads are to the kernel
    #[arg(long, help_heading = "Search")]
    pub(crate) kernel_threads: bool,

    /// Make this run only, a path as verdicts tell it, and tell it
    #[arg(long, value_name = "PATH", help_heading = "Replay", conflicts_with_all = ["context_bound", "sample", "depth", "all_violations"])]
    pub(crate) path: Option<SchedulePath>,

    /// With --path: run it under GDB, step by step, with the commands heddle-next, heddle-back,
    /// heddle-goto and heddle-end
    #[arg(long, help_heading = "Replay", requires = "path")]
    pub(crate) gdb: bool,

    /// With --gdb: execute this command there, and end; may be given several times
    #[arg(long, value_name = "COMMAND", help_heading = "Replay", requires = "gdb")]
    pub(crate) gdb_command: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,
}
