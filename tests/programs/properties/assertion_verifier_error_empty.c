//@ verdict: violation
//@ kind: assertion
//@ line: 15
//@ concurrent: yes
//
// The same for __VERIFIER_error, in a thread.

#include <pthread.h>

static int flag;
int __VERIFIER_error(void) { return 1; }

static void *work(void *unused)
{
    if (flag) __VERIFIER_error(); // BUG
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    flag = 1;
    pthread_join(thread, 0);
    return 0;
}
