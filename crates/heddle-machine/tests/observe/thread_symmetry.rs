//! Threads that may change places, and such that may not.

use std::collections::BTreeSet;

use heddle_machine::{Machine, Options, Symmetry};
use heddle_model::{Choice, Matchable, StepOutcome, ThreadId, TransitionSystem};
use heddle_program::Program;

use crate::kit::{address, bytes, program, walk};

/// A program in which `main` has three threads that run `work`, each with the argument
/// `argument` (which may depend on `i`), and then does `rest`.
fn threads(shared: &str, work: &str, argument: &str, rest: &str) -> Program {
    program(&format!(
        r#"
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
{shared}
static void *work(void *p) {{ {work} return 0; }}
int main(void)
{{
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, work, {argument});
    {rest}
    return 0;
}}
"#
    ))
}

/// The end of `main` in most programs here.
const JOIN: &str = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0);";
/// The body of threads in most programs here.
const COUNT: &str = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";

fn machine(program: &Program, symmetry: Symmetry) -> Machine<'_> {
    let options = Options { symmetry, ..Options::default() };
    Machine::new(program, options).expect("it starts")
}

/// The row of the state to which steps of these threads lead from where all have been
/// created.
fn row(machine: &mut Machine<'_>, schedule: &[u32]) -> Vec<u32> {
    let choices: Vec<Choice> = schedule.iter().map(|&t| Choice::of(ThreadId(t))).collect();
    row_after(machine, &choices)
}

fn row_after(machine: &mut Machine<'_>, choices: &[Choice]) -> Vec<u32> {
    machine.reset();
    let step = |machine: &mut Machine<'_>, choice: Choice| {
        let outcome = machine.step(choice, &mut Vec::new());
        assert_eq!(outcome, StepOutcome::Continues);
    };
    while machine.thread_count() < 4 {
        step(machine, Choice::of(ThreadId(0)));
    }
    choices.iter().for_each(|&choice| step(machine, choice));
    let mut words = Vec::new();
    if !machine.save_matched(&mut words) {
        machine.save(&mut words);
    }
    words
}

/// True if both schedules lead to what counts as one state.
fn are_one(program: &Program, one: &[u32], other: &[u32]) -> bool {
    let mut machine = machine(program, Symmetry::Threads);
    row(&mut machine, one) == row(&mut machine, other)
}

#[test]
fn it_does_not_count_which_thread_is_where() {
    let program = threads("", COUNT, "0", JOIN);
    assert!(are_one(&program, &[1], &[2]), "one has begun");
    assert!(are_one(&program, &[1, 1], &[3, 3]), "one has the lock");
    assert!(are_one(&program, &[1, 1, 1, 1, 2], &[3, 3, 3, 3, 1]), "one has come further");
    assert!(!are_one(&program, &[1], &[1, 1]));
    let mut plain = machine(&program, Symmetry::Heap);
    assert_ne!(row(&mut plain, &[1]), row(&mut plain, &[2]));
    let mut apart = machine(&program, Symmetry::Threads);
    apart.tell_threads_apart(true);
    assert_ne!(row(&mut apart, &[1]), row(&mut apart, &[2]));
    apart.tell_threads_apart(false);
    assert_eq!(row(&mut apart, &[1]), row(&mut apart, &[2]));
}

#[test]
fn the_arguments_count() {
    let program = threads("", COUNT, "(void *)(i % 2)", JOIN);
    assert!(!are_one(&program, &[1], &[2]));
    assert!(are_one(&program, &[1], &[3]));
}

#[test]
fn variables_of_a_thread_go_with_it() {
    let work = "int own = 3, *mine = &own; int **by = &mine; x++; **by = 4; y += *mine;";
    let program = threads("", work, "0", JOIN);
    assert!(are_one(&program, &[1], &[2]));
    assert!(are_one(&program, &[1, 1, 2], &[3, 3, 1]));
    let heap = "int *own = malloc(4); *own = 3; x++; *own += 1; y += *own; free(own);";
    let program = threads("", heap, "0", JOIN);
    assert!(are_one(&program, &[1, 2, 2], &[3, 1, 1]));
    let local = "if (&local == (void *)p) y = 1; local++; x++; y += local;";
    let program = threads("static _Thread_local int local;", local, "0", JOIN);
    assert!(are_one(&program, &[1, 2, 2], &[3, 1, 1]));
}

#[test]
fn a_thread_that_others_point_to_is_itself() {
    let work = "int own = 3; x = 1; e = &own; x = 1; x = 1;";
    let program = threads("static int *volatile e;", work, "0", JOIN);
    // They begin, write, and let others know their own variables; the last to do so is
    // the first.
    assert!(are_one(&program, &[2, 2, 1], &[1, 1, 2]));
    let known = [2, 2, 2, 1, 1, 1];
    let further = |t: u32| [&known[..], &[t]].concat();
    assert!(!are_one(&program, &further(1), &further(2)));
    assert!(!are_one(&program, &further(1), &[1, 1, 1, 2, 2, 2, 2]));
}

