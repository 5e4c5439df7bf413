//! States that are compared by less than all of them.

use heddle_machine::{Abstraction, Machine};
use heddle_model::{Matchable, Property, TransitionSystem};

use crate::kit::{address, bytes, machine, program, walk};

fn int_at(machine: &Machine<'_>, name: &str) -> i32 {
    let bytes = bytes(machine, address(machine, name), 4);
    i32::from_le_bytes(bytes.try_into().expect("four bytes"))
}

/// A program with a counter that never stops; `{}` is what it tells heddle first.
fn counts(told: &str) -> String {
    format!(
        r#"
#include <heddle.h>
int served, turn;
static void parity(void) {{ heddle_abs[5] = served & 1; }}
int main(void)
{{
    {told}
    for (;;) {{
        __atomic_add_fetch(&served, 1, __ATOMIC_SEQ_CST);
        turn = !turn;
        heddle_assert(served != 6 || turn != 1);
    }}
}}
"#
    )
}

#[test]
fn an_unmatched_counter_makes_an_endless_program_finite() {
    let endless = program(&counts(""));
    let walked = walk(&mut machine(&endless, &[]), 500, |machine| {
        assert!(!machine.save_matched(&mut Vec::new()));
    });
    assert!(!walked.is_complete);

    let finite = program(&counts("heddle_unmatched(&served, sizeof served);"));
    let mut machine = machine(&finite, &[]);
    let mut most = 0;
    let walked = walk(&mut machine, 500, |machine| most = most.max(int_at(machine, "served")));
    assert!(walked.is_complete && walked.unknown.is_empty());
    assert!(walked.violations.is_empty(), "what is hidden is not explored");
    assert!((1..4).contains(&most), "but it is there: {most}");
    assert!(machine.uses_abstraction());
    assert_eq!(machine.abstraction(), Some(Abstraction { unmatched: 4, hashed: 0 }));
}

#[test]
fn the_abstract_state_tells_states_apart() {
    let told = "heddle_unmatched(&served, sizeof served);";
    let plain = program(&counts(told));
    let plain = walk(&mut machine(&plain, &[]), 500, |_| {});
    let parity = program(&counts(&format!("{told} heddle_abstraction(parity);")));
    let mut machine = machine(&parity, &[]);
    let mut pairs = Vec::new();
    let walked = walk(&mut machine, 500, |machine| {
        let abs = bytes(machine, address(machine, "heddle_abs"), 64);
        assert!(abs.iter().enumerate().all(|(i, &byte)| byte == 0 || i == 5));
        pairs.push((int_at(machine, "served") & 1, i32::from(abs[5])));
    });
    assert!(walked.is_complete && walked.unknown.is_empty());
    assert!(walked.states > plain.states);
    assert!(pairs.iter().all(|(served, abs)| served == abs), "{pairs:?}");
    assert!(pairs.iter().any(|pair| pair.1 == 1));
}

#[test]
fn what_is_saved_is_whole() {
    let program = program(&counts("heddle_unmatched(&served, sizeof served);"));
    let mut machine = machine(&program, &[]);
    let mut states = Vec::new();
    walk(&mut machine, 500, |machine| {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push((words, int_at(machine, "served")));
    });
    for (words, served) in states.iter().rev() {
        machine.load(words);
        assert_eq!(int_at(&machine, "served"), *served);
        let mut again = Vec::new();
        machine.save(&mut again);
        assert_eq!(again, *words);
    }
}

/// Two threads put their numbers into a table, in either order.
const TABLE: &str = r#"
#include <heddle.h>
#include <stdlib.h>
int *table, wrong;
static unsigned long sum(const void *bytes, size_t size)
{
    unsigned long total = 0;
    for (size_t i = 0; i < size / sizeof(int); i++)
        total += ((const int *)bytes)[i];
    return total;
}
static void put(int value)
{
    heddle_atomic_begin();
    table[table[0] != 0] = value;
    heddle_atomic_end();
}
static void *work(void *unused) { put(1); return unused; }
int sums(void) { return !table || !table[1] || table[0] + table[1] - 3u < 2; }
int main(void)
{
    int *memory = malloc(2 * sizeof *memory);
    memory[0] = memory[1] = 0;
    table = memory;
    HASH;
    heddle_thread(work, 0);
    put(2 + heddle_choose(2));
    __atomic_load_n(&wrong, __ATOMIC_SEQ_CST);
    heddle_abs[1] = 0;
    for (;;)
        heddle_abs[1] ^= 1;
}
"#;

