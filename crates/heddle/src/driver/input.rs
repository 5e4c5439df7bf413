//! The kind of an input file, by its suffix.

use std::path::Path;

use super::DriverError;

/// The suffixes that heddle takes, for messages.
pub(super) const SUFFIXES: &str = ".c, .i, .cpp, .cc, .cxx, .c++, .C, .ii or .bc";

/// The kind of an input: it says what to do with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Input {
    /// Compile it.
    Source(Language),
    /// Take it as it is.
    Bitcode,
}

/// A language, as clang's `-x` names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    C,
    PreprocessedC,
    Cpp,
    PreprocessedCpp,
}

/// True if the name of a file is that of a program: heddle would read it as one.
pub(crate) fn is_source(path: &Path) -> bool {
    Input::of(path).is_ok()
}

/// The flag that makes clang take all sources for C++, preprocessed or not.
pub(crate) const AS_CPP: &str = "-xc++";

/// True if a file is a source in C++, by its name.
pub(crate) fn is_cpp(path: &Path) -> bool {
    matches!(Input::of(path), Ok(Input::Source(Language::Cpp | Language::PreprocessedCpp)))
}

impl Input {
    /// The kind of the file at `path`, by its suffix. Does not look into it.
    pub(super) fn of(path: &Path) -> Result<Input, DriverError> {
        let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
        Ok(match suffix {
            "c" => Input::Source(Language::C),
            "i" => Input::Source(Language::PreprocessedC),
            "cpp" | "cc" | "cxx" | "c++" | "C" => Input::Source(Language::Cpp),
            "ii" => Input::Source(Language::PreprocessedCpp),
            "bc" => Input::Bitcode,
            _ => return Err(DriverError::UnknownSuffix { path: path.to_owned() }),
        })
    }
}

impl Language {
    /// The language of a source that is not preprocessed, and may include one that is.
    pub(super) fn before_preprocessing(self) -> Language {
        match self {
            Language::C | Language::PreprocessedC => Language::C,
            Language::Cpp | Language::PreprocessedCpp => Language::Cpp,
        }
    }

    /// The argument of `-x`.
    pub(super) fn clang_name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::PreprocessedC => "cpp-output",
            Language::Cpp => "c++",
            Language::PreprocessedCpp => "c++-cpp-output",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_decides() {
        let of = |path: &str| Input::of(Path::new(path)).ok();
        assert_eq!(of("a.c"), Some(Input::Source(Language::C)));
        assert_eq!(of("dir.c/a.C"), Some(Input::Source(Language::Cpp)));
        assert_eq!(of("a.b.ii"), Some(Input::Source(Language::PreprocessedCpp)));
        assert_eq!(of("a.bc"), Some(Input::Bitcode));
        for unknown in ["a.txt", "a", ".c", "dir.c/a", "a.", "a.o"] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_message_lists_every_suffix_that_is_taken() {
        for suffix in ["c", "i", "cpp", "cc", "cxx", "c++", "C", "ii", "bc"] {
            assert!(Input::of(Path::new(&format!("a.{suffix}"))).is_ok(), "{suffix}");
            assert!(SUFFIXES.split([',', ' ']).any(|s| s.strip_prefix('.') == Some(suffix)));
        }
    }
}
