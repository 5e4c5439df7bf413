//@ verdict: verified
//@ output: native
//
// Thread-local objects of two threads: built when they are first used, in order, and destroyed
// in the opposite order at the end of their thread, before static ones.

#include <pthread.h>
#include <stdio.h>

struct Noisy {
    const char *name;
    explicit Noisy(const char *name) : name(name) { printf("%s begins\n", name); }
    ~Noisy() { printf("%s ends\n", name); }
};

static Noisy fixed("static");
static thread_local Noisy first("first");
static thread_local Noisy second("second");

static const char *third()
{
    static thread_local Noisy local("third");
    return local.name;
}

static void *work(void *)
{
    printf("%s %s\n", third(), second.name);
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    printf("%s\n", first.name);
    try {
        thread_local struct Failing {
            Failing() { throw 1; }
        } failing;
    } catch (int) {
        printf("not begun\n");
    }
    return 0;
}
