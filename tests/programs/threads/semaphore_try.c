//@ verdict: verified
//
// sem_trywait, sem_timedwait and sem_getvalue, and the errno they leave.

#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t s;
    int value = -1;
    struct timespec past = {1, 0};
    sem_init(&s, 0, 2);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    assert(sem_trywait(&s) == 0);
    assert(sem_timedwait(&s, &past) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    errno = 0;
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_post(&s) == 0);
    assert(sem_wait(&s) == 0);
    assert(sem_destroy(&s) == 0);
    return 0;
}
