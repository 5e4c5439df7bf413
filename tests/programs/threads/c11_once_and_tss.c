//@ verdict: verified
//@ concurrent: yes
//
// <threads.h>: call_once, thread-specific storage with a destructor, thrd_exit,
// thrd_equal, mtx_trylock, a recursive mutex, thread_local.

#include <assert.h>
#include <stddef.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t mutex;
static int initialized, destroyed;
static thread_local int local = 1;

static void destroy(void *value) { destroyed = *(int *)value; }
static void initialize(void)
{
    initialized++;
    tss_create(&key, destroy);
}

static int work(void *value)
{
    call_once(&once, initialize);
    assert(tss_get(key) == NULL);
    tss_set(key, value);
    local++;
    assert(local == 2);
    thrd_exit(9);
}

int main(void)
{
    thrd_t t;
    int value = 3, result = 0;
    assert(thrd_create(&t, work, &value) == thrd_success);
    call_once(&once, initialize);
    assert(initialized == 1 && local == 1);
    assert(!thrd_equal(t, thrd_current()));
    thrd_join(t, &result);
    assert(result == 9 && destroyed == 3);
    mtx_init(&mutex, mtx_plain | mtx_recursive);
    assert(mtx_lock(&mutex) == thrd_success);
    assert(mtx_trylock(&mutex) == thrd_success);
    mtx_unlock(&mutex);
    mtx_unlock(&mutex);
    mtx_destroy(&mutex);
    thrd_yield();
    return 0;
}
