//@ verdict: violation
//@ kind: data-race
//@ line: 19
//@ properties: default,data-race
//@ concurrent: yes
//
// The racing variable is in a heap object that both threads were given.

#include <pthread.h>
#include <stdlib.h>

struct box {
    int padding, value;
};

static void *work(void *arg)
{
    struct box *box = arg;
    box->value++; // BUG
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    struct box *box = calloc(1, sizeof *box);
    pthread_create(&a, NULL, work, box);
    pthread_create(&b, NULL, work, box);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(box);
    return 0;
}
