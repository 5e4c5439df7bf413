//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ clang: -O2
//@ concurrent: yes
//
// Two increments are merged into one addition, but two threads still lose some.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *work(void *unused)
{
    counter++;
    counter++;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4); // BUG
    return 0;
}
