//! Time, numbers of processes, random numbers, and what is refused.

use crate::support::{assert_executions, compile, explore_executable, reason};

#[test]
fn time_goes_on_and_never_back() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static struct timespec latest;
        static int is_later(struct timespec a, struct timespec b)
        {
            return a.tv_sec != b.tv_sec ? a.tv_sec > b.tv_sec : a.tv_nsec > b.tv_nsec;
        }
        static void look(void)
        {
            struct timespec now;
            pthread_mutex_lock(&mutex);
            clock_gettime(CLOCK_MONOTONIC, &now);
            assert(is_later(now, latest));
            latest = now;
            pthread_mutex_unlock(&mutex);
        }
        static void *work(void *unused) { look(); look(); return 0; }
        int main(void)
        {
            time_t begin = time(0);
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_sec += 1000;
            pthread_mutex_lock(&mutex);
            assert(pthread_mutex_timedlock(&mutex, &until) == ETIMEDOUT);
            pthread_mutex_unlock(&mutex);
            assert(time(0) >= begin + 1000);
            RUN(work, work);
            sleep(1000);
            assert(time(0) >= begin + 2000);
            return 0;
        }";
    assert_executions(source, 6);
}

#[test]
fn numbers_of_processes_and_random_numbers_repeat() {
    let source = "
        #include <signal.h>
        #include <stdio.h>
        #include <sys/random.h>
        #include <sys/syscall.h>
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *work(void *unused)
        {
            unsigned char number;
            getrandom(&number, 1, 0);
            void *block = malloc(number + 16 * (getpid() % 64));
            pthread_mutex_lock(&mutex);
            assert(getpid() == PID && syscall(SYS_getpid) == PID && gettid() != PID);
            pthread_mutex_unlock(&mutex);
            free(block);
            return 0;
        }
        int main(void)
        {
            assert(!kill(getpid(), 0) && !pthread_kill(pthread_self(), 0));
            RUN(work, work);
            return 0;
        }";
    assert_executions(&source.replace("PID", "4000"), 2);
}

#[test]
fn sleeps_take_no_time() {
    let source = "
        #include <poll.h>
        #include <sys/select.h>
        static void *work(void *unused)
        {
            struct timespec bad = {0, -1};
            assert(sleep(100) == 0 && usleep(100) == 0 && nanosleep(&soon, 0) == 0);
            assert(nanosleep(&bad, 0) == -1 && errno == EINVAL);
            assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &soon, 0) == 0);
            assert(poll(0, 0, 100000) == 0 && select(0, 0, 0, 0, &(struct timeval){100, 0}) == 0);
            assert(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &bad, 0) == EINVAL);
            return 0;
        }
        int main(void) { RUN(work); return 0; }";
    let report = crate::support::explore_c(source);
    assert!(report.is_verified() && report.statistics.seconds < 50.0, "{report:?}");
}

#[test]
fn what_cannot_be_followed_is_refused_by_name() {
    let refused = |body: &str| {
        let reason = reason(&format!(
            "#include <signal.h>
             #include <sys/syscall.h>
             int main(void) {{ int word = 0; {body} }}"
        ));
        let name = reason.strip_suffix(" cannot be followed in a native program");
        name.map(str::to_owned).unwrap_or(reason)
    };
    assert_eq!(refused("fork();"), "fork");
    assert_eq!(refused("vfork();"), "vfork");
    assert_eq!(refused("syscall(SYS_fork);"), "a system call that makes a process");
    assert_eq!(refused("system(\"true\");"), "system");
    assert_eq!(refused("execl(\"/bin/true\", \"true\", 0);"), "exec");
    assert_eq!(refused("alarm(1);"), "a timer that sends a signal");
    assert_eq!(refused("pause();"), "waiting for a signal");
    assert_eq!(refused("kill(1, SIGTERM);"), "a signal to another process (kill)");
    assert_eq!(
        refused("syscall(SYS_futex, &word, 3, 1, 1, &word, 0);"),
        "a futex operation other than to wait and to wake"
    );
}

