//! Expressions over variables: what they are worth in a state is what C says.

use std::fmt::Write;

use fastrand::Rng;
use heddle_machine::{EvaluationFailure, Machine};
use heddle_model::{Choice, StepOutcome, TransitionSystem};
use heddle_program::Program;
use heddle_program::expression::{ArithmeticError, Expression, Kind, Value, compile};

use crate::kit::{bare_program, machine, program};

/// Variables of all types that an expression can reach.
const VARIABLES: &str = "
    enum colour { RED, GREEN = 5, BLUE = -3 };
    enum large { SMALL, LARGE = 0xffffffff };
    enum wide { NARROW, WIDE = 0x123456789ab };
    typedef unsigned short word;
    enum { LIMIT = 4 };
    _Bool flag = 1, cleared;
    char c = -7; signed char sc = -100; unsigned char uc = 200;
    short s = -30000; word us = 60000;
    int i = -123456, zero, one = 1, two = 2;
    unsigned u = 4000000000u;
    long l = -5; unsigned long ul = 3000000001u;
    long long ll = -1234567890123; unsigned long long ull = 18000000000000000000ull;
    volatile int vi = 77; const volatile _Atomic unsigned char ac = 250; _Atomic int ai = -8;
    enum colour col = BLUE; enum large large = LARGE; enum wide wide = WIDE;
    struct bits {
        unsigned a : 3; int b : 5; unsigned c : 31; unsigned d : 32; int e : 32;
        long long f : 40; unsigned long long g : 50; _Bool h : 1; unsigned : 0;
        unsigned char k : 7; enum colour m : 4; long n : 20;
    } bf = { 5, -9, 0x7fffffff, 0xfffffffe, -2, -400000000000, 1000000000000000, 1, 100, BLUE, -77 };
    struct __attribute__((packed)) packed {
        unsigned char x : 5; unsigned long long y : 62; signed char z : 5; long long w : 63;
    } packed = { 21, 0x2000000000000001, -11, -4000000000000000000 };
    struct inner {
        short x; unsigned char y[3];
        union { int si; unsigned su; unsigned char bytes[4]; struct { short low, high; }; };
    };
    struct outer { char tag; struct inner in; struct inner arr[3]; int grid[2][3]; struct bits b; };
    struct outer o = { 'q', { -1, { 1, 2, 255 }, { -2 } },
        { { 10, { 11, 12, 13 }, { 14 } }, { -20, { 21, 22, 23 }, { -24 } }, { 30 } },
        { { 1, -2, 3 }, { -4, 5, -6 } }, { 7, -1 } };
    struct outer many[2] = { { 'a', { 100 } }, { 'b', { -100, { 9, 8, 7 } } } };
    unsigned char table[5] = { 3, 1, 4, 0, 2 };
    float f = 1.5f; double d = -2.25; float small = 0.1f;
    int *p = &i, *q, *r = &o.grid[1][2]; void *whole = many; char *element = &many[1].tag;
    int done;
";

/// Integers, as C has them, of which larger ones are made.
const ATOMS: &[&str] = &[
    "flag",
    "cleared",
    "c",
    "sc",
    "uc",
    "s",
    "us",
    "i",
    "zero",
    "one",
    "two",
    "u",
    "l",
    "ul",
    "ll",
    "ull",
    "vi",
    "ac",
    "ai",
    "col",
    "large",
    "wide",
    "RED",
    "GREEN",
    "BLUE",
    "LIMIT",
    "SMALL",
    "LARGE",
    "WIDE",
    "NARROW",
    "bf.a",
    "bf.b",
    "bf.c",
    "bf.d",
    "bf.e",
    "bf.f",
    "bf.g",
    "bf.h",
    "bf.k",
    "bf.m",
    "bf.n",
    "packed.x",
    "packed.y",
    "packed.z",
    "packed.w",
    "o.tag",
    "o.in.x",
    "o.in.y[2]",
    "o.in.si",
    "o.in.su",
    "o.in.bytes[1]",
    "o.in.high",
    "o.arr[1].x",
    "o.arr[1].si",
    "o.arr[two].y[one]",
    "o.grid[1][2]",
    "o.grid[one][two]",
    "o.b.a",
    "o.b.b",
    "many[1].in.y[2]",
    "many[one].in.x",
    "table[table[2]]",
    "table[table[table[0]]]",
    "0",
    "1",
    "-1",
    "7u",
    "100L",
    "3ul",
    "5ll",
    "0xffffffff",
    "2147483647",
    "0x7fffffffffffffff",
    "0x8000000000000000",
    "'a'",
    "'\\xff'",
    "017",
    "(sizeof o)",
    "(sizeof(long))",
    "(sizeof many[0].in)",
    "(p == q)",
    "(p == &i)",
    "(r == &o.grid[1][2])",
    "(element == &many[1].tag)",
    "(whole == many)",
    "(!q)",
    "(p && one)",
    "(q == 0)",
    "((one ? p : q) != 0)",
    "(f < 2)",
    "(d + f == -0.75)",
    "(small == 0.1)",
    "((int)d)",
    "((unsigned char)(f * 100))",
];

