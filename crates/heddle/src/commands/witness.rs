//! Witnesses in files: written after a check, and replayed.
//!
//! A witness that is left from another check would be taken for one of this: so its file is
//! removed before anything else, and is there in the end if there is something to say.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, anyhow, bail};
use heddle_model::{Place, Verdict, Violation};
use heddle_svcomp::Specification;
use heddle_svcomp::witness::{self, Metadata, ProgramFile, Witness};
use heddle_trace::Trace;

use super::check::LevelReport;
use super::remake;
use crate::driver::{AS_CPP, is_cpp};
use crate::environment::Environment;
use crate::settings::{CheckSettings, WitnessSettings};

/// Removes the file that a witness is to be written to.
pub(super) fn begin(settings: &CheckSettings) -> Result<()> {
    let Some(WitnessSettings { file, format: _ }) = &settings.witness else { return Ok(()) };
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot replace {}", file.display()))
        }
        _ => Ok(()),
    }
}

/// Writes a witness of a report, if one is asked for and there is something to witness: a
/// violation, or that the specification holds.
pub(super) fn write(
    told: &LevelReport,
    holds: bool,
    settings: &CheckSettings,
    err: &mut dyn Write,
) -> Result<()> {
    let Some(WitnessSettings { file, format }) = &settings.witness else { return Ok(()) };
    let name = file.display();
    let breaks = |trace: &&Trace| match &settings.specification {
        Some(specification) => specification.broken(&trace.violation).is_some(),
        None => true,
    };
    let first = told.traces.iter().find(breaks).or(told.traces.first());
    let witness = match (&told.report.verdict, first, &settings.specification) {
        (Verdict::Violation(_), Some(trace), specification) => {
            let specification = match specification {
                Some(specification) => specification.to_string(),
                None => Specification::broken_by(&trace.violation),
            };
            let metadata = metadata(told, specification, settings)?;
            let mut lines = Lines::default();
            let level = told.level.to_string();
            Witness::of_violation(metadata, &level, trace, &mut |file, line| lines.get(file, line))
        }
        (_, _, Some(specification)) if holds => {
            Ok(Witness::of_correctness(metadata(told, specification.to_string(), settings)?))
        }
        (_, _, None) if holds => {
            let without = "a witness of correctness says what holds; give --property-file";
            writeln!(err, "warning: {name} is not written: {without}")?;
            return Ok(());
        }
        _ => {
            writeln!(err, "warning: {name} is not written: there is no answer to witness")?;
            return Ok(());
        }
    };
    match witness.and_then(|witness| witness.write(*format)) {
        Ok(text) => fs::write(file, text).with_context(|| format!("cannot write {name}")),
        // The answer stands; it is the format that has no words for it.
        Err(error) => Ok(writeln!(err, "warning: {name} is not written: {error}")?),
    }
}

/// The task and the tool.
fn metadata(
    told: &LevelReport,
    specification: String,
    settings: &CheckSettings,
) -> Result<Metadata> {
    let files = settings.program.files.iter().map(|file| program_file(file));
    let is_cpp = settings.program.files.iter().any(|file| is_cpp(file))
        || settings.program.flags.iter().any(|flag| flag == AS_CPP);
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    Ok(Metadata {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        specification,
        files: files.collect::<Result<_>>()?,
        is_c: !is_cpp,
        pointer_bits: 8 * u32::from(told.program.map_or(8, |program| program.pointer_bytes)),
        created: witness::time(seconds),
    })
}

fn program_file(file: &Path) -> Result<ProgramFile> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(ProgramFile::new(file.to_string_lossy().into_owned(), &bytes))
}

/// Lines of source files, which are read once.
#[derive(Default)]
struct Lines(HashMap<String, Vec<String>>);

impl Lines {
    fn get(&mut self, file: &str, line: u32) -> Option<String> {
        let lines = self.0.entry(file.to_owned()).or_insert_with(|| {
            let text = fs::read_to_string(file).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        });
        lines.get(usize::try_from(line).ok()?.checked_sub(1)?).cloned()
    }
}

/// Makes the run of a violation witness again, with the program in `files` or, if there are none,
/// in the files that the witness names. Returns its story, after seeing that it is the one that the
/// witness tells.
pub(super) fn replay(
    text: &str,
    files: &[PathBuf],
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Trace> {
    if let Some(flag) = files.iter().find(|file| file.to_string_lossy().starts_with('-')) {
        let flag = flag.display();
        bail!("{flag} is no file; a witness has the flags for clang itself: leave out '-- {flag}'");
    }
    let (format, run) = witness::read(text)?;
    let recorded = run.inputs.check.files.clone();
    let given: Vec<String> = match files.is_empty() {
        true => recorded.clone(),
        false => files.iter().map(|file| file.to_string_lossy().into_owned()).collect(),
    };
    if given.len() != recorded.len() {
        let (count, needed) = (given.len(), recorded.len());
        bail!("its program has {needed} files, and {count} are given");
    }
    for (name, known) in given.iter().zip(&run.metadata.files) {
        if program_file(Path::new(name))?.sha256 != known.sha256 {
            writeln!(err, "warning: {name} is not what it was when the witness was written")?;
        }
    }
    let names = Names(recorded.into_iter().zip(given.iter().cloned()).collect());
    let mut here = run.clone();
    here.inputs.check.files = given;
    rename_violation(&mut here.violation, &|name| names.here(name));
    let told = remake::tell_again(&here, environment, err)?;
    let told = Trace { inputs: Some(run.inputs.clone()), ..told };
    let mut lines = Lines::default();
    let mut line_of = |file: &str, line| lines.get(names.here(file).unwrap_or(file), line);
    let mut as_recorded = told.clone();
    rename(&mut as_recorded, &|name| names.recorded(name));
    let again = Witness::of_violation(run.metadata, &run.level, &as_recorded, &mut line_of)?;
    match witness::says_the_same(format, text, &again.write(format)?)? {
        true => Ok(told),
        false => Err(anyhow!(
            "its run goes wrong as it says, but along another path than it tells: it was changed"
        )),
    }
}

/// Names of the files of a program: as a witness has them, and as they are given.
struct Names(Vec<(String, String)>);

impl Names {
    /// The name that is given for one in the witness.
    fn here(&self, recorded: &str) -> Option<&str> {
        let found = self.0.iter().find(|(there, _)| there == recorded);
        found.map(|(_, here)| here.as_str())
    }

    /// The name in the witness for one that is given.
    fn recorded(&self, given: &str) -> Option<&str> {
        let found = self.0.iter().find(|(_, here)| here == given);
        found.map(|(there, _)| there.as_str())
    }
}

/// Another name of a file, if it has one.
type OtherName<'a> = dyn Fn(&str) -> Option<&'a str> + 'a;

/// Gives files in a trace the names that `other_name` has for them.
fn rename(trace: &mut Trace, other_name: &OtherName<'_>) {
    let places = trace.steps.iter_mut().filter_map(|step| step.place.as_mut());
    places.for_each(|place| rename_place(place, other_name));
    rename_violation(&mut trace.violation, other_name);
}

fn rename_violation(violation: &mut Violation, other_name: &OtherName<'_>) {
    let related = violation.related.iter_mut().map(|related| &mut related.place);
    violation.place.iter_mut().chain(related).for_each(|place| rename_place(place, other_name));
}

fn rename_place(place: &mut Place, other_name: &OtherName<'_>) {
    if let Some(name) = other_name(&place.file) {
        place.file = name.to_owned();
    }
}
