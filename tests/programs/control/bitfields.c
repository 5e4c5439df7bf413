//@ verdict: verified
//@ output: native
//
// Bit-fields: signed and unsigned, crossing bytes, packed, zero width, 64-bit,
// neighbours left alone by a write.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 1;
    unsigned b : 3;
    int c : 5;
    unsigned d : 11;
    _Bool e : 1;
    unsigned : 0;
    unsigned f : 31;
};

struct packed {
    uint8_t low : 3;
    uint64_t middle : 40;
    int64_t high : 21;
} __attribute__((packed));

static void show(const struct flags *f) { printf("%u %u %d %u %d %u\n", f->a, f->b, f->c, f->d, f->e, f->f); }

int main(void)
{
    struct flags f = {1, 5, -7, 2000, 1, 123456789};
    show(&f);
    f.b = (f.b + 6) & 7;
    f.c++;
    f.c -= 9;
    f.d ^= 0x7ff;
    f.e = 0;
    show(&f);
    f.a = ~f.a;
    f.f = f.f << 2;
    show(&f);
    for (int i = 0; i < 10; i++) {
        f.b++;
        f.c = (i * 3) % 16 - 8;
        show(&f);
    }
    struct packed p;
    memset(&p, 0xff, sizeof p);
    p.middle = 0x123456789a;
    printf("%d %llx %lld\n", p.low, (unsigned long long)p.middle, (long long)p.high);
    p.high = -1000000;
    p.low = 2;
    printf("%d %llx %lld %zu\n", p.low, (unsigned long long)p.middle, (long long)p.high, sizeof p);
    unsigned char raw[sizeof p];
    memcpy(raw, &p, sizeof p);
    for (unsigned i = 0; i < sizeof p; i++)
        printf("%02x", raw[i]);
    printf("\n%zu\n", sizeof f);
    return 0;
}