/// Casts, some by names that the program has and some by the library's.
const CASTS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "long unsigned int long",
    "_Bool",
    "word",
    "enum colour",
];

/// One of some texts, by chance.
fn one_of<'t>(random: &mut Rng, texts: &[&'t str]) -> &'t str {
    texts[random.usize(..texts.len())]
}

/// A random integer expression. Divisors are small and positive, shifts small: C must have
/// an answer.
fn expression(random: &mut Rng, depth: u32) -> String {
    if depth == 0 {
        return one_of(random, ATOMS).to_owned();
    }
    let part = |random: &mut Rng| expression(random, depth - 1);
    match random.usize(..12) {
        0 => {
            let (operator, operand) = (one_of(random, &["-", "+", "~", "!"]), part(random));
            format!("{operator}({operand})")
        }
        1 => {
            let (cast, operand) = (one_of(random, CASTS), part(random));
            format!("({cast})({operand})")
        }
        2 => {
            let (a, b, c) = (part(random), part(random), part(random));
            format!("(({a}) ? {b} : {c})")
        }
        3 => {
            let (a, operator, b) = (part(random), one_of(random, &["/", "%"]), part(random));
            format!("(({a}) {operator} ((({b}) & 7) + 1))")
        }
        4 => {
            let (a, operator, b) = (part(random), one_of(random, &["<<", ">>"]), part(random));
            format!("(({a}) {operator} (({b}) & 15))")
        }
        5 | 6 => {
            let operator = one_of(random, &["==", "!=", "<", "<=", ">", ">="]);
            format!("({} {operator} {})", part(random), part(random))
        }
        7 => {
            let operator = one_of(random, &["&&", "||"]);
            format!("({} {operator} {})", part(random), part(random))
        }
        8 => format!("table[({} & 7) % 5u]", part(random)),
        _ => {
            let operator = one_of(random, &["+", "-", "*", "&", "|", "^"]);
            format!("(({}) {operator} ({}))", part(random), part(random))
        }
    }
}

/// Texts whose meaning hangs on precedence, and others worth a look.
const WRITTEN: &[&str] = &[
    "1 + 2 * 3 - 4 / 3 % 2",
    "one << two + 1",
    "one | two ^ 3 & 6",
    "one == 1 & two == 2",
    "one < two == 1",
    "zero || one && zero",
    "zero ? 1 : one ? 2 : 3",
    "one ? zero ? 1 : 2 : 3",
    "- - -one + + + ~zero",
    "!zero == !!one",
    "-1 < 0u",
    "-1 < 0l",
    "u + l < 0",
    "i < u",
    "uc + uc",
    "us * 3 / 7u",
    "bf.a - 6 < 0",
    "bf.c - 1 - 0x7fffffff < 0",
    "bf.d - 0xffffffff > 0",
    "bf.g - 1000000000000001 > 0",
    "col - 1 < 0",
    "SMALL - 1 < 0",
    "large - 1 > 0",
    "NARROW - 1 < 0",
    "(char)200",
    "(unsigned char)-1 == 255",
    "(short)70000",
    "(_Bool)0.5",
    "(int)-1.9",
    "sizeof(char) + sizeof(short) + sizeof(int) + sizeof(double) + sizeof(void *)",
    "sizeof(struct inner) + sizeof(enum colour) + sizeof(word) + sizeof bf",
    "sizeof(o.grid) / sizeof(o.grid[0]) / sizeof o.grid[0][0]",
    "zero && 1 / zero",
    "one || table[-one]",
    "zero ? o.grid[two][0] : 5",
    "many[one].in.y[one + one]",
    "1.5f + 1",
    "f * 3",
    "small + 0.1f",
    "small * small",
    "small + 0.1",
    "f / zero > 1e308",
    "d < f && -d > f",
    "!f",
    "i + f",
    "ull + 0.0",
    "(float)ll",
    "(double)u",
    "one ? 1 : 2.5",
    "zero ? 1u : -1",
    "zero ? p : 0",
    "element == &many[1].tag && whole == &many[0] && whole == many",
    "p != q && p && !q && q == NULL && p == &i",
];

