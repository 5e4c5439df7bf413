//! From files to a program: compile, read, link.

use std::ffi::OsString;
use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use heddle_bitcode::{Cancel, DiNode, ReadError};
use heddle_engine::{Budget, ModelError, Subject};
use heddle_model::{Property, PropertySet};
use heddle_program::{
    Input, LinkError, LinkOptions, Origin, Program, Undefined, needed, take_inline_definitions,
    undefined_functions, undefined_symbols,
};

use super::paths;
use crate::driver::{Bitcode, Clang, CompileOptions, DriverError, Library, OptLevel};
use crate::environment::Environment;
use crate::settings::{MachineSettings, ProgramSettings};

/// Compiles and links a program at an optimization level, unless that is given up.
pub(super) fn load(
    settings: &ProgramSettings,
    level: &OptLevel,
    environment: &Environment,
    cancel: Cancel<'_>,
    err: &mut dyn Write,
) -> Result<Program> {
    let clang = Clang::find(environment)?;
    let (inputs, _) = read_all(&clang, settings, level, cancel, err)?;
    link(&inputs, Linking::of(settings), cancel)
}

/// True if loading failed since it was given up.
pub(super) fn is_given_up(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(DriverError::Cancelled))
        || matches!(error.downcast_ref(), Some(ReadError::Cancelled { offset: _ }))
        || matches!(error.downcast_ref(), Some(LinkError::Cancelled))
}

/// Compiles a program at an optimization level, and links it for the machine; with models, when
/// an engine asks for that.
pub(crate) fn load_subject(
    settings: &ProgramSettings,
    level: &OptLevel,
    environment: &Environment,
    budget: &Arc<Budget>,
    err: &mut dyn Write,
) -> Result<Subject> {
    let clang = Clang::find(environment)?;
    let is_over = || budget.reached().is_some();
    let cancel = Cancel::new(&is_over);
    let (inputs, options) = read_all(&clang, settings, level, cancel, err)?;
    let linking = Linking::of(settings);
    let native = link(&inputs, linking, cancel)?;
    let budget = Arc::clone(budget);
    let link_models = move || -> Result<Program> {
        let is_over = || budget.reached().is_some();
        let cancel = Cancel::new(&is_over);
        // Nobody is there to write to; it matters only if there are no models.
        let mut diagnostics = Vec::new();
        let models = clang.models(&options, cancel, &mut diagnostics).with_context(|| {
            format!("no C models: {}", String::from_utf8_lossy(&diagnostics).trim_end())
        })?;
        let models = models.into_iter().map(|bitcode| read(bitcode, Origin::Model, cancel));
        let models = models.collect::<Result<Vec<Input>>>()?;
        link(inputs.iter().chain(&models), linking, cancel)
    };
    Ok(Subject::new(native, move || {
        link_models().map_err(|error| match is_given_up(&error) {
            true => ModelError::Cancelled,
            // The whole chain, since an error cannot be given out twice.
            false => ModelError::Failed(format!("{error:#}")),
        })
    }))
}

/// Compiles a program and the runtime for it; with the options that this took.
fn read_all(
    clang: &Clang,
    settings: &ProgramSettings,
    level: &OptLevel,
    cancel: Cancel<'_>,
    err: &mut dyn Write,
) -> Result<(Vec<Input>, CompileOptions)> {
    let mut options = settings.compile_options(level);
    let mut inputs = compile(clang, settings, &options, cancel, err)?;
    if *level != OptLevel::O0 && inputs.iter().any(|input| has_atomic_functions(&input.module)) {
        // Inlined, they would no longer be atomic.
        options.flags.push(OsString::from("-fno-inline"));
        inputs = compile(clang, settings, &options, cancel, err)?;
    }
    // The runtime is made for the program's target, which bitcode alone may know.
    if let Some(input) = inputs.first().filter(|input| !input.module.triple.is_empty()) {
        options.flags.push(OsString::from(format!("--target={}", input.module.triple)));
    }
    for bitcode in clang.runtime(&options, cancel, err)? {
        inputs.push(read(bitcode, Origin::Runtime, cancel)?);
    }
    if !settings.given.is_empty() {
        let bitcode = clang.given_files(&settings.given, &options, cancel)?;
        inputs.push(read(bitcode, Origin::Runtime, cancel)?);
    }
    add_library(clang, &mut inputs, &options, cancel, err)?;
    let wanted = undefined_functions(&inputs)?;
    if !wanted.is_empty() {
        let options = CompileOptions { inline_definitions: true, ..options.clone() };
        // What there is to say of the program was said the first time.
        let again = compile(clang, settings, &options, cancel, &mut std::io::sink())?;
        let mut found = Vec::new();
        for (mut again, first) in again.into_iter().zip(&inputs) {
            if take_inline_definitions(&mut again.module, &wanted, &first.module) {
                found.push(again);
            }
        }
        inputs.extend(found);
    }
    Ok((inputs, options))
}

