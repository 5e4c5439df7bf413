//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ clang: -O1
//@ concurrent: yes
//
// Two threads join the same one, and what it returned goes to one place twice.

#define _GNU_SOURCE

#include <pthread.h>
#include <stddef.h>

static pthread_t joined;
static void *result;

static void *nothing(void *unused)
{
    return unused;
}

static void *other(void *unused)
{
    pthread_tryjoin_np(joined, &result);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&joined, NULL, nothing, NULL);
    pthread_create(&thread, NULL, other, NULL);
    pthread_join(joined, &result);
    return 0;
}
