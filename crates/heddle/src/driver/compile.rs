//! Compiles the user's files.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use heddle_bitcode::Cancel;
use heddle_program::ERROR_FUNCTIONS;
use tempfile::TempDir;

use super::input::{Input, Language};
use super::job::{emit_bitcode, run_all};
use super::runtime::{INCLUDE_NAME, RUNTIME_FILES, write_user_headers};
use super::{Bitcode, Clang, CompileOptions, DriverError, OptLevel};

impl Clang {
    /// Compiles `inputs`, or reads those that are bitcode; the results are in the
    /// order of the inputs. What clang has to say, errors and, if they are shown, warnings, goes to
    /// `diagnostics`, one file after the other. When `cancel` says so, clang is killed.
    pub(crate) fn compile(
        &self,
        inputs: &[PathBuf],
        options: &CompileOptions,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        let kinds = inputs.iter().map(|path| classify(path)).collect::<Result<Vec<Input>, _>>()?;
        let scratch = self.scratch()?;
        let include = scratch.path().join("include");
        write_user_headers(RUNTIME_FILES, &include)
            .map_err(DriverError::io("cannot write heddle's headers"))?;

        // The index keeps two sources of one name apart.
        let output_of = |index: usize| scratch.path().join(format!("{index}.bc"));
        let mut compiled = Vec::new();
        let mut commands = Vec::new();
        for (index, (path, kind)) in inputs.iter().zip(&kinds).enumerate() {
            if let Input::Source(language) = kind {
                compiled.push(path);
                commands.push(self.command(path, *language, options, &include, &output_of(index)));
            }
        }
        let mut failure = None;
        for (path, result) in compiled.into_iter().zip(run_all(commands, cancel)?) {
            let result = result.map_err(|source| DriverError::CannotRun {
                program: self.program.clone(),
                source,
            })?;
            if options.messages.warnings || !result.status.success() {
                diagnostics
                    .write_all(&result.stderr)
                    .map_err(DriverError::io("cannot show clang's messages"))?;
            }
            if !result.status.success() {
                failure = failure.or_else(|| Some(self.failure(path, result.status)));
            }
        }
        if let Some(failure) = failure {
            return Err(failure);
        }

        inputs
            .iter()
            .zip(kinds)
            .enumerate()
            .map(|(index, (path, kind))| match kind {
                Input::Source(_) => self.take_output(path, &output_of(index)),
                Input::Bitcode => read_bitcode(path),
            })
            .collect()
    }

    /// Compiles a source with functions that stay although nothing in it uses them, as static
    /// ones would not. `None` if it does not have them, or only by a name that it also uses for
    /// something else.
    pub(crate) fn compile_keeping(
        &self,
        source: &Path,
        functions: &[&str],
        options: &CompileOptions,
        cancel: Cancel<'_>,
    ) -> Result<Option<Bitcode>, DriverError> {
        let Input::Source(language) = classify(source)? else { return Ok(None) };
        let unreadable = |error: io::Error| DriverError::Unreadable {
            path: source.to_owned(),
            reason: error.to_string(),
        };
        let whole = source.canonicalize().map_err(unreadable)?;
        let text = String::from_utf8_lossy(&fs::read(source).map_err(unreadable)?).into_owned();
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let mentioned: Vec<&&str> =
            functions.iter().filter(|name| words.contains(**name)).collect();
        if mentioned.is_empty() {
            return Ok(None);
        }
        let scratch = self.scratch()?;
        let (wrapper, output) = (scratch.path().join("wrapper"), scratch.path().join("0.bc"));
        let mut lines = format!("#include \"{}\"\n", whole.display());
        for (number, name) in mentioned.into_iter().enumerate() {
            lines.push_str(&format!(
                "__attribute__((used)) static const void *const __heddle_named_{number} = \
                 (const void *)&{name};\n"
            ));
        }
        fs::write(&wrapper, lines).map_err(DriverError::io("cannot write a temporary file"))?;
        let include = scratch.path().join("include");
        write_user_headers(RUNTIME_FILES, &include)
            .map_err(DriverError::io("cannot write heddle's headers"))?;
        let mut options = options.clone();
        // Warnings were shown when it was compiled as it is.
        options.flags.push(OsString::from("-w"));
        let command =
            self.command(&wrapper, language.before_preprocessing(), &options, &include, &output);
        let compiled = run_all(vec![command], cancel)?
            .into_iter()
            .all(|result| result.is_ok_and(|result| result.status.success()));
        compiled.then(|| self.take_output(source, &output)).transpose()
    }

    /// A folder for the files of one compilation.
    pub(super) fn scratch(&self) -> Result<TempDir, DriverError> {
        tempfile::Builder::new()
            .prefix("heddle-")
            .tempdir_in(&self.temp_dir)
            .map_err(DriverError::io("cannot make a temporary folder"))
    }

