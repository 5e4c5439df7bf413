//@ verdict: violation
//@ kind: division-by-zero
//@ line: 26
//@ concurrent: yes
//
// The divisor is tested, and changed before it is used.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int divisor = 2;

static void *work(void *unused)
{
    divisor = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    int r = 0;
    pthread_create(&t, NULL, work, NULL);
    if (divisor != 0)
        r = 10 / divisor; // BUG
    pthread_join(t, NULL);
    return r == 5 || r == 0 ? 0 : 1;
}
