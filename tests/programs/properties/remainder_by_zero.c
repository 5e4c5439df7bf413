//@ verdict: violation
//@ kind: division-by-zero
//@ line: 13
//
// Remainder by zero, unsigned and 64 bits wide.

static unsigned long long modulus = 2;

int main(void)
{
    unsigned long long r = 0;
    for (int i = 0; i < 3; i++, modulus--)
        r += 100 % modulus; // BUG
    return (int)r;
}
