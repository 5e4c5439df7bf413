//! Programs that one engine decides and the others do not: whoever names no engine gets its answer.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use heddle_trace::result::CheckResult;

use support::heddle::Line;

/// Threads that fill a table with compare-and-swap, at mostly different places.
const TABLE: &str = r"
#include <pthread.h>
#include <stdatomic.h>
#define THREADS 13
#define SIZE 128
static atomic_int table[SIZE];
static int numbers[THREADS];
static void *fill(void *argument) {
    int number = *(int *)argument;
    for (int message = 1; message <= 4; message++) {
        int word = message * 11 + number, place = word * 7 % SIZE, empty = 0;
        while (!atomic_compare_exchange_strong(&table[place], &empty, word)) {
            place = (place + 1) % SIZE;
            empty = 0;
        }
    }
    return 0;
}
int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], 0, fill, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
}
";

/// Threads that wait for each other's flag, behind an input that has too many values to try each.
const SPIN: &str = r"
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
static atomic_int begun, answered;
static void *answer(void *argument) {
    while (!begun) {
    }
    answered = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, answer, 0);
    if (__VERIFIER_nondet_int() > 1000) {
        while (!answered) {
        }
    }
    begun = 1;
    pthread_join(thread, 0);
}
";

/// The result of a check of a program.
fn result(program: &str, way: &[&str]) -> CheckResult {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("program.c");
    std::fs::write(&file, program).unwrap();
    let file = file.to_str().unwrap();
    let line = Line::new("check").with(["--json", "-", "--time", "250s", file]).with(way);
    let output = line.output().unwrap();
    CheckResult::read(&output.stdout)
        .unwrap_or_else(|error| panic!("{}", line.complaint(&error.to_string())))
}

/// The result for the table as data: its verdict, its engine, and how many executions that has
/// explored.
fn told(way: &[&str]) -> (String, String, u64) {
    let result = serde_json::to_value(result(TABLE, way)).unwrap();
    let text = |key: &str| result[key].as_str().unwrap_or_default().to_owned();
    (text("verdict"), text("engine"), result["stats"]["executions"].as_u64().unwrap_or_default())
}

#[test]
fn many_threads_that_mostly_do_not_meet_are_for_the_stateless_engine() {
    for workers in ["1", "2"] {
        let expected = ("verified".to_owned(), "stateless".to_owned(), 64);
        assert_eq!(told(&["--workers", workers]), expected, "{workers} workers");
        let named = ["--engine", "stateless", "--workers", workers];
        assert_eq!(told(&named), expected, "{workers} workers");
    }
}

#[test]
fn what_a_formula_does_not_see_within_a_bound_is_not_said_to_be_looked_for() {
    let looked_for = |way: &[&str]| {
        let result = serde_json::to_value(result(SPIN, way)).unwrap();
        assert_eq!((&result["verdict"], &result["engine"]), (&"bounded".into(), &"bmc".into()));
        result["assumptions"][0].as_str().unwrap().to_owned()
    };
    for way in [&[][..], &["--engine", "bmc"]] {
        let said = looked_for(way);
        assert!(said.starts_with("looked for: assertion, deadlock, memory"), "{way:?}: {said}");
    }
    let alone = ["--engine", "bmc", "--property", "spin-deadlock"];
    let result = serde_json::to_value(result(SPIN, &alone)).unwrap();
    assert_eq!(result["verdict"], "unknown", "{result}");
}
