//@ verdict: violation
//@ kind: memory
//@ line: 19
//
// A pointer to a local variable of a function that has returned.

static int *kept;

static void keep(void)
{
    int local = 5;
    kept = &local;
    *kept = 6;
}

int main(void)
{
    keep();
    return *kept - 6; // BUG
}
