//! Tests of property files.

use heddle_model::{AccessKind, Finding, MemoryError, ObjectName, Overflow, Violation};

use super::*;

fn parse(text: &str) -> Result<Specification, String> {
    Specification::parse(text).map_err(|error| error.to_string())
}

fn of(finding: Finding) -> Violation {
    Violation::of_run(finding)
}

fn error_call(function: &str) -> Violation {
    of(Finding::ErrorCall { function: function.to_owned() })
}

fn names(text: &str) -> Vec<&'static str> {
    parse(text).unwrap().properties().iter().map(Property::name).collect()
}

#[test]
fn every_requirement_round_trips() {
    let all = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n\
               CHECK( init(main()), LTL(G ! data-race) )\n\
               CHECK( init(main()), LTL(G ! overflow) )\n\
               CHECK( init(main()), LTL(G valid-free) )\n\
               CHECK( init(main()), LTL(G valid-deref) )\n\
               CHECK( init(main()), LTL(G valid-memtrack) )\n\
               CHECK( init(main()), LTL(G valid-memcleanup) )\n\
               CHECK( init(main()), LTL(F end) )\n\
               CHECK( init(main()), LTL(G ! deadlock) )";
    assert_eq!(parse(all).unwrap().to_string(), all);
    for line in all.lines() {
        assert_eq!(parse(&format!("\n  {line}  \n")).unwrap().to_string(), line);
    }
}

#[test]
fn blanks_do_not_matter() {
    let tight = parse("CHECK(init(main()),LTL(G!call(reach_error())))").unwrap();
    assert_eq!(tight.to_string(), "CHECK( init(main()), LTL(G ! call(reach_error())) )");
}

#[test]
fn only_what_is_named_is_asked_for() {
    assert_eq!(names("CHECK( init(main()), LTL(G ! call(reach_error())) )"), ["error-call"]);
    assert_eq!(names("CHECK( init(main()), LTL(G ! data-race) )"), ["data-race"]);
    assert_eq!(names("CHECK( init(main()), LTL(F end) )"), ["deadlock", "termination"]);
    let memsafety = "CHECK( init(main()), LTL(G valid-free) )\n\
                     CHECK( init(main()), LTL(G valid-deref) )\n\
                     CHECK( init(main()), LTL(G valid-memtrack) )\n";
    assert_eq!(names(memsafety), ["memory", "leak"]);
    assert_eq!(parse(memsafety).unwrap().name(), "valid-memsafety");
}

#[test]
fn what_heddle_does_not_look_for_is_refused_by_name_and_line() {
    let error = |text: &str| parse(text).unwrap_err();
    assert!(error("").contains("requires nothing"));
    let cover = "\nCOVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";
    assert!(error(cover).contains("line 2: coverage"));
    assert!(error("CHECK( init(main()), LTL(G def-behavior) )").contains("LTL(G def-behavior)"));
    assert!(error("CHECK( init(start()), LTL(F end) )").contains("'start()'"));
    assert!(error("CHECK( init(main()), LTL(G ! call(panic())) )").contains("'panic'"));
    assert!(error("something else").contains("line 1: 'something else'"));
}

#[test]
fn a_violation_breaks_what_it_is_about() {
    let specification = parse("CHECK( init(main()), LTL(G ! call(reach_error())) )").unwrap();
    assert!(specification.broken(&error_call("reach_error")).is_some());
    assert_eq!(specification.broken(&error_call("__VERIFIER_error")), None);
    let assertion = of(Finding::FailedAssertion { text: "x".to_owned() });
    assert_eq!(specification.broken(&assertion), None);
}

#[test]
fn memory_errors_are_told_apart() {
    let access = AccessKind::Read;
    let null = of(Finding::Memory(MemoryError::NullDereference { access, offset: 0 }));
    let object = ObjectName::Variable { name: "x".to_owned(), function: None };
    let constant = of(Finding::Memory(MemoryError::ReadOnlyWrite { access, object }));
    let leak = of(Finding::Leak { bytes: 4 });
    let memsafety = "CHECK( init(main()), LTL(G valid-free) )\n\
                     CHECK( init(main()), LTL(G valid-deref) )\n\
                     CHECK( init(main()), LTL(G valid-memtrack) )\n";
    let memsafety = parse(memsafety).unwrap();
    let broken = |violation: &Violation| memsafety.broken(violation).map(Requirement::name);
    assert_eq!(broken(&null), Some("valid-deref"));
    assert_eq!(broken(&leak), Some("valid-memtrack"));
    assert_eq!(broken(&constant), None);
    let free = parse("CHECK( init(main()), LTL(G valid-free) )").unwrap();
    assert_eq!(free.broken(&null), None);
}

#[test]
fn a_shift_by_too_many_bits_is_no_overflow() {
    let specification = parse("CHECK( init(main()), LTL(G ! overflow) )").unwrap();
    let shift = Overflow::ShiftAmount { by: "40".to_owned(), if_signed: None };
    assert_eq!(specification.broken(&of(Finding::Overflow(shift))), None);
    assert!(specification.broken(&of(Finding::Overflow(Overflow::LeftShift))).is_some());
}

#[test]
fn proofs_of_cleanup_take_more_than_no_leak() {
    let cleanup = parse("CHECK( init(main()), LTL(G valid-memcleanup) )").unwrap();
    assert!(!cleanup.is_provable() && cleanup.is_about_ends());
    let race = parse("CHECK( init(main()), LTL(G ! data-race) )").unwrap();
    assert!(race.is_provable() && !race.is_about_ends());
}

#[test]
fn every_violation_has_a_specification() {
    let specification = |violation: &Violation| Specification::broken_by(violation);
    assert!(specification(&error_call("reach_error")).contains("call(reach_error())"));
    let assertion = of(Finding::FailedAssertion { text: "x".to_owned() });
    assert!(specification(&assertion).ends_with("LTL(G ! assertion) )"));
    assert!(specification(&of(Finding::Endless)).contains("LTL(F end)"));
}
