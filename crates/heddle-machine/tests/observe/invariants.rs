//! Invariants: no trace of an evaluation, the right answer in every state, and what was
//! read.

use heddle_model::{Choice, Property, StepOutcome, ThreadId, TransitionSystem, UnknownKind};

use crate::kit::{address, bytes, machine, program, walk};

/// Two threads, a list on the heap, and invariants that look at it in awkward ways.
const LIST: &str = r#"
#include <stdint.h>
#include <stdlib.h>
#include <heddle.h>

struct node { int value; struct node *next; };
struct node *list, *spare;
struct node copied;
_Thread_local int own;

static int length(const struct node *node, int *steps)
{
    if (!node)
        return 0;
    ++*steps;
    return 1 + length(node->next, steps);
}

/* Takes addresses of its own variables, and knows those of others as integers. */
int walks(void)
{
    int steps = 0, seen[8] = {0};
    struct node copy = list ? *list : copied;
    const struct node *kept[2] = {list, &copy};
    uintptr_t bits = (uintptr_t)list;
    own++;
    seen[0] = length(kept[0], &steps) + own;
    return seen[0] == steps + 1 && (bits != 0) == (list != 0) && copy.value >= 0;
}

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    heddle_atomic_begin();
    node->next = list;
    list = node;
    heddle_atomic_end();
}

static void *work(void *unused)
{
    push(1);
    return unused;
}

int main(void)
{
    heddle_thread(work, 0);
    spare = malloc(sizeof *spare);
    push(2);
    free(spare);
    spare = 0;
    return 0;
}
"#;

#[test]
fn an_evaluation_leaves_no_trace() {
    let program = program(LIST);
    let without = walk(&mut machine(&program, &[]), 10_000, |_| {});
    let mut observed = 0;
    let with = walk(&mut machine(&program, &["walks"]), 10_000, |machine| {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        machine.save(&mut before);
        for _ in 0..3 {
            let mut violations = Vec::new();
            machine.check_invariants(&mut violations);
            assert_eq!(violations, [], "the invariant holds");
            machine.save(&mut after);
            assert_eq!(before, after);
        }
        // Everything as if made anew, too.
        machine.reset();
        machine.load(&before);
        machine.save(&mut after);
        assert_eq!(before, after);
        observed += machine.observed().count();
    });
    assert!(with.is_complete && without.is_complete);
    assert!(with.violations.is_empty() && with.unknown.is_empty());
    assert_eq!(with.states, without.states);
    assert!(observed > with.states, "the list and more is read");
}

#[test]
fn the_answer_is_that_of_the_state_wherever_one_comes_from() {
    let program = program(
        "#include <heddle.h>
        int x, y;
        int below(void) { return x < 2 || y < 2; }
        static void *work(void *unused) { y = 1; y = 2; y = 1; y = 2; return unused; }
        int main(void) { heddle_thread(work, 0); x = 1; x = 2; x = 1; x = 2; return 0; }",
    );
    let mut machine = machine(&program, &["below"]);
    let mut states = Vec::new();
    walk(&mut machine, 10_000, |machine| {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push(words);
    });
    let value = |machine: &heddle_machine::Machine<'_>, name: &str| {
        bytes(machine, address(machine, name), 4)[0]
    };
    let mut broken = 0;
    // Back and forth, so that answers that are kept would be wrong.
    let far_apart = (0..states.len()).flat_map(|i| [i, states.len() - 1 - i]);
    for i in far_apart {
        machine.load(&states[i]);
        let mut violations = Vec::new();
        machine.check_state(&[], &mut violations);
        violations.retain(|violation| violation.property() == Property::Invariant);
        let holds = value(&machine, "x") < 2 || value(&machine, "y") < 2;
        assert_eq!(violations.is_empty(), holds);
        broken += violations.len();
    }
    assert!(broken > 0);
}

#[test]
fn what_is_read_is_observed_and_nothing_else() {
    let program = program(
        "int chosen, table[4], other;
        int main(void) { chosen = 2; other = 1; return 0; }
        int reads(void) { return table[chosen] == 0; }",
    );
    let mut machine = machine(&program, &["reads"]);
    let (chosen, table) = (address(&machine, "chosen"), address(&machine, "table"));
    let other = address(&machine, "other");
    let ints = |at: u64| at..at + 4;
    machine.check_invariants(&mut Vec::new());
    assert!(machine.is_observed(ints(chosen)) && machine.is_observed(ints(table)));
    assert!(machine.is_observed(chosen + 3..chosen + 4) && machine.is_observed(table..table + 16));
    assert!(!machine.is_observed(ints(table + 4)) && !machine.is_observed(ints(table + 8)));
    assert!(!machine.is_observed(ints(other)) && !machine.is_observed(chosen..chosen));
    let mut choices = Vec::new();
    let first = Choice::of(ThreadId(0));
    let has_chosen = |machine: &heddle_machine::Machine<'_>| bytes(machine, chosen, 1) == [2];
    while !has_chosen(&machine) {
        machine.choices(&mut choices);
        assert_eq!(machine.step(first, &mut Vec::new()), StepOutcome::Continues);
    }
    // A step ends up to date.
    assert!(machine.is_observed(ints(table + 8)) && !machine.is_observed(ints(table)));
}

#[test]
fn without_invariants_nothing_is_observed() {
    let program = program("int x; int main(void) { return x; }");
    let machine = machine(&program, &[]);
    assert!(!machine.is_observed(0..u64::MAX));
    assert_eq!(machine.observed().count(), 0);
}

#[test]
fn a_refused_invariant_makes_the_step_unknown() {
    let program = program(
        "int x, y;
        int spoils(void)
        {
            if (x == 1)
                y = 1;
            return 1;
        }
        int main(void) { x = 1; x = 0; return 0; }",
    );
    let result = walk(&mut machine(&program, &["spoils"]), 10_000, |_| {});
    assert!(result.violations.is_empty());
    let [unknown] = &result.unknown[..] else { panic!("{:?}", result.unknown) };
    assert_eq!(unknown.kind, UnknownKind::Evaluation);
    assert_eq!(unknown.reason, "invariant 'spoils' writes to 'y'");
    assert_eq!(unknown.place.as_ref().map(|place| place.line), Some(5));
}
