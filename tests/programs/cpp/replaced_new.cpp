//@ verdict: verified
//@ output: native
//
// A program with its own new and delete, of which the other forms are then made.

#include <new>
#include <stdio.h>
#include <stdlib.h>

static int balance;

void *operator new(size_t n)
{
    balance++;
    if (void *p = malloc(n))
        return p;
    throw std::bad_alloc();
}

void operator delete(void *p) noexcept
{
    balance--;
    free(p);
}

void operator delete(void *p, size_t) noexcept
{
    balance--;
    free(p);
}

int main()
{
    int *one = new int(1);
    int *many = new int[3]();
    printf("%d %d %d\n", *one, many[2], balance);
    delete one;
    delete[] many;
    printf("%d\n", balance);
    return 0;
}
