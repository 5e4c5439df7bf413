//@ verdict: violation
//@ kind: assertion
//@ line: 41
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// Who waits for a lock in an atomic section shows what it has done before: giving back the lock
// must not be made early.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int half_done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *waiter(void *unused)
{
    heddle_atomic_begin();
    half_done = 1;
    pthread_mutex_lock(&lock);
    half_done = 0;
    pthread_mutex_unlock(&lock);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, holder, NULL);
    pthread_create(&threads[1], NULL, waiter, NULL);
    assert(!half_done); // BUG
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
