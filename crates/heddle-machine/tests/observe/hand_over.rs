//! Heap objects that a thread hands over to the one it creates, and such that it does not.

use heddle_machine::{Machine, Options, Symmetry};
use heddle_model::Property;

use crate::kit::{program, walk};

/// States in which a program can be, and the properties that it violates in them, under a symmetry.
fn explore(text: &str, symmetry: Symmetry) -> (usize, Vec<Property>) {
    let program = program(&format!(
        "#include <heddle.h>\n#include <pthread.h>\n#include <stdlib.h>\n\
         struct box {{ struct box *next; int value; }};\n\
         static struct box *fresh(struct box *next)\n\
         {{ struct box *box = malloc(sizeof *box); box->next = next; box->value = 1; return box; }}\n\
         static int x; static struct box *all;\n{text}"
    ));
    let properties = Options::default().properties.with(Property::DataRace);
    let options = Options { symmetry, properties, ..Options::default() };
    let mut machine = Machine::new(&program, options).expect("it starts");
    let walk = walk(&mut machine, 20_000, |_| {});
    assert!(walk.is_complete && walk.unknown.is_empty(), "{:?}", walk.unknown);
    let mut found: Vec<Property> = walk.violations.iter().map(|v| v.property()).collect();
    found.sort_unstable();
    found.dedup();
    (walk.states, found)
}

/// A program whose main thread starts one with the argument `given`, after `before` and before
/// `after`.
fn starts(before: &str, given: &str, after: &str, work: &str) -> String {
    format!(
        "static void *work(void *argument) {{ struct box *box = argument; {work} return 0; }}\n\
         int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, work, {given}); \
         x = 1; {after} return 0; }}"
    )
}

/// The new thread's work in most programs here.
const USE: &str = "box->value++; box->value++; free(box);";

fn check(text: &str, is_handed_over: bool, expected: &[Property]) {
    let (states, found) = explore(text, Symmetry::Threads);
    assert_eq!(found, expected, "{text}");
    // Where nothing is renamed, everything is shared that two threads might know.
    let (most, reference) = explore(text, Symmetry::None);
    assert_eq!(found, reference, "{text}");
    assert_eq!(states < most, is_handed_over, "{states} of {most} states: {text}");
}

#[test]
fn what_is_given_away_is_private() {
    check(&starts("", "fresh(0)", "", USE), true, &[]);
    check(&starts("struct box *b = fresh(0);", "b", "", USE), true, &[]);
    check(
        &starts("", "fresh(fresh(0))", "", "box->next->value++; free(box->next); free(box);"),
        true,
        &[],
    );
}

#[test]
fn what_the_creator_keeps_is_shared() {
    let race = &[Property::DataRace];
    let kept = "struct box *b = fresh(0);";
    check(&starts(kept, "b", "b->value++;", "box->value++;"), false, race);
    check(
        &starts("struct box *b[1] = { fresh(0) };", "b[0]", "b[0]->value++;", "box->value++;"),
        false,
        race,
    );
    check(
        &starts(
            "struct box *b = fresh(fresh(0));",
            "b->next",
            "b->next->value++;",
            "box->value++;",
        ),
        false,
        race,
    );
    check(&starts("all = fresh(0);", "all", "all->value++;", "box->value++;"), false, race);
    check(
        &starts(
            "struct box b = { 0, 0 };",
            "&b",
            "b.value++; pthread_join(t, 0);",
            "box->value++;",
        ),
        false,
        race,
    );
}

#[test]
fn a_part_that_the_creator_keeps_is_shared() {
    let inner = "struct box *b = fresh(0);";
    let work = "box->value++; box->value++; box->next->value++; free(box);";
    check(&starts(inner, "fresh(b)", "b->value++;", work), true, &[Property::DataRace]);
}

#[test]
fn what_is_known_as_a_number_is_shared() {
    let before = "struct box *b = fresh(0); unsigned long n = ~(unsigned long)b;";
    let after = "((struct box *)~n)->value++;";
    check(&starts(before, "b", after, "box->value++;"), false, &[Property::DataRace]);
}

#[test]
fn what_is_given_away_may_be_shared_later() {
    let (before, after) = ("", "if (all) all->value++;");
    check(
        &starts(before, "fresh(0)", after, "box->value++; all = box; box->value++;"),
        true,
        &[Property::DataRace],
    );
}
