//! Tests of task definitions.

use super::*;

fn parse(text: &str) -> Result<TaskDefinition, String> {
    TaskDefinition::parse(text).map_err(|error| error.to_string())
}

const WHOLE: &str = "\
format_version: '2.0'

# A comment.
input_files: 'lock.i'

properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-memtrack
  - property_file: ../properties/termination.prp

options:
  language: C
  data_model: ILP32
";

#[test]
fn a_whole_definition_is_read() {
    let task = parse(WHOLE).unwrap();
    assert_eq!(task.input_files, ["lock.i"]);
    let properties: Vec<(&str, Option<String>)> = task
        .properties
        .iter()
        .map(|property| {
            (property.file.as_str(), property.expected.as_ref().map(ToString::to_string))
        })
        .collect();
    assert_eq!(
        properties,
        [
            ("../properties/unreach-call.prp", Some("true".to_owned())),
            ("../properties/valid-memsafety.prp", Some("false(valid-memtrack)".to_owned())),
            ("../properties/termination.prp", None),
        ]
    );
    assert_eq!((task.language, task.data_model), (Some(Language::C), Some(DataModel::Ilp32)));
}

#[test]
fn files_are_a_string_or_a_list() {
    let files = |text: &str| {
        parse(&format!("format_version: \"2.0\"\n{text}\n")).map(|task| task.input_files)
    };
    assert_eq!(files("input_files: a.c").unwrap(), ["a.c"]);
    assert_eq!(files("input_files:\n  - a.c\n  - 'src/*.c'").unwrap(), ["a.c", "src/*.c"]);
    assert_eq!(files("input_files: [a.c, b.c]").unwrap(), ["a.c", "b.c"]);
    assert_eq!(files("input_files: a.c\nrequired_files: [x.h]").unwrap(), ["a.c"]);
    assert!(files("input_files: []").unwrap_err().contains("'input_files' is empty"));
    assert!(files("properties: []").unwrap_err().contains("input_files"));
}

#[test]
fn versions_decide_which_keys_there_are() {
    let read = |version: &str, rest: &str| {
        parse(&format!("format_version: {version}\ninput_files: a.c\n{rest}")).map(|_| ())
    };
    assert_eq!(read("'1.0'", ""), Ok(()));
    assert_eq!(read("2.0", ""), Ok(()));
    assert_eq!(read("'2.1'", "additional_information: {x: 1}"), Ok(()));
    assert!(read("'3.0'", "").unwrap_err().contains("'3.0' is not supported"));
    assert!(read("'1.0'", "options: {}").unwrap_err().contains("1.0 of the format has no key"));
    let later = read("'2.0'", "additional_information: {x: 1}").unwrap_err();
    assert!(later.contains("'additional_information'"), "{later}");
    assert!(read("'2.0'", "expected: true").unwrap_err().contains("expected"));
}

#[test]
fn options_that_heddle_does_not_know_are_left_alone() {
    let read = |options: &str| {
        let text = format!("format_version: '2.0'\ninput_files: a.c\noptions:\n{options}");
        parse(&text).map(|task| (task.language, task.data_model))
    };
    let other = read("  language: C++\n  com.example:\n    depth: [1, 2]\n").unwrap();
    assert_eq!(other, (Some(Language::Cpp), None));
    assert_eq!(read("  data_model: LP64\n").unwrap().1, Some(DataModel::Lp64));
    assert!(read("  language: Java\n").unwrap_err().contains("\"Java\""));
    assert!(read("  data_model: LLP64\n").unwrap_err().contains("ILP32 and LP64"));
    assert!(read("  witness_input_file: w.yml\n").unwrap_err().contains("validators"));
}

#[test]
fn verdicts_fit_their_subproperties() {
    let read = |property: &str| {
        let head = "format_version: '2.0'\ninput_files: a.c\nproperties:\n";
        parse(&format!("{head}  - property_file: p.prp\n{property}"))
    };
    assert!(read("    expected_verdict: maybe\n").is_err());
    let wrong = read("    expected_verdict: true\n    subproperty: valid-free\n").unwrap_err();
    assert!(wrong.contains("'p.prp' has a subproperty"), "{wrong}");
    assert!(read("    verdict: true\n").unwrap_err().contains("verdict"));
}

#[test]
fn files_that_are_not_yaml_are_refused_with_a_line() {
    let error = parse("format_version: '2.0'\ninput_files: [a.c\n").unwrap_err();
    assert!(error.contains("line"), "{error}");
    assert!(parse("").is_err());
    assert!(parse("- a\n- b\n").is_err());
}
