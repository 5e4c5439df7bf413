//! Bad input, as a user sees it: exit code 2 and one clear message.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The binary, in a folder of its own and with surroundings that change nothing.
struct Heddle {
    folder: TempDir,
    command: Command,
}

impl Heddle {
    fn new() -> Heddle {
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.current_dir(folder.path()).env_remove("HEDDLE_CLANG").env_remove("NO_COLOR");
        command.env("XDG_CACHE_HOME", folder.path().join("cache"));
        Heddle { folder, command }
    }

    fn file(self, name: &str, text: &str) -> Heddle {
        std::fs::write(self.folder.path().join(name), text).unwrap();
        self
    }

    fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Heddle {
        self.command.env(name, value);
        self
    }

    /// Runs it, requires that it refuses, and gives what it says.
    fn refuses(self, args: &[&str]) -> String {
        let said = self.refuses_after_clang(args);
        assert_eq!(said.matches("error: ").count(), 1, "{args:?}: one message\n{said}");
        said
    }

    /// The same, where clang may have had its say before.
    fn refuses_after_clang(mut self, args: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.command.args(args).output().unwrap();
        let stderr = String::from_utf8_lossy(&stderr).into_owned();
        assert_eq!(status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stdout.is_empty(), "{args:?} should leave standard output alone");
        let ours = stderr.lines().filter(|line| line.starts_with("error: ")).count();
        assert_eq!(ours, 1, "{args:?}: one message of ours\n{stderr}");
        stderr
    }
}

/// A program with nothing wrong.
const MAIN: &str = "int main(void) { return 0; }";

fn fake(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake").join(name)
}

#[test]
fn no_clang_on_the_path() {
    let said = Heddle::new().file("a.c", "int i;").env("PATH", "").refuses(&["check", "a.c"]);
    assert_eq!(
        said,
        "error: no clang >= 15 found; install one (Debian: apt-get install clang-19) \
         or name it in $HEDDLE_CLANG\n"
    );
}

#[test]
fn only_an_old_clang_on_the_path() {
    let said = Heddle::new().file("a.c", "int i;").env("PATH", fake("old"));
    assert!(said.refuses(&["check", "a.c"]).contains("(clang here is version 14)"));
}

#[test]
fn a_named_clang_that_is_missing_or_wrong() {
    for (name, expected) in [
        ("nowhere/clang", "cannot be run: No such file"),
        ("old/clang", "is clang 14; heddle needs clang 15 or newer"),
        ("other/gcc", "is not a clang"),
    ] {
        let heddle = Heddle::new().file("a.c", "int i;").env("HEDDLE_CLANG", fake(name));
        let said = heddle.refuses(&["check", "a.c"]);
        assert!(said.contains("$HEDDLE_CLANG is") && said.contains(expected), "{said}");
    }
}

#[test]
fn no_file_or_none_that_heddle_takes() {
    assert!(Heddle::new().refuses(&["check"]).contains("<FILES>..."));
    assert!(Heddle::new().refuses(&["check", "no.c"]).contains("cannot read no.c: No such file"));
    let said = Heddle::new().file("a.txt", "").refuses(&["check", "a.txt"]);
    assert!(said.contains("a.txt: neither C nor C++ nor bitcode"), "{said}");
    let said = Heddle::new().file("a.bc", "BC?").refuses(&["check", "a.bc"]);
    assert!(said.contains("a.bc: not LLVM bitcode"), "{said}");
}

#[test]
fn a_folder_or_nothing_in_a_file() {
    let heddle = Heddle::new();
    std::fs::create_dir(heddle.folder.path().join("d.c")).unwrap();
    assert!(heddle.refuses(&["check", "d.c"]).contains("cannot read d.c: it is a folder"));
    // An empty source compiles, and then there is nothing to run.
    let said = Heddle::new().file("a.c", "").refuses(&["check", "a.c"]);
    assert!(said.contains("main"), "{said}");
    let said = Heddle::new().file("a.bc", "").refuses(&["check", "a.bc"]);
    assert!(said.contains("a.bc: not LLVM bitcode"), "{said}");
}

#[test]
fn no_main() {
    for text in ["int minor(void) { return 0; }", "int main;", "static int i;"] {
        let said = Heddle::new().file("a.c", text).refuses(&["check", "a.c"]);
        assert!(said.contains("no function `main`; --thread F starts"), "{said}");
    }
}

