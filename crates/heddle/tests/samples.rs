//! Random samples of runs, and bounds on preemptions without stored states, as a user sees them.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use serde_json::Value;

use support::heddle::Line;

/// Two threads add to a number without a lock: it takes one preemption to lose an update.
const LOST_UPDATE: &str = r"
#include <assert.h>
#include <pthread.h>
static int number;
static void *add(void *argument) {
    int seen = number;
    number = seen + 1;
    return argument;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, add, 0);
    pthread_create(&two, 0, add, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(number == 2);
}
";

/// A thread that is right, and nothing else.
const ALONE: &str = "int main(void) { return 0; }";

/// The result of a check, as data, without the name of the folder that the program is in.
fn result(program: &str, way: &[&str]) -> Value {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("program.c");
    std::fs::write(&file, program).unwrap();
    let file = file.to_str().unwrap();
    let line = Line::new("check").with(["--json", "-", file]).with(way);
    let told = String::from_utf8(line.output().unwrap().stdout).unwrap();
    serde_json::from_str(&told.replace(directory.path().to_str().unwrap(), ""))
        .unwrap_or_else(|error| panic!("{}", line.complaint(&error.to_string())))
}

#[test]
fn a_sample_finds_what_is_wrong_and_the_run_is_made_again() {
    for how in ["random", "pct", "pos"] {
        let found = result(LOST_UPDATE, &["--sample", how, "--runs", "500"]);
        assert_eq!(
            (&found["verdict"], &found["engine"]),
            (&"violation".into(), &"stateless".into())
        );
        assert_eq!(found["violation"]["kind"], "assertion", "{how}");
        assert_eq!(found["sampling"]["method"], how);
    }
}

#[test]
fn a_sample_proves_nothing() {
    for program in [ALONE, LOST_UPDATE] {
        // Without a preemption, nothing is wrong: the runs of this seed have none.
        let way = ["--sample", "pct", "--bug-depth", "1", "--runs", "20", "--seed", "1"];
        let sampled = result(program, &way);
        assert_eq!(sampled["verdict"], "bounded", "{sampled}");
        assert_eq!(sampled["bounds"][0]["kind"], "sampled-runs");
        let chance = sampled["sampling"]["chance_of_missing"].as_f64().unwrap();
        assert!((0.0..1.0).contains(&chance) && sampled["sampling"]["bug_depth"] == 1);
    }
}

#[test]
fn the_guarantee_is_that_of_what_was_measured() {
    let way = ["--property", "deadlock", "--sample", "pct", "--bug-depth", "2", "--runs", "100"];
    let sampled = result(LOST_UPDATE, &way);
    let of = |key: &str| sampled["sampling"][key].as_f64().unwrap();
    let (threads, steps, counted) = (of("threads"), of("steps"), of("counted"));
    assert!(threads == 3.0 && steps >= 4.0 && counted > 50.0, "{sampled}");
    // One change, which counts like a step.
    let expected = (1.0 - 1.0 / (threads * (steps + 1.0))).powf(counted);
    assert!((of("chance_of_missing") - expected).abs() < 1e-9, "{sampled}");
}

#[test]
fn a_seed_makes_a_sample_again() {
    let way = |seed: &'static str| {
        let mut told = result(LOST_UPDATE, &["--sample", "random", "--seed", seed]);
        told["stats"].take();
        told["engines"].take();
        told.to_string()
    };
    assert_eq!(way("3"), way("3"));
    let others: std::collections::BTreeSet<String> =
        ["1", "2", "3", "4", "5"].into_iter().map(way).collect();
    assert!(others.len() > 1, "other seeds should make other runs");
}

#[test]
fn a_bound_on_preemptions_is_named() {
    let within =
        |most: &str| result(LOST_UPDATE, &["--engine", "stateless", "--context-bound", most]);
    let none = within("0");
    assert_eq!(none["verdict"], "bounded");
    assert_eq!(none["reason"], "runs of at most 0 preemptions (raise --context-bound)");
    assert_eq!(within("1")["violation"]["kind"], "assertion");
    let alone = result(ALONE, &["--engine", "stateless", "--context-bound", "0"]);
    // Whether threads spin for ever is not looked at within a bound.
    assert_eq!(alone["verdict"], "bounded");
    let looked_for = alone["assumptions"][0].as_str().unwrap();
    assert!(looked_for.contains("deadlock") && !looked_for.contains("spin-deadlock"));
}
