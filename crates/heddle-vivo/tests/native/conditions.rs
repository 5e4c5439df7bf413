//! Condition variables.

use crate::support::{assert_executions, violation};

/// A thread that waits in a way, and one that signals with the mutex.
fn waits_while_another_signals(wait: &str) -> String {
    format!(
        "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
         static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
         static int is_ready;
         static void *wait(void *unused)
         {{
             pthread_mutex_lock(&mutex);
             {wait}
             pthread_mutex_unlock(&mutex);
             return 0;
         }}
         static void *signal(void *unused)
         {{
             pthread_mutex_lock(&mutex);
             is_ready = 1;
             pthread_cond_signal(&ready);
             pthread_mutex_unlock(&mutex);
             return 0;
         }}
         int main(void) {{ RUN(wait, signal); }}"
    )
}

#[test]
fn a_signal_is_lost_if_nobody_waits() {
    let source = waits_while_another_signals("pthread_cond_wait(&ready, &mutex);");
    assert_eq!(violation(&source), "deadlock: T1 waits to be woken through ready");
    let checked =
        waits_while_another_signals("while (!is_ready) pthread_cond_wait(&ready, &mutex);");
    assert_executions(&checked, 2);
}

#[test]
fn a_wait_that_timed_out_may_see_what_was_signalled() {
    // It times out after the other has the mutex, and does not get it before the signal: the signal
    // finds nobody.
    let source = waits_while_another_signals(
        "int error = 0;
         while (!is_ready && !error)
             error = pthread_cond_timedwait(&ready, &mutex, &soon);
         assert(!error || error == ETIMEDOUT);
         assert(!(error && is_ready));",
    );
    let message = violation(&source);
    assert_eq!(message, "assertion failed: !(error && is_ready)");
}

#[test]
fn timed_waits_end_in_time_or_not() {
    // The signal comes before; it wakes; or time is over: before the other has the mutex, when the mutex
    // is got back at once or after the other, or while the other has it.
    let source = waits_while_another_signals(
        "if (!is_ready)
             pthread_cond_clockwait(&ready, &mutex, CLOCK_MONOTONIC, &soon);",
    );
    assert_executions(&source, 5);
}

#[test]
fn which_thread_a_signal_wakes_is_open() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
        static int waiting, woken;
        static void *wait(void *own)
        {
            pthread_mutex_lock(&mutex);
            waiting++;
            pthread_cond_wait(&ready, &mutex);
            if (!woken)
                woken = pthread_equal(pthread_self(), started[0]) ? 1 : 2;
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        static void *signal(void *unused)
        {
            pthread_mutex_lock(&mutex);
            if (waiting == 2) {
                pthread_cond_signal(&ready);
                pthread_mutex_unlock(&mutex);
                pthread_mutex_lock(&mutex);
                assert(woken != WRONG);
            }
            pthread_cond_broadcast(&ready);
            exit(0);
        }
        int main(void) { RUN(wait, wait, signal); }";
    for wrong in ["1", "2"] {
        let message = violation(&format!("#define WRONG {wrong}\n{source}"));
        assert_eq!(message, "assertion failed: woken != WRONG");
    }
}

#[test]
fn destroying_a_condition_that_is_awaited_is_found() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
        static void *wait(void *unused)
        {
            pthread_mutex_lock(&mutex);
            pthread_cond_wait(&ready, &mutex);
            return 0;
        }
        static void *destroy(void *unused) { pthread_cond_destroy(&ready); return 0; }
        int main(void) { RUN(wait, destroy); }";
    let message = violation(source);
    let expected = [
        "destroys ready, for which T1 waits",
        "use of ready, a condition variable that was destroyed",
    ];
    assert!(expected.contains(&message.as_str()), "{message}");
}
