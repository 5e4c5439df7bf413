//! Compiling sources so that accesses to memory are operations.
//!
//! Compilers do that when they are asked to look for data races: accesses call the functions of a sanitizer's
//! runtime, which here are those of the library that is preloaded. The executable is linked against that
//! library by name, so that it starts under heddle only, and so that what neither the program nor the library has is
//! an error of the linker's.
//!
//! Flags that matter:
//! - clang leaves out the call before a read that a write of the same place follows, since that finds the
//!   same races; as an operation of its own, the read is needed.
//! - gcc leaves copies and fills of memory to the runtime, which looks for calls of the C library's functions: the
//!   linker gives these calls to the library instead.
//! - Code can be moved and is open to interposition, so that the functions by which other checkers mark errors can
//!   be taken from the program, whatever it defines them to do ([`objects`]).

use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::library;
use crate::objects::{self, ObjectError};

/// Extensions of the names of C++ sources.
const CPP: [&str; 8] = ["cc", "cp", "cxx", "cpp", "CPP", "c++", "C", "ii"];
/// Extensions of the names of C sources.
const C: [&str; 2] = ["c", "i"];
/// Flags of every compiler.
const FLAGS: [&str; 7] = [
    "-c",
    "-g",
    "-pthread",
    "-fPIC",
    "-fsemantic-interposition",
    "-fsanitize=thread",
    "-D__HEDDLE__",
];
/// Flags of clang: see the module.
const CLANG: [&str; 3] =
    ["-mllvm", "-tsan-instrument-read-before-write=1", "-Wno-unused-command-line-argument"];
/// Flags of gcc, which warns of fences that a sanitizer does not understand.
const GCC: [&str; 1] = ["-Wno-tsan"];
/// Functions of the C library whose calls go to the preloaded library.
const WRAPPED: [&str; 3] = ["memcpy", "memmove", "memset"];

/// Sources, and how they are to be compiled.
#[derive(Clone, Debug)]
pub struct Compilation<'a> {
    /// A clang or gcc. It may be the one for C, whatever the sources are.
    pub compiler: &'a Path,
    /// Sources of C and C++, objects and archives, in the order in which they are to be linked. Objects and
    /// archives stay as they are.
    pub inputs: &'a [PathBuf],
    /// Flags of the compiler and the linker.
    pub flags: &'a [OsString],
    /// The folder of `heddle.h`, if sources may ask for it.
    pub headers: Option<&'a Path>,
}

/// An executable whose accesses to memory are operations, in a folder that is there as long as the value.
#[derive(Debug)]
pub struct Instrumented {
    /// The folder.
    _folder: TempDir,
    path: PathBuf,
}

impl Instrumented {
    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// A reason for which sources are not compiled.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// A file cannot be read or written.
    #[error("cannot prepare to compile: {0}")]
    Prepare(#[source] io::Error),
    /// The compiler cannot be started.
    #[error("cannot run {}: {error}", compiler.display())]
    Start {
        /// The compiler.
        compiler: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// The compiler or the linker says no.
    #[error("{} does not compile:\n{messages}", input.display())]
    Refused {
        /// The source; the executable, if it is the linker's word.
        input: PathBuf,
        /// Its words.
        messages: String,
    },
    /// The object that the compiler has made cannot be used.
    #[error("{}: {error}", input.display())]
    Object {
        /// The source.
        input: PathBuf,
        /// The reason.
        #[source]
        error: ObjectError,
    },
}

/// A compiler, by what it calls itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Family {
    Clang,
    Gcc,
}

/// True if the name of a file ends so.
fn ends_in(input: &Path, extensions: &[&str]) -> bool {
    let extension = input.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| extensions.contains(&extension))
}

impl Compilation<'_> {
    /// Compiles and links.
    ///
    /// # Errors
    /// If the compiler cannot be started or refuses, or there is no room for files.
    pub fn make(&self) -> Result<Instrumented, CompileError> {
        let folder = tempfile::Builder::new()
            .prefix("heddle-vivo")
            .tempdir()
            .map_err(CompileError::Prepare)?;
        let library = folder.path().join(library::NAME);
        library::write(&library).map_err(CompileError::Prepare)?;
        let family = self.family()?;
        let mut linked = Vec::new();
        for (number, input) in self.inputs.iter().enumerate() {
            if ends_in(input, &C) || ends_in(input, &CPP) {
                let object = folder.path().join(format!("{number}.o"));
                self.compile(family, input, &object)?;
                linked.push(object);
            } else {
                linked.push(input.clone());
            }
        }
        let path = folder.path().join(self.name());
        self.link(family, &linked, &library, &path)?;
        Ok(Instrumented { _folder: folder, path })
    }

    /// The name of the executable.
    fn name(&self) -> &OsStr {
        self.inputs.first().and_then(|input| input.file_stem()).unwrap_or(OsStr::new("program"))
    }

    fn family(&self) -> Result<Family, CompileError> {
        let output = self.run(Command::new(self.compiler).arg("-v"))?;
        let banner = String::from_utf8_lossy(&output.stderr);
        Ok(if banner.contains("clang version") { Family::Clang } else { Family::Gcc })
    }

    fn run(&self, command: &mut Command) -> Result<std::process::Output, CompileError> {
        let compiler = self.compiler.to_owned();
        command
            .stdin(Stdio::null())
            .output()
            .map_err(|error| CompileError::Start { compiler, error })
    }

    /// Runs a command that is to make a file of another.
    fn make_of(&self, input: &Path, command: &mut Command) -> Result<(), CompileError> {
        let output = self.run(command)?;
        if output.status.success() {
            return Ok(());
        }
        let messages = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
        Err(CompileError::Refused { input: input.to_owned(), messages })
    }

    fn compile(&self, family: Family, input: &Path, object: &Path) -> Result<(), CompileError> {
        let mut command = Command::new(self.compiler);
        command.args(FLAGS).args(match family {
            Family::Clang => &CLANG[..],
            Family::Gcc => &GCC,
        });
        if let Some(headers) = self.headers {
            command.arg("-I").arg(headers);
        }
        command.args(self.flags).arg("-o").arg(object).arg(input);
        self.make_of(input, &mut command)?;
        objects::open_words(object)
            .map_err(|error| CompileError::Object { input: input.to_owned(), error })
    }

    fn link(
        &self,
        family: Family,
        objects: &[PathBuf],
        library: &Path,
        path: &Path,
    ) -> Result<(), CompileError> {
        let mut command = Command::new(self.compiler);
        if family == Family::Clang {
            command.args(CLANG);
        }
        // The sanitizer's own runtime is not to come along.
        let flags = self.flags.iter().filter(|&flag| flag != "-fsanitize=thread");
        command.arg("-pthread").args(objects).args(flags);
        command.args(WRAPPED.map(|name| format!("-Wl,-wrap,{name}")));
        command.arg(library).arg("-o").arg(path);
        if self.inputs.iter().any(|input| ends_in(input, &CPP)) {
            let is_other = self.flags.iter().any(|flag| flag == "-stdlib=libc++");
            command.args([if is_other { "-lc++" } else { "-lstdc++" }, "-lm"]);
        }
        self.make_of(path, &mut command)
    }
}
