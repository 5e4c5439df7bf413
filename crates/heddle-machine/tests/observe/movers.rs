//! Left movers are what [`Reducible::is_left_mover`] says, by its definition.
//!
//! In each state of a program, and for each thread whose next step is called a left mover there:
//! the others do all that they can while the thread stays. Wherever that leads, the thread's
//! step can be made, does not fail, and each step of another thread leads to the same place
//! before it and after it.
//!
//! The programs bring the operations together that conditions of left movers keep apart
//! ([`heddle_program::operation`]). They call operations on threads themselves, since the
//! runtime's functions around them may exit, so that an exit would never be a left mover
//! beside them.

use std::collections::{HashSet, VecDeque};

use heddle_machine::{Machine, Options};
use heddle_model::{
    Actor, Choice, Identity, Property, PropertySet, Reducible, StepOutcome, ThreadId,
    TransitionSystem, Violation,
};

use crate::kit::{program, walk};

/// Declarations of all programs.
const DECLARATIONS: &str = r"
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int __heddle_sem_init(sem_t *sem, int shared, unsigned value);
int __heddle_sem_post(sem_t *sem);
int __heddle_sem_wait(sem_t *sem);
void __heddle_thread_create(void *(*f)(void *), void *arg, int detached, pthread_t *thread);
int __heddle_thread_join(int number, void **value);
int __heddle_thread_tryjoin(int number, void **value);

static void start(void *(*f)(void *))
{
    pthread_t thread;
    pthread_create(&thread, 0, f, 0);
}

static void start_detached(void *(*f)(void *))
{
    pthread_t thread;
    __heddle_thread_create(f, 0, 1, &thread);
}
";

/// A step: how it goes, what goes wrong on it, and the state after it, if there is one.
type Step = (StepOutcome, Vec<Violation>, Vec<u32>);

fn step(machine: &mut Machine<'_>, state: &[u32], choice: Choice) -> Step {
    let (mut violations, mut after) = (Vec::new(), Vec::new());
    machine.load(state);
    let outcome = machine.step(choice, &mut violations);
    if outcome == StepOutcome::Continues {
        machine.save(&mut after);
    }
    (outcome, violations, after)
}

fn choices(machine: &mut Machine<'_>, state: &[u32]) -> Vec<Choice> {
    let mut choices = Vec::new();
    machine.load(state);
    machine.choices(&mut choices);
    choices
}

/// The bugs that violations show. Their messages may tell who has a lock.
fn bugs(violations: &[Violation]) -> Vec<Identity<'_>> {
    violations.iter().map(Violation::identity).collect()
}

/// Has other threads do all that they can from a state on, and compares each of their steps
/// before the left mover with the same step after it.
fn check_mover(machine: &mut Machine<'_>, state: &[u32], mover: Actor) {
    let mut seen = HashSet::from([state.to_vec()]);
    let mut open = VecDeque::from([state.to_vec()]);
    while let Some(before) = open.pop_front() {
        let all = choices(machine, &before);
        if all.is_empty() {
            // The process has ended.
            continue;
        }
        assert!(all.contains(&Choice::of(mover)), "{mover:?} cannot move");
        let (outcome, violations, moved) = step(machine, &before, Choice::of(mover));
        assert_eq!((outcome, violations), (StepOutcome::Continues, vec![]), "{mover:?} fails");
        for other in all.into_iter().filter(|choice| choice.actor() != mover) {
            assert!(choices(machine, &moved).contains(&other), "{mover:?} disables {other:?}");
            let (outcome, violations, first) = step(machine, &before, other);
            let (later_outcome, later_violations, last) = step(machine, &moved, other);
            assert_eq!(
                (&outcome, bugs(&violations)),
                (&later_outcome, bugs(&later_violations)),
                "{mover:?} changes what becomes of {other:?}"
            );
            if outcome != StepOutcome::Continues {
                continue;
            }
            if !choices(machine, &first).is_empty() {
                let (_, _, both) = step(machine, &first, Choice::of(mover));
                assert_eq!(both, last, "{mover:?} and {other:?} lead elsewhere");
            }
            if seen.insert(first.clone()) {
                open.push_back(first);
            }
        }
    }
}

/// Checks all left movers in all states of a program; returns their number.
fn check_with(properties: PropertySet, text: &str) -> usize {
    let program = program(&format!("{DECLARATIONS}{text}"));
    let options = Options { properties, ..Options::default() };
    let mut machine = Machine::new(&program, options).expect("it starts");
    let mut movers = Vec::new();
    let walk = walk(&mut machine, 100_000, |machine| {
        let mut state = Vec::new();
        machine.save(&mut state);
        for thread in 0..machine.thread_count() {
            let thread = Actor::from(ThreadId(thread as u32));
            if machine.is_left_mover(thread) {
                movers.push((state.clone(), thread));
            }
        }
    });
    assert!(walk.is_complete && walk.unknown.is_empty(), "{:?}", walk.unknown);
    assert!(machine.assumptions_hold());
    for (state, mover) in &movers {
        check_mover(&mut machine, state, *mover);
    }
    movers.len()
}

/// Checks all left movers in all states of a program, for the default properties.
fn check(text: &str) -> usize {
    check_with(PropertySet::default(), text)
}

/// Checks that a program has left movers, and that they are.
fn check_some(text: &str) {
    assert!(check(text) > 0, "no left movers");
}

#[test]
fn a_mutex_is_unlocked_by_its_owner() {
    check_some(
        r"
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *owner(void *unused)
        {
            pthread_mutex_lock(&mutex);
            pthread_mutex_unlock(&mutex);
            return unused;
        }
        static void *other(void *unused)
        {
            pthread_mutex_unlock(&mutex);
            return unused;
        }
        int main(void)
        {
            start(owner);
            start(other);
            return 0;
        }",
    );
}

