// Peterson's lock, two threads that come and go for ever: a cyclic state space.
#include <assert.h>
#include <pthread.h>

static volatile int interested[2];
static volatile int turn;
static volatile int inside;

static void *visitor(void *argument) {
    int me = argument != 0;
    for (;;) {
        interested[me] = 1;
        turn = 1 - me;
        while (interested[1 - me] && turn == 1 - me) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        interested[me] = 0;
    }
    return 0;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, 0, visitor, &other);
    visitor(0);
    return 0;
}
