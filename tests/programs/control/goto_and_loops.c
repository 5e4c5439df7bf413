//@ verdict: verified
//@ output: native
//
// goto out of nested loops and backwards; break and continue at several depths;
// do-while with a false condition; comma operators in a for.

#include <stdio.h>

static int find(int target)
{
    int i, j;
    for (i = 1; i < 20; i++)
        for (j = i; j < 20; j++)
            if (i * j == target)
                goto found;
    return -1;
found:
    return i * 100 + j;
}

int main(void)
{
    printf("%d %d %d\n", find(91), find(361), find(400));
    int n = 27, steps = 0;
again:
    if (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
        goto again;
    }
    printf("%d\n", steps);
    for (int i = 0; i < 6; i++) {
        if (i == 1)
            continue;
        int j = 0;
        while (1) {
            if (++j == i)
                break;
            if (j > 4)
                goto out;
            do {
                if (j == 3)
                    continue;
                printf("%d%d ", i, j);
            } while (0);
        }
    }
out:
    printf("out\n");
    for (int a = 0, b = 10; a < b; a++, b -= 2)
        printf("%d,%d ", a, b);
    printf("\n");
    return 0;
}
