//@ verdict: verified
//@ clang: -m32
//@ properties: default,data-race
//@ concurrent: yes
//
// The pthread types have other layouts on 32 bits; static initializers and all.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
static long long value;

static void *producer(void *arg)
{
    pthread_mutex_lock(&mutex);
    value = 0x100000000LL + *(int *)arg;
    ready = true;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return NULL;
}

int main(void)
{
    pthread_t t;
    int argument = 5;
    pthread_create(&t, NULL, producer, &argument);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    assert(value == 0x100000005LL);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, NULL);
    return 0;
}
