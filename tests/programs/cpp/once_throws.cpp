//@ verdict: verified
//@ concurrent: yes
//
// What pthread_once runs throws the first time: it counts as never run. Exceptions that stay
// within it change nothing.

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int tries, inner;

static void initialize()
{
    try {
        throw 1.5;
    } catch (double) {
        inner++;
    }
    if (++tries == 1)
        throw tries;
}

static void *work(void *failures)
{
    try {
        pthread_once(&once, initialize);
        assert(tries == 2);
    } catch (int) {
        ++*static_cast<int *>(failures);
    }
    return nullptr;
}

int main()
{
    int here = 0, there = 0;
    pthread_t t;
    pthread_create(&t, nullptr, work, &there);
    work(&here);
    pthread_join(t, nullptr);
    assert(tries == 2 && inner == 2 && here + there == 1);
    return 0;
}
