// The eight queens puzzle, grown: recursion and bit arithmetic.
#include <stdio.h>
#include <stdlib.h>

static long place(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) {
        return 1;
    }
    long solutions = 0;
    unsigned free = all & ~(columns | left | right);
    while (free) {
        unsigned queen = free & -free;
        free -= queen;
        solutions += place(all, columns | queen, (left | queen) << 1, (right | queen) >> 1);
    }
    return solutions;
}

int main(int argc, char **argv) {
    int size = argc > 1 ? atoi(argv[1]) : 12;
    printf("%ld ways to place %d queens\n", place((1u << size) - 1, 0, 0, 0), size);
    return 0;
}
