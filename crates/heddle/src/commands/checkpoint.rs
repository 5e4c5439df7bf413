//! Checkpoints, as far as the command line goes: where they are, and what makes a search
//! the one it is.

use std::fs::File;
use std::io::Write;

use anyhow::{Context, Result, bail};
use heddle_engine::{Harness, Report, ThreadStart, World};
use heddle_model::PropertySet;
use heddle_program::{Program, Undefined};
use heddle_search::Checkpoints;

use super::explain::word;
use super::program;
use super::wording::names;
use crate::driver::OptLevel;
use crate::settings::{CheckSettings, CheckpointSettings};

/// Looks whether the file can be written and nothing is lost by that, before anything else
/// is done.
pub(super) fn check_file(settings: &CheckpointSettings) -> Result<()> {
    let CheckpointSettings { file, every, resume } = settings;
    if let Some(resume) = resume {
        let opened = File::open(resume);
        opened.with_context(|| format!("cannot read checkpoint {}", resume.display()))?;
    }
    let shown = file.display();
    if resume.as_ref() != Some(file) && file.exists() {
        bail!("{shown} exists: go on from it with --resume {shown}, or remove it");
    }
    let checkpoints = Checkpoints { file: file.clone(), every: *every, identity: Vec::new() };
    checkpoints.check_writable().with_context(|| format!("cannot write {shown}"))
}

/// The options of a search that is kept in a file.
pub(crate) fn options(
    settings: &CheckSettings,
    level: &OptLevel,
    program: &Program,
) -> Option<Checkpoints> {
    let CheckpointSettings { file, every, resume: _ } = settings.checkpoints.as_ref()?;
    let identity = identity(settings, level, program);
    Some(Checkpoints { file: file.clone(), every: *every, identity })
}

/// All that must be the same when a search goes on, beside the options of the search.
fn identity(
    settings: &CheckSettings,
    level: &OptLevel,
    program: &Program,
) -> Vec<(String, String)> {
    let CheckSettings { machine, search, .. } = settings;
    let World { name, args, malloc_may_fail, spurious_wakeups, harness } = &machine.world;
    let Harness { init, threads, invariants } = harness;
    let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
    let list = |names: Vec<String>| match names.is_empty() {
        true => "none".to_owned(),
        false => names.join(" "),
    };
    let threads = threads.iter().map(ThreadStart::to_string);
    let undefined = match settings.program.undefined {
        Undefined::Refuse => "refuse",
        Undefined::Any => "any",
    };
    // There is nothing to look for only where nothing is searched.
    let properties = program::properties(machine, level).unwrap_or(PropertySet::EMPTY);
    let identity = [
        ("the name of the program", name.clone()),
        ("the level", level.to_string()),
        ("the program's fingerprint", program::fingerprint(program)),
        ("--undefined", undefined.to_owned()),
        ("--args", list(args.clone())),
        ("--property", names(properties)),
        ("--reduction", word(search.reduction)),
        ("--symmetry", word(search.symmetry)),
        ("--malloc-may-fail", yes(*malloc_may_fail)),
        ("--spurious-wakeups", yes(*spurious_wakeups)),
        ("--init", list(init.iter().cloned().collect())),
        ("--thread", list(threads.collect())),
        ("--invariant", list(invariants.clone())),
    ];
    identity.map(|(name, value)| (name.to_owned(), value)).into()
}

/// Says that there is no checkpoint where one was asked for.
pub(super) fn warn(
    report: &Report,
    settings: &CheckSettings,
    err: &mut dyn Write,
) -> std::io::Result<()> {
    if let (Some(Err(error)), Some(checkpoints)) = (&report.checkpoint, &settings.checkpoints) {
        let file = checkpoints.file.display();
        writeln!(err, "warning: the checkpoint {file} could not be written: {error}")?;
    }
    Ok(())
}
