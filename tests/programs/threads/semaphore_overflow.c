//@ verdict: verified
//
// A post of a semaphore at its maximum fails, and says why.

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

int main(void)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, INT_MAX);
    assert(sem_post(&semaphore) == -1);
    assert(errno == EOVERFLOW);
    assert(sem_wait(&semaphore) == 0);
    assert(sem_post(&semaphore) == 0);
    return 0;
}
