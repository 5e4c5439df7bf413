// A queue with two ends and a node that stands before the first: N threads put a number in, N others
// take one out (Michael and Scott, PODC 1996), with indexes for pointers.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int head, tail;
static atomic_int next[N + 1]; // The index of the next node, or zero.

static void *enqueue(void *argument) {
    int own = (int)(long)argument + 1;
    for (;;) {
        int last = atomic_load(&tail);
        int after = atomic_load(&next[last]);
        if (last != atomic_load(&tail))
            continue;
        if (after != 0) {
            atomic_compare_exchange_strong(&tail, &last, after);
            continue;
        }
        int none = 0;
        if (atomic_compare_exchange_strong(&next[last], &none, own)) {
            atomic_compare_exchange_strong(&tail, &last, own);
            return NULL;
        }
    }
}

static void *dequeue(void *unused) {
    (void)unused;
    for (;;) {
        int first = atomic_load(&head);
        int last = atomic_load(&tail);
        int after = atomic_load(&next[first]);
        if (first != atomic_load(&head))
            continue;
        if (first == last) {
            if (after == 0)
                return NULL;
            atomic_compare_exchange_strong(&tail, &last, after);
        } else if (atomic_compare_exchange_strong(&head, &first, after)) {
            return NULL;
        }
    }
}

int main(void) {
    pthread_t threads[2 * N];
    for (long i = 0; i < N; i++) {
        pthread_create(&threads[2 * i], NULL, enqueue, (void *)i);
        pthread_create(&threads[2 * i + 1], NULL, dequeue, NULL);
    }
    for (int i = 0; i < 2 * N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
