//! Random programs with inputs that are too wide to enumerate, but of which only a few values are
//! allowed.
//!
//! The search looks at the same program with inputs of just these values. All engines together, side
//! by side and in turns, and the symbolic one in both encodings must say the same of the wide ones.

use std::fs;
use std::ops::Range;

use super::Outcome;
use super::chance::Chance;
use super::text::Text;
use crate::support::heddle::{Answer, Line};

/// Ways to look at the program with wide inputs. The last may have too few context switches.
const WIDE: [&[&str]; 4] = [
    &["--workers", "2"],
    &["--workers", "1"],
    &["--engine", "bmc", "--encoding", "order"],
    &["--engine", "bmc", "--encoding", "switches", "--context-bound", "8"],
];
const LIMITS: [&str; 4] = ["--time", "20s", "--memory", "2G"];
const OPERATORS: [&str; 4] = ["+", "-", "*", "^"];
const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// Compares all ways on each of some programs.
pub(crate) fn compare_inputs(seeds: Range<u64>) -> Result<Vec<Result<Outcome, String>>, String> {
    Ok(seeds.map(compare).collect())
}

fn compare(seed: u64) -> Result<Outcome, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("inputs.c");
    let text = generate(seed);
    fs::write(&file, &text).map_err(|error| error.to_string())?;
    let file = file.display().to_string();
    let check = |way: &[&str], clang: &[&str]| {
        let line = Line::new("check").with(["--json", "-"]).with(LIMITS).with(way);
        let line = line.with([&*file, "--"]).with(clang);
        line.answer().map(|answer| (answer, line))
    };
    let (expected, _) = check(&["--engine", "explicit"], &["-DNARROW"])?;
    if !matches!(expected.verdict.as_str(), "verified" | "violation") {
        return Ok(Outcome::TooLarge);
    }
    let mut open = None;
    for way in WIDE {
        let (answer, line) = check(way, &[])?;
        let is_cut = answer.verdict == "bounded" && way.contains(&"switches");
        match answer.verdict.as_str() {
            verdict if verdict == expected.verdict && place(&answer) == place(&expected) => {}
            _ if is_cut => {}
            "unknown" if answer.reason.contains("limit") => open = Some(answer.reason),
            verdict => {
                let message = format!(
                    "seed {seed}: {verdict} ({}), but {} if inputs are enumerated\n{text}",
                    answer.reason, expected.verdict
                );
                return Err(line.complaint(&message));
            }
        }
    }
    Ok(open.map_or(Outcome::Agreed(expected.verdict), Outcome::Open))
}

/// The line of the violation: there is one assertion, but values may be wrong in several ways.
fn place(answer: &Answer) -> Option<u32> {
    answer.told.violation.as_ref()?.place.as_ref().map(|place| place.line)
}

/// A program that depends on the seed alone.
fn generate(seed: u64) -> String {
    let mut chance = Chance::new(seed);
    let mut text = Text::default();
    let bound = 2 + chance.below(4);
    for line in [
        "#include <assert.h>",
        "#include <heddle.h>",
        "#include <pthread.h>",
        "unsigned __VERIFIER_nondet_uint(void);",
        "static unsigned a, b;",
        "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
        "static unsigned input(void)",
        "{",
        "#ifdef NARROW",
        &format!("    return heddle_choose({bound});"),
        "#else",
        "    unsigned x = __VERIFIER_nondet_uint();",
        &format!("    heddle_assume(x < {bound});"),
        "    return x;",
        "#endif",
        "}",
    ] {
        text.line(line);
    }
    for thread in ["first", "second"] {
        text.line(format!("static void *{thread}(void *unused)"));
        text.line("{");
        text.line("    unsigned x = input();");
        let is_locked = chance.percent(50);
        if is_locked {
            text.line("    pthread_mutex_lock(&lock);");
        }
        for _ in 0..1 + chance.below(3) {
            text.line(format!("    {}", statement(&mut chance)));
        }
        if is_locked {
            text.line("    pthread_mutex_unlock(&lock);");
        }
        text.line("    return unused;");
        text.line("}");
    }
    let relation = chance.pick(&RELATIONS);
    let constant = chance.below(12);
    for line in [
        "int main(void)",
        "{",
        "    pthread_t one, two;",
        "    pthread_create(&one, 0, first, 0);",
        "    pthread_create(&two, 0, second, 0);",
        "    pthread_join(one, 0);",
        "    pthread_join(two, 0);",
        &format!("    assert(!(a + b {relation} {constant}));"),
        "    return 0;",
        "}",
    ] {
        text.line(line);
    }
    text.finish()
}

/// A statement about an input and what threads share.
fn statement(chance: &mut Chance) -> String {
    let variable = chance.pick(&["a", "b"]);
    let other = chance.pick(&["a", "b", "x"]);
    let (operator, relation) = (chance.pick(&OPERATORS), chance.pick(&RELATIONS));
    let constant = chance.below(6);
    match chance.below(4) {
        0 => format!("{variable} = {variable} {operator} x;"),
        1 => format!("if (x {relation} {constant}) {variable} = {other} + {constant};"),
        2 => format!("if ({variable} {relation} x) {variable} = {other} {operator} {constant};"),
        _ => format!("{variable} = x > {constant} ? x : {other};"),
    }
}
