/* Atomic operations of all kinds. */
struct pair { int a, b; };
_Atomic int counter;
_Atomic(int *) pointer;
_Atomic char byte;
_Atomic long long big;
_Atomic struct pair both;
int plain;

int main(int argc, char **argv) {
    counter++;
    counter += 3;
    counter &= 7;
    __atomic_store_n(&plain, 1, __ATOMIC_RELEASE);
    int seen = __atomic_load_n(&plain, __ATOMIC_ACQUIRE);
    seen += __atomic_fetch_add(&plain, 2, __ATOMIC_RELAXED);
    seen += __atomic_exchange_n(&plain, 2, __ATOMIC_ACQ_REL);
    seen += __sync_fetch_and_or(&plain, 4);
    seen += __sync_val_compare_and_swap(&plain, 4, 5);
    seen += __sync_lock_test_and_set(&plain, 1);
    __sync_lock_release(&plain);
    __sync_synchronize();
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    int expected = seen;
    while (!__atomic_compare_exchange_n(&plain, &expected, 9, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) {}
    pointer = &plain;
    int *old = __atomic_exchange_n((int **)&pointer, 0, __ATOMIC_SEQ_CST);
    byte--;
    big ^= 5;
    struct pair p = both;
    p.a++;
    both = p;
    return *old + byte + (int)big + p.b;
}
