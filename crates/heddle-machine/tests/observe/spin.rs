//! Spin deadlocks are what their definition says, in every state of a program: a set of states that
//! no schedule leaves, in which no thread ends and shared memory is the same.
//!
//! The reference goes through all states that can be reached from each. The programs have their
//! shared data in static variables and on the heap, where words of a state are enough to compare it,
//! and change none of it to and fro in an atomic section.

use std::collections::{HashMap, HashSet};

use heddle_machine::{Granularity, Machine, Options, Status};
use heddle_model::{Choice, Property, StepOutcome, Temporal, ThreadId, TransitionSystem};

use crate::kit::{program, walk};

const DECLARATIONS: &str = r"
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>

static void start(void *(*f)(void *))
{
    pthread_t thread;
    pthread_create(&thread, 0, f, 0);
}
";

/// A state, and the states to which its steps lead; none if one of them ends a run.
struct Node {
    shared: [u32; 2],
    exited: Vec<bool>,
    targets: Option<Vec<Vec<u32>>>,
}

fn node(machine: &mut Machine<'_>, state: &[u32]) -> Node {
    machine.load(state);
    machine.materialize_all();
    let threads = machine.thread_count();
    let is_exited = |t: usize| machine.thread(ThreadId(t as u32)).status() == Status::Exited;
    let exited = (0..threads).map(is_exited).collect();
    let mut choices: Vec<Choice> = Vec::new();
    machine.choices(&mut choices);
    let mut targets = (!choices.is_empty()).then(Vec::new);
    for choice in choices {
        machine.load(state);
        let outcome = machine.step(choice, &mut Vec::new());
        let mut target = Vec::new();
        machine.save(&mut target);
        match (&mut targets, outcome) {
            (Some(targets), StepOutcome::Continues) => targets.push(target),
            (targets, _) => *targets = None,
        }
    }
    // process, static memory, threads with odd numbers, heap, the others
    Node { shared: [state[1], state[2 + threads / 2]], exited, targets }
}

/// True if a state is one of a spin deadlock, by the definition.
fn is_stuck(nodes: &HashMap<Vec<u32>, Node>, state: &[u32]) -> bool {
    let first = &nodes[state];
    let mut seen = HashSet::from([state]);
    let mut open = vec![state];
    while let Some(state) = open.pop() {
        let Node { shared, exited, targets } = &nodes[state];
        let Some(targets) = targets else { return false };
        if *shared != first.shared || *exited != first.exited {
            return false;
        }
        open.extend(targets.iter().map(Vec::as_slice).filter(|target| seen.insert(target)));
    }
    true
}

/// Compares all states of a program; returns how many are of a spin deadlock, at the granularity
/// of accesses to shared memory.
fn check(text: &str) -> usize {
    let program = program(&format!("{DECLARATIONS}{text}"));
    let mut counts = Vec::new();
    for granularity in [Granularity::None, Granularity::Tau, Granularity::Global] {
        let options = Options { granularity, ..Options::default() };
        assert!(options.properties.contains(Property::SpinDeadlock));
        let mut machine = Machine::new(&program, options).expect("it starts");
        let mut states = Vec::new();
        let walk = walk(&mut machine, 200_000, |machine| {
            let mut state = Vec::new();
            machine.save(&mut state);
            states.push(state);
        });
        assert!(walk.is_complete && walk.unknown.is_empty(), "{:?}", walk.unknown);
        let nodes: HashMap<Vec<u32>, Node> =
            states.iter().map(|state| (state.clone(), node(&mut machine, state))).collect();
        let mut count = 0;
        for state in &states {
            machine.load(state);
            let found = machine.spin_deadlock();
            let mut after = Vec::new();
            machine.save(&mut after);
            assert_eq!(after, *state, "another state is loaded");
            assert_eq!(found.is_some(), is_stuck(&nodes, state), "{granularity:?}: {found:?}");
            if let Some(found) = found {
                count += 1;
                check_cycle(&mut machine, state, &found.run, found.cycle);
            }
        }
        counts.push(count);
    }
    assert!(counts.iter().all(|&count| (count == 0) == (counts[0] == 0)), "{counts:?}");
    counts[2]
}

/// Makes a run again; its cycle closes.
fn check_cycle(machine: &mut Machine<'_>, state: &[u32], run: &[Choice], cycle: usize) {
    machine.load(state);
    let mut beginning = Vec::new();
    for (number, choice) in run.iter().enumerate() {
        if number == cycle {
            machine.save(&mut beginning);
        }
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        assert!(choices.contains(choice), "{choice:?} cannot be made");
        assert_eq!(machine.step(*choice, &mut Vec::new()), StepOutcome::Continues);
    }
    let mut end = Vec::new();
    machine.save(&mut end);
    assert_eq!(end, beginning, "the cycle does not close");
}

#[test]
fn flags_of_each_other() {
    let count = check(
        r"
        static volatile int left, right;
        static void *first(void *p)
        {
            while (!right) { }
            left = 1;
            return p;
        }
        int main(void)
        {
            start(first);
            while (!left) { }
            right = 1;
        }",
    );
    assert_ne!(count, 0);
}

#[test]
fn flags_in_the_right_order() {
    let count = check(
        r"
        static volatile int left, right;
        static void *first(void *p)
        {
            left = 1;
            while (!right) { }
            return p;
        }
        int main(void)
        {
            start(first);
            while (!left) { }
            right = 1;
        }",
    );
    assert_eq!(count, 0);
}

#[test]
fn only_some_schedules_lead_there() {
    let count = check(
        r"
        static int turn, *shared;
        static int take(int who)
        {
            heddle_atomic_begin();
            int got = *shared == 0;
            if (got)
                *shared = who;
            heddle_atomic_end();
            return got;
        }
        static void *first(void *p)
        {
            while (!take(1)) { }
            return p;
        }
        int main(void)
        {
            shared = calloc(1, sizeof *shared);
            start(first);
            while (!take(2)) { turn = heddle_choose(2) * 0; }
        }",
    );
    assert_ne!(count, 0);
}

#[test]
fn one_is_blocked_and_one_spins() {
    let count = check(
        r"
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static volatile int go;
        static void *first(void *p)
        {
            pthread_mutex_lock(&mutex);
            go = 1;
            pthread_mutex_unlock(&mutex);
            return p;
        }
        int main(void)
        {
            start(first);
            pthread_mutex_lock(&mutex);
            while (!go) { }
            pthread_mutex_unlock(&mutex);
        }",
    );
    assert_ne!(count, 0);
}

#[test]
fn a_spinning_thread_that_may_give_up() {
    let count = check(
        r"
        static volatile int go;
        static void *first(void *p)
        {
            while (!go && heddle_choose(2)) { }
            return p;
        }
        int main(void)
        {
            start(first);
            while (!go) { }
        }",
    );
    // The one that gives up leaves the other behind.
    assert_ne!(count, 0);
}

#[test]
fn work_to_and_fro_is_no_waiting() {
    let count = check(
        r"
        static volatile int go, lamp;
        static void *first(void *p)
        {
            for (;;)
                lamp = !lamp;
            return p;
        }
        int main(void)
        {
            start(first);
            while (!go) { }
        }",
    );
    assert_eq!(count, 0);
}
