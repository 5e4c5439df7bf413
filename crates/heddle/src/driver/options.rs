//! Options for compiling a program.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;

/// Options for compiling a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct CompileOptions {
    /// The optimization level.
    pub(crate) level: OptLevel,
    /// The user's own flags; they come after ours and so win.
    pub(crate) flags: Vec<OsString>,
    /// The part of clang's messages that is shown.
    pub(crate) messages: Messages,
    /// True if inline functions without an external definition are to have a body. What is
    /// compiled is then not optimized, whatever the level.
    pub(crate) inline_definitions: bool,
}

/// The part of clang's messages that is shown. Errors always are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Messages {
    /// True if they have colours.
    pub(crate) color: bool,
    /// True if warnings are shown of files that compile.
    pub(crate) warnings: bool,
}

impl Default for Messages {
    fn default() -> Messages {
        Messages { color: false, warnings: true }
    }
}

impl CompileOptions {
    /// Those of the user's flags that choose the machine to compile for: heddle's
    /// runtime must be compiled for the same one.
    pub(super) fn target_flags(&self) -> Vec<OsString> {
        self.chosen(&["-m32", "-m64"], &["--target=", "-march="], &["-target"])
    }

    /// Those of the user's flags that the C++ library depends on: the target, where its headers
    /// are, and how its types are laid out. The language's version is not among them, since
    /// names and layouts are the same in all.
    pub(super) fn library_flags(&self) -> Vec<OsString> {
        let starts = [
            "--target=",
            "-march=",
            "-stdlib=",
            "-stdlib++-isystem",
            "--sysroot=",
            "--gcc-toolchain=",
            "--gcc-install-dir=",
            "--gcc-triple=",
            "-D_GLIBCXX_USE_CXX11_ABI=",
            "-D_LIBCPP_ABI_",
        ];
        let pairs = ["-target", "-isysroot", "--sysroot", "-cxx-isystem"];
        self.chosen(&["-m32", "-m64", "-nostdinc++"], &starts, &pairs)
    }

    /// The user's flags that are one of `whole`, or begin with one of `starts`, or are one of
    /// `pairs`, with what follows.
    fn chosen(&self, whole: &[&str], starts: &[&str], pairs: &[&str]) -> Vec<OsString> {
        let mut chosen = Vec::new();
        let mut flags = self.flags.iter();
        while let Some(flag) = flags.next() {
            let Some(text) = flag.to_str() else { continue };
            if whole.contains(&text) || starts.iter().any(|start| text.starts_with(start)) {
                chosen.push(flag.clone());
            } else if pairs.contains(&text) {
                chosen.push(flag.clone());
                chosen.extend(flags.next().cloned());
            }
        }
        chosen
    }
}

/// An optimization level, such as `-O2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OptLevel(Cow<'static, str>);

impl OptLevel {
    /// Every access as the programmer wrote it.
    pub(crate) const O0: OptLevel = OptLevel(Cow::Borrowed("0"));

    /// The levels that heddle tells apart.
    pub(crate) const ALL: [OptLevel; 5] = [
        OptLevel::O0,
        OptLevel(Cow::Borrowed("1")),
        OptLevel(Cow::Borrowed("2")),
        OptLevel(Cow::Borrowed("3")),
        OptLevel(Cow::Borrowed("s")),
    ];

    /// The level that one of clang's flags asks for, if it asks for any. clang
    /// has more of them than [`ALL`](Self::ALL), `-Oz` and `-Ofast` for two.
    pub(crate) fn of_flag(flag: &str) -> Option<OptLevel> {
        let name = flag.strip_prefix("-O")?;
        Some(OptLevel(match name {
            "" => Cow::Borrowed("1"),
            name => Cow::Owned(name.to_owned()),
        }))
    }
}

impl Default for OptLevel {
    fn default() -> OptLevel {
        OptLevel::O0
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-O{}", self.0)
    }
}

impl FromStr for OptLevel {
    type Err = String;

    /// Parses what stands behind `-O`.
    fn from_str(name: &str) -> Result<OptLevel, String> {
        OptLevel::ALL.into_iter().find(|level| level.0 == name).ok_or_else(|| {
            let valid = OptLevel::ALL.map(|level| level.to_string()).join(", ");
            format!("no such optimization level; valid ones are {valid}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_target_goes_to_the_runtime() {
        let flags = ["-DN=3", "-m32", "-target", "i386-linux", "-Ix", "--target=y", "-march=i686"];
        let options = CompileOptions {
            flags: flags.map(OsString::from).to_vec(),
            ..CompileOptions::default()
        };
        assert_eq!(
            options.target_flags(),
            ["-m32", "-target", "i386-linux", "--target=y", "-march=i686"]
        );
    }

    #[test]
    fn what_a_library_depends_on_goes_to_it() {
        let flags = ["-std=c++11", "-stdlib=libc++", "-O2", "-isysroot", "/r", "-m32", "-DX"];
        let options = CompileOptions {
            flags: flags.map(OsString::from).to_vec(),
            ..CompileOptions::default()
        };
        assert_eq!(options.library_flags(), ["-stdlib=libc++", "-isysroot", "/r", "-m32"]);
    }

    #[test]
    fn levels_are_parsed_and_shown() {
        for level in OptLevel::ALL {
            assert_eq!(level.to_string()[2..].parse(), Ok(level.clone()));
            assert_eq!(OptLevel::of_flag(&level.to_string()), Some(level));
        }
        assert_eq!(OptLevel::of_flag("-O").unwrap().to_string(), "-O1");
        assert_eq!(OptLevel::of_flag("-o"), None);
        assert!("4".parse::<OptLevel>().unwrap_err().contains("-O0, -O1, -O2, -O3, -Os"));
    }
}
