//@ verdict: verified
//@ output: native
//
// Packed structures and memcpy reach integers at any byte.

#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header {
    uint8_t kind;
    uint32_t length;
    uint16_t port;
    uint64_t stamp;
};

int main(void)
{
    unsigned char raw[32];
    for (int i = 0; i < 32; i++)
        raw[i] = (unsigned char)(i * 17);
    for (int at = 0; at < 9; at++) {
        uint32_t w;
        uint64_t q;
        memcpy(&w, raw + at, sizeof w);
        memcpy(&q, raw + at, sizeof q);
        printf("%08x %016llx\n", w, (unsigned long long)q);
    }
    struct header h;
    memcpy(&h, raw + 3, sizeof h);
    h.length++;
    h.stamp ^= 0xff;
    printf("%zu %u %x %x %llx\n", sizeof h, h.kind, h.length, h.port, (unsigned long long)h.stamp);
    struct header list[3] = {{1, 2, 3, 4}, h, {5, 6, 7, 8}};
    printf("%u %x %llu\n", list[2].length, list[1].port, (unsigned long long)(list[0].stamp + list[2].stamp));
    return 0;
}
