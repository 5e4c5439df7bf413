//! The C++ library: what of it does not live in its headers.
//!
//! A program that uses `std::string` or `std::thread` is compiled against the headers that are
//! installed, and expects the rest in a shared object. For each library that clang may use there
//! is a folder of `runtime/` with that rest: templates are instantiated from the user's own
//! headers, and what is no template is written anew. It is compiled and cached like the runtime,
//! once for each clang, target and release of the library.

use std::collections::BTreeSet;
use std::process::Command;
use std::{fs, io};

use heddle_bitcode::Cancel;

use super::job::run_all;
use super::runtime::{Kit, RuntimeFile};
use super::{Bitcode, Clang, CompileOptions, DriverError};

/// A C++ library.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Library {
    /// GCC's, which clang uses on Linux unless it is told otherwise.
    Libstdcxx,
    /// LLVM's, with `-stdlib=libc++`.
    Libcxx,
}

/// The files for GCC's library.
static LIBSTDCXX_FILES: &[RuntimeFile] = include!(concat!(env!("OUT_DIR"), "/libstdc++_files.rs"));
/// The files for LLVM's library.
static LIBCXX_FILES: &[RuntimeFile] = include!(concat!(env!("OUT_DIR"), "/libc++_files.rs"));
/// The flags with which files of any library are compiled, one a line.
const FLAGS: &str = include_str!("../../../../runtime/flags++");
/// A source of which the preprocessor leaves the release of the library.
const RELEASE: &str =
    "#include <cstddef>\n__GLIBCXX__ _GLIBCXX_RELEASE _LIBCPP_VERSION __GLIBC_MINOR__\n";
/// The beginning of the linker's names in C++.
const MANGLED: &str = "_Z";
/// The namespace in which LLVM's library has all its names, as the linker knows it.
const LIBCXX_NAMESPACE: &str = "St3__1";
/// The flag with which clang uses LLVM's library.
const LIBCXX_FLAG: &str = "-stdlib=libc++";

impl Library {
    /// The library that a program is compiled against that needs these names; `None` if none of
    /// them is of C++. Names of exceptions and types are the same in all libraries, so flags decide
    /// where there are no others.
    pub(crate) fn with(names: &BTreeSet<String>, options: &CompileOptions) -> Option<Library> {
        let mut names = names.iter().filter(|name| name.starts_with(MANGLED)).peekable();
        names.peek()?;
        let is_asked_for = || options.library_flags().iter().any(|flag| flag == LIBCXX_FLAG);
        let is_libcxx = names.any(|name| name.contains(LIBCXX_NAMESPACE)) || is_asked_for();
        Some(if is_libcxx { Library::Libcxx } else { Library::Libstdcxx })
    }

    fn files(self) -> &'static [RuntimeFile] {
        match self {
            Library::Libstdcxx => LIBSTDCXX_FILES,
            Library::Libcxx => LIBCXX_FILES,
        }
    }

    /// The flag with which clang uses it, where that is not the default.
    fn flag(self) -> Option<&'static str> {
        match self {
            Library::Libstdcxx => None,
            Library::Libcxx => Some(LIBCXX_FLAG),
        }
    }

    fn needs(self) -> &'static str {
        match self {
            Library::Libstdcxx => "the headers of libstdc++ installed (Debian: libstdc++-12-dev)",
            Library::Libcxx => "the headers of libc++ installed (Debian: libc++-dev)",
        }
    }
}

impl Clang {
    /// All modules of a library, of which a program needs some.
    pub(crate) fn library(
        &self,
        library: Library,
        options: &CompileOptions,
        cancel: Cancel<'_>,
        diagnostics: &mut dyn io::Write,
    ) -> Result<Vec<Bitcode>, DriverError> {
        let mut kit = Kit {
            files: library.files(),
            flags: FLAGS,
            user_flags: options.library_flags(),
            release: String::new(),
            needs: library.needs(),
        };
        kit.user_flags.extend(library.flag().map(Into::into));
        kit.release = self.release(&kit, cancel)?;
        self.compiled(&kit, cancel, diagnostics)
    }

    /// The release of the library whose headers are found with a kit's flags.
    fn release(&self, kit: &Kit<'_>, cancel: Cancel<'_>) -> Result<String, DriverError> {
        let scratch = self.scratch()?;
        let [source, output] = ["release.cpp", "release"].map(|name| scratch.path().join(name));
        fs::write(&source, RELEASE).map_err(DriverError::io("cannot write a temporary file"))?;
        let mut command = Command::new(&self.program);
        command.args(["-E", "-P", "-w", "-Qunused-arguments"]).args(&kit.user_flags);
        command.arg("-o").arg(&output).arg(&source);
        // Where there are no headers, whatever is compiled next says so.
        run_all(vec![command], cancel)?;
        let text = fs::read_to_string(&output).unwrap_or_default();
        Ok(text.lines().last().unwrap_or_default().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_library() {
        let plain = CompileOptions::default();
        let with = |names: &[&str], options| {
            Library::with(&names.iter().map(|name| (*name).to_owned()).collect(), options)
        };
        assert_eq!(with(&["printf", "llvm.memcpy"], &plain), None);
        assert_eq!(with(&["_ZSt4cout", "printf"], &plain), Some(Library::Libstdcxx));
        let of_llvm = ["_Znwm", "_ZNSt3__16thread4joinEv", "_ZSt9terminatev"];
        assert_eq!(with(&of_llvm, &plain), Some(Library::Libcxx));
        let chosen =
            CompileOptions { flags: vec![LIBCXX_FLAG.into()], ..CompileOptions::default() };
        assert_eq!(with(&["_ZNSt13runtime_errorC1EPKc"], &chosen), Some(Library::Libcxx));
        assert_eq!(with(&["printf"], &chosen), None);
    }
}
