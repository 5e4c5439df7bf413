//! Numbers of executions, and what is found in them.

use heddle_vivo::Mode;

use crate::support::{explore, explore_in};

/// Philosophers with these forks for the first of two hands.
fn philosophers(count: usize, first: &str) -> String {
    format!(
        "#include <pthread.h>
         #define N {count}
         static pthread_mutex_t forks[N];
         static void *dine(void *seat)
         {{
             int own = (int)(long)seat, next = (own + 1) % N;
             int first = {first}, second = own + next - first;
             pthread_mutex_lock(&forks[first]);
             pthread_mutex_lock(&forks[second]);
             pthread_mutex_unlock(&forks[second]);
             pthread_mutex_unlock(&forks[first]);
             return 0;
         }}
         int main(void)
         {{
             pthread_t threads[N];
             for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
             for (long i = 0; i < N; i++) pthread_create(&threads[i], 0, dine, (void *)i);
             for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
             return 0;
         }}"
    )
}

#[test]
fn a_circle_of_locks_is_a_deadlock() {
    let report = explore(&philosophers(3, "own"));
    assert_eq!(report.violations.len(), 1, "{report:?}");
    let message = report.violations[0].violation.message();
    assert!(message.starts_with("deadlock: T1 waits for forks"), "{message}");
}

#[test]
fn threads_of_the_kernel_have_the_same_executions() {
    let report = explore_in(Mode::Threads, &philosophers(3, "own < next ? own : next"));
    assert!(report.is_verified(), "{report:?}");
    assert_eq!(report.statistics.executions, 6, "{report:?}");
    let report = explore_in(Mode::Threads, &philosophers(3, "own"));
    assert_eq!(report.violations.len(), 1, "{report:?}");
}

#[test]
fn ordered_philosophers_have_their_executions() {
    // Every order in which neighbours get their common fork, but the circles.
    for (count, executions) in [(2, 2), (3, 6), (4, 14)] {
        let report = explore(&philosophers(count, "own < next ? own : next"));
        assert!(report.is_verified(), "{report:?}");
        assert_eq!(report.statistics.executions, executions, "{report:?}");
    }
}
