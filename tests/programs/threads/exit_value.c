//@ verdict: verified
//@ concurrent: yes
//
// pthread_exit from a called function gives join its value; what follows is not
// executed.

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int after;

static void leave(intptr_t code)
{
    if (code > 0)
        pthread_exit((void *)code);
}

static void *work(void *arg)
{
    leave((intptr_t)arg);
    after++;
    return (void *)(intptr_t)-1;
}

int main(void)
{
    pthread_t a, b;
    void *ra, *rb;
    pthread_create(&a, NULL, work, (void *)(intptr_t)7);
    pthread_create(&b, NULL, work, (void *)(intptr_t)0);
    pthread_join(a, &ra);
    pthread_join(b, &rb);
    assert((intptr_t)ra == 7 && (intptr_t)rb == -1);
    assert(after == 1);
    return 0;
}