    /// clang's command line for one source: our defaults, the user's flags, and
    /// what no flag may change.
    fn command(
        &self,
        source: &Path,
        language: Language,
        options: &CompileOptions,
        include: &Path,
        output: &Path,
    ) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["-x", language.clang_name(), "-g", &options.level.to_string()])
            // Types that are declared here and defined elsewhere are shown, too.
            .arg("-fstandalone-debug")
            // Without this, -O0 would mark every function as not to be touched.
            .args(["-Xclang", "-disable-O0-optnone"])
            // Nor would it say where variables begin and end; no sanitizer comes with this.
            .args(["-Xclang", "-fsanitize-address-use-after-scope"])
            // Some distributions check buffers by default, through functions of
            // their own; heddle checks every access itself.
            .arg("-U_FORTIFY_SOURCE")
            // Nothing is loaded anywhere, so tables need not be relative to their place.
            .arg("-fno-pic")
            .arg("-D__HEDDLE__=1")
            // Flags that only a linker reads (-lpthread) do no harm.
            .arg("-Qunused-arguments")
            .arg(if options.messages.color {
                "-fcolor-diagnostics"
            } else {
                "-fno-color-diagnostics"
            })
            .arg("-isystem")
            .arg(include)
            .arg(prefix_map(include, INCLUDE_NAME))
            // Old programs call what they do not declare, and so do those that are written for
            // another checker; clang tells of it.
            .arg("-Wno-error=implicit-function-declaration")
            .args(&options.flags);
        for function in ERROR_FUNCTIONS.as_flattened() {
            // With an empty body, calls of them would vanish.
            let forced = [
                format!("-force-remove-attribute={function}:alwaysinline"),
                format!("-force-attribute={function}:noinline"),
                format!("-force-attribute={function}:optnone"),
            ];
            forced.iter().for_each(|option| {
                command.args(["-mllvm", option]);
            });
        }
        if options.level == OptLevel::O0 && may_inline_error_function(source) {
            // At this level, passes that inline come before attributes are forced.
            command.args(["-Xclang", "-disable-llvm-passes"]);
        }
        if options.inline_definitions {
            if options.level == OptLevel::O0 {
                command.args(["-Xclang", "-O1", "-U__OPTIMIZE__"]);
            }
            command.args(["-Xclang", "-disable-llvm-passes"]);
        }
        emit_bitcode(&mut command, source, output);
        command
    }

    fn failure(&self, path: &Path, status: ExitStatus) -> DriverError {
        let path = path.to_owned();
        match status.code() {
            Some(1) => DriverError::DoesNotCompile { path },
            _ => DriverError::ClangFailed { program: self.program.clone(), path, status },
        }
    }

    fn take_output(&self, path: &Path, output: &Path) -> Result<Bitcode, DriverError> {
        let bytes = fs::read(output).unwrap_or_default();
        if !Bitcode::has_magic(&bytes) {
            let path = path.to_owned();
            return Err(DriverError::NoOutput { program: self.program.clone(), path });
        }
        Ok(Bitcode { name: path.display().to_string(), bytes })
    }
}

/// True if a source names a function whose call is a violation, so that passes which inline it
/// would hide the call. Coroutines do need passes.
fn may_inline_error_function(source: &Path) -> bool {
    let bytes = fs::read(source).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let is_coroutine = ["co_await", "co_yield", "co_return"].iter().any(|word| text.contains(word));
    !is_coroutine && ERROR_FUNCTIONS.iter().any(|[name, ..]| text.contains(name))
}

/// The flag that makes `folder` appear as `name` in what clang writes, so that
/// the same source gives the same bitcode each time.
pub(super) fn prefix_map(folder: &Path, name: &str) -> OsString {
    let mut flag = OsString::from("-ffile-prefix-map=");
    flag.push(folder);
    flag.push("=");
    flag.push(name);
    flag
}

/// The kind of the input, provided that it can be read.
fn classify(path: &Path) -> Result<Input, DriverError> {
    let unreadable = |reason: String| DriverError::Unreadable { path: path.to_owned(), reason };
    // A misspelt name is told before a strange suffix.
    let data = fs::metadata(path).map_err(|error| unreadable(error.to_string()))?;
    if data.is_dir() {
        return Err(unreadable("it is a folder".to_owned()));
    }
    let input = Input::of(path)?;
    fs::File::open(path).map_err(|error| unreadable(error.to_string()))?;
    Ok(input)
}

fn read_bitcode(path: &Path) -> Result<Bitcode, DriverError> {
    let bytes = fs::read(path).map_err(|error| DriverError::Unreadable {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    if !Bitcode::has_magic(&bytes) {
        return Err(DriverError::NotBitcode { path: path.to_owned() });
    }
    Ok(Bitcode { name: path.display().to_string(), bytes })
}

#[cfg(test)]
mod tests;
