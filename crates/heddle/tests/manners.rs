//! Manners: paths, files and exit codes that a user and their scripts can rely on.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use heddle_trace::result::CheckResult;
use serde_json::Value;
use tempfile::TempDir;

use support::schema;

/// A folder with files, and heddle run inside.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new(files: &[(&str, &str)]) -> Folder {
        let folder = TempDir::new().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Folder { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        // clang knows the folder by the name that the system gives it.
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.args(words).current_dir(self.folder.path()).env_remove("COLUMNS");
        command
    }

    fn run(&self, words: &[&str]) -> Said {
        Said::of(self.command(words).output().unwrap())
    }

    fn json(&self, name: &str) -> Value {
        let bytes = std::fs::read(self.path(name)).unwrap();
        schema::validate(&bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }
}

/// The output of heddle.
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Said {
    fn of(output: Output) -> Said {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
    }
}

const WRONG: &str = "#include <assert.h>\nint x;\nint main(void) {\n    assert(x == 1);\n}\n";
const RIGHT: &str = "int main(void) { return 0; }\n";

#[test]
fn paths_exist_from_where_the_user_stands() {
    let folder = Folder::new(&[("b/y.c", RIGHT), ("c/x.c", WRONG), ("c/inc.h", "int y;\n")]);
    let inside = folder.path("b");
    let given = [
        (folder.path("c/x.c").display().to_string(), folder.path("c/x.c").display().to_string()),
        ("../c/x.c".to_owned(), "../c/x.c".to_owned()),
    ];
    for (word, shown) in given {
        let said = |words: &[&str]| {
            Said::of(folder.command(words).current_dir(&inside).arg(&word).output().unwrap())
        };
        let expected = format!("violation: {shown}:4: assertion failed: x == 1\n");
        assert_eq!(said(&["check", "--quiet"]).out, expected);
        let story = said(&["check"]).out;
        assert!(story.contains(&format!("--> {shown}:4:5")), "{story}");
        let result: Value = serde_json::from_str(&said(&["check", "--json", "-"]).out).unwrap();
        assert_eq!(result["violation"]["file"], shown.as_str());
        assert_eq!(result["trace"]["steps"][0]["place"]["file"], shown.as_str());
    }
}

#[test]
fn a_file_never_keeps_an_older_answer() {
    let folder = Folder::new(&[("right.c", RIGHT), ("broken.c", "int main(void) { return x; }\n")]);
    let older = || {
        assert_eq!(folder.run(&["check", "--json", "r.json", "right.c"]).code, Some(0));
        assert_eq!(folder.json("r.json")["verdict"], "verified");
    };
    for (words, error) in [
        (&["check", "--json", "r.json", "broken.c"][..], "broken.c does not compile"),
        (&["check", "--json", "r.json", "gone.c"], "cannot read gone.c"),
        (&["check", "--json", "r.json", "--order", "wrong", "right.c"], "'wrong'"),
        (&["check", "--jsn", "x", "--json=r.json", "right.c"], "'--jsn'"),
        (&["check", "--json", "r.json", "--seed", "3", "right.c"], "--order random"),
        (&["check", "--json", "r.json"], "required arguments"),
    ] {
        older();
        let said = folder.run(words);
        assert_eq!(said.code, Some(2), "{words:?}: {}", said.err);
        let object = folder.json("r.json");
        assert_eq!(object["verdict"], "error", "{words:?}");
        assert!(object["error"].as_str().unwrap().contains(error), "{words:?}: {object}");
        let replayed = folder.run(&["replay", "r.json"]);
        assert_eq!(replayed.code, Some(2));
        assert!(replayed.err.contains("r.json has no counterexample: it says"), "{}", replayed.err);
    }
    // Standard output, too.
    let object: Value =
        serde_json::from_str(&folder.run(&["check", "--json", "-", "broken.c"]).out).unwrap();
    assert_eq!(object["verdict"], "error");
}

#[test]
fn a_program_is_never_written_over() {
    let folder = Folder::new(&[("right.c", RIGHT), ("notes", "keep\n")]);
    let said = folder.run(&["check", "--json", "right.c"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("this is a program"), "{}", said.err);
    assert_eq!(std::fs::read_to_string(folder.path("right.c")).unwrap(), RIGHT);
    // A line that makes no sense may not mean what it says.
    assert_eq!(folder.run(&["check", "--json", "notes", "--bogus"]).code, Some(2));
    assert_eq!(std::fs::read_to_string(folder.path("notes")).unwrap(), "keep\n");
}

/// A program with more states than anybody waits for.
const ENDLESS: &str = "\
#include <pthread.h>
static unsigned a, b;
static void *count(void *p) { for (;;) ++*(unsigned *)p; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, &a);
    count(&b);
}
";

