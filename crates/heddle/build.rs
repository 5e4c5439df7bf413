//! Lists the files of `runtime/` in Rust tables, so that the binary carries
//! their texts and needs no other file when it runs: one for the runtime itself, one for
//! the models in `bmc`, and one for each C++ library; these include its headers.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The endings of files of the runtime; anything else in the folder is for people.
const SUFFIXES: [&str; 5] = ["c", "cpp", "h", "hpp", "inc"];
/// The folder of the models.
const MODELS: &str = "bmc";
/// The folders of the C++ libraries.
const LIBRARIES: [&str; 2] = ["libstdc++", "libc++"];

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../../runtime");
    let mut files = Vec::new();
    if root.is_dir() {
        collect(&root, &mut files)?;
    }
    files.sort();

    let is_below = |file: &Path, folder: &str| file.starts_with(root.join(folder));
    let is_model = |file: &Path| is_below(file, MODELS);
    let is_library = |file: &Path| LIBRARIES.iter().any(|folder| is_below(file, folder));
    let is_header =
        |file: &Path| !is_library(file) && file.extension().is_some_and(|suffix| suffix == "h");
    let out = env::var("OUT_DIR").expect("set by cargo");
    let write = |name: &str, belongs: &dyn Fn(&Path) -> bool| -> io::Result<()> {
        let files = files.iter().filter(|file| belongs(file));
        fs::write(Path::new(&out).join(name), table(&root, files)?)
    };
    write("runtime_files.rs", &|file| !is_model(file) && !is_library(file))?;
    write("model_files.rs", &|file| is_model(file) || is_header(file))?;
    for folder in LIBRARIES {
        let name = format!("{folder}_files.rs");
        write(&name, &|file| is_below(file, folder) || is_header(file))?;
    }
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", root.display());
    Ok(())
}

/// Files below `root` as a table.
fn table<'f>(root: &Path, files: impl Iterator<Item = &'f PathBuf>) -> io::Result<String> {
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(root).expect("found below it").display().to_string();
        let file = file.canonicalize()?;
        writeln!(table, "    RuntimeFile {{ path: {name:?}, text: include_str!({file:?}) }},")
            .expect("a string can grow");
    }
    table.push_str("]\n");
    Ok(table)
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
