// A thread that is alone, and whose steps are few instructions each: a global array counts.

#ifndef ROUNDS
#define ROUNDS 1400000
#endif

static unsigned seen[64];

int main(void)
{
    unsigned number = 1;
    for (int round = 0; round < ROUNDS; round++) {
        number = number * 1103515245u + 12345u;
        seen[number >> 26]++;
    }
    unsigned sum = 0;
    for (int slot = 0; slot < 64; slot++) {
        sum += seen[slot];
    }
    return sum != ROUNDS;
}
