//@ verdict: violation
//@ kind: assertion
//@ line: 12
//@ clang: -O2
//
// It cannot be told away by inlining either.

static inline __attribute__((always_inline)) void reach_error(void) {}

int main(void)
{
    reach_error(); // BUG
    return 0;
}
