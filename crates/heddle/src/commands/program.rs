//! From files to a program: compile, read, link.

use std::ffi::OsString;
use std::io::Write;

use anyhow::{Context, Result, anyhow};
use heddle_program::{Input, LinkOptions, Origin, Program};

use crate::driver::{Bitcode, Clang, OptLevel};
use crate::environment::Environment;
use crate::settings::{MachineSettings, ProgramSettings};

/// Compiles and links a program at an optimization level.
pub(super) fn load(
    settings: &ProgramSettings,
    level: &OptLevel,
    environment: &Environment,
    err: &mut dyn Write,
) -> Result<Program> {
    let clang = Clang::find(environment)?;
    let mut options = settings.compile_options(level);
    let mut inputs = Vec::new();
    for bitcode in clang.compile(&settings.files, &options, err)? {
        inputs.push(read(bitcode, Origin::User)?);
    }
    // The runtime is made for the program's target, which bitcode alone may know.
    if let Some(input) = inputs.first().filter(|input| !input.module.triple.is_empty()) {
        options.flags.push(OsString::from(format!("--target={}", input.module.triple)));
    }
    for bitcode in clang.runtime(&options, err)? {
        inputs.push(read(bitcode, Origin::Runtime)?);
    }
    let link = LinkOptions { provides: heddle_machine::provides };
    Ok(heddle_program::link(inputs, &link)?)
}

fn read(bitcode: Bitcode, origin: Origin) -> Result<Input> {
    let Bitcode { name, bytes } = bitcode;
    let module = heddle_bitcode::read(&bytes).with_context(|| format!("cannot read {name}"))?;
    Ok(Input { name, module, origin })
}

/// How the machine is to run a program.
pub(super) fn machine_options(
    settings: &MachineSettings,
    program: &ProgramSettings,
    granularity: heddle_machine::Granularity,
) -> Result<heddle_machine::Options> {
    let name = program.files.first().and_then(|file| file.file_stem());
    let name = name.ok_or_else(|| anyhow!("no file to check"))?.to_string_lossy().into_owned();
    Ok(heddle_machine::Options {
        properties: settings.properties,
        granularity,
        malloc_may_fail: settings.malloc_may_fail,
        spurious_wakeups: settings.spurious_wakeups,
        args: std::iter::once(name).chain(settings.args.iter().cloned()).collect(),
    })
}
