//! Tests of witnesses that take no program: layout, what is read back, and what is refused.
//! Those of real runs are among the tests of `heddle`.

use serde_json::{Value, json};

use super::*;

fn metadata(is_c: bool) -> Metadata {
    Metadata {
        version: "0.1".to_owned(),
        specification: "CHECK( init(main()), LTL(G ! data-race) )".to_owned(),
        files: vec![ProgramFile::new("a & b.c".to_owned(), b"int main(void) {}")],
        is_c,
        pointer_bits: 64,
        created: time(0),
    }
}

fn correctness(format: WitnessFormat) -> String {
    Witness::of_correctness(metadata(true)).write(format).unwrap()
}

#[test]
fn a_correctness_witness_says_so_in_both_formats() {
    let text = correctness(WitnessFormat::GraphMl);
    assert!(text.contains("<data key=\"witness-type\">correctness_witness</data>"), "{text}");
    assert!(text.contains("<data key=\"programfile\">a &amp; b.c</data>"), "{text}");
    assert!(matches!(read(&text), Err(ReadError::Correctness)));
    let text = correctness(WitnessFormat::Yaml);
    let value: Value = yaml::contents(&text).unwrap();
    assert_eq!(value[0]["entry_type"], "invariant_set");
    assert_eq!(value[0]["content"], json!([]));
    assert_eq!(value[0]["metadata"]["task"]["input_files"], json!(["a & b.c"]));
    assert!(matches!(read(&text), Err(ReadError::Correctness)));
}

#[test]
fn layout_does_not_matter_and_content_does() {
    let text = correctness(WitnessFormat::GraphMl);
    let same = |other: &str| says_the_same(WitnessFormat::GraphMl, &text, other).unwrap();
    assert!(same(&text.replace("\n  ", "\n\t\t")));
    assert!(!same(&text.replace("64bit", "32bit")));
    let text = correctness(WitnessFormat::Yaml);
    let same = |other: &str| says_the_same(WitnessFormat::Yaml, &text, other).unwrap();
    assert!(same(&format!("# A comment.\n{text}")));
    assert!(!same(&text.replace("LP64", "ILP32")));
}

#[test]
fn other_files_are_no_witnesses() {
    let error = |text: &str| read(text).unwrap_err().to_string();
    assert!(error("<a></b>").contains("not a witness in GraphML"));
    assert!(error("<a></a>").contains("no graph"));
    assert!(error("a: 1").contains("not a list"));
    assert!(error("- entry_type: loop_invariant").contains("no entry of a known type"));
    assert!(error("- entry_type: violation_sequence").contains("no run of heddle's"));
}

#[test]
fn programs_in_cpp_have_none() {
    for format in [WitnessFormat::GraphMl, WitnessFormat::Yaml] {
        let written = Witness::of_correctness(metadata(false)).write(format);
        assert_eq!(written, Err(WitnessError::Language));
    }
}

#[test]
fn names_are_told_apart_by_their_contents() {
    let uuid = metadata(true).uuid("x");
    assert_eq!(uuid.len(), 36);
    assert_eq!(&uuid[14..15], "8");
    assert_eq!(uuid, metadata(true).uuid("x"));
    assert_ne!(uuid, metadata(true).uuid("y"));
}
