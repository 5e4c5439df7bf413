// Every way to get from one block to another.
int dense(int n) {
    switch (n) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: n += 5; // falls through
    case 4: return n;
    case -7: return 1;
    default: break;
    }
    return -1;
}

const char *sparse(unsigned long n) {
    switch (n) {
    case 1UL << 40: return "large";
    case 0xffffffffffffffffUL: return "largest";
    case 17 ... 23: return "range";
    }
    return 0;
}

int interpreter(const unsigned char *code) {
    static const void *const labels[] = {&&stop, &&add, &&twice, &&back};
    int value = 0;
    const unsigned char *at = code;
next:
    goto *labels[*at++ & 3];
add:
    value += *at++;
    goto next;
twice:
    value *= 2;
    goto next;
back:
    if (value < 100) { at = code; }
    goto next;
stop:
    return value;
}

int loops(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0) continue;
        for (int j = i; j > 0; j /= 2) {
            if (j == 7) goto out;
            sum += j;
        }
    }
out:
    do { sum--; } while (sum > 1000);
    while (1) {
        if (sum-- < 0 && (n & 1 || sum & 2)) break;
    }
    return sum ? n : sum;
}

__attribute__((noreturn)) void stop(int code);
int dead(int n) {
    if (n) stop(n);
    __builtin_unreachable();
}

static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int parity(unsigned n) { return even(n); }

int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
int pick(int (*table[])(int, int), int n) { return table[n & 1](n, n + 1); }
