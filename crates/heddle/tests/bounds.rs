//! Bounds of the symbolic engine, as a user sees them: unwinding assertions that hold and
//! that fail, what it lacks by name, limits, and the formula as a file.

#[expect(dead_code, reason = "other tests use the rest")]
mod support;

use std::path::PathBuf;

use heddle_bmc::sat::{Answer, Cadical, Lit, Solver};
use serde_json::Value;
use tempfile::TempDir;

use support::heddle::Line;

/// A loop of at most five rounds, and one of at most two.
const FEW: &str = "\
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0;
    if (n > 5)
        n = 5;
    while (i < n)
        i++;
    while (j < n % 3)
        j++;
    assert(i <= MOST && j <= 2);
    return 0;
}
";

/// A loop of any number of rounds.
const MANY: &str = "\
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), i = 0;
    while (i < n)
        i++;
    assert(i == n);
    return 0;
}
";

/// Recursion as deep as an input says, and no deeper than `MOST`.
const DEEP: &str = "\
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned count(unsigned n)
{
    return n == 0 ? 0 : 1 + count(n - 1);
}
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint();
    assert(count(n > MOST ? MOST : n) <= n);
    return 0;
}
";

/// Two threads that add to one number; if they race, an update may be lost.
const THREADS: &str = "\
#include <assert.h>
#include <pthread.h>
#ifdef RACY
static int n;
#else
static _Atomic int n;
#endif
static void *add(void *unused)
{
    n++;
    return unused;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    n++;
    pthread_join(thread, NULL);
    assert(n == 2);
    return 0;
}
";

/// A program of one file, checked with the symbolic engine.
struct Check {
    folder: TempDir,
}

impl Check {
    fn new(text: &str) -> Check {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), text).unwrap();
        Check { folder }
    }

    /// A file beside the program.
    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn line(&self, words: &str) -> Line {
        let own = ["--engine", "bmc", "--json", "-", "a.c"];
        Line::new("check").with(own).with(words.split_whitespace()).inside(self.folder.path())
    }

    /// The answer.
    fn answer(&self, words: &str) -> Value {
        let result = self.line(words).result().unwrap_or_else(|error| panic!("{error}"));
        serde_json::to_value(result).unwrap()
    }

    /// Requires a proof, with bounds that are enough.
    fn verifies(&self, words: &str) {
        let answer = self.answer(words);
        assert_eq!(answer["verdict"], "verified", "{words}: {answer}");
        let shown = "unwinding assertions show that this is enough";
        assert!(answer["assumptions"].to_string().contains(shown), "{words}: {answer}");
    }

    /// Requires these bounds, and no others, to have been too small.
    fn is_bounded(&self, words: &str, bounds: &Value) {
        let answer = self.answer(words);
        assert_eq!(answer["verdict"], "bounded", "{words}: {answer}");
        assert_eq!(answer["bounds"], *bounds, "{words}: {answer}");
        let assumptions = answer["assumptions"].to_string();
        assert!(!assumptions.contains("is enough"), "{words}: {answer}");
    }

    /// Requires it to be open, for a reason.
    fn is_unknown(&self, words: &str, reason: &str) {
        let answer = self.answer(words);
        assert_eq!(answer["verdict"], "unknown", "{words}: {answer}");
        let said = answer["reason"].as_str().unwrap();
        assert!(said.contains(reason), "{words}: {said}");
    }

    /// Requires exit code 2 and a message, as JSON as well.
    fn is_refused(&self, words: &str, message: &str) {
        let output = self.line(words).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {said}");
        let object: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(object["verdict"], "error", "{words}: {object}");
        assert!(said.starts_with("error: ") && said.contains(message), "{words}: {said}");
    }
}

