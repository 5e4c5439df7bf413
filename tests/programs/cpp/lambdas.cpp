//@ verdict: verified
//@ clang: -fno-exceptions
//@ output: native
//
// Lambdas: captures by value and by reference, mutable, generic, converted to
// function pointers, returned.

#include <stdio.h>

static int apply(int (*f)(int), int v) { return f(v); }

static auto adder(int n)
{
    return [n](int v) { return v + n; };
}

int main()
{
    int counter = 0;
    auto count = [&counter]() { return ++counter; };
    count();
    count();
    auto frozen = [counter]() mutable { return counter++; };
    printf("%d %d %d\n", counter, frozen(), frozen());
    auto twice = [](auto v) { return v + v; };
    printf("%d %.1f\n", twice(4), twice(1.25));
    printf("%d %d\n", apply([](int v) { return v * v; }, 9), adder(5)(6));
    auto compose = [](auto f, auto g) { return [f, g](int v) { return f(g(v)); }; };
    printf("%d\n", compose(adder(1), twice)(10));
    int order[5] = {4, 1, 3, 0, 2};
    auto less = [](int a, int b) { return a < b; };
    for (int i = 0; i < 5; i++)
        for (int j = i + 1; j < 5; j++)
            if (less(order[j], order[i])) {
                int t = order[i];
                order[i] = order[j];
                order[j] = t;
            }
    for (int v : order)
        printf("%d", v);
    printf("\n");
    return 0;
}
