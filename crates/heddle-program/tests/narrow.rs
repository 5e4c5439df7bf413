//! Inputs of which a program takes few values: exactly those are enumerated.

use heddle_program::operation::ProcessOp;
use heddle_program::{Callee, Const, Op, Operation, Program};
use heddle_testkit::program::{Runtime, program};

/// The first value and the number of values of each narrow input that `main` takes, in the order of
/// its code.
fn narrow_inputs(program: &Program) -> Vec<(u64, u64)> {
    let main = program.functions.values().find(|it| it.name == "main").unwrap();
    let calls = main.code.iter().filter_map(|op| match op {
        Op::Call { id } => Some(main.calls[*id].callee),
        _ => None,
    });
    let numbers = calls.filter_map(|callee| {
        let Callee::Function(id) = callee else { return None };
        let function = &program.functions[id];
        let Callee::Extern(id) = function.calls.values().next()?.callee else { return None };
        let operation = Operation::Process(ProcessOp::NarrowInput);
        if program.externs[id].operation != Some(operation) {
            return None;
        }
        let [_, Const::Bits(least), Const::Bits(count)] = function.constants[..] else {
            panic!("{:?}", function.constants)
        };
        Some((least, count))
    });
    numbers.collect()
}

const DECLARATIONS: &str = "short __VERIFIER_nondet_short(void);
unsigned __VERIFIER_nondet_uint(void);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int);
int used, count;
void *use(void *);
#define ASSUME(condition) __VERIFIER_assume(condition)
";

/// The narrow inputs of a body of `main`, at a level of optimization.
fn of_body(body: &str, level: &str) -> Vec<(u64, u64)> {
    let text = format!("{DECLARATIONS}int main(void) {{ {body}; return 0; }}");
    narrow_inputs(&program(&[("a.c", &text)], &[level], Runtime::Some(&["verifier.c"])))
}

/// The values of a `short` that meet a condition: the first, and how many there are, if they are in a
/// row.
fn in_a_row(condition: impl Fn(i32) -> bool) -> (u64, u64) {
    let met: Vec<i32> = (-32768..32768).filter(|x| condition(*x)).collect();
    let (first, last) = (met[0], met[met.len() - 1]);
    assert_eq!((last - first) as usize + 1, met.len());
    (u64::from(first as u16), met.len() as u64)
}

