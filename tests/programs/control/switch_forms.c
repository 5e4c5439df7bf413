//@ verdict: verified
//@ output: native
//
// switch: dense, sparse, negative, ranges, fall-through, default in the middle,
// 64-bit and char selectors, a loop threaded through the cases.

#include <limits.h>
#include <stdio.h>

static int dense(int n)
{
    switch (n) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: return 23;
    case 4: n += 100; // fall through
    case 5: return n;
    default: return -1;
    case 6: break;
    }
    return 6;
}

static const char *sparse(long long n)
{
    switch (n) {
    case LLONG_MIN: return "min";
    case -1: return "minus one";
    case 1000 ... 1999: return "a thousand";
    case 5000000000: return "five billion";
    }
    return "other";
}

static int vowel(char c)
{
    switch (c) {
    case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
    default: return 0;
    }
}

static int copy(char *to, const char *from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        do {
            *to++ = *from++;
        case 3: *to++ = *from++;
        case 2: *to++ = *from++;
        case 1: *to++ = *from++;
        } while (--rounds > 0);
    }
    return n;
}

int main(void)
{
    for (int i = -1; i < 8; i++)
        printf("%d ", dense(i));
    printf("\n");
    static const long long keys[] = {LLONG_MIN, -1, 0, 999, 1000, 1500, 1999, 2000, 5000000000, 705032704};
    for (int i = 0; i < 10; i++)
        printf("%s, ", sparse(keys[i]));
    printf("\n");
    int vowels = 0;
    for (const char *s = "an example of sorts"; *s; s++)
        vowels += vowel(*s);
    char buffer[16] = "";
    int n = copy(buffer, "interleave", 11);
    printf("%d %d %s\n", vowels, n, buffer);
    return 0;
}
