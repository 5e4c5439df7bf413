//@ requirement: No two threads have the same node
//@ forbids: pthread_mutex pthread_spin pthread_rwlock pthread_cond mtx_ cnd_ sem_ atomic_flag
//@ hint: One thread has read `top` and what comes below it, and is interrupted. What do the others do, so that its compare-and-swap succeeds all the same?
//@ hint: The top is the same node as before (A, then B, then A again), but what lies below it is not. This is called ABA.
//@ hint: Keep a number beside the top that grows with each change, in one atomic variable: 16 bits for each are enough here.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void push(int node);
int pop(void);

static atomic_int owners[3];

static int get(void)
{
    int node = pop();
    if (node != -1)
        assert(owners[node]++ == 0);
    return node;
}

static void give_back(int node)
{
    if (node == -1)
        return;
    owners[node]--;
    push(node);
}

static void *use_all(void *unused)
{
    int one = get();
    get();
    get();
    give_back(one);
    return unused;
}

int main(void)
{
    for (int node = 0; node < 3; node++)
        push(node);
    pthread_t thread;
    pthread_create(&thread, NULL, use_all, NULL);
    get();
    get();
    pthread_join(thread, NULL);
}
