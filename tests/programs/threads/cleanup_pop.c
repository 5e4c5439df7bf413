//@ verdict: verified
//@ concurrent: yes
//
// pthread_cleanup_pop runs its handler only if told to; pthread_exit runs all.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int order;

static void note(void *digit) { order = order * 10 + *(int *)digit; }

static void *work(void *unused)
{
    int digits[] = {1, 2, 3, 4};
    pthread_cleanup_push(note, &digits[3]);
    pthread_cleanup_push(note, &digits[0]);
    pthread_cleanup_pop(1);
    pthread_cleanup_push(note, &digits[1]);
    pthread_cleanup_pop(0);
    pthread_cleanup_push(note, &digits[2]);
    pthread_exit(NULL);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(order == 134);
    return 0;
}
