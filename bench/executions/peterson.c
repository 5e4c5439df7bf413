// Peterson's lock, N rounds each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int wants[2], turn;
static int inside;

static void *process(void *argument) {
    int own = (int)(long)argument;
    for (int i = 0; i < N; i++) {
        atomic_store(&wants[own], 1);
        atomic_store(&turn, 1 - own);
        while (atomic_load(&wants[1 - own]) && atomic_load(&turn) == 1 - own) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&wants[own], 0);
    }
    return NULL;
}

int main(void) {
    pthread_t one, other;
    pthread_create(&one, NULL, process, (void *)0L);
    pthread_create(&other, NULL, process, (void *)1L);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    return 0;
}
