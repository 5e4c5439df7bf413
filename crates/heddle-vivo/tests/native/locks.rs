//! Mutexes, read-write locks and spin locks.

use crate::support::{assert_executions, reason, violation};

#[test]
fn who_tries_a_mutex_gets_it_or_not() {
    // Three orders of a try and of a lock with its release: before, in between, after.
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *try(void *unused)
        {
            int error = pthread_mutex_trylock(&mutex);
            assert(error == 0 || error == EBUSY);
            if (!error)
                pthread_mutex_unlock(&mutex);
            return 0;
        }
        static void *lock(void *unused)
        {
            pthread_mutex_lock(&mutex);
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        int main(void) { RUN(try, lock); }";
    assert_executions(source, 3);
}

#[test]
fn a_wait_for_a_mutex_times_out_where_another_has_it() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *wait(void *unused)
        {
            int error = pthread_mutex_timedlock(&mutex, &soon);
            if (error)
                assert(error == ETIMEDOUT);
            else
                pthread_mutex_unlock(&mutex);
            return 0;
        }
        static void *lock(void *unused)
        {
            pthread_mutex_lock(&mutex);
            pthread_mutex_unlock(&mutex);
            return 0;
        }
        int main(void) { RUN(wait, lock); }";
    assert_executions(source, 3);
}

