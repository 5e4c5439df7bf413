//@ verdict: verified
//@ output: native
//
// 64-bit integers: every operator, shifts across the word boundary, mixed widths.

#include <inttypes.h>
#include <stdio.h>

static const uint64_t U[] = {0,          1,          10,           0xffffffff,   0x100000000,
                             UINT64_MAX, INT64_MAX, UINT64_C(1) << 63, 0x123456789abcdef, 1000000007};
static const int64_t S[] = {INT64_MIN, INT64_MIN + 1, -4294967296, -1, 0, 1, 3, 4294967295, 4294967296, INT64_MAX};
enum { COUNT = 10 };

int main(void)
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            uint64_t a = U[i], b = U[j];
            printf("%" PRIx64 " %" PRIx64 ": %" PRIx64 " %" PRIx64 " %" PRIx64, a, b, a + b, a - b, a * b);
            if (b)
                printf(" %" PRIu64 " %" PRIu64, a / b, a % b);
            int64_t c = S[i], d = S[j];
            if (d && !(c == INT64_MIN && d == -1))
                printf(" %" PRId64 " %" PRId64, c / d, c % d);
            printf(" %d%d%d%d\n", a < b, a >= b, c < d, c >= d);
        }
    for (int n = 0; n < 64; n += 3)
        printf("%d: %" PRIx64 " %" PRIx64 " %" PRId64 "\n", n, UINT64_C(0xfedcba9876543211) << n,
               UINT64_C(0xfedcba9876543211) >> n, (int64_t)UINT64_C(0xfedcba9876543211) >> n);
    uint32_t narrow = 0xf0000000;
    int32_t negative = -5;
    printf("%" PRIx64 " %" PRIx64 " %" PRIx64 "\n", (uint64_t)narrow << 4, narrow + UINT64_C(1), (uint64_t)negative);
    printf("%" PRId64 " %" PRIu32 "\n", negative * INT64_C(1000000000000), (uint32_t)(UINT64_C(0x1234567890)));
    return 0;
}
