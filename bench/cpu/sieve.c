// Sieve of Eratosthenes: array stores in a tight loop.
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 400000

static unsigned char composite[LIMIT];

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 4;
    int primes = 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < LIMIT; i++) {
            composite[i] = 0;
        }
        primes = 0;
        for (int i = 2; i < LIMIT; i++) {
            if (composite[i]) {
                continue;
            }
            primes++;
            for (int j = 2 * i; j < LIMIT; j += i) {
                composite[j] = 1;
            }
        }
    }
    printf("%d primes below %d\n", primes, LIMIT);
    return 0;
}
