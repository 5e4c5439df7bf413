//! Lists the files of `runtime/` in a Rust table, so that the binary carries
//! their texts and needs no other file when it runs.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What belongs to the runtime; anything else in the folder is for people.
const SUFFIXES: [&str; 5] = ["c", "cpp", "h", "hpp", "inc"];

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../runtime");
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();

    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&root).expect("found below it").display().to_string();
        let file = file.canonicalize()?;
        writeln!(table, "    RuntimeFile {{ path: {name:?}, text: include_str!({file:?}) }},")
            .expect("a string can grow");
    }
    table.push_str("]\n");

    let out = env::var("OUT_DIR").expect("set by cargo");
    fs::write(Path::new(&out).join("runtime_files.rs"), table)?;
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", root.display());
    Ok(())
}

/// Adds the runtime's files below `folder` to `files`.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let suffix = path.extension().and_then(|s| s.to_str()).unwrap_or_default();
        if path.is_dir() {
            // The runtime's own tests are no part of it.
            if path.file_name().is_none_or(|name| name != "tests") {
                collect(&path, files)?;
            }
        } else if SUFFIXES.contains(&suffix) {
            files.push(path);
        }
    }
    Ok(())
}
