//! Symmetry of the heap and of threads: what it makes one, and what it must tell apart.
//!
//! That verdicts stay the same is shown by `programs` and `random_programs`, which check
//! programs in all ways.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use serde_json::Value;

use support::heddle::Line;

/// The answer of `heddle check` on a program of `tests/programs`, with more options.
fn check(program: &str, words: &[&str]) -> Value {
    let line = Line::new("check").with(["--json", "-", "--reduction", "global"]).with(words);
    let line = line.with([format!("tests/programs/{program}")]);
    let result = line.result().unwrap_or_else(|error| panic!("{error}"));
    serde_json::to_value(result).unwrap()
}

/// Number of states, and of those that are final.
fn sizes(program: &str, symmetry: &str) -> (u64, u64) {
    sizes_with(program, symmetry, &[])
}

fn sizes_with(program: &str, symmetry: &str, words: &[&str]) -> (u64, u64) {
    let answer = check(program, &[&["--symmetry", symmetry], words].concat());
    assert_eq!(answer["verdict"], "verified", "{program} with symmetry {symmetry}");
    let number = |key: &str| answer["stats"][key].as_u64().unwrap();
    (number("states"), number("executions"))
}

/// Requires a program to end in so many ways, and in one if names do not count.
fn assert_ends_alike(program: &str, ways: u64) {
    let (all, ends) = sizes(program, "none");
    let (fewer, end) = sizes(program, "heap");
    assert_eq!((ends, end), (ways, 1), "{program}");
    assert!(fewer < all, "{program}: {fewer} of {all} states");
}

#[test]
fn who_allocated_what_does_not_count() {
    // Either thread's object is in either place.
    assert_ends_alike("symmetry/first_come.c", 2);
}

#[test]
fn the_order_in_which_a_list_was_built_does_not_count() {
    // Three items, in any order.
    assert_ends_alike("symmetry/lists_in_any_order.c", 6);
}

#[test]
fn what_has_no_heap_is_the_same() {
    for program in ["threads/mutex_counter.c", "threads/barrier.c"] {
        assert_eq!(sizes(program, "heap"), sizes(program, "none"), "{program}");
    }
}

/// The three threads of a program without `main`.
const VISITORS: [&str; 6] = ["--thread", "visit", "--thread", "visit", "--thread", "visit"];

#[test]
fn which_thread_is_where_does_not_count() {
    let programs: [(&str, &[&str]); 2] =
        [("symmetry/alike_counter.c", &[]), ("harness/alike.c", &VISITORS)];
    for (program, words) in programs {
        let (all, _) = sizes_with(program, "heap", words);
        let (fewer, _) = sizes_with(program, "threads", words);
        assert!(2 * fewer < all, "{program}: {fewer} of {all} states");
    }
}

#[test]
fn threads_that_can_be_told_apart_are() {
    for program in ["symmetry/alike_but_known.c", "symmetry/alike_but_numbered.c"] {
        let answer = check(program, &["--symmetry", "threads"]);
        assert_eq!(answer["verdict"], "violation", "{program}");
    }
    let told = |program: &str| {
        let answer = check(program, &["--symmetry", "threads"]);
        let assumptions = answer["assumptions"].as_array().unwrap().clone();
        assumptions.iter().filter_map(Value::as_str).any(|text| text.contains("told apart"))
    };
    assert!(told("symmetry/alike_but_numbered.c"));
    assert!(!told("symmetry/alike_but_known.c"), "it depends on the state");
}

#[test]
fn a_deadlock_behind_joins_is_found_whoever_is_stuck() {
    let program = "symmetry/alike_but_stuck.c";
    for symmetry in ["heap", "threads"] {
        let words = ["--symmetry", symmetry, "--all-violations", "--minimize", "0s"];
        let answer = check(program, &words);
        assert_eq!(answer["violation"]["kind"], "deadlock", "symmetry {symmetry}");
    }
}

#[test]
fn stories_name_objects_once_and_for_all() {
    let answer = check("symmetry/freed_in_a_list.c", &["--symmetry", "heap"]);
    assert_eq!(answer["verdict"], "violation");
    let related = answer["violation"]["related"].as_array().unwrap();
    let lines: Vec<u64> = related.iter().map(|place| place["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [23, 38], "where the object was allocated and freed");
    // Stories are told by line, and names are part of them: the same names as without.
    let plain = check("symmetry/freed_in_a_list.c", &["--symmetry", "none"]);
    assert_eq!(answer["trace"]["steps"], plain["trace"]["steps"]);
    assert!(answer["trace"]["steps"].to_string().contains("heap#2"));
}
