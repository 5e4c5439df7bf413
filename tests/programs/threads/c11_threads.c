//@ verdict: verified
//@ concurrent: yes
//
// <threads.h>: create, join with a result, a mutex, a condition variable.

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <threads.h>

static mtx_t mutex;
static cnd_t changed;
static bool ready;

static int work(void *arg)
{
    mtx_lock(&mutex);
    ready = true;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
    return *(int *)arg + 1;
}

int main(void)
{
    thrd_t t;
    int argument = 41, result = 0;
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(cnd_init(&changed) == thrd_success);
    assert(thrd_create(&t, work, &argument) == thrd_success);
    mtx_lock(&mutex);
    while (!ready)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    assert(thrd_join(t, &result) == thrd_success);
    assert(result == 42);
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    return 0;
}
