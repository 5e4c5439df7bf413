//@ verdict: violation
//@ kind: crash
//@ line: 19
//
// A handler of everything catches the exit of a thread, too, and has to throw it again: glibc says
// "exception not rethrown" otherwise.

#include <pthread.h>

static bool failed;

static void *work(void *)
{
    try {
        if (!failed)
            pthread_exit(nullptr);
    } catch (...) {
        failed = true;
    }
    return nullptr;
}

int main()
{
    pthread_t t;
    pthread_create(&t, nullptr, work, nullptr);
    pthread_join(t, nullptr);
    return failed;
}