/// Functions to be started and evaluated from outside.
const MODULE: &str = "
struct pair { int a, b; } ;
int counter;
void prepare(void) { counter = 0; }
int consistent(void) { return counter >= 0; }
int consistently(int depth) { return depth; }
void add(int n) { counter += n; }
void add_pair(struct pair *p, int n) { counter += p->a + n; }
void *work(void *arg) { return arg; }
";

#[test]
fn functions_that_do_not_exist_are_answered_with_near_ones() {
    for (options, expected) in [
        ("--invariant consistnet", "no function 'consistnet'; did you mean 'consistent' or"),
        ("--init perpare", "no function 'perpare'; did you mean 'prepare'?"),
        ("--thread ad=1", "no function 'ad'; did you mean 'add'?"),
        ("--thread puts", "no function 'puts'\n"),
        ("--invariant consistentl", "did you mean 'consistent' or 'consistently'?"),
        ("--invariant __heddle_harness", "no function '__heddle_harness'\n"),
    ] {
        refuses_module(options, expected);
    }
}

#[test]
fn functions_of_the_wrong_type() {
    for (options, expected) in [
        ("--invariant consistently", "has the type 'int (int)' and not 'int (void)'"),
        ("--invariant prepare", "has the type 'void (void)' and not 'int (void)'"),
        ("--init add", "has the type 'void (int)' and not 'void (void)'"),
        ("--thread add_pair", "has the type 'void (pointer, int)'; it may take nothing, or one"),
        ("--thread prepare=1", "--thread prepare=1: the function takes no argument"),
        ("--thread add=4294967296", "the argument does not fit into 32 bits"),
        ("--thread add=-2147483649", "the argument does not fit into 32 bits"),
        ("--thread add=one", "the argument 'one' is not an integer"),
    ] {
        refuses_module(options, expected);
    }
}

/// The message is one, and about the option as it was given.
fn refuses_module(options: &str, expected: &str) {
    let threads = if options.starts_with("--thread") { "" } else { " --thread work" };
    let line = format!("check {options}{threads} a.c");
    let words: Vec<&str> = line.split(' ').collect();
    let said = Heddle::new().file("a.c", MODULE).refuses(&words);
    assert!(said.contains(expected), "{options}: {said}");
}

#[test]
fn text_that_is_no_c() {
    for text in
        ["Dear heddle,", "\u{0}\u{1}\u{2}", "#include <no/such/header.h>", "int main(void) {"]
    {
        let heddle = Heddle::new().file("a.c", text);
        assert!(heddle.refuses_after_clang(&["check", "a.c"]).contains("a.c does not compile"));
    }
}

#[test]
fn unknown_properties_and_limits() {
    for (option, value, expected) in [
        ("--property", "happiness", "assertion, deadlock"),
        ("--property", "", "names no property"),
        ("--memory", "lots", "4G"),
        ("--memory", "-1G", "4G"),
        ("--time", "soon", "30s"),
        ("--states", "many", "many"),
        ("--depth", "-1", "-1"),
        ("--reduction", "coarse", "none, tau, global, superstep"),
        ("--color", "pink", "auto, always, never"),
    ] {
        let argument = format!("{option}={value}");
        let heddle = Heddle::new().file("a.c", MAIN);
        let said = heddle.refuses(&["check", &argument, "a.c"]);
        assert!(said.contains(expected), "{argument}: {said}");
    }
    let said = Heddle::new().file("a.c", MAIN).refuses(&["check", "-O9", "a.c"]);
    assert!(said.contains("-O0, -O1, -O2, -O3, -Os"), "{said}");
    let said = Heddle::new().file("a.c", MAIN).refuses(&["check", "--args", "'open", "a.c"]);
    assert!(said.contains("--args"), "{said}");
}

#[test]
fn unknown_commands_options_and_values() {
    assert!(Heddle::new().refuses(&["chekc", "a.c"]).contains("check"));
    assert!(Heddle::new().refuses(&["check", "--ordr", "a.c"]).contains("--order"));
    assert!(Heddle::new().refuses(&["check", "--order", "x", "a.c"]).contains("bfs, dfs"));
    let said = Heddle::new().refuses(&["check", "--all-levels", "a.c", "--", "-O2"]);
    assert_eq!(said, "error: --all-levels chooses the levels itself; leave out -O2\n");
}

