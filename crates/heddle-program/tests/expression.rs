//! Meaning of expressions, errors of those that mean nothing, and the bytes that they read.

use std::ops::Range;

use heddle_program::expression::{Code, Expression, ExpressionError, Kind, compile, variables};
use heddle_program::{Input, LinkOptions, Origin, Program, link};
use heddle_testkit::clang::compile as compile_source;
use proptest::prelude::*;

const SOURCE: &str = "
    enum colour { RED, GREEN = 5 };
    struct point { int x, y; struct { short inner; }; unsigned bits : 3; };
    struct node { struct node *next; int value; };
    int count = 3, closed, array[4];
    static unsigned char small;
    struct point origin, points[3];
    struct node *head, nodes[2];
    _Thread_local int own;
    extern int elsewhere;
    long double precise; __int128 huge; float ratio; double exact;
    void (*handler)(int);
    int worker(int argument) { static int calls; int local = argument; return calls += local; }
    int main(void) { elsewhere = small + own + GREEN; return worker(count); }
";

fn linked(sources: &[(&str, &str, &[&str])]) -> Program {
    let inputs: Vec<Input> = sources
        .iter()
        .map(|(name, source, flags)| Input {
            name: (*name).to_owned(),
            module: compile_source(source, flags),
            origin: Origin::User,
        })
        .collect();
    let inputs: Vec<&Input> = inputs.iter().collect();
    link(&inputs, &LinkOptions::default()).expect("the program links")
}

fn program() -> Program {
    linked(&[("test.c", SOURCE, &["-O0", "-g"])])
}

