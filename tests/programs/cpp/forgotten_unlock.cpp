//@ verdict: violation
//@ kind: deadlock
//@ clang: -fno-exceptions
//@ concurrent: yes
//
// Without the lock object: the early return keeps the mutex.

#include <pthread.h>

class Counter {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int value = 0;

public:
    bool add()
    {
        pthread_mutex_lock(&mutex);
        if (value == 1)
            return false;
        value++;
        pthread_mutex_unlock(&mutex);
        return true;
    }
};

static Counter counter;

static void *work(void *unused)
{
    counter.add();
    counter.add();
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    return 0;
}
