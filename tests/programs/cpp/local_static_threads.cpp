//@ verdict: verified
//@ clang: -fno-exceptions
//@ concurrent: yes
//
// Two threads reach a function-local static at once: it is built exactly once,
// and nobody sees it half built.

#include <assert.h>
#include <pthread.h>

static int built;

struct Config {
    int a, b;
    Config()
    {
        built++;
        a = 1;
        b = 2;
    }
};

static Config &config()
{
    static Config c;
    return c;
}

static void *work(void *unused)
{
    assert(config().a + config().b == 3);
    return unused;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    work(nullptr);
    pthread_join(t, nullptr);
    assert(built == 1);
    return 0;
}
