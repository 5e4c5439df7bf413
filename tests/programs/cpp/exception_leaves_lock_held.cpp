//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes
//
// An exception skips the unlock, which no destructor makes up for.

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 1;

static void withdraw(int amount)
{
    pthread_mutex_lock(&mutex);
    if (balance < amount)
        throw amount;
    balance -= amount;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *)
{
    for (int round = 0; round < 2; round++) {
        try {
            withdraw(1);
        } catch (int) {
        }
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    pthread_mutex_lock(&mutex);
    return 0;
}
