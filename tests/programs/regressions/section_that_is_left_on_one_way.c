//@ verdict: violation
//@ kind: assertion
//@ line: 18
//@ concurrent: yes
//
// One way through the section has two steps, the other has one: what the other does last comes
// after the first step all the same.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static int value, is_parted;

static void *look(void *unused)
{
    assert(value != 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    is_parted = heddle_choose(2);
    pthread_create(&thread, NULL, look, NULL);
    heddle_atomic_begin();
    value = 1;
    if (is_parted) {
        heddle_atomic_end();
        heddle_atomic_begin();
    }
    value = value + 1;
    heddle_atomic_end();
    return 0;
}
