//@ verdict: violation
//@ kind: assertion
//@ line: 26
//@ concurrent: yes
//
// Main is a thread like others: one that joins it does not know by which of its exits it
// left, nor that it waited for the writer.

#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t first;
static int written;

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

static void *reader(void *unused)
{
    pthread_join(first, NULL);
    assert(written == 1); // BUG
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    first = pthread_self();
    pthread_create(&threads[0], NULL, writer, NULL);
    pthread_create(&threads[1], NULL, reader, NULL);
    if (heddle_choose(2) == 1)
        pthread_exit(NULL);
    pthread_join(threads[0], NULL);
    pthread_exit(NULL);
}
