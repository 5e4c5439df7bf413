//! Lists the files of `runtime/` and of `course/` in Rust tables, so that the binary carries
//! their texts and needs no other file when it runs: one for the runtime itself, one for
//! the models in `bmc`, and one for each C++ library, which include its headers; and one for
//! the course.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The endings of files of the runtime; anything else in the folder is for people.
const RUNTIME_SUFFIXES: [&str; 5] = ["c", "cpp", "h", "hpp", "inc"];
/// The endings of files of the course.
const COURSE_SUFFIXES: [&str; 2] = ["c", "md"];
/// The folder of the models.
const MODELS: &str = "bmc";
/// The folders of the C++ libraries.
const LIBRARIES: [&str; 2] = ["libstdc++", "libc++"];

fn main() -> io::Result<()> {
    let project = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../..");
    let root = project.join("runtime");
    let files = files_below(&root, &RUNTIME_SUFFIXES)?;
    let is_below = |file: &Path, folder: &str| file.starts_with(root.join(folder));
    let is_model = |file: &Path| is_below(file, MODELS);
    let is_library = |file: &Path| LIBRARIES.iter().any(|folder| is_below(file, folder));
    let is_header =
        |file: &Path| !is_library(file) && file.extension().is_some_and(|suffix| suffix == "h");
    let out = env::var("OUT_DIR").expect("set by cargo");
    let write = |name: &str, belongs: &dyn Fn(&Path) -> bool| -> io::Result<()> {
        let files = files.iter().filter(|file| belongs(file));
        fs::write(Path::new(&out).join(name), table("RuntimeFile", &root, files)?)
    };
    write("runtime_files.rs", &|file| !is_model(file) && !is_library(file))?;
    write("model_files.rs", &|file| is_model(file) || is_header(file))?;
    for folder in LIBRARIES {
        let name = format!("{folder}_files.rs");
        write(&name, &|file| is_below(file, folder) || is_header(file))?;
    }
    let course = project.join("course");
    let exercises = files_below(&course, &COURSE_SUFFIXES)?;
    let exercises = table("CourseFile", &course, exercises.iter())?;
    fs::write(Path::new(&out).join("course_files.rs"), exercises)?;
    println!("cargo::rerun-if-changed=build.rs");
    for folder in [root, course] {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
    Ok(())
}

/// Files below `root` as a table of values of a type.
fn table<'f>(
    name_of_type: &str,
    root: &Path,
    files: impl Iterator<Item = &'f PathBuf>,
) -> io::Result<String> {
    let mut table = String::from("&[\n");
    for file in files {
        let name = file.strip_prefix(root).expect("found below it").display().to_string();
        let file = file.canonicalize()?;
        writeln!(table, "    {name_of_type} {{ path: {name:?}, text: include_str!({file:?}) }},")
            .expect("a string can grow");
    }
    table.push_str("]\n");
    Ok(table)
}

/// The files below a folder that have one of these endings, in the order of their paths.
fn files_below(folder: &Path, suffixes: &[&str]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(folder, suffixes, &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn collect(folder: &Path, suffixes: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let suffix = path.extension().and_then(|s| s.to_str()).unwrap_or_default();
        if path.is_dir() {
            // The runtime's own tests are no part of it.
            if path.file_name().is_none_or(|name| name != "tests") {
                collect(&path, suffixes, files)?;
            }
        } else if suffixes.contains(&suffix) {
            files.push(path);
        }
    }
    Ok(())
}
