//! Outputs as a user sees them, whole and pinned.
//!
//! `INSTA_UPDATE=always cargo test -p heddle --test output` writes them anew.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The output of heddle, and its exit code. Times and sizes are left out.
fn heddle(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let lines = |text: String| -> String {
        text.lines().map(|line| without_figures(line.trim_end()) + "\n").collect()
    };
    format!(
        "$ heddle {}\n{}{}(exit code {})\n",
        arguments.join(" "),
        lines(text(&output.stdout)),
        lines(text(&output.stderr)),
        output.status.code().unwrap_or(-1)
    )
}

/// A line without the figures that differ from run to run.
fn without_figures(line: &str) -> String {
    if let Some((before, after)) = line.split_once(" transitions, depth ") {
        let depth = after.split(',').next().unwrap_or_default();
        return format!("{before} transitions, depth {depth}, [time], [memory]");
    }
    match line.split_once(" conflicts, ") {
        Some((before, _)) => format!("{before} conflicts, [time]"),
        None => line.to_owned(),
    }
}

/// A source in a folder of its own, under a name that is the same on every machine.
fn source(name: &str, text: &str) -> String {
    let folder = Path::new("target/tmp/output");
    std::fs::create_dir_all(root().join(folder)).unwrap();
    std::fs::write(root().join(folder).join(name), text).unwrap();
    folder.join(name).to_string_lossy().into_owned()
}

#[test]
fn a_deadlock() {
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", "examples/deadly_embrace.c"]));
}

#[test]
fn a_failed_assertion() {
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", "examples/bounded_buffer_if.c"]));
}

#[test]
fn a_use_after_free() {
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", "examples/aba_stack.c"]));
}

#[test]
fn an_invariant() {
    let program = "tests/programs/observers/invariant_between_writes.c";
    insta::assert_snapshot!(heddle(&[
        "check",
        "--workers",
        "1",
        "--invariant",
        "balanced",
        program
    ]));
}

#[test]
fn a_verdict_says_what_an_abstraction_hides() {
    let text = "#include <heddle.h>\n\
        static int seen[2], known;\n\
        static unsigned long sum(const void *p, size_t n) { return n + *(const int *)p; }\n\
        int main(void)\n{\n    heddle_unmatched(seen, sizeof seen);\n    \
        heddle_hash(&known, sizeof known, sum);\n    seen[1] = known;\n    return 0;\n}\n";
    let said = heddle(&["check", "--workers", "1", &source("abstraction.c", text)]);
    let expected = "states were matched through the program's abstraction (8 bytes not compared, \
        4 bytes compared by their hash only): what it hides was not compared";
    assert!(said.starts_with("$ heddle check") && said.contains(expected), "{said}");
}

#[test]
fn a_proof() {
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", "examples/peterson.c"]));
}

#[test]
fn a_program_that_does_not_compile() {
    let file = source("broken.c", "int main(void) { return x; }\n");
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", &file]));
}

#[test]
fn an_unknown_function() {
    let file = source("unknown.c", "void mystery(int);\nint main(void) {\n    mystery(3);\n}\n");
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", &file]));
}

#[test]
fn a_limit() {
    insta::assert_snapshot!(heddle(&[
        "check",
        "--workers",
        "1",
        "--states",
        "100",
        "examples/peterson.c"
    ]));
}

#[test]
fn a_bound() {
    insta::assert_snapshot!(heddle(&[
        "check",
        "--workers",
        "1",
        "--depth",
        "5",
        "examples/peterson.c"
    ]));
}

#[test]
fn a_store_that_may_miss_states_says_so() {
    let omission = |store: &str| {
        let arguments =
            ["check", "--workers", "1", "--json", "-", "--store", store, "examples/peterson.c"];
        let said = heddle(&arguments);
        let object = said.find('{').zip(said.rfind('}')).map(|(from, to)| &said[from..=to]);
        let result: serde_json::Value = serde_json::from_str(object.unwrap()).unwrap();
        let figure = |name: &str| result["omission"][name].as_f64();
        (result["verdict"].clone(), figure("chance").zip(figure("expected")))
    };
    for store in ["hash64", "bitstate"] {
        let (verdict, figures) = omission(store);
        assert_eq!(verdict, "bounded");
        let (chance, expected) = figures.unwrap();
        assert!(0.0 < chance && chance <= expected && expected < 1e-6, "{chance}, {expected}");
    }
    assert_eq!(omission("exact"), ("verified".into(), None));
}

#[test]
fn the_bytecode() {
    let file = source(
        "small.c",
        "int twice(int x) {\n    return x + x;\n}\nint main(void) {\n    return twice(0);\n}\n",
    );
    let text = heddle(&["dump", &file]);
    // The runtime's functions are not what this is about.
    let is_user = |part: &&str| part.contains(" twice(%0)") || part.contains(" main()");
    let user: Vec<&str> = text.split("\n\n").filter(is_user).collect();
    insta::assert_snapshot!(user.join("\n\n"));
}

