//! The project's own programs as a list for `heddle table`: `cargo xtask suite [PATHS]`.
//!
//! A line is what the directives of a program (`//@ key: value`) expect of it, a tab, and the
//! arguments of its check. Directives that say nothing of that are for tests that know more ways to
//! check; these also see to it that all are known, so that others are passed over here.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Folders with programs, if none are named.
const FOLDERS: [&str; 2] = ["tests/programs", "examples"];

/// Suffixes of programs.
const SUFFIXES: [&str; 5] = ["c", "i", "cpp", "cc", "ii"];

/// The list of the programs in these folders or files, which are relative to the root, as the
/// paths in the list are.
///
/// # Errors
/// If something cannot be read, or there is no program.
pub(crate) fn list(root: &Path, paths: &[String]) -> Result<String> {
    let paths: Vec<PathBuf> = match paths.is_empty() {
        true => FOLDERS.iter().map(PathBuf::from).collect(),
        false => paths.iter().map(PathBuf::from).collect(),
    };
    let mut programs = Vec::new();
    for path in &paths {
        collect(root, path, &mut programs)?;
    }
    programs.sort();
    let mut list = String::from("# Expected, and arguments of heddle check.\n");
    let mut is_empty = true;
    for program in programs {
        let name = program.display().to_string();
        let text = fs::read_to_string(root.join(&program));
        let text = text.with_context(|| format!("cannot read {name}"))?;
        if let Some(line) = line(&name, &text) {
            list.push_str(&line);
            list.push('\n');
            is_empty = false;
        }
    }
    match is_empty {
        true => bail!("there is no program with directives"),
        false => Ok(list),
    }
}

/// Adds the programs at a path, all that are below it if it is a folder.
fn collect(root: &Path, path: &Path, programs: &mut Vec<PathBuf>) -> Result<()> {
    let whole = root.join(path);
    if !whole.is_dir() {
        programs.push(path.to_owned());
        return Ok(());
    }
    let entries =
        fs::read_dir(&whole).with_context(|| format!("cannot read {}", path.display()))?;
    for entry in entries {
        let inner = path.join(entry?.file_name());
        let suffix = inner.extension().and_then(|suffix| suffix.to_str());
        if root.join(&inner).is_dir() || suffix.is_some_and(|suffix| SUFFIXES.contains(&suffix)) {
            collect(root, &inner, programs)?;
        }
    }
    Ok(())
}

/// The line of a program, if its directives say what is expected of it.
fn line(name: &str, text: &str) -> Option<String> {
    let directive = |key: &str| {
        let directives = text.lines().filter_map(|line| line.trim_start().strip_prefix("//@"));
        let mut pairs = directives.filter_map(|directive| directive.split_once(':'));
        pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
    };
    let verdict = directive("verdict")?;
    let expected = match directive("detail").or(directive("kind")) {
        Some(kind) => format!("{verdict}({kind})"),
        None => verdict.to_owned(),
    };
    let property = directive("properties").map(|all| format!("--property {all}"));
    // Options and flags are quoted as in a shell there, too.
    let options = directive("options").map(str::to_owned);
    let flags = directive("clang").map(|flags| format!("-- {flags}"));
    let words = [property, options, Some(name.to_owned()), flags];
    Some(format!("{expected}\t{}", words.into_iter().flatten().collect::<Vec<_>>().join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_become_expectations_and_arguments() {
        let text = "//@ verdict: violation\n//@ kind: memory\n//@ detail: leak\n\
                    //@ properties: memory,leak\n//@ options: --depth 9\n//@ clang: '-DA=\"x\"'\n";
        let expected =
            "violation(leak)\t--property memory,leak --depth 9 a.c -- '-DA=\"x\"'".to_owned();
        assert_eq!(line("a.c", text), Some(expected));
        assert_eq!(line("b.c", "//@ verdict: verified\n"), Some("verified\tb.c".to_owned()));
        assert_eq!(line("c.h", "int x;\n"), None);
    }
}
