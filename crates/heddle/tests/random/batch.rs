//! Many random programs in one file, so that they are compiled at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use heddle_program::{Input, LinkOptions, Origin, Program};

use super::{HEADERS, Source, is_global};
use crate::support::root;
use heddle_testkit::clang;

/// The targets that programs are compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// 64-bit programs.
    Wide,
    /// 32-bit programs.
    Narrow,
}

impl Target {
    /// The flag for clang.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Target::Wide => "-m64",
            Target::Narrow => "-m32",
        }
    }
}

/// Programs of one module, ready to be linked one by one.
pub(crate) struct Batch {
    module: Input,
    target: Target,
}

impl Batch {
    /// Compiles programs, which have the same level, with one call of clang.
    pub(crate) fn compile(sources: &[Source], target: Target) -> Result<Batch, String> {
        let level = sources.first().map_or("-O0", Source::level);
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = folder.path().join("batch.c");
        let text: String = sources.iter().map(with_own_names).collect();
        let bitcode = compile(&format!("{}{text}", headers()), level, target, &file)?;
        let module = heddle_bitcode::read(&bitcode).map_err(|error| error.to_string())?;
        let module = Input { name: "batch.c".to_owned(), module, origin: Origin::User };
        Ok(Batch { module, target })
    }

    /// One of the programs, with the runtime.
    pub(crate) fn link(&self, seed: u64) -> Result<Program, String> {
        self.link_with(seed, &[])
    }

    /// One of the programs, with the runtime and models over what the machine does.
    pub(crate) fn link_with(&self, seed: u64, models: &[Input]) -> Result<Program, String> {
        let inputs: Vec<&Input> =
            std::iter::once(&self.module).chain(runtime(self.target)).chain(models).collect();
        let main = own_name("main", seed);
        let options = LinkOptions { main: &main, only_used: true, ..LinkOptions::default() };
        heddle_program::link(&inputs, &options).map_err(|error| error.to_string())
    }
}

/// Compiles a text with the flags that heddle gives to clang.
pub(crate) fn compile(
    text: &str,
    level: &str,
    target: Target,
    file: &Path,
) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", file.display());
    let bitcode = file.with_extension("bc");
    fs::write(file, text).map_err(failed)?;
    let mut clang = clang::command();
    clang.current_dir(root());
    clang.args([
        target.flag(),
        "-g",
        level,
        "-fstandalone-debug",
        "-Xclang",
        "-disable-O0-optnone",
        "-w",
    ]);
    clang.args(["-U_FORTIFY_SOURCE", "-D__HEDDLE__=1", "-isystem", "runtime/include"]);
    clang.args(["-isystem", "runtime", "-c", "-emit-llvm", "-o"]).arg(&bitcode).arg(file);
    let output = clang.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return fs::read(&bitcode).map_err(failed);
    }
    Err(format!("{clang:?} fails\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// The lines that include what programs need.
pub(crate) fn headers() -> String {
    let includes = HEADERS.iter().map(|header| format!("#include <{header}.h>\n"));
    std::iter::once("#define _GNU_SOURCE\n".to_owned()).chain(includes).collect()
}

pub(super) fn own_name(name: &str, seed: u64) -> String {
    format!("{name}_{seed}")
}

/// A program's text with names of its own. Its lines keep their numbers and the
/// name of their file.
fn with_own_names(source: &Source) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut text = format!("#line {} \"{}\"\n", HEADERS.len() + 2, source.file_name());
    let mut rest = source.body.as_str();
    while !rest.is_empty() {
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        // What is no word is passed on by the character.
        let end = end.max(rest.chars().next().map_or(1, char::len_utf8));
        let (word, after) = rest.split_at(end);
        match is_global(word) {
            true => text.push_str(&own_name(word, source.seed)),
            false => text.push_str(word),
        }
        rest = after;
    }
    text
}

/// heddle's runtime, as it has compiled it for itself; read once for each target.
fn runtime(target: Target) -> &'static [Input] {
    static RUNTIMES: [OnceLock<Vec<Input>>; 2] = [OnceLock::new(), OnceLock::new()];
    RUNTIMES[target as usize]
        .get_or_init(|| read_runtime(target).unwrap_or_else(|error| panic!("the runtime: {error}")))
}

fn read_runtime(target: Target) -> Result<Vec<Input>, String> {
    let failed = |error: std::io::Error| error.to_string();
    let folder = tempfile::tempdir().map_err(failed)?;
    let source = folder.path().join("nothing.c");
    fs::write(&source, "int main(void) { return 0; }\n").map_err(failed)?;
    // A cache that is empty, and the only one: heddle leaves what it compiles there.
    let mut heddle = Command::new(env!("CARGO_BIN_EXE_heddle"));
    heddle.env("XDG_CACHE_HOME", folder.path()).env_remove("HOME").arg("dump").arg(&source);
    heddle.args(["--", target.flag()]);
    let output = heddle.output().map_err(failed)?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let entries = fs::read_dir(folder.path().join("heddle")).map_err(failed)?;
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let modules = fs::read_dir(entry.map_err(failed)?.path()).map_err(failed)?;
        files.extend(modules.filter_map(|module| Some(module.ok()?.path())));
    }
    files.sort();
    files.iter().map(|file| read(file, Origin::Runtime)).collect()
}

/// Reads a file of bitcode.
pub(super) fn read(file: &Path, origin: Origin) -> Result<Input, String> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let module = heddle_bitcode::read(&bytes).map_err(|error| error.to_string())?;
    Ok(Input { name: file.display().to_string(), module, origin })
}
