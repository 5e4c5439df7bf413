//! The runtime's compilation, on a stand-in of a few files.

use std::ffi::OsString;
use std::path::PathBuf;

use super::*;
use crate::environment::Environment;

const STAND_IN: &[RuntimeFile] = &[
    RuntimeFile { path: "heddle.h", text: "int heddle_choose(int n);\n" },
    RuntimeFile { path: "include/sys/more.h", text: "typedef int more;\n" },
    RuntimeFile { path: "internal.h", text: "#define ONE 1\n" },
    RuntimeFile {
        path: "libc/choose.c",
        text: "#include \"internal.h\"\n#include <heddle.h>\n#include <sys/more.h>\n\
               more heddle_choose(int n) { return n * ONE * (int)sizeof(long); }\n",
    },
    RuntimeFile { path: "zero.c", text: "int zero(void) { return 0; }\n" },
];

/// The clang of this machine, with a cache of its own.
fn clang(cache: &Path) -> Clang {
    let environment = Environment { cache_dirs: vec![cache.to_owned()], ..Environment::read() };
    Clang::find(&environment).expect("the tests need a clang")
}

fn compile(
    clang: &Clang,
    files: &[RuntimeFile],
    flags: &[&str],
) -> Result<Vec<Bitcode>, (DriverError, String)> {
    let options = CompileOptions {
        flags: flags.iter().map(OsString::from).collect(),
        ..CompileOptions::default()
    };
    let mut diagnostics = Vec::new();
    clang
        .runtime_of(files, &options, Cancel::NEVER, &mut diagnostics)
        .map_err(|error| (error, String::from_utf8(diagnostics).unwrap()))
}

fn entries(cache: &Path) -> usize {
    fs::read_dir(cache).unwrap().count()
}

#[test]
fn is_compiled_once_for_each_clang_and_target() {
    let cache = tempfile::tempdir().unwrap();
    let mut clang = clang(cache.path());
    let first = compile(&clang, STAND_IN, &["-DUNIMPORTANT"]).unwrap();
    assert_eq!(first[0].name, "heddle-runtime/libc/choose.c");
    assert_eq!(first[1].name, "heddle-runtime/zero.c");
    assert_eq!(entries(cache.path()), 1);

    // A clang that cannot be run: what comes now comes from the cache.
    let program = std::mem::replace(&mut clang.program, PathBuf::from("no such program"));
    assert!(compile(&clang, STAND_IN, &[]).unwrap() == first);
    let (error, _) = compile(&clang, STAND_IN, &["-m32"]).err().unwrap();
    assert!(matches!(error, DriverError::CannotRun { .. }), "{error}");

    clang.program = program;
    assert!(compile(&clang, STAND_IN, &["-m32"]).unwrap() != first);
    assert_eq!(entries(cache.path()), 2);
    clang.banner.push_str("another one");
    compile(&clang, STAND_IN, &[]).unwrap();
    assert_eq!(entries(cache.path()), 3);
}

#[test]
fn is_the_same_wherever_it_is_compiled() {
    let caches = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [a, b] = caches.each_ref().map(|cache| {
        let mut clang = clang(cache.path());
        clang.temp_dir = cache.path().to_owned();
        compile(&clang, STAND_IN, &[]).unwrap()
    });
    assert!(a == b);
}

#[test]
fn works_without_a_cache() {
    let temp = tempfile::tempdir().unwrap();
    let mut clang = clang(temp.path());
    clang.cache_dirs.clear();
    assert_eq!(compile(&clang, STAND_IN, &[]).unwrap().len(), 2);
    assert_eq!(entries(temp.path()), 0);
}

#[test]
fn a_part_that_does_not_compile_is_named_after_what_clang_says() {
    let cache = tempfile::tempdir().unwrap();
    let files = [RuntimeFile { path: "bad.c", text: "int f(void) { return unknown; }\n" }];
    let (error, diagnostics) = compile(&clang(cache.path()), &files, &["-m64"]).err().unwrap();
    assert!(diagnostics.contains("use of undeclared identifier 'unknown'"), "{diagnostics}");
    let message = error.to_string();
    assert!(message.contains("bad.c") && message.contains("-m64"), "{message}");
    assert_eq!(entries(cache.path()), 0);
}

#[test]
fn an_empty_runtime_is_refused() {
    let cache = tempfile::tempdir().unwrap();
    let (error, _) = compile(&clang(cache.path()), &[], &[]).err().unwrap();
    assert!(matches!(error, DriverError::NoRuntime), "{error}");
}

#[test]
fn users_get_their_headers_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    write_user_headers(STAND_IN, folder.path()).unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["heddle.h", "sys"]);
    assert!(folder.path().join("sys/more.h").exists());
}
