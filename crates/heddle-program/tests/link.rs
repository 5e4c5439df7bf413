//! Symbol resolution, and modules that do not link.

use heddle_program::{
    Callee, Const, Input, LinkError, LinkOptions, Op, Origin, Program, Undefined, link, needed,
    take_inline_definitions, undefined_functions, undefined_symbols, verify,
};
use heddle_testkit::clang::compile;

fn input(name: &str, source: &str, origin: Origin) -> Input {
    Input { name: name.into(), module: compile(source, &["-O0"]), origin }
}

fn user(name: &str, source: &str) -> Input {
    input(name, source, Origin::User)
}

fn runtime(source: &str) -> Input {
    input("runtime.c", source, Origin::Runtime)
}

fn linked(inputs: Vec<Input>) -> Program {
    let inputs: Vec<&Input> = inputs.iter().collect();
    let program = link(&inputs, &LinkOptions::default()).expect("the program links");
    verify(&program).expect("the program keeps its promises");
    program
}

fn refused(inputs: Vec<Input>) -> LinkError {
    let inputs: Vec<&Input> = inputs.iter().collect();
    link(&inputs, &LinkOptions::default()).expect_err("the program does not link")
}

fn names(program: &Program) -> Vec<&str> {
    program.functions.values().map(|function| function.name.as_str()).collect()
}

/// Names of the functions that a function calls, in order.
fn calls(program: &Program, name: &str) -> Vec<String> {
    let function = program.functions.values().find(|function| function.name == name);
    let function = function.expect("the function is there");
    let mut called = Vec::new();
    for op in &function.code {
        if let Op::Call { id } = op {
            called.push(match function.calls[*id].callee {
                Callee::Function(id) => program.functions[id].name.clone(),
                Callee::Extern(id) => format!("extern {}", program.externs[id].name),
                Callee::Indirect(_) => "?".into(),
            });
        }
    }
    called
}

#[test]
fn no_main() {
    assert_eq!(refused(vec![user("a.c", "int f(void) { return 1; }")]), LinkError::NoMain);
    assert_eq!(refused(vec![]), LinkError::NoMain);
}

#[test]
fn two_definitions() {
    let a = user("a.c", "int f(void) { return 1; } int main(void) { return f(); }");
    let b = user("b.c", "int f(void) { return 2; }");
    let error = refused(vec![a, b]);
    assert_eq!(error.to_string(), "`f` is defined twice: in a.c and in b.c");
}

#[test]
fn different_targets() {
    let a = user("a.c", "int main(void) { return 0; }");
    let module = compile("int f(void) { return 2; }", &["-m32"]);
    let b = Input { name: "b.c".into(), module, origin: Origin::User };
    assert!(matches!(refused(vec![a, b]), LinkError::TargetMismatch { .. }));
}

#[test]
fn big_endian() {
    let module = compile("int main(void) { return 2; }", &["--target=powerpc64-linux-gnu"]);
    let a = Input { name: "a.c".into(), module, origin: Origin::User };
    let error = refused(vec![a]).to_string();
    assert!(error.contains("big-endian"), "{error}");
}

#[test]
fn entry_runs_everything_in_order() {
    let program = linked(vec![user(
        "a.c",
        "__attribute__((constructor(300))) static void b(void) {}
         __attribute__((constructor(200))) static void a(void) {}
         __attribute__((constructor)) static void c(void) {}
         int main(int argc, char **argv) { return argc; }",
    )]);
    assert_eq!(calls(&program, "__heddle_entry"), ["a", "b", "c", "main", "extern __heddle_exit"]);
    let entry = &program.functions[program.entry];
    assert_eq!(entry.params.len(), 3);
    let sites: Vec<_> = entry.calls.values().map(|site| site.args.len()).collect();
    assert_eq!(sites, [0, 0, 0, 2, 1]);
}

#[test]
fn static_names_stay_apart() {
    let a = user(
        "a.c",
        "static int f(void) { return 1; } int g(void); int main(void) { return f() + g(); }",
    );
    let b = user("b.c", "static int f(void) { return 2; } int g(void) { return f(); }");
    let program = linked(vec![a, b]);
    assert_eq!(names(&program).iter().filter(|name| **name == "f").count(), 2);
}

#[test]
fn weak_gives_way() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }";
    let program = linked(vec![user("a.c", weak), user("b.c", "int f(void) { return 2; }")]);
    let found: Vec<_> = program.functions.values().filter(|f| f.name == "f").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].constants, [Const::Bits(2)]);
}

#[test]
fn user_wins_over_runtime() {
    let a = user("a.c", "int puts(const char *s) { return 5; } int main(void) { return puts(0); }");
    let program = linked(vec![a, runtime("int puts(const char *s) { return 6; }")]);
    let puts = program.functions.values().find(|function| function.name == "puts");
    assert_eq!(puts.expect("puts is there").origin, Origin::User);
    assert_eq!(names(&program), ["__heddle_entry", "puts", "main"]);
}