/// Adds what the program needs of the C++ library that it is compiled against.
fn add_library(
    clang: &Clang,
    inputs: &mut Vec<Input>,
    options: &CompileOptions,
    cancel: Cancel<'_>,
    err: &mut dyn Write,
) -> Result<()> {
    let wanted = undefined_symbols(inputs);
    let Some(library) = Library::with(&wanted, options) else { return Ok(()) };
    let modules = clang.library(library, options, cancel, err)?;
    let modules = modules.into_iter().map(|bitcode| read(bitcode, Origin::Runtime, cancel));
    let modules = modules.collect::<Result<Vec<Input>>>()?;
    inputs.extend(needed(inputs, modules));
    Ok(())
}

/// The user's choices about linking.
#[derive(Clone, Copy)]
struct Linking {
    main: &'static str,
    undefined: Undefined,
    keep_variables: bool,
}

impl Linking {
    fn of(settings: &ProgramSettings) -> Linking {
        let ProgramSettings {
            files: _,
            flags: _,
            messages: _,
            given: _,
            undefined,
            main,
            named: _,
            keep_variables,
        } = *settings;
        Linking { main, undefined, keep_variables }
    }
}

fn link<'a>(
    inputs: impl IntoIterator<Item = &'a Input>,
    linking: Linking,
    cancel: Cancel<'_>,
) -> Result<Program> {
    let Linking { main, undefined, keep_variables } = linking;
    let options = LinkOptions { main, undefined, keep_variables, cancel, ..LinkOptions::default() };
    let inputs: Vec<&Input> = inputs.into_iter().collect();
    let mut program = heddle_program::link(&inputs, &options).map_err(|error| match error {
        LinkError::NoMain => anyhow!("{error}; --thread F starts a thread without one"),
        error => error.into(),
    })?;
    paths::name_from_here(&mut program);
    Ok(program)
}

fn compile(
    clang: &Clang,
    settings: &ProgramSettings,
    options: &CompileOptions,
    cancel: Cancel<'_>,
    err: &mut dyn Write,
) -> Result<Vec<Input>> {
    let modules = clang.compile(&settings.files, options, cancel, err)?;
    let inputs = modules.into_iter().map(|bitcode| read(bitcode, Origin::User, cancel));
    let mut inputs = inputs.collect::<Result<Vec<Input>>>()?;
    let is_missing = |name: &&str| !inputs.iter().any(|input| defines(&input.module, name));
    let missing: Vec<&str> = settings.named.iter().map(String::as_str).filter(is_missing).collect();
    if missing.is_empty() {
        return Ok(inputs);
    }
    for (input, file) in inputs.iter_mut().zip(&settings.files) {
        if let Some(bitcode) = clang.compile_keeping(file, &missing, options, cancel)? {
            *input = read(bitcode, Origin::User, cancel)?;
        }
    }
    let is_known = |name: &&str| {
        inputs.iter().any(|input| defines(&input.module, name) || tells_of(&input.module, name))
    };
    if missing.iter().all(is_known) {
        return Ok(inputs);
    }
    // It will be refused; functions that nothing uses are worth proposing, too.
    let mut options = options.clone();
    options.flags.push(OsString::from("-femit-all-decls"));
    let modules = clang.compile(&settings.files, &options, cancel, &mut std::io::sink())?;
    modules.into_iter().map(|bitcode| read(bitcode, Origin::User, cancel)).collect()
}

/// True if a module has the code of a function.
fn defines(module: &heddle_bitcode::Module, name: &str) -> bool {
    module.functions.values().any(|function| !function.declaration && function.symbol.name == name)
}

/// True if a module tells of a function that has this name in the source.
fn tells_of(module: &heddle_bitcode::Module, function: &str) -> bool {
    let is_it = |node: &DiNode| matches!(node, DiNode::Subprogram { name, .. } if name == function);
    module.debug.nodes.values().any(is_it)
}

/// True if the source has functions whose calls are one step.
fn has_atomic_functions(module: &heddle_bitcode::Module) -> bool {
    let is_atomic = |node: &DiNode| match node {
        DiNode::Subprogram { name, .. } => name.starts_with("__VERIFIER_atomic_"),
        _ => false,
    };
    module.debug.nodes.values().any(is_atomic)
}