#[test]
fn a_spin_lock_is_unlocked_by_its_owner() {
    check_some(
        r"
        static pthread_spinlock_t spin;
        static void *owner(void *unused)
        {
            pthread_spin_lock(&spin);
            pthread_spin_unlock(&spin);
            return unused;
        }
        static void *other(void *unused)
        {
            pthread_spin_unlock(&spin);
            return unused;
        }
        int main(void)
        {
            start(owner);
            start(other);
            return 0;
        }",
    );
}

#[test]
fn a_share_of_a_reader_has_no_owner() {
    check_some(
        r"
        static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        static void *owner(void *unused)
        {
            pthread_rwlock_rdlock(&lock);
            pthread_rwlock_unlock(&lock);
            pthread_rwlock_wrlock(&lock);
            pthread_rwlock_unlock(&lock);
            return unused;
        }
        static void *other(void *unused)
        {
            pthread_rwlock_unlock(&lock);
            return unused;
        }
        int main(void)
        {
            start(owner);
            start(other);
            return 0;
        }",
    );
}

/// Posts and waits of a semaphore that begins with a value.
fn semaphore(value: &str, first: &str, second: &str) -> String {
    format!(
        r"
        static sem_t sem;
        static void *first(void *unused)
        {{
            return (void *)(long)__heddle_sem_{first}(&sem);
        }}
        static void *second(void *unused)
        {{
            return (void *)(long)__heddle_sem_{second}(&sem);
        }}
        int main(void)
        {{
            __heddle_sem_init(&sem, 0, {value});
            start(first);
            start(second);
            return 0;
        }}"
    )
}

#[test]
fn a_semaphore_is_posted() {
    check_some(&semaphore("0", "post", "post"));
    check_some(&semaphore("0", "post", "wait"));
}

#[test]
fn a_post_at_the_maximum_refutes_nothing() {
    check(&semaphore("INT_MAX", "post", "post"));
}

#[test]
fn threads_are_created_in_either_order() {
    check_some(
        r"
        static void *nothing(void *unused) { return unused; }
        static void *something(void *unused) { return &something; }
        static void *creator(void *unused)
        {
            start(nothing);
            return unused;
        }
        int main(void)
        {
            start(creator);
            start(something);
            return 0;
        }",
    );
}

/// The number of a detached thread becomes free when it exits, and those of others are not, so that
/// a new thread gets another number than before.
#[test]
fn a_number_is_used_again() {
    check_some(
        r"
        static int held[63];
        static void *nothing(void *unused) { return unused; }
        static void start_and_join(void)
        {
            for (int i = 1; i < 63; i++) {
                held[i] = i;
                start(nothing);
                __heddle_thread_join(i, 0);
            }
        }
        int main(void)
        {
            start_and_join();
            start_detached(nothing);
            start(nothing);
            return 0;
        }",
    );
}

/// The main thread starts a thread that returns at once and another one, and keeps a result.
fn beside_main(result: &str, other: &str) -> String {
    format!(
        r"
        static void *shared;
        static long kept;
        static void *first(void *unused) {{ return &kept; }}
        static void *second(void *unused) {{ return (void *)(long)({other}); }}
        int main(void)
        {{
            start(first);
            start(second);
            kept = {result};
            return 0;
        }}"
    )
}

const JOIN: &str = "__heddle_thread_join(1, 0)";
const TRY_JOIN: &str = "__heddle_thread_tryjoin(1, 0)";
const DETACH: &str = "pthread_detach(2)";
const CANCEL: &str = "pthread_cancel(2)";
const NOTHING: &str = "0";

#[test]
fn a_thread_is_joined_while_others_look_at_it() {
    for other in [JOIN, TRY_JOIN, DETACH, CANCEL, NOTHING] {
        check_some(&beside_main(JOIN, other));
        check_some(&beside_main(TRY_JOIN, other));
    }
    check_some(&beside_main("__heddle_thread_join(1, &shared)", "shared"));
}

#[test]
fn a_thread_is_joined_that_is_created_meanwhile() {
    check_some(
        r"
        static long kept;
        static void *nothing(void *unused) { return unused; }
        static void *creator(void *unused)
        {
            start(nothing);
            return unused;
        }
        int main(void)
        {
            start(creator);
            kept = __heddle_thread_join(2, 0);
            return 0;
        }",
    );
}

#[test]
fn a_thread_exits_while_others_look_at_it() {
    for other in [TRY_JOIN, DETACH, CANCEL, NOTHING] {
        check_some(&beside_main("0", other));
    }
}

/// Memory is lost, or found again, by an operation on a thread while the process may end.
#[test]
fn memory_is_lost_and_found_with_threads() {
    let overwritten = r"
        void *block = malloc(1);
        pthread_create((pthread_t *)&block, 0, first, 0);
        return 0;";
    let kept = r"
        static _Thread_local void *block;
        block = malloc(1);
        return 0;";
    let joined = r"
        void *block;
        __heddle_thread_join(1, &block);
        return block;";
    for (first, second) in [("0", overwritten), ("0", kept), ("malloc(1)", joined)] {
        let text = format!(
            r"
            static void *first(void *unused) {{ return {first}; }}
            static void *second(void *unused) {{ {second} }}
            int main(void)
            {{
                start(first);
                start(second);
                return 0;
            }}"
        );
        assert!(check_with(PropertySet::default().with(Property::Leak), &text) > 0);
    }
}
