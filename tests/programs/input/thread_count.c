//@ verdict: violation
//@ kind: assertion
//@ line: 29
//@ options: --args '2'
//@ concurrent: yes
//
// The number of threads is an argument: with one the assertion would hold.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *work(void *unused)
{
    counter++;
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t threads[4];
    int n = argc > 1 ? argv[1][0] - '0' : 1;
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    assert(counter == n); // BUG
    return 0;
}
