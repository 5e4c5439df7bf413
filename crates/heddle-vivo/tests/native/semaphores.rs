//! Semaphores and barriers.

use crate::support::{assert_executions, reason, violation};

#[test]
fn a_semaphore_lets_as_many_in_as_it_counts() {
    let source = |count: u32| {
        format!(
            "static sem_t permits;
             static void *work(void *unused)
             {{
                 assert(!sem_wait(&permits));
                 assert(!sem_post(&permits));
                 return 0;
             }}
             int main(void)
             {{
                 sem_init(&permits, 0, {count});
                 RUN(work, work);
                 int value;
                 sem_getvalue(&permits, &value);
                 assert(value == {count});
                 return 0;
             }}"
        )
    };
    assert_executions(&source(1), 2);
    // Every order in which two permits are taken and given back.
    assert_executions(&source(2), 6);
    assert_eq!(
        violation(&source(0)),
        "deadlock: T1 waits for permits to be posted; T2 waits for permits to be posted"
    );
}

#[test]
fn calls_of_semaphores_fail_as_they_should() {
    let source = "
        static sem_t sem;
        int main(void)
        {
            struct timespec bad = {0, -1};
            assert(sem_init(&sem, 1, (unsigned)INT_MAX + 1) == -1 && errno == EINVAL);
            assert(!sem_init(&sem, 1, INT_MAX));
            assert(sem_post(&sem) == -1 && errno == EOVERFLOW);
            assert(!sem_init(&sem, 1, 1));
            assert(!sem_trywait(&sem));
            assert(sem_trywait(&sem) == -1 && errno == EAGAIN);
            assert(sem_timedwait(&sem, &soon) == -1 && errno == ETIMEDOUT);
            assert(sem_clockwait(&sem, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
            assert(sem_timedwait(&sem, &bad) == -1 && errno == EINVAL);
            assert(!sem_destroy(&sem));
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn named_semaphores_are_refused() {
    let source = "
        #include <fcntl.h>
        int main(void) { sem_open(\"/name\", O_CREAT, 0600, 1); }";
    assert_eq!(
        reason(source),
        "a named semaphore (sem_open) cannot be followed in a native program"
    );
}

#[test]
fn one_thread_of_a_barrier_is_told_so() {
    let source = |threads: &str| {
        format!(
            "static pthread_barrier_t barrier;
             static int serial;
             static void *work(void *unused)
             {{
                 for (int round = 0; round < 2; round++) {{
                     int result = pthread_barrier_wait(&barrier);
                     assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
                     if (result)
                         serial++;
                 }}
                 return 0;
             }}
             int main(void)
             {{
                 assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
                 pthread_barrier_init(&barrier, 0, 2);
                 RUN({threads});
                 assert(serial == 2);
                 pthread_barrier_destroy(&barrier);
                 return 0;
             }}"
        )
    };
    // Either may come first, in each round. Who comes last in the first may come to the second before the
    // other has left.
    assert_executions(&source("work, work"), 6);
    assert_eq!(violation(&source("work")), "deadlock: T1 waits for others to come to barrier");
}

#[test]
fn a_barrier_that_was_destroyed_cannot_be_used() {
    let source = "
        static pthread_barrier_t barrier;
        int main(void) { pthread_barrier_wait(&barrier); }";
    assert_eq!(violation(source), "use of barrier, a barrier that is not initialized");
}
