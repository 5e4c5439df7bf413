//! Inputs that threads are given.

use std::collections::BTreeSet;

use heddle_machine::{Event, Granularity, Machine, Options, Recording, Symmetry, SymmetryObstacle};
use heddle_model::{Choice, Reducible, StepOutcome, ThreadId, TransitionSystem, UnknownKind};

use crate::kit::{address, bytes, program, walk};

const SUMS: &str = r"
#include <pthread.h>

unsigned long __heddle_nondet(unsigned bits);

int first, second;
long wide;

static void *worker(void *argument)
{
    second = (int)__heddle_nondet(32);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    first = (int)__heddle_nondet(8);
    first = 1000 * first + (int)__heddle_nondet(32);
    pthread_join(thread, 0);
    wide = (long)__heddle_nondet(64);
    return 0;
}
";

/// A loop that takes an input in each round, and looks at none but the last.
const LOOP: &str = r"
unsigned long __heddle_nondet(unsigned bits);

int main(void)
{
    while (!(int)__heddle_nondet(32))
        ;
    return 0;
}
";

fn options(inputs: &[&[u64]], granularity: Granularity) -> Options {
    let inputs = inputs.iter().map(|own| own.to_vec()).collect();
    Options { inputs: Some(inputs), granularity, ..Options::default() }
}

/// All values that the variables of [`SUMS`] have at the end.
fn ends(inputs: &[&[u64]], granularity: Granularity) -> BTreeSet<[i64; 3]> {
    let program = program(SUMS);
    let mut machine = Machine::new(&program, options(inputs, granularity)).unwrap();
    let mut ends = BTreeSet::new();
    let walked = walk(&mut machine, 1_000_000, |machine| {
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        if choices.is_empty() {
            machine.materialize_all();
            let int = |name: &str| {
                let bytes = bytes(machine, address(machine, name), 4);
                i64::from(i32::from_le_bytes(bytes.try_into().unwrap()))
            };
            let wide = bytes(machine, address(machine, "wide"), 8);
            ends.insert([
                int("first"),
                int("second"),
                i64::from_le_bytes(wide.try_into().unwrap()),
            ]);
        }
    });
    assert!(walked.is_complete && walked.violations.is_empty(), "{:?}", walked.violations);
    assert_eq!(walked.unknown, []);
    ends
}

#[test]
fn each_thread_takes_its_own_in_order() {
    for granularity in [Granularity::None, Granularity::Global] {
        let minus_one = u64::from(u32::MAX);
        assert_eq!(
            ends(&[&[0x102, 5, u64::MAX], &[minus_one]], granularity),
            BTreeSet::from([[2005, -1, -1]]),
            "cut to the bits that are asked for"
        );
        assert_eq!(ends(&[&[7]], granularity), BTreeSet::from([[7000, 0, 0]]));
        assert_eq!(ends(&[], granularity), BTreeSet::from([[0, 0, 0]]));
    }
}

#[test]
fn states_with_other_inputs_to_come_are_not_one() {
    let program = program(LOOP);
    let states = |inputs: &[u64]| {
        let mut machine =
            Machine::new(&program, options(&[inputs], Granularity::None)).expect("it starts");
        let mut ends = 0;
        let walked = walk(&mut machine, 100_000, |machine| {
            let mut choices = Vec::new();
            machine.choices(&mut choices);
            ends += usize::from(choices.is_empty());
        });
        assert!(walked.is_complete);
        (walked.states, ends)
    };
    // Three rounds, of which the last leads out: without the count, the second would lead
    // back to the first.
    let (long, ends) = states(&[0, 0, 1]);
    assert_eq!(ends, 1);
    let (short, ends) = states(&[1]);
    assert_eq!(ends, 1);
    assert!(long > short + 2, "{long} {short}");
    // After the last there are only zeros: the loop has finitely many states.
    let (endless, ends) = states(&[0, 0]);
    assert!(ends == 0 && endless < long, "{endless} {long}");
}

#[test]
fn inputs_that_are_not_given_are_left_open() {
    let program = program(LOOP);
    let mut machine = Machine::new(&program, Options::default()).unwrap();
    let walked = walk(&mut machine, 100_000, |_| {});
    let kinds: Vec<UnknownKind> = walked.unknown.iter().map(|unknown| unknown.kind).collect();
    assert_eq!(kinds, [UnknownKind::OpenValue]);
}

#[test]
fn inputs_are_told_while_recording() {
    let program = program(LOOP);
    let options = options(&[&[1 << 32, 9]], Granularity::None);
    let mut machine = Machine::new(&program, options).unwrap();
    machine.reset();
    machine.record(Recording::Output);
    let mut inputs = Vec::new();
    for _ in 0..1000 {
        if machine.alternatives(ThreadId::MAIN.into()) == 0 {
            break;
        }
        let choice = Choice::of(ThreadId::MAIN);
        assert_eq!(machine.step(choice, &mut Vec::new()), StepOutcome::Continues);
        inputs.extend(machine.take_events().into_iter().filter_map(|event| match event {
            Event::Input { bits, value } => Some((bits, value)),
            _ => None,
        }));
    }
    assert_eq!(inputs, [(32, 0), (32, 9)]);
}

#[test]
fn threads_with_inputs_are_told_apart() {
    let program = program(SUMS);
    let apart = |inputs: Option<Vec<Vec<u64>>>| {
        let options = Options { inputs, symmetry: Symmetry::Threads, ..Options::default() };
        Machine::new(&program, options).unwrap().tells_threads_apart()
    };
    assert_eq!(apart(None), None);
    assert_eq!(apart(Some(Vec::new())), Some(SymmetryObstacle::OwnInputs));
}
