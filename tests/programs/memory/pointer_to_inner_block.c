//@ verdict: violation
//@ kind: memory
//@ detail: use-after-return
//@ line: 15
//
// A variable of an inner block ends with the block, at every level of optimization.

int main(void)
{
    int *pointer;
    {
        int inner = 5;
        pointer = &inner;
    }
    return *pointer - 5; // BUG
}
