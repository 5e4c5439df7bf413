//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//@ symbolic: bounded, the loop customer:
//@ unwind: 3
//
// A ticket lock: draw a number, wait until it is called.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint next_ticket, now_serving;
static int inside;

static void *customer(void *unused)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (now_serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    now_serving++;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, customer, NULL);
    customer(NULL);
    pthread_join(t, NULL);
    return 0;
}
