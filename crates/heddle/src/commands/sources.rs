//! Source files, read when a line of theirs is to be shown.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use heddle_trace::SourceText;

/// Lines of source files; a file that cannot be read has none.
#[derive(Default)]
pub(super) struct Files {
    lines: BTreeMap<PathBuf, Vec<String>>,
}

impl SourceText for Files {
    fn line(&mut self, path: &str, directory: &str, number: u32) -> Option<String> {
        let path = Path::new(directory).join(path);
        let lines = self.lines.entry(path.clone()).or_insert_with(|| {
            let bytes = std::fs::read(path).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        });
        lines.get((number as usize).checked_sub(1)?).cloned()
    }
}
