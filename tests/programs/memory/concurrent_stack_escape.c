//@ verdict: violation
//@ kind: memory
//@ line: 16
//@ concurrent: yes
//
// A thread is given the address of a local variable of a function that does not
// wait for it.

#include <pthread.h>
#include <stddef.h>

static pthread_t thread;

static void *worker(void *arg)
{
    return *(int *)arg == 7 ? NULL : arg; // BUG
}

static void start(void)
{
    int argument = 7;
    pthread_create(&thread, NULL, worker, &argument);
}

int main(void)
{
    start();
    pthread_join(thread, NULL);
    return 0;
}
