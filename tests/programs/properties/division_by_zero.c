//@ verdict: violation
//@ kind: division-by-zero
//@ line: 12
//
// Division of integers by zero.

static int average(const int *v, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n; // BUG
}

int main(void)
{
    int v[3] = {1, 2, 3};
    return average(v, 3) + average(v, 0) - 2;
}