fn read(bitcode: Bitcode, origin: Origin, cancel: Cancel<'_>) -> Result<Input> {
    let Bitcode { name, bytes } = bitcode;
    let module = heddle_bitcode::read_unless(&bytes, cancel)
        .with_context(|| format!("cannot read {name}"))?;
    Ok(Input { name, module, origin })
}

/// A number that tells programs apart: all that is run, and the lines and columns that it
/// comes from, but not the names of files.
pub(super) fn fingerprint(program: &Program) -> String {
    struct Sum(DefaultHasher);
    impl fmt::Write for Sum {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let Program {
        target,
        functions,
        externs,
        globals,
        entry,
        thread_main,
        any_results: _,
        parts,
        unsupported,
        source: _,
    } = program;
    let mut sum = Sum(DefaultHasher::new());
    let all = (target, functions, externs, globals, entry, thread_main, parts, unsupported);
    let written = fmt::Write::write_fmt(&mut sum, format_args!("{all:?}"))
        .and_then(|()| heddle_program::dump(program, &mut sum));
    written.expect("a sum should take any text");
    format!("{:016x}", sum.0.finish())
}

/// The properties that can be looked for at a level: an optimizer may compute ahead what
/// overflows and is then not used, so overflow means something only in the program as it is
/// written.
pub(super) fn properties(settings: &MachineSettings, level: &OptLevel) -> Result<PropertySet> {
    let properties = match *level == OptLevel::O0 {
        true => settings.properties,
        false => settings.properties.without(Property::Overflow),
    };
    if properties == PropertySet::EMPTY {
        bail!("nothing is left to look for at {level}: overflow is looked for at -O0 only");
    }
    Ok(properties)
}

#[cfg(test)]
mod tests {
    use heddle_bitcode::Linkage;
    use heddle_engine::CancelToken;
    use heddle_model::Limits;

    use super::*;
    use crate::driver::{GivenFiles, Messages};

    #[test]
    fn models_are_of_what_the_machine_does() {
        let clang = Clang::find(&Environment::read()).unwrap();
        let modules =
            clang.models(&CompileOptions::default(), Cancel::NEVER, &mut std::io::sink()).unwrap();
        let mut count = 0;
        for bitcode in modules {
            let input = read(bitcode, Origin::Model, Cancel::NEVER).unwrap();
            for function in input.module.functions.values().filter(|f| !f.declaration) {
                let name = &function.symbol.name;
                let is_local = function.symbol.linkage == Linkage::Internal;
                assert!(is_local || heddle_program::Operation::named(name).is_some(), "{name}");
                count += usize::from(!is_local);
            }
        }
        assert!(count > 0);
    }

    #[test]
    fn models_are_linked_over_what_the_machine_does() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lock.c");
        let text = "#include <pthread.h>\npthread_mutex_t lock;\n\
                    int main(void) { return pthread_mutex_lock(&lock); }\n";
        std::fs::write(&file, text).unwrap();
        let settings = ProgramSettings {
            files: vec![file],
            flags: vec![],
            messages: Messages::default(),
            given: GivenFiles::default(),
            undefined: Undefined::Refuse,
            main: "main",
            named: vec![],
            keep_variables: false,
        };
        let environment =
            Environment { cache_dirs: vec![folder.path().to_owned()], ..Environment::read() };
        let budget =
            Arc::new(Budget::of_loading(&Limits::default(), Arc::new(CancelToken::default())));
        let subject =
            load_subject(&settings, &OptLevel::O0, &environment, &budget, &mut std::io::sink());
        let subject = subject.unwrap();
        let (native, modelled) = (subject.native(), subject.modelled().unwrap());

        let model = |program: &Program| {
            program.functions.values().find(|f| f.name == "pthread_mutex_lock").map(|f| f.origin)
        };
        assert_eq!((model(native), model(modelled)), (None, Some(Origin::Model)));
        let asks = |program: &Program, name: &str| program.externs.values().any(|e| e.name == name);
        assert!(asks(native, "pthread_mutex_lock") && !asks(native, "__heddle_bmc_wait"));
        assert!(!asks(modelled, "pthread_mutex_lock") && asks(modelled, "__heddle_bmc_wait"));
        // What the user wrote is the same.
        let main = |program: &Program| {
            let main = program.functions.values().find(|f| f.name == "main").unwrap();
            main.code.len()
        };
        assert_eq!(main(native), main(modelled));
    }
}
