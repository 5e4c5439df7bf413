//! Stories as a person sees them.

use heddle_machine::{Granularity, Options};
use heddle_model::{Choice, Counterexample, Property, Schedule, StepOutcome, TransitionSystem};
use heddle_trace::render::{TextOptions, text};
use heddle_trace::tell_counterexample;
use insta::assert_snapshot;

use crate::kit::{Checked, NO_NAMES, program, program_of};

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

/// The same run, with every instruction a choice of its own.
fn instruction_by_instruction(checked: &Checked, found: &Counterexample) -> Schedule {
    let mut machine = checked.machine();
    machine.reset();
    let mut choices = Vec::new();
    for &choice in &found.schedule.0 {
        let before = machine.instructions();
        let outcome = machine.step(choice, &mut Vec::new());
        // An instruction that fails does not count as made.
        let fails = u64::from(outcome != StepOutcome::Continues);
        let made = machine.instructions() - before + fails;
        choices.push(choice);
        choices.extend((1..made).map(|_| Choice::of(choice.actor())));
    }
    Schedule(choices)
}

#[test]
fn a_run_instruction_by_instruction_is_told_by_lines_as_any_other() {
    for source in [
        RACE,
        include_str!("../../../../examples/deadly_embrace.c"),
        include_str!("programs/lost_wakeup.c"),
        include_str!("programs/choices.c"),
        include_str!("programs/philosophers.c"),
    ] {
        let mut checked = program(source);
        let found = checked.counterexample();
        let coarse = plain(&checked.trace());
        let schedule = instruction_by_instruction(&checked, &found);
        assert!(schedule.0.len() > 2 * found.schedule.0.len());
        checked.options.granularity = Granularity::None;
        let found = Counterexample { schedule, ..found };
        let mut sources = checked.sources.clone();
        let fine = tell_counterexample(&mut checked.machine(), &found, NO_NAMES, &mut sources);
        assert_eq!(plain(&fine.expect("the violation reproduces")), coarse);
    }
}

#[test]
fn inputs_of_signed_and_unsigned_types() {
    let mut checked = program(include_str!("programs/inputs.c"));
    let inputs = vec![vec![u64::MAX - 2, u64::MAX - 2, 40_000, u64::MAX, 7], vec![5]];
    checked.options = Options { inputs: Some(inputs), ..checked.options };
    assert_snapshot!(plain(&checked.trace()));
}

/// A program that counts for so many rounds, has a thread store the count, and fails.
fn counting(rounds: u32) -> Checked {
    let source = format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\nunsigned sum;\n\
         void *add(void *cell) {{\n    sum += *(unsigned *)cell - *(unsigned *)cell;\n    return 0;\n}}\n\
         void round_trip(unsigned i) {{\n    pthread_t helper;\n\
         unsigned *cell = malloc(sizeof *cell);\n    *cell = i;\n\
         pthread_create(&helper, 0, add, cell);\n    pthread_join(helper, 0);\n    free(cell);\n}}\n\
         int main(void) {{\n    unsigned x = 1;\n\
         for (unsigned i = 0; i < {rounds}; i++)\n        x = x * 5 + i;\n\
         round_trip(x);\n\
         for (unsigned i = 0; i < {rounds}; i++)\n        x = x * 5 + i;\n\
         unsigned *last = malloc(sizeof *last);\n    *last = 0;\n    sum = *last;\n\
         assert(sum == 1);\n}}\n"
    );
    program(&source)
}

#[test]
fn the_middle_of_a_long_run_is_not_followed() {
    let (long, short) = (counting(60_000).trace(), counting(10).trace());
    let unfollowed: u64 = long.steps.iter().map(|step| step.unfollowed).sum();
    assert!(unfollowed > 400_000, "{unfollowed} instructions");
    assert!(plain(&long).contains(" instructions …"));
    assert!(short.steps.iter().all(|step| step.unfollowed == 0));
    // What is followed is told as ever, and threads of the middle are known.
    let names = |trace: &heddle_trace::Trace| {
        trace.threads.iter().map(|thread| thread.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&long), names(&short));
    let end = |trace: &heddle_trace::Trace| {
        let last = trace.steps.iter().rev().take(2);
        last.map(|step| (step.source.clone(), step.effects.clone())).collect::<Vec<_>>()
    };
    assert_eq!(end(&long), end(&short));
}
