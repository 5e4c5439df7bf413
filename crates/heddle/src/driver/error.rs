//! Errors between a source file and its bitcode.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use super::find::OLDEST;
use super::input;

/// The reason why there is no bitcode. Each message is one line and says what to do when
/// something can be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DriverError {
    /// No usable clang on the path: the machine lacks one.
    #[error(
        "no clang >= {OLDEST} found{}; install one (Debian: apt-get install clang-19) \
         or name it in $HEDDLE_CLANG",
        too_old_note(.too_old)
    )]
    NoClang {
        /// Version of the `clang` that is there but too old.
        too_old: Option<u32>,
    },

    /// `$HEDDLE_CLANG` names nothing that can be run: the user's mistake.
    #[error("$HEDDLE_CLANG is '{}', which cannot be run: {reason}", .program.display())]
    NamedClangMissing {
        /// The program that it names.
        program: PathBuf,
        /// The reason why that cannot be run.
        reason: String,
    },

    /// `$HEDDLE_CLANG` names something else: the user's mistake.
    #[error("$HEDDLE_CLANG is '{}', which is not a clang", .program.display())]
    NotClang {
        /// The program that it names.
        program: PathBuf,
    },

    /// `$HEDDLE_CLANG` names a clang whose bitcode heddle does not read.
    #[error(
        "$HEDDLE_CLANG is '{}', which is clang {version}; heddle needs clang {OLDEST} or newer",
        .program.display()
    )]
    NamedClangTooOld {
        /// The program that it names.
        program: PathBuf,
        /// Its major version.
        version: u32,
    },

    /// Time was up, or the user did not want to wait.
    #[error("compiling was given up")]
    Cancelled,

    /// An input with a suffix that says nothing to heddle.
    #[error(
        "{}: neither C nor C++ nor bitcode; heddle takes files that end in {}",
        .path.display(), input::SUFFIXES
    )]
    UnknownSuffix {
        /// The input.
        path: PathBuf,
    },

    /// An input that is not there or cannot be read.
    #[error("cannot read {}: {reason}", .path.display())]
    Unreadable {
        /// The input.
        path: PathBuf,
        /// The reason why it cannot be read.
        reason: String,
    },

    /// A `.bc` input that does not begin as bitcode does.
    #[error("{}: not LLVM bitcode, whatever its name says", .path.display())]
    NotBitcode {
        /// The input.
        path: PathBuf,
    },

    /// The program is wrong as clang sees it; clang has said how.
    #[error("{} does not compile", .path.display())]
    DoesNotCompile {
        /// The input.
        path: PathBuf,
    },

    /// clang ended in a way that compilers should not.
    #[error("{} failed on {} ({status})", .program.display(), .path.display())]
    ClangFailed {
        /// The clang.
        program: PathBuf,
        /// The input.
        path: PathBuf,
        /// clang's exit status.
        status: ExitStatus,
    },

    /// clang was content but there is no bitcode, as with `-fsyntax-only`.
    #[error(
        "{} wrote no bitcode for {}; is there a flag after -- that asks it for something else?",
        .program.display(), .path.display()
    )]
    NoOutput {
        /// The clang.
        program: PathBuf,
        /// The input.
        path: PathBuf,
    },

    /// A part of heddle's own runtime does not compile for this target.
    #[error(
        "heddle's runtime ({file}) does not compile with {} {flags}: are {needs}?",
        .program.display()
    )]
    RuntimeDoesNotCompile {
        /// The part.
        file: String,
        /// The clang.
        program: PathBuf,
        /// The flags that choose the target, if any.
        flags: String,
        /// The package that it needs.
        needs: &'static str,
    },

    /// The binary was built outside its repository.
    #[error("this heddle was built without its runtime; build it from the whole repository")]
    NoRuntime,

    /// clang could not be started, although it was there a moment ago.
    #[error("cannot run {}: {source}", .program.display())]
    CannotRun {
        /// The clang.
        program: PathBuf,
        /// The system's error.
        source: io::Error,
    },

    /// A temporary file cannot be made, or clang's messages cannot be shown.
    #[error("{what}: {source}")]
    Io {
        /// The failure, such as "cannot make a temporary folder".
        what: String,
        /// The system's error.
        source: io::Error,
    },
}

impl DriverError {
    /// A function that turns an I/O error into ours, for `map_err`.
    pub(super) fn io(what: impl Into<String>) -> impl FnOnce(io::Error) -> DriverError {
        move |source| DriverError::Io { what: what.into(), source }
    }
}

fn too_old_note(too_old: &Option<u32>) -> String {
    too_old.map(|version| format!(" (clang here is version {version})")).unwrap_or_default()
}
