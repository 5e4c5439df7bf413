//! The choice of an engine, and options of the symbolic one.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};

use crate::engines::{AUTO, ENGINES};

/// The engine.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// Engine that looks. With auto, heddle asks the engines that fit the program, side by side,
    /// and takes the first answer; an option that only one engine takes chooses that engine
    #[arg(long, value_parser = engine_names(), default_value = AUTO)]
    pub(crate) engine: String,

    /// With bmc: how interleavings become constraints [default: order]
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) encoding: Option<Encoding>,

    /// With bmc and --encoding switches: who goes on after a switch [default: free]
    #[arg(long, value_enum, value_name = "WHO")]
    pub(crate) threads_order: Option<ThreadsOrder>,

    /// With bmc: loops go round, and functions call themselves, at most K times
    /// [default: as often as is needed, by doubling, up to 32]
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) unwind: Option<u32>,

    /// With bmc: this loop goes round at most K times; a loop is called as verdicts call it,
    /// FUNCTION:LINE. May be given several times
    #[arg(long, value_name = "LOOP=K", value_parser = loop_limit)]
    pub(crate) unwind_loop: Vec<(String, u32)>,

    /// With stateless: make a random sample of runs, which proves nothing, for programs that have too
    /// many
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) sample: Option<Sample>,

    /// With --sample: number of runs [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) runs: Option<u64>,

    /// With --sample pct: depth of the bugs for which it has a guarantee, the number of orders between two
    /// steps that one takes [default: 3]
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) bug_depth: Option<u32>,

    /// With bmc: write the formula, for any other solver, before it is solved
    #[arg(long, value_name = "FILE", conflicts_with = "all_levels")]
    pub(crate) dump_cnf: Option<PathBuf>,
}

/// The names of all engines.
fn engine_names() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("As many as it takes, chosen by heddle");
    let named = ENGINES.iter().map(|entry| PossibleValue::new(entry.name).help(entry.help));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
}

/// Ways to make a random run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Sample {
    /// Any thread goes on at each step
    Random,
    /// Threads have random priorities, which change --bug-depth minus one times; with a guarantee
    Pct,
    /// Steps have random priorities, which change when others conflict with them
    Pos,
}

/// Encodings of interleavings as constraints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Encoding {
    /// One order of all accesses to what threads share; any number of context switches
    Order,
    /// Blocks between at most --context-bound switches (10 if none is given)
    Switches,
}

/// Threads that may go on after a context switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ThreadsOrder {
    /// The next thread by number, and after the last one the first
    Robin,
    /// Any thread
    Free,
}

/// Parses `FUNCTION:LINE=K`.
fn loop_limit(text: &str) -> Result<(String, u32), String> {
    let Some((name, rounds)) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()) else {
        return Err("it should be FUNCTION:LINE=K, such as main:12=8".to_owned());
    };
    match rounds.parse() {
        Ok(0) => Err("a loop of no rounds is never left; give at least 1".to_owned()),
        Ok(rounds) => Ok((name.to_owned(), rounds)),
        Err(_) => Err(format!("'{rounds}' is not a number of rounds")),
    }
}

#[cfg(test)]
mod tests {
    use super::loop_limit;

    #[test]
    fn loops_have_a_name_and_a_number() {
        assert_eq!(loop_limit("main:12=8"), Ok(("main:12".to_owned(), 8)));
        assert!(loop_limit("main:12").unwrap_err().contains("FUNCTION:LINE=K"));
        assert!(loop_limit("=3").unwrap_err().contains("FUNCTION:LINE=K"));
        assert!(loop_limit("f:3=0").unwrap_err().contains("at least 1"));
        assert!(loop_limit("f:3=many").unwrap_err().contains("'many'"));
    }
}
