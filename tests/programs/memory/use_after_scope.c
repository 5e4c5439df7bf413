//@ verdict: violation
//@ kind: memory
//@ line: 17
//@ clang: -O1 -fno-inline
//
// A pointer to a variable of a block that has been left, in code that is optimized; the
// pointer is volatile so that the access stays.

static int *volatile pointer;

int main(void)
{
    {
        volatile int inner[4] = {1, 2, 3, 4};
        pointer = (int *)inner;
    }
    return *pointer - 1; // BUG
}
