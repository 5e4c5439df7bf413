//@ verdict: violation
//@ kind: deadlock
//
// The initializer of a local static needs the static itself: it waits for its own end.

static int depth(int n)
{
    static int base = n == 0 ? 0 : depth(n - 1);
    return base + n;
}

int main()
{
    return depth(1);
}
