//! The same algorithm has about as many states in C++ as in C, with either library of C++.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use support::heddle::Line;

/// Number of states of a program of `bench/cpp`, compiled with these flags.
fn states(program: &str, flags: &[&str]) -> u64 {
    let line = Line::new("check").with(["--json", "-", "--engine", "explicit", "--workers", "1"]);
    let line = line.with([format!("bench/cpp/{program}"), "--".to_owned()]).with(flags);
    let result = line.result().unwrap_or_else(|error| panic!("{error}"));
    let answer = serde_json::to_value(result).unwrap();
    assert_eq!(answer["verdict"], "verified", "{program} with {flags:?}");
    answer["stats"]["states"].as_u64().unwrap()
}

/// Requires a pair of programs to have at most 1.2 times the states in C++.
fn assert_lean(pair: &str) {
    let in_c = states(&format!("{pair}.c"), &[]);
    for library in ["-stdlib=libstdc++", "-stdlib=libc++"] {
        let in_cpp = states(&format!("{pair}.cpp"), &[library]);
        assert!(5 * in_cpp <= 6 * in_c, "{pair} with {library}: {in_cpp} states, {in_c} in C");
    }
}

#[test]
fn counting_threads_have_few_states() {
    assert_lean("counter");
}

#[test]
fn philosophers_have_few_states() {
    assert_lean("philosophers");
}

#[test]
fn a_queue_has_few_states() {
    assert_lean("queue");
}
