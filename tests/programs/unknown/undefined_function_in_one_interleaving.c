//@ verdict: unknown
//@ reason: launch_rocket
//@ concurrent: yes
//
// Only one interleaving gets to the unknown function; the rest is fine.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void launch_rocket(void);

static atomic_int phase;

static void *work(void *unused)
{
    phase = 1;
    phase = 2;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (phase == 1)
        launch_rocket();
    pthread_join(t, NULL);
    return 0;
}
