//@ verdict: unknown
//@ reason: exit of a thread that has destructors or handlers to run
//
// Natively, pthread_exit unwinds the stack: destructors run.

#include <pthread.h>

struct Guard {
    ~Guard();
};

static int ended;

Guard::~Guard()
{
    ended++;
}

static void leave()
{
    pthread_exit(nullptr);
}

static void *work(void *)
{
    Guard guard;
    leave();
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    return ended;
}
