//! Programs whose accesses to memory are operations: what is found, in as many executions as heddle's machine
//! has for the same sources.

use std::process::Command;

use heddle_model::PropertySet;
use heddle_vivo::{CompileError, NativeSystem};

use crate::support::{
    compile, compilers, explore_accesses, explore_all, instrument, messages, program, run,
};

/// A program of two threads that run `work`, with these declarations before.
fn two_threads(declarations: &str, work: &str, at_end: &str) -> String {
    format!(
        "#include <assert.h>
         #include <pthread.h>
         #include <stdatomic.h>
         {declarations}
         static void *work(void *number)
         {{
             int own = (int)(long)number, other = 1 - own;
             (void)other;
             {work}
             return 0;
         }}
         int main(void)
         {{
             pthread_t threads[2];
             for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, (void *)i);
             for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
             {at_end}
             return 0;
         }}"
    )
}

/// Peterson's lock around a counter. Each asks at most twice whether the other is inside.
fn peterson(is_right: bool) -> String {
    let entry = match is_right {
        true => "interested[own] = 1; turn = other;",
        false => "turn = other; interested[own] = 1;",
    };
    let work = format!(
        "{entry}
         for (int round = 0; interested[other] && turn == other; round++)
             if (round == 1) return 0;
         inside++;
         assert(inside == 1);
         inside--;
         interested[own] = 0;"
    );
    two_threads("static atomic_int interested[2], turn; static int inside;", &work, "")
}

#[test]
fn a_wrong_lock_of_petersons_lets_both_in() {
    for compiler in compilers() {
        let report = explore_accesses(&peterson(false), compiler);
        let messages = messages(&report);
        assert!(!messages.is_empty(), "{compiler}: {report:?}");
        assert!(messages.iter().all(|text| text.contains("inside == 1")), "{messages:?}");
        let report = explore_accesses(&peterson(true), compiler);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        assert_eq!(report.statistics.executions, 20, "{compiler}: {report:?}");
    }
}

#[test]
fn an_increment_is_a_read_and_a_write() {
    let source = two_threads("static int counter;", "counter++;", "assert(counter == 2);");
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        assert_eq!(messages(&report), ["assertion failed: counter == 2"], "{compiler}");
        assert_eq!(report.statistics.executions, 4, "{compiler}: {report:?}");
    }
}

#[test]
fn a_flag_comes_with_what_was_written_before() {
    let work = "if (own == 0) { data = 42; atomic_store_explicit(&flag, 1, memory_order_release); }
                else if (atomic_load_explicit(&flag, memory_order_acquire)) assert(data == 42);";
    let source = two_threads("static int data; static atomic_int flag;", work, "");
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        assert_eq!(report.statistics.executions, 2, "{compiler}: {report:?}");
    }
}

#[test]
fn exchanges_that_fail_are_tried_again() {
    let work = "int old = atomic_load(&counter);
                while (!atomic_compare_exchange_strong(&counter, &old, old + 1)) ;";
    let source = two_threads("static atomic_int counter;", work, "assert(counter == 2);");
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        assert_eq!(report.statistics.executions, 4, "{compiler}: {report:?}");
    }
}

#[test]
fn atomic_accesses_compute_as_they_should() {
    // Everything that compilers call for one width, checked by the program itself beside another thread.
    let check = |kind: &str| {
        format!(
            "static _Atomic {kind} {kind}_value;
             static void check_{kind}(void)
             {{
                 _Atomic {kind} *p = &{kind}_value;
                 {kind} old = 9;
                 atomic_store(p, 12);
                 assert(atomic_exchange(p, 7) == 12 && atomic_load(p) == 7);
                 assert(!atomic_compare_exchange_strong(p, &old, 1) && old == 7);
                 assert(atomic_compare_exchange_strong(p, &old, 100) && *p == 100);
                 assert(atomic_fetch_add(p, 200) == 100 && *p == ({kind})300);
                 assert(atomic_fetch_sub(p, 201) == ({kind})300 && *p == 99);
                 assert(atomic_fetch_and(p, 0x6a) == 99 && *p == 0x62);
                 assert(atomic_fetch_or(p, 0x0c) == 0x62 && *p == 0x6e);
                 assert(atomic_fetch_xor(p, 0xff) == 0x6e && *p == ({kind})0x91);
                 assert(__atomic_nand_fetch(({kind} *)p, 0x11, 5) == ({kind})~0x11);
             }}"
        )
    };
    let kinds = ["uchar", "ushort", "uint", "ulong"];
    let types = "typedef unsigned char uchar; typedef unsigned short ushort;
                 typedef unsigned int uint; typedef unsigned long ulong;";
    let checks: String = kinds.iter().map(|kind| check(kind)).collect();
    let calls: String = kinds.iter().map(|kind| format!("check_{kind}();")).collect();
    let work = format!("if (own == 0) {{ {calls} atomic_thread_fence(memory_order_seq_cst); }}");
    let source = two_threads(&format!("{types} {checks}"), &work, "");
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        assert!(report.is_verified(), "{compiler}: {:?}", messages(&report));
        assert_eq!(report.statistics.executions, 1, "{compiler}: {report:?}");
    }
}

#[test]
fn copies_and_fills_are_accesses() {
    // A copy in between sees one of both, or the other.
    let work = "if (own == 0) memset(shared, 1, sizeof shared);
                else { memcpy(copy, shared, sizeof copy); seen = copy[3] + copy[60]; }";
    let declarations = "#include <string.h>
                        static char shared[64], copy[64]; static int seen;";
    let source = two_threads(declarations, work, "assert(seen != 2);");
    for compiler in compilers() {
        let report = explore_accesses(&source, compiler);
        assert_eq!(messages(&report), ["assertion failed: seen != 2"], "{compiler}");
        assert_eq!(report.statistics.executions, 2, "{compiler}: {report:?}");
    }
}

