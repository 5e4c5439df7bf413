//@ verdict: verified
//@ output: native
//
// The explicit functions with every memory order that each allows, weak and
// strong comparison, fences.

#include <stdatomic.h>
#include <stdio.h>

int main(void)
{
    atomic_int x = 1;
    int e = 1;
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    atomic_store_explicit(&x, 3, memory_order_release);
    atomic_store_explicit(&x, 4, memory_order_seq_cst);
    int a = atomic_load_explicit(&x, memory_order_relaxed);
    a += atomic_load_explicit(&x, memory_order_consume);
    a += atomic_load_explicit(&x, memory_order_acquire);
    a += atomic_load_explicit(&x, memory_order_seq_cst);
    printf("%d\n", a);
    static const memory_order orders[] = {memory_order_relaxed, memory_order_acquire, memory_order_release, memory_order_acq_rel,
                                          memory_order_seq_cst};
    for (int i = 0; i < 5; i++) {
        atomic_fetch_add_explicit(&x, i, orders[i]);
        atomic_thread_fence(orders[i]);
    }
    atomic_signal_fence(memory_order_seq_cst);
    printf("%d\n", x);
    int r = atomic_compare_exchange_strong_explicit(&x, &e, 9, memory_order_acq_rel, memory_order_acquire);
    printf("%d %d\n", r, e);
    do
        r = atomic_compare_exchange_weak_explicit(&x, &e, 9, memory_order_release, memory_order_relaxed);
    while (!r);
    printf("%d %d\n", x, e);
    printf("%d\n", atomic_exchange_explicit(&x, 1, memory_order_acquire));
    return 0;
}