/// A program that computes all these itself.
fn source(texts: &[String]) -> String {
    let count = texts.len();
    let mut source = format!(
        "#define NULL ((void *)0)\n{VARIABLES}
        long long integers[{count}]; double floats[{count}]; int kinds[{count}];
        #define KIND(e) _Generic((e), int: 0, unsigned: 1, \\
            long: sizeof(long) == 8 ? 2 : 0, unsigned long: sizeof(long) == 8 ? 3 : 1, \\
            long long: 2, unsigned long long: 3, float: 4, double: 5, default: 6)
        #define KEEP(n, e) kinds[n] = KIND(_Generic((e), int *: (e), void *: (e), \\
            default: +_Generic((e), int *: 0, void *: 0, default: (e)))); \\
            integers[n] = (long long)_Generic((e), int *: 0, void *: 0, default: (e)); \\
            floats[n] = _Generic((e), int *: (e) != 0, void *: (e) != 0, default: (e));
        int main(void)
        {{\n"
    );
    for (n, text) in texts.iter().enumerate() {
        writeln!(source, "KEEP({n}, {text})").expect("a line");
    }
    source + "done = 1; for (;;); }"
}

/// Makes steps of the only thread until an expression is true.
fn run_until(machine: &mut Machine<'_>, expression: &Expression) {
    let (mut choices, mut violations) = (Vec::<Choice>::new(), Vec::new());
    for _ in 0..1_000_000 {
        if machine.evaluate(expression).expect("a value").is_true() {
            return;
        }
        machine.choices(&mut choices);
        let outcome = machine.step(choices[0], &mut violations);
        assert!(matches!(outcome, StepOutcome::Continues), "{outcome:?} {violations:?}");
    }
    panic!("the program should come to its end");
}

