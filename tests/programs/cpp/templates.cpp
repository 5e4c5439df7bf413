//@ verdict: verified
//@ clang: -fno-exceptions
//@ output: native
//
// Templates of functions and classes, specialization, non-type and variadic
// parameters, recursion at compile time.

#include <stdio.h>

template <typename T> static T largest(const T *v, int n)
{
    T m = v[0];
    for (int i = 1; i < n; i++)
        if (v[i] > m)
            m = v[i];
    return m;
}

template <typename T, int N> class Ring {
    T items[N];
    int first = 0, count = 0;

public:
    bool push(const T &v)
    {
        if (count == N)
            return false;
        items[(first + count++) % N] = v;
        return true;
    }
    bool pop(T &v)
    {
        if (count == 0)
            return false;
        v = items[first];
        first = (first + 1) % N;
        count--;
        return true;
    }
};

template <int N> struct Factorial {
    static const int value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
    static const int value = 1;
};

template <typename T> const char *name() { return "something"; }
template <> const char *name<int>() { return "int"; }
template <> const char *name<double>() { return "double"; }

static int sum() { return 0; }
template <typename T, typename... Rest> static int sum(T first, Rest... rest) { return (int)first + sum(rest...); }

template <typename F> static void repeat(int n, F f)
{
    for (int i = 0; i < n; i++)
        f(i);
}

int main()
{
    int a[] = {3, 9, 2};
    double d[] = {0.5, -1};
    printf("%d %g\n", largest(a, 3), largest(d, 2));
    Ring<int, 3> ring;
    for (int i = 0; i < 5; i++)
        printf("%d", ring.push(i * i));
    for (int v; ring.pop(v);)
        printf(" %d", v);
    printf("\n%d %s %s %s\n", Factorial<6>::value, name<int>(), name<double>(), name<char>());
    printf("%d\n", sum(1, 2.5, 'a', 4L));
    int total = 0;
    repeat(5, [&total](int i) { total += i * i; });
    printf("%d\n", total);
    return 0;
}
