//@ verdict: verified
//@ output: native
//
// Every operation of <stdatomic.h> on every integer width: what it returns and
// what it leaves.

#include <stdatomic.h>
#include <stdio.h>

#define TEST(type, format)                                                                                                           \
    do {                                                                                                                             \
        _Atomic type x;                                                                                                              \
        atomic_init(&x, 100);                                                                                                        \
        atomic_store(&x, 101);                                                                                                       \
        printf(format " ", (type)atomic_load(&x));                                                                                   \
        printf(format " ", (type)atomic_exchange(&x, 90));                                                                           \
        printf(format " ", (type)atomic_fetch_add(&x, 50));                                                                          \
        printf(format " ", (type)atomic_fetch_sub(&x, 7));                                                                           \
        printf(format " ", (type)atomic_fetch_and(&x, 0x5d));                                                                        \
        printf(format " ", (type)atomic_fetch_or(&x, 0x22));                                                                         \
        printf(format " ", (type)atomic_fetch_xor(&x, 0x7f));                                                                        \
        type expected = 1;                                                                                                           \
        int ok = atomic_compare_exchange_strong(&x, &expected, 2);                                                                   \
        printf("%d " format " ", ok, expected);                                                                                      \
        ok = atomic_compare_exchange_strong(&x, &expected, 2);                                                                       \
        printf("%d " format " ", ok, (type)x);                                                                                       \
        x += 5;                                                                                                                      \
        x *= 3;                                                                                                                      \
        x -= 1;                                                                                                                      \
        x ^= 3;                                                                                                                      \
        x++;                                                                                                                         \
        --x;                                                                                                                         \
        printf(format " " format "\n", (type)x, (type)(x << 1));                                                                     \
    } while (0)

int main(void)
{
    TEST(signed char, "%hhd");
    TEST(unsigned char, "%hhu");
    TEST(short, "%hd");
    TEST(unsigned short, "%hu");
    TEST(int, "%d");
    TEST(unsigned, "%u");
    TEST(long, "%ld");
    TEST(unsigned long long, "%llu");
    atomic_bool flag = 0;
    printf("%d %d %d\n", atomic_exchange(&flag, 1), atomic_load(&flag), atomic_fetch_xor(&flag, 1));
    printf("%d %d\n", atomic_is_lock_free(&flag), ATOMIC_INT_LOCK_FREE);
    return 0;
}