#[test]
fn a_thread_that_has_lost_its_lock_is_itself() {
    let work = "if (p) memset(&m, 0, sizeof m); else { pthread_mutex_lock(&m); x = 1; x = 1; }";
    let program = threads("", work, "(void *)(i / 2)", JOIN);
    // The first has it, the third makes that undone, and the second has it.
    let lost = [1, 1, 3, 3, 2, 2];
    let further = |t: u32| [&lost[..], &[t]].concat();
    assert!(!are_one(&program, &further(1), &further(2)));
}

#[test]
fn whom_main_waits_for_counts_whether_or_not_others_point_to_it() {
    let work = "int own = 3; e = &own; x = own; e = 0;";
    let rest = "if (heddle_choose(2)) pthread_join(t[1], 0); else pthread_join(t[2], 0); y = 1;";
    let program = threads("static int *volatile e;", work, "0", rest);
    let mut machine = machine(&program, Symmetry::Threads);
    let mut with = |alternative, before: &[u32]| {
        let others = before.iter().map(|&t| Choice::of(ThreadId(t)));
        let chosen = Choice::new(ThreadId(0), alternative);
        row_after(&mut machine, &others.chain([chosen]).collect::<Vec<_>>())
    };
    // Two have let others know their variables, the last is the first of them.
    let known = [2, 2, 3, 3, 1, 1];
    assert_ne!(with(0, &known), with(1, &known));
    assert_eq!(with(0, &[2]), with(0, &[1]), "it is not waited for");
    assert_eq!(with(1, &[2]), with(0, &[3]), "it is waited for");
}

#[test]
fn the_owner_of_a_lock_on_the_heap_is_itself() {
    let work = "pthread_mutex_lock(h); x++; pthread_mutex_unlock(h); y++; x++;";
    let init = "static pthread_mutex_t *h; __attribute__((constructor)) static void make(void) \
                { h = calloc(1, sizeof *h); }";
    let program = threads(init, work, "0", JOIN);
    // It begins, reads the pointer, locks, reads and writes, reads the pointer, unlocks.
    assert!(are_one(&program, &[1, 1], &[2, 2]));
    for steps in 3..7 {
        assert!(!are_one(&program, &vec![1; steps], &vec![2; steps]), "one has it: {steps}");
    }
    assert!(are_one(&program, &[1; 7], &[2; 7]), "none has it");
}

#[test]
fn every_kind_of_lock_has_an_owner() {
    let shared = "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; \
                  static pthread_spinlock_t v;";
    let work = "pthread_rwlock_wrlock(&l); pthread_spin_lock(&v); x++; \
                pthread_spin_unlock(&v); pthread_rwlock_unlock(&l);";
    let program = threads(shared, work, "0", JOIN);
    for steps in 1..8 {
        let schedules = [vec![1; steps], vec![3; steps]];
        assert!(are_one(&program, &schedules[0], &schedules[1]), "after {steps} steps");
    }
}

#[test]
fn a_program_that_asks_who_it_is_has_no_symmetry() {
    let me = threads("", "pthread_t me = pthread_self(); x++;", "0", JOIN);
    let cancelled = threads("", "x++;", "0", "pthread_cancel(t[1]);");
    for program in [me, cancelled] {
        let mut machine = machine(&program, Symmetry::Threads);
        assert!(machine.tells_threads_apart().is_some());
        assert_ne!(row(&mut machine, &[1]), row(&mut machine, &[2]));
    }
}

/// Steps of a thread that counts: it begins, locks, reads, writes, unlocks, and ends.
const ALL: usize = 6;

#[test]
fn the_order_of_joins_does_not_count() {
    let program = threads("", COUNT, "0", JOIN);
    let ended = |t: u32| vec![t; ALL];
    // Main can join the first, and has to before the two are one.
    let then_joined = [ended(1), vec![0]].concat();
    assert!(!are_one(&program, &ended(1), &ended(2)));
    assert!(are_one(&program, &then_joined, &ended(2)));
    assert!(are_one(&program, &[&then_joined[..], &[2]].concat(), &[ended(3), vec![1]].concat()));
    // The last of them to end makes a difference.
    let all = [ended(2), ended(3), ended(1)].concat();
    assert!(!are_one(&program, &all, &[&all[..], &[0]].concat()));
}

#[test]
fn joins_with_something_visible_in_between_count() {
    let each = "for (int i = 0; i < 3; i++) { pthread_join(t[i], 0); y++; }";
    let first_only = "pthread_join(t[0], 0);";
    let with_result = "void *p; for (int i = 0; i < 3; i++) pthread_join(t[i], &p); y = p != 0;";
    let on_one = "for (int i = 0; i < 3; i++) pthread_detach(t[i]); pthread_exit(0);";
    for (rest, expected) in
        [(each, false), (first_only, false), (with_result, false), (on_one, true)]
    {
        let program = threads("", COUNT, "0", rest);
        let mut main_waits = vec![];
        if expected {
            main_waits = vec![0; 4];
        }
        let schedule = |t: u32| [&main_waits[..], &[t]].concat();
        assert_eq!(are_one(&program, &schedule(1), &schedule(2)), expected, "{rest}");
        assert!(expected || are_one(&program, &schedule(2), &schedule(3)) == (rest == first_only));
    }
}