#[test]
fn values_are_those_that_meet_all_assumptions() {
    type Case = (&'static str, fn(i32) -> bool);
    let cases: [Case; 12] = [
        ("ASSUME(x >= 0 && x < 8)", |x| (0..8).contains(&x)),
        ("ASSUME(x > -3); ASSUME(5 >= x)", |x| x > -3 && x <= 5),
        ("ASSUME(!(x < 10 || x > 12))", |x| (10..=12).contains(&x)),
        ("ASSUME(x == 77)", |x| x == 77),
        ("ASSUME(x)  ; ASSUME(x >= 0); ASSUME(x < 3)", |x| x != 0 && (0..3).contains(&x)),
        ("ASSUME(x >= 32760)", |x| x >= 32760),
        ("ASSUME(x <= -32700)", |x| x <= -32700),
        ("ASSUME((unsigned short)x < 5)", |x| (x as u16) < 5),
        ("if (x < 0) ASSUME(0); else ASSUME(x < 4)", |x| (0..4).contains(&x)),
        ("ASSUME(x > 1 ? x < 9 : x == 1)", |x| if x > 1 { x < 9 } else { x == 1 }),
        ("ASSUME((x > 4) & (x < 9))", |x| x > 4 && x < 9),
        ("ASSUME(x > 40000 || (x > 2 && x < 6))", |x| x > 2 && x < 6),
    ];
    for (text, condition) in cases {
        for level in ["-O0", "-O1"] {
            let body = format!("short x = __VERIFIER_nondet_short(); {text}; used = x");
            assert_eq!(of_body(&body, level), [in_a_row(condition)], "{text} at {level}");
        }
    }
}

#[test]
fn widths_and_signs_are_those_of_the_input() {
    let cases = [
        ("int x = __VERIFIER_nondet_int(); ASSUME(x > -2 && x < 2)", (0xffff_ffff, 3)),
        ("unsigned x = __VERIFIER_nondet_uint(); ASSUME(x <= 9)", (0, 10)),
        ("unsigned x = __VERIFIER_nondet_uint(); ASSUME(x - 5 < 3)", (5, 3)),
        ("unsigned x = __VERIFIER_nondet_uint(); ASSUME(x > 0xfffffff0u)", (0xffff_fff1, 15)),
        ("long x = __VERIFIER_nondet_long(); ASSUME(x == -1 || x == 0)", (u64::MAX, 2)),
        ("int x = __VERIFIER_nondet_int(); ASSUME((long)x < 3 && (long)x > 0)", (1, 2)),
        // One that is left out lies between.
        ("int x = __VERIFIER_nondet_int(); ASSUME(x == 3 || x == 5)", (3, 3)),
    ];
    for (text, expected) in cases {
        let body = format!("{text}; used = x");
        assert_eq!(of_body(&body, "-O0"), [expected], "{text}");
    }
}

/// In 64 bits, negative values are large ones here.
#[test]
fn an_extended_input_is_signed_in_one_width_only() {
    for level in ["-O0", "-O1", "-O2"] {
        let body = "short c = __VERIFIER_nondet_short(); long x = (unsigned)c;
            ASSUME(x > 32700); used = c";
        assert_eq!(of_body(body, level), [], "{level}");
    }
}

#[test]
fn an_input_is_followed_past_others_and_into_functions() {
    let body = "int a = __VERIFIER_nondet_int(); int b = __VERIFIER_nondet_int();
        ASSUME(a > 0 && b > a && a < 4); ASSUME(b < 9 && b > 2); used = a + b";
    assert_eq!(of_body(body, "-O0"), [(1, 3), (3, 6)]);
    let text = format!(
        "{DECLARATIONS}static int small(int x) {{ return x >= 0 && x < 6; }}
        static void require(int met) {{ if (!met) __VERIFIER_assume(0); }}
        int main(void) {{ int x = __VERIFIER_nondet_int(); require(small(x)); used = x; return 0; }}"
    );
    let program = program(&[("a.c", &text)], &["-O0"], Runtime::Some(&["verifier.c"]));
    assert_eq!(narrow_inputs(&program), [(0, 6)]);
}

/// Each of these could be noticed before the assumption, or leaves too many values.
#[test]
fn whatever_could_be_noticed_ends_the_walk() {
    let cases = [
        "int x = __VERIFIER_nondet_int(); ASSUME(x > 0)",
        "int x = __VERIFIER_nondet_int(); ASSUME(x >= 0 && x <= 256)",
        // An overflow.
        "int x = __VERIFIER_nondet_int(); ASSUME(x + 1 < 5 && x > 0)",
        "int x = __VERIFIER_nondet_int(); ASSUME(x > 100 / count && x < 5)",
        // A write, a read.
        "used = __VERIFIER_nondet_int(); ASSUME(used > 0 && used < 3)",
        "int x = __VERIFIER_nondet_int(); ASSUME(x > count); ASSUME(x > 0 && x < 3)",
        // A call of what is not known.
        "int x = __VERIFIER_nondet_int(); use(0); ASSUME(x > 0 && x < 3)",
        // A branch on what may be undefined.
        "int y; int x = __VERIFIER_nondet_int(); if (y) count = 1; ASSUME(x > 0 && x < 3)",
        // A run that ends.
        "int x = __VERIFIER_nondet_int(); if (x < 0 || x > 3) return 0; used = x",
        // No run goes on.
        "int x = __VERIFIER_nondet_int(); ASSUME(x > 5 && x < 3)",
    ];
    for text in cases {
        let body = format!("{text}; used = x").replace("used = __", "int x = 0; used = __");
        assert_eq!(of_body(&body, "-O0"), [], "{text}");
    }
}
