//! The result as JSON: one object, as documented in `docs/json.md`.

use std::io::Write;

use anyhow::Result;
use heddle_trace::result::CheckResult;

use super::Format;
use crate::commands::result::result;

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "json",
    help: "Write the result as JSON, too; `-` is standard output, in place of the text",
    write: |reports, settings, out| match result(reports, settings) {
        Some(result) => write_result(&result, out),
        None => Ok(()),
    },
    write_result,
};

/// Writes a result.
fn write_result(result: &CheckResult, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, result)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
