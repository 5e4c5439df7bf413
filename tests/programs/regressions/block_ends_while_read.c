//@ verdict: violation
//@ kind: memory
//@ detail: use-after-return
//@ line: 16
//@ clang: -O1
//@ concurrent: yes
//
// Optimized code says where the scope of a block's variable ends. The thread that has its
// address only reads it, and may do that too late.

#include <pthread.h>
#include <stddef.h>

static void *reader(void *lent)
{
    int value = *(volatile int *)lent; // BUG
    return value == 1 ? lent : NULL;
}

int main(void)
{
    pthread_t thread;
    {
        int local = 1;
        pthread_create(&thread, NULL, reader, &local);
    }
    pthread_join(thread, NULL);
    return 0;
}
