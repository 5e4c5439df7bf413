//! C++ programs, by both compilers: their libraries call the thread library and futexes.

use heddle_dpor::Report;

use crate::support::{compile, compile_by, explore_executable, message};

/// A C++ compiler that every machine of the project has, and the clang that heddle is tested with.
const COMPILERS: [&str; 2] = ["c++", "clang++-19"];

const PRELUDE: &str = "
    #include <cassert>
    #include <mutex>
    #include <pthread.h>
    #include <thread>
    static std::mutex mutex;
";

/// All executions of a program by each compiler.
#[track_caller]
fn explore_each(source: &str, mut look: impl FnMut(&Report)) {
    let source = format!("{PRELUDE}\n{source}");
    for compiler in COMPILERS {
        let executable = compile_by(compiler, "program.cpp", &source, &["-std=c++20"]);
        look(&explore_executable(&executable));
    }
}

#[track_caller]
fn assert_executions(source: &str, executions: u64) {
    explore_each(source, |report| {
        assert!(report.is_verified(), "{report:?}");
        assert_eq!(report.statistics.executions, executions, "{report:?}");
    });
}

#[track_caller]
fn assert_violation(source: &str, expected: &str) {
    explore_each(source, |report| assert_eq!(message(report), expected));
}

#[test]
fn threads_lock_mutexes() {
    let source = "
        #include <shared_mutex>
        static int counter;
        static std::shared_mutex shared;
        static void work()
        {
            std::scoped_lock lock(mutex);
            counter++;
        }
        int main()
        {
            {
                std::jthread first(work), second(work);
            }
            assert(counter == 2);
            shared.lock_shared();
            assert(!shared.try_lock() && shared.try_lock_shared());
            return 0;
        }";
    assert_executions(source, 2);
}

#[test]
fn locking_two_mutexes_in_either_order_is_a_deadlock() {
    let source = "
        static std::mutex other;
        static void lock(std::mutex &first, std::mutex &second)
        {
            std::lock_guard one(first);
            std::lock_guard two(second);
        }
        int main()
        {
            std::thread thread([] { lock(mutex, other); });
            lock(other, mutex);
            thread.join();
        }";
    assert_violation(
        source,
        "deadlock: T0 waits for mutex, held by T1; T1 waits for other, held by T0",
    );
}

#[test]
fn guards_of_static_variables_let_one_initialize() {
    let source = "
        struct Object {
            int runs = 0;
            Object() { std::lock_guard lock(mutex); runs = ++all; }
            static inline int all;
        };
        static Object &object()
        {
            static Object object;
            return object;
        }
        static void work()
        {
            // The code looks at the guard before it calls anything.
            std::this_thread::yield();
            assert(object().runs == 1);
        }
        int main()
        {
            std::thread first(work), second(work);
            first.join();
            second.join();
            assert(Object::all == 1);
        }";
    explore_each(source, |report| {
        assert!(report.is_verified() && report.statistics.executions > 2, "{report:?}");
    });
}

