//! Witnesses that replay, and witnesses that do not.

use heddle_engine::{Witness, replay_options, replay_witness};
use heddle_machine::Machine;
use heddle_model::{Counterexample, Property};

use super::kit::Checked;

const RACE: &str = include_str!("../../../../../examples/simple_race.c");
const EMBRACE: &str = include_str!("../../../../../examples/deadly_embrace.c");

/// Two threads with inputs of their own, of which one has to be larger than the other, and a
/// choice.
const INPUTS: &str = r"
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static int values[2], which;

static void *fill(void *argument)
{
    values[(long)argument] = __VERIFIER_nondet_int();
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    __VERIFIER_assume(__VERIFIER_nondet_int() == 77);
    pthread_create(&threads[0], 0, fill, (void *)0);
    pthread_create(&threads[1], 0, fill, (void *)1);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    which = __VERIFIER_nondet_uchar();
    assert(values[0] <= values[1] || which != 3);
    return 0;
}
";

/// Replays a witness on the machine that it needs.
fn pass(checked: &Checked, witness: &Witness) -> Result<Counterexample, String> {
    let options = replay_options(checked.options.clone(), witness);
    let mut machine = Machine::new(checked.program(), options).unwrap();
    replay_witness(&mut machine, witness).map_err(|error| error.to_string())
}

fn instructions(witness: &Witness) -> u64 {
    witness.turns.iter().map(|turn| turn.instructions).sum()
}

#[test]
fn what_a_search_finds_replays_whatever_numbers_threads_have() {
    for (text, words) in [(RACE, &[][..]), (EMBRACE, &[]), (RACE, &["--property", "data-race"])] {
        let checked = Checked::new(text, words);
        let found = checked.found(&[]);
        for numbers in [[0, 1, 2], [0, 2, 1], [0, 7, 3]] {
            let witness = checked.witness(&[], &numbers);
            let passed = pass(&checked, &witness).unwrap();
            assert_eq!(passed.violation.property(), found.violation.property());
            assert_eq!(passed.violation.place, found.violation.place);
            assert_eq!(passed.schedule.0.len() as u64, instructions(&witness));
        }
    }
}

#[test]
fn inputs_belong_to_the_engines_threads() {
    let checked = Checked::new(INPUTS, &[]);
    let inputs: [&[u64]; 3] = [&[77], &[9], &[8]];
    for numbers in [[0, 1, 2], [0, 2, 1]] {
        let witness = checked.witness(&inputs, &numbers);
        assert_eq!(witness.inputs[numbers[1] as usize], [9]);
        let passed = pass(&checked, &witness).unwrap();
        assert_eq!(passed.violation.property(), Property::Assertion);
        // The other way round, nothing is wrong.
        let mut swapped = witness.clone();
        swapped.inputs.swap(1, 2);
        let error = pass(&checked, &swapped).unwrap_err();
        assert!(error.starts_with("the solver's model does not replay on the machine: after "));
    }
}

#[test]
fn what_does_not_replay_is_refused() {
    let checked = Checked::new(INPUTS, &[]);
    let inputs: [&[u64]; 3] = [&[77], &[9], &[8]];
    let right = checked.witness(&inputs, &[0, 1, 2]);
    let error = |change: &dyn Fn(&mut Witness)| {
        let mut wrong = right.clone();
        change(&mut wrong);
        pass(&checked, &wrong).unwrap_err()
    };
    let ends = |error: String, expected: &str| {
        assert!(error.ends_with(expected), "'{error}' should end with '{expected}'");
    };
    // It stops before anything goes wrong.
    ends(error(&|wrong| wrong.turns.truncate(4)), "nothing is wrong where assertion should be");
    // An input contradicts an assumption.
    ends(error(&|wrong| wrong.inputs[0][0] = 76), "an assumption does not hold");
    // There are only 256 ways.
    let chooses = right.turns.iter().position(|turn| turn.alternative == 3).unwrap();
    ends(error(&|wrong| wrong.turns[chooses].alternative = 256), "T0 cannot take alternative 256");
    // A thread that is not there yet, and one that never is.
    ends(error(&|wrong| wrong.turns[0].thread = 1), "there is no thread 1 yet");
    ends(error(&|wrong| wrong.turns[0].thread = 5), "there is no thread 5 yet");
    // Nobody is created there, and somebody is.
    ends(error(&|wrong| wrong.turns[0].creates = Some(4)), "there are 1 threads where 2 should be");
    let creates = right.turns.iter().position(|turn| turn.creates.is_some()).unwrap();
    ends(
        error(&|wrong| wrong.turns[creates].creates = None),
        "there are 2 threads where 1 should be",
    );
    // A thread goes on after its end.
    let last = right.turns.iter().rposition(|turn| turn.thread == 1).unwrap();
    ends(error(&|wrong| wrong.turns[last].instructions += 1), "T1 cannot take alternative 0");
}

#[test]
fn another_violation_counts_if_it_was_asked_for() {
    let checked = Checked::new(RACE, &[]);
    let mut witness = checked.witness(&[], &[0, 1, 2]);
    witness.property = Property::Memory;
    assert_eq!(pass(&checked, &witness).unwrap().violation.property(), Property::Assertion);
}
