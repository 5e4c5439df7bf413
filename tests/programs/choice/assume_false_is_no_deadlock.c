//@ verdict: verified
//@ concurrent: yes
//
// A run that ends at an assumption is not a deadlock, though main still waits.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *unused)
{
    heddle_assume(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
