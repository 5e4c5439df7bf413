//! Looking at an executable before it is run: whether it can come under control at all.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use object::{Architecture, Object};

/// A reason why an executable cannot come under control.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It is a folder, a device or the like.
    #[error("it is no file")]
    NoFile,
    /// It may not be executed.
    #[error("it is not executable (chmod +x)")]
    NotExecutable,
    /// It would run as another user.
    #[error(
        "it changes its user or group when it is run, so that no library is preloaded into it; copy it without that"
    )]
    OtherUser,
    /// It is a script.
    #[error("it is a script; give the program that it starts, with its arguments")]
    Script,
    /// It is a source, or something else that is no executable.
    #[error("it is no executable for Linux")]
    NoExecutable,
    /// It is for another machine.
    #[error("it is for another kind of machine than this one ({0:?})")]
    OtherMachine(Architecture),
    /// It has all libraries inside.
    #[error(
        "it is linked statically, so that no library can be preloaded into it; link it without -static"
    )]
    Static,
}

/// Bits of a mode: any may execute it; it runs as its user or its group.
const EXECUTE: u32 = 0o111;
const OTHER_USER: u32 = 0o6000;
/// Most bytes of an executable that are looked at.
const MOST: u64 = 1 << 30;

/// Looks at an executable.
pub(crate) fn check(path: &Path) -> Result<(), Unfit> {
    let data = fs::metadata(path)?;
    if !data.is_file() {
        return Err(Unfit::NoFile);
    }
    let mode = data.permissions().mode();
    if mode & EXECUTE == 0 {
        return Err(Unfit::NotExecutable);
    }
    if mode & OTHER_USER != 0 {
        return Err(Unfit::OtherUser);
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST).read_to_end(&mut bytes)?;
    if bytes.starts_with(b"#!") {
        return Err(Unfit::Script);
    }
    let Ok(file) = object::File::parse(&*bytes) else { return Err(Unfit::NoExecutable) };
    if file.architecture() != Architecture::X86_64 {
        return Err(Unfit::OtherMachine(file.architecture()));
    }
    match file.dynamic_symbols().next() {
        Some(_) => Ok(()),
        None => Err(Unfit::Static),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_executable_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        let unfit = || check(&file).expect_err("it should not do").to_string();
        assert!(unfit().contains("No such file"));
        fs::write(&file, "#!/bin/sh\n").unwrap();
        assert!(unfit().contains("chmod"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(unfit().contains("script"));
        fs::write(&file, "int main;").unwrap();
        assert!(unfit().contains("no executable"));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o4755)).unwrap();
        assert!(unfit().contains("its user"));
        assert_eq!(check(folder.path()).expect_err("a folder").to_string(), "it is no file");
        assert!(check(&std::env::current_exe().unwrap()).is_ok());
    }
}
