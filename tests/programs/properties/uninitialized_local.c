//@ verdict: violation
//@ kind: uninitialized
//@ line: 12
//@ properties: default,uninitialized
//
// A local array of which one element is left out.

static int largest(const int *v, int n)
{
    int m = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] > m) // BUG
            m = v[i];
    return m;
}

int main(void)
{
    int v[3];
    v[0] = 1;
    v[1] = 2;
    return largest(v, 3) & 0;
}
