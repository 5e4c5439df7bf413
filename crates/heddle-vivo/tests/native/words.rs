//! The functions of `heddle.h` and other checkers' words, natively.

use heddle_vivo::{CompileError, ObjectError};

use crate::support::{compilers, explore_accesses, instrument, messages};

#[test]
fn choices_are_explored_and_assumptions_abandon_runs() {
    let source = "#include <heddle.h>
        int main(void)
        {
            unsigned first = heddle_choose(4), second = heddle_choose(3);
            heddle_assume(first != 2);
            heddle_assert(first * 3 + second != 4 && first * 3 + second != 7);
            return 0;
        }";
    for compiler in compilers() {
        let report = explore_accesses(source, compiler);
        let failed = "assertion failed: first * 3 + second != 4 && first * 3 + second != 7";
        assert_eq!(messages(&report), [failed], "{compiler}");
        let chosen = &report.violations[0].schedule.0;
        assert_eq!(chosen.iter().map(|choice| choice.alternative).collect::<Vec<_>>(), [1, 1]);
        // Of twelve runs, three do not count, with one that would fail; and one fails.
        assert_eq!(report.statistics.ended, 8, "{compiler}: {report:?}");
    }
}

#[test]
fn nobody_runs_within_a_section() {
    let source = |begin: &str, end: &str| {
        format!(
            "#include <heddle.h>
             #include <pthread.h>
             static int counter;
             static void *count(void *unused)
             {{
                 {begin};
                 counter++;
                 {end};
                 return unused;
             }}
             int main(void)
             {{
                 pthread_t threads[2];
                 for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, count, 0);
                 for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
                 heddle_assert(counter == 2);
                 return 0;
             }}"
        )
    };
    for compiler in compilers() {
        let with = source("heddle_atomic_begin()", "heddle_atomic_end()");
        let report = explore_accesses(&with, compiler);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        let report = explore_accesses(&source("(void)0", "(void)0"), compiler);
        assert_eq!(messages(&report), ["assertion failed: counter == 2"], "{compiler}");
    }
}

#[test]
fn who_waits_in_a_section_lets_others_run() {
    let source = "#include <heddle.h>
        #include <pthread.h>
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static int inside, seen;
        static void *work(void *unused)
        {
            heddle_atomic_begin();
            pthread_mutex_lock(&lock);
            seen = inside;
            pthread_mutex_unlock(&lock);
            heddle_atomic_end();
            return unused;
        }
        int main(void)
        {
            pthread_t thread;
            pthread_create(&thread, 0, work, 0);
            pthread_mutex_lock(&lock);
            inside = 1;
            inside = 0;
            pthread_mutex_unlock(&lock);
            pthread_join(thread, 0);
            heddle_assert(seen == 0);
            return 0;
        }";
    for compiler in compilers() {
        let report = explore_accesses(source, compiler);
        assert!(report.is_verified(), "{compiler}: {report:?}");
    }
}

#[test]
fn an_error_is_one_whatever_the_program_makes_of_it() {
    let source = "#include <pthread.h>
        extern _Bool __VERIFIER_nondet_bool(void);
        extern void __VERIFIER_assume(int);
        void reach_error(void) {}
        static int flag;
        static void *set(void *unused) { flag = 1; return unused; }
        int main(void)
        {
            pthread_t thread;
            _Bool input = __VERIFIER_nondet_bool();
            pthread_create(&thread, 0, set, 0);
            __VERIFIER_assume(input);
            if (flag) reach_error();
            pthread_join(thread, 0);
            return 0;
        }";
    for compiler in compilers() {
        for level in ["-O0", "-O2"] {
            let executable = instrument(&[("program.c", source)], compiler, &[level]);
            let executable = executable.expect("it should compile");
            let report = crate::support::explore_all(executable.path(), false);
            let found = ["assertion failed: reach_error() is reached"];
            assert_eq!(messages(&report), found, "{compiler} {level}: {report:?}");
        }
    }
}

#[test]
fn inputs_that_are_too_wide_are_refused_by_name() {
    let source = "extern int __VERIFIER_nondet_int(void);
        int main(void) { return __VERIFIER_nondet_int() == 3; }";
    let report = explore_accesses(source, "gcc");
    let unknown = report.unknown.as_ref().expect("it should not be known");
    let reason = &unknown.unknown.reason;
    assert!(reason.contains("an input of more than eight bits"), "{reason}");
}

#[test]
fn functions_that_are_one_step_are_refused_by_name() {
    let source = "static int x;
        void __VERIFIER_atomic_add(void) { x++; }
        int main(void) { __VERIFIER_atomic_add(); return 0; }";
    match instrument(&[("program.c", source)], "gcc", &[]) {
        Err(CompileError::Object { error: ObjectError::AtomicFunction(name), .. }) => {
            assert_eq!(name, "__VERIFIER_atomic_add");
        }
        other => panic!("it should be refused: {other:?}"),
    }
}
