//! heddle's own part of every program: the C library and its glue, written in C,
//! carried in the binary and compiled with the user's clang; and the models, which stand
//! for what the machine does natively where a program is not run by the machine. The C++
//! library's part is compiled in the same way (see [`library`](super::library)).
//!
//! Compiling takes longer than most checks, so the result is kept in the
//! [cache](super::cache), one entry for each clang and target.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::process::Command;
use std::{fs, io};

use heddle_bitcode::Cancel;

use super::cache::{Cache, Entry};
use super::input::{Input, Language};
use super::job::{emit_bitcode, run_all};
use super::{Bitcode, Clang, CompileOptions, DriverError};

/// One file of the repository's `runtime/`.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct RuntimeFile {
    /// Its path in that folder.
    pub(crate) path: &'static str,
    /// Its contents.
    pub(crate) text: &'static str,
}

/// All files of the runtime, in the order of their paths.
pub(super) static RUNTIME_FILES: &[RuntimeFile] =
    include!(concat!(env!("OUT_DIR"), "/runtime_files.rs"));

/// The files of the models and the headers that they include, in the same order.
static MODEL_FILES: &[RuntimeFile] = include!(concat!(env!("OUT_DIR"), "/model_files.rs"));

/// The folder in which debug information places the runtime's sources, wherever
/// they were compiled.
const SOURCE_NAME: &str = "heddle-runtime";
/// The same for the headers that a user's program includes.
pub(super) const INCLUDE_NAME: &str = "heddle-runtime/include";
/// The header that is there for users.
const USER_HEADER: &str = "heddle.h";
/// The folder of `runtime/` in which more headers for users may lie.
const USER_FOLDER: &str = "include/";

/// The flags with which the runtime is compiled, one a line.
const FLAGS: &str = include_str!("../../../../runtime/flags");
/// The beginning of a line in which a source names flags of its own.
const OWN_FLAGS: &str = "// clang: ";

/// Sources that are compiled and kept together.
pub(super) struct Kit<'a> {
    /// The sources, and the headers that they include.
    pub(super) files: &'a [RuntimeFile],
    /// The flags with which all of them are compiled, one a line.
    pub(super) flags: &'a str,
    /// The user's flags that matter here.
    pub(super) user_flags: Vec<OsString>,
    /// Anything else that the result depends on, such as the release of a library.
    pub(super) release: String,
    /// Names what must be installed, for messages.
    pub(super) needs: &'static str,
}

/// The headers that C code needs.
const C_HEADERS: &str =
    "the C headers for this target installed (Debian: libc6-dev, for -m32 gcc-multilib)";

impl Clang {
    /// The runtime for the target that `options` choose, one module a source.
    ///
    /// For inputs that are bitcode, name their target in the flags
    /// (`--target=i386-pc-linux-gnu`): nothing else tells it.
    pub(crate) fn runtime(
        &self,
        options: &CompileOptions,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        self.runtime_of(RUNTIME_FILES, options, cancel, diagnostics)
    }

    /// The models of what the machine does natively, in the same way. They are written for
    /// 64-bit targets only.
    pub(crate) fn models(
        &self,
        options: &CompileOptions,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        self.runtime_of(MODEL_FILES, options, cancel, diagnostics)
    }

    /// [`runtime`](Self::runtime), of any files.
    fn runtime_of(
        &self,
        files: &[RuntimeFile],
        options: &CompileOptions,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        let kit = Kit {
            files,
            flags: FLAGS,
            user_flags: options.target_flags(),
            release: String::new(),
            needs: C_HEADERS,
        };
        self.compiled(&kit, cancel, diagnostics)
    }

    /// The modules of a kit, one a source, from the cache if they are there.
    pub(super) fn compiled(
        &self,
        kit: &Kit<'_>,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        let sources = sources(kit.files);
        if sources.is_empty() {
            return Err(DriverError::NoRuntime);
        }
        let names: Vec<&str> = sources.iter().map(|(file, _)| file.path).collect();
        let cache = Cache::new(&self.cache_dirs, self.key(kit));
        let modules = match cache.load(&names) {
            Some(modules) => modules,
            None => {
                let modules = self.compile_kit(kit, &sources, cancel, diagnostics)?;
                cache.store(&modules);
                modules
            }
        };
        let named = |entry: Entry| Bitcode {
            name: format!("{SOURCE_NAME}/{}", entry.name),
            bytes: entry.bytes,
        };
        Ok(modules.into_iter().map(named).collect())
    }

