//! The text of small programs, as it is.

use heddle_program::{Input, LinkOptions, Origin, dump_function, link, verify};
use heddle_testkit::clang::compile;

/// The text of `main` or, if there is one, of the function `f`.
fn text(source: &str, flags: &[&str]) -> String {
    let input = Input { name: "a.c".into(), module: compile(source, flags), origin: Origin::User };
    let program = link(&[&input], &LinkOptions::default()).expect("the program links");
    verify(&program).expect("the program keeps its promises");
    let find = |name: &str| {
        let mut functions = program.functions.iter();
        functions.find(|(_, function)| function.name == name).map(|(id, _)| id)
    };
    let mut text = String::new();
    let id = find("f").or(find("main")).expect("the function is there");
    dump_function(&program, id, &mut text).expect("text is written");
    text
}

const O0: &[&str] = &["-O0", "-g", "-fno-pic"];
const O2: &[&str] = &["-O2", "-g", "-fno-pic"];
const MAIN: &str = "int main(void) { return 0; }";

#[test]
fn a_loop_has_no_copies() {
    let source = "int f(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }";
    insta::assert_snapshot!(text(&format!("{source}\n{MAIN}"), O0));
}

#[test]
fn truth_values_are_not_widened() {
    let source = "int g(void);
int f(int a, int b) {
  _Bool done = a < b;
  while (!done) done = g();
  if ((a < b) == 0) return 1;
  return !(a == 3);
}";
    insta::assert_snapshot!(text(&format!("{source}\n{MAIN}"), O0));
}

#[test]
fn fields_are_offsets_of_accesses() {
    let source = "struct s { int a; struct { char *p; int v[4]; } b; };
int f(struct s *s, int i) { s->b.p[i] = 1; return s->b.v[i] + s[2].b.v[1]; }";
    insta::assert_snapshot!(text(&format!("{source}\n{MAIN}"), O0));
}

#[test]
fn phis_that_swap() {
    let source = "int f(int n) { int a = 0, b = 1; while (n-- > 0) { int t = a; a = b; b = t; } return a - 2 * b; }";
    insta::assert_snapshot!(text(
        &format!("{source}\n{MAIN}"),
        &["-O1", "-g", "-fno-pic", "-fno-unroll-loops"]
    ));
}

#[test]
fn inlined_calls_keep_their_lines() {
    let source = "int shared;
static int twice(int x) {
  int y = x ^ shared;
  shared = y;
  return y;
}
int f(int n) {
  int r = twice(n) + 1;
  return twice(r);
}";
    insta::assert_snapshot!(text(&format!("{source}\n{MAIN}"), O2));
}

#[test]
fn the_whole_program() {
    let source = "static const char *word = \"hi\"; _Thread_local int mine = 2; extern int far;
int puts(const char *);
int main(void) { puts(word); return mine + far; }";
    let input = Input { name: "a.c".into(), module: compile(source, O0), origin: Origin::User };
    let program = link(&[&input], &LinkOptions::default()).expect("the program links");
    let mut text = String::new();
    heddle_program::dump(&program, &mut text).expect("text is written");
    insta::assert_snapshot!(text);
}

#[test]
fn a_compare_exchange_has_two_orders() {
    let source = "#include <stdatomic.h>
_Atomic int shared;
int f(int e) {
  return atomic_compare_exchange_strong_explicit(&shared, &e, 1, memory_order_acq_rel, memory_order_relaxed)
    + atomic_compare_exchange_weak_explicit(&shared, &e, 1, memory_order_release, memory_order_acquire);
}";
    let text = text(&format!("{source}\n{MAIN}"), O0);
    for orders in ["cmpxchg.32 acq_rel, else relaxed [", "cmpxchg.32 release weak, else acquire ["]
    {
        assert!(text.contains(orders), "{text}");
    }
}

#[test]
fn a_phi_of_many_edges_has_the_value_of_each() {
    let source = "int f(int a) { return a == 1 || a == 2 || a == 3 || a == 4 || a == 5 || a == 6
  || a == 7 || a == 8 || a == 9 || a == 10 || a > 77; }";
    insta::assert_snapshot!(text(&format!("{source}\n{MAIN}"), O0));
}

#[test]
fn phis_that_rotate_need_one_more_slot() {
    let source = "int next(int);
int f(int n) {
  int a = next(0), b = next(1), c = next(2), d = next(3), e = next(4);
  while (next(n)) { int t = a; a = b; b = c; c = t; e = d; d = b; }
  return next(a) + next(b) + next(c) + next(d) + next(e);
}";
    insta::assert_snapshot!(text(
        &format!("{source}\n{MAIN}"),
        &["-O1", "-g", "-fno-pic", "-fno-unroll-loops"]
    ));
}

#[test]
fn widths_are_known_where_values_come_from_later_blocks() {
    let source = "int f(int seed) {
  unsigned a = seed == 3, b, c, d;
  goto first;
third: d = c; return d & 255;
second: c = b; goto third;
first: b = a; goto second;
}";
    let text = text(&format!("{source}\n{MAIN}"), O0);
    assert!(!text.contains(" and."), "{text}");
}
