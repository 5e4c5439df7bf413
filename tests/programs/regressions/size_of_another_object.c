//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ concurrent: yes
//@ symbolic: unknown, an allocation whose size is not known
//
// The size of a heap object is asked for in states in which objects of different sizes
// have the same name.

#include <assert.h>
#include <heddle.h>
#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

// Far from each other, so that no page holds a pointer beside a number.
static _Alignas(64) int zero[16];
static _Alignas(64) int chosen[16];
static _Alignas(64) char *object[8];

static void *worker(void *argument)
{
    (void)argument;
    char *mine = object[0];
    int nothing = zero[0];
    size_t size = malloc_usable_size(mine);
    if (chosen[0] == 1) {
        assert(size != 16 + (size_t)nothing);
    }
    return NULL;
}

int main(void)
{
    pthread_t thread;
    chosen[0] = heddle_choose(2);
    object[0] = malloc(chosen[0] ? 16 : 8);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    free(object[0]);
    return 0;
}
