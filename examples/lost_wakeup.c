// The lost wake-up.
//
// A thread wants to sleep until the coffee is ready. It looks whether it is, and
// if not, lies down on a condition variable. But between looking and lying down
// it does not hold the mutex, and the alarm can ring in just that moment. An alarm
// that rings while nobody sleeps wakes nobody; after that it never rings again.
//
// Expected: a violation, a deadlock. Look with the mutex held, and it is gone.
//
//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool coffee_ready;
static pthread_mutex_t bedroom = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t alarm_clock = PTHREAD_COND_INITIALIZER;

static void *sleeper(void *unused)
{
    (void)unused;
    if (!coffee_ready) {
        pthread_mutex_lock(&bedroom); // too late: the alarm may have rung
        pthread_cond_wait(&alarm_clock, &bedroom);
        pthread_mutex_unlock(&bedroom);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sleeper, NULL);

    coffee_ready = true;
    pthread_mutex_lock(&bedroom);
    pthread_cond_signal(&alarm_clock);
    pthread_mutex_unlock(&bedroom);

    pthread_join(thread, NULL);
    return 0;
}

//@ switches: 5