#[test]
fn an_initializer_that_throws_is_run_again() {
    let source = "
        #include <stdexcept>
        static std::once_flag flag;
        static int runs, caught;
        static void initialize()
        {
            if (runs++ == 0)
                throw std::runtime_error(\"not yet\");
        }
        static int of_static() { static int value = (initialize(), 7); return value; }
        static void work()
        {
            try {
                CALL;
            } catch (std::runtime_error &) {
                caught++;
            }
        }
        int main()
        {
            std::thread first(work), second(work);
            first.join();
            second.join();
            assert(caught == 1 && runs == 2);
        }";
    assert_executions(&source.replace("CALL", "std::call_once(flag, initialize)"), 2);
    assert_executions(&source.replace("CALL", "of_static()"), 2);
}

#[test]
fn atomics_are_waited_for() {
    let source = "
        #include <atomic>
        static std::atomic<int> value;
        int main()
        {
            // Accesses between operations are not seen: the calls say that there are some.
            std::thread thread([] { std::this_thread::yield(); value.wait(0); });
            std::this_thread::yield();
            value = 1;
            NOTIFY;
            thread.join();
        }";
    explore_each(&source.replace("NOTIFY", "value.notify_one()"), |report| {
        assert!(report.is_verified() && report.statistics.executions > 1, "{report:?}");
    });
    explore_each(&source.replace("NOTIFY", ""), |report| {
        let message = message(report);
        assert!(message.starts_with("deadlock: T1 waits for"), "{message}");
    });
}

#[test]
fn futures_are_waited_for() {
    let source = "
        #include <future>
        #include <memory>
        #include <string>
        int main()
        {
            std::promise<std::unique_ptr<std::string>> promise;
            std::thread thread([&] { promise.set_value(std::make_unique<std::string>(\"here\")); });
            assert(*promise.get_future().get() == \"here\");
            thread.join();
            assert(std::async(std::launch::async, [] { return 5; }).get() == 5);
        }";
    explore_each(source, |report| assert!(report.is_verified(), "{report:?}"));
}

#[test]
fn exceptions_that_nobody_catches_are_told_with_their_types() {
    let thrown = "
        #include <stdexcept>
        int main() { std::thread thread([] { throw std::logic_error(\"no\"); }); thread.join(); }";
    assert_violation(thrown, "uncaught exception of type std::logic_error");
    let in_main = "int main() { throw 5; }";
    assert_violation(in_main, "uncaught exception of type int");
    let noexcept = "
        #include <string>
        static void work() noexcept { throw std::string(\"no\"); }
        int main() { work(); }";
    explore_each(noexcept, |report| {
        let message = message(report);
        assert!(message.starts_with("an exception of type std::"), "{message}");
        assert!(message.ends_with("leaves a function that must not throw"), "{message}");
    });
    let joinable = "int main() { std::thread thread([] {}); }";
    assert_violation(joinable, "the program called std::terminate");
    assert_violation("#include <cstdlib>\nint main() { std::abort(); }", "the program aborted");
}

#[test]
fn exceptions_are_caught_in_their_threads() {
    let source = "
        #include <exception>
        static void work(int depth)
        {
            std::lock_guard lock(mutex);
            if (depth)
                throw depth;
        }
        static void tries(int depth)
        {
            for (int i = 0; i < 2; i++)
                try {
                    work(depth);
                } catch (int caught) {
                    std::lock_guard lock(mutex);
                    assert(caught == depth && std::uncaught_exceptions() == 0);
                }
        }
        int main()
        {
            std::thread thread(tries, 1);
            tries(0);
            thread.join();
        }";
    // Four critical sections of one among two of the other.
    assert_executions(source, 15);
}

#[test]
fn threads_that_exit_run_destructors() {
    let source = "
        static int steps;
        struct Trace {
            int step;
            ~Trace() { std::lock_guard lock(mutex); steps = steps * 10 + step; }
        };
        static thread_local Trace local{3};
        static void inner() { Trace trace{1}; END; }
        static void *work(void *)
        {
            local.step = 3;
            Trace trace{2};
            inner();
            return nullptr;
        }
        int main()
        {
            pthread_t thread;
            pthread_create(&thread, nullptr, work, nullptr);
            pthread_join(thread, nullptr);
            assert(steps == 123);
        }";
    assert_executions(&source.replace("END", "pthread_exit(nullptr)"), 1);
    assert_executions(
        &source.replace("END", "pthread_cancel(pthread_self()); pthread_testcancel()"),
        1,
    );
    assert_executions(&source.replace("END", ""), 1);
}

#[test]
fn static_objects_may_have_threads() {
    let source = "
        static int seen;
        struct Object {
            std::thread thread{[] { std::lock_guard lock(mutex); seen++; }};
            ~Object() { thread.join(); std::lock_guard lock(mutex); assert(seen == 2); }
        };
        static Object object;
        int main() { std::lock_guard lock(mutex); seen++; }";
    assert_executions(source, 2);
}

#[test]
fn libraries_that_come_later_may_have_threads() {
    let library = compile(
        "#include <pthread.h>
         static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
         static __thread int local = 7;
         static pthread_t thread;
         static void *run(void *result) { *(int *)result += local; return 0; }
         __attribute__((constructor)) static void begin(void) { local = 7; }
         void start(int *result) { pthread_create(&thread, 0, run, result); }
         void finish(void) { pthread_join(thread, 0); }
         void change(int *result) { pthread_mutex_lock(&mutex); ++*result; pthread_mutex_unlock(&mutex); }",
        &["-shared", "-fPIC"],
    );
    let program = compile(
        &format!(
            "#include <assert.h>
             #include <dlfcn.h>
             #include <pthread.h>
             static void *library;
             static void *work(void *result)
             {{
                 ((void (*)(int *))dlsym(library, \"change\"))(result);
                 return 0;
             }}
             int main(void)
             {{
                 int result = 0, other = 0;
                 pthread_t thread;
                 library = dlopen(\"{}\", RTLD_NOW);
                 assert(library);
                 pthread_create(&thread, 0, work, &other);
                 ((void (*)(int *))dlsym(library, \"start\"))(&result);
                 ((void (*)(void))dlsym(library, \"finish\"))();
                 ((void (*)(int *))dlsym(library, \"change\"))(&result);
                 pthread_join(thread, 0);
                 assert(result == 8 && other == 1);
                 dlclose(library);
                 return 0;
             }}",
            library.path.display()
        ),
        &[],
    );
    let report = explore_executable(&program);
    assert!(report.is_verified(), "{report:?}");
    // The library has one mutex, which two threads lock.
    assert_eq!(report.statistics.executions, 2, "{report:?}");
}
