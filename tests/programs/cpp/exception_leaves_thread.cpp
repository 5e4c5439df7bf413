//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 16
//@ concurrent: yes
//
// An exception leaves the function of a thread, in the runs in which that comes second. The
// handler around pthread_create is another thread's.

#include <pthread.h>

static _Atomic(int) turn;

static void *work(void *)
{
    if (turn++ == 1)
        throw 1;
    return nullptr;
}

int main()
{
    try {
        pthread_t t;
        pthread_create(&t, nullptr, work, nullptr);
        turn++;
        pthread_join(t, nullptr);
    } catch (int) {
    }
    return 0;
}
