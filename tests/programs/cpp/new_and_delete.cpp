//@ verdict: verified
//@ clang: -fno-exceptions
//@ properties: default,leak
//@ output: native
//
// new and delete of objects and arrays with constructors and destructors,
// placement new, delete of a null pointer, nothrow new.

#include <new>
#include <stdio.h>

struct Counted {
    static int alive;
    int v;
    Counted(int v = 7) : v(v) { alive++; }
    ~Counted() { alive--; }
};

int Counted::alive;

int main()
{
    Counted *one = new Counted(3), *many = new Counted[4];
    printf("%d %d %d\n", one->v, many[3].v, Counted::alive);
    delete one;
    delete[] many;
    printf("%d\n", Counted::alive);
    int *plain = new int(5), *array = new int[3]{1, 2, 3}, *zeroed = new int[10]();
    printf("%d %d %d\n", *plain, array[2], zeroed[9]);
    delete plain;
    delete[] array;
    delete[] zeroed;
    alignas(Counted) char storage[sizeof(Counted)];
    Counted *placed = new (storage) Counted(9);
    printf("%d %d\n", placed->v, Counted::alive);
    placed->~Counted();
    Counted *none = nullptr;
    delete none;
    Counted *quiet = new (std::nothrow) Counted(1);
    if (quiet)
        printf("%d\n", quiet->v);
    delete quiet;
    printf("%d\n", Counted::alive);
    return 0;
}
