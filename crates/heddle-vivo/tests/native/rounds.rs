//! Threads that go round loops in vain: states that are met again without being kept.

use std::sync::Arc;

use heddle_engine::{CancelToken, Channel, Progress};
use heddle_model::{Limits, PropertySet, Verdict};
use heddle_trace::NoSource;
use heddle_vivo::Question;

use crate::support::{compilers, explore_accesses, explore_all, instrument, messages};

fn program(declarations: &str, first: &str, second: &str) -> String {
    format!(
        "#include <assert.h>
         #include <pthread.h>
         #include <sched.h>
         #include <stdatomic.h>
         {declarations}
         static void *first(void *unused) {{ {first} return unused; }}
         static void *second(void *unused) {{ {second} return unused; }}
         int main(void)
         {{
             pthread_t threads[2];
             pthread_create(&threads[0], 0, first, 0);
             pthread_create(&threads[1], 0, second, 0);
             for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
             return 0;
         }}"
    )
}

#[test]
fn who_waits_for_a_flag_sees_what_came_before() {
    for wait in ["while (!flag) ;", "while (!flag) sched_yield();"] {
        let source = program(
            "static int data; static atomic_int flag;",
            "data = 42; flag = 1;",
            &format!("{wait} assert(data == 42);"),
        );
        for compiler in compilers() {
            let report = explore_accesses(&source, compiler);
            assert!(report.is_verified(), "{compiler}: {report:?}");
            assert!(report.gaps.is_empty(), "{compiler}: {report:?}");
        }
    }
}

#[test]
fn a_spin_lock_has_the_executions_of_the_machine() {
    let work = "while (atomic_flag_test_and_set(&lock)) ;
                inside++; assert(inside == 1); inside--;
                atomic_flag_clear(&lock);";
    let source =
        program("static atomic_flag lock = ATOMIC_FLAG_INIT; static int inside;", work, work);
    for compiler in compilers() {
        let executable = instrument(&[("program.c", &source)], compiler, &["-O1"]);
        let report = explore_all(executable.expect("it should compile").path(), false);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        assert_eq!(report.statistics.executions, 4, "{compiler}: {report:?}");
    }
}

#[test]
fn rounds_may_take_locks() {
    let declarations = "static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; static int done;";
    let poll = "for (int seen = 0; !seen;) {
                    pthread_mutex_lock(&lock); seen = done; pthread_mutex_unlock(&lock);
                }";
    let set = "pthread_mutex_lock(&lock); done = 1; pthread_mutex_unlock(&lock);";
    let tries = "while (pthread_mutex_trylock(&lock)) ; done++; pthread_mutex_unlock(&lock);";
    for (first, second) in [(set, poll), (tries, tries)] {
        for compiler in compilers() {
            let report = explore_accesses(&program(declarations, first, second), compiler);
            assert!(report.is_verified(), "{compiler}: {report:?}");
        }
    }
}

#[test]
fn threads_that_wait_for_each_other_spin_for_ever() {
    let source = program(
        "static atomic_int flags[2];",
        "flags[0] = 1; while (flags[1]) ; flags[0] = 0;",
        "flags[1] = 1; while (flags[0]) ; flags[1] = 0;",
    );
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        let found = "spin deadlock: T0 waits for T1 to exit; T1 spins until flags+4 changes; \
                     T2 spins until flags changes";
        assert_eq!(messages(&report), [found], "{compiler}: {report:?}");
        assert!(report.violations[0].cycle.is_some(), "{report:?}");
    }
}

#[test]
fn a_spin_deadlock_is_found_again_and_told() {
    let source = program("static atomic_int flag;", "while (!flag) sched_yield();", "flag = 0;");
    let executable = instrument(&[("program.c", &source)], "gcc", &[]).expect("it should compile");
    let program = crate::support::program(executable.path());
    let question = Question {
        properties: PropertySet::default(),
        all_violations: false,
        limits: Limits::default(),
        options: heddle_stateless::Options::default(),
    };
    let mut tick = |_: &Progress<'_>| {};
    let mut channel = Channel::new(Arc::new(CancelToken::default()), &mut tick);
    let named = PropertySet::EMPTY;
    let report = heddle_vivo::check(&program, &question, named, &mut channel).expect("it runs");
    let Verdict::Violation(found) = &report.verdict else { panic!("{report:?}") };
    let message = "spin deadlock: T0 waits for T1 to exit; T1 spins until flag changes";
    assert_eq!(found[0].violation.message(), message);
    let properties = question.properties;
    let story = heddle_vivo::tell(&program, &found[0], properties, &mut NoSource);
    let story = story.expect("it is told");
    assert_eq!(story.violation.message(), message);
    assert!(story.steps.len() > 2, "{story:?}");
}

#[test]
fn a_loop_that_counts_where_nobody_looks_is_no_round() {
    // What changes is in memory that is not instrumented, or known to the kernel only; the registers and the stack are the same.
    let hidden = "static int count; int next(void) { return ++count == 40; }";
    let kernel = "#include <unistd.h>
        int next(void)
        {
            static int ends[2];
            char byte;
            if (!ends[1]) { pipe(ends); write(ends[1], \"123456789012345678901234567890\", 30); close(ends[1]); }
            int is_end = read(ends[0], &byte, 1) == 0;
            byte = 0;
            return is_end;
        }";
    for other in [hidden, kernel] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let (file, object) = (folder.path().join("other.c"), folder.path().join("other.o"));
        std::fs::write(&file, other).expect("it is written");
        let mut cc = std::process::Command::new("cc");
        crate::support::run(cc.args(["-w", "-c"]).arg(&file).arg("-o").arg(&object));
        let source = program(
            "int next(void); static atomic_int flag, reached;",
            "while (!flag) if (next()) { reached = 1; break; }",
            "assert(!reached);",
        );
        let object = object.to_str().expect("a path is text");
        for compiler in compilers() {
            let executable = instrument(&[("program.c", &source)], compiler, &[object]);
            let report = explore_all(executable.expect("it should compile").path(), false);
            assert_eq!(messages(&report), ["assertion failed: !reached"], "{compiler}");
        }
    }
}
