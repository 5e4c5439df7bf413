//@ verdict: verified
//@ concurrent: yes
//
// Addresses that are held as something else than pointers, over the steps of another
// thread that moves objects about: as integers, in bytes, in a union, under a tag, in a
// structure that is passed by value, beyond the end, and as arguments of another type.

#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct box {
    int *inside;
};

static int *shared[3];
static volatile int ticks;

static void tick(void)
{
    ticks = 1;
    ticks = 2;
}

static int *passed(struct box box)
{
    tick();
    return box.inside;
}

static int *as_integer(intptr_t address)
{
    tick();
    return (int *)address;
}

static int *variable(int count, ...)
{
    va_list list;
    va_start(list, count);
    tick();
    int *number = va_arg(list, int *);
    va_end(list);
    return number;
}

static void *other(void *unused)
{
    int *fresh = malloc(sizeof *fresh), *old = shared[0];
    shared[0] = fresh;
    shared[1] = NULL;
    shared[2] = old;
    return unused;
}

int main(void)
{
    pthread_t thread;
    int *number[6];
    for (int i = 0; i < 6; i++) {
        number[i] = malloc(sizeof *number[i]);
        *number[i] = i;
    }
    shared[0] = number[0];
    shared[1] = number[1];
    pthread_create(&thread, NULL, other, NULL);

    uintptr_t integer = (uintptr_t)number[0];
    unsigned char bytes[sizeof number[1]];
    memcpy(bytes, &number[1], sizeof bytes);
    union {
        int *pointer;
        uint64_t integer;
    } both = {.pointer = number[2]};
    uint64_t tagged = both.integer | 1;
    int *beyond = number[3] + 1;
    int *(*function)(void *) = (int *(*)(void *))(void (*)(void))as_integer;
    struct box box = {number[5]};
    for (int i = 0; i < 4; i++)
        number[i] = NULL;
    tick();

    assert(*(int *)integer == 0);
    int *copy;
    memcpy(&copy, bytes, sizeof copy);
    assert(*copy == 1);
    assert(*(int *)(tagged & ~(uint64_t)1) == 2);
    assert(beyond[-1] == 3);
    assert(*function(number[4]) == 4);
    assert(*passed(box) == 5);
    assert(*variable(1, number[4]) == 4);
    pthread_join(thread, NULL);
    assert(*shared[2] == 0);
    return 0;
}
