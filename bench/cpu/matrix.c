// Matrix multiplication on the heap: pointers to rows, double arithmetic.
#include <stdio.h>
#include <stdlib.h>

static double **make(int n, int seed) {
    double **rows = malloc(n * sizeof *rows);
    for (int i = 0; i < n; i++) {
        rows[i] = malloc(n * sizeof *rows[i]);
        for (int j = 0; j < n; j++) {
            rows[i][j] = (double)((i * seed + j) % 17) - 8;
        }
    }
    return rows;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 160;
    double **a = make(n, 3), **b = make(n, 5), **c = make(n, 7);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) {
                sum += a[i][k] * b[k][j];
            }
            c[i][j] = sum;
        }
    }
    double trace = 0;
    for (int i = 0; i < n; i++) {
        trace += c[i][i];
    }
    printf("trace %d\n", (int)trace);
    return 0;
}