fn number(machine: &Machine<'_>, text: &str) -> Value {
    let compiled = compile(machine.program(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
    machine.evaluate(&compiled).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Compares C's answers with heddle's; returns how many there are.
fn compare(texts: &[String], flags: &[&str]) -> usize {
    let program = bare_program("test.c", &source(texts), flags);
    let mut machine = machine(&program, &[]);
    run_until(&mut machine, &compile(&program, "done").expect("a variable"));
    let mut answers = 0;
    for (n, text) in texts.iter().enumerate() {
        let compiled = match compile(&program, text) {
            Ok(compiled) => compiled,
            // Constants overflow where they stand.
            Err(error) if error.message == "signed overflow" => continue,
            Err(error) => panic!("{text}: {error}"),
        };
        let kinds =
            [Kind::I32, Kind::U32, Kind::I64, Kind::U64, Kind::F32, Kind::F64, Kind::Pointer];
        let Value::Signed(kind) = number(&machine, &format!("kinds[{n}]")) else {
            panic!("an int should be signed");
        };
        assert_eq!(compiled.kind(), kinds[kind as usize], "{text}");
        let value = match machine.evaluate(&compiled) {
            Ok(value) => value,
            Err(error) => {
                let overflow = EvaluationFailure::Arithmetic(ArithmeticError::Overflow);
                assert_eq!(error.failure, overflow, "{text}: {error}");
                continue;
            }
        };
        answers += 1;
        // What does not fit in an integer is not looked at as one.
        let integer = || number(&machine, &format!("integers[{n}]"));
        let float = || number(&machine, &format!("floats[{n}]"));
        match value {
            Value::Signed(_) => assert_eq!(value, integer(), "{text}"),
            Value::Unsigned(bits) => assert_eq!(Value::Signed(bits as i64), integer(), "{text}"),
            Value::Float(_) => assert_eq!(value, float(), "{text}"),
            Value::Pointer(_) => {
                assert_eq!(Value::Float(value.is_true().into()), float(), "{text}");
            }
        }
    }
    answers
}

const MODELS: [&[&str]; 2] = [&["-O0"], &["-O0", "-m32"]];

#[test]
fn what_is_written_means_what_c_says() {
    let mut texts: Vec<String> =
        WRITTEN.iter().chain(ATOMS).map(|text| (*text).to_owned()).collect();
    for atom in ATOMS {
        texts.extend(CASTS.iter().map(|cast| format!("({cast}){atom}")));
    }
    for flags in MODELS {
        assert_eq!(compare(&texts, flags), texts.len(), "{flags:?}");
    }
}

#[test]
fn random_expressions_mean_what_c_says() {
    let mut random = Rng::with_seed(4);
    let texts: Vec<String> = (0..1500).map(|n| expression(&mut random, 1 + n % 4)).collect();
    for flags in MODELS {
        let answers = compare(&texts, flags);
        assert!(answers > texts.len() * 3 / 4, "{answers} of {}", texts.len());
    }
}

fn failure(machine: &Machine<'_>, text: &str) -> (String, EvaluationFailure) {
    let compiled = compile(machine.program(), text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let error = machine.evaluate(&compiled).expect_err(text);
    assert_eq!(&text[error.range.clone()], error.part);
    (error.to_string(), error.failure)
}

#[test]
fn what_c_leaves_undefined_has_no_value() {
    let program = bare_program(
        "test.c",
        "int zero, one = 1, minus = -1, most = 0x7fffffff, least = -0x7fffffff - 1; double big = 1e10;
        int array[3], grid[2][3]; unsigned wrap = 0xffffffff;
        int main(void) { for (;;); }",
        &["-O0"],
    );
    let machine = machine(&program, &[]);
    for (text, message) in [
        ("1 + one / zero", "'one / zero': division by zero"),
        ("one % zero", "'one % zero': division by zero"),
        ("most + one", "'most + one': signed overflow"),
        ("least / minus", "'least / minus': signed overflow"),
        ("-least", "'-least': signed overflow"),
        ("one << 32", "'one << 32': a shift by a negative amount or by all bits or more"),
        ("one >> minus", "'one >> minus': a shift by a negative amount or by all bits or more"),
        ("(int)big", "'big': a floating-point number that does not fit in the integer"),
        ("array[3 * one]", "'3 * one': an index that is out of range: there are 3 elements"),
        ("array[minus]", "'minus': an index that is out of range: there are 3 elements"),
        ("grid[one][one + 2]", "'one + 2': an index that is out of range: there are 3 elements"),
        ("array[wrap]", "'wrap': an index that is out of range: there are 3 elements"),
    ] {
        assert_eq!(failure(&machine, text).0, message, "{text}");
    }
    assert_eq!(number(&machine, "wrap + 1"), Value::Unsigned(0));
    assert_eq!(number(&machine, "zero && one / zero"), Value::Signed(0));
}

#[test]
fn what_nobody_wrote_has_no_value() {
    let program = program(
        "struct pair { int a, b; unsigned low : 3, high : 5; } g, h;
        union { int *pointer; long number; } both;
        int *stable; long known;
        void *malloc(unsigned long);
        int step;
        int main(void)
        {
            struct pair local;
            local.a = 7;
            local.low = 5;
            g = local;
            both.pointer = malloc(4);
            stable = both.pointer;
            step = 1;
            for (;;);
        }",
    );
    let mut machine = machine(&program, &[]);
    run_until(&mut machine, &compile(&program, "step").expect("a variable"));
    assert_eq!(number(&machine, "g.a"), Value::Signed(7));
    assert_eq!(number(&machine, "g.low"), Value::Signed(5), "its neighbours do not matter");
    assert_eq!(failure(&machine, "h.b + g.b").1, EvaluationFailure::Uninitialized);
    assert_eq!(failure(&machine, "g.b == 1").0, "'g.b': not initialized");
    assert_eq!(failure(&machine, "g.high").1, EvaluationFailure::Uninitialized);
    assert_eq!(number(&machine, "g.a == 7 || g.b"), Value::Signed(1));
    assert_eq!(number(&machine, "both.pointer == stable && stable"), Value::Signed(1));
    let (message, failure) = failure(&machine, "both.number + 1");
    assert_eq!(failure, EvaluationFailure::AddressAsInteger);
    assert_eq!(message, "'both.number': there is an address, which is no number");
}

#[test]
fn values_are_those_of_the_loaded_state() {
    let program = bare_program(
        "test.c",
        "int count, other[200]; int main(void) { for (count = 0; count < 5; count++) other[150] = count * 2; for (;;); }",
        &["-O0"],
    );
    let compiled: Vec<Expression> = ["count", "other[150]", "count * 2 == other[150]"]
        .iter()
        .map(|text| compile(&program, text).expect(text))
        .collect();
    let mut machine = machine(&program, &[]);
    let look = |machine: &Machine<'_>| -> Vec<Value> {
        compiled.iter().map(|e| machine.evaluate(e).expect("a value")).collect()
    };
    let mut states = Vec::new();
    let (mut choices, mut violations) = (Vec::<Choice>::new(), Vec::new());
    for _ in 0..30 {
        let mut words = Vec::new();
        machine.save(&mut words);
        states.push((words, look(&machine)));
        machine.choices(&mut choices);
        machine.step(choices[0], &mut violations);
    }
    assert!(states.iter().any(|(_, values)| values[0] == Value::Signed(5)));
    for (words, values) in states.iter().rev() {
        machine.load(words);
        assert_eq!(look(&machine), *values);
        let mut again = Vec::new();
        machine.save(&mut again);
        assert_eq!(again, *words, "looking changes nothing");
    }
}

/// A program in C++ and the values of expressions at its start.
fn check_cpp(program: &Program, expected: &[(&str, i64)]) {
    let machine = machine(program, &[]);
    for (text, value) in expected {
        assert_eq!(number(&machine, text), Value::Signed(*value), "{text}");
    }
}

#[test]
fn names_of_cpp() {
    let program = bare_program(
        "test.cpp",
        "extern const int N = 4; const int M = 6;
        namespace std { template <class T> struct __atomic_base { T _M_i; };
            template <class T> struct atomic : __atomic_base<T> {};
            template <> struct atomic<bool> { __atomic_base<bool> _M_base; }; }
        namespace ns {
            int x = 1;
            namespace { int hidden = 2; }
            inline namespace v1 { int versioned = 3; }
            enum class Color : unsigned char { Red = 5, Green };
            enum Plain { Low = 8, High };
            struct S { static int count; static const int K = 18; static constexpr bool on = true; int member; };
            int S::count = 9;
            template <class T> struct Q { static T items; };
            template <class T> T Q<T>::items = 10;
            Color color = Color::Green;
            int f() { static int calls = 11; return ++calls; }
        }
        struct Base { int b; }; struct Middle : Base { int m; };
        struct Derived : Middle { int d; union { int u; char bytes[4]; }; };
        Derived derived = { { { 12 }, 13 }, 14, { 15 } };
        std::atomic<int> counter = { { 16 } }; std::atomic<bool> ready = { { true } };
        bool truth = true; char16_t wide = 17; ns::Plain plain = ns::High;
        int main() { ns::Q<int>::items += M + ns::S::K + ns::S::on; return ns::f() + ns::hidden + ns::versioned + N; }",
        &["-O0", "-std=c++17"],
    );
    check_cpp(
        &program,
        &[
            ("ns::x", 1),
            ("x", 1),
            ("::ns::x", 1),
            ("ns::hidden", 2),
            ("ns::v1::versioned", 3),
            ("versioned", 3),
            ("ns::Color::Red", 5),
            ("Color::Green", 6),
            ("ns::High", 9),
            ("ns::Plain::Low", 8),
            ("color == Color::Green", 1),
            ("ns::S::count", 9),
            ("S::count", 9),
            ("'ns::Q<int>'::items", 10),
            ("items", 10),
            ("ns::f::calls", 11),
            ("f::calls", 11),
            ("derived.b", 12),
            ("derived.m + derived.d", 27),
            ("derived.u", 15),
            ("derived.bytes[0]", 15),
            ("counter", 16),
            ("counter == 16 && ready", 1),
            ("truth", 1),
            ("wide", 17),
            ("plain == High", 1),
            ("N", 4),
            ("M", 6),
            ("(ns::Color)6", 6),
            ("ns::S::K", 18),
            ("S::K + S::on", 19),
        ],
    );
}
