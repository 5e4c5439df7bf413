//@ verdict: verified
//@ clang: -m32 -march=i686
//@ properties: default,data-race
//@ concurrent: yes
//
// Atomic operations on 64 bits carry from one word into the other.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic long long sum = 0xffffffffLL;
static _Atomic unsigned long long last;

static void *add(void *unused)
{
    atomic_fetch_add(&sum, 1);
    unsigned long long none = 0;
    atomic_compare_exchange_strong(&last, &none, 0x100000001ull);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    long long seen = sum;
    assert(seen == 0x100000000LL || seen == 0x100000001LL);
    pthread_join(t, NULL);
    assert(sum == 0x100000001LL && last == 0x100000001ull);
    assert(atomic_exchange(&sum, -1) == 0x100000001LL && sum == -1);
    return 0;
}
