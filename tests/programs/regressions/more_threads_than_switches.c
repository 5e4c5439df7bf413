//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ concurrent: yes
//
// It goes wrong before any of the seven has begun: they need not come to their ends.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { COUNT = 7 };

static int done;

static void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t threads[COUNT];
    for (int i = 0; i < COUNT; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    int seen = __atomic_load_n(&done, __ATOMIC_SEQ_CST);
    assert(seen == COUNT);
    return 0;
}
