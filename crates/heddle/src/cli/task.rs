//! Options for verification tasks, in the conventions of the competition.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::driver::is_source;
use crate::units;

/// Verification tasks and witnesses.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Verification tasks")]
pub(crate) struct TaskArgs {
    /// Look for what this property file of SV-COMP names, and nothing else; of a task with
    /// several properties, this one
    #[arg(long, value_name = "FILE", conflicts_with_all = ["property", "all_levels", "invariant", "ltl", "never", "thread", "init"])]
    pub(crate) property_file: Option<PathBuf>,

    /// Assume what SV-COMP does (condition variables may wake up spuriously, malloc does not
    /// fail), and print its verdict alone: true, false(PROPERTY) or unknown
    #[arg(long, conflicts_with_all = ["malloc_may_fail", "all_levels", "all_violations"])]
    pub(crate) sv_comp: bool,

    /// Write a witness of a violation, or of correctness, for other tools and `heddle replay`
    #[arg(long, value_name = "FILE", conflicts_with = "all_levels", value_parser = PathBufValueParser::new().try_map(not_a_source))]
    pub(crate) witness: Option<PathBuf>,

    /// Format of the witness [default: by the name of the file]
    #[arg(long, value_enum, value_name = "FORMAT", requires = "witness")]
    pub(crate) witness_format: Option<WitnessFormatName>,
}

/// Formats of witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum WitnessFormatName {
    /// GraphML, format 1.0 (.graphml, .xml)
    Graphml,
    /// YAML, format 2.0, or 2.2 for programs with threads (.yml, .yaml)
    Yaml,
}

impl WitnessFormatName {
    /// The format that the name of a file tells.
    pub(crate) fn of_file(path: &Path) -> Option<WitnessFormatName> {
        match path.extension()?.to_str()? {
            "graphml" | "xml" => Some(WitnessFormatName::Graphml),
            "yml" | "yaml" => Some(WitnessFormatName::Yaml),
            _ => None,
        }
    }
}

/// Refuses to write over a program: the name of the file was forgotten.
fn not_a_source(path: PathBuf) -> Result<PathBuf, String> {
    match is_source(&path) {
        true => Err("this is a program; give the file to write".to_owned()),
        false => Ok(path),
    }
}

/// Examples of `heddle table`.
pub(crate) const TABLE_EXAMPLES: &str = "\
Examples:
  heddle table tasks/*.yml                         a row for each property of each task
  heddle table --property-file unreach-call.prp tasks/*.yml
                                                   of each task this property only
  heddle table --time 60s --memory 4G --json table.json --junit table.xml tasks/*.yml
  heddle table nightly.list                        checks of all kinds, a line each:
                                                   EXPECTED, a tab, arguments of heddle check
  heddle table tasks/*.yml -- --engine bmc         options for every check come after --

Exit codes:
  0  every answer is as expected
  1  an answer is not, or there is none
  2  bad input";

/// `heddle table`.
#[derive(Args, Debug)]
pub(crate) struct TableArgs {
    /// Task definitions (.yml), and lists of checks (any other name)
    #[arg(required = true, value_name = "FILES")]
    pub(crate) files: Vec<PathBuf>,

    /// Check only the property in this file; tasks without it are left out
    #[arg(long, value_name = "FILE")]
    pub(crate) property_file: Option<PathBuf>,

    /// Checks at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub(crate) jobs: Option<u16>,

    /// Time for each check, such as 500ms, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, value_parser = units::duration)]
    pub(crate) time: Option<Duration>,

    /// Memory for each check, such as 200M, 4G
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::bytes)]
    pub(crate) memory: Option<u64>,

    /// Write the table as JSON, too
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Write the table as JUnit XML, too
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) display: super::DisplayArgs,

    /// Options for every check: --engine bmc ...
    #[arg(last = true, value_name = "OPTIONS")]
    pub(crate) options: Vec<std::ffi::OsString>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_tell_the_format() {
        let format = |name: &str| WitnessFormatName::of_file(Path::new(name));
        assert_eq!(format("w.graphml"), Some(WitnessFormatName::Graphml));
        assert_eq!(format("w.yaml"), Some(WitnessFormatName::Yaml));
        assert_eq!(format("witness"), None);
        assert!(not_a_source("a.c".into()).is_err());
    }
}