#[test]
fn that_a_copied_lock_is_asked_for_its_owner_is_noticed() {
    let work = "pthread_mutex_lock(&m); memcpy(&n, &m, sizeof m); pthread_mutex_unlock(&m); \
                pthread_mutex_trylock(&n);";
    let program = threads("static pthread_mutex_t n;", work, "0", JOIN);
    let mut machine = machine(&program, Symmetry::Threads);
    let walked = walk(&mut machine, 5000, |_| {});
    assert!(walked.unknown.is_empty() && !machine.symmetry_holds());
}

#[test]
fn that_the_number_of_a_threads_variable_is_looked_at_is_noticed() {
    let published = "int own = 0; pthread_mutex_lock(&m); e[x++] = &own; LOOK; \
                     pthread_mutex_unlock(&m); x++;";
    for (look, is_one) in [
        ("y = e[0] == e[1]", false),
        ("y = e[1] != 0", false),
        ("y = e[0] < e[1]", true),
        ("y = (unsigned long)e[0] % 3", true),
    ] {
        let work = published.replace("LOOK", look);
        let program = threads("static int *e[9];", &work, "0", JOIN);
        let mut machine = machine(&program, Symmetry::Threads);
        assert!(machine.symmetry_holds() && !machine.has_matched_threads());
        walk(&mut machine, 5000, |_| {});
        assert!(machine.has_matched_threads(), "{look}");
        assert_eq!(machine.symmetry_holds(), !is_one, "{look}");
        assert_eq!(machine.sibling().symmetry_holds(), !is_one, "{look}");
    }
}

#[test]
fn threads_that_were_not_started_alike_are_not_compared_unless_asked_for() {
    for (argument, are_alike) in
        [("0", true), ("(void *)(i % 2)", true), ("(void *)i", false), ("t + i", false)]
    {
        let program = threads("", COUNT, argument, JOIN);
        let mut auto = machine(&program, Symmetry::Auto);
        assert_eq!(row(&mut auto, &[1]) == row(&mut auto, &[3]), are_alike, "{argument}");
        assert_eq!(auto.has_matched_threads(), are_alike, "{argument}");
        // The last of its kind is itself.
        let ended = |t: u32| vec![t; ALL];
        let last = |one: u32, other: u32| [ended(one), ended(2), vec![other]].concat();
        assert_ne!(row(&mut auto, &last(1, 3)), row(&mut auto, &last(3, 1)), "{argument}");
    }
}

/// All that variables can be together, and the kinds of what goes wrong.
fn seen(program: &Program, symmetry: Symmetry) -> (usize, BTreeSet<Vec<u8>>, BTreeSet<String>) {
    let mut machine = machine(program, symmetry);
    let places = ["x", "y"].map(|name| address(&machine, name));
    let mut values = BTreeSet::new();
    let walked = walk(&mut machine, 200_000, |machine| {
        values.insert(places.map(|place| bytes(machine, place, 4)).concat());
    });
    assert!(walked.is_complete && walked.unknown.is_empty(), "{:?}", walked.unknown);
    let wrong = walked.violations.iter().map(|violation| violation.kind().to_string()).collect();
    (walked.states, values, wrong)
}

#[test]
fn all_that_can_happen_still_does() {
    let lost = "int old = x; x = old + 1; if (old == 1) y += 2;";
    let turns = "pthread_mutex_lock(&m); if (x == 1) pthread_mutex_lock(&m); x++; \
                 pthread_mutex_unlock(&m); y = x;";
    let asserts = "x++; y = x; heddle_assert(y != 2 || x != 1);";
    let meets = "pthread_mutex_lock(&m); if (++x < 3) __heddle_cond_wait(&c, &m, 0); \
                 else pthread_cond_signal(&c); y += x; pthread_mutex_unlock(&m);";
    let condition = "static pthread_cond_t c = PTHREAD_COND_INITIALIZER; \
                     int __heddle_cond_wait(pthread_cond_t *, pthread_mutex_t *, int);";
    let after = "for (int i = 0; i < 3; i++) pthread_join(t[i], 0); y = x + 10;";
    let during = "pthread_join(t[1], 0); x = 5; pthread_join(t[0], 0); pthread_join(t[2], 0);";
    for work in [COUNT, lost, turns, asserts, meets] {
        for rest in [JOIN, after, during, "for (int i = 0; i < 3; i++) pthread_detach(t[i]);"] {
            let program = threads(condition, work, "0", rest);
            let (states, values, wrong) = seen(&program, Symmetry::Heap);
            let (fewer, same_values, same_wrong) = seen(&program, Symmetry::Threads);
            assert_eq!((values, wrong), (same_values, same_wrong), "{work} {rest}");
            assert!(fewer <= states, "{work} {rest}: {fewer} of {states}");
            assert!(rest != JOIN || 2 * fewer < states, "{work}: {fewer} of {states} states");
        }
    }
}
