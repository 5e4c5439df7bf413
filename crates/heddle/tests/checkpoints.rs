//! `--checkpoint` and `--resume`: a search in parts comes to what it comes to at once, and
//! files that do not belong to it are refused.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::path::{Path, PathBuf};
use std::process::Output;

use heddle_trace::result::Answer;
use tempfile::TempDir;

use support::heddle::Line;

const PHILOSOPHERS: &str = "examples/philosophers_ordered.c";

/// A folder for the files of one test.
struct Scratch(TempDir);

impl Scratch {
    fn new() -> Scratch {
        Scratch(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn heddle(arguments: &[&str]) -> Output {
    Line::new("check").with(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The verdict, and the number of states and transitions, from `--json -`.
fn result(arguments: &[&str]) -> (String, u64, u64) {
    let line = Line::new("check").with(["--json", "-"]).with(arguments);
    let result = line.result().unwrap_or_else(|error| panic!("{error}"));
    let Answer { verdict, stats, .. } = result.answer;
    (verdict.name().to_owned(), stats.states.unwrap(), stats.transitions.unwrap())
}

/// The reason for which heddle refuses to begin.
fn refusal(arguments: &[&str]) -> String {
    let output = heddle(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
    assert!(output.stdout.is_empty());
    text(&output.stderr)
}

/// Searches with a limit on states that is raised by `part` until there is an answer.
fn in_parts(arguments: &[&str], part: u64) -> (String, u64, u64) {
    let scratch = Scratch::new();
    let file = scratch.path("search");
    let name = file.to_str().unwrap();
    let mut how = "--checkpoint";
    for limit in (1..).map(|nth| (nth * part).to_string()) {
        let workers = if how == "--resume" { "2" } else { "1" };
        let own = ["--states", &limit, how, name, "--workers", workers];
        let found = result(&[&own[..], arguments].concat());
        // With an answer, the checkpoint is gone.
        if !file.exists() {
            assert!(how == "--resume", "{part} should be too few states for {arguments:?}");
            return found;
        }
        how = "--resume";
    }
    unreachable!("limits are raised without end")
}

#[test]
fn a_search_in_parts_is_the_same() {
    // The heap and its symmetry, abstraction, a metric, 32 bits, a bound, each order.
    for (arguments, part) in [
        (&[PHILOSOPHERS][..], 60),
        (&["--order", "dfs", "--reduction", "global", "examples/peterson.c"], 60),
        (&["--order", "random", "--seed", "3", "examples/peterson.c"], 30),
        (&["--order", "icb", "--context-bound", "2", "examples/peterson.c"], 30),
        (&["--order", "best", "--all-violations", "tests/programs/observers/metric.c"], 3),
        (&["--symmetry", "heap", "tests/programs/symmetry/lists_in_any_order.c"], 9),
        (&["--store", "hash64", PHILOSOPHERS], 60),
        (&["--store", "bitstate", "--bits", "20", PHILOSOPHERS], 60),
        (&[PHILOSOPHERS, "--", "-m32"], 60),
        // Branches that go both ways are remembered.
        (&["tests/programs/choice/uninitialized_branch_both_ways.c"], 4),
        // The search begins again without left movers.
        (&["--all-violations", "tests/programs/regressions/lock_looked_at_while_held.c"], 3),
    ] {
        let (verdict, states, transitions) = result(&[&["--workers", "1"][..], arguments].concat());
        let parts = in_parts(arguments, part);
        assert_eq!((&parts.0, parts.1), (&verdict, states), "{arguments:?}");
        if !arguments.contains(&"icb") {
            assert_eq!(parts.2, transitions, "{arguments:?}");
        }
    }
}

#[test]
fn the_output_says_how_to_go_on() {
    let scratch = Scratch::new();
    let (file, json) = (scratch.path("search"), scratch.path("json"));
    let (file, json) = (file.to_str().unwrap(), json.to_str().unwrap());
    let limited = ["--states", "40", "--json", json, PHILOSOPHERS];
    let read_json =
        || -> serde_json::Value { serde_json::from_slice(&std::fs::read(json).unwrap()).unwrap() };
    let output = heddle(&[&["--checkpoint", file][..], &limited].concat());
    assert_eq!(output.status.code(), Some(3));
    let hint = format!("The search can go on from here: --resume {file}\n");
    assert!(text(&output.stdout).contains(&hint), "{}", text(&output.stdout));
    assert_eq!(
        (&read_json()["checkpoint"], &read_json()["resumed_from"]),
        (&file.into(), &().into())
    );

    let other = scratch.path("other");
    let output = heddle(&[
        "--resume",
        file,
        "--checkpoint",
        other.to_str().unwrap(),
        "--json",
        json,
        PHILOSOPHERS,
    ]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        (&read_json()["checkpoint"], &read_json()["resumed_from"]),
        (&().into(), &file.into())
    );
    assert!(Path::new(file).exists() && !other.exists(), "what is kept elsewhere is not removed");
}

#[test]
fn other_searches_are_refused_by_what_differs() {
    let scratch = Scratch::new();
    let file = scratch.path("search");
    let name = file.to_str().unwrap();
    let begun = heddle(&["--states", "40", "--checkpoint", name, PHILOSOPHERS]);
    assert_eq!(begun.status.code(), Some(3), "{}", text(&begun.stderr));
    for (arguments, difference) in [
        (&["--order", "dfs", PHILOSOPHERS][..], "--order was bfs, and is dfs now"),
        (&["--reduction", "global", PHILOSOPHERS], "--reduction was superstep, and is global now"),
        (&["--symmetry", "none", PHILOSOPHERS], "--symmetry was auto, and is none now"),
        (&["--context-bound", "2", PHILOSOPHERS], "--context-bound was none, and is 2 now"),
        (&["--store", "hash64", PHILOSOPHERS], "--store was exact, and is hash64 now"),
        (&["--property", "assertion", PHILOSOPHERS], "and is assertion now"),
        (&["--args", "7", PHILOSOPHERS], "--args was none, and is 7 now"),
        (&["--all-violations", PHILOSOPHERS], "--all-violations was no, and is yes now"),
        (&[PHILOSOPHERS, "--", "-DN=4"], "the program's fingerprint was"),
        (&["examples/peterson.c"], "the name of the program was philosophers_ordered"),
    ] {
        let refusal = refusal(&[&["--resume", name][..], arguments].concat());
        assert!(refusal.contains("is of another search: "), "{refusal}");
        assert!(refusal.contains(difference), "{refusal}");
        assert_eq!(
            refusal.matches("--reduction was").count(),
            usize::from(arguments.contains(&"global"))
        );
    }
    assert!(file.exists(), "who is refused removes nothing");
}

#[test]
fn files_that_are_no_checkpoint_are_refused() {
    let scratch = Scratch::new();
    let file = scratch.path("search");
    let name = file.to_str().unwrap();
    heddle(&["--states", "40", "--checkpoint", name, PHILOSOPHERS]);
    let whole = std::fs::read(&file).unwrap();
    for length in [20, 1000, whole.len() / 2, whole.len() - 1] {
        std::fs::write(&file, &whole[..length]).unwrap();
        let refusal = refusal(&["--resume", name, PHILOSOPHERS]);
        assert!(refusal.contains(&format!("checkpoint {name} is damaged: ")), "{refusal}");
    }
    let mut changed = whole.clone();
    changed[whole.len() / 3] ^= 1;
    std::fs::write(&file, &changed).unwrap();
    assert!(refusal(&["--resume", name, PHILOSOPHERS]).contains("its checksum is wrong"));
    let foreign = refusal(&["--resume", PHILOSOPHERS, PHILOSOPHERS]);
    assert!(foreign.contains("philosophers_ordered.c is not a checkpoint of heddle"), "{foreign}");
    let missing = refusal(&["--resume", "/no/such/file", PHILOSOPHERS]);
    assert!(missing.contains("cannot read checkpoint /no/such/file"), "{missing}");
}

#[test]
fn what_is_there_is_not_overwritten() {
    let scratch = Scratch::new();
    let file = scratch.path("precious");
    std::fs::write(&file, "precious").unwrap();
    let name = file.to_str().unwrap();
    let exists = refusal(&["--checkpoint", name, PHILOSOPHERS]);
    assert!(exists.contains("exists: go on from it with --resume"), "{exists}");
    assert_eq!(std::fs::read(&file).unwrap(), b"precious");
    let nowhere = refusal(&["--checkpoint", "/no/such/folder/file", PHILOSOPHERS]);
    assert!(nowhere.contains("cannot write /no/such/folder/file"), "{nowhere}");
    let idle = refusal(&["--checkpoint-every", "1m", PHILOSOPHERS]);
    assert!(idle.contains("--checkpoint-every does nothing without --checkpoint"), "{idle}");
    let levels = refusal(&["--checkpoint", "file", "--all-levels", PHILOSOPHERS]);
    assert!(levels.contains("--all-levels"), "{levels}");
}

#[test]
fn checkpoints_on_the_way_are_removed_with_the_answer() {
    let scratch = Scratch::new();
    let file = scratch.path("search");
    let name = file.to_str().unwrap();
    for workers in ["1", "2"] {
        let own = ["--checkpoint", name, "--checkpoint-every", "0s", "--workers", workers];
        let found = result(&[&own[..], &[PHILOSOPHERS]].concat());
        assert_eq!(found, result(&[PHILOSOPHERS]));
        assert_eq!(std::fs::read_dir(scratch.0.path()).unwrap().count(), 0);
    }
}
