//@ verdict: verified
//@ output: native
//
// Unions: one memory seen as several types, tagged variants, unions by value.

#include <stdint.h>
#include <stdio.h>

union word {
    uint32_t u;
    int32_t i;
    float f;
    uint8_t b[4];
    uint16_t h[2];
};

struct variant {
    enum { INT, REAL, TEXT, PAIR } tag;
    union {
        long integer;
        double real;
        const char *text;
        struct {
            short x, y;
        };
    };
};

static void show(struct variant v)
{
    switch (v.tag) {
    case INT: printf("int %ld\n", v.integer); break;
    case REAL: printf("real %g\n", v.real); break;
    case TEXT: printf("text %s\n", v.text); break;
    case PAIR: printf("pair %d %d\n", v.x, v.y); break;
    }
}

static union word swap(union word w)
{
    union word r = {.b = {w.b[3], w.b[2], w.b[1], w.b[0]}};
    return r;
}

int main(void)
{
    union word w = {.f = -1.5f};
    printf("%08x %d %02x%02x%02x%02x %04x\n", w.u, w.i, w.b[0], w.b[1], w.b[2], w.b[3], w.h[1]);
    w.b[3] ^= 0x80;
    printf("%g\n", (double)w.f);
    w.u = 0x01020304;
    printf("%08x\n", swap(w).u);
    struct variant all[] = {
        {INT, {.integer = -42}}, {REAL, {.real = 2.5}}, {TEXT, {.text = "words"}}, {PAIR, {.integer = 0}}};
    all[3].x = 7;
    all[3].y = -8;
    for (int i = 0; i < 4; i++)
        show(all[i]);
    struct variant copy = all[2];
    copy.tag = REAL;
    copy.real = 0.125;
    show(copy);
    printf("%zu %zu\n", sizeof(union word), sizeof(struct variant));
    return 0;
}