/// Starts a check with an older answer in its file, and sends it a signal once it has begun.
fn interrupted(signal: &str) -> (Folder, Option<i32>) {
    let folder = Folder::new(&[("right.c", RIGHT), ("endless.c", ENDLESS)]);
    assert_eq!(folder.run(&["check", "--json", "r.json", "right.c"]).code, Some(0));
    let mut command = folder.command(&[
        "check",
        "--workers",
        "1",
        "--time",
        "2m",
        "--json",
        "r.json",
        "endless.c",
    ]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    // It may be seen while it is written.
    let verdict = || -> Option<Value> {
        let object: Value =
            serde_json::from_slice(&std::fs::read(folder.path("r.json")).ok()?).ok()?;
        object.get("verdict").cloned()
    };
    while verdict().is_none_or(|verdict| verdict == "verified") {
        assert!(started.elapsed() < Duration::from_secs(60), "the older answer is still there");
        std::thread::sleep(Duration::from_millis(20));
    }
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let code = child.wait().unwrap().code();
    (folder, code)
}

#[test]
fn an_interrupted_check_says_so_in_its_file() {
    let (folder, code) = interrupted("-INT");
    assert_eq!(code, Some(3));
    let object = folder.json("r.json");
    assert_eq!((&object["verdict"], &object["stopped"]), (&"unknown".into(), &"cancelled".into()));
}

#[test]
fn a_killed_check_leaves_no_answer() {
    let (folder, code) = interrupted("-KILL");
    assert_eq!(code, None);
    let object = folder.json("r.json");
    assert_eq!(object["verdict"], "error");
    assert!(object["error"].as_str().unwrap().contains("ended before"), "{object}");
}

/// The exit code and the errors of heddle whose reader leaves after a few bytes.
fn without_reader(mut command: Command) -> (Option<i32>, String) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = child.stdout.take().unwrap();
    reader.read_exact(&mut [0; 2]).unwrap();
    drop(reader);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_that_leaves_changes_nothing() {
    // More than a pipe holds.
    let loud = "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n    \
        for (int i = 0; i < 2000; i++)\n        printf(\"a line of output with the number %d\\n\", i);\n    \
        assert(0);\n}\n";
    let folder = Folder::new(&[("loud.c", loud)]);
    for words in [&["check", "--json", "-", "loud.c"][..], &["check", "loud.c"]] {
        assert_eq!(without_reader(folder.command(words)), (Some(1), String::new()), "{words:?}");
    }
    assert_eq!(without_reader(folder.command(&["dump", "loud.c"])), (Some(0), String::new()));
    let (code, said) = without_reader(folder.command(&["run", "loud.c"]));
    assert_eq!((code, &*said), (Some(3), "unknown: nobody reads the program's output any more\n"));
}

#[test]
fn a_replay_has_the_verdict_of_the_check() {
    let folder = Folder::new(&[("wrong.c", WRONG)]);
    assert_eq!(folder.run(&["check", "--json", "r.json", "wrong.c"]).code, Some(1));
    let whole = folder.run(&["replay", "r.json"]);
    assert_eq!(whole.code, Some(1));
    assert!(whole.out.contains("How it came to that"), "{}", whole.out);
    let quiet = folder.run(&["replay", "--quiet", "r.json"]);
    assert_eq!(quiet.code, Some(1));
    assert_eq!(quiet.out, "violation: wrong.c:4: assertion failed: x == 1\n");
    // Beside the text, and again as it was.
    let written = folder.run(&["replay", "--quiet", "--json", "again.json", "r.json"]);
    assert_eq!(written.out, quiet.out);
    assert_eq!(folder.json("again.json"), folder.json("r.json"));
    assert_eq!(folder.run(&["replay", "again.json"]).out, whole.out);
    let same = folder.run(&["replay", "--json", "r.json", "r.json"]);
    assert_eq!(same.code, Some(2));
    assert!(same.err.contains("r.json is the file to replay"), "{}", same.err);
    assert!(CheckResult::read(&std::fs::read(folder.path("r.json")).unwrap()).is_ok());
}

#[test]
fn a_run_passes_on_the_exit_code() {
    let text = "#include <assert.h>\n#include <stdlib.h>\nint main(int n, char **v) {\n    \
        if (n > 1) exit(atoi(v[1]));\n    assert(0);\n}\n";
    let folder = Folder::new(&[("code.c", text)]);
    for code in [0, 1, 3, 42, 255] {
        let said = folder.run(&["run", "--quiet", "--args", &code.to_string(), "code.c"]);
        assert_eq!((said.code, said.err), (Some(code), String::new()));
    }
    let said = folder.run(&["run", "--quiet", "code.c"]);
    assert_eq!((said.code, &*said.err), (Some(1), "violation: code.c:5: assertion failed: 0\n"));
    let said = folder.run(&["run", "--help"]);
    assert!(
        said.out.contains("Exit codes:") && said.out.contains("[default: 10m]"),
        "{}",
        said.out
    );
}

#[test]
fn a_run_names_the_limit_that_ends_it() {
    let folder = Folder::new(&[("endless.c", "int main(void) { for (;;) ; }\n")]);
    let said = folder.run(&["run", "--quiet", "--time", "500ms", "endless.c"]);
    assert_eq!(said.code, Some(3));
    assert_eq!(said.err, "unknown: the time limit of 500ms was reached (raise --time)\n");
    for option in ["--states", "--depth", "--json"] {
        let said = folder.run(&["run", option, "3", "endless.c"]);
        assert_eq!(said.code, Some(2));
        assert!(said.err.contains(&format!("unexpected argument '{option}'")), "{}", said.err);
    }
}

/// Two assertions that fail, one of them only after a long while.
const TWO: &str = "\
#include <assert.h>
#include <pthread.h>
static unsigned n;
static void *early(void *p) { assert(n != 2); return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, early, 0);
    for (;;) {
        n++;
        assert(n != 5000);
    }
}
";

