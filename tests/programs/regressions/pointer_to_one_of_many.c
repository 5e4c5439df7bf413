//@ verdict: violation
//@ kind: assertion
//@ line: 36
//@ concurrent: yes
//
// A shared pointer that points to one of very many objects, one after the other: none of them
// may be forgotten, whichever is found there.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *_Atomic newest;

static void *writer(void *unused)
{
    for (int i = 0; i < 60; i++) {
        int *next = malloc(sizeof *next);
        if (next == NULL)
            break;
        *next = i;
        newest = next;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    int first = 7;
    newest = &first;
    pthread_create(&thread, NULL, writer, NULL);
    int *found = newest;
    assert(*found != 55); // BUG
    pthread_join(thread, NULL);
    return 0;
}
