//! Ends of threads and of the process: exits, cancellation, handlers, keys.

use crate::support::{assert_executions, assert_executions_by_kernel, reason, violation};

#[test]
fn handlers_run_when_a_thread_ends_early() {
    let source = |end: &str| {
        format!(
            "static int steps;
             static void clean(void *step) {{ steps = steps * 10 + (int)(long)step; }}
             static void end(void) {{ {end} }}
             static void *work(void *unused)
             {{
                 pthread_cleanup_push(clean, (void *)2L);
                 pthread_cleanup_push(clean, (void *)1L);
                 end();
                 pthread_cleanup_pop(0);
                 pthread_cleanup_pop(0);
                 return 0;
             }}
             int main(void)
             {{
                 void *result;
                 pthread_create(started, 0, work, 0);
                 pthread_join(*started, &result);
                 assert(steps == 12 && result == EXPECTED);
                 return 0;
             }}"
        )
    };
    let exits = source("pthread_exit(started);");
    assert_executions(&format!("#define EXPECTED (void *)started\n{exits}"), 1);
    let cancelled = source("pthread_cancel(pthread_self()); pthread_testcancel();");
    assert_executions(&format!("#define EXPECTED PTHREAD_CANCELED\n{cancelled}"), 1);
    let at_a_wait =
        source("sem_t sem; sem_init(&sem, 0, 0); pthread_cancel(*started); sem_wait(&sem);");
    let at_a_wait = format!("#define EXPECTED PTHREAD_CANCELED\n{at_a_wait}");
    assert_executions(&at_a_wait, 1);
    assert_executions_by_kernel(&at_a_wait, 1);
}

#[test]
fn waits_end_when_their_thread_is_cancelled() {
    // Before the wait or in it: that is all there is to notice.
    let source = |wait: &str| {
        format!(
            "static sem_t sem;
             static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
             static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
             static void unlock(void *mutex) {{ assert(!pthread_mutex_unlock(mutex)); }}
             static void *sleep_long(void *unused) {{ sem_wait(&sem); return 0; }}
             static void *work(void *other)
             {{
                 {wait}
                 assert(0);
             }}
             int main(void)
             {{
                 void *result;
                 sem_init(&sem, 0, 0);
                 pthread_create(&started[1], 0, sleep_long, 0);
                 pthread_create(&started[0], 0, work, 0);
                 pthread_cancel(started[0]);
                 pthread_join(started[0], &result);
                 assert(result == PTHREAD_CANCELED);
                 sem_post(&sem);
                 pthread_join(started[1], 0);
                 return 0;
             }}"
        )
    };
    assert_executions(
        &source("sem_wait(&sem); sem_wait(&sem);")
            .replace("sleep_long(void *unused) { sem_wait(&sem);", "sleep_long(void *unused) {"),
        1,
    );
    assert_executions(&source("pthread_join(started[1], 0);"), 1);
    let condition = source(
        "pthread_mutex_lock(&mutex);
         pthread_cleanup_push(unlock, &mutex);
         pthread_cond_wait(&never, &mutex);
         pthread_cleanup_pop(1);",
    );
    assert_executions(&condition, 2);
    assert_executions_by_kernel(&condition, 2);
}

#[test]
fn a_thread_that_does_not_listen_is_not_cancelled() {
    let source = "
        static void *work(void *unused)
        {
            int old;
            pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
            assert(old == PTHREAD_CANCEL_ENABLE);
            pthread_testcancel();
            assert(pthread_setcancelstate(2, 0) == EINVAL);
            return started;
        }
        int main(void)
        {
            void *result;
            pthread_create(started, 0, work, 0);
            pthread_cancel(*started);
            pthread_join(*started, &result);
            assert(result == started);
            assert(pthread_cancel(*started) == ESRCH);
            assert(pthread_join(*started, 0) == ESRCH);
            return 0;
        }";
    // The request comes before the look or after it, and before the end or after it.
    assert_executions(source, 3);
    let asynchronous = "int main(void) { pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0); }";
    let reason = reason(asynchronous);
    assert!(reason.starts_with("asynchronous cancellation cannot be followed"), "{reason}");
}

#[test]
fn the_process_ends_with_its_last_thread() {
    let source = "
        static pthread_t first;
        static int is_joined;
        static void at_end(void) { assert(is_joined); }
        static void *work(void *unused)
        {
            void *result;
            assert(!pthread_join(first, &result));
            assert(result == &first);
            is_joined = 1;
            return 0;
        }
        int main(void)
        {
            atexit(at_end);
            first = pthread_self();
            pthread_create(started, 0, work, 0);
            pthread_exit(&first);
        }";
    assert_executions(source, 1);
    assert_executions_by_kernel(source, 1);
    // Nobody is there to let it go on.
    let stuck = "
        static sem_t never;
        static void *work(void *unused) { sem_wait(&never); return 0; }
        int main(void) { pthread_create(started, 0, work, 0); pthread_exit(0); }";
    assert_eq!(violation(stuck), "deadlock: T1 waits for never to be posted");
}

