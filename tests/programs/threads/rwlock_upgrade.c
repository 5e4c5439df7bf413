//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// Two readers that both want to become writers wait for each other; even one
// waits for itself.

#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *upgrade(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, upgrade, NULL);
    upgrade(NULL);
    pthread_join(t, NULL);
    return 0;
}
