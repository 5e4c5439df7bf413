//@ verdict: verified
//@ concurrent: yes
//@ threads: many
//
// A thread with a number that another one had begins anew: its variables, its keys, and nobody has
// cancelled it.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 80

static _Thread_local int calls;
static pthread_key_t key;
static int destroyed;

static void destroy(void *value)
{
    assert(*(int *)value == 1);
    destroyed++;
}

static void *work(void *unused)
{
    assert(calls == 0 && pthread_getspecific(key) == NULL);
    pthread_testcancel();
    calls++;
    pthread_setspecific(key, &calls);
    return unused;
}

int main(void)
{
    pthread_key_create(&key, destroy);
    for (int i = 0; i < THREADS; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
        thread = 0;
    }
    assert(destroyed == THREADS);
    return 0;
}
