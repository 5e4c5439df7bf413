//@ verdict: verified
//@ properties: default,data-race
//@ concurrent: yes
//
// Different members of one structure are different places.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
    char left, right;
} both;

static void *work(void *unused)
{
    both.left = 'l';
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    both.right = 'r';
    pthread_join(t, NULL);
    assert(both.left == 'l' && both.right == 'r');
    return 0;
}
