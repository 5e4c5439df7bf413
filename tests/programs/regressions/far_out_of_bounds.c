//@ verdict: violation
//@ kind: memory
//
// An index so large that the address would be that of another object.

static int a[4], b[4];

int main(int argc, char **argv)
{
    (void)argv;
    long far = (long)argc << 30;
    a[far] = 1; // BUG
    return b[0] & 0;
}
