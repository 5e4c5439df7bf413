// A lock-free queue with SLOTS places between a sender and a receiver, for ever. Messages are
// numbered modulo MESSAGES. Formula: G(sent -> F received), of message 0.
//
// fifo.pml is the same: the same shared variables, and a step for each access.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef SLOTS
#define SLOTS 4
#endif
#ifndef MESSAGES
#define MESSAGES 8
#endif

static unsigned char items[SLOTS];
static atomic_uchar head, tail;
static volatile char sent, received;

static void *sender(void *argument) {
    (void)argument;
    unsigned char at = 0;
    for (unsigned char message = 0;; message = (unsigned char)((message + 1) % MESSAGES)) {
        while ((at + 1) % SLOTS == head) {
        }
        items[at] = message;
        at = (unsigned char)((at + 1) % SLOTS);
        tail = at;
        sent = message == 0;
    }
    return NULL;
}

static void *receiver(void *argument) {
    (void)argument;
    unsigned char at = 0;
    for (;;) {
        while (at == tail) {
        }
        unsigned char message = items[at];
        at = (unsigned char)((at + 1) % SLOTS);
        head = at;
        received = message == 0;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, sender, NULL);
    pthread_create(&threads[1], NULL, receiver, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