fn compiled(program: &Program, text: &str) -> Expression {
    compile(program, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(program: &Program, text: &str) -> ExpressionError {
    match compile(program, text) {
        Ok(_) => panic!("'{text}' should be refused"),
        Err(error) => error,
    }
}

/// Checks the part of the text at fault, and all of the message.
fn check_refused(program: &Program, expected: &[(&str, &str, &str)]) {
    for (text, part, message) in expected {
        let error = refused(program, text);
        assert_eq!(error.to_string(), *message, "{text}");
        assert_eq!(&text[error.range.clone()], *part, "{text}: {message}");
    }
}

#[test]
fn syntax_errors_point_at_the_word() {
    let operand = "an operand is a variable, a constant, or an expression in parentheses";
    check_refused(
        &program(),
        &[
            ("", "", &format!("expected an operand, found the end; {operand}")),
            ("count ==", "", &format!("expected an operand, found the end; {operand}")),
            ("count == )", ")", &format!("expected an operand, found ')'; {operand}")),
            ("(count", "", "expected ')', found the end"),
            ("count 3", "3", "expected an operator or the end, found a constant"),
            ("count) + 1", ")", "expected an operator or the end, found ')'"),
            ("count = 3", "=", "propositions cannot assign; '==' compares"),
            ("count += 3", "+=", "propositions cannot assign"),
            ("count++ > 3", "++", "propositions cannot change variables"),
            ("--count", "--", "propositions cannot change variables"),
            ("count, closed", ",", "the comma operator is not supported in propositions"),
            ("worker(3)", "(", "calls are not supported in propositions"),
            ("array[1", "", "expected ']', found the end"),
            ("closed ? 1", "", "expected ':', found the end"),
            ("origin.3", ".3", "expected an operator or the end, found a constant"),
            ("origin.(x)", "(", "expected a member, found '('"),
            ("count == \"3\"", "\"3\"", "strings are not supported in propositions"),
            (
                "int == 3",
                "int",
                "'int' is no variable but (part of) a type; a cast has its type in parentheses",
            ),
            ("(unsigned float)1", "unsigned float", "not a type"),
            ("(struct nothing)1", "struct nothing", "no type 'nothing'"),
            ("ns::", "", "expected a name, found the end"),
        ],
    );
}

#[test]
fn type_errors_name_what_is_wrong() {
    let follow = "dereferencing pointers is not supported in propositions";
    let equal = "pointers can only be compared, by '==' and '!='";
    check_refused(
        &program(),
        &[
            ("*head", "*head", follow),
            ("1 + head->value", "head->", follow),
            ("head[0]", "head[0]", follow),
            (
                "head.value",
                "head",
                &format!("'head' has no members; it is a pointer, and {follow}"),
            ),
            ("head + 1", "head + 1", equal),
            ("head < NULL", "head < NULL", equal),
            ("-head", "head", equal),
            ("(long)head", "head", equal),
            ("head == 1", "head == 1", "a pointer can be compared with pointers and NULL only"),
            (
                "head == count",
                "head == count",
                "a pointer can be compared with pointers and NULL only",
            ),
            (
                "closed ? head : 1",
                "closed ? head : 1",
                "a pointer can be compared with pointers and NULL only",
            ),
            ("count.x", "count", "'count' has no members"),
            ("points.x", "points", "'points' has no members; it is an array: name an element"),
            ("origin.z", "z", "'origin' has no member 'z'; there are 'x', 'y', 'bits', 'inner'"),
            ("origin.inenr", "inenr", "'origin' has no member 'inenr'; did you mean 'inner'?"),
            ("origin.bits.x", "origin.bits", "'origin.bits' has no members"),
            (
                "origin",
                "origin",
                "'origin' is a structure; name one of its members: 'x', 'y', 'bits', 'inner'",
            ),
            ("array + 1", "array", "'array' is an array; name an element"),
            ("array[4]", "4", "4 is out of range: 'array' has 4 elements"),
            ("array[-1]", "-1", "-1 is out of range: 'array' has 4 elements"),
            ("points[1 + 2].x", "1 + 2", "1 + 2 is out of range: 'points' has 3 elements"),
            ("array[1.0]", "1.0", "an index must be an integer"),
            ("count[1]", "count", "'count' is not an array"),
            ("3[array]", "array", "'array' is an array; name an element"),
            ("1 / 0", "1 / 0", "division by zero"),
            ("count % (1 - 1)", "count % (1 - 1)", "division by zero"),
            ("2147483647 + 1", "2147483647 + 1", "signed overflow"),
            ("1 << 32", "1 << 32", "a shift by a negative amount or by all bits or more"),
            ("precise > 1", "precise", "'precise': 'long double' is not supported in propositions"),
            ("huge > 1", "huge", "'huge': integers of 128 bits are not supported in propositions"),
            ("ratio % 2", "ratio % 2", "this operator is for integers"),
            ("~exact", "~exact", "'~' is for integers"),
            (
                "(struct point)count",
                "(struct point)count",
                "only casts to arithmetic types are supported in propositions",
            ),
            (
                "(void *)0 == head",
                "(void *)0",
                "only casts to arithmetic types are supported in propositions",
            ),
            ("&3", "&3", "only variables have an address"),
            ("&origin.bits == NULL", "&origin.bits", "only variables have an address"),
            (
                "&array[count] == NULL",
                "&array[count]",
                "addresses of elements at computed indices are not supported",
            ),
            (
                "sizeof origin.bits",
                "sizeof origin.bits",
                "sizeof is for types and variables that have a size",
            ),
            ("sizeof 3", "sizeof 3", "sizeof is for types and variables that have a size"),
        ],
    );
}

#[test]
fn names_that_mean_nothing_are_explained() {
    let only = "propositions speak of variables of static storage only";
    check_refused(
        &program(),
        &[
            (
                "cuont > 1",
                "cuont",
                "no variable or enumerator 'cuont'; did you mean 'count'? (macros are not known here)",
            ),
            (
                "Green",
                "Green",
                "no variable or enumerator 'Green'; did you mean 'GREEN'? (macros are not known here)",
            ),
            (
                "N",
                "N",
                "no variable or enumerator 'N'; there are 'array', 'closed', 'count', 'exact', 'handler', 'head', 'huge', 'nodes', and 8 more (macros are not known here)",
            ),
            ("local", "local", &format!("'local' is a local variable of 'worker'; {only}")),
            (
                "worker::local",
                "worker::local",
                &format!("'worker::local' is a local variable of 'worker'; {only}"),
            ),
            ("argument", "argument", &format!("'argument' is a parameter of 'worker'; {only}")),
            ("worker", "worker", &format!("'worker' is a function; {only}")),
            (
                "own",
                "own",
                "'own' is thread-local: each thread has its own, and a proposition is about all of them",
            ),
            ("elsewhere", "elsewhere", "the variable 'elsewhere' is declared but nowhere defined"),
        ],
    );
}

#[test]
fn ambiguous_names_can_be_told_apart() {
    let a = "static int count = 1; static int *other = &count; enum { SAME = 1, DIFFERENT };
        int f(void) { static int calls; { static int calls; calls++; } return calls++ + SAME + DIFFERENT + *other; }
        int g(void); int main(void) { return f() + g(); }";
    let b = "static int count = 2; enum { SAME = 1, DIFFERENT = 7 }; int g(void) { static int calls; return ++calls + ++count + SAME + DIFFERENT; }";
    // Both are compiled as `test.c`; lines tell them apart.
    let b = format!("\n\n\n\n{b}");
    let program = linked(&[("a.c", a, &["-O0", "-g"]), ("b.c", &b, &["-O0", "-g"])]);
    check_refused(
        &program,
        &[
            (
                "count > 0",
                "count",
                "'count' is ambiguous: 'count' (test.c:1), 'count' (test.c:5); write 'test.c:1'::count for the first",
            ),
            (
                "'test.c'::count",
                "'test.c'::count",
                "'count' is ambiguous: 'count' (test.c:1), 'count' (test.c:5); write 'test.c:1'::count for the first",
            ),
            (
                "calls",
                "calls",
                "'calls' is ambiguous: 'f::calls' (test.c:2), 'g::calls' (test.c:5); write 'test.c:2'::calls for the first",
            ),
            (
                "DIFFERENT",
                "DIFFERENT",
                "'DIFFERENT' is ambiguous: 'DIFFERENT' = 2 (test.c), 'DIFFERENT' = 7 (test.c); write 'test.c'::DIFFERENT for the first",
            ),
            (
                "'other.c'::count",
                "'other.c'::count",
                "no variable or enumerator 'count'; did you mean 'count'? (macros are not known here)",
            ),
        ],
    );
    let reads = |text: &str| compiled(&program, text).reads().next().expect("something is read").0;
    assert_ne!(reads("'test.c:1'::count"), reads("'test.c:5'::count"));
    assert_eq!(reads("g::calls"), reads("'test.c:5'::calls"));
    assert_eq!(compiled(&program, "SAME").code(), [Code::Constant(1)]);
}

#[test]
fn what_the_optimizer_removed_is_named() {
    let source = "static const int limit = 5; static int constant = 3; static int written;
        static struct { int a, b; } apart; int kept[4];
        int f(int x) { written = x; apart.a = x; apart.b++; return kept[x] + limit + constant + apart.b; }
        int main(int c, char **v) { return f(c); }";
    let program = linked(&[("test.c", source, &["-O2", "-g"])]);
    check_refused(
        &program,
        &[
            (
                "written",
                "written",
                "the program does without the variable 'written': the optimizer removed it",
            ),
            ("apart.b", "apart", "the optimizer took the variable 'apart' apart"),
        ],
    );
    assert_eq!(compiled(&program, "limit + constant").code(), [Code::Constant(8)]);
    let program = linked(&[("test.c", "int x; int main(void) { return x; }", &["-O0"])]);
    check_refused(
        &program,
        &[("x", "x", "there is no debug information about 'x': compile it with -g")],
    );
}

#[test]
fn constants_are_computed_once() {
    let program = program();
    for (text, kind, value) in [
        ("(1 + 2) * 3 == 9 && !0", Kind::I32, 1),
        ("-1 < 0u", Kind::I32, 0),
        ("1 ? 2 : 3u", Kind::U32, 2),
        ("0 ? 2 : 3.0", Kind::F64, 3f64.to_bits()),
        ("0 && count", Kind::I32, 0),
        ("2 || count", Kind::I32, 1),
        ("GREEN | 8", Kind::I32, 13),
        ("colour::GREEN", Kind::I32, 5),
        ("(unsigned char)-1", Kind::I32, 255),
        ("(uint16_t)-1", Kind::I32, 65535),
        ("(size_t)-1", Kind::U64, u64::MAX),
        ("sizeof origin / sizeof(int)", Kind::U64, 3),
        ("sizeof(struct node *) + sizeof points", Kind::U64, 44),
        ("NULL == nullptr", Kind::I32, 1),
        ("true + false", Kind::I32, 1),
    ] {
        let expression = compiled(&program, text);
        assert_eq!(expression.code(), [Code::Constant(value)], "{text}");
        assert_eq!(expression.kind(), kind, "{text}");
        assert_eq!(expression.reads().count(), 0, "{text}");
    }
}

/// Bytes that an expression reads, by the names of variables.
fn reads(program: &Program, text: &str) -> Vec<(String, Range<u64>)> {
    let expression = compiled(program, text);
    let name = |id| program.globals[id].name.clone();
    expression.reads().map(|(id, range)| (name(id), range)).collect()
}

#[test]
fn all_bytes_that_matter_are_told() {
    let program = program();
    for (text, expected) in [
        ("count > 1 && !closed", vec![("count", 0..4), ("closed", 0..4)]),
        ("array[2]", vec![("array", 8..12)]),
        ("array[count]", vec![("count", 0..4), ("array", 0..16)]),
        ("points[1].inner", vec![("points", 20..22)]),
        ("points[count].inner", vec![("count", 0..4), ("points", 8..34)]),
        ("points[2].bits", vec![("points", 34..35)]),
        ("head == nodes", vec![("head", 0..8)]),
        ("nodes[1].next == &nodes[0]", vec![("nodes", 16..24)]),
        ("sizeof array[count]", vec![]),
        ("1 ? count : closed", vec![("count", 0..4)]),
        ("small ? count : closed", vec![("small", 0..1), ("count", 0..4), ("closed", 0..4)]),
        ("calls", vec![("worker.calls", 0..4)]),
        ("handler == NULL", vec![("handler", 0..8)]),
    ] {
        let expected: Vec<_> =
            expected.into_iter().map(|(name, range)| (name.to_owned(), range)).collect();
        assert_eq!(reads(&program, text), expected, "{text}");
    }
}

#[test]
fn variables_are_listed_as_they_can_be_written() {
    let program = program();
    let names = variables(&program);
    assert!(names.is_sorted());
    for name in &names {
        // Those that have no value have parts or an address.
        compiled(&program, &format!("&{name} == NULL"));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for name in ["array", "count", "worker::calls", "small", "precise"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.contains(&"own") && !names.contains(&"main"));
}

#[test]
fn long_and_deep_texts_give_an_answer() {
    let program = program();
    let long = vec!["count"; 5000].join(" + ");
    assert_eq!(compiled(&program, &long).code().len(), 9999);
    let long = vec!["count"; 5000].join(" && ");
    compiled(&program, &long);
    let deep = "operands nest more than 64 levels deep";
    for text in [
        format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000)),
        "(".repeat(10_000),
        format!("{}count", "!".repeat(10_000)),
        format!("{}count", "- ".repeat(10_000)),
        format!("{}count", "(int)".repeat(10_000)),
        format!("{}count", "sizeof ".repeat(5_000)),
        format!("{}1{}", "array[".repeat(5_000), "]".repeat(5_000)),
        format!("{}1", "closed ? 1 : ".repeat(5_000)),
        format!("{}1", "closed ? ".repeat(5_000)),
    ] {
        assert_eq!(refused(&program, &text).message, deep, "{}", &text[..20]);
    }
    let nested = format!("{}count{}", "count + (".repeat(40), ")".repeat(40));
    let error = refused(&program, &nested);
    assert_eq!(error.message, "the expression has too many values in hand at once");
    let error = refused(&program, &" ".repeat(100_000));
    assert_eq!(error.message, "an expression of more than 65536 characters");
}

/// Pieces of which expressions are made, and some of which none is.
const PIECES: &[&str] = &[
    "count",
    "closed",
    "array",
    "points",
    "origin",
    "head",
    "nodes",
    "small",
    "ratio",
    "exact",
    "precise",
    "handler",
    "own",
    "worker",
    "GREEN",
    "1",
    "0",
    "2u",
    "0xff",
    "1.5",
    "'a'",
    "'b.c'",
    "NULL",
    "(",
    ")",
    "[",
    "]",
    ".",
    "->",
    "x",
    "inner",
    "bits",
    "next",
    "!",
    "~",
    "-",
    "+",
    "*",
    "/",
    "%",
    "&",
    "|",
    "^",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "?",
    ":",
    "::",
    "sizeof",
    "(int)",
    "(unsigned char)",
    "(struct point)",
    "=",
    ",",
    "'",
    "\"",
    "\\",
    "é",
    "_",
    "$",
    "#",
    "9999999999999999999999",
    "1e999",
    "0b",
    "int",
    "enum",
    "struct",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_strange(pieces in prop::collection::vec((0..PIECES.len(), prop::bool::ANY), 0..24)) {
        let mut text = String::new();
        for (piece, spaced) in pieces {
            text.push_str(PIECES[piece]);
            text.push_str(if spaced { " " } else { "" });
        }
        check_answer(&text);
    }

    #[test]
    fn no_character_is_too_strange(text in "\\PC{0,20}") {
        check_answer(&text);
    }
}

/// Compiles a text; an error must be about a part of it.
fn check_answer(text: &str) {
    thread_local! {
        static PROGRAM: Program = program();
    }
    PROGRAM.with(|program| match compile(program, text) {
        Ok(expression) => assert_eq!(expression.text(), text),
        Err(error) => {
            assert!(text.get(error.range.clone()).is_some(), "{text}: {error:?}");
            assert!(!error.message.is_empty());
        }
    });
}
