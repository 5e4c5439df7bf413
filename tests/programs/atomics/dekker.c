//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, the loop visit:
//@ unwind: 2
//
// Dekker's algorithm with sequentially consistent atomics.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int wants[2], turn;
static atomic_int inside;

static void visit(int me)
{
    wants[me] = 1;
    while (wants[1 - me]) {
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    turn = 1 - me;
    wants[me] = 0;
}

static void *work(void *unused)
{
    visit(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    visit(0);
    pthread_join(t, NULL);
    return 0;
}
