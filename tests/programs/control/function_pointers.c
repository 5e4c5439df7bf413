//@ verdict: verified
//@ output: native
//
// Function pointers: tables, parameters, results, in structures, compared,
// selected by a condition.

#include <stdio.h>

typedef int (*binary)(int, int);

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static binary pick(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : NULL; }

struct shape {
    const char *name;
    double (*area)(const struct shape *);
    double w, h;
};

static double rectangle(const struct shape *s) { return s->w * s->h; }
static double triangle(const struct shape *s) { return rectangle(s) / 2; }

static void each(int n, void (*visit)(int, void *), void *context)
{
    for (int i = 0; i < n; i++)
        visit(i, context);
}

static void accumulate(int i, void *context) { *(int *)context += i * i; }

int main(void)
{
    const char *operators = "+-*/";
    for (const char *p = operators; *p; p++) {
        binary f = pick(*p);
        if (f)
            printf("%c %d\n", *p, f(20, 3));
        else
            printf("%c none\n", *p);
    }
    binary table[3] = {add, sub, mul};
    int v = 1;
    for (int i = 0; i < 9; i++)
        v = table[i % 3](v, i + 1);
    printf("%d\n", v);
    struct shape shapes[] = {{"rectangle", rectangle, 3, 4}, {"triangle", triangle, 3, 4}};
    for (int i = 0; i < 2; i++)
        printf("%s %.1f\n", shapes[i].name, shapes[i].area(&shapes[i]));
    int total = 0;
    each(10, accumulate, &total);
    printf("%d %d %d\n", total, pick('+') == add, pick('-') == &add);
    binary *indirect = &table[2];
    printf("%d %d\n", (*indirect)(6, 7), (**indirect)(7, 8));
    return 0;
}
