//@ verdict: verified
//@ concurrent: yes
//
// A thread that is cancelled while it waits, or before, has its lock again, which a destructor
// releases.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting;

struct Lock {
    Lock() { pthread_mutex_lock(&mutex); }
    ~Lock() { pthread_mutex_unlock(&mutex); }
};

struct Count {
    Count() { waiting++; }
    ~Count() { waiting--; }
};

static void *work(void *)
{
    Lock lock;
    Count count;
    for (;;)
        pthread_cond_wait(&changed, &mutex);
    return nullptr;
}

int main()
{
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_cancel(t);
    pthread_join(t, &result);
    Lock lock;
    assert(waiting == 0 && result == PTHREAD_CANCELED);
    return 0;
}
