//@ requirement: One thread at a time is inside
//@ forbids: atomic_exchange atomic_compare_exchange atomic_fetch atomic_flag __atomic __sync pthread_ mtx_ sem_
//@ hint: Both look, see that nobody wants to enter, and go in. Who should have said what before?
//@ hint: Say that you want to enter first, and look then. Whoever comes second will see it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void enter(int me);
void leave(int me);

static atomic_int inside;

static void visit(int me)
{
    enter(me);
    assert(inside++ == 0);
    inside--;
    leave(me);
}

static void *other(void *unused)
{
    visit(1);
    visit(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    visit(0);
    visit(0);
    pthread_join(thread, NULL);
}