#[test]
fn a_list_says_when_it_may_not_be_whole() {
    let folder = Folder::new(&[("two.c", TWO)]);
    let words = ["check", "--workers", "1", "--all-violations", "--states", "100"];
    let limited = |more: &[&str]| folder.run(&[&words[..], more, &["two.c"]].concat());
    let note = "note: there may be more violations: the limit of 100 states was reached";
    let quiet = limited(&["--quiet"]);
    assert_eq!(quiet.code, Some(1));
    assert!(quiet.out.contains("two.c:4: assertion failed: n != 2\n"), "{}", quiet.out);
    assert!(quiet.out.contains(note), "{}", quiet.out);
    let whole = limited(&[]).out;
    assert!(whole.contains(note) && !whole.contains("of all interleavings"), "{whole}");
    assert!(whole.contains("rests on:") && whole.contains("malloc never fails"), "{whole}");
    let result: Value = serde_json::from_str(&limited(&["--json", "-"]).out).unwrap();
    assert_eq!(result["stopped"], "states");
    assert!(result["reason"].as_str().unwrap().contains("there may be more"), "{result}");
    let assumptions = result["assumptions"].to_string();
    assert!(assumptions.contains("some interleavings, until a limit"), "{assumptions}");
}

#[test]
fn a_list_that_is_whole_says_what_that_rests_on() {
    let folder =
        Folder::new(&[("two.c", &TWO.replace("for (;;)", "while (n < 6)").replace("5000", "5"))]);
    let said = folder.run(&["check", "--workers", "1", "--all-violations", "two.c"]);
    assert!(!said.out.contains("note:"), "{}", said.out);
    assert!(said.out.contains("That there are no others rests on:"), "{}", said.out);
    assert!(said.out.contains("explicit search of all interleavings"), "{}", said.out);
    let bounded =
        folder.run(&["check", "-q", "--workers", "1", "--all-violations", "--depth", "5", "two.c"]);
    assert!(
        bounded.out.contains("note: there may be more violations: runs of at most 5"),
        "{}",
        bounded.out
    );
}

