//! `heddle replay` of a run that goes on for ever: it is made again with the program.

use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const WAITING: &str = "\
static volatile int go;

int main(void) {
    while (!go)
        ;
    return 0;
}
";

/// The JSON result of a program with a run that looks at `go` for ever.
fn waiting_for_ever() -> Value {
    let inputs = json!({
        "files": ["test.c"],
        "clang_flags": [],
        "args": [],
        "malloc_may_fail": false,
        "spurious_wakeups": false,
        "harness": { "init": null, "threads": [], "invariants": [] },
    });
    let mut result = json!({
        "version": 1,
        "verdict": "violation",
        "level": "-O0",
        "assumptions": [],
        "engine": "explicit",
        "stats": { "seconds": 0.1 },
        "inputs": inputs.clone(),
        "trace": {
            "violation": {
                "kind": "ltl",
                "message": "the formula 'F go' does not hold for this run",
                "finding": { "what": "broken-formula", "formula": "F go" },
            },
            "excerpts": [],
            "threads": [{ "id": 0, "name": "main" }],
            "steps": [{
                "thread": 0,
                "place": { "file": "test.c", "line": 4, "column": 12, "function": "main" },
                "source": "while (!go)",
                "depth": 1,
                "choice": 3,
                "effects": [{ "what": "read", "name": "go", "value": "0" }],
            }],
            "end": { "threads": [], "globals": [] },
            "schedule": [[0, 0], [0, 0], [0, 0], [0, 0]],
            "lasso": {
                "cycle": 3,
                "first_step": 0,
                "threads": [{ "thread": 0, "part": "moves" }],
                "propositions": ["go"],
                "initial": { "go": false },
            },
            "inputs": inputs,
        },
    });
    let made = &mut result["trace"]["inputs"];
    made["properties"] = json!(["assertion"]);
    made["definitions"] = json!([]);
    made["granularity"] = json!("global");
    made["symmetry"] = json!("heap");
    result
}

/// Replays a trace beside a program.
fn replay(trace: &Value, program: Option<&str>) -> Output {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("trace.json"), trace.to_string()).unwrap();
    if let Some(program) = program {
        std::fs::write(folder.path().join("test.c"), program).unwrap();
    }
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .current_dir(folder.path())
        .args(["replay", "trace.json"])
        .output()
        .unwrap()
}

fn refusal(trace: &Value, program: Option<&str>) -> String {
    let Output { status, stdout, stderr } = replay(trace, program);
    let said = String::from_utf8_lossy(&stderr).into_owned();
    assert_eq!(status.code(), Some(2), "{said}");
    assert!(stdout.is_empty(), "nothing is shown of what does not replay");
    said
}

#[test]
fn the_cycle_is_gone_round_again() {
    let Output { status, stdout, stderr } = replay(&waiting_for_ever(), Some(WAITING));
    let (told, said) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(told.contains("┌─ the cycle begins here\n│   4 while (!go)\n"), "{told}");
    let replayed = "\nReplayed: the cycle closes, and the propositions hold as recorded.\n";
    assert!(told.ends_with(replayed), "{told}");
}

#[test]
fn a_cycle_that_does_not_close_is_refused() {
    let mut trace = waiting_for_ever();
    trace["trace"]["lasso"]["cycle"] = json!(0);
    let said = refusal(&trace, Some(WAITING));
    assert!(said.starts_with("error: cannot replay trace.json: "), "{said}");
    assert!(said.contains("the cycle does not lead back to where it began"), "{said}");
}

#[test]
fn a_cycle_behind_the_end_is_refused() {
    let mut trace = waiting_for_ever();
    trace["trace"]["lasso"]["cycle"] = json!(9);
    let said = refusal(&trace, Some(WAITING));
    assert_eq!(
        said,
        "error: the trace in trace.json is damaged: the cycle begins with choice 9, but there \
         are 4\n"
    );
}

#[test]
fn other_propositions_are_refused() {
    let mut trace = waiting_for_ever();
    trace["trace"]["lasso"]["initial"]["go"] = json!(true);
    let said = refusal(&trace, Some(WAITING));
    let reason =
        "the run is not the one that was recorded: at the start: -go where +go was recorded";
    assert_eq!(said, format!("error: cannot replay trace.json: {reason}\n"));
    let mut trace = waiting_for_ever();
    trace["trace"]["lasso"]["propositions"] = json!(["came"]);
    trace["trace"]["lasso"]["initial"] = json!({ "came": false });
    let said = refusal(&trace, Some(WAITING));
    assert!(said.contains("cannot replay trace.json") && said.contains("came"), "{said}");
}

#[test]
fn another_program_is_refused() {
    let said = refusal(&waiting_for_ever(), Some(&WAITING.replace("int go", "int go = 1")));
    assert!(said.contains("the schedule does not reproduce the violation"), "{said}");
}

#[test]
fn without_its_program_a_run_cannot_be_made_again() {
    let said = refusal(&waiting_for_ever(), None);
    assert!(said.contains("cannot replay trace.json: there is no test.c here"), "{said}");
    assert!(said.contains("replay it from the folder in which it was called"), "{said}");
    let mut trace = waiting_for_ever();
    trace["trace"]["inputs"] = json!(null);
    let said = refusal(&trace, Some(WAITING));
    assert!(said.contains("it does not say what the run was made with"), "{said}");
    trace["trace"]["inputs"] = json!({ "files": ["test.c"] });
    let said = refusal(&trace, Some(WAITING));
    assert!(said.contains("trace.json is not what `heddle check --json` writes"), "{said}");
}

#[test]
fn a_result_of_another_version_is_refused() {
    let mut trace = waiting_for_ever();
    trace["version"] = json!(2);
    let said = refusal(&trace, Some(WAITING));
    let reason = "it has version 2 of the format (0 is none); this heddle reads version 1";
    assert_eq!(said, format!("error: cannot read trace.json: {reason}\n"));
    trace.as_object_mut().unwrap().remove("version");
    let said = refusal(&trace, Some(WAITING));
    assert!(said.contains("it has version 0 of the format"), "{said}");
}
