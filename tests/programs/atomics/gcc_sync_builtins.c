//@ verdict: verified
//@ output: native
//
// The older __sync builtins of gcc.

#include <stdio.h>

int main(void)
{
    int x = 10;
    long l = 1L << 40;
    unsigned char c = 250;
    printf("%d %d ", __sync_fetch_and_add(&x, 5), __sync_add_and_fetch(&x, 5));
    printf("%d %d ", __sync_fetch_and_sub(&x, 3), __sync_sub_and_fetch(&x, 3));
    printf("%d %d ", __sync_fetch_and_or(&x, 0x60), __sync_or_and_fetch(&x, 1));
    printf("%d %d ", __sync_fetch_and_and(&x, 0x6f), __sync_and_and_fetch(&x, 0x7e));
    printf("%d %d ", __sync_fetch_and_xor(&x, 0xff), __sync_xor_and_fetch(&x, 0x0f));
    printf("%d\n", x);
    printf("%d %d\n", __sync_bool_compare_and_swap(&x, 0, 1), __sync_bool_compare_and_swap(&x, x, 77));
    printf("%d %d\n", __sync_val_compare_and_swap(&x, 77, 78), __sync_val_compare_and_swap(&x, 77, 79));
    printf("%ld %d\n", __sync_add_and_fetch(&l, 1), __sync_add_and_fetch(&c, 10));
    int lock = 0;
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    __sync_lock_release(&lock);
    __sync_synchronize();
    printf("%d %d\n", lock, x);
    return 0;
}
