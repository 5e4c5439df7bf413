//! Machines of several workers that share their components.

use heddle_machine::Machine;
use heddle_model::{StepOutcome, ThreadId, TransitionSystem};

use crate::kit::{Checked, program};

const COUNTING: &str = r#"
#include <pthread.h>
#include <stdlib.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *argument) {
    int *copy = malloc(sizeof *copy);
    pthread_mutex_lock(&lock);
    *copy = counter;
    counter = *copy + 1;
    pthread_mutex_unlock(&lock);
    free(copy);
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return counter != 2;
}
"#;

/// The words that a machine saves along a run; `seed` decides who moves.
fn walk(machine: &mut Machine<'_>, seed: u64) -> Vec<Vec<u32>> {
    let (mut choices, mut states) = (Vec::new(), Vec::new());
    let mut random = fastrand::Rng::with_seed(seed);
    machine.reset();
    loop {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push(words);
        machine.choices(&mut choices);
        if choices.is_empty() {
            return states;
        }
        let choice = choices[random.usize(..choices.len())];
        let mut violations = Vec::new();
        assert_eq!(machine.step(choice, &mut violations), StepOutcome::Continues);
        assert_eq!(violations, []);
    }
}

#[test]
fn what_one_saves_the_other_loads() {
    let Checked { program, options, .. } = program(COUNTING);
    let mut one = Machine::new(&program, options).expect("the program starts");
    let states = walk(&mut one, 1);
    let mut other = one.sibling();
    assert_eq!(walk(&mut other, 1), states);
    let (mut ours, mut theirs, mut words) = (Vec::new(), Vec::new(), Vec::new());
    for state in states.iter().rev() {
        one.load(state);
        other.load(state);
        one.choices(&mut ours);
        other.choices(&mut theirs);
        assert_eq!(ours, theirs);
        assert_eq!(one.exit_code(), other.exit_code());
        one.materialize_all();
        other.materialize_all();
        for thread in 0..one.thread_count() as u32 {
            assert_eq!(
                one.thread(ThreadId(thread)).status(),
                other.thread(ThreadId(thread)).status()
            );
        }
        other.save(&mut words);
        assert_eq!(&words, state);
    }
}

#[test]
fn siblings_on_threads_of_their_own_save_the_same() {
    let Checked { program, options, .. } = program(COUNTING);
    let mut one = Machine::new(&program, options).expect("the program starts");
    let runs: Vec<_> = std::thread::scope(|scope| {
        let start = |seeds: [u64; 4]| {
            let mut machine = one.sibling();
            scope.spawn(move || seeds.map(|seed| (seed, walk(&mut machine, seed))))
        };
        let threads = [start([1, 2, 3, 4]), start([4, 3, 2, 1]), start([2, 5, 1, 6])];
        threads.into_iter().flat_map(|thread| thread.join().expect("a worker ends")).collect()
    });
    let held = one.memory_used();
    for (seed, states) in runs {
        assert_eq!(walk(&mut one, seed), states);
    }
    assert_eq!(one.memory_used(), held);
}
