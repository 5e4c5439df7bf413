//@ verdict: violation
//@ kind: assertion
//@ line: 16
//
// Nor by inlining that comes before all optimization.

static inline __attribute__((always_inline)) void reach_error(void) {}

static inline __attribute__((always_inline)) int is_positive(int number)
{
    return number > 0;
}

int main(void)
{
    if (is_positive(1)) reach_error(); // BUG
    return 0;
}
