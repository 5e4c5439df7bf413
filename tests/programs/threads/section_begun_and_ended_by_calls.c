//@ verdict: violation
//@ kind: assertion
//@ line: 48
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// A section that one call of a function begins and another one ends may wait in between.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int half_done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void section(int begins)
{
    if (begins)
        heddle_atomic_begin();
    else
        heddle_atomic_end();
}

static void *holder(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *waiter(void *unused)
{
    section(1);
    half_done = 1;
    pthread_mutex_lock(&lock);
    half_done = 0;
    pthread_mutex_unlock(&lock);
    section(0);
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
