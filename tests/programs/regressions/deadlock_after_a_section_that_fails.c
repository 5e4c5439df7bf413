//@ verdict: verified
//@ concurrent: yes
//
// An atomic section that ends in an assumption that does not hold has no end: nobody sees what
// it wrote, so main does not come to lock twice.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *worker(void *unused)
{
    heddle_atomic_begin();
    shared = 1;
    heddle_assume(0);
    heddle_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    if (shared == 1) {
        pthread_mutex_lock(&lock);
        pthread_mutex_lock(&lock);
    }
    return 0;
}
