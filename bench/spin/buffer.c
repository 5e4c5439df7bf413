// A bounded buffer of CAPACITY slots: two producers send the numbers 1 to ITEMS each, two
// consumers take ITEMS each, and in the end everything has arrived.
//
// buffer.pml is the same: the same shared variables, a step for each access and each
// operation on the lock, and the same sets of waiters.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static char slots[CAPACITY];
static char head, tail, count;
static int total;

static void *producer(void *unused) {
    (void)unused;
    for (int item = 1; item <= ITEMS; item++) {
        pthread_mutex_lock(&lock);
        while (count == CAPACITY)
            pthread_cond_wait(&not_full, &lock);
        slots[(int)tail] = (char)item;
        tail = (char)((tail + 1) % CAPACITY);
        count++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *unused) {
    (void)unused;
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        while (count == 0)
            pthread_cond_wait(&not_empty, &lock);
        total += slots[(int)head];
        head = (char)((head + 1) % CAPACITY);
        count--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? producer : consumer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    assert(total == ITEMS * (ITEMS + 1));
    return 0;
}
