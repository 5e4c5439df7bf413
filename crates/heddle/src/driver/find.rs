//! The choice of the clang to use.

use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::DriverError;
use crate::environment::Environment;

/// The oldest clang whose bitcode heddle reads: the first with opaque pointers.
pub(super) const OLDEST: u32 = 15;
/// The newest `clang-N` that is looked for by name.
const NEWEST: u32 = 30;

/// A clang that heddle can use, and where it may put its files.
#[derive(Clone, Debug)]
pub(crate) struct Clang {
    /// The executable.
    pub(super) program: PathBuf,
    /// All that it says of its version: one cache entry for each.
    pub(super) banner: String,
    /// Folders in which compiled things may be kept, best first.
    pub(super) cache_dirs: Vec<PathBuf>,
    /// The folder in which compiled things may be put for a moment.
    pub(super) temp_dir: PathBuf,
}

impl Clang {
    /// The executable.
    pub(crate) fn program(&self) -> &Path {
        &self.program
    }

    /// Finds `$HEDDLE_CLANG`, else `clang` if it is new enough, else the newest
    /// `clang-N`.
    pub(crate) fn find(environment: &Environment) -> Result<Clang, DriverError> {
        let (program, banner) = match &environment.clang {
            Some(name) => named(name, environment)?,
            None => newest(environment)?,
        };
        Ok(Clang {
            // It is started in another folder, too.
            program: std::path::absolute(&program).unwrap_or(program),
            banner,
            cache_dirs: environment.cache_dirs.clone(),
            temp_dir: environment.temp_dir.clone(),
        })
    }
}

/// The clang that the user named.
fn named(name: &OsStr, environment: &Environment) -> Result<(PathBuf, String), DriverError> {
    let program = if Path::new(name).components().count() > 1 {
        PathBuf::from(name)
    } else {
        on_path(name, &environment.path).ok_or_else(|| DriverError::NamedClangMissing {
            program: name.into(),
            reason: "there is no such program on $PATH".to_owned(),
        })?
    };
    let banner = banner(&program).map_err(|error| DriverError::NamedClangMissing {
        program: program.clone(),
        reason: error.to_string(),
    })?;
    match major_version(&banner) {
        Some(version) if version >= OLDEST => Ok((program, banner)),
        Some(version) => Err(DriverError::NamedClangTooOld { program, version }),
        None => Err(DriverError::NotClang { program }),
    }
}

/// The best clang on the path.
fn newest(environment: &Environment) -> Result<(PathBuf, String), DriverError> {
    let mut too_old = None;
    let names = std::iter::once("clang".to_owned())
        .chain((OLDEST..=NEWEST).rev().map(|version| format!("clang-{version}")));
    for name in names {
        let Some(program) = on_path(OsStr::new(&name), &environment.path) else { continue };
        let Ok(banner) = banner(&program) else { continue };
        match major_version(&banner) {
            Some(version) if version >= OLDEST => return Ok((program, banner)),
            version => too_old = too_old.or(version),
        }
    }
    Err(DriverError::NoClang { too_old })
}

/// The answer of `program` to `--version`.
fn banner(program: &Path) -> io::Result<String> {
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The first executable file called `name` in the folders of `path`.
fn on_path(name: &OsStr, path: &[PathBuf]) -> Option<PathBuf> {
    path.iter().map(|folder| folder.join(name)).find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

/// The 19 of `Debian clang version 19.1.7 (3~deb12u1)`.
fn major_version(banner: &str) -> Option<u32> {
    let (_, rest) = banner.lines().next()?.split_once("clang version ")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of `tests/fake`, whose programs only answer `--version`.
    fn fake(folder: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake").join(folder)
    }

    fn find(clang: Option<&str>, folders: &[&str]) -> Result<String, String> {
        let environment = Environment {
            clang: clang.map(Into::into),
            path: folders.iter().map(|folder| fake(folder)).collect(),
            ..Environment::default()
        };
        match Clang::find(&environment) {
            Ok(clang) => {
                assert!(clang.program.is_absolute());
                Ok(clang.program.file_name().unwrap().to_str().unwrap().to_owned())
            }
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn reads_versions_of_all_vendors() {
        assert_eq!(major_version("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x"), Some(19));
        assert_eq!(major_version("clang version 21.0.0git"), Some(21));
        assert_eq!(major_version("Apple clang version 15.0.0 (clang-1500.1.0.2.5)"), Some(15));
        assert_eq!(major_version("gcc (Debian 12.2.0-14) 12.2.0"), None);
        assert_eq!(major_version(""), None);
    }

    #[test]
    fn takes_a_plain_clang_that_is_new_enough() {
        assert_eq!(find(None, &["new", "several"]), Ok("clang".to_owned()));
    }

    #[test]
    fn passes_over_an_old_clang_to_the_newest_numbered_one() {
        assert_eq!(find(None, &["old", "several"]), Ok("clang-17".to_owned()));
    }

    #[test]
    fn says_what_to_install_when_there_is_none() {
        let message = find(None, &[]).unwrap_err();
        assert!(message.contains("no clang >= 15 found;"), "{message}");
        assert!(message.contains("apt-get install clang-19"), "{message}");
        let message = find(None, &["old"]).unwrap_err();
        assert!(message.contains("clang here is version 14"), "{message}");
    }

    #[test]
    fn a_named_clang_goes_first_and_must_be_right() {
        assert_eq!(find(Some("clang-16"), &["new", "several"]), Ok("clang-16".to_owned()));
        let path = fake("several/clang-16");
        assert_eq!(find(path.to_str(), &["new"]), Ok("clang-16".to_owned()));
        // Tests run in the crate's folder.
        assert_eq!(find(Some("tests/fake/old/../new/clang"), &[]), Ok("clang".to_owned()));

        let message = find(Some("clang-99"), &["new"]).unwrap_err();
        assert!(message.contains("$HEDDLE_CLANG is 'clang-99'"), "{message}");
        let message = find(fake("nowhere/clang").to_str(), &["new"]).unwrap_err();
        assert!(message.contains("cannot be run"), "{message}");
        let message = find(fake("old/clang").to_str(), &["new"]).unwrap_err();
        assert!(message.contains("is clang 14; heddle needs clang 15"), "{message}");
        let message = find(fake("other/gcc").to_str(), &["new"]).unwrap_err();
        assert!(message.contains("not a clang"), "{message}");
    }
}
