//@ verdict: verified
//@ clang: -m32
//@ concurrent: yes
//
// A pointer shares its four bytes with an integer, whose lowest bits say something else.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

union word {
    int *pointer;
    uint32_t bits;
    unsigned char bytes[4];
};

static int target[4] = {1, 2, 3, 4};
static union word shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *tag(void *unused)
{
    pthread_mutex_lock(&lock);
    shared.bits |= 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    _Static_assert(sizeof(union word) == 4, "as wide as a pointer");
    pthread_t t;
    shared.pointer = &target[2];
    pthread_create(&t, NULL, tag, NULL);
    pthread_mutex_lock(&lock);
    union word seen = shared;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    int *clean = (int *)((uintptr_t)seen.pointer & ~(uintptr_t)3);
    assert(*clean == 3 && clean - target == 2);
    assert((uintptr_t)clean + 4 == (uintptr_t)&target[3]);
    union word copy;
    for (int i = 0; i < 4; i++)
        copy.bytes[i] = seen.bytes[i];
    copy.bits &= ~3u;
    assert(*copy.pointer == 3 && copy.pointer < target + 4);
    return 0;
}
