//@ verdict: violation
//@ kind: memory
//@ detail: read-only-write
//@ line: 12
//
// A const global, written to by casting the const away.

static const int limits[3] = {1, 2, 3};

static void set(const int *p, int v)
{
    *(int *)p = v; // BUG
}

int main(void)
{
    set(&limits[1], 5);
    return 0;
}
