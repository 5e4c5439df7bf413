//! Source files, read when a line of theirs is to be shown.

use std::collections::BTreeMap;
use std::path::Path;

use heddle_trace::SourceText;

/// Lines of source files; a file that cannot be read has none.
#[derive(Default)]
pub(super) struct Files {
    lines: BTreeMap<String, Vec<String>>,
}

impl SourceText for Files {
    fn line(&mut self, file: &str, line: u32) -> Option<String> {
        let lines = self.lines.entry(file.to_owned()).or_insert_with(|| {
            let bytes = std::fs::read(Path::new(file)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        });
        lines.get((line as usize).checked_sub(1)?).cloned()
    }
}
