//@ verdict: violation
//@ kind: assertion
//@ line: 31
//@ concurrent: yes
//
// Two atomic sections with a gap: the other thread sees the state between them.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int a, b;

static void *work(void *unused)
{
    heddle_atomic_begin();
    a++;
    heddle_atomic_end();
    heddle_atomic_begin();
    b++;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    heddle_atomic_begin();
    assert(a == b); // BUG
    heddle_atomic_end();
    pthread_join(t, NULL);
    return 0;
}
