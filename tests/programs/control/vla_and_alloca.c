//@ verdict: verified
//@ output: native
//
// Arrays whose length is known at run time, of two dimensions too, as parameters
// and in loops; alloca that lives until the function returns.

#include <alloca.h>
#include <stdio.h>
#include <string.h>

static int trace(int n, int m[n][n])
{
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

static int triangle(int rows)
{
    int total = 0;
    for (int n = 1; n <= rows; n++) {
        int row[n];
        row[0] = 1;
        for (int i = 1; i < n; i++)
            row[i] = row[i - 1] * (n - i) / i;
        for (int i = 0; i < n; i++)
            total += row[i];
        printf("%zu ", sizeof row);
    }
    return total;
}

struct cell {
    struct cell *next;
    int v;
};

static int chain(int n)
{
    struct cell *head = NULL;
    for (int i = 0; i < n; i++) {
        struct cell *c = alloca(sizeof *c);
        c->next = head;
        c->v = i;
        head = c;
    }
    int total = 0;
    for (struct cell *c = head; c; c = c->next)
        total = total * 3 + c->v;
    return total;
}

int main(void)
{
    int n = 4;
    int m[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            m[i][j] = i * 10 + j;
    n = 3; // the array keeps its size
    printf("%d %zu %zu\n", trace(4, m), sizeof m, sizeof m[0]);
    printf("%d\n", triangle(8));
    printf("%d\n", chain(7));
    char *text = alloca(32);
    strcpy(text, "on the stack");
    char copy[strlen(text) + 1];
    memcpy(copy, text, sizeof copy);
    printf("%s %zu\n", copy, sizeof copy);
    return 0;
}
