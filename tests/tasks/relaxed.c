/* Store buffering with weak atomic accesses: both threads may read 0, but not here. */
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

static atomic_int x, y;
static int seen_x, seen_y;

static void *other(void *arg)
{
    (void)arg;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    seen_x = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    seen_y = atomic_load_explicit(&y, memory_order_relaxed);
    pthread_join(thread, 0);
    if (seen_x == 0 && seen_y == 0)
        reach_error();
    return 0;
}
