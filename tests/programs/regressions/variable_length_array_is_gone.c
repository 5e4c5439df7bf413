//@ verdict: violation
//@ kind: memory
//@ detail: use-after-return
//@ line: 20
//
// The address of an array of a block that has ended.

int main(int argc, char **argv)
{
    (void)argv;
    int n = argc + 1, *p;
    {
        int a[n];
        a[0] = 1;
        p = a;
    }
    {
        int b[n];
        b[0] = 2;
        *p = 7; // BUG
        return b[0] - 2;
    }
}
