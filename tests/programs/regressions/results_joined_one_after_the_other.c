//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Two joins store to one place, but the second begins when the first is over.

#include <pthread.h>
#include <stddef.h>

static pthread_t one, two;
static void *result;

static void *nothing(void *unused)
{
    return unused;
}

static void *joins(void *unused)
{
    pthread_join(one, &result);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&one, NULL, nothing, NULL);
    pthread_create(&two, NULL, nothing, NULL);
    pthread_create(&thread, NULL, joins, NULL);
    pthread_join(thread, NULL);
    pthread_join(two, &result);
    return 0;
}
