//@ verdict: verified
//@ concurrent: yes
//
// The same race is no violation unless data races are asked for.

#include <pthread.h>
#include <stddef.h>

static int shared;

static void *work(void *unused)
{
    shared = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int seen = shared;
    pthread_join(t, NULL);
    return seen > 1;
}