#[test]
fn programs_in_cpp_have_their_executions() {
    let source = "#include <atomic>
        #include <cassert>
        #include <mutex>
        #include <thread>
        #include <vector>
        static std::atomic<int> sum;
        static int plain;
        static std::mutex lock;
        int main()
        {
            std::vector<std::thread> threads;
            for (int i = 0; i < 2; i++)
                threads.emplace_back([] {
                    sum += 2;
                    std::lock_guard<std::mutex> guard(lock);
                    plain++;
                });
            for (auto &thread : threads) thread.join();
            assert(sum == 4 && plain == 2);
        }";
    for compiler in compilers() {
        let executable = instrument(&[("program.cpp", source)], compiler, &["-std=c++17"]);
        let report = explore_all(executable.expect("it should compile").path(), false);
        assert!(report.is_verified(), "{compiler}: {report:?}");
        assert_eq!(report.statistics.executions, 4, "{compiler}: {report:?}");
    }
}

#[test]
fn objects_that_were_not_compiled_so_run_as_they_are() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let object = folder.path().join("other.o");
    let source = folder.path().join("other.c");
    std::fs::write(&source, "int twice(int value) { return 2 * value; }").expect("it is written");
    run(Command::new("cc").arg("-c").arg(&source).arg("-o").arg(&object));
    let main = two_threads(
        "int twice(int); static atomic_int sum;",
        "sum += twice(own + 1);",
        "assert(sum == 6);",
    );
    let object = object.to_str().expect("a path is text");
    let executable = instrument(&[("program.c", &main)], "gcc", &[object]);
    let report = explore_all(executable.expect("it should compile").path(), false);
    assert!(report.is_verified(), "{report:?}");
    assert_eq!(report.statistics.executions, 2, "{report:?}");
}

#[test]
fn executables_that_stay_where_they_are_can_be_explored() {
    let source = two_threads("static int counter;", "counter++;", "assert(counter == 2);");
    for compiler in compilers() {
        let flags = ["-no-pie", "-fno-pie"];
        let executable = instrument(&[("program.c", &source)], compiler, &flags);
        let report = explore_all(executable.expect("it should compile").path(), false);
        assert_eq!(messages(&report), ["assertion failed: counter == 2"], "{compiler}");
    }
}

#[test]
fn what_does_not_compile_is_said_with_the_words_of_the_compiler() {
    let refused = |sources: &[(&str, &str)]| match instrument(sources, "gcc", &[]) {
        Err(CompileError::Refused { messages, .. }) => messages,
        other => panic!("it should be refused: {other:?}"),
    };
    assert!(refused(&[("a.c", "int main(void) { return x; }")]).contains("undeclared"));
    let missing = refused(&[("a.c", "int f(void); int main(void) { return f(); }")]);
    assert!(missing.contains("undefined reference to `f'"), "{missing}");
    let nothing = instrument(&[("a.c", "int main(void) { return 0; }")], "no-such-compiler", &[]);
    assert!(matches!(nothing, Err(CompileError::Start { .. })), "{nothing:?}");
}

#[test]
fn data_races_are_told_by_what_is_accessed_and_how() {
    let source = "#include <pthread.h>
        #include <stdatomic.h>
        #include <string.h>
        static int plain, guarded; static atomic_int atomic; static char text[12];
        static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
        static void *first(void *unused)
        {
            plain = 1;
            text[4] = 1;
            atomic = 1;
            pthread_mutex_lock(&lock); guarded++; pthread_mutex_unlock(&lock);
            return unused;
        }
        static void *second(void *unused)
        {
            char copy[12];
            int seen = plain;
            memcpy(copy, text, sizeof copy);
            atomic = seen;
            pthread_mutex_lock(&lock); guarded++; pthread_mutex_unlock(&lock);
            return unused;
        }
        int main(void)
        {
            pthread_t threads[2];
            pthread_create(&threads[0], 0, first, 0);
            pthread_create(&threads[1], 0, second, 0);
            for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
            return plain + guarded;
        }";
    for compiler in compilers() {
        let executable = instrument(&[("program.c", source)], compiler, &[]);
        let executable = executable.expect("it should compile");
        let report = explore_all(executable.path(), true);
        let found = report.violations.iter().map(|found| {
            let line = found.violation.place.as_ref().expect("it has a place").line;
            (line, found.violation.message())
        });
        let mut found: Vec<(u32, String)> = found.collect();
        found.sort();
        let race = |line: u32, name: &str| {
            format!(
                "data race: write by T1 and read by T2 at line {line} of {name} can happen at the \
                 same time"
            )
        };
        assert_eq!(found, [(8, race(17, "plain")), (9, race(18, "text+4"))], "{compiler}");
        let unasked = explore_all(executable.path(), false);
        assert!(unasked.is_verified(), "{compiler}: {unasked:?}");
    }
}

#[test]
fn it_is_known_whether_accesses_are_operations() {
    let source = two_threads("static int counter;", "counter++;", "assert(counter == 2);");
    let is_instrumented = |path: &std::path::Path| {
        let system = NativeSystem::launch(&program(path), PropertySet::default());
        system.expect("it should start").is_instrumented()
    };
    assert!(!is_instrumented(&compile(&source, &[]).path));
    let executable = instrument(&[("program.c", &source)], "gcc", &[]);
    assert!(is_instrumented(executable.expect("it should compile").path()));
}
