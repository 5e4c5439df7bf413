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
