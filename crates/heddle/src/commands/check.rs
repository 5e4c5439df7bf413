//! `heddle check`.

use std::io::Write;

use anyhow::Result;
use heddle_machine::Machine;
use heddle_model::Verdict;

use super::{Exit, program};
use crate::environment::Environment;
use crate::settings::CheckSettings;

/// Checks a program.
pub(super) fn check(
    settings: &CheckSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let mut exit = Exit::Fine;
    for level in &settings.levels {
        let program = program::load(&settings.program, level, environment, err)?;
        let granularity = match settings.granularity {
            crate::cli::Granularity::None => heddle_machine::Granularity::None,
            crate::cli::Granularity::Tau => heddle_machine::Granularity::Tau,
            crate::cli::Granularity::Global => heddle_machine::Granularity::Global,
        };
        let options = program::machine_options(&settings.machine, &settings.program, granularity)?;
        let mut machine = Machine::new(&program, options)?;
        let search = heddle_search::Options {
            order: match settings.order {
                crate::cli::Order::Bfs => heddle_search::Order::BreadthFirst,
                crate::cli::Order::Dfs => heddle_search::Order::DepthFirst,
            },
            limits: heddle_search::Limits {
                time: settings.limits.time,
                memory: settings.limits.memory,
                states: settings.limits.states,
                depth: settings.limits.depth,
            },
            stop_at_first: !settings.all_violations,
            cancel: None,
        };
        let report = heddle_search::explore(&mut machine, &search, &mut |_| {});
        writeln!(out, "{level} {:?}", report.stats)?;
        match &report.verdict {
            Verdict::Verified => writeln!(out, "verified")?,
            Verdict::Bounded(why) => writeln!(out, "bounded: {why}")?,
            Verdict::Violation(found) => {
                exit = Exit::Violation;
                for counterexample in found {
                    writeln!(out, "violation: {:?}", counterexample.violation)?;
                }
            }
            Verdict::Unknown(unknown) => {
                exit = Exit::Unknown;
                writeln!(out, "unknown: {unknown:?}")?;
            }
        }
    }
    Ok(exit)
}
