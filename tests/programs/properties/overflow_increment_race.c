//@ verdict: violation
//@ kind: overflow
//@ line: 18
//@ properties: default,overflow
//@ concurrent: yes
//
// Each thread tests before it increments, but both may test first.

#include <limits.h>
#include <pthread.h>
#include <stddef.h>

static int level = INT_MAX - 1;

static void *raise_level(void *unused)
{
    if (level < INT_MAX)
        level = level + 1; // BUG
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, raise_level, NULL);
    raise_level(NULL);
    pthread_join(t, NULL);
    return 0;
}
