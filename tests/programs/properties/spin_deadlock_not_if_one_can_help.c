//@ verdict: verified
//@ concurrent: yes
//@ symbolic: bounded, loop
//
// One thread can be passed over for ever, but whenever it is its turn, all get on.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int go;

static void *helper(void *unused)
{
    int private = 0;
    for (int i = 0; i < 3; i++)
        private += atomic_load(&go);
    atomic_store(&go, 1 + private);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, helper, NULL);
    while (!atomic_load(&go))
        continue;
    pthread_join(thread, NULL);
    return 0;
}