#[test]
fn a_hash_stands_for_its_region() {
    let states = |hash: &str| {
        let program = program(&TABLE.replace("HASH", hash));
        let mut machine = machine(&program, &["sums"]);
        let walked = walk(&mut machine, 10_000, |_| {});
        assert!(walked.is_complete && walked.unknown.is_empty(), "{:?}", walked.unknown);
        assert!(walked.violations.is_empty());
        (walked.states, machine.abstraction())
    };
    let (exact, none) = states("(void)sum");
    let (hashed, abstraction) = states("heddle_hash(memory, 8, sum)");
    let (unmatched, _) = states("heddle_unmatched(memory, 8)");
    assert_eq!(none, None);
    assert_eq!(abstraction, Some(Abstraction { unmatched: 0, hashed: 8 }));
    assert!(unmatched < hashed && hashed < exact, "{unmatched}, {hashed}, {exact}");
}

#[test]
fn a_freed_region_is_hidden_no_longer() {
    let program = program(
        "#include <heddle.h>
        #include <stdlib.h>
        int *box, freed;
        int main(void)
        {
            box = malloc(sizeof *box);
            heddle_unmatched(box, sizeof *box);
            free(box);
            box = 0;
            freed = 1;
            box = malloc(sizeof *box);
            for (*box = 0; *box < 3; ++*box)
                ;
            return 0;
        }",
    );
    let mut seen = Vec::new();
    let walked = walk(&mut machine(&program, &[]), 10_000, |machine| {
        let hides = machine.save_matched(&mut Vec::new());
        let freed = int_at(machine, "freed") == 1;
        assert!(!(freed && hides));
        let object = bytes(machine, address(machine, "box"), 8);
        let object = u64::from_le_bytes(object.try_into().expect("eight bytes"));
        if freed && object != 0 {
            seen.push(bytes(machine, object, 1));
        }
    });
    assert!(walked.is_complete && walked.violations.is_empty());
    for value in 0..=3 {
        assert!(seen.contains(&vec![value]), "{value} of {seen:?}");
    }
}

#[test]
fn a_step_from_the_same_state_leads_to_the_same_state() {
    let told = "heddle_unmatched(&served, sizeof served); heddle_abstraction(parity);";
    let program = program(&counts(told));
    let mut machine = machine(&program, &[]);
    let mut states = Vec::new();
    walk(&mut machine, 500, |machine| {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push(words);
    });
    let successor = |machine: &mut Machine<'_>, state: &[u32]| {
        machine.load(state);
        let mut choices = Vec::new();
        machine.choices(&mut choices);
        let outcome = machine.step(choices[0], &mut Vec::new());
        let mut words = Vec::new();
        machine.save(&mut words);
        (outcome, words)
    };
    let forth: Vec<_> = states.iter().map(|state| successor(&mut machine, state)).collect();
    for (state, expected) in states.iter().zip(&forth).rev() {
        assert_eq!(successor(&mut machine, state), *expected);
    }
}

#[test]
fn what_goes_wrong_in_an_abstraction_is_told() {
    let program = program(
        "#include <heddle.h>
        int *at, value;
        static void follows(void) { heddle_abs[0] = *at; }
        int main(void)
        {
            at = &value;
            heddle_abstraction(follows);
            at = 0;
            return 0;
        }",
    );
    let walked = walk(&mut machine(&program, &[]), 1000, |_| {});
    let first = walked.violations.first().expect("a violation");
    assert_eq!(first.kind(), Property::Memory);
    assert_eq!(first.message(), "in abstraction 'follows': read through a null pointer");
    assert_eq!(first.place.as_ref().map(|place| place.line), Some(3));
}
