//@ verdict: verified
//@ clang: -m32 -march=i686
//@ concurrent: yes
//
// A 64-bit atomic on 32 bits is still atomic.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint64_t x;

static void *work(void *unused)
{
    atomic_fetch_add(&x, 0x100000001);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    uint64_t seen = atomic_load(&x);
    assert(seen == 0 || seen == 0x100000001);
    pthread_join(t, NULL);
    return 0;
}
