// A ticket lock for N threads, for ever; tickets are bytes. Formula: G(req -> F cs), both of
// thread 0.
//
// ticket.pml is the same: the same shared variables, and a step for each access.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static atomic_uchar next_ticket, now_serving;
static volatile char req, cs;

static void *customer(void *argument) {
    int me = (int)(intptr_t)argument;
    for (;;) {
        if (me == 0)
            req = 1;
        unsigned char ticket = atomic_fetch_add(&next_ticket, 1);
        while (now_serving != ticket) {
        }
        if (me == 0) {
            cs = 1;
            cs = 0;
            req = 0;
        }
        atomic_fetch_add(&now_serving, 1);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, customer, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
