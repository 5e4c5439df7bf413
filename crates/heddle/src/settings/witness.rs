//! The witness to write: its file and its format.
//!
//! A witness replaces its file, so that one of another check does not stay. A file that the check
//! reads is never replaced, whichever of its names is given.

use std::path::{Path, PathBuf};

use heddle_svcomp::witness::WitnessFormat;

use super::SettingsError;
use crate::cli::{TaskArgs, WitnessFormatName};

/// The witness to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WitnessSettings {
    /// The file.
    pub(crate) file: PathBuf,
    /// The format.
    pub(crate) format: WitnessFormat,
}

impl WitnessSettings {
    /// Resolves the options about the witness of a check that reads these files.
    pub(super) fn resolve(
        args: &TaskArgs,
        program: &[PathBuf],
    ) -> Result<Option<WitnessSettings>, SettingsError> {
        let Some(file) = &args.witness else { return Ok(None) };
        let read = program.iter().chain(&args.property_file);
        spare(args, read.map(PathBuf::as_path))?;
        let format = match args.witness_format.or_else(|| WitnessFormatName::of_file(file)) {
            Some(WitnessFormatName::Graphml) => WitnessFormat::GraphMl,
            Some(WitnessFormatName::Yaml) => WitnessFormat::Yaml,
            None => return Err(SettingsError::NoWitnessFormat(file.clone())),
        };
        Ok(Some(WitnessSettings { file: file.clone(), format }))
    }
}

/// Refuses a witness in one of the files that a check reads.
///
/// # Errors
/// If one of them is the file of the witness.
pub(crate) fn spare<'a>(
    args: &TaskArgs,
    read: impl IntoIterator<Item = &'a Path>,
) -> Result<(), SettingsError> {
    let Some(file) = &args.witness else { return Ok(()) };
    match read.into_iter().any(|read| is_same_file(file, read)) {
        true => Err(SettingsError::CheckedAndWritten(file.clone())),
        false => Ok(()),
    }
}

/// True if two paths lead to the same file.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let canonical = |path: &Path| path.canonicalize().ok();
    one == other || canonical(one).is_some_and(|one| Some(one) == canonical(other))
}
