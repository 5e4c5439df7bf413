//@ verdict: violation
//@ kind: ltl
//@ options: --ltl 'G !("x && y")'
//@ temporal: yes
//
// Neither write of one thread makes it true where the other has written nothing: only in
// between do both hold. A reduction that looks at the writes of one thread alone misses it.

#include <pthread.h>
#include <stddef.h>

static volatile int x, y;

static void *first(void *argument)
{
    (void)argument;
    x = 1;
    x = 0;
    return NULL;
}

static void *second(void *argument)
{
    (void)argument;
    y = 1;
    y = 0;
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
