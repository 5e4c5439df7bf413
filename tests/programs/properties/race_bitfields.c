//@ verdict: violation
//@ kind: data-race
//@ properties: default,data-race
//@ concurrent: yes
//
// Neighbouring bit-fields share their bytes: writing one rewrites the other.

#include <pthread.h>
#include <stddef.h>

static struct {
    unsigned left : 4, right : 4;
} both;

static void *work(void *unused)
{
    both.left = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    both.right = 2;
    pthread_join(t, NULL);
    return 0;
}