#[test]
fn loops_that_end_are_unrolled_until_they_do() {
    let few = Check::new(FEW);
    few.verifies("-- -DMOST=5");
    few.verifies("--unwind 5 -- -DMOST=5");
    few.verifies("--encoding switches -- -DMOST=5");
    few.is_bounded(
        "--unwind 4 -- -DMOST=5",
        &serde_json::json!([{ "kind": "loop-rounds", "place": "main:8", "number": 4 }]),
    );
    // What goes wrong in the fifth round is not seen in four.
    assert_eq!(few.answer("--unwind 5 -- -DMOST=4")["verdict"], "violation");
    assert_eq!(few.answer("--unwind 4 -- -DMOST=4")["verdict"], "bounded");
    assert_eq!(few.answer("-- -DMOST=4")["verdict"], "violation");
}

#[test]
fn one_loop_has_a_limit_of_its_own() {
    let few = Check::new(FEW);
    few.verifies("--unwind 2 --unwind-loop main:8=5 -- -DMOST=5");
    few.is_bounded(
        "--unwind 5 --unwind-loop main:8=3 -- -DMOST=5",
        &serde_json::json!([{ "kind": "loop-rounds", "place": "main:8", "number": 3 }]),
    );
    few.is_bounded(
        "--unwind-loop main:8=4 --unwind-loop main:10=1 -- -DMOST=5",
        &serde_json::json!([{ "kind": "loop-rounds", "place": "main:10", "number": 1 }, { "kind": "loop-rounds", "place": "main:8", "number": 4 }]),
    );
    few.is_refused("--unwind-loop main:9=4 -- -DMOST=5", "there is no loop 'main:9'");
    few.is_refused("--unwind-loop main:9=4 -- -DMOST=5", "main:8");
    few.is_refused("--unwind-loop main:8=0 -- -DMOST=5", "at least 1");
    few.is_refused("--unwind 0 -- -DMOST=5", "--unwind");
}

#[test]
fn loops_of_unknown_length_are_named() {
    let many = Check::new(MANY);
    let bounds = |rounds: u32| serde_json::json!([{ "kind": "loop-rounds", "place": "main:6", "number": rounds }]);
    many.is_bounded("--unwind 7", &bounds(7));
    let answer = many.answer("");
    assert_eq!(answer["verdict"], "bounded");
    // However often it was unrolled in the end, that is what the bound says.
    let rounds = answer["unwind"].as_u64().unwrap();
    assert_eq!(answer["bounds"], bounds(u32::try_from(rounds).unwrap()));
    assert!(rounds > 7, "{answer}");
}

#[test]
fn recursion_is_unrolled_until_it_ends() {
    let deep = Check::new(DEEP);
    deep.verifies("-- -DMOST=4");
    deep.verifies("--unwind 4 -- -DMOST=4");
    for words in ["--unwind 3 -- -DMOST=4", "-- -DMOST=0xffffffffu"] {
        let answer = deep.answer(words);
        assert_eq!(answer["verdict"], "bounded", "{words}: {answer}");
        let bounds = answer["bounds"].as_array().unwrap();
        assert_eq!(bounds.len(), 1, "{words}: {answer}");
        assert_eq!(bounds[0]["place"], "count", "{words}: {answer}");
        assert_eq!(bounds[0]["number"], answer["unwind"], "{words}: {answer}");
    }
}

#[test]
fn what_the_engine_lacks_is_named_with_its_place() {
    let float = "int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    \
        double half = __VERIFIER_nondet_int() / 2.0;\n    return half > 3.0;\n}\n";
    Check::new(float)
        .is_unknown("", "a.c:4: floating-point arithmetic on values that are not known");
    // What is known is computed.
    let known = "#include <assert.h>\nint main(void)\n{\n    volatile double half = 3 / 2.0;\n    \
        assert(half == 1.5);\n    return 0;\n}\n";
    Check::new(known).verifies("");
    let assembly = "int main(void)\n{\n    int x = 1;\n    \
        __asm__ volatile(\"addl $1, %0\" : \"+r\"(x));\n    return x;\n}\n";
    Check::new(assembly).is_unknown("", "a.c:4: inline assembly");
    // Where no run comes, nothing is lacking.
    let never = "int main(int argc, char **argv)\n{\n    (void)argv;\n    if (argc > 7)\n        \
        __asm__ volatile(\"nop; nop\");\n    return 0;\n}\n";
    Check::new(never).verifies("");
}

