//@ verdict: violation
//@ kind: uncaught-exception
//@ line: 12
//
// A function that must not throw does, and a handler further out is of no use.

static int calls;

static void work(int limit)
{
    if (++calls > limit)
        throw calls;
}

static void quiet() noexcept
{
    work(1);
}

int main()
{
    try {
        quiet();
        quiet();
    } catch (...) {
    }
    return 0;
}
