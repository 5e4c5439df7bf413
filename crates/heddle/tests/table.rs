//! `heddle table`: tasks and lists, what is counted, and what is written.

#[path = "../../../xtask/src/suite.rs"]
mod suite;
#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::fs;
use std::path::Path;

use serde_json::Value;
use support::heddle::Line;
use support::root;

/// The output and the messages of a table, and its exit code.
fn table(words: &[&str]) -> (String, String, Option<i32>) {
    let output = Line::new("table").with(words).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// The row of a check, with single blanks between its cells.
fn row(out: &str, part: &str) -> String {
    let line = out.lines().find(|line| line.contains(part));
    let line = line.unwrap_or_else(|| panic!("no row with '{part}':\n{out}"));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn tasks_are_rows_and_compared_with_what_they_expect() {
    let tasks = ["tests/tasks/lost_update.yml", "tests/tasks/locked_counter.yml"];
    let (out, err, code) = table(&tasks);
    let name = "tests/tasks/lost_update.yml";
    let race = row(&out, "no-data-race");
    let start = format!("{name} no-data-race false(no-data-race) false ok ");
    assert!(race.starts_with(&start), "{race}");
    assert!(race.ends_with(" MB"), "{race}");
    assert!(out.contains("8 checks: 6 correct true, 2 correct false, 0 wrong; score 14"), "{out}");
    assert!(err.contains("warning: left out"), "{err}");
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn anything_that_is_not_as_expected_is_exit_code_1() {
    let (out, _, code) = table(&["tests/tasks/heap_kept.yml"]);
    assert!(row(&out, "valid-memcleanup").contains("unknown false unknown"), "{out}");
    assert!(out.contains("1 correct true, 0 wrong, 1 unknown; score 2"), "{out}");
    assert_eq!(code, Some(1));
    let property = "tests/tasks/properties/valid-memsafety.prp";
    let (out, _, code) = table(&["--property-file", property, "tests/tasks/heap_kept.yml"]);
    assert!(out.contains("1 check: 1 correct true, 0 wrong; score 2"), "{out}");
    assert_eq!(code, Some(0));
}

#[test]
fn lists_have_checks_of_all_kinds() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("fine.c", "int main(void) { return 0; }\n");
    write("null.c", "int main(void) { return *(volatile int *)0; }\n");
    write("broken.c", "int main(void) { return }\n");
    let property = root().join("tests/tasks/properties/no-data-race.prp");
    let property = property.to_str().unwrap();
    let list = format!(
        "# A comment.\n\n\
         verified\tfine.c\n\
         verified\t-O2 fine.c -- -DN=3\n\
         violation(null-dereference)\tnull.c\n\
         violation(deadlock)\tnull.c\n\
         bounded\t--engine bmc fine.c\n\
         true\t--property-file {property} fine.c\n\
         error\tbroken.c\n\
         verified\tnone.c\n\
         violation\tfine.c\n"
    );
    write("checks.list", &list);
    let path = folder.path().join("checks.list");
    let json = folder.path().join("t.json");
    let junit = folder.path().join("t.xml");
    let words = ["--jobs", "2", "--time", "60s", "--memory", "2G"];
    let files = [&path, &json, &junit].map(|path| path.to_str().unwrap());
    let all = [&words[..], &["--json", files[1], "--junit", files[2], files[0]]].concat();
    let (out, _, code) = table(&all);
    assert_eq!(code, Some(1), "{out}");
    let table: Value = serde_json::from_slice(&fs::read(&json).unwrap()).unwrap();
    let results: Vec<(&str, &str)> = table["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["verdict"].as_str().unwrap(), row["result"].as_str().unwrap()))
        .collect();
    assert_eq!(
        results,
        [
            ("verified", "correct"),
            ("verified", "correct"),
            ("violation(null-dereference)", "correct"),
            ("violation(null-dereference)", "unknown"),
            ("verified", "wrong"),
            ("true", "correct"),
            ("error", "correct"),
            ("error", "error"),
            ("verified", "wrong"),
        ]
    );
    assert_eq!(table["summary"]["wrong"], 2);
    assert_eq!(table["summary"]["errors"], 1);
    assert!(table["rows"][0]["seconds"].as_f64().unwrap() > 0.0);
    assert!(table["rows"][0]["peak_memory_bytes"].as_u64().unwrap() > 1_000_000);
    assert!(table["rows"][7]["message"].as_str().unwrap().contains("none.c"), "{table}");
    check_junit(&junit);
}

/// The file is what readers of JUnit's XML expect.
fn check_junit(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let suite = document.root_element();
    assert_eq!(suite.tag_name().name(), "testsuite");
    assert_eq!((suite.attribute("tests"), suite.attribute("failures")), (Some("9"), Some("3")));
    assert_eq!(suite.attribute("errors"), Some("1"));
    let cases = suite.children().filter(|node| node.has_tag_name("testcase"));
    let failed = cases.filter(|case| case.children().any(|child| child.is_element()));
    assert_eq!(failed.count(), 4, "{text}");
}

#[test]
fn options_behind_two_dashes_are_for_every_check() {
    let task = "tests/tasks/lost_update.yml";
    let property = "tests/tasks/properties/unreach-call.prp";
    let words = ["--property-file", property, task, "--", "--engine", "bmc", "--unwind", "1"];
    let (out, _, code) = table(&words);
    assert!(row(&out, "unreach-call").contains("false(unreach-call) false ok"), "{out}");
    assert_eq!(code, Some(0));
}

#[test]
fn quiet_tables_show_what_is_not_as_expected() {
    let (out, _, _) = table(&["--quiet", "tests/tasks/heap_kept.yml"]);
    assert!(!out.contains("valid-memsafety"), "{out}");
    assert!(out.contains("valid-memcleanup"), "{out}");
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("bad.list");
    fs::write(&list, "verified\tfine.c\nfine a.c\n").unwrap();
    let (_, err, code) = table(&[list.to_str().unwrap()]);
    assert_eq!(code, Some(2));
    assert!(err.contains("bad.list:2"), "{err}");
    fs::write(&list, "# Nothing.\n").unwrap();
    let (_, err, code) = table(&[list.to_str().unwrap()]);
    assert_eq!((code, err.contains("nothing to check")), (Some(2), true), "{err}");
    let older = folder.path().join("t.json");
    fs::write(&older, "{}").unwrap();
    let (_, err, code) = table(&["--json", older.to_str().unwrap(), "none.yml"]);
    assert_eq!((code, err.contains("none.yml")), (Some(2), true), "{err}");
    assert!(!older.exists(), "an older table should not be taken for this one");
    let (_, err, code) = table(&["--json", list.to_str().unwrap(), list.to_str().unwrap()]);
    assert_eq!((code, err.contains("is to be read")), (Some(2), true), "{err}");
    assert!(list.exists());
}

#[test]
fn a_task_that_cannot_be_read_is_a_row_among_others() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.yml");
    fs::write(&damaged, "format_version: '2.0'\ninput_files: [\n").unwrap();
    let (out, _, code) = table(&[damaged.to_str().unwrap(), "tests/tasks/locked_counter.yml"]);
    assert!(row(&out, "damaged.yml").contains("error"), "{out}");
    assert!(out.contains("3 correct true"), "{out}");
    assert_eq!(code, Some(1), "{out}");
}

#[test]
fn the_own_suite_is_a_list() {
    let paths = ["tests/programs/properties".to_owned()];
    let text = suite::list(&root(), &paths).unwrap();
    let part: Vec<&str> = text.lines().filter(|line| line.contains("spin_deadlock")).collect();
    assert!(part.len() > 3, "{text}");
    // The paths in it are relative to the folder of the list.
    let list = tempfile::Builder::new().suffix(".list").tempfile_in(root().join("tests")).unwrap();
    let moved = part.join("\n").replace("tests/programs", "programs");
    fs::write(list.path(), moved).unwrap();
    let (out, err, code) = table(&["--time", "60s", list.path().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{out}{err}");
}
