//! The programs. They and the runtime are compiled once, before anything runs under valgrind,
//! as `heddle check` compiles them.

use std::fs;
use std::path::{Path, PathBuf};

use heddle_program::{Input, LinkOptions, Origin, Program};
use heddle_testkit::clang::file_bitcode;
use heddle_testkit::program::{runtime_bitcode, runtime_files, runtime_folder};

/// A program that is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Model {
    /// Peterson's lock, with as many rounds as in the comparison with SPIN.
    Peterson,
    /// Eight philosophers.
    Philosophers,
}

impl Model {
    /// All of them.
    pub(crate) const ALL: [Model; 2] = [Model::Peterson, Model::Philosophers];

    /// Its name: that of its source, and of its benchmarks.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Model::Peterson => "peterson",
            Model::Philosophers => "philosophers",
        }
    }

    /// The flag that sets its size.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Model::Peterson => "-DROUNDS=350",
            Model::Philosophers => "-DN=8",
        }
    }

    /// The program, linked with the runtime. It lives as long as the process.
    pub(crate) fn program(self) -> &'static Program {
        let mut inputs = vec![read(&folder().join(self.name()), Origin::User)];
        for bitcode in files_in(&folder().join("runtime")) {
            inputs.push(read(&bitcode, Origin::Runtime));
        }
        let inputs: Vec<&Input> = inputs.iter().collect();
        Box::leak(Box::new(
            heddle_program::link(&inputs, &LinkOptions::default()).expect("the program links"),
        ))
    }
}

/// Compiles the programs and the runtime, for [`Model::program`].
pub(crate) fn compile_all() {
    let clang = std::env::var("HEDDLE_CLANG").unwrap_or_else(|_| "clang-19".to_owned());
    let output = folder().join("runtime");
    // What is left of an older runtime would be linked, too.
    let _ = fs::remove_dir_all(folder());
    fs::create_dir_all(&output).expect("a folder for bitcode");
    let write = |file: &Path, bytes: &[u8]| fs::write(file, bytes).expect("bitcode is written");
    for name in runtime_files() {
        write(&output.join(&name).with_extension(""), &runtime_bitcode(&clang, &name));
    }
    let headers = format!("-I{}", runtime_folder().join("include").display());
    for model in Model::ALL {
        let source = root().join("bench/spin").join(model.name()).with_extension("c");
        let level = ["-g", "-O0", "-Xclang", "-disable-O0-optnone", "-fno-pic"];
        let flags = [&level[..], &["-D__HEDDLE__=1", &headers, model.flag()]].concat();
        write(&folder().join(model.name()), &file_bitcode(&clang, &source, &flags));
    }
}

fn read(bitcode: &Path, origin: Origin) -> Input {
    let bytes = fs::read(bitcode).expect("bitcode was written");
    let module = heddle_bitcode::read(&bytes).expect("bitcode can be read");
    let name = bitcode.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Input { name, module, origin }
}

/// The files of a folder, in the order of their names.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.is_file());
    files.sort();
    files
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of bitcode.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("callgrind")
}
