//@ verdict: verified
//@ concurrent: yes
//
// The initializer of a local static throws the first time. Whoever comes next, or waits, tries
// again, and in the end it is initialized once.

#include <assert.h>
#include <pthread.h>

static int tries, failures;

struct Config {
    int value;
    Config() : value(0)
    {
        if (++tries == 1)
            throw tries;
        value = tries;
    }
};

static Config &config()
{
    static Config only;
    return only;
}

static void *work(void *)
{
    try {
        assert(config().value == 2);
    } catch (int) {
        failures++;
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    assert(tries == 2 && failures == 1);
    return 0;
}
