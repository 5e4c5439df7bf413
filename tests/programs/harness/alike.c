//@ verdict: verified
//@ options: --thread visit --thread visit --thread visit --invariant alone
//@ concurrent: yes
//
// Three threads without a main that are all alike.

#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static int inside;

void visit(void)
{
    pthread_mutex_lock(&door);
    inside++;
    inside--;
    pthread_mutex_unlock(&door);
}

int alone(void)
{
    return inside <= 1;
}
