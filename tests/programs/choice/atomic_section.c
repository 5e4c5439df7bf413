//@ verdict: verified
//@ concurrent: yes
//
// Nobody comes between heddle_atomic_begin and heddle_atomic_end.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int a, b;

static void *work(void *unused)
{
    heddle_atomic_begin();
    a++;
    b++;
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    heddle_atomic_begin();
    assert(a == b);
    a++;
    b++;
    heddle_atomic_end();
    pthread_join(t, NULL);
    assert(a == 2 && b == 2);
    return 0;
}
