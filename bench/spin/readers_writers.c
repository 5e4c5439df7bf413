// Readers and writers, ROUNDS times each: readers are counted under a lock, the first one
// takes the room and the last one gives it back; a writer has it for itself. The room is a
// semaphore, since a mutex is unlocked by the thread that locked it. Two readers never see
// a write half done, nor do two writers mix theirs.
//
// readers_writers.pml is the same: the same shared variables, and a step for each access
// and each operation on a lock.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;
static int first, second;

static void *reader(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        pthread_mutex_lock(&counting);
        if (++readers == 1)
            sem_wait(&room);
        pthread_mutex_unlock(&counting);
        assert(first == second);
        pthread_mutex_lock(&counting);
        if (--readers == 0)
            sem_post(&room);
        pthread_mutex_unlock(&counting);
    }
    return NULL;
}

static void *writer(void *unused) {
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        sem_wait(&room);
        first++;
        second++;
        sem_post(&room);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    sem_init(&room, 0, 1);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? reader : writer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(first == 2 * ROUNDS && second == 2 * ROUNDS);
    return 0;
}
