//! The library to preload, as a file.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// The library, which the build script has compiled.
const LIBRARY: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libheddle_vivo.so"));

/// A file with the library, which is there as long as the value.
#[derive(Debug)]
pub(crate) struct Library {
    file: NamedTempFile,
}

impl Library {
    /// Writes the library to a new file.
    pub(crate) fn new() -> io::Result<Library> {
        let mut file =
            tempfile::Builder::new().prefix("libheddle_vivo").suffix(".so").tempfile()?;
        file.write_all(LIBRARY)?;
        Ok(Library { file })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }
}
