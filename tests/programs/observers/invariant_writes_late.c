//@ verdict: unknown
//@ reason: invariant_writes_late.c:19: invariant 'keep' writes to 'kept'
//@ options: --invariant keep
//@ concurrent: yes
//
// It writes only in states in which nothing can be done any more but to end.

#include <pthread.h>
#include <stddef.h>

static int done, kept;

int keep(void);

int keep(void)
{
    int mine = 0;
    mine = done;
    if (mine == 2) kept = mine;
    return 1;
}

static void *work(void *unused)
{
    __atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_exit(NULL);
}
