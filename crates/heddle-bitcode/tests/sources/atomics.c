// Atomic accesses of every width, operation and ordering.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

_Atomic int counter;
_Atomic(void *) head;
atomic_flag flag = ATOMIC_FLAG_INIT;
_Atomic unsigned char small;
_Atomic short half;
_Atomic long wide;
_Atomic __int128 wider;
_Atomic float real;
volatile _Atomic int noisy;
struct pair { int a, b; };
_Atomic struct pair both;
int plain;

int orders(int value) {
    int sum = atomic_load_explicit(&counter, memory_order_relaxed);
    sum += atomic_load_explicit(&counter, memory_order_acquire);
    sum += atomic_load(&counter);
    atomic_store_explicit(&counter, value, memory_order_relaxed);
    atomic_store_explicit(&counter, value, memory_order_release);
    atomic_store(&noisy, value);
    sum += noisy;
    return sum;
}

long modify(long value) {
    long sum = atomic_fetch_add(&wide, value);
    sum += atomic_fetch_sub_explicit(&wide, value, memory_order_acq_rel);
    sum += atomic_fetch_and_explicit(&wide, value, memory_order_acquire);
    sum += atomic_fetch_or_explicit(&wide, value, memory_order_release);
    sum += atomic_fetch_xor_explicit(&wide, value, memory_order_relaxed);
    sum += atomic_exchange(&wide, value);
    sum += __atomic_fetch_nand(&plain, (int)value, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_max(&plain, (int)value, __ATOMIC_SEQ_CST);
    sum += __atomic_fetch_min((unsigned *)&plain, (unsigned)value, __ATOMIC_RELAXED);
    sum += atomic_fetch_add(&small, 1) + atomic_fetch_add(&half, 2);
    small++;
    half -= 3;
    real += 1.5f;
    return sum;
}

bool swap(int *expected, int desired) {
    bool ok = atomic_compare_exchange_strong(&counter, expected, desired);
    ok |= atomic_compare_exchange_weak_explicit(&counter, expected, desired,
                                                memory_order_acq_rel, memory_order_relaxed);
    ok |= __sync_bool_compare_and_swap(&plain, *expected, desired);
    void *old = atomic_load(&head);
    ok |= atomic_compare_exchange_strong(&head, &old, expected);
    return ok;
}

struct pair whole(struct pair p) {
    struct pair old = both;
    both = p;
    return old;
}

void fences(void) {
    atomic_thread_fence(memory_order_seq_cst);
    atomic_thread_fence(memory_order_acquire);
    atomic_signal_fence(memory_order_release);
    __sync_synchronize();
}

void spin(void) {
    while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) {
        __builtin_ia32_pause();
    }
    atomic_flag_clear_explicit(&flag, memory_order_release);
}