#[test]
fn a_model_wins_over_the_machine_and_the_runtime_not_over_the_user() {
    let source = "int pthread_spin_lock(int *); int wait(int *); int post(int *); int x;
        int post(int *p) { return 1; }
        int main(void) { return pthread_spin_lock(&x) + wait(&x) + post(&x); }";
    let models = "int pthread_spin_lock(int *p) { return 2; } int wait(int *p) { return 2; }
        int post(int *p) { return 2; } int unused(int *p) { return 2; }";
    let models = input("models.c", models, Origin::Model);
    let runtime = runtime("int wait(int *p) { return 3; }");
    // In either order.
    for inputs in [[&runtime, &models], [&models, &runtime]] {
        let user = user("a.c", source);
        let program =
            link(&[&user, inputs[0], inputs[1]], &LinkOptions::default()).expect("it links");
        verify(&program).expect("the program keeps its promises");
        let origin =
            |name: &str| program.functions.values().find(|f| f.name == name).unwrap().origin;
        assert_eq!(
            ["pthread_spin_lock", "wait", "post"].map(origin),
            [Origin::Model, Origin::Model, Origin::User]
        );
        assert!(program.externs.values().all(|function| function.name != "lock"));
        assert!(!names(&program).contains(&"unused"));
    }
}

#[test]
fn runtime_only_if_used() {
    let source = "int helper(int x) { return x; }
        int used(void) { return helper(1); }
        int unused(void) { return helper(2); }
        int table[2] = { 1, 2 };
        void __heddle_exit(int);
        void exit(int s) { __heddle_exit(s); }
        void __heddle_thread_main(void) {}";
    let a = user("a.c", "int used(void); int main(void) { return used(); }");
    let program = linked(vec![a, runtime(source)]);
    let mut names = names(&program);
    names.sort_unstable();
    assert_eq!(names, ["__heddle_entry", "__heddle_thread_main", "exit", "helper", "main", "used"]);
    assert!(program.globals.is_empty());
    assert!(program.thread_main.is_some());
    assert_eq!(calls(&program, "__heddle_entry"), ["main", "exit"]);
}

