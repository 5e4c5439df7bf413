//! `heddle dump`.

use std::io::Write;

use anyhow::Result;
use heddle_bitcode::Cancel;

use super::program;
use crate::environment::Environment;
use crate::settings::DumpSettings;

/// Prints a program as the machine sees it.
pub(super) fn dump(
    settings: &DumpSettings,
    environment: &Environment,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<()> {
    let program =
        program::load(&settings.program, &settings.level, environment, Cancel::NEVER, err)?;
    let mut text = String::new();
    heddle_program::dump(&program, &mut text)?;
    write!(out, "{text}")?;
    Ok(())
}
