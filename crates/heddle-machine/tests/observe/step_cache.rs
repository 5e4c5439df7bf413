//! Steps from the step cache lead where the same steps lead when they are made.
//!
//! Two machines that share their components walk through all states side by side. One of
//! them records events, so that it makes every step and has all threads at hand.

use std::collections::{HashSet, VecDeque};

use heddle_machine::{Machine, Options, Recording};
use heddle_model::{Actor, Choice, Footprint, Reducible, ThreadId, TransitionSystem};
use heddle_program::Program;

use crate::kit::program;

/// Threads that meet in all the ways that are cached: plain and atomic accesses, locks,
/// condition variables with and without someone who waits, variables of their own.
const MEETING: &str = r"
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static _Atomic int turns;
static int ready, sum;
static _Thread_local int own;

static int twice(int number) { return 2 * number; }

static void *giver(void *argument)
{
    own = (int)(long)argument;
    pthread_mutex_lock(&mutex);
    ready += twice(own);
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    turns++;
    pthread_spin_lock(&spin);
    sum += own;
    pthread_spin_unlock(&spin);
    return 0;
}

static void *taker(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (ready == 0)
        pthread_cond_wait(&changed, &mutex);
    ready--;
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_rdlock(&rwlock);
    sum += turns;
    pthread_rwlock_unlock(&rwlock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, giver, (void *)1L);
    pthread_create(&threads[1], 0, taker, 0);
    pthread_cond_broadcast(&changed);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return sum;
}
";

/// A thread lends a variable of its own to another.
const LENDING: &str = r"
#include <pthread.h>

static int *lent, done;

static void *borrower(void *argument)
{
    int copy = *(int *)argument;
    *(int *)argument = copy + 1;
    done++;
    return 0;
}

int main(void)
{
    int mine = 0;
    pthread_t threads[2];
    lent = &mine;
    pthread_create(&threads[0], 0, borrower, &mine);
    pthread_create(&threads[1], 0, borrower, lent);
    mine++;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return mine + done;
}
";

/// Answers to what a search asks of a loaded state: its choices; of each thread what its next
/// step touches, how many alternatives it has, and whether it is a left mover; the number of
/// violations.
type Asked = (Vec<Choice>, Vec<Footprint>, Vec<(u32, bool)>, usize);

fn ask(machine: &mut Machine<'_>) -> Asked {
    let (mut choices, mut violations) = (Vec::new(), Vec::new());
    machine.choices(&mut choices);
    machine.check_state(&choices, &mut violations);
    let threads = || (0..machine_threads(&choices)).map(|t| ThreadId(t).into());
    let footprint = |thread: Actor| {
        let mut footprint = Footprint::default();
        machine.footprint(thread, &mut footprint);
        footprint
    };
    let footprints = threads().map(footprint).collect();
    let next =
        threads().map(|t: Actor| (machine.alternatives(t), machine.is_left_mover(t))).collect();
    (choices, footprints, next, violations.len())
}

/// Threads up to the last that can move.
fn machine_threads(choices: &[Choice]) -> u32 {
    choices.iter().map(|choice| choice.thread().map_or(0, |thread| thread.0 + 1)).max().unwrap_or(0)
}

/// Visits all states with both machines; returns how many there are, and how many steps
/// were in the cache.
fn compare(program: &Program) -> (usize, u64) {
    let mut caching = Machine::new(program, Options::default()).expect("it starts");
    let mut making = caching.sibling();
    making.record(Recording::Output);
    caching.reset();
    making.reset();
    let mut initial = Vec::new();
    caching.save(&mut initial);
    let mut seen = HashSet::from([initial.clone()]);
    let mut open = VecDeque::from([initial]);
    while let Some(state) = open.pop_front() {
        caching.load(&state);
        making.load(&state);
        let asked = ask(&mut caching);
        assert_eq!(asked, ask(&mut making));
        for choice in asked.0 {
            // Two steps in a row: the second begins where a cached one has ended.
            caching.load(&state);
            making.load(&state);
            for _ in 0..2 {
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                let outcome = caching.step(choice, &mut ours);
                assert_eq!(outcome, making.step(choice, &mut theirs));
                assert_eq!(ours, theirs);
                assert_eq!(ask(&mut caching), ask(&mut making));
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                caching.save(&mut ours);
                making.save(&mut theirs);
                assert_eq!(ours, theirs);
                if seen.insert(ours.clone()) {
                    open.push_back(ours);
                }
                if caching.alternatives(choice.actor()) != 1 {
                    break;
                }
            }
        }
    }
    assert_eq!(making.step_cache_hits(), 0);
    (seen.len(), caching.step_cache_hits())
}

#[test]
fn cached_steps_lead_where_made_ones_do() {
    let (states, repeats) = compare(&program(MEETING));
    assert!(states > 200 && repeats > states as u64, "{states} {repeats}");
}

/// A thread makes numbers of addresses of what others have, and computes with them.
const NUMBERS: &str = r"
#include <pthread.h>
#include <stdint.h>

static int known, found;

static void *worker(void *argument)
{
    int first = known;
    uintptr_t number = ~(uintptr_t)argument;
    found += first;
    found += (int)*(char *)~number;
    return 0;
}

int main(void)
{
    char mine = 1;
    pthread_t threads[2];
    pthread_create(&threads[0], 0, worker, &mine);
    pthread_create(&threads[1], 0, worker, &mine);
    known = 1;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return found;
}
";

#[test]
fn what_a_step_does_to_others_is_done_each_time() {
    let (states, repeats) = compare(&program(NUMBERS));
    assert!(states > 50 && repeats > 0, "{states} {repeats}");
}

#[test]
fn what_others_can_reach_is_up_to_date() {
    let (states, repeats) = compare(&program(LENDING));
    assert!(states > 50 && repeats > 0, "{states} {repeats}");
}
