//! The result as JSON: one object, as documented in `docs/json.md`.

use std::io::{self, Write};

use anyhow::Result;
use heddle_trace::result::{CheckResult, Failure, ReadError};
use serde::Serialize;

use super::Format;
use crate::commands::result::result;

/// The format.
pub(super) const FORMAT: Format = Format {
    name: "json",
    help: "Write the result as JSON, too; `-` is standard output, in place of the text",
    write: |reports, settings, out| match result(reports, settings) {
        Some(result) => write(&result, out),
        None => Ok(()),
    },
    write_result: |result, out| write(result, out),
    write_failure: |error, out| write(&Failure::new(error.to_owned()), out),
    is_answer: |bytes| match CheckResult::read(bytes) {
        Ok(_) | Err(ReadError::OtherVersion(_) | ReadError::Failed(_) | ReadError::Damaged(_)) => {
            true
        }
        Err(ReadError::NotAResult(_)) => false,
    },
};

/// Writes an object.
fn write(object: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    // Serde's error would hide that nobody reads any more.
    serde_json::to_writer_pretty(&mut *out, object).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}
