//! Compilation with the clangs of this machine.

use tempfile::TempDir;

use super::super::Messages;
use super::*;
use crate::environment::Environment;

/// A folder of sources, and a clang.
struct Bench {
    folder: TempDir,
    clang: Clang,
}

impl Bench {
    fn new(sources: &[(&str, &str)]) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in sources {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let clang = Clang::find(&Environment::read()).expect("the tests need a clang");
        Bench { folder, clang }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Compiles the named files; gives the result, and what clang said.
    fn compile(&self, names: &[&str], flags: &[&str]) -> (Result<Vec<Bitcode>, String>, String) {
        let options = CompileOptions {
            flags: flags.iter().map(OsString::from).collect(),
            ..CompileOptions::default()
        };
        self.compile_with(names, &options)
    }

    fn compile_with(
        &self,
        names: &[&str],
        options: &CompileOptions,
    ) -> (Result<Vec<Bitcode>, String>, String) {
        let inputs: Vec<PathBuf> = names.iter().map(|name| self.path(name)).collect();
        let mut said = Vec::new();
        let result = self.clang.compile(&inputs, options, Cancel::NEVER, &mut said);
        (result.map_err(|error| error.to_string()), String::from_utf8(said).unwrap())
    }

    /// Compiles one file that should compile without a word.
    fn quietly(&self, name: &str, flags: &[&str]) -> Vec<u8> {
        let (result, said) = self.compile(&[name], flags);
        assert_eq!(said, "", "{name} {flags:?}");
        result.unwrap().remove(0).bytes
    }

    /// The error from files that should be refused.
    fn refused(&self, names: &[&str], flags: &[&str]) -> (String, String) {
        let (result, said) = self.compile(names, flags);
        match result {
            Ok(_) => panic!("{names:?} {flags:?} should be refused"),
            Err(message) => (message, said),
        }
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn two_sources_of_one_name_stay_apart_and_in_order() {
    let bench = Bench::new(&[("a/x.c", "int in_a;"), ("b/x.c", "int in_b;")]);
    let (modules, _) = bench.compile(&["b/x.c", "a/x.c"], &[]);
    let modules = modules.unwrap();
    assert!(contains(&modules[0].bytes, "in_b") && contains(&modules[1].bytes, "in_a"));
    assert!(modules[0].name.ends_with("b/x.c") && modules[1].name.ends_with("a/x.c"));
}

#[test]
fn every_clang_of_the_tests_compiles() {
    let mut bench = Bench::new(&[("a.c", "#include <pthread.h>\nint main(void) { return 0; }")]);
    for version in [15, 16, 19] {
        let environment =
            Environment { clang: Some(format!("clang-{version}").into()), ..Environment::read() };
        bench.clang = Clang::find(&environment).expect("./x test installs it");
        assert!(contains(&bench.quietly("a.c", &[]), &format!("clang version {version}.")));
    }
}

#[test]
fn the_suffix_chooses_the_language() {
    let bench = Bench::new(&[
        ("a.c", "int class;"),
        ("a.cpp", "class C { public: int m; } c;"),
        ("a.C", "namespace n { int v; }"),
        ("a.i", "# 1 \"original.c\"\nint preprocessed(void) { return NEVER_EXPANDED; }"),
        ("a.ii", "template<class T> T f() { return T(); } int g() { return f<int>(); }"),
    ]);
    for name in ["a.c", "a.cpp", "a.C", "a.ii"] {
        bench.quietly(name, &[]);
    }
    let (_, said) = bench.refused(&["a.i"], &["-DNEVER_EXPANDED=1"]);
    assert!(said.contains("original.c:1:") && said.contains("NEVER_EXPANDED"), "{said}");
}

#[test]
fn the_program_knows_that_heddle_compiles_it() {
    let bench = Bench::new(&[("a.c", "#if __HEDDLE__ != 1\n#error native\n#endif\nint i;")]);
    bench.quietly("a.c", &[]);
    assert!(bench.refused(&["a.c"], &["-U__HEDDLE__"]).1.contains("native"));
}

#[test]
fn warnings_are_shown_and_do_no_harm() {
    let bench = Bench::new(&[("a.c", "int f(void) { }")]);
    let (modules, said) = bench.compile(&["a.c"], &["-DX", "-lpthread"]);
    assert_eq!(modules.unwrap().len(), 1);
    assert!(said.contains("a.c:1:15: warning: non-void function"), "{said}");
    assert!(!said.contains("pthread"), "{said}");
}

#[test]
fn errors_of_all_files_are_shown_in_order_and_the_first_is_named() {
    let bench = Bench::new(&[("a.c", "int i;"), ("b.c", "int i = x;"), ("c.c", "int i = y;")]);
    let (message, said) = bench.refused(&["a.c", "b.c", "c.c"], &[]);
    assert!(message.ends_with("b.c does not compile"), "{message}");
    let x = said.find("undeclared identifier 'x'").expect(&said);
    assert!(x < said.find("undeclared identifier 'y'").expect(&said));
    assert!(!said.contains('\x1b'), "{said}");
}

#[test]
fn colours_are_as_asked() {
    let bench = Bench::new(&[("a.c", "int i = x;")]);
    let messages = Messages { color: true, ..Messages::default() };
    let options = CompileOptions { messages, ..CompileOptions::default() };
    let (_, said) = bench.compile_with(&["a.c"], &options);
    assert!(said.contains('\x1b'), "{said}");
}

#[test]
fn warnings_are_left_out_on_request_and_errors_are_not() {
    let bench = Bench::new(&[("a.c", "#warning careful\nint i;"), ("b.c", "int i = x;")]);
    let said = |name: &str, warnings| {
        let messages = Messages { warnings, ..Messages::default() };
        bench.compile_with(&[name], &CompileOptions { messages, ..CompileOptions::default() }).1
    };
    assert!(said("a.c", true).contains("careful"));
    assert_eq!(said("a.c", false), "");
    assert!(said("b.c", false).contains("undeclared identifier 'x'"));
}

#[test]
fn levels_make_a_difference_and_flags_win() {
    let bench = Bench::new(&[("a.c", "int f(int n) { int twice = n + n; return twice; }")]);
    let plain = bench.quietly("a.c", &[]);
    let optimized = bench.quietly("a.c", &["-O2"]);
    assert!(plain != optimized);
    let options = CompileOptions { level: "2".parse().unwrap(), ..CompileOptions::default() };
    let (modules, _) = bench.compile_with(&["a.c"], &options);
    assert!(modules.unwrap()[0].bytes == optimized);
}

/// Functions marked so would stay as they are in any later pass.
#[test]
fn nothing_is_marked_as_not_to_be_optimized() {
    let bench = Bench::new(&[("a.c", "int f(int n) { return n; }")]);
    fs::write(bench.path("a.bc"), bench.quietly("a.c", &[])).unwrap();
    let mut command = Command::new(&bench.clang.program);
    command.args(["-S", "-emit-llvm", "-o", "-"]).arg(bench.path("a.bc"));
    let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(text.contains("define dso_local i32 @f(") && text.contains("attributes #0"), "{text}");
    assert!(!text.contains("optnone"), "{text}");
}

#[test]
fn compiling_again_gives_the_same_bytes() {
    let bench = Bench::new(&[("a.c", "#include <stdio.h>\nint main(void) { puts(__FILE__); }")]);
    assert!(bench.quietly("a.c", &[]) == bench.quietly("a.c", &[]));
}

#[test]
fn flags_that_name_another_output_are_overruled() {
    let bench = Bench::new(&[("a.c", "int i;")]);
    let elsewhere = bench.path("elsewhere");
    bench.quietly("a.c", &["-o", elsewhere.to_str().unwrap()]);
    assert!(!elsewhere.exists());
    let (message, _) = bench.refused(&["a.c"], &["-fsyntax-only"]);
    assert!(message.contains("wrote no bitcode for"), "{message}");
}

#[test]
fn bitcode_is_taken_as_it_is() {
    let bench = Bench::new(&[("a.c", "int i;"), ("text.bc", "int i;"), ("empty.bc", "")]);
    let bytes = bench.quietly("a.c", &[]);
    fs::write(bench.path("a.bc"), &bytes).unwrap();
    assert!(bench.quietly("a.bc", &[]) == bytes);
    for name in ["text.bc", "empty.bc"] {
        let (message, _) = bench.refused(&["a.c", name], &[]);
        assert!(message.ends_with(&format!("{name}: not LLVM bitcode, whatever its name says")));
    }
}

#[test]
fn inputs_that_cannot_be_read_or_understood_are_refused_before_clang_runs() {
    let mut bench = Bench::new(&[("a.c", "int i;"), ("a.txt", "int i;"), ("d.c/a.c", "int i;")]);
    bench.clang.program = PathBuf::from("no such program");
    let message = |name| bench.refused(&["a.c", name], &[]).0;
    assert!(message("missing.c").contains("No such file"));
    assert!(message("missing.txt").contains("No such file"));
    assert!(message("d.c").ends_with("it is a folder"));
    assert!(message("a.txt").contains("files that end in .c, .i,"));
    assert!(message("a.c").starts_with("cannot run no such program"));
}

#[test]
fn a_clang_that_dies_is_not_the_programs_fault() {
    let mut bench = Bench::new(&[("a.c", "int i;")]);
    bench.clang.program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/broken/clang");
    let (message, said) = bench.refused(&["a.c"], &[]);
    assert!(message.contains("broken/clang failed on"), "{message}");
    assert!(message.contains("exit status: 70"), "{message}");
    assert!(said.contains("please submit a bug report"), "{said}");
}
