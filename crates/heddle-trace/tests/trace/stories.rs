//! What a person sees.

use heddle_model::Property;
use heddle_trace::render::{TextOptions, text};
use insta::assert_snapshot;

use crate::kit::{program, program_of};

const RACE: &str = include_str!("../../../../examples/simple_race.c");

fn plain(trace: &heddle_trace::Trace) -> String {
    text(trace, &TextOptions::default())
}

#[test]
fn an_assertion_that_a_race_breaks() {
    assert_snapshot!(plain(&program(RACE).trace()));
}

#[test]
fn a_data_race() {
    assert_snapshot!(plain(&program(RACE).looking_for(Property::DataRace).trace()));
}

#[test]
fn a_deadlock() {
    let source = include_str!("../../../../examples/deadly_embrace.c");
    assert_snapshot!(plain(&program(source).trace()));
}

#[test]
fn a_lost_wakeup() {
    assert_snapshot!(plain(&program(include_str!("programs/lost_wakeup.c")).trace()));
}

#[test]
fn a_use_after_free() {
    assert_snapshot!(plain(&program(include_str!("programs/use_after_free.c")).trace()));
}

#[test]
fn choices_messages_and_calls() {
    assert_snapshot!(plain(&program(include_str!("programs/choices.c")).trace()));
}

#[test]
fn more_threads_than_columns() {
    assert_snapshot!(plain(&program(include_str!("programs/philosophers.c")).trace()));
}

#[test]
fn optimized_code_has_its_inlined_functions() {
    let source = include_str!("programs/choices.c");
    assert_snapshot!(plain(&program_of(&[("test.c", source)], &["-O2"]).trace()));
}

#[test]
fn several_files_are_told_apart() {
    let main = "#include <assert.h>\nextern int shared;\nvoid set(int);\n\
                int main(void) {\n    set(3);\n    assert(shared == 4);\n}\n";
    let other = "int shared;\nvoid set(int x) {\n    shared = x;\n}\n";
    let files = [("main.c", main), ("other.c", other)];
    assert_snapshot!(plain(&program_of(&files, &["-O0"]).trace()));
}
