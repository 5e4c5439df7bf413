//@ verdict: violation
//@ kind: uninitialized
//@ properties: default,uninitialized
//@ line: 36
//@ concurrent: yes
//
// Of two fields in one byte, that which is looked at was never written.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct fields {
    unsigned low : 4, high : 4;
};

static struct fields *fields;

static void *work(void *unused)
{
    fields->low = 2;
    return unused;
}

int main(void)
{
    pthread_t thread;
    fields = malloc(sizeof *fields);
    if (fields == NULL)
        return 1;
    fields->low = 1;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    if (fields->low == 0)
        return 2;
    if (fields->high == 0)
        return 3;
    return 0;
}
