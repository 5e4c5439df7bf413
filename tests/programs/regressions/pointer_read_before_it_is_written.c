//@ verdict: violation
//@ kind: memory
//@ line: 28
//@ concurrent: yes
//
// A cell on the heap in which a thread puts the only pointer that is ever put there. Main may
// look before that, and then has what nobody wrote.

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

static int target;
static int **cell;

static void *writer(void *unused)
{
    *cell = &target;
    return unused;
}

int main(void)
{
    pthread_t thread;
    cell = malloc(sizeof *cell);
    pthread_create(&thread, NULL, writer, NULL);
    int *found = *cell;
    *found = 5; // BUG
    pthread_join(thread, NULL);
    free(cell);
    return 0;
}
