// The dining philosophers, with manners.
//
// As in philosophers.c, but the forks are numbered, and everybody takes the fork
// with the lower number first. So the last philosopher starts at the right, and
// the ring of those who wait cannot close: everybody waits for a fork with a
// higher number than the one in hand, and no ring of numbers only goes up.
//
// Expected: verified.
//
//@ verdict: verified
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
    int neighbour = (seat + 1) % N;
    pthread_mutex_t *first = &fork_at[seat < neighbour ? seat : neighbour];
    pthread_mutex_t *second = &fork_at[seat < neighbour ? neighbour : seat];

    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    // eats
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
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
