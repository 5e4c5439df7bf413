//! A stretch makes the same steps, and finds the same, as one step after the other.
//!
//! The reference makes each step by itself, and checks each state on the way. What is compared after
//! each call of [`Reducible::run_alone`]: the state, how the last step ended, and what was wrong on the
//! way, which ends a stretch.

use heddle_machine::{Machine, Options};
use heddle_model::{Choice, Reducible, StepOutcome, ThreadId, TransitionSystem, Violation};

use crate::kit::program;

const DECLARATIONS: &str = r"
#include <heddle.h>
#include <pthread.h>
#include <stdlib.h>
";

/// The only choice of the loaded state, if there is one.
fn only_choice(machine: &mut Machine<'_>) -> Option<Choice> {
    let mut choices = Vec::new();
    machine.choices(&mut choices);
    match choices[..] {
        [choice] if choice.alternative == 0 => Some(choice),
        _ => None,
    }
}

/// Makes up to so many steps of a thread one by one, as long as it is alone and nothing is wrong with
/// the states on the way.
fn one_by_one(
    machine: &mut Machine<'_>,
    thread: ThreadId,
    steps: u64,
) -> (Vec<Violation>, StepOutcome) {
    let mut violations = Vec::new();
    for _ in 0..steps {
        let Some(choice) = only_choice(machine).filter(|it| it.thread() == Some(thread)) else {
            break;
        };
        machine.check_state(&[choice], &mut violations);
        if !violations.is_empty() {
            break;
        }
        let outcome = machine.step(choice, &mut violations);
        if outcome != StepOutcome::Continues || !violations.is_empty() {
            return (violations, outcome);
        }
    }
    (violations, StepOutcome::Continues)
}

/// Goes along one run of a program, in which the newest thread moves that can. Returns how many steps were made in stretches, and what was wrong in them.
fn compare(text: &str, stride: u64) -> (u64, Vec<Violation>) {
    let program = program(&format!("{DECLARATIONS}{text}"));
    let mut machine = Machine::new(&program, Options::default()).expect("it starts");
    let mut reference = machine.sibling();
    machine.reset();
    reference.reset();
    let (mut made, mut found) = (0, Vec::new());
    let (mut words, mut expected) = (Vec::new(), Vec::new());
    for _ in 0..100_000 {
        machine.save(&mut words);
        reference.load(&words);
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let Some(&choice) = choices.last() else { return (made, found) };
        let thread = choice.thread().expect("only threads move");
        let mut violations = Vec::new();
        let (steps, outcome) = machine.run_alone(thread.into(), stride, &mut violations);
        made += steps;
        let (other, other_outcome) = one_by_one(&mut reference, thread, steps);
        if steps > 0 {
            assert_eq!(outcome, other_outcome, "after {made} steps");
        }
        if outcome != StepOutcome::Continues {
            assert_eq!(violations, other, "after {made} steps");
            found.extend(violations);
            return (made, found);
        }
        machine.save(&mut words);
        reference.save(&mut expected);
        assert_eq!(words, expected, "after {made} steps");
        // The last state of a stretch may have been checked, or may not.
        assert_eq!(other, vec![], "a stretch has gone past it");
        if !violations.is_empty() {
            let mut wrong = Vec::new();
            reference.check_state(&choices, &mut wrong);
            assert_eq!(violations, wrong, "after {made} steps");
            found.extend(violations);
            return (made, found);
        }
        if steps < stride {
            machine.choices(&mut choices);
            let mut wrong = Vec::new();
            machine.check_state(&choices, &mut wrong);
            if !wrong.is_empty() {
                found.extend(wrong);
                return (made, found);
            }
            let Some(&choice) = choices.last() else { return (made, found) };
            if machine.step(choice, &mut found) != StepOutcome::Continues {
                return (made, found);
            }
        }
    }
    panic!("the run does not end");
}

/// Compares with strides of several lengths; returns the number of different findings, which is
/// the same with all of them.
fn check(text: &str) -> usize {
    let [first, others @ ..] = [1, 7, 64, 4096].map(|stride| {
        let (made, found) = compare(text, stride);
        assert!(made > 100, "{made} steps were made in stretches");
        found
    });
    for other in others {
        assert_eq!(other, first);
    }
    first.len()
}

#[test]
fn a_thread_that_was_never_with_others() {
    let wrong = check(
        r"
        static volatile unsigned sum;
        static unsigned *numbers[8];
        int main(void)
        {
            for (unsigned i = 0; i < 200; i++) {
                unsigned **number = &numbers[i % 8];
                free(*number);
                *number = malloc(sizeof **number);
                **number = i;
                sum += **number;
            }
        }",
    );
    assert_eq!(wrong, 0);
}

#[test]
fn an_access_out_of_bounds_at_the_end() {
    let wrong = check(
        r"
        static volatile char text[200];
        int main(void)
        {
            for (unsigned i = 0; i <= 200; i++)
                text[i] = 'x';
        }",
    );
    assert_eq!(wrong, 1);
}

#[test]
fn an_invariant_that_is_registered_on_the_way() {
    let wrong = check(
        r"
        static volatile int x, y;
        static int sound(void) { return x != 7; }
        int main(void)
        {
            for (int i = 0; i < 200; i++)
                y = i;
            heddle_invariant(sound);
            x = 7;
            x = 0;
        }",
    );
    assert_eq!(wrong, 1);
}

#[test]
fn a_circle_that_is_closed_by_a_signal() {
    let wrong = check(
        r"
        static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
        static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
        static volatile unsigned count;
        static void *waiter(void *p)
        {
            pthread_mutex_lock(&outer);
            pthread_mutex_lock(&inner);
            pthread_cond_wait(&condition, &inner);
            return p;
        }
        static void *owner(void *p)
        {
            pthread_mutex_lock(&inner);
            pthread_mutex_lock(&outer);
            return p;
        }
        int main(void)
        {
            pthread_t thread;
            pthread_create(&thread, 0, waiter, 0);
            pthread_create(&thread, 0, owner, 0);
            for (unsigned i = 0; i < 200; i++)
                count = i;
            pthread_cond_signal(&condition);
            count = 0;
        }",
    );
    assert_eq!(wrong, 1);
}