#[test]
fn bounds_of_the_search_are_data_too() {
    let threads = Check::new(THREADS);
    let line = Line::new("check").with(["--json", "-", "--depth", "2", "a.c"]);
    let result =
        line.inside(threads.folder.path()).result().unwrap_or_else(|error| panic!("{error}"));
    let answer = serde_json::to_value(result).unwrap();
    assert_eq!(answer["verdict"], "bounded", "{answer}");
    let bounds = serde_json::json!([{ "kind": "supersteps", "number": 2 }]);
    assert_eq!(answer["bounds"], bounds, "{answer}");
}

#[test]
fn limits_end_it_without_a_verdict() {
    let many = Check::new(MANY);
    for (words, limit) in [("--memory 1M", "memory"), ("--time 0s --unwind 200", "time")] {
        let answer = many.answer(words);
        assert_eq!(answer["verdict"], "unknown", "{words}: {answer}");
        assert_eq!(answer["stopped"], limit, "{words}: {answer}");
    }
    many.is_refused("--encoding switches --context-bound 0", "a bound of zero");
}

#[test]
fn bounds_on_switches_are_named_where_there_are_threads() {
    let threads = Check::new(THREADS);
    threads.verifies("");
    threads.is_bounded(
        "--encoding switches --context-bound 5",
        &serde_json::json!([{ "kind": "context-switches", "number": 5 }]),
    );
}

#[test]
fn the_formula_as_a_file_has_a_model_if_something_can_go_wrong() {
    for encoding in ["order", "switches"] {
        for (text, words, expected) in [
            (FEW, "-- -DMOST=5", Answer::Unsatisfiable),
            (FEW, "-- -DMOST=4", Answer::Satisfiable),
            (MANY, "--unwind 3", Answer::Unsatisfiable),
            (DEEP, "-- -DMOST=3", Answer::Unsatisfiable),
            (THREADS, "-- -DRACY", Answer::Satisfiable),
            (THREADS, "", Answer::Unsatisfiable),
        ] {
            let check = Check::new(text);
            let line = format!("--dump-cnf a.cnf --encoding {encoding} {words}");
            let verdict = check.answer(&line)["verdict"].clone();
            assert_eq!(
                verdict == "violation",
                expected == Answer::Satisfiable,
                "{line}: {verdict}"
            );
            let written = std::fs::read_to_string(check.file("a.cnf")).unwrap();
            assert_eq!(solve(&written), expected, "{line}");
        }
    }
    Check::new(MANY).is_refused("--dump-cnf nowhere/a.cnf", "cannot write nowhere/a.cnf");
}

/// Solves a file in the DIMACS format, which must be one.
fn solve(text: &str) -> Answer {
    let mut lines = text.lines().filter(|line| !line.starts_with('c'));
    let header: Vec<&str> = lines.next().unwrap().split_whitespace().collect();
    let ["p", "cnf", variables, clauses] = header[..] else { panic!("{header:?}") };
    let (variables, clauses): (usize, usize) =
        (variables.parse().unwrap(), clauses.parse().unwrap());
    let mut solver = Cadical::new();
    let literals: Vec<Lit> = (0..variables).map(|_| solver.new_variable()).collect();
    let mut clause = Vec::new();
    let mut count = 0;
    for word in lines.flat_map(str::split_whitespace) {
        match word.parse::<i64>().unwrap() {
            0 => {
                solver.add_clause(&std::mem::take(&mut clause));
                count += 1;
            }
            number => {
                let literal = literals[number.unsigned_abs() as usize - 1];
                clause.push(if number > 0 { literal } else { !literal });
            }
        }
    }
    assert!(clause.is_empty(), "the last clause should end");
    assert_eq!(count, clauses, "as many clauses as the header says");
    solver.solve(&[]).unwrap()
}
