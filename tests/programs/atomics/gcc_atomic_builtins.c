//@ verdict: verified
//@ output: native
//
// The __atomic builtins of gcc in all their forms, also those that return the new
// value, nand, and the generic ones on structures.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct pair {
    _Alignas(8) int32_t a;
    int32_t b;
};

int main(void)
{
    int x = 10;
    __atomic_store_n(&x, 20, __ATOMIC_SEQ_CST);
    printf("%d ", __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    printf("%d ", __atomic_exchange_n(&x, 21, __ATOMIC_ACQ_REL));
    printf("%d %d ", __atomic_add_fetch(&x, 5, __ATOMIC_RELAXED), __atomic_fetch_add(&x, 5, __ATOMIC_RELAXED));
    printf("%d ", __atomic_sub_fetch(&x, 1, __ATOMIC_RELAXED));
    printf("%d ", __atomic_and_fetch(&x, 0x1e, __ATOMIC_RELAXED));
    printf("%d ", __atomic_or_fetch(&x, 0x41, __ATOMIC_RELAXED));
    printf("%d ", __atomic_xor_fetch(&x, 0xf0, __ATOMIC_RELAXED));
    printf("%d ", __atomic_nand_fetch(&x, 0x33, __ATOMIC_RELAXED));
    printf("%d %d\n", __atomic_fetch_nand(&x, 0x55, __ATOMIC_RELAXED), x);
    int expected = 0;
    bool ok = __atomic_compare_exchange_n(&x, &expected, 5, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d ", ok, expected == x);
    ok = __atomic_compare_exchange_n(&x, &expected, 5, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
    printf("%d %d\n", ok, x);
    struct pair p = {1, 2}, q = {3, 4}, r;
    __atomic_exchange(&p, &q, &r, __ATOMIC_SEQ_CST);
    printf("%d %d %d %d ", p.a, p.b, r.a, r.b);
    __atomic_load(&p, &q, __ATOMIC_SEQ_CST);
    q.b++;
    __atomic_store(&p, &q, __ATOMIC_SEQ_CST);
    printf("%d %d ", p.a, p.b);
    ok = __atomic_compare_exchange(&p, &q, &r, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", ok, p.a, p.b);
    char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    int lowest = 50;
    printf("%d ", __atomic_fetch_min(&lowest, 40, __ATOMIC_RELAXED));
    printf("%d ", __atomic_fetch_max(&lowest, 60, __ATOMIC_RELAXED));
    printf("%d\n", lowest);
    int *array[2] = {&x, &lowest}, **cursor = array;
    __atomic_fetch_add(&cursor, sizeof *cursor, __ATOMIC_SEQ_CST);
    printf("%d\n", **cursor);
    return 0;
}