#[test]
fn handlers_at_the_end_may_wait_for_others() {
    let source = |end: &str| {
        format!(
            "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
             static void at_end(void)
             {{
                 pthread_mutex_lock(&mutex);
                 pthread_mutex_unlock(&mutex);
             }}
             static void *work(void *unused)
             {{
                 pthread_mutex_lock(&mutex);
                 pthread_mutex_unlock(&mutex);
                 return 0;
             }}
             static void *ends(void *unused) {{ {end} }}
             int main(void)
             {{
                 atexit(at_end);
                 at_quick_exit(at_end);
                 pthread_create(started, 0, work, 0);
                 ends(0);
             }}"
        )
    };
    for end in ["exit(0);", "quick_exit(0);"] {
        // The other comes first, or the handler.
        assert_executions(&source(end), 2);
        assert_executions_by_kernel(&source(end), 2);
    }
    // The end comes before the lock, or after it.
    assert_executions(&source("_exit(0);"), 1);
}

#[test]
fn any_thread_may_end_the_process() {
    let source = "
        static void *work(void *code) { exit(0); }
        int main(void) { pthread_create(started, 0, work, 0); sem_t never; sem_init(&never, 0, 0); sem_wait(&never); }";
    assert_executions(source, 1);
    let both = "
        static void *work(void *code) { exit(0); }
        int main(void) { pthread_create(started, 0, work, 0); exit(0); }";
    assert_executions(both, 1);
}

#[test]
fn values_under_keys_have_destructors() {
    let source = "
        static pthread_key_t key, deleted;
        static int calls;
        static void destroy(void *value)
        {
            // It sets a value again, as often as it is called: that has an end.
            calls++;
            assert(!pthread_getspecific(key));
            pthread_setspecific(key, value);
        }
        static void never(void *value) { assert(0); }
        static void *work(void *unused)
        {
            assert(!pthread_getspecific(key));
            assert(!pthread_setspecific(key, &calls));
            assert(pthread_getspecific(key) == &calls);
            assert(!pthread_setspecific(deleted, &calls));
            assert(!pthread_key_delete(deleted));
            assert(pthread_setspecific(deleted, &calls) == EINVAL);
            return 0;
        }
        int main(void)
        {
            assert(!pthread_key_create(&key, destroy));
            assert(!pthread_key_create(&deleted, never));
            RUN(work);
            assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
            // The index is given out again, and the old value is none of the new key.
            pthread_key_t fresh;
            assert(!pthread_key_create(&fresh, never));
            assert(!pthread_getspecific(fresh));
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn initializers_run_once() {
    let source = "
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        static int runs;
        static void initialize(void) { runs++; sched_yield(); }
        static void *work(void *unused)
        {
            assert(!pthread_once(&once, initialize));
            assert(runs == 1);
            return 0;
        }
        int main(void) { RUN(work, work); return 0; }";
    let source = source.replace("sched_yield();", "");
    // Who is first; and the other comes before it is done, or after.
    assert_executions(&source, 2);
}

#[test]
fn an_initializer_that_is_left_counts_as_never_run() {
    let source = "
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        static int runs;
        static void initialize(void) { if (runs++ == 0) pthread_exit(0); }
        static void *work(void *unused) { pthread_once(&once, initialize); return 0; }
        int main(void) { RUN(work, work); assert(runs == 2); return 0; }";
    assert_executions(source, 2);
}

#[test]
fn threads_of_c11_are_as_posix_has_them() {
    let source = "
        static mtx_t mutex;
        static cnd_t ready;
        static tss_t key;
        static once_flag flag = ONCE_FLAG_INIT;
        static int is_ready, destroyed;
        static void destroy(void *value) { destroyed++; }
        static void once(void) { tss_create(&key, destroy); }
        static int work(void *unused)
        {
            call_once(&flag, once);
            assert(tss_set(key, &key) == thrd_success && tss_get(key) == &key);
            mtx_lock(&mutex);
            is_ready = 1;
            assert(mtx_trylock(&mutex) == thrd_busy);
            cnd_signal(&ready);
            mtx_unlock(&mutex);
            thrd_exit(-3);
        }
        int main(void)
        {
            thrd_t thread;
            int result;
            call_once(&flag, once);
            assert(mtx_init(&mutex, mtx_timed) == thrd_success);
            cnd_init(&ready);
            assert(thrd_create(&thread, work, 0) == thrd_success);
            mtx_lock(&mutex);
            assert(mtx_timedlock(&mutex, &soon) == thrd_timedout);
            while (!is_ready)
                cnd_wait(&ready, &mutex);
            assert(cnd_timedwait(&ready, &mutex, &soon) == thrd_timedout);
            mtx_unlock(&mutex);
            assert(thrd_join(thread, &result) == thrd_success && result == -3 && destroyed == 1);
            mtx_destroy(&mutex);
            cnd_destroy(&ready);
            return 0;
        }";
    let report = crate::support::explore_c(source);
    assert!(report.is_verified(), "{report:?}");
}
