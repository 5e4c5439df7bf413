//@ verdict: violation
//@ kind: assertion
//@ line: 28
//@ concurrent: yes
//@ properties: assertion
//
// A thread exits while another one reads its variable, which is still there before.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(int *) shown;

static void *work(void *unused)
{
    static _Thread_local int own;
    own = 5;
    shown = &own;
    return unused;
}

static void *look(void *unused)
{
    int *pointer = shown;
    if (pointer)
        assert(*pointer != 5); // BUG
    return unused;
}

int main(void)
{
    pthread_t worker, looker;
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&looker, NULL, look, NULL);
    return 0;
}