#[test]
fn kinds_of_mutexes_differ_in_what_their_owner_gets() {
    let source = "
        static pthread_mutex_t make(int kind)
        {
            pthread_mutex_t mutex;
            pthread_mutexattr_t attributes;
            pthread_mutexattr_init(&attributes);
            pthread_mutexattr_settype(&attributes, kind);
            pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
            pthread_mutex_init(&mutex, &attributes);
            return mutex;
        }
        static pthread_mutex_t recursive, checking;
        static void *look(void *unused)
        {
            assert(pthread_mutex_trylock(&recursive) == EBUSY);
            assert(pthread_mutex_unlock(&recursive) == EPERM);
            assert(pthread_mutex_timedlock(&checking, &soon) == ETIMEDOUT);
            assert(pthread_mutex_unlock(&checking) == EPERM);
            return 0;
        }
        int main(void)
        {
            pthread_mutex_t normal = make(PTHREAD_MUTEX_NORMAL);
            struct timespec bad = {0, 1000000000};
            assert(!pthread_mutex_lock(&normal));
            assert(pthread_mutex_trylock(&normal) == EBUSY);
            assert(pthread_mutex_timedlock(&normal, &soon) == ETIMEDOUT);
            assert(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
            assert(pthread_mutex_timedlock(&normal, &bad) == EINVAL);
            recursive = make(PTHREAD_MUTEX_RECURSIVE);
            assert(pthread_mutex_unlock(&recursive) == EPERM);
            assert(!pthread_mutex_lock(&recursive));
            assert(!pthread_mutex_trylock(&recursive));
            assert(!pthread_mutex_timedlock(&recursive, &soon));
            assert(!pthread_mutex_unlock(&recursive));
            assert(!pthread_mutex_unlock(&recursive));
            checking = make(PTHREAD_MUTEX_ERRORCHECK);
            assert(!pthread_mutex_lock(&checking));
            assert(pthread_mutex_lock(&checking) == EDEADLK);
            assert(pthread_mutex_trylock(&checking) == EBUSY);
            assert(pthread_mutex_timedlock(&checking, &soon) == EDEADLK);
            RUN(look);
            assert(!pthread_mutex_unlock(&recursive));
            assert(!pthread_mutex_unlock(&checking));
            assert(!pthread_mutex_destroy(&recursive));
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn uses_of_mutexes_against_their_contract_are_found() {
    let with_main = |body: &str| {
        violation(&format!(
            "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
             static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
             int main(void) {{ {body} }}"
        ))
    };
    let unlocked = with_main("pthread_mutex_unlock(&mutex);");
    assert_eq!(unlocked, "unlocks mutex, which is not locked");
    let destroyed = with_main("pthread_mutex_lock(&mutex); pthread_mutex_destroy(&mutex);");
    assert_eq!(destroyed, "destroys mutex, which T0 holds");
    let used = with_main("pthread_mutex_destroy(&mutex); pthread_mutex_lock(&mutex);");
    assert_eq!(used, "use of mutex, a mutex that was destroyed");
    let anew = with_main("pthread_mutex_lock(&mutex); pthread_mutex_init(&mutex, 0);");
    assert_eq!(anew, "initializes mutex, which T0 holds");
    let waits = with_main("pthread_cond_wait(&ready, &mutex);");
    assert_eq!(waits, "waits with mutex, which is not locked");
    let twice = with_main("pthread_mutex_lock(&mutex); pthread_mutex_lock(&mutex);");
    assert_eq!(twice, "deadlock: T0 waits for mutex, which it holds itself");
}

#[test]
fn unlocking_the_mutex_of_another_is_found() {
    let source = "
        static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
        static void *unlock(void *unused) { pthread_mutex_unlock(&mutex); return 0; }
        int main(void) { pthread_mutex_lock(&mutex); RUN(unlock); }";
    assert_eq!(violation(source), "unlocks mutex, which T0 holds");
}

#[test]
fn robust_mutexes_are_refused_by_name() {
    let source = "
        int main(void)
        {
            pthread_mutex_t mutex;
            pthread_mutexattr_t attributes;
            pthread_mutexattr_init(&attributes);
            pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
            pthread_mutex_init(&mutex, &attributes);
        }";
    assert_eq!(reason(source), "a robust mutex cannot be followed in a native program");
}

#[test]
fn readers_share_a_lock() {
    // Both have it at once, and either is the first to give it back.
    let source = "
        static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        static sem_t both;
        static void *share(void *unused)
        {
            pthread_rwlock_rdlock(&lock);
            sem_post(&both);
            pthread_rwlock_unlock(&lock);
            return 0;
        }
        int main(void)
        {
            pthread_rwlock_rdlock(&lock);
            function *functions[] = {share};
            start(1, functions);
            sem_wait(&both);
            pthread_rwlock_unlock(&lock);
            finish(1);
        }";
    assert_executions(source, 2);
}

#[test]
fn a_reader_that_wants_to_write_waits_for_itself() {
    let source = "
        static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        int main(void)
        {
            pthread_rwlock_rdlock(&lock);
            assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
            assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
            assert(!pthread_rwlock_tryrdlock(&lock));
            assert(!pthread_rwlock_unlock(&lock));
            pthread_rwlock_wrlock(&lock);
        }";
    assert_eq!(violation(source), "deadlock: T0 waits for lock");
}

#[test]
fn a_writer_gets_errors_instead_of_waiting_for_itself() {
    let source = "
        static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
        static void *look(void *unused)
        {
            assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
            assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
            assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
            return 0;
        }
        int main(void)
        {
            assert(!pthread_rwlock_wrlock(&lock));
            assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
            assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
            assert(pthread_rwlock_timedwrlock(&lock, &soon) == EDEADLK);
            assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
            RUN(look);
            assert(!pthread_rwlock_unlock(&lock));
            assert(!pthread_rwlock_destroy(&lock));
            return 0;
        }";
    assert_executions(source, 1);
}

#[test]
fn locks_that_prefer_writers_are_refused() {
    let source = "
        static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
        int main(void) { pthread_rwlock_rdlock(&lock); }";
    let reason = reason(source);
    assert!(reason.starts_with("a read-write lock that prefers writers"), "{reason}");
}

#[test]
fn who_waits_for_a_spin_lock_is_blocked() {
    let source = "
        static pthread_spinlock_t lock;
        static void *work(void *unused)
        {
            pthread_spin_lock(&lock);
            pthread_spin_unlock(&lock);
            return 0;
        }
        int main(void)
        {
            pthread_spin_init(&lock, 0);
            pthread_spin_lock(&lock);
            assert(pthread_spin_trylock(&lock) == EBUSY);
            pthread_spin_unlock(&lock);
            RUN(work, work);
            pthread_spin_destroy(&lock);
        }";
    assert_executions(source, 2);
    let twice = "
        static pthread_spinlock_t lock;
        int main(void) { pthread_spin_lock(&lock); pthread_spin_lock(&lock); }";
    assert_eq!(violation(twice), "deadlock: T0 waits for lock, which it holds itself");
}

#[test]
fn names_of_one_letter_are_no_types() {
    let source = "
        static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
        int main(void) { pthread_mutex_unlock(&a); }";
    assert_eq!(violation(source), "unlocks a, which is not locked");
}
