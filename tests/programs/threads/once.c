//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// pthread_once runs the function once, and whoever comes second finds it done.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialized;

static void initialize(void) { initialized++; }

static void *work(void *unused)
{
    assert(pthread_once(&once, initialize) == 0);
    assert(initialized == 1);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    work(NULL);
    pthread_join(a, NULL);
    return 0;
}
