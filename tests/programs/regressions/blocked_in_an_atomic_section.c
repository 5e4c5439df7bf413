//@ verdict: violation
//@ kind: assertion
//@ line: 37
//@ concurrent: yes
//@ symbolic: unknown, waiting in an atomic section
//
// A thread that has to wait inside an atomic section lets others run. When it could
// go on, main may still be faster, whether or not main had a section of its own.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int started, done, other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    started = 1;
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_mutex_unlock(&lock);
    heddle_atomic_end();
    return unused;
}

static void look(void)
{
    pthread_mutex_lock(&lock);
    int seen = started;
    heddle_atomic_begin();
    other = 1;
    heddle_atomic_end();
    pthread_mutex_unlock(&lock);
    assert(!seen || done); // BUG
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    look();
    pthread_join(thread, NULL);
    return 0;
}
