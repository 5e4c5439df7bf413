//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Double-checked initialization with an atomic pointer: no race, and nobody sees
// a half-built object.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int *get(void)
{
    int *p = atomic_load_explicit(&instance, memory_order_acquire);
    if (p == NULL) {
        pthread_mutex_lock(&mutex);
        p = atomic_load_explicit(&instance, memory_order_relaxed);
        if (p == NULL) {
            p = malloc(sizeof *p);
            *p = 7;
            atomic_store_explicit(&instance, p, memory_order_release);
        }
        pthread_mutex_unlock(&mutex);
    }
    return p;
}

static void *work(void *unused)
{
    assert(*get() == 7);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    free(instance);
    return 0;
}
