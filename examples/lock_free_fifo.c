// A lock-free queue between two threads.
//
// One thread sends, one receives. The ring has two slots; `sent` and `received`
// count up for ever, and each is written by one thread only. The sender fills a
// slot before it counts it as sent, the receiver empties it before it counts it
// as received, so that no slot is ever used by both at once: no lock is needed,
// and the slots themselves need not be atomic.
//
// Expected: verified, data races included.
//
//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SLOTS = 2, MESSAGES = 3 };

static int ring[SLOTS];
static atomic_uint sent;
static atomic_uint received;

static void send_message(int message)
{
    unsigned n = atomic_load_explicit(&sent, memory_order_relaxed);
    while (n - atomic_load_explicit(&received, memory_order_acquire) == SLOTS)
        ; // full
    ring[n % SLOTS] = message;
    atomic_store_explicit(&sent, n + 1, memory_order_release);
}

static int receive_message(void)
{
    unsigned n = atomic_load_explicit(&received, memory_order_relaxed);
    while (atomic_load_explicit(&sent, memory_order_acquire) == n)
        ; // empty
    int message = ring[n % SLOTS];
    atomic_store_explicit(&received, n + 1, memory_order_release);
    return message;
}

static void *sender(void *unused)
{
    (void)unused;
    for (int i = 1; i <= MESSAGES; i++)
        send_message(i);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, sender, NULL);
    for (int i = 1; i <= MESSAGES; i++)
        assert(receive_message() == i);
    pthread_join(thread, NULL);
    return 0;
}

//@ symbolic: bounded, the loop send_message:
//@ unwind: 3
