//! Source files, read when a line of theirs is to be shown.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use heddle_trace::SourceText;
use heddle_trace::result::SourceDigest;

/// Lines of source files; a file that cannot be read has none.
#[derive(Default)]
pub(super) struct Files {
    lines: BTreeMap<PathBuf, Vec<String>>,
    /// Digests of those that were read, by the path that is shown.
    digests: BTreeMap<String, String>,
}

impl Files {
    /// The files that were read, as they were then.
    pub(super) fn digests(&self) -> Vec<SourceDigest> {
        let digest = |(file, fnv1a): (&String, &String)| SourceDigest {
            file: file.clone(),
            fnv1a: fnv1a.clone(),
        };
        self.digests.iter().map(digest).collect()
    }
}

impl SourceText for Files {
    fn line(&mut self, path: &str, directory: &str, number: u32) -> Option<String> {
        let file = Path::new(directory).join(path);
        let lines = self.lines.entry(file.clone()).or_insert_with(|| {
            let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
            self.digests.insert(path.to_owned(), fnv1a(&bytes));
            String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect()
        });
        lines.get((number as usize).checked_sub(1)?).cloned()
    }
}

/// True if a file is there and is not what it was.
pub(super) fn has_changed(source: &SourceDigest) -> bool {
    std::fs::read(&source.file).is_ok_and(|bytes| fnv1a(&bytes) != source.fnv1a)
}

/// The 64-bit FNV-1a hash of bytes (Fowler, Noll and Vo), in hexadecimal digits: the same on all
/// machines, for ever.
fn fnv1a(bytes: &[u8]) -> String {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix))
}

#[cfg(test)]
mod tests {
    use super::fnv1a;

    #[test]
    fn digests_are_those_of_the_authors() {
        assert_eq!(fnv1a(b""), "cbf29ce484222325");
        assert_eq!(fnv1a(b"a"), "af63dc4c8601ec8c");
        assert_eq!(fnv1a(b"foobar"), "85944171f73967e8");
    }
}
