//! Compiles small programs, finds what is wrong with them, and tells it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use heddle_machine::{Machine, Options, Proposition};
use heddle_model::{Counterexample, Property, PropertySet, Verdict};
use heddle_program::{Input, LinkOptions, Origin, Program};
use heddle_trace::{Propositions, SourceText, Trace, tell_counterexample};

/// Of a program without propositions.
pub(crate) const NO_NAMES: Propositions<'static> = Propositions { names: &[] };

/// Sources in memory, by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(BTreeMap<String, String>);

impl SourceText for Sources {
    fn line(&mut self, path: &str, _directory: &str, number: u32) -> Option<String> {
        self.0.get(path)?.lines().nth(number as usize - 1).map(str::to_owned)
    }
}

/// A program, ready to be checked.
pub(crate) struct Checked {
    pub(crate) program: Program,
    pub(crate) sources: Sources,
    pub(crate) options: Options,
}

/// Compiles a program of one file, `test.c`.
pub(crate) fn program(text: &str) -> Checked {
    program_of(&[("test.c", text)], &["-O0"])
}

/// Compiles a program of several files, with flags.
pub(crate) fn program_of(files: &[(&str, &str)], flags: &[&str]) -> Checked {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut inputs = Vec::new();
    let mut sources = Sources::default();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a source is written");
        sources.0.insert((*name).to_owned(), (*text).to_owned());
        let runtime = runtime_folder();
        let mut command = Command::new("clang-19");
        command
            .current_dir(folder.path())
            .args(["-g", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c", "-D__HEDDLE__=1"])
            .args(["-U_FORTIFY_SOURCE", "-w", "-fstandalone-debug"])
            .arg("-I")
            .arg(&runtime)
            .args(flags)
            .args([name, "-o", "out.bc"]);
        assert!(command.status().expect("clang-19 runs").success(), "{name} should compile");
        let bytes = std::fs::read(folder.path().join("out.bc")).expect("bitcode");
        inputs.push(read(name, &bytes, Origin::User));
    }
    for (name, bytes) in runtime() {
        inputs.push(read(name, bytes, Origin::Runtime));
    }
    let inputs: Vec<&Input> = inputs.iter().collect();
    let program =
        heddle_program::link(&inputs, &LinkOptions::default()).expect("the program links");
    Checked { program, sources, options: Options::default() }
}

impl Checked {
    /// Looks for something else than usual.
    pub(crate) fn looking_for(mut self, property: Property) -> Checked {
        self.options.properties = PropertySet::default().with(property);
        self
    }

    /// With propositions.
    pub(crate) fn with(mut self, propositions: Vec<Proposition>) -> Checked {
        self.options.propositions = propositions;
        self
    }

    /// A machine for it.
    pub(crate) fn machine(&self) -> Machine<'_> {
        Machine::new(&self.program, self.options.clone()).expect("the program starts")
    }

    /// What is wrong with it.
    pub(crate) fn counterexample(&self) -> Counterexample {
        let options = heddle_search::Options::default();
        let report = heddle_search::explore(&mut [self.machine()], &options, &mut |_| {});
        match report.verdict {
            Verdict::Violation(mut found) => found.remove(0),
            other => panic!("the program should be wrong, but: {other:?}"),
        }
    }

    /// The story of what is wrong with it.
    pub(crate) fn trace(&self) -> Trace {
        let counterexample = self.counterexample();
        let mut sources = self.sources.clone();
        tell_counterexample(&mut self.machine(), &counterexample, NO_NAMES, &mut sources)
            .expect("the violation reproduces")
    }
}

fn read(name: &str, bytes: &[u8], origin: Origin) -> Input {
    let module = heddle_bitcode::read(bytes).expect("bitcode can be read");
    Input { name: name.to_owned(), module, origin }
}

fn runtime_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

/// The runtime, compiled once.
fn runtime() -> &'static [(String, Vec<u8>)] {
    static RUNTIME: OnceLock<Vec<(String, Vec<u8>)>> = OnceLock::new();
    RUNTIME.get_or_init(|| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let folder = runtime_folder();
        let entries = std::fs::read_dir(&folder).expect("the runtime's folder");
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".c"))
            .collect();
        names.sort();
        let compile = |name: &String| {
            let file = out.path().join(format!("{name}.bc"));
            let status = Command::new("clang-19")
                .args(["-std=gnu17", "-O1", "-g", "-w", "-fno-builtin", "-U_FORTIFY_SOURCE"])
                .args(["-D__HEDDLE__=1", "-emit-llvm", "-c"])
                .arg("-I")
                .arg(&folder)
                .arg("-I")
                .arg(folder.join("include"))
                .arg(folder.join(name))
                .arg("-o")
                .arg(&file)
                .status();
            assert!(status.expect("clang-19 runs").success(), "{name} should compile");
            (name.clone(), std::fs::read(file).expect("bitcode"))
        };
        names.iter().map(compile).collect()
    })
}