    /// A hash of all that the compiled modules depend on, in 128 bits. Not a secure one,
    /// and another one after an update of Rust: it only names a folder of one's own.
    fn key(&self, kit: &Kit<'_>) -> u128 {
        let Kit { files, flags, user_flags, release, needs: _ } = kit;
        let half = |salt: u8| {
            let mut hasher = DefaultHasher::new();
            (salt, files, flags, &self.banner, user_flags, release).hash(&mut hasher);
            hasher.finish()
        };
        u128::from(half(0)) << 64 | u128::from(half(1))
    }

    fn compile_kit(
        &self,
        kit: &Kit<'_>,
        sources: &[(RuntimeFile, Language)],
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Entry>, DriverError> {
        let cannot = "cannot write heddle's runtime";
        let scratch = self.scratch()?;
        for file in kit.files {
            let path = scratch.path().join(SOURCE_NAME).join(file.path);
            write(&path, file.text).map_err(DriverError::io(cannot))?;
        }

        let output_of = |index: usize| scratch.path().join(format!("{index}.bc"));
        let command = |(index, (file, language)): (usize, &(RuntimeFile, Language))| {
            let own_flags = file.text.lines().find_map(|line| line.strip_prefix(OWN_FLAGS));
            let mut command = Command::new(&self.program);
            command
                .current_dir(scratch.path())
                .args(["-x", language.clang_name()])
                .args(kit.flags.lines())
                .args(own_flags.unwrap_or_default().split_whitespace())
                // Its warnings are its author's business.
                .args(["-w", "-Qunused-arguments"])
                // Sources are named relative to the scratch folder, and the folder
                // itself is not recorded: the bitcode is the same wherever it is made.
                .arg("-ffile-compilation-dir=.")
                .args(["-I", SOURCE_NAME, "-I", INCLUDE_NAME])
                .args(&kit.user_flags);
            let source = Path::new(SOURCE_NAME).join(file.path);
            emit_bitcode(&mut command, &source, &output_of(index));
            command
        };
        let results = run_all(sources.iter().enumerate().map(command).collect(), cancel)?;

        let mut modules = Vec::new();
        for (index, ((file, _), result)) in sources.iter().zip(results).enumerate() {
            let result = result.map_err(|source| DriverError::CannotRun {
                program: self.program.clone(),
                source,
            })?;
            let bytes = fs::read(output_of(index)).unwrap_or_default();
            if !result.status.success() || !Bitcode::has_magic(&bytes) {
                diagnostics
                    .write_all(&result.stderr)
                    .map_err(DriverError::io("cannot show clang's messages"))?;
                let flags = kit.user_flags.iter().map(|flag| flag.to_string_lossy().into_owned());
                return Err(DriverError::RuntimeDoesNotCompile {
                    file: file.path.to_owned(),
                    program: self.program.clone(),
                    flags: flags.collect::<Vec<_>>().join(" "),
                    needs: kit.needs,
                });
            }
            modules.push(Entry { name: file.path.to_owned(), bytes });
        }
        Ok(modules)
    }
}

/// Those of `files` that are compiled by themselves.
fn sources(files: &[RuntimeFile]) -> Vec<(RuntimeFile, Language)> {
    let language = |file: &RuntimeFile| match Input::of(Path::new(file.path)) {
        Ok(Input::Source(language)) => Some((*file, language)),
        Ok(Input::Bitcode) | Err(_) => None,
    };
    files.iter().filter_map(language).collect()
}

/// The name by which a user's program includes a file of the runtime; the rest
/// is the runtime's own.
fn user_name(file: &RuntimeFile) -> Option<&'static str> {
    file.path.strip_prefix(USER_FOLDER).or((file.path == USER_HEADER).then_some(file.path))
}

/// The name and the text of the header that is there for native builds, too.
pub(crate) fn user_header() -> (&'static str, &'static str) {
    let header = RUNTIME_FILES.iter().find(|file| file.path == USER_HEADER);
    (USER_HEADER, header.map_or("", |header| header.text))
}

/// Writes the headers that are there for users into the folder `target`.
pub(super) fn write_user_headers(files: &[RuntimeFile], target: &Path) -> io::Result<()> {
    fs::create_dir_all(target)?;
    for file in files {
        if let Some(name) = user_name(file) {
            write(&target.join(name), file.text)?;
        }
    }
    Ok(())
}

/// Writes a file and the folders above it.
fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

#[cfg(test)]
mod tests;