#[test]
fn futexes_are_waited_at_by_their_values() {
    let source = "
        #include <linux/futex.h>
        #include <sys/syscall.h>
        static unsigned word;
        static void *wait(void *unused)
        {
            while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST)) {
                long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
                assert(result == 0 || errno == EAGAIN);
            }
            return 0;
        }
        static void *wake(void *unused)
        {
            __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
            syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
            return 0;
        }
        int main(void)
        {
            struct timespec none = {0, 0};
            assert(syscall(SYS_futex, &word, FUTEX_WAIT, 1, 0, 0, 0) == -1 && errno == EAGAIN);
            assert(syscall(SYS_futex, &word, FUTEX_WAIT, 0, &none, 0, 0) == -1 && errno == ETIMEDOUT);
            assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0) == 0);
            RUN(wait, wake);
            return 0;
        }";
    let report = crate::support::explore_c(source);
    assert!(report.is_verified() && report.statistics.executions >= 2, "{report:?}");
    // Who wakes before the value is there is of no use.
    let lost = source
        .replace("word, 1, __ATOMIC", "ready, 1, __ATOMIC")
        .replace("static unsigned word;", "static unsigned word, ready;");
    let report = crate::support::explore_c(&lost);
    let message = crate::support::message(&report);
    assert!(message.starts_with("deadlock: T1 waits for"), "{message}");
}

#[test]
fn too_many_threads_are_a_limit() {
    let source = "
        static void *work(void *unused) { return 0; }
        int main(void)
        {
            for (;;) {
                assert(!pthread_create(started, 0, work, 0));
                pthread_join(*started, 0);
            }
        }";
    assert_eq!(reason(source), "the program has too many threads");
}

#[test]
fn stacks_are_as_large_as_asked_for() {
    let source = "
        static void use(char *bytes, size_t count)
        {
            for (size_t i = 0; i < count; i += 512)
                bytes[i] = 1;
        }
        static void *large(void *unused)
        {
            char bytes[30 << 20];
            use(bytes, sizeof bytes);
            return bytes[512] ? 0 : 0;
        }
        static char memory[1 << 20] __attribute__((aligned(64)));
        static void *within(void *unused)
        {
            char local;
            assert(&local > memory && &local < memory + sizeof memory);
            pthread_attr_t attributes;
            void *bottom;
            size_t bytes;
            assert(!pthread_getattr_np(pthread_self(), &attributes));
            assert(!pthread_attr_getstack(&attributes, &bottom, &bytes));
            assert(bottom == memory && bytes == sizeof memory);
            return 0;
        }
        int main(void)
        {
            pthread_attr_t attributes;
            char name[16];
            pthread_attr_init(&attributes);
            pthread_attr_setstacksize(&attributes, 32 << 20);
            assert(!pthread_create(started, &attributes, large, 0));
            assert(!pthread_setname_np(*started, \"large\"));
            assert(!pthread_getname_np(*started, name, sizeof name) && !strcmp(name, \"large\"));
            assert(pthread_setname_np(*started, \"sixteen letters!\") == ERANGE);
            pthread_join(*started, 0);
            pthread_attr_setstack(&attributes, memory, sizeof memory);
            assert(!pthread_create(started, &attributes, within, 0));
            pthread_join(*started, 0);
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn a_failure_before_the_first_thread_is_found_with_its_place() {
    let executable = compile("#include <assert.h>\nint main(void)\n{\n    assert(0);\n}\n", &[]);
    let report = explore_executable(&executable);
    let violation = &report.violations[0].violation;
    assert_eq!(violation.message(), "assertion failed: 0");
    assert_eq!(violation.place.as_ref().map(|place| place.line), Some(4));
}

#[test]
fn files_are_as_they_were_at_the_checkpoint() {
    // Each execution reads and writes from where the first one did.
    let source = "
        #include <stdio.h>
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static FILE *file;
        static int number;
        static void *work(void *unused)
        {
            char line[10];
            pthread_mutex_lock(&mutex);
            fseek(file, number * 2, SEEK_SET);
            assert(fgets(line, sizeof line, file) && line[0] == '0' + number);
            fseek(file, 0, SEEK_END);
            assert(ftell(file) == 4 + 2 * number);
            assert(fprintf(file, \"x\\n\") == 2 && !fflush(file));
            number++;
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        int main(void)
        {
            file = tmpfile();
            fputs(\"0\\n1\\n\", file);
            fflush(file);
            RUN(work, work);
            return 0;
        }";
    assert_executions(source, 2);
    let position = "
        #include <fcntl.h>
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static int file, sum;
        static void *work(void *unused)
        {
            char digit;
            pthread_mutex_lock(&mutex);
            assert(read(file, &digit, 1) == 1);
            sum = sum * 10 + digit - '0';
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        int main(void)
        {
            char name[] = \"/tmp/heddleXXXXXX\";
            file = mkstemp(name);
            unlink(name);
            assert(write(file, \"123456789\", 9) == 9 && lseek(file, 0, SEEK_SET) == 0);
            RUN(work, work, work);
            assert(sum == 123);
            return 0;
        }";
    assert_executions(position, 6);
}
