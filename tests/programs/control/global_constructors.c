//@ verdict: verified
//@ output: native
//
// Functions that run before and after main, by priority; weak and aliased
// functions; main's own return value.

#include <stdio.h>

static int order;

__attribute__((constructor(201))) static void second(void)
{
    order = order * 10 + 2;
    printf("second constructor\n");
}
__attribute__((constructor(200))) static void first(void)
{
    order = order * 10 + 1;
    printf("first constructor\n");
}
__attribute__((constructor)) static void last(void)
{
    order = order * 10 + 3;
    printf("last constructor\n");
}
__attribute__((destructor(200))) static void late(void) { printf("late destructor\n"); }
__attribute__((destructor)) static void early(void) { printf("early destructor\n"); }

int answer(void) { return 42; }
int other_name(void) __attribute__((alias("answer")));
__attribute__((weak)) int weak_default(void) { return 7; }
extern int absent(void) __attribute__((weak));

int main(void)
{
    printf("main %d %d %d %s\n", order, other_name(), weak_default(), absent ? "present" : "absent");
}
