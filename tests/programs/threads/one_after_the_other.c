//@ verdict: verified
//@ concurrent: yes
//
// Threads created and joined in a loop never meet: an ordinary counter will do.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void *work(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    for (int i = 0; i < 5; i++) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        assert(counter == i + 1);
    }
    return 0;
}
