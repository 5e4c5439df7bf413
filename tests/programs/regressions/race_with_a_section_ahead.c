//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// Both threads do something before the atomic section and the read that race, and one
// goes different ways after it: the section is made while the read is next all the same.
// The second access of the section comes after a choice inside of it.

#include <heddle.h>
#include <pthread.h>

static int x, y;

static void *one(void *argument)
{
    (void)argument;
    int i = x;
    y = heddle_choose(2);
    return NULL;
}

static void *two(void *argument)
{
    (void)argument;
    int i = x;
    heddle_atomic_begin();
    x = y;
    x = heddle_choose(2);
    heddle_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, one, NULL);
    pthread_create(&threads[1], NULL, two, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
