//! The library to preload, as a file.

use std::io;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// The library, which the build script has compiled.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libheddle_vivo.so"));
/// The name of the file, by which instrumented executables ask for it.
pub(crate) const NAME: &str = "libheddle_vivo.so";

/// Writes the library to a file.
pub(crate) fn write(path: &Path) -> io::Result<()> {
    std::fs::write(path, LIBRARY)
}

/// A file with the library, which is there as long as the value.
#[derive(Debug)]
pub(crate) struct Library {
    _folder: TempDir,
    path: PathBuf,
}

impl Library {
    /// Writes the library to a new file.
    pub(crate) fn new() -> io::Result<Library> {
        let folder = tempfile::Builder::new().prefix("heddle-vivo").tempdir()?;
        let path = folder.path().join(NAME);
        write(&path)?;
        Ok(Library { _folder: folder, path })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}