#[test]
fn all_levels_list_everything() {
    let text = TWO.replace("for (;;)", "while (n < 6)").replace("5000", "5");
    let folder = Folder::new(&[("two.c", &text), ("right.c", RIGHT)]);
    let levels = |more: &[&str]| folder.run(&[&["check", "--all-levels"], more].concat()).out;
    let listed = levels(&["--quiet", "--all-violations", "two.c"]);
    for finding in ["two.c:4: assertion failed: n != 2", "assertion failed: n != 5"] {
        assert!(listed.matches(finding).count() >= 2, "{listed}");
    }
    let whole = levels(&["right.c"]);
    assert!(whole.contains("The verdicts rest on:"), "{whole}");
    assert!(whole.contains("  - the program as clang compiles it at each level\n"), "{whole}");
    assert_eq!(whole.matches("malloc never fails").count(), 1, "{whole}");
}

#[test]
fn who_is_strict_wants_a_proof() {
    let folder = Folder::new(&[("two.c", TWO), ("right.c", RIGHT)]);
    let code = |words: &[&str]| folder.run(&[&["check", "-q"], words].concat()).code;
    assert_eq!(code(&["--depth", "2", "two.c"]), Some(0));
    assert_eq!(code(&["--strict", "--depth", "2", "two.c"]), Some(3));
    assert_eq!(code(&["--strict", "right.c"]), Some(0));
    assert_eq!(code(&["--strict", "two.c"]), Some(1));
}

#[test]
fn lines_are_as_wide_as_columns_says() {
    let folder = Folder::new(&[("two.c", TWO)]);
    let widest = |columns: &str| {
        let output = folder.command(&["check", "two.c"]).env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let story = text.split("How it came to that").nth(1).unwrap();
        let story = story.split("states,").next().unwrap();
        story.lines().map(|line| line.chars().count()).max().unwrap()
    };
    let (narrow, wide) = (widest("50"), widest("200"));
    assert!(narrow <= 50 && 50 < wide, "{narrow}, {wide}");
    assert_eq!(widest("0"), widest("many"), "no number of columns");
}

#[test]
fn typing_mistakes_get_a_tip() {
    let folder = Folder::new(&[("right.c", RIGHT)]);
    for (line, tip) in [
        ("right.c", "tip: to check a program: 'heddle check right.c'"),
        ("-O2 right.c", "tip: to check a program: 'heddle check -O2 right.c'"),
        ("chek right.c", "tip: a similar subcommand exists: 'check'"),
        ("help chek", "tip: did you mean 'check'?"),
        ("check --al-levels right.c", "tip: a similar argument exists: '--all-levels'"),
        ("check -time 3s right.c", "tip: write '--time', with two dashes"),
        ("check --data-race right.c", "tip: write '--property data-race'"),
        ("check -Wall right.c", "tip: flags for clang come last, after '--': '-- -Wall'"),
        ("check --property asertion right.c", "did you mean 'assertion'?"),
        ("check --time -1s right.c", "invalid value '-1s' for '--time <TIME>': not a duration"),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let said = folder.run(&words);
        assert_eq!(said.code, Some(2), "{line}");
        assert!(said.err.contains(tip), "{line}: {}", said.err);
        assert!(!said.err.contains("as a value, use"), "{line}: {}", said.err);
        assert!(said.err.matches("tip:").count() <= 1, "{line}: {}", said.err);
    }
}

#[test]
fn hints_fit_what_they_follow() {
    let hint = "What heddle evaluates in a state";
    let formula = "#include <heddle.h>\nint x;\nint main(void) {\n    \
        heddle_unmatched(&x, sizeof x);\n    x = 1;\n}\n";
    let local = "#include <heddle.h>\nint main(void) {\n    int x;\n    \
        heddle_unmatched(&x, sizeof x);\n    return 0;\n}\n";
    let writes = "#include <heddle.h>\nint x;\nint f(void) { x++; return 1; }\n\
        int main(void) { return 0; }\n";
    let folder = Folder::new(&[("formula.c", formula), ("local.c", local), ("writes.c", writes)]);
    for words in [&["check", "--ltl", "F x", "formula.c"][..], &["check", "local.c"]] {
        let said = folder.run(words);
        assert_eq!(said.code, Some(2), "{}", said.out);
        assert!(said.out.starts_with("unknown: ") && !said.out.contains(hint), "{}", said.out);
    }
    let said = folder.run(&["check", "--invariant", "f", "writes.c"]);
    assert_eq!(said.code, Some(2), "{}", said.out);
    assert!(said.out.contains(hint), "{}", said.out);
}

