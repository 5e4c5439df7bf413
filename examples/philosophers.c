// The dining philosophers.
//
// N philosophers sit around a table with a fork between each two. To eat, each
// takes the fork at the left, then the one at the right. When all are hungry
// at once, all hold their left fork, and nobody will ever eat again.
//
// Expected: a violation, a deadlock, for any number of seats (-- -DN=5).
//
//@ verdict: violation
//@ kind: deadlock
//@ concurrent: yes

#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t fork_at[N];

static void *philosopher(void *arg)
{
    int seat = *(int *)arg;
    pthread_mutex_t *left = &fork_at[seat];
    pthread_mutex_t *right = &fork_at[(seat + 1) % N];

    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    // eats
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
    return NULL;
}

int main(void)
{
    pthread_t philosophers[N];
    int seats[N];

    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_at[i], NULL);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&philosophers[i], NULL, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(philosophers[i], NULL);
    return 0;
}

//@ switches: 7
