//@ verdict: verified
//@ output: native
//@ properties: default,leak,uninitialized
//
// All forms of new and delete that belong together: single, arrays with a count in front and
// without, aligned, without exceptions, placement, and a class with its own.

#include <assert.h>
#include <new>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct Plain {
    int value;
};

struct Counted {
    static int alive;
    int value = 1;
    Counted() { alive++; }
    ~Counted() { alive--; }
};
int Counted::alive;

struct alignas(64) Wide {
    char bytes[64];
    ~Wide() { bytes[0] = 0; }
};

struct Own {
    int value;
    static void *operator new(size_t n)
    {
        printf("own new of %d\n", (int)n);
        return malloc(n);
    }
    static void operator delete(void *p)
    {
        printf("own delete\n");
        free(p);
    }
    explicit Own(int value) : value(value)
    {
        if (value < 0)
            throw value;
    }
};

struct Slot {
    void *place;
    static void *operator new(size_t, Slot *at) { return at->place; }
    static void operator delete(void *, Slot *) { printf("placement delete\n"); }
    explicit Slot(bool fails)
    {
        if (fails)
            throw fails;
    }
};

int main()
{
    delete new Plain();
    delete[] new Plain[3];
    Counted *counted = new Counted[3];
    assert(Counted::alive == 3 && counted[2].value == 1);
    delete[] counted;
    assert(Counted::alive == 0);
    Wide *wide = new Wide();
    Wide *many = new Wide[2];
    assert(reinterpret_cast<uintptr_t>(wide) % 64 == 0);
    assert(reinterpret_cast<uintptr_t>(many) % 64 == 0);
    delete wide;
    delete[] many;
    int *quiet = new (std::nothrow) int(4);
    printf("%d\n", *quiet);
    delete quiet;
    alignas(Plain) char room[sizeof(Plain)];
    Plain *placed = new (room) Plain{7};
    printf("%d\n", placed->value);
    placed->~Plain();
    delete new Own(1);
    try {
        delete new Own(-1);
    } catch (int value) {
        printf("no object: %d\n", value);
    }
    Slot *slot = static_cast<Slot *>(malloc(sizeof(Slot)));
    slot->place = slot;
    try {
        new (slot) Slot(true);
    } catch (bool) {
        printf("no slot\n");
    }
    free(slot);
    void *raw = ::operator new(10);
    ::operator delete(raw);
    delete static_cast<Plain *>(nullptr);
    return 0;
}