#[test]
fn messages_about_memory_say_what_was_done() {
    let folder = Folder::new(&[("endless.c", ENDLESS)]);
    let check = |more: &[&str]| {
        folder
            .run(
                &[&["check", "-q", "--workers", "1", "--memory", "4M"], more, &["endless.c"]]
                    .concat(),
            )
            .out
    };
    let ended = check(&[]);
    let expected = "unknown: the memory limit of 4M was reached, and the search ended: ";
    assert!(ended.starts_with(expected), "{ended}");
    assert!(ended.contains("or go on with --on-memory-limit bitstate"), "{ended}");
    let went_on = check(&["--on-memory-limit", "bitstate"]);
    let expected = "the memory limit of 4M was reached, new states were kept as a few bits each, \
        and at twice the limit the search ended: ";
    assert!(went_on.contains(expected), "{went_on}");
}

const ATOMICS: &str = "\
#include <stdatomic.h>
static atomic_int a, b;
int main(void) {
    atomic_store(&a, 1);
    atomic_store_explicit(&a, 2, memory_order_release);
    int x = atomic_load_explicit(&a, memory_order_acquire);
    atomic_fetch_add_explicit(&b, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&b, 1, memory_order_relaxed); atomic_store_explicit(&a, 0, memory_order_relaxed);
    int e = 0;
    atomic_compare_exchange_strong_explicit(&a, &e, 3, memory_order_seq_cst, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
    return x - 2;
}
";

#[test]
fn weaker_atomics_are_counted_and_named() {
    let folder = Folder::new(&[("atomics.c", ATOMICS), ("right.c", RIGHT)]);
    let phrase = "6 atomic accesses with a weaker order than memory_order_seq_cst are taken as \
        sequentially consistent, too (atomics.c:5, atomics.c:6, atomics.c:7, ...): what only a \
        weaker order allows was not looked at";
    for engine in ["explicit", "bmc"] {
        let said = folder.run(&["check", "--engine", engine, "atomics.c"]).out;
        assert!(said.contains(&format!("  - {phrase}\n")), "{said}");
        let said = folder.run(&["check", "--engine", engine, "--json", "-", "atomics.c"]).out;
        let result: Value = serde_json::from_str(&said).unwrap();
        assert_eq!(result["weak_atomics"]["count"], 6);
        assert_eq!(result["weak_atomics"]["places"][2], "atomics.c:7");
        assert!(result["assumptions"].to_string().contains(phrase), "{said}");
    }
    let said = folder.run(&["check", "right.c"]).out;
    assert!(!said.contains("weaker order"), "{said}");
}

const MODULE: &str = "\
static int ticks, handled;
static void reset(void) { ticks = handled = 0; }
static void isr(void) { ticks++; }
static inline void task(int n) { if (ticks) handled += n; }
static int sound(void) { return handled <= ticks; }
";

#[test]
fn functions_of_a_harness_may_be_static() {
    let cpp = MODULE.replace("int n", "long n");
    let other = "static int isr_count;\nint used(void) { return isr_count; }\n";
    let folder = Folder::new(&[("module.c", MODULE), ("module.cpp", &cpp), ("other.c", other)]);
    let harness = ["--init", "reset", "--thread", "isr", "--invariant", "sound"];
    for engine in ["explicit", "bmc"] {
        // The symbolic engine takes no invariants.
        let harness = if engine == "bmc" { &harness[..4] } else { &harness };
        for level in ["-O0", "-O2"] {
            for file in ["module.c", "module.cpp"] {
                let words = ["check", "-q", "--engine", engine, level, file, "other.c"];
                let check =
                    |task: &str| folder.run(&[&words[..], harness, &["--thread", task]].concat());
                let said = check("task=1");
                assert_eq!(said.code, Some(0), "{words:?}: {}{}", said.out, said.err);
                if engine == "explicit" {
                    let said = check("task=2");
                    assert_eq!(said.code, Some(1), "{words:?}: {}{}", said.out, said.err);
                    assert!(said.out.contains("invariant 'sound' does not hold"), "{}", said.out);
                }
            }
        }
    }
    // Those that nothing uses are proposed, too.
    for file in ["module.c", "module.cpp"] {
        let said = folder.run(&["check", "--thread", "irs", file, "other.c"]);
        assert_eq!(said.code, Some(2));
        let tip = "error: --thread irs: the program has no function 'irs'; did you mean 'isr'?\n";
        assert_eq!(said.err, tip, "{file}");
    }
}

#[test]
fn quiet_checks_show_no_warnings_of_clang() {
    let program = "#warning careful\nint main(void) { return 0; }\n";
    let folder = Folder::new(&[("right.c", program), ("wrong.c", "#warning careful\nint main(")]);
    for command in ["check", "run"] {
        let said = |words: &[&str]| folder.run(&[&[command], words].concat()).err;
        assert!(said(&["right.c"]).contains("careful"));
        assert_eq!(said(&["--quiet", "right.c"]), "");
        assert!(said(&["--quiet", "wrong.c"]).contains("expected"));
    }
}

#[test]
fn quiet_checks_tell_what_stopped_each_engine() {
    let program = "int __VERIFIER_nondet_int(void);\nint elsewhere(int);\n\
                   int main(void) { return elsewhere(__VERIFIER_nondet_int()) > 3; }\n";
    let folder = Folder::new(&[("open.c", program)]);
    let said = folder.run(&["check", "--quiet", "open.c"]).out;
    let told: Vec<&str> = said.lines().filter(|line| line.contains("'elsewhere'")).collect();
    assert!(told[0].starts_with("unknown: open.c:3: call of the function"), "{said}");
    assert!(
        told[1].starts_with("note: explicit: ") || told[1].starts_with("note: bmc: "),
        "{said}"
    );
    assert_eq!(told.len(), 2, "{said}");
}

#[test]
fn replay_warns_of_a_source_that_has_changed() {
    let program = "#include <assert.h>\nint main(void)\n{\n    assert(0);\n}\n";
    let folder = Folder::new(&[("test.c", program)]);
    folder.run(&["check", "--json", "trace.json", "test.c"]);
    let same = folder.run(&["replay", "trace.json"]);
    assert_eq!(same.err, "");
    std::fs::write(folder.path("test.c"), program.replace("assert(0)", "assert(1)")).unwrap();
    let changed = folder.run(&["replay", "trace.json"]);
    assert!(changed.err.starts_with("warning: test.c is not what it was"), "{}", changed.err);
    assert_eq!(changed.out, same.out);
    // It may just be somewhere else.
    std::fs::remove_file(folder.path("test.c")).unwrap();
    assert_eq!(folder.run(&["replay", "trace.json"]).err, "");
}

#[test]
fn no_hint_names_an_engine_that_would_refuse() {
    let wide = "int __VERIFIER_nondet_int(void);\n\
                int main(void) { if (__VERIFIER_nondet_int() > 5) return 1; }\n";
    let folder = Folder::new(&[("wide.c", wide)]);
    let hint = "let `--engine bmc` have all values";
    let alone = folder.run(&["check", "--engine", "explicit", "wide.c"]).out;
    assert!(alone.contains(hint), "{alone}");
    let all = folder.run(&["check", "--all-violations", "wide.c"]).out;
    assert!(all.contains("Give the value") && !all.contains(hint), "{all}");
}

#[test]
fn an_exercise_is_shown_begun_and_checked() {
    let folder = Folder::new(&[]);
    let listed = folder.run(&["exercise"]);
    assert_eq!(listed.code, Some(0));
    assert!(listed.out.starts_with(" 1  first_race "), "{}", listed.out);
    let shown = folder.run(&["exercise", "show", "1"]);
    assert!(shown.out.starts_with("# The first race\n"), "{}", shown.out);
    assert!(shown.out.contains("  1 No visitor is lost\n"), "{}", shown.out);
    let none = folder.run(&["exercise", "show", "frist_race"]);
    assert_eq!(none.code, Some(2));
    assert!(none.err.contains("did you mean 'first_race'?"), "{}", none.err);

    let begun = folder.run(&["exercise", "start", "first_race"]);
    assert!(begun.out.ends_with(&shown.out), "{}", begun.out);
    let again = folder.run(&["exercise", "start", "first_race"]);
    assert_eq!(again.code, Some(2));
    assert!(again.err.contains("first_race.c is there already"), "{}", again.err);

    let check = ["exercise", "check", "first_race", "first_race.c"];
    let checked = folder.run(&check);
    assert_eq!(checked.code, Some(1));
    assert!(checked.out.starts_with("not met  1 No visitor is lost\n"), "{}", checked.out);
    assert!(checked.out.contains("violation: assertion failed"), "{}", checked.out);
    assert!(!checked.out.contains("Hint"), "{}", checked.out);
    let helped = folder.run(&[&check[..], &["--hints", "2"]].concat());
    assert!(helped.out.contains("\nHint 2 of 3: ") && !helped.out.contains("Hint 3"));
    assert!(helped.out.ends_with("For the next one: --hints 3\n"), "{}", helped.out);
}

/// A solution of the first exercise.
const COUNTER: &str = "#include <stdatomic.h>\nstatic atomic_int visitors;\n\
    void count(void) { visitors++; }\nint total(void) { return visitors; }\n";

#[test]
fn a_solution_is_graded_as_data() {
    let endless = COUNTER.replace("return visitors", "for (;;) visitors ^= 1");
    let ends = COUNTER.replace("return visitors", "extern void exit(int); exit(0)");
    let assumes = COUNTER.replace("return visitors", "__VERIFIER_assume(0); return 0");
    let folder = Folder::new(&[
        ("right.c", COUNTER),
        ("broken.c", "int total(void) { return x; }\n"),
        ("endless.c", &endless),
        ("ends.c", &ends),
        ("assumes.c", &assumes),
        ("empty.c", "int none;\n"),
        ("main.c", RIGHT),
    ]);
    for (file, code, passed, error) in [
        ("right.c", 0, true, None),
        ("endless.c", 1, false, None),
        ("broken.c", 2, false, Some("broken.c does not compile")),
        ("gone.c", 2, false, Some("cannot read gone.c")),
        ("/dev/zero", 2, false, Some("cannot read /dev/zero: it is no file")),
        ("empty.c", 2, false, Some("empty.c lacks a function that the test needs: call of")),
        ("main.c", 2, false, Some("main.c:1: 'main' is the test's")),
        ("ends.c", 2, false, Some("ends.c:4: 'exit' ends")),
        ("assumes.c", 2, false, Some("assumes.c:4: '__VERIFIER_assume' is")),
    ] {
        let said = folder.run(&["exercise", "check", "1", file, "--json", "grade.json"]);
        assert_eq!(said.code, Some(code), "{file}: {}{}", said.out, said.err);
        let bytes = std::fs::read(folder.path("grade.json")).unwrap();
        let grade: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(grade["version"], 1);
        assert_eq!(grade["exercise"], "first_race");
        assert_eq!(grade["file"], file);
        assert_eq!(grade["passed"], passed, "{grade:#}");
        let message = grade["error"].as_str().unwrap_or_default();
        assert!(message.starts_with(error.unwrap_or_default()), "{message}");
        assert_eq!(message.is_empty(), error.is_none(), "{message}");
        if error.is_none() {
            assert_eq!(grade["requirements"][1]["number"], 2);
            let check = serde_json::to_vec(&grade["requirements"][0]["check"]).unwrap();
            schema::validate(&check).unwrap();
        }
    }
    let said = folder.run(&["exercise", "check", "1", "endless.c"]);
    assert!(said.out.contains("A function never returns"), "{}", said.out);
    assert!(!said.out.contains("verified"), "{}", said.out);
    // Standard output, too, in place of the text.
    let said = folder.run(&["exercise", "check", "1", "right.c", "--json", "-"]);
    assert_eq!(serde_json::from_str::<Value>(&said.out).unwrap()["passed"], true);
    // What an exercise is to be done without is refused in that exercise.
    let said = folder.run(&["exercise", "start", "ring"]);
    assert_eq!(said.code, Some(0));
    let ring = std::fs::read_to_string(folder.path("ring.c")).unwrap();
    let locked = format!("{ring}\n#include <pthread.h>\nstatic pthread_mutex_t mutex;\n");
    std::fs::write(folder.path("ring.c"), locked).unwrap();
    let said = folder.run(&["exercise", "check", "ring", "ring.c"]);
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("'pthread_mutex_t' is what this exercise"), "{}", said.err);
    // What is read is not written over.
    let said = folder.run(&["exercise", "check", "1", "right.c", "--json", "right.c"]);
    assert_eq!(said.code, Some(2));
    assert_eq!(std::fs::read_to_string(folder.path("right.c")).unwrap(), COUNTER);
}
