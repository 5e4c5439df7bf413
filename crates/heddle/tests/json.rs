//! The JSON result: its schema, what it looks like, and that every result fits the schema.
//!
//! `INSTA_UPDATE=always cargo test -p heddle --test json` writes schema and snapshots anew.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use heddle_trace::result::{CheckResult, Outcome};
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use support::heddle::Line;
use support::schema;

/// The result of a check, which must fit the schema and be read as it was written.
fn result(words: &str) -> Value {
    let line = Line::new("check").with(["--json", "-"]).with(shlex::split(words).unwrap());
    let output = line.output().unwrap();
    schema::validate(&output.stdout).unwrap_or_else(|error| panic!("{}", line.complaint(&error)));
    let written: Value = serde_json::from_slice(&output.stdout).unwrap();
    let read = CheckResult::read(&output.stdout)
        .unwrap_or_else(|error| panic!("{}", line.complaint(&error.to_string())));
    assert_eq!(serde_json::to_value(&read).unwrap(), written, "{line}");
    written
}

/// A result without the figures that differ from run to run.
fn pinned(words: &str) -> String {
    let mut result = result(words);
    hide_costs(&mut result["stats"]);
    for account in result["engines"].as_array_mut().unwrap() {
        account.get_mut("stats").into_iter().for_each(hide_costs);
    }
    format!("{result:#}")
}

/// Hides time and memory, which differ from run to run.
fn hide_costs(stats: &mut Value) {
    stats["seconds"] = json!("[time]");
    if let Some(bytes) = stats.get_mut("peak_memory_bytes") {
        *bytes = json!("[memory]");
    }
}

#[test]
fn the_schema_is_that_of_the_types() {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut made = generator.into_root_schema_for::<Outcome>();
    made.insert("title".to_owned(), "A result of `heddle check --json`".into());
    let made = format!("{:#}\n", made.to_value());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(schema::file(), &made).unwrap();
    }
    let written = std::fs::read_to_string(schema::file()).unwrap_or_default();
    assert!(
        made == written,
        "docs/heddle.schema.json is not that of the types; INSTA_UPDATE=always writes it anew"
    );
}

#[test]
fn the_schema_refuses_what_is_no_result() {
    let good = result("examples/peterson.c");
    for field in ["version", "verdict", "engine", "inputs", "stats"] {
        let mut damaged = good.clone();
        damaged.as_object_mut().unwrap().remove(field);
        assert!(schema::validate(damaged.to_string().as_bytes()).is_err(), "without {field}");
    }
    let mut damaged = good;
    damaged["verdict"] = json!("perhaps");
    assert!(schema::validate(damaged.to_string().as_bytes()).is_err());
}

#[test]
fn a_deadlock() {
    insta::assert_snapshot!(pinned("--workers 1 examples/deadly_embrace.c"));
}

#[test]
fn a_use_after_free() {
    insta::assert_snapshot!(pinned("--workers 1 examples/aba_stack.c"));
}

/// A branch on an uninitialized value goes both ways, and the result says where, in words and in
/// the trace; whoever asks for such values has a violation instead.
#[test]
fn branches_on_uninitialized_values_are_named() {
    let (verified, violated) = (
        "tests/programs/choice/uninitialized_branch_both_ways.c",
        "tests/programs/choice/uninitialized_switch.c",
    );
    for engine in ["", "--engine bmc "] {
        let good = result(&format!("{engine}{verified}"));
        assert_eq!(good["verdict"], "verified");
        let named = format!(
            "branches on uninitialized values go both ways, and switches all ways ({verified}:29)"
        );
        assert!(good["assumptions"].as_array().unwrap().contains(&json!(named)), "{good:#}");
        let bad = result(&format!("{engine}{violated}"));
        assert_eq!(bad["violations"][0]["kind"], "assertion");
        assert!(bad["assumptions"].to_string().contains(&format!("{violated}:16")), "{bad:#}");
        assert!(bad.to_string().contains(r#"{"what":"open-branch","value":10}"#), "{bad:#}");
        let asked = result(&format!("{engine}--property uninitialized {verified}"));
        assert_eq!(asked["violations"][0]["kind"], "uninitialized");
        assert!(!asked["assumptions"].to_string().contains("go both ways"), "{asked:#}");
    }
}

#[test]
fn results_fit_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("search").display().to_string();
    let engine = "--engine bmc";
    for words in [
        "--property all --all-violations examples/simple_race.c",
        "--all-levels examples/simple_race.c",
        "--states 10 examples/peterson.c",
        "--store bitstate examples/peterson.c",
        "--context-bound 1 examples/peterson.c",
        &format!("--states 10 --checkpoint {checkpoint} examples/peterson.c"),
        &format!("{engine} examples/simple_race.c"),
        &format!("{engine} --encoding switches --context-bound 1 examples/simple_race.c"),
        &format!("{engine} --unwind 1 examples/peterson.c"),
        &format!("{engine} tests/programs/symbolic/bubble_sort_few.c"),
        "tests/programs/unknown/inline_assembly.c",
        "--property leak tests/programs/memory/leak_lost_pointer.c",
        "--property livelock tests/programs/temporal/livelock.c",
    ] {
        result(words);
    }
}

#[test]
fn every_effect_is_documented() {
    let schema: Value = serde_json::from_slice(&std::fs::read(schema::file()).unwrap()).unwrap();
    let document = schema::file().with_file_name("json.md");
    let document = std::fs::read_to_string(document).unwrap();
    let words = |name: &str, key: &str| -> Vec<String> {
        let kinds = schema["$defs"][name]["oneOf"].as_array().unwrap().iter();
        let word = |kind: &Value| kind["properties"][key]["const"].as_str().map(str::to_owned);
        kinds.filter_map(word).collect()
    };
    let all = [words("Effect", "what"), words("SyncEvent", "operation")].concat();
    assert!(all.len() > 20, "{all:?}");
    for word in all {
        assert!(document.contains(&format!("`{word}`")), "docs/json.md lacks `{word}`");
    }
}
