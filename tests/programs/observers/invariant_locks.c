//@ verdict: unknown
//@ reason: invariant_locks.c:16: invariant 'look' operates on a synchronization object
//@ options: --invariant look
//
// An invariant cannot wait for anything, and need not.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

int look(void);

int look(void)
{
    pthread_mutex_lock(&lock);
    int seen = x;
    pthread_mutex_unlock(&lock);
    return seen == 0;
}

int main(void)
{
    return x;
}
