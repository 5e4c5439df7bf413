//! A compiler in front of clang that compiles a program once in a test, however many ways there are
//! to check it.
//!
//! Checks are processes, and each would have clang compile the program again. So `$HEDDLE_CLANG` is
//! the executable of the test itself ([`stand_in`]), which keeps what clang has made of a command line
//! ([`act`]) in a folder until the test ends. Two command lines are the same if they are so but for
//! the folder that heddle makes for the files of one compilation, and the source has the same text.
//! Headers are not looked at: while a test runs, they stay what they are. Whatever is no compilation
//! of one source to bitcode is left to clang.

use std::ffi::{OsStr, OsString};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::sync::OnceLock;
use std::{env, fs, io};

use heddle_testkit::clang;
use tempfile::TempDir;

/// The variables that make an executable of tests a compiler: the clang behind it, and the folder for
/// what it has made.
const VARIABLES: [&str; 2] = ["HEDDLE_TEST_CLANG", "HEDDLE_TEST_COMPILED"];

/// The folder of this process, once something was checked in it.
static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Has a run of heddle compile by the executable of this test, which calls [`run`] in its `main`.
pub(crate) fn stand_in(heddle: &mut Command) {
    let Some(folder) = FOLDER.get() else { return };
    let Ok(executable) = env::current_exe() else { return };
    let clang = clang::command().get_program().to_owned();
    let values = [clang.as_os_str(), folder.as_os_str()];
    heddle.env("HEDDLE_CLANG", executable).envs(VARIABLES.into_iter().zip(values));
}

/// Is the compiler, if this process is meant to be; else runs the tests with one.
pub(crate) fn run(tests: impl FnOnce() -> ExitCode) -> ExitCode {
    if let [Some(clang), Some(folder)] = VARIABLES.map(env::var_os) {
        let arguments: Vec<OsString> = env::args_os().skip(1).collect();
        return act(&clang, Path::new(&folder), &arguments).unwrap_or(ExitCode::FAILURE);
    }
    let folder = TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder for bitcode");
    FOLDER.set(folder.path().to_owned()).expect("tests run once");
    tests()
}

/// Answers as clang would.
fn act(clang: &OsStr, folder: &Path, arguments: &[OsString]) -> io::Result<ExitCode> {
    let Some(compilation) = Compilation::of(arguments) else {
        let Output { status, stdout, stderr } = match arguments {
            [only] if only == "--version" => return version(clang, folder),
            _ => Command::new(clang).args(arguments).output()?,
        };
        io::Write::write_all(&mut io::stdout(), &stdout)?;
        io::Write::write_all(&mut io::stderr(), &stderr)?;
        return Ok(exit_code(status.code()));
    };
    let kept = folder.join(compilation.key(clang)?);
    if !kept.with_extension("said").exists() {
        let Output { status, stderr, .. } = Command::new(clang).args(arguments).output()?;
        if !status.success() {
            io::Write::write_all(&mut io::stderr(), &stderr)?;
            return Ok(exit_code(status.code()));
        }
        let own = kept.with_extension(std::process::id().to_string());
        fs::copy(compilation.output, &own)?;
        fs::rename(&own, kept.with_extension("bc"))?;
        fs::write(&own, &stderr)?;
        fs::rename(&own, kept.with_extension("said"))?;
    } else {
        fs::copy(kept.with_extension("bc"), compilation.output)?;
    }
    io::Write::write_all(&mut io::stderr(), &fs::read(kept.with_extension("said"))?)?;
    Ok(ExitCode::SUCCESS)
}

/// Says what clang says of its version.
fn version(clang: &OsStr, folder: &Path) -> io::Result<ExitCode> {
    let kept = folder.join("version");
    let banner = match fs::read(&kept) {
        Ok(banner) => banner,
        Err(_) => {
            let banner = Command::new(clang).arg("--version").output()?.stdout;
            let own = folder.join(std::process::id().to_string());
            fs::write(&own, &banner)?;
            fs::rename(&own, &kept)?;
            banner
        }
    };
    io::Write::write_all(&mut io::stdout(), &banner)?;
    Ok(ExitCode::SUCCESS)
}

fn exit_code(code: Option<i32>) -> ExitCode {
    code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// A command line that makes bitcode of one source of the user's.
struct Compilation<'a> {
    arguments: &'a [OsString],
    source: &'a Path,
    output: &'a Path,
    /// The folder of heddle's in which the output is.
    scratch: &'a Path,
}

impl<'a> Compilation<'a> {
    /// The compilation of a command line; `None` if it is another, or its source is heddle's.
    fn of(arguments: &'a [OsString]) -> Option<Compilation<'a>> {
        let output = Path::new(arguments.iter().skip_while(|word| *word != "-o").nth(1)?);
        let source = Path::new(arguments.last()?);
        let scratch = output.parent()?;
        let is_bitcode = arguments.iter().any(|word| word == "-emit-llvm");
        let is_users = source.is_file() && !source.starts_with(scratch);
        (is_bitcode && is_users).then_some(Compilation { arguments, source, output, scratch })
    }

    /// A name for what comes of it.
    fn key(&self, clang: &OsStr) -> io::Result<String> {
        let scratch = self.scratch.to_string_lossy();
        let mut hasher = DefaultHasher::new();
        clang.hash(&mut hasher);
        env::current_dir()?.hash(&mut hasher);
        fs::read(self.source)?.hash(&mut hasher);
        for argument in self.arguments {
            argument.to_string_lossy().replace(&*scratch, "").hash(&mut hasher);
        }
        Ok(format!("{:016x}", hasher.finish()))
    }
}
