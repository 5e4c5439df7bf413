//@ verdict: verified
//@ output: native
//
// Initializers of globals and locals: designated, nested, partly given, with
// addresses and address arithmetic, strings, compound literals, static locals.

#include <stdio.h>

struct inner {
    int a;
    char name[6];
};

struct outer {
    struct inner in[2];
    const int *where;
    int (*call)(int);
    double d;
};

static int plus(int x) { return x + 1; }
static int numbers[10] = {[3] = 33, 44, [8] = 88};
static const int *const inside = &numbers[4];
static struct outer global = {
    .in = {[1] = {7, "seven"}, [0].a = 1},
    .where = numbers + 8,
    .call = plus,
    .d = 1.0 / 4,
};
static const char *const lines[] = {"first", "second", &"third"[2]};
static char bounded[3] = {'a', 'b', 'c'};
static struct outer *self = &global;
static long offset = (char *)&global.d - (char *)&global.in[1];
int tentative;
int tentative;

static int count(void)
{
    static int calls = 40;
    static const char *last = "none";
    calls++;
    printf("%s ", last);
    last = calls % 2 ? "odd" : "even";
    return calls;
}

int main(void)
{
    for (int i = 0; i < 10; i++)
        printf("%d ", numbers[i]);
    printf("| %d %d\n", *inside, inside[4]);
    printf("%d '%s' %d %s %d %d %g\n", self->in[0].a, self->in[0].name, self->in[1].a, self->in[1].name, *self->where,
           self->call(5), self->d);
    printf("%s %s %s %.3s %ld %d\n", lines[0], lines[1], lines[2], bounded, offset, tentative);
    int local[5] = {1, 2}, other[] = {[2] = 9, [0] = 3};
    struct outer o = {.d = 2, .in[0].name = "local"};
    printf("%d %d %zu %d %s %d %d\n", local[1], local[4], sizeof other / sizeof other[0], other[0] + other[1] + other[2],
           o.in[0].name, o.in[1].a, o.where == NULL);
    const struct inner *literal = &(struct inner){5, "lit"};
    printf("%d %s %d\n", literal->a, literal->name, ((int[]){4, 5, 6})[1]);
    int c = count();
    c += count();
    c += count();
    printf("%d\n", c);
    return 0;
}