#[test]
fn aliases_and_addresses() {
    let program = linked(vec![user(
        "a.c",
        "int f(void) { return 1; }
         int g(void) __attribute__((alias(\"f\")));
         int values[4] = { 1, 2, 3, 4 };
         extern int same[4] __attribute__((alias(\"values\")));
         int *third = &same[2];
         int (*pointer)(void) = g;
         int main(void) { return g() + same[1]; }",
    )]);
    assert_eq!(calls(&program, "main"), ["f"]);
    let global = |name: &str| {
        let found = program.globals.iter().find(|(_, global)| global.name == name);
        found.expect("the variable is there")
    };
    let (values, _) = global("values");
    let relocations = |name| global(name).1.init.as_ref().expect("defined").relocations.clone();
    assert_eq!(relocations("third"), [(0, Const::Global(values, 8))]);
    assert!(matches!(relocations("pointer")[..], [(0, Const::Function(_))]));
}

#[test]
fn weak_references_are_null_unless_they_are_operations() {
    let refer = |name: &str| {
        let source = format!(
            "extern int {name}(void) __attribute__((weak));
             int main(void) {{ return {name} ? {name}() : 0; }}"
        );
        let program = linked(vec![user("a.c", &source)]);
        program.externs.values().any(|external| external.name == name)
    };
    assert!(!refer("maybe"));
    assert!(refer("__heddle_thread_self"));
}

#[test]
fn memory_functions_become_instructions() {
    let source = "void *memset(void *, int, unsigned long); char b[8];
        int main(int c, char **v) { memset(b, c, 8); return 0; }";
    let program = linked(vec![user("a.c", source)]);
    assert_eq!(calls(&program, "main"), Vec::<String>::new());
    let own = "void *memset(void *p, int c, unsigned long n) { return p; }";
    let program = linked(vec![user("a.c", source), user("b.c", own)]);
    assert!(calls(&program, "main").is_empty() || calls(&program, "main") == ["memset"]);
}

#[test]
fn verifier_functions_are_atomic() {
    let program = linked(vec![user(
        "a.c",
        "void __VERIFIER_atomic_inc(int *p) { ++*p; }
         void __VERIFIER_atomic_begin(void) {}
         int main(void) { int x = 0; __VERIFIER_atomic_inc(&x); return x; }",
    )]);
    let atomic: Vec<_> =
        program.functions.values().filter(|f| f.atomic).map(|f| f.name.as_str()).collect();
    assert_eq!(atomic, ["__VERIFIER_atomic_inc"]);
}

#[test]
fn one_of_several_programs_is_taken_alone() {
    let source = "static int a, b; static int helper(void) { return a; }
        int first(void) { return helper(); } int second(void) { return b; }";
    let input = user("a.c", source);
    let only = |main| {
        let options = LinkOptions { main, only_used: true, ..LinkOptions::default() };
        link(&[&input], &options)
    };
    let first = only("first").expect("the first program links");
    verify(&first).expect("the program keeps its promises");
    assert_eq!(names(&first), ["__heddle_entry", "first", "helper"]);
    assert_eq!(calls(&first, "__heddle_entry")[0], "first");
    let second = only("second").expect("the second program links");
    assert_eq!(names(&second), ["__heddle_entry", "second"]);
    let globals: Vec<_> = second.globals.values().map(|global| global.name.as_str()).collect();
    assert_eq!(globals, ["b"]);
    assert_eq!(only("third").unwrap_err(), LinkError::NoMain);
}

#[test]
fn the_runtime_wins_where_a_call_is_an_error() {
    for linkage in ["", "static "] {
        let source =
            format!("{linkage}void reach_error(void) {{}} int main(void) {{ reach_error(); }}");
        let error = runtime("void reach_error(void) { __builtin_trap(); }");
        let program = linked(vec![user("a.c", &source), error]);
        assert_eq!(calls(&program, "main"), ["reach_error"]);
        let main = program.functions.values().find(|f| f.name == "main").expect("there is a main");
        let Callee::Function(called) = main.calls.values().next().expect("it calls").callee else {
            panic!("it calls a function");
        };
        assert_eq!(program.functions[called].origin, Origin::Runtime, "{source}");
    }
}

#[test]
fn functions_that_nobody_defines_return_anything_if_asked() {
    let source = "_Bool known(void); long far(int); void act(void); struct s { long n[9]; };
                  struct s large(void); int main(void) { act(); large(); return far(known()); }";
    let input = user("a.c", source);
    let options = LinkOptions { undefined: Undefined::Any, ..LinkOptions::default() };
    let program = link(&[&input], &options).expect("the program links");
    verify(&program).expect("the program keeps its promises");
    assert_eq!(program.any_results, ["act", "far", "known"]);
    assert_eq!(calls(&program, "main"), ["act", "extern large", "known", "far"]);
    assert_eq!(calls(&program, "act"), [""; 0]);
    assert_eq!(calls(&program, "far"), ["extern __heddle_nondet"]);
    assert_eq!(calls(&program, "known"), ["extern __heddle_choose"]);
    let refused = linked(vec![user("a.c", source)]);
    assert_eq!(refused.any_results, [""; 0]);
    assert_eq!(calls(&refused, "main")[0], "extern act");
}

#[test]
fn inline_definitions_are_taken_where_there_are_no_others() {
    let source = "static int n; static const int two = 2;
                  inline int f(void) { return two; }
                  inline int g(void) { return n; }
                  int h(void) { return ++n; }
                  int main(void) { return f() + g() + h(); }";
    let first = user("a.c", source);
    let wanted = undefined_functions(&[user("a.c", source)]).expect("nothing is there twice");
    assert_eq!(wanted.iter().collect::<Vec<_>>(), ["f", "g"]);
    let flags = ["-O1", "-Xclang", "-disable-llvm-passes"];
    let mut again = compile(source, &flags);
    assert!(take_inline_definitions(&mut again, &wanted, &first.module));
    let again = Input { name: "a.c".into(), module: again, origin: Origin::User };
    let program = linked(vec![first, again]);
    assert_eq!(calls(&program, "main"), ["f", "g", "h"]);
    assert_eq!(names(&program).iter().filter(|name| **name == "main").count(), 1);
    // The variable of the second module has no content: it would be another one.
    let variables = program.globals.values().filter(|global| global.name == "n");
    let initialized: Vec<bool> = variables.map(|global| global.init.is_some()).collect();
    assert_eq!(initialized, [true, false]);
}

#[test]
fn members_of_an_archive_are_taken_if_somebody_needs_them() {
    let inputs = [
        user("a.c", "int f(void); int main(void) { return f(); }"),
        runtime("int own(void); int g(void) { return 1; }"),
    ];
    let archive = || {
        let members = [
            ("f.c", "int h(void), g(void); int f(void) { return g() + h(); }"),
            ("g.c", "int g(void) { return 2; }"),
            ("h.c", "int more(void) __attribute__((weak)); int h(void) { return more && more(); }"),
            ("more.c", "int more(void) { return 3; }"),
        ];
        members.map(|(name, source)| input(name, source, Origin::Runtime)).into()
    };
    let wanted = undefined_symbols(&inputs);
    assert_eq!(wanted.into_iter().collect::<Vec<_>>(), ["f"]);
    let taken = needed(&inputs, archive());
    // `g` is there already, and nobody but a weak reference asks for `more`.
    assert_eq!(taken.iter().map(|input| input.name.as_str()).collect::<Vec<_>>(), ["f.c", "h.c"]);
    assert!(needed(&inputs[1..], archive()).is_empty());
}
