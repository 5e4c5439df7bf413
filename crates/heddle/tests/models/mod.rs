//! The models of `runtime/bmc`, compiled as heddle does, with what they need on the machine.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use heddle_testkit::clang;
use tempfile::TempDir;

use crate::support::root;

/// The folder of the models.
const FOLDER: &str = "runtime/bmc";
/// The file of the functions that they ask of their engine.
const PRIMITIVES: &str = "crates/heddle/tests/models/primitives.c";

/// True if a program has atomic sections. A thread that waits inside of one lets others run;
/// with the models such a run is abandoned, so that less may be found.
pub(crate) fn has_sections(program: &str) -> bool {
    program.contains("atomic_begin") || program.contains("__VERIFIER_atomic_")
}

/// The bitcode of all models, for one way to wait for condition variables and one target: a flag
/// for clang, `-m32` or `-m64`.
pub(crate) fn models(spurious_wakeups: bool, target: &str) -> Result<Vec<PathBuf>, String> {
    type Compiled = Result<(TempDir, Vec<PathBuf>), String>;
    static COMPILED: [OnceLock<Compiled>; 4] = [const { OnceLock::new() }; 4];
    let way = usize::from(spurious_wakeups) + 2 * usize::from(target == "-m32");
    let compiled = COMPILED[way].get_or_init(|| {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let mut modules = Vec::new();
        for source in sources()? {
            let module = folder.path().join(format!("{}.bc", modules.len()));
            compile(&source, spurious_wakeups, target, &module)?;
            modules.push(module);
        }
        Ok((folder, modules))
    });
    compiled.as_ref().map(|(_, modules)| modules.clone()).map_err(Clone::clone)
}

/// All files, by their paths from the root.
fn sources() -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(root().join(FOLDER)).map_err(|error| error.to_string())?;
    let mut sources = vec![PathBuf::from(PRIMITIVES)];
    for entry in entries {
        let name = entry.map_err(|error| error.to_string())?.file_name();
        if name.to_string_lossy().ends_with(".c") {
            sources.push(PathBuf::from(FOLDER).join(name));
        }
    }
    sources.sort();
    Ok(sources)
}

fn compile(
    source: &PathBuf,
    spurious_wakeups: bool,
    target: &str,
    module: &PathBuf,
) -> Result<(), String> {
    let flags =
        fs::read_to_string(root().join("runtime/flags")).map_err(|error| error.to_string())?;
    let mut clang = clang::command();
    clang.current_dir(root()).args(flags.lines()).args([target, "-Wall", "-Wextra", "-Werror"]);
    clang.args(["-I", "runtime", "-I", FOLDER, "-isystem", "runtime/include"]);
    if !source.ends_with(PRIMITIVES) {
        // The primitives need the machine's own.
        clang.arg("-D__heddle_mutex_timedlock=modelled_timedlock");
    }
    if spurious_wakeups {
        clang.arg("-DSPURIOUS_WAKEUPS");
    }
    clang.args(["-c", "-emit-llvm", "-o"]).arg(module).arg(source);
    let output = clang.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{clang:?} fails\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}
