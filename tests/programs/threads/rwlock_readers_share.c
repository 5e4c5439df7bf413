//@ verdict: violation
//@ kind: assertion
//@ line: 30
//@ concurrent: yes
//
// Readers do not exclude each other: two can be inside, and a counter that they
// write loses a count.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    hits++;
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    reader(NULL);
    pthread_join(t, NULL);
    assert(hits == 2); // BUG
    return 0;
}
