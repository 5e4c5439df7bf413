//@ verdict: violation
//@ kind: memory
//@ detail: use-after-free
//
// A pointer survives in an unaligned place, so that the memory that it points to must not
// be given out again.

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) hidden {
    char tag;
    char bytes[sizeof(void *)];
};

int main(void)
{
    struct hidden box;
    int *p = malloc(sizeof *p);
    memcpy(box.bytes, &p, sizeof p);
    free(p);
    p = NULL;
    sched_yield();
    int *q = malloc(sizeof *q);
    *q = 1;
    memcpy(&p, box.bytes, sizeof p);
    *p = 2; // BUG
    free(q);
}
