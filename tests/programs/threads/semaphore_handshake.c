//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Ping-pong with two semaphores; an ordinary variable changes hands.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t ping, pong;
static int ball;

static void *player(void *unused)
{
    for (int i = 0; i < 2; i++) {
        sem_wait(&ping);
        assert(ball == 2 * i + 1);
        ball++;
        sem_post(&pong);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(sem_init(&ping, 0, 0) == 0);
    assert(sem_init(&pong, 0, 1) == 0);
    pthread_create(&t, NULL, player, NULL);
    for (int i = 0; i < 2; i++) {
        sem_wait(&pong);
        assert(ball == 2 * i);
        ball++;
        sem_post(&ping);
    }
    pthread_join(t, NULL);
    assert(ball == 4);
    sem_destroy(&ping);
    sem_destroy(&pong);
    return 0;
}
