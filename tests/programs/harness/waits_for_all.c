//@ verdict: violation
//@ kind: deadlock
//@ options: --init setup --thread take=0 --thread take=1
//@ concurrent: yes
//
// Two threads of the harness that wait for each other: the one that started them is gone
// and in nobody's way.

#include <pthread.h>

static pthread_mutex_t locks[2];

void setup(void)
{
    for (int i = 0; i < 2; i++)
        pthread_mutex_init(&locks[i], NULL);
}

void take(long first)
{
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[1 - first]);
    pthread_mutex_unlock(&locks[first]);
}
