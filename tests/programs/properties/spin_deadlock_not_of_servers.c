//@ verdict: verified
//@ note: no run ends
//@ concurrent: yes
//@ symbolic: slow, a loop that is never left is unrolled very often
//
// A server that works for ever is none, even if nobody waits for what it does, and neither is one that
// looks at a lock again and again, or takes back what it has done before anyone can see it.

#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int requests;
static int handled;

static void *polls(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&mutex);
        if (atomic_load(&requests))
            return unused;
        pthread_mutex_unlock(&mutex);
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, polls, NULL);
    while (!atomic_load(&requests)) {
        heddle_atomic_begin();
        handled++;
        handled--;
        heddle_atomic_end();
    }
    return 0;
}
