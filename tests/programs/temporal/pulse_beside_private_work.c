//@ verdict: verified
//@ options: --ltl 'G(first -> first U second)'
//@ temporal: yes
//
// What another thread does for itself does not end a pulse: how fine steps are is not to be
// seen.

#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static void *speaker(void *argument)
{
    (void)argument;
    ap(first);
    ap(second);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, speaker, NULL);
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += i;
    pthread_join(thread, NULL);
    return sum == 3 ? 0 : 1;
}
