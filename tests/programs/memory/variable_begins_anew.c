//@ verdict: violation
//@ kind: uninitialized
//@ properties: uninitialized
//@ line: 14
//
// Each round of a loop has a variable of its own, which nobody has written yet.

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int number;
        int *pointer = &number;
        if (i > 0 && *pointer == 3) // BUG
            sum++;
        *pointer = 3;
    }
    return sum;
}
