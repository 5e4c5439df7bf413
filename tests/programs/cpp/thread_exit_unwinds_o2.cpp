//@ verdict: verified
//@ output: native
//@ clang: -O2
//@ properties: default,leak
//@ symbolic: unknown, looking for leaks of what another thread allocates
//
// A thread that exits unwinds its stack: destructors, cleanup handlers and handlers of what unwinds
// run, the innermost first; thread_local objects end after that, and values of keys last.

#include <cxxabi.h>
#include <exception>
#include <pthread.h>
#include <stdio.h>

struct Guard {
    int number;
    explicit Guard(int number) : number(number) {}
    ~Guard();
};

Guard::~Guard()
{
    printf("guard %d, %d in flight\n", number, std::uncaught_exceptions());
}

static thread_local Guard local(9);
static pthread_key_t key;
static int one = 1, two = 2;

static void end_value(void *value)
{
    printf("value %d\n", *static_cast<int *>(value));
}

static void clean_up(void *argument)
{
    printf("cleanup %d\n", *static_cast<int *>(argument));
}

/* Handlers of exceptions do not catch it. */
static void leave()
{
    Guard guard(1);
    try {
        pthread_exit(&one);
    } catch (int) {
        printf("an int\n");
    } catch (const std::exception &) {
        printf("an exception\n");
    } catch (void *) {
        printf("a pointer\n");
    }
}

static void *with_everything(void *)
{
    Guard guard(local.number - 7);
    pthread_setspecific(key, &two);
    pthread_cleanup_push(clean_up, &two);
    Guard inner(3);
    try {
        leave();
    } catch (abi::__forced_unwind &) {
        printf("caught by name, %d\n", std::current_exception() != nullptr);
        throw;
    }
    pthread_cleanup_pop(0);
    return nullptr;
}

static void *through_handlers(void *)
{
    Guard guard(4);
    try {
        Guard inner(5);
        try {
            leave();
        } catch (...) {
            try {
                throw 1.5;
            } catch (double) {
                printf("meanwhile\n");
            }
            throw;
        }
    } catch (...) {
        printf("once more, %d in flight\n", std::uncaught_exceptions());
        throw;
    }
    return nullptr;
}

static void run(void *(*function)(void *))
{
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, function, nullptr);
    pthread_join(t, &result);
    printf("it returned %d\n", *static_cast<int *>(result));
}

int main()
{
    pthread_key_create(&key, end_value);
    run(with_everything);
    run(through_handlers);
    return 0;
}
