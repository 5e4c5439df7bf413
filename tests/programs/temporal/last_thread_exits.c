//@ verdict: verified
//@ options: --fair --ltl 'F(exited(0) && exited(1))' --ltl '!exited(1) U written'
//@ temporal: yes
//
// The process ends with its last thread, which has exited then like all others.

#include <pthread.h>
#include <stddef.h>

static int written;

static void *worker(void *argument)
{
    (void)argument;
    written = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_exit(NULL);
}
