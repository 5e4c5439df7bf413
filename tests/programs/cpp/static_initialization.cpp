//@ verdict: verified
//@ clang: -fno-exceptions
//@ output: native
//
// Globals with constructors are built in order before main and destroyed in
// reverse order after it; function-local statics when first reached.

#include <stdio.h>

static int next_number() // constant-initialized counter
{
    static int n = 100;
    return n++;
}

struct Global {
    int number;
    const char *name;
    Global(const char *name) : number(next_number()), name(name) { printf("build %s %d\n", name, number); }
    ~Global() { printf("destroy %s\n", name); }
};

static Global first("first");
static Global second("second");
static int computed = next_number() * 2;

static Global &lazy()
{
    static Global g("lazy");
    return g;
}

static Global array[2] = {Global("array 0"), Global("array 1")};

int main()
{
    printf("main %d\n", computed);
    printf("%d\n", lazy().number + lazy().number);
    printf("%d %d\n", array[1].number, first.number + second.number);
    return 0;
}