#[test]
fn nothing_left_to_look_for() {
    let said = heddle(&[
        "check",
        "--workers",
        "1",
        "-O2",
        "--property",
        "overflow",
        "examples/peterson.c",
    ]);
    assert!(said.contains("overflow is looked for at -O0 only"), "{said}");
    assert!(said.ends_with("(exit code 2)\n"), "{said}");
}

#[test]
fn an_allocation_that_fails() {
    let program = source(
        "allocation.c",
        "#include <stdlib.h>\n\nint main(void)\n{\n    int *p = calloc(1, sizeof *p);\n    *p = 1;\n    free(p);\n    return 0;\n}\n",
    );
    insta::assert_snapshot!(heddle(&["check", "--malloc-may-fail", &program]));
}

#[test]
fn waits_that_end_without_a_signal() {
    let program = source(
        "wait.c",
        r"#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec soon = {0};
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &soon);
    pthread_cond_wait(&condition, &mutex);
    assert(0);
}
",
    );
    let arguments = ["check", "--workers", "1", "--spurious-wakeups", &program];
    insta::assert_snapshot!(heddle(&arguments));
}

/// The mark stands at the write, not where the step ends. Bytes are numbers unless they are text,
/// and a parameter keeps its value when a variable begins as a copy of it.
#[test]
fn a_write_that_breaks_an_invariant() {
    let program = source(
        "invariant.c",
        r"#include <pthread.h>
#include <stdint.h>

static struct {
    uint8_t data[4], head, tail;
    unsigned char name[8];
} ring = {.name = {'u', 'a', 'r', 't'}};

static int is_ordered(void)
{
    return ring.tail <= ring.head;
}

static int take(int count)
{
    ring.tail = ring.tail + count;
    int taken = count;
    for (int i = 0; i < 3; i++)
        taken = taken * 2;
    ring.data[0] = 65;
    return taken;
}

static void *consumer(void *argument)
{
    take(2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    ring.data[1] = 40;
    pthread_create(&thread, 0, consumer, 0);
    ring.head = 2;
    pthread_join(thread, 0);
    return 0;
}
",
    );
    let arguments = ["check", "--workers", "1", "--invariant", "is_ordered", &program];
    insta::assert_snapshot!(heddle(&arguments));
}

#[test]
fn a_thread_that_has_not_started() {
    let program = source(
        "unstarted.c",
        r"#include <pthread.h>
#include <stdlib.h>

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, nothing, 0);
    abort();
}
",
    );
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", &program]));
}

/// It is the shortest that there is.
#[test]
fn an_unfair_run() {
    let program = source(
        "unfair.c",
        r"#include <pthread.h>
#include <stdatomic.h>

atomic_int done, count;

static void *worker(void *argument)
{
    count = 1;
    count = 2;
    count = 3;
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    while (!done)
        ;
    pthread_join(thread, 0);
    return 0;
}
",
    );
    insta::assert_snapshot!(heddle(&["check", "--workers", "1", "--ltl", "F done", &program]));
}

/// Nothing is cut off that a section writes after its first line.
#[test]
fn a_section_that_breaks_an_invariant() {
    let program = source(
        "section.c",
        r"#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y, flag;

static int is_same(void)
{
    return x == y;
}

static void *worker(void *argument)
{
    flag = 1; __VERIFIER_atomic_begin(); x = 1;
    flag = 2;
    y = 2;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return flag;
}
",
    );
    let arguments = ["check", "--workers", "1", "--invariant", "is_same", &program];
    insta::assert_snapshot!(heddle(&arguments));
}

/// The values that variables have in the end, as both C++ libraries lay them out.
#[test]
fn values_of_the_cpp_library() {
    let program = "tests/programs/cpp/library/values.cpp";
    let check = ["check", "--workers", "1", "--engine", "explicit", "--minimize", "0s", program];
    let values = |library: &str| -> String {
        let output = heddle(&[&check[..], &["--", "-std=c++17", library]].concat());
        let (_, globals) = output.split_once("global variables that changed\n").expect(&output);
        let mut lines: Vec<&str> = globals.lines().filter(|line| line.contains(" = ")).collect();
        lines.sort_unstable();
        lines.join("\n")
    };
    let ours = values("-stdlib=libstdc++");
    insta::assert_snapshot!(ours);
    assert_eq!(values("-stdlib=libc++"), ours, "both libraries have the same values");
}

#[test]
fn a_story_in_cpp() {
    let check = ["check", "--workers", "1", "examples/thread_pool.cpp"];
    let output = heddle(&check);
    assert!(!output.contains(".h:"), "the inside of the library is left out: {output}");
    insta::assert_snapshot!(output);
    let full = heddle(&[&check[..], &["--full"]].concat());
    assert!(full.contains(".h:"), "the inside of the library is told: {full}");
}
