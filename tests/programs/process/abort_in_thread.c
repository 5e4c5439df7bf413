//@ verdict: violation
//@ kind: crash
//@ line: 14
//@ concurrent: yes
//
// abort in a thread ends the process with a crash, whatever the others do.

#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    (void)unused;
    abort(); // BUG
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
