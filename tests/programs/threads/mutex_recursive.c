//@ verdict: verified
//@ concurrent: yes
//
// A recursive mutex is held until it has been unlocked as often as locked.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int a, b;

static void outer(int n)
{
    pthread_mutex_lock(&mutex);
    a++;
    if (n > 0)
        outer(n - 1);
    b++;
    pthread_mutex_unlock(&mutex);
}

static void *check(void *unused)
{
    pthread_mutex_lock(&mutex);
    assert(a == b);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, check, NULL);
    outer(1);
    pthread_join(t, NULL);
    assert(a == 2);
    return 0;
}
