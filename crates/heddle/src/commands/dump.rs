//! `heddle dump`.

use std::io::Write;

use anyhow::Result;

use super::{Exit, program};
use crate::environment::Environment;
use crate::settings::DumpSettings;

/// Prints a program as the machine sees it.
pub(super) fn dump(
    settings: &DumpSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<Exit> {
    let program = program::load(&settings.program, &settings.level, environment, err)?;
    for (id, function) in &program.functions {
        writeln!(out, "{id} {}", function.name)?;
        for (pc, op) in function.code.iter().enumerate() {
            let live = &function.live_sets[function.live[pc]];
            writeln!(
                out,
                "  {pc}: {op:?}   live {:?}",
                live.iter().map(|s| s.0).collect::<Vec<_>>()
            )?;
        }
        writeln!(out, "  constants {:?}", function.constants)?;
    }
    Ok(Exit::Fine)
}