/// clang's own message comes first, then ours.
#[test]
fn a_program_that_does_not_compile() {
    let text = "int main(void) {\n    return undeclared;\n}\n";
    let mut heddle = Heddle::new().file("a.c", text);
    let output = heddle.command.args(["check", "a.c"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("a.c:2:12: error: use of undeclared identifier"), "{said}");
    assert!(said.ends_with("\nerror: a.c does not compile\n"), "{said}");
}

#[test]
fn help_is_no_error() {
    let mut heddle = Heddle::new();
    let output = heddle.command.args(["check", "--help"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8(output.stdout).unwrap().contains("Examples:"));
}

/// A program with a proposition and some variables.
const NAMED: &str = "#include <heddle.h>\nstatic int count, limit;\nint main(void)\n{\n    \
    ap(full);\n    count = limit;\n    return 0;\n}\n";

/// The message about a formula.
fn about_formula(formula: &str) -> String {
    Heddle::new().file("a.c", NAMED).refuses(&["check", "a.c", "--ltl", formula])
}

#[test]
fn errors_in_formulas_point_at_the_character() {
    let said = about_formula("G(full -> F count");
    assert!(said.contains("1 | G(full -> F count\n  |  ^\n"), "{said}");
    let said = about_formula("G full -> )");
    assert!(said.ends_with("1 | G full -> )\n  |           ^\n"), "{said}");
    let said = about_formula("");
    assert!(said.contains("expected a formula"), "{said}");
    let long = format!("{} )", "full && ".repeat(9_000));
    let said = about_formula(&long);
    assert!(said.contains("| ...") && said.len() < 600, "{said}");
}

#[test]
fn unknown_propositions_are_told_with_what_there_is() {
    let said = about_formula("G(ful -> F count)");
    assert!(said.contains("no proposition 'ful' (the source has full)"), "{said}");
    assert!(said.contains("did you mean 'full'?"), "{said}");
    assert!(said.contains("1 | G(ful -> F count)\n  |   ^^^\n"), "{said}");
    let said = about_formula("G \"cuont > 0\"");
    assert!(said.contains("'count'"), "{said}");
    let said = about_formula("F in(mane)");
    assert!(said.contains("did you mean 'main'?"), "{said}");
    let said = about_formula("F somewhere(1)");
    assert!(said.contains("enabled(T), exited(T), in(FUNCTION), at(FILE:LINE)"), "{said}");
    let said = about_formula("F exited(main)");
    assert!(said.contains("'main' is no thread"), "{said}");
    let said = about_formula("F at(a.c)");
    assert!(said.contains("at(FILE:LINE)"), "{said}");
    let said = about_formula("GFfull");
    assert!(said.contains("with operators it is 'GF full'"), "{said}");
    let said = about_formula("G !at(b.c:3)");
    assert!(said.contains("no code in a file 'b.c'; there is some in a.c"), "{said}");
    let said = about_formula("G !at(a.c:99)");
    assert!(said.contains("line 99 of a.c has no code; the nearest with code: "), "{said}");
}

#[test]
fn what_is_about_formulas_needs_one() {
    for flags in [&["--fair"][..], &["--prop", "p = 1"]] {
        let said = Heddle::new().file("a.c", MAIN).refuses(&[&["check", "a.c"], flags].concat());
        assert!(said.contains("there are none: give one with --ltl"), "{said}");
    }
}

#[test]
fn formulas_have_different_names() {
    let args = ["check", "a.c", "--ltl", "one: F full", "--ltl", "one: G full"];
    let said = Heddle::new().file("a.c", NAMED).refuses(&args);
    assert!(said.contains("two formulas are called 'one'"), "{said}");
}

#[test]
fn definitions_are_checked() {
    let refused = |definition: &str| {
        let args = ["check", "a.c", "--ltl", "F p", "--prop", definition];
        Heddle::new().file("a.c", NAMED).refuses(&args)
    };
    assert!(refused("count > 0").contains("NAME = EXPRESSION"));
    assert!(refused("U = 1").contains("cannot define 'U'"));
    assert!(refused("p = count >").contains("--prop 'p = count >'"));
    let unused = ["check", "a.c", "--ltl", "F full", "--prop", "p = nothing"];
    let said = Heddle::new().file("a.c", NAMED).refuses(&unused);
    assert!(said.contains("--prop 'p = nothing'"), "{said}");
    let twice = ["check", "a.c", "--ltl", "F p", "--prop", "p = count", "--prop", "p = limit"];
    let said = Heddle::new().file("a.c", NAMED).refuses(&twice);
    assert!(said.contains("defines 'p' twice"), "{said}");
}

#[test]
fn a_name_that_is_two_things_is_neither() {
    let text = NAMED.replace("ap(full)", "ap(count)");
    let said = Heddle::new().file("a.c", &text).refuses(&["check", "a.c", "--ltl", "F count"]);
    assert!(said.contains("both a proposition of the source and a static variable"), "{said}");
}

#[test]
fn formulas_do_not_go_with_everything() {
    for flags in [
        &["--store", "hash64"][..],
        &["--store", "bitstate"],
        &["--context-bound", "2"],
        &["--order", "icb"],
        &["--checkpoint", "c.ck"],
    ] {
        let args = [&["check", "a.c", "--ltl", "F full"], flags].concat();
        let said = Heddle::new().file("a.c", NAMED).refuses(&args);
        assert!(said.contains("does not go with temporal formulas"), "{said}");
        assert!(said.contains(flags[0]), "{said}");
    }
}

#[test]
fn a_formula_of_the_source_is_a_string_constant() {
    let text = "#include <heddle.h>\nstatic const char *text = \"G p\";\nLTL(one, text);\n\
                int main(void) { return 0; }\n";
    let said = Heddle::new().file("a.c", text).refuses_after_clang(&["check", "a.c"]);
    assert!(said.contains("a.c:3:1: error"), "{said}");
    let text = text.replace("LTL(one, text)", "LTL(one, \"G (\")");
    let said = Heddle::new().file("a.c", &text).refuses(&["check", "a.c"]);
    assert!(said.contains("LTL(one, \"G (\"): "), "{said}");
}

#[test]
fn claims_that_are_not_understood_are_refused_with_their_place() {
    let claim = "never {\nT0_init:\n    if\n    :: (full) -> goto accept_all\n    :: run other()\n    fi;\n\
                 accept_all:\n    skip\n}\n";
    let args = ["check", "a.c", "--never", "claim.pml"];
    let said = Heddle::new().file("a.c", NAMED).file("claim.pml", claim).refuses(&args);
    assert!(said.contains("--never claim.pml: line 5"), "{said}");
    let said = Heddle::new().file("a.c", NAMED).refuses(&args);
    assert!(said.contains("claim.pml"), "{said}");
    let said = Heddle::new().file("a.c", NAMED).file("claim.pml", "HOA: v2\n").refuses(&args);
    assert!(said.contains("line 1"), "{said}");
}

#[test]
fn a_proposition_that_writes_is_bad_input() {
    let text = "#include <heddle.h>\nstatic int n;\nstatic int f(int v) { n = v + 1; return v; }\n\
                int main(void) { ap_global(P, f, n); return 0; }\n";
    let mut heddle = Heddle::new().file("a.c", text);
    let output = heddle.command.args(["check", "a.c", "--ltl", "F P"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("a.c:3: proposition 'f' writes to 'n'"), "{said}");
    assert!(said.contains("may read all memory"), "{said}");
}

#[test]
fn what_the_symbolic_engine_cannot_take() {
    let formula = "#include <heddle.h>\nint done;\nLTL(ends, \"F done\");\n\
        int main(void) { done = 1; return 0; }";
    for (text, words, expected) in [
        (MAIN, "--workers 2", "--workers does nothing with --engine bmc; leave it out"),
        (MAIN, "--encoding switches --context-bound 0", "a bound of zero"),
        (MAIN, "--context-bound 3", "--context-bound does nothing without --encoding switches"),
        (MAIN, "--unwind 0", "0 is not in 1.."),
        (MAIN, "--unwind-loop main", "it should be FUNCTION:LINE=K"),
        (MAIN, "--property invariant", "--property invariant does nothing with --engine bmc"),
        (formula, "", "temporal formulas, which --engine bmc does not check"),
    ] {
        let line: Vec<&str> = words.split_whitespace().collect();
        let arguments = [&["check", "--engine", "bmc", "a.c"][..], &line].concat();
        let said = Heddle::new().file("a.c", text).refuses(&arguments);
        assert!(said.contains(expected), "{words}: {said}");
    }
    let clash = ["check", "--unwind", "3", "--depth", "3", "a.c"];
    let said = Heddle::new().file("a.c", MAIN).refuses(&clash);
    let expected = "error: --unwind and --depth are for different engines; leave one of them out\n";
    assert_eq!(said, expected);
}
