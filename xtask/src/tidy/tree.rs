//! The files that the rules look at.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// All text files of the repository.
pub(crate) struct Tree {
    /// In the order of their paths.
    pub(crate) files: Vec<SourceFile>,
}

/// A text file.
pub(crate) struct SourceFile {
    /// Its path in the repository, with forward slashes.
    pub(crate) path: String,
    /// Its content.
    pub(crate) text: String,
}

impl Tree {
    /// Reads what git keeps, or will keep once it is added, below `root`.
    pub(crate) fn read(root: &Path) -> Result<Tree> {
        let output = Command::new("git")
            // The clone may belong to someone else, as it does in many containers.
            .args(["-c", "safe.directory=*"])
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .context("cannot run git")?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git ls-files failed: {}", said.trim());
        let list = String::from_utf8(output.stdout).context("a file name is not UTF-8")?;
        let mut paths: Vec<&str> = list.split('\0').filter(|path| !path.is_empty()).collect();
        paths.sort_unstable();
        paths.dedup();

        let mut files = Vec::new();
        for path in paths {
            let file = root.join(path);
            // Not there: deleted, but not yet for git. A link: its target is looked at.
            if !file.symlink_metadata().is_ok_and(|data| data.is_file()) {
                continue;
            }
            let bytes = std::fs::read(&file).with_context(|| format!("cannot read {path}"))?;
            // What is not text is not ours to judge.
            if let Ok(text) = String::from_utf8(bytes) {
                files.push(SourceFile { path: path.to_owned(), text });
            }
        }
        Ok(Tree { files })
    }

    /// A tree of files that are given.
    #[cfg(test)]
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let file = |(path, text): &(&str, &str)| SourceFile {
            path: (*path).to_owned(),
            text: (*text).to_owned(),
        };
        Tree { files: files.iter().map(file).collect() }
    }

    /// The files whose names end in `.suffix`.
    pub(crate) fn with_suffix(&self, suffix: &str) -> impl Iterator<Item = &SourceFile> {
        self.files.iter().filter(move |file| file.suffix() == suffix)
    }
}

impl SourceFile {
    /// The part of the name after the last dot.
    pub(crate) fn suffix(&self) -> &str {
        Path::new(&self.path).extension().and_then(|suffix| suffix.to_str()).unwrap_or_default()
    }

    /// The lines with their numbers, from one.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    /// The number of the line in which the byte at `offset` stands.
    pub(crate) fn line_at(&self, offset: usize) -> usize {
        1 + self.text.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count()
    }
}
