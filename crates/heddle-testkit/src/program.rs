//! Small programs of some files, linked with the runtime or with a part of it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use heddle_program::{Input, LinkOptions, Origin, Program, link};

use crate::clang;

/// The files of the runtime that a program is linked with.
#[derive(Clone, Copy, Debug)]
pub enum Runtime {
    /// None of them.
    Nothing,
    /// These.
    Some(&'static [&'static str]),
    /// All.
    All,
}

/// Compiles files of the user's, by name and text, with flags beside those that heddle gives, and
/// links them.
///
/// # Panics
/// If they cannot be compiled or linked.
pub fn program(files: &[(&str, &str)], flags: &[&str], runtime: Runtime) -> Program {
    let include = format!("-I{}", runtime_folder().display());
    let own = ["-g", "-fstandalone-debug", "-Xclang", "-disable-O0-optnone", &include];
    let own = [&own[..], &["-D__HEDDLE__=1", "-U_FORTIFY_SOURCE"], flags].concat();
    let mut inputs: Vec<Input> = Vec::new();
    for (name, text) in files {
        let bytes = clang::bitcode(clang::newest(), name, text, &own);
        inputs.push(input(name, &bytes, Origin::User));
    }
    let names: Vec<String> = match runtime {
        Runtime::Nothing => Vec::new(),
        Runtime::Some(names) => names.iter().map(|&name| name.to_owned()).collect(),
        Runtime::All => runtime_files(),
    };
    inputs.extend(names.iter().map(|name| input(name, &runtime_file(name), Origin::Runtime)));
    let inputs: Vec<&Input> = inputs.iter().collect();
    link(&inputs, &LinkOptions::default()).expect("the program links")
}

fn input(name: &str, bytes: &[u8], origin: Origin) -> Input {
    let module = heddle_bitcode::read(bytes).expect("bitcode is read");
    Input { name: name.to_owned(), module, origin }
}

/// The folder of the runtime.
pub fn runtime_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime")
}

/// The names of its C files, sorted.
pub fn runtime_files() -> Vec<String> {
    let entries = std::fs::read_dir(runtime_folder()).expect("the runtime's folder");
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".c"))
        .collect();
    names.sort();
    names
}

/// The bitcode of one of them, compiled once.
fn runtime_file(name: &str) -> Vec<u8> {
    static COMPILED: OnceLock<Mutex<HashMap<String, Vec<u8>>>> = OnceLock::new();
    let mut compiled = COMPILED.get_or_init(Mutex::default).lock().expect("no test has panicked");
    let entry = compiled.entry(name.to_owned());
    entry.or_insert_with(|| runtime_bitcode(clang::newest(), name)).clone()
}

/// Compiles one of them with the flags that heddle compiles it with.
///
/// # Panics
/// If clang refuses it.
pub fn runtime_bitcode(clang: &str, name: &str) -> Vec<u8> {
    let folder = runtime_folder();
    let flags = std::fs::read_to_string(folder.join("flags")).expect("the runtime has flags");
    let include = |folder: PathBuf| format!("-I{}", folder.display());
    let (own, headers) = (include(folder.clone()), include(folder.join("include")));
    let flags: Vec<&str> = flags.lines().chain([own.as_str(), headers.as_str()]).collect();
    clang::file_bitcode(clang, &folder.join(name), &flags)
}
